import { escapeHtml } from '../html/print.ts';
import { resolveLink } from '../model/resolve-link.ts';
import type { PlacedSpace, SiteModel } from '../model/site-model.ts';
import { placeOf } from '../model/urls.ts';
import { metaPolicy } from '../page/csp.ts';
import type { SiteWarning } from '../source.ts';

export interface RedirectRow {
  /**
   * The path that readers ask for: no slash at either end, not encoded, and without characters that a host's file could misread.
   */
  readonly from: string;
  /** The address, with the base path, in a form that means the same in the files of all hosts. */
  readonly to: string;
}

/** The redirects of all spaces that have a target and do not hide a page. */
export function redirectsOf(model: SiteModel): {
  readonly rows: readonly RedirectRow[];
  readonly warnings: readonly SiteWarning[];
} {
  const rows: RedirectRow[] = [];
  const warnings: SiteWarning[] = [];
  const taken = new Set(model.pages.map((page) => page.place.path.replace(/\/$/, '')));
  for (const space of model.spaces) {
    for (const { from, to, line } of space.source.redirects) {
      const row = redirectRow(model, space, { from, to });
      if (typeof row === 'string')
        warnings.push({
          space: space.source.id,
          file: '.gitbook.yaml',
          ...(line === undefined ? {} : { line }),
          message: row,
        });
      else if (!taken.has(row.from)) {
        taken.add(row.from);
        rows.push(row);
      }
    }
  }
  return { rows: rows.sort((a, b) => (a.from < b.from ? -1 : 1)), warnings };
}

/** A redirect for the files of hosts, or the reason why it is left out. */
function redirectRow(
  model: SiteModel,
  space: PlacedSpace,
  { from, to }: { readonly from: string; readonly to: string },
): RedirectRow | string {
  const written = from.replace(/^\/+|\/+$/g, '').replace(/\.(?:md|html)$/, '');
  const path = (space.prefix + written).replace(/^\/+/, '');
  if (!isPlainPath(path)) return `the redirect from "${from}" is left out: it is not an address`;
  const folder = space.source.pages.length > 0 ? (space.home?.file.replace(/[^/]*$/, '') ?? '') : '';
  const target = resolveLink({ model, space, from: placeOf(path), file: folder }, to);
  if (target.kind === 'broken') return `the redirect from "${from}" leads nowhere: "${to}"`;
  const address = portableAddress(target.url);
  return address === undefined
    ? `the redirect from "${from}" is left out: "${to}" is not an address of a page`
    : { from: path, to: address };
}

/** Whether a path is free of characters that hosts read as wildcards, variables, groups or ends of words. */
function isPlainPath(path: string): boolean {
  const isPlain = (part: string): boolean =>
    part !== '' &&
    part !== '.' &&
    part !== '..' &&
    !/[\s\p{C}"<>\\^`{|}[\]*:?#%]/u.test(part) &&
    !part.startsWith('_');
  return path.split('/').every(isPlain);
}

/**
 * An address without characters that hosts interpret: blanks, braces, dollars, colons, groups and the like are percent-encoded
 * after the host's name, which changes nothing for browsers.
 */
export function portableAddress(url: string): string | undefined {
  const isOwn = /^\/(?!\/)/.test(url);
  if (!isOwn && !/^https?:\/\//i.test(url)) return undefined;
  if (!URL.canParse(url, 'https://own.invalid')) return undefined;
  const parsed = new URL(url, 'https://own.invalid');
  if (parsed.username !== '' || parsed.password !== '' || !/^[\w.-]+(?::\d+)?$/.test(parsed.host))
    return undefined;
  const rest = parsed.href.slice(parsed.origin.length);
  const encoded = rest
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w\-.~/?#&=;,@%!]/g, (character) =>
      character.charCodeAt(0) < 0x80
        ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
        : encodeURIComponent(character),
    );
  return isOwn ? encoded : parsed.origin + encoded;
}

/** A page that redirects, for hosts without redirects. */
export function redirectPage(model: SiteModel, to: string): string {
  const url = escapeHtml(to);
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${escapeHtml(metaPolicy)}"><meta name="referrer" content="no-referrer"><title>${escapeHtml(model.title)}</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${url}"></head><body><p><a href="${url}">${url}</a></p></body></html>\n`;
}
