/**
 * Opening folders so that no symbolic link leads out of the root, whenever it is made: each part is opened by itself with
 * O_NOFOLLOW, and what lies in it is then named through the open folder (`/proc/self/fd/<n>/<name>`). Where there is no /proc, each
 * part is looked at, and the real path compared.
 */
import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError, escapeForTerminal } from '../base/index.ts';
import { codeOf } from './durable.ts';
import type { RefusalReason } from './port.ts';

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export type Opened<Result> =
  { opened: true; result: Result } | { opened: false; why: 'missing' | 'file-in-the-way' | RefusalReason };

/** Whether the system lets us name what lies in an open folder. */
export const hasFolderPaths = process.platform === 'linux' && existsSync('/proc/self/fd');

/** Throws UNSAFE_PATH for a path that is absolute, leads up, or has empty parts. */
export function partsOf(file: string): string[] {
  const parts = file.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))) {
    throw new AppError('UNSAFE_PATH', `"${escapeForTerminal(file)}" is no path inside the folder`, {
      data: { path: file },
    });
  }
  return parts;
}

/** Runs `work` with a path by which the folder `folder` (parts below `root`) can be reached safely while it runs. */
export function inFolder<Result>(
  root: string,
  folder: readonly string[],
  make: boolean,
  work: (at: string) => Result,
): Opened<Result> {
  return hasFolderPaths
    ? throughOpenFolders(root, folder, make, work)
    : throughRealPath(root, folder, make, work);
}

function throughOpenFolders<Result>(
  root: string,
  folder: readonly string[],
  make: boolean,
  work: (at: string) => Result,
): Opened<Result> {
  let open = openSync(root, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    for (const part of folder) {
      const next = openPart(`/proc/self/fd/${open}/${part}`, make);
      if (typeof next === 'string') return { opened: false, why: next };
      closeSync(open);
      open = next;
    }
    return { opened: true, result: work(`/proc/self/fd/${open}`) };
  } finally {
    closeSync(open);
  }
}

function openPart(at: string, make: boolean): number | 'missing' | 'file-in-the-way' | RefusalReason {
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
    makeFolder(at);
  }
}

function throughRealPath<Result>(
  root: string,
  folder: readonly string[],
  make: boolean,
  work: (at: string) => Result,
): Opened<Result> {
  let at = realpathSync(root);
  for (const part of folder) {
    at = path.join(at, part);
    let found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined && make) {
      makeFolder(at);
      found = lstatSync(at, { throwIfNoEntry: false });
    }
    if (found === undefined) return { opened: false, why: 'missing' };
    if (found.isSymbolicLink() || (found.isDirectory() && realpathSync(at) !== at))
      return { opened: false, why: 'symlink' };
    if (!found.isDirectory()) return { opened: false, why: 'file-in-the-way' };
  }
  return { opened: true, result: work(at) };
}

function makeFolder(at: string): void {
  try {
    mkdirSync(at);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function isLink(at: string): boolean {
  return lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
