import type { Page, Revision } from '../../contract/index.ts';
import type { Cache } from '../../files/port.ts';
import type { RevisionChanges } from '../remote/port.ts';
import type { ContentRecord } from '../state/records.ts';
import { pageMark } from './marks.ts';
import { documentsIn } from '../remote/tree.ts';

/** Another form of what is kept is not read. */
const format = 1;

interface Kept {
  readonly format: number;
  readonly space: string;
  readonly tree: Revision;
}

/**
 * Two trees of each space: the one of the revision that the mirror was made from, and the one that this clone last wrote into a change
 * request. A revision never changes, so that a change request which is at one of the two need not be read to know what it says.
 */
export class KeptTrees {
  readonly #cache: Cache | undefined;

  constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  keep(space: string, tree: Revision): void {
    this.#keep('mirrored', space, tree);
  }

  /** What is kept of a revision; null where it is another one's, or not certainly what the mirror was made from (`mirrored`). */
  read(
    space: string,
    revision: string,
    mirrored: ReadonlyMap<string, Pick<ContentRecord, 'mark'>>,
  ): Revision | null {
    const tree = this.#treeOf('mirrored', space, revision);
    return tree && isOfMirror(tree, mirrored) ? tree : null;
  }

  /** Goes on to the next revision, which changed the texts of these pages alone. */
  textsChanged(
    space: string,
    from: string,
    { revision, pages }: { revision: RevisionChanges['revision']; pages: readonly Page[] },
  ): void {
    const tree = this.#treeOf('mirrored', space, from);
    if (tree) this.keep(space, withTexts(tree, revision, pages));
  }

  /** Keeps what a change request says that this clone wrote into. */
  keepWritten(space: string, tree: Revision): void {
    this.#keep('written', space, tree);
  }

  /** What a change request says that is at this revision, as this clone wrote it; null where another one is kept, or none. */
  written(space: string, revision: string): Revision | null {
    return this.#treeOf('written', space, revision);
  }

  /** Keeps what a change request says once this clone has changed the texts of these pages alone. */
  textsWritten(space: string, from: string, after: AfterTexts): void {
    const tree = this.#treeOf('written', space, from) ?? this.#treeOf('mirrored', space, from);
    if (tree) this.keepWritten(space, withTexts(tree, after, after.pages));
  }

  #keep(which: Which, space: string, tree: Revision): void {
    if (!this.#cache) return;
    // Addresses of files are signed, and nobody downloads one by what is kept.
    const files = tree.files.map((file) => ({ ...file, downloadURL: '' }));
    const kept: Kept = { format, space, tree: { ...tree, files } };
    this.#cache.write(nameOf(which, space), new TextEncoder().encode(JSON.stringify(kept)));
  }

  #treeOf(which: Which, space: string, revision: string): Revision | null {
    const bytes = this.#cache?.read(nameOf(which, space)) ?? null;
    const kept = bytes && parsed(bytes);
    const isIt = kept?.format === format && kept.space === space && kept.tree.id === revision;
    return isIt ? kept.tree : null;
  }
}

/** Which of the two trees of a space: the mirror's, or the one that this clone last wrote into a change request. */
type Which = 'mirrored' | 'written';

function nameOf(which: Which, space: string): string {
  return which === 'mirrored' ? `tree of ${space}` : `written tree of ${space}`;
}

/** A revision in which nothing but the texts of pages changed, with these pages as they are now. */
interface AfterTexts extends Pick<Revision, 'id' | 'createdAt'> {
  readonly parents: readonly string[];
  readonly pages: readonly Page[];
}

function withTexts(
  tree: Revision,
  { id, parents, createdAt }: Omit<AfterTexts, 'pages'>,
  pages: readonly Page[],
): Revision {
  const now = new Map(pages.map((page) => [page.id, page]));
  return { ...tree, id, parents: [...parents], createdAt, pages: withPages(tree.pages, now) };
}

function parsed(bytes: Uint8Array): Kept | null {
  try {
    const read = JSON.parse(new TextDecoder().decode(bytes)) as Kept | null;
    return Array.isArray(read?.tree?.pages) && Array.isArray(read.tree.files) ? read : null;
  } catch {
    return null;
  }
}

/** Whether each page has the mark that the mirror's record of it has, and no page is in one of the two alone. */
function isOfMirror(tree: Revision, mirrored: ReadonlyMap<string, Pick<ContentRecord, 'mark'>>): boolean {
  const documents = documentsIn(tree.pages);
  const isSame = (page: Page): boolean => {
    const mark = pageMark(page);
    return mark !== null && mark === mirrored.get(page.id)?.mark;
  };
  return documents.length === mirrored.size && documents.every(isSame);
}

/** A tree in which some pages are as they were read by themselves. */
function withPages(pages: readonly Page[], now: ReadonlyMap<string, Page>): Page[] {
  return pages.map((page) => {
    const { pages: _below, ...read } = (now.get(page.id) ?? {}) as { pages?: unknown };
    const below = 'pages' in page && Array.isArray(page.pages) ? { pages: withPages(page.pages, now) } : {};
    return { ...page, ...withoutText(read), ...below };
  });
}

function withoutText(page: object): object {
  const { markdown: _markdown, ...rest } = page as { markdown?: unknown };
  return rest;
}
