import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import type { HttpTransport } from '../../src/http/port.ts';
import { createRateBudgets, limitTransport } from '../../src/queue/index.ts';
import { SimulatedService } from '../queue/rate/simulated-service.ts';
import { aDaemon } from './support.ts';

const interval = 60_000;
const requestsOfLarge = 10_000;

it('keeps 199 spaces within one interval while one space has 10,000 changed pages', async () => {
  const test = aDaemon({ concurrency: 8, intervalMs: interval });
  const { clock, work, daemon, configure } = test;
  const random = seededRandom(2);
  const service = new SimulatedService(1_500, { clock, random, dialect: 'epoch', latencyMs: 40 });
  const budgets = createRateBudgets({ clock, random });
  const transport = limitTransport(asTransport(service), { budgets });
  const get = () => transport.send({ method: 'GET', url: 'http://service/v1/page', headers: {} });
  configure({ budgets });

  work.list.splice(0, Infinity, ...Array.from({ length: 200 }, (_, index) => space(index)));
  const due = new Map<string, number>();
  const late: number[] = [];
  let largeDone = false;
  work.during = async (spaces) => {
    for (const id of spaces ?? []) {
      if (id === 'space-0') {
        for (let done = 0; done < requestsOfLarge; done += 8)
          await Promise.all(Array.from({ length: 8 }, get));
        largeDone = true;
        continue;
      }
      await get();
      await get();
      const since = due.get(id);
      if (since !== undefined) late.push(clock.monotonic() - since);
      due.delete(id);
    }
  };
  await daemon.start();
  await clock.advance(1_000);
  work.moved = ['space-0'];

  while (!largeDone) {
    for (const { id } of work.list.slice(1)) {
      if (!due.has(id)) due.set(id, clock.monotonic());
      work.moved.push(id);
    }
    await clock.advance(interval);
  }
  const minutes = clock.monotonic() / 60_000;
  const stopped = daemon.stop();
  await clock.advance(10_000);
  await stopped;

  // From the moment at which a space moves, a look comes within an interval, and its cycle within another one.
  expect(late.length).toBeGreaterThan(199 * 5);
  expect(Math.max(...late)).toBeLessThanOrEqual(2 * interval);
  expect(service.refused).toEqual([]);
  expect(minutes).toBeLessThan(16);
});

function space(index: number) {
  return { id: `space-${index}`, title: `Space ${index}`, path: `space-${index}` };
}

function asTransport(service: SimulatedService): HttpTransport {
  return {
    send: async () => ({ ...(await service.request()), body: new Uint8Array() }),
    close: () => Promise.resolve(),
  };
}
