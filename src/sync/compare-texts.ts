import { decodeText, filledLines } from '../content/index.ts';

export { filledLines, likeness } from '../content/index.ts';

/** Whether every line of one text, except the lines in `known`, is in another; for bytes that are not text, whether the two are equal. */
export function holdsAll(
  whole: Uint8Array,
  part: Uint8Array,
  known: ReadonlySet<string> = new Set(),
): boolean {
  const [all, some] = [decodeText(whole), decodeText(part)];
  return all === null || some === null ? Buffer.compare(whole, part) === 0 : holdsLines(all, some, known);
}

/** Does the same as {@link holdsAll}, for texts. */
export function holdsLines(whole: string, part: string, known: ReadonlySet<string> = new Set()): boolean {
  const there = new Set(filledLines(whole));
  return filledLines(part).every((line) => known.has(line) || there.has(line));
}
