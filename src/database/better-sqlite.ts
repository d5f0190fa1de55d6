import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { AppError, messageOf, packageRoot } from '../base/index.ts';
import type BetterSqlite3 from 'better-sqlite3';
import { connectionOf } from './connection.ts';
import type { NativeDatabase } from './connection.ts';
import { DatabaseError } from './failure.ts';
import type { DatabaseMaker } from './port.ts';

/** SQLite's numbers for the failures that the library names with words; a longer name comes before the shorter name that it begins with. */
const numbers: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_CANTOPEN: 14,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_IOERR_SHMSIZE: 4874,
  SQLITE_IOERR: 10,
  SQLITE_NOTADB: 26,
  SQLITE_READONLY: 8,
};

/** Opens databases with better-sqlite3, a native module. Fails where the module is missing, or was built for another Node. */
export function betterSqliteMaker(load: () => typeof BetterSqlite3 = library): DatabaseMaker {
  const Library = loaded(load);
  const asDatabaseError = (error: unknown): unknown => {
    if (!(error instanceof Library.SqliteError)) return error;
    const name = Object.keys(numbers).find((start) => error.code.startsWith(start));
    return new DatabaseError(name === undefined ? 1 : numbers[name]!, error.message, error);
  };
  // The library types the parameters of each statement; ours are always values that SQLite knows.
  const open = (file: string): NativeDatabase => new Library(file);
  return (file, options = {}) => connectionOf(file, options, open, asDatabaseError);
}

/** The library, tried once: its native part is loaded with the first database and not before. */
function loaded(load: () => typeof BetterSqlite3): typeof BetterSqlite3 {
  try {
    const Library = load();
    new Library(':memory:').close();
    return Library;
  } catch (error) {
    throw notLoaded(error);
  }
}

const ownRequire = createRequire(import.meta.url);

function library(): typeof BetterSqlite3 {
  const found = foundLibrary();
  if (found !== undefined && !runsOnNode(found.version))
    throw new Error(`its version ${found.version} ${newerNode}`);
  return ownRequire('better-sqlite3') as typeof BetterSqlite3;
}

const newerNode = 'needs Node 22.14 or later';

/**
 * Whether this Node can run a version of the library. From 13 on, the library needs version 10 of Node's interface for native
 * modules: on a Node with an older interface, the first database would end the process with a segmentation fault.
 */
export function runsOnNode(version: string, nodeApi: string | undefined = process.versions['napi']): boolean {
  return Number.parseInt(version, 10) < 13 || Number(nodeApi) >= 10;
}

function notLoaded(error: unknown): AppError {
  const found = foundLibrary();
  const what = found === undefined ? 'is not installed' : `does not load in Node ${process.versions.node}`;
  // The module is optional, so that npm hides why it cannot be built, and succeeds without it, unless its scripts run in sight.
  const command =
    found !== undefined && runsOnNode(found.version)
      ? 'npm rebuild better-sqlite3'
      : 'npm install --no-save --omit=dev --foreground-scripts better-sqlite3@12';
  return new AppError('NATIVE_MODULE', `the native module better-sqlite3 ${what}: ${firstLine(error)}`, {
    hint:
      `Run this, with the same Node: cd ${found?.folder ?? packageRoot()} && ${command}\n` +
      'Or use Node 22.16 or later, which needs no native module.',
    cause: error,
  });
}

interface FoundLibrary {
  readonly version: string;
  /** The folder whose `node_modules` has the library. */
  readonly folder: string;
}

/** The installed library, whether loaded or not; undefined where there is none. */
function foundLibrary(): FoundLibrary | undefined {
  try {
    const file = ownRequire.resolve('better-sqlite3/package.json');
    const { version } = ownRequire(file) as { version: string };
    const end = file.lastIndexOf(`${sep}node_modules${sep}`);
    return { version, folder: end < 0 ? dirname(file) : file.slice(0, end) };
  } catch {
    return undefined;
  }
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0]!.trim().replace(/[.:]$/u, '');
}
