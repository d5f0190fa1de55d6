import { isAppError } from '../base/index.ts';
import type { CyclePorts } from './proposals/ports.ts';
import { branchConflicts, notWritableHere } from './bring-branches.ts';
import { joinStaleEdits } from './branch/late-saves.ts';
import { Journal, notesIn } from './state/journal.ts';
import type { SyncConfig } from './config.ts';
import { editedBranch, editedPlace, localEdits, sentFrom, todoFor, waitingEdits } from './local-edits.ts';
import type { EditedPlace, LocalEdits } from './local-edits.ts';
import { commitsAhead } from './commits-ahead.ts';
import { unsentWhileDetached } from './detached-head.ts';
import { conflictsOfOtherBranches } from './other-branches.ts';
import type { WaitingBranch } from './other-branches.ts';
import { isMirrored, noLongerMirrored } from './look/left-spaces.ts';
import { mirroredSubject, reportOfRequest } from './mirror/change-request-record.ts';
import { changeToken, findSpaces } from './mirror/spaces.ts';
import { describeLostTip, lostTip } from './mirror/lost-tip.ts';
import type { LostTip } from './mirror/lost-tip.ts';
import { inFolder, readTip } from './mirror/tip.ts';
import type { Tip } from './mirror/tip.ts';
import { sentEditsOf } from './proposals/edit-reports.ts';
import { keptMessage } from './proposals/against-mirror.ts';
import { conflictsInRequest, conflictsWithService, leftInRequest } from './proposals/proposal-context.ts';
import { mayNotWrite } from './proposals/propose.ts';
import { importsProblem } from './proposals/prove-import.ts';
import { allowedIn } from './state/allowed.ts';
import { readProposals } from './state/proposals.ts';
import type { ProposalRecord } from './state/proposals.ts';
import type { ConflictReport, Problem, ProposalReport, SpaceStatus, StatusReport } from './report.ts';
import type { Todo } from './todo.ts';
import { leftLocks } from './left-lock.ts';
import { adviceFor, changeRequestsInConflict, overruledIn } from './situation.ts';
import type { SpaceRecord } from './state/records.ts';
import { shortName } from './mirror/cr-refs.ts';

/** Reads what is known without a cycle: from the repository and, when asked, with one look at the service. It changes nothing. */
export async function readStatus(
  ports: CyclePorts,
  config: SyncConfig,
  organizationOfSite: Map<string, string>,
  { remote: asksRemote = false }: { remote?: boolean } = {},
): Promise<StatusReport> {
  const { git, state } = ports;
  await state.refresh();
  const tip = await readTip(git);
  const branch = config.repository.branch;
  const at = await git.resolveRef(`refs/heads/${branch}`);
  const problems = await standingProblems(ports, config, tip);
  const moved = asksRemote ? await spacesMovedOn(ports, config, organizationOfSite) : null;
  problems.push(...(moved?.problems ?? []));
  const mayNotEdit = config.push.enabled ? (moved?.readOnly ?? new Set<string>()) : new Set<string>();
  const records = [...state.spaces().values()];
  const proposals = await readProposals(state);
  // A look notes nothing.
  const journal = new Journal(await notesIn(state));
  const lastSync = await lastSyncOf(ports);
  const place = await editedPlace(ports, config);
  const spaces: SpaceStatus[] = [];
  const allowed = await allowedIn(state, config.push);
  const marked: { record: SpaceRecord; number: number }[] = [];
  for (const record of records) {
    const inConflict = await changeRequestsInConflict({ git, allowed }, record);
    marked.push(...inConflict.map((number) => ({ record, number })));
    const left = !isMirrored(config.mirror, record.id);
    const edited = left ? noSpaceEdits : await spaceEdits(ports, record, { place, records, proposals });
    problems.push(...edited.problems);
    if (mayNotEdit.has(record.id) && edited.edits !== null && hasUnsent(edited.edits))
      problems.push(readOnlyProblem(record));
    const behind = left ? null : isBehind(moved, record);
    const known = spaceStatus(record, edited, { inConflict, lastSync, behind });
    spaces.push(left ? { ...known, noLongerMirrored: noLongerMirrored(record) } : known);
  }
  const conflicts = await conflictsHere(ports, { git, state, tip, journal, config });
  problems.push(...(await notWritableHere(ports, { branch, mirror: tip.commit })));
  const reported = await proposalsShown(ports, place, { records, proposals });
  return {
    branch: at === null ? null : branch,
    head: await headReport(ports, place, { records, proposals }),
    mirror: tip.commit,
    ahead: at === null ? 0 : await commitsAhead(git, { branch: at, mirror: tip.commit }, records),
    behind: tip.commit === null ? 0 : await countCommits(ports, tip.commit, at),
    spaces,
    proposals: reported,
    conflicts,
    problems,
    advice: await adviceFor(ports, {
      ...{ branch, conflicts, proposals: reported, changeRequests: marked, allowed },
      overruled: overruledIn(reported),
      spaces: state.spaces(),
    }),
    lastSync,
  };
}

async function headReport(
  ports: CyclePorts,
  place: EditedPlace,
  known: { readonly records: readonly SpaceRecord[]; readonly proposals: readonly ProposalRecord[] },
): Promise<StatusReport['head']> {
  const { head, work, config } = place;
  const records = known.records.filter(({ id }) => isMirrored(config.mirror, id));
  const unsent = await unsentWhileDetached(ports, place, { ...known, records });
  const report = { branch: shortName(head.branch), commit: head.oid, work };
  return unsent === undefined ? report : { ...report, unsent };
}

/** The problems that exist before any space is looked at: a lost mirror, and imports that have not been proven. */
async function standingProblems(
  { git, state }: CyclePorts,
  config: SyncConfig,
  tip: Tip,
): Promise<Problem[]> {
  const lost = await lostTip(git, state, tip);
  const imports = config.push.enabled ? importsProblem(state.root.service) : null;
  const told = [...(await leftLocks(git)), imports].flatMap((each) => (each ? [each.toJSON()] : []));
  return [...(lost === null ? [] : [mirrorLost(lost)]), ...told];
}

function mirrorLost(lost: LostTip): Problem {
  return {
    code: 'MIRROR_LOST',
    message: describeLostTip(lost),
    hint: 'The next `tidemark sync` puts it right.',
  };
}

/** When the newest state was written; null: no sync has run here. */
async function lastSyncOf({ git, state }: CyclePorts): Promise<string | null> {
  const committed = state.commit === null ? null : (await git.readCommit(state.commit)).committer.at;
  return committed === null ? null : new Date(committed).toISOString();
}

/** What a person has edited in a space, and which of it they have to do by hand. */
interface SpaceEdits {
  /** The branch that has them, if it is not the configured one. */
  readonly branch?: string;
  /** null: nothing differs, or the folder cannot be read. */
  readonly edits: LocalEdits | null;
  readonly todo: readonly Todo[];
  readonly problems: readonly Problem[];
}

const noSpaceEdits: SpaceEdits = { edits: null, todo: [], problems: [] };

async function spaceEdits(
  ports: CyclePorts,
  record: SpaceRecord,
  of: { place: EditedPlace; records: readonly SpaceRecord[]; proposals: readonly ProposalRecord[] },
): Promise<SpaceEdits> {
  const { config } = of.place;
  const version = await editedBranch(ports, record, of.place);
  if (version === null) return noSpaceEdits;
  const sent = sentFrom(of.proposals, version, record.id);
  const edited = { record, records: of.records, version, sent };
  const { edits, problems } = await localEdits(ports, config, edited).catch((error: unknown) => {
    if (!isAppError(error, 'UNSAFE_PATH')) throw error;
    return { edits: null, problems: [{ ...error.toJSON(), space: record.id }] };
  });
  const todo = edits === null ? [] : await todoFor(ports, config, { record, sent, edits });
  const { branch } = version;
  return {
    ...{ edits, todo, problems },
    ...(branch === config.repository.branch ? {} : { branch }),
  };
}

function spaceStatus(
  record: SpaceRecord,
  { edits, todo, branch }: SpaceEdits,
  {
    inConflict,
    lastSync,
    behind,
  }: { inConflict: readonly number[]; lastSync: string | null; behind: boolean | null },
): SpaceStatus {
  return {
    id: record.id,
    title: record.title,
    path: record.path,
    revision: record.revision,
    pages: record.pages,
    ...(branch === undefined ? {} : { branch }),
    edits: edits === null ? [] : waitingEdits(edits),
    unsaid: edits === null ? [] : [...edits.left.unsaid, ...edits.declined],
    contents: edits === null ? null : inFolder(record.path, edits.all.contents),
    todo,
    notes: record.notes ?? [],
    changeRequests: record.changeRequests.map((each) => ({
      ...reportOfRequest(each, record.path, 'unchanged'),
      ...(inConflict.includes(each.number) ? { conflict: true } : {}),
    })),
    lastSync,
    behind,
  };
}

/** What a person has to join: on the configured branch, in uncommitted files, and in edits of older texts. */
async function conflictsHere(
  ports: CyclePorts,
  known: Parameters<typeof branchConflicts>[1],
): Promise<readonly ConflictReport[]> {
  const found = await branchConflicts(ports, known);
  const told = new Set(found.map(({ path }) => path));
  const stale = await joinStaleEdits(readOnly(ports), known.journal);
  return [...found, ...stale.filter(({ path }) => !told.has(path))];
}

/**
 * What became of the edits of each branch. Once a change request is over and its branch is gone, nobody waits for that any more: only
 * syncs still use its record.
 */
async function proposalsShown(
  ports: CyclePorts,
  place: EditedPlace,
  known: { readonly records: readonly SpaceRecord[]; readonly proposals: readonly ProposalRecord[] },
): Promise<readonly ProposalReport[]> {
  const made: ProposalRecord[] = [];
  for (const record of known.proposals) {
    // An open record without a change request is what a sync was about to propose.
    const isShown =
      record.state === 'open' ? record.changeRequest !== null : !(await isBranchGone(ports, record));
    if (isShown) made.push(record);
  }
  const waiting = await conflictsOfOtherBranches(ports, place, known);
  const { records } = known;
  return [
    ...(await Promise.all(made.map((record) => proposalStatus(ports, record, { records, waiting })))),
    ...waiting.flatMap((each) => (isCarried(each, made) ? [] : [withoutRequest(each)])),
  ];
}

async function proposalStatus(
  ports: CyclePorts,
  record: ProposalRecord,
  { records, waiting }: { records: readonly SpaceRecord[]; waiting: readonly WaitingBranch[] },
): Promise<ProposalReport> {
  const space = records.find(({ id }) => id === record.space);
  const path = space?.path ?? '.';
  const { number, url } = record.changeRequest ?? { number: null, url: null };
  const isOpen = record.state === 'open';
  const inRequest = isOpen ? conflictsInRequest(record, path) : [];
  const left = isOpen ? leftInRequest(record, path) : [];
  const own = isOpen ? waiting.find((each) => isCarried(each, [record])) : undefined;
  const inBranch = own === undefined ? [] : waitingLines(own, record.conflicts);
  const states = { open: 'proposed', merged: 'merged', archived: 'archived', deleted: 'deleted' } as const;
  return {
    branch: record.branch,
    space: record.space,
    path,
    state: inBranch.length + inRequest.length + left.length > 0 ? 'conflict' : states[record.state],
    number,
    subject: mirroredSubject(space, number) ?? record.subject,
    url,
    edits: await sentEditsOf(ports.state, record),
    unsaid: [...(record.unsaid ?? []), ...inBranch, ...inRequest, ...left],
    ...(isOpen && (await isBranchGone(ports, record)) ? { branchGone: true } : {}),
    ...overruledOn(own),
  };
}

/** Whether the edits of a branch in a space go into a change request. */
function isCarried({ branch, space }: WaitingBranch, proposals: readonly ProposalRecord[]): boolean {
  return proposals.some((each) => each.branch === branch && each.space === space.id && each.state === 'open');
}

/** A branch without a change request, whose edits the service has changed, too. */
function withoutRequest(waiting: WaitingBranch): ProposalReport {
  const { branch, space } = waiting;
  return {
    ...{ branch, space: space.id, path: space.path, state: 'conflict' },
    ...{ number: null, subject: '', url: null, edits: [], unsaid: waitingLines(waiting) },
    ...overruledOn(waiting),
  };
}

async function isBranchGone({ git }: CyclePorts, { branch }: ProposalRecord): Promise<boolean> {
  return (await git.resolveRef(`refs/heads/${branch}`)) === null;
}

function overruledOn(waiting: WaitingBranch | undefined): Pick<ProposalReport, 'overruled'> {
  return waiting === undefined || waiting.overruled.length === 0 ? {} : { overruled: waiting.overruled };
}

/** @param told The files that a person is told of anyway. */
function waitingLines(
  { branch, conflicts, overruled }: WaitingBranch,
  told: readonly string[] = [],
): readonly string[] {
  return [
    ...overruled.map((path) => keptMessage(path, branch)),
    ...conflictsWithService(conflicts.filter(({ path }) => !told.includes(path))),
  ];
}

/** Whether a sync would send something of these edits. */
function hasUnsent({ left, isTold }: LocalEdits): boolean {
  return !isTold && left.texts.length + left.places.length + left.deletes.length + left.files.length > 0;
}

/** What a sync that sends the edits of a space would end with, when the token may only read it. */
function readOnlyProblem({ id, title, path }: SpaceRecord): Problem {
  return {
    code: 'FORBIDDEN',
    message: `The edits of ${title} (${path}) cannot be sent: the token lacks the permission "edit"`,
    hint: mayNotWrite,
    space: id,
  };
}

/** What a look at the service tells of its spaces. */
interface SpacesSeen {
  /** The spaces that have moved on in the service. */
  readonly ids: ReadonlySet<string>;
  /** The spaces that the service does not show. */
  readonly unseen: ReadonlySet<string>;
  /** The spaces that the token may not edit. */
  readonly readOnly: ReadonlySet<string>;
  /** Why spaces cannot be seen. */
  readonly problems: readonly Problem[];
}

function isBehind(seen: SpacesSeen | null, { id }: SpaceRecord): boolean | null {
  return seen === null || seen.unseen.has(id) ? null : seen.ids.has(id);
}

async function spacesMovedOn(
  { remote, state }: CyclePorts,
  config: SyncConfig,
  organizationOfSite: Map<string, string>,
): Promise<SpacesSeen> {
  const sightings = await findSpaces({
    remote,
    config: config.mirror,
    known: state.spaces(),
    organizationOfSite,
  });
  const ids = new Set<string>();
  const unseen = new Set<string>();
  const readOnly = new Set<string>();
  const problems: Problem[] = [];
  for (const each of sightings) {
    if (each.seen && each.space.permissions.edit === false) readOnly.add(each.id);
    if (!each.seen) {
      unseen.add(each.id);
      problems.push({ ...each.reason.toJSON(), space: each.id });
    } else if (state.spaces().get(each.id)?.token !== changeToken(each.space)) ids.add(each.id);
  }
  return { ids, unseen, readOnly, problems };
}

/** How many commits `from` has that `other` lacks, up to 1,000. */
async function countCommits({ git }: CyclePorts, from: string, other: string | null): Promise<number> {
  let count = 0;
  for await (const _ of git.log(from, { limit: 1000, exclude: other === null ? [] : [other] })) count++;
  return count;
}

/** The same ports, with a view of the files that tells of a new text or a removal what would become of it, and does nothing. */
function readOnly(ports: CyclePorts): CyclePorts {
  const { files } = ports;
  const changed = { outcome: 'changed' } as const;
  return {
    ...ports,
    files: {
      read: (path, options) => files.read(path, options),
      isWritable: (path) => files.isWritable(path),
      stat: (path) => files.stat(path),
      list: (options) => files.list(options),
      create: async () => ({ outcome: 'exists' }),
      replace: async (path) => {
        const now = await files.read(path);
        return now.outcome === 'file' ? { outcome: 'replaced', stamp: now.stamp } : changed;
      },
      remove: async () => ({ outcome: 'removed' }),
      apply: async (changes) => changes.map(() => changed),
      lateSaves: () => files.lateSaves(),
      acknowledge: async () => undefined,
      recover: async () => ({ putBack: [], unwritable: [] }),
    },
  };
}
