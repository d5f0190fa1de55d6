import { errorTable, isAppError, messageOf } from '../base/index.ts';
import type { GitHost, GitRepository, Oid, RefUpdate, RefusedPath, WorkingTree } from '../git/port.ts';
import { mirrorRef, recordedSpaces, stateRef } from '../sync/index.ts';
import type { CycleOptions, CycleReport, Problem, Sync } from '../sync/index.ts';
import { changeRequestRef } from '../sync/mirror/cr-refs.ts';
import { fetchTips, refusedTipProblem, type RefusedTips } from './foreign-tips.ts';
import {
  branchConflict,
  hostBranchProblem,
  noteHostBranch,
  noteSeen,
  rewriteOf,
  takenBack,
} from './host-branch.ts';
import { mergeWithHost } from './merge-with-host.ts';
import { refusedPushes } from './refused-push.ts';
import { isShared, sharedIn, type Refs } from './shared-refs.ts';
import { joinStates } from './states.ts';
import { withProblems } from './with-problems.ts';

export interface GitHostPorts {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly host: GitHost;
  /** The branch that people edit, without `refs/heads/`. */
  readonly branch: string;
  /** The host's address for the commands that people type. */
  readonly url?: string;
}

/**
 * Joins a sync with a git host: each cycle begins by fetching what the host has (the checked-out branch goes forward through its
 * files, and is merged where both sides moved on) and ends by pushing what moved here. Nothing is forced and nothing local is given
 * up: a branch that only a person can merge is reported, and when the host cannot be reached, the cycle goes on without it.
 */
export function withGitHost(sync: Sync, ports: GitHostPorts): Sync {
  const refused: RefusedTips = new Map();
  const cycle = async (options: CycleOptions): Promise<CycleReport> => {
    const signal = options.signal === undefined ? {} : { signal: options.signal };
    const before = await attempt('fetch from', () => fetchFrom(ports, refused, signal));
    const report = await sync.cycle(options);
    const after = before.failed ? [] : (await attempt('push to', () => pushTo(ports, signal))).problems;
    const problems = [...before.problems, ...after];
    const { exitCode } = report;
    return {
      ...withProblems(report, problems),
      exitCode: problems.length > 0 && exitCode === 0 ? exitCodeFor(problems) : exitCode,
    };
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...sync,
    status: async (options) => {
      const report = await sync.status(options);
      const problem = await hostBranchProblem(ports.git, ports);
      return problem === null ? report : withProblems(report, [problem]);
    },
    cycle: (options = {}) => {
      if (options.dryRun === true) return sync.cycle(options);
      // A fetch moves the branch, so that it waits for its turn, too.
      const next = last.then(() => cycle(options));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

async function attempt(
  what: string,
  work: () => Promise<Problem[]>,
): Promise<{ failed: boolean; problems: Problem[] }> {
  try {
    return { failed: false, problems: await work() };
  } catch (error) {
    if (isAppError(error, 'CANCELLED')) throw error;
    const code = isAppError(error) ? error.code : 'INCOMPLETE';
    const hint = isAppError(error) ? error.hint : undefined;
    const message = `Could not ${what} the git host: ${messageOf(error)}`;
    return { failed: true, problems: [{ code, message, ...(hint === undefined ? {} : { hint }) }] };
  }
}

function exitCodeFor(problems: readonly Problem[]): number {
  const kinds = problems.map(({ code }) => errorTable[code]);
  if (kinds.some(({ exit }) => exit === 4)) return 4;
  // A problem that passes by itself comes before one that a person has to solve.
  return kinds.every(({ exit, retry }) => exit === 5 && retry === 'never') ? 5 : 3;
}

function isRequest(ref: string): boolean {
  return ref.startsWith('refs/remotes/docs/cr/');
}

/** The references of the change requests that a state has; read only where the two sides have different ones. */
async function openRequests(
  git: GitRepository,
  state: Oid | undefined,
  [here, there]: readonly [Refs, Refs],
): Promise<ReadonlySet<string>> {
  const differing = [...here, ...there].some(([ref]) => isRequest(ref) && here.get(ref) !== there.get(ref));
  if (!differing || state === undefined) return new Set([...here.keys()].filter(isRequest));
  const spaces = await recordedSpaces(git, state);
  return new Set(
    spaces.flatMap(({ path, changeRequests }) =>
      changeRequests.map(({ number }) => changeRequestRef(path, number)),
    ),
  );
}

/** The state that counts after a look at the host's state: it decides which other references are taken. */
async function newestState(
  ports: GitHostPorts,
  {
    refused,
    signal,
    here,
    there,
  }: { refused: RefusedTips; signal: { signal?: AbortSignal }; here: Refs; there: Refs },
): Promise<Oid | undefined> {
  const { git } = ports;
  const [local, oid] = [here.get(stateRef), there.get(stateRef)];
  if (oid === undefined || local === oid || refused.has(oid)) return local;
  const wanted = (await git.has(oid)) ? [] : [oid];
  for (const [each, why] of await fetchTips(ports, wanted, signal)) refused.set(each, why);
  const goesForward = local === undefined || (!refused.has(oid) && (await git.isAncestor(local, oid)));
  return goesForward && !refused.has(oid) ? oid : local;
}

async function fetchFrom(
  ports: GitHostPorts,
  refused: RefusedTips,
  signal: { signal?: AbortSignal },
): Promise<Problem[]> {
  const { git, host, branch } = ports;
  const here = await sharedIn(git, branch);
  const there = new Map([...(await host.refs(signal))].filter(([ref]) => isShared(ref, branch)));
  // Of the change requests that are not here, we take those that the state has by now: any other was closed here.
  const state = await newestState(ports, { refused, signal, here, there });
  const open = await openRequests(git, state, [here, there]);
  for (const ref of [...there.keys()])
    if (isRequest(ref) && !here.has(ref) && here.has(mirrorRef) && !open.has(ref)) there.delete(ref);
  const wanted: Oid[] = [];
  for (const [ref, oid] of there) if (here.get(ref) !== oid && !(await git.has(oid))) wanted.push(oid);
  const asked = [...new Set(wanted)].filter((oid) => !refused.has(oid));
  for (const [oid, why] of await fetchTips(ports, asked, signal)) refused.set(oid, why);

  const problems: Problem[] = [];
  for (const [ref, oid] of there) {
    const why = wanted.includes(oid) || ref === stateRef ? refused.get(oid) : undefined;
    const problem = why
      ? refusedTipProblem(ref, why)
      : await follow(ports, { ref, oid, local: here.get(ref) ?? null });
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

/** Takes over one reference of the host, if nothing here is lost by that. */
async function follow(
  ports: GitHostPorts,
  { ref, oid, local }: { ref: string; oid: Oid; local: Oid | null },
): Promise<Problem | null> {
  const { git } = ports;
  const isBranch = ref === `refs/heads/${ports.branch}`;
  if (isBranch && local !== null && local !== oid && (await rewriteOf(git, oid)) === 'back') {
    await noteHostBranch(git, oid);
    return takenBack(ports, oid);
  }
  if (local === oid || (local !== null && (await git.isAncestor(oid, local)))) {
    if (isBranch) {
      await noteHostBranch(git, null);
      await noteSeen(git, oid);
    }
    return null;
  }
  if (isBranch) return followBranch(ports, { ref, ours: local, theirs: oid });
  const reason = 'tidemark: from the git host';
  if (local === null || (await git.isAncestor(local, oid))) {
    await git.updateRefs([{ ref, expected: local, next: oid }], { reason });
  } else if (ref === stateRef) {
    // Several clones wrote at the same time: each knows which documents are its own.
    const next = await joinStates(git, { ours: local, theirs: oid });
    await git.updateRefs([{ ref, expected: local, next }], { reason });
  }
  return null;
}

/**
 * Moves the branch to the host's commit, or to a merge where both sides moved on; the push at the end of the cycle brings the merge to
 * the host.
 */
async function followBranch(
  ports: GitHostPorts,
  { ref, ours, theirs }: { ref: string; ours: Oid | null; theirs: Oid },
): Promise<Problem | null> {
  const { git, tree, branch } = ports;
  const goesForward = ours === null || (await git.isAncestor(ours, theirs));
  if (!goesForward && (await rewriteOf(git, theirs)) === 'replaced') {
    await noteHostBranch(git, theirs);
    return branchConflict(ports, 'somebody pushed there with force, and took away a commit that is here');
  }
  const merged = goesForward
    ? ({ outcome: 'merged', commit: theirs } as const)
    : await mergeWithHost(git, { branch, ours, theirs });
  await noteHostBranch(git, merged.outcome === 'conflict' ? theirs : null);
  if (merged.outcome === 'conflict') return branchConflict(ports, whyApart(merged.paths));
  const reason = 'tidemark: from the git host';
  const moved = await tree.fastForward({ branch: ref, from: ours, to: merged.commit, reason });
  if (moved.outcome === 'refused') return notWritten(ref, theirs, moved.paths);
  if (moved.outcome === 'moved') await noteSeen(git, theirs);
  return moved.outcome === 'blocked' ? inTheWay(branch) : null;
}

function whyApart(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return paths.length === 0
    ? 'they have no common history'
    : `both changed ${paths.slice(0, 3).join(', ')}${more}`;
}

function inTheWay(branch: string): Problem {
  return {
    code: 'EDIT_CONFLICT',
    message: `${branch} has moved on the git host, and files with edits stand in the way`,
    hint: 'Commit the edits, then sync again.',
  };
}

function notWritten(ref: string, commit: Oid, paths: readonly RefusedPath[]): Problem {
  const named = paths.slice(0, 3).map(({ path, why }) => `"${path}" (${why})`);
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return {
    code: 'UNSAFE_PATH',
    message: `${ref} was left alone: commit ${commit.slice(0, 12)} of the git host changes ${named.join(', ')}${more}`,
    hint: 'Look at these paths on the git host. If they are as they should be, bring them here yourself with `git pull`.',
    ...(paths[0] === undefined ? {} : { path: paths[0].path }),
  };
}

/** Whether a push would only add commits to the host's reference, and none that somebody took away from there by a force-push. */
async function mayPush(
  { git, branch }: GitHostPorts,
  { ref, oid, remote }: { ref: string; oid: Oid; remote: Oid | null },
): Promise<boolean> {
  if (remote === null) return true;
  // Without the host's commit, we cannot know whether ours comes after it.
  if (!(await git.has(remote)) || !(await git.isAncestor(remote, oid))) return false;
  return ref !== `refs/heads/${branch}` || (await rewriteOf(git, remote)) !== 'back';
}

async function pushTo(ports: GitHostPorts, signal: { signal?: AbortSignal }): Promise<Problem[]> {
  const { git, host, branch } = ports;
  const here = await sharedIn(git, branch);
  const there = new Map([...(await host.refs(signal))].filter(([ref]) => isShared(ref, branch)));
  const updates: RefUpdate[] = [];
  const open = await openRequests(git, here.get(stateRef), [here, there]);
  for (const [ref, oid] of here) {
    const remote = there.get(ref) ?? null;
    if (remote === oid || (isRequest(ref) && !open.has(ref))) continue;
    if (await mayPush(ports, { ref, oid, remote })) updates.push({ ref, expected: remote, next: oid });
  }
  for (const [ref, oid] of there) {
    // A change request that another clone has just mirrored is not known here yet: its reference alone does not mean that the
    // change request was closed.
    if (isRequest(ref) && !here.has(ref) && !open.has(ref) && (await git.has(oid)))
      updates.push({ ref, expected: oid, next: null });
  }
  if (updates.length === 0) return [];
  const pushed = await host.push(git, updates, signal);
  const refused = await refusedPushes(host, updates, pushed, signal);
  const sent = updates.find(({ ref }) => ref === `refs/heads/${branch}`)?.next;
  if (sent !== undefined && sent !== null && refused.length === 0) await noteSeen(git, sent);
  return refused.map(({ code, message, hint }) => ({
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
  }));
}
