import type { GitRepository, Oid } from '../git/port.ts';
import { mergeTrees } from '../sync/branch/merge-trees.ts';
import { tidemarkAt } from '../sync/tidemark.ts';
import { baseOf } from '../sync/versions/base-of.ts';

/** A merge of two commits, or the paths that only a person can join; no path where the two have no common history. */
export type HostMerge =
  | { readonly outcome: 'merged'; readonly commit: Oid }
  | { readonly outcome: 'conflict'; readonly paths: readonly string[] };

/**
 * Merges the branch here with the host's version of it, by the rules of a merge with the mirror. No reference and no file moves, and
 * nothing is written where the two conflict.
 */
export async function mergeWithHost(
  git: GitRepository,
  { branch, ours, theirs }: { readonly branch: string; readonly ours: Oid; readonly theirs: Oid },
): Promise<HostMerge> {
  const base = await baseOf(git, ours, theirs);
  if (base === null) return { outcome: 'conflict', paths: [] };
  const times = [await git.readCommit(ours), await git.readCommit(theirs)].map(
    ({ committer }) => committer.at,
  );
  const us = tidemarkAt(Math.max(...times));
  const message = `Merge ${branch} of the git host\n`;
  try {
    return await git.write(async (writer): Promise<HostMerge> => {
      const merged = await mergeTrees(git, writer, { base, ours, theirs });
      if (merged.outcome === 'conflict') throw new Conflict(merged.conflicts.map(({ path }) => path));
      const commit = { tree: merged.tree, parents: [ours, theirs], author: us, committer: us, message };
      return { outcome: 'merged', commit: writer.addCommit(commit) };
    });
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return { outcome: 'conflict', paths: error.paths };
  }
}

/** Ends a merge, so that its objects are thrown away. */
class Conflict extends Error {
  readonly paths: readonly string[];

  constructor(paths: readonly string[]) {
    super('The two sides conflict');
    this.paths = paths;
  }
}
