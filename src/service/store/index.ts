export { hashOfAllRows, databaseName, Store } from './store.ts';
export type { SqlValue } from './store.ts';
export type { Migration } from './migrations.ts';
