import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import {
  arrayOf,
  dateTime,
  flag,
  id,
  mapOf,
  number,
  oneOf,
  open,
  optional,
  ref,
  text,
  uri,
  uri2048,
} from '../shapes.ts';
import type { ChangeRequest } from './change-request.ts';
import type { ContentReference } from './content-reference.ts';
import { emoji, icon } from './space.ts';

/** The blob and file that an object came from; mutable, and left out with `metadata=false`. */
export const gitBlob = open({ oid: text, path: text });
export type GitBlob = Static<typeof gitBlob>;

export const gitCommit = open({
  oid: text,
  message: text,
  createdByGitBook: flag,
  url: optional(text),
  ref: optional(text),
});

const variableValue = Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean()]);
export const variables = mapOf(variableValue);
export type Variables = Static<typeof variables>;

export const layout = open({
  width: optional(oneOf(['default', 'wide'])),
  cover: optional(flag),
  coverSize: optional(oneOf(['hero', 'full'])),
  coverMask: optional(text),
  title: optional(flag),
  description: optional(flag),
  tableOfContents: optional(flag),
  outline: optional(flag),
  pagination: optional(flag),
  metadata: optional(flag),
  tags: optional(flag),
  actions: optional(flag),
  anchors: optional(flag),
});
export type PageLayout = Static<typeof layout>;

export const cover = open({
  ref: optional(ref<ContentReference>('ContentReference')),
  refDark: optional(ref<ContentReference>('ContentReference')),
  yPos: optional(number),
});
export type PageCover = Static<typeof cover>;

/** The source of content that is computed, not written; `type` is `builtin:openapi`, `integration:…` and others. */
export const computedSource = open({
  type: text,
  dependencies: optional(
    open({ spec: optional(open({ ref: open({ kind: oneOf(['openapi']), spec: text }) })) }),
  ),
  props: optional(open({ doc: optional(text) })),
});
export type ComputedSource = Static<typeof computedSource>;

const pageBase = {
  id,
  title: text,
  emoji: optional(emoji),
  icon: optional(icon),
  createdAt: optional(dateTime),
  updatedAt: optional(dateTime),
};

const visibility = {
  hidden: optional(flag),
  noIndex: optional(flag),
  noRobotsIndex: optional(flag),
};

/** A page's text as a tree of blocks; `src/content/document/kinds.ts` describes the kinds of nodes. */
export const jsonDocument = open({
  object: Type.Literal('document'),
  data: mapOf(Type.Unknown()),
  nodes: arrayOf(mapOf(Type.Unknown())),
});
export type JsonDocument = Static<typeof jsonDocument>;

const documentFields = open({
  ...pageBase,
  ...visibility,
  kind: optional(Type.Literal('sheet')),
  type: Type.Literal('document'),
  markdown: optional(text),
  /** Whether `markdown` begins with the title as its heading (after front matter): a client may remove that heading only then. */
  markdownHasTitle: optional(flag),
  /** The body, where the caller asked for it with `format=document`. */
  document: optional(ref<JsonDocument>('JSONDocument')),
  urls: open({ app: uri2048 }),
  slug: text,
  path: text,
  linkTitle: optional(text),
  description: optional(text),
  condition: optional(text),
  documentId: optional(id),
  git: optional(gitBlob),
  layout: optional(layout),
  cover: optional(cover),
  variables: optional(variables),
  computed: optional(computedSource),
  computedSeed: optional(text),
});
export interface PageDocument extends Static<typeof documentFields> {
  pages: Page[];
}
export const pageDocument = Type.Unsafe<PageDocument>({
  ...documentFields,
  required: [...documentFields.required, 'pages'],
  properties: { ...documentFields.properties, pages: arrayOf(ref<Page>('Page')) },
});

const groupFields = open({
  ...pageBase,
  ...visibility,
  kind: optional(Type.Literal('group')),
  type: Type.Literal('group'),
  slug: text,
  path: text,
});
export interface PageGroup extends Static<typeof groupFields> {
  pages: Page[];
}
export const pageGroup = Type.Unsafe<PageGroup>({
  ...groupFields,
  required: [...groupFields.required, 'pages'],
  properties: { ...groupFields.properties, pages: arrayOf(ref<Page>('Page')) },
});

export const pageLink = open({
  ...pageBase,
  kind: optional(Type.Literal('link')),
  type: Type.Literal('link'),
  target: ref<ContentReference>('ContentReference'),
  href: optional(text),
  hidden: optional(flag),
});
export type PageLink = Static<typeof pageLink>;

export const pageComputed = open({
  ...pageBase,
  type: Type.Literal('computed'),
  computed: computedSource,
  computedSeed: optional(text),
});
export type PageComputed = Static<typeof pageComputed>;

/** A node of a space's tree. Only a document has a body; `pages` of a document and a group are its children. */
export type Page = PageDocument | PageGroup | PageLink | PageComputed;
export const page = Type.Unsafe<Page>({
  anyOf: [
    ref<PageDocument>('PageDocument'),
    ref<PageGroup>('PageGroup'),
    ref<PageLink>('PageLink'),
    ref<PageComputed>('PageComputed'),
  ],
});

export const file = open({
  id,
  name: text,
  contentType: text,
  downloadURL: text,
  size: number,
  dimensions: optional(open({ width: number, height: number })),
  git: optional(gitBlob),
});
export type File = Static<typeof file>;

export const reusableContent = open({
  id,
  title: text,
  /** The identifier of its document: the same identifier means the same body. */
  document: optional(text),
  /** The body, where the caller asked for it with `format=markdown`. */
  markdown: optional(text),
  /** The body, where the caller asked for it with `format=document`; `document` is its identifier. */
  body: optional(open({ document: ref<JsonDocument>('JSONDocument') })),
  computed: optional(computedSource),
  computedSeed: optional(text),
  git: optional(gitBlob),
});
export type ReusableContent = Static<typeof reusableContent>;

export const revisionTypes = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;

export const revision = open({
  object: Type.Literal('revision'),
  id,
  parents: arrayOf(id),
  pages: arrayOf(ref<Page>('Page')),
  files: arrayOf(ref<File>('File')),
  reusableContents: arrayOf(ref<ReusableContent>('ReusableContent')),
  variables: optional(variables),
  createdAt: dateTime,
  urls: open({ app: uri, published: optional(uri), public: optional(uri) }),
  type: oneOf(revisionTypes),
  mergedFrom: optional(ref<ChangeRequest>('ChangeRequest')),
  git: optional(gitCommit),
});
export type Revision = Static<typeof revision>;

export const importSources = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const;

export const importResult = open({ revision: id, importedResources: number, totalResources: number });
export type ImportResult = Static<typeof importResult>;
