/**
 * The only way in which the service makes requests to other machines (imports, OpenAPI sources): a GET behind a guard.
 *
 * The guard checks each hop by itself. It checks the URL, and then every address that the name resolves to. Then it connects to one of
 * these checked addresses, without another lookup, so that a name that changes its address meanwhile gains nothing. Last, it checks the
 * address that the socket really has. The guard follows redirects itself, each as a new hop. Time and size are bounded.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { AppError, isAppError, messageOf } from '../../base/index.ts';
import type { Clock } from '../../clock/port.ts';
import { parseUrl } from '../web-address.ts';
import { checkAddress, readTarget, type Target } from './target.ts';

/** Returns the addresses of a host name. A port, so that tests decide what a name means. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface OutgoingOptions {
  clock: Clock;
  /** `HOST:PORT` pairs on this machine that requests may go to. */
  allow?: readonly string[];
  resolve?: Resolve;
  /** Makes the connection; its lookup returns only the checked addresses. */
  connector?: (options: buildConnector.BuildOptions) => buildConnector.connector;
  maxRedirects?: number;
}

export interface OutgoingRequest {
  accept?: string;
  maxBytes?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface OutgoingAnswer {
  /** The address of the body, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Requests `url`; {@link createOutgoing} says what this function promises. */
export type Outgoing = (url: string, request?: OutgoingRequest) => Promise<OutgoingAnswer>;

const resolveByDns: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Creates the guarded GET. It sends no credentials and no cookies, and returns the whole body.
 *
 * Fails with ADDRESS_REFUSED (never sent), REDIRECT_REFUSED, TIMEOUT, ANSWER_TOO_LARGE or NO_ANSWER; an answer of any status is returned.
 */
export function createOutgoing({
  clock,
  allow = [],
  resolve = resolveByDns,
  connector = buildConnector,
  maxRedirects = 3,
}: OutgoingOptions): Outgoing {
  return async (start, { accept = '*/*', maxBytes = 5 * 1024 * 1024, timeoutMs = 10_000, signal } = {}) => {
    const watch = deadline(clock, timeoutMs, start, signal);
    try {
      let target = readTarget(start, allow);
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const addresses = await watch.race(checkedAddresses(target, resolve));
        const answer = await watch.race(
          ask(target, addresses, { accept, maxBytes, signal: watch.signal, connector }),
        );
        if (typeof answer !== 'string') return answer;
        target = readTarget(nextUrl(answer, target), allow);
      }
      throw new AppError('REDIRECT_REFUSED', `${start} redirects more than ${maxRedirects} times.`);
    } catch (error) {
      throw explain(error, start, watch);
    } finally {
      watch.stop();
    }
  };
}

async function checkedAddresses(target: Target, resolve: Resolve): Promise<readonly string[]> {
  const addresses = isIP(target.host) ? [target.host] : await resolve(target.host);
  if (addresses.length === 0) throw new AppError('NO_ANSWER', `${target.host} has no address.`);
  for (const address of addresses) checkAddress(target.url.href, address, target.allowed);
  return addresses;
}

async function ask(
  target: Target,
  addresses: readonly string[],
  {
    accept,
    maxBytes,
    signal,
    connector,
  }: {
    accept: string;
    maxBytes: number;
    signal: AbortSignal;
    connector: NonNullable<OutgoingOptions['connector']>;
  },
): Promise<OutgoingAnswer | string> {
  const pool = new Pool(target.url.origin, {
    connect: checkedConnector(connector({ lookup: pinned(addresses), timeout: 0 }), target),
    connections: 1,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path: `${target.url.pathname}${target.url.search}`,
      headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'tidemark' },
      signal,
    });
    const location = headers['location'];
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      body.on('error', () => undefined).destroy();
      return location;
    }
    return {
      url: target.url.href,
      status: statusCode,
      headers: flat(headers),
      body: await readAll(body, maxBytes, target),
    };
  } finally {
    pool.destroy().catch(() => undefined);
  }
}

/** A lookup that knows only the addresses that passed the check. */
function pinned(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    const [first] = entries;
    if (options.all === true) callback(null, entries);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** Checks the address that the socket really has. */
function checkedConnector(connect: buildConnector.connector, target: Target): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null) return callback(error, null);
      try {
        checkAddress(target.url.href, socket.remoteAddress ?? 'unknown', target.allowed);
      } catch (refusal) {
        socket.destroy();
        return callback(refusal as Error, null);
      }
      callback(null, socket);
    });
  };
}

async function readAll(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  target: Target,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxBytes) {
      throw new AppError(
        'ANSWER_TOO_LARGE',
        `The answer of ${target.url.href} is larger than ${maxBytes} bytes.`,
      );
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function nextUrl(location: string, from: Target): string {
  const next = parseUrl(location, from.url.href);
  if (next === undefined)
    throw new AppError(
      'REDIRECT_REFUSED',
      `${from.url.href} redirects to "${location}", which is not a URL.`,
    );
  if (from.url.protocol === 'https:' && next.protocol === 'http:') {
    throw new AppError('REDIRECT_REFUSED', `${from.url.href} redirects from https to http.`);
  }
  return next.href;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

interface Watch {
  readonly signal: AbortSignal;
  readonly timedOut: () => boolean;
  race: <T>(work: Promise<T>) => Promise<T>;
  stop: () => void;
}

/** One limit for all hops together, on the clock port. */
function deadline(clock: Clock, timeoutMs: number, subject: string, outer: AbortSignal | undefined): Watch {
  const abort = new AbortController();
  const stop = new AbortController();
  let late = false;
  const onOuter = (): void => abort.abort(outer?.reason);
  outer?.addEventListener('abort', onOuter, { once: true });
  if (outer?.aborted) onOuter();
  clock.sleep(timeoutMs, stop.signal).then(
    () => {
      late = true;
      abort.abort(new AppError('TIMEOUT', `${subject} did not answer within ${timeoutMs} ms.`));
    },
    () => undefined,
  );
  const aborted = new Promise<never>((_resolve, reject) => {
    abort.signal.addEventListener('abort', () => reject(abort.signal.reason as Error), { once: true });
    if (abort.signal.aborted) reject(abort.signal.reason as Error);
  });
  aborted.catch(() => undefined);
  return {
    signal: abort.signal,
    timedOut: () => late,
    race: (work) => {
      work.catch(() => undefined);
      return Promise.race([work, aborted]);
    },
    stop: () => {
      stop.abort();
      outer?.removeEventListener('abort', onOuter);
    },
  };
}

function explain(error: unknown, subject: string, watch: Watch): unknown {
  if (watch.timedOut()) return watch.signal.reason;
  if (isAppError(error)) return error;
  const cause = error instanceof Error && isAppError(error.cause) ? error.cause : undefined;
  if (cause !== undefined) return cause;
  return new AppError('NO_ANSWER', `${subject} did not answer: ${messageOf(error)}.`, { cause: error });
}
