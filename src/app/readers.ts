import type { Caller, WebParts } from '../service/index.ts';
import { spaceReader, type SpaceReader } from '../site/index.ts';
import { scopeBase, type Scope } from './paths.ts';

/** How many spaces stay ready to be read; making one ready again takes as long as its tree. */
const kept = 24;

interface Asked {
  readonly space: { readonly id: string; readonly title: string; readonly emoji?: string };
  readonly revision: string;
  /** Where links between its pages lead. */
  readonly scope: Scope;
}

/** Readers of the spaces that were read lately. A revision never changes, and neither does its reader. */
export class Readers {
  readonly #parts: WebParts;
  readonly #made = new Map<string, SpaceReader>();

  constructor(parts: WebParts) {
    this.#parts = parts;
  }

  /** The reader of a revision, for somebody who may read it. */
  of(caller: Caller, { space, revision, scope }: Asked): SpaceReader {
    // The guard is asked each time; only what comes after it is remembered.
    const content = this.#parts.contentOf(caller, space, revision);
    const basePath = scopeBase(scope);
    const key = `${revision}\n${basePath}`;
    const known = this.#made.get(key);
    const reader = known ?? spaceReader(content(), { basePath });
    this.#made.delete(key);
    this.#made.set(key, reader);
    const [oldest] = this.#made.keys();
    if (this.#made.size > kept && oldest !== undefined) this.#made.delete(oldest);
    return reader;
  }
}
