import type { SearchSection } from '../body/context.ts';
import { mostSections, packPlace, printPlaces } from './places.ts';
import { beginningsOf, partName, partOf } from './parts.ts';
import { printSpelling, spellingEntry, spellingFiles, spellingLists } from './spelling.ts';
import { stopWordsOf } from './stop-words.ts';
import { tokensOf } from './tokens.ts';

/** A page as search knows it. */
export interface SearchPage {
  readonly title: string;
  /** Its address. */
  readonly url: string;
  /** Where it is, in words: `Payments › Concepts`. */
  readonly trail: string;
  readonly description: string;
  readonly language: string;
  /** Names the space that it belongs to; the pages of a space follow each other. */
  readonly space: string;
  readonly sections: readonly SearchSection[];
}

/** The pages from one number on: their space and language. */
export type SpaceRun = readonly [first: number, space: string, language: string];

/** A file of the index, by its name without `.json`. */
export interface IndexFile {
  readonly name: string;
  readonly json: string;
}

/** Pages that share one file of texts: few, since a search shows pages from all over the site. */
export const pagesPerChunk = 2;
/** What of a section, and of a page, is kept to be shown. */
const excerptLength = 1500;
const pageExcerptLength = 6000;
const shortestExcerpt = 60;
/** Sections whose text is shown; of more than that only the headings. */
const shownSections = 100;

/** Changes when the same pages would give another index. */
export const indexVersion = '3';

interface Weight {
  /** Words of the title, when this is one of them. */
  titleLength: number;
  /** The shortest heading with the word, in words. */
  headingLength: number;
  described: boolean;
  count: number;
  section: number;
  sectionWorth: number;
}

/** A usual length of a page, in words: a word counts for less on longer ones. */
const usualLength = 400;

/**
 * The places of a page's words. A score has two parts: up to 31 for headings, description and text, in which repetition counts less
 * and less, and 32 times a rank for the title, 31 for a title of one word.
 */
export function placesOf(page: SearchPage, number: number): Map<string, number> {
  const weights = new Map<string, Weight>();
  const stop = stopWordsOf(page.language);
  const weightOf = (word: string): Weight => {
    let weight = weights.get(word);
    if (!weight)
      weights.set(
        word,
        (weight = {
          titleLength: 0,
          headingLength: 0,
          described: false,
          count: 0,
          section: 0,
          sectionWorth: 0,
        }),
      );
    return weight;
  };
  const title = new Set(tokensOf(page.title));
  for (const word of title) weightOf(word).titleLength = title.size;
  for (const word of tokensOf(page.description)) if (!stop.has(word)) weightOf(word).described = true;
  let length = 0;
  for (const [at, section] of page.sections.entries()) {
    const own = Math.min(at, mostSections);
    const heading = section.id === '' ? [] : tokensOf(section.title);
    const words = tokensOf(section.text).filter((word) => !stop.has(word));
    length += words.length;
    for (const word of heading) {
      const weight = weightOf(word);
      if (weight.headingLength === 0 || heading.length < weight.headingLength)
        weight.headingLength = heading.length;
    }
    for (const [word, worth] of sectionWorths(heading, words)) {
      const weight = weightOf(word);
      weight.count += worth % headingWorth;
      if (worth > weight.sectionWorth) {
        weight.section = own;
        weight.sectionWorth = worth;
      }
    }
  }
  const places = new Map<string, number>();
  for (const [word, weight] of weights)
    places.set(word, packPlace({ page: number, score: scoreOf(weight, length), section: weight.section }));
  return places;
}

/** More than a section has words, so that a word in its heading decides which section is shown. */
const headingWorth = 1_000_000;

function sectionWorths(heading: readonly string[], words: readonly string[]): Map<string, number> {
  const worths = new Map<string, number>();
  for (const word of heading) worths.set(word, headingWorth);
  for (const word of words) worths.set(word, (worths.get(word) ?? 0) + 1);
  return worths;
}

function scoreOf({ titleLength, headingLength, described, count }: Weight, length: number): number {
  const text = (2.2 * count) / (count + 1.2 * (0.3 + (0.7 * length) / usualLength));
  const heading = headingLength === 0 ? 0 : Math.max(8, 17 - 2 * headingLength);
  const body = Math.min(31, Math.round(text * 5 + heading + (described ? 4 : 0)));
  return Math.max(1, body) + (titleLength === 0 ? 0 : 32 * Math.max(1, 32 - titleLength));
}

/**
 * The static index of a site: `index` says what there is, `w…` hold words in alphabetical order with where they are and how much
 * they count, `s-…` and `e-…` all words for those who mistype them, `p-…` the pages' own words for showing results.
 */
export class IndexBuilder {
  readonly #count: number;
  readonly #places = new Map<string, number[]>();
  readonly #chunks = new Map<number, string[]>();
  readonly #spaces: SpaceRun[] = [];

  /** `count` is the number of pages that will be added, in order. */
  constructor(count: number) {
    this.#count = count;
  }

  add(number: number, page: SearchPage): void {
    for (const [word, place] of placesOf(page, number)) {
      const list = this.#places.get(word);
      if (list) list.push(place);
      else this.#places.set(word, [place]);
    }
    const chunk = Math.floor(number / pagesPerChunk);
    const entries = this.#chunks.get(chunk) ?? [];
    entries.push(chunkEntry(page));
    this.#chunks.set(chunk, entries);
    const last = this.#spaces.at(-1);
    if (last?.[1] !== page.space || last[2] !== page.language)
      this.#spaces.push([number, page.space, page.language]);
  }

  *files(): Generator<IndexFile> {
    const words: (readonly [string, string])[] = [...this.#places]
      .map(([word, places]) => [word, printPlaces(places)] as const)
      .sort((a, b) => (a[0] < b[0] ? -1 : 1));
    const firsts = ['', ...beginningsOf(words, this.#count)];
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
    for (const [chunk, entries] of [...this.#chunks].sort((a, b) => a[0] - b[0]))
      yield { name: `p-${chunk}`, json: `[${entries.join(',')}]` };
  }
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

/** What is shown of a page that is found. */
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
