import type { EventEmitter } from 'node:events';
import type * as Undici from 'undici';
import { checkPublicOrigin, publicConnector } from './public-connector.ts';
import { acceptedEncodings } from './decode.ts';
import { addressOf, failureThroughProxy } from './failures.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from './port.ts';
import type { Proxy, ProxyFor } from './proxies.ts';
import { readOverSocket } from './socket-answer.ts';
import type { ArrivingAnswer } from './socket-answer.ts';

export interface UndiciTransportOptions {
  /** How many sockets to one origin are open at a time. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  /** Connects only to addresses of the public internet; for addresses that somebody else chose. */
  readonly publicOnly?: boolean;
  /** Origins (`http://host:port`) that may be private nevertheless, because the person named them. */
  readonly mayBePrivate?: (origin: string) => boolean;
  /** The proxies of the environment ({@link proxiesOf}). Without it, each connection is direct. */
  readonly proxyFor?: ProxyFor | undefined;
}

/** What requests to one origin are sent with. */
interface Route {
  readonly dispatcher: Undici.Dispatcher;
  readonly proxy: Proxy | undefined;
}

/** Loaded by the first request: a process without requests does not pay for it. */
let library: Promise<typeof Undici> | undefined;

/** The real transport: one pool of sockets for each origin, one request on a socket at a time. */
export function createUndiciTransport({
  connections = 16,
  connectTimeoutMs = 10_000,
  publicOnly = false,
  mayBePrivate = () => false,
  proxyFor = () => undefined,
}: UndiciTransportOptions = {}): HttpTransport {
  const routes = new Map<string, Route>();
  // The deadline of a request covers headers and body, so that undici's own timers are off.
  const usual = { connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 };
  const mustBePublic = (origin: string): boolean => publicOnly && !mayBePrivate(origin);

  async function routeTo(origin: string): Promise<Route> {
    const { Pool, ProxyAgent, buildConnector } = await (library ??= import('undici'));
    const known = routes.get(origin);
    if (known !== undefined) return known;
    const proxy = proxyFor(new URL(origin));
    const dispatcher =
      proxy === undefined
        ? new Pool(origin, {
            ...usual,
            connect: mustBePublic(origin)
              ? publicConnector(buildConnector, origin, connectTimeoutMs)
              : { timeout: connectTimeoutMs },
          })
        : new ProxyAgent({ ...usual, ...proxyOptions(proxy, connectTimeoutMs) });
    const route = { dispatcher, proxy };
    routes.set(origin, route);
    return route;
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    let proxy: Proxy | undefined;
    const start = async (stop: EventEmitter): Promise<ArrivingAnswer> => {
      const { origin, pathname, search } = addressOf(request);
      const route = routes.get(origin) ?? (await routeTo(origin));
      proxy = route.proxy;
      // A proxy looks the name up itself. What this machine knows of the name is checked all the same.
      if (proxy !== undefined && mustBePublic(origin)) await checkPublicOrigin(origin);
      const { statusCode, headers, body } = await route.dispatcher.request({
        ...{ origin, method: request.method, path: `${pathname}${search}` },
        headers: { 'accept-encoding': acceptedEncodings, ...request.headers },
        body: request.body ?? null,
        signal: stop,
      });
      const discard = (): void => void body.on('error', () => undefined).destroy();
      return { status: statusCode, headers, body, discard };
    };
    try {
      return await readOverSocket(request, start);
    } catch (error) {
      throw proxy === undefined ? error : failureThroughProxy(error, request, proxy);
    }
  }

  return {
    send,
    close: async () => {
      const open = [...routes.values()];
      routes.clear();
      await Promise.all(open.map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

/** As curl does it, only requests for https are tunnelled: many proxies allow no tunnel to other ports. */
function proxyOptions({ address }: Proxy, timeout: number): Undici.ProxyAgent.Options {
  const { origin, username, password } = address;
  const secret = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const isOpen = username === '' && password === '';
  return {
    ...{ uri: origin, proxyTunnel: false, proxyTls: { timeout }, requestTls: { timeout } },
    ...(isOpen ? {} : { token: `Basic ${Buffer.from(secret).toString('base64')}` }),
  };
}
