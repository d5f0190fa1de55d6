import type { GitRepository, Oid } from '../git/port.ts';
import { belowFolder } from './mirror/tip.ts';
import type { SpaceRecord } from './state/records.ts';
import { baseOf } from './versions/base-of.ts';

const mostCommits = 1000;

/**
 * How many commits of a branch have edits that the mirror lacks, up to 1,000. Merges do not count. Neither do commits whose edits were
 * merged in the service, although the mirror's history never contains these commits.
 */
export async function commitsAhead(
  git: GitRepository,
  { branch, mirror }: { readonly branch: Oid; readonly mirror: Oid | null },
  records: readonly SpaceRecord[],
): Promise<number> {
  const base = await baseOf(git, branch, mirror);
  const folders = records.map(({ path }) => belowFolder(path));
  const changed = async (from: Oid | null, to: Oid): Promise<string[]> => {
    const changes = await Promise.all(folders.map((folder) => git.diffTrees(from, to, folder)));
    return changes.flat().map(({ path }) => path);
  };
  const open = new Set(await changed(base, branch));
  if (open.size === 0) return 0;
  let count = 0;
  const exclude = mirror === null ? [] : [mirror];
  for await (const { oid, parents } of git.log(branch, { limit: mostCommits, exclude })) {
    const [first = null, second] = parents;
    if (second === undefined) {
      if ((await changed(first, oid)).some((path) => open.has(path))) count++;
      continue;
    }
    // If a merge with the mirror left no edit, all commits before it are merged.
    const isOfMirror = mirror !== null && (await git.isAncestor(second, mirror));
    if (isOfMirror && (await changed(second, oid)).length === 0) break;
  }
  return count;
}
