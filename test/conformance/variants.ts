import { definitions, definitionsPrefix } from '../../src/contract/index.ts';

export interface SchemaView {
  readonly type?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly SchemaView[];
  readonly properties?: Readonly<Record<string, SchemaView>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaView;
  readonly items?: SchemaView;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** One way to change a good body, and whether the contract still allows the result. */
export interface Variant {
  readonly name: string;
  readonly body: unknown;
  /** `refused`: 400 for certain. `allowed`: the schema accepts it, but the object's own rules may still refuse it. */
  readonly expected: 'refused' | 'allowed';
}

const whale = '🐳';

/** All the ways in which one field of a body can be missing, wrong, too short, too long or too many, one field at a time. */
export function variantsOf(schema: SchemaView, good: unknown): Variant[] {
  if (typeof good !== 'object' || good === null) return [];
  const variants: Variant[] = [
    { name: 'no object but a list', body: [], expected: 'refused' },
    { name: 'null', body: null, expected: 'refused' },
    { name: 'an extra field', body: { ...good, surprise: 1 }, expected: 'refused' },
    { name: 'a read-only field', body: { ...good, createdAt: '2026-01-01T00:00:00Z' }, expected: 'refused' },
    { name: 'permissions', body: { ...good, permissions: { admin: true } }, expected: 'refused' },
    {
      name: 'a prototype',
      body: JSON.parse(
        JSON.stringify(good).replace(
          /\}$/,
          `${Object.keys(good).length > 0 ? ',' : ''}"__proto__":{"admin":true}}`,
        ),
      ),
      expected: 'refused',
    },
  ];
  for (const name of ['id', 'object', 'urls', 'updatedAt', 'organization', 'revision']) {
    if (branchFor(schema, good).properties?.[name] !== undefined) continue;
    variants.push({ name: `a read-only ${name}`, body: { ...good, [name]: 'x' }, expected: 'refused' });
  }
  return [...variants, ...fieldVariants(schema, good, '', (value) => value)];
}

/** The variants of each field of an object, and of the objects and lists in it; `whole` puts a changed object into the body. */
function fieldVariants(
  schema: SchemaView,
  good: object,
  path: string,
  whole: (value: unknown) => unknown,
): Variant[] {
  const variants: Variant[] = [];
  const branch = branchFor(schema, good);
  for (const [name, property] of Object.entries(branch.properties ?? {})) {
    const put = (value: unknown): unknown => whole({ ...good, [name]: value });
    const place = `${path}${name}`;
    if (branch.required?.includes(name) === true) {
      const without = Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
      variants.push({ name: `no ${place}`, body: whole(without), expected: 'refused' });
    }
    for (const { name: what, value, expected } of valuesOf(resolved(property)))
      variants.push({ name: `${place}: ${what}`, body: put(value), expected });
    variants.push(...innerVariants(notNull(resolved(property)), (good as never)[name], place, put));
  }
  if (path !== '' && branch.additionalProperties === false)
    variants.push({
      name: `an extra field in ${path}`,
      body: whole({ ...good, surprise: 1 }),
      expected: 'refused',
    });
  return variants;
}

function innerVariants(
  schema: SchemaView,
  good: unknown,
  place: string,
  put: (value: unknown) => unknown,
): Variant[] {
  if (Array.isArray(good)) {
    const [first, ...rest] = good as unknown[];
    if (first === undefined || schema.items === undefined) return [];
    const item = notNull(resolved(schema.items));
    const putItem = (value: unknown): unknown => put([value, ...rest]);
    return [
      ...valuesOf(item).map(({ name, value, expected }) => ({
        name: `${place}[0]: ${name}`,
        body: putItem(value),
        expected,
      })),
      ...innerVariants(item, first, `${place}[0]`, putItem),
    ];
  }
  if (typeof good !== 'object' || good === null) return [];
  const branch = branchFor(schema, good);
  return branch.properties === undefined ? [] : fieldVariants(schema, good, `${place}.`, put);
}

/** A schema without its null. */
function notNull(schema: SchemaView): SchemaView {
  const [only, ...more] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  return only !== undefined && more.length === 0 ? resolved(only) : schema;
}

interface ValueVariant {
  readonly name: string;
  readonly value: unknown;
  readonly expected: 'refused' | 'allowed';
}

/** Values around the edges of one schema. */
function valuesOf(schema: SchemaView): ValueVariant[] {
  if (schema.anyOf !== undefined) {
    const nullable = schema.anyOf.some(({ type }) => type === 'null');
    const [only, ...more] = schema.anyOf.filter(({ type }) => type !== 'null').map(resolved);
    if (only === undefined || more.length > 0) return [];
    return [
      ...valuesOf(only).filter(({ name }) => !nullable || name !== 'null'),
      ...(nullable ? [{ name: 'null', value: null, expected: 'allowed' } as const] : []),
    ];
  }
  const values: ValueVariant[] = [{ name: 'null', value: null, expected: 'refused' }];
  const refuse = (name: string, value: unknown): void =>
    void values.push({ name, value, expected: 'refused' });
  const allow = (name: string, value: unknown): void =>
    void values.push({ name, value, expected: 'allowed' });
  switch (schema.type) {
    case 'string': {
      refuse('a number', 5);
      refuse('an object', {});
      refuse('a NUL', 'a\0b');
      if (schema.enum !== undefined) {
        refuse('a value that is none of the list', 'no-such-value');
        refuse('an empty text', '');
        for (const value of schema.enum) allow(`the value ${value}`, value);
        break;
      }
      const free = schema.pattern === undefined && schema.format === undefined;
      const text = (letter: string, length: number): string =>
        schema.format === 'uri'
          ? `https://e.test/${'x'.repeat(Math.max(0, length - 15))}`
          : (schema.format === 'emoji' ? whale : free ? letter : 'a').repeat(length);
      const { minLength, maxLength } = schema;
      const letters = free ? ['a', whale] : [schema.format === 'emoji' ? whale : 'a'];
      for (const letter of letters) {
        if (maxLength !== undefined) {
          refuse(`${maxLength + 1} × ${letter}`, text(letter, maxLength + 1));
          const fits =
            schema.pattern !== undefined && new RegExp(schema.pattern, 'u').test('a'.repeat(maxLength));
          if (free || fits || schema.format === 'uri' || schema.format === 'emoji') {
            allow(`${maxLength} × ${letter}`, text(letter, maxLength));
            allow(`${maxLength - 1} × ${letter}`, text(letter, maxLength - 1));
          }
        }
        if (minLength !== undefined && minLength > 0) {
          refuse(`${minLength - 1} × ${letter}`, text(letter, minLength - 1));
          if (free) {
            allow(`${minLength} × ${letter}`, text(letter, minLength));
            allow(`${minLength + 1} × ${letter}`, text(letter, minLength + 1));
          }
        }
      }
      if (schema.format === 'emoji') refuse('a word', 'whale');
      if (schema.format === 'uri') refuse('no address', 'not an address');
      if (schema.format === 'email') refuse('no e-mail address', 'nobody');
      if (schema.pattern !== undefined) refuse('characters outside the pattern', 'NO WAY!');
      break;
    }
    case 'boolean':
      refuse('a word', 'true');
      refuse('a number', 1);
      break;
    case 'integer':
    case 'number':
      refuse('a word', '5');
      if (schema.type === 'integer') refuse('a part', 1.5);
      if (schema.minimum !== undefined) {
        refuse(`${schema.minimum} - 1`, schema.minimum - 1);
        allow(`${schema.minimum}`, schema.minimum);
        allow(`${schema.minimum} + 1`, schema.minimum + 1);
      }
      break;
    case 'array':
      refuse('an object', {});
      refuse('a text', 'a');
      if (schema.maxItems !== undefined) {
        refuse(
          `${schema.maxItems + 1} items`,
          Array.from({ length: schema.maxItems + 1 }, (_, at) => sampleOf(schema.items, at)),
        );
        for (const count of [schema.maxItems - 1, schema.maxItems])
          allow(
            `${count} items`,
            Array.from({ length: count }, (_, at) => sampleOf(schema.items, at)),
          );
      }
      if (schema.minItems !== undefined && schema.minItems > 0) refuse('no items', []);
      refuse('an item of a wrong type', [[]]);
      break;
    case 'object':
      refuse('a text', 'a');
      refuse('a list', []);
      if (schema.additionalProperties === false) refuse('an extra field inside', { surprise: 1 });
      break;
    default:
      break;
  }
  return values;
}

/** An item that fits a list of texts; lists of objects are refused for their items, too. */
function sampleOf(items: SchemaView | undefined, number: number): unknown {
  const schema = items === undefined ? undefined : resolved(items);
  return schema?.enum?.[number % schema.enum.length] ?? (schema?.type === 'string' ? `item ${number}` : {});
}

export function resolved(schema: SchemaView): SchemaView {
  if (schema.$ref === undefined) return schema;
  return (definitions as unknown as Record<string, SchemaView>)[schema.$ref.slice(definitionsPrefix.length)]!;
}

/** The form that the good body has, of a body with several forms. */
function branchFor(schema: SchemaView, good: object): SchemaView {
  const plain = resolved(schema);
  const names = Object.keys(good);
  return (
    plain.anyOf
      ?.map(resolved)
      .find((branch) => names.every((name) => branch.properties?.[name] !== undefined)) ?? plain
  );
}

/** Query strings that must be refused, and some that must not. */
export function queryVariantsOf(
  schema: SchemaView,
  good: string,
): { name: string; search: string; expected: 'refused' | 'allowed' }[] {
  const join = (more: string): string => (good === '' ? more : `${good}&${more}`);
  const variants: { name: string; search: string; expected: 'refused' | 'allowed' }[] = [
    { name: 'an unknown parameter', search: join('surprise=1'), expected: 'refused' },
    { name: 'broken encoding', search: join('page=%ff'), expected: 'refused' },
  ];
  const add = (search: string, expected: 'refused' | 'allowed'): void =>
    void variants.push({ name: search, search: join(search), expected });
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.type === 'boolean') {
      for (const value of ['', '1', 'TRUE', 'yes']) add(`${name}=${value}`, 'refused');
      for (const value of ['true', 'false']) add(`${name}=${value}`, 'allowed');
    }
    if (property.type === 'integer') {
      for (const value of ['', '-1', '1001', '01', '1e2', '%2010', 'ten']) add(`${name}=${value}`, 'refused');
      for (const value of ['0', '1', '999', '1000']) add(`${name}=${value}`, 'allowed');
      add(`${name}=1&${name}=1`, 'refused');
    }
    if (property.enum !== undefined) {
      add(`${name}=no-such-value`, 'refused');
      for (const value of property.enum) add(`${name}=${encodeURIComponent(value)}`, 'allowed');
    }
    if (property.maxLength !== undefined) {
      // A value in the good query is replaced, not given twice.
      const own = (value: string): string =>
        good.includes(`${name}=`) ? `${name}=${value}` : join(`${name}=${value}`);
      const { maxLength: most } = property;
      for (const letter of property.pattern === undefined ? ['a', encodeURIComponent(whale)] : ['a']) {
        variants.push({
          name: `${name}: ${most + 1} × ${decodeURIComponent(letter)}`,
          search: own(letter.repeat(most + 1)),
          expected: 'refused',
        });
        if (name === 'page') continue;
        for (const count of [most - 1, most])
          variants.push({
            name: `${name}: ${count} × ${decodeURIComponent(letter)}`,
            search: own(letter.repeat(count)),
            expected: 'allowed',
          });
      }
      variants.push({ name: `${name}: a NUL`, search: own('a%00b'), expected: 'refused' });
      variants.push({ name: `${name}: half a pair`, search: own('%ED%A0%80'), expected: 'refused' });
    }
    if (name === 'page' && schema.properties?.['limit'] !== undefined) add('page=tampered', 'refused');
  }
  return variants;
}
