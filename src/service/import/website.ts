import { decodeEntities, decodePercent, titleOf } from '../../content/index.ts';
import { isAppError } from '../../base/index.ts';
import { download } from '../change-requests/handlers.ts';
import type { Context } from '../context.ts';
import { parseUrl } from '../web-address.ts';
import type { ForeignContent, ForeignPage } from './foreign.ts';
import { readRobots } from './robots.ts';
import type { SiteRules } from './robots.ts';
import { textOfAnswer } from './text.ts';
import { readWebPage } from './web-page.ts';

const mostPages = 500;
const mostBytes = 100 * 1024 * 1024;
const largestPage = 5 * 1024 * 1024;
const longestMs = 60_000;
const atOnce = 4;
const mostSitemaps = 10;
/** Addresses with such an ending are not pages, and are not requested. */
const noPage =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|xml|rss|atom|pdf|zip|gz|tgz|tar|exe|dmg|mp[34]|webm|woff2?|ttf|csv|docx?|xlsx?|pptx?)$/iu;

/** One page of the web, before an import takes it in. */
export interface ReadPage {
  /** The page's address after redirects. */
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
  readonly links: readonly string[];
  readonly size: number;
  /** Whether the page was markdown already; `markdown` is then its unchanged text. */
  readonly isMarkdown: boolean;
}

/** Reads one page from the web: markdown as it is, HTML turned into markdown. */
export async function readPage(ctx: Pick<Context, 'outgoing'>, url: string): Promise<ReadPage> {
  const got = await download(ctx, url, {
    accept: 'text/html, application/xhtml+xml, text/markdown, */*;q=0.1',
    maxBytes: largestPage,
  });
  const isMarkdown =
    /^text\/(?:markdown|x-markdown)\b/iu.test(got.headers['content-type'] ?? '') ||
    /\.(?:md|markdown)$/iu.test(new URL(got.url).pathname);
  const text = textOfAnswer(got.body, url);
  const size = got.body.byteLength;
  return {
    url: got.url,
    size,
    isMarkdown,
    ...(isMarkdown ? { title: titleOf(text) ?? '', markdown: text, links: [] } : readWebPage(text, got.url)),
  };
}

/**
 * Reads the pages of a site at and below the address of its first page, breadth first, along their links and what the sitemap names; other
 * sites, other parts of the site, and pages that `robots.txt` forbids are not read. The tree follows the addresses: a page's parent is the
 * page with the longest address that the page's own address continues.
 *
 * Bounded: 500 pages, 100 MB, one minute; pages that were found but not read count in `total`, and so do pages that failed.
 */
export async function readWebsite(ctx: Context, start: string, first: ReadPage): Promise<ForeignContent> {
  const until = ctx.clock.now() + longestMs;
  const scope = scopeOf(first.url);
  const rules = await rulesOf(ctx, scope.origin);
  const pages = new Map<string, ReadPage>();
  /** Other addresses that lead to a page. */
  const aliases = new Map<string, string>();
  const known = new Set<string>();
  const waiting: { key: string; url: string }[] = [];
  const add = (links: Iterable<string>): void => {
    for (const link of links) {
      const url = parseUrl(link);
      const key = url === undefined ? undefined : keyIn(scope, url);
      if (url === undefined || key === undefined || known.has(key)) continue;
      known.add(key);
      if (!noPage.test(url.pathname) && rules.allows(url.pathname))
        waiting.push({ key, url: url.origin + url.pathname });
    }
  };
  let bytes = 0;
  const take = (asked: string, page: ReadPage): void => {
    const key = keyOf(new URL(page.url));
    if (key !== asked) aliases.set(asked, key);
    known.add(key);
    if (pages.has(key) || !isWithin(scope, new URL(page.url))) return;
    pages.set(key, page);
    bytes += page.size;
    add(page.links);
  };
  take(keyOf(new URL(start)), first);
  add(await sitemapOf(ctx, scope.origin, rules));
  let failed = 0;
  while (waiting.length > 0 && pages.size < mostPages && bytes < mostBytes && ctx.clock.now() < until) {
    const next = waiting.splice(0, Math.min(atOnce, mostPages - pages.size));
    const read = await Promise.allSettled(next.map(({ url }) => readPage(ctx, url)));
    for (const [index, result] of read.entries()) {
      if (result.status === 'fulfilled') take(next[index]!.key, result.value);
      else if (isAppError(result.reason)) failed += 1;
      else throw result.reason;
    }
  }
  return {
    pages: treeOf(pages),
    files: new Map(),
    total: pages.size + failed + waiting.length,
    keyOf: (target, page) => {
      const url = parseUrl(target, page.key);
      if (url === undefined) return undefined;
      const key = keyOf(url);
      return aliases.get(key) ?? key;
    },
  };
}

interface Scope {
  readonly origin: string;
  /** The path without a slash at the end. */
  readonly path: string;
}

/** An address of a file means its folder. */
function scopeOf(address: string): Scope {
  const { origin, pathname } = new URL(address);
  const path = /\/[^/]*\.[a-z]+$/iu.test(pathname) ? pathname.replace(/\/[^/]*$/u, '') : pathname;
  return { origin, path: path.replace(/\/$/u, '') };
}

function isWithin({ origin, path }: Scope, url: URL): boolean {
  return url.origin === origin && (`${url.pathname}/`.startsWith(`${path}/`) || url.pathname === path);
}

/** One address for a page that people write in several ways. */
function keyOf(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/(?:index\.html?)?$/iu, '')}`;
}

/** The key of a page of this part of the site. Addresses with a query are views of pages, and there may be no end of them. */
function keyIn(scope: Scope, url: URL): string | undefined {
  return isWithin(scope, url) && url.search === '' ? keyOf(url) : undefined;
}

function treeOf(pages: ReadonlyMap<string, ReadPage>): ForeignPage[] {
  const roots: ForeignPage[] = [];
  const made = new Map<string, ForeignPage & { children: ForeignPage[] }>();
  for (const [key, { title, markdown }] of pages) {
    const name = decodePercent(key.slice(key.lastIndexOf('/') + 1)).replace(/\.[a-z]+$/iu, '');
    made.set(key, { key, title: (titleOf(markdown) ?? title) || name, text: markdown, children: [] });
  }
  const [start] = made.values();
  for (const [key, page] of made) {
    if (page === start) roots.push(page);
    else (above(made, key) ?? start)!.children.push(page);
  }
  return roots;
}

function above<Page>(pages: ReadonlyMap<string, Page>, key: string): Page | undefined {
  for (let at = key.lastIndexOf('/'); at > 'https://'.length; at = key.lastIndexOf('/', at - 1)) {
    const found = pages.get(key.slice(0, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function rulesOf(ctx: Context, origin: string): Promise<SiteRules> {
  const text = await optionalText(ctx, `${origin}/robots.txt`);
  return readRobots(text ?? '');
}

/** The addresses in a site's sitemaps, including the sitemaps that those refer to. */
async function sitemapOf(ctx: Context, origin: string, rules: SiteRules): Promise<string[]> {
  const own = rules.sitemaps.filter((address) => parseUrl(address)?.origin === origin);
  const waiting = own.length > 0 ? [...own] : [`${origin}/sitemap.xml`];
  const pages: string[] = [];
  for (let read = 0; read < mostSitemaps && waiting.length > 0; read++) {
    const text = await optionalText(ctx, waiting.shift()!);
    if (text === undefined) continue;
    const places = [...text.matchAll(/<loc>([^<]{1,2048})<\/loc>/gu)].map(([, place = '']) =>
      decodeEntities(place.trim()),
    );
    if (!text.includes('<sitemapindex')) pages.push(...places);
    else waiting.push(...places.filter((address) => parseUrl(address)?.origin === origin));
  }
  return pages;
}

async function optionalText(ctx: Context, url: string): Promise<string | undefined> {
  try {
    const { body } = await download(ctx, url, { accept: 'text/plain, */*;q=0.1', maxBytes: largestPage });
    return textOfAnswer(body, url);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
