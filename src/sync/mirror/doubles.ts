import { isAppError } from '../../base/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import type { CycleContext } from './context.ts';
import { hasMark } from './subject-mark.ts';
import { readProposals } from '../state/proposals.ts';

/**
 * A worker that stood still for so long that another one went on with its space may still send the request that was given up as lost.
 * That makes a second change request with the same mark. Nothing is written into it, because the note before that cannot be announced
 * any more: it is archived by whoever sees it (SYNC-51). Answers with the change requests that are left.
 */
export async function withoutDoubles(
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
    // Somebody wrote into it just then.
    await remote.setChangeRequest(space, id, { status: 'draft' });
  } catch (error) {
    if (!isAppError(error, 'NOT_FOUND', 'WRONG_STATE', 'CONFLICT')) throw error;
  }
  return false;
}
