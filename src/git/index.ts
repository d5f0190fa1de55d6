export type * from './port.ts';
export { emptyTree } from './object-text.ts';
export { MemoryRepository, type RepositoryStep } from './memory.ts';
export {
  MemoryCheckout,
  type Checkout,
  type PendingMove,
  type StagedEntry,
  type StagedVersion,
} from './checkout.ts';
export { draftOn, type Draft } from './draft.ts';
export { createWorkingTree } from './working-tree.ts';
export type { ScanPorts } from './scan.ts';
export { openRepository, DiskRepository } from './repository.ts';
export { initRepository, type InitOptions } from './init.ts';
export { createRepositoryRepair } from './mending.ts';
export { openWorkingTree, type WorkingTreePorts } from './open-working-tree.ts';
export { readUserConfig } from './user-config.ts';
export { holdRepository } from './daemon-lock.ts';
export { createGitHost, type GitHostOptions, type PackReceiver } from './host.ts';
export { createRawFileHost, type RawFileHostOptions } from './raw-file-host.ts';
export { lastChanges, type LastChanges, type LastChangesOptions } from './last-changes.ts';
