import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, realClock, seededRandom } from '../../src/clock/index.ts';
import { createMemoryQueue, type QueueEvent } from '../../src/queue/index.ts';
import { describeQueue } from './queue-contract.ts';

describeQueue('memory', (setup) =>
  Promise.resolve(createMemoryQueue({ clock: realClock, random: seededRandom(1), ...setup })),
);

describe('memory: time', () => {
  it('waits between attempts with full jitter under a doubling ceiling', async () => {
    const clock = new ManualClock();
    const waits: number[] = [];
    const queue = createMemoryQueue<string>({
      clock,
      random: seededRandom(7),
      retry: { attempts: 8, baseMs: 1_000, capMs: 16_000 },
      work: () => Promise.reject(new AppError('OVERLOADED', 'busy')),
    });
    queue.onEvent((event) => {
      if (event.type === 'retrying') waits.push(event.afterMs);
    });

    await queue.enqueue({ key: 'a', data: '' });
    await clock.advance(120_000);

    const ceilings = [1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000];
    expect(waits).toHaveLength(7);
    expect(waits.every((wait, index) => wait < (ceilings[index] ?? 0))).toBe(true);
    expect(new Set(waits).size).toBe(7);
  });

  it('says how long a job waited beyond its time, and how long it took', async () => {
    const clock = new ManualClock();
    const events: QueueEvent[] = [];
    const queue = createMemoryQueue<string>({
      clock,
      random: seededRandom(1),
      concurrency: 1,
      work: () => clock.sleep(40),
    });
    queue.onEvent((event) => void events.push(event));

    await queue.enqueue({ key: 'a', data: '' });
    await queue.enqueue({ key: 'b', data: '', delayMs: 10 });
    await clock.advance(100);

    expect(events.filter((event) => event.type === 'started').map((event) => event.waitedMs)).toEqual([
      0, 30,
    ]);
    expect(events.filter((event) => event.type === 'succeeded').map((event) => event.tookMs)).toEqual([
      40, 40,
    ]);
  });

  it('lets urgent jobs pass 10,000 waiting ones', async () => {
    const order: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const queue = createMemoryQueue<string>({
      clock: realClock,
      random: seededRandom(1),
      concurrency: 1,
      work: async ({ key }) => {
        if (key === 'hold') await held;
        else if (order.length < 3) order.push(key);
      },
    });

    await queue.enqueue({ key: 'hold', data: '' });
    for (let index = 0; index < 10_000; index++) await queue.enqueue({ key: `page ${index}`, data: '' });
    await queue.enqueue({ key: 'person', data: '', priority: 'interactive' });
    await queue.cancel('page 0');
    release();
    await queue.idle();

    expect(order).toEqual(['person', 'page 1', 'page 2']);
  });
});
