import type * as Undici from 'undici';
import { publicConnector } from './public-connector.ts';
import { acceptedEncodings } from './decode.ts';
import { addressOf } from './failures.ts';
import { readOverSocket } from './socket-answer.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';

export interface UndiciTransportOptions {
  /** How many sockets to one origin are open at a time. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  /** Connects only to addresses of the public internet; for addresses that somebody else chose. */
  readonly publicOnly?: boolean;
  /** Origins (`http://host:port`) that may be private nevertheless, because the person named them. */
  readonly mayBePrivate?: (origin: string) => boolean;
}

/** Loaded by the first request: a process without requests does not pay for it. */
let library: Promise<typeof Undici> | undefined;

/** The real transport: one pool of sockets for each origin, one request on a socket at a time. */
export function createUndiciTransport({
  connections = 16,
  connectTimeoutMs = 10_000,
  publicOnly = false,
  mayBePrivate = () => false,
}: UndiciTransportOptions = {}): HttpTransport {
  const pools = new Map<string, Undici.Pool>();

  async function poolOf(origin: string): Promise<Undici.Pool> {
    let pool = pools.get(origin);
    if (pool === undefined) {
      const { Pool, buildConnector } = await (library ??= import('undici'));
      pool = pools.get(origin);
      if (pool !== undefined) return pool;
      // The deadline of a request covers headers and body, so that undici's own timers are off.
      pool = new Pool(origin, {
        connections,
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect:
          publicOnly && !mayBePrivate(origin)
            ? publicConnector(buildConnector, connectTimeoutMs)
            : { timeout: connectTimeoutMs },
      });
      pools.set(origin, pool);
    }
    return pool;
  }

  function send(request: HttpRequest): Promise<HttpResponse> {
    return readOverSocket(request, async (stop) => {
      const { origin, pathname, search } = addressOf(request);
      const pool = pools.get(origin) ?? (await poolOf(origin));
      const { statusCode, headers, body } = await pool.request({
        method: request.method,
        path: `${pathname}${search}`,
        headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
        body: request.body ?? null,
        signal: stop,
      });
      const discard = (): void => void body.on('error', () => undefined).destroy();
      return { status: statusCode, headers, body, discard };
    });
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
