import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock, realClock } from '../../src/clock/index.ts';
import { watchAnswers, watchHost } from '../../src/daemon/index.ts';
import type { SpaceReport } from '../../src/sync/index.ts';
import { aDaemon, serviceDown } from './support.ts';

const interval = 60_000;
const close = (): Promise<void> => Promise.resolve();

describe('a cycle over all spaces', () => {
  it('goes through those that moved a few at a time, and leaves a large one to a job of its own', async () => {
    const { clock, work, daemon } = aDaemon();
    work.readsAhead(['id-guides']);
    work.list.push({ id: 'id-more', title: 'More', path: 'more' });
    work.moved = work.list.map(({ id }) => id);

    await daemon.start();
    await clock.advance(100);
    await stop(daemon, clock);

    const [own, ...others] = [['id-guides'], ['id-api', 'id-help'], ['id-more']];
    expect(work.cycles).toContainEqual(own);
    expect(
      work.cycles.slice(0, 3).filter((spaces) => spaces?.length !== 1 || spaces[0] !== 'id-guides'),
    ).toEqual(expect.arrayContaining(others));
    expect(work.cycles).toContainEqual(['id-api', 'id-help', 'id-more']);
    expect(work.readings).toContainEqual({ spaces: ['id-guides'], most: undefined });
  });

  it('is not overtaken by jobs of the spaces that it has still to come to, however long it takes', async () => {
    const { clock, work, daemon } = aDaemon();
    work.readsAhead([]);
    work.list.push({ id: 'id-more', title: 'More', path: 'more' });
    const all = work.list.map(({ id }) => id);
    work.moved = [...all];
    work.during = async (spaces) => {
      if (spaces !== null) await clock.sleep(2 * interval);
    };

    await daemon.start();
    await clock.advance(interval / 2);
    work.moved = [...all]; // a look in the middle of it sees all of them still
    await clock.advance(4 * interval);
    await stop(daemon, clock);

    expect(work.looks).toBeGreaterThan(2);
    expect(work.cycles.filter((spaces) => spaces?.length === 1)).toEqual([]);
    expect(work.cycles.slice(0, 3)).toEqual([['id-api', 'id-guides'], ['id-help', 'id-more'], null]);
  });

  it('says of all spaces that they are behind when nothing can be looked at', async () => {
    const { clock, work, daemon } = aDaemon();
    work.readsAhead([]);
    await daemon.start();
    await clock.advance(100);
    work.down = serviceDown();
    await clock.advance(12 * interval);
    const { spaces } = await daemon.status();
    await stop(daemon, clock);

    expect(spaces.map(({ state }) => state)).toEqual(['failing', 'failing', 'failing']);
  });

  it('leaves nobody out when one of them fails', async () => {
    const { clock, work, daemon } = aDaemon();
    work.readsAhead([]);
    work.moved = work.list.map(({ id }) => id);
    work.next = { problems: [{ code: 'INCOMPLETE', message: 'It moved each time.', space: 'id-api' }] };

    await daemon.start();
    await clock.advance(100);
    const { spaces } = await daemon.status();
    await stop(daemon, clock);

    expect(work.cycles.slice(0, 3)).toEqual([['id-api', 'id-guides'], ['id-help'], null]);
    expect(spaces.map(({ state }) => state)).toEqual(['good', 'good', 'good']);
  });

  it('tries a space that only a person can mend less and less often, at once when it moved further, and is not ready', async () => {
    const { clock, work, daemon } = aDaemon({ rescanEvery: 1_000 });
    const refused = { code: 'ADDRESS_REFUSED', message: 'not to be asked', space: 'id-api' } as const;
    const [api] = work.list.splice(0);
    let token = 'one';
    work.look = async () => {
      work.looks++;
      return { changed: ['id-api'], tokens: new Map([['id-api', token]]), unseen: [] };
    };
    work.during = async () => {
      work.next = {
        outcome: 'incomplete',
        problems: [refused],
        spaces: [
          {
            ...{ ...api!, revision: '', previousRevision: null, state: 'frozen', pages: 0 },
            ...{ changes: [], changeRequests: [], notes: [] },
          },
        ],
      };
    };
    await daemon.start();
    while (work.looks < 20) await clock.advance(1_000);
    await clock.advance(1_000);
    const tries = work.cycles.length;
    const { ready, reasons } = await daemon.status();
    token = 'two';
    while (work.looks < 21) await clock.advance(1_000);
    await clock.advance(1_000);
    const triesWhenMoved = work.cycles.length;
    await stop(daemon, clock);

    // The whole cycle of the start; then the looks 1, 2, 4, 8 and 16.
    expect(tries).toBe(6);
    expect(triesWhenMoved).toBe(7);
    expect([ready, reasons]).toEqual([false, ['The space api fails: ADDRESS_REFUSED, not to be asked.']]);
  });

  it('leaves a space waiting for a person where a file of it is not sent, and calls nothing a failure', async () => {
    const { clock, work, daemon } = aDaemon();
    const message = 'guides/bad.md is not sent: it is Latin-1 (Windows-1252), not UTF-8';
    const held = { path: 'guides/bad.md', message, hint: 'Save it as UTF-8.' };
    work.next = {
      spaces: work.list.map((space) => ({ ...aSpace, ...space })),
      problems: [{ ...held, code: 'NOT_SENDABLE', cause: 'encoding', space: 'id-guides' }],
    };

    await daemon.start();
    await clock.advance(100);
    const { spaces } = await daemon.status();
    await stop(daemon, clock);

    const states = Object.fromEntries(spaces.map(({ path, state }) => [path, state]));
    expect(states).toEqual({ api: 'good', guides: 'conflict', help: 'good' });
    const guides = spaces.find(({ path }) => path === 'guides');
    expect(guides).toMatchObject({ notSent: [held], problem: { code: 'NOT_SENDABLE', message } });
    expect(guides?.lastGoodAt).not.toBeNull();
  });
});

const aSpace: Omit<SpaceReport, 'id' | 'title' | 'path'> = {
  ...{ revision: 'r1', previousRevision: 'r1', state: 'unchanged', pages: 1 },
  ...{ changes: [], changeRequests: [], notes: [] },
};

describe('the schedule', () => {
  it('begins with a whole cycle, then looks once in each interval, give or take a tenth', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();

    await clock.advance(10 * interval);
    const { looks, cycles } = work;
    await stop(daemon, clock);

    expect(cycles[0]).toBeNull();
    expect(looks).toBeGreaterThanOrEqual(9);
    expect(looks).toBeLessThanOrEqual(11);
  });

  it('runs a cycle for the spaces that moved, and for no other', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);

    work.moved = ['id-guides'];
    await clock.advance(1.2 * interval);
    await stop(daemon, clock);

    expect(work.cycles).toEqual([null, ['id-guides']]);
  });

  it('gives every space a cycle each ten intervals, whatever the hints said', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();

    await clock.advance(25 * interval);
    await stop(daemon, clock);

    expect(work.cycles).toEqual([null, null, null]);
  });

  it('backs off while the service is down and is back within an interval of its return', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);

    work.down = serviceDown();
    await clock.advance(30 * interval);
    const asked = work.looks + work.cycles.length;
    const before = await daemon.status();
    work.down = undefined;
    const down = work.looks;
    await clock.advance(1.1 * interval);
    const after = await daemon.status();
    await stop(daemon, clock);

    expect(asked).toBeLessThan(30 * 6);
    expect(before).toMatchObject({ ready: false, service: { problem: { code: 'NO_ANSWER' } } });
    expect(before.service.failingSince).not.toBeNull();
    expect(work.looks).toBeGreaterThan(down);
    expect(after).toMatchObject({ ready: true, service: { failingSince: null, problem: null } });
  });

  it('hurries the spaces that failed during a break once the service is back', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);
    work.down = serviceDown();
    await clock.advance(12 * interval);
    expect((await daemon.status()).spaces.map(({ state }) => state)).toEqual([
      'failing',
      'failing',
      'failing',
    ]);

    work.down = undefined;
    await clock.advance(1.2 * interval);
    const { spaces } = await daemon.status();
    await stop(daemon, clock);

    expect(spaces.map(({ state, problem }) => [state, problem])).toEqual([
      ['good', null],
      ['good', null],
      ['good', null],
    ]);
  });

  it('tries a space again when its cycle met trouble that passes, and says since when it is behind', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);
    const failedAt = clock.now();

    work.moved = ['id-api'];
    work.next = {
      outcome: 'incomplete',
      problems: [{ code: 'OVERLOADED', message: 'The service is busy.', space: 'id-api' }],
    };
    await daemon.reload(); // an immediate whole cycle
    await clock.advance(10);
    const { spaces } = await daemon.status();
    await clock.advance(interval);
    const later = await daemon.status();
    await stop(daemon, clock);

    expect(spaces[0]).toMatchObject({
      ...{ id: 'id-api', state: 'failing', problem: { code: 'OVERLOADED', message: 'The service is busy.' } },
      since: new Date(failedAt).toISOString(),
    });
    expect(later.spaces[0]).toMatchObject({ state: 'good', problem: null });
  });
});

describe('status', () => {
  it('says what waits for whom, and since when', async () => {
    const { clock, work, daemon } = aDaemon();
    work.next = {
      outcome: 'conflict',
      branch: {
        ...{ name: 'main', state: 'left', from: null, to: null },
        conflicts: [{ path: 'guides/start.md', kind: 'text' }],
      },
      proposals: [
        {
          ...{ branch: 'main', space: 'id-api', path: 'api', state: 'proposed', number: 7 },
          ...{ subject: 'Fix the example', url: 'http://service/cr/7', edits: [], unsaid: [] },
        },
        // An edit in conflict, which is in no change request.
        {
          ...{ branch: 'main', space: 'id-guides', path: 'guides', state: 'conflict', number: null },
          ...{ subject: '', url: null, edits: [], unsaid: [] },
        },
      ],
    };
    const { next: found } = work;
    const startedAt = new Date(clock.now()).toISOString();

    await daemon.start();
    await clock.advance(30_000);
    const status = await daemon.status();
    // Another subject makes no other change request of it.
    const [renamed] = found.proposals!;
    work.next = { ...found, proposals: [{ ...renamed!, subject: 'Better examples' }] };
    work.moved = ['id-api'];
    await clock.advance(2 * interval);
    const later = await daemon.status();
    await stop(daemon, clock);

    expect(later.spaces[0]?.proposals).toMatchObject([{ subject: 'Better examples', since: startedAt }]);
    expect(status.spaces.map(({ path, state, conflicts }) => ({ path, state, conflicts }))).toEqual([
      { path: 'api', state: 'good', conflicts: [] },
      { path: 'guides', state: 'conflict', conflicts: ['guides/start.md'] },
      { path: 'help', state: 'good', conflicts: [] },
    ]);
    expect(status.spaces[1]?.proposals).toEqual([]);
    expect(status.spaces[0]?.proposals).toEqual([
      {
        number: 7,
        subject: 'Fix the example',
        state: 'proposed',
        url: 'http://service/cr/7',
        since: startedAt,
      },
    ]);
    expect(status).toMatchObject({ ready: true, reasons: [], kind: 'daemon', version: '1.2.3' });
  });

  it('is not ready while the token is refused, and says so', async () => {
    const { clock, work, daemon } = aDaemon();
    work.down = new AppError('UNAUTHENTICATED', 'The service refuses the token.', {
      hint: 'Set TIDEMARK_TOKEN.',
    });

    await daemon.start();
    await clock.advance(2 * interval);
    const { ready, reasons } = await daemon.status();
    await stop(daemon, clock);

    expect({ ready, reasons }).toEqual({
      ready: false,
      reasons: ['The first look at the service is not done yet.', 'The service refuses the token.'],
    });
  });
});

describe('reload', () => {
  it('goes on with a valid configuration', async () => {
    const { clock, work, daemon, configure } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);

    configure({ intervalMs: 5_000 });
    await daemon.reload();
    const before = work.looks;
    await clock.advance(interval);
    const { intervalMs } = await daemon.status();
    await stop(daemon, clock);

    expect(intervalMs).toBe(5_000);
    expect(work.looks - before).toBeGreaterThanOrEqual(10);
  });

  it('keeps the old configuration when the new one is not valid, and says so', async () => {
    const { clock, work, daemon, configure, lines } = aDaemon();
    await daemon.start();
    await clock.advance(1_000);

    configure(new AppError('CONFIG_INVALID', 'schedule.interval is not a duration.'));
    await daemon.reload();
    const { configuration } = await daemon.status();
    const before = work.looks;
    await clock.advance(2 * interval);
    await stop(daemon, clock);

    expect(configuration.refused).toBe('schedule.interval is not a duration.');
    expect(work.looks).toBeGreaterThan(before);
    expect(lines.find(({ level }) => level === 'error')).toMatchObject({
      msg: 'the new configuration was refused; the old one stays',
      err: { code: 'CONFIG_INVALID', message: 'schedule.interval is not a duration.' },
    });
  });
});

describe('link health', () => {
  it('is looked at on the schedule, and again only when something came or went', async () => {
    let checks = 0;
    let byRule: Record<string, number> = { page: 2, anchor: 1 };
    const { clock, work, daemon } = aDaemon({
      rescanEvery: 2,
      checkLinks: async () => {
        checks++;
        return byRule;
      },
    });
    await daemon.start();
    expect((await daemon.status()).links).toBeNull();

    await clock.advance(1.5 * interval);
    const first = (await daemon.status()).links;
    await clock.advance(6 * interval);
    const quiet = { checks, links: (await daemon.status()).links };
    byRule = {};
    work.moved = ['guides'];
    work.next = { outcome: 'changed' };
    await clock.advance(4 * interval);
    const mended = (await daemon.status()).links;
    await stop(daemon, clock);

    expect(first).toMatchObject({ broken: 3, byRule: { page: 2, anchor: 1 } });
    expect(quiet.checks).toBe(1);
    expect(quiet.links?.since).toBe(first?.since);
    expect(Date.parse(quiet.links?.checkedAt ?? '')).toBeGreaterThan(Date.parse(first?.checkedAt ?? ''));
    expect(mended).toMatchObject({ broken: 0, byRule: {} });
    expect(checks).toBe(2);
  });
});

describe('stopping', () => {
  it('lets the running cycle end, starts no other, and closes what it opened', async () => {
    let closed = 0;
    const { clock, work, daemon } = aDaemon({ close: async () => void closed++ });
    const ended: string[] = [];
    work.during = async () => {
      await clock.sleep(3_000);
      ended.push('cycle');
    };
    await daemon.start();
    await clock.advance(100);

    await stop(daemon, clock);
    await clock.advance(5 * interval);

    expect(ended).toEqual(['cycle']);
    expect(work.cycles).toHaveLength(1);
    expect(work.looks).toBe(0);
    expect(closed).toBe(1);
  });

  it('begins nothing new when it is asked to stop during a reload', async () => {
    let closed = 0;
    const { clock, work, daemon, configure } = aDaemon({ close: async () => void closed++ });
    work.during = () => clock.sleep(2_000);
    await daemon.start();
    await clock.advance(100);

    configure({ intervalMs: 5_000 });
    const reloaded = daemon.reload();
    await clock.advance(10);
    await stop(daemon, clock);
    await reloaded;

    expect(work.cycles).toHaveLength(1);
    expect(closed).toBe(2);
  });

  it('does not wait long for a cycle while the service gives no answer', async () => {
    const { clock, work, daemon } = aDaemon();
    await daemon.start();
    await clock.advance(100);
    work.during = (_spaces, signal) => clock.sleep(600_000, signal);
    work.moved = ['guides'];
    await clock.advance(interval * 1.2);
    work.down = new AppError('NO_ANSWER', 'nobody there');
    await clock.advance(2 * interval);

    const from = clock.now();
    await stop(daemon, clock);

    expect(clock.now() - from).toBeLessThan(5_000);
  });

  it('waits no longer than two seconds for a service that does not answer, although no look has failed yet', async () => {
    const clock = new ManualClock();
    const service = watchAnswers(
      { send: ({ signal }) => clock.sleep(600_000, signal).then(() => Promise.reject(serviceDown())), close },
      clock,
    );
    const test = aDaemon({ clock, graceMs: 60_000, answers: service });
    test.work.during = async (_spaces, signal) => {
      await service.send({ method: 'GET', url: 'http://service/', headers: {}, signal });
    };
    await test.daemon.start();
    await clock.advance(100);

    const from = clock.now();
    await stop(test.daemon, clock);

    expect(clock.now() - from).toBeLessThan(4_000);
  });

  it('waits no longer than two seconds for a git host that does not answer', async () => {
    const clock = new ManualClock();
    const silent = {
      refs: ({ signal }: { signal?: AbortSignal } = {}) =>
        clock.sleep(600_000, signal).then(() => new Map<string, string>()),
      fetch: () => Promise.resolve(),
      push: () => Promise.resolve([]),
    };
    const { host, answers } = watchHost(silent, clock);
    const gitHost = { url: 'https://git.example.com/docs.git', answers };
    const test = aDaemon({ clock, graceMs: 60_000, gitHost });
    test.work.during = async (_spaces, signal) => {
      await host.refs({ signal });
    };
    await test.daemon.start();
    await clock.advance(100);

    const from = clock.now();
    await stop(test.daemon, clock);

    expect(clock.now() - from).toBeLessThan(4_000);
    expect(test.lines.map(({ msg }) => msg)).toContain(
      'the git host gives no answer: cycles that waited for it were cut',
    );
  });

  it('lets a cycle end that is answered, however long it takes within the grace', async () => {
    const clock = new ManualClock();
    const service = watchAnswers(
      {
        send: () => clock.sleep(500).then(() => ({ status: 200, headers: {}, body: new Uint8Array() })),
        close,
      },
      clock,
    );
    const test = aDaemon({ clock, graceMs: 60_000, answers: service });
    let ended = false;
    test.work.during = async (_spaces, signal) => {
      for (let request = 0; request < 40; request++)
        await service.send({ method: 'GET', url: 'http://service/', headers: {}, signal });
      ended = true;
    };
    await test.daemon.start();
    await clock.advance(100);

    await stop(test.daemon, clock);

    expect(ended).toBe(true);
  });

  it('cuts a cycle that does not end within the grace', async () => {
    const { clock, work, daemon, lines } = aDaemon();
    work.during = (_spaces, signal) => clock.sleep(600_000, signal);
    await daemon.start();
    await clock.advance(100);

    await stop(daemon, clock);

    expect(lines.map(({ msg }) => msg)).toContain('some cycles did not end in time and were cut');
  });
});

/** Stops, moving the clock on so that graces pass. */
async function stop(
  daemon: { stop(): Promise<void> },
  clock: { advance(ms: number): Promise<void> },
): Promise<void> {
  let done = false;
  const stopped = daemon.stop().finally(() => {
    done = true;
  });
  while (!done) {
    await clock.advance(500);
    await realClock.sleep(0);
  }
  await stopped;
}
