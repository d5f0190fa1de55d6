import { hash } from 'node:crypto';
import type { File, Page, ReusableContent } from '../../contract/index.ts';

/**
 * A mark for a page's bytes: while the mark stays the same, the bytes need not be read again. The mark includes the fields that a
 * service prints into the text (title, front matter), because not every service counts them into the document's identity. null:
 * the page has no such mark, and its bytes are read each time the tree is.
 */
export function pageMark(page: Page): string | null {
  if (page.type !== 'document') return null;
  const body = page.documentId ?? page.git?.oid ?? page.updatedAt;
  if (body === undefined) return null;
  return digest([
    page.id,
    body,
    page.title,
    page.emoji,
    page.icon,
    page.description,
    page.hidden,
    page.noIndex,
    page.noRobotsIndex,
    page.condition,
    page.layout,
    page.cover,
    page.variables,
  ]);
}

/** A mark for a file's bytes: the file's id and size, and the blob that it came from where the service says that. */
export function fileMark(file: File): string {
  return digest([file.id, file.size, file.contentType, file.git?.oid]);
}

/** A mark for the text of a reusable content; null: there is none. */
export function includeMark(include: ReusableContent): string | null {
  const body = include.document ?? include.git?.oid;
  return body === undefined ? null : digest([include.id, body, include.title]);
}

/** What SUMMARY.md and the layout say of a page on its own; while this stays the same, an edit of the page is an edit of its text alone. */
export function outlineOf(page: Page): string {
  const place = page.type === 'document' || page.type === 'group' ? [page.path, page.slug] : [];
  const link = page.type === 'document' ? page.linkTitle : undefined;
  const file = page.type === 'document' ? page.git?.path : undefined;
  return digest([page.type, page.title, page.emoji, link, ...place, ...(file === undefined ? [] : [file])]);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha1', JSON.stringify(parts, stableKeys), 'base64url');
}

function stableKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
