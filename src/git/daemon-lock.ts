import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import { isBusy, openDatabase } from '../database/index.ts';
import type { Database } from '../database/index.ts';
import { fileSystemError } from '../files/index.ts';
import type { RepositoryPlace } from './port.ts';

export interface DaemonLock {
  release(): void;
}

/**
 * Makes this process the only one of Tidemark's that writes to a repository. The operating system holds the lock (a lock on a
 * database file), so that it is free the moment the process ends, in whatever way: there are no stale locks, and no guesses at
 * process numbers. Throws HELD, with the holder's description of itself.
 */
export function holdRepository(place: RepositoryPlace, holder: string): DaemonLock {
  const folder = path.join(place.commonDir, 'tidemark');
  const database = open(path.join(folder, 'lock.db'), folder);
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    database.exec('CREATE TABLE IF NOT EXISTS holder (said TEXT NOT NULL)');
    // The name is stored before the lock is taken for good: others can read it then, which EXCLUSIVE would not allow.
    database.exec('BEGIN IMMEDIATE');
    database.exec('DELETE FROM holder');
    database.prepare('INSERT INTO holder VALUES (?)').run(`${holder} (process ${process.pid})`);
    database.exec('COMMIT');
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    const held = isBusy(error);
    const said = held ? sayHolder(database) : '';
    database.close();
    throw held ? heldBy(place, said) : fileSystemError(error, 'Locking the repository');
  }
  return {
    release() {
      if (!database.isOpen) return;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** SQLite is only loaded to hold a repository: commands that only read do not need it. */
function open(file: string, folder: string): Database {
  try {
    mkdirSync(folder, { recursive: true });
    return openDatabase(file);
  } catch (error) {
    throw fileSystemError(error, 'Locking the repository');
  }
}

function sayHolder(database: Database): string {
  try {
    const row = database.prepare('SELECT said FROM holder').get() as { said: string } | undefined;
    return row?.said ?? '';
  } catch {
    return '';
  }
}

function heldBy(place: RepositoryPlace, said: string): AppError {
  const who = said === '' ? 'another Tidemark process' : said;
  return new AppError('HELD', `The repository ${place.workTree ?? place.gitDir} is held by ${who}`, {
    hint: 'Wait for it, or stop it: two processes must not write to one repository.',
    data: { holder: said },
  });
}
