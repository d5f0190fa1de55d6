import type { Caller, WebParts } from '../service/index.ts';
import { spaceReader, type SpaceReader, type SpaceSource } from '../site/index.ts';
import { scopeBase, type Scope } from './paths.ts';

/** How many spaces stay ready to be read; making one ready again takes as long as its tree. */
const kept = 8;

interface Asked {
  readonly space: { readonly id: string; readonly title: string; readonly emoji?: string };
  readonly revision: string;
  /** Where links between its pages lead. */
  readonly scope: Scope;
}

/** A reader with the content that it reads. */
export interface OpenedReader {
  readonly reader: SpaceReader;
  readonly source: SpaceSource;
}

/**
 * Where the pages of spaces lie that were read lately, by shape: whatever a revision says, and wherever links between its pages lead, its
 * pages need not be placed twice.
 */
export class Places {
  readonly #alike = new Map<string, SpaceReader>();

  /** A reader whose places those of `source` are. */
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
  readonly #places: Places;

  constructor(parts: WebParts, places: Places) {
    this.#parts = parts;
    this.#places = places;
  }

  /** The reader of a revision, for somebody who may read it. */
  of(caller: Caller, { space, revision, scope }: Asked): OpenedReader {
    // The guard is asked each time; only what comes after it is remembered.
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

/** The value at a key, made when it is missing; the least recently used value makes room for it. */
function keep<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.delete(key);
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > kept && oldest !== undefined) values.delete(oldest);
  return value;
}
