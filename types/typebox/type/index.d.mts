export * from './action/index.mjs';
export * from './engine/index.mjs';
export * from './extends/index.mjs';
export * from './script/index.mjs';
export * from './types/index.mjs';
