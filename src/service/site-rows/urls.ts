import type { SiteRow } from './rows.ts';

type Placed = Pick<SiteRow, 'id' | 'published' | 'hostname' | 'proxy'>;

/** The address at which visitors find a site, with a slash at the end: behind its proxy, under its own host name, or on this service. */
export function siteBase(baseUrl: string, site: Placed): string {
  if (site.proxy !== null) return `https://${site.proxy}/`;
  return ownBase(baseUrl, site);
}

/** The address of a site without the proxy: the proxy itself requests this one. */
export function ownBase(baseUrl: string, site: Placed): string {
  return site.hostname === null ? `${baseUrl}/sites/${site.id}/` : `https://${site.hostname}/`;
}

/** The address of a part of a published site; the default of a level adds nothing to the path. */
export function publishedUrl(
  base: string,
  parts: readonly ({ path: string; isDefault: boolean } | undefined)[],
  shareKey: string | undefined,
): string {
  const path = parts
    .filter((part) => part !== undefined && !part.isDefault)
    .map((part) => `${encodeURIComponent(part!.path)}/`)
    .join('');
  return `${base}${path}${shareKey === undefined ? '' : `?shareKey=${encodeURIComponent(shareKey)}`}`;
}
