import { posix } from 'node:path';
import { messageOf } from '../../base/index.ts';
import { decodePercent, folderOf, slugOfTitle } from '../../content/index.ts';
import type { SiteWarning, SpecSource } from '../source.ts';
import { readOpenApi, type OpenApiDocument } from './document.ts';

/** What a block says about its document, besides the name. */
export interface SpecHints {
  /** The written location: an address, or a path relative to the text. */
  readonly address?: string | undefined;
  /** The file with the block, as a path in the checkout. */
  readonly file?: string | undefined;
  /** The path of an operation that the document must have. */
  readonly path?: string | undefined;
  readonly method?: string | undefined;
}

interface Kept {
  readonly source: SpecSource;
  /** Read on first use; null for a document that cannot be read. */
  document?: OpenApiDocument | null;
}

/**
 * A site's OpenAPI documents. Documents that the service names are read at once. Files of the checkout are found by the path or
 * address that a block names, by their own name, or as the only file with the operation, and are read when found.
 */
export class SiteSpecs {
  readonly warnings: SiteWarning[] = [];
  readonly #named = new Map<string, OpenApiDocument>();
  readonly #byAddress = new Map<string, Kept>();
  readonly #files = new Map<string, Kept>();

  constructor(specs: readonly SpecSource[]) {
    for (const source of specs) {
      const kept: Kept = { source };
      if (source.address !== undefined) this.#byAddress.set(source.address, kept);
      if (source.file !== undefined) this.#files.set(source.file, kept);
      if (source.file !== undefined || source.address !== undefined) continue;
      const document = this.#read(kept);
      if (document && !this.#named.has(source.slug)) this.#named.set(source.slug, document);
    }
  }

  /** Finds a document by its name only. */
  get(slug: string): OpenApiDocument | undefined {
    return this.find(slug, {});
  }

  find(slug: string, { address, file, path, method }: SpecHints): OpenApiDocument | undefined {
    const known = this.#named.get(slug);
    if (known) return known;
    const kept =
      (address === undefined ? undefined : this.#at(address, file)) ??
      only([...this.#files.values()].filter((each) => each.source.slug === slugOfTitle(slug)));
    if (kept) return this.#read(kept) ?? undefined;
    if (path === undefined) return undefined;
    const having = [...this.#files.values()]
      .map((each) => this.#read(each))
      .filter((document) =>
        document?.operations.some((each) => each.path === path && each.method === method?.toLowerCase()),
      );
    return only(having) ?? undefined;
  }

  /** The address that a document must be, or was, fetched from, because the site itself does not have the document. */
  addressElsewhere(slug: string, hints: SpecHints): string | undefined {
    const { address } = hints;
    if (address === undefined || !/^https?:\/\//i.test(address) || this.#named.has(slug)) return undefined;
    return this.#byAddress.has(address) || this.find(slug, hints) === undefined ? address : undefined;
  }

  #at(address: string, file: string | undefined): Kept | undefined {
    const known = this.#byAddress.get(address);
    if (known) return known;
    if (!/^https?:\/\//i.test(address)) {
      return this.#files.get(pathInCheckout(address, file ?? ''));
    }
    // Raw addresses of code hosts end with the path in the repository, and this checkout may be only a part of the repository.
    let parts: string[] = [];
    try {
      parts = new URL(address).pathname.split('/').filter(Boolean).map(decodePercent);
    } catch {
      return undefined;
    }
    const files = [...this.#files];
    let best: { kept: Kept; length: number }[] = [];
    for (const [path, kept] of files) {
      const length = sharedEnd(parts, path.split('/'));
      if (length === 0 || length < (best[0]?.length ?? 0)) continue;
      best = length > (best[0]?.length ?? 0) ? [{ kept, length }] : [...best, { kept, length }];
    }
    return only(best)?.kept;
  }

  #read(kept: Kept): OpenApiDocument | null {
    if (kept.document !== undefined) return kept.document;
    const { slug, text } = kept.source;
    try {
      kept.document = readOpenApi(slug, text);
    } catch (error) {
      kept.document = null;
      this.warnings.push({ file: kept.source.file ?? slug, message: messageOf(error) });
    }
    return kept.document;
  }
}

/** The path that an address relative to a file names. A path that begins with `../` leads out of the exported folder. */
export function pathInCheckout(address: string, file: string): string {
  return posix.normalize(posix.join(folderOf(file), decodePercent(address.replace(/[?#].*$/, ''))));
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}

/** How many parts at their ends two paths share; zero unless the file names are equal. */
function sharedEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one.at(-1 - count) === other.at(-1 - count))
    count += 1;
  return count;
}
