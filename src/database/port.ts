/** A value that SQLite can hold. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * What a statement is given: values for its `?` in their order, or one object for its `?1`, `?2`, by number. All of them and no
 * others: the libraries disagree on what is left out.
 */
export type Parameters = readonly (SqlValue | Readonly<Record<number, SqlValue>>)[];

/**
 * A prepared statement; it can be run any number of times, as long as its database is open.
 *
 * Rows are objects by column name. A whole number comes back as a number (a larger one than JavaScript counts exactly is an
 * error), bytes as a `Uint8Array` that is the caller's own. A number that is given is real to SQLite: a column of a STRICT
 * table turns it into an integer, an expression does not (`? || ''` says `1.0`).
 */
export interface Statement {
  /** The first row; undefined where there is none. */
  get(...parameters: Parameters): unknown;
  all(...parameters: Parameters): unknown[];
  /** Runs a statement that writes, and says how many rows it changed. */
  run(...parameters: Parameters): number;
}

/**
 * One connection to a SQLite database: SQLite 3.46 or later, with FTS5 and the JSON functions, where double quotes name a
 * column and never a text, and foreign keys are held. Every failure of SQLite is a {@link DatabaseError}.
 */
export interface Database {
  readonly isOpen: boolean;
  /** Runs statements that give nothing back. */
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** The one value that a pragma gives. */
  pragma(text: string): SqlValue | undefined;
  /**
   * Runs `work` in one transaction that holds the right to write from its first moment: all of it is kept, or nothing. A call
   * inside of another one joins it. `work` is synchronous: what it waits for would come after the end.
   */
  transaction<Result>(work: () => Result): Result;
  /** Writes the whole database, as of one moment, into a new file, without what was deleted in it; others go on writing. */
  copyInto(file: string): void;
  /** Ends the connection, also while statements of it are still known. The last one to close a file leaves no log beside it. */
  close(): void;
}

export interface OpenOptions {
  /** Fails where there is no such file, in place of making one. */
  readonly mustExist?: boolean;
  /** How long a statement waits for another process that writes, in milliseconds; 0 by default. */
  readonly patience?: number;
}

/** Opens databases by one of the libraries that can. `:memory:` is a database that nobody else sees. */
export type DatabaseMaker = (file: string, options?: OpenOptions) => Database;
