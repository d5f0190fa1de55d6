import { readdirSync, statSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A file with younger times may have been written twice within one tick of the file system's clock. */
const settledAfterMs = 2000;

/**
 * The content of each folder (`` is the root): its stamp (empty when unreliable), and the names of its files, folders and symbolic
 * links, separated by `/`.
 */
export type FolderListing = Readonly<Record<string, ListedNames>>;

type ListedNames = readonly [stamp: string, files: string, folders: string, links?: string];

export interface ListedFolder {
  /** All files below the folder. Symbolic links are not followed. */
  readonly paths: string[];
  /** The symbolic links below the folder. */
  readonly links: readonly string[];
  /** The record for the next listing. */
  readonly listing: FolderListing;
  /** Whether the files are the same as in the last listing. */
  readonly same: boolean;
}

export interface ListFolderOptions {
  readonly before?: FolderListing | undefined;
  /** The present time; without it, nothing is remembered. */
  readonly now?: number | undefined;
  /** Says which folders are skipped. */
  readonly skips?: (path: string) => boolean;
  /** Folders with a file of this name are left out, except the root. */
  readonly unmarked?: string;
}

/**
 * Lists a folder. A subfolder is not read again if, by its times, no entries came or went since the
 * last listing. Fails like `readdir` when the folder does not exist.
 */
export function listFolder(
  root: string,
  { before = {}, now, skips, unmarked }: ListFolderOptions = {},
): ListedFolder {
  const paths: string[] = [];
  const links: string[] = [];
  const listing: Record<string, ListedNames> = {};
  let same = true;
  let met = 0;
  const visit = (path: string): void => {
    const at = path === '' ? root : `${root}/${path}`;
    // The stamp is taken before the entries are read, so an entry that comes in between makes the folder younger than `now`.
    const stamp = now === undefined ? undefined : stampAt(at, now);
    const known = Object.hasOwn(before, path) ? before[path] : undefined;
    met += 1;
    const found: ListedNames =
      known !== undefined && known[0] === stamp
        ? known
        : [stamp ?? '', ...namesIn(at, path === '' ? undefined : unmarked)];
    if (!hasSameNames(known, found)) same = false;
    listing[path] = found;
    const prefix = path === '' ? '' : `${path}/`;
    if (found[1] !== '') for (const name of found[1].split('/')) paths.push(prefix + name);
    if (found[3]) for (const name of found[3].split('/')) links.push(prefix + name);
    if (found[2] !== '')
      for (const name of found[2].split('/')) if (!skips?.(prefix + name)) visit(prefix + name);
  };
  visit('');
  return { paths, links, listing, same: same && met === Object.keys(before).length };
}

function hasSameNames(one: ListedNames | undefined, other: ListedNames): boolean {
  return one !== undefined && [1, 2, 3].every((at) => one[at] === other[at]);
}

/** The symbolic links below a folder, which {@link listFolder} leaves out, apart from those of a git repository's own files. */
export function symbolicLinksIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.git/'))
    .sort();
}

function namesIn(
  folder: string,
  unmarked: string | undefined,
): [files: string, folders: string, links: string] {
  const files: string[] = [];
  const links: string[] = [];
  const folders: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === unmarked) return ['', '', ''];
    if (entry.isFile()) files.push(entry.name);
    else if (entry.isDirectory()) folders.push(entry.name);
    else if (entry.isSymbolicLink()) links.push(entry.name);
  }
  return [files.sort().join('/'), folders.sort().join('/'), links.sort().join('/')];
}

/** A stamp that changes with a file's or folder's size and times; undefined for one that is gone, or too young to be sure. */
export function stampAt(path: string, now: number): string | undefined {
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return now - Math.max(mtimeMs, ctimeMs) < settledAfterMs
    ? undefined
    : `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}
