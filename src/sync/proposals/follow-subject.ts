import { AppError } from '../../base/index.ts';
import { answerUnlessLate } from '../mirror/failures.ts';
import { withMark, withoutMark } from '../mirror/subject-mark.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { isEmpty } from './folder-edits.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { ProposalContext } from './proposal-context.ts';
import { subjectOf } from './subject.ts';

/**
 * Gives a draft of ours the subject of the edits that it holds by now (SYNC-69). Only a subject that Tidemark gave is changed, and
 * the service is asked only where the subject is another one. After a failure, the draft keeps the subject that it has.
 */
export async function followSubject(
  proposal: ProposalContext,
  record: ProposalRecord,
  edits: FolderEdits,
): Promise<ProposalRecord> {
  const { ports, target } = proposal;
  const { context } = ports;
  const { changeRequest, marker, space } = record;
  if (!record.ours || changeRequest === null) return record;
  const shown = await withoutPassingPages(proposal, edits);
  // What is left in the draft, if anything, is somebody else's.
  if (isEmpty(shown)) return record;
  const subject = await subjectOf(context, target, shown);
  if (subject === record.subject) return record;
  try {
    const found = await answerUnlessLate(context, space, () =>
      context.remote.changeRequest(space, changeRequest.id),
    );
    if (found === null || found === 'late' || found.status !== 'draft') return record;
    // Somebody else has named it since.
    if (withoutMark(found.subject) !== record.subject) return record;
    await context.remote.setChangeRequest(space, changeRequest.id, { subject: withMark(subject, marker) });
    return { ...record, subject };
  } catch (error) {
    if (error instanceof AppError) return record;
    throw error;
  }
}

/** The edits without the deletions of pages that the draft itself had made: a reviewer never sees these pages. */
async function withoutPassingPages(
  { ports: { context }, target: { space } }: ProposalContext,
  edits: FolderEdits,
): Promise<FolderEdits> {
  const table = context.state.table(space.id);
  const deletes: FolderEdits['deletes'][number][] = [];
  for (const each of edits.deletes) if (await table.get('page', each.key)) deletes.push(each);
  return { ...edits, deletes };
}
