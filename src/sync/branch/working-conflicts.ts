import { mergeFile } from '../../content/index.ts';
import type { Oid } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import type { BranchPorts } from '../versions/ports.ts';

/**
 * Files with uncommitted edits in the same lines that the service changed: they keep the branch from moving. We find them by
 * trying the merge, which writes nothing.
 */
export async function workingConflicts(
  { git, tree, files }: BranchPorts,
  { branch, at, base, mirror }: { branch: string; at: Oid; base: Oid; mirror: Oid },
): Promise<ConflictReport[]> {
  if (base === mirror || (await git.head()).branch !== `refs/heads/${branch}`) return [];
  const theirs = new Map((await git.diffTrees(base, mirror)).map((change) => [change.path, change]));
  const conflicts: ConflictReport[] = [];
  for (const { path, kind } of await tree.scan(at)) {
    const change = theirs.get(path);
    if (!change || kind === 'refused') continue;
    const local = await files.read(path);
    if (local.outcome === 'refused') continue;
    const ours = local.outcome === 'file' ? local.bytes : null;
    const read = async (oid: Oid | undefined): Promise<Uint8Array | null> =>
      oid === undefined ? null : git.readBlob(oid);
    const merged = mergeFile(path, {
      base: await read(change.before?.oid),
      ours,
      theirs: await read(change.after?.oid),
    });
    if (merged.outcome === 'conflict') conflicts.push({ path, kind: merged.kind });
  }
  return conflicts;
}
