import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Clock, Random } from '../clock/index.ts';
import { createCacheFolder, RealDisk, SafeFiles, type Cache, type Files } from '../files/index.ts';
import { isTrue, parseGitConfig } from './config-file.ts';
import { createConversion } from './conversion.ts';
import { assertWorkTree, DiskCheckout } from './disk-checkout.ts';
import { createIgnore } from './ignore.ts';
import type { WorkingTree } from './port.ts';
import type { DiskRepository } from './repository.ts';
import { createWorkingTree } from './working-tree.ts';

export interface WorkingTreePorts {
  readonly clock: Clock;
  readonly random: Random;
  /** What the person and the machine have configured for git (`readUserConfig`); without it, the repository's configuration alone counts. */
  readonly userConfig?: ReadonlyMap<string, string>;
  readonly isWindows?: boolean;
}

/**
 * The working tree of a repository on disk, its files, and the caches of what was read for it, which may be lost. Throws
 * REPOSITORY_INVALID for a bare repository. Only the holder of the daemon's lock may write through them.
 */
export function openWorkingTree(
  repository: DiskRepository,
  { clock, random, userConfig = new Map(), isWindows = false }: WorkingTreePorts,
): { files: Files; tree: WorkingTree; cache: Cache } {
  const { place } = repository;
  assertWorkTree(place);
  const disk = new RealDisk({
    root: place.workTree,
    privateFolder: path.join(repository.ownFolder, 'files'),
  });
  const checkout = new DiskCheckout(place, repository.warden);
  const config = new Map([...userConfig, ...repository.config, ...configOfTree(repository)]);
  const conversion = createConversion({ place, repository, checkout, config, isWindows });
  const files = new SafeFiles({ disk, clock, random, conversion });
  const tree = createWorkingTree({
    repository,
    files,
    checkout,
    clock,
    ignoreRules: () => createIgnore(place),
  });
  return { files, tree, cache: createCacheFolder(path.join(repository.ownFolder, 'cache')) };
}

/** What is configured for this working tree alone. */
function configOfTree({ place, config }: DiskRepository): ReadonlyMap<string, string> {
  const file = path.join(place.gitDir, 'config.worktree');
  if (!isTrue(config.get('extensions.worktreeconfig')) || !existsSync(file)) return new Map();
  return parseGitConfig(readFileSync(file, 'utf8'));
}
