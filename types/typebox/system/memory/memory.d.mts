export * from './assign.mjs';
export * from './clone.mjs';
export * from './create.mjs';
export * from './discard.mjs';
export * from './metrics.mjs';
export * from './update.mjs';
