import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  closed,
  dateTime,
  flag,
  id,
  mapOf,
  nullable,
  number,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
} from '../shapes.ts';
import type { ChangeRequest } from './change-request.ts';
import { revisionTypes } from './content.ts';
import type { JsonDocument } from './content.ts';
import { emoji, icon } from './space.ts';

/** How many changes one batch may have, and how many files one `insert_files`. */
export const changesPerBatch = 50;
export const filesPerInsert = 20;
/** The most bytes of a request with changes. */
export const contentBodyLimit = 10 * 1024 * 1024;
/** How long the service waits for a whole request; it then refuses the request. */
export const requestTimeLimitMs = 30_000;
/** The most bytes of a file in a change. */
export const largestContentFile = 1024 * 1024;
/** The most characters of a file in base64. */
export const base64Limit = Math.ceil(largestContentFile / 3) * 4;

/** A text that somebody writes: markdown, or the same as a tree of blocks. */
export const writtenDocument = Type.Union([
  closed({ markdown: text }),
  closed({ document: ref<JsonDocument>('JSONDocument') }),
]);
export type WrittenDocument = Static<typeof writtenDocument>;

/** Fields of a page that a change may set; an absent field stays as it is, and `null` removes the value. */
const pageFields = {
  title: optional(Type.String({ minLength: 1 })),
  slug: optional(text),
  emoji: optional(nullable(emoji)),
  icon: optional(nullable(icon)),
  description: optional(nullable(text)),
  hidden: optional(flag),
  noIndex: optional(flag),
  noRobotsIndex: optional(flag),
  condition: optional(nullable(Type.String({ minLength: 1, maxLength: 1024 }))),
  /** The parent page; null is the root. */
  into: optional(nullable(id)),
  /** The index among the parent's children; the end when absent. */
  at: optional(Type.Integer({ minimum: 0 })),
  /** A hint: the page's file in its space's folder. Reading returns this path; the service ignores a path that no folder can have. */
  git: optional(closed({ path: Type.String({ minLength: 1, maxLength: 1024 }) })),
};

export const updatePage = closed({
  type: Type.Literal('update_page'),
  page: id,
  document: optional(writtenDocument),
  ...pageFields,
});

export const insertPage = closed({
  type: Type.Literal('insert_page'),
  document: writtenDocument,
  ...pageFields,
  /** A name within the batch: later changes may use it in place of a page id, and the answer repeats it. */
  ref: optional(Type.String({ minLength: 1, maxLength: 100 })),
});

export const deletePage = closed({ type: Type.Literal('delete_page'), page: id });

export const insertedFile = closed({
  name: Type.String({ minLength: 1, maxLength: 1024 }),
  contentType: Type.String({ minLength: 1, maxLength: 256 }),
  ref: optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** Either `base64` or `url` carries the bytes. */
  base64: optional(Type.String({ maxLength: base64Limit })),
  url: optional(uri),
});

export const insertFiles = closed({
  type: Type.Literal('insert_files'),
  files: arrayOf(insertedFile, { minItems: 1, maxItems: filesPerInsert }),
});

/** One step of a batch; the steps apply in order, all or none. */
export const contentChange = Type.Union([updatePage, insertPage, deletePage, insertFiles]);
export type ContentChange = Static<typeof contentChange>;
export type UpdatePageChange = Static<typeof updatePage>;
export type InsertPageChange = Static<typeof insertPage>;
export type DeletePageChange = Static<typeof deletePage>;
export type InsertFilesChange = Static<typeof insertFiles>;

const changedPage = open({ id, urls: open({ location: uri }) });

export const contentChangesResult = open({
  changeRequest: ref<ChangeRequest>('ChangeRequest'),
  changes: arrayOf(
    open({
      object: oneOf(['created_page', 'updated_page', 'deleted_page']),
      page: changedPage,
      ref: optional(text),
    }),
  ),
  insertedFiles: optional(
    arrayOf(open({ id, name: text, ref: optional(text), downloadURL: optional(text) })),
  ),
});
export type ContentChangesResult = Static<typeof contentChangesResult>;

const beforeAfter = open({ before: optional(Type.Unknown()), after: optional(Type.Unknown()) });
const attributes = mapOf(beforeAfter);
const pageOfChange = open({ id, type: text, title: text, path: optional(text) });
const fileOfChange = open({ id, name: text, contentType: text, downloadURL: text });
const reusableOfChange = open({ id, title: text, document: optional(text) });

/** What differs between a revision and the one before it; `attributes.document` holds the document ids of both. */
export const revisionChange = Type.Union([
  open({ type: Type.Literal('page_created'), page: pageOfChange }),
  open({ type: Type.Literal('page_edited'), page: pageOfChange, attributes }),
  open({ type: Type.Literal('page_deleted'), page: pageOfChange }),
  open({
    type: Type.Literal('page_moved'),
    page: pageOfChange,
    parent: open({ before: optional(pageOfChange), after: optional(pageOfChange) }),
  }),
  open({ type: Type.Literal('file_created'), file: fileOfChange }),
  open({ type: Type.Literal('file_edited'), file: fileOfChange, attributes }),
  open({ type: Type.Literal('file_deleted'), file: fileOfChange }),
  open({ type: Type.Literal('variables_edited'), variables: attributes }),
  open({ type: Type.Literal('reusable_content_created'), reusableContent: reusableOfChange }),
  open({ type: Type.Literal('reusable_content_edited'), reusableContent: reusableOfChange, attributes }),
  open({ type: Type.Literal('reusable_content_deleted'), reusableContent: reusableOfChange }),
]);
export type RevisionChange = Static<typeof revisionChange>;

export const revisionChanges = open({
  /**
   * The revision with these changes. Only this service has it, so that a reader knows which revision the changes lead to, and from which.
   */
  revision: optional(open({ id, parents: arrayOf(id), type: oneOf(revisionTypes), createdAt: dateTime })),
  mergedFrom: optional(ref<ChangeRequest>('ChangeRequest')),
  changes: arrayOf(ref<RevisionChange>('RevisionChange')),
  more: optional(number),
});
export type RevisionChanges = Static<typeof revisionChanges>;
