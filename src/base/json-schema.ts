import type { Type as TypeBoxType } from 'typebox';

/**
 * Makes JSON Schema values with the types that TypeBox infers for them. We only import TypeBox's types: its code is larger than
 * all our schemas together, and every command that reads its configuration would wait for it.
 */
type Makers = Pick<
  typeof TypeBoxType,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>;

type Schema = Readonly<Record<string, unknown>>;

/** The schemas of properties that may be absent. This belongs to the property and not to the schema, so that it is not in the value. */
const optionals = new WeakSet<object>();

const plain =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

const makers = {
  Boolean: plain('boolean'),
  Integer: plain('integer'),
  Null: plain('null'),
  Number: plain('number'),
  String: plain('string'),
  Unknown: (options: Schema = {}): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
  Literal: (value: string | number | boolean, options: Schema = {}): Schema => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Union: (anyOf: readonly Schema[], options: Schema = {}): Schema => ({ anyOf, ...options }),
  Record: (key: Schema, value: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { [key['pattern'] as string]: value },
    ...options,
  }),
  Optional: (schema: Schema): Schema => {
    const own = { ...schema };
    optionals.add(own);
    return own;
  },
  Object: (properties: Readonly<Record<string, Schema>>, options: Schema = {}): Schema => {
    const required = Object.keys(properties).filter((name) => !optionals.has(properties[name]!));
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options };
  },
};

// The values have the shapes that the types promise; `test/contract/json-schema.test.ts` compares them with TypeBox's.
export const Type = makers as unknown as Makers;
