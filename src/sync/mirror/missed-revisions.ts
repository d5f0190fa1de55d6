import type { Revision, Space } from '../../contract/index.ts';
import type { SpaceRecord } from '../state/records.ts';
import { authorOf } from './commit-text.ts';
import type { CycleContext } from './context.ts';

/** A revision that the mirror lacks. Without `whole`, it has to be read again: a long walk keeps few whole ones in memory. */
export interface MissedRevision {
  readonly id: string;
  readonly whole?: Revision;
}

/** The revisions between the mirror's and the newest. */
export interface MissedRevisions {
  /** Oldest first; none when they cannot be found out. */
  readonly revisions: readonly MissedRevision[];
  /** Whether the mirror lacks older revisions, too: the first commit then contains what they changed. */
  readonly more: boolean;
}

/** At most so many missed revisions get a commit each. To find one costs a request or two, and to read its changes costs more. */
export const mostMissed = 1000;
/** So many revisions stay in memory. The walk looks at that many without comparing their times. */
const keptWhole = 50;

const none: MissedRevisions = { revisions: [], more: false };

/**
 * Walks from the newest revision to the one that the mirror has. A service that was put back to an earlier state may not have that
 * revision among the newest one's ancestors: the walk ends at revisions that are older than it.
 */
export async function missedRevisions(
  context: CycleContext,
  space: Space,
  record: SpaceRecord | undefined,
  newest: Revision,
): Promise<MissedRevisions> {
  if (!record) return none;
  const found: MissedRevision[] = [];
  const notBefore = await timeOfMirrored(context, record);
  let parent = newest.parents[0];
  while (parent !== undefined && parent !== record.revision) {
    if (found.length >= mostMissed) return { revisions: found.reverse(), more: true };
    const whole = await context.remote.content({ kind: 'revision', space: space.id, revision: parent });
    if (found.length >= keptWhole && authorOf(whole).at < notBefore) return none;
    found.push({ id: whole.id, whole });
    // The oldest ones are mirrored first: these stay whole.
    const newer = found.at(-keptWhole - 1);
    if (newer) found[found.length - keptWhole - 1] = { id: newer.id };
    parent = whole.parents[0];
  }
  return parent === undefined ? none : { revisions: found.reverse(), more: false };
}

/** The time of the mirror's revision in milliseconds, in whole seconds as git keeps it; 0 if no commit has it. */
async function timeOfMirrored({ git }: CycleContext, { commits, revision }: SpaceRecord): Promise<number> {
  const commit = commits.findLast((each) => each.revision === revision)?.commit;
  if (commit === undefined || !(await git.has(commit))) return 0;
  return (await git.readCommit(commit)).author.at;
}
