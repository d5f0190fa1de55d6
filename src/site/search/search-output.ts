import type { SiteWriter } from '../export/site-writer.ts';
import {
  chunkEntry,
  IndexBuilder,
  indexJson,
  pagesPerChunk,
  placesOf,
  shardJson,
  shardLetters,
  type SearchPage,
} from './build-index.ts';
import { shardOf } from './tokens.ts';

/**
 * Brings a site's search index up to date: made anew when pages came, went or moved; else only the files that a changed page's
 * words lie in. Either way the bytes are the same.
 */
export class SearchOutput {
  readonly #writer: SiteWriter;
  readonly #folder: string;
  readonly #count: number;
  readonly #asScript: boolean;
  readonly #builder: IndexBuilder | undefined;
  readonly #changes: { readonly number: number; readonly old: SearchPage; readonly now: SearchPage }[] = [];

  /** `same` says that the pages are those of the last index, in the same order, with the same titles. */
  constructor(
    writer: SiteWriter,
    { folder, count, same, asScript }: { folder: string; count: number; same: boolean; asScript: boolean },
  ) {
    this.#writer = writer;
    this.#folder = folder;
    this.#count = count;
    this.#asScript = asScript;
    this.#builder = same && !asScript && writer.keepFolder(folder) ? undefined : new IndexBuilder(count);
  }

  /** Whether every page has to be added; else only changes are wanted. */
  get wantsAll(): boolean {
    return this.#builder !== undefined;
  }

  add(number: number, page: SearchPage): void {
    this.#builder?.add(number, page);
  }

  change(number: number, old: SearchPage, now: SearchPage): void {
    this.#changes.push({ number, old, now });
  }

  finish(): void {
    if (this.#builder) {
      if (this.#asScript) {
        const members = [...this.#builder.files()].map(({ name, json }) => `${JSON.stringify(name)}:${json}`);
        this.#writer.put(
          `${this.#folder}index.js`,
          `globalThis.tidemarkSearchIndex={${members.join(',\n')}};\n`.replace(/[\u2028\u2029]/g, ' '),
        );
      } else
        for (const { name, json } of this.#builder.files())
          this.#writer.put(`${this.#folder}${name}.json`, json);
    } else if (this.#changes.length > 0) this.#patch();
  }

  #patch(): void {
    const letters = shardLetters(this.#count);
    const index = this.#read('index') as { shards: string[] };
    const names = new Set(index.shards);
    const shards = new Map<string, Map<string, number[]>>();
    const shardFor = (word: string): Map<string, number[]> => {
      const name = shardOf(word, letters);
      let shard = shards.get(name);
      if (!shard) {
        shard = new Map(
          Object.entries(names.has(name) ? (this.#read(`w-${name}`) as Record<string, number[]>) : {}),
        );
        shards.set(name, shard);
      }
      return shard;
    };
    const chunks = new Map<number, string[]>();
    for (const { number, old, now } of this.#changes) {
      const before = placesOf(old);
      const after = placesOf(now);
      for (const word of new Set([...before.keys(), ...after.keys()])) {
        const places = after.get(word) ?? [];
        if (String(before.get(word) ?? []) === String(places)) continue;
        const shard = shardFor(word);
        const list = withPlaces(shard.get(word) ?? [], number, places);
        if (list.length === 0) shard.delete(word);
        else shard.set(word, list);
      }
      const chunk = Math.floor(number / pagesPerChunk);
      const entries =
        chunks.get(chunk) ?? (this.#read(`p-${chunk}`) as unknown[]).map((entry) => JSON.stringify(entry));
      entries[number % pagesPerChunk] = chunkEntry(now);
      chunks.set(chunk, entries);
    }
    for (const [name, words] of shards) {
      if (words.size === 0) {
        names.delete(name);
        this.#writer.drop(`${this.#folder}w-${name}.json`);
      } else {
        names.add(name);
        this.#writer.replace(`${this.#folder}w-${name}.json`, shardJson([...words]));
      }
    }
    for (const [chunk, entries] of chunks)
      this.#writer.replace(`${this.#folder}p-${chunk}.json`, `[${entries.join(',')}]`);
    this.#writer.replace(`${this.#folder}index.json`, indexJson(this.#count, [...names].sort()));
  }

  #read(name: string): unknown {
    const bytes = this.#writer.readBack(`${this.#folder}${name}.json`);
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : {};
  }
}

/** A word's list with one page's places changed; pages stay in order. */
function withPlaces(list: readonly number[], page: number, places: readonly number[]): number[] {
  const out: number[] = [];
  let placed = false;
  const place = (): void => {
    placed = true;
    for (let at = 0; at < places.length; at += 2) out.push(page, places[at] ?? 0, places[at + 1] ?? 0);
  };
  for (let at = 0; at < list.length; at += 3) {
    const other = list[at] ?? 0;
    if (!placed && other >= page) place();
    if (other !== page) out.push(other, list[at + 1] ?? 0, list[at + 2] ?? 0);
  }
  if (!placed) place();
  return out;
}
