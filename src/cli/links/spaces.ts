import { relative } from 'node:path';
import { isAppError } from '../../base/index.ts';
import type { GitRepository } from '../../git/port.ts';
import type { LinkSpace, LinkTree } from '../../links/index.ts';
import type { World } from '../world.ts';
import { repositoryAround } from './scope.ts';

/** The spaces below a folder: the mirror's recorded spaces, with their ids, and every other folder with a table of contents. */
export async function spacesOf(world: World, root: string, tree: LinkTree): Promise<LinkSpace[]> {
  return (await withSpacesFound(await recordedBelow(world, root)))(tree);
}

/** As {@link spacesOf}, as a function of the files, which reads the mirror's record only once. */
export async function spacesBelow(git: GitRepository | null): Promise<(tree: LinkTree) => LinkSpace[]> {
  return withSpacesFound(git === null ? [] : await recordedIn(git, ''));
}

/**
 * The spaces at or below a folder that the git repository around the folder records as mirrored, with their paths relative to the folder;
 * none outside of a mirror, and where the checkout lacks the record.
 */
export async function recordedBelow(world: World, folder: string): Promise<LinkSpace[]> {
  const top = repositoryAround(folder);
  if (top === null) return [];
  try {
    const { git, close } = await world.ports.repository(top);
    try {
      return await recordedIn(git, relative(top, folder).split('\\').join('/'));
    } finally {
      await close();
    }
  } catch (error) {
    // Tidemark does not support some features of git, such as a separate work tree, but the files are enough here.
    if (isAppError(error, 'REPOSITORY_MISSING', 'REPOSITORY_INVALID')) return [];
    throw error;
  }
}

async function recordedIn(git: GitRepository, folder: string): Promise<LinkSpace[]> {
  const { recordedSpaces } = await import('../../sync/index.ts');
  return (await recordedSpaces(git)).flatMap(({ id, title, path: recorded }) => {
    const path = recorded === '.' ? '' : recorded;
    if (folder === '' || path === folder) return [{ id, title, path: folder === '' ? path : '' }];
    return path.startsWith(`${folder}/`) ? [{ id, title, path: path.slice(folder.length + 1) }] : [];
  });
}

async function withSpacesFound(recorded: readonly LinkSpace[]): Promise<(tree: LinkTree) => LinkSpace[]> {
  const { findSpaces } = await import('../../links/index.ts');
  const known = new Set(recorded.map(({ path }) => path));
  return ({ paths }) => {
    const found = findSpaces(paths);
    if (recorded.length === 0) return found;
    const hasContents = new Set(paths).has('SUMMARY.md');
    return [...recorded, ...found.filter(({ path }) => !known.has(path) && (path !== '' || hasContents))];
  };
}
