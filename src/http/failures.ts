import { AppError, isAppError, messageOf } from '../base/index.ts';
import type { HttpRequest, HttpResponse } from './port.ts';
import { defaultMaxBytes } from './port.ts';
import type { Proxy } from './proxies.ts';

/** Whether a request without an answer may have had an effect. */
export type Processed = 'no' | 'unknown';

/** A request, for a message: without its query, which may contain a share key. */
export function describeRequest(request: HttpRequest): string {
  return `${request.method} ${request.url.split(/[?#]/, 1)[0]}`;
}

export function noAnswer(request: HttpRequest, processed: Processed, cause: unknown): AppError {
  const unknownName = nameFailure(cause);
  return new AppError(
    'NO_ANSWER',
    `${describeRequest(request)} got no answer: ${unknownName ?? messageOf(cause)}`,
    {
      hint:
        unknownName === null
          ? 'Check that the service runs and that this machine can reach it.'
          : 'Check the name in the address, and the name servers of this machine (`getent hosts NAME`).',
      cause,
      data: { processed },
    },
  );
}

/** What is wrong when the name could not be resolved, so that no server was asked. */
function nameFailure(cause: unknown): string | null {
  const { code, hostname = 'of the address' } = (cause ?? {}) as { code?: unknown; hostname?: string };
  if (code === 'ENOTFOUND') return `DNS does not know the name ${hostname}`;
  return code === 'EAI_AGAIN' ? `DNS gives no answer for the name ${hostname}` : null;
}

/**
 * The same failure, and that the request went through a proxy, which may be the cause. The address is told without its password.
 * `data.maybeProxy` is true unless a proxy answered that it could not reach the host.
 */
export function failureThroughProxy(
  error: unknown,
  request: HttpRequest,
  { address, variable }: Proxy,
): unknown {
  if (!isAppError(error, 'NO_ANSWER') && !isAppError(error, 'TIMEOUT')) return error;
  const through = `the proxy ${address.origin} (${variable})`;
  const refusal = proxyRefusal(error.cause);
  const message =
    refusal === null
      ? `${error.message} (through ${through})`
      : `${describeRequest(request)} got no answer: ${through} ${refusal}`;
  return new AppError(error.code, message, {
    hint: `Check the proxy, or name the host in NO_PROXY if this machine reaches it directly.`,
    cause: error.cause,
    data: {
      ...error.data,
      maybeProxy: refusal === null || refusal === wantsPassword,
      ...(refusal === null ? {} : { processed: 'no' satisfies Processed }),
    },
  });
}

/** What a proxy that answered says of a request that it did not pass on. */
function proxyRefusal(cause: unknown): string | null {
  const message = cause instanceof Error ? cause.message : '';
  const status = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  if (status === null) return null;
  const code = status[1] ?? status[2];
  return code === '407' ? wantsPassword : `answered ${code}`;
}

const wantsPassword = 'wants a user name and a password (407)';

export function timedOut(request: HttpRequest, timeoutMs: number): AppError {
  return new AppError('TIMEOUT', `${describeRequest(request)} took longer than ${timeoutMs} ms`, {
    hint: 'The service or the network is slow; try again later.',
    data: { processed: 'unknown' satisfies Processed, timeoutMs },
  });
}

export function cancelled(request: HttpRequest, cause: unknown): AppError {
  return new AppError('CANCELLED', `${describeRequest(request)} was cancelled`, { cause });
}

export function tooLarge(request: HttpRequest): AppError {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  return new AppError(
    'ANSWER_TOO_LARGE',
    `The answer to ${describeRequest(request)} is larger than ${maxBytes} bytes`,
    {
      data: { maxBytes },
    },
  );
}

/** The address of a request; refuses addresses to which a transport must not connect. */
export function addressOf(request: HttpRequest): URL {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('ADDRESS_REFUSED', `${describeRequest(request)}: not an http or https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError(
      'ADDRESS_REFUSED',
      `${request.method} ${url.host}: an address must not carry a password`,
    );
  }
  return url;
}

/** Refuses a redirect: a token is bound to one origin, and a body must not be sent on. */
export function refuseRedirect(request: HttpRequest, { status, headers }: Omit<HttpResponse, 'body'>): void {
  if (status < 300 || status > 399 || status === 304) return;
  const target = headers['location'];
  throw new AppError(
    'REDIRECT_REFUSED',
    `${describeRequest(request)} answered ${status}, a redirect${target === undefined ? '' : ` to ${target.split(/[?#]/, 1)[0]}`}`,
    {
      hint: 'Configure the address that the service really has.',
      data: { status, ...(target === undefined ? {} : { location: target }) },
    },
  );
}

/** Whether a failure shows for certain that the request had no effect. */
export function hadNoEffect(error: unknown): boolean {
  if (isAppError(error, 'ADDRESS_REFUSED')) return true;
  return isAppError(error, 'NO_ANSWER') && error.data?.['processed'] === 'no';
}
