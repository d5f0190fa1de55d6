/**
 * Bytes that are not HTTP never become a request, so Node answers them itself, with an empty body. This module answers them in the form of
 * every other failure; the connection ends, since nobody knows where a next request would begin.
 */
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../base/index.ts';
import type { CountAddress } from './callers.ts';
import { errorBody } from './errors.ts';

/** Answers bytes that are not a request, unless this connection is sending an answer already. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  countAddress: CountAddress,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable || answerHasBegun(socket)) {
    socket.destroy(error);
    return;
  }
  const failure = failureOf(error.code ?? '');
  const body = JSON.stringify(errorBody(failure));
  const head = Object.entries({
    ...headersOf(body),
    ...countAddress(socket.remoteAddress),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`, ...head, '', body].join('\r\n'));
}

function headersOf(body: string): Record<string, string | number> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}

/** Refuses `Expect: …` with anything but `100-continue`, in the interface's form of failure. */
export function refuseExpectHeader(server: Server, countAddress: CountAddress): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const failure = new AppError(
      'EXPECTATION_FAILED',
      'The Expect header asks for something that this service does not do.',
    );
    const body = JSON.stringify(errorBody(failure));
    response
      .writeHead(failure.status, {
        ...headersOf(body),
        ...countAddress(request.socket.remoteAddress),
        connection: 'close',
      })
      .end(body);
  });
}

/** The failure for each error name of Node's HTTP parser. */
function failureOf(code: string): AppError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('HEADERS_TOO_LARGE', 'The request line and the headers are too large together.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError('TOO_LARGE', 'The extensions of the chunks are too large.');
    case 'HPE_UNEXPECTED_CONTENT_LENGTH':
    case 'HPE_INVALID_CONTENT_LENGTH':
    case 'HPE_INVALID_TRANSFER_ENCODING':
    case 'HPE_UNEXPECTED_TRANSFER_ENCODING':
      return new AppError(
        'BAD_REQUEST',
        'The request says its length twice, or in a way that nobody can read.',
      );
    default:
      return new AppError('BAD_REQUEST', 'The request cannot be read as HTTP.');
  }
}

/** Node keeps the answer that a connection is sending in a field without a public name. */
function answerHasBegun(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}
