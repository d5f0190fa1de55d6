import { isBusy } from './failure.ts';
import { openDatabase } from './open.ts';
import type { Database } from './port.ts';

/** What one process holds, and no other can hold at the same time. */
export interface Lock {
  release(): void;
}

/**
 * Takes the lock that `file` stands for; the file is made where there is none. The operating system holds the lock (a lock on a
 * database file), so that it is free the moment the process ends, in whatever way: there are no stale locks, and no guesses at
 * process numbers. While another one holds it, this throws what `refused` makes of the holder's description of itself.
 */
export function takeLock(file: string, holder: string, refused: (by: string) => Error): Lock {
  const database = openDatabase(file);
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
    const failure = isBusy(error) ? refused(sayHolder(database)) : error;
    database.close();
    throw failure;
  }
  return {
    release() {
      if (!database.isOpen) return;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function sayHolder(database: Database): string {
  try {
    const row = database.prepare('SELECT said FROM holder').get() as { said: string } | undefined;
    return row?.said ?? unnamed;
  } catch {
    return unnamed;
  }
}

/** The words for a holder in the moment in which it writes down what it is. */
const unnamed = 'another Tidemark process';
