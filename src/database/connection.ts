import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseError } from './failure.ts';
import type { Database, OpenOptions, Parameters, SqlValue, Statement } from './port.ts';

/** The features that both libraries have in common, as far as we use them. */
export interface NativeDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): NativeStatement;
  close(): unknown;
}

export interface NativeStatement {
  get(...parameters: Parameters): unknown;
  all(...parameters: Parameters): unknown[];
  run(...parameters: Parameters): { changes: number | bigint };
}

/** Turns a library's failure into ours; leaves anything else unchanged. */
export type Translate = (error: unknown) => unknown;

/** Makes a connection of the port from a library's connection. */
export function connectionOf(
  file: string,
  { patience = 0, mustExist = false }: OpenOptions,
  open: (file: string) => NativeDatabase,
  translate: Translate,
): Database {
  requirePlace(file, mustExist);
  const guarded = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw translate(error);
    }
  };
  const native = guarded(() => open(file));
  let isOpen = true;
  const exec = (sql: string): void => void guarded(() => native.exec(sql));
  const prepare = (sql: string): Statement => {
    const statement = guarded(() => native.prepare(sql));
    return {
      get: (...parameters) => guarded(() => statement.get(...parameters)),
      all: (...parameters) => guarded(() => statement.all(...parameters)),
      run: (...parameters) => guarded(() => Number(statement.run(...parameters).changes)),
    };
  };
  const transaction = transactionsBy(exec);
  const database: Database = {
    get isOpen() {
      return isOpen;
    },
    exec,
    prepare,
    transaction,
    pragma: (text) => {
      const row = prepare(`PRAGMA ${text}`).get() as Record<string, SqlValue> | undefined;
      return row === undefined ? undefined : Object.values(row)[0];
    },
    copyInto: (file) => void prepare('VACUUM INTO ?').run(file),
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      native.close();
    },
  };
  try {
    exec(`PRAGMA busy_timeout = ${patience}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Reports a missing folder or file before the library does, which would say less about it. */
function requirePlace(file: string, mustExist: boolean): void {
  if (mustExist && !existsSync(file)) throw new DatabaseError(14, `there is no file ${file}`, undefined);
  if (file !== ':memory:' && !existsSync(dirname(file)))
    throw new DatabaseError(14, `there is no folder ${dirname(file)}`, undefined);
}

/** Runs work in a transaction; calls within that work join the same transaction. */
function transactionsBy(exec: (sql: string) => void): Database['transaction'] {
  let inTransaction = false;
  return <Result>(work: () => Result): Result => {
    if (inTransaction) return work();
    exec('BEGIN IMMEDIATE');
    inTransaction = true;
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.');
      exec('COMMIT');
      return result;
    } catch (error) {
      takeBack(exec);
      throw error;
    } finally {
      inTransaction = false;
    }
  };
}

/** Rolls a failed transaction back. After some failures, such as a full disk, SQLite has already done that. */
function takeBack(exec: (sql: string) => void): void {
  try {
    exec('ROLLBACK');
  } catch (error) {
    if (!(error instanceof DatabaseError && error.message.includes('no transaction is active'))) throw error;
  }
}
