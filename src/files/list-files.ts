import { closeSync, constants, type Dirent, lstatSync, openSync, readdirSync } from 'node:fs';
import { codeOf } from './durable.ts';
import { kindOf, privateName, stampOf } from './file-facts.ts';
import { hasFolderPaths, inFolder, partsOf } from './folder-path.ts';
import type { FileEntry, ListOptions } from './port.ts';
import { compareBytes } from './text-order.ts';

/** Everything but folders below the root, in the order of git's paths; a folder that is a repository by itself is passed over. */
export function listFiles(root: string, { under = [''], enter = () => true }: ListOptions): FileEntry[] {
  const found: FileEntry[] = [];
  for (const folder of outermost(under)) {
    const prefix = folder === '' ? '' : `${folder}/`;
    inFolder(root, folder === '' ? [] : partsOf(folder), false, (at) =>
      visit(at, prefix, folder === '', enter, found),
    );
  }
  return found;
}

function visit(
  at: string,
  prefix: string,
  isRoot: boolean,
  enter: (folder: string) => boolean,
  found: FileEntry[],
): void {
  const entries = namesIn(at);
  if (!isRoot && entries.some(({ name }) => name === '.git')) return;
  for (const entry of entries.sort(byPath)) {
    const path = prefix + entry.name;
    if (entry.name.toLowerCase() === '.git' || entry.name === privateName) continue;
    if (entry.isDirectory()) {
      if (enter(path)) intoFolder(at, entry.name, (inner) => visit(inner, `${path}/`, false, enter, found));
      continue;
    }
    const stats = lstatSync(`${at}/${entry.name}`, { throwIfNoEntry: false });
    const kind = stats === undefined ? 'folder' : kindOf(stats);
    if (stats !== undefined && kind !== 'folder') found.push({ path, kind, stamp: stampOf(stats) });
  }
}

/** A folder that is replaced by a link at this moment is passed over. */
function intoFolder(at: string, name: string, work: (inner: string) => void): void {
  if (!hasFolderPaths) {
    work(`${at}/${name}`);
    return;
  }
  let folder: number;
  try {
    folder = openSync(`${at}/${name}`, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'].includes(codeOf(error) ?? '')) return;
    throw error;
  }
  try {
    work(`/proc/self/fd/${folder}`);
  } finally {
    closeSync(folder);
  }
}

function namesIn(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

/** Folders sort as if their names ended with a slash, so that whole paths come out in order. */
function byPath(one: Dirent, other: Dirent): number {
  return compareBytes(sortName(one), sortName(other));
}

function sortName(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

/** Folders that are inside others of the list are left out. */
function outermost(folders: readonly string[]): string[] {
  const unique = [...new Set(folders)];
  return unique.filter(
    (folder) => !unique.some((other) => other !== folder && (other === '' || folder.startsWith(`${other}/`))),
  );
}
