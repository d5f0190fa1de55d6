import type { Cache } from '../../files/port.ts';
import type { SyncConfig } from '../config.ts';
import type { StateStore } from '../state/store.ts';

/** The name of the note in the cache. */
const name = 'metadata look';

interface LookNote {
  /** When somebody looked, in milliseconds since 1970. */
  readonly at: number;
  /** What the state said then about the newest metadata: with another state, the note says nothing. */
  readonly metadataAt: number;
  /** What was looked at. */
  readonly scope: string;
}

/**
 * Looks at what an organization has besides its spaces' content that found nothing new. The cache keeps the last one for the next process:
 * a commit of the state for each would be a write without anything new.
 */
export class MetadataLooks {
  readonly #cache: Cache | undefined;
  readonly #state: Pick<StateStore, 'root' | 'spaces'>;

  readonly #comments: boolean;

  /** @param mirror Whether the comments are looked at, too. */
  constructor(
    cache: Cache | undefined,
    state: Pick<StateStore, 'root' | 'spaces'>,
    mirror: Pick<SyncConfig['mirror'], 'comments'>,
  ) {
    this.#cache = cache;
    this.#state = state;
    this.#comments = mirror.comments;
  }

  /** When the last look was, in milliseconds; 0: nobody knows. */
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
