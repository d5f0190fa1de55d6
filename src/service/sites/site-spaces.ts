import { AppError } from '../../base/index.ts';
import type { Context, Service } from '../context.ts';
import { newId } from '../context.ts';
import { ensureDefaults } from '../site-rows/leave.ts';
import { pathFor, siteSpacePaths } from './paths.ts';
import { positionAt } from './position.ts';
import { sectionRows, type SiteSpaceRow } from '../site-rows/rows.ts';

type Writing = Pick<Service, 'store' | 'random'>;

/**
 * Adds a space at the end of a section, or of the site's root. A space is on a site only once.
 *
 * @returns the id of the site space.
 */
export function addSiteSpace(
  ctx: Writing,
  {
    site,
    section,
    space,
    title,
    path,
  }: { site: string; section: string | null; space: string; title: string; path?: string },
): string {
  if (ctx.store.get('SELECT 1 FROM site_spaces WHERE site = ? AND space = ?', site, space) !== undefined) {
    throw new AppError('CONFLICT', `The space "${title}" is on the site already.`, {
      hint: 'Move it instead.',
    });
  }
  const id = newId(ctx);
  ctx.store.run(
    'INSERT INTO site_spaces (id, site, section, space, position, path) VALUES (?, ?, ?, ?, ?, ?)',
    ...[id, site, section, space, positionAt(siblingsIn(ctx, site, section), 'end')],
    path ?? pathFor(title, siteSpacePaths(ctx, { site, section })),
  );
  ensureDefaults(ctx, site);
  return id;
}

/** The site spaces of one section, or of the root, in order; those of deleted spaces keep their places. */
export function siblingsIn(
  { store }: Pick<Context, 'store'>,
  site: string,
  section: string | null,
): SiteSpaceRow[] {
  return store.all<SiteSpaceRow>(
    'SELECT * FROM site_spaces WHERE site = ? AND section IS ? ORDER BY position, id',
    site,
    section,
  );
}

/** The section that a space goes to by default: the default section, or the root of a site without sections. */
export function defaultSectionOf({ store }: Pick<Context, 'store'>, site: string): string | null {
  const sections = sectionRows({ store }, site);
  return (sections.find((row) => row.is_default === 1) ?? sections[0])?.id ?? null;
}
