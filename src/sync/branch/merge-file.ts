import { mergePage, mergeSummary, pageIdOf, withoutPageId } from '../../content/index.ts';
import type { EntryIdentity, Versions } from '../../content/index.ts';

/** Three versions of one file; null: not there. */
export interface FileVersions {
  readonly base: Uint8Array | null;
  readonly ours: Uint8Array | null;
  readonly theirs: Uint8Array | null;
}

export type FileMerge =
  /** `kept`: one side edited what the other deleted, and the edit stays. */
  | { readonly outcome: 'merged'; readonly bytes: Uint8Array | null; readonly kept?: true }
  | { readonly outcome: 'conflict'; readonly kind: 'text' | 'binary' };

/**
 * Joins two sides of a file with what both started from: by lines, front matter by key, the table of contents by entry.
 *
 * @param pages The pages behind the entries of a table of contents; without them, a page that moved is another entry.
 */
export function mergeFile(
  path: string,
  { base, ours, theirs }: FileVersions,
  pages: Partial<Versions<EntryIdentity>> = {},
): FileMerge {
  if (same(ours, theirs)) return { outcome: 'merged', bytes: theirs };
  if (same(base, ours)) return { outcome: 'merged', bytes: theirs };
  if (same(base, theirs)) return { outcome: 'merged', bytes: ours };
  if (theirs === null || ours === null) {
    // A new identity alone is nothing that anybody wrote.
    const rest = ours ?? theirs;
    if (base && rest && isText(path) && sameButId(base, rest)) return { outcome: 'merged', bytes: null };
  }
  // What somebody wrote weighs more than that somebody else removed it.
  if (theirs === null || ours === null) return { outcome: 'merged', bytes: ours ?? theirs, kept: true };
  const texts = [ours, theirs, ...(base ? [base] : [])].map(textOf);
  const [ourText, theirText, baseText] = texts;
  if (!isText(path) || typeof ourText !== 'string' || typeof theirText !== 'string' || baseText === null)
    return { outcome: 'conflict', kind: 'binary' };
  return mergeTexts(path, { base: baseText ?? null, ours: ourText, theirs: theirText }, pages);
}

function mergeTexts(
  path: string,
  { base, ours, theirs }: { base: string | null; ours: string; theirs: string },
  pages: Partial<Versions<EntryIdentity>>,
): FileMerge {
  const id = pageIdOf(theirs);
  // A page that we wrote has no identity before the service gave it one; that alone is no difference.
  if (id !== null && withoutPageId(theirs) === withoutPageId(ours))
    return { outcome: 'merged', bytes: encode(theirs) };
  if (base === null) return { outcome: 'conflict', kind: 'text' };
  if (isSummary(path)) {
    const merged = mergeSummary({ base, ours, theirs }, pages);
    return merged.conflicts.length === 0
      ? { outcome: 'merged', bytes: encode(merged.text) }
      : { outcome: 'conflict', kind: 'text' };
  }
  const merged = mergePage({ base, ours, theirs });
  return merged.outcome === 'merged'
    ? { outcome: 'merged', bytes: encode(merged.text) }
    : { outcome: 'conflict', kind: 'text' };
}

function sameButId(one: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a !== null && b !== null && withoutPageId(a) === withoutPageId(b);
}

export function isSummary(path: string): boolean {
  return path === 'SUMMARY.md' || path.endsWith('/SUMMARY.md');
}

function isText(path: string): boolean {
  return /\.(md|ya?ml|json|txt|csv|svg|html?)$/i.test(path) || path.endsWith('.gitbook.yaml');
}

/** The text of bytes that are well-formed UTF-8 without NUL; null for anything else. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
