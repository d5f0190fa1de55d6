import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { pathAfter, withFolderMoves } from './folder-moves.ts';
import type { FolderMove } from './folder-moves.ts';
import { folderOf } from '../../content/index.ts';
import { identityIn } from '../versions/identity.ts';
import { movesIn } from '../versions/moves.ts';
import type { Move } from '../versions/moves.ts';
import { keyWithoutId, pageInCommit } from '../versions/places.ts';
import type { PagesHere } from '../versions/places.ts';

/** The paths from which the service moved pages. */
export interface LeftPaths {
  /** All of them. */
  readonly moves: ReadonlySet<string>;
  /** Those at which a person put another page, though the branch's page there has no identity that tells the two apart. */
  readonly taken: ReadonlySet<string>;
}

/** Local edits that were carried to new paths. */
export interface FollowedMoves {
  readonly left: LeftPaths;
  /** Takes the edits back to their old paths, when the branch did not move after all. */
  undo(): Promise<void>;
}

/** A move of the branch, with the pages in the working tree. */
export interface FollowedMove {
  readonly from: Oid | null;
  readonly to: Oid;
  readonly here: PagesHere;
  readonly folders?: readonly FolderMove[] | undefined;
}

/**
 * Carries each local edit of a page that the service moved to the page's new path before the branch moves, so that the edit can
 * be joined there.
 */
export async function followMoves(
  ports: BranchPorts,
  { from, to, here, folders = [] }: FollowedMove,
  carryNoted: CarryNoted,
): Promise<FollowedMoves> {
  const done: Move[] = [];
  const undo = async (): Promise<void> => {
    for (const move of done.reverse()) await carry(ports, move.to, move.from);
  };
  const { left, edited } = await editedMoves(ports, { from, to, here, folders });
  for (const { move, base } of edited)
    if (await carryNoted({ from: move.from, to: move.to, base })) done.push(move);
  return { left, undo };
}

/** The paths that pages left because the service moved them, and the pages among those whose files have uncommitted edits, each with the branch's version. */
export async function editedMoves(
  { git, tree, files }: BranchPorts,
  { from, to, here, folders = [] }: FollowedMove,
): Promise<{
  readonly left: LeftPaths;
  readonly edited: readonly { readonly move: Move; readonly base: Oid }[];
}> {
  const changes = from === null ? [] : await git.diffTrees(from, to);
  const moves = withFolderMoves(await movesIn(git, changes), changes, folders);
  const under = [...new Set(moves.map((move) => folderOf(move.from)))];
  const scanned = new Map((await tree.scan(from, { under })).map((change) => [change.path, change]));
  const edited: { move: Move; base: Oid }[] = [];
  const taken = new Set<string>();
  for (const move of moves) {
    const change = scanned.get(move.from);
    if (change?.kind !== 'modified') continue;
    const base = change.before.oid;
    // If the person put another page at this path, that page is not carried.
    if (!here.isAnother(move.from, move.id)) edited.push({ move, base });
    else if (move.id === keyWithoutId(move.from)) {
      if (from !== null && (await hasIdentityAgain({ git, files }, move, from))) edited.push({ move, base });
      else taken.add(move.from);
    }
  }
  return { left: { moves: new Set(moves.map((move) => move.from)), taken }, edited };
}

/**
 * Whether the file of a page that a commit has without its identity is still that page, because somebody has put the identity back: no
 * other page of the commit has it.
 */
async function hasIdentityAgain(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  { from }: Move,
  commit: Oid,
): Promise<boolean> {
  const local = await files.read(from);
  const id = local.outcome === 'file' ? identityIn(local.bytes) : null;
  return id !== null && (await pageInCommit(git, commit, id)) === null;
}

/** Writes a note about a file into the journal, then carries the file. */
export type CarryNoted = (move: {
  readonly from: string;
  readonly to: string;
  readonly base: Oid | null;
  readonly sent?: string;
}) => Promise<boolean>;

/** Moves a file that somebody may be saving at this moment; false when something else is at the new path. */
export async function carry({ files }: BranchPorts, from: string, to: string): Promise<boolean> {
  const local = await files.read(from);
  if (local.outcome !== 'file') return false;
  const created = await files.create(to, local.bytes, { executable: local.stamp.executable });
  if (created.outcome !== 'created') return false;
  if (['removed', 'missing'].includes((await files.remove(from, local.id)).outcome)) return true;
  // The file was saved again in between, and is carried another time; or this user may not take it away.
  await files.remove(to, local.id);
  return false;
}

/** A move of a branch and its files. */
interface CarriedFor {
  readonly from: Oid | null;
  readonly to: Oid;
  /** What the branch and the mirror have in common, where the branch has commits of its own. */
  readonly ancestor?: Oid | null;
  readonly folders?: readonly FolderMove[];
}

/**
 * Carries the files that the mirror does not have to the new folder of their space, before the branch moves; the function that it returns
 * takes that back.
 */
export async function carryNewFiles(
  ports: BranchPorts,
  { from, to, ancestor = null, folders = [] }: CarriedFor,
  carryNoted: CarryNoted,
): Promise<() => Promise<void>> {
  const done: { readonly path: string; readonly target: string }[] = [];
  // A file that is new in the branch's commits moves with them, and an edit of it goes along.
  const isNew = async (path: string): Promise<boolean> =>
    ancestor !== null &&
    (await ports.git.entryAt(ancestor, path)) === null &&
    (await ports.git.entryAt(to, path)) === null;
  for (const change of folders.length === 0 ? [] : await ports.tree.scan(from)) {
    const target = pathAfter(folders, change.path);
    if (target === null || change.kind === 'refused' || change.kind === 'deleted') continue;
    const { path } = change;
    const base = change.kind === 'added' ? null : change.before.oid;
    if (base !== null && !(await isNew(path))) continue;
    if (await carryNoted({ from: path, to: target, base })) done.push({ path, target });
  }
  return async () => {
    for (const { path, target } of done.reverse()) await carry(ports, target, path);
  };
}
