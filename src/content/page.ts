/**
 * A space's navigation as values. Field names are those of the interface's pages, so that a tree read from the service
 * and one read from a folder are the same kind of thing.
 */

import { leadingEmoji } from './emoji.ts';

/** Where a page, a cover or a link points to. Kinds that we do not know pass through. */
export interface ContentRef {
  kind: string;
  url?: string;
  file?: string;
  page?: string;
  space?: string;
  anchor?: string;
  [field: string]: unknown;
}

/** What a page shows around its text: flat booleans, as in the interface. */
export interface PageLayout {
  width?: string;
  cover?: boolean;
  coverSize?: string;
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  metadata?: boolean;
  /** Newer parts (`tags`, `actions`, `anchors`, …) and whatever comes next. */
  [part: string]: unknown;
}

/** A page's cover. In a tree read from a folder, `file` of a file reference is the path as written, relative to the page. */
export interface PageCover {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos?: number;
  height?: number;
}

/** The fields of a page that its front matter can set. An absent field is not set. */
export interface PageFields {
  description?: string;
  icon?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  cover?: PageCover;
  layout?: PageLayout;
  tags?: readonly unknown[];
  metaLinks?: Readonly<Record<string, unknown>>;
  variables?: Readonly<Record<string, unknown>>;
}

interface PageBase {
  /** The service's id; in a tree read from a folder, a local name (for a document, the file's path). */
  id: string;
  title: string;
  /** Code points in lower-case hexadecimal, joined by `-`: the interface's form. */
  emoji?: string;
  icon?: string;
  hidden?: boolean;
}

export interface DocumentPage extends PageBase, PageFields {
  type: 'document';
  slug: string;
  /** The slugs from the root down, joined by `/`. */
  path: string;
  /** What the table of contents shows instead of the title. */
  linkTitle?: string;
  pages: readonly PageNode[];
  /** The file that the page came from, relative to the space's folder: a hint for {@link layoutSpace}. */
  git?: { path: string; oid?: string };
  documentId?: string;
}

/** A heading in the table of contents; at the root only. */
export interface GroupPage extends PageBase {
  type: 'group';
  slug: string;
  path: string;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  pages: readonly PageNode[];
}

export interface LinkPage extends PageBase {
  type: 'link';
  /** A page or anchor of the same space, or a URL. In a tree read from a folder `page` is that page's local id. */
  target: ContentRef;
  /** The target as the table of contents writes it. */
  href?: string;
  linkTitle?: string;
}

/** An entry whose pages the service generates (for instance, from an OpenAPI document). */
export interface ComputedPage extends PageBase {
  type: 'computed';
  computed: Readonly<Record<string, unknown>>;
}

export type PageNode = DocumentPage | GroupPage | LinkPage | ComputedPage;

/** The pages below a node; none for links and computed entries. */
function childrenOf(page: PageNode): readonly PageNode[] {
  return page.type === 'document' || page.type === 'group' ? page.pages : [];
}

/** Visits every page in reading order, parents first. */
export function* visitPages(
  pages: readonly PageNode[],
  parent: PageNode | null = null,
): Generator<{ page: PageNode; parent: PageNode | null; depth: number }> {
  const stack: { page: PageNode; parent: PageNode | null; depth: number }[] = [];
  const push = (list: readonly PageNode[], of: PageNode | null, depth: number): void => {
    for (let index = list.length - 1; index >= 0; index -= 1) {
      const page = list[index];
      if (page !== undefined) stack.push({ page, parent: of, depth });
    }
  };
  push(pages, parent, 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    push(childrenOf(next.page), next.page, next.depth + 1);
  }
}

/** The documents of a tree in reading order. */
export function documentsOf(pages: readonly PageNode[]): DocumentPage[] {
  const documents: DocumentPage[] = [];
  for (const { page } of visitPages(pages)) if (page.type === 'document') documents.push(page);
  return documents;
}

/** Splits a title from the emoji at its beginning: on disk, both are one text. */
export function splitEmoji(text: string): { title: string; emoji?: string } {
  const found = leadingEmoji(text);
  if (found === undefined) return { title: text };
  return { title: text.slice(found.length + 1), emoji: emojiCode(found) };
}

/** The one text for a title and its emoji: the inverse of {@link splitEmoji}. */
export function joinEmoji({ title, emoji }: { title: string; emoji?: string | undefined }): string {
  const character = emoji === undefined ? '' : emojiCharacter(emoji);
  return character === '' ? title : `${character} ${title}`;
}

function emojiCode(character: string): string {
  return Array.from(character, (point) => (point.codePointAt(0) ?? 0).toString(16)).join('-');
}

/** The character for an emoji's code (`1f3e0`); a text that is not a code is returned unchanged. */
export function emojiCharacter(code: string): string {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/iu.test(code)) return code;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : code;
}
