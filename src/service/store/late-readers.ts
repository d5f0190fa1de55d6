import { Store } from './store.ts';

/** How many earlier states are kept within one lag: each needs a connection. */
const statesPerLag = 20;

/**
 * Readers that are behind: for some time after a write, they get the state before it, as from a service whose replicas or caches take a
 * while. An earlier state is a connection that began to read before the write, and still reads the same state.
 */
export class LateReaders {
  readonly #directory: string;
  readonly #lagMs: number;
  readonly #now: () => number;
  /** Oldest first. */
  #states: { readonly until: number; readonly store: Store }[] = [];

  constructor({ directory, lagMs, now }: { directory: string; lagMs: number; now: () => number }) {
    this.#directory = directory;
    this.#lagMs = lagMs;
    this.#now = now;
  }

  /** Keeps the present state for readers of the next moments. */
  beforeWrite(): void {
    const until = this.#now() + this.#lagMs;
    this.#forget();
    const newest = this.#states.at(-1)?.until ?? -Infinity;
    if (until - newest >= this.#lagMs / statesPerLag)
      this.#states.push({ until, store: Store.asItIs(this.#directory) });
  }

  /** The earlier state that readers get; null when they get the present state. */
  store(): Store | null {
    this.#forget();
    return this.#states[0]?.store ?? null;
  }

  close(): void {
    for (const { store } of this.#states.splice(0)) store.close();
  }

  #forget(): void {
    const now = this.#now();
    while (this.#states[0] && this.#states[0].until <= now) this.#states.shift()!.store.close();
  }
}
