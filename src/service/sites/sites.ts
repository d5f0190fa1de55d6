import type { Site, SiteCustomization } from '../../contract/index.ts';
import { opensSite, roleIn, siteRights } from '../access/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context } from '../context.ts';
import { activeShareKey } from './share-keys.ts';
import type { SiteRow } from '../site-rows/rows.ts';
import { ownBase, publishedUrl, siteBase } from '../site-rows/urls.ts';

/** The sites as the interface shows them. The address of a site behind a share link needs the key, or the right to hand the key out. */
export function sitesJson(ctx: Context, rows: readonly SiteRow[], shareKey?: string): Site[] {
  const counts = new Map(
    ctx.store
      .all<{ site: string; n: number }>(
        `SELECT site, count(*) AS n FROM site_spaces JOIN spaces ON spaces.id = space
         WHERE deleted_at IS NULL AND site IN (SELECT value FROM json_each(?)) GROUP BY site`,
        JSON.stringify(rows.map((row) => row.id)),
      )
      .map(({ site, n }) => [site, n]),
  );
  const defaults = defaultSpaces(ctx, rows);
  return rows.map((row) => {
    const chosen = JSON.parse(row.customization) as Partial<SiteCustomization>;
    return {
      object: 'site',
      id: row.id,
      type: row.type,
      appliedType: row.type,
      title: row.title,
      ...withoutNulls({ icon: chosen.favicon, hostname: row.hostname, basename: row.basename }),
      ...(row.proxy === null ? {} : { proxy: { origin: row.proxy, target: ownBase(ctx.baseUrl, row) } }),
      visibility: row.visibility,
      published: row.published === 1,
      siteSpaces: counts.get(row.id) ?? 0,
      ...withoutNulls({ defaultSpace: defaults.get(row.id) }),
      createdAt: row.created_at,
      adaptiveContent: { enabled: row.adaptive_content === 1 },
      agentsContext: row.agents_context,
      features: [],
      defaultLevel: 'inherit',
      // Everybody who gets this answer may see the site, even a visitor without a role.
      permissions: { ...siteRights(roleOf(ctx, row)), view: true },
      urls: {
        location: `${ctx.baseUrl}/v1/orgs/${row.organization}/sites/${row.id}`,
        app: `${ctx.appBase}/sites/${row.id}`,
        ...withoutNulls({ published: siteAddress(ctx, row, shareKey)?.([]) }),
        preview: `${ctx.baseUrl}/app/sites/${row.id}`,
      },
    };
  });
}

/** The first space of each site: the default of its root, or of its default section. */
function defaultSpaces({ store }: Context, sites: readonly SiteRow[]): Map<string, string> {
  const rows = store.all<{ site: string; space: string }>(
    `SELECT site_spaces.site, space FROM site_spaces JOIN spaces ON spaces.id = space
     LEFT JOIN site_sections ON site_sections.id = section
     WHERE deleted_at IS NULL AND site_spaces.site IN (SELECT value FROM json_each(?))
     ORDER BY coalesce(site_sections.is_default, 1), coalesce(-site_sections.position, 0), site_spaces.is_default,
       site_spaces.position DESC`,
    JSON.stringify(sites.map((row) => row.id)),
  );
  // The last row of a site wins: its default space, or else the first in order.
  return new Map(rows.map(({ site, space }) => [site, space]));
}

/** Makes the addresses of the parts of a published site; undefined when it has no address that the caller may know. */
export function siteAddress(
  ctx: Context,
  site: SiteRow,
  shareKey: string | undefined,
): ((parts: Parameters<typeof publishedUrl>[1]) => string) | undefined {
  if (site.published !== 1) return undefined;
  const base = siteBase(ctx.baseUrl, site);
  if (site.visibility !== 'share-link') return (parts) => publishedUrl(base, parts, undefined);
  const key =
    shareKey !== undefined && opensSite(ctx.store, site.id, shareKey) ? shareKey : ownKey(ctx, site);
  return key === undefined ? undefined : (parts) => publishedUrl(base, parts, key);
}

function roleOf(ctx: Context, site: SiteRow): Parameters<typeof siteRights>[0] {
  return roleIn(ctx, site.organization);
}

function ownKey(ctx: Context, site: SiteRow): string | undefined {
  return siteRights(roleOf(ctx, site)).edit ? activeShareKey(ctx, site.id) : undefined;
}
