import {
  chunkEntry,
  chunkName,
  indexJson,
  pagesPerChunk,
  partJson,
  placesOf,
  type SearchPage,
  type SpaceRun,
} from './build-index.ts';
import { prefixesOf, partName, partOf } from './parts.ts';
import { parsePlaces, printPlaces, withPlace } from './places.ts';
import { parseSpelling, printSpelling, spellingEntry, spellingFiles } from './spelling.ts';

/** A page that changed, with its number in the index. */
export interface SearchChange {
  readonly number: number;
  readonly old: SearchPage;
  readonly now: SearchPage;
}

/** The files of an existing index. */
export interface IndexFiles {
  /** The parsed content of a file; undefined for a missing file. */
  readonly read: (name: string) => unknown;
  readonly write: (name: string, json: string) => void;
  readonly drop: (name: string) => void;
}

interface Index {
  readonly pages: number;
  readonly spaces: readonly SpaceRun[];
  readonly firsts: string;
}

/** Changes only the files of an index that have the changed pages' words. The bytes are the same as in an index made anew. */
export function patchIndex(files: IndexFiles, changes: readonly SearchChange[]): void {
  const index = files.read('index') as Index;
  const firsts = index.firsts.split(' ');
  const words = new WordPatch(files, { firsts, pages: index.pages });
  for (const { number, old, now } of changes) {
    const before = placesOf(old, number);
    const after = placesOf(now, number);
    for (const word of new Set([...before.keys(), ...after.keys()]))
      if (before.get(word) !== after.get(word)) words.place(word, number, after.get(word));
  }
  const after = words.finish();
  patchSpelling(files, words.changed, index.pages);
  patchChunks(files, changes);
  if (String(after) !== String(firsts)) files.write('index', indexJson(index.pages, after, index.spaces));
}

/** The lists of words while they change. */
class WordPatch {
  /** The old and the new places of each changed word. */
  readonly changed = new Map<string, { readonly old: readonly number[]; now: readonly number[] }>();
  readonly #files: IndexFiles;
  readonly #firsts: readonly string[];
  readonly #pages: number;
  /** The words of all files that were read. */
  readonly #words = new Map<string, string>();
  readonly #read = new Set<string>();

  constructor(files: IndexFiles, { firsts, pages }: { firsts: readonly string[]; pages: number }) {
    this.#files = files;
    this.#firsts = firsts;
    this.#pages = pages;
  }

  place(word: string, page: number, place: number | undefined): void {
    this.#readPart(partOf(word, this.#firsts));
    let change = this.changed.get(word);
    if (!change) {
      const old = parsePlaces(this.#words.get(word) ?? '');
      this.changed.set(word, (change = { old, now: old }));
    }
    change.now = withPlace(change.now, page, place);
  }

  /** Writes the files, and returns the groups that now begin a file. */
  finish(): string[] {
    for (const [word, { now }] of this.changed)
      if (now.length === 0) this.#words.delete(word);
      else this.#words.set(word, printPlaces(now));
    // We read only whole files, so the other files begin as before.
    const unread = this.#firsts.filter((first) => first === '' || !this.#read.has(first));
    const after = [...new Set([...unread, ...prefixesOf(this.#words, this.#pages)])].sort();
    const kept = new Set(after);
    for (const gone of this.#firsts.filter((first) => !kept.has(first))) {
      // The remaining words of the dropped file go to the file before.
      this.#readPart(partOf(gone, after));
      this.#files.drop(partName(gone));
    }
    const parts = new Map<string, [string, string][]>();
    for (const first of this.#read) if (kept.has(first)) parts.set(first, []);
    for (const entry of [...this.#words].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
      const first = partOf(entry[0], after);
      const part = parts.get(first);
      if (part) part.push(entry);
      else parts.set(first, [entry]);
    }
    for (const [first, entries] of parts) this.#files.write(partName(first), partJson(entries));
    return after;
  }

  #readPart(first: string): void {
    if (this.#read.has(first)) return;
    this.#read.add(first);
    const part = (this.#files.read(partName(first)) ?? {}) as Record<string, string>;
    for (const [word, places] of Object.entries(part)) this.#words.set(word, places);
  }
}

function patchSpelling(files: IndexFiles, changed: WordPatch['changed'], pages: number): void {
  const lists = new Map<string, Set<string>>();
  for (const [word, { old, now }] of changed) {
    const before = spellingEntry(word, old, pages);
    const after = spellingEntry(word, now, pages);
    if (before === after) continue;
    for (const name of spellingFiles(word, pages)) {
      let list = lists.get(name);
      if (!list) {
        const text = files.read(name);
        lists.set(name, (list = new Set(typeof text === 'string' ? parseSpelling(text) : [])));
      }
      if (before !== undefined) list.delete(before);
      if (after !== undefined) list.add(after);
    }
  }
  for (const [name, list] of lists)
    if (list.size === 0) files.drop(name);
    else files.write(name, printSpelling([...list]));
}

function patchChunks(files: IndexFiles, changes: readonly SearchChange[]): void {
  const chunks = new Map<number, string[]>();
  for (const { number, now } of changes) {
    const chunk = Math.floor(number / pagesPerChunk);
    const entries =
      chunks.get(chunk) ?? (files.read(chunkName(chunk)) as unknown[]).map((entry) => JSON.stringify(entry));
    entries[number % pagesPerChunk] = chunkEntry(now);
    chunks.set(chunk, entries);
  }
  for (const [chunk, entries] of chunks) files.write(chunkName(chunk), `[${entries.join(',')}]`);
}
