export * from './collapse.mjs';
