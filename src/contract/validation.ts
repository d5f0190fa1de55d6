import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import { AppError } from '../base/index.ts';
import { formats } from './formats.ts';
import { operations } from './operations/index.ts';
import type { BodyOf, OperationId, ParamsOf, QueryOf } from './operations/index.ts';
import { maxProblems, printProblem, problemsOf } from './problems.ts';
import type { Problem } from './problems.ts';
import { readQuery } from './query.ts';
import { definitions } from './resources/index.ts';
import { textProblems } from './well-formed.ts';

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly Problem[] };

let ajv: Ajv.Ajv2020 | undefined;

/** The validator is loaded and made when it is first needed: a client never needs one. */
function validator(): Ajv.Ajv2020 {
  if (ajv !== undefined) return ajv;
  const library = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  ajv = new library.Ajv2020({
    strict: true,
    // An `enum` or `const` beside `anyOf` implies its type by its values.
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    // The words for a union that fails come from the schemas of its forms.
    verbose: true,
    formats: Object.fromEntries(Object.entries(formats).map(([name, validate]) => [name, { validate }])),
  });
  ajv.addSchema({ $id: 'contract', $defs: definitions });
  return ajv;
}

const compiled = new Map<object, Ajv.ValidateFunction>();

/** Each schema is compiled once, when it is first asked for. */
function validatorOf(schema: object): Ajv.ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = validator().compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

function check(where: Problem['in'], schema: object, value: unknown): Problem[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : problemsOf(where, validate.errors ?? []);
}

function parsed<Value>(value: unknown, problems: readonly Problem[]): Parsed<Value> {
  // The schema has just been checked, so the value has the schema's type.
  return problems.length === 0 ? { ok: true, value: value as Value } : { ok: false, problems };
}

/** Checks the values of an operation's path, after percent-decoding (once). */
export function parseParams<Id extends OperationId>(
  id: Id,
  values: Readonly<Record<string, string>>,
): Parsed<ParamsOf<Id>> {
  const problems = [
    ...check('path', operations[id].params, { ...values }),
    ...textProblems('path', values),
    ...Object.entries(values)
      .filter(([, value]) => value === '.' || value === '..')
      .map(([name]): Problem => ({
        in: 'path',
        pointer: `/${name}`,
        message: 'must not be a relative path',
      })),
  ];
  return parsed(values, problems);
}

/** Reads and checks a raw query string (with or without its `?`). */
export function parseQuery<Id extends OperationId>(id: Id, search: string): Parsed<QueryOf<Id>> {
  // TypeBox types do not name the JSON Schema members that `readQuery` needs.
  const schema = operations[id].query as { properties?: Record<string, { type?: string }> };
  const { values, problems } = readQuery(search, schema.properties ?? {});
  const known = new Set(problems.map(({ pointer }) => pointer));
  const more = [...check('query', operations[id].query, values), ...textProblems('query', values)];
  return parsed({ ...values }, [...problems, ...more.filter(({ pointer }) => !known.has(pointer))]);
}

/** Checks a body that was parsed from JSON. `undefined` means that the body is absent. */
export function parseBody<Id extends OperationId>(id: Id, value: unknown): Parsed<BodyOf<Id>> {
  const { body, bodyRequired } = operations[id];
  if (body === null) {
    const empty = value === undefined || isEmptyObject(value);
    return parsed(
      undefined,
      empty ? [] : [{ in: 'body', pointer: '', message: 'must be absent: this operation takes no body' }],
    );
  }
  if (value === undefined && bodyRequired) {
    return parsed(undefined, [{ in: 'body', pointer: '', message: 'is required' }]);
  }
  const given = value ?? (value === undefined ? {} : value);
  return parsed(given, [...check('body', body, given), ...textProblems('body', given)].slice(0, maxProblems));
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

/** Lists what is wrong with an answer of our own service; for tests and for the service's self-check. */
export function resultProblems(id: OperationId, status: number, value: unknown): Problem[] {
  const { success, errors } = operations[id];
  if (status >= 400) {
    const declared = status === 500 || (errors as readonly number[]).includes(status);
    return [
      ...(declared
        ? []
        : [{ in: 'body', pointer: '', message: `status ${status} is not declared` } as const]),
      ...check('body', definitions.Error, value),
    ];
  }
  if (status !== success.status && !success.also.includes(status)) {
    return [{ in: 'body', pointer: '', message: `status ${status} is not declared` }];
  }
  if (success.schema === null) {
    const empty = value === undefined || value === '';
    return empty ? [] : [{ in: 'body', pointer: '', message: 'must be empty' }];
  }
  return check('body', success.schema, value);
}

/** Checks a value against a named resource. */
export function definitionProblems(name: keyof typeof definitions, value: unknown): Problem[] {
  return check('body', definitions[name], value);
}

/** The failure to answer with when a request has problems: all of them in one message. */
export function badRequest(problems: readonly Problem[]): AppError {
  return new AppError('BAD_REQUEST', problems.map(printProblem).join('; '), { data: { problems } });
}
