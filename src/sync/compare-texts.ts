import { posix } from 'node:path';
import { decodeText, isSummary, linesWithText, normalTarget, parseSummary } from '../content/index.ts';

export { linesWithText, shareOfCommonLines } from '../content/index.ts';

/**
 * What two versions of a file are compared by: the lines of a page. An entry of a table of contents is the same in another place and with
 * another file, so its title counts, or its title and the name of its file where several entries have that title.
 */
export function partsOf(path: string, text: string): readonly string[] {
  if (!isSummary(path)) return linesWithText(text);
  const entries = parseSummary(text).entries.filter(
    (entry) => entry.kind === 'item' || entry.kind === 'group',
  );
  return entries.map((entry) => {
    const isOnly = entries.filter(({ title }) => title === entry.title).length === 1;
    return isOnly || entry.kind === 'group'
      ? entry.title
      : `${entry.title} ${posix.basename(normalTarget(entry.target))}`;
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
