import type { SiteWriter } from '../export/site-writer.ts';
import { IndexBuilder, type SearchPage } from './build-index.ts';
import { patchIndex, type SearchChange } from './patch-index.ts';

/**
 * Brings a site's search index up to date: made anew when pages came, went or moved; else only the files that a changed page's
 * words lie in. Either way the bytes are the same.
 */
export class SearchOutput {
  readonly #writer: SiteWriter;
  readonly #folder: string;
  readonly #asScript: boolean;
  readonly #builder: IndexBuilder | undefined;
  readonly #changes: SearchChange[] = [];

  /** `same` says that the pages are those of the last index, in the same order, with the same titles. */
  constructor(
    writer: SiteWriter,
    { folder, count, same, asScript }: { folder: string; count: number; same: boolean; asScript: boolean },
  ) {
    this.#writer = writer;
    this.#folder = folder;
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
      } else for (const { name, json } of this.#builder.files()) this.#writer.put(this.#fileOf(name), json);
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

  #fileOf(name: string): string {
    return `${this.#folder}${name}.json`;
  }

  #read(name: string): unknown {
    const bytes = this.#writer.readBack(this.#fileOf(name));
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as unknown) : undefined;
  }
}
