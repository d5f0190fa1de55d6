export * from './spread.mjs';
