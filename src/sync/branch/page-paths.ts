import { pageIdOf } from '../../content/index.ts';
import type { GitRepository, Oid, PathChange } from '../../git/port.ts';

/** A file that one side moved: the identity in the page says that it is one. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly id: string;
}

/** Finds which deletions and additions of a difference are one page that moved. */
export async function movesIn(git: GitRepository, changes: readonly PathChange[]): Promise<Move[]> {
  const gone = new Map<string, string>();
  for (const { path, before, after } of changes)
    if (before && !after) {
      const id = await idOf(git, path, before.oid);
      if (id !== null) gone.set(id, path);
    }
  if (gone.size === 0) return [];
  const moves: Move[] = [];
  for (const { path, before, after } of changes)
    if (!before && after) {
      const id = await idOf(git, path, after.oid);
      const from = id === null ? undefined : gone.get(id);
      if (id !== null && from !== undefined) {
        moves.push({ from, to: path, id });
        gone.delete(id);
      }
    }
  return moves;
}

async function idOf(git: GitRepository, path: string, oid: Oid): Promise<string | null> {
  return path.endsWith('.md') ? pageIdOf(new TextDecoder().decode(await git.readBlob(oid))) : null;
}
