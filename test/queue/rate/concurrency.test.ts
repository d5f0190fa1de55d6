import { describe, expect, it } from 'vitest';
import { createRateBudget } from '../../../src/queue/index.ts';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { playLoop, type LoopService } from './loop.ts';
import { within } from './simulated-service.ts';

const minute = 60_000;

/** The services of a row, each with how long it is played: far ones longer, as each request takes longer. */
function services(latencies: readonly number[]): { name: string; service: LoopService; forMs: number }[] {
  return latencies.flatMap((latency) =>
    [undefined, { count: 4, ms: 50 }, { count: 16, ms: 100 }].flatMap((workers) =>
      [0, 0.05].flatMap((loss) =>
        [undefined, 120, 1500].map((perMinute) => ({
          name: `${latency} ms away, ${workers ? `${workers.count} at work for ${workers.ms} ms` : 'without end'}, ${loss * 100} % lost, ${perMinute ?? 'no'} limit`,
          service: {
            ...{ latencyMs: () => latency, loss },
            ...(workers === undefined ? {} : { workers }),
            ...(perMinute === undefined ? {} : { perMinute }),
          },
          forMs: perMinute === undefined ? Math.min(3 * minute, Math.max(3_500, latency * 200)) : 3 * minute,
        })),
      ),
    ),
  );
}

/** The throughput beside the best of any fixed number. */
function shareOfBest(
  service: LoopService,
  forMs: number,
  candidates: readonly number[],
  seed: number,
): number {
  const from = service.perMinute === undefined ? forMs / 4 : minute;
  const good = (options: { fixed?: number }): number =>
    within(playLoop(service, { forMs, seed, ...options }), from, forMs);
  return good({}) / Math.max(...candidates.map((fixed) => good({ fixed })));
}

describe('how many requests are unanswered at once', () => {
  const few = services([50, 2_000]).filter(
    ({ service }) => service.workers?.count !== 4 && service.perMinute !== 120,
  );

  it.each(few)('brings at least 80 % of what the best fixed number brings: $name', ({ service, forMs }) => {
    expect(shareOfBest(service, forMs, [8, 32, 64], 7)).toBeGreaterThanOrEqual(0.8);
  });

  it.each(services([5, 50, 400, 2_000]))(
    'does so on average over many seeds, and is never far below: $name',
    { tags: ['long'] },
    ({ service, forMs }) => {
      // No smaller number brings more, since none of these services answers worse while more requests wait for it.
      const shares = [11, 12, 13].map((seed) => shareOfBest(service, forMs, [8, 32, 64], seed));

      // What is lost by chance in the first seconds of a short play can cost a third of it once.
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThanOrEqual(0.8);
    },
  );

  it('stays below what a service refuses with 503, but for a try now and then', () => {
    const service: LoopService = { latencyMs: () => 100, most: 12 };

    expect(shareOfBest(service, minute, [8, 12, 16], 7)).toBeGreaterThanOrEqual(0.8);
  });

  it('is found anew within half a minute when the service moves from 5 ms to 2 s, and back', () => {
    const service: LoopService = {
      latencyMs: (now) => (now < minute / 2 || now >= 3 * minute ? 5 : 2_000),
      workers: { count: 8, ms: 4 },
    };
    const good = playLoop(service, { forMs: 3.5 * minute });
    const far = playLoop({ ...service, latencyMs: () => 2_000 }, { forMs: 2 * minute, fixed: 64 });
    const near = playLoop({ ...service, latencyMs: () => 5 }, { forMs: 20_000, fixed: 64 });

    const afar = within(good, minute, 3 * minute) / 2;
    expect(afar / within(far, minute, 2 * minute)).toBeGreaterThanOrEqual(0.8);
    const backAgain = within(good, 3.25 * minute, 3.5 * minute) / 15;
    expect(backAgain / (within(near, 5_000, 20_000) / 15)).toBeGreaterThanOrEqual(0.8);
  });

  it('is told with why requests had to wait', async () => {
    const clock = new ManualClock();
    const budget = createRateBudget({ clock, random: seededRandom(1) });
    const send = async (status: number, headers = {}): Promise<void> => {
      const permit = await budget.acquire();
      await clock.sleep(100);
      permit.release({ kind: 'answer', status, headers });
    };
    const first = send(200);
    await clock.advance(100);
    await first;
    for (let at = 0; at < 16; at++) void send(200);
    await clock.advance(1_000);
    const crowded = await budget.snapshot();
    void send(429, { 'retry-after': '30' });
    await clock.advance(200);
    void send(200);
    await clock.advance(31_000);
    const refused = await budget.snapshot();

    expect(crowded.waitedMs).toMatchObject({ concurrency: 100, refused: 0 });
    expect(Math.round(refused.waitedMs.refused / 1_000)).toBe(30);
    expect(crowded.latencyMs).toBeCloseTo(100, -1);
  });
});
