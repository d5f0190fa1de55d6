import { priorities, type Priority } from '../port.ts';

/** The shares of the classes in the budget; people have no share, because they always go first. */
const weights: Record<Exclude<Priority, 'interactive'>, number> = { changeRequest: 3, space: 2, links: 1 };

interface Lane<T> {
  /** The waiting requests by flow, in the order in which the flows take turns. */
  flows: Map<string, T[]>;
  /** How much this lane has got so far, weighted. */
  had: number;
}

/**
 * Keeps the requests that wait for the budget, and decides which is next: people first; then the classes by weight; within a
 * class, the flows (spaces) take turns, so that a flow with 10,000 requests delays another by one request and not by 10,000.
 */
export class WaitingRequests<T> {
  readonly #lanes = new Map<Priority, Lane<T>>(
    priorities.map((one) => [one, { flows: new Map<string, T[]>(), had: 0 }]),
  );
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T, priority: Priority, flow: string): void {
    const lane = this.#lane(priority);
    lane.had = Math.max(lane.had, this.#leastHad()); // so that nobody saves up what they did not use
    const waiting = lane.flows.get(flow);
    if (waiting) waiting.push(item);
    else lane.flows.set(flow, [item]);
    this.#size++;
  }

  /** The priority of the next request. */
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
      lane.flows.delete(flow); // and goes to the end of the turns, when more of it waits
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

  /** How much the waiting class with the least has had; people do not count. */
  #leastHad(): number {
    const busy = [...this.#lanes].filter(([each, { flows }]) => each !== 'interactive' && flows.size > 0);
    return busy.length === 0 ? 0 : Math.min(...busy.map(([, { had }]) => had));
  }

  #lane(priority: Priority): Lane<T> {
    return this.#lanes.get(priority) as Lane<T>; // each priority has a lane
  }
}
