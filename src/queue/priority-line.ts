import { priorities } from './port.ts';

type Run = () => Promise<unknown>;

interface LineOptions {
  id?: string;
  priority?: number;
}

/**
 * The waiting line that p-queue uses for us: a first-in, first-out line for each priority (0 is the most urgent). Adding, taking
 * and leaving take constant time. p-queue's own line is one sorted array, in which an urgent job in front of 10,000 others moves
 * them all.
 */
export class PriorityLine {
  readonly #lines: readonly Map<string, Run>[] = priorities.map(() => new Map<string, Run>());

  #size = 0;

  get size(): number {
    return this.#size;
  }

  enqueue(run: Run, options: LineOptions = {}): void {
    const { id = '', priority = 0 } = options;
    this.#line(priority).set(id, run);
    this.#size++;
  }

  dequeue(): Run | undefined {
    for (const line of this.#lines) {
      if (line.size === 0) continue;
      for (const [id, run] of line) {
        line.delete(id);
        this.#size--;
        return run;
      }
    }
    return undefined;
  }

  filter(options: Readonly<LineOptions>): Run[] {
    return [...this.#line(options.priority ?? 0).values()];
  }

  setPriority(id: string, priority: number): void {
    for (const line of this.#lines) {
      const run = line.get(id);
      if (!run) continue;
      line.delete(id);
      this.#size--;
      this.enqueue(run, { id, priority });
      return;
    }
  }

  remove(id: string): boolean {
    const removed = this.#lines.some((line) => line.delete(id));
    if (removed) this.#size--;
    return removed;
  }

  #line(priority: number): Map<string, Run> {
    const line = this.#lines[priority];
    if (!line)
      throw new RangeError(`There is no priority ${priority}: it goes from 0 to ${this.#lines.length - 1}.`);
    return line;
  }
}
