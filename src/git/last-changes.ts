import { WaitingCommits } from './history.ts';
import type { GitRepository, Oid } from './port.ts';

export interface LastChangesOptions {
  /** The folder that contains all the paths; the rest of the history is not read. */
  readonly under?: string;
  /** The result of an earlier call: the walk ends where that one began. */
  readonly known?: { readonly from: Oid; readonly times: ReadonlyMap<string, number> };
}

export interface LastChanges {
  /** When each file was last changed, in milliseconds since the epoch. A file that the commit does not have is left out. */
  readonly times: ReadonlyMap<string, number>;
  /** Files whose last change is beyond the end of a shallow clone. */
  readonly cut: readonly string[];
}

/**
 * Finds, for each file of a commit, the commit that last changed it, as `git log -1 -- FILE` does: when a merge has a file
 * unchanged from one of its parents, the search goes on at that parent. One walk serves all files. The time is the committer's,
 * because it says when the change arrived here.
 */
export async function lastChanges(
  git: GitRepository,
  from: Oid,
  paths: Iterable<string>,
  { under = '', known }: LastChangesOptions = {},
): Promise<LastChanges> {
  const there = new Set((await git.listTree(from, { under })).map(({ path }) => path));
  const times = new Map<string, number>();
  const cut: string[] = [];
  const asked = new Map<Oid, Set<string>>();
  const waiting = new WaitingCommits();
  const ask = async (oid: Oid, wanted: Set<string>): Promise<void> => {
    if (wanted.size === 0) return;
    const already = asked.get(oid);
    if (already === undefined) {
      asked.set(oid, wanted);
      waiting.push(await git.readCommit(oid));
    } else for (const path of wanted) already.add(path);
  };
  await ask(from, new Set([...paths].filter((path) => there.has(path))));
  for (let commit = waiting.shift(); commit !== undefined; commit = waiting.shift()) {
    const wanted = asked.get(commit.oid) ?? new Set<string>();
    // Commits with wrong clocks may come up again, for other files.
    asked.delete(commit.oid);
    if (commit.oid === known?.from) takeKnown(wanted, known.times, times);
    if (await git.isShallow(commit.oid)) {
      cut.push(...wanted);
      continue;
    }
    let rest = wanted;
    for (const parent of commit.parents) {
      if (rest.size === 0) break;
      const changes = await git.diffTrees(parent, commit.oid, { under });
      const changed = new Set<string>();
      for (const { path } of changes) if (rest.delete(path)) changed.add(path);
      await ask(parent, rest);
      rest = changed;
    }
    for (const path of rest) times.set(path, commit.committer.at);
  }
  return { times, cut };
}

function takeKnown(
  wanted: Set<string>,
  known: ReadonlyMap<string, number>,
  times: Map<string, number>,
): void {
  for (const path of wanted) {
    const time = known.get(path);
    if (time === undefined) continue;
    times.set(path, time);
    wanted.delete(path);
  }
}
