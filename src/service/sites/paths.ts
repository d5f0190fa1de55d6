import { AppError } from '../../base/index.ts';
import { slugOfTitle, uniqueSlug } from '../../content/index.ts';
import type { Context } from '../context.ts';

/** A path made from a title that nothing beside it has yet. */
export function pathFor(title: string, taken: Iterable<string>): string {
  return uniqueSlug(slugOfTitle(title), new Set(taken));
}

/** Checks a path that somebody chose: it must be one segment of an address. */
export function readPath(path: string): string {
  if (path === '.' || path === '..' || /[\s/\\?#%\p{Cc}]/u.test(path)) {
    throw new AppError('BAD_REQUEST', `"${path}" cannot be a path: it has to be one part of an address.`, {
      hint: 'Use letters, digits, hyphens, dots and underscores.',
    });
  }
  return path;
}

/** The paths of the other sections of a site. */
export function sectionPaths({ store }: Pick<Context, 'store'>, site: string, except = ''): string[] {
  return store
    .all<{ path: string }>('SELECT path FROM site_sections WHERE site = ? AND id <> ?', site, except)
    .map(({ path }) => path);
}

/** The paths of the other site spaces of a section, or of the root. */
export function siteSpacePaths(
  { store }: Pick<Context, 'store'>,
  { site, section }: { site: string; section: string | null },
  except = '',
): string[] {
  return store
    .all<{ path: string }>(
      'SELECT path FROM site_spaces WHERE site = ? AND section IS ? AND id <> ?',
      site,
      section,
      except,
    )
    .map(({ path }) => path);
}

/** Refuses a path that something beside it already has. */
export function requireFree(path: string, taken: readonly string[]): string {
  if (taken.includes(path)) {
    throw new AppError('CONFLICT', `The path "${path}" is taken.`, { hint: 'Choose another one.' });
  }
  return path;
}
