import type { Clock } from '../clock/index.ts';
import { AppError } from '../base/index.ts';
import { decodeBody } from './decode.ts';
import { addressOf, cancelled, noAnswer, refuseRedirect, timedOut, tooLarge } from './failures.ts';
import { defaultMaxBytes } from './port.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

/** A server in this process. An error that it throws counts as a broken connection. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * A transport without sockets, as strict as the real one: it refuses the same addresses, redirects and sizes. Time limits only
 * work with a `clock`.
 */
export function createMemoryTransport(
  handler: HttpHandler,
  { clock }: { clock?: Clock } = {},
): HttpTransport {
  let closed = false;

  async function send(request: HttpRequest): Promise<HttpResponse> {
    addressOf(request);
    const { signal } = request;
    if (signal?.aborted === true) throw cancelled(request, signal.reason);
    if (closed) throw noAnswer(request, 'no', new Error('the transport is closed'));
    const answer = await answerInTime(request, clock, handler);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    refuseRedirect(request, { status: answer.status, headers });
    if (answer.body.length > (request.maxBytes ?? defaultMaxBytes)) throw tooLarge(request);
    const body = await decodeBody(request, answer.body, headers['content-encoding']);
    return { status: answer.status, headers, body };
  }

  return {
    send,
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

async function answerInTime(
  request: HttpRequest,
  clock: Clock | undefined,
  handler: HttpHandler,
): Promise<HttpResponse> {
  const { signal, timeoutMs } = request;
  const done = new AbortController();
  const ends: Promise<never>[] = [];
  if (signal !== undefined) {
    ends.push(
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(cancelled(request, signal.reason)), {
          once: true,
          signal: done.signal,
        });
      }),
    );
  }
  if (clock !== undefined && timeoutMs !== undefined) {
    ends.push(
      clock.sleep(timeoutMs, done.signal).then(
        () => Promise.reject(timedOut(request, timeoutMs)),
        () => new Promise<never>(() => undefined),
      ),
    );
  }
  try {
    return await Promise.race([handler(request), ...ends]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw noAnswer(request, 'unknown', error);
  } finally {
    done.abort();
  }
}

interface Injectable {
  inject(options: {
    method: 'GET';
    url: string;
    headers: Record<string, string>;
    payload?: Buffer | string;
  }): Promise<{
    statusCode: number;
    headers: Record<string, number | string | string[] | undefined>;
    rawPayload: Buffer;
  }>;
}

/** A transport into a fastify application, for a service and its client in one process. */
export function createInjectTransport(app: Injectable, options: { clock?: Clock } = {}): HttpTransport {
  return createMemoryTransport(async (request) => {
    const url = new URL(request.url);
    const { statusCode, headers, rawPayload } = await app.inject({
      method: request.method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...request.headers },
      ...(request.body === undefined
        ? {}
        : { payload: typeof request.body === 'string' ? request.body : Buffer.from(request.body) }),
    });
    const flat: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : String(value);
    }
    return { status: statusCode, headers: flat, body: rawPayload };
  }, options);
}
