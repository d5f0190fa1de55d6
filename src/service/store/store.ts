import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { AppError, messageOf } from '../../base/index.ts';
import { DatabaseError, openDatabase } from '../../database/index.ts';
import type { Database, Parameters, Statement } from '../../database/index.ts';
import { migrate } from './migrations.ts';
import type { Migration } from './migrations.ts';
import { databaseName, protectData } from './data-folder.ts';

const pragmas = [
  'busy_timeout = 2000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'cache_size = -32768',
  'trusted_schema = OFF',
];

/**
 * The service's database: SQLite with a write-ahead log and `synchronous = FULL`, so that a transaction that has returned
 * survives kill -9 and power loss. Statements are prepared once. There is one writer: this process.
 */
export class Store {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  /** Opens (and creates, and migrates) the database in `directory`, or one in memory for `:memory:`. */
  constructor(directory: string, migrations: readonly Migration[] | null, now: string) {
    if (directory !== ':memory:') protectData(directory);
    this.#database = opened(directory === ':memory:' ? directory : join(directory, databaseName));
    try {
      if (migrations === null) {
        // Within one transaction, all reads see the state of the first read.
        for (const step of ['PRAGMA query_only = ON', 'BEGIN', 'SELECT count(*) FROM sqlite_schema'])
          this.#database.exec(step);
        return;
      }
      for (const pragma of pragmas) this.#database.exec(`PRAGMA ${pragma}`);
      migrate(this.#database, migrations, now);
    } catch (error) {
      this.#database.close();
      throw asAppError(error);
    }
  }

  /** The database of a directory as it is now, only for reading: later writes are not seen. */
  static asItIs(directory: string): Store {
    return new Store(directory, null, '');
  }

  /** The first row, or undefined. */
  get<Row>(sql: string, ...parameters: Parameters): Row | undefined {
    return told(() => this.#prepare(sql).get(...parameters) as Row | undefined);
  }

  all<Row>(sql: string, ...parameters: Parameters): Row[] {
    return told(() => this.#prepare(sql).all(...parameters) as Row[]);
  }

  /** Runs a statement that writes; returns how many rows changed. */
  run(sql: string, ...parameters: Parameters): number {
    return told(() => this.#prepare(sql).run(...parameters));
  }

  /** Runs `work` in one write transaction: all of it is stored, or nothing. A nested call joins the outer one. */
  transaction<Result>(work: () => Result): Result {
    return told(() => this.#database.transaction(work));
  }

  /**
   * A name for the present state: it is different after every write, by this process or another. (It is also different after a rolled-back
   * write.)
   */
  version(): string {
    const { own } = this.get<{ own: number }>('SELECT total_changes() AS own')!;
    const { others } = this.get<{ others: number }>(
      'SELECT data_version AS others FROM pragma_data_version',
    )!;
    return `${own}.${others}`;
  }

  /** Rewrites the files without deleted or overwritten data. Fails as busy while others read. */
  compact(): void {
    told(() => {
      this.#database.exec('VACUUM');
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  /** The result of SQLite's own check; `ok` when the file is sound. */
  integrity(): string {
    return String(this.#database.pragma('integrity_check'));
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/**
 * One hash over every row of every table, to see whether anything has changed; it leaves out the search index, which follows from other
 * tables, and the random names of states.
 */
export function hashOfAllRows(store: Store): string {
  const hash = createHash('sha256');
  const tables = store.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'search\\_%' ESCAPE '\\' AND name <> 'states' ORDER BY name",
  );
  for (const { name } of tables) {
    hash.update(`\n${name}\n`);
    const rows = store
      .all<Record<string, unknown>>(`SELECT * FROM "${name}"`)
      .map((row) =>
        JSON.stringify(
          Object.entries(row).map(([column, value]) => [
            column,
            value instanceof Uint8Array ? digest(value) : value,
          ]),
        ),
      )
      .sort();
    for (const row of rows) hash.update(row).update('\n');
  }
  return hash.digest('hex');
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function opened(file: string): Database {
  return told(() => openDatabase(file));
}

/** Calls `work`, and tells SQLite's own failures in the service's words. */
function told<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asAppError(error);
  }
}

/** Gives SQLite's own failures the project's codes, so that they are answered and printed like all others. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const failure = (code: 'DISK_FULL' | 'FILE_SYSTEM', message: string, hint: string): AppError =>
    new AppError(code, message, { hint, cause: error });
  switch (error.kind) {
    case 'full':
      return failure(
        'DISK_FULL',
        'The disk that holds the service’s data is full; nothing was written.',
        'Free some space on it: the service goes on by itself.',
      );
    case 'damaged':
      return failure(
        'FILE_SYSTEM',
        `The service’s database cannot be read: ${messageOf(error)}.`,
        'Restore it from a backup (tidemark serve --restore FILE), or choose another --data directory.',
      );
    case 'disk':
      return failure(
        'FILE_SYSTEM',
        `The service’s database cannot be used: ${messageOf(error)}.`,
        'Let this user read and write the --data directory, and look at its disk.',
      );
    case 'busy':
    case 'other':
      return error;
  }
}
