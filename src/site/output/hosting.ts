import { escapeHtml } from '../html/print.ts';
import { resolveLink } from '../model/resolve-link.ts';
import type { SiteModel } from '../model/site-model.ts';
import { hrefTo, placeOf } from '../model/urls.ts';
import { headerPolicy, safetyHeaders } from '../page/csp.ts';
import type { SiteWarning } from '../source.ts';

export interface RedirectRow {
  readonly from: string;
  /** Address, with the base path. */
  readonly to: string;
}

/** The redirects of all spaces that lead somewhere and stand in no page's way. */
export function redirectsOf(model: SiteModel): {
  readonly rows: readonly RedirectRow[];
  readonly warnings: readonly SiteWarning[];
} {
  const rows: RedirectRow[] = [];
  const warnings: SiteWarning[] = [];
  const taken = new Set(model.pages.map((page) => page.place.path.replace(/\/$/, '')));
  for (const space of model.spaces) {
    for (const { from, to } of space.source.redirects) {
      const path = (space.prefix + from.replace(/^\/+|\/+$/g, '').replace(/\.(?:md|html)$/, '')).replace(
        /^\/+/,
        '',
      );
      const place = placeOf(path);
      if (
        path === '' ||
        path.split('/').some((part) => part === '' || part === '.' || part === '..' || hasOddCharacter(part))
      ) {
        warnings.push({
          space: space.source.id,
          file: '.gitbook.yaml',
          message: `the redirect from "${from}" is left out: it is no address`,
        });
        continue;
      }
      if (taken.has(path)) continue;
      const target = resolveLink(
        model,
        space,
        place,
        space.source.pages.length > 0 ? (space.home?.file.replace(/[^/]*$/, '') ?? '') : '',
        to,
      );
      if (target.kind === 'broken') {
        warnings.push({
          space: space.source.id,
          file: '.gitbook.yaml',
          message: `the redirect from "${from}" leads nowhere: "${to}"`,
        });
        continue;
      }
      taken.add(path);
      rows.push({ from: path, to: target.url });
    }
  }
  return { rows: rows.sort((a, b) => (a.from < b.from ? -1 : 1)), warnings };
}

/** A page that leads on, for hosts that know no redirects. */
export function redirectPage(model: SiteModel, to: string): string {
  const url = escapeHtml(to);
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(model.title)}</title><meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=${url}"><link rel="canonical" href="${url}"></head><body><p><a href="${url}">${url}</a></p></body></html>\n`;
}

/** Settings for common hosts: headers, clean addresses, redirects, the page for addresses that lead nowhere. */
export function hostingFiles(
  model: SiteModel,
  rows: readonly RedirectRow[],
): { readonly file: string; readonly text: string }[] {
  const { basePath } = model.urls;
  const fromOf = (row: RedirectRow): string => hrefTo(model.urls, placeOf(''), row.from);
  const attachment = 'Content-Disposition: attachment';
  const netlify = [
    `${basePath}*`,
    ...safetyHeaders.map(([name, value]) => `  ${name}: ${value}`),
    ...(model.indexable ? [] : ['  X-Robots-Tag: noindex, nofollow']),
    `${basePath}_site/*`,
    '  Cache-Control: public, max-age=31536000, immutable',
    `${basePath}*/_files/*.txt`,
    `  ${attachment}`,
    `${basePath}*.md`,
    '  Content-Type: text/markdown; charset=utf-8',
  ];
  const nginx = [
    '# Include this in the server block that serves the folder of this site as its root.',
    ...safetyHeaders.map(([name, value]) => `add_header ${name} "${value}" always;`),
    ...(model.indexable ? [] : ['add_header X-Robots-Tag "noindex, nofollow" always;']),
    'types { text/markdown md; }',
    'error_page 404 /404.html;',
    ...rows.map((row) => `location = ${quoted(fromOf(row))} { return 301 ${quoted(row.to)}; }`),
    `location ${basePath} { try_files $uri $uri.html $uri/index.html =404; }`,
  ];
  const caddy = [
    '# Import this into the site block that serves the folder of this site.',
    'header {',
    ...safetyHeaders.map(([name, value]) => `\t${name} "${value}"`),
    ...(model.indexable ? [] : ['\tX-Robots-Tag "noindex, nofollow"']),
    '}',
    ...rows.map((row) => `redir ${quoted(fromOf(row))} ${quoted(row.to)} permanent`),
    'try_files {path} {path}.html {path}/index.html',
    'handle_errors {',
    '\trewrite * /404.html',
    '\tfile_server',
    '}',
  ];
  const apache = [
    '<IfModule mod_headers.c>',
    ...safetyHeaders.map(([name, value]) => `Header always set ${name} "${value}"`),
    ...(model.indexable ? [] : ['Header always set X-Robots-Tag "noindex, nofollow"']),
    '</IfModule>',
    'AddType text/markdown .md',
    `ErrorDocument 404 ${basePath}404.html`,
    ...rows.map((row) => `RedirectMatch 301 "^${escapePattern(fromOf(row))}/?$" ${quoted(row.to)}`),
    'Options -MultiViews -Indexes',
    '<IfModule mod_rewrite.c>',
    'RewriteEngine On',
    'RewriteCond %{REQUEST_FILENAME}.html -f',
    'RewriteRule ^(.+[^/])$ $1.html [L]',
    '</IfModule>',
  ];
  return [
    { file: '_headers', text: lines(netlify) },
    { file: '_redirects', text: lines(rows.map((row) => `${fromOf(row)} ${row.to} 301`)) },
    {
      file: 'vercel.json',
      text: `${JSON.stringify(
        {
          cleanUrls: true,
          trailingSlash: false,
          headers: [{ source: '/(.*)', headers: safetyHeaders.map(([key, value]) => ({ key, value })) }],
          redirects: rows.map((row) => ({ source: `/${row.from}`, destination: row.to, permanent: true })),
        },
        null,
        2,
      )}\n`,
    },
    { file: 'hosting/nginx.conf', text: lines(nginx) },
    { file: 'hosting/Caddyfile', text: lines(caddy) },
    { file: '.htaccess', text: lines(apache) },
    { file: '.nojekyll', text: '' },
  ];
}

/** The policy as hosts send it, for whoever serves pages in another way. */
export const contentSecurityPolicy = headerPolicy;

function lines(all: readonly string[]): string {
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

function quoted(value: string): string {
  return `"${value.replace(/["\\$]/g, (character) => encodeURIComponent(character))}"`;
}

function escapePattern(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\"]/g, '\\$&');
}

function hasOddCharacter(part: string): boolean {
  return /[\s"<>\\^`{|}*:?#%]/.test(part) || part.startsWith('_');
}
