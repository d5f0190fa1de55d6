import { posix } from 'node:path';
import { decodeText, linesWithText, parseSummary } from '../content/index.ts';

export { linesWithText, shareOfCommonLines } from '../content/index.ts';

/** Whether a text still has a word that a change added; true if the change only removed words, which leaves no trace. */
export function hasWordsOf(text: string, change: { readonly from: string; readonly to: string }): boolean {
  const [here, before, after] = [text, change.from, change.to].map(
    (each) => new Set(each.match(/[\p{L}\p{N}]+/gu) ?? []),
  ) as [Set<string>, Set<string>, Set<string>];
  const added = [...after].filter((word) => !before.has(word));
  return added.length === 0 || added.some((word) => here.has(word));
}

/**
 * The parts by which two versions of a file are compared. For a page, these are its lines. For a table of contents, they are the titles of
 * its entries, because a title stays when its entry moves or its file gets another name. If several entries have one title, the file's name
 * is added to it.
 */
export function partsOf(text: string, isContents = false): readonly string[] {
  if (!isContents) return linesWithText(text);
  const count = new Map<string, number>();
  const { entries } = parseSummary(text);
  for (const entry of entries)
    if ('title' in entry) count.set(entry.title, (count.get(entry.title) ?? 0) + 1);
  return entries.flatMap((entry) => {
    if (entry.kind === 'group') return [entry.title];
    if (entry.kind !== 'item') return [];
    const isOnly = count.get(entry.title) === 1;
    return [isOnly ? entry.title : `${entry.title} ${posix.basename(entry.target)}`];
  });
}

/** Whether every line of one text, except the lines in `known`, is in another; for bytes that are not text, whether the two are equal. */
export function containsAllLines(
  whole: Uint8Array,
  part: Uint8Array,
  known: ReadonlySet<string> = new Set(),
): boolean {
  const [all, some] = [decodeText(whole), decodeText(part)];
  return all === null || some === null ? Buffer.compare(whole, part) === 0 : containsLines(all, some, known);
}

/** Does the same as {@link containsAllLines}, for texts. */
export function containsLines(whole: string, part: string, known: ReadonlySet<string> = new Set()): boolean {
  const there = new Set(linesWithText(whole));
  return linesWithText(part).every((line) => known.has(line) || there.has(line));
}
