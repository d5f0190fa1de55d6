import { isObject, listIn, objectIn, resolve, stringIn, type Json, type JsonObject } from './document.ts';

/** Deepest level of an example that is made up from a schema. */
const deepest = 6;

/** A value that fits a schema: its own example, its default, its first choice, or one made from its parts. */
export function exampleOf(root: JsonObject, schema: Json | undefined, depth = 0): Json | undefined {
  const resolved = resolve(root, schema);
  if (!isObject(resolved) || depth > deepest) return undefined;
  for (const key of ['example', 'default', 'const']) if (Object.hasOwn(resolved, key)) return resolved[key];
  const first = listIn(resolved, 'examples')[0] ?? listIn(resolved, 'enum')[0];
  if (first !== undefined) return first;
  const all = listIn(resolved, 'allOf');
  if (all.length > 0) {
    const parts = [...all, { ...resolved, allOf: [] } as JsonObject].map((part) =>
      exampleOf(root, part, depth + 1),
    );
    return Object.assign({}, ...parts.filter(isObject)) as JsonObject;
  }
  const choice = listIn(resolved, 'oneOf')[0] ?? listIn(resolved, 'anyOf')[0];
  if (choice !== undefined) return exampleOf(root, choice, depth + 1);
  const written = resolved['type'];
  const type: Json | undefined = Array.isArray(written)
    ? (written as readonly Json[]).find((each) => each !== 'null')
    : written;
  if (type === 'object' || Object.hasOwn(resolved, 'properties')) {
    const value: Record<string, Json> = {};
    for (const [name, property] of Object.entries(objectIn(resolved, 'properties')).slice(0, 40)) {
      const example = exampleOf(root, property, depth + 1);
      if (example !== undefined && name !== '__proto__') value[name] = example;
    }
    return value;
  }
  if (type === 'array') {
    const item = exampleOf(root, resolved['items'], depth + 1);
    return item === undefined ? [] : [item];
  }
  if (type === 'integer') return typeof resolved['minimum'] === 'number' ? resolved['minimum'] : 1;
  if (type === 'number') return 1.5;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'string') return stringExample(stringIn(resolved, 'format'));
  return undefined;
}

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
