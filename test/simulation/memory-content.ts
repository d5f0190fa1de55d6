import { hash } from 'node:crypto';
import { AppError } from '../../src/base/index.ts';
import {
  mergeFile,
  mergePage,
  setTitle,
  slugOfTitle,
  splitFrontMatter,
  titleOf,
  uniqueSlug,
} from '../../src/content/index.ts';
import type { Page } from '../../src/contract/index.ts';
import { contentId } from '../../src/files/index.ts';
import type { ContentChange, ContentChangeResult } from '../../src/sync/remote/port.ts';

/** A page of the model service: immutable, so that revisions share what they have in common. */
export interface ModelPage {
  readonly id: string;
  /** A group or a link has no text; a document unless said. */
  readonly kind?: 'group' | 'link';
  /** Where a link leads. */
  readonly url?: string;
  readonly title: string;
  readonly slug: string;
  readonly text: string;
  readonly pages: readonly ModelPage[];
  /** Its file, where somebody told it. */
  readonly file?: string;
}

export interface ModelFile {
  readonly id: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'page'
  );
}

export function flat(pages: readonly ModelPage[]): ModelPage[] {
  return pages.flatMap((page) => [page, ...flat(page.pages)]);
}

/** The tree without texts. */
export function outline(pages: readonly ModelPage[]): unknown {
  return pages.map(({ id, title, slug, file, pages: below }) => [id, title, slug, file, outline(below)]);
}

export function pageJson(page: ModelPage, above: string): Page {
  const path = above === '' ? page.slug : `${above}/${page.slug}`;
  const { id, title, slug, file, url = '' } = page;
  const pages = page.pages.map((child) => pageJson(child, path));
  if (page.kind === 'group') return { id, type: 'group', title, slug, path, pages };
  if (page.kind === 'link') return { id, type: 'link', title, target: { kind: 'url', url }, href: url };
  return {
    id: page.id,
    type: 'document',
    title: page.title,
    slug: page.slug,
    path,
    urls: { app: `https://service.test/p/${page.id}` },
    documentId: hash('sha1', page.text, 'hex'),
    ...(file === undefined
      ? {}
      : { git: { oid: contentId(new TextEncoder().encode(page.text)), path: file } }),
    pages,
  };
}

/** The slugs of the pages that a page stands below, outermost first; null when it is not there. */
export function slugsAbove(pages: readonly ModelPage[], id: string): readonly string[] | null {
  for (const page of pages) {
    if (page.id === id) return [];
    const below = slugsAbove(page.pages, id);
    if (below) return [page.slug, ...below];
  }
  return null;
}

/** Replaces pages wherever they stand; `null` takes one away with everything below it. */
export function mapPages(
  pages: readonly ModelPage[],
  change: (page: ModelPage) => ModelPage | null,
): readonly ModelPage[] {
  return pages.flatMap((page) => {
    const changed = change(page);
    return changed === null ? [] : [{ ...changed, pages: mapPages(changed.pages, change) }];
  });
}

/** A content under change, flat: pages by id, and the order of children by parent (`null` is the root). */
export class Draft {
  #files: ModelFile[];
  readonly #pages = new Map<string, ModelPage>();
  readonly #children = new Map<string | null, string[]>();
  readonly #refs = new Map<string, string>();
  readonly #newPage: () => string;
  readonly #newFile: () => string;

  constructor(
    base: { pages: readonly ModelPage[]; files: readonly ModelFile[] },
    newPage: () => string,
    newFile: () => string,
  ) {
    this.#files = [...base.files];
    this.#newPage = newPage;
    this.#newFile = newFile;
    const visit = (pages: readonly ModelPage[], parent: string | null): void => {
      this.#children.set(
        parent,
        pages.map(({ id }) => id),
      );
      for (const page of pages) {
        this.#pages.set(page.id, page);
        visit(page.pages, page.id);
      }
    };
    visit(base.pages, null);
  }

  get pages(): readonly ModelPage[] {
    const build = (parent: string | null): ModelPage[] =>
      (this.#children.get(parent) ?? []).map((id) => ({ ...this.#pages.get(id)!, pages: build(id) }));
    return build(null);
  }

  get files(): readonly ModelFile[] {
    return this.#files;
  }

  apply(change: ContentChange): ContentChangeResult['changes'][number][] {
    switch (change.type) {
      case 'insert_page': {
        const id = this.#newPage();
        const text = change.document.markdown;
        const title = change.title ?? titleOf(text) ?? 'Untitled';
        const parent = this.#parent(change.into ?? null);
        const slug = this.#freeSlug(change.slug ?? slugOfTitle(title), parent, id);
        this.#pages.set(id, { id, title, slug, text: withHeading(text, title), pages: [] });
        this.#children.set(id, []);
        if (change.ref !== undefined) this.#refs.set(change.ref, id);
        this.#attach(id, parent, change.at);
        this.#putAt(id, change.git?.path);
        return [{ page: { id }, ...(change.ref === undefined ? {} : { ref: change.ref }) }];
      }
      case 'update_page': {
        const page = this.#found(change.page);
        this.#pages.set(page.id, this.#rewritten(page, change));
        if (change.slug !== undefined) {
          const slug = this.#freeSlug(change.slug, this.#parentOf(page.id), page.id);
          this.#pages.set(page.id, { ...this.#pages.get(page.id)!, slug });
        }
        if (change.into !== undefined || change.at !== undefined) this.#place(page.id, change);
        this.#putAt(page.id, change.git?.path);
        return [{ page: { id: page.id } }];
      }
      case 'delete_page': {
        const page = this.#found(change.page);
        this.#detach(page.id);
        this.#forget(page.id);
        return [{ page: { id: page.id } }];
      }
      case 'insert_files':
        for (const file of change.files) {
          const path =
            file.name.includes('/') || /\.(md|yaml)$/.test(file.name)
              ? file.name
              : `.gitbook/assets/${file.name}`;
          const bytes = new Uint8Array(Buffer.from(file.base64, 'base64'));
          const id = this.#files.find((each) => each.path === path)?.id ?? this.#newFile();
          this.#files = [...this.#files.filter((each) => each.path !== path), { id, path, bytes }];
        }
        return [];
    }
  }

  /** A document with its new text: the title is the one that the change names, else that of a heading that changed. */
  #rewritten(page: ModelPage, change: Extract<ContentChange, { type: 'update_page' }>): ModelPage {
    if (page.kind !== undefined) {
      if (change.document)
        throw new AppError('UNPROCESSABLE', `The ${page.kind} “${page.title}” has no text`);
      return { ...page, title: change.title ?? page.title };
    }
    if (!change.document && change.title === undefined) return page;
    const body = change.document?.markdown ?? page.text;
    const written = titleOf(body);
    const kept = written === null || written === titleOf(page.text);
    const title = change.title ?? (kept ? page.title : written);
    const text = keepFrontMatter(body, page.text);
    const keepsHeading = change.title === undefined && kept && written !== null;
    if (keepsHeading) return { ...page, title, text };
    return { ...page, title, text: change.document ? withHeading(text, title) : setTitle(text, title) };
  }

  #place(id: string, change: Extract<ContentChange, { type: 'update_page' }>): void {
    const from = this.#parentOf(id);
    const parent = change.into === undefined ? from : this.#parent(change.into);
    for (let at = parent; at !== null; at = this.#parentOf(at))
      if (at === id) throw new AppError('UNPROCESSABLE', 'A page cannot be moved below itself');
    this.#detach(id);
    this.#attach(id, parent, change.at);
    if (parent === from) return;
    const page = this.#pages.get(id)!;
    if (page.kind !== 'link') this.#pages.set(id, { ...page, slug: this.#freeSlug(page.slug, parent, id) });
  }

  /** A slug that no sibling has. */
  #freeSlug(wanted: string, parent: string | null, own: string): string {
    const siblings = (this.#children.get(parent) ?? []).filter((id) => id !== own);
    const taken = siblings.map((id) => this.#pages.get(id)!).filter(({ kind }) => kind !== 'link');
    return uniqueSlug(wanted === '' ? 'untitled' : wanted, new Set(taken.map(({ slug }) => slug)));
  }

  #parent(into: string | null): string | null {
    const id = this.#named(into);
    if (id === null) return null;
    const page = this.#pages.get(id);
    if (!page) throw new AppError('NOT_FOUND', `No page ${id}`);
    if (page.kind === 'link') throw new AppError('UNPROCESSABLE', 'A link cannot have pages below it');
    return id;
  }

  /** Notes a page's file: whoever had it has none any more, be it a page or a file of the space. */
  #putAt(id: string, path: string | undefined): void {
    if (path === undefined) return;
    for (const [other, page] of this.#pages) {
      const { file, ...rest } = page;
      if (file === path && other !== id) this.#pages.set(other, rest);
    }
    this.#pages.set(id, { ...this.#pages.get(id)!, file: path });
    this.#files = this.#files.filter((file) => file.path !== path);
  }

  /** A page of this batch goes by the name that it got there. */
  #named(id: string | null): string | null {
    return id === null ? null : (this.#refs.get(id) ?? id);
  }

  #found(id: string): ModelPage {
    const page = this.#pages.get(this.#named(id)!);
    if (!page) throw new AppError('NOT_FOUND', `No page ${id}`);
    return page;
  }

  #parentOf(id: string): string | null {
    for (const [parent, children] of this.#children) if (children.includes(id)) return parent;
    return null;
  }

  #detach(id: string): void {
    for (const [parent, children] of this.#children)
      if (children.includes(id))
        this.#children.set(
          parent,
          children.filter((child) => child !== id),
        );
  }

  #attach(id: string, parent: string | null, at: number | undefined): void {
    const children = [...(this.#children.get(parent) ?? [])];
    children.splice(Math.min(at ?? Infinity, children.length), 0, id);
    this.#children.set(parent, children);
  }

  #forget(id: string): void {
    for (const child of this.#children.get(id) ?? []) this.#forget(child);
    this.#children.delete(id);
    this.#pages.delete(id);
  }
}

function keepFrontMatter(body: string, before: string): string {
  const own = splitFrontMatter(body);
  if (own.yaml !== null) return own.yaml === '' ? body.slice(own.bodyStart).replace(/^\n+/, '') : body;
  const old = splitFrontMatter(before);
  return old.yaml === null ? body : `${before.slice(0, old.bodyStart)}\n${body}`;
}

/** The text with the title as its first heading. Another heading that somebody wrote into the text stays below it. */
function withHeading(text: string, title: string): string {
  const heading = titleOf(text);
  if (heading === title) return text;
  if (heading === null) return setTitle(text, title);
  const { bodyStart } = splitFrontMatter(text);
  const [blank] = /^\n*/u.exec(text.slice(bodyStart))!;
  return `${text.slice(0, bodyStart)}${blank}# ${title}\n\n${text.slice(bodyStart + blank.length)}`;
}

/**
 * Three-way over trees: texts by lines, places by the side that moved; null when a text cannot be joined, unless somebody
 * decides about it.
 */
export function joinPages(
  base: readonly ModelPage[],
  ours: readonly ModelPage[],
  theirs: readonly ModelPage[],
  decide?: (marked: string) => string,
): readonly ModelPage[] | null {
  const [b, o, t] = [base, ours, theirs].map(indexOf) as [Index, Index, Index];
  const pages = new Map<string, ModelPage>();
  for (const id of new Set([...o.pages.keys(), ...t.pages.keys()])) {
    const [was, mine, other] = [b.pages.get(id), o.pages.get(id), t.pages.get(id)];
    // What one side deleted and the other edited stays.
    if (was && (!mine || !other)) {
      const rest = mine ?? other!;
      if (rest.text === was.text && rest.title === was.title) continue;
      pages.set(id, rest);
    } else if (!mine || !other) pages.set(id, mine ?? other!);
    else {
      const merged = mergePage({ base: was?.text ?? '', ours: mine.text, theirs: other.text });
      if (merged.outcome === 'conflict' && !decide) return null;
      const text = merged.outcome === 'conflict' ? decide!(merged.text) : merged.text;
      const title = titleOf(text) ?? (mine.title === was?.title ? other.title : mine.title);
      const { file: _, ...rest } = other;
      const file = mine.file === was?.file ? other.file : mine.file;
      pages.set(id, {
        ...rest,
        ...(file === undefined ? {} : { file }),
        title,
        slug: mine.slug === was?.slug ? other.slug : mine.slug,
        text,
      });
    }
  }
  return placed(pages, b, o, t);
}

interface Index {
  readonly pages: Map<string, ModelPage>;
  readonly parents: Map<string, string | null>;
  readonly orders: Map<string | null, string[]>;
}

function indexOf(pages: readonly ModelPage[]): Index {
  const index: Index = { pages: new Map(), parents: new Map(), orders: new Map() };
  const visit = (list: readonly ModelPage[], parent: string | null): void => {
    index.orders.set(
      parent,
      list.map(({ id }) => id),
    );
    for (const page of list) {
      index.pages.set(page.id, page);
      index.parents.set(page.id, parent);
      visit(page.pages, page.id);
    }
  };
  visit(pages, null);
  return index;
}

function placed(pages: ReadonlyMap<string, ModelPage>, b: Index, o: Index, t: Index): readonly ModelPage[] {
  const parentOf = new Map<string, string | null>();
  for (const id of pages.keys()) {
    const [was, mine, other] = [b.parents.get(id), o.parents.get(id), t.parents.get(id)];
    let parent = (mine !== undefined && mine !== was) || other === undefined ? (mine ?? null) : other;
    if (parent !== null && !pages.has(parent)) parent = null;
    for (let at = parent, steps = 0; at !== null; at = parentOf.get(at) ?? null, steps++)
      if (at === id || steps > 100) parent = null;
    parentOf.set(id, parent);
  }
  const children = (parent: string | null): ModelPage[] => {
    const ids = [...pages.keys()].filter((id) => parentOf.get(id) === parent);
    const reordered = String(o.orders.get(parent)) !== String(b.orders.get(parent));
    const [first, second] = reordered
      ? [o.orders.get(parent) ?? [], t.orders.get(parent) ?? []]
      : [t.orders.get(parent) ?? [], o.orders.get(parent) ?? []];
    const rank = (id: string): number => {
      const at = first.indexOf(id);
      if (at >= 0) return at * 1000;
      const beside = second
        .slice(0, second.indexOf(id))
        .reverse()
        .find((other) => first.includes(other));
      return second.includes(id)
        ? beside === undefined
          ? -1
          : first.indexOf(beside) * 1000 + 1 + second.indexOf(id)
        : 1e9;
    };
    return ids
      .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
      .map((id) => ({ ...pages.get(id)!, pages: children(id) }));
  };
  return children(null);
}

/**
 * Three-way over files, by the same rules as Tidemark's own; null when the two sides of a file cannot be joined, unless somebody has
 * decided for the change request.
 */
export function joinFiles(
  base: readonly ModelFile[],
  ours: readonly ModelFile[],
  theirs: readonly ModelFile[],
  { isDecided = false }: { isDecided?: boolean } = {},
): readonly ModelFile[] | null {
  const [was, mine, other] = [base, ours, theirs].map(
    (files) => new Map(files.map((file) => [file.path, file])),
  ) as [Map<string, ModelFile>, Map<string, ModelFile>, Map<string, ModelFile>];
  const result: ModelFile[] = [];
  for (const path of new Set([...other.keys(), ...mine.keys()])) {
    const bytesOf = (files: ReadonlyMap<string, ModelFile>): Uint8Array | null =>
      files.get(path)?.bytes ?? null;
    const merged = mergeFile(path, { base: bytesOf(was), ours: bytesOf(mine), theirs: bytesOf(other) });
    if (merged.outcome === 'conflict' && !isDecided) return null;
    const bytes = merged.outcome === 'conflict' ? bytesOf(mine) : merged.bytes;
    const file = other.get(path) ?? mine.get(path);
    if (bytes !== null && file) result.push({ ...file, bytes });
  }
  return result;
}
