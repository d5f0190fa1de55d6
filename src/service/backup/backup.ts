/**
 * Backup and restore of the service's whole state, which is one database.
 *
 * A backup is made while requests go on: it contains the state of one moment, with every write that was acknowledged before the backup
 * began. Files are written under another name and then renamed, so that a name never belongs to half a backup or half a database.
 */
import {
  closeSync,
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
import { AppError, makeFolders, messageOf } from '../../base/index.ts';
import { openDatabase } from '../../database/index.ts';
import type { Database } from '../../database/index.ts';
import { databaseName, keyMissing, keySourceOf } from '../store/index.ts';

/** What a backup or a restored database contains. */
export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly spaces: number;
}

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
  try {
    makeFolders(dirname(target));
    rmSync(aside, { force: true });
    copyWhileInUse(source, aside);
    chmodSync(aside, 0o600);
    const report = check(aside, target);
    flush(aside);
    renameSync(aside, target);
    flush(dirname(target));
    return report;
  } catch (error) {
    rmSync(aside, { force: true });
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_SYSTEM', `The backup ${target} could not be written: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/**
 * Restores the backup in `file` into `directory`. A directory that has a database already is refused: move it away first, so that nothing
 * is lost by a wrong name. The key of the backup's secrets must be available: in `keys` (the text of the environment), or in the key file
 * of `directory`.
 */
export function restore(file: string, directory: string, keys?: string): BackupReport {
  const source = resolve(file);
  const target = join(resolve(directory), databaseName);
  if (!existsSync(source)) throw new AppError('USAGE', `There is no backup ${source}.`);
  if (existsSync(target)) {
    throw new AppError('USAGE', `The directory ${resolve(directory)} holds a database already.`, {
      hint: 'Choose an empty --data directory, or move the present one away.',
    });
  }
  const aside = `${target}.partial`;
  try {
    makeFolders(resolve(directory), 0o700);
    copyFileSync(source, aside);
    chmodSync(aside, 0o600);
    const report = check(aside, source);
    checkKey(aside, resolve(directory), keys);
    flush(aside);
    renameSync(aside, target);
    flush(resolve(directory));
    return { ...report, file: target };
  } catch (error) {
    for (const end of ['', '-wal', '-shm']) rmSync(aside + end, { force: true });
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_SYSTEM', `The backup ${source} could not be restored: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function copyWhileInUse(source: string, target: string): void {
  const database = open(source, source);
  try {
    database.copyInto(target);
  } finally {
    database.close();
  }
}

/** Proves that a file is a sound database of ours; messages call it `file`, the name that a person knows. */
function check(path: string, file: string): BackupReport {
  const database = open(path, file);
  try {
    const integrity = String(database.pragma('integrity_check'));
    const orphans = database.prepare('PRAGMA foreign_key_check').all();
    if (integrity !== 'ok' || orphans.length > 0)
      throw damaged(file, integrity === 'ok' ? 'rows lost what they refer to' : integrity);
    // The head of a database in WAL mode says so; a backup must not need a second file.
    database.exec('PRAGMA journal_mode = DELETE');
    const { spaces } = database.prepare('SELECT count(*) AS spaces FROM spaces').get() as { spaces: number };
    return { file, bytes: statSync(path).size, spaces };
  } catch (error) {
    throw error instanceof AppError ? error : damaged(file, messageOf(error));
  } finally {
    database.close();
  }
}

/** A backup of an earlier version has its secrets in clear text, and needs no key: the next start seals them. */
function checkKey(path: string, directory: string, keys: string | undefined): void {
  const database = open(path, path);
  try {
    const hasState = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'secrets_state'").get();
    if (hasState === undefined) return;
    const state = database.prepare('SELECT key FROM secrets_state').get() as { key: string } | undefined;
    if (state === undefined) return;
    const source = keySourceOf(directory, keys);
    const known = source.read().map(({ id }) => id);
    if (!known.includes(state.key)) throw keyMissing(state.key, source.where, known);
  } finally {
    database.close();
  }
}

function open(path: string, file: string): Database {
  try {
    return openDatabase(path, { mustExist: true, patience: 5000 });
  } catch (error) {
    throw error instanceof AppError ? error : damaged(file, messageOf(error));
  }
}

function damaged(file: string, why: string): AppError {
  return new AppError('USAGE', `${file} is not a sound backup of this service: ${why}.`, {
    hint: 'Use another backup.',
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
