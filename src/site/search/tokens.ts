/** Scripts without blanks between words: they are cut into pairs of letters. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Longest word that is indexed. */
const longestWord = 40;

/**
 * Cuts text into words as search knows them: folded, without accents. Names of code are found whole and in part: `buffer_chunk` and
 * `bufferChunk` give `buffer` and `chunk`, too. `templates/site/search-engine.js` does the same to a query.
 */
export function tokensOf(text: string): string[] {
  const found: string[] = [];
  for (const [written] of plain(text).matchAll(/[\p{L}\p{N}_]+/gu)) {
    const word = written
      .toLowerCase()
      .replace(/^_+(.)/, '$1')
      .replace(/(.)_+$/, '$1');
    if (wide.test(word)) {
      const letters = Array.from(word);
      if (letters.length === 1) found.push(word);
      for (let at = 0; at + 1 < letters.length; at += 1) found.push(`${letters[at]}${letters[at + 1]}`);
    } else {
      found.push(word.slice(0, longestWord));
      if (hasParts.test(written)) found.push(...partsOf(written));
    }
  }
  return found;
}

const hasParts = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/** The words that a name of code is made of. */
function partsOf(name: string): string[] {
  const parts = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3_$2$4')
    .toLowerCase()
    .split('_')
    .filter((part) => part.length > 1);
  return parts.length > 1 ? parts.map((part) => part.slice(0, longestWord)) : [];
}

function plain(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
