/**
 * The links of a revision: which places point at what, and whether it is there. A document's links are read once and kept
 * by its hash; what a link means depends on where its page lies, and is worked out for each revision.
 */
import { posix } from 'node:path';
import {
  decodePercent,
  folderOf,
  headingAnchors,
  isExternalTarget,
  linksOf,
  splitTarget,
} from '../../content/index.ts';
import type { Context } from '../context.ts';
import { isInclude } from './reusable.ts';
import type { StoredFile, StoredReusable } from './lists.ts';
import { getDocument } from './objects.ts';
import type { Root } from './reading.ts';
import { readRevision } from './revisions.ts';
import { spaceLayout, type SpaceLayout } from './space-layout.ts';
import { allPages, readTree } from './tree.ts';
import type { Placed, Tree } from './tree.ts';

/** What a link points at. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly space: string; readonly page: Placed; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: StoredFile }
  | { readonly kind: 'reusable-content'; readonly content: StoredReusable }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'url'; readonly url: string };

/** One target, with all places of the content that point at it. */
export interface LinkUse {
  readonly target: LinkTarget;
  readonly status: 'ok' | 'broken' | 'in-app';
  readonly relation: 'reference' | 'dependsOn';
  readonly from: LinkSource[];
}

export type LinkSource =
  | { readonly kind: 'page'; readonly page: Placed }
  | { readonly kind: 'reusable-content'; readonly content: StoredReusable };

interface FoundLink {
  readonly target: string;
  readonly isInclude: boolean;
}

const ignored = /^(?:mailto|tel|sms|data|javascript|blob|about):/iu;
const appSpace = /^https:\/\/app\.gitbook\.com\/(?:o\/[^/]+\/)?s\/([A-Za-z0-9]+)(?:\/([^?#]*))?/u;

/** The links that a document holds, kept by its hash. */
function linksOfDocument(ctx: Pick<Context, 'store' | 'cache'>, hash: string): readonly FoundLink[] {
  const key = `links\n${hash}`;
  const known = ctx.cache.derived.get(key) as readonly FoundLink[] | undefined;
  if (known !== undefined) return known;
  const seen = new Map<string, FoundLink>();
  for (const { target, kind } of linksOf(getDocument(ctx.store, hash).text)) {
    if (!ignored.test(target)) seen.set(target, { target, isInclude: kind === 'include' });
  }
  const found = [...seen.values()];
  ctx.cache.derived.set(key, found, 200 + found.reduce((sum, { target }) => sum + target.length + 60, 0));
  return found;
}

/** The ids that a document's headings and marks publish. */
function anchorsOfDocument(ctx: Pick<Context, 'store' | 'cache'>, hash: string): ReadonlySet<string> {
  const key = `anchors\n${hash}`;
  const known = ctx.cache.derived.get(key) as ReadonlySet<string> | undefined;
  if (known !== undefined) return known;
  const ids = new Set(headingAnchors(getDocument(ctx.store, hash).text).anchors.keys());
  ctx.cache.derived.set(key, ids, 200 + ids.size * 60);
  return ids;
}

/** Reads the links of all documents of a revision, giving way to other requests now and then. */
export async function warmLinks(
  ctx: Pick<Context, 'store' | 'cache' | 'clock'>,
  { revision }: Root,
): Promise<void> {
  let until = ctx.clock.monotonic() + 20;
  for (const { page } of allPages(readTree(ctx, revision.root).pages)) {
    if (page.document === undefined) continue;
    linksOfDocument(ctx, page.document);
    if (ctx.clock.monotonic() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = ctx.clock.monotonic() + 20;
  }
}

/** Where everything of a revision lies in the space's folder: relative links are read from there. */
export interface Places extends SpaceLayout {
  readonly tree: Tree;
  pageAt(path: string): Placed | undefined;
}

export function placesOf(ctx: Context, { revision }: Root): Places {
  const tree = readTree(ctx, revision.root);
  const layout = spaceLayout(ctx, revision);
  return { ...layout, tree, pageAt: (path) => tree.byId.get(layout.pageIdAt.get(path) ?? '') };
}

/** All targets that the content of a revision points at, each with its places, in reading order. */
export function linkUses(ctx: Context, root: Root): LinkUse[] {
  const places = placesOf(ctx, root);
  const uses = new Map<string, LinkUse>();
  const add = (from: LinkSource, document: string, path: string): void => {
    for (const link of linksOfDocument(ctx, document)) {
      const resolved = resolve(ctx, root, places, { link, path, own: { document, from } });
      const key = `${resolved.status}\n${resolved.relation}\n${keyOf(resolved.target)}`;
      const use = uses.get(key);
      if (use === undefined) uses.set(key, { ...resolved, from: [from] });
      else if (use.from.at(-1) !== from) use.from.push(from);
    }
  };
  for (const placed of allPages(places.tree.pages)) {
    const path = places.pathOfPage.get(placed.page.id);
    if (placed.page.document !== undefined && path !== undefined) {
      add({ kind: 'page', page: placed }, placed.page.document, path);
    }
  }
  for (const [path, content] of places.contentAt)
    add({ kind: 'reusable-content', content }, content.document, path);
  return [...uses.values()];
}

/** The targets that one page points at. */
export function linkUsesOfPage(ctx: Context, root: Root, placed: Placed): LinkUse[] {
  const places = placesOf(ctx, root);
  const { document } = placed.page;
  const path = places.pathOfPage.get(placed.page.id);
  if (document === undefined || path === undefined) return [];
  const from: LinkSource = { kind: 'page', page: placed };
  return linksOfDocument(ctx, document).map((link) => ({
    ...resolve(ctx, root, places, { link, path, own: { document, from } }),
    from: [from],
  }));
}

/** What one target of a text points at, also when what it points at has no such anchor; undefined for what is not there. */
export function linkTarget(
  ctx: Context,
  root: Root,
  {
    target,
    path,
    isInclude: includes,
  }: { readonly target: string; readonly path: string; readonly isInclude: boolean },
): LinkTarget | undefined {
  if (ignored.test(target) || target === '') return undefined;
  // A place in the text itself is the text's own to know.
  if (target.startsWith('#')) return undefined;
  return resolve(ctx, root, placesOf(ctx, root), { link: { target, isInclude: includes }, path }).target;
}

type Resolved = Pick<LinkUse, 'target' | 'status' | 'relation'>;

function resolve(
  ctx: Context,
  root: Root,
  places: Places,
  {
    link,
    path,
    own,
  }: { link: FoundLink; path: string; own?: { readonly document: string; readonly from: LinkSource } },
): Resolved {
  const relation = link.isInclude ? 'dependsOn' : 'reference';
  const as = (target: LinkTarget, status: LinkUse['status'] = 'ok'): Resolved => ({
    target,
    status,
    relation,
  });
  const broken = as({ kind: 'url', url: link.target }, 'broken');
  if (isExternalTarget(link.target)) return { ...resolveUrl(ctx, root, link.target), relation };
  if (link.target.startsWith('/') || /^broken-reference\b/u.test(link.target)) return broken;

  const { path: written, fragment } = splitTarget(link.target);
  if (written === '') {
    if (fragment === null || fragment === '' || own === undefined) return broken;
    const { document, from } = own;
    const isThere = anchorsOfDocument(ctx, document).has(decodePercent(fragment));
    if (from.kind !== 'page')
      return as({ kind: 'reusable-content', content: from.content }, isThere ? 'ok' : 'broken');
    return as(
      { kind: 'page', space: root.space, page: from.page, anchor: fragment },
      isThere ? 'ok' : 'broken',
    );
  }
  for (const candidate of [written, decodePercent(written)]) {
    const base = posix.normalize(posix.join(folderOf(path), candidate)).replace(/\/$/u, '');
    const name = base === '.' ? '' : base;
    const page = places.pageAt(name) ?? places.pageAt(name === '' ? 'README.md' : `${name}/README.md`);
    if (page !== undefined) return toPage(ctx, root.space, page, fragment, relation);
    const content = isInclude(name) ? places.contentAt.get(name) : undefined;
    if (content !== undefined) return as({ kind: 'reusable-content', content });
    const file = places.fileAt.get(name);
    if (file !== undefined) return as({ kind: 'file', file });
  }
  return broken;
}

function toPage(
  ctx: Context,
  space: string,
  page: Placed,
  fragment: string | null,
  relation: Resolved['relation'],
): Resolved {
  if (fragment === null || fragment === '')
    return { target: { kind: 'page', space, page }, status: 'ok', relation };
  const { document } = page.page;
  const isThere = document !== undefined && anchorsOfDocument(ctx, document).has(decodePercent(fragment));
  return {
    target: { kind: 'page', space, page, anchor: fragment },
    status: isThere ? 'ok' : 'broken',
    relation,
  };
}

/** A URL may lead into the application: to a space and page that we know, or to a place that only the application has. */
function resolveUrl(ctx: Context, root: Root, url: string): Omit<Resolved, 'relation'> {
  const base = [ctx.appBase, `${ctx.baseUrl}/app`].find((each) => url.startsWith(`${each}/spaces/`));
  const own = base === undefined ? undefined : url.slice(`${base}/spaces/`.length).split(/[?#]/u)[0]!;
  const app =
    own === undefined ? appSpace.exec(url) : [url, own.split('/')[0], own.split('/').slice(1).join('/')];
  if (app === null) {
    return {
      target: { kind: 'url', url },
      status: /^https:\/\/app\.gitbook\.com\//u.test(url) ? 'in-app' : 'ok',
    };
  }
  const [, id = '', rest = ''] = app;
  const space = ctx.store.get<{ revision: string }>(
    'SELECT revision FROM spaces WHERE id = ? AND organization = (SELECT organization FROM spaces WHERE id = ?) AND deleted_at IS NULL',
    id,
    root.space,
  );
  if (space === undefined) return { target: { kind: 'url', url }, status: 'in-app' };
  const path = decodePercent(rest).replace(/\/+$/u, '');
  if (path === '') return { target: { kind: 'space', space: id }, status: 'ok' };
  const page = readTree(ctx, readRevision(ctx.store, space.revision).root).byPath.get(path);
  if (page === undefined) return { target: { kind: 'url', url }, status: 'broken' };
  return { target: { kind: 'page', space: id, page }, status: 'ok' };
}

/** Tells targets apart. */
export function keyOf(target: LinkTarget): string {
  switch (target.kind) {
    case 'page':
      return `page ${target.space} ${target.page.page.id} ${target.anchor ?? ''}`;
    case 'file':
      return `file ${target.file.id}`;
    case 'reusable-content':
      return `reusable ${target.content.id}`;
    case 'space':
      return `space ${target.space}`;
    case 'url':
      return `url ${target.url}`;
  }
}
