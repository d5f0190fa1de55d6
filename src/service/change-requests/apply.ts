import { AppError } from '../../base/index.ts';
import {
  childFolder,
  joinEmoji,
  slugFault,
  slugOfTitle,
  splitEmoji,
  uniqueSlug,
} from '../../content/index.ts';
import type { PageFieldChanges } from '../../content/index.ts';
import type {
  ContentChange,
  DeletePageChange,
  InsertPageChange,
  UpdatePageChange,
} from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import { addFile } from '../content/add-file.ts';
import type { NewFile } from '../content/add-file.ts';
import { TreeDraft } from '../content/draft.ts';
import { placesOf } from '../content/links.ts';
import type { Root } from '../content/roots.ts';
import { PageFiles } from '../content/page-files.ts';
import { putFiles, readFiles } from '../content/lists.ts';
import type { StoredFile } from '../content/lists.ts';
import { getDocument, putDocument } from '../tree/objects.ts';
import {
  fieldsOfText,
  isBodyOnly,
  keepsHeading,
  nameOfText,
  partsOfText,
  textOfBody,
  withChanges,
} from '../content/page-text.ts';
import type { PageName } from '../content/page-text.ts';
import { reusableOfFiles } from '../content/reusable.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { readTree } from '../tree/tree.ts';
import type { PageRecord } from '../tree/tree.ts';
import { referencesOf } from '../documents/references.ts';
import { markdownOf, splicedOf } from '../documents/write.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';

/** What a batch did, in the order of its changes. */
export interface Applied {
  readonly content: ContentHashes;
  readonly pages: {
    readonly object: 'created_page' | 'updated_page' | 'deleted_page';
    readonly page: string;
    readonly ref?: string;
  }[];
  readonly files: { readonly file: StoredFile; readonly ref?: string }[];
}

/** The bytes of the files of a batch, by the change that names them. They are read before, since reading may take time. */
export type FileBytes = ReadonlyMap<object, Uint8Array>;

/** Applies a batch of changes to a content, all or none: a failure throws and leaves the content unchanged. */
export function applyChanges(
  ctx: Context,
  root: Root,
  changes: readonly ContentChange[],
  bytes: FileBytes,
): Applied {
  const batch = new Batch(ctx, root);
  for (const change of changes) {
    switch (change.type) {
      case 'insert_page':
        batch.insertPage(change);
        break;
      case 'update_page':
        batch.updatePage(change);
        break;
      case 'delete_page':
        batch.deletePage(change);
        break;
      case 'insert_files':
        for (const file of change.files) batch.insertFile(file, bytes.get(file)!, file.ref);
        break;
    }
  }
  return batch.finish();
}

class Batch {
  readonly #ctx: Context;
  readonly #root: Root;
  readonly #content: ContentHashes;
  readonly #draft: TreeDraft;
  readonly #files: StoredFile[];
  readonly #refs = new Map<string, string>();
  readonly #pages: Applied['pages'] = [];
  readonly #inserted: Applied['files'] = [];
  readonly #pageFiles: PageFiles;

  constructor(ctx: Context, root: Root) {
    const content = root.revision;
    this.#ctx = ctx;
    this.#root = root;
    this.#content = content;
    this.#draft = new TreeDraft(readTree(ctx, content.root));
    this.#files = [...readFiles(ctx, content.files)];
    this.#pageFiles = new PageFiles(this.#draft, this.#files);
  }

  insertPage(change: InsertPageChange): void {
    const { title, emoji, into, at, ref } = change;
    const markdown = this.#insertedText(change);
    const written = nameOfText(markdown);
    const name = joinName(
      { title, emoji },
      title === undefined ? written : sameTitle(written, title),
      'Untitled',
    );
    const text = withChanges(textOfBody(markdown, { before: undefined, name }), {
      fields: fieldChanges(change),
    });
    const parent = this.#parentId(into ?? null);
    const page: PageRecord = {
      id: newId(this.#ctx),
      type: 'document',
      ...present(name),
      slug: this.#slug(change.slug ?? slugOfTitle(name.title), parent, undefined),
      ...fieldsOfText(text),
      ...putDocument(this.#ctx.store, text),
      createdAt: this.#ctx.now,
      updatedAt: this.#ctx.now,
    };
    this.#draft.insert(page, { parent, index: at ?? Infinity });
    this.#pageFiles.set(page.id, change.git?.path);
    if (ref !== undefined) this.#remember(ref, page.id);
    this.#pages.push({ object: 'created_page', page: page.id, ...(ref === undefined ? {} : { ref }) });
  }

  updatePage(change: UpdatePageChange): void {
    const id = this.#pageId(change.page);
    const before = this.#draft.page(id)!;
    const after =
      before.type === 'document' ? this.#rewritten(before, change) : this.#renamed(before, change);
    const slug =
      change.slug === undefined ? after.slug : this.#slug(change.slug, this.#draft.parentOf(id), id);
    const page = { ...after, ...(slug === undefined ? {} : { slug }) };
    if (isDifferent(before, page)) this.#draft.setPage({ ...page, updatedAt: this.#ctx.now });
    this.#place(id, change);
    this.#pageFiles.set(id, change.git?.path);
    this.#pages.push({ object: 'updated_page', page: id });
  }

  deletePage(change: DeletePageChange): void {
    const id = this.#pageId(change.page);
    this.#draft.remove(id);
    this.#pages.push({ object: 'deleted_page', page: id });
  }

  insertFile(file: Omit<NewFile, 'bytes'>, bytes: Uint8Array, ref: string | undefined): void {
    const added = addFile(this.#ctx, this.#files, { ...file, bytes });
    if (ref !== undefined) this.#remember(ref, added.id);
    this.#inserted.push({ file: added, ...(ref === undefined ? {} : { ref }) });
  }

  finish(): Applied {
    const isTouched = this.#inserted.length > 0 || this.#pageFiles.tookFiles;
    const files = isTouched ? putFiles(this.#ctx.store, this.#files) : this.#content.files;
    const reusable =
      files === this.#content.files
        ? this.#content.reusable
        : reusableOfFiles(this.#ctx, this.#files, [this.#content.reusable]);
    return {
      content: { root: this.#draft.save(this.#ctx.store), files, reusable },
      pages: this.#pages,
      files: this.#inserted,
    };
  }

  /** The text of a new page; the links of a document are written for the file that the page will probably have. */
  #insertedText({ document, git, into, slug, title }: InsertPageChange): string {
    if ('markdown' in document) return document.markdown;
    const parent = into === undefined || into === null ? undefined : this.#pathOf(into);
    const folder = parent === undefined ? '' : `${childFolder(parent)}/`;
    const path = git?.path ?? `${folder}${slug ?? slugOfTitle(title ?? 'untitled')}.md`;
    return markdownOf(document, referencesOf(this.#ctx, this.#root, { path }));
  }

  /** The file of a page that existed before the batch. */
  #pathOf(page: string): string | undefined {
    return placesOf(this.#ctx, this.#root).pathOfPage.get(page);
  }

  /** The page's text with what a document says below its title. */
  #withBody(before: PageRecord, old: string, written: UpdatePageChange['document']): string {
    if (written === undefined || 'markdown' in written) return old;
    const { head, body } = partsOfText(old, joinEmoji(before));
    const path = this.#pathOf(before.id) ?? 'README.md';
    const below = splicedOf(written.document, body, referencesOf(this.#ctx, this.#root, { path }));
    const isBare = body === '' && head !== '' && below !== '';
    return `${head}${isBare ? (head.endsWith('\n') ? '\n' : '\n\n') : ''}${below}`;
  }

  /** A document with its new text: the body of the change, the name in its H1, the fields in its front matter. */
  #rewritten(before: PageRecord, change: UpdatePageChange): PageRecord {
    const old = before.document === undefined ? '' : getDocument(this.#ctx.store, before.document).text;
    const { document, title, emoji } = change;
    const markdown = document !== undefined && 'markdown' in document ? document.markdown : undefined;
    const named = title !== undefined || emoji !== undefined;
    const written = markdown === undefined ? undefined : nameOfText(markdown);
    const isBody = markdown !== undefined && !named && isBodyOnly(markdown, old, before);
    const keeps = !named && !isBody && keepsHeading(written, old);
    const name = joinName(
      { title, emoji },
      markdown === undefined || named
        ? (sameTitle(written, title) ?? before)
        : keeps || isBody
          ? before
          : (written ?? before),
      before.title,
    );
    const heading = keeps && written !== undefined ? written : name;
    const body =
      markdown === undefined
        ? this.#withBody(before, old, document)
        : textOfBody(markdown, { before: old, name: heading });
    const text = withChanges(body, { ...(named ? { name } : {}), fields: fieldChanges(change) });
    return {
      ...bare(before),
      ...present(name),
      ...fieldsOfText(text),
      ...putDocument(this.#ctx.store, text),
    };
  }

  /** A group or a link has a name and flags, but no text. */
  #renamed(before: PageRecord, change: UpdatePageChange): PageRecord {
    if (change.document !== undefined) {
      throw new AppError('UNPROCESSABLE', `The ${before.type} "${before.title}" has no text.`);
    }
    const { title, emoji, icon, hidden, noIndex, noRobotsIndex } = change;
    const { emoji: _, ...rest } = before;
    const merged: Record<string, unknown> = {
      ...rest,
      ...present(joinName({ title, emoji }, before, before.title)),
    };
    for (const [key, value] of Object.entries({ icon, hidden, noIndex, noRobotsIndex })) {
      if (value === null || value === false) delete merged[key];
      else if (value !== undefined) merged[key] = value;
    }
    return merged as unknown as PageRecord;
  }

  #place(id: string, { into, at }: UpdatePageChange): void {
    if (into === undefined && at === undefined) return;
    const from = this.#draft.parentOf(id);
    const parent = into === undefined ? from : this.#parentId(into);
    if (parent !== null && this.#draft.isWithin(parent, id)) {
      throw new AppError('UNPROCESSABLE', 'A page cannot be moved below itself.', { data: { page: id } });
    }
    if (parent !== null && this.#draft.page(id)?.type === 'group') {
      throw new AppError('UNPROCESSABLE', 'A group has its place at the root only.');
    }
    const stays = parent === from;
    this.#draft.move(id, { parent, index: at ?? Infinity });
    if (stays) return;
    const page = this.#draft.page(id)!;
    if (page.slug !== undefined) {
      const slug = this.#slug(page.slug, parent, id);
      if (slug !== page.slug) this.#draft.setPage({ ...page, slug });
    }
  }

  /** A slug that no sibling has. */
  #slug(wanted: string, parent: string | null, own: string | undefined): string {
    const fault = slugFault(wanted);
    if (fault !== undefined) {
      throw new AppError(
        'UNPROCESSABLE',
        `${JSON.stringify(wanted.slice(0, 120))} is not a slug: it ${fault}.`,
      );
    }
    const taken = new Set<string>();
    for (const sibling of this.#draft.childrenOf(parent)) {
      const slug = sibling === own ? undefined : this.#draft.page(sibling)?.slug;
      if (slug !== undefined) taken.add(slug);
    }
    return uniqueSlug(wanted === '' ? 'untitled' : wanted, taken);
  }

  #parentId(idOrRef: string | null): string | null {
    if (idOrRef === null) return null;
    const id = this.#pageId(idOrRef);
    const { type, title } = this.#draft.page(id)!;
    if (type === 'document' || type === 'group') return id;
    throw new AppError('UNPROCESSABLE', `The ${type} "${title}" cannot have pages below it.`);
  }

  #pageId(idOrRef: string): string {
    const id = this.#refs.get(idOrRef) ?? idOrRef;
    if (!this.#draft.has(id)) throw notFound('page', idOrRef);
    return id;
  }

  #remember(ref: string, id: string): void {
    if (this.#refs.has(ref)) throw new AppError('UNPROCESSABLE', `The batch uses the ref "${ref}" twice.`);
    this.#refs.set(ref, id);
  }
}

/** The name after a change: the change's own, else the text's, else the one before. */
function joinName(
  { title, emoji }: { title?: string | undefined; emoji?: string | null | undefined },
  otherwise: PageName | undefined,
  fallback: string,
): PageName {
  const said = title === undefined ? undefined : splitEmoji(title);
  const chosen = emoji === undefined ? (said?.emoji ?? otherwise?.emoji) : (emoji ?? undefined);
  return {
    title: said?.title ?? otherwise?.title ?? fallback,
    ...(chosen === undefined ? {} : { emoji: chosen }),
  };
}

/** The name in the text, when its title is the given title: then it also has the emoji. */
function sameTitle(written: PageName | undefined, title: string | undefined): PageName | undefined {
  return written !== undefined && title !== undefined && written.title === splitEmoji(title).title
    ? written
    : undefined;
}

function present({ title, emoji }: PageName): { title: string; emoji?: string } {
  return { title, ...(emoji === undefined ? {} : { emoji }) };
}

function fieldChanges(change: InsertPageChange | UpdatePageChange): PageFieldChanges {
  const { description, icon, hidden, noIndex, noRobotsIndex, condition } = change;
  return Object.fromEntries(
    Object.entries({ description, icon, hidden, noIndex, noRobotsIndex, condition }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

/** A document's record without the fields that come from its text. */
function bare(page: PageRecord): PageRecord {
  const { id, type, title, slug, linkTitle, file, createdAt, updatedAt } = page;
  return {
    ...{ id, type, title, createdAt, updatedAt },
    ...(slug === undefined ? {} : { slug }),
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(file === undefined ? {} : { file }),
  };
}

function isDifferent(before: PageRecord, after: PageRecord): boolean {
  return (
    before.document !== after.document ||
    before.title !== after.title ||
    JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after))
  );
}

function sorted(page: PageRecord): [string, unknown][] {
  return Object.entries(page)
    .filter(([key]) => key !== 'pages' && key !== 'updatedAt')
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
