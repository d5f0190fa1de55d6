import { shownTitle } from '../blank-names.ts';
import type { PageNode } from '../../content/index.ts';
import { pagePath, type Scope } from '../paths.ts';
import type { SpaceReader } from '../../site/index.ts';

/** An entry of the page tree as the page shows it. */
export interface TreeEntry {
  readonly id: string;
  /** Whether pages may be put below it. */
  readonly holds: boolean;
  readonly title: string;
  readonly emoji: string | undefined;
  /** Undefined for a group, which is not a page. */
  readonly href: string | undefined;
  readonly current: boolean;
  readonly hidden: boolean;
  /** Undefined where the entry has no children; empty where it is closed. */
  readonly children: readonly TreeEntry[] | undefined;
  readonly isOpen: boolean;
  /** The address that opens a closed group, in a tree that is too large to be shown whole. */
  readonly openHref: string | undefined;
}

/** In a tree with more pages than this, only the way to the current page is shown. */
const wholeTree = 400;

/** The page tree around a page; `opened` is a group that somebody opened. */
export function treeOf(
  reader: SpaceReader,
  scope: Scope,
  { page, opened }: { page: string | undefined; opened?: string | undefined },
): TreeEntry[] {
  const total = sizeOf(reader.pages);
  const open = new Set([...wayTo(reader.pages, page), ...wayTo(reader.pages, opened)]);
  const entry = (node: PageNode): TreeEntry => {
    const below = 'pages' in node ? node.pages : [];
    const isOpen = open.has(node.id);
    const href = node.type === 'document' ? pagePath(scope, reader.pathOf(node.id) ?? node.path) : undefined;
    return {
      id: node.id,
      holds: node.type === 'document' || node.type === 'group',
      title: shownTitle(node.title),
      emoji: node.emoji,
      href,
      current: node.id === page,
      hidden: 'hidden' in node && node.hidden === true,
      children:
        below.length === 0 ? undefined : total <= wholeTree || isOpen ? below.map((each) => entry(each)) : [],
      isOpen,
      openHref: href === undefined ? `?open=${encodeURIComponent(node.id)}` : undefined,
    };
  };
  return reader.pages.filter(({ type }) => type !== 'computed').map((node) => entry(node));
}

function sizeOf(pages: readonly PageNode[]): number {
  return pages.reduce((sum, node) => sum + 1 + ('pages' in node ? sizeOf(node.pages) : 0), 0);
}

/** The ids from the root down to a page, the page included. */
function wayTo(pages: readonly PageNode[], id: string | undefined): string[] {
  if (id === undefined) return [];
  for (const node of pages) {
    if (node.id === id) return [id];
    const below = 'pages' in node ? wayTo(node.pages, id) : [];
    if (below.length > 0) return [node.id, ...below];
  }
  return [];
}

/** A page, a group or a link of the tree by its id, with the entry that contains it. */
export function nodeIn(
  pages: readonly PageNode[],
  id: string,
  parent: PageNode | null = null,
): { readonly node: PageNode; readonly parent: PageNode | null; readonly at: number } | undefined {
  for (const [at, node] of pages.entries()) {
    if (node.id === id) return { node, parent, at };
    const found = 'pages' in node ? nodeIn(node.pages, id, node) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place for an entry of the tree: right before or after another entry, or as the last child of it. */
export type PlaceInTree = 'before' | 'after' | 'into';

/** The parent, and the index among its children, that such a place means once `moved` has left its old place. */
export function placeInTree(
  pages: readonly PageNode[],
  moved: string,
  { beside, where }: { beside: string; where: PlaceInTree },
): { into: string | null; at?: number } | undefined {
  const found = nodeIn(pages, beside);
  if (found === undefined) return undefined;
  if (where === 'into') return { into: beside };
  const around = found.parent === null ? pages : 'pages' in found.parent ? found.parent.pages : [];
  const index = around.filter(({ id }) => id !== moved).findIndex(({ id }) => id === beside);
  return { into: found.parent?.id ?? null, at: where === 'before' ? index : index + 1 };
}

/** Every page of a tree in reading order, with its depth. */
export function* pagesInOrder(
  pages: readonly PageNode[],
  depth = 0,
): Generator<{ node: PageNode; depth: number }> {
  for (const node of pages) {
    yield { node, depth };
    if ('pages' in node) yield* pagesInOrder(node.pages, depth + 1);
  }
}
