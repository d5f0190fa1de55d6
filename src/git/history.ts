import type { Commit, LogOptions, Oid } from './port.ts';

export type ReadCommit = (oid: Oid) => Promise<Commit>;

/** Commits that wait to be looked at, the newest first; among equals, the one that came first. */
export class WaitingCommits {
  #commits: Commit[] = [];

  push(commit: Commit): void {
    const at = this.#commits.findIndex((other) => other.committer.at < commit.committer.at);
    if (at < 0) this.#commits.push(commit);
    else this.#commits.splice(at, 0, commit);
  }

  shift(): Commit | undefined {
    return this.#commits.shift();
  }

  some(test: (commit: Commit) => boolean): boolean {
    return this.#commits.some(test);
  }
}

/** Whether the parents of `descendant` lead to `ancestor`; a commit is its own ancestor. */
export async function isAncestor(read: ReadCommit, ancestor: Oid, descendant: Oid): Promise<boolean> {
  const seen = new Set([descendant]);
  const waiting = new WaitingCommits();
  waiting.push(await read(descendant));
  for (let commit = waiting.shift(); commit !== undefined; commit = waiting.shift()) {
    if (commit.oid === ancestor) return true;
    for (const parent of commit.parents) {
      if (seen.has(parent)) continue;
      if (parent === ancestor) return true;
      seen.add(parent);
      waiting.push(await read(parent));
    }
  }
  return false;
}

const one = 1;
const other = 2;
const both = 3;
/** The commit is known to be an ancestor of a common ancestor, so that it is not the best one. */
const behind = 4;

/**
 * The best common ancestors: both commits descend from them, and no other such commit does. Colours spread from both ends, the
 * newest commit first, until every waiting commit is behind a common ancestor.
 */
export async function mergeBases(read: ReadCommit, left: Oid, right: Oid): Promise<Commit[]> {
  const colours = new Map<Oid, number>();
  const waiting = new WaitingCommits();
  const paint = async (oid: Oid, colour: number): Promise<void> => {
    const had = colours.get(oid) ?? 0;
    if ((had | colour) === had) return;
    colours.set(oid, had | colour);
    waiting.push(await read(oid));
  };
  await paint(left, one);
  await paint(right, other);
  const common = new Map<Oid, Commit>();
  while (waiting.some((commit) => ((colours.get(commit.oid) ?? 0) & behind) === 0)) {
    const commit = waiting.shift();
    if (commit === undefined) break;
    let colour = colours.get(commit.oid) ?? 0;
    if (colour === both) common.set(commit.oid, commit);
    if ((colour & both) === both) colour |= behind;
    for (const parent of commit.parents) await paint(parent, colour);
  }
  const best = [...common.values()].filter((commit) => ((colours.get(commit.oid) ?? 0) & behind) === 0);
  return best.sort((a, b) => b.committer.at - a.committer.at || (a.oid < b.oid ? -1 : 1));
}

/** Commits from `from` back, newest first, without what `exclude` reaches. */
export async function* log(
  read: ReadCommit,
  from: Oid,
  { limit = Infinity, firstParent = false, exclude = [] }: LogOptions = {},
): AsyncGenerator<Commit> {
  const hidden = await reach(read, exclude, from);
  const seen = new Set([from]);
  const waiting = new WaitingCommits();
  waiting.push(await read(from));
  let given = 0;
  for (let commit = waiting.shift(); commit !== undefined && given < limit; commit = waiting.shift()) {
    if (hidden.has(commit.oid)) continue;
    given++;
    yield commit;
    for (const parent of firstParent ? commit.parents.slice(0, 1) : commit.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      waiting.push(await read(parent));
    }
  }
}

/**
 * The commits reachable from `exclude` that matter for walking back from `from`: both sides are walked together, the newest
 * commit first, until no commit is left that only `from` reaches.
 */
async function reach(read: ReadCommit, exclude: readonly Oid[], from: Oid): Promise<Set<Oid>> {
  const hidden = new Set<Oid>();
  if (exclude.length === 0) return hidden;
  const shown = new Set<Oid>();
  const waiting = new WaitingCommits();
  const visit = async (oid: Oid, hide: boolean): Promise<void> => {
    const known = hide ? hidden : shown;
    if (known.has(oid)) return;
    known.add(oid);
    waiting.push(await read(oid));
  };
  for (const oid of exclude) await visit(oid, true);
  await visit(from, false);
  while (waiting.some((commit) => !hidden.has(commit.oid))) {
    const commit = waiting.shift();
    if (commit === undefined) break;
    for (const parent of commit.parents) await visit(parent, hidden.has(commit.oid));
  }
  return hidden;
}
