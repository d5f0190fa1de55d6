import { numberOf } from './parts.ts';

/*
 * The words of a site, for finding mistyped ones. After one error, a word's first two letters or its last two are still right. So
 * every word is in two lists, by its beginning and by its end, and a reader who finds nothing loads one list, then the other.
 */

/** Shorter words are found only as written. */
const shortest = 4;
/** On larger sites, a word on only one page and in no heading is often an error itself. */
const pagesOfSmallSite = 1000;
/** The lowest score of a word in a heading or a title. */
const headingScore = 12;

/** The number of lists by beginning, which equals the number of lists by end. */
export function spellingLists(pages: number): number {
  return pages <= 200 ? 8 : pages <= 2000 ? 32 : 128;
}

/** A word's entry in a list: the word, and a digit for the number of its pages. */
export function spellingEntry(word: string, places: readonly number[], pages: number): string | undefined {
  if (places.length === 0 || word.length < shortest || word.length > 30 || !/^\p{L}[\p{L}_]+$/u.test(word))
    return undefined;
  if (pages > pagesOfSmallSite && places.length === 1 && (places[0] ?? 0) % 1024 < headingScore)
    return undefined;
  return `${word}${Math.min(9, Math.floor(Math.log2(places.length)))}`;
}

/** The files that have a word. */
export function spellingFiles(word: string, pages: number): readonly [string, string] {
  const lists = spellingLists(pages);
  return [`s-${numberOf(word.slice(0, 2)) % lists}`, `e-${numberOf(word.slice(-2)) % lists}`];
}

/** Prints a list: each word without the beginning that it shares with the word before. */
export function printSpelling(entries: readonly string[]): string {
  let before = '';
  const parts: string[] = [];
  for (const entry of [...entries].sort()) {
    let shared = 0;
    while (shared < 35 && shared < before.length && before[shared] === entry[shared]) shared += 1;
    parts.push(shared.toString(36) + entry.slice(shared));
    before = entry;
  }
  return JSON.stringify(parts.join(' '));
}

/** Reads what {@link printSpelling} printed. */
export function parseSpelling(text: string): string[] {
  let before = '';
  return text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => (before = before.slice(0, parseInt(part.charAt(0), 36)) + part.slice(1)));
}
