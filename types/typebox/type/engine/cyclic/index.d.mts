export * from './candidates.mjs';
export * from './check.mjs';
export * from './dependencies.mjs';
export * from './extends.mjs';
export * from './instantiate.mjs';
export * from './target.mjs';
