/** Fields that differ each time, and that do not make a line a new one. */
const volatile = new Set(['time', 'cycle', 'attempt', 'againInMs', 'tookMs', 'stack']);

/** A repeated line is written again after this time, with the number of times that it was left out. */
const silenceMs = 10 * 60_000;
const mostRemembered = 1_000;

/**
 * Leaves out warnings, errors and cycles without success that repeat a line that was written a short time ago. It keeps each line with the
 * fact `turn`, because such a line says that an outage begins or ends.
 */
export class RepeatedMessages {
  readonly #seen = new Map<string, { at: number; leftOut: number }>();

  /** How often the line was left out since it was last written; null when it is left out now. */
  take(line: Readonly<Record<string, unknown>>, now: number): number | null {
    if ('turn' in line) return 0;
    // A cycle that ends as the last one did is a repeat, whatever made it begin.
    const isVolatile = (name: string): boolean =>
      volatile.has(name) || (name === 'reason' && 'outcome' in line);
    const key = JSON.stringify(line, (name, value: unknown) => (isVolatile(name) ? undefined : value));
    const seen = this.#seen.get(key);
    if (seen !== undefined && now - seen.at < silenceMs) {
      seen.leftOut++;
      return null;
    }
    this.#seen.delete(key);
    if (this.#seen.size >= mostRemembered)
      for (const old of [...this.#seen.keys()].slice(0, 100)) this.#seen.delete(old);
    this.#seen.set(key, { at: now, leftOut: 0 });
    return seen?.leftOut ?? 0;
  }
}
