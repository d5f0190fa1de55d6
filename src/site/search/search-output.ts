import type { SiteWriter } from '../writer/site-writer.ts';
import { IndexBuilder, textFiles, type IndexFile, type SearchEntry, type SearchPage } from './build-index.ts';
import { patchIndex, type SearchChange } from './patch-index.ts';

/**
 * Brings a site's search index up to date: anew when pages came, went or moved, else only in the files with words of
 * changed pages. Either way the bytes are the same.
 */
export class SearchOutput {
  readonly #writer: SiteWriter;
  readonly #folder: string;
  readonly #asScript: boolean;
  readonly #builder: IndexBuilder | undefined;
  /** Files that will be joined into one script. */
  readonly #held = new Map<number, IndexFile>();
  readonly #changes: SearchChange[] = [];

  /** `same`: the pages are those of the last index, in the same order, with the same titles. */
  constructor(
    writer: SiteWriter,
    {
      folder,
      pages,
      same,
      asScript,
    }: {
      folder: string;
      pages: readonly Pick<SearchPage, 'space' | 'language'>[];
      same: boolean;
      asScript: boolean;
    },
  ) {
    this.#writer = writer;
    this.#folder = folder;
    this.#asScript = asScript;
    if (same && !asScript && writer.keepFolder(folder)) return;
    this.#builder = new IndexBuilder(pages);
    if (!asScript) this.#announce(textFiles(pages.length));
  }

  /** Whether every page must be added; otherwise only the changed pages. */
  get wantsAll(): boolean {
    return this.#builder !== undefined;
  }

  /** Adds a page, in any order. A file of texts is written as soon as it is complete. */
  add(number: number, entry: SearchEntry): void {
    const file = this.#builder?.add(number, entry);
    if (!file) return;
    if (this.#asScript) this.#held.set(number, file);
    else this.#writer.put(this.#fileOf(file.name), file.json);
  }

  change(number: number, old: SearchPage, now: SearchPage): void {
    this.#changes.push({ number, old, now });
  }

  finish(): void {
    if (this.#builder) {
      const files = [...this.#builder.files()];
      if (this.#asScript) this.#putScript(files);
      else {
        this.#announce(files.map(({ name }) => name));
        for (const { name, json } of files) this.#writer.put(this.#fileOf(name), json);
      }
    } else if (this.#changes.length > 0)
      patchIndex(
        {
          read: (name) => this.#read(name),
          write: (name, json) => this.#writer.replace(this.#fileOf(name), json),
          drop: (name) => this.#writer.drop(this.#fileOf(name)),
        },
        this.#changes,
      );
  }

  /** Announces all files at once, because announcing a single file costs as much as writing it. */
  #announce(names: readonly string[]): void {
    const files = names.map((name) => this.#fileOf(name));
    this.#writer.requireFree(files);
    this.#writer.announce(files);
  }

  /** Writes all files as one script, for a site that is opened without a host. */
  #putScript(files: readonly IndexFile[]): void {
    const texts = [...this.#held].sort(([a], [b]) => a - b).map(([, file]) => file);
    const members = [...files, ...texts].map(({ name, json }) => `${JSON.stringify(name)}:${json}`);
    this.#writer.put(
      `${this.#folder}index.js`,
      `globalThis.tidemarkSearchIndex={${members.join(',\n')}};\n`.replace(/[\u2028\u2029]/g, ' '),
    );
  }

  #fileOf(name: string): string {
    return `${this.#folder}${name}.json`;
  }

  #read(name: string): unknown {
    const bytes = this.#writer.readBack(this.#fileOf(name));
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : undefined;
  }
}
