import { isAppError } from '../../base/index.ts';
import type { Random } from '../../clock/index.ts';
import type { ChangeRequest } from '../../contract/index.ts';
import { unlessLate } from '../mirror/failures.ts';
import { heldByGuard } from '../mirror/guard.ts';
import type { StaleEdits } from '../state/journal.ts';
import { inFolder, outOfFolder } from '../mirror/tip.ts';
import { mirrorChangeRequests } from '../mirror/mirror-change-requests.ts';
import { publish } from '../mirror/publish.ts';
import { changeToken } from '../mirror/spaces.ts';
import type { ConflictReport, Problem, ProposalReport } from '../report.ts';
import { editsOf } from './edit-reports.ts';
import { markOfClone } from '../state/clone.ts';
import { defaultKeepMs } from '../config.ts';
import { keepSaves } from '../saves/keep.ts';
import { isEmpty } from './folder-edits.ts';
import type { FolderEdits } from './folder-edits.ts';
import type { GatheredFolder } from './gather.ts';
import { adoptForgotten } from './adopt.ts';
import { againstMirror } from './against-mirror.ts';
import { noteRequest } from './announce.ts';
import type { ProposalTarget, ProposingPorts } from './propose.ts';
import {
  acceptedTexts,
  carriedPages,
  dropProposal,
  forgetProposal,
  isOursAlone,
  nothingSent,
  readProposal,
  saveProposal,
  staysKnown,
  takenRemovals,
} from '../state/proposals.ts';
import type { MadePage, ProposalRecord } from '../state/proposals.ts';
import { hasMark, withMark } from '../mirror/subject-mark.ts';
import { contentAfter, lookUntilKnown, mayBeDone } from './in-doubt.ts';
import { lookBefore } from './look-before.ts';
import { importsMakeCopies, noteImports } from './prove-import.ts';
import { pagesAbove, withoutPagesBelowUnsent } from './below-unsent.ts';
import { bornHere } from './born-here.ts';
import { knowsMore, sharedPages, withShared } from './shared-pages.ts';
import { sendEdits } from './send-edits.ts';
import type { RefusedContent } from './refused-content.ts';
import { arePlainTexts } from './plain-texts.ts';
import { readEdits } from './read-edits.ts';
import type { Held } from './hold-back.ts';
import { rememberAllowed, rememberRefusal, sendingRules } from './sending-rules.ts';
import { problemOf, refusedByService } from './unsendable.ts';
import { subjectOf } from './subject.ts';
import { takeOver } from './take-over.ts';
import { bringHere, findOverwritten, giveBack, withoutOverwritten } from './overwritten.ts';
import { adoptUnanswered } from './unanswered.ts';
import { declineRest, openEdits } from './declined.ts';
import { fingerprintOf, wishesOf } from './wishes.ts';
import { wayOfWriting } from './writing.ts';

/** Brings one branch's edits of one space into its change request; null when there is nothing to say about it. */
export async function proposeSpace(
  ports: ProposingPorts,
  target: ProposalTarget,
): Promise<ProposalReport | null> {
  return proposeFrom(ports, target, await withLostAnswers(ports, await currentProposal(ports, target)));
}

async function proposeFrom(
  ports: ProposingPorts,
  target: ProposalTarget,
  earlier: ProposalRecord | null,
): Promise<ProposalReport | null> {
  const { context, stale } = ports;
  const { record: space, base, commit, others } = target;
  const where = { space: space.id, folder: space.path };
  const side = { branch: target.branch, base, mirror: context.tip.commit, ...where };
  const born =
    target.changeRequest === null
      ? await bornHere(context.git, side, target.sentElsewhere)
      : new Map<string, MadePage>();
  const made = new Map([...born, ...carriedPages(earlier)]);
  await rememberAllowed(context.state, context.options.allow ?? []);
  const reading = await readEdits({
    ports,
    context,
    space: space.id,
    folder: space.path,
    others,
    base,
    commit,
    stale,
    made,
    rules: await sendingRules(context.state, context.config.push, where),
    shared: target.changeRequest === null ? await sharedPages(context, side) : [],
  });
  const { gathered, held } = reading;
  const { shared: found, twice } = held;
  const shared = { before: earlier, found, twice, hasFollowed: base === context.tip.commit };
  const before = await withShared(context.state, { branch: target.branch, space: space.id }, shared);
  if (before !== null && before !== earlier && context.options.dryRun !== true)
    saveProposal(context.state, before);
  if (commit === null && context.options.dryRun !== true)
    await keepWorking(context, space.path, gathered.working);
  tellProblems(
    context,
    held.unsendable.map((each) => problemOf(each, where)),
  );
  const {
    edits: all,
    conflicts,
    done,
  } = await againstMirror(context, target, reading.edits, {
    made,
    accepted: new Map([...born, ...acceptedTexts(before)]),
    bytes: gathered.bytes,
  });
  const isWhole = held.paths.size === 0;
  const open = await openEdits(context.state, {
    where: { branch: target.branch, space: space.id },
    before,
    edits: all,
    isWhole,
  });
  const absent =
    target.changeRequest === null ? await absentOf(context, space.id, pagesAbove(open)) : noPages;
  const edits = withoutPagesBelowUnsent(open, { all, absent });
  const taken = earlier === null && !isEmpty(edits) ? await takeOver(ports, target, edits) : null;
  if (taken) return proposeFrom(ports, target, taken);
  const fingerprint = fingerprintOf(edits);

  const known = await followUp(ports, target, before, { edits, all, fingerprint });
  if (known.state === 'kept') {
    const unsaid = [...edits.unsaid, ...(known.record.unsaid ?? [])];
    return reportOf(target, known.record, { ...edits, unsaid }, known.report, conflicts);
  }
  if (known.state === 'ended') return reportOf(target, known.record, all, known.report, conflicts);
  const record = known.record ?? (isEmpty(edits) ? null : await adoptForgotten(ports, target, edits));
  if (isEmpty(edits)) {
    // Edits that wait for a person are no reason to take the others back.
    const waiting =
      (!isEmpty(reading.edits) && conflicts.length > 0) ||
      heldBack(stale, space.path).size > 0 ||
      (record !== null && carriesOnly(record, held.paths));
    if (waiting) return reportOf(target, record, edits, 'unchanged', conflicts);
    return withdraw(ports, target, record, edits, conflicts);
  }
  const contents = inFolder(space.path, edits.contents);
  const guarded = { guards: context.config.guards, where: `${space.title} (${space.path})`, contents };
  const guard = context.options.confirmDeletions === true ? null : heldByGuard(edits, guarded);
  if (guard) throw guard;
  if (context.options.dryRun === true) {
    const unsaid = [...edits.unsaid, ...(await unsayable(ports, target, { record, edits, gathered }))];
    const report = reportOf(target, record, { ...edits, unsaid }, 'planned', conflicts);
    const subject = record?.subject ?? (await subjectOf(context, target, edits, gathered));
    return { ...report, subject, number: report.number ?? target.changeRequest?.number ?? null };
  }
  const left = { ...held, paths: new Set([...held.paths, ...done]) };
  return send(ports, target, { record, edits, gathered, held: left, fingerprint, conflicts });
}

const noPages: ReadonlySet<string> = new Set();

/** Of these pages: those that the space does not have by now. */
async function absentOf(
  { state }: ProposingPorts['context'],
  space: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const table = state.table(space);
  const absent = new Set<string>();
  for (const id of ids) if (!(await table.get('page', id))) absent.add(id);
  return absent;
}

/** Keeps what a person saved, before anything becomes of it. */
async function keepWorking(
  { git, clock, config }: ProposingPorts['context'],
  folder: string,
  working: GatheredFolder['working'],
): Promise<void> {
  const saves = [...working].map(([path, { oid, bytes }]) => ({ path: inFolder(folder, path), oid, bytes }));
  await keepSaves({ git, clock, keepMs: config.history?.keepMs ?? defaultKeepMs }, saves);
}

/** The proposal as it stands; what the branch has followed by now is no longer kept for it. */
async function currentProposal(
  { context }: ProposingPorts,
  { branch, record: space, base }: ProposalTarget,
): Promise<ProposalRecord | null> {
  const record = await readProposal(context.state, branch, space.id);
  const isBehind = record?.adopted !== undefined || Object.keys(takenRemovals(record)).length > 0;
  if (!record || record.state === 'merged' || !isBehind || base !== context.tip.commit) return record;
  const { adopted = {}, removed = {}, ...rest } = record;
  const open = Object.entries(removed).filter(([, { taken }]) => taken !== true);
  const still = Object.entries(adopted).filter(([, page]) => staysKnown(page));
  const followed = {
    ...rest,
    ...(open.length > 0 ? { removed: Object.fromEntries(open) } : {}),
    ...(still.length > 0 ? { adopted: Object.fromEntries(still) } : {}),
  };
  saveProposal(context.state, followed);
  return followed;
}

/** Pages that were made although the answer was lost are found before anything is compared, so that they are not made again. */
async function withLostAnswers(
  ports: ProposingPorts,
  record: ProposalRecord | null,
): Promise<ProposalRecord | null> {
  const { context } = ports;
  if (record?.state !== 'open' || !record.changeRequest) return record;
  if (record.pending.length === 0 && !record.unanswered) return record;
  const place = { kind: 'change-request', space: record.space, id: record.changeRequest.id } as const;
  if ((await context.remote.changeRequest(record.space, place.id)) === null) return record;
  const batch = record.unanswered;
  const content = await contentAfter(context, place, batch?.gaveBack ?? batch);
  const found = batch ? await findOverwritten(context, record.space, { batch, head: content }) : [];
  if (context.options.dryRun !== true) {
    const note = (before: string): Promise<void> =>
      noteRequest(ports, record.space, (at) =>
        save(ports, { ...record, unanswered: { ...batch!, gaveBack: { at, before } } }),
      );
    await giveBack(context.remote, place, { content, found, note });
    await bringHere(context, { record, found: found.filter(({ how }) => how === 'here') });
  }
  return withoutOverwritten(await adoptUnanswered(context.remote, record, content), {
    before: record,
    found,
  });
}

/** Several branches may hold the same file: it is told once. */
function tellProblems({ problems }: ProposingPorts['context'], told: readonly Problem[]): void {
  for (const problem of told)
    if (!problems.some(({ message, space }) => message === problem.message && space === problem.space))
      problems.push(problem);
}

/** Whether a change request holds something of these paths, and of no others. */
function carriesOnly({ pages, files, placed, deleted }: ProposalRecord, paths: ReadonlySet<string>): boolean {
  const carried = [...Object.values(pages).map(({ path }) => path), ...Object.keys(files)];
  return (
    carried.length > 0 && placed.length + deleted.length === 0 && carried.every((path) => paths.has(path))
  );
}

type FollowUp =
  | { state: 'kept'; record: ProposalRecord; report: ProposalReport['state'] }
  | { state: 'ended'; record: ProposalRecord; report: ProposalReport['state'] }
  | { state: 'go-on'; record: ProposalRecord | null };

/** What the last cycle's change request calls for: nothing, more of the same, or a new one. */
async function followUp(
  ports: ProposingPorts,
  target: ProposalTarget,
  before: ProposalRecord | null,
  { edits, all, fingerprint }: { edits: FolderEdits; all: FolderEdits; fingerprint: string },
): Promise<FollowUp> {
  const { state } = ports.context;
  if (!before) return { state: 'go-on', record: null };
  if (before.state === 'merged') {
    // Until the branch has followed, what was merged still shows as an edit here, and must be known as done.
    if (target.base === ports.context.tip.commit && !knowsMore(before)) forgetProposal(state, before);
    return { state: 'go-on', record: null };
  }
  if (before.state !== 'open') {
    // What was turned down is sent again only when the person has changed it, and is told until it is taken back.
    if (isEmpty(edits) && !isEmpty(all)) return { state: 'ended', record: before, report: before.state };
    await declineRest(state, { before, edits: all });
    dropProposal(state, before);
    return { state: 'go-on', record: null };
  }
  if (!before.changeRequest) return { state: 'go-on', record: before };
  const mirrored = target.record.changeRequests.find(({ id }) => id === before.changeRequest?.id);
  if (
    before.fingerprint === fingerprint &&
    before.pending.length === 0 &&
    !before.unanswered &&
    mirrored?.revision === before.revision
  )
    return { state: 'kept', record: before, report: 'unchanged' };
  return { state: 'go-on', record: before };
}

/** Nothing is left to propose: our own change request is taken back. */
async function withdraw(
  ports: ProposingPorts,
  target: ProposalTarget,
  record: ProposalRecord | null,
  edits: FolderEdits,
  conflicts: readonly ConflictReport[],
): Promise<ProposalReport | null> {
  const { context } = ports;
  if (!record) {
    const quiet = edits.unsaid.length + conflicts.length === 0;
    return quiet ? null : reportOf(target, null, edits, 'unchanged', conflicts);
  }
  if (context.options.dryRun === true) return reportOf(target, record, edits, 'planned', conflicts);
  const look = () => lookUntilKnown(context, record.askedAt, () => findByMarker(ports, target, record));
  const found = record.changeRequest ?? (record.ours ? await look() : null);
  if (found && record.ours)
    try {
      if (!(await putAway(ports, { ...record, changeRequest: changeRequestOf(found) }))) {
        // What others wrote into it stays open, and so do we: later edits go there, too.
        const revision = target.record.changeRequests.find(({ id }) => id === found.id)?.revision;
        saveProposal(context.state, {
          ...record,
          changeRequest: changeRequestOf(found),
          fingerprint: fingerprintOf(edits),
          revision: revision ?? record.revision,
        });
        return reportOf(target, record, edits, 'unchanged', conflicts);
      }
    } catch (error) {
      if (!isAppError(error, 'NOT_FOUND', 'WRONG_STATE', 'CONFLICT')) throw error;
    }
  dropProposal(context.state, record);
  return reportOf(target, record, edits, 'archived', conflicts);
}

/** What the service's way of writing cannot say of edits that are only planned. */
async function unsayable(
  ports: ProposingPorts,
  target: ProposalTarget,
  {
    record,
    edits,
    gathered,
  }: { record: ProposalRecord | null; edits: FolderEdits; gathered: GatheredFolder },
): Promise<readonly string[]> {
  const known = record?.changeRequest ?? target.changeRequest;
  const way = await wayOfWriting(ports, target.record, known?.id ?? null, { asks: false });
  if (way.kind === 'content') return [];
  const planned = record ?? (await newProposal(ports, target, edits, gathered));
  const look = await lookBefore({ ports, target, record: planned, edits, bytes: gathered.bytes, way });
  return look?.unsaid ?? [];
}

async function send(
  ports: ProposingPorts,
  target: ProposalTarget,
  made: {
    record: ProposalRecord | null;
    edits: FolderEdits;
    gathered: GatheredFolder;
    held: Held;
    fingerprint: string;
    conflicts: readonly ConflictReport[];
  },
): Promise<ProposalReport> {
  const { context } = ports;
  const { edits, gathered } = made;
  if (!made.record && !target.changeRequest) {
    const record = await newProposal(ports, target, edits, gathered);
    // Whether the service reaches us is asked once there is something to send.
    const way = await wayOfWriting(ports, target.record, null, { asks: false });
    // A page that is made is something to say, whatever the service has.
    const isSaying = edits.texts.some(({ key }) => key.startsWith('new:'));
    const look =
      isSaying || (await arePlainTexts({ ports, target, edits, way }))
        ? null
        : await lookBefore({ ports, target, record, edits, bytes: gathered.bytes, way });
    if (look && !look.anything) {
      const unsaid = [...edits.unsaid, ...look.unsaid];
      return reportOf(target, null, { ...edits, unsaid }, 'unchanged', made.conflicts);
    }
    await wayOfWriting(ports, target.record, null);
  }
  const { record: opened, isNew } = await openChangeRequest(ports, target, made.record, { edits, gathered });
  const held = await leftAlone(ports, target, made.held);
  if (needsFreshStart(opened, edits, held) && (await putAway(ports, opened))) {
    // Not everything that was sent and is no longer wanted can be undone by a change: a new change request begins without it.
    dropProposal(context.state, opened);
    return send(ports, target, { ...made, record: null });
  }
  const way = await wayOfWriting(ports, target.record, opened.changeRequest!.id);
  const sending = { ports, target, record: opened, edits, bytes: gathered.bytes, way, isNew };
  const sent = await sendEdits(sending).catch((error: unknown) => withoutCopies(ports, target, error));
  await tellRefused(ports, target, { refused: sent.refused, bytes: gathered.bytes });
  const conflicts = [...made.conflicts, ...sent.conflicts];
  const record: ProposalRecord = {
    ...sent.record,
    fingerprint: conflicts.length + sent.rest > 0 ? '' : fingerprintOf(sent.edits),
    wishes: sent.rest > 0 ? {} : wishesOf(withoutConflicts(sent.edits, conflicts)),
    pending: [],
    unsaid: sent.unsaid,
  };
  if (sent.refused.length > 0 && sent.rest === 0 && isHollow(record) && (await putAway(ports, record))) {
    dropProposal(context.state, record);
    await lookAgain(ports, target);
    return reportOf(target, null, { ...sent.edits, unsaid: sent.unsaid }, 'unchanged', conflicts);
  }
  saveProposal(context.state, record);
  await lookAgain(ports, target);
  const wasThere = (made.record?.changeRequest ?? target.changeRequest) !== null;
  const report = sent.steps > 0 ? (wasThere ? 'updated' : 'proposed') : 'unchanged';
  return reportOf(
    target,
    record,
    { ...sent.edits, unsaid: [...edits.unsaid, ...sent.unsaid] },
    report,
    conflicts,
  );
}

/** A change request of ours that an import put copies of pages into is not to be merged: it is archived at once. */
async function withoutCopies(
  { context }: ProposingPorts,
  { branch, record: space }: ProposalTarget,
  error: unknown,
): Promise<never> {
  const before = isAppError(error) ? error.data?.['copiesOn'] : undefined;
  if (before === undefined) throw error;
  noteImports(context, false);
  const record = await readProposal(context.state, branch, space.id);
  if (record?.ours === true && record.changeRequest && record.own === before) {
    await context.remote.setChangeRequest(space.id, record.changeRequest.id, { status: 'archived' });
    dropProposal(context.state, record);
  }
  throw importsMakeCopies({ since: context.clock.now() });
}

/** What of the edits can stand in a change request: a text that is in conflict does not. */
function withoutConflicts(edits: FolderEdits, conflicts: readonly ConflictReport[]): FolderEdits {
  const paths = new Set(conflicts.map(({ path }) => path));
  return { ...edits, texts: edits.texts.filter(({ path }) => !paths.has(path)) };
}

/** Whether a change request of ours holds nothing of what we wanted to say. */
function isHollow({ ours, pages, placed, deleted, files }: ProposalRecord): boolean {
  const held = Object.keys(pages).length + placed.length + deleted.length + Object.keys(files).length;
  return ours && held === 0;
}

/** Tells what the service refused by itself, and remembers it: it is not sent again as it is. */
async function tellRefused(
  { context }: ProposingPorts,
  { record: space }: ProposalTarget,
  { refused, bytes }: { refused: readonly RefusedContent[]; bytes: ReadonlyMap<string, Uint8Array> },
): Promise<void> {
  for (const { path, said } of refused) {
    const content = bytes.get(path);
    if (content) await rememberRefusal(context.state, space.id, { path, bytes: content, said });
    const finding = { path, ...refusedByService(said) };
    tellProblems(context, [problemOf(finding, { space: space.id, folder: space.path })]);
  }
}

/** Mirrors the change request as it is now, so that what we wrote is what we remember, and the next cycle finds nothing new. */
async function lookAgain({ context }: ProposingPorts, { record }: ProposalTarget): Promise<void> {
  await unlessLate(context, record.id, async () => {
    const space = await context.remote.space(record.id);
    const current = context.state.spaces().get(record.id);
    if (!space || !current) return;
    const token = space.revision === current.revision ? changeToken(space) : '';
    await mirrorChangeRequests(context, space, current, token);
  });
}

function changeRequestOf({
  id,
  number,
  ...rest
}: ChangeRequest | NonNullable<ProposalRecord['changeRequest']>): NonNullable<
  ProposalRecord['changeRequest']
> {
  return { id, number, url: 'urls' in rest ? rest.urls.app : rest.url };
}

/** The change request of a proposal: the one that we know, the one whose answer was lost, or a new one. */
async function openChangeRequest(
  ports: ProposingPorts,
  target: ProposalTarget,
  before: ProposalRecord | null,
  { edits, gathered }: { edits: FolderEdits; gathered: GatheredFolder },
): Promise<{ readonly record: ProposalRecord; readonly isNew: boolean }> {
  const { context } = ports;
  if (before?.changeRequest) {
    const { leaving: _leaving, ...kept } = before;
    return { record: kept, isNew: false };
  }
  const space = target.record;
  const record = before ?? (await newProposal(ports, target, edits, gathered));
  const found = target.changeRequest
    ? await context.remote.changeRequest(space.id, target.changeRequest.id)
    : before
      ? await lookUntilKnown(context, before.askedAt, () => findByMarker(ports, target, before))
      : null;
  const changeRequest = found ?? (await createChangeRequest(ports, record));
  const { askedAt: _asked, ...rest } = record;
  const opened: ProposalRecord = {
    ...rest,
    changeRequest: changeRequestOf(changeRequest),
    ...(changeRequest.revision === changeRequest.revisionInitial ? { own: changeRequest.revision } : {}),
  };
  await save(ports, opened);
  return { record: opened, isNew: found === null };
}

/** Makes a change request. The intent is on disk before: a lost answer is looked for, not repeated. */
async function createChangeRequest(ports: ProposingPorts, record: ProposalRecord): Promise<ChangeRequest> {
  const { remote } = ports.context;
  await noteRequest(ports, record.space, (askedAt) => save(ports, { ...record, askedAt }));
  try {
    return await remote.createChangeRequest(record.space, withMark(record.subject, record.marker));
  } catch (error) {
    if (!mayBeDone(error)) {
      const { askedAt: _asked, ...failed } = record;
      await save(ports, failed);
    }
    throw error;
  }
}

async function newProposal(
  { context, random }: ProposingPorts,
  target: ProposalTarget,
  edits: FolderEdits,
  gathered: GatheredFolder,
): Promise<ProposalRecord> {
  const { branch, record: space } = target;
  const earlier = await readProposal(context.state, branch, space.id);
  const adopted = Object.fromEntries(acceptedTexts(earlier));
  const removed = takenRemovals(earlier);
  return {
    branch,
    space: space.id,
    marker: newMarker(random, context.state.clone),
    subject: await subjectOf(context, target, edits, gathered),
    changeRequest: null,
    state: 'open',
    ours: target.changeRequest === null,
    ...nothingSent,
    ...(Object.keys(adopted).length > 0 ? { adopted } : {}),
    ...(Object.keys(removed).length > 0 ? { removed } : {}),
  };
}

function newMarker(random: Random, clone: string): string {
  const digits = [...random.bytes(5)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${digits}-${markOfClone(clone)}`;
}

async function findByMarker(
  { context }: ProposingPorts,
  target: ProposalTarget,
  { marker }: ProposalRecord,
): Promise<ChangeRequest | null> {
  for (const status of ['draft', 'open', 'merged', 'archived'] as const)
    for (const each of await context.remote.changeRequests(target.record.id, status))
      if (hasMark(each.subject, marker)) return each;
  return null;
}

async function save({ context }: ProposingPorts, record: ProposalRecord): Promise<void> {
  await publish(context, async () => {
    saveProposal(context.state, record);
    return { result: undefined };
  });
}

/**
 * Archives a change request of ours that nobody else wrote into: what they wrote is not ours to put away. Written at the last
 * moment, it is seen in the answer, and the change request is opened again; the intent is on disk, should the answer be lost.
 */
async function putAway(ports: ProposingPorts, record: ProposalRecord): Promise<boolean> {
  const { remote } = ports.context;
  const { id } = record.changeRequest!;
  const now = await remote.changeRequest(record.space, id);
  if (now === null) return true;
  if (!isOursAlone(record, now)) return false;
  await noteRequest(ports, record.space, () => save(ports, { ...record, leaving: true }));
  const archived = await remote.setChangeRequest(record.space, id, { status: 'archived' });
  if (isOursAlone(record, archived)) return true;
  await remote.setChangeRequest(record.space, id, { status: 'draft' });
  await save(ports, record);
  return false;
}

/** Files of a space whose edits wait to be joined with what the service changed: they are not sent, and not taken back either. */
function heldBack(stale: StaleEdits, folder: string): Set<string> {
  return new Set(stale.paths().flatMap((path) => outOfFolder(folder, path) ?? []));
}

/** What is not among the edits and must stay in the change request: by path, and the pages at these paths. */
interface LeftAlone {
  readonly paths: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
}

async function leftAlone(
  { context, stale }: ProposingPorts,
  { record: space }: ProposalTarget,
  held: Held,
): Promise<LeftAlone> {
  const paths = new Set([...heldBack(stale, space.path), ...held.paths]);
  const pages = new Set<string>();
  if (held.paths.size > 0)
    for (const [id, { path }] of await context.state.table(space.id).all('page'))
      if (held.paths.has(path)) pages.add(id);
  return { paths, pages };
}

/** Whether something that was sent is no longer wanted, and no change can undo it. */
function needsFreshStart(record: ProposalRecord, edits: FolderEdits, held: LeftAlone): boolean {
  if (!record.ours || !record.changeRequest) return false;
  const deletes = new Set(edits.deletes.map(({ key }) => key));
  const places = new Set(edits.places.map(({ key }) => key));
  const files = new Set(edits.files.map(({ path }) => path));
  const texts = new Set(edits.texts.map(({ key }) => key));
  return (
    record.deleted.some((key) => !deletes.has(key)) ||
    record.placed.some((key) => !places.has(key) && !deletes.has(key) && !held.pages.has(key)) ||
    Object.keys(record.files).some((path) => !files.has(path) && !held.paths.has(path)) ||
    Object.entries(record.pages).some(
      ([key, { id, path }]) => !held.paths.has(path) && !texts.has(key) && !texts.has(id) && !deletes.has(id),
    )
  );
}

function reportOf(
  { branch, record: space }: ProposalTarget,
  record: ProposalRecord | null,
  edits: FolderEdits,
  state: ProposalReport['state'],
  conflicts: readonly ConflictReport[],
): ProposalReport {
  const told = [
    ...edits.unsaid,
    ...conflicts.map(
      ({ path }) => `${path} was changed in the service in the same lines: it stays local until it is merged`,
    ),
  ];
  return {
    branch,
    space: space.id,
    path: space.path,
    state: conflicts.length > 0 ? 'conflict' : state,
    number: record?.changeRequest?.number ?? null,
    subject: record?.subject ?? '',
    url: record?.changeRequest?.url ?? null,
    edits: editsOf(edits),
    unsaid: told,
  };
}
