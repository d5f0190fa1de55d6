export * as Memory from './memory.mjs';
