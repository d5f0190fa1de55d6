import { describe, expect, it } from 'vitest';
import { PriorityLine } from '../../src/queue/priority-line.ts';

type Run = () => Promise<unknown>;

function runs(...names: readonly string[]): Run[] {
  return names.map((name) => Object.assign(() => Promise.resolve(name), { id: name }));
}

function lineOf(...jobs: readonly (readonly [id: string, priority: number])[]) {
  const line = new PriorityLine();
  for (const [id, priority] of jobs) line.enqueue(runs(id)[0]!, { id, priority });
  return line;
}

async function takeAll(line: PriorityLine): Promise<unknown[]> {
  const taken: unknown[] = [];
  for (let run = line.dequeue(); run; run = line.dequeue()) taken.push(await run());
  return taken;
}

describe('the line of waiting jobs', () => {
  it('gives the most urgent first, and equals in the order in which they came', async () => {
    const line = lineOf(['a', 2], ['b', 0], ['c', 3], ['d', 2], ['e', 1]);

    expect(line.size).toBe(5);
    expect(await takeAll(line)).toEqual(['b', 'e', 'a', 'd', 'c']);
    expect(line.size).toBe(0);
    expect(line.dequeue()).toBeUndefined();
  });

  it('takes what has no priority as most urgent', async () => {
    const line = lineOf(['a', 1]);
    line.enqueue(runs('b')[0]!);

    expect(await takeAll(line)).toEqual(['b', 'a']);
  });

  it('lets a job become more urgent, behind the others that are', async () => {
    const line = lineOf(['a', 1], ['b', 2], ['c', 2]);

    line.setPriority('c', 1);
    line.setPriority('unknown', 0);

    expect(line.size).toBe(3);
    expect(await takeAll(line)).toEqual(['a', 'c', 'b']);
  });

  it('lets a job leave, once', async () => {
    const line = lineOf(['a', 1], ['b', 2], ['c', 2]);

    expect([line.remove('b'), line.remove('b'), line.remove('unknown')]).toEqual([true, false, false]);
    expect(line.size).toBe(2);
    expect(await takeAll(line)).toEqual(['a', 'c']);
  });

  it('tells the jobs of one priority', async () => {
    const line = lineOf(['a', 0], ['b', 2], ['c', 2]);
    const names = (options: { priority?: number }): Promise<unknown[]> =>
      Promise.all(line.filter(options).map((run) => run()));

    expect(await names({ priority: 2 })).toEqual(['b', 'c']);
    expect(await names({})).toEqual(['a']);
  });

  it('refuses a priority that there is not', () => {
    expect(() => lineOf(['a', 4])).toThrow('There is no priority 4: it goes from 0 to 3.');
  });
});
