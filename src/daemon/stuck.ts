/** How many looks at most leave out a failing space before it is tried again. */
const mostLeftOut = 7;

/**
 * Spaces that fail for a reason that does not pass by itself. Each look finds them changed, because their new content never gets
 * into the mirror: they are tried again after 1, 2, 4 and then 8 looks, and at once when they change further.
 */
export class FailingSpaces {
  readonly #known = new Map<string, { token: string | undefined; pause: number; leftOut: number }>();

  /** Whether a space that a look found changed should get a cycle; `token` tells the versions of the space apart. */
  isDue(id: string, token: string | undefined): boolean {
    const known = this.#known.get(id);
    if (known === undefined || known.token !== token) {
      this.#known.set(id, { token, pause: 0, leftOut: 0 });
      return true;
    }
    if (known.leftOut < known.pause) {
      known.leftOut++;
      return false;
    }
    known.pause = Math.min(2 * known.pause + 1, mostLeftOut);
    known.leftOut = 0;
    return true;
  }

  forget(id: string): void {
    this.#known.delete(id);
  }
}
