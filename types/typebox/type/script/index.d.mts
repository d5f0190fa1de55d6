export * from './script.mjs';
