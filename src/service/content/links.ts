/**
 * The links of a revision: which places link to what, and whether the target exists. A document's links are read once and cached by its
 * hash; where a link leads depends on the place of its page, and is computed for each revision.
 */
import { posix } from 'node:path';
import {
  decodePercent,
  folderOf,
  headingAnchors,
  isExternalTarget,
  isTopOfPage,
  linksOf,
  splitTarget,
} from '../../content/index.ts';
import type { Context } from '../context.ts';
import { isInclude } from './reusable.ts';
import type { StoredFile, StoredReusable } from './lists.ts';
import { getDocument } from '../tree/objects.ts';
import type { Root } from './roots.ts';
import { readRevision } from './revisions.ts';
import { spaceLayout, type SpaceLayout } from './space-layout.ts';
import { readTree } from '../tree/tree.ts';
import type { Placed, Tree } from '../tree/tree.ts';

/** The target of a link. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly space: string; readonly page: Placed; readonly anchor?: string }
  | { readonly kind: 'file'; readonly file: StoredFile }
  | { readonly kind: 'reusable-content'; readonly content: StoredReusable }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'url'; readonly url: string };

/** One target, with all places of the content that link to it. */
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

/** The links in a document, cached by its hash. */
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

function hasAnchor(ctx: Pick<Context, 'store' | 'cache'>, document: string, fragment: string): boolean {
  const id = decodePercent(fragment);
  return isTopOfPage(id) || anchorsOfDocument(ctx, document).has(id);
}

/** Reads the links of all documents of a revision, and lets other requests go first now and then. */
export async function preloadLinks(
  ctx: Pick<Context, 'store' | 'cache' | 'clock' | 'appBase' | 'baseUrl'>,
  root: Root,
): Promise<void> {
  const places = placesOf(ctx, root);
  if (places.worked.uses.has(places.tree)) return;
  let until = ctx.clock.monotonic() + 20;
  for (const placed of places.tree.byId.values()) {
    if (places.worked.leads.has(placed)) continue;
    leadsOfPage(ctx, places, placed);
    if (ctx.clock.monotonic() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = ctx.clock.monotonic() + 20;
  }
}

/** The place of everything in a revision in the space's folder: relative links start there. */
export interface ContentPlaces extends SpaceLayout {
  readonly tree: Tree;
  readonly worked: WorkedOut;
  pageAt(path: string): Placed | undefined;
}

export function placesOf(ctx: Reading, { revision, space }: Root): ContentPlaces {
  const tree = readTree(ctx, revision.root);
  const layout = spaceLayout(ctx, revision);
  const key = `links of\n${space}\n${ctx.appBase}\n${ctx.baseUrl}\n${layout.version}`;
  const known = ctx.cache.derived.get(key) as WorkedOut | undefined;
  const worked: WorkedOut = known ?? { leads: new WeakMap(), uses: new WeakMap() };
  if (known === undefined) ctx.cache.derived.set(key, worked, 300 * (tree.byId.size + 1));
  return { ...layout, tree, worked, pageAt: (path) => tree.byId.get(layout.pageIdAt.get(path) ?? '') };
}

/** Computed facts about a space's links; the same for all revisions with one layout. */
interface WorkedOut {
  /** Where the links of a page lead. */
  readonly leads: WeakMap<Placed, readonly Lead[]>;
  /** The links of a whole revision, where only its own content decides what they lead to. */
  readonly uses: WeakMap<Tree, readonly LinkUse[]>;
}

type Reading = Pick<Context, 'store' | 'cache' | 'appBase' | 'baseUrl'>;

/**
 * Where a link leads by the layout of its space alone. Whether a page has an anchor depends on the page's present text, and what another
 * space contains depends on that space.
 */
type Lead = { readonly relation: LinkUse['relation']; readonly key: string } & (
  | { readonly to: 'page'; readonly id: string; readonly fragment: string | undefined }
  | { readonly to: 'app'; readonly url: string }
  | { readonly to: 'target'; readonly target: LinkTarget; readonly status: LinkUse['status'] }
);

/** All targets that the content of a revision links to, each with its places, in reading order. */
export function linkUses(ctx: Context, root: Root): readonly LinkUse[] {
  const places = placesOf(ctx, root);
  const known = places.worked.uses.get(places.tree);
  if (known !== undefined) return known;
  const uses = new Map<string, LinkUse>();
  let isOwn = true;
  const add = (from: LinkSource, leads: readonly Lead[]): void => {
    for (const lead of leads) {
      if (lead.to === 'app') isOwn = false;
      const use = uses.get(lead.key);
      if (use === undefined) uses.set(lead.key, { ...settle(ctx, root, places, lead), from: [from] });
      else if (use.from.at(-1) !== from) use.from.push(from);
    }
  };
  for (const placed of places.tree.byId.values())
    add({ kind: 'page', page: placed }, leadsOfPage(ctx, places, placed));
  for (const [path, content] of places.contentAt)
    add(
      { kind: 'reusable-content', content },
      leadsOf(ctx, places, { document: content.document, path, content }),
    );
  const all = [...uses.values()];
  if (isOwn) places.worked.uses.set(places.tree, all);
  return all;
}

/** Where the links of a page lead; computed once, as long as neither the page nor the layout of its space changes. */
function leadsOfPage(ctx: Reading, places: ContentPlaces, placed: Placed): readonly Lead[] {
  const known = places.worked.leads.get(placed);
  if (known !== undefined) return known;
  const { id, document } = placed.page;
  const path = places.pathOfPage.get(id);
  const leads =
    document === undefined || path === undefined ? [] : leadsOf(ctx, places, { document, path, page: id });
  places.worked.leads.set(placed, leads);
  return leads;
}

function leadsOf(
  ctx: Reading,
  places: ContentPlaces,
  { document, ...from }: { document: string; path: string; page?: string; content?: StoredReusable },
): Lead[] {
  return linksOfDocument(ctx, document).map((link) => leadOf(ctx, places, link, from));
}

/** The targets that one page links to. */
export function linkUsesOfPage(ctx: Context, root: Root, placed: Placed): LinkUse[] {
  const places = placesOf(ctx, root);
  const from: LinkSource = { kind: 'page', page: placed };
  return leadsOfPage(ctx, places, placed).map((lead) => ({
    ...settle(ctx, root, places, lead),
    from: [from],
  }));
}

/** The target of one link in a text, also when the target has no such anchor; undefined for a target that does not exist. */
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
  // Only the text itself knows its own anchors.
  if (target.startsWith('#')) return undefined;
  const places = placesOf(ctx, root);
  return settle(ctx, root, places, leadOf(ctx, places, { target, isInclude: includes }, { path })).target;
}

type Resolved = Pick<LinkUse, 'target' | 'status' | 'relation'>;

function leadOf(
  ctx: Reading,
  places: SpaceLayout,
  { target: written, isInclude: includes }: FoundLink,
  from: { readonly path: string; readonly page?: string; readonly content?: StoredReusable },
): Lead {
  const relation = includes ? 'dependsOn' : 'reference';
  const as = (target: LinkTarget, status: LinkUse['status'] = 'ok'): Lead => ({
    ...{ to: 'target', relation, target, status },
    key: `${status}\n${relation}\n${keyOf(target)}`,
  });
  const toPage = (id: string, anchor: string | null): Lead => ({
    ...{ to: 'page', relation, id, fragment: anchor === '' ? undefined : (anchor ?? undefined) },
    key: `${relation}\npage ${id} ${anchor ?? ''}`,
  });
  const broken = as({ kind: 'url', url: written }, 'broken');
  if (isExternalTarget(written)) {
    if (inApp(ctx, written) !== undefined)
      return { to: 'app', relation, url: written, key: `app\n${relation}\n${written}` };
    const isHosted = /^https:\/\/app\.gitbook\.com\//u.test(written);
    return as({ kind: 'url', url: written }, isHosted ? 'in-app' : 'ok');
  }
  if (written.startsWith('/') || /^broken-reference\b/u.test(written)) return broken;

  const { path, fragment } = splitTarget(written);
  if (path === '') {
    if (fragment === null) return broken;
    // A lone `#` leads to the top of its page.
    if (from.page !== undefined) return toPage(from.page, fragment);
    const { content } = from;
    if (content === undefined) return broken;
    const isThere = fragment === '' || hasAnchor(ctx, content.document, fragment);
    return as({ kind: 'reusable-content', content }, isThere ? 'ok' : 'broken');
  }
  for (const candidate of new Set([path, decodePercent(path)])) {
    const there = whatIsAt(places, posix.join(folderOf(from.path), candidate));
    if (there !== undefined) return 'page' in there ? toPage(there.page, fragment) : as(there);
  }
  return broken;
}

/** What a layout has at a path; the path of a folder means its README.md. */
function whatIsAt(
  places: SpaceLayout,
  path: string,
): { readonly page: string } | Extract<LinkTarget, { kind: 'reusable-content' | 'file' }> | undefined {
  const base = posix.normalize(path).replace(/\/$/u, '');
  const name = base === '.' ? '' : base;
  const page =
    places.pageIdAt.get(name) ?? places.pageIdAt.get(name === '' ? 'README.md' : `${name}/README.md`);
  if (page !== undefined) return { page };
  const content = isInclude(name) ? places.contentAt.get(name) : undefined;
  if (content !== undefined) return { kind: 'reusable-content', content };
  const file = places.fileAt.get(name);
  return file === undefined ? undefined : { kind: 'file', file };
}

/** The target of a lead in a revision, and its state. */
function settle(ctx: Context, root: Root, places: ContentPlaces, lead: Lead): Resolved {
  const { relation } = lead;
  switch (lead.to) {
    case 'target':
      return { target: lead.target, status: lead.status, relation };
    case 'app':
      return { ...resolveUrl(ctx, root, lead.url), relation };
    case 'page': {
      const page = places.tree.byId.get(lead.id)!;
      const { fragment } = lead;
      const target = { kind: 'page', space: root.space, page } as const;
      if (fragment === undefined) return { target, status: 'ok', relation };
      const { document } = page.page;
      const isThere = document !== undefined && hasAnchor(ctx, document, fragment);
      return { target: { ...target, anchor: fragment }, status: isThere ? 'ok' : 'broken', relation };
    }
  }
}

/** The space in an address of the application (ours or the vendor's), and the path after it. */
function inApp(
  { appBase, baseUrl }: Pick<Context, 'appBase' | 'baseUrl'>,
  url: string,
): [string, string] | undefined {
  const base = [appBase, `${baseUrl}/app`].find((each) => url.startsWith(`${each}/spaces/`));
  if (base === undefined) {
    const found = appSpace.exec(url);
    return found === null ? undefined : [found[1] ?? '', found[2] ?? ''];
  }
  const [id = '', ...rest] = url.slice(`${base}/spaces/`.length).split(/[?#]/u)[0]!.split('/');
  return [id, rest.join('/')];
}

/** A URL that leads into the application: to a space and page that we know, or to a place that only the application has. */
function resolveUrl(ctx: Context, root: Root, url: string): Omit<Resolved, 'relation'> {
  const [id = '', rest = ''] = inApp(ctx, url) ?? [];
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

/** A key for a target: different targets have different keys. */
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
