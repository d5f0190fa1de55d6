import { connectionOf } from './connection.ts';
import type { NativeDatabase, NativeStatement } from './connection.ts';
import { DatabaseError } from './failure.ts';
import type { DatabaseMaker } from './port.ts';

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeDatabase;
}

interface NodeDatabase extends NativeDatabase {
  prepare(sql: string): NodeStatement;
}

interface NodeStatement extends NativeStatement {
  /** Decides whether whole numbers are returned as bigints, in rows and by `run`. */
  setReadBigInts(enabled: boolean): void;
}

/** Opens databases with Node's own SQLite; undefined where Node has none (before 22.13), or one without full-text search (before 22.16). */
export function nodeSqliteMaker(): DatabaseMaker | undefined {
  const library = withoutWarning(() => process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined);
  if (library === undefined || !hasTextSearch(library)) return undefined;
  return (file, options = {}) =>
    connectionOf(file, options, (path) => withAnyRowId(new library.DatabaseSync(path)), asDatabaseError);
}

/**
 * Makes `run` safe for any row id. `run` also returns the number of the last inserted row, and Node 26 throws when that is larger
 * than JavaScript can count exactly, although the statement was executed. Full-text search gives its own rows such high numbers.
 * As bigints, all numbers fit.
 */
function withAnyRowId(database: NodeDatabase): NativeDatabase {
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        get: (...parameters) => statement.get(...parameters),
        all: (...parameters) => statement.all(...parameters),
        run: (...parameters) => {
          statement.setReadBigInts(true);
          try {
            return statement.run(...parameters);
          } finally {
            statement.setReadBigInts(false);
          }
        },
      };
    },
  };
}

function hasTextSearch({ DatabaseSync }: NodeSqlite): boolean {
  const database = new DatabaseSync(':memory:');
  try {
    const row = database.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used").get();
    return (row as { used: number }).used === 1;
  } finally {
    database.close();
  }
}

function asDatabaseError(error: unknown): unknown {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return error;
  return new DatabaseError(errcode, (error as Error).message, error);
}

/** Loads what Node calls experimental, without Node's warning about it; every other warning is shown. */
function withoutWarning<Result>(load: () => Result): Result {
  const warn = process.emitWarning;
  const withoutOurs = (...given: unknown[]): void => {
    const [warning, type] = given;
    if (type === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(warn, process, given);
  };
  process.emitWarning = withoutOurs;
  try {
    return load();
  } finally {
    process.emitWarning = warn;
  }
}
