import {
  childFolder,
  folderOf,
  isMarkdownPath,
  joinEmoji,
  nameOf,
  nameOfPage,
  titleOf,
  visitPages,
} from '../../content/index.ts';
import type { PageNode, SpaceFolder } from '../../content/index.ts';
import { isSimilarPage } from '../versions/identity.ts';
import type { FolderComparison, FolderSide, PageKey } from './folder-edits.ts';

/** The key of a page while two trees are compared: its id, or its path while it has none. */
export function keyOf(keys: ReadonlyMap<string, string>, path: string): PageKey {
  return keys.get(path) ?? `new:${path}`;
}

/** A space's tree of pages, by key. */
export interface TreeIndex {
  readonly documents: Map<PageKey, DocumentNode>;
  /** The parent of each page; null: the page is at the top. */
  readonly parents: Map<PageKey, PageKey | null>;
  /** The children of each page and group, in their order. */
  readonly orders: Map<PageKey | null, PageKey[]>;
  /** The titles of the groups. */
  readonly groups: Map<PageKey, string>;
  /** The folder of the space's pages; `''` for the space's own folder. */
  readonly root: string;
}

export interface DocumentNode {
  readonly path: string;
  readonly title: string;
}

/** The key of a link with an address: a link has no file, but pages have their places before and behind it. Null for a link to a page or a file. */
export function linkKey(url: string | undefined): PageKey | null {
  return url === undefined ? null : `link:${url}`;
}

/** The tree of a folder's table of contents. Links to pages and files are not in it. */
export function indexTree(folder: SpaceFolder, key: (path: string) => PageKey): TreeIndex {
  const { root } = folder.config;
  const index: TreeIndex = {
    ...{ documents: new Map(), parents: new Map(), orders: new Map([[null, []]]), groups: new Map(), root },
  };
  const keyOfNode = (page: PageNode): PageKey | null => {
    if (page.type === 'document') return key(page.id);
    if (page.type === 'group') return `group:${page.slug}`;
    return page.type === 'link' && page.target.kind === 'url' ? linkKey(page.target.url) : null;
  };
  for (const { page, parent } of visitPages(folder.pages)) {
    const own = keyOfNode(page);
    if (own === null) continue;
    const above = parent === null ? null : keyOfNode(parent);
    index.parents.set(own, above);
    index.orders.set(above, [...(index.orders.get(above) ?? []), own]);
    if (!index.orders.has(own)) index.orders.set(own, []);
    if (page.type === 'document') index.documents.set(own, { path: page.id, title: joinEmoji(page) });
    if (page.type === 'group') index.groups.set(own, joinEmoji(page));
  }
  return index;
}

/** Whether a parent is a group that the service does not have. */
export function isNewGroup(parent: PageKey | null, before: TreeIndex): parent is PageKey {
  return parent !== null && parent.startsWith('group:') && !before.orders.has(parent);
}

/** New markdown files that SUMMARY.md does not name, also at the old path of a page that has moved. */
export function unlistedIn(
  after: SpaceFolder,
  { base, local, ids }: Pick<FolderComparison, 'base' | 'local' | 'ids'>,
  keys: ReadonlyMap<string, PageKey>,
): string[] {
  const isNew = (path: string): boolean =>
    !base.files.has(path) || (local.files.has(path) && ids.has(path) && keys.get(path) !== ids.get(path));
  return after.unlisted.filter(
    (path) => isNew(path) && !/(?:^|\/)\./u.test(path) && nameOf(path) !== 'AGENTS.md',
  );
}

/**
 * Of new markdown files that SUMMARY.md does not name, those that only moved: SUMMARY.md did not name them at their old paths either, so
 * that nobody means them as pages. Returns them with their old paths.
 */
export function movedUnlisted(
  unlisted: readonly string[],
  {
    keys,
    before,
    base,
    local,
  }: Pick<FolderComparison, 'base' | 'local'> & { keys: ReadonlyMap<string, PageKey>; before: SpaceFolder },
): ReadonlyMap<string, string> {
  const gone = new Set(before.unlisted.filter((path) => !local.files.has(path)));
  const moved = new Map<string, string>();
  const find = (isIt: (from: string, to: string) => boolean): void => {
    for (const to of unlisted) {
      if (keys.has(to) || moved.has(to)) continue;
      const from = [...gone].find((path) => isIt(path, to));
      if (from === undefined) continue;
      moved.set(to, from);
      gone.delete(from);
    }
  };
  find((from, to) => base.files.get(from) === local.files.get(to));
  find((from, to) => isSimilarPage(base.text(from) ?? '', local.text(to) ?? ''));
  return moved;
}

/** Adds new markdown files to the tree, each to the place that its folder gives it. */
export function addPages(
  paths: readonly string[],
  {
    keys,
    trees,
    local,
  }: {
    keys: ReadonlyMap<string, string>;
    trees: { after: TreeIndex };
    local: FolderSide;
  },
): void {
  // Parents first: a README before the pages beside it.
  for (const path of [...paths].sort(
    (a, b) =>
      a.split('/').length - b.split('/').length ||
      Number(isReadme(b)) - Number(isReadme(a)) ||
      (a < b ? -1 : 1),
  )) {
    const key = keyOf(keys, path);
    if (trees.after.documents.has(key)) continue;
    const title = titleOf(local.text(path) ?? '') ?? nameOfPage(path);
    const { parent, at } = placeByFolder(path, trees.after);
    trees.after.documents.set(key, { path, title });
    trees.after.parents.set(key, parent);
    trees.after.orders.set(parent, (trees.after.orders.get(parent) ?? []).toSpliced(at, 0, key));
    trees.after.orders.set(key, trees.after.orders.get(key) ?? []);
  }
}

/** Whether a file is a README: a page with children is the README of their folder. */
export function isReadme(path: string): boolean {
  return isMarkdownPath(path) && nameOfPage(path).toLowerCase() === 'readme';
}

/** A path, relative to the folder of the space's pages. */
export function pathInRoot(path: string, root: string): string {
  return root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}

/**
 * The folder among whose children a page is, from the page's path below the root: for a README the folder above its own, because
 * a README is the page of its own folder.
 */
export function containingFolder(path: string): string {
  const folder = folderOf(path);
  return isReadme(path) ? folderOf(folder) : folder;
}

/**
 * The place that its folder gives a page that no table of contents lists: below the page or group of the folder, else behind the last page of
 * the folder, wherever that is; else the folder above decides. At the top, pages come before the first group, but never to the very start,
 * which is the first page that readers see.
 */
function placeByFolder(
  path: string,
  tree: TreeIndex,
): { readonly parent: PageKey | null; readonly at: number } {
  const { root, documents, parents, orders } = tree;
  for (let folder = containingFolder(pathInRoot(path, root)); folder !== ''; folder = folderOf(folder)) {
    const owner = ownerOf(folder, tree);
    if (owner !== null) return { parent: owner, at: orders.get(owner)?.length ?? 0 };
    const [last] = [...documents].findLast(([, page]) => folderOfPage(page, tree) === folder) ?? [];
    if (last === undefined) continue;
    const parent = parents.get(last) ?? null;
    return { parent, at: (orders.get(parent) ?? []).indexOf(last) + 1 };
  }
  const top = orders.get(null) ?? [];
  const group = top.findIndex((key) => key.startsWith('group:'));
  return { parent: null, at: group > 0 ? group : top.length };
}

function folderOfPage({ path }: DocumentNode, { root }: TreeIndex): string {
  return containingFolder(pathInRoot(path, root));
}

/** The page or group whose children are in the folder of this file; null is the top. */
export function parentByFolder(path: string, tree: TreeIndex): PageKey | null {
  return ownerOf(containingFolder(pathInRoot(path, tree.root)), tree);
}

function ownerOf(folder: string, tree: TreeIndex): PageKey | null {
  if (folder === '') return null;
  for (const [key, node] of tree.documents)
    if (childFolder(pathInRoot(node.path, tree.root)) === folder) return key;
  const group = `group:${nameOf(folder)}`;
  return tree.orders.has(group) ? group : null;
}
