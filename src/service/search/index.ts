export { searchHandlers } from './handlers.ts';
export { createIndexer } from './indexer.ts';
export { searchMigrations } from './migrations.ts';
export { siteSearchHandlers } from './site-search.ts';
