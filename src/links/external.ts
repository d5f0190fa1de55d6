import type { Clock } from '../clock/index.ts';
import { splitTarget } from '../content/index.ts';
import type { HttpTransport } from '../http/index.ts';
import type { JobQueue, Work } from '../queue/port.ts';
import {
  archivedCopy,
  checkAddress,
  meaningOf,
  type AskOptions,
  type ExternalResult,
  type StatusPolicy,
} from './external-ask.ts';
import { hostOf, isHost, settingsOf, type HostSettings, type SettingsByHost } from './external-hosts.ts';
import { askByHost } from './external-queue.ts';
import { SilentHosts } from './external-silence.ts';
import { Fingerprints } from './fingerprint.ts';
import type { Finding, Suggestion } from './finding.ts';
import { levelOf, spanOf, type ExternalUse } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';

/** Keeps results from one run to the next. */
export interface ExternalCache {
  get(url: string): ExternalResult | null;
  set(result: ExternalResult): void;
}

/** Addresses that begin with `from` are requested as if they began with `to`. */
export interface AddressMapping {
  readonly from: string;
  readonly to: string;
}

export interface ExternalOptions {
  transport: HttpTransport;
  clock: Clock;
  /** Looks up all IP addresses of a host name. Each of them must be public. */
  lookup: (host: string) => Promise<readonly string[]>;
  /** Whether a proxy requests an address. It looks names up itself, so that a name that `lookup` does not know is no dead link. */
  isProxied?: (address: URL) => boolean;
  cache?: ExternalCache;
  /** How long a good result is valid; a bad one is valid for a tenth of that. Default 24 hours. */
  maxAgeMs?: number;
  /** Makes the queue whose jobs are hosts; its concurrency is how many hosts are requested at the same time. */
  openQueue: (work: Work<null>) => JobQueue<null>;
  /** The settings for every host. */
  settings?: Partial<HostSettings>;
  /** The settings for some hosts. */
  hosts?: SettingsByHost;
  /** The meanings of statuses that differ from the defaults. */
  statuses?: StatusPolicy;
  /** Patterns of hosts that may be requested although they are not public. */
  privateHosts?: readonly string[];
  /** Whether to look for fragments in external pages. */
  anchors?: boolean;
  remap?: readonly AddressMapping[];
  /**
   * The beginning of a web archive's address, to which an external address is appended. The suggestion for a dead address is the
   * archive's copy.
   */
  archive?: string | null;
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** How many hosts are requested at the same time. */
export const externalHostsAtOnce = 8;

/** An address to request, with the links to it and the anchors that the links name. */
interface Asked {
  readonly url: string;
  readonly uses: { readonly use: ExternalUse; readonly anchor: string | null }[];
  readonly anchors: Set<string>;
}

/** What the check of external addresses found. */
export interface ExternalCheck {
  findings: Finding[];
  /** What could not be checked. */
  problems: string[];
  /** How many of the links lead to addresses that could not be checked. */
  unchecked?: number;
}

/** Makes the external check: each address once, no host more often than its settings allow, results cached by age. */
export function createExternalCheck(
  options: ExternalOptions,
): (uses: readonly ExternalUse[]) => Promise<ExternalCheck> {
  return async (uses) => {
    const asked = addressesOf(uses, options);
    const results = await checkAll(asked, options, new SilentHosts());
    const problems = results.flatMap(problemsOf);
    const unchecked = results
      .filter(({ outcome }) => outcome === 'unknown' || outcome === 'skipped')
      .reduce((sum, { url }) => sum + (asked.get(url)?.uses.length ?? 0), 0);
    const withCopies = await withArchived(results, options);
    const fingerprints = new Fingerprints();
    const findings = withCopies.results.flatMap((result) =>
      findingsOf(result, asked.get(result.url), { options, fingerprints }),
    );
    return { findings, problems: [...problems, ...withCopies.problems], unchecked };
  };
}

function addressesOf(
  uses: readonly ExternalUse[],
  { remap = [], anchors = false }: ExternalOptions,
): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  for (const use of uses) {
    const [plain = use.url] = use.url.split('#');
    const rule = remap.find(({ from }) => plain.startsWith(from));
    const url = rule === undefined ? plain : rule.to + plain.slice(rule.from.length);
    let one = asked.get(url);
    if (one === undefined) asked.set(url, (one = { url, uses: [], anchors: new Set() }));
    const anchor = anchors ? anchorOf(use.url) : null;
    if (anchor !== null) one.anchors.add(anchor);
    one.uses.push({ use, anchor });
  }
  return asked;
}

/** The fragment of an address, if it names an anchor rather than a text to mark, a line of code, or a script's route. */
function anchorOf(url: string): string | null {
  const { fragment } = splitTarget(url);
  return fragment === null || fragment === '' || /^(?::~:|!|\/|L\d+(?:-L?\d+)?$)|=/u.test(fragment)
    ? null
    : fragment;
}

const ruleOfOutcome: Readonly<Partial<Record<ExternalResult['outcome'], RuleId>>> = {
  redirected: 'redirected',
  refused: 'external-refused',
  dead: 'external-dead',
  private: 'external-dead',
};

function findingsOf(
  result: ExternalResult,
  asked: Asked | undefined,
  { options, fingerprints }: { options: ExternalOptions; fingerprints: Fingerprints },
): Finding[] {
  const rule = ruleOfOutcome[result.outcome];
  return (asked?.uses ?? []).flatMap(({ use, anchor }) => {
    const found: Finding[] = [];
    const add = (id: RuleId, message: string, known: string, suggestion: Suggestion | null): void => {
      const level = levelOf(id, options.levels);
      if (level === 'off') return;
      found.push({
        rule: id,
        level,
        message,
        path: use.path,
        isFile: true,
        span: spanOf(use.link),
        target: use.link.target,
        suggestion,
        fingerprint: fingerprints.of(id, use.path, known),
        isNew: true,
        title: null,
        excerpt: '',
        excerptStart: 0,
        sources: ['external'],
      });
    };
    const [plain = use.url] = use.url.split('#');
    const name = plain === result.url ? plain : `${plain} (asked as ${result.url})`;
    if (rule !== undefined) {
      const message =
        rule === 'redirected'
          ? `${name} leads to ${result.end ?? 'elsewhere'}`
          : `${name}: ${result.reason}${ofHost(result)}`;
      // The end of a remapped address says nothing about where the real address leads.
      add(rule, message, plain, suggestionOf(result, plain === result.url));
    }
    if (anchor !== null && result.anchors?.[anchor] === false)
      add('external-anchor', `${name} has no anchor #${anchor}`, use.url, null);
    return found;
  });
}

function suggestionOf({ outcome, end, archived }: ExternalResult, isReal: boolean): Suggestion | null {
  if (outcome === 'redirected' && end !== null && isReal)
    return { target: end, written: end, reason: 'moved', safe: false };
  if (outcome === 'dead' && typeof archived === 'string')
    return { target: archived, written: archived, reason: 'archived', safe: false };
  return null;
}

function ofHost({ notAsked = 0 }: ExternalResult): string {
  return notAsked === 0 ? '' : `; ${notAsked} more ${addressesWere(notAsked)} not checked`;
}

function addressesWere(count: number): string {
  return count === 1 ? 'address of this host was' : 'addresses of this host were';
}

/** What a result leaves open: the address itself, or the host's addresses that were not requested after it. */
function problemsOf({ url, outcome, reason, status, notAsked = 0 }: ExternalResult): string[] {
  if (outcome === 'unknown') return [`${url} could not be checked: ${reason}`];
  if (notAsked === 0) return [];
  const why = status === null ? 'gives no answer in time' : 'wants no more requests for now';
  return [`${hostOf(url)} ${why}: ${notAsked} more ${addressesWere(notAsked)} not checked`];
}

async function checkAll(
  asked: ReadonlyMap<string, Asked>,
  options: ExternalOptions,
  silent: SilentHosts,
): Promise<ExternalResult[]> {
  const { cache, onProgress, clock, openQueue } = options;
  const results: ExternalResult[] = [];
  const waiting = new Map<string, string[]>();
  for (const one of asked.values()) {
    const known = cache?.get(one.url) ?? null;
    if (known !== null && isFresh(known, one, options)) {
      results.push(known);
      continue;
    }
    const host = hostOf(one.url);
    const list = waiting.get(host);
    if (list === undefined) waiting.set(host, [one.url]);
    else list.push(one.url);
  }
  await askByHost({
    clock,
    waiting,
    openQueue,
    settings: (url) => settingsOf(url, options.settings, options.hosts),
    check: (url) =>
      checkAddress(url, asked.get(url)?.anchors ?? new Set(), { ...askOptions(options), silent }),
    onResult: (result) => {
      const { notAsked: _ofThisRun, ...kept } = result;
      if (result.outcome !== 'unknown' && result.outcome !== 'skipped') cache?.set(kept);
      results.push(result);
      onProgress?.(results.length, asked.size);
    },
  });
  const order = new Map([...asked.keys()].map((url, index) => [url, index]));
  return results.sort((one, other) => (order.get(one.url) ?? 0) - (order.get(other.url) ?? 0));
}

/** Whether a cached result is recent enough, has all the wanted anchors, and was found by the same rules. */
function isFresh(
  known: ExternalResult,
  { anchors }: Asked,
  { clock, maxAgeMs = 24 * 3_600_000, privateHosts = [], statuses }: ExternalOptions,
): boolean {
  const { outcome, status } = known;
  const isGood = outcome === 'alive' || outcome === 'redirected';
  const age = clock.now() - known.checkedAt;
  if (age < 0 || age >= (isGood ? maxAgeMs : maxAgeMs / 10)) return false;
  if (outcome === 'private' && privateHosts.some((pattern) => isHost(known.url, pattern))) return false;
  if (status !== null && status >= 400 && meaningOf(status, statuses) !== outcome) return false;
  if (!isGood || anchors.size === 0) return true;
  const of = Object.keys(known.anchors ?? { '': true });
  // For a page whose anchors are unknown, the result has none, whichever are wanted.
  return of.length === 0 || [...anchors].every((anchor) => of.includes(anchor));
}

function askOptions({ transport, clock, lookup, ...options }: ExternalOptions): AskOptions {
  const { isProxied, settings, hosts, statuses, privateHosts, signal } = options;
  return {
    transport,
    clock,
    lookup,
    ...(isProxied === undefined ? {} : { isProxied }),
    ...(settings === undefined ? {} : { settings }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(privateHosts === undefined ? {} : { privateHosts }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Asks the web archive for copies of dead addresses, one after the other, until the first failure. */
async function withArchived(
  results: readonly ExternalResult[],
  options: ExternalOptions,
): Promise<{ results: ExternalResult[]; problems: string[] }> {
  const { archive = null, cache, clock, signal } = options;
  const problems: string[] = [];
  const withCopies: ExternalResult[] = [];
  for (const result of results) {
    const isWanted = archive !== null && problems.length === 0 && result.outcome === 'dead';
    if (!isWanted || result.archived !== undefined || result.notAsked !== undefined) {
      withCopies.push(result);
      continue;
    }
    const found = await archivedCopy(result.url, archive, askOptions(options));
    if ('problem' in found) {
      problems.push(found.problem);
      withCopies.push(result);
      continue;
    }
    const known = { ...result, archived: found.copy };
    cache?.set(known);
    withCopies.push(known);
    await clock.sleep(settingsOf(archive, options.settings, options.hosts).intervalMs, signal);
  }
  return { results: withCopies, problems };
}
