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
    const bytes = this.#cache?.read(name) ?? null;
    const note = bytes === null ? null : noteIn(bytes);
    const isOfNow = note?.metadataAt === this.#state.root.metadataAt && note.scope === this.#scope();
    return isOfNow ? note.at : 0;
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

function noteIn(bytes: Uint8Array): LookNote | null {
  try {
    const { at, metadataAt, scope } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<LookNote>;
    const isNote = typeof at === 'number' && typeof metadataAt === 'number' && typeof scope === 'string';
    return isNote ? { at, metadataAt, scope } : null;
  } catch {
    return null;
  }
}
