import { isIP } from 'node:net';

import { isAppError, messageOf } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { decodeEntities, decodePercent } from '../content/index.ts';
import { waitOf, type HttpResponse, type HttpTransport } from '../http/index.ts';
import {
  hostOf,
  isHost,
  isPrivateAddress,
  settingsOf,
  type HostSettings,
  type SettingsByHost,
} from './external-hosts.ts';
import type { SilentHosts } from './external-silence.ts';

/** The result for an address. */
export interface ExternalResult {
  url: string;
  /** `private`: not requested; `refused`: the host does not let us see the page; `skipped`: the host got no more requests. */
  outcome: 'alive' | 'redirected' | 'dead' | 'private' | 'refused' | 'unknown' | 'skipped';
  status: number | null;
  /** Where redirects ended. */
  end: string | null;
  reason: string;
  checkedAt: number;
  /** If the host is away or wants no more requests: how many more of its addresses were skipped for that reason. */
  notAsked?: number;
  /** For each wanted anchor, whether the page has it. Empty where that cannot be known. */
  anchors?: Readonly<Record<string, boolean>>;
  /** The copy in a web archive; null when the archive has none. */
  archived?: string | null;
}

/** The verdict on an address that led to `at`, by the last answer. */
function verdictOf(
  { status, page, retryAfterMs }: Extract<Answer, { kind: 'answered' }>,
  {
    url,
    at,
    anchors,
    statuses,
  }: { url: string; at: string; anchors: ReadonlySet<string>; statuses: AskOptions['statuses'] },
): [ExternalResult['outcome'], string, Partial<ExternalResult & Checked>] {
  // A waiting time that another host asked for does not apply to the link's own host.
  const waitMs = at === url ? (retryAfterMs ?? 0) : 0;
  const meaning = meaningOf(status, statuses);
  const end = at === url ? null : at;
  if (meaning === 'refused')
    return ['refused', `answers ${status}: it is there, but not for us`, { status, waitMs }];
  if (meaning === 'dead') return ['dead', `answers ${status}`, { status, end, waitMs }];
  const found = anchors.size === 0 ? {} : { anchors: page === null ? {} : anchorsIn(page, anchors) };
  const reason = status >= 400 ? `answers ${status}: it is there` : '';
  return at === url || sameButSlash(at, url)
    ? ['alive', reason, { status, ...found }]
    : ['redirected', 'redirects', { status, end: at, ...found }];
}

/** What a status means for an address. */
export type StatusMeaning = 'alive' | 'refused' | 'dead';

/** Meanings by status (`403`) or by class (`5xx`). */
export type StatusPolicy = Readonly<Record<string, StatusMeaning>>;

/** The default meanings of statuses. */
const defaultStatusPolicy: StatusPolicy = {
  '2xx': 'alive',
  '4xx': 'dead',
  '5xx': 'dead',
  '9xx': 'dead',
  '401': 'refused',
  '403': 'refused',
  // 405 says that the method is wrong, not the address.
  '405': 'alive',
  '429': 'refused',
  '999': 'refused',
};

export interface AskOptions {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** Looks up all IP addresses of a host name. Each of them must be public. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether a proxy requests an address. It looks names up itself, so that a name that `lookup` does not know is no dead link. */
  readonly isProxied?: (address: URL) => boolean;
  /** The default settings of a host. */
  readonly settings?: Partial<HostSettings>;
  readonly hosts?: SettingsByHost;
  readonly statuses?: StatusPolicy;
  /** Patterns of hosts that may be requested although they are not public. */
  readonly privateHosts?: readonly string[];
  /** Remembers what did not answer in time, whichever link led there. */
  readonly silent?: SilentHosts;
  readonly signal?: AbortSignal;
}

/** The result for an address, and how its host wants to be treated. */
export interface Checked {
  readonly result: ExternalResult;
  /** So many addresses of the host gave no answer in time that the others are not requested. */
  readonly isAway: boolean;
  /** How long the host asked us to wait after its last answer. */
  readonly waitMs: number;
}

/** The Fetch Standard, which browsers obey, follows so many (https://fetch.spec.whatwg.org/#http-redirect-fetch). */
const maxRedirects = 20;
/** If a host asks for a longer wait, we do not wait for it. */
export const longestWaitMs = 60_000;
/** How much of a page is read for its anchors. */
const maxPageBytes = 4 * 1024 * 1024;

/** Follows an address through its redirects. `anchors` are looked for in the final page. */
export async function checkAddress(
  url: string,
  anchors: ReadonlySet<string>,
  options: AskOptions,
): Promise<Checked> {
  const result = (
    outcome: ExternalResult['outcome'],
    reason: string,
    { isAway = false, waitMs = 0, ...more }: Partial<ExternalResult & Checked> = {},
  ): Checked => ({
    result: { url, outcome, reason, status: null, end: null, checkedAt: options.clock.now(), ...more },
    isAway,
    waitMs,
  });
  const isAway = (at: string): boolean => options.silent?.isAway(hostOf(at)) === true;
  let at = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const refusal = await refusalOf(at, options);
    if (refusal !== null) return result(refusal.outcome, refusal.reason, { end: at === url ? null : at });
    if (isAway(at) || options.silent?.wasSilent(at) === true)
      return result('dead', `${hostOf(at)} gives no answer in time`, { isAway: at === url && isAway(at) });
    const answer = await ask(at, anchors.size > 0, options);
    options.silent?.record(at, answer.kind === 'failed' && answer.hangs);
    if (answer.kind === 'failed')
      return result(answer.known ? 'dead' : 'unknown', answer.reason, { isAway: at === url && isAway(at) });
    if (answer.kind === 'redirect') {
      const next = nextAddress(at, answer.location);
      if (next === null) return result('dead', 'it redirects to no address', { status: answer.status });
      at = next;
      continue;
    }
    return result(...verdictOf(answer, { url, at, anchors, statuses: options.statuses }));
  }
  return result('dead', `redirects more than ${maxRedirects} times`);
}

/** What a status means for an address. */
export function meaningOf(status: number, policy: StatusPolicy = {}): StatusMeaning {
  const exact = String(status);
  const hundred = `${exact.charAt(0)}xx`;
  // A configured class of statuses takes precedence over the default for a single status.
  for (const [from, key] of [
    [policy, exact],
    [policy, hundred],
    [defaultStatusPolicy, exact],
    [defaultStatusPolicy, hundred],
  ] as const)
    if (from[key] !== undefined) return from[key];
  return status >= 400 ? 'dead' : 'alive';
}

function sameButSlash(one: string, other: string): boolean {
  const plain = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?/u, '').replace(/\/+$/u, '');
  return plain(one) === plain(other);
}

function nextAddress(from: string, location: string | null): string | null {
  try {
    const next = location === null ? null : new URL(location, from);
    return next !== null && /^https?:$/u.test(next.protocol) ? next.href : null;
  } catch {
    return null;
  }
}

async function refusalOf(
  url: string,
  { lookup, isProxied = () => false, privateHosts = [] }: AskOptions,
): Promise<{ reason: string; outcome: 'private' | 'dead' | 'unknown' } | null> {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { reason: 'it is not an address', outcome: 'dead' };
  }
  if (parsed.username !== '' || parsed.password !== '')
    return { reason: 'it holds a name or password, and is not asked', outcome: 'private' };
  if (privateHosts.some((pattern) => isHost(url, pattern))) return null;
  const host = parsed.hostname.replace(/^\[|\]$/gu, '');
  if (isIP(host) !== 0)
    return isPrivateAddress(host)
      ? { reason: 'it is a private address, and is not asked', outcome: 'private' }
      : null;
  try {
    const addresses = await lookup(host);
    if (addresses.length === 0) return { reason: 'its host has no address', outcome: 'dead' };
    return addresses.some(isPrivateAddress)
      ? { reason: 'its host has a private address, and is not asked', outcome: 'private' }
      : null;
  } catch (error) {
    if (isProxied(parsed)) return null;
    // A host does not exist only if a name server answered so.
    const outcome = hasCode(error, 'ENOTFOUND', 'ENODATA') ? 'dead' : 'unknown';
    return { reason: `its host cannot be found (${messageOf(error)})`, outcome };
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

type Answer =
  /** `page`: the text of a page that was read for its anchors. */
  | { kind: 'answered'; status: number; retryAfterMs?: number; page: string | null }
  | { kind: 'redirect'; status: number; location: string | null }
  /** `known`: the failure proves that the address is dead; otherwise the result is open. */
  | { kind: 'failed'; reason: string; known: boolean; hangs: boolean };

/**
 * Sends HEAD, then GET where the host does not support HEAD, or only GET for a page that is read. Repeats the request after
 * temporary failures, no sooner than the host asks.
 */
async function ask(url: string, isRead: boolean, options: AskOptions): Promise<Answer> {
  const { clock, signal } = options;
  const settings = settingsOf(url, options.settings, options.hosts);
  let last: Answer = { kind: 'failed', reason: 'no answer', known: true, hangs: false };
  for (let attempt = 0; attempt < settings.tries; attempt += 1) {
    if (attempt > 0) {
      const asked = last.kind === 'answered' ? (last.retryAfterMs ?? 0) : 0;
      if (asked > longestWaitMs) return last;
      await clock.sleep(Math.max(asked, 1000 * 2 ** (attempt - 1)), signal);
    }
    const send = (method: 'HEAD' | 'GET'): Promise<Answer> =>
      askOnce({ method, url, isRead }, settings, options);
    const first = await send(isRead ? 'GET' : 'HEAD');
    if (first.kind === 'redirect' || (first.kind === 'answered' && first.status < 400)) return first;
    // Another method does not help after too many requests.
    const isLast = isRead || (first.kind === 'answered' && first.status === 429);
    const byGet = isLast ? first : await send('GET');
    last = byGet.kind === 'failed' && first.kind === 'answered' ? first : byGet;
    if (isFinal(last)) return last;
  }
  return last;
}

/** Whether another request would give the same answer. */
function isFinal(answer: Answer): boolean {
  switch (answer.kind) {
    case 'redirect':
      return true;
    case 'answered':
      return answer.status !== 429 && !(answer.status >= 500 && answer.status < 600);
    case 'failed':
      return !answer.known || answer.hangs;
  }
}

async function askOnce(
  { method, url, isRead }: { method: 'HEAD' | 'GET'; url: string; isRead: boolean },
  { timeoutMs, headers }: HostSettings,
  { transport, clock, signal }: AskOptions,
): Promise<Answer> {
  try {
    const response = await transport.send({
      method,
      url,
      headers: {
        'user-agent': 'tidemark-links',
        accept: isRead ? 'text/html, */*;q=0.8' : '*/*',
        ...headers,
      },
      timeoutMs,
      maxBytes: isRead ? maxPageBytes : 1024 * 1024,
      ...(signal === undefined ? {} : { signal }),
    });
    const retryAfterMs = waitOf(response, clock.now());
    return {
      kind: 'answered',
      status: response.status,
      page: isRead ? pageOf(response) : null,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Answer {
  if (isAppError(error, 'REDIRECT_REFUSED')) {
    const { status, location } = error.data ?? {};
    return {
      kind: 'redirect',
      status: typeof status === 'number' ? status : 302,
      location: typeof location === 'string' ? location : null,
    };
  }
  if (isAppError(error, 'ANSWER_TOO_LARGE')) return { kind: 'answered', status: 200, page: null };
  if (isAppError(error, 'CANCELLED')) throw error;
  return {
    kind: 'failed',
    reason: messageOf(error),
    // A proxy that does not work proves nothing about an address behind it.
    known: isAppError(error, 'NO_ANSWER', 'TIMEOUT', 'ANSWER_INVALID') && error.data?.['maybeProxy'] !== true,
    hangs: isAppError(error, 'TIMEOUT'),
  };
}

function pageOf({ headers, body }: HttpResponse): string | null {
  return /^(?:text\/html|application\/xhtml\+xml)\b/iu.test(headers['content-type'] ?? '')
    ? new TextDecoder().decode(body)
    : null;
}

/** Which anchors a page has. A page without any id is made by a script, so its anchors are unknown. */
function anchorsIn(page: string, wanted: ReadonlySet<string>): Record<string, boolean> {
  const ids = new Set<string>();
  for (const match of page.matchAll(/[\s"'](?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu))
    ids.add(decodeEntities(match[1] ?? match[2] ?? match[3] ?? ''));
  if (ids.size === 0) return {};
  // Some hosts add a prefix to the ids that writers chose, and their script finds the ids without the prefix.
  const isThere = (id: string): boolean => ids.has(id) || ids.has(`user-content-${id}`);
  return Object.fromEntries(
    [...wanted].map((anchor) => [anchor, isThere(anchor) || isThere(decodePercent(anchor))]),
  );
}

/** The latest copy of an address in a web archive; null when there is no readable copy. */
export async function archivedCopy(
  url: string,
  archive: string,
  options: AskOptions,
): Promise<{ copy: string | null } | { problem: string }> {
  const address = archive + encodeURIComponent(url);
  const { timeoutMs, headers } = settingsOf(address, options.settings, options.hosts);
  try {
    const { status, body } = await options.transport.send({
      method: 'GET',
      url: address,
      headers: { 'user-agent': 'tidemark-links', accept: 'application/json', ...headers },
      timeoutMs,
      maxBytes: 1024 * 1024,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (status !== 200) return { problem: `the web archive answers ${status}` };
    return { copy: copyIn(JSON.parse(new TextDecoder().decode(body))) };
  } catch (error) {
    if (isAppError(error, 'CANCELLED')) throw error;
    return { problem: `the web archive could not be asked: ${messageOf(error)}` };
  }
}

/** Reads `{ archived_snapshots: { closest: { available, url } } }`. */
function copyIn(answer: unknown): string | null {
  const snapshots = memberOf(answer, 'archived_snapshots');
  const closest = memberOf(snapshots, 'closest');
  const url = memberOf(closest, 'url');
  return memberOf(closest, 'available') === true && typeof url === 'string' && /^https?:\/\//u.test(url)
    ? url
    : null;
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
