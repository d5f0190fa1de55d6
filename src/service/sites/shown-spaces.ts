import { spacePermissionsOf, type GuardedSpace } from '../access/index.ts';
import type { Context } from '../context.ts';
import { siteSpaceRows } from '../site-rows/rows.ts';
import type { SiteSpaceRow } from '../site-rows/rows.ts';

/** The site spaces whose spaces the caller may see: a member sees a site's structure even where one of its spaces is closed to them. */
export function shownSiteSpaces(ctx: Context, site: string, shareKey: string | undefined): SiteSpaceRow[] {
  const rows = siteSpaceRows(ctx, site);
  const spaces = ctx.store.all<GuardedSpace>(
    `SELECT id, organization, parent, default_level, visibility, deleted_at FROM spaces
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows.map(({ space }) => space)),
  );
  const permissions = spacePermissionsOf(ctx, spaces, { shareKey });
  return rows.filter(({ space }) => permissions.get(space)?.view === true);
}
