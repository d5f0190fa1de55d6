import type { JsonDocument } from '../../content/document/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { placedOf, primaryRoot, revisionRoot } from '../content/roots.ts';
import { allPages, readTree } from '../tree/tree.ts';
import { readReusable } from '../content/lists.ts';
import { computedDocument } from './computed.ts';
import { pageDocument, reusableDocument, reusableOf, shownDocument } from './read.ts';

export const documentHandlers = {
  getPageDocumentInRevisionById: (ctx, { params, query }) => {
    const root = revisionRoot(ctx, params);
    return shownDocument(pageDocument(ctx, root, placedOf(ctx, root.revision, params.pageId), query));
  },

  getReusableContentDocumentInRevisionById: (ctx, { params, query }) => {
    const root = revisionRoot(ctx, params);
    return shownDocument(reusableDocument(ctx, root, reusableOf(ctx, root, params.reusableContentId), query));
  },

  getComputedDocument: (ctx, { params, body }) =>
    shownDocument(computedDocument(ctx, params.spaceId, body.source)),

  getDocumentById: (ctx, { params }) => shownDocument(documentById(ctx, params)),
} satisfies Partial<Handlers>;

/** The document with this id in the space's present content: that of a page or of a reusable content. */
function documentById(
  ctx: Context,
  { spaceId, documentId }: { spaceId: string; documentId: string },
): JsonDocument {
  const root = primaryRoot(ctx, { spaceId });
  for (const placed of allPages(readTree(ctx, root.revision.root).pages))
    if (placed.page.document === documentId) return pageDocument(ctx, root, placed);
  const content = readReusable(ctx, root.revision.reusable).find(({ document }) => document === documentId);
  if (content === undefined) throw notFound('document', documentId);
  return reusableDocument(ctx, root, content);
}
