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
const pagesPerChunk = 16;
/** Sections of a page that are told apart; a word beyond counts for the last one. */
const mostSections = 4000;
/** What of a section is kept to be shown. */
const excerptLength = 1500;

/** Letters by which words are spread over files: more for large sites, so that a search stays small. */
export function shardLetters(pages: number): number {
  return pages > 1000 ? 3 : 2;
}

/** The words of a page with the weight that they have in each section. */
export function weightsOf(page: SearchPage): Map<string, Map<number, number>> {
  const weights = new Map<string, Map<number, number>>();
  const add = (text: string, section: number, weight: number): void => {
    for (const word of tokensOf(text)) {
      let sections = weights.get(word);
      if (!sections) weights.set(word, (sections = new Map()));
      sections.set(section, (sections.get(section) ?? 0) + weight);
    }
  };
  add(page.title, 0, 120);
  add(page.description, 0, 30);
  for (const [at, section] of page.sections.entries()) {
    const number = Math.min(at, mostSections);
    if (section.id !== '') add(section.title, number, 60);
    add(section.text, number, 10);
  }
  return weights;
}

/**
 * The static index of a site: `index` says what there is, `w-…` hold words (by their first letters) with where they are and how
 * much they count, `p-…` hold the pages' own words for showing results.
 */
export function buildSearchIndex(pages: readonly SearchPage[]): IndexFile[] {
  const letters = shardLetters(pages.length);
  const postings = new Map<string, number[]>();
  for (const [number, page] of pages.entries()) {
    for (const [word, sections] of weightsOf(page)) {
      let list = postings.get(word);
      if (!list) postings.set(word, (list = []));
      for (const [section, weight] of sections) list.push(number, section, scoreOf(weight));
    }
  }
  const shards = new Map<string, string[]>();
  for (const word of postings.keys()) {
    const name = shardOf(word, letters);
    const words = shards.get(name);
    if (words) words.push(word);
    else shards.set(name, [word]);
  }
  const names = [...shards.keys()].sort();
  const files: IndexFile[] = [{ name: 'index', json: JSON.stringify({ pages: pages.length, letters, shards: names }) }];
  for (const name of names) {
    const words = (shards.get(name) ?? []).sort();
    files.push({
      name: `w-${name}`,
      json: `{${words.map((word) => `${JSON.stringify(word)}:[${(postings.get(word) ?? []).join(',')}]`).join(',')}}`,
    });
  }
  for (let from = 0; from < pages.length; from += pagesPerChunk)
    files.push({ name: `p-${from / pagesPerChunk}`, json: JSON.stringify(pages.slice(from, from + pagesPerChunk).map(chunkEntry)) });
  return files;
}

function chunkEntry(page: SearchPage): unknown {
  return {
    t: page.title,
    u: page.url,
    b: page.trail,
    d: page.description,
    l: page.language,
    s: page.sections.map((section) => ({ i: section.id, t: section.title, x: section.text.slice(0, excerptLength) })),
  };
}

/** Repetition counts less and less. */
function scoreOf(weight: number): number {
  return Math.round(10 * Math.log2(1 + weight / 5));
}
