import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '../../base/index.ts';
import type { LinkSpace, LinkTree } from '../../links/index.ts';
import type { World } from '../world.ts';

/** The spaces below a folder: those that a mirror recorded, with their ids, and each other folder with a table of contents. */
export async function spacesOf(world: World, root: string, tree: LinkTree): Promise<LinkSpace[]> {
  const { findSpaces } = await import('../../links/index.ts');
  const found = findSpaces(tree.paths);
  const recorded = existsSync(join(root, '.git')) ? await recordedBelow(world, root) : [];
  if (recorded.length === 0) return found;
  const known = new Set(recorded.map(({ path }) => path));
  const isUsed = new Set([...tree.paths]);
  return [
    ...recorded,
    ...found.filter(({ path }) => !known.has(path) && (path !== '' || isUsed.has('SUMMARY.md'))),
  ];
}

async function recordedBelow(world: World, root: string): Promise<LinkSpace[]> {
  const { recordedSpaces } = await import('../../sync/index.ts');
  try {
    const { git, close } = await world.ports.repository(root);
    try {
      const spaces = await recordedSpaces(git);
      return spaces.map(({ id, title, path }) => ({ id, title, path: path === '.' ? '' : path }));
    } finally {
      await close();
    }
  } catch (error) {
    // Git's own features that this program does not read, such as a work tree apart: the files are enough.
    if (isAppError(error, 'REPOSITORY_MISSING', 'REPOSITORY_INVALID')) return [];
    throw error;
  }
}
