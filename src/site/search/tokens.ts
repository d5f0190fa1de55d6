/** Scripts without blanks between words: they are cut into pairs of letters. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Longest word that is indexed. */
const longestWord = 40;

/** Cuts text into words as search knows them: folded, without accents. `templates/site/search.js` does the same to a query. */
export function tokensOf(text: string): string[] {
  const found: string[] = [];
  const folded = isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .normalize('NFC');
  for (const [word] of folded.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (!wide.test(word)) found.push(word.slice(0, longestWord));
    else {
      const letters = Array.from(word);
      if (letters.length === 1) found.push(word);
      for (let at = 0; at + 1 < letters.length; at += 1) found.push(`${letters[at]}${letters[at + 1]}`);
    }
  }
  return found;
}

/** The name of the shard that a word lies in: its first letters, as code points. */
export function shardOf(word: string, letters: number): string {
  let name = '';
  let count = 0;
  for (const letter of word) {
    name += `${count === 0 ? '' : '-'}${(letter.codePointAt(0) ?? 0).toString(16)}`;
    count += 1;
    if (count === letters) break;
  }
  return name;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
