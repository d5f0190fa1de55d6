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
  const open = new Set<string>();
  for (const folder of folders)
    for (const { path } of await git.diffTrees(base, branch, folder)) open.add(path);
  if (open.size === 0) return 0;
  let count = 0;
  const exclude = mirror === null ? [] : [mirror];
  for await (const { oid, parents } of git.log(branch, { limit: mostCommits, exclude })) {
    if (parents.length > 1) continue;
    for (const folder of folders) {
      const changes = await git.diffTrees(parents[0] ?? null, oid, folder);
      if (!changes.some(({ path }) => open.has(path))) continue;
      count++;
      break;
    }
  }
  return count;
}
