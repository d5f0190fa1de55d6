import { isAppError } from '../base/index.ts';
import type { Head, Oid } from '../git/port.ts';
import { isAllAtHome } from './proposals/at-home.ts';
import type { CyclePorts } from './proposals/ports.ts';
import { Journal, notesIn } from './state/journal.ts';
import type { SyncConfig } from './config.ts';
import { folderAt } from './branch/folder-moves.ts';
import { changeRequestRef, requestEditedBy, shortName } from './mirror/cr-refs.ts';
import { inFolder, readTip } from './mirror/tip.ts';
import type { Tip } from './mirror/tip.ts';
import { heldByGuard } from './mirror/guard.ts';
import type { RebasedEdits } from './proposals/against-mirror.ts';
import { pagesOfOtherProposals } from './proposals/born-here.ts';
import { absentAbove, withoutPagesBelowUnsent } from './proposals/below-unsent.ts';
import { withoutDeclinedEdits } from './proposals/declined.ts';
import { editsOf } from './proposals/edit-reports.ts';
import { isEmpty } from './proposals/folder-edits.ts';
import type { FolderEdits } from './proposals/folder-edits.ts';
import type { HeldFiles } from './proposals/hold-back.ts';
import { againstMirror, readLocal } from './proposals/local-reading.ts';
import { contentsDifference, unsendableContents } from './proposals/look-before.ts';
import type { ContentsDifference } from './proposals/look-before.ts';
import { importsProblem } from './proposals/prove-import.ts';
import type { FolderReading } from './proposals/read-edits.ts';
import { renewedPages } from './proposals/renewed-pages.ts';
import { keyOfSent, withKeys } from './proposals/sent-keys.ts';
import { localOf } from './proposals/sent-page.ts';
import { problemOf } from './proposals/unsendable.ts';
import { fingerprintOf } from './proposals/requested-changes.ts';
import { readProposals } from './state/proposals.ts';
import type { ProposalRecord } from './state/proposals.ts';
import type { EditReport, Problem, StatusReport } from './report.ts';
import { pageNames, todoOf } from './todo.ts';
import type { Todo } from './todo.ts';
import type { SpaceRecord } from './state/records.ts';
import { localVersion } from './versions/base-of.ts';
import type { LocalVersion } from './versions/base-of.ts';

/** Where a person edits: the branch that is checked out, and the mirror that it is compared with. */
export interface EditedPlace {
  readonly config: SyncConfig;
  readonly head: Head;
  /** What the person's git is in the middle of. */
  readonly work: StatusReport['head']['work'];
  readonly mirror: Oid | null;
  /** Uncommitted content of files counts. */
  readonly saved: boolean;
}

export async function editedPlace(
  { git }: Pick<CyclePorts, 'git'>,
  config: SyncConfig,
): Promise<EditedPlace> {
  const head = await git.head();
  const work = await git.workInProgress();
  const mirror = (await readTip(git)).commit;
  // While git is at work, only commits are sent, and no uncommitted content. A lock of the index only makes the saves wait.
  const saved = config.push.trigger === 'save' && work.every((each) => each === 'index-lock');
  return { config, head, work, mirror, saved };
}

/**
 * The branch that is checked out, compared with its side of the service. It is the configured branch if HEAD is detached, or if that branch
 * has all that the checked-out one has; null if the checked-out branch edits a change request of another space.
 */
export async function editedBranch(
  ports: CyclePorts,
  record: SpaceRecord,
  { config, head, mirror, saved }: EditedPlace,
): Promise<LocalVersion | null> {
  const { git, state, tree } = ports;
  const configured = config.repository.branch;
  const branch = shortName(head.branch);
  const context = { git, state, config, tip: { commit: mirror } };
  if (
    branch === null ||
    head.oid === null ||
    branch === configured ||
    (await isAllAtHome({ tree, context }, branch))
  )
    return localVersion(git, configured, { mirror, saved: saved && branch === configured });
  const own = requestEditedBy(record, branch);
  if (branch.startsWith('cr/') && !own) return null;
  const theirs = own ? await git.resolveRef(changeRequestRef(record.path, own.number)) : mirror;
  return localVersion(git, branch, { mirror: theirs, saved });
}

/** The proposal that carries the edits of a space from a branch. */
export function sentFrom(
  proposals: readonly ProposalRecord[],
  { branch }: LocalVersion,
  space: string,
): ProposalRecord | undefined {
  return proposals.find((each) => each.branch === branch && each.space === space);
}

/** A space with its local edits. */
export interface EditedSpace {
  readonly record: SpaceRecord;
  /** All spaces, including this one. */
  readonly records: readonly SpaceRecord[];
  readonly version: LocalVersion;
  readonly sent: ProposalRecord | undefined;
}

export interface LocalEdits {
  readonly all: FolderEdits;
  /** The edits that no change request carries. */
  readonly left: FolderEdits;
  /** Whether the last sync tried to send exactly these edits. The open change request then lacks only what the service cannot take. */
  readonly isTold: boolean;
  /** What is left because people turned it down, or because another clone sent it: each is named, with the reason. */
  readonly declined: readonly string[];
  /** Of the edits that are left, the paths of new pages that are edits of pages that the service deleted. */
  readonly renewed: ReadonlySet<string>;
}

/** The local edits of a space (null: nothing differs), and why a sync would hold some of them back. */
export async function localEdits(
  ports: CyclePorts,
  config: SyncConfig,
  edited: EditedSpace,
): Promise<{ readonly edits: LocalEdits | null; readonly problems: readonly Problem[] }> {
  const { state } = ports;
  const { record, version, sent } = edited;
  const { branch } = version;
  const before = sent ?? null;
  const tip = await readTip(ports.git);
  const { reading, all } = await readAgainstMirror(ports, config, { ...edited, tip });
  const { bytes, differs } = reading.gathered;
  const where = { branch, space: record.id };
  const files = { git: ports.git, folder: record.path, bytes };
  const open = await withoutDeclinedEdits(state, { where, before, edits: all, isWhole: false, files });
  const absent =
    requestEditedBy(record, branch) === null
      ? await absentAbove(state.table(record.id), open)
      : new Set<string>();
  const wanted = withoutPagesBelowUnsent(open, { all, absent });
  const told = new Set(reading.edits.unsaid);
  const declined = wanted.unsaid.filter((each) => !told.has(each));
  const notSent = unsent({ ...wanted, unsaid: reading.edits.unsaid }, sent);
  const inVain =
    sent?.state === 'open' ? null : await contentsInVain(ports, { record, edits: notSent, bytes });
  const left = inVain === null ? notSent : withoutContents(notSent, inVain);
  const isTold = sent?.state === 'open' && isFingerprintOf(wanted, sent);
  const mirror = tip.commit;
  const renewed = await renewedPages(ports, { space: record, mirror, edits: left, bytes, before });
  return {
    edits:
      differs || reading.edits.unsaid.length > 0
        ? { all: { ...reading.edits, unsaid: left.unsaid }, left, isTold, declined, renewed }
        : null,
    problems: heldBack(config, record, { edits: left, held: reading.held }),
  };
}

/**
 * The files of a branch that wait for a person, because the service changed the same lines, or a page that the branch deletes.
 *
 * @param saved Whether the branch's files count as they are, committed or not.
 */
export async function conflictsOnBranch(
  ports: CyclePorts,
  config: SyncConfig,
  {
    branch,
    saved,
    ...of
  }: Omit<EditedSpace, 'version'> & { readonly branch: string; readonly saved: boolean },
): Promise<Pick<RebasedEdits, 'conflicts' | 'overruled'>> {
  const tip = await readTip(ports.git);
  const version = await localVersion(ports.git, branch, { mirror: tip.commit, saved });
  if (version === null || version.base === tip.commit || version.commit === version.base)
    return { conflicts: [], overruled: [] };
  return readAgainstMirror(ports, config, { ...of, version, tip });
}

/** Reads the edits of a space, and compares them with what the mirror has by now, as a sync does. */
async function readAgainstMirror(
  ports: CyclePorts,
  { push, repository }: SyncConfig,
  { record, records, version, sent, tip }: EditedSpace & { readonly tip: Tip },
): Promise<{
  readonly reading: FolderReading;
  readonly all: FolderEdits;
  readonly conflicts: RebasedEdits['conflicts'];
  readonly overruled: readonly string[];
}> {
  const { git, state } = ports;
  const { base, branch } = version;
  const stale = new Journal(await notesIn(state)).stale;
  const known = { ports, git, state, tip, push, stale, home: repository.branch };
  const at = {
    ...version,
    space: record,
    folder: await folderAt(git, record, { commit: base, mirror: tip.commit }),
    others: records.map(({ path }) => path).filter((path) => path !== '.'),
    changeRequest: requestEditedBy(record, branch),
    sentElsewhere: await pagesOfOtherProposals(state, branch),
  };
  const read = await readLocal(known, at, sent ?? null);
  const rebased = await againstMirror(known, at, read, sent ?? null);
  const { conflicts, overruled } = rebased;
  return { reading: read.reading, all: withConflicts(rebased, read.reading.edits), conflicts, overruled };
}

/** The edits with those that wait for a person, because the service changed the same lines or the same file. */
function withConflicts({ edits, conflicts }: RebasedEdits, all: FolderEdits): FolderEdits {
  const waiting = new Set(conflicts.map(({ path }) => path));
  const texts = all.texts.filter(({ path }) => waiting.has(path));
  const files = all.files.filter(({ path }) => waiting.has(path));
  return { ...edits, texts: [...edits.texts, ...texts], files: [...edits.files, ...files] };
}

/**
 * How the table of contents differs from the mirror's, where nothing is left but entries that no change request can make, as a sync finds,
 * too; null otherwise.
 */
async function contentsInVain(
  { git }: CyclePorts,
  of: {
    readonly record: SpaceRecord;
    readonly edits: FolderEdits;
    readonly bytes: ReadonlyMap<string, Uint8Array>;
  },
): Promise<ContentsDifference | null> {
  const { texts, places, deletes, files, contents } = of.edits;
  const [file, ...others] = files;
  if (texts.length + places.length + deletes.length + others.length > 0 || file?.path !== contents)
    return null;
  const mirror = (await readTip(git)).commit;
  const ours = of.bytes.get(contents);
  const path = inFolder(of.record.path, contents);
  return mirror === null || ours === undefined ? null : contentsDifference(git, ours, { mirror, path });
}

/** The edits without the table of contents: why it is not sent is told instead. */
function withoutContents(edits: FolderEdits, difference: ContentsDifference): FolderEdits {
  const isNamed = edits.unsaid.some((each) => each.includes(edits.contents));
  const unsaid = isNamed ? edits.unsaid : [...edits.unsaid, unsendableContents(edits.contents, difference)];
  return { ...edits, files: [], unsaid };
}

/** The edits that the next sync would send, as reports show them. */
export function waitingEdits({ left, isTold, renewed }: LocalEdits): readonly EditReport[] {
  return isTold ? [] : editsOf(left, renewed);
}

/** The part of the edits that a person has to do by hand. */
export async function todoFor(
  { git, state }: CyclePorts,
  config: SyncConfig,
  { record, sent, edits }: Pick<EditedSpace, 'record' | 'sent'> & { readonly edits: LocalEdits },
): Promise<readonly Todo[]> {
  if (!config.push.enabled) return [];
  const takes = {
    byImport: isByImport({ state }, config),
    imports: importsProblem(state.root.service) === null,
  };
  const all = await withKeysOfNew(state, { record, sent }, edits.all);
  const names = await pageNames({ git, state, space: record }, all);
  const unsaid = [...new Set([...edits.left.unsaid, ...(sent?.unsaid ?? [])])];
  return todoOf({ edits: all, unsent: edits.left, unsaid }, takes, names);
}

/** The edits with the keys of new pages for those that only the change request has: the mirror knows neither their titles nor addresses. */
async function withKeysOfNew(
  state: CyclePorts['state'],
  { record, sent }: Pick<EditedSpace, 'record' | 'sent'>,
  edits: FolderEdits,
): Promise<FolderEdits> {
  if (!sent) return edits;
  const mirrored = await state.table(record.id).all('page');
  return withKeys(edits, (key) => (mirrored.has(key) ? key : keyOfSent(sent, key)));
}

/** Whether edits go by imports: only imports leave something that a person can enter in the service. */
export function isByImport({ state }: Pick<CyclePorts, 'state'>, { push }: SyncConfig): boolean {
  return push.via === 'import' || state.root.service.findings['contentChanges'] === false;
}

/** What a person has to do by hand in one space, and the proposal that carries the rest; null where the folder cannot be read. */
export async function readTodo(
  ports: CyclePorts,
  config: SyncConfig,
  record: SpaceRecord,
): Promise<{ readonly todo: readonly Todo[]; readonly sent: ProposalRecord | undefined } | null> {
  const place = await editedPlace(ports, config);
  const version = await editedBranch(ports, record, place);
  if (version === null) return null;
  const sent = sentFrom(await readProposals(ports.state), version, record.id);
  const records = [...ports.state.spaces().values()];
  try {
    const { edits } = await localEdits(ports, config, { record, records, version, sent });
    return { todo: edits === null ? [] : await todoFor(ports, config, { record, sent, edits }), sent };
  } catch (error) {
    if (isAppError(error, 'UNSAFE_PATH')) return null;
    throw error;
  }
}

/** Why a sync would not send these edits, or not without a person, in the words that the sync uses. */
function heldBack(
  config: SyncConfig,
  record: SpaceRecord,
  { edits, held }: { readonly edits: FolderEdits; readonly held: HeldFiles },
): Problem[] {
  if (!config.push.enabled) return [];
  const found = held.unsendable.map((each) => problemOf(each, { space: record.id, folder: record.path }));
  const contents = inFolder(record.path, edits.contents);
  const where = `${record.title} (${record.path})`;
  const guard = heldByGuard(edits, { guards: config.guards, where, folder: record.path, contents });
  return guard === null ? found : [...found, { ...guard.toJSON(), space: record.id }];
}

/** Whether a proposal was sent with exactly these edits: its first sync knew the pages that it made by the keys of new pages. */
function isFingerprintOf(edits: FolderEdits, sent: ProposalRecord): boolean {
  const asNew = withKeys(edits, (key) => keyOfSent(sent, key));
  return [edits, asNew].some((each) => fingerprintOf(each) === sent.fingerprint);
}

/** Leaves out the edits that a change request carries: an open one, or a merged one that the branch has not followed yet. */
function unsent(edits: FolderEdits, sent: ProposalRecord | undefined): FolderEdits {
  if (!sent || (sent.state !== 'open' && sent.state !== 'merged') || isEmpty(edits)) return edits;
  // A page that the service deleted is a new page here, and the change request may carry it as the page that it was.
  const former = new Map(Object.values(sent.pages).map((page) => [page.path, page]));
  const carries = (edit: FolderEdits['texts'][number]): boolean => {
    const [{ key, path }, text] = [edit, localOf(edit)];
    return (
      sent.pages[keyOfSent(sent, key)]?.text === text ||
      (sent.renewed?.includes(path) === true && former.get(path)?.text === text) ||
      sent.adopted?.[path]?.text === text
    );
  };
  const kept = edits.texts.filter((edit) => !carries(edit));
  const carried = new Set(edits.texts.filter(carries).map(({ key }) => key));
  return {
    ...edits,
    texts: kept,
    places: edits.places.filter(
      ({ key }) => !carried.has(key) && !sent.placed.includes(keyOfSent(sent, key)),
    ),
    // The deletion of a page goes for the pages below it, so the record of what was deleted names the page alone.
    deletes: edits.deletes.filter(
      ({ key, path }) =>
        !sent.deleted.includes(key) &&
        sent.wishes?.[`delete ${key}`] === undefined &&
        sent.removed?.[path]?.taken !== true,
    ),
    files: edits.files.filter(({ path, oid }) => sent.files[path] !== oid),
    byContents: edits.byContents.filter((key) => !carried.has(key)),
  };
}
