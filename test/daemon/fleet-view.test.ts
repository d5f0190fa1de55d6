import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { createRedisBoard } from '../../src/daemon/index.ts';
import type { FleetBoard } from '../../src/daemon/fleet.ts';
import { openRedis } from '../../src/queue/index.ts';
import { redisBinary, RedisServer } from '../queue/redis-server.ts';
import { aDaemon, serviceDown, type DaemonUnderTest } from './support.ts';

const interval = 60_000;

/** A board in memory: what {@link createRedisBoard} keeps in Redis. */
function memoryBoard(): FleetBoard {
  let version = 0;
  let sightNow: string | null = null;
  const all = new Map<string, string>();
  const there = new Map<string, string>();
  return {
    write: async ({ spaces = {}, onlySpaces, sight, workers = {} }) => {
      if (onlySpaces) for (const id of all.keys()) if (!onlySpaces.includes(id)) all.delete(id);
      for (const [id, text] of Object.entries(spaces)) all.set(id, text);
      version++;
      sightNow = sight ?? sightNow;
      for (const [name, text] of Object.entries(workers))
        if (text === null) there.delete(name);
        else there.set(name, text);
    },
    read: async (known) => ({
      version: String(version),
      spaces: known === String(version) ? null : Object.fromEntries(all),
      sight: sightNow,
      workers: Object.fromEntries(there),
    }),
  };
}

/** Two workers of one fleet, which have a board in common and queues of their own: each does other cycles. */
async function twoWorkers(): Promise<{
  clock: ManualClock;
  one: DaemonUnderTest;
  other: DaemonUnderTest;
  board: FleetBoard;
}> {
  const clock = new ManualClock();
  const board = memoryBoard();
  const [one, other] = ['a', 'b'].map((name) => aDaemon({ clock, kind: 'worker', name, board }));
  if (!one || !other) throw new Error('there are two');
  await Promise.all([one.daemon.start(), other.daemon.start()]);
  await clock.advance(100);
  return { clock, one, other, board };
}

async function stop(clock: ManualClock, ...tests: DaemonUnderTest[]): Promise<void> {
  const stopped = tests.map(({ daemon }) => daemon.stop());
  await clock.advance(10_000);
  await Promise.all(stopped);
}

describe('the workers of a fleet', () => {
  it('say the same of every space, whichever of them did its cycle', async () => {
    const { clock, one, other } = await twoWorkers();
    one.work.moved = ['id-api'];
    one.work.next = {
      outcome: 'incomplete',
      problems: [{ code: 'FORBIDDEN', message: 'The space may not be read.', space: 'id-api' }],
    };
    await clock.advance(1.2 * interval);
    const statuses = await Promise.all([one, other].map(({ daemon }) => daemon.status()));
    await stop(clock, one, other);

    const [first, second] = statuses;
    expect(other.work.cycles).toEqual([]);
    expect(second?.spaces).toEqual(first?.spaces);
    expect(first?.spaces.map(({ path, state }) => [path, state])).toEqual([
      ['api', 'failing'],
      ['guides', 'good'],
      ['help', 'good'],
    ]);
  });

  it('know when each space was last in step, idle ones too, from the look of any of them', async () => {
    const { clock, one, other } = await twoWorkers();
    await clock.advance(3 * interval);
    other.work.down = serviceDown();
    await clock.advance(4 * interval);
    other.work.down = undefined;
    one.work.moved = ['id-api'];
    await clock.advance(2 * interval);
    const [first, second] = await Promise.all([one, other].map(({ daemon }) => daemon.status()));
    await stop(clock, one, other);

    const ages = second?.spaces.map(
      ({ lastGoodAt }) => Date.parse(second.now) - Date.parse(lastGoodAt ?? ''),
    );
    expect(Math.max(...(ages ?? [Infinity]))).toBeLessThan(1.2 * interval);
    expect(second?.spaces).toEqual(first?.spaces);
    expect(second?.service).toEqual(first?.service);
  });

  it('know each other by name, and miss one that ended', async () => {
    const { clock, one, other } = await twoWorkers();
    await clock.advance(2 * interval);
    const { fleet } = await one.daemon.status();
    await stop(clock, other);
    const alone = (await one.daemon.status()).fleet;
    await stop(clock, one);

    expect(fleet).toMatchObject({ name: 'a', workers: [{ name: 'a' }, { name: 'b' }] });
    expect(alone?.workers.map(({ name }) => name)).toEqual(['a']);
  });

  it('believe who did a cycle last, although one that died was at it', async () => {
    const { clock, one, other, board } = await twoWorkers();
    other.work.during = () => new Promise(() => undefined); // it is killed in its cycle
    other.work.moved = ['id-api'];
    await clock.advance(1.2 * interval);
    const before = (await one.daemon.status()).spaces[0];
    one.work.moved = ['id-api'];
    await clock.advance(1.2 * interval);
    const third = aDaemon({ clock, kind: 'worker', name: 'c', board });
    await third.daemon.start();
    await clock.advance(100);
    const after = (await third.daemon.status()).spaces[0];
    await stop(clock, one, third);

    expect([before?.running, after?.running]).toEqual([true, false]);
  });

  it('count problems by space and code', async () => {
    const { clock, one, other } = await twoWorkers();
    one.work.moved = ['id-api'];
    one.work.next = {
      problems: [{ code: 'FORBIDDEN', message: 'The space may not be read.', space: 'id-api' }],
    };
    await clock.advance(1.2 * interval);
    const metrics = await one.daemon.metrics();
    await stop(clock, one, other);

    expect(metrics).toContain('tidemark_errors_total{space="api",code="FORBIDDEN",worker="a"} 1');
    expect(metrics).toContain('tidemark_fleet_workers{worker="a"} 2');
  });
});

describe.skipIf(redisBinary() === undefined)('the board in Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.remove());

  it('gives what was written last, says when spaces did not change, and forgets those that are gone', async () => {
    const redis = await openRedis({ url: server.url });
    const [mine, others] = [createRedisBoard(redis), createRedisBoard(redis)];
    const empty = await others.read(null);

    await mine.write({ spaces: { a: '1', b: '1' }, sight: 's1', workers: { w1: 'x', w2: 'y' } });
    const first = await others.read(empty.version);
    await mine.write({ sight: 's2', workers: { w1: null } });
    const second = await others.read(first.version);
    await mine.write({ spaces: { b: '2' }, onlySpaces: ['b'] });
    const third = await others.read(second.version);
    redis.disconnect();

    expect(empty).toEqual({ version: '0', spaces: {}, sight: null, workers: {} });
    expect(first).toMatchObject({ spaces: { a: '1', b: '1' }, sight: 's1', workers: { w1: 'x', w2: 'y' } });
    expect(second).toMatchObject({ spaces: null, sight: 's2', workers: { w2: 'y' } });
    expect(third).toMatchObject({ spaces: { b: '2' }, sight: 's2' });
  });
});
