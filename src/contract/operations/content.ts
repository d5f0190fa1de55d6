import { Type } from '../../base/index.ts';
import type { Access } from '../access.ts';
import { group, pageQuery } from '../operation.ts';
import { linkReport } from '../resources/content-reference.ts';
import type { ContentLocation } from '../resources/content-reference.ts';
import { changesPerBatch, contentChangesResult, revisionChanges } from '../resources/content-change.ts';
import type { ContentChange } from '../resources/content-change.ts';
import { importResult, importSources } from '../resources/content.ts';
import type { File, JsonDocument, Page, ReusableContent, Revision } from '../resources/content.ts';
import { arrayOf, closed, flag, listOf, oneOf, open, optional, ref, uri } from '../shapes.ts';

const Page = ref<Page>('Page');
const File = ref<File>('File');

const reading = {
  /** False leaves the mutable git metadata out. */
  metadata: optional(flag),
  /** False does not compute content. */
  computed: optional(flag),
};
const readingQuery = closed(reading);
const listQuery = closed({ ...pageQuery, ...reading });
/** The parts of a document that are replaced: expressions and conditions by their values, reusable contents by their texts. */
const derivation = {
  evaluated: optional(oneOf(['true', 'false', 'deterministic-only'])),
  dereferenced: optional(oneOf(['true', 'false', 'reusable-contents'])),
};
const pageFormat = {
  format: optional(oneOf(['document', 'markdown'])),
  /** How links within the space are written: `relative` paths, as in a repository, or `stable` ones with ids. */
  'format.markdown.refs': optional(oneOf(['relative', 'stable'])),
  ...derivation,
};
const pageReadQuery = closed({ ...pageFormat, ...reading });
const reusableQuery = closed({ format: optional(oneOf(['document', 'markdown'])), ...reading });

/** What both imports into a change request have in common. Their body is the source's address and its format. */
const importing = {
  access: { on: 'changeRequest', right: 'edit' },
  body: closed({ url: uri, source: oneOf(importSources) }),
  errors: [412, 422],
  status: 201,
  location: true,
  result: importResult,
} as const;

/**
 * The reading operations that exist for the primary content, a revision and a change request. Their paths begin with `sub`: the revision
 * itself is at `sub`, everything else below it.
 */
function contentReading<const Sub extends string>(
  sub: Sub,
  { access, source, of }: { access: Access; source: 'specification' | 'extension'; of: string },
) {
  const content = group('Content', { source });
  const extension = group('Content', { source: 'extension' });
  return {
    revision: content.get(sub, {
      summary: `Get the revision of ${of}, with its tree and files`,
      access,
      query: readingQuery,
      result: ref<Revision>('Revision'),
    }),
    pages: content.get(`${sub}/pages`, {
      summary: `List the pages of ${of}`,
      access,
      query: readingQuery,
      result: open({ pages: arrayOf(Page) }),
    }),
    files: content.list(`${sub}/files`, {
      summary: `List the files of ${of}`,
      access,
      query: listQuery,
      result: listOf(File),
    }),
    file: content.get(`${sub}/files/{fileId}`, {
      summary: `Get a file of ${of}`,
      access,
      query: readingQuery,
      result: File,
    }),
    page: content.get(`${sub}/page/{pageId}`, {
      summary: `Get a page of ${of}`,
      access,
      query: pageReadQuery,
      result: Page,
    }),
    pageByPath: extension.get(`${sub}/path/{pagePath}`, {
      summary: `Get a page of ${of} by its path`,
      access,
      query: pageReadQuery,
      result: Page,
    }),
    reusableContent: extension.get(`${sub}/reusable-contents/{reusableContentId}`, {
      summary: `Get a reusable content of ${of}`,
      access,
      query: reusableQuery,
      result: ref<ReusableContent>('ReusableContent'),
    }),
  };
}

const primaryAccess = { on: 'space', right: 'access' } as const;
const changeRequestAccess = { on: 'changeRequest', right: 'view' } as const;
const changeRequestContent = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content';

const ofSpace = contentReading('/v1/spaces/{spaceId}/content', {
  access: primaryAccess,
  source: 'extension',
  of: 'a space',
});
const ofRevision = contentReading('/v1/spaces/{spaceId}/revisions/{revisionId}', {
  access: primaryAccess,
  source: 'extension',
  of: 'a revision',
});
const ofChangeRequest = contentReading(changeRequestContent, {
  access: changeRequestAccess,
  source: 'specification',
  of: 'a change request',
});

const content = group('Content');

export const contentOperations = {
  getRevisionOfChangeRequestById: ofChangeRequest.revision,
  importContentInChangeRequest: content.post(`${changeRequestContent}/import`, {
    summary: 'Import content from an address into a change request',
    done: 'imported content into a change request',
    ...importing,
  }),
  listPagesInChangeRequest: ofChangeRequest.pages,
  listFilesInChangeRequestById: ofChangeRequest.files,
  getFileInChangeRequestById: ofChangeRequest.file,
  listChangeRequestFileBacklinks: content.list(`${changeRequestContent}/files/{fileId}/backlinks`, {
    summary: 'List the places that link to a file of a change request',
    access: changeRequestAccess,
    query: closed(pageQuery),
    result: listOf(ref<ContentLocation>('ContentLocation')),
  }),
  getPageInChangeRequestById: ofChangeRequest.page,
  listPageLinksInChangeRequest: content.list(`${changeRequestContent}/page/{pageId}/links`, {
    summary: 'Report the links of a page of a change request',
    access: changeRequestAccess,
    query: closed(pageQuery),
    result: linkReport,
  }),
};

const extension = group('Content', { source: 'extension' });
const changesQuery = closed({ limit: optional(Type.Integer({ minimum: 0, maximum: 1000 })), ...reading });

const documentQuery = closed(derivation);
const ofOneRevision = '/v1/spaces/{spaceId}/revisions/{revisionId}';

export const documentExtensions = {
  getPageDocumentInRevisionById: extension.get(`${ofOneRevision}/page/{pageId}/document`, {
    summary: 'Get the text of a page of a revision as a document',
    access: primaryAccess,
    query: documentQuery,
    answersDocuments: true,
    result: ref<JsonDocument>('JSONDocument'),
  }),
  getReusableContentDocumentInRevisionById: extension.get(
    `${ofOneRevision}/reusable-contents/{reusableContentId}/document`,
    {
      summary: 'Get the text of a reusable content of a revision as a document',
      access: primaryAccess,
      query: documentQuery,
      answersDocuments: true,
      result: ref<JsonDocument>('JSONDocument'),
    },
  ),
  getDocumentById: extension.get('/v1/spaces/{spaceId}/documents/{documentId}', {
    summary: 'Get a text of a space by the identifier of its document',
    access: primaryAccess,
    query: closed({ schema: optional(oneOf(['current', 'next'])) }),
    answersDocuments: true,
    result: ref<JsonDocument>('JSONDocument'),
  }),
};

export const contentExtensions = {
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
  getPageInChangeRequestByPath: ofChangeRequest.pageByPath,
  getReusableContentInChangeRequestById: ofChangeRequest.reusableContent,
  getRevisionSemanticChanges: extension.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', {
    summary: 'List what a revision changed against its parent',
    access: primaryAccess,
    query: changesQuery,
    result: revisionChanges,
  }),
  getChangeRequestChanges: extension.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes', {
    summary: 'List what a change request changes against its initial revision',
    access: changeRequestAccess,
    query: changesQuery,
    result: revisionChanges,
  }),
  updateContentInChangeRequest: extension.post(changeRequestContent, {
    summary: 'Apply a batch of changes to the content of a change request, all or none',
    done: 'edited the content of a change request',
    access: { on: 'changeRequest', right: 'edit' },
    query: closed({ compat: optional(flag) }),
    body: closed({
      changes: arrayOf(ref<ContentChange>('ContentChange'), { minItems: 1, maxItems: changesPerBatch }),
    }),
    errors: [409, 412, 422],
    result: contentChangesResult,
  }),
  importContentInChangeRequestPageById: extension.post(`${changeRequestContent}/page/{pageId}/import`, {
    summary: 'Import content from an address into one page of a change request',
    done: 'imported content into a page of a change request',
    ...importing,
  }),
};
