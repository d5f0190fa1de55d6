import type { Caller, WebParts } from '../service/index.ts';
import { spaceReader, type SpaceReader, type SpaceSource } from '../site/index.ts';
import { scopeBase, type Scope } from './paths.ts';

/** How many spaces stay ready for reading; to make a space ready again takes as long as to read its tree. */
const kept = 8;

interface Asked {
  readonly space: { readonly id: string; readonly title: string; readonly emoji?: string };
  readonly revision: string;
  /** Where the links between its pages lead. */
  readonly scope: Scope;
}

/** A reader with the content that it reads. */
export interface OpenedReader {
  readonly reader: SpaceReader;
  readonly source: SpaceSource;
}

/**
 * The paths of the pages of recently read spaces, by the shape of the space. Revisions of the same shape share these paths, whatever their
 * texts say and wherever links between their pages lead.
 */
export class PagePlaces {
  readonly #alike = new Map<string, SpaceReader>();

  /** A reader that has the same paths of pages as `source`. */
  of(source: SpaceSource, basePath: string): SpaceReader {
    const make = (): SpaceReader => spaceReader(source, { basePath });
    if (source.shape === undefined) return make();
    return keep(this.#alike, `${source.id}\n${source.title}\n${source.shape}`, make);
  }
}

/** Readers of the spaces that were read lately. A revision never changes, and neither does its reader. */
export class Readers {
  readonly #parts: WebParts;
  readonly #made = new Map<string, OpenedReader>();
  readonly #sources = new Map<string, SpaceSource>();
  readonly #places: PagePlaces;

  constructor(parts: WebParts, places: PagePlaces) {
    this.#parts = parts;
    this.#places = places;
  }

  /** The reader of a revision, for somebody who may read it. */
  of(caller: Caller, { space, revision, scope }: Asked): OpenedReader {
    // The guard checks each time; only what comes after the check is remembered.
    const content = this.#parts.contentOf(caller, space, revision);
    const basePath = scopeBase(scope);
    const known = `${revision}\n${space.title}`;
    return keep(this.#made, `${known}\n${basePath}`, () => {
      const source = keep(this.#sources, known, content);
      const like = this.#places.of(source, basePath);
      return { source, reader: spaceReader(source, { basePath, like }) };
    });
  }
}

/** The value at a key. A missing value is made, and the least recently used value makes room for it. */
function keep<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > kept && oldest !== undefined) values.delete(oldest);
  return value;
}
