import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../base/index.ts';

/** The right to be the one daemon of a repository. */
export interface Hold {
  release(): void;
}

/**
 * Makes this process the one daemon of the repository whose git folder is given; throws HELD when another one is. The
 * lock is the kernel's, on a database file: it ends with the process however that ends, so there is no stale lock to
 * judge by process ids.
 */
export function holdRepository(gitFolder: string): Hold {
  const folder = join(gitFolder, 'tidemark');
  const owner = join(folder, 'daemon.pid');
  mkdirSync(folder, { recursive: true });
  const database = new Database(join(folder, 'daemon.lock'), { timeout: 0 });
  try {
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    const { code } = cause as { code?: string };
    if (code !== 'SQLITE_BUSY')
      throw new AppError('FILE_SYSTEM', `The lock of the daemon in ${folder} cannot be taken.`, { cause });
    const pid = readOwner(owner);
    throw new AppError(
      'HELD',
      `Another daemon holds this repository${pid === null ? '' : ` (process ${pid})`}.`,
      {
        hint: 'Stop that one first, or look at it with `tidemark status`.',
        data: { pid },
      },
    );
  }
  writeFileSync(owner, `${process.pid}\n`);
  return {
    release: () => {
      database.close(); // which rolls back and gives the lock up
    },
  };
}

function readOwner(file: string): number | null {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10) || null;
  } catch {
    return null;
  }
}
