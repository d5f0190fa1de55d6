/**
 * How texts and queries become words. Scripts without spaces (Han, kana, Hangul with its endings, Thai and its neighbours) are cut into
 * single characters, and a query in them becomes a phrase of such characters: exact, without a dictionary, for queries of any length.
 * SQLite's tokenizer, which folds case and accents, does the rest.
 */

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

const maxTerms = 32;

/** A text in the form that the index reads. */
export function indexedText(text: string): string {
  return text.normalize('NFKC').replace(unspaced, ' $& ');
}

/** One thing that a result must contain: a word with this beginning, or a phrase of single characters. */
export interface Term {
  readonly words: readonly string[];
  readonly kind: 'prefix' | 'phrase';
}

/** The terms of a query, without repetitions. */
export function termsOf(query: string): Term[] {
  const terms = new Map<string, Term>();
  for (const [run] of query
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    for (const part of run
      .split(new RegExp(`((?:${unspaced.source})+)`, 'u'))
      .filter((each) => each !== '')) {
      const characters = part.match(unspaced);
      const term: Term =
        characters === null ? { words: [part], kind: 'prefix' } : { words: characters, kind: 'phrase' };
      terms.set(part, term);
    }
  }
  return [...terms.values()].slice(0, maxTerms);
}

/** The terms in the language of FTS5, each of them quoted, so that nothing in the query can be read as an operator. */
export function matchExpression(terms: readonly Term[], joined: 'AND' | 'OR'): string {
  return terms
    .map(({ words, kind }) => `"${words.join(' ')}"${kind === 'prefix' && words[0]!.length > 1 ? ' *' : ''}`)
    .join(` ${joined} `);
}

/** A text folded in the same way as in the index, to find terms in it again. */
export function foldedText(text: string): string {
  const letters = beyondAscii.test(text) ? text.normalize('NFKD').replace(/\p{Mn}+/gu, '') : text;
  return letters.toLowerCase();
}

const beyondAscii = /[\u0080-\uffff]/;

/** A term as one string, folded in the same way. */
function foldedTerm({ words }: Term): string {
  return foldedText(words.join(''));
}

/** The position where a folded term begins a word in a folded text (or, for a phrase, any position); -1 when there is none. */
export function findTerm(folded: string, term: Term): number {
  const sought = foldedTerm(term);
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, at + 1)) {
    if (term.kind === 'phrase' || at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))) return at;
  }
  return -1;
}
