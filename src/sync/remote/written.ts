import { requestTimeLimitMs } from '../../contract/index.ts';

/** What this clone knows to be there: the newest revision of a change request that it wrote, or of a space that took one in. */
export interface Written {
  readonly space: string;
  readonly revision: string;
  /** Revisions that are certainly older, newest last. */
  readonly older: readonly string[];
  /** When the service says that this was, by its own clock. */
  readonly stamp?: string | undefined;
  /** When that became known. */
  readonly at: number;
  /** When the change request was made, where that was done here. */
  readonly madeAt?: number;
  /** The list that a change request was in then. */
  readonly status?: string;
}

/** What an answer shows of it: nothing at all, or a revision, with the ones that it stands on and its time where the answer has them. */
export type Shown = {
  readonly revision: string;
  readonly parents?: readonly string[];
  readonly stamp?: string | undefined;
} | null;

/** A service that shows for so long what it had before gives no answer about now: it was set back, and is believed. */
export const believedAfterMs = 10 * 60_000;

/**
 * Whether a read counts. A service may show for a while what was there before a write, and know nothing of what was just made; whoever
 * plans from that makes things twice. So a read counts only when it shows the write, or a descendant of it.
 *
 * `unclear`: the answer shows a revision that is new here, without its parents; the parents decide.
 */
export function readCounts(
  shown: Shown,
  known: Written | undefined,
  now: number,
): 'counts' | 'late' | 'unclear' {
  if (!known || known.at > now) return 'counts';
  const isRecent = now - known.at < requestTimeLimitMs;
  if (shown === null)
    return known.madeAt !== undefined && now - known.madeAt < requestTimeLimitMs ? 'late' : 'counts';
  const { revision, parents, stamp } = shown;
  if (revision === known.revision || parents?.includes(known.revision)) return 'counts';
  if (known.older.includes(revision)) return now - known.at < believedAfterMs ? 'late' : 'counts';
  if (!isRecent) return 'counts';
  // A change request has one line of revisions: a child of an older one is older than ours.
  const [on] = parents ?? [];
  if (on !== undefined && known.older.includes(on)) return 'late';
  if (stamp === undefined || known.stamp === undefined) return 'unclear';
  return Date.parse(stamp) >= Date.parse(known.stamp) ? 'counts' : 'late';
}

const rememberedRevisions = 20;

/** What is known after `next` was written, or shown. */
export function goneOn(
  known: Written | undefined,
  next: Omit<Written, 'older'>,
  before: string | undefined,
): Written {
  const older = [...(known?.older ?? []), ...(known ? [known.revision] : []), ...(before ? [before] : [])];
  const others = [...new Set(older)].filter((each) => each !== next.revision);
  return { ...known, ...next, older: others.slice(-rememberedRevisions) };
}
