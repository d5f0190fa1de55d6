import type { SiteModel } from '../model/site-model.ts';
import { encodePath, notFoundPlace } from '../model/urls.ts';
import {
  headerPolicy,
  noAllowedSources,
  securityHeadersFor,
  transportHeader,
  type AllowedSources,
} from '../page/csp.ts';
import { siteTypes } from '../assets/file-types.ts';
import { ownNotFoundPages } from './not-found.ts';
import type { RedirectRow } from './redirects.ts';

interface HostFile {
  readonly file: string;
  readonly text: string;
}

/** The settings that all host files express, each in its own language. */
interface Settings {
  /** With a slash at both ends. */
  readonly basePath: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly rows: readonly RedirectRow[];
  /** The parts of the site that have their own page for unknown addresses, by the beginnings of their paths. */
  readonly parts: readonly string[];
}

/** Files for common hosts: headers, clean addresses, redirects, the page for unknown addresses. */
export function hostingFiles(
  model: SiteModel,
  rows: readonly RedirectRow[],
  loads: readonly string[] = [],
  allowance: AllowedSources = noAllowedSources,
): readonly HostFile[] {
  const settings: Settings = {
    basePath: model.urls.basePath,
    headers: [
      ...securityHeadersFor(loads, allowance),
      ...(model.urls.basePath === '/' ? [transportHeader] : []),
      ...(model.indexable ? [] : [['X-Robots-Tag', 'noindex, nofollow'] as const]),
    ],
    rows,
    parts: ownNotFoundPages(model).map(({ prefix }) => prefix),
  };
  return [
    { file: '_headers', text: lines(netlifyHeaders(settings)) },
    { file: '_redirects', text: lines(netlifyRedirects(settings)) },
    { file: 'vercel.json', text: `${JSON.stringify(vercel(settings), null, 2)}\n` },
    { file: 'hosting/nginx.conf', text: lines(nginx(settings)) },
    { file: 'hosting/Caddyfile', text: lines(caddy(settings)) },
    { file: '.htaccess', text: lines(apache(settings)) },
    { file: '.nojekyll', text: '' },
  ];
}

/** The policy for the header, for anybody who serves pages in another way. */
export const contentSecurityPolicy = headerPolicy;

const markdownType = siteTypes['md'] ?? 'text/markdown';

function netlifyHeaders({ basePath, headers }: Settings): string[] {
  return [
    `${basePath}*`,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
    `${basePath}_site/*`,
    '  Cache-Control: public, max-age=31536000, immutable',
    ...[`${basePath}_files/*.txt`, `${basePath}*/_files/*.txt`].flatMap((path) => [
      path,
      '  Content-Disposition: attachment',
    ]),
    `${basePath}*.md`,
    `  Content-Type: ${markdownType}`,
  ];
}

function netlifyRedirects({ basePath, rows, parts }: Settings): string[] {
  return [
    ...rows.map(({ from, to }) => `${basePath}${encodePath(from)} ${to} 301`),
    ...parts
      .map((part) => basePath + encodePath(part))
      .map((part) => `${part}* ${part}${notFoundPlace.file} 404`),
  ];
}

function vercel({ basePath, headers, rows }: Settings): unknown {
  // In a source, these characters make patterns unless a backslash comes before them.
  const source = (path: string): string => path.replace(/[(){}:*+?\\.]/g, '\\$&');
  return {
    cleanUrls: true,
    trailingSlash: false,
    headers: [
      { source: '/(.*)', headers: headers.map(([key, value]) => ({ key, value })) },
      { source: '/(.*)\\.md', headers: [{ key: 'Content-Type', value: markdownType }] },
    ],
    redirects: rows.map(({ from, to }) => ({
      source: source(basePath + encodePath(from)),
      destination: to,
      permanent: true,
    })),
  };
}

function nginx({ basePath, headers, rows, parts }: Settings): string[] {
  const inner = decoded(basePath);
  return [
    '# Include this in the server block that serves the folder of this site as its root.',
    ...headers.map(([name, value]) => `add_header ${name} "${value}" always;`),
    // A nested table of types replaces the outer one, so ours is complete.
    'types {',
    ...nginxTypes(),
    '}',
    'charset utf-8;',
    'charset_types text/css text/csv text/javascript text/markdown text/plain application/json application/xml;',
    ...nginxNotFound(inner, parts),
    'location ~ "/\\.(?!well-known/)" { return 404; }',
    ...rows.flatMap(({ from, to }) =>
      [from, `${from}/`].map((path) => `location = "${inner}${path}" { return 301 "${to}"; }`),
    ),
    ...(basePath === '/'
      ? []
      : [
          ...['', ...parts].map((part) => `location = "/${part}404.html" { internal; }`),
          `location = "${inner.slice(0, -1)}" { return 301 "${basePath.replaceAll('$', '%24')}"; }`,
        ]),
    `location "${inner}" {`,
    ...nginxFiles(inner, ['$uri', '$uri.html', '$uri/index.html', '=404']).map((line) => `  ${line}`),
    // The address of a page has no slash at its end, unless the page is that of a folder.
    `  location ~ "^${escapePattern(inner)}(?<page>.+)/$" {`,
    ...nginxFiles(inner, ['$uri/index.html', '@page']).map((line) => `    ${line}`),
    '  }',
    '}',
    'location @page {',
    `  if (-f "$document_root/$page.html") { rewrite "^/(.+)/$" "${inner}$1" permanent; }`,
    '  return 404;',
    '}',
  ];
}

/** A variable is set before nginx looks for a location, so that it holds for everything that is not there. */
function nginxNotFound(inner: string, parts: readonly string[]): string[] {
  if (parts.length === 0) return ['error_page 404 /404.html;'];
  return [
    'set $not_found_page /404.html;',
    // The last one that fits counts.
    ...parts
      .toReversed()
      .map(
        (part) => `if ($uri ~ "^${escapePattern(inner + part)}") { set $not_found_page "/${part}404.html"; }`,
      ),
    'error_page 404 $not_found_page;',
  ];
}

function nginxFiles(inner: string, files: readonly string[]): string[] {
  return [
    ...(inner === '/' ? [] : [`rewrite "^${escapePattern(inner)}(.*)$" /$1 break;`]),
    `try_files ${files.join(' ')};`,
  ];
}

function nginxTypes(): string[] {
  const endings = new Map<string, string[]>();
  for (const [ending, type] of Object.entries(siteTypes)) {
    const bare = type.replace(/;.*/, '');
    endings.set(bare, [...(endings.get(bare) ?? []), ending]);
  }
  return [...endings].map(([type, all]) => `  ${type} ${all.join(' ')};`);
}

function caddy({ basePath, headers, rows, parts }: Settings): string[] {
  const inner = decoded(basePath);
  return [
    '# Import this into the site block that serves the folder of this site.',
    'header {',
    ...headers.map(([name, value]) => `\t${name} "${value}"`),
    '}',
    '@hidden path_regexp "/\\.(?:[^w]|w[^e]|we[^l])"',
    'error @hidden 404',
    ...rows.flatMap(({ from, to }) =>
      [from, `${from}/`].map((path) => `redir "${inner}${path}" "${to}" permanent`),
    ),
    ...(basePath === '/' ? [] : [`uri strip_prefix "${inner.slice(0, -1)}"`]),
    'try_files {path} {path}.html {path}/index.html',
    // The address of a page has no slash at its end. The address as the reader asked for it is encoded already.
    '@slash {',
    '\tpath_regexp page ^(.+)/$',
    '\tvars_regexp asked {http.request.orig_uri} ^(/[^/?][^?]*)/(\\?.*)?$',
    '}',
    'route @slash {',
    '\t@page {',
    '\t\tfile {re.page.1}.html',
    '\t\tnot file {re.page.1}/index.html',
    '\t}',
    '\tredir @page {re.asked.1}{re.asked.2} permanent',
    '}',
    '@markdown path *.md',
    `header @markdown Content-Type "${markdownType}"`,
    'handle_errors {',
    ...caddyNotFound(inner, parts).map((line) => `\t${line}`),
    '}',
  ];
}

function caddyNotFound(inner: string, parts: readonly string[]): string[] {
  const shown = (file: string): string[] => [`rewrite * ${file}`, 'file_server'];
  if (parts.length === 0) return shown('/404.html');
  const block = (head: string, file: string): string[] => [
    head,
    ...shown(file).map((line) => `\t${line}`),
    '}',
  ];
  return [
    ...parts.flatMap((part) => block(`handle "${inner}${part}*" {`, `"/${part}404.html"`)),
    ...block('handle {', '/404.html'),
  ];
}

function apache({ basePath, headers, rows, parts }: Settings): string[] {
  return [
    '<IfModule mod_headers.c>',
    ...headers.map(([name, value]) => `Header always set ${name} "${value}"`),
    '</IfModule>',
    `AddType "${markdownType}" .md`,
    `ErrorDocument 404 ${basePath}404.html`,
    // The last one that fits counts.
    ...parts
      .toReversed()
      .flatMap((part) => [
        `<If "%{REQUEST_URI} =~ m#^${escapePattern(decoded(basePath) + part)}#">`,
        `ErrorDocument 404 ${basePath}${encodePath(part)}404.html`,
        '</If>',
      ]),
    'RedirectMatch 404 "/\\.(?!well-known/)"',
    'Options -MultiViews -Indexes',
    'DirectorySlash Off',
    '<IfModule mod_rewrite.c>',
    'RewriteEngine On',
    ...(basePath === '/'
      ? []
      : [
          'RewriteOptions AllowNoSlash',
          'RewriteCond %{REQUEST_URI} !/$',
          `RewriteRule ^$ "${inRule(basePath)}" [R=301,NE,L]`,
        ]),
    ...rows.map(({ from, to }) => `RewriteRule "^${escapePattern(from)}/?$" "${inRule(to)}" [R=301,NE,L]`),
    // The address of a page has no slash at its end. What follows a file's name is not part of the file.
    'RewriteCond %{PATH_INFO} ^/?$',
    'RewriteCond %{REQUEST_FILENAME} ^(.+?)/?$',
    'RewriteCond %1.html -f',
    'RewriteCond %1/index.html !-f',
    `RewriteRule ^(.+)/$ "${inRule(decoded(basePath))}$1" [R=301,L]`,
    'RewriteCond %{PATH_INFO} ^$',
    'RewriteCond %{REQUEST_FILENAME}.html -f',
    'RewriteRule ^(.+[^/])$ $1.html [L]',
    'RewriteCond %{REQUEST_FILENAME}/index.html -f',
    'RewriteRule ^(.+[^/])$ $1/index.html [L]',
    'RewriteCond %{REQUEST_FILENAME} -d',
    'RewriteCond %{REQUEST_FILENAME}/index.html !-f',
    'RewriteRule ^ - [R=404,L]',
    '</IfModule>',
  ];
}

/** In the target of a rule, a percent sign before a digit would refer to a group of a condition, and a dollar to one of the rule. */
function inRule(address: string): string {
  return address.replace(/[%$\\]/g, '\\$&');
}

function lines(all: readonly string[]): string {
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** Hosts compare a path after they have decoded it. */
function decoded(path: string): string {
  return decodeURIComponent(path);
}

function escapePattern(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\"]/g, '\\$&');
}
