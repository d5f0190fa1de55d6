/** A space that fails is left out of no more looks than so many before it is tried again. */
const mostLeftOut = 7;

/**
 * Spaces that fail for a reason that does not pass by itself. A look finds them moved each time, because what is new of them never
 * comes into the mirror: they are tried again after 1, 2, 4 and then 8 looks, and at once when they moved further.
 */
export class StuckSpaces {
  readonly #known = new Map<string, { token: string | undefined; pause: number; leftOut: number }>();

  /** Says whether a space that a look found moved is to have a cycle; `token` tells one version of the space from the next. */
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
