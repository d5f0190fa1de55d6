import { AppError, nearestWord } from '../../base/index.ts';
import {
  isOperationId,
  operationIds,
  operations,
  parametersOf,
  type OperationId,
} from '../../contract/index.ts';

/** One call of an operation. */
export interface ApiCall {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export interface ApiArguments {
  /** An operation's name, or an HTTP method. */
  readonly operation: string;
  /** The path after a method, and parameters as `name=value`. */
  readonly rest: readonly string[];
  /** `name=value` (text), `name:=value` (JSON), `name=@file` (the file's text). */
  readonly fields: readonly string[];
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Makes a call from the typed words. `readFile` gives the text of `@file` values. */
export function apiCallOf(
  { operation, rest, fields }: ApiArguments,
  readFile: (path: string) => string,
): ApiCall {
  const found = methods.includes(operation.toUpperCase())
    ? byPath(operation.toUpperCase(), rest)
    : byName(operation, rest);
  const row = operations[found.operation];
  const inQuery = Object.keys((row.query as { properties?: object }).properties ?? {});
  const values = fields.map((field) => fieldOf(field, readFile));
  const query: Record<string, unknown> = { ...found.query };
  const body: Record<string, unknown> = {};
  const takesBody = row.body !== null;
  for (const [name, value] of values) {
    if (!takesBody || (inQuery.includes(name) && !bodyFieldsOf(row.body).includes(name))) query[name] = value;
    else set(body, name, value);
  }
  return { operation: found.operation, params: found.params, query, body: takesBody ? body : undefined };
}

type Target = Pick<ApiCall, 'operation' | 'params' | 'query'>;

function byName(name: string, rest: readonly string[]): Target {
  if (!isOperationId(name)) {
    const meant = nearestWord(name, operationIds);
    throw new AppError('USAGE', `there is no operation ${name}${meant ? `; did you mean ${meant}?` : ''}`, {
      hint: '`tidemark api --list` prints all of them; METHOD /path works as well.',
    });
  }
  const names = parametersOf(operations[name].path);
  const params: Record<string, string> = {};
  for (const [index, argument] of rest.entries()) {
    const [, given, value] = /^([A-Za-z]+)=(.*)$/s.exec(argument) ?? [undefined, names[index], argument];
    if (given === undefined || !names.includes(given)) {
      throw new AppError('USAGE', `${name} has no parameter ${given ?? argument}`, {
        hint:
          names.length === 0
            ? 'It takes none.'
            : `It takes ${names.join(', ')}. Fields of the query or body go with -f.`,
      });
    }
    params[given] = value ?? '';
  }
  const missing = names.filter((parameter) => !params[parameter]);
  if (missing.length > 0) {
    throw new AppError('USAGE', `${name} needs ${missing.join(' and ')}`, {
      hint: `For example: tidemark api ${name} ${names.map((parameter) => `${parameter}=…`).join(' ')}`,
    });
  }
  return { operation: name, params, query: {} };
}

function byPath(method: string, rest: readonly string[]): Target {
  const [given, ...more] = rest;
  if (given === undefined || more.length > 0) {
    throw new AppError('USAGE', `${method} takes one path`, {
      hint: 'For example: tidemark api GET /spaces/abc. Fields go with -f.',
    });
  }
  const [pathText = '', search = ''] = given.replace(/^https?:\/\/[^/]+/, '').split('?');
  const path = `/v1/${pathText.replace(/^\/?(v1\/|v1$)?/, '')}`.replace(/\/$/, '');
  const parts = path.split('/');
  for (const operation of operationIds) {
    const row = operations[operation];
    if (row.method !== method) continue;
    const params = match(row.path.split('/'), parts);
    if (params) return { operation, params, query: Object.fromEntries(new URLSearchParams(search)) };
  }
  const others = operationIds
    .filter((id) => match(operations[id].path.split('/'), parts))
    .map((id) => operations[id].method);
  throw new AppError('USAGE', `no operation answers to ${method} ${path}`, {
    hint:
      others.length > 0
        ? `That path takes ${others.join(', ')}.`
        : '`tidemark api --list` prints all of them.',
  });
}

function match(template: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, wanted] of template.entries()) {
    const part = parts[index];
    const name = /^\{(.+)\}$/.exec(wanted)?.[1];
    if (part === undefined || (name !== undefined && part === '')) return null;
    if (name === 'pagePath') {
      params[name] = decodeURIComponent(parts.slice(index).join('/'));
      return params;
    }
    if (name !== undefined) params[name] = decodeURIComponent(part);
    else if (part !== wanted) return null;
  }
  return template.length === parts.length ? params : null;
}

function bodyFieldsOf(schema: unknown): readonly string[] {
  const {
    properties = {},
    anyOf = [],
    allOf = [],
  } = (schema ?? {}) as { properties?: object; anyOf?: unknown[]; allOf?: unknown[] };
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(bodyFieldsOf)];
}

function fieldOf(field: string, readFile: (path: string) => string): [string, unknown] {
  const [, name, kind, text] = /^([^=:]+)(:?=)(.*)$/s.exec(field) ?? [];
  if (name === undefined || text === undefined) {
    throw new AppError('USAGE', `--field ${field} is not of the form name=value`, {
      hint: 'name=text, name:=JSON, name=@file; a dot in the name goes deeper: body.markdown=Hello.',
    });
  }
  if (kind !== ':=') return [name, text.startsWith('@') ? readFile(text.slice(1)) : text];
  try {
    return [name, JSON.parse(text)];
  } catch (cause) {
    throw new AppError('USAGE', `--field ${name}:= is not followed by JSON: ${text}`, { cause });
  }
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split('.');
  let at = target;
  for (const part of path.slice(0, -1)) {
    if (!Object.hasOwn(at, part)) at[part] = {};
    at = at[part] as Record<string, unknown>;
  }
  at[path.at(-1) ?? name] = value;
}
