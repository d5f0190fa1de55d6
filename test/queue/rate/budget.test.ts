import { describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { createRateBudget } from '../../../src/queue/index.ts';
import {
  SimulatedService,
  saturate,
  within,
  type Dialect,
  type ServiceOptions,
} from './simulated-service.ts';

const minute = 60_000;

function setUp(limit: number, options: Partial<ServiceOptions> & { dialect: Dialect }) {
  const clock = new ManualClock();
  const random = seededRandom(11);
  const service = new SimulatedService(limit, { clock, random, ...options });
  const budget = createRateBudget({ clock, random });
  return { clock, random, service, budget };
}

describe('the rate budget under a limit that is told', () => {
  for (const dialect of ['draft', 'draft7', 'three', 'epoch'] as const) {
    for (const limit of [60, 100, 600]) {
      it(
        `uses at least 95 % of ${limit} requests a minute and is never refused (${dialect})`,
        { tags: limit === 600 && dialect !== 'draft' ? ['long'] : [] },
        async () => {
          const { clock, service, budget } = setUp(limit, { dialect, skewMs: 7_300 });
          await clock.advance(23_456);
          const load = saturate(budget, service, 40);

          await clock.advance(10 * minute - 23_456);
          load.stop();

          const whole = within(service.allowed, minute, 10 * minute);
          expect(whole / (9 * limit)).toBeGreaterThanOrEqual(0.95);
          expect(service.refused).toEqual([]);
        },
      );
    }
  }

  for (const [from, to] of [
    [100, 40],
    [40, 100],
    [600, 60],
  ] as const) {
    it(`finds a limit that changed from ${from} to ${to} within one window`, async () => {
      const { clock, service, budget } = setUp(from, { dialect: 'epoch' });
      const load = saturate(budget, service, 20);
      await clock.advance(2.4 * minute);

      service.limit = to;
      await clock.advance(7.6 * minute);
      load.stop();

      const afterOneWindow = Math.ceil(2.4 + 1) * minute;
      expect(within(service.allowed, afterOneWindow, 10 * minute) / (6 * to)).toBeGreaterThanOrEqual(0.95);
      expect(within(service.refused, afterOneWindow, 10 * minute)).toBe(0);
    });
  }

  it('spreads requests over the window instead of using it up at its start', async () => {
    const { clock, service, budget } = setUp(120, { dialect: 'draft' });
    const load = saturate(budget, service, 20);

    await clock.advance(4 * minute);
    load.stop();

    const quarters = [0, 1, 2, 3].map((quarter) => {
      const from = 2 * minute + (quarter * minute) / 4;
      return within(service.allowed, from, from + minute / 4);
    });
    expect(Math.min(...quarters)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...quarters)).toBeLessThanOrEqual(45);
  });

  it('is not refused either when another program uses up part of the same limit', async () => {
    const { clock, service, budget } = setUp(200, { dialect: 'epoch' });
    const load = saturate(budget, service, 10);

    for (let second = 0; second < 300; second++) {
      service.useElsewhere(1);
      await clock.advance(1_000);
    }
    load.stop();

    expect(service.refused).toEqual([]);
    expect(within(service.allowed, minute, 5 * minute) / (4 * 140)).toBeGreaterThanOrEqual(0.95);
  });

  it('lets a person through at once while the background waits', async () => {
    const { clock, service, budget } = setUp(60, { dialect: 'draft' });
    const load = saturate(budget, service, 20);
    await clock.advance(2.5 * minute);
    const waits: number[] = [];

    for (let request = 0; request < 3; request++) {
      const asked = clock.monotonic();
      const permit = await during(clock, budget.acquire({ priority: 'interactive' }));
      waits.push(clock.monotonic() - asked);
      const { status, headers } = await during(clock, service.request());
      permit.release({ kind: 'answer', status, headers });
    }
    load.stop();

    expect(Math.max(...waits)).toBeLessThan(500);
    expect(service.refused).toEqual([]);
  });
});

describe('the rate budget under a limit that is not told', () => {
  for (const limit of [60, 600]) {
    it(`learns ${limit} a minute from Retry-After and then is refused less than once in 200`, async () => {
      const { clock, service, budget } = setUp(limit, { dialect: 'retryAfter' });
      const load = saturate(budget, service, 40);

      await clock.advance(20 * minute);
      load.stop();

      const allowed = within(service.allowed, 3 * minute, 20 * minute);
      const refused = within(service.refused, 3 * minute, 20 * minute);
      expect(allowed / (17 * limit)).toBeGreaterThanOrEqual(0.95);
      expect(refused / allowed).toBeLessThan(1 / 200);
    });
  }

  it('does not storm a service that refuses without a word', async () => {
    const { clock, service, budget } = setUp(100, { dialect: 'none' });
    const load = saturate(budget, service, 40);

    await clock.advance(10 * minute);
    load.stop();

    const allowed = within(service.allowed, minute, 10 * minute);
    const refused = within(service.refused, minute, 10 * minute);
    expect(allowed / 900).toBeGreaterThanOrEqual(0.85);
    expect(refused / allowed).toBeLessThan(0.1);
  });

  it('sends one request, and no burst, after a wait', async () => {
    const { clock, budget } = setUp(1, { dialect: 'none' });
    const first = await budget.acquire();
    first.release({ kind: 'answer', status: 429, headers: { 'retry-after': '30' } });
    let started = 0;
    for (let index = 0; index < 10; index++) void budget.acquire().then(() => started++);

    await clock.advance(29_000);
    const before = started;
    await clock.advance(10_000);

    expect([before, started]).toEqual([0, 1]);
  });
});

describe('the rate budget and a service in trouble', () => {
  it('sends at most 12 requests a minute into a storm of 503, and is back within half a minute of its end', async () => {
    const { clock, budget } = setUp(1, { dialect: 'none' });
    const times: number[] = [];
    let down = true;
    let good = 0;
    const work = async (): Promise<void> => {
      for (;;) {
        const permit = await budget.acquire();
        times.push(clock.monotonic());
        await clock.sleep(20);
        if (!down) good++;
        permit.release({ kind: 'answer', status: down ? 503 : 200, headers: {} });
      }
    };
    for (let index = 0; index < 8; index++) void work();

    await clock.advance(30 * minute);
    const perMinute = Array.from({ length: 29 }, (_, index) =>
      within(times, (index + 1) * minute, (index + 2) * minute),
    );
    down = false;
    await clock.advance(minute / 2);

    expect(Math.max(...perMinute)).toBeLessThanOrEqual(12);
    expect(good).toBeGreaterThan(10);
    budget.close();
  });

  it('gives the place of a request that was given up to the next one', async () => {
    const { clock, budget } = setUp(1, { dialect: 'none' });
    const first = await budget.acquire();
    const leaving = new AbortController();
    const left = budget.acquire({ signal: leaving.signal }).catch((error: unknown) => error);
    const second = budget.acquire();

    leaving.abort(new Error('the person went away'));
    first.release({ kind: 'aborted' });
    await clock.advance(1);
    const permit = await second;

    expect(await left).toEqual(new Error('the person went away'));
    permit.release({ kind: 'aborted' });
    expect((await budget.snapshot()).inFlight).toBe(0);
  });
});

describe('the rate budget and its users', () => {
  it('lets flows take turns: one with 1,000 requests delays another by little', async () => {
    const { clock, service, budget } = setUp(600, { dialect: 'draft' });
    const order: string[] = [];
    const send = async (flow: string): Promise<void> => {
      const permit = await budget.acquire({ flow });
      order.push(flow);
      const { status, headers } = await service.request();
      permit.release({ kind: 'answer', status, headers });
    };
    for (let index = 0; index < 1_000; index++) void send('large');
    for (const flow of ['a', 'b', 'c']) for (let index = 0; index < 3; index++) void send(flow);

    await clock.advance(minute);

    const lastSmall = Math.max(...['a', 'b', 'c'].map((flow) => order.lastIndexOf(flow)));
    expect(lastSmall).toBeLessThan(15);
  });

  it('shares between classes by weight: 3 for change requests, 2 for spaces, 1 for links', async () => {
    const { clock, service, budget } = setUp(600, { dialect: 'draft' });
    const had = { changeRequest: 0, space: 0, links: 0 };
    const send = async (priority: keyof typeof had): Promise<void> => {
      const permit = await budget.acquire({ priority });
      had[priority]++;
      const { status, headers } = await service.request();
      permit.release({ kind: 'answer', status, headers });
    };
    for (const priority of ['links', 'space', 'changeRequest'] as const)
      for (let index = 0; index < 600; index++) void send(priority);

    await clock.advance(minute - 1);

    expect(had.changeRequest / had.links).toBeCloseTo(3, 0);
    expect(had.space / had.links).toBeCloseTo(2, 0);
  });
});

/** Moves time on in small steps until `promise` settles. */
async function during<T>(clock: ManualClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  while (!settled) await clock.advance(10);
  return promise;
}
