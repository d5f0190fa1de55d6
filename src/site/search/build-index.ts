import type { SearchSection } from '../body/context.ts';
import { shardOf, tokensOf } from './tokens.ts';

/** A page as search knows it. */
export interface SearchPage {
  readonly title: string;
  /** Its address. */
  readonly url: string;
  /** Where it is, in words: `Payments › Concepts`. */
  readonly trail: string;
  readonly description: string;
  readonly language: string;
  readonly sections: readonly SearchSection[];
}

/** A file of the index, by its name without `.json`. */
export interface IndexFile {
  readonly name: string;
  readonly json: string;
}

/** Pages that share one file of texts. */
export const pagesPerChunk = 16;
/** Sections of a page that are told apart; a word beyond counts for the last one. */
const mostSections = 4000;
/** What of a section is kept to be shown. */
const excerptLength = 1500;

/** Letters by which words are spread over files: more for large sites, so that a search stays small. */
export function shardLetters(pages: number): number {
  return pages <= 1000 ? 1 : pages <= 20_000 ? 2 : 3;
}

/** What a word counts by where it stands: one in a title more than many in a text, whose repetition counts less and less. */
const weight = { title: 1200, heading: 300, description: 60, text: 10 };

/** Changes when the same pages would give another index. */
export const indexVersion = '2';

/** The words of a page with the weight that they have in each section. */
export function weightsOf(page: SearchPage): Map<string, Map<number, number>> {
  const weights = new Map<string, Map<number, number>>();
  const add = (text: string, section: number, worth: number): void => {
    for (const word of tokensOf(text)) {
      let sections = weights.get(word);
      if (!sections) weights.set(word, (sections = new Map<number, number>()));
      sections.set(section, (sections.get(section) ?? 0) + worth);
    }
  };
  add(page.title, 0, weight.title);
  add(page.description, 0, weight.description);
  for (const [at, section] of page.sections.entries()) {
    const number = Math.min(at, mostSections);
    if (section.id !== '') add(section.title, number, weight.heading);
    add(section.text, number, weight.text);
  }
  return weights;
}

/** The places of a page's words as they stand in the index: section and score, in turn. */
export function placesOf(page: SearchPage): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [word, sections] of weightsOf(page)) {
    const list: number[] = [];
    for (const [section, weight] of sections) list.push(section, scoreOf(weight));
    places.set(word, list);
  }
  return places;
}

/**
 * The static index of a site: `index` says what there is, `w-…` hold words (by their first letters) with where they are and how
 * much they count, `p-…` hold the pages' own words for showing results.
 */
export class IndexBuilder {
  readonly #letters: number;
  readonly #count: number;
  readonly #postings = new Map<string, number[]>();
  readonly #chunks = new Map<number, string[]>();

  /** `count` is the number of pages that will be added, in order. */
  constructor(count: number) {
    this.#count = count;
    this.#letters = shardLetters(count);
  }

  add(number: number, page: SearchPage): void {
    for (const [word, places] of placesOf(page)) {
      let list = this.#postings.get(word);
      if (!list) this.#postings.set(word, (list = []));
      for (let at = 0; at < places.length; at += 2) list.push(number, places[at] ?? 0, places[at + 1] ?? 0);
    }
    const chunk = Math.floor(number / pagesPerChunk);
    const entries = this.#chunks.get(chunk) ?? [];
    entries.push(chunkEntry(page));
    this.#chunks.set(chunk, entries);
  }

  *files(): Generator<IndexFile> {
    const shards = new Map<string, string[]>();
    for (const word of this.#postings.keys()) {
      const name = shardOf(word, this.#letters);
      const words = shards.get(name);
      if (words) words.push(word);
      else shards.set(name, [word]);
    }
    const names = [...shards.keys()].sort();
    yield { name: 'index', json: indexJson(this.#count, names) };
    for (const name of names)
      yield {
        name: `w-${name}`,
        json: shardJson((shards.get(name) ?? []).map((word) => [word, this.#postings.get(word) ?? []])),
      };
    for (const [chunk, entries] of [...this.#chunks].sort((a, b) => a[0] - b[0]))
      yield { name: `p-${chunk}`, json: `[${entries.join(',')}]` };
  }
}

/** The list of an index. */
export function indexJson(pages: number, shards: readonly string[]): string {
  return JSON.stringify({ pages, letters: shardLetters(pages), shards });
}

/** The words of a shard, in order. */
export function shardJson(words: readonly (readonly [string, readonly number[]])[]): string {
  const sorted = [...words].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  return `{${sorted.map(([word, list]) => `${JSON.stringify(word)}:[${list.join(',')}]`).join(',')}}`;
}

/** What is shown of a page that is found. */
export function chunkEntry(page: SearchPage): string {
  return JSON.stringify({
    t: page.title,
    u: page.url,
    b: page.trail,
    d: page.description,
    l: page.language,
    s: page.sections.map((section) => ({
      i: section.id,
      t: section.title,
      x: section.text.slice(0, excerptLength),
    })),
  });
}

/** Repetition counts less and less. */
function scoreOf(weight: number): number {
  return Math.round(10 * Math.log2(1 + weight / 5));
}
