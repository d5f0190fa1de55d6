/** What one open editor saved last. */
interface Saved {
  readonly change: number;
  /** The document that its page had after that. */
  readonly document: string;
}

/** So many editors are remembered; one that is forgotten shows its own last text as somebody else's. */
const kept = 1000;

/**
 * Texts on their way from editors into change requests. What is saved in one space takes turns, so that nobody writes between another
 * one's look at a page and that one's write; and an editor whose answer was lost finds the change request that its first try made.
 */
export class Writings {
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
