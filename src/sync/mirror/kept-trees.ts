import type { Page, Revision } from '../../contract/index.ts';
import type { Cache } from '../../files/port.ts';
import type { RevisionChanges } from '../remote/port.ts';
import type { ContentRecord } from '../state/records.ts';
import { pageMark } from './marks.ts';
import { documentsIn } from '../remote/tree.ts';

/** Trees that were kept in another format are not read. */
const format = 1;

interface Kept {
  readonly format: number;
  readonly space: string;
  readonly tree: Revision;
}

/**
 * Keeps two trees of each space: that of the revision that the mirror was made from, and that which this clone last wrote into a
 * change request. A revision never changes, so that a change request at one of these two revisions need not be read.
 */
export class KeptTrees {
  readonly #cache: Cache | undefined;

  constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  keep(space: string, tree: Revision): void {
    this.#keep('mirrored', space, tree);
  }

  /**
   * The kept tree of a revision; null where the tree of another revision is kept, or where the tree may differ from what the
   * mirror was made from (`mirrored`).
   */
  read(
    space: string,
    revision: string,
    mirrored: ReadonlyMap<string, Pick<ContentRecord, 'mark'>>,
  ): Revision | null {
    const tree = this.#treeOf('mirrored', space, revision);
    return tree && isOfMirror(tree, mirrored) ? tree : null;
  }

  /** Updates the mirror's tree to the next revision, which changed only the texts of these pages. */
  textsChanged(
    space: string,
    from: string,
    { revision, pages }: { revision: RevisionChanges['revision']; pages: readonly Page[] },
  ): void {
    const tree = this.#treeOf('mirrored', space, from);
    if (tree) this.keep(space, withTexts(tree, revision, pages));
  }

  /** Keeps the tree of a change request that this clone has written into. */
  keepWritten(space: string, tree: Revision): void {
    this.#keep('written', space, tree);
  }

  /** The tree of a change request at this revision, as this clone wrote it; null where none is kept, or that of another revision. */
  written(space: string, revision: string): Revision | null {
    return this.#treeOf('written', space, revision);
  }

  /** Updates the kept tree of a change request in which this clone has changed only the texts of these pages. */
  textsWritten(space: string, from: string, after: AfterTexts): void {
    const tree = this.#treeOf('written', space, from) ?? this.#treeOf('mirrored', space, from);
    if (tree) this.keepWritten(space, withTexts(tree, after, after.pages));
  }

  #keep(which: Which, space: string, tree: Revision): void {
    if (!this.#cache) return;
    // The addresses of files are signed and expire; nobody downloads a file by a kept address.
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

/** Which of a space's two trees: the mirror's, or the one that this clone last wrote into a change request. */
type Which = 'mirrored' | 'written';

function nameOf(which: Which, space: string): string {
  return which === 'mirrored' ? `tree of ${space}` : `written tree of ${space}`;
}

/** A revision that changed only the texts of pages, with these pages as they are now. */
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

/** Whether the tree and the mirror's records have the same pages with the same marks. */
function isOfMirror(tree: Revision, mirrored: ReadonlyMap<string, Pick<ContentRecord, 'mark'>>): boolean {
  const documents = documentsIn(tree.pages);
  const isSame = (page: Page): boolean => {
    const mark = pageMark(page);
    return mark !== null && mark === mirrored.get(page.id)?.mark;
  };
  return documents.length === mirrored.size && documents.every(isSame);
}

/** A tree in which the given pages replace those with the same ids. */
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
