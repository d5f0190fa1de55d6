import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, isDiskFull, makeFolders, messageOf, readOnlyHint } from '../../base/index.ts';
import { listFolder, type FolderListing, type ListedFolder } from '../folder-list.ts';

/**
 * The output of an export. At every moment, a path has either its complete old or its complete new content. Paths are relative,
 * with `/`.
 */
export interface SiteFiles {
  /** The folder on disk of these files, where other threads may write, too. */
  readonly folder?: string;
  /**
   * The bytes of a file; undefined for a missing file. With `room`, the caller may write to the bytes: they are in `room` if they fit
   * there, else in memory of their own.
   */
  read(path: string, room?: Uint8Array): Uint8Array | undefined;
  /** Writes a complete file, and creates its folders. */
  write(path: string, bytes: Uint8Array | string): void;
  /** Appends to a file; a missing file is created. */
  append(path: string, text: string): void;
  remove(path: string): void;
  has(path: string): boolean;
  /** When the file system last changed a file or its facts, by its own clock, in milliseconds; `` is the folder. */
  changedAt?(path: string): number | undefined;
  /** All files, in no order. */
  list(): string[];
  /** As {@link list}, but reads only folders whose entries came or went since the last listing. */
  listSince?(before: FolderListing, now: number): ListedFolder;
}

/** The ending of a file's name while the file is written beside the one that it replaces. */
export const asideEnding = '.tidemark-new';

/** An export must not list the history of a site that is itself a repository. */
const skips = (path: string): boolean => path === '.git';

/** A folder on disk. */
export function folderFiles(folder: string): SiteFiles {
  const guarded = guardOf(folder);
  const made = new Set<string>();
  const at = (path: string): string => join(folder, path);
  return {
    folder,
    read: (path, room) => guarded('read', path, () => bytesOf(at(path), room)),
    write: (path, bytes) =>
      guarded('write', path, () => {
        const file = at(path);
        const parent = dirname(file);
        if (!made.has(parent)) {
          makeFolders(parent);
          made.add(parent);
        }
        putWhole(file, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
      }),
    append: (path, text) =>
      guarded('write', path, () => {
        makeFolders(dirname(at(path)));
        appendFileSync(at(path), text);
      }),
    remove: (path) =>
      guarded('remove', path, () => {
        // Not rmSync, which loads Node's code for removing whole folders.
        try {
          unlinkSync(at(path));
        } catch (error) {
          if ((error as { code?: string }).code !== 'ENOENT') throw error;
        }
        for (let parent = dirname(path); parent !== '.' && parent !== ''; parent = dirname(parent)) {
          if (!removeWhenEmpty(at(parent))) break;
          made.delete(at(parent));
        }
      }),
    has: (path) => existsSync(at(path)),
    // Asked for every file of a site: joining the path would take as long as looking.
    changedAt: (path) => statSync(`${folder}/${path}`, { throwIfNoEntry: false })?.ctimeMs,
    list: () =>
      guarded('list', folder, () => (existsSync(folder) ? listFolder(folder, { skips }).paths : [])),
    listSince: (before, now) =>
      guarded('list', folder, () =>
        existsSync(folder)
          ? listFolder(folder, { before, now, skips })
          : { paths: [], links: [], listing: {}, same: false },
      ),
  };
}

/** Runs an action on a path below a folder, and adds the action and the path to a system error. */
type Guard = <T>(what: string, path: string, act: () => T) => T;

function guardOf(folder: string): Guard {
  return (what, path, act) => {
    try {
      return act();
    } catch (error) {
      const full = isDiskFull(error);
      throw new AppError(full ? 'DISK_FULL' : 'FILE_SYSTEM', `cannot ${what} ${path}: ${messageOf(error)}`, {
        cause: error,
        hint: full ? 'Free some space, then export again.' : hintOf(codeOf(error), folder),
      });
    }
  };
}

function hintOf(code: string, folder: string): string {
  if (code === 'EROFS') return `${readOnlyHint} Or name another folder with --out.`;
  return code === 'ENOTDIR' || code === 'EEXIST'
    ? `${folder}, or a part of a path in or above it, is a file and no folder: choose another folder, or move that file away.`
    : `Check the rights on ${folder}.`;
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/** The bytes of a file; undefined for a missing file. */
function bytesOf(file: string, room?: Uint8Array): Uint8Array | undefined {
  try {
    return room ? readInto(room, file) : readFileSync(file);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Reads a file into memory that is there already, if the file fits there. */
function readInto(room: Uint8Array, file: string): Uint8Array {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const bytes = size <= room.length ? room.subarray(0, size) : new Uint8Array(size);
    for (let at = 0; at < size;) {
      const read = readSync(opened, bytes, at, size - at, at);
      if (read === 0) return bytes.subarray(0, at);
      at += read;
    }
    return bytes;
  } finally {
    closeSync(opened);
  }
}

/**
 * Writes a complete file: a new file directly, because nobody reads it yet, and a replacement through a temporary file beside it.
 */
function putWhole(file: string, content: Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const aside = `${file}${asideEnding}`;
    writeFileSync(aside, content);
    renameSync(aside, file);
  }
}

/** Removes an empty folder; returns whether it was removed. */
function removeWhenEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Writes a file unless the existing one has the same bytes; returns whether it wrote. `present`: the file exists. */
export function putWhenDifferent(
  files: SiteFiles,
  path: string,
  content: Uint8Array | string,
  present: boolean,
): boolean {
  if (present && hasBytes(files, path, content)) return false;
  files.write(path, content);
  return true;
}

/** Whether a file exists with exactly these bytes. */
export function hasBytes(files: SiteFiles, path: string, content: Uint8Array | string): boolean {
  const bytes = files.read(path);
  return (
    bytes !== undefined &&
    Buffer.compare(bytes, typeof content === 'string' ? Buffer.from(content) : content) === 0
  );
}

/** Files in memory, for tests and for serving without a folder. */
export function memoryFiles(
  files: Map<string, Uint8Array> = new Map(),
): SiteFiles & { readonly files: Map<string, Uint8Array> } {
  return {
    files,
    read: (path, room) => {
      const bytes = files.get(path);
      if (!bytes || !room) return bytes;
      if (bytes.length > room.length) return new Uint8Array(bytes);
      room.set(bytes);
      return room.subarray(0, bytes.length);
    },
    write: (path, bytes) => {
      files.set(path, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    },
    append: (path, text) => {
      files.set(path, Buffer.concat([files.get(path) ?? new Uint8Array(), Buffer.from(text)]));
    },
    remove: (path) => {
      files.delete(path);
    },
    has: (path) => files.has(path),
    list: () => [...files.keys()],
  };
}
