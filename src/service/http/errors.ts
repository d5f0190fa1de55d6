import type { FastifyError, FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Log } from '../context.ts';

/** The body of every failure. */
export interface ErrorBody {
  readonly error: { readonly code: number; readonly message: string };
}

/** Sends a failure in the interface's form. Our own faults are logged, and the answer does not show their details. */
export function sendFailure(reply: FastifyReply, error: unknown, log: Log): FastifyReply {
  const failure = asAppError(error);
  if (failure.status >= 500 && failure.code !== 'NOT_AVAILABLE') {
    log.error(
      { operation: reply.request.routeOptions.url ?? reply.request.url.split('?')[0], err: error },
      failure.message,
    );
  }
  const wait = failure.data?.['retryAfterSeconds'];
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  const allow = failure.data?.['allow'];
  if (typeof allow === 'string') reply.header('allow', allow);
  if (failure.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure)));
}

/** A failure in the form of an answer. */
export function errorBody(failure: AppError): ErrorBody {
  return { error: { code: failure.status, message: failure.message } };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new AppError('TOO_LARGE', 'The request body is too large.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('WRONG_CONTENT_TYPE', 'The request body must be application/json.');
  }
  if (statusCode >= 400 && statusCode < 500)
    return new AppError('BAD_REQUEST', 'The request cannot be read.');
  return new AppError('INTERNAL', 'The service failed; nothing was changed.', { cause: error });
}
