import { element, text, type BodyNode } from '../html/nodes.ts';
import type { UiTexts } from '../profile/texts.ts';
import {
  isObject,
  listIn,
  objectIn,
  referenceName,
  resolve,
  stringIn,
  stringsIn,
  type Json,
  type JsonObject,
} from './document.ts';
import { fieldEntry, fieldList } from './operation-parts.ts';

export interface SchemaScope {
  readonly root: JsonObject;
  readonly texts: UiTexts;
  /** Renders a description, which is markdown. */
  readonly describe: (markdown: string) => BodyNode[];
}

const deepest = 8;

/** A schema as a list of its fields; the inner fields of a field fold open. */
export function schemaView(
  schema: Json | undefined,
  scope: SchemaScope,
  depth = 0,
  seen: readonly Json[] = [],
): BodyNode[] {
  const resolved = resolve(scope.root, schema);
  if (!isObject(resolved)) return [];
  if (seen.includes(resolved) || depth > deepest)
    return [element('p', { class: 'schema-note' }, element('code', {}, referenceName(schema) ?? '…'))];
  const path = [...seen, resolved];
  const merged = mergeAll(scope.root, resolved);
  const properties = Object.entries(objectIn(merged, 'properties'));
  const required = new Set(stringsIn(merged, 'required'));
  if (properties.length > 0)
    return [
      fieldList(
        properties.map(([name, property]) =>
          fieldView({ name, schema: property, required: required.has(name) }, scope, depth, path),
        ),
      ),
    ];
  const choices = [...listIn(merged, 'oneOf'), ...listIn(merged, 'anyOf')];
  if (choices.length > 0)
    return [
      element(
        'ul',
        { class: 'schema choices', role: 'list' },
        choices
          .slice(0, 50)
          .map((choice, index) =>
            element(
              'li',
              { class: 'field' },
              folding(
                [
                  text(
                    referenceName(choice) ??
                      titleOf(scope.root, choice) ??
                      `${index + 1}: ${typeOf(scope.root, choice)}`,
                  ),
                ],
                schemaView(choice, scope, depth + 1, path),
              ),
            ),
          ),
      ),
    ];
  if (merged['items'] !== undefined) return schemaView(merged['items'], scope, depth + 1, path);
  return [];
}

/** One field, parameter or header: its name, type, marks, description and inner fields. */
export function fieldView(
  field: {
    name: string;
    schema: Json | undefined;
    required: boolean;
    place?: string;
    description?: string;
    deprecated?: boolean;
  },
  scope: SchemaScope,
  depth = 0,
  seen: readonly Json[] = [],
): BodyNode {
  const schema = resolve(scope.root, field.schema);
  const object = isObject(schema) ? schema : {};
  const description = field.description ?? stringIn(object, 'description');
  const inner = innerSchemaView(field.schema, scope, depth, seen);
  const deprecated = field.deprecated === true || object['deprecated'] === true;
  return fieldEntry(
    {
      ...{ name: field.name, type: typeOf(scope.root, field.schema), place: field.place },
      ...{ required: field.required, deprecated },
    },
    scope.texts,
    description === undefined
      ? null
      : element('div', { class: 'field-description' }, scope.describe(description)),
    limitsOf(object),
    inner.length === 0
      ? null
      : folding([text(referenceName(field.schema) ?? referenceName(object['items']) ?? '{ … }')], inner),
  );
}

function innerSchemaView(
  schema: Json | undefined,
  scope: SchemaScope,
  depth: number,
  seen: readonly Json[],
): BodyNode[] {
  const resolved = resolve(scope.root, schema);
  if (!isObject(resolved)) return [];
  return schemaView(schema, scope, depth + 1, seen);
}

function folding(summary: readonly BodyNode[], body: readonly BodyNode[]): BodyNode {
  if (body.length === 0) return element('div', { class: 'schema-leaf' }, summary);
  return element('details', { class: 'schema-inner' }, element('summary', {}, summary), body);
}

/** The allowed values, on one line: choices, bounds, pattern. */
function limitsOf(schema: JsonObject): BodyNode | null {
  const choices = listIn(schema, 'enum').filter((each) => each === null || typeof each !== 'object');
  const limits = [
    ...(
      ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'default'] as const
    )
      .filter((key) => schema[key] !== undefined && (schema[key] === null || typeof schema[key] !== 'object'))
      .map((key) => `${key}: ${JSON.stringify(schema[key]).replace(/^"|"$/g, '')}`),
  ];
  if (choices.length === 0 && limits.length === 0) return null;
  return element(
    'div',
    { class: 'field-limits' },
    choices.slice(0, 60).flatMap((each) => [element('code', {}, String(each)), text(' ')]),
    limits.length === 0 ? null : limits.join(' · '),
  );
}

/** A type in words: `string (date-time)`, `array of Pet`, `A | B`. */
export function typeOf(root: JsonObject, schema: Json | undefined, depth = 0): string {
  const resolved = resolve(root, schema);
  if (resolved === true || !isObject(resolved)) return 'any';
  if (depth > 4) return 'object';
  const choices = [...listIn(resolved, 'oneOf'), ...listIn(resolved, 'anyOf')];
  if (choices.length > 0)
    return choices
      .slice(0, 6)
      .map((choice) => referenceName(choice) ?? typeOf(root, choice, depth + 1))
      .join(' | ');
  const written = resolved['type'];
  const names = (Array.isArray(written) ? written : [written]).filter(
    (each): each is string => typeof each === 'string',
  );
  const nullable = resolved['nullable'] === true && !names.includes('null') ? ' | null' : '';
  if (names.includes('array'))
    return `array of ${referenceName(resolved['items']) ?? typeOf(root, resolved['items'], depth + 1)}${nullable}`;
  const format = stringIn(resolved, 'format');
  const name =
    names.join(' | ') ||
    (Object.hasOwn(resolved, 'properties') || Object.hasOwn(resolved, 'allOf') ? 'object' : 'any');
  return `${name}${format === undefined ? '' : ` (${format})`}${nullable}`;
}

function titleOf(root: JsonObject, schema: Json | undefined): string | undefined {
  const resolved = resolve(root, schema);
  return isObject(resolved) ? stringIn(resolved, 'title') : undefined;
}

/** Merges the parts of `allOf`, a few levels deep. */
function mergeAll(root: JsonObject, schema: JsonObject, depth = 0): JsonObject {
  const parts = listIn(schema, 'allOf');
  if (parts.length === 0 || depth > deepest) return schema;
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const part of [...parts, { ...schema, allOf: [] } as JsonObject]) {
    const resolved = resolve(root, part);
    if (!isObject(resolved)) continue;
    const merged = mergeAll(root, resolved, depth + 1);
    Object.assign(properties, objectIn(merged, 'properties'));
    required.push(...stringsIn(merged, 'required'));
  }
  return { ...schema, allOf: [], properties, required };
}
