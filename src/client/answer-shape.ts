import { definitions, definitionsPrefix, isIdentity, longestIdentity } from '../contract/index.ts';

/** What is wrong with an answer, and where, as a JSON pointer. */
export interface Fault {
  readonly pointer: string;
  readonly problem: string;
}

/** The members of JSON Schema that the contract's answers use and that matter here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** Finds what is wrong with a value; the steps of the path are added at the end, while the finding is passed up. */
type Check = (value: unknown, depth: number) => Finding | null;
interface Finding {
  readonly problem: string;
  readonly steps: string[];
}

/** No content is nested as deeply as this; so recursive code need not handle deeper answers. */
const deepest = 256;

/**
 * Finds what is wrong with an answer, according to its schema. Answers are open: unknown fields, unknown values of an enumeration
 * and unknown kinds of objects are accepted, and an optional field that is null counts as absent (it is removed from the value).
 * Fields of the contract must have the contract's type, fields that are required and more than decoration must be there, and an
 * identity must be usable as a name and as a part of a path.
 */
export function faultOf(schema: object, value: unknown): Fault | null {
  const finding = checkOf(schema)(value, 0);
  if (finding === null) return null;
  const steps = finding.steps.reverse().map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  return { pointer: steps.map((step) => `/${step.slice(0, 80)}`).join(''), problem: finding.problem };
}

/** The schema of a list's items; null if the answer is not one of the interface's lists. */
export function itemSchemaOf(schema: object): object | null {
  return resolved(schema).properties?.['items']?.items ?? null;
}

const checks = new WeakMap<object, Check>();

/** Each schema becomes a function when it is first needed, because resources contain each other in circles. */
function checkOf(schema: Schema): Check {
  let check = checks.get(schema);
  if (check === undefined) {
    let made: Check | undefined;
    check = (value, depth) => (made ??= makeCheck(schema))(value, depth);
    checks.set(schema, check);
  }
  return check;
}

function makeCheck(schema: Schema): Check {
  if (schema.$ref !== undefined) return checkOf(resolved(schema));
  if (schema.anyOf) return unionCheck(schema.anyOf.map(resolved));
  switch (schema.type) {
    case 'object':
      return objectCheck(schema);
    case 'array':
      return listCheck(schema);
    case 'string':
      return stringCheck(schema);
    case 'integer':
      return kindCheck('number');
    case undefined:
      return () => null;
    default:
      return kindCheck(schema.type);
  }
}

function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return (definitions as unknown as Record<string, Schema>)[schema.$ref.slice(definitionsPrefix.length)]!;
}

function kindCheck(kind: string): Check {
  return (value) => (kindOf(value) === kind ? null : otherKind(value, kind));
}

function stringCheck(schema: Schema): Check {
  if (isIdentity(schema))
    return (value) => (typeof value === 'string' ? identityFinding(value) : otherKind(value, 'string'));
  if (schema.format === 'date-time')
    return (value) => {
      if (typeof value !== 'string') return otherKind(value, 'string');
      return Number.isFinite(Date.parse(value)) ? null : finding('is not a point in time');
    };
  return kindCheck('string');
}

/** Checks an identity, because it becomes part of addresses, and of names of records and files. */
function identityFinding(value: string): Finding | null {
  if (value === '') return finding('is an empty identity');
  if (value === '.' || value === '..') return finding('is an identity that leads to another path');
  if (value.length > longestIdentity)
    return finding(`is an identity of more than ${longestIdentity} characters`);
  if (/\p{Surrogate}/u.test(value)) return finding('is an identity with half of a surrogate pair');
  if (/\p{Cc}/u.test(value)) return finding('is an identity with a control character');
  return null;
}

/** Fields whose texts become file names; they have the same names in every resource. */
const namesOfFiles = new Set(['slug', 'path']);

function objectCheck({ properties = {}, required = [], additionalProperties }: Schema): Check {
  const needed = new Set(required);
  const fields = Object.entries(properties)
    // Services mark the end of a list in several ways; the code that reads the list knows them.
    .filter(([name]) => name !== 'next' || properties['items'] === undefined)
    .map(([name, schema]) => ({
      name,
      check:
        namesOfFiles.has(name) && schema.type === 'string' ? nameCheck(checkOf(schema)) : checkOf(schema),
      needed: needed.has(name) && !mayBeMissing(resolved(schema)),
      required: needed.has(name),
      canBeNull: allowsNull(schema),
    }));
  const others = typeof additionalProperties === 'object' ? checkOf(additionalProperties) : null;
  return (value, depth) => {
    if (kindOf(value) !== 'object') return otherKind(value, 'object');
    if (depth > deepest) return finding('is nested too deeply');
    const object = value as Record<string, unknown>;
    for (const { name, check, needed, required, canBeNull } of fields) {
      const member = Object.hasOwn(object, name) ? object[name] : undefined;
      if (member === undefined) {
        if (needed) return finding(`lacks "${name}"`);
      } else if (member === null && !required && !canBeNull) delete object[name];
      else {
        const found = check(member, depth + 1);
        if (found !== null) return withOuterStep(found, name);
      }
    }
    if (others !== null)
      for (const [name, member] of Object.entries(object)) {
        const found = Object.hasOwn(properties, name) ? null : others(member, depth + 1);
        if (found !== null) return withOuterStep(found, name);
      }
    return null;
  };
}

/**
 * Whether a required field may be missing, because it is constant, can only say no, or is decoration: a service without it should
 * still be mirrored.
 */
function mayBeMissing({ type, const: mark, format }: Schema): boolean {
  return (
    type === 'boolean' || mark !== undefined || format === 'emoji' || format === 'icon' || format === 'uri'
  );
}

function nameCheck(inner: Check): Check {
  return (value, depth) =>
    typeof value === 'string' && /\p{Surrogate}/u.test(value)
      ? finding('is a name with half of a surrogate pair')
      : inner(value, depth);
}

function listCheck({ items = {} }: Schema): Check {
  const check = checkOf(items);
  return (value, depth) => {
    if (!Array.isArray(value)) return otherKind(value, 'array');
    if (depth > deepest) return finding('is nested too deeply');
    for (let index = 0; index < value.length; index += 1) {
      const found = check(value[index], depth + 1);
      if (found !== null) return withOuterStep(found, String(index));
    }
    return null;
  };
}

/** A value has to match the branch whose kind it names; a kind that no branch knows is new to us, and only its identity is checked. */
function unionCheck(schemas: readonly Schema[]): Check {
  const branches = schemas.map((schema) => ({
    check: checkOf(schema),
    kind: schema.type === 'integer' ? 'number' : schema.type,
    marks: Object.entries(schema.properties ?? {}).filter(
      ([name, { const: mark }]) => mark !== undefined && schema.required?.includes(name),
    ),
  }));
  const identities = new Map(
    schemas.flatMap(({ properties = {} }) =>
      Object.entries(properties).filter(([, schema]) => isIdentity(schema)),
    ),
  );
  return (value, depth) => {
    const kind = kindOf(value);
    const fitting = branches.filter((branch) => branch.kind === undefined || branch.kind === kind);
    if (fitting.length === 0) return otherKind(value, branches[0]?.kind ?? 'object');
    const object = value as Record<string, unknown>;
    const said = fitting.find(
      ({ marks }) => marks.length > 0 && marks.every(([name, { const: mark }]) => object[name] === mark),
    );
    if (said) return said.check(value, depth);
    const hasMarks = kind === 'object' && fitting.some(({ marks }) => marks.length > 0);
    if (!hasMarks) {
      const found = fitting.map(({ check }) => check(value, depth));
      return found.includes(null) ? null : (found[0] ?? null);
    }
    if (!fitting.some(({ marks }) => marks.some(([name]) => typeof object[name] === 'string')))
      return finding(`does not say what it is: "${fitting[0]?.marks[0]?.[0] ?? 'type'}" is missing`);
    for (const [name, schema] of identities) {
      const found = Object.hasOwn(object, name) ? checkOf(schema)(object[name], depth + 1) : null;
      if (found !== null) return withOuterStep(found, name);
    }
    return null;
  };
}

function allowsNull(schema: Schema): boolean {
  const { type, anyOf = [] } = resolved(schema);
  return type === 'null' || type === undefined ? anyOf.length === 0 || anyOf.some(allowsNull) : false;
}

function finding(problem: string): Finding {
  return { problem, steps: [] };
}

function withOuterStep(found: Finding, step: string): Finding {
  found.steps.push(step);
  return found;
}

const names: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

function otherKind(value: unknown, wanted: string): Finding {
  return finding(`is ${names[kindOf(value)] ?? 'nothing'}, not ${names[wanted] ?? wanted}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
