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

/** How many commits are searched for one that a sync made. */
const mostForeign = 300;

/**
 * Finds the newest commit of a sync below a commit that somebody else made. A push to a remote called `docs` leaves the mirror's reference
 * at such a commit. Returns null if a sync made `tip` itself; `own` is null if the search finds no commit of a sync.
 */
export async function mirrorBelow(git: GitRepository, tip: Oid): Promise<{ own: Oid | null } | null> {
  if (isWrittenHere(await git.readCommit(tip))) return null;
  for await (const commit of git.log(tip, { limit: mostForeign, firstParent: true }))
    if (isWrittenHere(commit)) return { own: commit.oid };
  return { own: null };
}

/** Whether a sync made a commit for the mirror. Merges by a sync belong to people's branches. */
function isWrittenHere({ committer, parents }: Commit): boolean {
  return committer.email === tidemarkAt(0).email && parents.length <= 1;
}

/** Whether a commit is a revision of a space, and not one of a change request. */
function isOfMirror(commit: Commit): boolean {
  const trailers = trailersOf(commit);
  if (trailers === null || commit.committer.email !== tidemarkAt(0).email) return false;
  const [subject = ''] = commit.message.split('\n');
  return trailers.changeRequest === undefined || subject.endsWith(` (#${trailers.changeRequest})`);
}
