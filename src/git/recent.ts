/** Keeps the values that were used last, as many as weigh together no more than a limit. */
export class RecentlyUsed<Value> {
  readonly #values = new Map<string, Value>();
  readonly #limit: number;
  readonly #weigh: (value: Value) => number;
  #weight = 0;

  /** @param weigh What a value weighs; 1 when it is left out, so that the limit counts values. */
  constructor(limit: number, weigh: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const value = make();
    this.#values.set(key, value);
    this.#weight += this.#weigh(value);
    for (const [oldest, least] of this.#values) {
      if (this.#weight <= this.#limit) break;
      this.#values.delete(oldest);
      this.#weight -= this.#weigh(least);
    }
    return value;
  }
}
