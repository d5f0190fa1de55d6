export * from './instantiate.mjs';
