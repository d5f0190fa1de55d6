import { isAppError } from '../base/index.ts';
import type { Page, Revision, Space } from '../contract/index.ts';
import { inParallel } from './in-parallel.ts';
import { outlineOf, pageMark } from './mirror/marks.ts';
import { withOverlay } from './remote/overlay.ts';
import { documentsIn } from './remote/tree.ts';
import type { ContentPlace, Remote } from './remote/port.ts';
import type { StateStore } from './state/store.ts';

export interface ReadAheadOptions {
  readonly spaces: readonly string[];
  /** A space with more pages to read than this counts as large and is left for a separate call; absent: all spaces are read. */
  readonly most?: number;
  /** Uses the spaces that looks have seen, and does not ask the service whether they moved. */
  readonly onlySeen?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * What became of the spaces that were asked for. `ready`: read; `large`: too large, or being read by another call; `rest`: left,
 * because enough was read for one cycle.
 */
export interface ReadAhead {
  readonly ready: readonly string[];
  readonly large: readonly string[];
  readonly rest: readonly string[];
}

type WholePage = Page & { readonly markdown: string };

/** A revision that a cycle is going to mirror, and those of its pages that the mirror lacks. */
interface Reading {
  readonly revision: Revision;
  readonly missing: readonly Page[];
  readonly pages: Map<string, WholePage>;
}

const parallelReads = 16;
const parallelSpaces = 4;
const mostSpaces = 200;
/** The largest amount of text that is kept ahead; the cycle itself reads the rest. */
const mostCharacters = 128 * 1024 * 1024;

/**
 * Reads what the next cycles will need while other cycles use the repository: revisions never change, so that their pages may be
 * read long before it is this space's turn. What was read is only a help: a cycle that finds another revision, or nothing, reads
 * for itself.
 */
export class PagesAhead {
  /** The service, which answers with what was read ahead where it can. */
  readonly remote: Remote;
  readonly #inner: Remote;
  readonly #state: StateStore;
  readonly #seen = new Map<string, Space>();
  readonly #readings = new Map<string, Reading>();
  /** Spaces whose pages are being read by some call. */
  readonly #busy = new Set<string>();
  /** Spaces whose cycle failed with what was read: addresses of files are valid only for a while. */
  readonly #doubted = new Set<string>();
  #characters = 0;

  constructor(inner: Remote, state: StateStore) {
    this.#inner = inner;
    this.#state = state;
    this.remote = withOverlay(inner, {
      content: async (place) =>
        (this.#doubted.has(place.space) ? undefined : this.#readingAt(place)?.revision) ??
        inner.content(place),
      page: async (place, id) => this.#readingAt(place)?.pages.get(id) ?? inner.page(place, id),
    });
  }

  /** Notes spaces that a look has seen to have changed, so that the service is not asked for them again. */
  saw(spaces: readonly Space[]): void {
    for (const space of spaces) this.#seen.set(space.id, space);
  }

  /** Drops what was read for these spaces, and what the mirror has by now. */
  done(spaces: readonly string[] = []): void {
    for (const id of spaces) this.#drop(id);
    for (const [id, { revision }] of this.#readings)
      if (this.#state.spaces().get(id)?.revision === revision.id) this.#drop(id);
  }

  /** Notes that a cycle failed with what was read of a space: its lists are requested again, and pages that they name as before are kept. */
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

  /** Finds out what has to be read of a space; returns the number of pages. */
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
      // The space changed meanwhile: a page that did not change need not be read again.
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

/** Ignores failures of reading ahead: the cycle meets the same failure and reports it. */
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
