export type * from './port.ts';
export { emptyTree, hashObject } from './object-text.ts';
export { MemoryRepository, type RepositoryStep } from './memory.ts';
export { compareBytes } from './text-order.ts';
