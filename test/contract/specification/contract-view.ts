import type { Claim, Keyword, Place } from './claims.ts';
import { printClaim } from './claims.ts';

export interface Schema {
  type?: string | string[];
  $ref?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  [keyword: string]: unknown;
}

interface Row {
  method: string;
  path: string;
  params: Schema;
  query: Schema;
  body: Schema | null;
  success: { schema: Schema | null };
}

/** The contract as plain data, so that a test can take a copy and break it. */
export interface ContractView {
  definitions: Record<string, Schema>;
  operations: Record<string, Row>;
}

/** Everything that the specification claims and the contract does not fulfil. */
export function unkept(claims: readonly Claim[], contract: ContractView): string[] {
  return claims.filter((claim) => !keeps(claim, contract)).map(printClaim);
}

function keeps(claim: Claim, contract: ContractView): boolean {
  const { at } = claim;
  switch (claim.kind) {
    case 'operation':
      return rowOf(at.root, contract) !== undefined;
    case 'field':
      return schemasAt(at, contract).length > 0;
    case 'required':
      return parentsOf(at, contract).every((parent) => (parent.required ?? []).includes(at.path.at(-1)!));
    case 'optional':
      return parentsOf(at, contract).some((parent) => !(parent.required ?? []).includes(at.path.at(-1)!));
    case 'nullable':
      return schemasAt(at, contract).some(({ type }) => type === 'null');
    case 'keyword':
      return schemasAt(at, contract).some((schema) => keywordOf(schema, claim.keyword) === claim.value);
    case 'value':
      return schemasAt(at, contract).some((schema) => allows(schema, claim.value));
    case 'result':
      return answers(claim.type, claim.list, at, contract);
  }
}

function answers(type: string | null, list: boolean, at: Place, contract: ContractView): boolean {
  if (type === null) return rowOf(at.root, contract)?.success.schema === null;
  const raw = rawSchemasAt(at, contract);
  const inner = list
    ? raw
        .flatMap((schema) => expand(schema, contract))
        .map((schema) => schema.properties?.['items']?.items ?? schema.items)
    : raw;
  return inner.some(
    (schema) =>
      schema?.$ref?.endsWith(`/${type}`) ||
      schema === contract.definitions[type] ||
      JSON.stringify(schema) === JSON.stringify(contract.definitions[type]) ||
      (schema !== undefined && expand(schema, contract).some((one) => one.$ref?.endsWith(`/${type}`))),
  );
}

function keywordOf(schema: Schema, keyword: Keyword): unknown {
  if (keyword === 'type') return schema.type === 'integer' && keyword === 'type' ? 'number' : schema.type;
  if (keyword === 'pattern' || keyword === 'format') return schema[keyword];
  const end = keyword === 'minimum' ? 'min' : 'max';
  return schema[`${end}Length`] ?? schema[`${end}Items`] ?? schema[keyword];
}

function allows(schema: Schema, value: string): boolean {
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.items !== undefined) return allows(schema.items, value);
  return schema.type === 'string' && schema.pattern === undefined && value.includes(':');
}

function rowOf(root: string, { operations }: ContractView): Row | undefined {
  const [method, path] = root.split(' ');
  return Object.values(operations).find((row) => row.method === method && row.path === path);
}

function rootOf(root: string, contract: ContractView): Schema[] {
  const [method, path, part] = root.split(' ');
  if (path === undefined) {
    const definition = contract.definitions[method!];
    return definition === undefined ? [] : [definition];
  }
  const row = rowOf(root, contract);
  if (row === undefined) return [];
  const schema = { params: row.params, query: row.query, body: row.body, result: row.success.schema }[
    part as 'query'
  ];
  return schema === null || schema === undefined ? [] : [schema];
}

/** The schemas that a place may have, references and unions taken apart. */
export function schemasAt(at: Place, contract: ContractView): Schema[] {
  return rawSchemasAt(at, contract).flatMap((schema) => expand(schema, contract));
}

function rawSchemasAt({ root, path }: Place, contract: ContractView): Schema[] {
  let schemas = rootOf(root, contract);
  for (const step of path) {
    schemas = schemas
      .flatMap((schema) => expand(schema, contract))
      .flatMap((schema) => {
        const next =
          step === '[]'
            ? (schema.items ??
              (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined))
            : schema.properties?.[step];
        return next === undefined ? [] : [next];
      });
  }
  return schemas;
}

/** The objects that have the last field of a place. */
export function parentsOf({ root, path }: Place, contract: ContractView): Schema[] {
  const name = path.at(-1)!;
  return schemasAt({ root, path: path.slice(0, -1) }, contract).filter(
    ({ properties }) => properties?.[name] !== undefined,
  );
}

function expand(schema: Schema, contract: ContractView): Schema[] {
  if (schema.$ref !== undefined) {
    const target = contract.definitions[schema.$ref.split('/').at(-1)!];
    return target === undefined ? [] : expand(target, contract);
  }
  if (schema.anyOf !== undefined)
    return [schema, ...schema.anyOf.flatMap((branch) => expand(branch, contract))];
  return [schema];
}
