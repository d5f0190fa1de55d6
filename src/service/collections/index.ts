export { collectionsJson, type CollectionRow } from './collections.ts';
export { collectionHandlers } from './handlers.ts';
