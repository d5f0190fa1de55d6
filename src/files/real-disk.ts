import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import type { Disk, DiskRead, Look, NewContent, PrivateFile } from './disk.ts';
import {
  codeOf,
  fileSystemError,
  flushFileSystem,
  flushFolder,
  isForbidden,
  writeNewFile,
  writeUnflushed,
} from './durable.ts';
import { FolderPath, partsOf } from './folder-path.ts';
import { kindOf, privateName, stampOf } from './file-facts.ts';
import { listFiles } from './list-files.ts';
import type { FileEntry, FileStamp, ListOptions, RefusedReason } from './port.ts';

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EMLINK', 'ENOSYS']);
/** How often we read a file again that changes while we read it. */
const mostReads = 10;
/** From this number of files on, the whole file system is settled instead of each file. */
const manyFiles = 64;
/** How many files are written and settled at once. */
const atOnce = 16;

export interface RealDiskOptions {
  /** The folder that people work in. */
  root: string;
  /** The private place; it must be on the same file system, otherwise one inside the folder is used. */
  privateFolder: string;
}

/** A real folder; `folder-path.ts` keeps it from writing elsewhere. */
export class RealDisk implements Disk {
  readonly #root: string;
  readonly #private: string;
  readonly #folders: FolderPath;
  /** Files that have, for a moment, a private name and a path: they are no hard links of a person. */
  readonly #underWay = new Set<number>();

  constructor({ root, privateFolder }: RealDiskOptions) {
    this.#root = realpathSync(root);
    this.#private = sameFileSystem(this.#root, privateFolder);
    this.#folders = new FolderPath(this.#root);
  }

  async look(file: string): Promise<Look> {
    return this.#doing(`Looking at ${file}`, () => {
      const { folder, name } = split(file);
      const opened = this.#folders.in(folder, false, (at) => this.#lookAt(`${at}/${name}`));
      if (opened.opened) return opened.result;
      const missing = opened.why === 'missing' || opened.why === 'file-in-the-way';
      return missing ? { found: 'nothing' } : { found: 'refused', reason: opened.why as RefusedReason };
    });
  }

  async read(file: string, maxBytes: number): Promise<DiskRead> {
    return this.#doing(`Reading ${file}`, () => {
      const { folder, name } = split(file);
      const opened = this.#folders.in(folder, false, (at) => this.#readAt(`${at}/${name}`, maxBytes));
      if (opened.opened) return opened.result;
      const missing = opened.why === 'missing' || opened.why === 'file-in-the-way';
      return missing ? { outcome: 'missing' } : { outcome: 'refused', reason: opened.why as RefusedReason };
    });
  }

  async isWritable(file: string): Promise<boolean> {
    return this.#doing(`Looking at ${file}`, () => {
      // Folders that are not there yet are made in the one that is.
      for (let { folder } = split(file); ; folder = folder.slice(0, -1)) {
        const opened = this.#folders.in(folder, false, mayWriteIn);
        if (opened.opened) return opened.result;
        if (opened.why === 'unreadable') return false;
        if (folder.length === 0 || opened.why !== 'missing') return true;
      }
    });
  }

  async list(options: ListOptions): Promise<FileEntry[]> {
    return this.#doing('Listing the files', () => listFiles(this.#root, options));
  }

  async prepare(files: readonly NewContent[]): Promise<void> {
    await this.#doingAsync('Writing', async () => {
      mkdirSync(path.join(this.#private, 'new'), { recursive: true });
      const modeOf = (executable: boolean): number => (executable ? 0o777 : 0o666);
      if (files.length >= manyFiles) {
        for (const { id, bytes, executable } of files) {
          const at = this.#privatePath({ area: 'new', id });
          writeUnflushed(at, bytes, modeOf(executable));
          this.#underWay.add(lstatSync(at).ino);
        }
        if (await flushFileSystem(this.#private)) return;
        for (const { id } of files) await flushFolder(this.#privatePath({ area: 'new', id }));
        return;
      }
      const waiting = [...files];
      const work = async (): Promise<void> => {
        for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
          const at = this.#privatePath({ area: 'new', id: file.id });
          await writeNewFile(at, file.bytes, modeOf(file.executable));
          this.#underWay.add(lstatSync(at).ino);
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, files.length) }, work));
    });
  }

  async place(from: PrivateFile, file: string): Promise<'placed' | 'exists' | RefusedReason> {
    return this.#doing(`Writing ${file}`, () => {
      const { folder, name } = split(file);
      const source = this.#privatePath(from);
      const opened = this.#folders.in(folder, true, (at) => linkTo(source, `${at}/${name}`));
      if (opened.opened) return opened.result;
      if (opened.why === 'file-in-the-way') return 'exists';
      if (opened.why === 'missing') throw new AppError('FILE_SYSTEM', `The folder of ${file} cannot be made`);
      return unwritableOr(opened.why);
    });
  }

  async takeAside(file: string, id: string): Promise<'taken' | 'missing' | RefusedReason> {
    return this.#doing(`Replacing ${file}`, () => {
      const { folder, name } = split(file);
      const target = this.#privatePath({ area: 'moving', id, path: file });
      mkdirSync(path.dirname(target), { recursive: true });
      const opened = this.#folders.in(folder, false, (at) => moveAside(`${at}/${name}`, target));
      const taken = opened.opened ? opened.result : unwritableOr(opened.why);
      if (taken !== 'taken') this.#pruneArea(path.dirname(target), 'moving');
      if (taken === 'file-in-the-way') return 'missing';
      return taken;
    });
  }

  async keep(id: string): Promise<void> {
    this.#doing('Keeping an old content', () => {
      mkdirSync(path.join(this.#private, 'kept'), { recursive: true });
      renameSync(path.join(this.#private, 'moving', id), path.join(this.#private, 'kept', id));
    });
  }

  async drop(file: PrivateFile): Promise<void> {
    this.#doing('Removing an old content', () => {
      const at = this.#privatePath(file);
      const found = lstatSync(at, { throwIfNoEntry: false });
      if (found === undefined) return;
      unlinkSync(at);
      if (file.area === 'new') this.#underWay.delete(found.ino);
      else this.#pruneArea(path.dirname(at), file.area);
    });
  }

  async readPrivate(file: PrivateFile): Promise<{ bytes: Uint8Array; stamp: FileStamp } | null> {
    return this.#doing('Reading an old content', () => {
      const found = this.#readAt(this.#privatePath(file), Infinity, true);
      return found.outcome === 'file' ? found : null;
    });
  }

  async lookPrivate(file: PrivateFile): Promise<Look> {
    return this.#doing('Looking at an old content', () => this.#lookAt(this.#privatePath(file)));
  }

  async listPrivate(): Promise<PrivateFile[]> {
    return this.#doing('Listing old contents', () => {
      const files: PrivateFile[] = namesIn(path.join(this.#private, 'new')).map((id) => ({
        area: 'new',
        id,
      }));
      for (const area of ['moving', 'kept'] as const) {
        for (const id of namesIn(path.join(this.#private, area))) {
          const file = onlyFileBelow(path.join(this.#private, area, id));
          if (file !== null) files.push({ area, id, path: file });
        }
      }
      return files;
    });
  }

  async settle(files: readonly string[]): Promise<void> {
    await this.#doingAsync('Writing', async () => {
      const folders = new Set(files.map((file) => path.join(this.#root, path.dirname(file))));
      if (folders.size >= manyFiles && (await flushFileSystem(this.#root))) return;
      for (const folder of folders) {
        try {
          await flushFolder(folder);
        } catch (error) {
          // A person may have locked the folder meanwhile, or moved it.
          if (isForbidden(error)) await flushFileSystem(this.#root);
          else if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
        }
      }
    });
  }

  async prune(file: string): Promise<void> {
    const { folder } = split(file);
    for (let count = folder.length; count > 0; count--) {
      const opened = this.#folders.in(folder.slice(0, count - 1), false, (at) => {
        try {
          rmdirSync(`${at}/${folder[count - 1] ?? ''}`);
          return true;
        } catch {
          return false;
        }
      });
      if (!opened.opened || !opened.result) return;
    }
  }

  #privatePath(file: PrivateFile): string {
    return path.join(this.#private, file.area, file.id, ...('path' in file ? partsOf(file.path) : []));
  }

  #pruneArea(folder: string, area: 'moving' | 'kept'): void {
    const root = path.join(this.#private, area);
    for (let at = folder; at !== root && at.startsWith(root); at = path.dirname(at)) {
      try {
        rmdirSync(at);
      } catch {
        return;
      }
    }
  }

  #lookAt(at: string): Look {
    let found: Stats | undefined;
    try {
      found = lstatSync(at, { throwIfNoEntry: false });
    } catch (error) {
      if (isForbidden(error)) return { found: 'refused', reason: 'unreadable' };
      throw error;
    }
    if (found === undefined) return { found: 'nothing' };
    return { found: kindOf(found), stamp: stampOf(found), hardLinked: this.#isHardLinked(found) };
  }

  #isHardLinked(found: Stats): boolean {
    return found.isFile() && found.nlink > 1 && !this.#underWay.has(found.ino);
  }

  #readAt(at: string, maxBytes: number, isPrivate = false): DiskRead {
    let file: number;
    try {
      file = openSync(at, readFlags);
    } catch (error) {
      return refusalOf(error);
    }
    try {
      for (let tries = 1; ; tries++) {
        const before = fstatSync(file);
        if (before.isDirectory()) return { outcome: 'refused', reason: 'folder' };
        if (!before.isFile()) return { outcome: 'refused', reason: 'special' };
        if (!isPrivate && this.#isHardLinked(before)) return { outcome: 'refused', reason: 'hard-link' };
        if (before.size > maxBytes) return { outcome: 'refused', reason: 'too-large' };
        const bytes = readWhole(file, before.size, maxBytes);
        if (bytes === null) return { outcome: 'refused', reason: 'too-large' };
        const after = fstatSync(file);
        // Somebody wrote while we read: we may have half of the content. A file that is written all the time is taken as it is.
        const still = after.size === bytes.length && after.mtimeMs === before.mtimeMs;
        if (still || tries === mostReads) {
          return { outcome: 'file', bytes, stamp: stampOf(after) };
        }
      }
    } finally {
      closeSync(file);
    }
  }

  #doing<Result>(what: string, work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw fileSystemError(error, what);
    }
  }

  async #doingAsync(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw fileSystemError(error, what);
    }
  }
}

function split(file: string): { folder: string[]; name: string } {
  const parts = partsOf(file);
  return { folder: parts.slice(0, -1), name: parts.at(-1) ?? '' };
}

/** The private place, or one inside the folder when the former is on another file system. */
function sameFileSystem(root: string, privateFolder: string): string {
  mkdirSync(privateFolder, { recursive: true });
  if (lstatSync(privateFolder).dev === lstatSync(root).dev) return privateFolder;
  const inside = path.join(root, privateName);
  mkdirSync(inside, { recursive: true });
  writeFileSync(path.join(inside, '.gitignore'), '*\n');
  return inside;
}

function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

/** Where we may not even look into a folder, we may not write in it. */
function unwritableOr<Reason>(reason: Reason | 'unreadable'): Reason | 'unwritable' {
  return reason === 'unreadable' ? 'unwritable' : reason;
}

function linkTo(source: string, target: string): 'placed' | 'exists' | 'unwritable' {
  try {
    return placeAt(source, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return 'exists';
    if (isForbidden(error)) return 'unwritable';
    throw error;
  }
}

/** Links, moves or copies, whichever the file system can do. */
function placeAt(source: string, target: string): 'placed' {
  try {
    linkSync(source, target);
    return 'placed';
  } catch (error) {
    if (!noLinks.has(codeOf(error) ?? '')) throw error;
  }
  if (lstatSync(source).isDirectory()) {
    renameSync(source, target);
    return 'placed';
  }
  copyFileSync(source, target, constants.COPYFILE_EXCL);
  return 'placed';
}

function moveAside(from: string, to: string): 'taken' | 'missing' | RefusedReason {
  try {
    const found = lstatSync(from, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (found.isDirectory()) return 'folder';
    renameSync(from, to);
    return 'taken';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    if (isForbidden(error)) return 'unwritable';
    throw error;
  }
}

function readWhole(file: number, size: number, maxBytes: number): Buffer | null {
  let bytes = Buffer.allocUnsafe(size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(file, bytes, length, bytes.length - length, length);
    if (count === 0) return bytes.subarray(0, length);
    length += count;
    if (length > maxBytes) return null;
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
  }
}

function refusalOf(error: unknown): DiskRead {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { outcome: 'missing' };
  if (code === 'ELOOP') return { outcome: 'refused', reason: 'symlink' };
  if (code === 'ENXIO' || code === 'EOPNOTSUPP') return { outcome: 'refused', reason: 'special' };
  if (code === 'EACCES' || code === 'EPERM') return { outcome: 'refused', reason: 'unreadable' };
  throw error;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The only file below a folder: each old content is alone, below folders that repeat its old path. */
function onlyFileBelow(folder: string): string | null {
  const parts: string[] = [];
  for (let at = folder; ;) {
    const [name] = namesIn(at);
    if (name === undefined) return null;
    parts.push(name);
    at = path.join(at, name);
    if (!lstatSync(at).isDirectory()) return parts.join('/');
  }
}
