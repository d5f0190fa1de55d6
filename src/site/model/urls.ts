import { decodePercent } from '../../content/index.ts';

/** How the site's addresses look. */
export interface UrlStyle {
  /**
   * `clean`: `/guide/start`, for hosts, which find the page by its file. `file`: `guide/start.html`, relative, for reading from a
   * folder. `path`: as `clean`, but each page is at its own path, whatever its file is called, for a server that knows the pages.
   */
  readonly kind: 'clean' | 'file' | 'path';
  /** The path of the site's root, with a slash at both ends. */
  readonly basePath: string;
  /** The site's full address, for places that need an absolute address (canonical, sitemap, feed). */
  readonly baseUrl: string | undefined;
}

/** Reads `--base-url`: an address (`https://host/docs/`) or a path (`/docs`). */
export function urlStyle(baseUrl: string | undefined, kind: UrlStyle['kind'] = 'clean'): UrlStyle {
  if (baseUrl === undefined || baseUrl === '') return { kind, basePath: '/', baseUrl: undefined };
  const isAddress = /^https?:\/\//i.test(baseUrl);
  const path = isAddress ? new URL(baseUrl).pathname : baseUrl;
  const basePath = `/${path.split('/').filter(Boolean).map(recoded).join('/')}/`.replace('//', '/');
  return { kind, basePath, baseUrl: isAddress ? `${new URL(baseUrl).origin}${basePath}` : undefined };
}

/** Encodes a part of an address, whether its writer has encoded it or not. */
function recoded(segment: string): string {
  return encodeSegment(decodePercent(segment));
}

/** A place on the site: the address without the base, and the file. */
export interface Place {
  /** `guide/start`, or `` for the start page, `guide/` for a folder's own page. Not encoded. Only in the style `path` may the file have another name. */
  readonly path: string;
  /** `guide/start.html`, `guide/index.html`. */
  readonly file: string;
}

/** The place of a page with a path (`guide/start`), or of a folder (`guide/`, ``). */
export function placeOf(path: string): Place {
  return { path, file: path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html` };
}

/** The place of the page that offers a search field and lists all pages. */
export const searchPlace = placeOf('search');
/** The place of the page for unknown addresses; hosts look for it by this name. */
export const notFoundPlace = placeOf('404');
/** The place of the page that the worker shows instead of a page that it has not kept. */
export const offlinePlace = placeOf('_offline');

/** The site's own pages, whose addresses no page of a space may have. */
export const ownPlaces: readonly Place[] = [searchPlace, notFoundPlace, offlinePlace];

/** The place of a page's markdown, beside the page. */
export function markdownPlace({ path, file }: Place): Place {
  const isFolder = path === '' || path.endsWith('/');
  return { path: `${path}${isFolder ? 'index' : ''}.md`, file: file.replace(/\.html$/, '.md') };
}

/** The address of `target` as written on the page at `from`. */
export function hrefTo(style: UrlStyle, from: Place, target: Place | string): string {
  const path = typeof target === 'string' ? target : style.kind === 'file' ? target.file : target.path;
  if (style.kind !== 'file') return style.basePath + encodePath(path);
  return relativeTo(from.file, path);
}

/** The absolute address of a place, if the site's address is known. */
export function absoluteUrl(style: UrlStyle, target: Place | string): string | undefined {
  if (style.baseUrl === undefined) return undefined;
  return style.baseUrl + encodePath(typeof target === 'string' ? target : target.path);
}

/** Encodes each part of a path for an address. */
export function encodePath(path: string): string {
  // Most paths need no encoding, and every link has a path.
  if (/^[\w./~-]*$/.test(path)) return path;
  return path.split('/').map(encodeSegment).join('/');
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:40|3A|2B|2C|3D|24|21|27|28|29|2A)/g, decodeURIComponent);
}

function relativeTo(from: string, target: string): string {
  const fromParts = from.split('/').slice(0, -1);
  const parts = target.split('/');
  let shared = 0;
  while (shared < fromParts.length && shared < parts.length - 1 && fromParts[shared] === parts[shared])
    shared += 1;
  const path = [...fromParts.slice(shared).map(() => '..'), ...parts.slice(shared).map(encodeSegment)].join(
    '/',
  );
  return /^[^/]*:/.test(path) ? `./${path}` : path;
}
