import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../../base/index.ts';
import { fileSystemError } from '../../files/index.ts';

/** The name of the database file in the data directory. */
export const databaseName = 'tidemark.sqlite';

/** The beginning of each of our file names in a data directory. */
const ours = 'tidemark.';

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
    if (!existsSync(database)) closeSync(openSync(database, 'a', 0o600));
    for (const file of [database, `${database}-wal`, `${database}-shm`])
      if (existsSync(file)) restrict(file, 0o600);
  } catch (error) {
    throw fileSystemError(error, `Opening the data in ${directory}`);
  }
}

function restrict(path: string, mode: number): void {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
}
