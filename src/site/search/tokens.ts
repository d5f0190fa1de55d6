/** Scripts without blanks between words, which we split into pairs of letters. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** The longest word that we index. */
const longestWord = 40;

/**
 * Splits text into words for search: folded, without accents. Names in code are found as a whole and by their parts: `buffer_chunk`
 * and `bufferChunk` also give `buffer` and `chunk`. `templates/site/search-engine.js` does the same to a query.
 */
export function tokensOf(text: string): string[] {
  return beyondAscii.test(text) ? wideTokensOf(folded(text)) : asciiTokensOf(text);
}

const beyondAscii = /[\u0080-\uffff]/;

/** As {@link wideTokensOf}, with patterns that need no Unicode tables, because most texts are ASCII. */
function asciiTokensOf(text: string): string[] {
  if (!hasAsciiParts.test(text)) return shortened(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);
  const found: string[] = [];
  for (const written of text.match(/[A-Za-z0-9_]+/g) ?? []) {
    found.push(wordOf(written));
    if (hasAsciiParts.test(written)) found.push(...partsOf(written));
  }
  return found;
}

const hasAsciiParts = /_|[a-z][A-Z]|[A-Z]{2}[a-z]/;

function wideTokensOf(text: string): string[] {
  const found: string[] = [];
  for (const written of text.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    if (wide.test(written)) found.push(...pairsOf(written));
    else {
      found.push(wordOf(written));
      if (hasParts.test(written)) found.push(...partsOf(written));
    }
  }
  return found;
}

/** The pairs of letters of a word in a script without blanks. */
function pairsOf(written: string): string[] {
  const word = withoutEdges(written);
  const letters = Array.from(word);
  if (letters.length === 1) return [word];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

function wordOf(written: string): string {
  return withoutEdges(written).slice(0, longestWord);
}

/** A word without the underscores around it. A word of only underscores stays. */
function withoutEdges(written: string): string {
  const word = written.toLowerCase();
  return word.includes('_') ? word.replace(/^_+(.)/, '$1').replace(/(.)_+$/, '$1') : word;
}

function shortened(words: string[]): string[] {
  for (const [at, word] of words.entries())
    if (word.length > longestWord) words[at] = word.slice(0, longestWord);
  return words;
}

const hasParts = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/** The words in a name in code. */
function partsOf(name: string): string[] {
  const parts = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3_$2$4')
    .toLowerCase()
    .split('_')
    .filter((part) => part.length > 1);
  return parts.length > 1 ? parts.map((part) => part.slice(0, longestWord)) : [];
}

/** Text as it is compared: without accents, and with the usual letters for those that are no letter with an accent. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/[ßẞæÆœŒøØđĐðÐłŁþÞħĦı]/g, (letter) => letters[letter] ?? letter);
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
};
