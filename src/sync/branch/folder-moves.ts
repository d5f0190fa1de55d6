import type { GitRepository, Oid, PathChange } from '../../git/port.ts';
import type { Move } from '../versions/moves.ts';
import { baseOf } from '../versions/base-of.ts';
import { keyWithoutId } from '../versions/places.ts';
import { inFolder, pathInSpace } from '../mirror/tip.ts';
import type { SpaceRecord } from '../state/records.ts';

/** A space that got another folder after the commit that a branch and the mirror have in common. */
export interface FolderMove {
  readonly from: string;
  readonly to: string;
  /** The folders of all spaces: what is in another space's folder stays there. */
  readonly others: readonly string[];
}

/**
 * The folder that a space has in a commit of the mirror.
 *
 * @param mirror The mirror's newest commit, which needs no search.
 */
export async function folderAt(
  git: Pick<GitRepository, 'has' | 'mergeBase'>,
  { path, formerly = [] }: Pick<SpaceRecord, 'path' | 'formerly'>,
  { commit, mirror }: { readonly commit: Oid | null; readonly mirror: Oid | null },
): Promise<string> {
  if (commit === null || commit === mirror) return path;
  for (const former of formerly)
    // Only the commits between the two are looked at, and none of those before them.
    if ((await git.has(former.commit)) && (await baseOf(git, commit, former.commit)) === commit)
      return former.path;
  return path;
}

/** The spaces that have another folder in the mirror now than in a commit that a branch started from. */
export async function folderMoves(
  git: Pick<GitRepository, 'has' | 'mergeBase'>,
  records: Iterable<SpaceRecord>,
  between: { readonly base: Oid | null; readonly mirror: Oid | null },
): Promise<readonly FolderMove[]> {
  const all = [...records];
  const others = all.map(({ path }) => path).filter((path) => path !== '.');
  const moves: FolderMove[] = [];
  for (const record of all) {
    const from = await folderAt(git, record, { commit: between.base, mirror: between.mirror });
    if (from !== record.path) moves.push({ from, to: record.path, others });
  }
  return moves;
}

/** The path to which a file that the mirror does not have moves with its space; null: it stays where it is. */
export function pathAfter(moves: readonly FolderMove[], path: string): string | null {
  for (const { from, to, others } of moves) {
    const inner = pathInSpace({ folder: from, others }, path);
    // Hidden files at the top of a repository belong to git and other tools.
    if (inner === null || (from === '.' && /^\.(?!gitbook)/u.test(inner))) continue;
    return inFolder(to, inner);
  }
  return null;
}

/** A branch's differences, with the files that are new there at the paths in the new folders of their spaces. */
export function withNewFilesMoved(
  changes: readonly PathChange[],
  moves: readonly FolderMove[],
): readonly PathChange[] {
  if (moves.length === 0) return changes;
  return changes.map((change) => {
    const path = change.before === null ? pathAfter(moves, change.path) : null;
    return path === null ? change : { ...change, path };
  });
}

/** What moved to the new folder of its space and has no identity: the table of contents, and each file that is not a page. */
function movesWithFolders(changes: readonly PathChange[], folders: readonly FolderMove[]): readonly Move[] {
  const come = new Set(changes.flatMap(({ path, before, after }) => (!before && after ? [path] : [])));
  return changes.flatMap(({ path: from, after }) => {
    const to = after === null ? pathAfter(folders, from) : null;
    return to !== null && come.has(to) ? [{ from, to, id: keyWithoutId(from) }] : [];
  });
}

/**
 * Adds, to the moves that files show, the moves of what went to the new folder of its space. The identity of a page says most about where it
 * went. A file without one is known by its path in the folder rather than by its text, because each space has a similar table of contents.
 */
export function withFolderMoves(
  moves: readonly Move[],
  changes: readonly PathChange[],
  folders: readonly FolderMove[],
): readonly Move[] {
  const named = moves.filter(({ from, id }) => id !== keyWithoutId(from));
  const [origins, targets] = [new Set<string>(), new Set<string>()];
  return [...named, ...movesWithFolders(changes, folders), ...moves].filter(({ from, to }) => {
    if (origins.has(from) || targets.has(to)) return false;
    origins.add(from);
    targets.add(to);
    return true;
  });
}
