import type { Files } from '../../files/port.ts';
import type { GitRepository, Oid, WorkingTree } from '../../git/port.ts';
import type { BranchReport } from '../report.ts';
import { tidemarkAt } from '../mirror/commit-text.ts';
import { baseOf } from '../versions/base-of.ts';
import type { AcceptedPage, AcceptedRemoval } from './accepted.ts';
import { headIsDetached } from './branch-reports.ts';
import type { Journal } from './journal.ts';
import { mergeTrees } from './merge-trees.ts';
import type { TreeMerge } from './merge-trees.ts';
import { moveBranch } from './move-branch.ts';

export interface BranchPorts {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
}

export interface FollowOptions {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly mirror: Oid | null;
  readonly now: number;
  readonly journal: Journal;
  /** What became of our own change requests. */
  readonly accepted: readonly AcceptedPage[];
  readonly removed: readonly AcceptedRemoval[];
}

/**
 * Brings the user's branch to what the mirror has: created when it is unborn, fast-forwarded, or merged when that is clean;
 * else left alone, with the reason. Never rewritten; local edits that nobody has committed stay local edits.
 */
export async function followMirror(ports: BranchPorts, options: FollowOptions): Promise<BranchReport> {
  const { git } = ports;
  const { branch, mirror, journal, accepted } = options;
  const ref = `refs/heads/${branch}`;
  const from = await git.resolveRef(ref);
  const report = { name: branch, from, to: from, conflicts: [] };
  if (mirror === null) return { ...report, state: 'absent', reason: 'Nothing has been mirrored yet.' };
  const detached = (await git.head()).branch === null;
  if (from !== null && (from === mirror || (await git.isAncestor(mirror, from))))
    return detached
      ? { ...report, state: 'detached', reason: headIsDetached }
      : { ...report, state: 'up-to-date' };

  const move = { ref, report, detached, journal, accepted };
  if (from === null) return moveBranch(ports, { ...move, to: mirror, state: 'created' });
  if (await git.isAncestor(from, mirror))
    return moveBranch(ports, { ...move, to: mirror, state: 'fast-forwarded' });
  const ancestor = await baseOf(git, from, mirror);
  const merged = await mergeMirror(ports, { ...options, from, mirror, ancestor });
  if (merged.outcome === 'merged')
    return moveBranch(ports, { ...move, to: merged.commit, state: 'merged', ancestor });
  const reason = conflictReason(branch, ancestor === null);
  return { ...report, state: 'left', reason, conflicts: merged.conflicts };
}

type MirrorMerge =
  { readonly outcome: 'merged'; readonly commit: Oid } | Extract<TreeMerge, { outcome: 'conflict' }>;

/** Makes the commit that has both, without moving anything. */
async function mergeMirror(
  ports: BranchPorts,
  {
    branch,
    from,
    mirror,
    ancestor,
    now,
    accepted,
    removed,
  }: FollowOptions & { readonly from: Oid; readonly mirror: Oid; readonly ancestor: Oid | null },
): Promise<MirrorMerge> {
  const { git } = ports;
  const gone = await stillGone(ports, removed);
  return git.write(async (writer): Promise<MirrorMerge> => {
    const sides = { base: ancestor, ours: from, theirs: mirror, accepted, gone };
    const outcome = await mergeTrees(git, writer, sides);
    if (outcome.outcome === 'conflict') return outcome;
    const us = tidemarkAt(now);
    const message = `Merge the documentation into ${branch}\n`;
    const parents = [from, mirror];
    const commit = writer.addCommit({ tree: outcome.tree, parents, author: us, committer: us, message });
    return { outcome: 'merged', commit };
  });
}

/** Of pages that were deleted here: those that nobody has put back since. */
async function stillGone(
  { files }: BranchPorts,
  removed: readonly AcceptedRemoval[],
): Promise<AcceptedRemoval[]> {
  const gone: AcceptedRemoval[] = [];
  for (const each of removed) if ((await files.stat(each.path)) === null) gone.push(each);
  return gone;
}

function conflictReason(branch: string, unrelated: boolean): string {
  return unrelated
    ? `The histories of ${branch} and the mirror are unrelated, and both have files of the same names with different content.`
    : `${branch} and the service changed the same lines.`;
}
