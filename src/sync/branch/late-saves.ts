import type { Oid } from '../../git/port.ts';
import type { ConflictReport } from '../report.ts';
import type { BranchPorts } from './follow.ts';
import { mirrorRef } from '../mirror/tip.ts';
import { mergeFile } from './merge-file.ts';

/** Edits whose text started from an older commit than the branch stands on, by path, with that older content. */
export interface StaleEdits {
  get(path: string): StaleEdit | undefined;
  set(path: string, edit: StaleEdit | null): void;
  paths(): string[];
}

export interface StaleEdit {
  /** What the edit started from; null: nothing. */
  readonly base: Oid | null;
  /** What the service has instead, and the edit has not seen. */
  readonly remote: Oid | null;
}

/**
 * A save that came in while its file was being replaced stays in the working tree, but it was made on the old text. It is
 * joined with the new one at once; where that fails it is remembered as made on the old text, so that it is never taken for
 * the wish to undo what the service changed.
 */
export async function joinLateSaves(
  ports: BranchPorts,
  { from, to, paths, stale }: { from: Oid | null; to: Oid; paths: readonly string[]; stale: StaleEdits },
): Promise<ConflictReport[]> {
  const { git } = ports;
  for (const path of paths) {
    const base = from === null ? null : await git.entryAt(from, path);
    const remote = await git.entryAt(to, path);
    stale.set(path, { base: base?.oid ?? null, remote: remote?.oid ?? null });
  }
  return joinStaleEdits(ports, stale);
}

/** Tries again to join edits that were made on older texts; answers with those that a person has to join. */
export async function joinStaleEdits(
  { git, files }: Pick<BranchPorts, 'git' | 'files'>,
  stale: StaleEdits,
): Promise<ConflictReport[]> {
  const open: ConflictReport[] = [];
  const mirror = await git.resolveRef(mirrorRef);
  for (const path of stale.paths()) {
    const edit = stale.get(path)!;
    const local = await files.read(path);
    if (local.outcome === 'refused') continue;
    const ours = local.outcome === 'file' ? local : null;
    // What the service has now, or had then: nothing of it is unseen any more.
    const now = mirror === null ? null : ((await git.entryAt(mirror, path))?.oid ?? null);
    if ([edit.remote, now].includes(ours?.id ?? null)) {
      stale.set(path, null);
      continue;
    }
    const read = async (oid: Oid | null): Promise<Uint8Array | null> =>
      oid === null ? null : git.readBlob(oid);
    const merged = mergeFile(path, {
      base: await read(edit.base),
      ours: ours?.bytes ?? null,
      theirs: await read(edit.remote),
    });
    if (merged.outcome === 'merged' && (await put({ git, files }, path, ours, merged.bytes))) {
      stale.set(path, null);
      continue;
    }
    const kind = merged.outcome === 'conflict' ? merged.kind : 'text';
    open.push({ path, kind, base: edit.base, local: ours?.id ?? null, remote: edit.remote });
  }
  return open;
}

async function put(
  { files }: Pick<BranchPorts, 'git' | 'files'>,
  path: string,
  ours: { id: string } | null,
  bytes: Uint8Array | null,
): Promise<boolean> {
  if (bytes === null) return ours === null || (await files.remove(path, ours.id)).outcome === 'removed';
  if (ours === null) return (await files.create(path, bytes)).outcome === 'created';
  return (await files.replace(path, ours.id, bytes)).outcome === 'replaced';
}
