import { AppError } from '../base/index.ts';
import { definitions, definitionsPrefix, operations } from '../contract/index.ts';
import type { OperationId } from '../contract/index.ts';
import { describeCall, failureOf } from './failure.ts';
import type { HttpRequest, HttpResponse } from '../http/index.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the answer to an operation: its value, `undefined` when it is empty by contract, or a thrown failure. */
export function readAnswer(id: OperationId, request: HttpRequest, response: HttpResponse): unknown {
  const { method, success } = operations[id];
  const { status } = response;
  // A deletion that finds nothing has what it wants; hosted servers also say 205 for "deleted now".
  if (method === 'DELETE' && status === 404) return undefined;
  if (status < 200 || status > 299) throw failureOf(id, request, response);
  if (success.schema === null) return undefined;
  const value = readJson(id, response);
  const problem = wrongShape(resolved(success.schema), value);
  if (problem !== null) throw invalid(id, problem, response);
  return value;
}

/** Parses a JSON body, after checking that it says that it is one and that it is UTF-8. */
function readJson(id: OperationId, response: HttpResponse): unknown {
  const type = (response.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type !== 'application/json' && !/^application\/[a-z0-9.+-]{1,80}\+json$/.test(type)) {
    throw invalid(id, `is ${type === '' ? 'of no type' : type}, not JSON`, response);
  }
  let text: string;
  try {
    text = utf8.decode(response.body);
  } catch (cause) {
    throw invalid(id, 'is not UTF-8', response, cause);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw invalid(id, 'is not complete JSON', response, cause);
  }
}

function invalid(id: OperationId, problem: string, { status }: HttpResponse, cause?: unknown): AppError {
  return new AppError('ANSWER_INVALID', `The answer to ${describeCall(id)} ${problem}`, {
    hint: 'Check that the configured address is the interface of the service, and not a login page or a proxy.',
    data: { operation: id, status },
    ...(cause === undefined ? {} : { cause }),
  });
}

interface ObjectSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly required?: readonly string[];
}

/** Members that callers walk over or use as keys; all else is taken as it comes, and may be new to us. */
const leanedOn: Readonly<Record<string, 'string' | 'array' | 'object'>> = {
  id: 'string',
  items: 'array',
  pages: 'array',
  files: 'array',
  changes: 'array',
  revision: 'string',
};

/** The members of JSON Schema that matter here; a use of a named resource stands for that resource. */
function resolved(schema: object): ObjectSchema {
  const { $ref } = schema as ObjectSchema;
  return $ref === undefined
    ? schema
    : (definitions as Record<string, object>)[$ref.slice(definitionsPrefix.length)]!;
}

function wrongShape(schema: ObjectSchema, value: unknown): string | null {
  const type = schema.type ?? 'object';
  if (kindOf(value) !== type && kindOf(value) !== 'array')
    return `is not ${type === 'array' ? 'a list' : 'an object'}`;
  if (kindOf(value) !== type) return 'is a list, not an object';
  for (const name of schema.required ?? []) {
    const expected = leanedOn[name];
    if (expected !== undefined && kindOf((value as Record<string, unknown>)[name]) !== expected) {
      return `lacks "${name}", or has something else there`;
    }
  }
  return null;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
