import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isRunning, unlinkIfThere } from './lock-file.ts';
import { unfinishedPrefix } from './pack-writer.ts';

/**
 * Tidies up what killed processes of ours left among the packs: unfinished packs are removed, and a finished pack whose index
 * only lacks its name gets it.
 */
export function cleanUpPacks(objects: string): void {
  const folder = path.join(objects, 'pack');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const pid = Number(name.slice(unfinishedPrefix.length).split('_')[0]);
    if (pid === process.pid || isRunning(pid)) continue;
    const file = path.join(folder, name);
    if (!name.endsWith('_idx') || !completesPack(file, folder)) unlinkIfThere(file);
  }
}

function completesPack(index: string, folder: string): boolean {
  const bytes = readFileSync(index);
  if (bytes.length < 40) return false;
  const base = path.join(folder, `pack-${bytes.toString('hex', bytes.length - 40, bytes.length - 20)}`);
  if (!existsSync(`${base}.pack`) || existsSync(`${base}.idx`)) return false;
  renameSync(index, `${base}.idx`);
  return true;
}
