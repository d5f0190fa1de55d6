import { decodeText, findConflictMarkers, isMarkdownPath, sameButId } from '../content/index.ts';
import type { Files } from '../files/port.ts';
import type { GitRepository, Oid, UnmergedPath, WorkingChange, WorkingTree } from '../git/port.ts';
import { adviceOn } from './advice.ts';
import type {
  Advice,
  BranchConflict,
  Conflict,
  KeptPage,
  RequestProgress,
  Situation,
  UnmergedFile,
} from './advice.ts';
import { inFolder, outOfFolder } from './mirror/tip.ts';
import { changeRequestBranch, changeRequestRef, shortName } from './mirror/cr-refs.ts';
import type { SyncConfig } from './config.ts';
import { locksAtWork } from './left-lock.ts';
import type { ConflictReport, CycleReport, ProposalReport } from './report.ts';
import { allowedIn, fingerprintOfMarkers } from './state/allowed.ts';
import type { SpaceRecord } from './state/records.ts';
import type { StateStore } from './state/store.ts';
import { baseOf } from './versions/base-of.ts';
import { isCutShort } from './versions/shallow.ts';

interface Ports {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Pick<Files, 'read'>;
}

/** What a report found that a person has to decide. */
export interface FoundConflicts {
  /** The configured branch. */
  readonly branch: string;
  readonly conflicts: readonly ConflictReport[];
  readonly proposals: readonly ProposalReport[];
  /** Change requests whose pages hold both texts between marks. */
  readonly changeRequests: readonly MarkedRequest[];
  readonly overruled: readonly OverruledDeletions[];
  /** The fingerprints of what people let pass, such as conflict marks that belong to a page. */
  readonly allowed: ReadonlySet<string>;
  /** The mirrored spaces by id: with several, a change request is named together with its space. */
  readonly spaces: ReadonlyMap<string, SpaceRecord>;
}

/** Pages that were deleted on a branch, and that the service changed since. */
export interface OverruledDeletions {
  readonly branch: string;
  /** From the top of the repository. */
  readonly paths: readonly string[];
}

/** A change request whose pages hold both texts between marks. */
export interface MarkedRequest {
  readonly record: SpaceRecord;
  readonly number: number;
  /** Its status as the service answered a moment ago, before the mirror has what became of its pages; absent: the mirror has it. */
  readonly answered?: string;
  /** Where the service's answer left no marks: the pages that somebody has to look at. */
  readonly kept?: readonly KeptPage[] | undefined;
}

/** What to do about everything that was found, given the person's working tree; empty when nobody has to do anything. */
export async function adviceFor(ports: Ports, found: FoundConflicts): Promise<readonly Advice[]> {
  const joined = await joinedRequests(ports, found);
  const others = found.proposals.filter(({ branch }) => branch !== found.branch);
  const left = joined.length === 0 ? found : { ...found, conflicts: [], proposals: others };
  const inRequests = await requestConflicts(ports, found);
  const conflicts = [...inRequests, ...joined, ...(await branchConflicts(ports, left))];
  const all = await ports.git.workInProgress();
  // Somebody is writing the index at this moment: nobody has to do anything about that alone.
  const work = conflicts.length === 0 ? all.filter((each) => each !== 'index-lock') : all;
  // What git is in the middle of comes first, whatever else was found.
  if (work.length > 0) {
    const [first = { in: 'git', branch: found.branch } as const] = conflicts;
    const unmerged = await unmergedFiles(ports);
    return [adviceOn({ conflict: first, head: null, work, uncommitted: 'none', unmerged })];
  }
  if (conflicts.length === 0) return [];
  const head = await ports.git.head();
  const standing = {
    head: shortName(head.branch),
    elsewhere: new Set([...(await ports.git.checkedOutElsewhere())].flatMap((ref) => shortName(ref) ?? [])),
    work,
  };
  const changes = await ports.tree.scan(head.oid);
  const advice: Advice[] = [];
  for (const conflict of conflicts)
    advice.push(adviceOn({ ...standing, ...(await uncommittedBeside(ports, changes, conflict)), conflict }));
  return advice;
}

async function unmergedFiles(ports: Ports): Promise<readonly UnmergedFile[]> {
  const found: UnmergedFile[] = [];
  for (const each of await ports.tree.unmerged())
    found.push({ path: each.path, state: await stateOf(ports, each), isNew: each.base === null });
  return found;
}

async function stateOf(
  { files }: Ports,
  { path, base, ours, theirs }: UnmergedPath,
): Promise<UnmergedFile['state']> {
  if (ours === null && theirs === null) return 'gone';
  if (ours === null || theirs === null)
    return base === null ? 'one-sided' : ours === null ? 'deleted-here' : 'deleted-there';
  const file = await files.read(path);
  if (file.outcome !== 'file' || file.id === theirs) return 'joined';
  if (isBinary(file.bytes)) return file.id === ours ? 'binary' : 'joined';
  return hasConflictMarks(decodeText(file.bytes) ?? '') ? 'marks' : 'joined';
}

/** Like git, looks for a NUL near the beginning of the file. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

async function branchConflicts({ git }: Ports, found: FoundConflicts): Promise<Conflict[]> {
  const branches = new Set([
    ...(found.conflicts.length > 0 ? [found.branch] : []),
    ...found.proposals.filter(({ state }) => state === 'conflict').map(({ branch }) => branch),
    ...found.overruled.map(({ branch }) => branch),
  ]);
  // Once the change request that carries a branch's edits is fixed and merged, the branch follows by itself, or reports what is
  // left.
  for (const { branch, space, number } of found.proposals)
    if (found.changeRequests.some((each) => each.record.id === space && each.number === number))
      branches.delete(branch);
  const conflicts: Conflict[] = [];
  for (const branch of branches) {
    const mirror = branch.startsWith('cr/') ? `docs/${branch}` : 'docs/main';
    const at = await git.resolveRef(`refs/heads/${branch}`);
    const theirs = await git.resolveRef(`refs/remotes/${mirror}`);
    if (at === null || theirs === null) continue;
    if (!(await git.isAncestor(theirs, at))) {
      const isRelated = (await baseOf(git, at, theirs)) !== null;
      const histories = isRelated ? 'related' : (await isCutShort(git, at)) ? 'shallow' : 'unrelated';
      const here = branch === found.branch ? found.conflicts : [];
      const overruled = found.overruled
        .filter((each) => each.branch === branch)
        .flatMap(({ paths }) => paths);
      const marks = await marksIn(git, theirs, here);
      conflicts.push({ in: 'branch', branch, mirror, histories, overruled, ...marks });
    } else if (branch === found.branch && found.conflicts.length > 0)
      conflicts.push({ in: 'files', branch, mirror, paths: found.conflicts.map(({ path }) => path) });
    else conflicts.push(...(await changeRequestsAhead(git, found, { branch, at })));
  }
  return conflicts;
}

/** The deletions that the proposals of a cycle name. */
export function overruledIn(proposals: readonly ProposalReport[]): readonly OverruledDeletions[] {
  return proposals.flatMap(({ branch, path: folder, overruled = [] }) =>
    overruled.length === 0 ? [] : [{ branch, paths: overruled.map((path) => inFolder(folder, path)) }],
  );
}

/** Which files in conflict have no lines, and whether others may have marks. If no conflict is known by its path, some file may have them. */
async function marksIn(
  git: GitRepository,
  theirs: Oid,
  conflicts: readonly ConflictReport[],
): Promise<Pick<BranchConflict, 'binaries' | 'mayHaveMarks'>> {
  const binaries: string[] = [];
  for (const { path, kind } of conflicts) {
    const entry = kind === 'binary' ? await git.entryAt(theirs, path) : null;
    if (entry !== null && isBinary(await git.readBlob(entry.oid))) binaries.push(path);
  }
  return { binaries, mayHaveMarks: binaries.length === 0 || binaries.length < conflicts.length };
}

/** A branch's change requests in conflict that the branch does not have yet: somebody else changed them in the same lines. */
async function changeRequestsAhead(
  git: GitRepository,
  { proposals, spaces }: FoundConflicts,
  { branch, at }: { branch: string; at: Oid },
): Promise<Conflict[]> {
  const ahead: Conflict[] = [];
  for (const { state, number, space, branch: of } of proposals) {
    const record = spaces.get(space);
    if (state !== 'conflict' || of !== branch || number === null || !record) continue;
    const ref = changeRequestRef(record.path, number);
    const theirs = await git.resolveRef(ref);
    if (theirs !== null && !(await git.isAncestor(theirs, at)))
      ahead.push({
        ...{ in: 'branch', branch, mirror: ref.replace('refs/remotes/', ''), histories: 'related' },
        ...{ binaries: [], mayHaveMarks: true, overruled: [] },
      });
  }
  return ahead;
}

async function requestConflicts({ git }: Ports, found: FoundConflicts): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const marked of found.changeRequests)
    conflicts.push(requestConflict(found, marked, await progressIn(git, marked, found.allowed)));
  return conflicts;
}

function requestConflict(
  { spaces, branch: home }: FoundConflicts,
  { record, number, answered, kept }: MarkedRequest,
  progress: RequestProgress,
): Conflict {
  const status = answered ?? record.changeRequests.find((each) => each.number === number)?.status;
  return {
    in: 'change-request',
    number,
    space: spaces.size > 1 ? record.path : null,
    branch: shortName(changeRequestBranch(record.path, number)),
    progress,
    isDraft: status === 'draft',
    home,
    ...(kept === undefined ? {} : { kept }),
  };
}

async function progressIn(
  git: GitRepository,
  { record, number, answered }: MarkedRequest,
  allowed: ReadonlySet<string>,
): Promise<RequestProgress> {
  const at = await git.resolveRef(changeRequestBranch(record.path, number));
  const mirrored = await git.resolveRef(changeRequestRef(record.path, number));
  if (answered !== undefined) return at === null ? 'unread-without-branch' : 'unread';
  if (at === null) return 'without-branch';
  if (mirrored === null || !(await git.isAncestor(mirrored, at))) return 'behind';
  return (await holdsMarks(git, at, { folder: record.path, allowed })) ? 'there' : 'joined';
}

/**
 * The change requests in which a person has joined both texts of the configured branch's conflicts: once such a change request is
 * merged, the branch follows by itself. Only a change request that contains the newest primary content counts.
 */
async function joinedRequests({ git }: Ports, found: FoundConflicts): Promise<Conflict[]> {
  const { conflicts, proposals, spaces, branch: own } = found;
  const paths = conflicts.map(({ path }) => path);
  for (const { branch, space, number } of proposals) {
    const record = spaces.get(space);
    const request = record?.changeRequests.find((each) => each.number === number);
    if (branch !== own || paths.length === 0 || !record || !request || request.outdated) continue;
    const marked = { record, number: request.number };
    if (found.changeRequests.some((each) => each.record.id === space && each.number === number)) continue;
    const hasBranch = (await git.resolveRef(changeRequestBranch(record.path, request.number))) !== null;
    if (hasBranch && (await changesAll(git, changeRequestRef(record.path, request.number), paths)))
      return [requestConflict(found, marked, 'sent')];
  }
  return [];
}

/** Whether a reference has a version of its own of each of these files of the mirror. */
async function changesAll(git: GitRepository, ref: string, paths: readonly string[]): Promise<boolean> {
  const [there, primary] = [await git.resolveRef(ref), await git.resolveRef('refs/remotes/docs/main')];
  if (there === null || primary === null) return false;
  for (const path of paths) {
    const entry = await git.entryAt(there, path);
    if (entry === null || entry.oid === (await git.entryAt(primary, path))?.oid) return false;
  }
  return true;
}

/** What is not committed, as far as it matters to somebody who brings in what a conflict is about. */
async function uncommittedBeside(
  { git, files }: Ports,
  changes: readonly WorkingChange[],
  conflict: Conflict,
): Promise<Pick<Situation, 'uncommitted' | 'readBack'>> {
  const mirror = broughtInBy(conflict);
  const theirs = mirror === null ? null : await git.resolveRef(`refs/remotes/${mirror}`);
  const paths: string[] = [];
  let hasOthers = false;
  for (const { kind, path } of theirs === null ? [] : changes) {
    const entry = kind === 'added' ? await git.entryAt(theirs!, path) : null;
    if (entry === null) continue;
    const local = await files.read(path);
    const isSame =
      local.outcome === 'file' &&
      (local.id === entry.oid || sameButId(local.bytes, await git.readBlob(entry.oid)));
    if (isSame) paths.push(path);
    else hasOthers = true;
  }
  const hasEdits = changes.some(({ kind }) => kind === 'modified' || kind === 'deleted');
  return {
    uncommitted: hasOthers ? 'new-files' : hasEdits ? 'edits' : 'none',
    ...(mirror === null || paths.length === 0 ? {} : { readBack: { mirror, paths } }),
  };
}

/** The mirror ref, as git takes it, whose files come here when a person follows the advice on a conflict. */
function broughtInBy(conflict: Conflict): string | null {
  switch (conflict.in) {
    case 'branch':
      return conflict.mirror;
    case 'change-request':
      return `docs/${conflict.branch}`;
    case 'files':
    case 'git':
      return null;
  }
}

/**
 * The numbers of a space's mirrored change requests that hold both texts of a page between marks.
 *
 * @param ports `allowed`: the fingerprints of what people let pass. Such marks belong to their page.
 */
export async function changeRequestsInConflict(
  { git, allowed }: { readonly git: GitRepository; readonly allowed: ReadonlySet<string> },
  record: SpaceRecord,
  numbers: readonly number[] = record.changeRequests.map(({ number }) => number),
): Promise<number[]> {
  const found: number[] = [];
  for (const number of numbers) {
    const commit = await git.resolveRef(changeRequestRef(record.path, number));
    if (commit !== null && (await holdsMarks(git, commit, { folder: record.path, allowed })))
      found.push(number);
  }
  return found;
}

/** Whether a page that the newest revision changed has conflict marks: a person who joins the two texts makes another revision. */
async function holdsMarks(
  git: GitRepository,
  commit: Oid,
  { folder, allowed }: { readonly folder: string; readonly allowed: ReadonlySet<string> },
): Promise<boolean> {
  const base = await git.resolveRef('refs/remotes/docs/main');
  for (const { path, after } of (await git.diffTrees(base, commit)).slice(0, mostFiles)) {
    if (after === null || !isMarkdownPath(path)) continue;
    const text = decodeText(await git.readBlob(after.oid));
    if (text === null || !hasConflictMarks(text)) continue;
    const fingerprint = fingerprintOfMarkers(outOfFolder(folder, path) ?? path, findConflictMarkers(text));
    if (!allowed.has(fingerprint)) return true;
  }
  return false;
}

const mostFiles = 200;

/** Whether a text holds a whole conflict, from the first mark to the last. */
export function hasConflictMarks(text: string): boolean {
  const found = new Set(findConflictMarkers(text).map((marker) => marker.text[0]));
  return ['<', '=', '>'].every((mark) => found.has(mark));
}

/** What a person has to do after a cycle. */
export interface StepsAfterCycle {
  readonly advice: readonly Advice[];
  /** The person's git is in the middle of something that only the person ends. Until then, nothing is sent. */
  readonly gitWaits: boolean;
  /** The files of the locks of git commands at work, for which something waits until the next cycle. */
  readonly heldBy: readonly string[];
}

/** What to do after a cycle. Without a conflict, this only costs a look at git's own files. */
export async function stepsAfterCycle(
  ports: Ports & { readonly state: Pick<StateStore, 'spaces' | 'document'> },
  { repository: { branch }, push }: SyncConfig,
  report: Omit<CycleReport, 'advice'>,
): Promise<StepsAfterCycle> {
  const records = ports.state.spaces();
  const allowed = await allowedIn(ports.state, push);
  const marksIn = { git: ports.git, allowed };
  const changeRequests: FoundConflicts['changeRequests'][number][] = [];
  for (const record of records.values())
    for (const number of await changeRequestsInConflict(marksIn, record, worthALook(record, report)))
      changeRequests.push({ record, number });
  const advice = await adviceFor(ports, {
    branch,
    conflicts: report.branch.conflicts,
    proposals: report.proposals,
    changeRequests,
    allowed,
    overruled: overruledIn(report.proposals),
    spaces: records,
  });
  const work = await ports.git.workInProgress();
  const isHeld = work.includes('index-lock') || report.branch.state === 'busy';
  return {
    advice,
    gitWaits: work.some((each) => each !== 'index-lock' && each !== 'branch-lock'),
    heldBy: isHeld ? await locksAtWork(ports.git) : [],
  };
}

/** The change requests of a space that this cycle found changed, and those whose edits wait because of a conflict, however old that is. */
function worthALook({ id }: SpaceRecord, report: Pick<CycleReport, 'spaces' | 'proposals'>): number[] {
  const seen = report.spaces.filter((each) => each.id === id).flatMap(({ changeRequests }) => changeRequests);
  const moved = seen.filter(({ action }) => action === 'mirrored' || action === 'changed');
  const waiting = report.proposals.filter(({ space, state }) => space === id && state === 'conflict');
  const numbers = [...moved, ...waiting].map(({ number }) => number);
  return [...new Set(numbers)].filter((number) => number !== null);
}
