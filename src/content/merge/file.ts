import { decodeText } from '../folder.ts';
import { isMarkdownPath } from '../targets.ts';
import { pageIdOf, withoutPageId } from '../page-id.ts';
import { chooseSide } from './lines.ts';
import type { Versions } from './lines.ts';
import { mergePage } from './page.ts';
import { mergeSummary } from './summary.ts';
import type { EntryPages } from './summary.ts';

/** Three versions of one file; null: not there. */
export type FileVersions = Readonly<Versions<Uint8Array | null>>;

export type FileMerge =
  /** `kept`: one side edited what the other deleted, and the edit stays. */
  | { readonly outcome: 'merged'; readonly bytes: Uint8Array | null; readonly kept?: true }
  | { readonly outcome: 'conflict'; readonly kind: 'text' | 'binary' };

/**
 * Merges a file that two sides changed: a page by its front matter's keys, its title and its lines, a table of contents by its
 * entries, any other text by lines. A change that one side made alone is taken byte for byte.
 *
 * @param pages The pages behind the entries of a table of contents; without them, a page that moved is another entry.
 */
export function mergeFile(path: string, versions: FileVersions, pages: EntryPages = {}): FileMerge {
  // What we sent is not all of our side when the service could not be told some of it, so equal bytes do not mean that nothing is ours.
  const isTold = (pages.untold?.size ?? 0) === 0;
  const whole =
    isTold || sameBytes(versions.ours, versions.theirs) ? chooseSide(versions, sameBytes) : undefined;
  if (whole !== undefined) return { outcome: 'merged', bytes: whole };
  const { base, ours, theirs } = versions;
  if (ours === null || theirs === null) {
    // A new id alone is not an edit that a person wrote, so the deletion wins. Any other change wins over the deletion.
    const rest = ours ?? theirs;
    const isUntouched = base !== null && rest !== null && isMarkdownPath(path) && sameButId(base, rest);
    return isUntouched ? { outcome: 'merged', bytes: null } : { outcome: 'merged', bytes: rest, kept: true };
  }
  // Nothing can be joined into a file that is no longer a text, and theirs says nothing new.
  if (base !== null && textOf(ours) === null && sameButId(base, theirs))
    return { outcome: 'merged', bytes: ours };
  const texts = { base: base === null ? '' : textOf(base), ours: textOf(ours), theirs: textOf(theirs) };
  return isAllText(texts) ? mergeTexts(path, texts, pages) : { outcome: 'conflict', kind: 'binary' };
}

function mergeTexts(path: string, versions: Versions<string>, pages: EntryPages): FileMerge {
  const { ours, theirs } = versions;
  // A page that was written here has no id until the service gives it one. A missing id alone does not make two texts differ.
  if (pageIdOf(theirs) !== null && withoutPageId(theirs) === withoutPageId(ours)) return merged(theirs);
  if (pages.isContents ?? isSummary(path)) {
    const { text, conflicts } = mergeSummary(versions, pages);
    return conflicts.length === 0 ? merged(text) : { outcome: 'conflict', kind: 'text' };
  }
  const page = mergePage(versions);
  return page.outcome === 'merged' ? merged(page.text) : { outcome: 'conflict', kind: 'text' };
}

function merged(text: string): FileMerge {
  return { outcome: 'merged', bytes: new TextEncoder().encode(text) };
}

export function isSummary(path: string): boolean {
  return path === 'SUMMARY.md' || path.endsWith('/SUMMARY.md');
}

/** The text of bytes that are well-formed UTF-8 without NUL; null for anything else. */
function textOf(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : decodeText(bytes);
}

function isAllText(texts: Versions<string | null>): texts is Versions<string> {
  return texts.base !== null && texts.ours !== null && texts.theirs !== null;
}

/** Whether two files are texts that differ at most in the page's id. */
export function sameButId(one: Uint8Array, other: Uint8Array): boolean {
  const [a, b] = [textOf(one), textOf(other)];
  return a !== null && b !== null && withoutPageId(a) === withoutPageId(b);
}

function sameBytes(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
