/** A value that SQLite can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * The parameters of a statement: values for its `?` in their order, or one object for its `?1`, `?2`, by number. All of them must
 * be given, and no others: the libraries disagree about missing ones.
 */
export type Parameters = readonly (SqlValue | Readonly<Record<number, SqlValue>>)[];

/**
 * A prepared statement, which can be run any number of times while its database is open.
 *
 * Rows are objects by column name. A whole number is returned as a number (one that is larger than JavaScript can count exactly
 * is an error), bytes as a `Uint8Array` that belongs to the caller. A number that is passed in is real to SQLite: a column of a
 * STRICT table turns it into an integer, an expression does not (`? || ''` gives `1.0`).
 */
export interface Statement {
  /** The first row; undefined where there is none. */
  get(...parameters: Parameters): unknown;
  all(...parameters: Parameters): unknown[];
  /** Runs a statement that writes, and returns how many rows it changed. */
  run(...parameters: Parameters): number;
}

/**
 * A connection to a SQLite database: SQLite 3.46 or later, with FTS5 and the JSON functions, in which double quotes name a column
 * and never a text, and foreign keys are enforced. Every failure of SQLite is a {@link DatabaseError}.
 */
export interface Database {
  readonly isOpen: boolean;
  /** Runs statements that return nothing. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** The single value that a pragma returns. */
  pragma(text: string): SqlValue | undefined;
  /**
   * Runs `work` in one transaction that has the right to write from its first moment: either all of it is kept, or nothing. A
   * call inside of another one joins that transaction. `work` is synchronous: anything that it awaited would happen after the
   * end.
   */
  transaction<Result>(work: () => Result): Result;
  /** Writes the whole database, as of one moment, into a new file, without deleted content; others can go on writing. */
  copyInto(file: string): void;
  /** Closes the connection, even while statements of it are still in use. The last connection to a file leaves no log beside it. */
  close(): void;
}

export interface OpenOptions {
  /** Throws when the file does not exist, instead of making it. */
  readonly mustExist?: boolean;
  /** How long a statement waits for another process that writes, in milliseconds; 0 by default. */
  readonly patience?: number;
}

/** Opens databases with one library. `:memory:` is a database that nobody else sees. */
export type DatabaseMaker = (file: string, options?: OpenOptions) => Database;
