import { AppError } from '../../base/index.ts';
import { answerUnlessLate } from '../mirror/failures.ts';
import { withMark, withoutMark } from '../mirror/subject-mark.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { isEmpty } from './folder-edits.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { ProposalContext } from './proposal-context.ts';
import { subjectOf } from './subject.ts';
import { findTakenBack, isNothing, nothingHeldThere } from './take-back.ts';

/**
 * Gives a draft of ours the subject of the edits that it holds by now (SYNC-69). Only a subject that Tidemark gave is changed, and
 * the service is asked only where the subject is another one. After a failure, the draft keeps the subject that it has.
 */
export async function followSubject(
  proposal: ProposalContext,
  record: ProposalRecord,
  edits: FolderEdits,
): Promise<ProposalRecord> {
  const subject = await otherSubject(proposal, record, edits);
  return subject === null ? record : renamed(proposal, record, subject);
}

/**
 * {@link followSubject} where nothing had to be sent, as after a commit of what was sent before. Whether somebody else has named the draft
 * is in the mirror, so that nobody is asked about that in each cycle.
 */
export async function followSubjectAfterCommit(
  proposal: ProposalContext,
  record: ProposalRecord,
  edits: FolderEdits,
): Promise<ProposalRecord> {
  const { ports, target } = proposal;
  const mirrored = target.space.changeRequests.find(({ id }) => id === record.changeRequest?.id);
  if (mirrored?.status !== 'draft' || record.foundAgain === true) return record;
  if (ports.context.options.dryRun === true) return record;
  // While a part waits for a person, the draft may lack some of the edits, or hold what is not among them.
  if (record.fingerprint === '' || !isNothing(findTakenBack(record, edits, nothingHeldThere))) return record;
  const subject = await otherSubject(proposal, record, edits);
  if (subject === null) return record;
  // The answer to the renaming was lost.
  if (mirrored.subject === subject) return { ...record, subject };
  return mirrored.subject === record.subject ? renamed(proposal, record, subject) : record;
}

/** The subject of what a change request of ours holds, if that is another one by now. */
async function otherSubject(
  proposal: ProposalContext,
  { ours, changeRequest, subject: before }: ProposalRecord,
  edits: FolderEdits,
): Promise<string | null> {
  if (!ours || changeRequest === null) return null;
  const shown = await withoutPassingPages(proposal, edits);
  // What is left in the draft, if anything, is somebody else's.
  if (isEmpty(shown)) return null;
  const subject = await subjectOf(proposal.ports.context, proposal.target, shown);
  return subject === before ? null : subject;
}

/** Renames a draft, unless somebody else has named it since. */
async function renamed(
  { ports: { context } }: ProposalContext,
  record: ProposalRecord,
  subject: string,
): Promise<ProposalRecord> {
  const { marker, space } = record;
  const { id } = record.changeRequest!;
  try {
    const found = await answerUnlessLate(context, space, () => context.remote.changeRequest(space, id));
    if (found === null || found === 'late' || found.status !== 'draft') return record;
    if (withoutMark(found.subject) !== record.subject) return record;
    await context.remote.setChangeRequest(space, id, { subject: withMark(subject, marker) });
    const { foundAgain: _again, ...known } = record;
    return { ...known, subject };
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
