/** Content of another system on its way into a space: its pages as a tree, before they become a folder. */
import { createHash } from 'node:crypto';
import {
  folderOf,
  printSummary,
  relativePath,
  rewriteLinks,
  safeAssetName,
  setTitle,
  slugOfTitle,
  splitTarget,
  titleOf,
  uniqueSlug,
} from '../../content/index.ts';
import type { DocumentPage, PageNode } from '../../content/index.ts';
import { yieldToRequests } from '../background.ts';

/** A page of another system. */
export interface ForeignPage {
  /** The name that links have for the page: an address, or a path in an archive. */
  readonly key: string;
  readonly title: string;
  /** Markdown whose targets are still those of the other system. */
  readonly text: string;
  readonly children: readonly ForeignPage[];
}

export interface ForeignContent {
  readonly pages: readonly ForeignPage[];
  /** Images and other files that pages show, by the names that links have for them. */
  readonly files: ReadonlyMap<string, ForeignFile>;
  /** How many things the source has, including those that could not be taken. */
  readonly total: number;
  /** The key for a target without its fragment; a target without a key stays as it is. */
  readonly keyOf: (target: string, page: ForeignPage) => string | undefined;
  /** The text for a target that means nothing here; null (the default) leaves it as it is. */
  readonly unknown?: (target: string) => string | null;
}

export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const longestName = 60;
const deepest = 24;

/**
 * Lays foreign content out as a folder of a space, with a table of contents, and turns the links among its pages and files into links of
 * that folder. Its paths avoid those in `taken` (the slugs at the top of the space).
 */
export async function layOutForeign(
  content: ForeignContent,
  taken: Iterable<string>,
): Promise<Map<string, Uint8Array>> {
  const paths = new Map<string, string>();
  const place = (
    pages: readonly ForeignPage[],
    folder: string,
    used: Set<string>,
    depth: number,
  ): PageNode[] =>
    pages.map((page): DocumentPage => {
      const slug = uniqueSlug(slugOfTitle(page.title).slice(0, longestName).replace(/-$/u, ''), used);
      used.add(slug);
      const below = depth < deepest && page.children.length > 0;
      const path = below ? `${folder}${slug}/README.md` : `${folder}${slug}.md`;
      paths.set(page.key, path);
      const children = below ? place(page.children, `${folder}${slug}/`, new Set(['readme']), depth + 1) : [];
      return { id: page.key, type: 'document', title: page.title, slug, path: slug, pages: children };
    });
  const tree = place(content.pages, '', new Set([...taken, 'readme', 'summary']), 0);
  const out = new Map<string, Uint8Array>();
  const files = new Map<string, string>();
  for (const [key, { name, bytes }] of content.files) {
    const path = assetPath(name, bytes);
    files.set(key, path);
    out.set(path, bytes);
  }
  const write = async (pages: readonly ForeignPage[]): Promise<void> => {
    for (const page of pages) {
      const path = paths.get(page.key);
      if (path === undefined) continue;
      out.set(path, encode(withTitle(relinked(page, path), page.title)));
      await yieldToRequests();
      await write(page.children);
    }
  };
  const relinked = (page: ForeignPage, path: string): string =>
    rewriteLinks(page.text, ({ target }) => {
      const { path: written, query, fragment } = splitTarget(target);
      const key = written === '' ? undefined : content.keyOf(written + query, page);
      const found = key === undefined ? undefined : (paths.get(key) ?? files.get(key));
      if (found === undefined) return content.unknown?.(target) ?? null;
      return relativePath(folderOf(path), found) + (fragment === null ? '' : `#${fragment}`);
    });
  await write(content.pages);
  out.set('SUMMARY.md', encode(printSummary({ pages: tree, paths })));
  return out;
}

/** The text of content with a single page, for the page at `at` in the space's folder, and its files by their paths there. */
export function singlePageText(
  content: ForeignContent,
  at: string,
): { text: string; files: Map<string, Uint8Array> } {
  const [page] = content.pages;
  const files = new Map<string, Uint8Array>();
  if (page === undefined) return { text: '', files };
  const text = rewriteLinks(page.text, ({ target }) => {
    const key = content.keyOf(target, page);
    const file = key === undefined ? undefined : content.files.get(key);
    if (file === undefined) return content.unknown?.(target) ?? null;
    const path = assetPath(file.name, file.bytes);
    files.set(path, file.bytes);
    return relativePath(folderOf(at), path);
  });
  return { text: withTitle(text, page.title), files };
}

/** A name made of the file's content, so that the file cannot take the place of another file of the space. */
function assetPath(name: string, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const safe = safeAssetName(name, hash);
  const dot = safe.lastIndexOf('.');
  const [stem, extension] = dot <= 0 ? [safe, ''] : [safe.slice(0, dot), safe.slice(dot)];
  return `.gitbook/assets/${stem.slice(0, longestName)}-${hash}${extension}`;
}

function withTitle(text: string, title: string): string {
  return titleOf(text) === null ? setTitle(text, title.replace(/\s+/gu, ' ')) : text;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
