import type { SearchResult } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { visibleSpaces } from '../spaces/visible.ts';
import type { Store } from '../store/index.ts';
import { pageSections } from './page-sections.ts';
import { findTerm, foldedText, matchExpression, termsOf, type Term } from './words.ts';

/** A space with the found pages in it, the best first. */
export interface Found {
  readonly space: string;
  readonly pages: readonly Hit[];
}

interface Hit {
  readonly space: string;
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly document: string | null;
  readonly score: number;
}

const maxHits = 400;
/** A query with more matches than this is too common to be ranked: the work of ranking grows with the number of matches. */
export const maxRanked = 1000;
/** Matches are not ranked by a term that more texts have: ranking by it takes 1 ms of processor time for each thousand of them. */
export const maxRankedBy = 5000;
const maxPagesOfSpace = 50;
const maxSectionsOfPage = 5;
const bodyLength = 240;
/**
 * How many characters of texts an answer reads for its excerpts: some dozens of usual pages. The pages after these are shown without
 * sections, because reading a few hundred pages would keep all other requests waiting.
 */
export const maxExcerpted = 100_000;

/**
 * Finds the pages with all terms of a query (or with some of them, when no page has all), in the spaces that the caller sees. Spaces come
 * in the order of their best page; a title counts more than a heading, and a heading more than the text.
 */
export function findPages(ctx: Context, organization: string, query: string): Found[] {
  return findPagesIn(ctx, visibleSpaces(ctx, 'organization', organization), query);
}

/** Finds pages in the same way in some spaces, which the caller may see. */
export function findPagesIn(ctx: Context, spaces: ReadonlySet<string>, query: string): Found[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const all = searchHits(ctx, spaces, { terms, joined: 'AND' });
  const found = all.length > 0 || terms.length === 1 ? all : searchHits(ctx, spaces, { terms, joined: 'OR' });
  const bySpace = new Map<string, Hit[]>();
  for (const hit of found) bySpace.set(hit.space, [...(bySpace.get(hit.space) ?? []), hit]);
  return [...bySpace].map(([space, pages]) => ({ space, pages: pages.slice(0, maxPagesOfSpace) }));
}

/** Found spaces as the interface shows them, with the sections that contain the terms. */
export function resultsJson(ctx: Context, query: string, found: readonly Found[]): SearchResult[] {
  const terms = termsOf(query);
  const titles = new Map(
    ctx.store
      .all<{ id: string; title: string }>(
        'SELECT id, title FROM spaces WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(found.map(({ space }) => space)),
      )
      .map(({ id, title }) => [id, title]),
  );
  const reading = { terms, left: maxExcerpted };
  return found.map(({ space, pages }) => ({
    id: space,
    title: titles.get(space) ?? '',
    pages: pages.map((hit) => {
      const app = `${ctx.appBase}/spaces/${space}/${hit.path}`;
      return {
        id: hit.page,
        title: hit.title,
        path: hit.path,
        sections: sectionsJson(ctx, hit, reading, app),
        urls: { app },
      };
    }),
  }));
}

/** What a page must have: all of the terms, or some of them. */
interface Wanted {
  readonly terms: readonly Term[];
  readonly joined: 'AND' | 'OR';
}

/** The best pages for some terms, by text and by title. In FTS5 a smaller rank is better. */
function searchHits({ store }: Context, visible: ReadonlySet<string>, wanted: Wanted): Hit[] {
  const byText = best(visible, (limit) => textHits(store, wanted, limit));
  const byTitle = best(visible, (limit) => titleHits(store, wanted, limit));
  const merged = new Map<string, Hit>();
  for (const hit of [...byText, ...byTitle]) {
    const key = `${hit.space}/${hit.page}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? hit : { ...known, score: known.score + 2 * hit.score });
  }
  return [...merged.values()]
    .sort(
      (one, other) => one.score - other.score || (one.path < other.path ? -1 : one.path > other.path ? 1 : 0),
    )
    .slice(0, maxHits);
}

const rankedTitles =
  'SELECT rowid AS number, rank AS score FROM search_titles WHERE search_titles MATCH ? ORDER BY rank LIMIT ?';
/**
 * The matches of an expression that have one of the given numbers, ranked. Without MATERIALIZED, SQLite would look up each number in
 * the index, which takes a hundred times as long.
 */
const rankedTexts = `WITH ranked AS MATERIALIZED (SELECT rowid AS number, rank AS score FROM search_texts
    WHERE search_texts MATCH ? AND rank MATCH 'bm25(10.0, 4.0, 1.0)')
  SELECT number, score FROM ranked WHERE number IN (SELECT value FROM json_each(?)) ORDER BY score LIMIT ?`;
/** The given numbers, all with one score. */
const unranked = 'SELECT value AS number, ? AS score FROM json_each(?) LIMIT ?';

/** Scores of matches without a rank. They come after all ranked matches, because SQLite's ranks are further below zero. */
const scoreIn = { title: -2e-9, heading: -1e-9, text: 0 };

type Index = 'search_texts' | 'search_titles';

/**
 * The numbers of the matches that were indexed last, and the expression that finds them. Reading ends at the limit, so it costs the same in
 * an index of any size.
 */
function newest(
  store: Store,
  index: Index,
  { terms, joined }: Wanted,
  limit: number,
): { readonly expression: string; readonly numbers: readonly number[] } {
  // SQLite finds whole words much faster than all words with a beginning. If the whole words fill the limit, they are the better matches.
  const whole = matchExpression(
    terms.map((term) => ({ ...term, kind: 'phrase' })),
    joined,
  );
  const found = newestOf(store, index, whole, limit);
  const expression = matchExpression(terms, joined);
  if (found.length === limit || whole === expression) return { expression: whole, numbers: found };
  return { expression, numbers: newestOf(store, index, expression, limit) };
}

function newestOf(store: Store, index: Index, expression: string, limit: number): readonly number[] {
  return store
    .all<{ number: number }>(
      `SELECT rowid AS number FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`,
      ...[expression, limit],
    )
    .map(({ number }) => number);
}

function titleHits(store: Store, wanted: Wanted, limit: number): Hit[] {
  const { expression, numbers } = newest(store, 'search_titles', wanted, Math.max(limit, maxRanked + 1));
  const [matches, ...parameters] =
    numbers.length > maxRanked
      ? [unranked, scoreIn.title, JSON.stringify(numbers), limit]
      : [rankedTitles, expression, limit];
  return store.all<Hit>(
    `SELECT space, page, title, path, document, score FROM (${matches}) LEFT JOIN search_pages USING (number)`,
    ...parameters,
  );
}

/**
 * Matches of texts, ranked when there are few enough. Words that many pages contain say little about a page with them in its text, and
 * to rank by such a word, SQLite counts all pages that have it. Pages with such words only are not ranked: those with the words in
 * titles and headings come first.
 */
function textHits(store: Store, wanted: Wanted, limit: number): Hit[] {
  const ask = (matches: string, ...parameters: readonly (string | number)[]): Hit[] =>
    store.all<Hit>(
      `SELECT space, page, title, path, document, score FROM (${matches})
         JOIN search_documents USING (number) LEFT JOIN search_pages ON document = hash`,
      ...parameters,
    );
  const { expression, numbers } = newest(store, 'search_texts', wanted, Math.max(limit, maxRanked + 1));
  if (numbers.length <= maxRanked) {
    const telling = wanted.terms.filter((term) => !isFrequent(store, term));
    if (telling.length > 0)
      return ask(rankedTexts, matchExpression(telling, wanted.joined), JSON.stringify(numbers), limit);
  }
  const headed = newestOf(store, 'search_texts', `{title headings} : (${expression})`, limit);
  const placed = new Set(headed);
  const rest = numbers.filter((number) => !placed.has(number));
  return [
    ...ask(unranked, scoreIn.heading, JSON.stringify(headed), limit),
    ...ask(unranked, scoreIn.text, JSON.stringify(rest), limit - headed.length),
  ];
}

/** Whether so many texts have a term that ranking by it would take long. */
function isFrequent(store: Store, term: Term): boolean {
  const wanted: Wanted = { terms: [term], joined: 'AND' };
  return newest(store, 'search_texts', wanted, maxRankedBy + 1).numbers.length > maxRankedBy;
}

/**
 * Asks for the best matches in the whole index until the caller may see enough of them: everybody shares one index, and hidden matches must
 * not crowd out visible ones.
 */
function best(visible: ReadonlySet<string>, ask: (limit: number) => Hit[]): Hit[] {
  for (let limit = maxHits; ; limit *= 8) {
    const found = ask(limit);
    const seen = found.filter((hit) => visible.has(hit.space));
    if (seen.length >= maxHits / 2 || found.length < limit) return seen;
  }
}

function sectionsJson(
  ctx: Context,
  hit: Hit,
  reading: Reading,
  app: string,
): NonNullable<SearchResult['pages'][number]['sections']> {
  if (hit.document === null || reading.left <= 0) return [];
  const { terms } = reading;
  const { sections, length } = pageSections(ctx, { ...hit, document: hit.document });
  reading.left -= length;
  return sections
    .map(({ id, title, text }) => {
      const folded = foldedText(title);
      const inTitle = terms.filter((term) => findTerm(folded, term) !== -1).length;
      return { title, anchor: id, text, inTitle, ...findInText(text, terms) };
    })
    .filter(({ inTitle, inText }) => inTitle + inText > 0)
    .sort((one, other) => other.inTitle * 2 + other.inText - (one.inTitle * 2 + one.inText))
    .slice(0, maxSectionsOfPage)
    .map(({ title, anchor, text, first }) => ({
      id: anchor === '' ? hit.page : `${hit.page}#${anchor}`,
      title: title === '' ? hit.title : title,
      path: anchor === '' ? hit.path : `${hit.path}#${anchor}`,
      body: excerpt(text, first),
      urls: { app: anchor === '' ? app : `${app}#${anchor}` },
    }));
}

/** What the excerpts of one answer look for, and how many characters they may still read. */
interface Reading {
  readonly terms: readonly Term[];
  left: number;
}

/** How many terms a text has, and where the first of them is. */
function findInText(
  text: string,
  terms: readonly Term[],
): { readonly inText: number; readonly first: number } {
  const folded = foldedText(text);
  const at = terms.map((term) => findTerm(folded, term)).filter((each) => each !== -1);
  return { inText: at.length, first: at.length === 0 ? 0 : Math.min(...at) };
}

/** A part of the text around a place, cut at words. */
function excerpt(body: string, around: number): string {
  if (body.length <= bodyLength) return body;
  const wanted = Math.max(0, Math.min(around, body.length) - bodyLength / 4);
  const start = wanted === 0 ? 0 : body.lastIndexOf(' ', wanted) + 1 || wanted;
  const cut = body
    .slice(start, start + bodyLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^[\uDC00-\uDFFF]/, '');
  const end = start + bodyLength >= body.length ? cut : `${cut.replace(/ \S{0,40}$/, '')}…`;
  return start === 0 ? end : `…${end}`;
}
