import { isAppError } from '../../base/index.ts';
import { addProblems } from '../mirror/failures.ts';
import { outOfFolder } from '../mirror/tip.ts';
import type { ConflictReport, ProposalReport } from '../report.ts';
import type { StaleEdits } from '../state/journal.ts';
import { dropProposal, readProposal, saveProposal } from '../state/proposals.ts';
import type { ProposalRecord } from '../state/proposals.ts';
import type { FolderEdits } from './folder-edits.ts';
import { followSubject, followSubjectAfterCommit } from './follow-subject.ts';
import { findMissingEdits } from './look-before.ts';
import { mirrorAfterWrite } from './mirror-after-write.ts';
import type { WrittenRequest } from './mirror-after-write.ts';
import { archiveIfOurs, asOnlyOurs, newProposal, openChangeRequest } from './own-change-request.ts';
import { areTextEditsOnly } from './plain-texts.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import { importsMakeCopiesMessage, rememberImports } from './prove-import.ts';
import type { RefusedContent } from './refused-content.ts';
import { sendEdits } from './send-edits.ts';
import type { SendContext, SentEdits } from './send-edits.ts';
import { rememberRefused } from './sending-rules.ts';
import { reportOf } from './proposal-context.ts';
import type { ProposalContext } from './proposal-context.ts';
import { problemOf, refusedByService } from './unsendable.ts';
import {
  afterTakeBack,
  settledByOthers,
  findTakenBack,
  isNothing,
  planTakeBack,
  withTakeBack,
  withoutTakeBack,
} from './take-back.ts';
import type { HeldThere } from './take-back.ts';
import { fingerprintOf, requestedChangesOf } from './requested-changes.ts';
import { findWriteMethod } from './writing.ts';

/**
 * Brings edits into a change request, and records what it says then. Where there is no change request, one is made if the edits
 * say anything that the service lacks.
 */
export async function sendProposal(
  proposal: ProposalContext,
  before: ProposalRecord | null,
): Promise<ProposalReport> {
  const { ports, target, edits, gathered } = proposal;
  const { bytes } = gathered;
  if (!before && !target.changeRequest) {
    const silent = await reasonsForNoChangeRequest(proposal);
    if (silent !== null) {
      const unsaid = [...edits.unsaid, ...silent];
      return reportOf({ ...proposal, edits: { ...edits, unsaid } }, null, 'unchanged');
    }
    await findWriteMethod(ports, target.space, null);
  }
  const { record: opened, made } = await openChangeRequest(proposal, before);
  const { notWithdrawn: _told, saved: _before, ...rest } = withRenewed(opened, proposal.renewed);
  const record: ProposalRecord = { ...rest, ...(target.commit === null ? { saved: true } : {}) };
  const isTakenBack = await hasTakenBack(proposal, record);
  if (isTakenBack && (await archiveIfOurs(ports, record))) {
    // No change can undo everything that was sent and is no longer wanted: a new change request begins without it.
    dropProposal(ports.context.state, record);
    // What the list said of the space was before this one was archived.
    const sightings = ports.sightings.filter(({ id }) => id !== target.space.id);
    const anew = { ...proposal, ports: { ...ports, sightings } };
    return { ...(await sendProposal(anew, null)), replaces: record.changeRequest!.number };
  }
  const way = await findWriteMethod(ports, target.space, record.changeRequest!.id);
  const sending = { ports, target, record, edits, bytes, way, isNew: made !== null };
  const sent = await (isTakenBack ? sendWithWithdrawal(proposal, sending) : sendEdits(sending)).catch(
    (error: unknown) => withoutCopies(ports, target, error),
  );
  await tellRefused(ports, target, { refused: sent.refused, bytes });
  return noteSent(proposal, { before, sent, madeAs: made?.status ?? null });
}

/** Sends edits to a change request that others have touched, and takes out of it what its writer took back. */
async function sendWithWithdrawal(proposal: ProposalContext, sending: SendContext): Promise<SentEdits> {
  const withdrawal = await planTakeBack(proposal, sending.record, await leftAlone(proposal));
  const whole = withTakeBack(sending, withdrawal);
  const sent = await sendEdits({ ...sending, ...whole, record: withdrawal.record });
  const paths = new Set(withdrawal.texts.map(({ path }) => path));
  const inConflict = new Set(sent.conflicts.map(({ path }) => path).filter((path) => paths.has(path)));
  const { remote } = proposal.ports.context;
  const settled = await settledByOthers(remote, sent.record, { withdrawal, inConflict });
  const { number } = sending.record.changeRequest!;
  const pages = withdrawal.deletes.map(({ path }) => `${path} is not deleted`);
  return {
    ...sent,
    record: afterTakeBack(sent.record, withdrawal, { inConflict, settled }),
    edits: withoutTakeBack(sent.edits, withdrawal),
    conflicts: sent.conflicts.filter(({ path }) => !paths.has(path)),
    unsaid: [
      ...sent.unsaid.filter((line) => !pages.some((start) => line.startsWith(start))),
      ...withdrawal.stayThere.map(
        (path) => `${path} stays in change request #${number}: the interface cannot delete files`,
      ),
    ],
  };
}

/** Why a change request with these edits would say nothing: a list of what cannot be said. null: it would say something. */
async function reasonsForNoChangeRequest(proposal: ProposalContext): Promise<readonly string[] | null> {
  const { ports, target, edits, gathered } = proposal;
  const record = await newProposal(proposal);
  // We check that the service reaches us once there is something to send.
  const way = await findWriteMethod(ports, target.space, null, { asks: false });
  // A new page is always something to say, whatever the service has.
  if (edits.texts.some(({ key }) => key.startsWith('new:'))) return null;
  if (await areTextEditsOnly({ ports, target, edits, way })) return null;
  const look = await findMissingEdits({ ports, target, record, edits, bytes: gathered.bytes, way });
  return look === null || look.anything ? null : look.unsaid;
}

/** Records what a change request says after a write; one that says nothing is archived. */
async function noteSent(
  proposal: ProposalContext,
  {
    before,
    sent,
    madeAs,
  }: { before: ProposalRecord | null; sent: SentEdits; madeAs: WrittenRequest['madeAs'] },
): Promise<ProposalReport> {
  const { ports, target, edits } = proposal;
  const { state } = ports.context;
  const conflicts = [...proposal.conflicts, ...sent.conflicts];
  const { notWithdrawn = [] } = sent.record;
  const isWhole = conflicts.length + sent.rest + notWithdrawn.length === 0;
  const record: ProposalRecord = {
    ...sent.record,
    fingerprint: isWhole ? fingerprintOf(sent.edits) : '',
    wishes: sent.rest > 0 ? {} : requestedChangesOf(withoutConflicts(sent.edits, conflicts)),
    pending: [],
    unsaid: sent.unsaid,
    conflicts: sent.conflicts.map(({ path }) => path),
  };
  const { renewed, overruled } = proposal;
  const told = (unsaid: readonly string[]) => ({
    ...{ target, conflicts, renewed, overruled },
    edits: { ...sent.edits, unsaid },
  });
  // Refused by the service, or in conflict with what somebody merged since the last look.
  const saysNothing =
    (sent.refused.length > 0 || madeAs !== null) && sent.rest === 0 && carriesNothing(record);
  if (saysNothing && (await archiveIfOurs(ports, record))) {
    dropProposal(state, record);
    await mirrorAfterWrite(ports, target, null);
    return reportOf(told(sent.unsaid), null, 'unchanged');
  }
  saveProposal(state, record);
  const follow = sent.steps > 0 ? followSubject : followSubjectAfterCommit;
  const named = await follow(proposal, record, sent.edits);
  if (named !== record) saveProposal(state, named);
  const hasUpdated = sent.steps > 0 || sent.isUpdated || named !== record;
  const hasWritten = madeAs !== null || hasUpdated;
  await mirrorAfterWrite(ports, target, hasWritten ? { id: record.changeRequest!.id, madeAs } : null);
  const wasThere = (before?.changeRequest ?? target.changeRequest) !== null;
  const outcome = hasUpdated ? (wasThere ? 'updated' : 'proposed') : 'unchanged';
  return reportOf(told([...edits.unsaid, ...sent.unsaid]), named, outcome);
}

/** Notes which of the new pages are edits of pages that the service deleted. */
function withRenewed(record: ProposalRecord, paths: ReadonlySet<string>): ProposalRecord {
  const { renewed: _earlier, ...rest } = record;
  return paths.size === 0 ? rest : { ...rest, renewed: [...paths].sort() };
}

/** Archives a change request of ours into which an import put copies of pages: it must not be merged. */
async function withoutCopies(
  { context }: ProposingPorts,
  { branch, space }: ProposalTarget,
  error: unknown,
): Promise<never> {
  const before = isAppError(error) ? error.data?.['copiesOn'] : undefined;
  if (before === undefined) throw error;
  rememberImports(context, false);
  const record = await readProposal(context.state, branch, space.id);
  if (record?.ours === true && record.changeRequest && record.own === before) {
    await context.remote.setChangeRequest(space.id, record.changeRequest.id, { status: 'archived' });
    dropProposal(context.state, record);
  }
  throw importsMakeCopiesMessage({ since: context.clock.now() });
}

/** The edits that a change request can contain: all but the texts that are in conflict. */
function withoutConflicts(edits: FolderEdits, conflicts: readonly ConflictReport[]): FolderEdits {
  const paths = new Set(conflicts.map(({ path }) => path));
  return { ...edits, texts: edits.texts.filter(({ path }) => !paths.has(path)) };
}

/** Whether a change request of ours has nothing of what we wanted to say. */
function carriesNothing({ ours, pages, placed, deleted, files }: ProposalRecord): boolean {
  const held = Object.keys(pages).length + placed.length + deleted.length + Object.keys(files).length;
  return ours && held === 0;
}

/** Reports and remembers the content that the service refused, so that it is not sent again unchanged. */
async function tellRefused(
  { context }: ProposingPorts,
  { space }: ProposalTarget,
  { refused, bytes }: { refused: readonly RefusedContent[]; bytes: ReadonlyMap<string, Uint8Array> },
): Promise<void> {
  for (const { path, said } of refused) {
    const content = bytes.get(path);
    if (content) await rememberRefused(context.state, space.id, { path, bytes: content, said });
    const finding = { path, ...refusedByService(said) };
    addProblems(context, [problemOf(finding, { space: space.id, folder: space.path })]);
  }
}

/** Files of a space whose edits wait to be joined with the service's changes: they are neither sent nor taken back. */
export function pathsToJoin(stale: StaleEdits, folder: string): Set<string> {
  return new Set(stale.paths().flatMap((path) => outOfFolder(folder, path) ?? []));
}

async function leftAlone({
  ports,
  target,
  held,
  done,
  lost,
  conflicts,
}: ProposalContext): Promise<HeldThere> {
  const { context } = ports;
  const { space } = target;
  // A page that the earlier change request of another clone makes is taken out of ours.
  const ofOthers = [...held.shared].filter(([, { branch }]) => branch === null).map(([path]) => path);
  const kept = [...held.paths].filter((path) => !ofOthers.includes(path));
  // An edit that waits to be joined with the service's change was not taken back.
  const left = new Set([...kept, ...done, ...lost, ...conflicts.map(({ path }) => path)]);
  const pages = new Set<string>();
  if (left.size > 0)
    for (const [id, { path }] of await context.state.table(space.id).all('page'))
      if (left.has(path)) pages.add(id);
  const paths = new Set([...pathsToJoin(context.journal.stale, space.path), ...left]);
  return { paths, pages, places: held.contents };
}

/** Whether a new change request would replace this one: something in it was taken back, and nobody else wrote into it. */
export async function isReplaced(proposal: ProposalContext, record: ProposalRecord): Promise<boolean> {
  const { remote } = proposal.ports.context;
  return (await hasTakenBack(proposal, record)) && (await asOnlyOurs(remote, record)) !== null;
}

/** Whether something that was sent is no longer wanted. */
export async function hasTakenBack(proposal: ProposalContext, record: ProposalRecord): Promise<boolean> {
  if (!record.ours || !record.changeRequest) return false;
  return !isNothing(findTakenBack(record, proposal.edits, await leftAlone(proposal)));
}
