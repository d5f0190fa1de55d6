/**
 * The three-way merge of two trees, page by page. Pages are told apart by their ids, so that a page that one side moved and the other
 * edited is both moved and edited. Where no rule can join two changes, the merge keeps all text and reports the page.
 */
import type { ContentConflict } from '../../contract/index.ts';
import { mergePage, mergeTree, sameValue, undecidedLabels } from '../../content/index.ts';
import type { MergedTree as Merged, Tree as PageTree, Versions } from '../../content/index.ts';
import { nodeOf } from '../content/draft.ts';
import { getDocument, putDocument, putNode } from '../tree/objects.ts';
import type { Context } from '../context.ts';
import { readTree } from '../tree/tree.ts';
import type { PageRecord, Placed, StoredNode, Tree } from '../tree/tree.ts';
import { fieldsOfText } from '../content/page-text.ts';

/** The same tree at three times: `ours` is the primary content, `theirs` the change request, `base` what both began with. */
export interface ThreeTrees {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedTree {
  readonly root: string;
  readonly conflicts: ContentConflict[];
  /** The pages that hold both texts between marks, with the hashes of those texts. */
  readonly undecided: { readonly page: string; readonly document: string }[];
}

/** A page with its place, in the form that the merge reads. */
interface PlacedPage {
  readonly parent: string | null;
  readonly page: StoredNode;
}

type Storage = Pick<Context, 'store' | 'cache'>;

export function mergeTrees(ctx: Storage, { base, ours, theirs }: ThreeTrees): MergedTree {
  if (ours === theirs || theirs === base) return { root: ours, conflicts: [], undecided: [] };
  if (ours === base) return { root: theirs, conflicts: [], undecided: [] };
  const trees = { base: readTree(ctx, base), ours: readTree(ctx, ours), theirs: readTree(ctx, theirs) };
  const joiner = new PageJoiner(ctx);
  const merged = mergeTree(
    { base: pagesOf(trees.base), ours: pagesOf(trees.ours), theirs: pagesOf(trees.theirs) },
    {
      prefers: 'theirs',
      orphans: 'keep-parents',
      same: (one, other) => sameRecord(one.page, other.page),
      join: (node) => ({
        ...node.ours,
        page: joiner.join({ base: node.base?.page, ours: node.ours.page, theirs: node.theirs.page }),
      }),
    },
  );
  for (const { id, why } of merged.conflicts)
    if (why === 'kept')
      joiner.report({
        base: pageIn(trees.base, id),
        ours: pageIn(trees.ours, id),
        theirs: pageIn(trees.theirs, id),
      });
    else joiner.conflicts.push({ kind: 'tree', id, title: merged.nodes.get(id)!.page.title });
  return { root: save(ctx, merged, trees), conflicts: joiner.conflicts, undecided: joiner.undecided };
}

function pagesOf(tree: Tree): PageTree<PlacedPage> {
  return {
    nodes: new Map(
      [...tree.byId].map(([id, placed]) => [id, { page: placed.page, parent: parentOf(placed) }]),
    ),
    children: (parent) => childIds(tree, parent),
  };
}

function pageIn(tree: Tree, id: string): StoredNode | undefined {
  return tree.byId.get(id)?.page;
}

/** Joins the fields of pages that both sides changed, and reports what it could not join. */
class PageJoiner {
  readonly conflicts: ContentConflict[] = [];
  readonly undecided: { page: string; document: string }[] = [];
  readonly #ctx: Storage;

  constructor(ctx: Storage) {
    this.#ctx = ctx;
  }

  join(versions: PageVersions): StoredNode {
    const { base, ours, theirs } = versions;
    const record: Record<string, unknown> = { pages: [] };
    let clash = false;
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)]) as Set<keyof StoredNode>) {
      if (key === 'document' || key === 'oid' || key === 'updatedAt' || key === 'pages') continue;
      const choice = pick(base?.[key], ours[key], theirs[key]);
      // Readers do not see the file of a page: the merge takes the change request's, and nobody has to decide.
      if (choice.clash && key !== 'file') clash = true;
      if (choice.value !== undefined) record[key] = choice.value;
    }
    record['updatedAt'] = ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt;
    // The record has every member of the two records that it comes from.
    const joined = record as unknown as StoredNode;
    if (clash) this.report(versions);
    if (ours.document === undefined || theirs.document === undefined) return joined;
    return this.#withText(joined, versions);
  }

  #withText(record: StoredNode, versions: PageVersions): StoredNode {
    const { base, ours, theirs } = versions;
    const choice = pick(base?.document, ours.document, theirs.document);
    if (!choice.clash) {
      const side = choice.value === ours.document ? ours : theirs;
      const text = getDocument(this.#ctx.store, side.document!).text;
      return {
        ...withoutFields(record),
        ...fieldsOfText(text),
        document: side.document!,
        ...(side.oid === undefined ? {} : { oid: side.oid }),
      };
    }
    const read = (page: PageRecord | undefined): string =>
      page?.document === undefined ? '' : getDocument(this.#ctx.store, page.document).text;
    const merged = mergePage({ base: read(base), ours: read(ours), theirs: read(theirs) }, undecidedLabels);
    const stored = putDocument(this.#ctx.store, merged.text);
    if (merged.outcome === 'conflict') {
      this.report(versions);
      this.undecided.push({ page: record.id, document: stored.document });
      return { ...record, ...stored };
    }
    return { ...withoutFields(record), ...fieldsOfText(merged.text), ...stored };
  }

  /** Reports a page that a person has to look at, once. */
  report({ base, ours, theirs }: Versions<PageRecord | undefined>): void {
    const page = theirs ?? ours ?? base;
    if (page === undefined || this.conflicts.some(({ kind, id }) => kind === 'page' && id === page.id))
      return;
    this.conflicts.push({
      kind: 'page',
      id: page.id,
      title: page.title,
      ...this.#text('base', base),
      ...this.#text('ours', ours),
      ...this.#text('theirs', theirs),
    });
  }

  #text(
    name: 'base' | 'ours' | 'theirs',
    page: PageRecord | undefined,
  ): Partial<Record<typeof name, string>> {
    return page?.document === undefined ? {} : { [name]: getDocument(this.#ctx.store, page.document).text };
  }
}

interface PageVersions {
  readonly base: StoredNode | undefined;
  readonly ours: StoredNode;
  readonly theirs: StoredNode;
}

/** Stores the merged tree; a page that is the same as on one side, with everything below it, has that side's node. */
function save(ctx: Storage, merged: Merged<PlacedPage>, { ours, theirs }: Versions<Tree>): string {
  const hashOf = (id: string): string => {
    const { page } = merged.nodes.get(id)!;
    const pages = merged.children(id).map(hashOf);
    for (const placed of [ours.byId.get(id), theirs.byId.get(id)])
      if (placed?.page === page && sameList(page.pages, pages)) return placed.hash;
    return putNode(ctx.store, nodeOf(page, pages));
  };
  return putNode(ctx.store, { pages: merged.children(null).map(hashOf) });
}

/** One value out of three; a clash when both sides changed the value differently. In a clash, the change request's value wins. */
function pick<Value>(base: Value, ours: Value, theirs: Value): { value: Value; clash: boolean } {
  if (sameValue(ours, theirs) || sameValue(theirs, base)) return { value: ours, clash: false };
  return { value: theirs, clash: !sameValue(ours, base) };
}

/** The record without the fields of its text, which are then filled in from another text. */
function withoutFields(record: StoredNode): StoredNode {
  const {
    description: _1,
    icon: _2,
    hidden: _3,
    noIndex: _4,
    noRobotsIndex: _5,
    condition: _6,
    ...rest
  } = record;
  const { cover: _7, layout: _8, tags: _9, metaLinks: _10, variables: _11, ...bare } = rest;
  return bare;
}

function sameRecord(one: PageRecord, other: PageRecord): boolean {
  if (one === other) return true;
  const bare = (page: PageRecord): object => {
    const { updatedAt: _, createdAt: __, pages: ___, ...rest } = page as StoredNode;
    return rest;
  };
  return sameValue(bare(one), bare(other));
}

function parentOf(placed: Placed): string | null {
  return placed.parent?.page.id ?? null;
}

function childIds(tree: Tree, parent: string | null): string[] {
  const children = parent === null ? tree.pages : (tree.byId.get(parent)?.children ?? []);
  return children.map((placed) => placed.page.id);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
