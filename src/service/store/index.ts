export { hashOfAllRows, databaseName, Store } from './store.ts';
export type { SqlValue } from '../../database/index.ts';
export type { Migration } from './migrations.ts';
