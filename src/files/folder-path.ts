/**
 * Opens folders so that no symbolic link leads out of the root, whenever it is made: each part of the path is opened by itself
 * with O_NOFOLLOW, and its contents are then named through the open folder (`/proc/self/fd/<n>/<name>`). Where there is no /proc,
 * each part is checked, and the real path compared.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
} from 'node:fs';
import path from 'node:path';
import { AppError, diskNameProblem, escapeForTerminal, pathProblem } from '../base/index.ts';
import { codeOf, isForbidden } from './durable.ts';
import type { RefusedReason } from './port.ts';

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export type OpenResult<Result> =
  { opened: true; result: Result } | { opened: false; why: 'missing' | 'file-in-the-way' | RefusedReason };

/** Whether the system has names for the contents of an open folder. */
const hasFolderPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Throws UNSAFE_PATH for a path that is absolute, leads up, or has empty parts. */
export function partsOf(file: string): string[] {
  const parts = file.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
    throw new AppError('UNSAFE_PATH', `"${escapeForTerminal(file)}" is not a path inside the folder`, {
      data: { path: file },
    });
  }
  return parts;
}

/** Throws UNSAFE_PATH for a path that we never write: one that {@link partsOf} refuses, or one with a name that git or a system obeys. */
export function assertWritable(file: string): void {
  partsOf(file);
  const why = pathProblem(file, diskNameProblem);
  if (why === null) return;
  throw new AppError('UNSAFE_PATH', `"${escapeForTerminal(file)}" is not written: ${why}`, {
    hint: 'Rename the file where it comes from.',
    data: { path: file },
  });
}

/** The folders below a root; each is opened safely for one piece of work. */
export class FolderPath {
  readonly #root: string;
  /** The folder of the previous work, kept open until this turn of the event loop is over, because work often goes on in it. */
  #last: { key: string; name: string; file: number; dev: number; ino: number } | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  /** Runs `work` with a path to the folder `folder` (parts below the root) that is safe while `work` runs. */
  in<Result>(folder: readonly string[], make: boolean, work: (at: string) => Result): OpenResult<Result> {
    return hasFolderPaths
      ? this.#throughOpenFolders(folder, make, work)
      : throughRealPath(this.#root, folder, make, work);
  }

  #throughOpenFolders<Result>(
    folder: readonly string[],
    make: boolean,
    work: (at: string) => Result,
  ): OpenResult<Result> {
    const key = folder.join('/');
    if (this.#last?.key !== key || !this.#isStillThere(this.#last)) {
      this.#close();
      const file = this.#open(folder, make);
      if (typeof file === 'string') return { opened: false, why: file };
      const { dev, ino } = fstatSync(file);
      this.#last = { key, name: path.join(this.#root, key), file, dev, ino };
      setImmediate(() => this.#close());
    }
    return { opened: true, result: work(`/proc/self/fd/${this.#last.file}`) };
  }

  #open(folder: readonly string[], make: boolean): ReturnType<typeof openPart> {
    let open = openSync(this.#root, constants.O_RDONLY | constants.O_DIRECTORY);
    let done = false;
    try {
      for (const part of folder) {
        const next = openPart(`/proc/self/fd/${open}/${part}`, make);
        if (typeof next === 'string') return next;
        closeSync(open);
        open = next;
      }
      done = true;
      return open;
    } finally {
      if (!done) closeSync(open);
    }
  }

  /** Whether the name still leads to the very folder that is open: a person may have moved it, or put a link in its place. */
  #isStillThere({ name, dev, ino }: { name: string; dev: number; ino: number }): boolean {
    try {
      const found = lstatSync(name);
      return found.ino === ino && found.dev === dev;
    } catch {
      return false;
    }
  }

  #close(): void {
    if (this.#last !== null) closeSync(this.#last.file);
    this.#last = null;
  }
}

function openPart(at: string, make: boolean): number | 'missing' | 'file-in-the-way' | RefusedReason {
  for (let tries = 0; ; tries++) {
    try {
      return openSync(at, folderFlags);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOTDIR' || code === 'ELOOP') return isLink(at) ? 'symlink' : 'file-in-the-way';
      if (code === 'EACCES') return 'unreadable';
      if (code !== 'ENOENT') throw error;
      if (!make || tries > 3) return 'missing';
    }
    if (!makeFolder(at)) return 'unwritable';
  }
}

function throughRealPath<Result>(
  root: string,
  folder: readonly string[],
  make: boolean,
  work: (at: string) => Result,
): OpenResult<Result> {
  let at = realpathSync(root);
  for (const part of folder) {
    at = path.join(at, part);
    let found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined && make) {
      if (!makeFolder(at)) return { opened: false, why: 'unwritable' };
      found = lstatSync(at, { throwIfNoEntry: false });
    }
    if (found === undefined) return { opened: false, why: 'missing' };
    if (found.isSymbolicLink() || (found.isDirectory() && realpathSync(at) !== at))
      return { opened: false, why: 'symlink' };
    if (!found.isDirectory()) return { opened: false, why: 'file-in-the-way' };
  }
  return { opened: true, result: work(at) };
}

/** Returns whether this user may make a folder there. */
function makeFolder(at: string): boolean {
  try {
    mkdirSync(at);
  } catch (error) {
    if (isForbidden(error)) return false;
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return true;
}

function isLink(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
