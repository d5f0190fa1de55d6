export {
  collectionRow,
  collectionsJson,
  depthOf,
  insertCollection,
  treeOf,
  type CollectionRow,
} from './collections.ts';
export { collectionHandlers } from './handlers.ts';
export { collectionMigrations } from './migrations.ts';
export { detachSpace, effectiveDefaultLevel } from './transfer.ts';
