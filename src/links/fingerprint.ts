import { createHash } from 'node:crypto';

/** Numbers findings so that the same fault has the same name when lines move, and two equal ones in a page differ. */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  /** `page` is what the page is known by (its id, else its path); `target` what the link means. */
  of(rule: string, page: string, target: string): string {
    const key = JSON.stringify([rule, page, target]);
    const ordinal = this.#seen.get(key) ?? 0;
    this.#seen.set(key, ordinal + 1);
    return createHash('sha256').update(`${key} ${ordinal}`).digest('hex').slice(0, 40);
  }
}
