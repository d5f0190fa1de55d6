import { hash } from 'node:crypto';
import type { File, Page, ReusableContent } from '../../contract/index.ts';

/**
 * What stands for a page's bytes: while it stays the same, they need not be read again. Fields that a service prints into
 * the text (title, front matter) belong to it, because not every service counts them into the document's identity. null:
 * nothing stands for them, so that they are read each time the tree is.
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

/** What stands for a file's bytes: its id and size, and the blob that it came from where that is known. */
export function fileMark(file: File): string {
  return digest([file.id, file.size, file.contentType, file.git?.oid]);
}

/** What stands for the text of a reusable content; null: nothing does. */
export function includeMark(include: ReusableContent): string | null {
  const body = include.document ?? include.git?.oid;
  return body === undefined ? null : digest([include.id, body, include.title]);
}

/** What SUMMARY.md and the layout say of a page by itself; when it stays the same, an edit is an edit of its text alone. */
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
