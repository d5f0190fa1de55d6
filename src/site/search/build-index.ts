import type { SearchSection } from '../body/context.ts';
import { maxSections, packPlace, placeOn, printPlaces } from './places.ts';
import { prefixesOf, partName, partOf } from './parts.ts';
import { printSpelling, spellingEntry, spellingFiles, spellingLists } from './spelling.ts';
import { stopWordsOf } from './stop-words.ts';
import { tokensOf } from './tokens.ts';

/** A page in the form for search. */
export interface SearchPage {
  readonly title: string;
  /** Its address. */
  readonly url: string;
  /** The place of the page in words: `Payments › Concepts`. Search finds the page by them, too. */
  readonly trail: string;
  readonly description: string;
  readonly language: string;
  /** The page's space. The pages of a space are adjacent. */
  readonly space: string;
  readonly sections: readonly SearchSection[];
}

/** The space and language of the pages from one number on. */
export type SpaceRun = readonly [first: number, space: string, language: string];

/** A file of the index, by its name without `.json`. */
export interface IndexFile {
  readonly name: string;
  readonly json: string;
}

/** How many pages share one file of texts: few, since a search shows pages from all over the site. */
export const pagesPerChunk = 2;
/** How many characters of a section, and of a page, are kept for showing. */
const excerptLength = 1500;
const pageExcerptLength = 6000;
const shortestExcerpt = 60;
/** For how many sections the text is kept; for further sections, only the headings are. */
const shownSections = 100;

/** To be changed when the same pages would give another index. */
export const indexVersion = '5';

/** A page's data for the index, whatever its number: made in the thread that makes the page, and sent from there. */
export interface SearchEntry {
  /** The page's words, separated by blanks. */
  readonly words: string;
  /** The place of each word, as if the page were the first page. */
  readonly places: Int32Array;
  /** What search shows of the page. */
  readonly shown: string;
}

interface Weight {
  /** The number of words in the title, if the word is in the title. */
  titleLength: number;
  /** The number of words in the shortest heading that has the word. */
  headingLength: number;
  described: boolean;
  /** Whether the title of a page, group or section above this page has the word. */
  placed: boolean;
  count: number;
  section: number;
  sectionWorth: number;
  /** The section that is being read, and the word's weight in it. */
  at: number;
  worth: number;
}

/** The usual length of a page, in words: a word counts for less on longer pages. */
const usualLength = 400;

export function entryOf(page: SearchPage): SearchEntry {
  const places = placesOf(page, 0);
  return {
    words: [...places.keys()].join(' '),
    places: Int32Array.from(places.values()),
    shown: chunkEntry(page),
  };
}

/**
 * The places of a page's words. A score has two parts: up to 31 for headings, description, text and place, in which repetition counts less
 * and less, and 32 times a rank for the title, 31 for a title of one word.
 */
export function placesOf(page: SearchPage, number: number): Map<string, number> {
  const weights = new Map<string, Weight>();
  const stop = stopWordsOf(page.language);
  const title = new Set(tokensOf(page.title));
  for (const word of title) weightOf(weights, word).titleLength = title.size;
  for (const word of tokensOf(page.description))
    if (!stop.has(word)) weightOf(weights, word).described = true;
  for (const word of tokensOf(page.trail)) if (!stop.has(word)) weightOf(weights, word).placed = true;
  let length = 0;
  for (const [at, section] of page.sections.entries()) {
    for (const word of tokensOf(section.text)) {
      if (stop.has(word)) continue;
      length += 1;
      weightIn(at, weights, word).worth += 1;
    }
    const heading = section.id === '' ? [] : tokensOf(section.title);
    for (const word of new Set(heading)) {
      const weight = weightIn(at, weights, word);
      weight.worth += headingWorth;
      if (weight.headingLength === 0 || heading.length < weight.headingLength)
        weight.headingLength = heading.length;
    }
  }
  const places = new Map<string, number>();
  for (const [word, weight] of weights) {
    endSection(weight);
    places.set(word, packPlace({ page: number, score: scoreOf(weight, length), section: weight.section }));
  }
  return places;
}

/** More than a section has words, so that a word in a heading decides which section is shown. */
const headingWorth = 1_000_000;

function weightOf(weights: Map<string, Weight>, word: string): Weight {
  let weight = weights.get(word);
  if (!weight)
    weights.set(
      word,
      (weight = {
        titleLength: 0,
        headingLength: 0,
        described: false,
        placed: false,
        count: 0,
        section: 0,
        sectionWorth: 0,
        at: 0,
        worth: 0,
      }),
    );
  return weight;
}

/** The weight of a word in a section, after closing the word's count in the section before. */
function weightIn(at: number, weights: Map<string, Weight>, word: string): Weight {
  const weight = weightOf(weights, word);
  if (weight.at !== at) {
    endSection(weight);
    weight.at = at;
  }
  return weight;
}

function endSection(weight: Weight): void {
  weight.count += weight.worth % headingWorth;
  if (weight.worth > weight.sectionWorth) {
    weight.section = Math.min(weight.at, maxSections);
    weight.sectionWorth = weight.worth;
  }
  weight.worth = 0;
}

function scoreOf({ titleLength, headingLength, described, placed, count }: Weight, length: number): number {
  const text = (2.2 * count) / (count + 1.2 * (0.3 + (0.7 * length) / usualLength));
  const heading = headingLength === 0 ? 0 : Math.max(8, 17 - 2 * headingLength);
  const body = Math.min(31, Math.round(text * 5 + heading + (described ? 4 : 0) + (placed ? 10 : 0)));
  return Math.max(1, body) + (titleLength === 0 ? 0 : 32 * Math.max(1, 32 - titleLength));
}

/**
 * The static index of a site: `index` lists the files, `w…` have words in alphabetical order with their places and weights,
 * `s-…` and `e-…` have all words for finding mistyped ones, `p-…` have the pages' own words for showing results.
 */
export class IndexBuilder {
  readonly #count: number;
  readonly #places = new Map<string, number[]>();
  readonly #chunks = new Map<number, string[]>();
  readonly #spaces: SpaceRun[] = [];

  /** The pages that will be added, in the order of their numbers. */
  constructor(pages: readonly Pick<SearchPage, 'space' | 'language'>[]) {
    this.#count = pages.length;
    for (const [number, { space, language }] of pages.entries()) {
      const last = this.#spaces.at(-1);
      if (last?.[1] !== space || last[2] !== language) this.#spaces.push([number, space, language]);
    }
  }

  /** Adds a page, in any order; returns a file of texts that is now complete. */
  add(number: number, { words, places, shown }: SearchEntry): IndexFile | undefined {
    for (const [at, word] of (words === '' ? [] : words.split(' ')).entries()) {
      const place = placeOn(number, places[at] ?? 0);
      const list = this.#places.get(word);
      if (list) list.push(place);
      else this.#places.set(word, [place]);
    }
    const chunk = Math.floor(number / pagesPerChunk);
    const entries = this.#chunks.get(chunk) ?? [];
    entries[number % pagesPerChunk] = shown;
    if (Object.keys(entries).length < Math.min(pagesPerChunk, this.#count - chunk * pagesPerChunk)) {
      this.#chunks.set(chunk, entries);
      return undefined;
    }
    this.#chunks.delete(chunk);
    return { name: chunkName(chunk), json: `[${entries.join(',')}]` };
  }

  /** The files besides those of texts, once all pages are added. */
  *files(): Generator<IndexFile> {
    const words: (readonly [string, string])[] = [...this.#places]
      .map(([word, places]) => [word, printPlaces(inOrder(places))] as const)
      .sort((a, b) => (a[0] < b[0] ? -1 : 1));
    const firsts = ['', ...prefixesOf(words, this.#count)];
    yield { name: 'index', json: indexJson(this.#count, firsts, this.#spaces) };
    const parts = new Map<string, (readonly [string, string])[]>(firsts.map((first) => [first, []]));
    const spelling = new Map<string, string[]>();
    for (const entry of words) {
      const [word] = entry;
      parts.get(partOf(word, firsts))?.push(entry);
      const listed = spellingEntry(word, this.#places.get(word) ?? [], this.#count);
      if (listed !== undefined)
        for (const file of spellingFiles(word, this.#count)) {
          const list = spelling.get(file);
          if (list) list.push(listed);
          else spelling.set(file, [listed]);
        }
    }
    for (const [first, entries] of parts) yield { name: partName(first), json: partJson(entries) };
    for (const [name, entries] of [...spelling].sort((a, b) => (a[0] < b[0] ? -1 : 1)))
      yield { name, json: printSpelling(entries) };
  }
}

/** The name of the file with the texts of some pages. */
export function chunkName(chunk: number): string {
  return `p-${chunk}`;
}

/** The names of all files of texts. */
export function textFiles(pages: number): string[] {
  return Array.from({ length: Math.ceil(pages / pagesPerChunk) }, (_, chunk) => chunkName(chunk));
}

/** Sorts places, which are nearly in order when several threads make the pages. */
function inOrder(places: number[]): number[] {
  for (let at = 1; at < places.length; at += 1)
    if ((places[at - 1] ?? 0) > (places[at] ?? 0)) return places.sort((a, b) => a - b);
  return places;
}

/** The list of an index. */
export function indexJson(pages: number, firsts: readonly string[], spaces: readonly SpaceRun[]): string {
  const languages = [...new Set(spaces.map(([, , language]) => language))].sort();
  const stop = [...new Set(languages.flatMap((language) => [...stopWordsOf(language)]))].sort();
  return JSON.stringify({
    pages,
    lists: spellingLists(pages),
    spaces,
    stop: stop.join(' '),
    // No word has a blank in it.
    firsts: firsts.join(' '),
  });
}

/** The words of a file, in order, with their places. */
export function partJson(words: readonly (readonly [string, string])[]): string {
  return `{${words.map(([word, places]) => `${JSON.stringify(word)}:"${places}"`).join(',')}}`;
}

/** What search shows of a page that it found. */
export function chunkEntry(page: SearchPage): string {
  const whole = page.sections.reduce((sum, { text }) => sum + Math.min(excerptLength, text.length), 0);
  const most =
    whole <= pageExcerptLength
      ? excerptLength
      : Math.max(shortestExcerpt, Math.floor(pageExcerptLength / page.sections.length));
  return JSON.stringify({
    t: page.title,
    u: page.url,
    b: page.trail,
    d: page.description,
    s: page.sections.map((section, at) => ({
      i: section.id,
      t: section.title,
      x: at < shownSections ? section.text.slice(0, most) : '',
    })),
  });
}
