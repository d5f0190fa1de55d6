import type { ChangeRequest } from '../../contract/index.ts';
import { archiveAsSeen } from '../remote/window.ts';
import type { CycleContext } from './context.ts';
import { hasMark } from './subject-mark.ts';
import { readProposals } from '../state/proposals.ts';

/**
 * Archives second change requests with the same mark (SYNC-51), and returns the other change requests. A second one comes from a
 * worker that paused for so long that another worker went on with its space: the first worker may still send the request that was
 * given up as lost. Nothing is written into its change request, because the note that precedes a write can no longer be
 * announced; whoever sees the change request archives it.
 */
export async function withoutDuplicates(
  { state, remote, options }: CycleContext,
  space: string,
  listed: readonly ChangeRequest[],
): Promise<ChangeRequest[]> {
  const marks = new Map<string, string>();
  for (const { changeRequest, marker, space: own } of await readProposals(state))
    if (changeRequest && own === space) marks.set(changeRequest.id, marker);
  const left: ChangeRequest[] = [];
  for (const each of listed) {
    const isDouble = [...marks].some(([id, mark]) => id !== each.id && hasMark(each.subject, mark));
    const goes = isDouble && isEmpty(each) && options.dryRun !== true;
    if (!goes || !(await archiveAsSeen(remote, space, each))) left.push(each);
  }
  return left;
}

/** Whether nobody has ever written into a change request. */
function isEmpty({ revision, revisionInitial, revisionMergedAncestor }: ChangeRequest): boolean {
  return revision === revisionInitial || revision === revisionMergedAncestor;
}
