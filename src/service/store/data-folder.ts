import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError, makeFolders } from '../../base/index.ts';
import { openDatabase, takeLock } from '../../database/index.ts';
import type { Lock } from '../../database/index.ts';
import { codeOf, fileSystemError } from '../../files/index.ts';

/** The name of the database file in the data directory. */
export const databaseName = 'tidemark.sqlite';

/** The name of the lock file in the data directory; it is there after the service has ended, too, and then locks nothing. */
const lockName = 'tidemark.lock';

/** The beginning of each of our file names in a data directory. */
const ours = 'tidemark.';

/**
 * Makes this process the only one that serves the data in a directory: the cache, the background work and the limits of a service know
 * nothing of another one. Commands that only write to the database do not take this lock. Throws HELD, with the process that has it.
 */
export function holdData(directory: string): Lock {
  try {
    makeFolders(directory, 0o700);
    const file = join(directory, lockName);
    const lock = takeLock(file, 'a running service', (holder) => heldBy(directory, holder));
    restrict(file, 0o600);
    return lock;
  } catch (error) {
    throw fileSystemError(error, `Locking the data in ${directory}`, directory);
  }
}

function heldBy(directory: string, holder: string): AppError {
  return new AppError('HELD', `The data in ${directory} are held by ${holder}`, {
    hint: 'Use that service, or stop it first: two services must not work on the same data. For a second one, name another --data directory.',
    data: { holder },
  });
}

/**
 * Makes sure that only their owner can read the files of a database. The folder gets the same protection, unless other things are in it:
 * then it is not ours to close. SQLite gives its log the mode of the database.
 */
export function protectData(directory: string): void {
  try {
    makeFolders(directory, 0o700);
    const names = readdirSync(directory);
    if (names.every((name) => name.startsWith(ours))) restrict(directory, 0o700);
    const database = join(directory, databaseName);
    if (!existsSync(database)) createDatabase(database);
    if (statSync(database).size === 0) throw emptied(database);
    for (const file of [database, `${database}-wal`, `${database}-shm`])
      if (existsSync(file)) restrict(file, 0o600);
  } catch (error) {
    throw fileSystemError(error, `Opening the data in ${directory}`, directory);
  }
}

/**
 * Creates an empty database. It gets its name only when its first page is written: a process that is killed here must not leave a file of
 * no bytes, which the next start would refuse.
 */
function createDatabase(database: string): void {
  const aside = `${database}.${process.pid}.new`;
  try {
    rmSync(aside, { force: true });
    closeSync(openSync(aside, 'wx', 0o600));
    const fresh = openDatabase(aside);
    try {
      fresh.exec('PRAGMA journal_mode = WAL');
    } finally {
      fresh.close();
    }
    giveName(aside, database);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Gives a file a second name, except where another process was faster. */
function giveName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    // Some file systems have no hard links.
    if (codeOf(error) !== 'EEXIST' && !existsSync(name)) copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}

/** SQLite takes a file of no bytes for a new database; for us, it is one that lost its content. */
function emptied(database: string): AppError {
  return new AppError(
    'FILE_SYSTEM',
    `The service’s database ${database} is empty: it has lost its content.`,
    {
      hint: 'Remove the empty file, then restore a backup (tidemark serve --restore FILE) or start again to get a new service.',
    },
  );
}

function restrict(path: string, mode: number): void {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
}
