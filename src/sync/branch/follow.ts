import { draftOn } from '../../git/index.ts';
import type { Oid } from '../../git/port.ts';
import type { BranchReport, ConflictReport } from '../report.ts';
import { conflictReason, planBranch, startOfReport } from '../plan/branch.ts';
import type { BranchPlan, SeenBranch } from '../plan/branch.ts';
import { baseOf } from '../versions/base-of.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { isCutShort } from '../versions/shallow.ts';
import type { Accepted, AcceptedRemoval } from './accepted.ts';
import type { SpaceRecord } from '../state/records.ts';
import type { Journal } from '../state/journal.ts';
import { tidemarkAt } from '../tidemark.ts';
import { folderMoves } from './folder-moves.ts';
import type { FolderMove } from './folder-moves.ts';
import { mergeTrees } from './merge-trees.ts';
import type { TreeMerge, TreeSides } from './merge-trees.ts';
import { findFileConflicts, moveBranch } from './move-branch.ts';

export interface FollowOptions {
  /** The branch's name without `refs/heads/`. */
  readonly branch: string;
  readonly mirror: Oid | null;
  readonly now: number;
  readonly journal: Journal;
  readonly accepted: Accepted;
  /** The spaces that may have changed folders since: what is new in their folders goes along. */
  readonly spaces?: Iterable<SpaceRecord>;
}

/**
 * Brings the user's branch to the mirror's commit: creates the branch when it is unborn, fast-forwards it, or merges when the
 * merge is clean; otherwise the branch stays where it is, and the report gives the reason. The branch is never rewritten, and
 * uncommitted edits stay uncommitted.
 */
export async function followMirror(ports: BranchPorts, options: FollowOptions): Promise<BranchReport> {
  const seen = await lookAtBranch(ports, options);
  const plan = planBranch(seen);
  if (plan.do === 'stay') return plan.report;
  const { journal, accepted } = options;
  const report = startOfReport(seen);
  const folders = await folderMoves(ports.git, options.spaces ?? [], seen);
  const move = { ref: refOf(seen.name), report, detached: seen.detached, journal, accepted, folders };
  if (plan.do === 'move') return moveBranch(ports, { ...move, to: plan.to, state: plan.state });
  const merged = await mergeMirror(ports, { ...options, folders }, plan);
  if (merged.outcome === 'conflict') {
    const isShallow = plan.base === null && (await isCutShort(ports.git, plan.at));
    const reason = conflictReason(seen, { isShallow });
    return { ...report, state: 'left', reason, conflicts: merged.conflicts };
  }
  const { commit: to, back } = merged;
  return moveBranch(ports, { ...move, to, back, state: 'merged', ancestor: plan.base });
}

async function lookAtBranch(
  { git }: BranchPorts,
  { branch, mirror }: Pick<FollowOptions, 'branch' | 'mirror'>,
): Promise<SeenBranch> {
  const at = await git.resolveRef(refOf(branch));
  const detached = (await git.head()).branch === null;
  return { name: branch, at, mirror, base: await baseOf(git, at, mirror), detached };
}

function refOf(branch: string): string {
  return `refs/heads/${branch}`;
}

type MirrorMerge =
  | { readonly outcome: 'merged'; readonly commit: Oid; readonly back: readonly string[] }
  | Extract<TreeMerge, { outcome: 'conflict' }>;

type MergeOptions = Omit<FollowOptions, 'mirror' | 'journal' | 'spaces'> & {
  readonly folders: readonly FolderMove[];
};

/** Makes the merge commit without moving the branch or any file. */
async function mergeMirror(
  ports: BranchPorts,
  { branch, now, accepted, folders }: MergeOptions,
  { at, mirror, base }: MergePlan,
): Promise<MirrorMerge> {
  const { git } = ports;
  const sides = { ...(await sidesOf(ports, accepted, { at, mirror, base })), folders };
  return git.write(async (writer): Promise<MirrorMerge> => {
    const outcome = await mergeTrees(git, writer, sides);
    if (outcome.outcome === 'conflict') return outcome;
    const us = tidemarkAt(now);
    const message = `Merge the documentation into ${branch}\n`;
    const parents = [at, mirror];
    const commit = writer.addCommit({ tree: outcome.tree, parents, author: us, committer: us, message });
    return { outcome: 'merged', commit, back: outcome.back };
  });
}

type MergePlan = Pick<Extract<BranchPlan, { do: 'merge' }>, 'at' | 'mirror' | 'base'>;

async function sidesOf(
  ports: BranchPorts,
  accepted: Accepted,
  { at, mirror, base }: MergePlan,
): Promise<TreeSides> {
  const removed = await withFilesBack(ports, accepted.removed);
  return { base, ours: at, theirs: mirror, accepted: { ...accepted, removed } };
}

/**
 * Finds what would keep a branch from following the mirror: what a person has to join, in commits or else in files. It decides as
 * {@link followMirror} does, about the same merge commit, and neither moves nor writes anything.
 */
export async function findConflicts(
  ports: BranchPorts,
  options: Omit<FollowOptions, 'now'>,
): Promise<readonly ConflictReport[]> {
  const seen = await lookAtBranch(ports, options);
  const plan = planBranch(seen);
  const { at } = seen;
  if (plan.do === 'stay') return [];
  const { accepted, journal } = options;
  const folders = await folderMoves(ports.git, options.spaces ?? [], seen);
  const move = { ref: refOf(seen.name), from: at, journal, accepted, folders };
  if (plan.do === 'move') return findFileConflicts(ports, { ...move, to: plan.to });
  const draft = { ...ports, git: draftOn(ports.git).git };
  const merged = await mergeMirror(draft, { branch: seen.name, now: 0, accepted, folders }, plan);
  if (merged.outcome === 'conflict') return merged.conflicts;
  return findFileConflicts(draft, { ...move, to: merged.commit, ancestor: plan.base });
}

/** The pages whose deletion we sent, each with whether somebody has put its file back here since. */
async function withFilesBack(
  { files }: BranchPorts,
  removed: readonly AcceptedRemoval[],
): Promise<AcceptedRemoval[]> {
  return Promise.all(
    removed.map(async (each) => ({ ...each, isBack: (await files.stat(each.path)) !== null })),
  );
}
