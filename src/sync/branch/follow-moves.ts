import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { folderOf } from '../../content/index.ts';
import { movesIn } from '../versions/moves.ts';
import type { Move } from '../versions/moves.ts';
import type { PagesHere } from '../versions/places.ts';

/** Local edits that were carried to new paths. */
export interface FollowedMoves {
  /** The old paths of the pages that the service moved. */
  readonly moves: ReadonlySet<string>;
  /** Takes the edits back to their old paths, when the branch did not move after all. */
  undo(): Promise<void>;
}

/**
 * Carries each local edit of a page that the service moved to the page's new path before the branch moves, so that the edit can
 * be joined there.
 */
export async function followMoves(
  ports: BranchPorts,
  { from, to, here }: { from: Oid | null; to: Oid; here: PagesHere },
  carryNoted: CarryNoted,
): Promise<FollowedMoves> {
  const { git, tree } = ports;
  const done: Move[] = [];
  const undo = async (): Promise<void> => {
    for (const move of done.reverse()) await carry(ports, move.to, move.from);
  };
  const moves = from === null ? [] : await movesIn(git, await git.diffTrees(from, to));
  const origins = new Set(moves.map((move) => move.from));
  if (moves.length === 0) return { moves: origins, undo };
  const folders = [...new Set(moves.map((move) => folderOf(move.from)))];
  const edited = new Map((await tree.scan(from, { under: folders })).map((change) => [change.path, change]));
  for (const move of moves) {
    const change = edited.get(move.from);
    if (change?.kind !== 'modified') continue;
    // The person put another page at this path; that page is not carried.
    if (here.isAnother(move.from, move.id)) continue;
    if (await carryNoted({ from: move.from, to: move.to, base: change.before.oid })) done.push(move);
  }
  return { moves: origins, undo };
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
  if (local.outcome !== 'file' || (await files.stat(to)) !== null) return false;
  const created = await files.create(to, local.bytes, { executable: local.stamp.executable });
  if (created.outcome !== 'created') return false;
  if ((await files.remove(from, local.id)).outcome !== 'changed') return true;
  // The file was saved again in between: that save is newer, and is carried another time.
  await files.remove(to, local.id);
  return false;
}
