import { isAppError } from '../base/index.ts';
import type { Page, Revision, Space } from '../contract/index.ts';
import { inParallel } from './in-parallel.ts';
import { outlineOf, pageMark } from './mirror/marks.ts';
import { documentsIn } from './remote/tree.ts';
import type { ContentPlace, Remote } from './remote/port.ts';
import type { StateStore } from './state/store.ts';

export interface ReadAheadOptions {
  readonly spaces: readonly string[];
  /** A space with more pages to read than this is large and left for a call of its own; with none, all is read. */
  readonly most?: number;
  /** The service is not asked whether the spaces moved: what looks have seen does. */
  readonly onlySeen?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * What became of the spaces that were asked for: read; too large, or being read by another call; left because enough was read
 * for one cycle.
 */
export interface ReadAhead {
  readonly ready: readonly string[];
  readonly large: readonly string[];
  readonly rest: readonly string[];
}

type WholePage = Page & { readonly markdown: string };

/** A revision that a cycle is going to mirror, with those of its pages that the mirror lacks. */
interface Reading {
  readonly revision: Revision;
  readonly missing: readonly Page[];
  readonly pages: Map<string, WholePage>;
}

const parallelReads = 16;
const parallelSpaces = 4;
const mostSpaces = 200;
/** More text than this is not kept: what is beyond it is read by the cycle itself. */
const mostCharacters = 128 * 1024 * 1024;

/**
 * Reads what the next cycles will ask for while other cycles of the repository go on: revisions never change, so that a page
 * of one may be read long before the repository's turn is taken. A hint alone: a cycle that finds another revision, or
 * nothing, reads for itself.
 */
export class PagesAhead {
  /** The service, answering from what was read where that is what is asked for. */
  readonly remote: Remote;
  readonly #inner: Remote;
  readonly #state: StateStore;
  readonly #seen = new Map<string, Space>();
  readonly #readings = new Map<string, Reading>();
  /** Spaces whose pages are being read by some call. */
  readonly #busy = new Set<string>();
  /** Spaces whose cycle failed with what was read: addresses of files are good for a while only. */
  readonly #doubted = new Set<string>();
  #characters = 0;

  constructor(inner: Remote, state: StateStore) {
    this.#inner = inner;
    this.#state = state;
    const own: Partial<Remote> = {
      content: async (place) =>
        (this.#doubted.has(place.space) ? undefined : this.#readingAt(place)?.revision) ??
        inner.content(place),
      page: async (place, id) => this.#readingAt(place)?.pages.get(id) ?? inner.page(place, id),
    };
    this.remote = new Proxy(inner, {
      get: (target, name): unknown => {
        const value: unknown = own[name as keyof Remote] ?? Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  }

  /** Takes in spaces that a look has seen to have moved, so that they need not be asked for again. */
  saw(spaces: readonly Space[]): void {
    for (const space of spaces) this.#seen.set(space.id, space);
  }

  /** Lets go of what was read for these spaces, and of what the mirror has by now. */
  done(spaces: readonly string[] = []): void {
    for (const id of spaces) this.#drop(id);
    for (const [id, { revision }] of this.#readings)
      if (this.#state.spaces().get(id)?.revision === revision.id) this.#drop(id);
  }

  /** A cycle failed with what was read of a space: its lists are asked for again, and pages that they name as before are kept. */
  doubt(space: string): void {
    if (this.#readings.has(space)) this.#doubted.add(space);
  }

  async read({ spaces, most = Infinity, onlySeen = false, signal }: ReadAheadOptions): Promise<ReadAhead> {
    const ready: string[] = [];
    const large: string[] = [];
    const rest: string[] = [];
    let pages = 0;
    for (let at = 0; at < spaces.length; at += parallelSpaces) {
      const some = spaces.slice(at, at + parallelSpaces);
      const isFull = ready.length >= mostSpaces || pages >= most;
      const begin = async (id: string): Promise<number> =>
        this.#busy.has(id) ? Infinity : ((await orNothing(() => this.#begin(id, onlySeen), signal)) ?? 0);
      const sizes = isFull ? [] : await inParallel(some, parallelSpaces, begin);
      signal?.throwIfAborted();
      for (const [index, id] of some.entries()) {
        const size = sizes[index];
        if (size === undefined) rest.push(id);
        else if (size > most) large.push(id);
        else {
          ready.push(id);
          pages += size;
        }
      }
    }
    for (const id of ready) await this.#readPages(id, signal);
    return { ready, large, rest };
  }

  /** Finds out what is to be read of a space; gives the number of pages. */
  async #begin(id: string, onlySeen: boolean): Promise<number> {
    const space = this.#seen.get(id) ?? (onlySeen ? null : await this.#inner.space(id));
    if (!space || !(await this.#inner.readsRevisions(id))) return 0;
    const before = this.#readings.get(id);
    const isGood = before?.revision.id === space.revision && !this.#doubted.has(id);
    if (isGood) return before.missing.length - before.pages.size;
    if (this.#state.spaces().get(id)?.revision === space.revision) return 0;
    const revision = await this.#inner.content({ kind: 'revision', space: id, revision: space.revision });
    const table = this.#state.table(id);
    const missing: Page[] = [];
    for (const page of documentsIn(revision.pages)) {
      const mark = pageMark(page);
      if (mark === null || (await table.get('page', page.id))?.mark !== mark) missing.push(page);
    }
    this.#drop(id);
    const reading: Reading = { revision, missing, pages: new Map() };
    this.#readings.set(id, reading);
    for (const page of missing) {
      // The space moved on meanwhile: pages that did not are as good as read.
      const known = before?.pages.get(page.id);
      if (known && isSame(known, page)) this.#keep(reading, known);
    }
    return missing.length - reading.pages.size;
  }

  async #readPages(id: string, signal: AbortSignal | undefined): Promise<void> {
    const reading = this.#readings.get(id);
    if (!reading || this.#busy.has(id)) return;
    this.#busy.add(id);
    try {
      await orNothing(() => this.#readMissing(id, reading, signal), signal);
    } finally {
      this.#busy.delete(id);
    }
  }

  async #readMissing(id: string, reading: Reading, signal: AbortSignal | undefined): Promise<void> {
    const place: ContentPlace = { kind: 'revision', space: id, revision: reading.revision.id };
    const wanted = reading.missing.filter((page) => !reading.pages.has(page.id));
    await inParallel(wanted, parallelReads, async (page) => {
      signal?.throwIfAborted();
      const isWanted = this.#readings.get(id) === reading && this.#characters < mostCharacters;
      if (!isWanted) return;
      const whole = await this.#inner.page(place, page.id);
      if (this.#readings.get(id) === reading) this.#keep(reading, whole);
    });
  }

  #keep(reading: Reading, page: WholePage): void {
    reading.pages.set(page.id, page);
    this.#characters += page.markdown.length;
  }

  #drop(id: string): void {
    for (const { markdown } of this.#readings.get(id)?.pages.values() ?? [])
      this.#characters -= markdown.length;
    this.#readings.delete(id);
    this.#doubted.delete(id);
    this.#seen.delete(id);
  }

  #readingAt(place: ContentPlace): Reading | undefined {
    if (place.kind !== 'revision') return undefined;
    const reading = this.#readings.get(place.space);
    return reading?.revision.id === place.revision ? reading : undefined;
  }
}

/** What could not be read is not there ahead: the cycle meets the same trouble, and reports it. */
async function orNothing<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted || !isAppError(error)) throw error;
    return undefined;
  }
}

function isSame(one: Page, other: Page): boolean {
  const mark = pageMark(one);
  return mark !== null && mark === pageMark(other) && outlineOf(one) === outlineOf(other);
}
