import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { ManualClock } from '../../src/clock/index.ts';
import { withFetchedPushes, withPushes, watchHost } from '../../src/daemon/index.ts';
import { MemoryRepository, type GitHost, type GitRepository } from '../../src/git/index.ts';
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
