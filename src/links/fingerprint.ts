import { createHash } from 'node:crypto';

/** Makes fingerprints that stay when lines move, and that differ for two equal faults of a page. */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  /** `page` identifies the page (its id, else its path); `target` is the link's meaning. */
  of(rule: string, page: string, target: string): string {
    const key = JSON.stringify([rule, page, target]);
    const ordinal = this.#seen.get(key) ?? 0;
    this.#seen.set(key, ordinal + 1);
    return createHash('sha256').update(`${key} ${ordinal}`).digest('hex').slice(0, 40);
  }
}
