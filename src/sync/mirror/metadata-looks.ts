import type { Cache } from '../../files/port.ts';
import type { SyncConfig } from '../config.ts';
import type { StateStore } from '../state/store.ts';

/** The key of the note in the cache. */
const name = 'metadata look';

interface LookNote {
  /** When the metadata was read, in milliseconds since 1970. */
  readonly at: number;
  /** The state's own time of the newest metadata. If the state has another time now, the note does not count. */
  readonly metadataAt: number;
  /** Which spaces the metadata belongs to, and whether comments were read. */
  readonly scope: string;
}

/**
 * Notes when an organization's metadata was last read and had not changed. The clone's cache keeps the note for later processes: in the
 * state, each note would need a commit although nothing is new.
 */
export class MetadataLooks {
  readonly #cache: Cache | undefined;
  readonly #state: Pick<StateStore, 'root' | 'spaces'>;

  readonly #comments: boolean;

  /** @param mirror Says whether comments are read, too. */
  constructor(
    cache: Cache | undefined,
    state: Pick<StateStore, 'root' | 'spaces'>,
    mirror: Pick<SyncConfig['mirror'], 'comments'>,
  ) {
    this.#cache = cache;
    this.#state = state;
    this.#comments = mirror.comments;
  }

  /** When the metadata was last read, in milliseconds since 1970; 0: no note counts. */
  last(): number {
    const { at, metadataAt, scope } = noteIn(this.#cache?.read(name) ?? null);
    const isOfNow = metadataAt === this.#state.root.metadataAt && scope === this.#scope();
    return isOfNow && typeof at === 'number' ? at : 0;
  }

  note(at: number): void {
    const { metadataAt } = this.#state.root;
    const note: LookNote = { at, metadataAt, scope: this.#scope() };
    this.#cache?.write(name, new TextEncoder().encode(JSON.stringify(note)));
  }

  #scope(): string {
    return JSON.stringify([this.#comments, [...this.#state.spaces().keys()].sort()]);
  }
}

function noteIn(bytes: Uint8Array | null): Partial<LookNote> {
  if (bytes === null) return {};
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Partial<LookNote>;
  } catch {
    return {};
  }
}
