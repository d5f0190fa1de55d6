import { accessSync, constants, type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf, isForbidden } from './durable.ts';
import { kindOf, noStamp, privateName, stampOf } from './file-facts.ts';
import { FolderPath, partsOf } from './folder-path.ts';
import type { FileEntry, ListOptions } from './port.ts';
import { compareBytes } from './text-order.ts';

/**
 * Lists everything except folders below the root, in the order of git's paths. A folder that this user may not look into is an
 * entry; one that is a repository of its own is skipped.
 *
 * Folders are named by plain paths here, because naming them through open folders takes twice the time: if a folder is replaced
 * by a link at this very moment, the stamps of other files are listed, and reading (which checks again) refuses them.
 */
export function listFiles(root: string, { under = [''], enter = () => true }: ListOptions): FileEntry[] {
  const found: FileEntry[] = [];
  for (const folder of outermost(under)) {
    const parts = folder === '' ? [] : partsOf(folder);
    const at = path.join(root, ...parts);
    const opened = new FolderPath(root).in(parts, false, () => true);
    if (!opened.opened && opened.why === 'unreadable') found.push(unreadable(folder));
    if (opened.opened)
      visit({ at, prefix: folder === '' ? '' : `${folder}/`, isRoot: folder === '' }, enter, found);
  }
  return found;
}

function visit(
  { at, prefix, isRoot }: { readonly at: string; readonly prefix: string; readonly isRoot: boolean },
  enter: (folder: string) => boolean,
  found: FileEntry[],
): void {
  const entries = namesIn(at);
  if (entries === null) {
    found.push(unreadable(prefix.slice(0, -1)));
    return;
  }
  if (!isRoot && entries.some(({ name }) => name === '.git')) return;
  for (const entry of entries.sort(byPath)) {
    if (entry.name.toLowerCase() === '.git' || entry.name === privateName) continue;
    const file = prefix + entry.name;
    if (entry.isDirectory()) {
      if (enter(file)) visit({ at: `${at}/${entry.name}`, prefix: `${file}/`, isRoot: false }, enter, found);
      continue;
    }
    const stats = lstatSync(`${at}/${entry.name}`, { throwIfNoEntry: false });
    const kind = stats === undefined ? 'folder' : kindOf(stats);
    if (stats !== undefined && kind !== 'folder') found.push({ path: file, kind, stamp: stampOf(stats) });
  }
}

function unreadable(path: string): FileEntry {
  return { path, kind: 'unreadable', stamp: noStamp };
}

/** The contents of a folder; none when it was removed meanwhile, null when this user may not look into it. */
function namesIn(folder: string): Dirent[] | null {
  try {
    accessSync(folder, constants.X_OK);
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    if (isForbidden(error)) return null;
    throw error;
  }
}

/** Sorts folders as if their names ended with a slash, so that whole paths come out in order. */
function byPath(one: Dirent, other: Dirent): number {
  return compareBytes(sortName(one), sortName(other));
}

function sortName(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name;
}

/** Leaves out folders that are inside other folders of the list. */
function outermost(folders: readonly string[]): string[] {
  const unique = [...new Set(folders)];
  return unique.filter(
    (folder) => !unique.some((other) => other !== folder && (other === '' || folder.startsWith(`${other}/`))),
  );
}
