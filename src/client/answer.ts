import { AppError } from '../base/index.ts';
import { operations } from '../contract/index.ts';
import type { OperationId } from '../contract/index.ts';
import type { CallOptions } from './call.ts';
import { faultOf, itemSchemaOf, type Fault } from './answer-shape.ts';
import { describeCall, failureOf } from './failure.ts';
import type { HttpRequest, HttpResponse } from '../http/index.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the answer to an operation: its value, `undefined` when it is empty by contract, or a thrown failure. */
export function readAnswer(
  id: OperationId,
  request: HttpRequest,
  response: HttpResponse,
  onBadItem?: CallOptions['onBadItem'],
): unknown {
  const { method, success } = operations[id];
  const { status } = response;
  // A deletion that finds nothing has reached its goal; hosted servers also answer 205 for "deleted now".
  if (method === 'DELETE' && status === 404) return undefined;
  if (status < 200 || status > 299) throw failureOf(id, request, response);
  if (success.schema === null) return undefined;
  const value = readJson(id, response);
  if (onBadItem) leaveOutBadItems(id, value, response, onBadItem);
  const fault = faultOf(success.schema, value);
  if (fault !== null) throw invalidAnswer(id, fault, response);
  return value;
}

/** Parses a JSON body, after checking that its type is JSON and its encoding UTF-8. */
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

function leaveOutBadItems(
  id: OperationId,
  value: unknown,
  response: HttpResponse,
  onBadItem: NonNullable<CallOptions['onBadItem']>,
): void {
  const list = value as { items?: unknown } | null;
  const { schema } = operations[id].success;
  const itemSchema = schema === null ? null : itemSchemaOf(schema);
  if (itemSchema === null || !Array.isArray(list?.items)) return;
  list.items = list.items.filter((item: unknown, index) => {
    const fault = faultOf(itemSchema, item);
    if (fault === null) return true;
    const pointer = `/items/${index}${fault.pointer}`;
    onBadItem({ item, reason: invalidAnswer(id, { ...fault, pointer }, response) });
    return false;
  });
}

/** The error about an answer that is JSON but breaks the contract. */
function invalidAnswer(id: OperationId, { pointer, problem }: Fault, { status }: HttpResponse): AppError {
  const where = pointer === '' ? ': it' : `: what stands at ${pointer}`;
  return new AppError(
    'ANSWER_INVALID',
    `The answer to ${describeCall(id)} is not as agreed${where} ${problem}`,
    {
      hint: 'The service is at fault: tell its operator. Nothing was concluded from this answer.',
      data: { operation: id, status, pointer, problem },
    },
  );
}
