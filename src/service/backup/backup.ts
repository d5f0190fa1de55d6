/**
 * Backup and restore of the service's whole state, which is one database.
 *
 * A backup is made while requests go on: it contains the state of one moment, with every write that was acknowledged before the backup
 * began. Files are written under another name and then renamed, so that a name never belongs to half a backup or half a database. A
 * checksum at its end shows whether bytes were changed since.
 */
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  chmodSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { AppError, isDiskFull, isReadOnly, makeFolders, messageOf, readOnlyHint } from '../../base/index.ts';
import { openDatabase } from '../../database/index.ts';
import type { Database } from '../../database/index.ts';
import { databaseName, keyMissing, keySourceOf } from '../store/index.ts';
import { addChecksum, takeChecksumOff } from './checksum.ts';

/** What a backup or a restored database contains. */
export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly spaces: number;
}

export interface RestoreReport extends BackupReport {
  /** False for the backup of an older version: nobody can tell whether its bytes were changed. */
  readonly hasChecksum: boolean;
}

/** Makes the error for a file that is not sound, out of what is wrong with it. */
type Unsound = (why: string) => AppError;

/**
 * Writes a backup of the database in `directory` to `file`, which must not exist. A service may be running on the database, in this process
 * or another. Secrets in the backup are sealed, and their key is not in it. Only the file's owner may read it.
 */
export async function backUp(directory: string, file: string): Promise<BackupReport> {
  const source = join(resolve(directory), databaseName);
  const target = resolve(file);
  if (!existsSync(source)) {
    throw new AppError('USAGE', `The directory ${resolve(directory)} holds no database of the service.`, {
      hint: 'Name the directory that the service was started with (--data DIR).',
    });
  }
  if (existsSync(target)) {
    throw new AppError('USAGE', `The backup ${target} exists already.`, {
      hint: 'Name a new file: backups are not overwritten.',
    });
  }
  const aside = `${target}.partial`;
  const unsound: Unsound = (why) => damagedData(source, why);
  try {
    makeFolders(dirname(target));
    rmSync(aside, { force: true });
    copyWhileInUse(source, aside, unsound);
    chmodSync(aside, 0o600);
    const spaces = check(aside, unsound);
    addChecksum(aside);
    flush(aside);
    renameSync(aside, target);
    flush(dirname(target));
    return { file: target, bytes: statSync(target).size, spaces };
  } catch (error) {
    rmSync(aside, { force: true });
    throw failed(error, `The backup ${target} could not be written`, dirname(target));
  }
}

/**
 * Restores the backup in `file` into `directory`. A directory that has a database already is refused: move it away first, so that nothing
 * is lost by a wrong name. A backup whose bytes do not fit its checksum is refused. The key of the backup's secrets must be available: in `keys`
 * (the text of the environment), or in the key file of `directory`, except with `withoutKey`: the service does not start on such data
 * before somebody has given its secrets up.
 */
export function restore(
  file: string,
  directory: string,
  keys?: string,
  { withoutKey = false }: { readonly withoutKey?: boolean } = {},
): RestoreReport {
  const source = resolve(file);
  const target = join(resolve(directory), databaseName);
  if (!existsSync(source)) throw new AppError('USAGE', `There is no backup ${source}.`);
  if (existsSync(target)) {
    throw new AppError('USAGE', `The directory ${resolve(directory)} holds a database already.`, {
      hint: 'Choose an empty --data directory, or move the present one away.',
    });
  }
  const aside = `${target}.partial`;
  const unsound: Unsound = (why) => damagedBackup(source, why);
  try {
    makeFolders(resolve(directory), 0o700);
    copyFileSync(source, aside);
    chmodSync(aside, 0o600);
    const checksum = takeChecksumOff(aside);
    if (checksum === 'wrong')
      throw unsound('its bytes do not fit its checksum, so some of them were changed');
    const spaces = check(aside, unsound);
    if (!withoutKey) checkKey(aside, { source, directory: resolve(directory), keys }, unsound);
    flush(aside);
    renameSync(aside, target);
    flush(resolve(directory));
    return { file: target, bytes: statSync(target).size, spaces, hasChecksum: checksum === 'right' };
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) rmSync(aside + end, { force: true });
    throw failed(error, `The backup ${source} could not be restored`, resolve(directory));
  }
}

/** Copies a database that others may be writing to. */
function copyWhileInUse(source: string, target: string, unsound: Unsound): void {
  if (!isOutOfReach(source)) return copyFrom(source, { named: source, target, unsound });
  const apart = `${target}.read`;
  try {
    for (const end of ['', '-wal']) if (existsSync(source + end)) copyFileSync(source + end, apart + end);
    copyFrom(apart, { named: source, target, unsound });
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(apart + end, { force: true });
  }
}

/**
 * Whether SQLite cannot read a database where it is: it makes a file beside it, which needs the right to write there. Where that file
 * is already, a process has the database open, and SQLite uses its file.
 */
function isOutOfReach(source: string): boolean {
  return !existsSync(`${source}-shm`) && writeFailure(dirname(source)) !== undefined;
}

function writeFailure(folder: string): unknown {
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return error;
  }
}

function copyFrom(
  file: string,
  { named, target, unsound }: { readonly named: string; readonly target: string; readonly unsound: Unsound },
): void {
  const database = open(file, unsound);
  try {
    requireReadable(database, named, unsound);
    database.copyInto(target);
  } finally {
    database.close();
  }
}

/** Reads a little, so that a failure to read the data is not told as one to write the backup. */
function requireReadable(database: Database, named: string, unsound: Unsound): void {
  try {
    database.pragma('schema_version');
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    const refused = writeFailure(dirname(named));
    if (refused === undefined) throw unsound(messageOf(cause));
    throw new AppError(
      'FILE_SYSTEM',
      `The service’s database ${named} could not be read: ${messageOf(cause)}.`,
      {
        hint: isReadOnly(refused)
          ? `SQLite writes beside a database that it reads. ${readOnlyHint}`
          : `SQLite writes beside a database that it reads: give this user the right to read and write ${dirname(named)}.`,
        cause,
      },
    );
  }
}

/** Proves that a file is a sound database of ours, and returns how many spaces it has. */
function check(path: string, unsound: Unsound): number {
  const database = open(path, unsound);
  try {
    const integrity = String(database.pragma('integrity_check'));
    const orphans = database.prepare('PRAGMA foreign_key_check').all();
    if (integrity !== 'ok' || orphans.length > 0)
      throw unsound(integrity === 'ok' ? 'rows lost what they refer to' : integrity);
    // The head of a database in WAL mode says so; a backup must not need a second file.
    database.exec('PRAGMA journal_mode = DELETE');
    const { spaces } = database.prepare('SELECT count(*) AS spaces FROM spaces').get() as { spaces: number };
    return spaces;
  } catch (error) {
    throw error instanceof AppError || isDiskFull(error) ? error : unsound(messageOf(error));
  } finally {
    database.close();
  }
}

/** A backup of an earlier version has its secrets in clear text, and needs no key: the next start seals them. */
function checkKey(
  path: string,
  { source: backup, directory, keys }: { source: string; directory: string; keys: string | undefined },
  unsound: Unsound,
): void {
  const database = open(path, unsound);
  try {
    const hasState = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'secrets_state'").get();
    if (hasState === undefined) return;
    const state = database.prepare('SELECT key FROM secrets_state').get() as { key: string } | undefined;
    if (state === undefined) return;
    const source = keySourceOf(directory, keys);
    const known = source.read().map(({ id }) => id);
    if (!known.includes(state.key)) throw keyMissing(state.key, source.where, known, backup);
  } finally {
    database.close();
  }
}

function open(path: string, unsound: Unsound): Database {
  try {
    return openDatabase(path, { mustExist: true, patience: 5000 });
  } catch (error) {
    throw error instanceof AppError ? error : unsound(messageOf(error));
  }
}

/** What failed, as an error for a person; `folder` is where it writes. */
function failed(error: unknown, what: string, folder: string): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) {
    return new AppError('DISK_FULL', `${what}: the disk that holds ${folder} is full.`, {
      hint: 'Free some space on it, or name a place on another disk. Nothing was written.',
      cause: error,
    });
  }
  return new AppError('FILE_SYSTEM', `${what}: ${messageOf(error)}.`, { cause: error });
}

function damagedBackup(file: string, why: string): AppError {
  return new AppError('BACKUP_DAMAGED', `${file} is not a sound backup of this service: ${why}.`, {
    hint: 'Use another backup, or another copy of this one. Nothing was restored.',
  });
}

function damagedData(file: string, why: string): AppError {
  return new AppError('FILE_SYSTEM', `The service’s database ${file} is not sound: ${why}.`, {
    hint: 'Restore it from an earlier backup (tidemark serve --restore FILE). No backup was written.',
  });
}

function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
