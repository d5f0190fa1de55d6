import { Type } from '../base/index.ts';
import type { Static, TArray, TObject, TProperties, TSchema, TUnion, TNull, TUnsafe } from 'typebox';

/** The prefix of all references to definitions, for the validator; a printed OpenAPI document replaces it. */
export const definitionsPrefix = 'contract#/$defs/';

/**
 * A use of a named resource: `ref<Space>('Space')`. The name is one of `definitions`; the type is given by the
 * caller because resources refer to each other in circles.
 */
export function ref<T>(name: string): TUnsafe<T> {
  return Type.Unsafe<T>({ $ref: `${definitionsPrefix}${name}` });
}

/** An object in a request: fields that the schema does not name are refused. */
export function closed<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

/** An object in a response: fields that the schema does not name are kept. */
export function open<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties);
}

/** The same object in a request: it is closed, and so is every object that is a member of it, or an item of its lists. */
export function closedWithin<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema>> {
  return Type.Unsafe<Static<Schema>>(closedView(schema));
}

/** The parts of a schema that describe members of objects and items of lists. */
export interface SchemaParts {
  readonly properties?: Readonly<Record<string, SchemaParts>>;
  readonly items?: SchemaParts;
}

function closedView(schema: SchemaParts): object {
  const { properties, items } = schema;
  const inside = Object.entries(properties ?? {}).map(([name, each]) => [name, closedView(each)]);
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(inside) as object, additionalProperties: false }),
    ...(items === undefined ? {} : { items: closedView(items) }),
  };
}

/** A string out of a fixed list. In responses of other servers, others may appear. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: { default?: Values[number]; description?: string } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options });
}

/** `schema` or `null`. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** A map from names to values of `schema`. */
export function mapOf<Schema extends TSchema>(schema: Schema): TUnsafe<Record<string, Static<Schema>>> {
  return Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: schema });
}

/** A point in time, ISO 8601 with a zone. */
export const dateTime = Type.String({ format: 'date-time' });

/** An absolute URI of any scheme; code that follows the URI checks the scheme. */
export const uri = Type.String({ format: 'uri' });

/** An absolute URI of bounded length. */
export const uri2048 = Type.String({ format: 'uri', maxLength: 2048 });

/** The most characters of an identifier. */
export const longestIdentity = 256;

/** An opaque identifier. The specification sets no limit; this limit keeps a request from carrying a book. */
export const id = Type.String({ minLength: 1, maxLength: longestIdentity });

/** Says whether a schema is that of {@link id}; copies of `id` in resources are no longer the same object. */
export function isIdentity(schema: object): boolean {
  const { type, minLength, maxLength, format, pattern } = schema as Record<string, unknown>;
  return type === 'string' && minLength === 1 && maxLength === longestIdentity && !format && !pattern;
}

/** A text without a limit in the interface: only the size of the request limits it. */
export const text = Type.String();

export const flag = Type.Boolean();
export const number = Type.Number();
export const integer = Type.Integer();

/** An object in which every named boolean is required. */
export function booleans<const Names extends readonly string[], const More extends readonly string[] = []>(
  names: Names,
  optionalNames?: More,
): TUnsafe<Record<Names[number], boolean> & Partial<Record<More[number], boolean>>> {
  return Type.Unsafe<Record<Names[number], boolean> & Partial<Record<More[number], boolean>>>({
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      [...names, ...(optionalNames ?? [])].map((name) => [name, { type: 'boolean' }]),
    ),
  });
}

export interface Page<Item> {
  /** Absent on the last page. */
  next?: { page: string };
  /** How many items the whole list has; other servers may leave it out. */
  count?: number;
  items: Item[];
}

/** The envelope of every list; `extra` are further members beside `items`. */
export function listOf<Item extends TSchema>(item: Item): TUnsafe<Page<Static<Item>>> {
  return Type.Unsafe<Page<Static<Item>>>({
    type: 'object',
    required: ['items'],
    properties: {
      next: { type: 'object', required: ['page'], properties: { page: { type: 'string', minLength: 1 } } },
      count: { type: 'integer', minimum: 0 },
      items: { type: 'array', items: item },
    },
  });
}

/** Marks a property that may be absent. */
export const optional = Type.Optional;

export function arrayOf<Schema extends TSchema>(
  schema: Schema,
  options: { minItems?: number; maxItems?: number } = {},
): TArray<Schema> {
  return Type.Array(schema, options);
}
