import type { File, Page, ReusableContent, Revision } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import { asPrintedJson } from '../answer.ts';
import { changeRequestJson } from '../change-requests/change-request.ts';
import { changeRequestRoot } from '../change-requests/root.ts';
import { fileOf, placedOf, primaryRoot, revisionRoot } from '../content/roots.ts';
import type { Root } from '../content/roots.ts';
import type { ChangeRequestRow } from '../change-requests/change-request.ts';
import type { Context } from '../context.ts';
import { pageDocument, reusableDocument, reusableOf, shownDocument } from '../documents/read.ts';
import { pageMarkdown, type MarkdownQuery } from '../documents/markdown.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import type { Page as ListPage, PageQuery } from '../paging.ts';
import { publishedUrls } from '../site-rows/published-urls.ts';
import { readFiles, readReusable } from '../content/lists.ts';
import type { StoredFile } from '../content/lists.ts';
import { getDocument } from '../tree/objects.ts';
import { appUrl, fileJson, pageJson, reusableJson, type ShowOptions } from '../content/page-json.ts';
import { parentsOf } from '../content/revisions.ts';
import { revisionTags, tagsOf } from '../content/tags.ts';
import { shownTree } from '../content/shown-tree.ts';
import type { Placed } from '../tree/tree.ts';
import { variablesOf } from '../content/variables.ts';

interface ReadQuery extends MarkdownQuery {
  readonly metadata?: boolean;
  readonly computed?: boolean;
  readonly format?: 'document' | 'markdown';
}

/** The handlers that read content below one kind of root. */
function readersOf<Params extends { spaceId: string }>(open: (ctx: Context, params: Params) => Root) {
  return {
    revision: (ctx: Context, { params, query }: { params: Params; query: ReadQuery }): Revision => {
      const root = open(ctx, params);
      return asPrintedJson(revisionText(ctx, root, shapeOptions(query)));
    },

    pages: (ctx: Context, { params, query }: { params: Params; query: ReadQuery }): { pages: Page[] } =>
      asPrintedJson(`{"pages":${pagesText(ctx, open(ctx, params), shapeOptions(query))}}`),

    files: (
      ctx: Context,
      { params, query }: { params: Params; query: ReadQuery & PageQuery },
    ): ListPage<File> => {
      const { space, revision } = open(ctx, params);
      return pageOfArray<StoredFile, File>(ctx, {
        list: ['files', space],
        query,
        all: readFiles(ctx, revision.files),
        key: (file) => file.id,
        items: (files) => files.map((file) => fileJson(ctx, space, file, shapeOptions(query))),
      });
    },

    file: (
      ctx: Context,
      { params, query }: { params: Params & { fileId: string }; query: ReadQuery },
    ): File => {
      const { space, revision } = open(ctx, params);
      return fileJson(ctx, space, fileOf(ctx, revision, params.fileId), shapeOptions(query));
    },

    page: (
      ctx: Context,
      { params, query }: { params: Params & { pageId: string }; query: ReadQuery },
    ): Page => {
      const root = open(ctx, params);
      return pageWithText(ctx, root, placedOf(ctx, root.revision, params.pageId), query);
    },

    pageByPath: (
      ctx: Context,
      { params, query }: { params: Params & { pagePath: string }; query: ReadQuery },
    ): Page => {
      const root = open(ctx, params);
      const path = params.pagePath.replace(/^\/+|\/+$/gu, '');
      const placed = shownTree(ctx, root.revision.root).byPath.get(path);
      if (placed === undefined) throw notFound('page with the path', path);
      return pageWithText(ctx, root, placed, query);
    },

    reusableContent: (
      ctx: Context,
      { params, query }: { params: Params & { reusableContentId: string }; query: ReadQuery },
    ): ReusableContent => {
      const root = open(ctx, params);
      const found = reusableOf(ctx, root, params.reusableContentId);
      const json = reusableJson(found, shapeOptions(query));
      return query.format === 'document'
        ? { ...json, body: { document: shownDocument(reusableDocument(ctx, root, found)) } }
        : { ...json, markdown: getDocument(ctx.store, found.document).text };
    },
  };
}

const ofSpace = readersOf(primaryRoot);
const ofRevision = readersOf(revisionRoot);
const ofChangeRequest = readersOf(changeRequestRoot);

export const readingHandlers = {
  getCurrentRevision: ofSpace.revision,
  listPages: ofSpace.pages,
  listFiles: ofSpace.files,
  getFileById: ofSpace.file,
  getPageById: ofSpace.page,
  getPageByPath: ofSpace.pageByPath,
  getReusableContentById: ofSpace.reusableContent,
  getRevisionById: ofRevision.revision,
  listPagesInRevisionById: ofRevision.pages,
  listFilesInRevisionById: ofRevision.files,
  getFileInRevisionById: ofRevision.file,
  getPageInRevisionById: ofRevision.page,
  getPageInRevisionByPath: ofRevision.pageByPath,
  getReusableContentInRevisionById: ofRevision.reusableContent,
  getRevisionOfChangeRequestById: ofChangeRequest.revision,
  listPagesInChangeRequest: ofChangeRequest.pages,
  listFilesInChangeRequestById: ofChangeRequest.files,
  getFileInChangeRequestById: ofChangeRequest.file,
  getPageInChangeRequestById: ofChangeRequest.page,
  getPageInChangeRequestByPath: ofChangeRequest.pageByPath,
  getReusableContentInChangeRequestById: ofChangeRequest.reusableContent,
} satisfies Partial<Handlers>;

/** A page as the interface shows it, with its text or, where the query asks for it, with its document. */
function pageWithText(ctx: Context, root: Root, placed: Placed, query: ReadQuery): Page {
  const json = pageJson(ctx, root.scope, placed, shapeOptions(query));
  if (json.type !== 'document' || (placed.page.document ?? placed.page.generated) === undefined) return json;
  const { pages, ...page } = json;
  if (query.format === 'document')
    return { ...page, document: shownDocument(pageDocument(ctx, root, placed, query)), pages };
  const { markdown, hasTitle } = pageMarkdown(ctx, root, placed, query);
  return { ...page, markdown, markdownHasTitle: hasTitle, pages };
}

interface ShapeOptions extends ShowOptions {
  readonly computed: boolean;
}

function shapeOptions({ metadata = true, computed = true }: ReadQuery): ShapeOptions {
  return { metadata, computed };
}

/** The tree of a revision as JSON. It is cached for the next reader, since it depends only on hashes and addresses. */
function pagesText(ctx: Context, { scope, revision }: Root, options: ShapeOptions): string {
  const tree = shownTree(ctx, revision.root, options);
  const key = [ctx.appBase, tree.root, revision.files, scope.space, scope.version, options.metadata].join(
    '\n',
  );
  const known = ctx.cache.printedTrees.get(key);
  if (known !== undefined) return known;
  const pages = tree.pages.map((placed) => pageJson(ctx, scope, placed, options));
  const text = JSON.stringify(pages);
  ctx.cache.printedTrees.set(key, text, text.length);
  return text;
}

function revisionText(ctx: Context, root: Root, options: ShapeOptions): string {
  const { space, revision, scope } = root;
  const mergedFrom =
    revision.merged_from === null
      ? undefined
      : ctx.store.get<ChangeRequestRow>('SELECT * FROM change_requests WHERE id = ?', revision.merged_from);
  const files = readFiles(ctx, revision.files);
  const variables = variablesOf(ctx, files);
  const head = {
    object: 'revision',
    id: revision.id,
    parents: parentsOf(revision),
    type: revision.type,
    createdAt: revision.created_at,
    ...(mergedFrom === undefined ? {} : { mergedFrom: changeRequestJson(ctx, mergedFrom) }),
    urls: { app: appUrl(ctx, scope, ''), ...publishedUrls(ctx, [space]).get(space) },
    ...(variables === undefined ? {} : { variables }),
    tags: revisionTags(tagsOf(ctx, files)),
    files: files.map((file) => fileJson(ctx, space, file, options)),
    reusableContents: readReusable(ctx, revision.reusable).map((content) => reusableJson(content, options)),
  };
  return `${JSON.stringify(head).slice(0, -1)},"pages":${pagesText(ctx, root, options)}}`;
}
