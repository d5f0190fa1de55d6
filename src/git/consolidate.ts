import { existsSync } from 'node:fs';
import path from 'node:path';
import { unlinkIfThere } from './lock-file.ts';
import type { ObjectStore } from './object-store.ts';
import type { PackFile } from './pack-file.ts';
import { PackWriter } from './pack-writer.ts';

/** From this number of small packs on, they are joined: git searches each of them for each object. */
const mostSmallPacks = 32;
/** Larger packs stay as they are, so that joining never costs much. */
const smallBytes = 48 * 1024 * 1024;

/**
 * Joins small packs into one by copying their contents, without compressing again. Packs with deltas are left to `git gc`, as are
 * packs that something else refers to (a bitmap, a multi-pack index, a mark to keep them).
 */
export async function joinSmallPacks(store: ObjectStore): Promise<void> {
  if (existsSync(path.join(store.folder, 'pack', 'multi-pack-index'))) return;
  const small = store
    .ownPacks()
    .filter((pack) => isFree(pack) && pack.size <= smallBytes && !pack.hasDeltas());
  if (small.length < mostSmallPacks) return;
  const writer = new PackWriter(store.folder);
  try {
    for (const pack of small) {
      for (const entry of pack.index.entries()) {
        if (!writer.has(entry.oid)) writer.addStored(entry, pack.readStored(entry).bytes);
      }
    }
  } catch (error) {
    writer.abandon();
    throw error;
  }
  const joined = await writer.finish();
  if (joined === null) return;
  store.add(joined);
  for (const pack of small) if (pack.path !== joined.path) removePack(store, pack);
}

function isFree(pack: PackFile): boolean {
  return !['.keep', '.promisor', '.bitmap', '.mtimes'].some((ending) => existsSync(pack.path + ending));
}

/** The index goes first: git ignores a pack without an index. */
function removePack(store: ObjectStore, pack: PackFile): void {
  store.forget(pack);
  for (const ending of ['.idx', '.rev', '.pack']) unlinkIfThere(pack.path + ending);
}
