import { isAppError } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
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
  context: CycleContext,
  space: string,
  listed: readonly ChangeRequest[],
): Promise<ChangeRequest[]> {
  const marks = new Map<string, string>();
  for (const { changeRequest, marker, space: own } of await readProposals(context.state))
    if (changeRequest && own === space) marks.set(changeRequest.id, marker);
  const left: ChangeRequest[] = [];
  for (const each of listed) {
    const isDouble = [...marks].some(([id, mark]) => id !== each.id && hasMark(each.subject, mark));
    const archived = isDouble && isEmpty(each) && (await archive(context, space, each));
    if (!archived) left.push(each);
  }
  return left;
}

/** Whether nobody has ever written into a change request. */
function isEmpty({ revision, revisionInitial, revisionMergedAncestor }: ChangeRequest): boolean {
  return revision === revisionInitial || revision === revisionMergedAncestor;
}

async function archive(
  { remote, options }: CycleContext,
  space: string,
  { id }: ChangeRequest,
): Promise<boolean> {
  if (options.dryRun === true) return false;
  try {
    const now = await remote.setChangeRequest(space, id, { status: 'archived' });
    if (isEmpty(now)) return true;
    // Somebody wrote into the change request at that very moment.
    await remote.setChangeRequest(space, id, { status: 'draft' });
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND', 'WRONG_STATE', 'CONFLICT')) throw error;
  }
  return false;
}
