import { requestTimeLimitMs } from '../../contract/index.ts';

/** What this clone knows to exist: the newest revision of a change request that it wrote, or of a space into which one was merged. */
export interface WrittenContent {
  readonly space: string;
  readonly revision: string;
  /** Revisions that are certainly older, newest last. */
  readonly older: readonly string[];
  /** The time of the revision, by the service's own clock. */
  readonly stamp?: string | undefined;
  /** When this clone learned of the revision. */
  readonly at: number;
  /** When the change request was made, if this clone made it. */
  readonly madeAt?: number;
  /** The status of the change request at that time, which is the list that it was in. */
  readonly status?: string;
}

/** What an answer shows: nothing at all, or a revision, with its parents and its time where the answer has them. */
export type Shown = {
  readonly revision: string;
  readonly parents?: readonly string[];
  readonly stamp?: string | undefined;
} | null;

/**
 * A service that still shows the old content after this time was set back, and is believed; until then, its answers about the
 * present do not count.
 */
export const trustAfterMs = 10 * 60_000;

/**
 * Whether a read counts. For a while, a service may show the content before a write, and not know what was just made; a plan that
 * is based on that makes things twice. So a read counts only when it shows the write, or a descendant of it.
 *
 * `unclear`: the answer shows a revision that is new here, without its parents; the parents decide.
 */
export function readCounts(
  shown: Shown,
  known: WrittenContent | undefined,
  now: number,
): 'counts' | 'late' | 'unclear' {
  if (!known || known.at > now) return 'counts';
  const isRecent = now - known.at < requestTimeLimitMs;
  if (shown === null)
    return known.madeAt !== undefined && now - known.madeAt < requestTimeLimitMs ? 'late' : 'counts';
  const { revision, parents, stamp } = shown;
  if (revision === known.revision || parents?.includes(known.revision)) return 'counts';
  const older: readonly (string | undefined)[] = known.older;
  if (older.includes(revision)) return now - known.at < trustAfterMs ? 'late' : 'counts';
  if (!isRecent) return 'counts';
  // A change request has a single line of revisions: a child of an older revision is older than ours.
  if (older.includes(parents?.[0])) return 'late';
  if (stamp === undefined || known.stamp === undefined) return 'unclear';
  return Date.parse(stamp) >= Date.parse(known.stamp) ? 'counts' : 'late';
}

const rememberedRevisions = 20;

/** What is known after `next` was written or shown. */
export function withRevision(
  known: WrittenContent | undefined,
  next: Omit<WrittenContent, 'older'>,
  before: string | undefined,
): WrittenContent {
  const older = [...(known?.older ?? []), ...(known ? [known.revision] : []), ...(before ? [before] : [])];
  const others = [...new Set(older)].filter((each) => each !== next.revision);
  return { ...known, ...next, older: others.slice(-rememberedRevisions) };
}
