import { posix } from 'node:path';
import type { ContentReference, File, Page, PageDocument, ReusableContent } from '../../contract/index.ts';
import type { ContentRef } from '../../content/index.ts';
import type { Service } from '../context.ts';
import { downloadUrl } from './downloads.ts';
import { readFiles } from './lists.ts';
import type { StoredFile, StoredReusable } from './lists.ts';
import type { Placed } from '../tree/tree.ts';
import type { ContentCache } from '../tree/tree.ts';
import type { Store } from '../store/index.ts';

/** The content that an answer shows; its addresses depend on it. */
export interface Scope {
  readonly space: string;
  /** The part between the space and the page in an address of the app: empty for the primary content. */
  readonly version: string;
  /** The hash of the list of files that covers refer to. */
  readonly files: string;
}

export interface ShowOptions {
  /** False leaves out what the service knows of git. */
  readonly metadata: boolean;
}

type Shower = Pick<Service, 'baseUrl' | 'appBase' | 'secret'> & {
  readonly store: Store;
  readonly cache: ContentCache;
};

const wholeLayout = {
  width: 'default',
  cover: true,
  coverSize: 'full',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
} as const;

/** A page as the interface shows it, with everything below it. */
export function pageJson(service: Shower, scope: Scope, placed: Placed, options: ShowOptions): Page {
  const { page } = placed;
  const base = {
    id: page.id,
    title: page.title,
    ...pick(page, 'emoji'),
    ...pick(page, 'icon'),
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
  };
  switch (page.type) {
    case 'group':
      return {
        ...base,
        kind: 'group',
        type: 'group',
        slug: page.slug ?? '',
        path: placed.path,
        ...flags(placed),
        pages: placed.children.map((child) => pageJson(service, scope, child, options)),
      };
    case 'link':
      return {
        ...base,
        kind: 'link',
        type: 'link',
        target: (page.target ?? { kind: 'url', url: page.href ?? '' }) as ContentReference,
        ...pick(page, 'href'),
        ...pick(page, 'linkTitle'),
        ...(page.hidden === true ? { hidden: true } : {}),
      };
    case 'computed':
      return { ...base, type: 'computed', computed: page.computed as { type: string } };
    case 'document':
      return {
        ...base,
        kind: 'sheet',
        type: 'document',
        urls: { app: appUrl(service, scope, placed.path) },
        slug: page.slug ?? '',
        path: placed.path,
        ...pick(page, 'linkTitle'),
        ...pick(page, 'description'),
        ...pick(page, 'condition'),
        ...flags(placed),
        ...(page.document === undefined ? {} : { documentId: page.document }),
        ...(options.metadata && page.file !== undefined && page.oid !== undefined
          ? { git: { oid: page.oid, path: page.file } }
          : {}),
        layout: { ...wholeLayout, ...page.layout } as NonNullable<PageDocument['layout']>,
        ...(page.cover === undefined ? {} : { cover: coverJson(service, scope, placed) }),
        tags: page.tags ?? [],
        ...pick(page, 'metaLinks'),
        ...pick(page, 'variables'),
        pages: placed.children.map((child) => pageJson(service, scope, child, options)),
      } as PageDocument;
  }
}

/** A page without the pages below it. */
export function singlePageJson(service: Shower, scope: Scope, placed: Placed, options: ShowOptions): Page {
  return pageJson(service, scope, { ...placed, children: [] }, options);
}

/** A file as the interface shows it. */
export function fileJson(
  service: Pick<Service, 'baseUrl' | 'secret'>,
  space: string,
  file: StoredFile,
  { metadata }: ShowOptions,
): File {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    downloadURL: downloadUrl(service, space, file),
    size: file.size,
    ...(file.width === undefined || file.height === undefined
      ? {}
      : { dimensions: { width: file.width, height: file.height } }),
    ...(metadata && file.path !== undefined ? { git: { oid: file.oid, path: file.path } } : {}),
  };
}

/** A reusable content as the interface shows it, without its text. */
export function reusableJson(content: StoredReusable, { metadata }: ShowOptions): ReusableContent {
  return {
    id: content.id,
    title: content.title,
    document: content.document,
    ...(metadata && content.path !== undefined ? { git: { oid: content.oid, path: content.path } } : {}),
  };
}

/** The address at which people read a page in the service's own application. */
export function appUrl(
  { appBase }: Pick<Service, 'appBase'>,
  { space, version }: Pick<Scope, 'space' | 'version'>,
  path: string,
): string {
  const tail = path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`;
  return `${appBase}/spaces/${space}${version}${tail}`;
}

/** A cover's references: a path in the front matter becomes a reference to that file of the space. */
function coverJson(service: Shower, scope: Scope, { page }: Placed): PageDocument['cover'] {
  const { ref, refDark, yPos, height } = page.cover ?? {};
  return {
    ...(ref === undefined ? {} : { ref: coverReference(service, scope, page.file, ref) }),
    ...(refDark === undefined ? {} : { refDark: coverReference(service, scope, page.file, refDark) }),
    ...(yPos === undefined ? {} : { yPos }),
    ...(height === undefined ? {} : { height }),
  };
}

function coverReference(
  service: Shower,
  scope: Scope,
  pageFile: string | undefined,
  ref: ContentRef,
): ContentReference {
  if (ref.kind !== 'file' || ref.file === undefined) return ref as ContentReference;
  const written = ref.file;
  const path = posix.normalize(posix.join(posix.dirname(pageFile ?? 'README.md'), written));
  const files = readFiles(service, scope.files);
  const found =
    files.find((file) => file.path === path) ??
    files.find((file) => file.path === written.replace(/^(\.\.\/|\.\/)+/u, ''));
  return found === undefined ? { kind: 'url', url: written } : { kind: 'file', file: found.id };
}

function flags({ page }: Placed): { hidden?: boolean; noIndex?: boolean; noRobotsIndex?: boolean } {
  return {
    ...(page.hidden === true ? { hidden: true } : {}),
    ...(page.noIndex === true ? { noIndex: true } : {}),
    ...(page.noRobotsIndex === true ? { noRobotsIndex: true } : {}),
  };
}

function pick<Value extends object, Key extends keyof Value>(
  value: Value,
  key: Key,
): Partial<Pick<Value, Key>> {
  return value[key] === undefined ? {} : ({ [key]: value[key] } as unknown as Partial<Pick<Value, Key>>);
}
