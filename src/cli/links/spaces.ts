import { posix, relative, sep } from 'node:path';
import type { GitRepository } from '../../git/port.ts';
import type { LinkSpace, LinkTree } from '../../links/index.ts';
import type { RecordedSpace } from '../../sync/index.ts';
import { spacesRecordedIn } from '../recorded-spaces.ts';
import type { World } from '../world.ts';
import { repositoryAround } from './scope.ts';

/** The spaces below a folder: the mirror's recorded spaces, with their ids, and every other folder with a table of contents. */
export async function spacesOf(world: World, root: string, tree: LinkTree): Promise<LinkSpace[]> {
  return (await withSpacesFound(await recordedBelow(world, root)))(tree);
}

/** As {@link spacesOf}, as a function of the files, which reads the mirror's record only once. */
export async function spacesBelow(git: GitRepository | null): Promise<(tree: LinkTree) => LinkSpace[]> {
  const { recordedSpaces } = await import('../../sync/index.ts');
  return withSpacesFound(git === null ? [] : below('', await recordedSpaces(git)));
}

/**
 * The spaces at or below a folder that the git repository around the folder records as mirrored, with their paths relative to the folder;
 * none outside of a mirror, and where the checkout lacks the record.
 */
export async function recordedBelow(world: World, folder: string): Promise<LinkSpace[]> {
  const top = repositoryAround(folder);
  if (top === null) return [];
  return below(relative(top, folder).split(sep).join('/'), await spacesRecordedIn(world, top));
}

function below(folder: string, recorded: readonly RecordedSpace[]): LinkSpace[] {
  return recorded.flatMap(({ id, title, path }) => {
    const inner = posix.relative(folder, path === '.' ? '' : path);
    return inner === '..' || inner.startsWith('../') ? [] : [{ id, title, path: inner }];
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
