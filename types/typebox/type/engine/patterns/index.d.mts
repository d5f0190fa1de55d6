export * from './pattern.mjs';
export * from './template.mjs';
