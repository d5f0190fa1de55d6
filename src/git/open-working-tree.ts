import path from 'node:path';
import type { Clock, Random } from '../clock/index.ts';
import { createCacheFolder, RealDisk, SafeFiles, type Cache, type Files } from '../files/index.ts';
import { assertWorkTree, DiskCheckout } from './disk-checkout.ts';
import { createIgnore } from './ignore.ts';
import type { WorkingTree } from './port.ts';
import type { DiskRepository } from './repository.ts';
import { createWorkingTree } from './working-tree.ts';

/**
 * The working tree of a repository on disk, its files, and the caches of what was read for it, which may be lost. Throws
 * REPOSITORY_INVALID for a bare repository. Only the holder of the daemon's lock may write through them.
 */
export function openWorkingTree(
  repository: DiskRepository,
  { clock, random }: { clock: Clock; random: Random },
): { files: Files; tree: WorkingTree; cache: Cache } {
  const { place } = repository;
  assertWorkTree(place);
  const disk = new RealDisk({
    root: place.workTree,
    privateFolder: path.join(repository.ownFolder, 'files'),
  });
  const files = new SafeFiles({ disk, clock, random });
  const checkout = new DiskCheckout(place, repository.warden);
  const tree = createWorkingTree({
    repository,
    files,
    checkout,
    clock,
    ignoreRules: () => createIgnore(place),
  });
  return { files, tree, cache: createCacheFolder(path.join(repository.ownFolder, 'cache')) };
}
