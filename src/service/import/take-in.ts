import { AppError } from '../../base/index.ts';
import {
  isMarkdownPath,
  pageIdOf,
  readSpaceFolder,
  slugOfTitle,
  uniqueSlug,
  unsafeReason,
  withoutPageId,
  decodeText,
} from '../../content/index.ts';
import type { PageNode } from '../../content/index.ts';
import { addFile } from '../content/add-file.ts';
import { TreeDraft } from '../content/draft.ts';
import { putFiles, readFiles } from '../content/lists.ts';
import { getDocument, putDocument } from '../tree/objects.ts';
import { fieldsOfText, keepsHeading, nameOfText, textOfBody } from '../content/page-text.ts';
import { reusableOfFiles } from '../content/reusable.ts';
import type { ContentHashes } from '../content/revisions.ts';
import { readTree, type PageRecord } from '../tree/tree.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';

/** What an import made of its source. */
export interface ImportedContent {
  readonly content: ContentHashes;
  readonly imported: number;
  readonly total: number;
}

/**
 * Takes in one page of markdown. A page that carries the id of an existing page (as a mirror writes it) replaces that page's text; `into`
 * names the page to replace; any other page becomes a new page at the end.
 */
export function importPage(
  ctx: Context,
  content: ContentHashes,
  text: string,
  { into }: { into?: string } = {},
): ImportedContent {
  const draft = new TreeDraft(readTree(ctx, content.root));
  putPage(ctx, draft, text, { parent: null, ...(into === undefined ? {} : { id: into }) });
  return { content: { ...content, root: draft.save(ctx.store) }, imported: 1, total: 1 };
}

/** Takes in a whole folder: its pages at the places that its table of contents gives them, every other file at its path. */
export function importFolder(
  ctx: Context,
  content: ContentHashes,
  archive: ReadonlyMap<string, Uint8Array>,
): ImportedContent {
  const files = withoutCommonFolder(
    new Map(
      [...archive].filter(
        ([path]) => unsafeReason(path, { mayBeObeyed: /\.(?:md|markdown)$/iu.test(path) }) === null,
      ),
    ),
  );
  const read = (path: string): string | null => decodeText(files.get(path) ?? new Uint8Array());
  const folder = readSpaceFolder({ paths: files.keys(), text: read }, { fields: true });
  if (folder.documents.size === 0) {
    throw new AppError('UNPROCESSABLE', 'The archive holds no page of markdown.');
  }
  const draft = new TreeDraft(readTree(ctx, content.root));
  const list = [...readFiles(ctx, content.files)];
  let imported = 0;
  const walk = (pages: readonly PageNode[], parent: string | null): void => {
    for (const page of pages) {
      if (page.type === 'group') walk(page.pages, groupId(ctx, draft, page));
      if (page.type !== 'document') continue;
      const text = read(page.id);
      if (text === null) continue;
      const id = putPage(ctx, draft, text, { parent, slug: page.slug, file: page.id, title: page.title });
      imported += 1;
      walk(page.pages, id);
    }
  };
  walk(folder.pages, null);
  for (const path of [
    ...folder.assets,
    ...folder.includes,
    ...(folder.varsPath === null ? [] : [folder.varsPath]),
  ]) {
    addFile(ctx, list, { name: path, bytes: files.get(path)! });
    imported += 1;
  }
  const hash = putFiles(ctx.store, list);
  return {
    content: {
      root: draft.save(ctx.store),
      files: hash,
      reusable: reusableOfFiles(ctx, list, [content.reusable]),
    },
    imported,
    total: archive.size,
  };
}

/** Takes in files at their paths, without a page. */
export function importFiles(
  ctx: Context,
  content: ContentHashes,
  files: ReadonlyMap<string, Uint8Array>,
): Pick<ImportedContent, 'content'> {
  if (files.size === 0) return { content };
  const list = [...readFiles(ctx, content.files)];
  for (const [name, bytes] of files) addFile(ctx, list, { name, bytes });
  return { content: { ...content, files: putFiles(ctx.store, list) } };
}

/** Writes one page: over the page with its id, else as a new page below `parent`. Returns the page's id. */
function putPage(
  ctx: Context,
  draft: TreeDraft,
  raw: string,
  {
    id,
    parent,
    slug,
    file,
    title,
  }: { id?: string; parent: string | null; slug?: string; file?: string; title?: string },
): string {
  const carried = pageIdOf(raw);
  const known = id ?? (carried !== null && draft.has(carried) ? carried : undefined);
  const body = carried === null ? raw : withoutPageId(raw, carried);
  const before = known === undefined ? undefined : draft.page(known);
  if (before !== undefined && before.type !== 'document') {
    throw new AppError('UNPROCESSABLE', `"${before.title}" is a ${before.type}, and has no text to replace.`);
  }
  const old = textOf(ctx, before);
  const written = nameOfText(body);
  const keeps = before !== undefined && old !== undefined && keepsHeading(written, old);
  const name = (keeps ? undefined : written) ?? before ?? { title: title ?? 'Untitled' };
  const text = textOfBody(body, { before: old, name: written ?? name });
  const stored = putDocument(ctx.store, text);
  if (before !== undefined) {
    if (stored.document !== before.document)
      draft.setPage({ ...rewritten(before, name, ctx.now), ...fieldsOfText(text), ...stored });
    return before.id;
  }
  const page = {
    ...{
      id: newId(ctx),
      type: 'document' as const,
      title: name.title,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    ...(name.emoji === undefined ? {} : { emoji: name.emoji }),
    slug: freeSlug(draft, parent, slug ?? slugOfTitle(name.title)),
    ...fieldsOfText(text),
    ...stored,
    ...(file === undefined ? {} : { file }),
  };
  draft.insert(page, { parent, index: Infinity });
  return page.id;
}

function textOf({ store }: Context, page: PageRecord | undefined): string | undefined {
  return page?.document === undefined ? undefined : getDocument(store, page.document).text;
}

function freeSlug(draft: TreeDraft, parent: string | null, wanted: string): string {
  const taken = new Set(draft.childrenOf(parent).flatMap((sibling) => draft.page(sibling)?.slug ?? []));
  return uniqueSlug(wanted, taken);
}

/** A page with the name in its new text; it keeps the fields that the text does not have. */
function rewritten(
  { id, linkTitle, createdAt, slug, file }: PageRecord,
  { title, emoji }: { readonly title: string; readonly emoji?: string | undefined },
  updatedAt: string,
): PageRecord {
  return {
    ...{ id, type: 'document', title, createdAt, updatedAt },
    ...(emoji === undefined ? {} : { emoji }),
    ...(slug === undefined ? {} : { slug }),
    ...(linkTitle === undefined ? {} : { linkTitle }),
    ...(file === undefined ? {} : { file }),
  };
}

/** The group of this name at the root; a new group when there is none. */
function groupId(
  ctx: Context,
  draft: TreeDraft,
  { title, slug, emoji }: Extract<PageNode, { type: 'group' }>,
): string {
  for (const id of draft.childrenOf(null)) {
    const page = draft.page(id)!;
    if (page.type === 'group' && page.title === title) return id;
  }
  const id = newId(ctx);
  draft.insert(
    {
      id,
      type: 'group',
      title,
      slug,
      ...(emoji === undefined ? {} : { emoji }),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    },
    { parent: null, index: Infinity },
  );
  return id;
}

/** An archive often has everything in one folder with the archive's name. */
function withoutCommonFolder(archive: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const paths = [...archive.keys()];
  const top = paths[0]?.split('/')[0] ?? '';
  const shared =
    paths.every((path) => path.startsWith(`${top}/`)) &&
    !paths.some((path) => !path.includes('/') && isMarkdownPath(path));
  return shared && !top.startsWith('.')
    ? new Map([...archive].map(([path, bytes]) => [path.slice(top.length + 1), bytes]))
    : new Map(archive);
}
