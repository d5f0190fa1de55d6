export * from './keys_to_indexer.mjs';
export * from './keys.mjs';
export * from './union.mjs';
