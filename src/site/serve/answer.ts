import type { SiteFiles } from '../export/site-files.ts';
import { safetyHeaders } from '../page/csp.ts';

/** An answer of a site that is served from its files. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

const shown = new Set(['avif', 'gif', 'jpeg', 'jpg', 'pdf', 'png', 'svg', 'webp']);

/**
 * Answers a request from a site's files as a good host would: clean addresses, the markdown of a page when it is asked for,
 * safety headers, 404 with the site's own page. `path` is the request's path below the site's base, without a slash in front.
 */
export function answerFromFiles(
  files: SiteFiles,
  path: string,
  { accept = '', base = '/' }: { accept?: string; base?: string } = {},
): SiteAnswer {
  const headers = Object.fromEntries(safetyHeaders.filter(([name]) => name !== 'Strict-Transport-Security'));
  const clean = decode(path);
  if (clean !== undefined) {
    const wantsMarkdown = /(?:^|[,\s])text\/markdown/.test(accept) && !accept.includes('text/html');
    for (const candidate of candidatesFor(clean, wantsMarkdown)) {
      const body = files.read(candidate);
      if (!body) continue;
      const extension = /\.([a-z0-9]+)$/i.exec(candidate)?.[1]?.toLowerCase() ?? '';
      const isUserFile = /(?:^|\/)_files\//.test(candidate);
      return {
        status: 200,
        headers: {
          ...headers,
          'Content-Type':
            (Object.hasOwn(types, extension) ? types[extension] : undefined) ?? 'application/octet-stream',
          'Cache-Control': candidate.startsWith('_site/')
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
          ...(isUserFile && !shown.has(extension) ? { 'Content-Disposition': 'attachment' } : {}),
          Vary: 'Accept',
        },
        body,
      };
    }
    if (clean !== '' && !clean.endsWith('/') && files.has(`${clean}/index.html`))
      return {
        status: 308,
        headers: { ...headers, Location: `${base}${encodeURI(clean)}/` },
        body: new Uint8Array(),
      };
    const redirect = redirectFor(files, base, clean);
    if (redirect !== undefined)
      return { status: 301, headers: { ...headers, Location: redirect }, body: new Uint8Array() };
  }
  return {
    status: 404,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: files.read('404.html') ?? new TextEncoder().encode('Not found'),
  };
}

function candidatesFor(path: string, wantsMarkdown: boolean): string[] {
  const folder = path === '' || path.endsWith('/');
  const pages = folder ? [`${path}index.html`] : [`${path}.html`, path];
  const hidden = path.split('/').some((part) => part.startsWith('.'));
  if (hidden) return [];
  return wantsMarkdown ? [folder ? `${path}index.md` : `${path}.md`, ...pages] : pages;
}

function redirectFor(files: SiteFiles, base: string, path: string): string | undefined {
  const list = files.read('_redirects');
  if (!list) return undefined;
  const wanted = base + encodeURI(path.replace(/\/$/, ''));
  for (const line of new TextDecoder().decode(list).split('\n')) {
    const [from, to] = line.split(' ');
    if (from === wanted && to !== undefined) return to;
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
