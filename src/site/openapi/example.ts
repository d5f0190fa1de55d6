import { isObject, listIn, objectIn, resolve, stringIn, type Json, type JsonObject } from './document.ts';

/** The deepest level of an example that we make from a schema. */
const deepest = 6;

/** A value that fits a schema: its example, its default, its first choice, or a value made from its parts. */
export function exampleOf(root: JsonObject, schema: Json | undefined, depth = 0): Json | undefined {
  const resolved = resolve(root, schema);
  if (!isObject(resolved) || depth > deepest) return undefined;
  const written = writtenExample(resolved);
  if (written !== undefined) return written;
  const below = (part: Json | undefined): Json | undefined => exampleOf(root, part, depth + 1);
  const all = listIn(resolved, 'allOf');
  if (all.length > 0) {
    const parts = [...all, { ...resolved, allOf: [] } as JsonObject].map(below);
    return Object.assign({}, ...parts.filter(isObject)) as JsonObject;
  }
  const choice = listIn(resolved, 'oneOf')[0] ?? listIn(resolved, 'anyOf')[0];
  return choice === undefined ? madeExample(resolved, below) : below(choice);
}

/** A value that the author of a schema wrote; undefined for none. */
function writtenExample(schema: JsonObject): Json | undefined {
  for (const key of ['example', 'default', 'const']) if (Object.hasOwn(schema, key)) return schema[key];
  return listIn(schema, 'examples')[0] ?? listIn(schema, 'enum')[0];
}

/** A value of the schema's type; `below` makes the values of its parts. */
function madeExample(
  schema: JsonObject,
  below: (part: Json | undefined) => Json | undefined,
): Json | undefined {
  const written = schema['type'];
  const type: Json | undefined = Array.isArray(written)
    ? (written as readonly Json[]).find((each) => each !== 'null')
    : written;
  if (type === 'object' || Object.hasOwn(schema, 'properties')) {
    const value: Record<string, Json> = {};
    for (const [name, property] of Object.entries(objectIn(schema, 'properties')).slice(0, 40)) {
      const example = below(property);
      if (example !== undefined && name !== '__proto__') value[name] = example;
    }
    return value;
  }
  return typeof type === 'string' ? byType.get(type)?.(schema, below) : undefined;
}

type Make = (schema: JsonObject, below: (part: Json | undefined) => Json | undefined) => Json;

const byType: ReadonlyMap<string, Make> = new Map<string, Make>([
  [
    'array',
    (schema, below) => {
      const item = below(schema['items']);
      return item === undefined ? [] : [item];
    },
  ],
  ['integer', ({ minimum }) => (typeof minimum === 'number' ? minimum : 1)],
  ['number', () => 1.5],
  ['boolean', () => true],
  ['null', () => null],
  ['string', (schema) => stringExample(stringIn(schema, 'format'))],
]);

function stringExample(format: string | undefined): string {
  switch (format) {
    case 'date-time':
      return '2026-01-31T12:00:00Z';
    case 'date':
      return '2026-01-31';
    case 'email':
      return 'name@example.com';
    case 'uri':
    case 'url':
      return 'https://example.com';
    case 'uuid':
      return '123e4567-e89b-12d3-a456-426614174000';
    default:
      return 'text';
  }
}
