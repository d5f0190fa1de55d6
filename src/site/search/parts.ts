/*
 * How the words of an index are spread over files: in alphabetical order, with words that share their first letters in one group.
 * Whether a group begins a file depends only on that group's words, so a word that comes or goes changes its own file and at most
 * the file before.
 */

/** How many first letters the words of a group share. A group mostly has the forms of one word. */
const sharedLetters = 5;
/** A group of this many bytes always begins a file. */
const heavyGroup = 4000;
/** How many groups share a file on average, except on large sites. */
const groupsPerPart = 48;
const groupsPerPartOfLargeSite = 12;
const pagesOfLargeSite = 1000;

/** A fixed number for a word: FNV-1a over its characters. */
export function numberOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) {
    hash ^= word.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  // The low bits alone are poorly mixed for short words.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The groups that begin a file, in order, among words with their printed places. */
export function prefixesOf(words: Iterable<readonly [string, string]>, pages: number): string[] {
  const sizes = new Map<string, number>();
  for (const [word, places] of words) {
    const group = word.slice(0, sharedLetters);
    sizes.set(group, (sizes.get(group) ?? 0) + word.length + places.length + 6);
  }
  const usual = pages > pagesOfLargeSite ? groupsPerPartOfLargeSite : groupsPerPart;
  return [...sizes]
    .filter(([group, size]) => size >= heavyGroup || numberOf(group) % usual === 0)
    .map(([group]) => group)
    .sort();
}

/** The name of the file that begins with these letters; the first file begins with none. */
export function partName(first: string): string {
  if (first === '') return 'w';
  if (/^[a-z0-9_]+$/.test(first)) return `w-${first}`;
  return `w-~${Array.from(first, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('-')}`;
}

/** The beginning of the file with a word: the last of `firsts`, in order, that does not come after the word. */
export function partOf(word: string, firsts: readonly string[]): string {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((firsts[middle] ?? '') <= word) low = middle + 1;
    else high = middle;
  }
  return firsts[low - 1] ?? '';
}
