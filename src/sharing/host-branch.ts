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

/**
 * What a force-push did to the host's branch since this clone saw it: the branch went `back` to an earlier commit, or its newest commits
 * were `replaced`. null: it still has the commit that this clone has seen.
 */
export async function rewriteOf(git: GitRepository, theirs: Oid): Promise<'back' | 'replaced' | null> {
  const seen = await git.resolveRef(seenRef);
  if (seen === null || !(await git.has(seen)) || !(await git.has(theirs))) return null;
  if (await git.isAncestor(seen, theirs)) return null;
  return (await git.isAncestor(theirs, seen)) ? 'back' : 'replaced';
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

/** What the last sync found of a branch that went different ways here and on the host; null once a person has decided here. */
export async function hostBranchProblem(git: GitRepository, place: HostBranch): Promise<Problem | null> {
  const theirs = await git.resolveRef(hostBranchRef);
  const ours = await git.resolveRef(`refs/heads/${place.branch}`);
  if (theirs === null || ours === null || theirs === ours) return null;
  if ((await rewriteOf(git, theirs)) === 'back') return takenBack(place, theirs);
  return (await git.isAncestor(theirs, ours)) ? null : branchConflict(place);
}

/** @param why What keeps the two from being merged. */
export function branchConflict(place: HostBranch, why?: string): Problem {
  const { branch } = place;
  return {
    code: 'EDIT_CONFLICT',
    message: `refs/heads/${branch} has gone different ways here and on the git host: neither is overwritten${why === undefined ? '' : ` (${why})`}`,
    hint: `Merge them with git: \`git pull --no-rebase${onHost(place)}\` on the branch ${branch}. Join the texts, commit, then sync again.`,
  };
}

/** Somebody took the newest commits of the branch from the host, and they are still here. */
export function takenBack(place: HostBranch, theirs: Oid): Problem {
  const { branch } = place;
  return {
    code: 'EDIT_CONFLICT',
    message: `Somebody pushed to the git host with force, and took away commits of ${branch} that are here: they are not pushed again`,
    hint: `On the branch ${branch}, \`git reset --keep ${theirs.slice(0, 10)}\` takes them away here, too, and \`git push${onHost(place)}\` puts them back there. Then sync again.`,
  };
}

/** The host's address and the branch, for a command of git. */
function onHost({ branch, url }: HostBranch): string {
  return url === undefined ? '' : ` ${url} ${branch}`;
}
