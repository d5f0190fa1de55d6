import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAppError } from '../../base/index.ts';
import type { GitRepository } from '../../git/port.ts';
import type { LinkSpace, LinkTree } from '../../links/index.ts';
import type { World } from '../world.ts';

/** The spaces below a folder: the mirror's recorded spaces, with their ids, and every other folder with a table of contents. */
export async function spacesOf(world: World, root: string, tree: LinkTree): Promise<LinkSpace[]> {
  if (!existsSync(join(root, '.git'))) return (await spacesBelow(null))(tree);
  try {
    const { git, close } = await world.ports.repository(root);
    try {
      return (await spacesBelow(git))(tree);
    } finally {
      await close();
    }
  } catch (error) {
    // Tidemark does not support some features of git, such as a separate work tree, but the files are enough here.
    if (isAppError(error, 'REPOSITORY_MISSING', 'REPOSITORY_INVALID')) return (await spacesBelow(null))(tree);
    throw error;
  }
}

/** As {@link spacesOf}, as a function of the files, which reads the mirror's record only once. */
export async function spacesBelow(git: GitRepository | null): Promise<(tree: LinkTree) => LinkSpace[]> {
  const { findSpaces } = await import('../../links/index.ts');
  if (git === null) return ({ paths }) => findSpaces(paths);
  const { recordedSpaces } = await import('../../sync/index.ts');
  const recorded = (await recordedSpaces(git)).map(({ id, title, path }) => ({
    id,
    title,
    path: path === '.' ? '' : path,
  }));
  const known = new Set(recorded.map(({ path }) => path));
  return ({ paths }) => {
    const found = findSpaces(paths);
    if (recorded.length === 0) return found;
    const hasContents = new Set(paths).has('SUMMARY.md');
    return [...recorded, ...found.filter(({ path }) => !known.has(path) && (path !== '' || hasContents))];
  };
}
