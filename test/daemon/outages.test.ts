import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { createLog, createMetrics, watchAnswers } from '../../src/daemon/index.ts';
import { SpaceRecords } from '../../src/daemon/record.ts';
import { Rounds, type Round } from '../../src/daemon/rounds.ts';
import type { JobQueue } from '../../src/queue/index.ts';
import { aDaemon, FakeWork, threeSpaces } from './support.ts';

const redisAway = (): AppError => new AppError('NO_ANSWER', 'Redis at redis:6379 does not answer.');

describe('a start', () => {
  it('waits for what does not answer, says so, and answers about itself meanwhile', async () => {
    let isThere = false;
    const { clock, work, daemon, lines } = aDaemon({
      ready: async ({ signal, onSilent }) => {
        while (!isThere) {
          onSilent(redisAway());
          await clock.sleep(2_000, signal);
        }
      },
    });
    const started = daemon.start();
    await clock.advance(5_000);

    const early = await daemon.status();
    const before = { cycles: work.cycles.length, alive: daemon.isAlive() };
    isThere = true;
    await clock.advance(5_000);
    await started;
    const { ready } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(early).toMatchObject({ ready: false, spaces: [] });
    expect(early.reasons).toEqual(['The first look at the service is not done yet.']);
    expect(before).toEqual({ cycles: 0, alive: true });
    expect(ready).toBe(true);
    expect(lines.find(({ msg }) => msg === 'the daemon waits before it begins')).toMatchObject({
      err: { code: 'NO_ANSWER', message: 'Redis at redis:6379 does not answer.' },
    });
  });

  it('that waits is ended by a stop, with everything closed and nothing begun', async () => {
    let closed = 0;
    const { clock, work, daemon } = aDaemon({
      ready: ({ signal }) => clock.sleep(600_000, signal),
      close: async () => void closed++,
    });
    const started = daemon.start();
    await clock.advance(5_000);
    const from = clock.now();

    const stopped = daemon.stop();
    await clock.advance(1);
    await Promise.all([started, stopped]);

    expect({ took: clock.now() - from, closed, cycles: work.cycles }).toEqual({
      took: 1,
      closed: 1,
      cycles: [],
    });
  });

  it('asks again with back-off while the service gives no answer to its first question, says so once, and names it', async () => {
    const clock = new ManualClock();
    let isThere = false;
    let tries = 0;
    const answers = watchAnswers(
      {
        send: async () => {
          tries++;
          if (isThere) return { status: 200, headers: {}, body: new Uint8Array() };
          throw new AppError('NO_ANSWER', 'GET /v1/orgs got no answer.');
        },
        close: () => Promise.resolve(),
      },
      clock,
    );
    const work = new FakeWork(threeSpaces());
    const open = async (): Promise<{ work: FakeWork }> => {
      await answers.send({ method: 'GET', url: 'http://service/v1/orgs', headers: {} });
      return { work };
    };
    const { daemon, lines } = aDaemon({ clock, answers, open });
    const started = daemon.start();
    await clock.advance(60_000);
    const [early, triedEarly] = [await daemon.status(), tries];

    isThere = true;
    await clock.advance(30_000);
    await started;
    const { ready } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(triedEarly).toBeGreaterThanOrEqual(4);
    expect(triedEarly).toBeLessThanOrEqual(10);
    expect(early).toMatchObject({
      ready: false,
      reasons: [
        'The first look at the service is not done yet.',
        'The service has given no good answer since 2026-01-01T00:00:00.000Z: NO_ANSWER, GET /v1/orgs got no answer.',
      ],
    });
    const told = lines.filter(({ level }) => level === 'warn');
    expect(told.map(({ msg }) => msg)).toEqual(['the daemon waits before it begins']);
    expect(ready).toBe(true);
    expect(work.cycles.length).toBeGreaterThan(0);
  });

  it('that waits for the service is ended by a stop', async () => {
    const { clock, daemon } = aDaemon({
      open: () => Promise.reject(new AppError('NO_ANSWER', 'GET /v1/orgs got no answer.')),
    });
    const started = daemon.start();
    await clock.advance(40_000);
    const from = clock.now();

    const stopped = daemon.stop();
    await clock.advance(1);
    await Promise.all([started, stopped]);

    expect(clock.now() - from).toBe(1);
  });

  it('is not tried again when a person must do something', async () => {
    const { daemon, configure } = aDaemon();
    configure(new AppError('CONFIG_INVALID', 'schedule.interval is not a duration.'));

    await expect(daemon.start()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('a reload', () => {
  it('keeps the old configuration when the new one names a Redis that does not answer', async () => {
    const { clock, work, daemon, configure } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);

    configure({
      ready: async ({ signal, onSilent }) => {
        onSilent(redisAway());
        await clock.sleep(600_000, signal);
      },
    });
    await daemon.reload();
    const { configuration } = await daemon.status();
    const before = work.looks;
    await clock.advance(120_000);
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(configuration.refused).toBe('Redis at redis:6379 does not answer.');
    expect(work.looks).toBeGreaterThan(before);
  });
});

describe('an end', () => {
  it('takes no longer than its grace, even if closing something never comes to an end', async () => {
    const { clock, daemon, lines } = aDaemon({ graceMs: 30_000, close: () => new Promise(() => undefined) });
    await daemon.start();
    await clock.advance(100);
    const from = clock.now();

    const tookMs = daemon.stop().then(() => clock.now() - from);
    await clock.advance(60_000);

    expect(await tookMs).toBeLessThan(30_000);
    expect(lines.map(({ msg }) => msg)).toContain(
      'the end takes too long: what is left is cut, and the next start goes on from there',
    );
  });
});

/** A queue whose Redis says nothing: what is asked of it never comes back. */
function silentQueue(): { queue: JobQueue<Round>; asked: () => number } {
  let asked = 0;
  const never = <T>(): Promise<T> => {
    asked++;
    return new Promise(() => undefined);
  };
  const queue: JobQueue<Round> = {
    ...{ enqueue: never, cancel: never, counts: never, idle: never, close: never },
    onEvent: () => () => undefined,
    setConcurrency: () => undefined,
  };
  return { queue, asked: () => asked };
}

/** The rounds of a fleet's worker over three spaces, which write no log. */
function roundsOf(clock: ManualClock): Rounds {
  const log = createLog({ clock, pretty: false, write: () => undefined });
  return new Rounds(
    {
      ...{ clock, random: seededRandom(3), log, metrics: createMetrics('1.2.3') },
      ...{ work: new FakeWork(threeSpaces()), records: new SpaceRecords(clock) },
    },
    { intervalMs: 60_000, rescanEvery: 10, shared: true },
  );
}

describe('the schedule beside a silent queue', () => {
  it('goes on, so that nobody takes the process for a dead one, asks once, and ends at once', async () => {
    const clock = new ManualClock();
    const rounds = roundsOf(clock);
    const { queue, asked } = silentQueue();
    rounds.start(queue);

    await clock.advance(600_000);
    const { nextLookAt } = rounds;
    await rounds.stop();

    expect(nextLookAt).toBeGreaterThan(clock.now());
    expect(asked()).toBe(1);
  });
});

describe('a job that is added while the process ends', () => {
  it('does not end it with a failure when the connection to Redis closes first', async () => {
    const rounds = roundsOf(new ManualClock());
    const { queue } = silentQueue();
    const unread: unknown[] = [];
    const note = (error: unknown): void => void unread.push(error);
    process.on('unhandledRejection', note);
    rounds.start(queue);
    await rounds.stop();
    queue.enqueue = () => Promise.reject(new Error('Connection is closed.'));

    await rounds.lookAgain('id-api', 'hook');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);

    expect(unread).toEqual([]);
  });
});

describe('a space whose cycles lost against other workers until its job gave up', () => {
  it('has a cycle again with the next look, although nothing of it moved', async () => {
    const { clock, work, daemon, lines } = aDaemon({ kind: 'worker', name: 'w', intervalMs: 300_000 });
    await daemon.start();
    await clock.advance(10_000);
    let losses = 5;
    work.during = () =>
      losses-- > 0
        ? Promise.reject(new AppError('REF_MOVED', 'another worker was faster'))
        : Promise.resolve();
    work.moved = ['id-api'];
    const gaveUp = (): unknown[] => lines.filter(({ msg }) => msg === 'gave up until the next look');
    while (gaveUp().length === 0) await clock.advance(1_000);
    const before = work.cycles.length;
    await clock.advance(700_000);
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(before).toBe(5);
    expect(work.cycles.slice(before)).toEqual([['id-api']]);
    expect(gaveUp()).toHaveLength(1);
  });
});
