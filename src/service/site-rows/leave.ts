import type { Context } from '../context.ts';

/**
 * Takes a space off every site. A section that has no spaces left is removed, too, and the first one that is left in a level becomes its
 * default where the default is gone.
 */
export function removeFromSites({ store }: Pick<Context, 'store'>, space: string): void {
  const places = store.all<{ site: string }>('SELECT DISTINCT site FROM site_spaces WHERE space = ?', space);
  store.run('DELETE FROM site_spaces WHERE space = ?', space);
  for (const { site } of places) {
    store.run(
      'DELETE FROM site_sections WHERE site = ?1 AND id NOT IN (SELECT section FROM site_spaces WHERE site = ?1 AND section IS NOT NULL)',
      { 1: site },
    );
    ensureDefaults({ store }, site);
  }
  unpublishEmptySites({ store });
}

/** Unpublishes sites that have no space left: such a site would show its visitors an error, and look broken. */
export function unpublishEmptySites({ store }: Pick<Context, 'store'>): void {
  store.run(`UPDATE sites SET published = 0 WHERE published = 1 AND NOT ${hasSpaces}`);
}

/** In SQL: the row of `sites` has a space that is not deleted. */
const hasSpaces = `EXISTS (SELECT 1 FROM site_spaces JOIN spaces ON spaces.id = space
  WHERE site = sites.id AND deleted_at IS NULL)`;

/** Says whether a site has anything to show. */
export function showsSpaces({ store }: Pick<Context, 'store'>, site: string): boolean {
  return store.get(`SELECT 1 FROM sites WHERE id = ? AND ${hasSpaces}`, site) !== undefined;
}

/** Makes sure that a site has one default section, and each section (or the root) one default site space. */
export function ensureDefaults({ store }: Pick<Context, 'store'>, site: string): void {
  const first = (table: string, condition: string, ...parameters: string[]): void => {
    const known = store.get(`SELECT 1 FROM ${table} WHERE ${condition} AND is_default = 1`, ...parameters);
    if (known !== undefined) return;
    store.run(
      `UPDATE ${table} SET is_default = 1 WHERE id =
         (SELECT id FROM ${table} WHERE ${condition} ORDER BY position, id LIMIT 1)`,
      ...parameters,
    );
  };
  first('site_sections', 'site = ?', site);
  first('site_spaces', 'section IS NULL AND site = ?', site);
  for (const { id } of store.all<{ id: string }>('SELECT id FROM site_sections WHERE site = ?', site)) {
    first('site_spaces', 'section = ?', id);
  }
}
