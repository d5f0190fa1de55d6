import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { withFetchedPushes, withPushes, watchHost } from '../../src/daemon/index.ts';
import { MemoryRepository, type GitHost, type GitRepository } from '../../src/git/index.ts';
import type { Problem } from '../../src/sync/index.ts';
import { aDaemon, FakeWork, threeSpaces } from './support.ts';

const interval = 60_000;
const signal = new AbortController().signal;
const tip = (digit: string): string => digit.repeat(40);

/** A host that shows one branch, or fails. */
function aHost(): GitHost & { tip: string | null; down: AppError | null; asked: number } {
  return {
    ...{ tip: null, down: null, asked: 0 },
    async refs() {
      this.asked++;
      if (this.down) throw this.down;
      return new Map(this.tip === null ? [] : [['refs/heads/main', this.tip]]);
    },
    fetch: () => Promise.resolve(),
    push: () => Promise.resolve([]),
  };
}

/** A repository whose branch is at `at`, and that knows nothing else. */
const branchAt = (at: string | null): GitRepository =>
  ({ resolveRef: () => Promise.resolve(at) }) as Partial<GitRepository> as GitRepository;

describe('a push to the git host', () => {
  it('is seen by the next look, which asks the host once, and gives every space a cycle', async () => {
    const host = aHost();
    host.tip = tip('a');
    const { clock, work, daemon } = aDaemon({});
    const looks = work.look.bind(work);
    const seen = withPushes(new FakeWork([]), { git: branchAt(tip('a')), branch: 'main', host });
    work.look = async (options) => ({ ...(await seen.look(options)), ...(await looks(options)) });
    await daemon.start();
    await clock.advance(3.5 * interval);
    const quiet = { cycles: work.cycles.length, asked: host.asked - work.looks };

    host.tip = tip('b');
    await clock.advance(1.2 * interval);
    const afterPush = work.cycles.length;
    await clock.advance(3 * interval);
    const later = work.cycles.length;
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(quiet).toEqual({ cycles: 1, asked: 0 });
    expect([afterPush, later]).toEqual([2, 2]);
  });

  it('hinders no look when the host gives no answer', async () => {
    const host = aHost();
    host.down = new AppError('NO_ANSWER', 'nobody there');
    const work = withPushes(new FakeWork(threeSpaces()), { git: branchAt(null), branch: 'main', host });

    expect(await work.look({ signal })).toEqual({ changed: [], unseen: [], hostFailure: host.down });
  });

  it('is looked for again when a webhook tells of it and the host fails once', async () => {
    const host = aHost();
    host.tip = tip('a');
    const hooks = [{ name: 'git', secret: 'known', from: 'gitlab' as const }];
    const { clock, work, daemon } = aDaemon({
      ...{ intervalMs: 60 * interval, hooks, http: { host: '127.0.0.1', port: 0 } },
    });
    const looks = work.look.bind(work);
    const seen = withPushes(new FakeWork([]), { git: branchAt(tip('a')), branch: 'main', host });
    work.look = async (options) => ({ ...(await looks(options)), ...(await seen.look(options)) });
    await daemon.start();
    await clock.advance(interval);

    host.tip = tip('b');
    host.down = new AppError('NO_ANSWER', 'The git host: the connection was reset');
    const headers = { 'content-type': 'application/json', 'x-gitlab-token': 'known' };
    await fetch(`${daemon.url}/hooks/git`, { method: 'POST', headers, body: '{"ref":"refs/heads/main"}' });
    await clock.advance(0);
    const whileDown = work.cycles.length;
    host.down = null;
    await clock.advance(0.5 * interval);
    const afterwards = work.cycles.length;
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect([whileDown, afterwards]).toEqual([1, 2]);
  });

  it('gives only those spaces a cycle whose folders it touches, where the look has fetched it', async () => {
    const git = new MemoryRepository();
    const commits: string[] = [];
    for (const text of ['mirrored', 'one', 'two']) {
      const oid = await git.write((writer) => {
        const file = (content: string): string => {
          const oid = writer.addBlob(Buffer.from(content));
          return writer.addTree([{ name: 'a.md', mode: '100644', oid }]);
        };
        const tree = writer.addTree([
          { name: 'api', mode: '040000', oid: file('the same') },
          { name: 'guides', mode: '040000', oid: file(text) },
        ]);
        const who = { name: 'a', email: 'a@b', at: 0 };
        return writer.addCommit({ tree, parents: [], author: who, committer: who, message: text });
      });
      commits.push(oid);
    }
    const [mirrored = '', before = '', after = ''] = commits;
    await git.updateRefs([{ ref: 'refs/heads/main', expected: null, next: after }]);
    const work = withFetchedPushes(new FakeWork(threeSpaces()), { git, branch: 'main' });

    const [first, again, unknown] = [
      await work.look({ signal, branch: before }),
      await work.look({ signal, branch: after }),
      await work.look({ signal, branch: null }),
    ];

    expect(first).toMatchObject({ branch: after, pushed: 'all' });
    expect(again).toEqual({ changed: [], unseen: [] });
    expect(unknown).toMatchObject({ pushed: 'all' }); // the mirror is not there either
    await git.updateRefs([{ ref: 'refs/remotes/docs/main', expected: null, next: mirrored }]);
    expect(await work.look({ signal, branch: null })).toMatchObject({ pushed: ['id-guides'] });
    await git.updateRefs([{ ref: 'refs/remotes/docs/main', expected: mirrored, next: after }]);
    expect(await work.look({ signal, branch: before })).toMatchObject({ pushed: [] });
  });
});

describe('a git host that fails', () => {
  async function watched(
    failure: AppError,
  ): Promise<{ reasons: string[]; metrics: string; lines: unknown[] }> {
    const clock = new ManualClock();
    const inner = aHost();
    const { host, answers } = watchHost(inner, clock);
    const test = aDaemon({ clock, gitHost: { url: 'https://git.example.com/docs.git', answers } });
    const look = test.work.look.bind(test.work);
    test.work.look = async (options) => {
      await host.refs(options).catch(() => undefined);
      return look(options);
    };
    await test.daemon.start();
    await clock.advance(1.2 * interval);
    inner.down = failure;
    await clock.advance(2 * interval);
    const { reasons, gitHost } = await test.daemon.status();
    inner.down = null;
    await clock.advance(1.2 * interval);
    const after = await test.daemon.status();
    const stopped = test.daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(gitHost?.problem).toMatchObject({ code: failure.code });
    expect(after).toMatchObject({ ready: true, gitHost: { problem: null, failingSince: null } });
    return { reasons, metrics: '', lines: test.lines };
  }

  for (const failure of [
    new AppError(
      'NO_ANSWER',
      'GET https://git.example.com/docs.git/info/refs got no answer: DNS does not know the name git.example.com',
    ),
    new AppError(
      'UNAUTHENTICATED',
      'The git host https://git.example.com/docs.git refused: it wants a valid token',
    ),
  ])
    it(`makes the daemon not ready within two intervals, with the cause: ${failure.code}`, async () => {
      const { reasons, lines } = await watched(failure);

      expect(reasons).toEqual([
        expect.stringMatching(
          new RegExp(`^The git host has given no good answer since \\S+: ${failure.code}, The git host.*`),
        ),
      ]);
      const told = lines
        .map((line) => (line as { msg: string }).msg)
        .filter((msg) => msg.startsWith('the git host'));
      expect(told).toEqual([
        expect.stringContaining('the git host gives no good answer: '),
        'the git host gives good answers again',
      ]);
    });

  it('for pushes alone is down until it takes one, and this is told once, with what does not work', async () => {
    const clock = new ManualClock();
    const inner = aHost();
    let refused: AppError | null = new AppError('FORBIDDEN', 'The git host takes no push of this token');
    inner.push = async () => {
      if (refused !== null) throw refused;
      return [];
    };
    const { host, answers } = watchHost(inner, clock);
    const test = aDaemon({ clock, gitHost: { url: 'https://git.example.com/docs.git', answers } });
    const update = { ref: 'refs/heads/main', expected: null, next: tip('b') } as const;
    const look = test.work.look.bind(test.work);
    test.work.look = async (options) => {
      await host.refs(options);
      await host.push(new MemoryRepository(), [update]).catch(() => undefined);
      await host.refs(options);
      return look(options);
    };
    await test.daemon.start();
    await clock.advance(5 * interval);
    const down = await test.daemon.status();
    const before = await test.daemon.metrics();
    refused = null;
    await clock.advance(1.2 * interval);
    const up = await test.daemon.status();
    const after = await test.daemon.metrics();
    const stopped = test.daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(down.reasons).toEqual([
      expect.stringMatching(
        /^The git host has given no good answer since \S+: FORBIDDEN, pushes fail: The git/u,
      ),
    ]);
    expect(before).toMatch(/^tidemark_git_host_up 0$/mu);
    expect(up).toMatchObject({ ready: true, gitHost: { problem: null } });
    expect(after).toMatch(/^tidemark_git_host_up 1$/mu);
    const told = test.lines.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('the git host'));
    expect(told).toEqual([
      'the git host gives no good answer: pushes fail: The git host takes no push of this token',
      'the git host gives good answers again',
    ]);
  });

  it('for both ways is up again with its first good answer, and what a push shows counts anew', async () => {
    const clock = new ManualClock();
    const inner = aHost();
    const push = inner.push.bind(inner);
    const down = new AppError('NO_ANSWER', 'nobody there');
    const { host, answers } = watchHost(inner, clock);
    const told: unknown[] = [];
    answers.onTurn((problem) => told.push(problem?.message ?? 'good'));
    const update = { ref: 'refs/heads/main', expected: null, next: tip('b') } as const;
    const pushes = async (): Promise<unknown> =>
      host.push(new MemoryRepository(), [update]).catch(() => null);
    inner.push = () => Promise.reject(down);
    inner.down = down;
    await pushes();
    await host.refs().catch(() => undefined);
    inner.down = null;
    await host.refs();
    expect([answers.problem(), answers.stalledMs()]).toEqual([null, 0]);
    await pushes();
    await host.refs();
    expect(answers.problem()?.message).toBe('pushes fail: The git host: nobody there');
    inner.push = push;
    await pushes();

    expect(told).toEqual([
      ...['pushes fail: The git host: nobody there', 'good'],
      ...['pushes fail: The git host: nobody there', 'good'],
    ]);
  });

  it('says nothing of the service', async () => {
    const clock = new ManualClock();
    const inner = aHost();
    inner.down = new AppError('NO_ANSWER', 'nobody there');
    const { host } = watchHost(inner, clock);
    const { work, daemon } = aDaemon({ clock });
    await daemon.start();
    await clock.advance(100);
    work.look = async (options) => {
      await host.refs(options);
      return { changed: [], unseen: [] };
    };

    await clock.advance(3 * interval);
    const { service } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(service).toMatchObject({ failingSince: null, problem: null });
  });

  it('fails the cycles and the spaces, counts each cycle once, and leaves the service as up as it is', async () => {
    const { clock, work, daemon, lines } = aDaemon({});
    await daemon.start();
    await clock.advance(1.2 * interval);
    const failure: Problem = {
      code: 'REMOTE_FAILED',
      message: 'The git host answered 503',
      from: 'git host',
    };
    const cycle = work.cycle.bind(work);
    work.cycle = async (options) => {
      const summary = await cycle(options);
      return { ...summary, outcome: 'incomplete', problems: [failure] };
    };
    const [before] = (await daemon.status()).spaces;
    const run = work.cycles.length;
    work.moved = ['id-api'];
    await clock.advance(4 * interval);
    const { service, spaces } = await daemon.status();
    const metrics = await daemon.metrics();
    const cycles = work.cycles.length - run;
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    const metric = (line: string): number => Number(metrics.split(`\n${line} `)[1]?.split('\n')[0]);
    const said = lines.map(({ msg }) => String(msg));
    expect(service).toMatchObject({ failingSince: null, problem: null });
    expect(metric('tidemark_service_up')).toBe(1);
    expect(said.filter((msg) => msg.includes('the service'))).toEqual([]);
    expect(spaces.map(({ state }) => state)).toEqual(['failing', 'good', 'good']);
    expect(spaces[0]?.problem?.message).toBe(failure.message);
    expect(spaces[0]?.lastGoodAt).toBe(before?.lastGoodAt);
    // The queue tries a job five times.
    expect(cycles).toBe(5);
    expect(metric('tidemark_sync_runs_total{result="incomplete"}')).toBe(5);
    expect(metric('tidemark_sync_runs_total{result="error"}')).toBe(0);
    expect(metric('tidemark_errors_total{space="",code="REMOTE_FAILED"}')).toBe(5);
  });

  it('that takes no push makes the daemon not ready although it answers, and the spaces are tried less and less often', async () => {
    const { clock, work, daemon } = aDaemon({});
    const refused: Problem = {
      ...{ code: 'PUSH_REFUSED', message: 'The git host refused refs/heads/main: it is protected' },
      from: 'git host',
    };
    const cycle = work.cycle.bind(work);
    work.cycle = async (options) => {
      const summary = await cycle(options);
      return { ...summary, outcome: 'incomplete', problems: [refused] };
    };
    await daemon.start();
    await clock.advance(2 * interval);
    const { ready, reasons, spaces } = await daemon.status();
    const soon = work.cycles.length;
    await clock.advance(20 * interval);
    const later = work.cycles.length;
    work.cycle = cycle;
    await clock.advance(10 * interval);
    const mended = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect([ready, reasons]).toEqual([false, [`All 3 spaces fail: PUSH_REFUSED, ${refused.message}.`]]);
    expect(spaces.map(({ lastGoodAt }) => lastGoodAt)).toEqual([null, null, null]);
    // Each space is tried after 1, 2, 4 and 8 looks, and all of them once in ten intervals.
    expect(later - soon).toBeGreaterThan(6);
    expect(later - soon).toBeLessThan(20);
    expect(mended.ready).toBe(true);
  });

  it('whose branch went another way leaves the mirror in step, and the spaces waiting for a person', async () => {
    const { clock, work, daemon } = aDaemon({});
    const diverged: Problem = {
      ...{ code: 'EDIT_CONFLICT', message: 'refs/heads/main has gone different ways here and there' },
      from: 'git host',
    };
    work.next = { outcome: 'incomplete', problems: [diverged] };
    await daemon.start();
    await clock.advance(1.2 * interval);
    const { ready, spaces } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(ready).toBe(true);
    expect(spaces.map(({ state, problem }) => [state, problem?.message])).toEqual(
      threeSpaces().map(() => ['conflict', diverged.message]),
    );
    expect(spaces.every(({ lastGoodAt }) => lastGoodAt !== null)).toBe(true);
  });

  it('that takes no push from a worker makes the worker not ready although the mirror has no space yet', async () => {
    const { clock, work, daemon } = aDaemon({ kind: 'worker' });
    const ids = work.list.splice(0).map(({ id }) => id);
    work.look = () => {
      work.looks++;
      return Promise.resolve({ changed: ids, unseen: [] });
    };
    work.during = () =>
      Promise.reject(new AppError('PUSH_REFUSED', 'it is protected', { data: { from: 'git host' } }));
    await daemon.start();
    await clock.advance(2 * interval);
    const { reasons, service } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(reasons).toEqual(['All 3 spaces fail: PUSH_REFUSED, it is protected.']);
    expect(service.problem).toBeNull();
  });

  it('may take long to send what is large, and is asked nothing by a push of nothing', async () => {
    const clock = new ManualClock();
    const inner = aHost();
    inner.fetch = () => clock.sleep(600_000);
    const { host, answers } = watchHost(inner, clock);
    const git = branchAt(null);

    const fetched = host.fetch(git, [tip('a')]);
    await clock.advance(300_000);
    const meanwhile = answers.stalledMs();
    await clock.advance(300_000);
    await fetched;

    expect([meanwhile, answers.stalledMs()]).toEqual([0, 0]);
  });
});
