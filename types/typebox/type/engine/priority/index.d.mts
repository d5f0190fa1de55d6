export * from './priority.mjs';
