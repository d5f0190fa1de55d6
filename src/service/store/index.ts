export { hashOfAllRows, Store } from './store.ts';
export { databaseName } from './data-folder.ts';
export { keyFileIn, keyFileName, keyVariable } from './key-file.ts';
export { keySourceOf } from './key-source.ts';
export { sealedColumns } from './sealing.ts';
export { keyMissing, Vault } from './vault.ts';
export type { SealedName } from './vault.ts';
export type { SqlValue } from '../../database/index.ts';
export type { Migration } from './migrations.ts';
