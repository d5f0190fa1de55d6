import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from '../versions/ports.ts';
import { folderOf } from '../../content/index.ts';
import { movesIn } from '../versions/places.ts';
import type { Move, PagesHere } from '../versions/places.ts';

/** Local edits that went to new places. */
export interface FollowedMoves {
  /** Where the pages lay that the service moved. */
  readonly moves: ReadonlySet<string>;
  /** Takes the edits back to their old places, when the branch did not move after all. */
  undo(): Promise<void>;
}

/**
 * A page that the service moved while somebody edits it here: the edit goes to the new place before the branch does, so that
 * it can be joined there.
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
    // Another page that somebody put there does not go along.
    if (here.isAnother(move.from, move.id)) continue;
    if (await carryNoted({ from: move.from, to: move.to, base: change.before.oid })) done.push(move);
  }
  return { moves: origins, undo };
}

/** Carries a file, and notes that before it does. */
export type CarryNoted = (move: {
  readonly from: string;
  readonly to: string;
  readonly base: Oid | null;
  readonly sent?: string;
}) => Promise<boolean>;

/** Moves a file that somebody may be saving; false when something is in the way. */
export async function carry({ files }: BranchPorts, from: string, to: string): Promise<boolean> {
  const local = await files.read(from);
  if (local.outcome !== 'file' || (await files.stat(to)) !== null) return false;
  const created = await files.create(to, local.bytes, { executable: local.stamp.executable });
  if (created.outcome !== 'created') return false;
  if ((await files.remove(from, local.id)).outcome !== 'changed') return true;
  // Saved again in between: the save is the newer one, and is carried another time.
  await files.remove(to, local.id);
  return false;
}
