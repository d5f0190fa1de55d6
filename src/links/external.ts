import { BlockList, isIP } from 'node:net';

import { isAppError, messageOf } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { waitOf, type HttpTransport } from '../http/index.ts';
import type { JobQueue, Work } from '../queue/port.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Finding } from './finding.ts';
import { levelOf, spanOf, type ExternalUse } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';

/** What is known of an address. */
export interface ExternalResult {
  url: string;
  /** `private` was not asked, `refused` answered that we may not see it, `skipped` has a host that does not answer. */
  outcome: 'alive' | 'redirected' | 'dead' | 'private' | 'refused' | 'unknown' | 'skipped';
  status: number | null;
  /** Where redirects ended. */
  end: string | null;
  reason: string;
  checkedAt: number;
  /** Of an address whose host hangs: how many more of its addresses were not asked for that. */
  notAsked?: number;
}

/** Where results are kept from one run to the next. */
export interface ExternalCache {
  get(url: string): ExternalResult | null;
  set(result: ExternalResult): void;
}

export interface ExternalOptions {
  transport: HttpTransport;
  clock: Clock;
  /** All addresses of a host name. Each must be public. */
  lookup: (host: string) => Promise<readonly string[]>;
  cache?: ExternalCache;
  /** How long a good result holds; bad ones hold for a tenth of that. Default 24 hours. */
  maxAgeMs?: number;
  /** Makes the queue whose jobs are hosts; how many are asked at the same time is its concurrency. */
  openQueue: (work: Work<null>) => JobQueue<null>;
  /** The least time between two addresses of one host. */
  hostIntervalMs?: number;
  timeoutMs?: number;
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** How many hosts are asked at the same time. */
export const externalHostsAtOnce = 8;

const maxRedirects = 5;
const attempts = 3;

const privateNetworks = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    ['::', 128],
    ['::1', 128],
    ['64:ff9b::', 96],
    ['100::', 64],
    ['2001:db8::', 32],
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
  ],
} as const;

let privateAddresses: BlockList | null = null;

function listOfPrivateAddresses(): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const [network, bits] of privateNetworks[family]) list.addSubnet(network, bits, family);
  return list;
}

/** Says whether an address is one that must not be asked: of this machine, its network, or nobody. */
export function isPrivateAddress(address: string): boolean {
  const kind = isIP(address);
  privateAddresses ??= listOfPrivateAddresses();
  return kind === 0 || privateAddresses.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** Makes the external check: each address once, one request at a time for each host, results cached by age. */
export function createExternalCheck(
  options: ExternalOptions,
): (uses: readonly ExternalUse[]) => Promise<{ findings: Finding[]; problems: string[] }> {
  return async (uses) => {
    const byUrl = new Map<string, ExternalUse[]>();
    for (const use of uses) {
      const url = use.url.split('#')[0] ?? use.url;
      const list = byUrl.get(url);
      if (list === undefined) byUrl.set(url, [use]);
      else list.push(use);
    }
    const results = await checkAll([...byUrl.keys()], options);
    const fingerprints = new Fingerprints();
    const findings: Finding[] = [];
    const problems: string[] = [];
    for (const result of results) {
      if (result.outcome === 'unknown') problems.push(`${result.url} could not be checked: ${result.reason}`);
      const rule = ruleOf(result);
      const level = rule === null ? 'off' : levelOf(rule, options.levels);
      if (rule === null || level === 'off') continue;
      for (const { path, link } of byUrl.get(result.url) ?? [])
        findings.push({
          rule,
          level,
          message:
            rule === 'redirected'
              ? `${result.url} leads to ${result.end ?? 'elsewhere'}`
              : `${result.url}: ${result.reason}${ofHost(result)}`,
          path,
          isFile: true,
          span: spanOf(link),
          target: link.target,
          suggestion:
            rule === 'redirected' && result.end !== null
              ? { target: result.end, written: result.end, reason: 'moved', safe: false }
              : null,
          fingerprint: fingerprints.of(rule, path, result.url),
          isNew: true,
          title: null,
          excerpt: '',
          excerptStart: 0,
          sources: ['external'],
        });
    }
    return { findings, problems };
  };
}

function ofHost({ notAsked = 0 }: ExternalResult): string {
  if (notAsked === 0) return '';
  return `; ${notAsked} more ${notAsked === 1 ? 'address' : 'addresses'} of this host ${notAsked === 1 ? 'was' : 'were'} not checked`;
}

function ruleOf({ outcome }: ExternalResult): RuleId | null {
  if (outcome === 'redirected') return 'redirected';
  if (outcome === 'refused') return 'external-refused';
  return outcome === 'dead' || outcome === 'private' ? 'external-dead' : null;
}

async function checkAll(urls: readonly string[], options: ExternalOptions): Promise<ExternalResult[]> {
  const { clock, cache, maxAgeMs = 24 * 3_600_000, onProgress } = options;
  const results: ExternalResult[] = [];
  const waiting = new Map<string, string[]>();
  for (const url of urls) {
    const known = cache?.get(url) ?? null;
    const age = known === null ? Infinity : clock.now() - known.checkedAt;
    if (
      known !== null &&
      age >= 0 &&
      age < (known.outcome === 'dead' || known.outcome === 'private' ? maxAgeMs / 10 : maxAgeMs)
    ) {
      results.push(known);
      continue;
    }
    const host = hostOf(url);
    const list = waiting.get(host);
    if (list === undefined) waiting.set(host, [url]);
    else list.push(url);
  }
  await askByHost(waiting, options, (result) => {
    const { notAsked: _ofThisRun, ...kept } = result;
    if (result.outcome !== 'unknown' && result.outcome !== 'skipped') cache?.set(kept);
    results.push(result);
    onProgress?.(results.length, urls.length);
  });
  const order = new Map(urls.map((url, index) => [url, index]));
  return results.sort((one, other) => (order.get(one.url) ?? 0) - (order.get(other.url) ?? 0));
}

/**
 * Asks through the queue: a job for each host, so that a host is asked one thing at a time; a host with more to ask for goes
 * back into the queue for when its time has come.
 */
async function askByHost(
  waiting: ReadonlyMap<string, string[]>,
  options: ExternalOptions,
  onResult: (result: ExternalResult) => void,
): Promise<void> {
  let left = waiting.size;
  if (left === 0) return;
  let allDone: () => void = () => undefined;
  let failed: (error: unknown) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    allDone = resolve;
    failed = reject;
  });
  const queue = options.openQueue(async ({ key: host }) => {
    const urls = waiting.get(host) ?? [];
    const url = urls.shift();
    try {
      if (url !== undefined) {
        const { result, hangs } = await checkOne(url, options);
        // A host that hangs would hold the run for each of its addresses.
        const rest = hangs ? urls.splice(0) : [];
        onResult(rest.length === 0 ? result : { ...result, notAsked: rest.length });
        for (const other of rest) onResult({ ...result, url: other, outcome: 'skipped' });
      }
    } catch (error) {
      failed(error);
      return;
    }
    if (urls.length > 0) {
      const delayMs = options.hostIntervalMs ?? 250;
      await queue.enqueue({ key: host, data: null, priority: 'links', delayMs });
      return;
    }
    left -= 1;
    if (left === 0) allDone();
  });
  for (const host of waiting.keys()) void queue.enqueue({ key: host, data: null, priority: 'links' });
  try {
    await ended;
    await queue.idle();
  } finally {
    await queue.close();
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

interface Checked {
  readonly result: ExternalResult;
  /** The host took the request, and gave no answer in time, twice. */
  readonly hangs: boolean;
}

async function checkOne(url: string, options: ExternalOptions): Promise<Checked> {
  const { clock } = options;
  const result = (
    outcome: ExternalResult['outcome'],
    reason: string,
    { hangs = false, ...more }: Partial<ExternalResult> & { hangs?: boolean } = {},
  ): Checked => ({
    result: { url, outcome, reason, status: null, end: null, checkedAt: clock.now(), ...more },
    hangs,
  });
  let at = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const refusal = await refusalOf(at, options.lookup);
    if (refusal !== null) return result(refusal.outcome, refusal.reason, { end: at === url ? null : at });
    const answer = await ask(at, options);
    if (answer.kind === 'failed')
      return result(answer.known ? 'dead' : 'unknown', answer.reason, { hangs: answer.hangs && at === url });
    if (answer.kind === 'redirect') {
      const next = nextAddress(at, answer.location);
      if (next === null) return result('dead', 'it redirects to no address', { status: answer.status });
      at = next;
      continue;
    }
    const { status } = answer;
    if (status === 405) return result('alive', 'answers 405: it is there', { status });
    if (status === 401 || status === 403 || status === 429 || status === 999)
      return result('refused', `answers ${status}: it is there, but not for us`, { status });
    if (status >= 400) return result('dead', `answers ${status}`, { status, end: at === url ? null : at });
    return at === url || sameButSlash(at, url)
      ? result('alive', '', { status })
      : result('redirected', 'redirects', { status, end: at });
  }
  return result('dead', `redirects more than ${maxRedirects} times`);
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
  lookup: ExternalOptions['lookup'],
): Promise<{ reason: string; outcome: 'private' | 'dead' | 'unknown' } | null> {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { reason: 'it is no address', outcome: 'dead' };
  }
  if (parsed.username !== '' || parsed.password !== '')
    return { reason: 'it holds a name or password, and is not asked', outcome: 'private' };
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
    // Only a name service that answered says that there is no such host.
    const outcome = hasCode(error, 'ENOTFOUND', 'ENODATA') ? 'dead' : 'unknown';
    return { reason: `its host cannot be found (${messageOf(error)})`, outcome };
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

type Answer =
  | { kind: 'answered'; status: number; retryAfterMs?: number }
  | { kind: 'redirect'; status: number; location: string | null }
  /** `known`: the failure says that the address is dead; else it says nothing. */
  | { kind: 'failed'; reason: string; known: boolean; hangs: boolean };

/** Who asks us to wait for longer is not waited for. */
const longestWaitMs = 60_000;

/** HEAD, then GET where HEAD is not understood; again after failures that pass, and no sooner than we are asked to. */
async function ask(url: string, options: ExternalOptions): Promise<Answer> {
  const { clock, signal } = options;
  let last: Answer = { kind: 'failed', reason: 'no answer', known: true, hangs: false };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) {
      const asked = last.kind === 'answered' ? (last.retryAfterMs ?? 0) : 0;
      if (asked > longestWaitMs) return last;
      await clock.sleep(Math.max(asked, 1000 * 2 ** (attempt - 1)), signal);
    }
    const byHead = await askOnce('HEAD', url, options);
    if (byHead.kind === 'redirect' || (byHead.kind === 'answered' && byHead.status < 400)) return byHead;
    // Another method does not help against too many requests.
    const isTooMany = byHead.kind === 'answered' && byHead.status === 429;
    const byGet = isTooMany ? byHead : await askOnce('GET', url, options);
    last = byGet.kind === 'failed' && byHead.kind === 'answered' ? byHead : byGet;
    if (last.kind === 'redirect') return last;
    const passes =
      last.kind === 'answered' && (last.status === 429 || (last.status >= 500 && last.status < 600));
    if (last.kind === 'answered' && !passes) return last;
    if (last.kind === 'failed' && (!last.known || last.hangs)) return last;
  }
  return last;
}

async function askOnce(method: 'HEAD' | 'GET', url: string, options: ExternalOptions): Promise<Answer> {
  try {
    const response = await options.transport.send({
      method,
      url: url.split('#')[0] ?? url,
      headers: { 'user-agent': 'tidemark-links', accept: '*/*' },
      timeoutMs: options.timeoutMs ?? 20_000,
      maxBytes: 1024 * 1024,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const retryAfterMs = waitOf(response, options.clock.now());
    return {
      kind: 'answered',
      status: response.status,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    };
  } catch (error) {
    if (isAppError(error, 'REDIRECT_REFUSED')) {
      const { status, location } = error.data ?? {};
      return {
        kind: 'redirect',
        status: typeof status === 'number' ? status : 302,
        location: typeof location === 'string' ? location : null,
      };
    }
    if (isAppError(error, 'ANSWER_TOO_LARGE')) return { kind: 'answered', status: 200 };
    if (isAppError(error, 'CANCELLED')) throw error;
    return {
      kind: 'failed',
      reason: messageOf(error),
      known: isAppError(error, 'NO_ANSWER', 'TIMEOUT', 'ANSWER_INVALID'),
      hangs: isAppError(error, 'TIMEOUT'),
    };
  }
}
