import type { BudgetSnapshot, QueueCounts } from '../queue/index.ts';
import type { SpaceRecord } from './record.ts';
import type { LinkHealth, ServiceSight } from './rounds.ts';

/** What `/status` answers, and what the status page and `tidemark status` show of a running daemon. */
export interface DaemonStatus {
  version: string;
  kind: 'daemon' | 'worker';
  now: string;
  startedAt: string;
  ready: boolean;
  /** Why it is not ready, in sentences. */
  reasons: string[];
  service: {
    url: string;
    lastSeenAt: string | null;
    failingSince: string | null;
    problem: SpaceRecord['problem'];
  };
  intervalMs: number;
  nextLookAt: string | null;
  /** When the configuration was read, and what was wrong with the last one that was refused. */
  configuration: { loadedAt: string; refused: string | null };
  queue: QueueCounts;
  budgets: ({ origin: string } & BudgetSnapshot)[];
  spaces: SpaceStatusLine[];
  /** Broken links; null before the first check, and where nobody checks. */
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
  proposals: (Omit<SpaceRecord['proposals'][number], 'since'> & { since: string })[];
};

export interface StatusSource {
  version: string;
  kind: 'daemon' | 'worker';
  now: number;
  startedAt: number;
  serviceUrl: string;
  sight: ServiceSight;
  intervalMs: number;
  nextLookAt: number;
  loadedAt: number;
  refused: string | null;
  queue: QueueCounts;
  budgets: ({ origin: string } & BudgetSnapshot)[];
  spaces: readonly SpaceRecord[];
  links: LinkHealth | null;
  stopping: boolean;
}

/** The service may be silent for so many intervals, and at least so long, before we are not ready. */
const silentIntervals = 3;
const leastSilenceMs = 5 * 60_000;

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
      proposals: proposals.map((one) => ({ ...one, since: iso(one.since) })),
    })),
  };
}

function reasonsNotReady({ sight, now, startedAt, intervalMs, stopping }: StatusSource): string[] {
  const reasons: string[] = [];
  if (stopping) reasons.push('It is stopping.');
  const silence = now - (sight.lastSeenAt ?? startedAt);
  const allowed = Math.max(silentIntervals * intervalMs, leastSilenceMs);
  if (sight.lastSeenAt === null) reasons.push('The first look at the service is not done yet.');
  else if (silence > allowed) reasons.push(`The service has not answered since ${iso(sight.lastSeenAt)}.`);
  if (sight.problem?.code === 'UNAUTHENTICATED') reasons.push('The service refuses the token.');
  return reasons;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time);
}
