import { heldByGuard } from '../mirror/guard.ts';
import { inFolder } from '../mirror/tip.ts';
import type { ProposalReport } from '../report.ts';
import { dropProposal, removeProposal, saveProposal, isAnswered } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import { adoptLostChangeRequest } from './adopt.ts';
import { rememberDeclinedEdits } from './declined.ts';
import { earlierProposal } from './earlier-proposal.ts';
import { isEmpty } from './folder-edits.ts';
import { followSubjectAfterCommit } from './follow-subject.ts';
import type { HeldFiles } from './hold-back.ts';
import { findMissingEdits, findMissingIn } from './look-before.ts';
import { mirrorAfterWrite } from './mirror-after-write.ts';
import { newProposal } from './own-change-request.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { readProposalContext } from './read-proposal-context.ts';
import { hasTakenBack, isReplaced, pathsToJoin, sendProposal } from './send-proposal.ts';
import { hasPagesOfOtherBranches } from './shared-pages.ts';
import { reportOf } from './proposal-context.ts';
import type { ProposalContext } from './proposal-context.ts';
import { subjectOf } from './subject.ts';
import { archiveMergedByHand, takeOverChangeRequest } from './take-over.ts';
import { archiveEmptyProposal } from './withdraw.ts';
import { findWriteMethod } from './writing.ts';

/** Brings one branch's edits of one space into its change request; null when the branch has nothing to say about the space. */
export async function proposeSpace(
  ports: ProposingPorts,
  target: ProposalTarget,
): Promise<ProposalReport | null> {
  const earlier = await earlierProposal(ports, target);
  await archiveMergedByHand(ports, target, earlier);
  return proposeFrom(ports, target, earlier);
}

async function proposeFrom(
  ports: ProposingPorts,
  target: ProposalTarget,
  earlier: ProposalRecord | null,
): Promise<ProposalReport | null> {
  const proposal = await readProposalContext(ports, target, earlier);
  const { edits, all } = proposal;
  const taken =
    earlier === null && !isEmpty(edits) ? await takeOverChangeRequest(ports, target, edits) : null;
  if (taken) return proposeFrom(ports, target, taken);
  const known = await followUp(proposal);
  if (known.state === 'kept') return keepOpen(proposal, known.record);
  if (known.state === 'ended') {
    // The edits are named with what becomes of them, in this cycle and in every later one.
    const { unsaid } = edits;
    return reportOf({ ...proposal, edits: { ...all, unsaid } }, known.record, known.report);
  }
  const record = known.record ?? (isEmpty(edits) ? null : await adoptLostChangeRequest(ports, target, edits));
  if (isEmpty(edits))
    return waitsForPerson(proposal, record)
      ? reportOf(proposal, record, 'unchanged')
      : archiveEmptyProposal(proposal, record);
  assertUnguarded(proposal);
  return ports.context.options.dryRun === true
    ? reportPlan(proposal, record)
    : sendProposal(proposal, record);
}

/** Leaves the content of a change request as it is, because nothing has changed. A commit alone may give the edits another subject. */
async function keepOpen(proposal: ProposalContext, record: ProposalRecord): Promise<ProposalReport> {
  const { ports, target, edits } = proposal;
  const named = await followSubjectAfterCommit(proposal, record, edits);
  if (named !== record) {
    saveProposal(ports.context.state, named);
    await mirrorAfterWrite(ports, target, { id: named.changeRequest!.id, madeAs: null });
  }
  const unsaid = [...edits.unsaid, ...(named.unsaid ?? [])];
  const state = named === record ? 'unchanged' : 'updated';
  return reportOf({ ...proposal, edits: { ...edits, unsaid } }, named, state);
}

/** Whether edits wait for a person: that is no reason to take the other edits back. */
function waitsForPerson(
  { ports, target, local, held, conflicts, lost }: ProposalContext,
  record: ProposalRecord | null,
): boolean {
  return (
    (!isEmpty(local) && conflicts.length > 0) ||
    pathsToJoin(ports.context.journal.stale, target.space.path).size > 0 ||
    (record !== null && carriesOnly(record, { ...held, paths: new Set([...held.paths, ...lost]) }))
  );
}

/** Throws a guard's error when edits take away too much, until a person confirms them. */
function assertUnguarded({ ports: { context }, target: { space }, edits }: ProposalContext): void {
  if (context.options.confirmDeletions === true) return;
  const contents = inFolder(space.path, edits.contents);
  const where = `${space.title} (${space.path})`;
  const guard = heldByGuard(edits, { guards: context.config.guards, where, folder: space.path, contents });
  if (guard) throw guard;
}

/** Reports what would be sent, and what cannot be said. */
async function reportPlan(proposal: ProposalContext, record: ProposalRecord | null): Promise<ProposalReport> {
  const { ports, target, edits } = proposal;
  const isAnew = record !== null && (await isReplaced(proposal, record));
  const open = record?.changeRequest && !isAnew ? { ...record, changeRequest: record.changeRequest } : null;
  const { anything, unsaid: told } = await lookAhead(proposal, { record, open });
  const unsaid = [...edits.unsaid, ...told];
  const report = reportOf(
    { ...proposal, edits: { ...edits, unsaid } },
    record,
    anything ? 'planned' : 'unchanged',
  );
  const subject = (isAnew ? undefined : record?.subject) ?? (await subjectOf(ports.context, target, edits));
  if (isAnew) return { ...report, subject, number: null, url: null, replaces: record.changeRequest!.number };
  return { ...report, subject, number: report.number ?? target.changeRequest?.number ?? null };
}

/**
 * What a sync would find to send of edits that are only planned, and what the service's way of writing cannot say of them.
 *
 * @param open The record, where its change request is the one that the edits go to.
 */
async function lookAhead(
  proposal: ProposalContext,
  { record: before, open }: { record: ProposalRecord | null; open: OpenProposal | null },
): Promise<{ readonly anything: boolean; readonly unsaid: readonly string[] }> {
  const { ports, target, edits, gathered } = proposal;
  const known = before?.changeRequest ?? target.changeRequest;
  const way = await findWriteMethod(ports, target.space, known?.id ?? null, { asks: false });
  const sending = { ports, target, edits, bytes: gathered.bytes, way };
  if (open) return findMissingIn({ ...sending, record: open }, open.changeRequest.id);
  if (way.kind === 'content') return { anything: true, unsaid: [] };
  const look = await findMissingEdits({ ...sending, record: before ?? (await newProposal(proposal)) });
  return { anything: true, unsaid: look?.unsaid ?? [] };
}

type OpenProposal = ProposalRecord & { readonly changeRequest: NonNullable<ProposalRecord['changeRequest']> };

/** Whether a change request has only what waits here: content at these paths, and places if the table of contents is held back. */
function carriesOnly(
  { pages, files, placed, deleted }: ProposalRecord,
  { paths, contents }: Pick<HeldFiles, 'paths' | 'contents'>,
): boolean {
  const carried = [...Object.values(pages).map(({ path }) => path), ...Object.keys(files)];
  const isPlacedThere = placed.length === 0 || contents;
  return (
    carried.length > 0 && isPlacedThere && deleted.length === 0 && carried.every((path) => paths.has(path))
  );
}

type FollowUp =
  | { state: 'kept'; record: ProposalRecord }
  | { state: 'ended'; record: ProposalRecord; report: ProposalReport['state'] }
  | { state: 'go-on'; record: ProposalRecord | null };

/** What a cycle has to do after the last one's change request: nothing, continue it, or begin a new one. */
async function followUp(proposal: ProposalContext): Promise<FollowUp> {
  const { ports, target, before, edits, all, fingerprint } = proposal;
  const { state } = ports.context;
  if (!before) return { state: 'go-on', record: null };
  if (before.state === 'merged') {
    // Until the branch has followed, what was merged still looks like an edit here, and we must know that it is done.
    if (target.base === ports.context.tip.commit && !hasPagesOfOtherBranches(before))
      removeProposal(state, before);
    return { state: 'go-on', record: null };
  }
  if (before.state !== 'open') {
    // An edit that was turned down is sent again only when the person has changed it, and is reported until it is taken back.
    await rememberDeclinedEdits(state, { before, edits: all });
    dropProposal(state, before);
    const { changeRequest } = before;
    const isNews = changeRequest === null || !ports.context.archivedHere.has(changeRequest.id);
    return isNews && isEmpty(edits) && !isEmpty(all)
      ? { state: 'ended', record: before, report: before.state }
      : { state: 'go-on', record: null };
  }
  if (!before.changeRequest) return { state: 'go-on', record: before };
  const mirrored = target.space.changeRequests.find(({ id }) => id === before.changeRequest?.id);
  const isSame = before.fingerprint === fingerprint && mirrored?.revision === before.revision;
  // What was held back and is as in the mirror now has left no trace among the edits.
  if (isSame && isAnswered(before) && !(await hasTakenBack(proposal, before)))
    return { state: 'kept', record: before };
  return { state: 'go-on', record: before };
}
