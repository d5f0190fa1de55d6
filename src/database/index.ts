export { openDatabase } from './open.ts';
export { betterSqliteMaker } from './better-sqlite.ts';
export { nodeSqliteMaker } from './node-sqlite.ts';
export { takeLock, type Lock } from './lock.ts';
export { DatabaseError, isBusy } from './failure.ts';
export type { Database, DatabaseMaker, OpenOptions, Parameters, SqlValue, Statement } from './port.ts';
