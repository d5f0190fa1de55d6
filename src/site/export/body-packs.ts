import { AppError } from '../../base/index.ts';
import type { ExportCache } from '../writer/cache.ts';
import { openBody, packBodies, unpackBodies, type StoredBody } from './stored-body.ts';

/** Where the cache has a body. */
export interface BodyPlace {
  pack: number;
  at: number;
}

/** How many bodies share a file of the cache. */
const bodiesPerPack = 64;
/** How many packs are in memory at once. */
const openPacks = 3;

const noRoom = new Uint8Array();

/** The bodies of an export's pages. Several bodies share a file of the cache, a pack. Without a cache, all of them stay in memory. */
export class BodyPacks {
  readonly #cache: ExportCache | undefined;
  /** The number of the pack that is being filled. */
  #next: number;
  #filling: Uint8Array[] = [];
  readonly #open = new Map<number, readonly Uint8Array[]>();
  readonly #known = new Map<number, boolean>();
  /** Packs for {@link markdownOf}, with the memory that each was read into. */
  readonly #passing = new Map<
    number,
    { readonly room: Uint8Array; readonly bodies: readonly Uint8Array[] }
  >();

  /** `next`: the first number that no pack has yet. */
  constructor(cache: ExportCache | undefined, next: number) {
    this.#cache = cache;
    this.#next = next;
  }

  get next(): number {
    return this.#next;
  }

  has(pack: number): boolean {
    let has = this.#known.get(pack);
    if (has === undefined) this.#known.set(pack, (has = this.#cache?.has(packName(pack)) ?? false));
    return has;
  }

  add(packed: Uint8Array): BodyPlace {
    if (this.#filling.length >= bodiesPerPack) this.close();
    this.#filling.push(packed);
    return { pack: this.#next, at: this.#filling.length - 1 };
  }

  bodyOf(place: BodyPlace): StoredBody {
    return openBody(this.#bytesOf(place));
  }

  /**
   * The markdown of a body, for a caller that goes through a whole site. The packs are read into the same memory again and again, so
   * that the text has to be taken at once: a {@link StoredBody} reads its texts later.
   */
  markdownOf(place: BodyPlace): string {
    const { pack, at } = place;
    if (!this.#cache || pack === this.#next) return this.bodyOf(place).markdown;
    let passing = this.#passing.get(pack);
    if (!passing) {
      const [oldest] = this.#passing.size < openPacks ? [] : this.#passing;
      if (oldest) this.#passing.delete(oldest[0]);
      const bytes = this.#cache.readBytes(packName(pack), oldest?.[1].room ?? noRoom) ?? noRoom;
      // The whole memory is kept, because the next pack may be larger than this one.
      this.#passing.set(
        pack,
        (passing = { room: new Uint8Array(bytes.buffer), bodies: unpackBodies(bytes) }),
      );
    }
    return openBody(present(passing.bodies[at])).markdown;
  }

  #bytesOf({ pack, at }: BodyPlace): Uint8Array {
    return present(pack === this.#next ? this.#filling[at] : this.#opened(pack)[at]);
  }

  #opened(pack: number): readonly Uint8Array[] {
    let bodies = this.#open.get(pack);
    if (!bodies) {
      bodies = unpackBodies(this.#cache?.readBytes(packName(pack)) ?? new Uint8Array());
      if (this.#cache && this.#open.size >= openPacks)
        this.#open.delete(this.#open.keys().next().value as number);
      this.#open.set(pack, bodies);
    }
    return bodies;
  }

  /** Stores the pack that is being filled. */
  close(): void {
    if (this.#filling.length === 0) return;
    if (this.#cache) this.#cache.write(packName(this.#next), packBodies(this.#filling));
    else this.#open.set(this.#next, this.#filling);
    this.#filling = [];
    this.#next += 1;
  }

  /** Stores the bodies of these pages, and joins packs when many single edits have left many packs of one body each. Returns the packs. */
  store(places: readonly BodyPlace[]): ReadonlySet<number> {
    this.close();
    const used = packsOf(places);
    if (used.size <= 2 * Math.ceil(places.length / bodiesPerPack) + 32) return used;
    for (const place of places) Object.assign(place, this.add(this.#bytesOf(place)));
    this.close();
    return packsOf(places);
  }

  remove(pack: number): void {
    this.#cache?.remove(packName(pack));
  }
}

function packsOf(places: readonly BodyPlace[]): Set<number> {
  return new Set(places.map(({ pack }) => pack));
}

function present(body: Uint8Array | undefined): Uint8Array {
  if (body) return body;
  throw new AppError('FILE_SYSTEM', 'the export cache lost a page while it was in use', {
    hint: 'Remove the cache folder and export again.',
  });
}

function packName(pack: number): string {
  return `bodies-${pack}.bin`;
}
