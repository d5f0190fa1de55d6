import { betterSqliteMaker } from './better-sqlite.ts';
import { nodeSqliteMaker } from './node-sqlite.ts';
import type { Database, DatabaseMaker, OpenOptions } from './port.ts';

let maker: DatabaseMaker | undefined;

/**
 * Opens a database: with Node's own SQLite where Node has one with full-text search (22.16 and later), else with better-sqlite3.
 * Both read and write the same files. The library is loaded with the first database, so that commands without a database need no
 * native module.
 */
export function openDatabase(file: string, options: OpenOptions = {}): Database {
  maker ??= nodeSqliteMaker() ?? betterSqliteMaker();
  return maker(file, options);
}
