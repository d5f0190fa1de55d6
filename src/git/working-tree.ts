import { AppError, diskNameProblem, isAppError, pathProblem } from '../base/index.ts';
import type { ApplyOutcome, FileChange, RefusedReason } from '../files/index.ts';
import type { PendingMove, StagedEntry, StagedVersion } from './checkout.ts';
import { notWritableHint, notWritableMessage } from './port.ts';
import type {
  CarriedFile,
  FastForwardOptions,
  FastForwardOutcome,
  GitRepository,
  Oid,
  PathChange,
  PathOutcome,
  RefusedPath,
  Version,
  WorkingTree,
} from './port.ts';
import { Scanner, type ScanPorts } from './scan.ts';

/** How many new contents, and how many bytes of them, are in memory at once. */
const batchSize = 2048;
const batchBytes = 32 * 1024 * 1024;
const lockWaitMs = 50;
const lockTries = 40;

/**
 * A working tree on top of any repository and files.
 *
 * The steps of a fast-forward: note what is under way → files → index → branch → remove the note. After a kill in between, the
 * working tree is a mixture of the old and the new commit, and the branch is still at the old one; `recover` goes on from the
 * note. The branch never moves before the files: otherwise git would show the missing half as a person's edits that undo the new
 * commit.
 */
export function createWorkingTree(ports: ScanPorts): WorkingTree {
  const { repository, files, checkout } = ports;
  const scanner = new Scanner(ports);

  const recover: WorkingTree['recover'] = async (options = {}) => {
    const pending = await checkout.pending();
    const { putBack, unwritable } = await files.recover(
      pending === null ? new Set() : await committedSince(repository, pending),
    );
    if (unwritable.length > 0) throw notWritable(unwritable);
    if (pending === null) return { putBack, completed: null };
    const completed = await fastForward({
      ...pending,
      ...options,
      reason: 'tidemark: fast-forward',
    });
    // Half of the files may have moved: whoever goes on now would take them for a person's edits.
    if (completed.outcome === 'unwritable') throw notWritable(completed.paths);
    if (completed.outcome !== 'busy') await checkout.setPending(null);
    return { putBack, completed };
  };

  const fastForward = async (options: FastForwardOptions): Promise<FastForwardOutcome> => {
    const { branch, from, to } = options;
    const at = await repository.resolveRef(branch);
    if (at !== from) return { outcome: 'elsewhere', at };
    if (from !== null && !(await repository.isAncestor(from, to))) throw notAhead(options);
    const changes = await repository.diffTrees(from, to);
    const paths = refusedPaths(changes);
    if (paths.length > 0) return { outcome: 'refused', paths };
    // A branch that cannot move must not get its files moved: git would show them as edits.
    if (await staysLocked(ports, branch)) return { outcome: 'busy', work: ['branch-lock'] };
    const head = await repository.head();
    if (head.branch !== branch || repository.place.workTree === null) return moveRef(repository, options, []);
    const work = await repository.workInProgress();
    if (work.length > 0) return { outcome: 'busy', work };
    const plan = await planFiles(ports, scanner, { ...options, changes });
    if (plan.edited.length > 0) return { outcome: 'blocked', edited: plan.edited };
    const unwritable = [...plan.hidden, ...(await unwritablePaths(ports, plan.steps))];
    if (unwritable.length > 0) return { outcome: 'unwritable', paths: unwritable };
    await checkout.setPending({ branch, from, to });
    const outcomes = await writeFiles(ports, plan.steps);
    const late = outcomes.filter(({ did }) => did === 'saved-meanwhile').map(({ path }) => path);
    if (late.length > 0) await options.late?.({ from, to, paths: late });
    const along = await stagedAlong(ports, { to, carried: options.carried?.() ?? [], changes });
    const staged = await stage(ports, plan.steps, outcomes, along);
    if (staged === 'locked') return { outcome: 'busy', work: ['index-lock'] };
    const moved = await moveRef(
      repository,
      options,
      outcomes.map(({ path, did }) => ({ path, did })),
    );
    await checkout.setPending(null);
    return moved;
  };

  return {
    recover,
    scan: async (tree, { under = [''] } = {}) =>
      scanner.scan(tree === null ? null : await repository.treeOf(tree), under),
    unmerged: () => checkout.unmerged(),
    fastForward,
  };
}

/**
 * The paths at which somebody has committed the new contents of a move since it was cut: the move got as far as these files. A file's
 * second name tells the same, but not once an editor has saved the file anew.
 */
async function committedSince(
  repository: GitRepository,
  { branch, from, to }: PendingMove,
): Promise<ReadonlySet<string>> {
  const at = await repository.resolveRef(branch);
  const paths = new Set<string>();
  if (at === null || at === from) return paths;
  // Once the branch has gone elsewhere, nothing holds the commits of the move any more.
  for (const commit of [from, to]) if (commit !== null && !(await repository.has(commit))) return paths;
  for (const { path, after } of await repository.diffTrees(from, to))
    if (after !== null && isSameVersion(await repository.entryAt(at, path), after)) paths.add(path);
  return paths;
}

/** Whether another process keeps a lock of the branch for as long as git itself would wait for it. */
async function staysLocked({ repository, clock }: ScanPorts, branch: string): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries++) {
    if ((await repository.locks()).every(({ of }) => of !== branch)) return false;
    await clock.sleep(lockWaitMs);
  }
  return true;
}

async function moveRef(
  repository: GitRepository,
  { branch, from, to, reason = 'tidemark: fast-forward' }: FastForwardOptions,
  done: PathOutcome[],
): Promise<FastForwardOutcome> {
  try {
    await repository.updateRefs([{ ref: branch, expected: from, next: to }], { reason });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'REF_MOVED') throw error;
    return { outcome: 'elsewhere', at: await repository.resolveRef(branch) };
  }
  return { outcome: 'moved', files: done };
}

type Step =
  | { do: 'nothing'; change: PathChange }
  | { do: 'create'; change: PathChange }
  | { do: 'replace'; change: PathChange; expected: Oid }
  | { do: 'remove'; change: PathChange; expected: Oid }
  | { do: 'merge'; change: PathChange; expected: Oid | null; bytes: Uint8Array };

interface Done extends PathOutcome {
  step: Step;
  outcome: ApplyOutcome | null;
}

async function planFiles(
  ports: ScanPorts,
  scanner: Scanner,
  {
    from,
    to,
    merge,
    away,
    stays,
    saysSame,
    changes,
  }: FastForwardOptions & { changes: readonly PathChange[] },
): Promise<{ steps: Step[]; edited: string[]; hidden: string[] }> {
  const { checkout } = ports;
  const movedAway = await away?.({ from, to });
  const staged = await checkout.staged();
  const steps: Step[] = [];
  const edited: string[] = [];
  /** Paths in folders into which this user may not look. */
  const hidden: string[] = [];
  const leaving = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  const committed = contentsIn(changes);
  for (const change of changes) {
    const { path } = change;
    const entry = staged.get(path);
    let current = await scanner.current(path);
    if (isRefused(current) && current.reason === 'folder' && (await becomesEmpty(ports, path, leaving)))
      current = null;
    if (isRefused(current) && current.reason === 'unreadable' && !(await ports.files.isWritable(path))) {
      hidden.push(path);
      continue;
    }
    if (isRefused(current) || !(await mayStageAnew(ports, change, { entry, current, committed, saysSame }))) {
      edited.push(path);
      continue;
    }
    const step =
      (movedAway?.has(path) === true ? stepAway(change, current) : null) ??
      (await stepOfStaying(change, current, stays)) ??
      stepFor(change, current) ??
      (await mergeStep(ports, change, current, merge));
    if (step === null) edited.push(path);
    else steps.push(step);
  }
  return { steps, edited, hidden };
}

/** The contents of the files in which two commits differ. */
function contentsIn(changes: readonly PathChange[]): ReadonlySet<Oid> {
  return new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((each) => each?.oid ?? [])));
}

interface Staging {
  readonly entry: StagedEntry | undefined;
  /** The file in the working tree. */
  readonly current: Version | null;
  /** The contents of all files in which the two commits differ. */
  readonly committed: ReadonlySet<Oid>;
  readonly saysSame: FastForwardOptions['saysSame'];
}

/**
 * Whether the index may get another version of a path without losing anything that a person staged: one of the commits, or the
 * file, has the staged version as well. A staged move (`git mv`) is a deletion at one path, and at the other path a content that
 * the old commit has.
 */
async function mayStageAnew(ports: ScanPorts, change: PathChange, staging: Staging): Promise<boolean> {
  const { before, after } = change;
  const { entry, current, committed } = staging;
  if (entry === undefined) return true;
  if (entry.conflicted) return false;
  return (
    isSameVersion(entry, before) ||
    isSameVersion(entry, after) ||
    entry.oid === current?.oid ||
    committed.has(entry.oid) ||
    (await isSaidElsewhere(ports, change, { ...staging, entry }))
  );
}

/** Whether the new commit or the file says what a person staged, such as a page that got its identity after it was staged. */
async function isSaidElsewhere(
  { repository, files }: ScanPorts,
  { path, after }: PathChange,
  { entry, current, saysSame }: Staging & { readonly entry: StagedEntry },
): Promise<boolean> {
  if (saysSame === undefined) return false;
  const staged = await repository.readBlob(entry.oid);
  if (after !== null && saysSame(staged, await repository.readBlob(after.oid))) return true;
  const read = current === null ? null : await files.read(path);
  return read?.outcome === 'file' && read.id === current?.oid && saysSame(staged, read.bytes);
}

/** Whether a folder is empty once the files in `leaving` are gone, so that a file may take its place. */
async function becomesEmpty(
  { files }: ScanPorts,
  folder: string,
  leaving: ReadonlySet<string>,
): Promise<boolean> {
  const inside = await files.list({ under: [folder] });
  return inside.every(({ path }) => leaving.has(path));
}

/** Removes the old commit's version at a path whose file the person has elsewhere; nothing new comes to the path. */
function stepAway(change: PathChange, current: Version | null): Step | null {
  if (current === null) return { do: 'nothing', change };
  return isSameVersion(current, change.before) ? { do: 'remove', change, expected: current.oid } : null;
}

/** Leaves a file in its place that the new commit lacks and nobody edited, if the options say that it stays. */
async function stepOfStaying(
  change: PathChange,
  current: Version | null,
  stays: FastForwardOptions['stays'],
): Promise<Step | null> {
  const { path, before, after } = change;
  if (stays === undefined || after !== null || current === null || !isSameVersion(current, before))
    return null;
  return (await stays(path)) ? { do: 'nothing', change } : null;
}

function stepFor(change: PathChange, current: Version | null): Step | null {
  const { before, after } = change;
  if (isSameVersion(current, after)) return { do: 'nothing', change };
  if (!isSameVersion(current, before)) return null;
  if (current === null) return { do: 'create', change };
  return { do: after === null ? 'remove' : 'replace', change, expected: current.oid };
}

async function mergeStep(
  { repository, files }: ScanPorts,
  change: PathChange,
  current: Version | null,
  merge: FastForwardOptions['merge'],
): Promise<Step | null> {
  if (merge === undefined) return null;
  const { path, before, after } = change;
  const bytesOf = (version: Version | null): Promise<Uint8Array | null> =>
    version === null ? Promise.resolve(null) : repository.readBlob(version.oid);
  const read = current === null ? null : await files.read(path);
  if (read !== null && (read.outcome !== 'file' || read.id !== current?.oid)) return null;
  const ours = read?.bytes ?? null;
  const bytes = await merge({ path, base: await bytesOf(before), ours, theirs: await bytesOf(after) });
  if (bytes === null) return null;
  if (bytes !== 'no file') return { do: 'merge', change, expected: current?.oid ?? null, bytes };
  return current === null ? { do: 'nothing', change } : { do: 'remove', change, expected: current.oid };
}

async function unwritablePaths({ files }: ScanPorts, steps: readonly Step[]): Promise<string[]> {
  const paths: string[] = [];
  for (const { do: what, change } of steps)
    if (what !== 'nothing' && !(await files.isWritable(change.path))) paths.push(change.path);
  return paths;
}

async function writeFiles(ports: ScanPorts, steps: readonly Step[]): Promise<Done[]> {
  const { repository, files } = ports;
  const done: Done[] = [];
  let batch: { step: Step; change: FileChange }[] = [];
  let bytes = 0;
  const run = async (): Promise<void> => {
    const outcomes = await files.apply(batch.map(({ change }) => change)).catch(async (error: unknown) => {
      // A folder may lose the right to be written in after it was looked at.
      const paths = isAppError(error, 'FILE_SYSTEM') ? await unwritablePaths(ports, steps) : [];
      throw paths.length > 0 ? notWritable(paths) : error;
    });
    batch.forEach(({ step }, at) => done.push(doneWith(step, outcomes[at] ?? null)));
    batch = [];
    bytes = 0;
  };
  // A page that moves is at its new path before anything takes its old one, so that a commit in between loses nothing.
  for (const group of inOrder(steps)) {
    for (const step of group) {
      const change = await changeFor(step, (oid) => repository.readBlob(oid));
      batch.push({ step, change });
      bytes += 'bytes' in change ? change.bytes.length : 0;
      if (batch.length >= batchSize || bytes >= batchBytes) await run();
    }
    await run();
  }
  for (const step of steps) if (step.do === 'nothing') done.push(doneWith(step, null));
  const refused = done.filter(({ outcome }) => isUnwritable(outcome)).map(({ path }) => path);
  if (refused.length > 0) throw notWritable(refused);
  return done;
}

/** New paths first, then other contents, then removals, and last the new paths that only a removal makes free. */
function inOrder(steps: readonly Step[]): readonly (readonly Step[])[] {
  const leaving = steps.filter((step) => step.do === 'remove').map(({ change }) => change.path);
  const [gone, within] = [new Set(leaving.map(folded)), new Set<string>()];
  for (const path of gone) for (const folder of foldersOf(path)) within.add(folder);
  const waits = ({ change }: Step): boolean => {
    const path = folded(change.path);
    return within.has(path) || [path, ...foldersOf(path)].some((each) => gone.has(each));
  };
  const isNew = (step: Step): boolean =>
    step.do === 'create' || (step.do === 'merge' && step.expected === null);
  return [
    steps.filter((step) => isNew(step) && !waits(step)),
    steps.filter((step) => step.do === 'replace' || (step.do === 'merge' && !isNew(step))),
    steps.filter((step) => step.do === 'remove'),
    steps.filter((step) => isNew(step) && waits(step)),
  ];
}

/** The folders that contain a path. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

/** One string for all paths that some disk treats as the same. */
function folded(path: string): string {
  return path.normalize('NFKC').toLowerCase().normalize('NFKC');
}

async function changeFor(step: Step, readBlob: (oid: Oid) => Promise<Uint8Array>): Promise<FileChange> {
  const { path, after } = step.change;
  const executable = after?.mode === '100755';
  if (step.do === 'remove') return { kind: 'remove', path, expected: step.expected };
  const bytes = step.do === 'merge' ? step.bytes : await readBlob(after?.oid ?? '');
  if (step.do === 'replace' || (step.do === 'merge' && step.expected !== null)) {
    return { kind: 'replace', path, expected: step.expected ?? '', bytes, executable };
  }
  return { kind: 'create', path, bytes, executable };
}

function doneWith(step: Step, outcome: ApplyOutcome | null): Done {
  const { path } = step.change;
  if (step.do === 'nothing' || outcome === null) return { path, did: 'kept', step, outcome };
  const took =
    outcome.outcome === 'created' || outcome.outcome === 'replaced' || outcome.outcome === 'removed';
  if (!took) return { path, did: 'saved-meanwhile', step, outcome };
  const did = step.do === 'merge' ? 'merged' : step.do === 'remove' ? 'removed' : 'written';
  return { path, did, step, outcome };
}

/**
 * What becomes of staged versions whose files went to other paths: each goes along with its file, or gives way to what the new commit
 * has there. Otherwise, the next commit of a person would bring the file back at its old path.
 */
async function stagedAlong(
  { repository, checkout }: ScanPorts,
  {
    to: commit,
    carried,
    changes,
  }: { to: Oid; carried: readonly CarriedFile[]; changes: readonly PathChange[] },
): Promise<ReadonlyMap<string, StagedVersion | null>> {
  const along = new Map<string, StagedVersion | null>();
  if (carried.length === 0) return along;
  const staged = await checkout.staged();
  const [changed, committed] = [new Set(changes.map(({ path }) => path)), contentsIn(changes)];
  for (const { from, to, id } of carried) {
    const entry = staged.get(from);
    if (entry === undefined || entry.conflicted || changed.has(from)) continue;
    if ((await repository.entryAt(commit, from)) !== null) continue;
    const { mode, oid } = entry;
    // Nothing that a person staged is lost: the file or one of the commits has it.
    if (changed.has(to) && oid !== id && !committed.has(oid)) continue;
    along.set(from, null);
    if (!changed.has(to)) along.set(to, { mode, oid, stamp: null });
  }
  return along;
}

async function stage(
  { checkout, clock }: ScanPorts,
  steps: readonly Step[],
  done: readonly Done[],
  along: ReadonlyMap<string, StagedVersion | null>,
): Promise<'staged' | 'locked'> {
  const stamps = new Map(
    done.flatMap(({ path, did, outcome }) =>
      did === 'written' && outcome && 'stamp' in outcome ? [[path, outcome.stamp]] : [],
    ),
  );
  const changes = new Map(along);
  for (const { change } of steps) {
    const { path, after } = change;
    changes.set(path, after === null ? null : { ...after, stamp: stamps.get(path) ?? null });
  }
  for (let tries = 0; tries < lockTries; tries++) {
    if ((await checkout.stage(changes)) === 'staged') return 'staged';
    await clock.sleep(lockWaitMs);
  }
  return 'locked';
}

function isUnwritable(outcome: ApplyOutcome | null): boolean {
  return outcome?.outcome === 'refused' && outcome.reason === 'unwritable';
}

function notWritable(paths: readonly string[]): AppError {
  const [path = ''] = paths;
  return new AppError('FILE_SYSTEM', notWritableMessage(path), {
    hint: notWritableHint,
    data: { path, notWritable: paths },
  });
}

function isSameVersion(one: Version | null, other: Version | null): boolean {
  return one?.oid === other?.oid && one?.mode === other?.mode;
}

/** The paths that a commit of somebody else must not make us write; links and submodules are left to people. */
function refusedPaths(changes: readonly PathChange[]): RefusedPath[] {
  return changes.flatMap(({ path, before, after }) => {
    const why = pathProblem(path, diskNameProblem) ?? kindProblem(before) ?? kindProblem(after);
    return why === null ? [] : [{ path, why }];
  });
}

function kindProblem(version: Version | null): string | null {
  if (version?.mode === '120000') return 'it is a symbolic link';
  return version?.mode === '160000' ? 'it is a submodule' : null;
}

function isRefused(
  current: Version | { reason: RefusedReason } | null,
): current is { reason: RefusedReason } {
  return current !== null && 'reason' in current;
}

function notAhead({ branch, from, to }: FastForwardOptions): AppError {
  return new AppError(
    'CONFLICT',
    `${branch} cannot be fast-forwarded: ${to.slice(0, 12)} does not follow ${from?.slice(0, 12)}`,
    {
      hint: 'Merge the two first.',
      data: { branch, from, to },
    },
  );
}
