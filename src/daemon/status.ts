import type { BudgetSnapshot, QueueCounts } from '../queue/index.ts';
import type { AnswerProblem } from './answers.ts';
import type { FleetWorker } from './fleet.ts';
import type { SpaceRecord } from './record.ts';
import { serviceProblem, type LinkHealth, type ServiceHealth } from './sight.ts';

/** The answer to `/status`, which the status page and `tidemark status` show of a running daemon. */
export interface DaemonStatus {
  version: string;
  kind: 'daemon' | 'worker';
  now: string;
  startedAt: string;
  ready: boolean;
  /** Why the daemon is not ready, in sentences. */
  reasons: string[];
  service: {
    url: string;
    lastSeenAt: string | null;
    failingSince: string | null;
    problem: SpaceRecord['problem'];
  };
  /** The git host through which the mirror is shared; null where there is none. */
  gitHost: { url: string; failingSince: string | null; problem: AnswerProblem | null } | null;
  /** For a worker: its own name, and the workers of the fleet; null where there is only one process. */
  fleet: { name: string; workers: { name: string; version: string; startedAt: string }[] } | null;
  intervalMs: number;
  nextLookAt: string | null;
  /** When the configuration was read, and what was wrong with the last one that was refused. */
  configuration: { loadedAt: string; refused: string | null };
  queue: QueueCounts;
  budgets: ({ origin: string } & BudgetSnapshot)[];
  spaces: SpaceStatusLine[];
  /** Broken links; null before the first check, and where links are not checked. */
  links: {
    broken: number;
    byRule: Readonly<Record<string, number>>;
    checkedAt: string;
    since: string;
  } | null;
}

export type SpaceStatusLine = Omit<SpaceRecord, 'since' | 'lastGoodAt' | 'lastTriedAt' | 'proposals'> & {
  since: string;
  lastGoodAt: string | null;
  lastTriedAt: string | null;
  /** The change requests that are not merged yet. An edit that is in no change request yet shows in the space's state instead. */
  proposals: (Omit<SpaceRecord['proposals'][number], 'since' | 'number'> & {
    number: number;
    since: string;
  })[];
};

export interface StatusSource {
  version: string;
  kind: 'daemon' | 'worker';
  now: number;
  startedAt: number;
  serviceUrl: string;
  sight: ServiceHealth;
  /** How long requests have wanted a good answer and got none, and the last reason. */
  stalled: { ms: number; problem: AnswerProblem | null };
  intervalMs: number;
  nextLookAt: number;
  loadedAt: number;
  refused: string | null;
  queue: QueueCounts;
  budgets: ({ origin: string } & BudgetSnapshot)[];
  spaces: readonly SpaceRecord[];
  links: LinkHealth | null;
  stopping: boolean;
  gitHost: { url: string; stalled: StatusSource['stalled'] } | null;
  fleet: { name: string; workers: readonly FleetWorker[] } | null;
  /** Whether the queue's Redis does not answer; the status then shows the last known state of the queue. */
  isQueueSilent: boolean;
}

/** How long something may last before it makes us not ready; the handbook and `docs/deploy` say the same, which a test holds. */
export const readinessTimes = {
  /** The service may be silent for this many intervals, and at least this long: perhaps nobody has asked it. */
  silence: { intervals: 3, leastMs: 5 * 60_000 },
  /**
   * The share of an interval for which requests may lack a good answer. A request is sent within an interval, so that we are not
   * ready within two. With a short interval, a restart of the service must not look like an outage; with a long one, we must not
   * wait for an hour.
   */
  grace: { share: 0.9, leastMs: 10_000, mostMs: 120_000 },
} as const;

export function describeStatus(source: StatusSource): DaemonStatus {
  const { sight, now } = source;
  const reasons = reasonsNotReady(source);
  return {
    version: source.version,
    kind: source.kind,
    now: iso(now),
    startedAt: iso(source.startedAt),
    ready: reasons.length === 0,
    reasons,
    service: {
      url: source.serviceUrl,
      lastSeenAt: isoOrNull(sight.lastSeenAt),
      failingSince: isoOrNull(sight.failingSince),
      problem: sight.problem,
    },
    gitHost: source.gitHost && {
      url: source.gitHost.url,
      failingSince: source.gitHost.stalled.problem && iso(now - source.gitHost.stalled.ms),
      problem: source.gitHost.stalled.problem,
    },
    fleet: source.fleet && {
      name: source.fleet.name,
      workers: source.fleet.workers
        .map(({ name, version, startedAt }) => ({ name, version, startedAt: iso(startedAt) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    },
    intervalMs: source.intervalMs,
    nextLookAt: source.nextLookAt === 0 ? null : iso(source.nextLookAt),
    configuration: { loadedAt: iso(source.loadedAt), refused: source.refused },
    queue: source.queue,
    budgets: source.budgets,
    links: source.links && {
      ...source.links,
      checkedAt: iso(source.links.checkedAt),
      since: iso(source.links.since),
    },
    spaces: source.spaces.map(({ since, lastGoodAt, lastTriedAt, proposals, ...rest }) => ({
      ...rest,
      since: iso(since),
      lastGoodAt: isoOrNull(lastGoodAt),
      lastTriedAt: isoOrNull(lastTriedAt),
      proposals: proposals.flatMap(({ number, ...one }) =>
        number === null ? [] : [{ number, ...one, since: iso(one.since) }],
      ),
    })),
  };
}

/** What only a person can merge, in sentences: everything else goes on meanwhile, so that the daemon stays ready. */
export function waitsForPerson({ spaces }: Pick<DaemonStatus, 'spaces'>): readonly string[] {
  const told = spaces.flatMap(({ problem }) => (problem?.code === 'EDIT_CONFLICT' ? [problem] : []));
  return [...new Set(told.map((problem) => `${reasonFor(problem)} ${problem.hint ?? ''}`.trimEnd()))];
}

/** The spaces that are behind. As long as others are not, the daemon stays ready: a supervisor that ended it would stop those, too. */
export interface SpacesBehind {
  /** How many spaces are behind. */
  readonly spaces: number;
  /** How many spaces there are. */
  readonly of: number;
  /** Why, in sentences: one for the spaces with the same problem. */
  readonly reasons: readonly string[];
}

/** How many folders of spaces, and how many problems, a probe names. */
const mostNamed = 5;

export function spacesBehind({ spaces }: Pick<DaemonStatus, 'spaces'>): SpacesBehind | null {
  const behind = spaces.filter(({ state }) => state === 'failing');
  if (behind.length === 0) return null;
  const byProblem = new Map<string, string[]>();
  for (const { path, problem } of behind) {
    const why =
      problem === null ? 'no reason is known.' : `${reasonFor(problem)} ${problem.hint ?? ''}`.trimEnd();
    byProblem.set(why, [...(byProblem.get(why) ?? []), path]);
  }
  const reasons = [...byProblem].map(([why, paths]) => {
    const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
    return `${paths.slice(0, mostNamed).join(', ')}${more}: ${why}`;
  });
  return { spaces: behind.length, of: spaces.length, reasons: reasons.slice(0, mostNamed) };
}

function reasonsNotReady(source: StatusSource): string[] {
  const { sight, stopping, stalled, isQueueSilent } = source;
  const reasons: string[] = [];
  if (stopping) reasons.push('It is stopping.');
  if (isQueueSilent) reasons.push('Redis does not answer.');
  const outage = outageOf(source);
  if (sight.lastSeenAt === null) reasons.push('The first look at the service is not done yet.');
  if (outage !== null) reasons.push(outage);
  const look = failedLook(source);
  if (look !== null) reasons.push(look);
  if (serviceProblem(sight)?.code === 'UNAUTHENTICATED') reasons.push('The service refuses the token.');
  const host = hostOutageOf(source);
  if (host !== null) reasons.push(host);
  const disk = fullDisk(source);
  if (disk !== null) reasons.push(disk);
  const isKnown =
    outage !== null || look !== null || stalled.problem !== null || host !== null || disk !== null;
  const failing = isKnown ? null : allFailing(source);
  if (failing !== null) reasons.push(failing);
  return reasons;
}

/** Does the same for the git host: without it, nothing that people push arrives, and nothing that is mirrored is kept. */
function hostOutageOf({ gitHost, now, intervalMs }: StatusSource): string | null {
  if (gitHost === null || gitHost.stalled.ms <= patienceOf(intervalMs)) return null;
  const { ms, problem } = gitHost.stalled;
  return `The git host has given no good answer since ${iso(now - ms)}: ${reasonFor(problem)}`;
}

function reasonFor(problem: AnswerProblem | null): string {
  return problem === null ? 'it is silent.' : `${problem.code}, ${sentence(problem.message)}`;
}

/** A disk that is full for one space is full for all, although the other spaces have nothing to write yet. */
function fullDisk({ spaces }: StatusSource): string | null {
  const full = spaces.find(({ state, problem }) => state === 'failing' && problem?.code === 'DISK_FULL');
  return full === undefined
    ? null
    : `The space ${full.path} fails: DISK_FULL, ${sentence(full.problem?.message ?? '')}`;
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** Since when the service has given no good answer, and why; null while the outage may pass by itself. */
function outageOf({ sight, now, startedAt, intervalMs, stalled }: StatusSource): string | null {
  const { intervals, leastMs } = readinessTimes.silence;
  const silenceMs = Math.max(intervals * intervalMs, leastMs);
  // Rate limits are normal: we wait out windows of some minutes.
  const patienceMs = stalled.problem?.code === 'RATE_LIMITED' ? silenceMs : patienceOf(intervalMs);
  // Before the first look, there is no reason to wait: we name at once what prevents it.
  const isKeptFromBeginning =
    sight.lastSeenAt === null && stalled.problem !== null && stalled.problem.code !== 'UNAUTHENTICATED';
  if (stalled.ms > patienceMs || isKeptFromBeginning) {
    return `The service has given no good answer since ${iso(now - stalled.ms)}: ${reasonFor(stalled.problem)}`;
  }
  if (sight.lastSeenAt === null || now - (sight.lastSeenAt ?? startedAt) <= silenceMs) return null;
  return `The service has not answered since ${iso(sight.lastSeenAt)}.`;
}

/** Why looks fail although the service answers, such as a state that a newer version wrote, or a lost right. */
function failedLook({ sight, now, stalled, intervalMs }: StatusSource): string | null {
  const { problem, failingSince, lastSeenAt } = sight;
  const isToken = serviceProblem(sight)?.code === 'UNAUTHENTICATED';
  if (problem === null || isToken || stalled.problem !== null) return null;
  if (lastSeenAt !== null && now - (failingSince ?? now) <= patienceOf(intervalMs)) return null;
  return `The last look at the spaces failed: ${reasonFor(problem)}`;
}

function patienceOf(intervalMs: number): number {
  const { share, leastMs, mostMs } = readinessTimes.grace;
  return Math.min(mostMs, Math.max(leastMs, share * intervalMs));
}

/** Why all spaces fail, once none of them has succeeded for a while: a full disk, a git host, a lost right. */
function allFailing({ spaces, now, intervalMs }: StatusSource): string | null {
  const [first] = spaces;
  if (!first || spaces.some(({ state }) => state !== 'failing')) return null;
  if (now - Math.max(...spaces.map(({ since }) => since)) <= patienceOf(intervalMs)) return null;
  const why =
    first.problem === null ? '' : `: ${first.problem.code}, ${first.problem.message.replace(/\.$/u, '')}`;
  return spaces.length === 1
    ? `The space ${first.path} fails${why}.`
    : `All ${spaces.length} spaces fail${why}.`;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time);
}
