import type { Store } from '../store/index.ts';
import { putNode } from '../tree/objects.ts';
import type { PageRecord, StoredNode, Tree } from '../tree/tree.ts';

/** The place of a page: its parent page (null: the root), and its index among the parent's children. */
export interface Place {
  readonly parent: string | null;
  readonly index: number;
}

/**
 * A tree under change. It is a layer over an unchanged tree and holds only the differences, so that the cost depends on the size of the
 * change. `save` writes the changed nodes and those above them.
 */
export class TreeDraft {
  readonly #base: Tree;
  readonly #fields = new Map<string, PageRecord>();
  readonly #children = new Map<string | null, string[]>();
  readonly #parents = new Map<string, string | null>();
  readonly #removed = new Set<string>();

  constructor(base: Tree) {
    this.#base = base;
  }

  has(id: string): boolean {
    return !this.#removed.has(id) && (this.#fields.has(id) || this.#base.byId.has(id));
  }

  /** The page with this id, or undefined. */
  page(id: string): PageRecord | undefined {
    if (this.#removed.has(id)) return undefined;
    return this.#fields.get(id) ?? this.#base.byId.get(id)?.page;
  }

  /** The ids of the children of a page, or of the root (null), in order. */
  childrenOf(id: string | null): readonly string[] {
    const changed = this.#children.get(id);
    if (changed !== undefined) return changed;
    const placed = id === null ? this.#base.pages : (this.#base.byId.get(id)?.children ?? []);
    return placed.map((child) => child.page.id);
  }

  parentOf(id: string): string | null {
    const changed = this.#parents.get(id);
    if (changed !== undefined) return changed;
    return this.#base.byId.get(id)?.parent?.page.id ?? null;
  }

  /** All pages. */
  *pages(): Generator<string> {
    for (const id of this.childrenOf(null)) yield* this.subtree(id);
  }

  /** The page and all pages below it, parents first. */
  *subtree(id: string): Generator<string> {
    yield id;
    for (const child of this.childrenOf(id)) yield* this.subtree(child);
  }

  /** Says whether `id` is `ancestor` or is below it. */
  isWithin(id: string, ancestor: string): boolean {
    for (let at: string | null = id; at !== null; at = this.parentOf(at)) if (at === ancestor) return true;
    return false;
  }

  /** Replaces a page's record; the page keeps its place. */
  setPage(page: PageRecord): void {
    this.#fields.set(page.id, page);
  }

  insert(page: PageRecord, { parent, index }: Place): void {
    this.#removed.delete(page.id);
    this.#fields.set(page.id, page);
    if (!this.#children.has(page.id)) this.#children.set(page.id, []);
    this.#attach(page.id, parent, index);
  }

  /** Removes a page with everything below it. */
  remove(id: string): void {
    const all = [...this.subtree(id)];
    this.#detach(id);
    for (const each of all) {
      this.#removed.add(each);
      this.#fields.delete(each);
      this.#children.delete(each);
      this.#parents.delete(each);
    }
  }

  /** Moves a page; `index` counts the children without the page itself. The new parent must not be below the page. */
  move(id: string, { parent, index }: Place): void {
    this.#detach(id);
    this.#attach(id, parent, index);
  }

  /** Sets the order of a page's children; `order` has the same ids as before. */
  reorder(parent: string | null, order: readonly string[]): void {
    this.#children.set(parent, [...order]);
  }

  /** Stores the changed nodes, and returns the new root hash. */
  save(store: Store): string {
    const dirty = this.#dirty();
    const hashOfPage = (id: string): string => {
      const base = this.#base.byId.get(id);
      if (base !== undefined && !dirty.has(id)) return base.hash;
      return putNode(store, nodeOf(this.page(id)!, this.childrenOf(id).map(hashOfPage)));
    };
    if (!dirty.has(null)) return this.#base.root;
    return putNode(store, { pages: this.childrenOf(null).map(hashOfPage) });
  }

  /** The pages whose nodes differ: the changed pages and all pages above them; null means the root. */
  #dirty(): Set<string | null> {
    const dirty = new Set<string | null>();
    for (const start of [...this.#fields.keys(), ...this.#children.keys()]) {
      let at = start;
      while (!dirty.has(at)) {
        dirty.add(at);
        if (at === null) break;
        at = this.parentOf(at);
      }
    }
    return dirty;
  }

  #attach(id: string, parent: string | null, index: number): void {
    const siblings = [...this.childrenOf(parent)];
    siblings.splice(Math.min(index, siblings.length), 0, id);
    this.#children.set(parent, siblings);
    this.#parents.set(id, parent);
  }

  #detach(id: string): void {
    const parent = this.parentOf(id);
    this.#children.set(
      parent,
      this.childrenOf(parent).filter((child) => child !== id),
    );
  }
}

/** The members of a page's node, in a fixed order, so that equal pages have equal hashes. */
const order = [
  ...['id', 'type', 'title', 'slug', 'emoji', 'linkTitle', 'icon', 'description'],
  ...['hidden', 'noIndex', 'noRobotsIndex', 'condition', 'cover', 'layout', 'tags', 'metaLinks', 'variables'],
  ...['document', 'oid', 'target', 'href', 'computed', 'file', 'createdAt', 'updatedAt'],
] as readonly (keyof PageRecord)[];

/** The node of a page as the store keeps it. */
export function nodeOf(page: PageRecord, pages: readonly string[]): StoredNode {
  const members = order.filter((key) => page[key] !== undefined).map((key) => [key, page[key]] as const);
  return { ...(Object.fromEntries(members) as unknown as PageRecord), pages };
}
