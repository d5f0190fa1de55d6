/** A map that keeps the most recently used values, up to a total weight. */
export class RecentValues<Value> {
  readonly #values = new Map<string, { value: Value; weight: number }>();
  readonly #capacity: number;
  #weight = 0;

  /** @param capacity The most that all values together may weigh. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get weight(): number {
    return this.#weight;
  }

  get(key: string): Value | undefined {
    const found = this.#values.get(key);
    if (found === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, found);
    return found.value;
  }

  /** Stores `value`, and drops the values that were unused for longest; a value that is too heavy by itself is not stored. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#capacity) return;
    this.#values.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const found = this.#values.get(key);
    if (found === undefined) return;
    this.#values.delete(key);
    this.#weight -= found.weight;
  }
}

/** Values that are valid only for one state of the database: in another state, nothing is found, and all values are dropped. */
export class ValuesOfState<Value> {
  readonly #capacity: number;
  #state = '';
  #values: RecentValues<Value>;

  /** @param capacity The most that the values of one state may weigh together. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#values = new RecentValues(capacity);
  }

  get weight(): number {
    return this.#values.weight;
  }

  get(state: string, key: string): Value | undefined {
    return this.#of(state).get(key);
  }

  set(state: string, key: string, value: Value, weight: number): void {
    this.#of(state).set(key, value, weight);
  }

  #of(state: string): RecentValues<Value> {
    if (state !== this.#state) {
      this.#state = state;
      this.#values = new RecentValues(this.#capacity);
    }
    return this.#values;
  }
}
