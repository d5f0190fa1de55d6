import {
  decodeText,
  folderOf,
  joinPath,
  nameOf,
  readSpaceConfig,
  spaceConfigPath,
} from '../../content/index.ts';
import type { SiteRedirect } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import { placesOf } from '../content/links.ts';
import { readFiles } from '../content/lists.ts';
import { getBlob, hashOf } from '../tree/objects.ts';
import { primaryRoot } from '../content/roots.ts';
import type { Handlers } from '../handler.ts';
import { sectionRows, siteRow } from '../site-rows/rows.ts';
import type { SiteSpaceRow } from '../site-rows/rows.ts';
import { shownSiteSpaces } from './shown-spaces.ts';
import { publishedUrl, siteBase } from '../site-rows/urls.ts';

export const oldPathHandlers = {
  getSiteRedirectBySource: (ctx, { params, query }) => {
    const path = query.source.replace(/^\/+|\/+$/gu, '');
    for (const row of shownSiteSpaces(ctx, params.siteId, query.shareKey)) {
      const below = pathBelow(ctx, row, path);
      const found = below === undefined ? undefined : redirectIn(ctx, row, below);
      if (found !== undefined)
        return { redirect: { ...found.redirect, source: query.source }, target: found.target };
    }
    throw notFound('redirect', query.source);
  },
} satisfies Partial<Handlers>;

/** The part of a site's path below one of its spaces; undefined for a path of another space. */
function pathBelow(ctx: Context, row: SiteSpaceRow, path: string): string | undefined {
  const section = sectionRows(ctx, row.site).find(({ id }) => id === row.section);
  const levels = [section, row].filter((level) => level !== undefined);
  let rest = path;
  for (const level of levels) {
    if (rest === level.path || rest.startsWith(`${level.path}/`)) rest = rest.slice(level.path.length + 1);
    else if (level.is_default !== 1) return undefined;
  }
  return rest;
}

interface Found {
  readonly redirect: Omit<SiteRedirect, 'source'>;
  readonly target: string;
}

/** A redirect in the space's `.gitbook.yaml`. */
function redirectIn(ctx: Context, row: SiteSpaceRow, path: string): Found | undefined {
  const root = primaryRoot(ctx, { spaceId: row.space });
  const file = readFiles(ctx, root.revision.files).find((each) => each.path === spaceConfigPath);
  const text = file === undefined ? null : decodeText(getBlob(ctx.store, file.blob) ?? new Uint8Array());
  const config = readSpaceConfig(text);
  const rule = config.redirects.find(({ from }) => from === path);
  if (rule === undefined) return undefined;
  const base = {
    object: 'site-redirect',
    id: hashOf(`${row.id}\n${rule.from}`),
    draft: false,
    captureWildcard: false,
    permanent: true,
    createdAt: root.revision.created_at,
  } as const;
  if (/^https?:\/\//iu.test(rule.to))
    return { redirect: { ...base, destination: { kind: 'external', url: rule.to } }, target: rule.to };
  const page = pageAt(ctx, row, joinPath(config.root, rule.to) ?? '');
  if (page === undefined) return undefined;
  return {
    redirect: { ...base, destination: { kind: 'site-page', siteSpaceId: row.id, pageId: page.id } },
    target: addressOf(ctx, row) + page.path,
  };
}

function pageAt(ctx: Context, row: SiteSpaceRow, path: string): { id: string; path: string } | undefined {
  const { pageAt: at, tree } = placesOf(ctx, primaryRoot(ctx, { spaceId: row.space }));
  const bare = path.replace(/\/+$/u, '');
  const found =
    at(bare) ??
    at(bare === '' ? 'README.md' : `${bare}/README.md`) ??
    at(`${bare}.md`) ??
    tree.byPath.get(bare);
  if (found === undefined) return undefined;
  const isFirst = found === tree.pages[0] || (folderOf(path) === '' && nameOf(path) === 'README.md');
  return { id: found.page.id, path: isFirst ? '' : found.path };
}

function addressOf(ctx: Context, row: SiteSpaceRow): string {
  const section = sectionRows(ctx, row.site).find(({ id }) => id === row.section);
  const level = (one: { path: string; is_default: number } | undefined) =>
    one === undefined ? undefined : { path: one.path, isDefault: one.is_default === 1 };
  return publishedUrl(siteBase(ctx.baseUrl, siteRow(ctx, row.site)), [level(section), level(row)], undefined);
}
