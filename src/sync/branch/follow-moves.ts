import type { Oid } from '../../git/port.ts';
import type { BranchPorts } from './follow.ts';
import { movesIn } from './page-paths.ts';

/**
 * A page that the service moved while somebody edits it here: the edit goes to the new place before the branch does, so that
 * it can be joined there. Answers with the texts that the edits at the new places started from.
 */
export async function followMoves(
  { git, tree, files }: BranchPorts,
  { from, to }: { from: Oid | null; to: Oid },
): Promise<Map<string, Uint8Array>> {
  const bases = new Map<string, Uint8Array>();
  if (from === null) return bases;
  const changes = await git.diffTrees(from, to);
  const moves = await movesIn(git, changes);
  if (moves.length === 0) return bases;
  const edited = new Map(
    (await tree.scan(from, { under: moves.map((move) => move.from) })).map((change) => [change.path, change]),
  );
  for (const move of moves) {
    const change = edited.get(move.from);
    if (change?.kind !== 'modified') continue;
    const local = await files.read(move.from);
    if (local.outcome !== 'file' || (await files.stat(move.to)) !== null) continue;
    const created = await files.create(move.to, local.bytes, { executable: local.stamp.executable });
    if (created.outcome !== 'created') continue;
    // Saved again in between: both stay, and the branch is left for a person.
    await files.remove(move.from, local.id);
    bases.set(move.to, await git.readBlob(change.before.oid));
  }
  return bases;
}
