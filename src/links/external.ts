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
import { Fingerprints } from './fingerprint.ts';
import type { Finding, Suggestion } from './finding.ts';
import { levelOf, spanOf, type ExternalUse } from './judge.ts';
import type { RuleId, RuleLevel } from './rules.ts';

/** Where results are kept from one run to the next. */
export interface ExternalCache {
  get(url: string): ExternalResult | null;
  set(result: ExternalResult): void;
}

/** Addresses that begin with `from` are asked as if they began with `to`. */
export interface Remap {
  readonly from: string;
  readonly to: string;
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
  /** What holds for every host. */
  settings?: Partial<HostSettings>;
  /** What holds for some of them. */
  hosts?: SettingsByHost;
  /** What statuses say of an address, where that is not the usual. */
  statuses?: StatusPolicy;
  /** Patterns of hosts that may be asked although they are not public. */
  privateHosts?: readonly string[];
  /** Whether fragments are looked for in the pages outside. */
  anchors?: boolean;
  remap?: readonly Remap[];
  /** The beginning of a web archive's address, which ends with an address outside; dead ones get its copy as a suggestion. */
  archive?: string | null;
  levels?: Readonly<Partial<Record<RuleId, RuleLevel>>>;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** How many hosts are asked at the same time. */
export const externalHostsAtOnce = 8;

/** An address that is asked, with the links to it and the anchors that they name. */
interface Asked {
  readonly url: string;
  readonly uses: { readonly use: ExternalUse; readonly anchor: string | null }[];
  readonly anchors: Set<string>;
}

/** Makes the external check: each address once, a host no more than it bears, results cached by age. */
export function createExternalCheck(
  options: ExternalOptions,
): (uses: readonly ExternalUse[]) => Promise<{ findings: Finding[]; problems: string[] }> {
  return async (uses) => {
    const asked = addressesOf(uses, options);
    const results = await checkAll(asked, options, new Set());
    const problems = results
      .filter(({ outcome }) => outcome === 'unknown')
      .map(({ url, reason }) => `${url} could not be checked: ${reason}`);
    const withCopies = await withArchived(results, options);
    const fingerprints = new Fingerprints();
    const findings = withCopies.results.flatMap((result) =>
      findingsOf(result, asked.get(result.url), { options, fingerprints }),
    );
    return { findings, problems: [...problems, ...withCopies.problems] };
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

/** The fragment of an address when it names a place of a page: not a text to mark, a line of code, or a route of a script. */
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
      // What a remapped address leads to says nothing of where the real one leads.
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
  if (notAsked === 0) return '';
  return `; ${notAsked} more ${notAsked === 1 ? 'address' : 'addresses'} of this host ${notAsked === 1 ? 'was' : 'were'} not checked`;
}

async function checkAll(
  asked: ReadonlyMap<string, Asked>,
  options: ExternalOptions,
  silent: Set<string>,
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

/** Whether a kept result still holds, says all that is asked of the address, and was found by the same rules. */
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
  // A page whose anchors nobody can say has none that are known, whichever is asked for.
  return of.length === 0 || [...anchors].every((anchor) => of.includes(anchor));
}

function askOptions({ transport, clock, lookup, ...options }: ExternalOptions): AskOptions {
  const { settings, hosts, statuses, privateHosts, signal } = options;
  return {
    transport,
    clock,
    lookup,
    ...(settings === undefined ? {} : { settings }),
    ...(hosts === undefined ? {} : { hosts }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(privateHosts === undefined ? {} : { privateHosts }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Asks the web archive for copies of what is dead, one after the other; the first failure ends that. */
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
