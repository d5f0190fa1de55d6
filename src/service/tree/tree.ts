import type { ContentRef, PageFields } from '../../content/index.ts';
import type { Store } from '../store/index.ts';
import { RecentValues, ValuesOfState } from './cache.ts';
import { getNode } from './objects.ts';

/** A page without its place: everything about the page that the tree shows. */
export interface PageRecord extends PageFields {
  readonly id: string;
  readonly type: 'document' | 'group' | 'link' | 'computed';
  readonly title: string;
  readonly slug?: string;
  readonly emoji?: string;
  readonly linkTitle?: string;
  /** The hash of a document's text. */
  readonly document?: string;
  /** The git blob id of that text. */
  readonly oid?: string;
  /** A link's target; for a page of the same space, the page's id. */
  readonly target?: ContentRef;
  /** A link's target as the table of contents writes it. */
  readonly href?: string;
  /** The source of a computed page's content. */
  readonly computed?: Readonly<Record<string, unknown>>;
  /** The text of a page that an answer shows in place of a computed entry; such a page is never stored. */
  readonly generated?: string;
  /** The page's file in the space's folder, where somebody named one: it belongs to the page, wherever the page goes. */
  readonly file?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A node in the store: the page, and the hashes of its children in order. */
export interface StoredNode extends PageRecord {
  readonly pages: readonly string[];
}

/** A page at its place in one tree. */
export interface Placed {
  readonly page: StoredNode;
  readonly hash: string;
  readonly parent: Placed | undefined;
  /** The slugs from the root, joined with `/`. */
  readonly path: string;
  readonly children: Placed[];
}

/** All pages of one revision. It never changes; another tree has another root hash. */
export interface Tree {
  readonly root: string;
  readonly pages: readonly Placed[];
  readonly byId: ReadonlyMap<string, Placed>;
  /**
   * The page at each path of slugs; where no page has a path, the page whose file has it (a group may have another name than the folder of
   * its pages, and addresses that people wrote down name the folder).
   */
  readonly byPath: ReadonlyMap<string, Placed>;
}

/** The root of a tree in the store. */
export interface StoredRoot {
  readonly pages: readonly string[];
}

/** Pages that were printed once, kept as long as their trees. */
export class PrintedPages {
  readonly #texts = new WeakMap<Placed, string>();
  #weight = 0;

  /** The number of characters in all printed pages. */
  get weight(): number {
    return this.#weight;
  }

  of(placed: Placed, print: () => string): string {
    const known = this.#texts.get(placed);
    if (known !== undefined) return known;
    const text = print();
    this.#texts.set(placed, text);
    this.#weight += text.length;
    return text;
  }
}

/** Content that was read lately, each value by the hash of its source. */
export class ContentCache {
  /** Weighed in pages. */
  readonly trees = new RecentValues<Tree>(120_000);
  /** Top-level pages of trees with all pages below them, each by its hash: trees share what did not change. Weighed in pages. */
  readonly tops = new RecentValues<Placed>(120_000);
  /** Weighed in nodes. */
  readonly nodes = new RecentValues<StoredNode>(60_000);
  /** Printed trees of revisions, weighed in characters. */
  readonly printedTrees = new RecentValues<string>(48_000_000);
  /** The printed pages of a space, each used as often as a report of links contains the page. Weighed in characters. */
  readonly printedPages = new RecentValues<PrintedPages>(32_000_000);
  /** Printed lists, valid until anything is written, weighed in characters. */
  readonly printedLists = new ValuesOfState<string>(48_000_000);
  /** Facts computed from a text (links, headings), weighed in characters of the text. */
  readonly derived = new RecentValues<unknown>(16_000_000);
  /** The sections of pages that searches found, weighed in characters of the texts. */
  readonly sections = new RecentValues<{
    readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[];
    readonly length: number;
  }>(16_000_000);
  /** Lists of files, weighed in files. */
  readonly lists = new RecentValues<readonly object[]>(100_000);
  /** The spaces that somebody sees at one state of access, weighed in spaces. */
  readonly visibleSpaces = new RecentValues<ReadonlySet<string>>(400_000);
  /** The state of the content at which the search index had everything of an organization. */
  readonly indexedAt = new RecentValues<string>(1000);
}

/** Reads the tree below a root hash, from memory when it was read lately. */
export function readTree({ store, cache }: { store: Store; cache: ContentCache }, root: string): Tree {
  const known = cache.trees.get(root);
  if (known !== undefined) return known;
  const pages = getNode<StoredRoot>(store, root).pages.map((hash) => readTop({ store, cache }, hash));
  const tree = treeOf(root, pages);
  cache.trees.set(root, tree, tree.byId.size + 1);
  return tree;
}

/** The tree of these pages; `root` is its name. */
export function treeOf(root: string, pages: readonly Placed[]): Tree {
  const byId = new Map<string, Placed>();
  const byPath = new Map<string, Placed>();
  const enter = (placed: Placed): void => {
    byId.set(placed.page.id, placed);
    if (placed.page.slug !== undefined && !byPath.has(placed.path)) byPath.set(placed.path, placed);
    placed.children.forEach(enter);
  };
  pages.forEach(enter);
  for (const placed of byId.values()) {
    const path = placed.page.file?.replace(/(?:(?:^|\/)readme)?\.(?:md|markdown)$/iu, '');
    if (path !== undefined && path !== '' && !byPath.has(path)) byPath.set(path, placed);
  }
  return { root, pages, byId, byPath };
}

/** A top-level page with all pages below it. Its content depends only on its hash, so that different trees can share it. */
function readTop(reading: { store: Store; cache: ContentCache }, hash: string): Placed {
  const known = reading.cache.tops.get(hash);
  if (known !== undefined) return known;
  let count = 0;
  const place = (own: string, parent: Placed | undefined): Placed => {
    const page = readNode(reading, own);
    const placed: Placed = { page, hash: own, parent, path: pathBelow(parent, page), children: [] };
    count += 1;
    for (const child of page.pages) placed.children.push(place(child, placed));
    return placed;
  };
  const top = place(hash, undefined);
  reading.cache.tops.set(hash, top, count);
  return top;
}

/** `pages` and all pages below them, parents before children, in reading order. */
export function* allPages(pages: readonly Placed[]): Generator<Placed> {
  for (const placed of pages) {
    yield placed;
    yield* allPages(placed.children);
  }
}

function readNode({ store, cache }: { store: Store; cache: ContentCache }, hash: string): StoredNode {
  const known = cache.nodes.get(hash);
  if (known !== undefined) return known;
  const node = getNode<StoredNode>(store, hash);
  cache.nodes.set(hash, node, 1);
  return node;
}

/** The path of a page below its parent. */
export function pathBelow(parent: Placed | undefined, page: PageRecord): string {
  const slug = page.slug ?? '';
  if (parent === undefined || parent.path === '') return slug;
  return slug === '' ? parent.path : `${parent.path}/${slug}`;
}
