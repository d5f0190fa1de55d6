/** How many values wait to be shown. */
const most = 1000;
const lifeMs = 10 * 60 * 1000;

/** Values that the page after a form shows once, to the person who sent the form. They are kept in memory, and never in an address. */
export class ShownOnce {
  readonly #waiting = new Map<
    string,
    { readonly value: string; readonly user: string; readonly endMs: number }
  >();

  /** Keeps a value under a name that nobody can guess. */
  keep(name: string, { value, user, nowMs }: { value: string; user: string; nowMs: number }): void {
    this.#waiting.set(name, { value, user, endMs: nowMs + lifeMs });
    const [oldest] = this.#waiting.keys();
    if (this.#waiting.size > most && oldest !== undefined) this.#waiting.delete(oldest);
  }

  /** Takes the value out; undefined when it was shown before, is too old, or belongs to somebody else. */
  take(name: string, { user, nowMs }: { user: string; nowMs: number }): string | undefined {
    const found = this.#waiting.get(name);
    if (found?.user !== user) return undefined;
    this.#waiting.delete(name);
    return found.endMs < nowMs ? undefined : found.value;
  }
}
