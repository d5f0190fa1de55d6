/** What one open editor saved last. */
interface Saved {
  readonly change: number;
  /** The page's document after that save. */
  readonly document: string;
}

/** How many editors the server remembers. When it has forgotten an editor, it takes that editor's own last text for somebody else's. */
const kept = 1000;

/**
 * Texts on their way from editors into change requests. Saves in one space take turns, so that nobody writes between another editor's look
 * at a page and its write. An editor whose answer was lost finds the change request that its first try made.
 */
export class DraftWrites {
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #saved = new Map<string, Saved>();

  /** Does `work` after everything else that was begun for this space. */
  async inTurn<Result>(space: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(space) ?? Promise.resolve();
    const done = before.then(work);
    const settled = done.catch(() => undefined);
    this.#turns.set(space, settled);
    try {
      return await done;
    } finally {
      if (this.#turns.get(space) === settled) this.#turns.delete(space);
    }
  }

  /** What the editor of this name saved last. */
  of(writing: string): Saved | undefined {
    return this.#saved.get(writing);
  }

  note(writing: string, saved: Saved): void {
    if (writing === '') return;
    this.#saved.delete(writing);
    this.#saved.set(writing, saved);
    const [oldest] = this.#saved.keys();
    if (this.#saved.size > kept && oldest !== undefined) this.#saved.delete(oldest);
  }
}
