export * from './unreachable.mjs';
