/** The meaning of SQLite's failures for those who handle them, by SQLite's own number (https://sqlite.org/rescode.html). */
const kinds: Readonly<Record<number, DatabaseFailure>> = {
  5: 'busy',
  8: 'disk',
  10: 'disk',
  11: 'damaged',
  13: 'full',
  14: 'disk',
  26: 'damaged',
  // SQLITE_IOERR_SHMSIZE: the file that processes share beside a database cannot grow.
  4874: 'full',
};

/**
 * `busy`: another connection holds the lock. `full`: the disk is full. `disk`: the file cannot be opened, read or written.
 * `damaged`: the file is not a database, or no longer one.
 */
export type DatabaseFailure = 'busy' | 'damaged' | 'disk' | 'full' | 'other';

/** A failure of SQLite, in the same form for both libraries. */
export class DatabaseError extends Error {
  readonly kind: DatabaseFailure;
  readonly code: string;

  constructor(number: number, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    // The lowest byte is the failure; the other bytes give details.
    this.kind = kinds[number] ?? kinds[number & 0xff] ?? 'other';
    // The system's code, by which callers recognise a full disk.
    this.code = this.kind === 'full' ? 'ENOSPC' : `SQLITE_${number}`;
  }
}

/** Whether an error says that another connection holds the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === 'busy';
}
