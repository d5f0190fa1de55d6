import { EventEmitter } from 'node:events';
import { Pool } from 'undici';
import { AppError } from '../base/index.ts';
import { publicConnector } from './public-connector.ts';
import { addressOf, cancelled, noAnswer, refuseRedirect, timedOut, tooLarge } from './failures.ts';
import { acceptedEncodings, decodeBody } from './decode.ts';
import { defaultMaxBytes, defaultTimeoutMs } from './port.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

export interface UndiciTransportOptions {
  /** Sockets to one origin at a time. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  /** Reach addresses of the open internet alone; for addresses that somebody else chose. */
  readonly publicOnly?: boolean;
}

/** Failures of a socket before anything was sent on it: the server cannot have seen the request. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The real transport: one pool of sockets for each origin, one request on a socket at a time. */
export function createUndiciTransport({
  connections = 16,
  connectTimeoutMs = 10_000,
  publicOnly = false,
}: UndiciTransportOptions = {}): HttpTransport {
  const pools = new Map<string, Pool>();

  function poolOf(origin: string): Pool {
    let pool = pools.get(origin);
    if (pool === undefined) {
      // The deadline of a request covers headers and body, so undici's own timers stay off.
      pool = new Pool(origin, {
        connections,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: publicOnly ? publicConnector(connectTimeoutMs) : { timeout: connectTimeoutMs },
      });
      pools.set(origin, pool);
    }
    return pool;
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { origin, pathname, search } = addressOf(request);
    const { signal, timeoutMs = defaultTimeoutMs } = request;
    if (signal?.aborted === true) throw cancelled(request, signal.reason);
    // An emitter does here what an AbortController does, for a tenth of its cost.
    const stop = new EventEmitter();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      stop.emit('abort');
    }, timeoutMs);
    const abort = (): void => void stop.emit('abort');
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const answer = await poolOf(origin).request({
        method: request.method,
        path: `${pathname}${search}`,
        headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
        body: request.body ?? null,
        signal: stop,
      });
      const headers = flatten(answer.headers);
      const discard = (): void => {
        answer.body.on('error', () => undefined).destroy();
      };
      try {
        refuseRedirect(request, { status: answer.statusCode, headers });
      } catch (error) {
        discard();
        throw error;
      }
      const raw = await readCapped(request, answer.body, headers['content-length'], discard);
      const body = await decodeBody(request, raw, headers['content-encoding']);
      return { status: answer.statusCode, headers, body };
    } catch (error) {
      if (late) throw timedOut(request, timeoutMs);
      if (request.signal?.aborted) throw cancelled(request, request.signal.reason);
      throw isNetworkFailure(error)
        ? noAnswer(request, neverSent.has(codeOf(error)) ? 'no' : 'unknown', error)
        : error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  return {
    send,
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

async function readCapped(
  request: HttpRequest,
  body: AsyncIterable<Uint8Array>,
  contentLength: string | undefined,
  discard: () => void,
): Promise<Uint8Array> {
  const maxBytes = request.maxBytes ?? defaultMaxBytes;
  if (request.method !== 'HEAD' && Number(contentLength) > maxBytes) {
    discard();
    throw tooLarge(request);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      discard();
      throw tooLarge(request);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  // Node tries IPv4 and IPv6 and then reports both failures together.
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : '';
}

/** Everything that undici and the sockets below it throw has a code of their own; ours are `AppError`s. */
function isNetworkFailure(error: unknown): boolean {
  return !(error instanceof AppError);
}
