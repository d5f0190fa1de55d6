import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeText,
  imageSize,
  nameOf,
  pageIdOf,
  readSpaceFolder,
  withoutPageId,
} from '../../content/index.ts';
import type { ContentRef, FolderProblem, PageNode } from '../../content/index.ts';
import { contentTypeOf } from '../content/content-type.ts';
import { nodeOf } from '../content/draft.ts';
import { putFiles } from '../content/lists.ts';
import type { StoredFile } from '../content/lists.ts';
import { putBlob, putDocument, putNode } from '../tree/objects.ts';
import { fieldsOfText } from '../content/page-text.ts';
import { reusableOfFiles } from '../content/reusable.ts';
import type { ContentHashes } from '../content/revisions.ts';
import type { PageRecord } from '../tree/tree.ts';
import { newId } from '../context.ts';
import type { Context } from '../context.ts';

export interface SeededContent {
  readonly content: ContentHashes;
  readonly pages: number;
  readonly files: number;
  /** Markdown that the table of contents does not name: such files are kept as files. */
  readonly unlisted: readonly string[];
  readonly problems: readonly FolderProblem[];
}

type SeedContext = Pick<Context, 'store' | 'cache' | 'random' | 'now'>;

const idShape = /^[0-9A-Za-z]{20}$/;

/** Reads the content of one space from its folder, and stores it, with every file of the folder. */
export function seedContent(ctx: SeedContext, directory: string, paths: readonly string[]): SeededContent {
  const texts = new Map<string, string | null>();
  const read = (path: string): string | null => {
    let text = texts.get(path);
    if (text === undefined) texts.set(path, (text = decodeText(readFileSync(join(directory, path)))));
    return text;
  };
  const folder = readSpaceFolder({ paths, text: read }, { fields: true });
  // A page that is not text stays a file, since a page could not keep its bytes.
  const broken = [...folder.documents.keys()].filter((path) => read(path) === null);
  const kept = paths.filter((path) => !folder.documents.has(path) || broken.includes(path));
  const listed = new Set([...folder.outside, ...[...folder.nested.values()].flat()]);
  const files = kept.filter((path) => !listed.has(path)).map((path) => seedFile(ctx, directory, path));
  const ids = pageIds(ctx, folder.documents.keys(), read);
  const root = seedTree(ctx, folder.pages, { read, ids, files });
  return {
    content: { root, files: putFiles(ctx.store, files), reusable: reusableOfFiles(ctx, files, []) },
    pages: folder.documents.size,
    files: files.length,
    unlisted: folder.unlisted,
    problems: folder.problems,
  };
}

function seedFile(ctx: SeedContext, directory: string, path: string): StoredFile {
  const bytes = readFileSync(join(directory, path));
  const { hash, oid } = putBlob(ctx.store, bytes);
  return {
    id: newId(ctx),
    name: nameOf(path),
    contentType: contentTypeOf(path),
    blob: hash,
    oid,
    size: bytes.byteLength,
    ...imageSize(bytes),
    path,
  };
}

/** A page keeps the id that an earlier mirror wrote into its text, if no other page has that id. */
function pageIds(
  ctx: SeedContext,
  paths: Iterable<string>,
  read: (path: string) => string | null,
): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of paths) {
    const carried = pageIdOf(read(path) ?? '');
    const id = carried !== null && idShape.test(carried) && !taken.has(carried) ? carried : newId(ctx);
    taken.add(id);
    ids.set(path, id);
  }
  return ids;
}

function seedTree(
  ctx: SeedContext,
  pages: readonly PageNode[],
  {
    read,
    ids,
    files,
  }: { read: (path: string) => string | null; ids: Map<string, string>; files: readonly StoredFile[] },
): string {
  const fileIds = new Map(files.map((file) => [file.path, file.id]));
  const resolve = (target: ContentRef): ContentRef => ({
    ...target,
    ...(target.page === undefined ? {} : { page: ids.get(target.page) ?? target.page }),
    ...(target.file === undefined ? {} : { file: fileIds.get(target.file) ?? target.file }),
  });
  const put = (page: PageNode): string => {
    const record =
      page.type === 'document' ? documentRecord(ctx, page, { read, ids }) : recordOf(ctx, page, resolve);
    const children = page.type === 'document' || page.type === 'group' ? page.pages.map(put) : [];
    return putNode(ctx.store, nodeOf(record, children));
  };
  return putNode(ctx.store, { pages: pages.map(put) });
}

type Entry<Type extends PageNode['type']> = Extract<PageNode, { type: Type }>;

/** An entry of the tree without its own text. */
function recordOf(
  ctx: SeedContext,
  page: Exclude<PageNode, Entry<'document'>>,
  resolve: (target: ContentRef) => ContentRef,
): PageRecord {
  const times = { createdAt: ctx.now, updatedAt: ctx.now };
  const name = { title: page.title, ...(page.emoji === undefined ? {} : { emoji: page.emoji }) };
  switch (page.type) {
    case 'group':
      return { id: newId(ctx), type: 'group', ...name, slug: page.slug, ...times };
    case 'link':
      return {
        ...{ id: newId(ctx), type: 'link', ...name, target: resolve(page.target), ...times },
        ...(page.href === undefined ? {} : { href: page.href }),
        ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
      };
    case 'computed':
      return {
        id: newId(ctx),
        type: 'computed',
        title: page.title || titleOfComputed(page.computed),
        computed: page.computed,
        ...times,
      };
  }
}

function documentRecord(
  ctx: SeedContext,
  page: Entry<'document'>,
  { read, ids }: { read: (path: string) => string | null; ids: ReadonlyMap<string, string> },
): PageRecord {
  const raw = read(page.id) ?? `# ${page.title}\n`;
  const id = ids.get(page.id)!;
  const text = pageIdOf(raw) === id ? withoutPageId(raw, id) : raw;
  return {
    id,
    type: 'document',
    title: page.title,
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    slug: page.slug,
    ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
    ...fieldsOfText(text),
    ...putDocument(ctx.store, text),
    file: page.id,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
}

/** A computed entry has no title in its folder, so it gets the name of its source. */
function titleOfComputed(computed: Readonly<Record<string, unknown>>): string {
  const dependencies = computed['dependencies'] as { spec?: { ref?: { spec?: unknown } } } | undefined;
  const spec = dependencies?.spec?.ref?.spec;
  if (typeof spec === 'string' && spec !== '') return spec;
  return typeof computed['type'] === 'string' ? computed['type'] : 'computed';
}
