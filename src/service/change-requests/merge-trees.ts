/**
 * The three-way merge of two trees, page by page. Pages are told apart by their ids, so that a page that one side moved and
 * the other edited is both moved and edited. What no rule can join is decided so that no text goes away, and reported.
 */
import type { ContentConflict } from '../../contract/index.ts';
import { sameValue } from '../../content/index.ts';
import { nodeOf } from '../content/draft.ts';
import { getDocument, putDocument, putNode } from '../content/objects.ts';
import type { Context } from '../context.ts';
import { readTree } from '../content/tree.ts';
import type { PageRecord, Placed, StoredNode, Tree } from '../content/tree.ts';
import { fieldsOfText } from '../content/page-text.ts';
import { mergeTexts } from './merge-texts.ts';

/** The same tree at three times: `ours` is the primary content, `theirs` the change request, `base` what both come from. */
export interface ThreeTrees {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedTree {
  readonly root: string;
  readonly conflicts: ContentConflict[];
  /** The pages that hold both texts between marks, with the documents that say so. */
  readonly undecided: { readonly page: string; readonly document: string }[];
}

/** What becomes of one page. */
interface Joined {
  readonly record: PageRecord;
  parent: string | null;
}

export function mergeTrees(
  ctx: Pick<Context, 'store' | 'cache'>,
  { base, ours, theirs }: ThreeTrees,
): MergedTree {
  if (ours === theirs || theirs === base) return { root: ours, conflicts: [], undecided: [] };
  if (ours === base) return { root: theirs, conflicts: [], undecided: [] };
  const merge = new TreeMerge(ctx, readTree(ctx, base), readTree(ctx, ours), readTree(ctx, theirs));
  return merge.run();
}

class TreeMerge {
  readonly #ctx: Pick<Context, 'store' | 'cache'>;
  readonly #base: Tree;
  readonly #ours: Tree;
  readonly #theirs: Tree;
  readonly #joined = new Map<string, Joined>();
  readonly #conflicts: ContentConflict[] = [];
  readonly #undecided: { page: string; document: string }[] = [];

  constructor(ctx: Pick<Context, 'store' | 'cache'>, base: Tree, ours: Tree, theirs: Tree) {
    this.#ctx = ctx;
    this.#base = base;
    this.#ours = ours;
    this.#theirs = theirs;
  }

  run(): MergedTree {
    for (const id of new Set([...this.#ours.byId.keys(), ...this.#theirs.byId.keys()])) this.#join(id);
    this.#keepParents();
    this.#breakCircles();
    return { root: this.#save(), conflicts: this.#conflicts, undecided: this.#undecided };
  }

  /** Decides whether a page stays, what it is and where it belongs. */
  #join(id: string): void {
    const base = this.#base.byId.get(id);
    const ours = this.#ours.byId.get(id);
    const theirs = this.#theirs.byId.get(id);
    if (ours !== undefined && theirs !== undefined) {
      const parent = this.#pickParent(base, ours, theirs);
      this.#joined.set(id, { record: this.#pickRecord(base?.page, ours.page, theirs.page), parent });
      return;
    }
    const left = ours ?? theirs;
    if (left === undefined) return;
    if (base === undefined) {
      this.#joined.set(id, { record: left.page, parent: parentOf(left) });
    } else if (isChanged(base, left)) {
      // One side deleted what the other went on working on: the work stays, and a person hears of it.
      this.#joined.set(id, { record: left.page, parent: parentOf(left) });
      this.#report(base.page, ours?.page, theirs?.page);
    }
  }

  #pickParent(base: Placed | undefined, ours: Placed, theirs: Placed): string | null {
    const [was, our, their] = [
      base === undefined ? undefined : parentOf(base),
      parentOf(ours),
      parentOf(theirs),
    ];
    if (our === their || their === was) return our;
    if (our === was) return their;
    this.#conflicts.push({ kind: 'tree', id: ours.page.id, title: ours.page.title });
    return their;
  }

  #pickRecord(base: PageRecord | undefined, ours: PageRecord, theirs: PageRecord): PageRecord {
    if (sameRecord(ours, theirs) || (base !== undefined && sameRecord(theirs, base))) return ours;
    if (base !== undefined && sameRecord(ours, base)) return theirs;
    const record: Record<string, unknown> = {};
    let clash = false;
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)]) as Set<keyof PageRecord>) {
      if (key === 'document' || key === 'oid' || key === 'updatedAt' || (key as string) === 'pages') continue;
      const choice = pick(base?.[key], ours[key], theirs[key]);
      if (choice.clash) clash = true;
      if (choice.value !== undefined) record[key] = choice.value;
    }
    record['updatedAt'] = ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt;
    // The record has every member of the two that it comes from.
    const joined = record as unknown as PageRecord;
    if (ours.document === undefined || theirs.document === undefined) {
      if (clash) this.#report(base, ours, theirs);
      return joined;
    }
    return this.#withText(joined, { base, ours, theirs, clash });
  }

  #withText(
    record: PageRecord,
    {
      base,
      ours,
      theirs,
      clash,
    }: { base: PageRecord | undefined; ours: PageRecord; theirs: PageRecord; clash: boolean },
  ): PageRecord {
    const choice = pick(base?.document, ours.document, theirs.document);
    if (!choice.clash) {
      const side = choice.value === ours.document ? ours : theirs;
      const text = getDocument(this.#ctx.store, side.document!).text;
      if (clash) this.#report(base, ours, theirs);
      return {
        ...withoutFields(record),
        ...fieldsOfText(text),
        document: side.document!,
        ...(side.oid === undefined ? {} : { oid: side.oid }),
      };
    }
    const read = (page: PageRecord | undefined): string =>
      page?.document === undefined ? '' : getDocument(this.#ctx.store, page.document).text;
    const merged = mergeTexts(read(base), read(ours), read(theirs));
    const stored = putDocument(this.#ctx.store, merged.text);
    if (merged.conflicts) {
      this.#report(base, ours, theirs);
      this.#undecided.push({ page: record.id, document: stored.document });
      return { ...record, ...stored };
    }
    return { ...withoutFields(record), ...fieldsOfText(merged.text), ...stored };
  }

  /** A page that stays keeps the pages above it, even ones that the other side deleted. */
  #keepParents(): void {
    for (const start of [...this.#joined.values()]) {
      for (let parent = start.parent; parent !== null && !this.#joined.has(parent);) {
        const placed =
          this.#ours.byId.get(parent) ?? this.#theirs.byId.get(parent) ?? this.#base.byId.get(parent);
        if (placed === undefined) {
          start.parent = null;
          break;
        }
        this.#joined.set(parent, { record: placed.page, parent: parentOf(placed) });
        this.#conflicts.push({ kind: 'tree', id: parent, title: placed.page.title });
        parent = parentOf(placed);
      }
    }
  }

  /** Two moves can put two pages into each other; the one that closes the circle goes back to where it was. */
  #breakCircles(): void {
    for (const [id, page] of this.#joined) {
      const seen = new Set([id]);
      let at = page.parent;
      while (at !== null && !seen.has(at)) {
        seen.add(at);
        at = this.#joined.get(at)?.parent ?? null;
      }
      if (at !== id) continue;
      const former = this.#base.byId.get(id)?.parent?.page.id ?? null;
      page.parent =
        former !== null && this.#joined.has(former) && !this.#isWithin(former, id) ? former : null;
      this.#conflicts.push({ kind: 'tree', id, title: page.record.title });
    }
  }

  #isWithin(id: string, ancestor: string): boolean {
    const seen = new Set<string>();
    for (
      let at: string | null = id;
      at !== null && !seen.has(at);
      at = this.#joined.get(at)?.parent ?? null
    ) {
      if (at === ancestor) return true;
      seen.add(at);
    }
    return false;
  }

  #save(): string {
    const children = new Map<string | null, string[]>();
    for (const [id, { parent }] of this.#joined) {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [id]);
      else siblings.push(id);
    }
    const ordered = (parent: string | null): string[] => this.#order(parent, children.get(parent) ?? []);
    const hashOf = (id: string): string => {
      const { record } = this.#joined.get(id)!;
      const pages = ordered(id).map(hashOf);
      for (const placed of [this.#ours.byId.get(id), this.#theirs.byId.get(id)]) {
        if (placed?.page === record && sameList(placed.page.pages, pages)) return placed.hash;
      }
      return putNode(this.#ctx.store, nodeOf(record, pages));
    };
    return putNode(this.#ctx.store, { pages: ordered(null).map(hashOf) });
  }

  /** The children of a page in an order that respects what either side did to it. */
  #order(parent: string | null, children: readonly string[]): string[] {
    if (children.length < 2) return [...children];
    const wanted = new Set(children);
    const [base, ours, theirs] = [this.#base, this.#ours, this.#theirs].map((tree) =>
      childIds(tree, parent).filter((id) => wanted.has(id)),
    ) as [string[], string[], string[]];
    const inOurs = new Set(ours);
    const shared = new Set(base.filter((id) => inOurs.has(id)));
    const isUntouched = sameList(
      ours.filter((id) => shared.has(id)),
      base.filter((id) => shared.has(id)),
    );
    const [first, second] = isUntouched ? [theirs, ours] : [ours, theirs];
    const order = [...first];
    const present = new Set(order);
    for (const [at, id] of second.entries()) {
      if (present.has(id)) continue;
      const before = second.slice(0, at).findLast((other) => present.has(other));
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
      present.add(id);
    }
    return [...order, ...children.filter((id) => !present.has(id))];
  }

  #report(base: PageRecord | undefined, ours: PageRecord | undefined, theirs: PageRecord | undefined): void {
    const page = theirs ?? ours ?? base;
    if (
      page === undefined ||
      this.#conflicts.some((conflict) => conflict.kind === 'page' && conflict.id === page.id)
    )
      return;
    this.#conflicts.push({
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

/** One value out of three; a clash when both sides changed it, to different ones. The change request's is taken then. */
function pick<Value>(base: Value, ours: Value, theirs: Value): { value: Value; clash: boolean } {
  if (sameValue(ours, theirs) || sameValue(theirs, base)) return { value: ours, clash: false };
  return { value: theirs, clash: !sameValue(ours, base) };
}

/** The record without what its text says, to be filled in from another text. */
function withoutFields(record: PageRecord): PageRecord {
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

function isChanged(base: Placed, now: Placed): boolean {
  return !sameRecord(base.page, now.page) || parentOf(base) !== parentOf(now);
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
