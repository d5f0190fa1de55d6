import { AppError, isAppError, messageOf } from '../base/index.ts';
import type { ErrorCode } from '../base/index.ts';
import { operations } from '../contract/index.ts';
import type { OperationId } from '../contract/index.ts';
import { hadNoEffect } from '../http/index.ts';
import type { HttpRequest, HttpResponse } from '../http/index.ts';

/** An operation, for a message: its name and its row of the table, without identifiers. */
export function describeCall(id: OperationId): string {
  return `${id} (${operations[id].method} ${operations[id].path})`;
}

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT',
  412: 'WRONG_STATE',
  413: 'TOO_LARGE',
  415: 'WRONG_CONTENT_TYPE',
  422: 'UNPROCESSABLE',
  429: 'RATE_LIMITED',
  501: 'NOT_AVAILABLE',
  503: 'OVERLOADED',
};

const hints: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: 'Check the token: it may be mistyped, expired or revoked.',
  FORBIDDEN: 'The token is valid, but its user lacks the right for this.',
  NOT_FOUND: 'Check the id; what you may not see also answers like this.',
  RATE_LIMITED: 'The service limits requests; try again later.',
  OVERLOADED: 'The service is overloaded or down; try again later.',
  REMOTE_FAILED: 'The service failed; try again later, and tell its operator if it lasts.',
};

/** The failure for a status that means one, with the server's own message if it gave one. */
export function failureOf(id: OperationId, request: HttpRequest, response: HttpResponse): AppError {
  const { status } = response;
  const said = serverMessage(response);
  const code = codes[status] ?? 'REMOTE_FAILED';
  const hint = hints[code];
  const failure = new AppError(
    code,
    `${describeCall(id)} answered ${status}${said === null ? '' : `: ${said}`}`,
    {
      ...(hint === undefined ? {} : { hint }),
      data: { operation: id, status, url: request.url.split(/[?#]/, 1)[0] },
    },
  );
  return status >= 500 && status !== 501 ? unknownOutcome(id, failure) : failure;
}

/**
 * A write that may or may not have happened has its own code, so that nobody repeats it before looking. Reads, and writes that
 * certainly had no effect, keep their own failure.
 */
export function unknownOutcome(id: OperationId, error: unknown): AppError {
  const own =
    error instanceof AppError
      ? error
      : new AppError('NO_ANSWER', `${describeCall(id)} got no answer: ${messageOf(error)}`, { cause: error });
  if (operations[id].method === 'GET' || hadNoEffect(own)) return own;
  return new AppError('OUTCOME_UNKNOWN', `${own.message}; it may have been done all the same`, {
    hint: 'Look whether it was done before trying again.',
    cause: own,
    data: { ...own.data, operation: id, reason: own.code },
  });
}

/**
 * Failures of a transport, or of reading its answer, after which a write may have happened. A caller who cancels a write knows
 * that, and gets the cancellation back.
 */
export function mayHaveHadEffect(error: unknown): boolean {
  return isAppError(error, 'NO_ANSWER', 'TIMEOUT', 'ANSWER_INVALID', 'ANSWER_TOO_LARGE', 'REDIRECT_REFUSED');
}

const longestMessage = 500;

/** The text of `{"error":{"code","message"}}`, shortened; null when the body has another form. */
function serverMessage({ body }: HttpResponse): string | null {
  if (body.length > 64 * 1024) return null;
  try {
    const value = JSON.parse(new TextDecoder().decode(body)) as {
      error?: { message?: unknown } | null;
    } | null;
    const message = value?.error?.message;
    if (typeof message !== 'string' || message === '') return null;
    return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
  } catch {
    return null;
  }
}
