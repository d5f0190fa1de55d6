import { execFile } from 'node:child_process';
import { accessSync, closeSync, constants, fsync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { AppError, isAppError, isDiskFull, isReadOnly, messageOf, readOnlyHint } from '../base/index.ts';

const fsyncOf = promisify(fsync);
const run = promisify(execFile);

/** Writes all bytes, because the system may write only a part of them at a time. */
export function writeAll(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let written = 0; written < bytes.length;) {
    const at = position === null ? null : position + written;
    written += writeSync(file, bytes, written, bytes.length - written, at);
  }
}

/** Makes a new file that is complete and on disk when this resolves. Its name in the folder may not be: see {@link flushFolder}. */
export async function writeNewFile(path: string, bytes: Uint8Array, mode = 0o666): Promise<void> {
  const file = openSync(path, 'wx', mode);
  try {
    writeAll(file, bytes);
    await fsyncOf(file);
  } finally {
    closeSync(file);
  }
}

/** Does the same as {@link writeNewFile}, except that the file is only on disk after {@link flushFileSystem}. */
export function writeUnflushed(path: string, bytes: Uint8Array, mode = 0o666): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeAll(file, bytes);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns when everything that was written to the file system of `folder` is on disk: for many files this is much faster than
 * settling each. False where the system has no such command.
 */
export async function flushFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    await run('sync', ['--file-system', folder], { env: { PATH: '/usr/bin:/bin' }, timeout: 120_000 });
    return true;
  } catch {
    return false;
  }
}

export async function flushFile(file: number): Promise<void> {
  await fsyncOf(file);
}

/** Returns when the names in a folder are on disk; does nothing on systems that cannot do this for folders. */
export async function flushFolder(path: string): Promise<void> {
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch (error) {
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM') return;
    throw error;
  }
  try {
    await fsyncOf(folder);
  } catch (error) {
    if (codeOf(error) !== 'EPERM' && codeOf(error) !== 'EINVAL') throw error;
  } finally {
    closeSync(folder);
  }
}

/** The system's code of a failed call (`ENOENT`), or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether a call failed because this user, or everybody, lacks a permission. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '');
}

/**
 * A failed system call as an error for a person; `doing` begins the message ("Writing a pack"). SQLite has one error for a missing
 * right and for a file system that is mounted read-only: `folder`, where its file is, tells which.
 */
export function fileSystemError(thrown: unknown, doing: string, folder?: string): AppError {
  if (isAppError(thrown)) return thrown;
  if (isDiskFull(thrown)) {
    return new AppError('DISK_FULL', `${doing} failed: the disk is full`, {
      hint: 'Free some space. Nothing that was there has been harmed, and the next cycle goes on from here.',
      cause: thrown,
    });
  }
  if (codeOf(thrown) === undefined) throw thrown;
  const inTheWay = fileInTheWay(thrown);
  if (inTheWay !== null)
    return new AppError('FILE_SYSTEM', `${doing} failed: ${inTheWay}`, {
      hint: 'Name another folder, or move that file away.',
      cause: thrown,
    });
  const error = (folder === undefined ? null : readOnlyFailure(folder)) ?? thrown;
  return new AppError('FILE_SYSTEM', `${doing} failed: ${messageOf(error)}`, {
    hint: hintFor(error),
    cause: thrown,
  });
}

/** Why a folder cannot be made: something else is at its path or above it; null for any other failure. */
function fileInTheWay(thrown: unknown): string | null {
  const { syscall, path: at } = thrown as NodeJS.ErrnoException;
  if (syscall !== 'mkdir' || at === undefined) return null;
  if (codeOf(thrown) === 'EEXIST') return `${at} is a file and no folder`;
  return codeOf(thrown) === 'ENOTDIR' ? `a part of ${at} is a file and no folder` : null;
}

/** The failure of a write to a folder on a file system that is mounted read-only; null where it is not. */
function readOnlyFailure(folder: string): unknown {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return isReadOnly(error) ? error : null;
  }
}

function hintFor(error: unknown): string {
  if (isReadOnly(error)) return readOnlyHint;
  return isForbidden(error) || /readonly database/u.test(messageOf(error))
    ? 'Give this user the right to write there.'
    : 'Look at the disk, then try again.';
}
