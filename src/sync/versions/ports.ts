import type { Files } from '../../files/port.ts';
import type { GitRepository, WorkingTree } from '../../git/port.ts';

/** A repository, and the folder that a person works in. */
export interface BranchPorts {
  readonly git: GitRepository;
  readonly tree: WorkingTree;
  readonly files: Files;
}
