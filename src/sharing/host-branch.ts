import type { GitRepository, Oid } from '../git/port.ts';
import { localRefs } from '../sync/index.ts';
import type { Problem } from '../sync/index.ts';

/** The commit of the git host that a person has to merge, so that `status` and `doctor` know of it without the host. */
const hostBranchRef = `${localRefs}git-host`;

/** The newest commit that this clone has seen as the host's branch, and that its own branch contains. */
const seenRef = `${localRefs}git-host-seen`;

/** Notes the host's commit of the branch, once the branch here contains that commit. */
export async function noteSeen(git: GitRepository, next: Oid): Promise<void> {
  const expected = await git.resolveRef(seenRef);
  if (expected === next) return;
  await git.updateRefs([{ ref: seenRef, expected, next }], { reason: 'tidemark: seen on the git host' });
}

/** Whether the host's branch no longer has a commit that it had: somebody pushed with force, and took that commit away. */
export async function isRewritten(git: GitRepository, theirs: Oid): Promise<boolean> {
  const seen = await git.resolveRef(seenRef);
  return seen !== null && (await git.has(seen)) && !(await git.isAncestor(seen, theirs));
}

/** The branch that people edit, and the address of its git host. */
export interface HostBranch {
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Without user name and password; absent: commands that people type do not name it. */
  readonly url?: string;
}

/** Notes the host's commit of the branch that only a person can merge; null: there is none. */
export async function noteHostBranch(git: GitRepository, next: Oid | null): Promise<void> {
  const expected = await git.resolveRef(hostBranchRef);
  if (expected === next) return;
  const reason = 'tidemark: the branch went different ways';
  await git.updateRefs([{ ref: hostBranchRef, expected, next }], { reason });
}

/** What the last sync found of a branch that went different ways here and on the host; null once somebody has merged them here. */
export async function hostBranchProblem(git: GitRepository, place: HostBranch): Promise<Problem | null> {
  const theirs = await git.resolveRef(hostBranchRef);
  const ours = await git.resolveRef(`refs/heads/${place.branch}`);
  if (theirs === null || ours === null || (await git.isAncestor(theirs, ours))) return null;
  return branchConflict(place);
}

/** @param why What keeps the two from being merged. */
export function branchConflict({ branch, url }: HostBranch, why?: string): Problem {
  const place = url === undefined ? '' : ` ${url} ${branch}`;
  return {
    code: 'EDIT_CONFLICT',
    message: `refs/heads/${branch} has gone different ways here and on the git host: neither is overwritten${why === undefined ? '' : ` (${why})`}`,
    hint: `Merge them with git: \`git pull --no-rebase${place}\` on the branch ${branch}. Join the texts, commit, then sync again.`,
  };
}
