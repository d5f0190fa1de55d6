import { decodeText, linesWithText } from '../content/index.ts';

export { linesWithText, shareOfCommonLines } from '../content/index.ts';

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
