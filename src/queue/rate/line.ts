import { priorities, type Priority } from '../port.ts';

/** What a class gets of the budget next to the others; people do not share, they go first. */
const weights: Record<Exclude<Priority, 'interactive'>, number> = { changeRequest: 3, space: 2, links: 1 };

interface Lane<T> {
  /** Waiting ones by flow, in the order in which the flows take turns. */
  flows: Map<string, T[]>;
  /** How much this lane has had, weighted. */
  had: number;
}

/**
 * Who waits for the budget, and who is next: people first; then the classes by weight; within a class the flows (spaces)
 * take turns, so that one with 10,000 requests delays another by one request and not by 10,000.
 */
export class FairLine<T> {
  readonly #lanes = new Map<Priority, Lane<T>>(
    priorities.map((one) => [one, { flows: new Map<string, T[]>(), had: 0 }]),
  );
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T, priority: Priority, flow: string): void {
    const lane = this.#lane(priority);
    if (lane.flows.size === 0) lane.had = Math.max(lane.had, this.#leastHad());
    const waiting = lane.flows.get(flow);
    if (waiting) waiting.push(item);
    else lane.flows.set(flow, [item]);
    this.#size++;
  }

  /** The priority of whoever is next. */
  nextPriority(): Priority | undefined {
    if (this.#lane('interactive').flows.size > 0) return 'interactive';
    let next: Priority | undefined;
    for (const [priority, lane] of this.#lanes)
      if (lane.flows.size > 0 && (next === undefined || lane.had < this.#lane(next).had)) next = priority;
    return next;
  }

  take(): T | undefined {
    const priority = this.nextPriority();
    if (priority === undefined) return undefined;
    const lane = this.#lane(priority);
    for (const [flow, waiting] of lane.flows) {
      const item = waiting.shift();
      lane.flows.delete(flow); // and to the end of the turns, when more of it waits
      if (waiting.length > 0) lane.flows.set(flow, waiting);
      if (priority !== 'interactive') lane.had += 1 / weights[priority];
      this.#size--;
      return item;
    }
    return undefined;
  }

  remove(item: T, priority: Priority, flow: string): void {
    const lane = this.#lane(priority);
    const waiting = lane.flows.get(flow) ?? [];
    const index = waiting.indexOf(item);
    if (index < 0) return;
    waiting.splice(index, 1);
    if (waiting.length === 0) lane.flows.delete(flow);
    this.#size--;
  }

  #leastHad(): number {
    const busy = [...this.#lanes.values()].filter((lane) => lane.flows.size > 0).map((lane) => lane.had);
    return busy.length === 0 ? 0 : Math.min(...busy);
  }

  #lane(priority: Priority): Lane<T> {
    return this.#lanes.get(priority) as Lane<T>; // there is one for each
  }
}
