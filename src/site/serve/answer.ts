import type { SiteFiles } from '../writer/site-files.ts';
import { endingOf, siteTypes, treatmentOf } from '../assets/file-types.ts';
import { encodePath } from '../model/urls.ts';
import { headerPolicyOf, securityHeaders } from '../page/csp.ts';

/** An answer of a site that is served from its files. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** The beginning of a page, which includes its policy. */
const headBytes = 4096;

function policyOf(body: Uint8Array): Record<string, string> {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(headBytes, body.byteLength));
  const policy = headerPolicyOf(head.toString('latin1'));
  return policy === undefined ? {} : { 'Content-Security-Policy': policy };
}

/**
 * Answers a request from a site's files as a good host would: clean addresses, the markdown of a page on request,
 * safety headers, 404 with the site's own page. `path` is the request's path below the site's base, without a leading slash.
 */
export function answerFromFiles(
  files: SiteFiles,
  path: string,
  { accept = '', base = '/' }: { accept?: string; base?: string } = {},
): SiteAnswer {
  const headers = Object.fromEntries(securityHeaders);
  const clean = decode(path);
  if (clean !== undefined) {
    const wantsMarkdown = /(?:^|[,\s])text\/markdown/.test(accept) && !accept.includes('text/html');
    for (const candidate of candidatesFor(clean, wantsMarkdown)) {
      const body = files.read(candidate);
      if (!body) continue;
      const ending = endingOf(candidate);
      const isUserFile = /(?:^|\/)_files\//.test(candidate);
      return {
        status: 200,
        headers: {
          ...headers,
          ...(ending === 'html' ? policyOf(body) : {}),
          'Content-Type':
            (Object.hasOwn(siteTypes, ending) ? siteTypes[ending] : undefined) ?? 'application/octet-stream',
          'Cache-Control': candidate.startsWith('_site/')
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
          ...(isUserFile && treatmentOf(candidate) !== 'shown'
            ? { 'Content-Disposition': 'attachment' }
            : {}),
          Vary: 'Accept',
        },
        body,
      };
    }
    const other = otherForm(files, clean);
    if (other !== undefined)
      return {
        status: 308,
        headers: { ...headers, Location: base + encodePath(other) + (/\?[^#]*/.exec(path)?.[0] ?? '') },
        body: new Uint8Array(),
      };
    const redirect = rowFor(files, '301', (from) => from === base + encodeURI(clean.replace(/\/$/, '')));
    if (redirect !== undefined)
      return { status: 301, headers: { ...headers, Location: redirect }, body: new Uint8Array() };
  }
  return {
    status: 404,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: notFoundBody(files, base, clean ?? '') ?? new TextEncoder().encode('Not found'),
  };
}

/** The page for unknown addresses of the part of the site that the path is in. */
function notFoundBody(files: SiteFiles, base: string, path: string): Uint8Array | undefined {
  const asked = base + encodeURI(path);
  const own = rowFor(files, '404', (from) => from.endsWith('*') && asked.startsWith(from.slice(0, -1)));
  return (
    (own === undefined ? undefined : files.read(decode(own.slice(base.length)) ?? '')) ??
    files.read('404.html')
  );
}

function candidatesFor(path: string, wantsMarkdown: boolean): string[] {
  const folder = path === '' || path.endsWith('/');
  const pages = folder ? [`${path}index.html`] : [`${path}.html`, path];
  const hidden = path.split('/').some((part) => part.startsWith('.'));
  if (hidden) return [];
  return wantsMarkdown ? [folder ? `${path}index.md` : `${path}.md`, ...pages] : pages;
}

/** The address with or without a slash at its end, where the page is at that form of the address only. */
function otherForm(files: SiteFiles, path: string): string | undefined {
  if (candidatesFor(path, false).length === 0) return undefined;
  const bare = path.replace(/\/$/, '');
  if (bare === '') return undefined;
  if (bare === path) return files.has(`${path}/index.html`) ? `${path}/` : undefined;
  return files.has(`${bare}.html`) ? bare : undefined;
}

/** The target of the first row of `_redirects` with a status whose path fits. */
function rowFor(files: SiteFiles, wanted: string, fits: (from: string) => boolean): string | undefined {
  const list = files.read('_redirects');
  if (!list) return undefined;
  for (const line of new TextDecoder().decode(list).split('\n')) {
    const [from, to, status] = line.split(' ');
    if (status === wanted && from !== undefined && fits(from)) return to;
  }
  return undefined;
}

function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path.split(/[?#]/)[0] ?? '');
    const safe =
      !decoded.split('/').includes('..') &&
      !decoded.includes('\\') &&
      !decoded.includes('\u0000') &&
      !decoded.startsWith('/');
    return safe ? decoded : undefined;
  } catch {
    return undefined;
  }
}
