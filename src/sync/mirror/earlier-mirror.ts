import type { Commit, GitRepository, Oid } from '../../git/port.ts';
import { tidemarkAt } from '../tidemark.ts';
import { trailersOf } from './commit-text.ts';

/** How many commits of a branch are looked through for one of the mirror. */
const mostCommits = 5000;

/**
 * The newest commit of a mirror that another clone made, in a repository that has none of its own: a fresh clone of a git host. It is the
 * mirror's branch as a remote has it, or else in the history of the configured branch; null where there is none. A mirror that
 * goes on from there has a history in common with that branch.
 */
export async function earlierMirror(git: GitRepository, branch: string): Promise<Oid | null> {
  const at = await git.resolveRef(`refs/heads/${branch}`);
  const inBranch = at === null ? null : await newestMirrorCommit(git, at);
  for (const { ref, oid } of await git.listRefs('refs/remotes/')) {
    if (!ref.endsWith('/docs/main') || !(await git.has(oid))) continue;
    if ((await newestMirrorCommit(git, oid)) === null) continue;
    if (inBranch === null || (await git.isAncestor(inBranch, oid))) return oid;
  }
  return inBranch;
}

async function newestMirrorCommit(git: GitRepository, from: Oid): Promise<Oid | null> {
  for await (const commit of git.log(from, { limit: mostCommits })) if (isOfMirror(commit)) return commit.oid;
  return null;
}

/** Whether a commit is a revision of a space, and none of a change request. */
function isOfMirror(commit: Commit): boolean {
  const trailers = trailersOf(commit);
  if (trailers === null || commit.committer.email !== tidemarkAt(0).email) return false;
  const [subject = ''] = commit.message.split('\n');
  return trailers.changeRequest === undefined || subject.endsWith(` (#${trailers.changeRequest})`);
}
