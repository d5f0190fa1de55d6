import { opensSite } from '../access/index.ts';
import type { Context } from '../context.ts';
import { publishedUrl, siteBase } from './urls.ts';
import type { SiteVisibility } from '../../contract/index.ts';

interface Row {
  space: string;
  site: string;
  hostname: string | null;
  proxy: string | null;
  published: number;
  visibility: SiteVisibility;
  path: string;
  is_default: number;
  section_path: string | null;
  section_default: number | null;
}

/**
 * The addresses of published spaces: `published` on the first published site with the space (behind a share link only when `shareKey` opens
 * it), and `public`, too, when anybody may read the space there. One query for all of them.
 */
export function publishedUrls(
  { store, baseUrl }: Pick<Context, 'store' | 'baseUrl'>,
  spaces: readonly string[],
  { shareKey }: { shareKey?: string | undefined } = {},
): Map<string, { published: string; public?: string }> {
  const rows = store.all<Row>(
    `SELECT space, sites.id AS site, hostname, proxy, published, visibility, site_spaces.path, site_spaces.is_default,
       site_sections.path AS section_path, site_sections.is_default AS section_default
     FROM site_spaces JOIN sites ON sites.id = site_spaces.site
     LEFT JOIN site_sections ON site_sections.id = site_spaces.section
     WHERE published = 1 AND space IN (SELECT value FROM json_each(?)) ORDER BY sites.number`,
    JSON.stringify(spaces),
  );
  const urls = new Map<string, { published: string; public?: string }>();
  for (const row of rows) {
    if (urls.has(row.space)) continue;
    const keyed = row.visibility === 'share-link';
    if (keyed && (shareKey === undefined || !opensSite(store, row.site, shareKey))) continue;
    const published = publishedUrl(
      siteBase(baseUrl, { id: row.site, published: row.published, hostname: row.hostname, proxy: row.proxy }),
      [
        row.section_path === null
          ? undefined
          : { path: row.section_path, isDefault: row.section_default === 1 },
        { path: row.path, isDefault: row.is_default === 1 },
      ],
      keyed ? shareKey : undefined,
    );
    const open = row.visibility === 'public' || row.visibility === 'unlisted';
    urls.set(row.space, { published, ...(open ? { public: published } : {}) });
  }
  return urls;
}
