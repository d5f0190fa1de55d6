import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError, packageRoot } from '../../src/base/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { watchAnswers } from '../../src/daemon/index.ts';
import type { DaemonStatus } from '../../src/daemon/index.ts';
import { durationText } from '../../src/daemon/duration.ts';
import { readinessTimes } from '../../src/daemon/status.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/port.ts';
import { createRateBudgets } from '../../src/queue/index.ts';
import { aDaemon, type DaemonUnderTest } from './support.ts';

const interval = 60_000;
const answer = (status: number): HttpResponse => ({ status, headers: {}, body: new Uint8Array() });

/** A daemon whose looks ask a service that answers as `service.send` says. */
async function watched(parts: Parameters<typeof aDaemon>[0] = {}): Promise<
  DaemonUnderTest & {
    service: { send: (request: HttpRequest) => Promise<HttpResponse> };
    reasons(): Promise<readonly string[]>;
  }
> {
  const clock = new ManualClock();
  const service = { send: (_: HttpRequest) => Promise.resolve(answer(200)) };
  const answers = watchAnswers(
    { send: (request) => service.send(request), close: () => Promise.resolve() },
    clock,
  );
  const test = aDaemon({ clock, answers, ...parts });
  const look = test.work.look.bind(test.work);
  test.work.look = async ({ signal }) => {
    const request = { method: 'GET', url: 'http://service/', headers: {}, signal } as const;
    const { status } = await answers.send(request);
    if (status !== 200) throw new AppError('REMOTE_FAILED', `The service answered ${status}.`);
    return look({ signal });
  };
  onTestFinished(async () => {
    const stopped = test.daemon.stop();
    await clock.advance(interval);
    await stopped;
  });
  await test.daemon.start();
  await clock.advance(2 * interval);
  return { ...test, service, reasons: async () => (await test.daemon.status()).reasons };
}

const noAnswer = (): Promise<HttpResponse> =>
  Promise.reject(new AppError('NO_ANSWER', 'http://service did not answer: connection refused'));
const untilGivenUp = ({ signal }: HttpRequest): Promise<HttpResponse> =>
  new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'given up'))),
  );
const said = ({ lines }: DaemonUnderTest, words: string): number =>
  lines.filter(({ msg }) => String(msg).includes(words)).length;

describe('readiness', () => {
  it('takes the times that the handbook names', () => {
    const { grace, silence } = readinessTimes;
    const page = readFileSync(join(packageRoot(), 'docs/guide/day/operator.md'), 'utf8');

    expect(page).toContain(
      `${grace.share} of \`schedule.interval\`, at least ${durationText(grace.leastMs)} and at most ${durationText(grace.mostMs)} |`,
    );
    expect(page).toContain(
      `after ${silence.intervals} intervals, and at least ${durationText(silence.leastMs)} |`,
    );
  });

  it.each([
    ['with the first look that sees the spaces, while a large one is still read', false, []],
    ['not with a look that sees none of them', true, ['The first look at the service is not done yet.']],
  ])('begins %s', async (_, isUnseen, reasons) => {
    const { clock, work, daemon } = aDaemon();
    work.readsAhead([]);
    const ids = work.list.map(({ id }) => id);
    work.look = async () => ({
      changed: isUnseen ? [] : ids,
      unseen: isUnseen ? ids.map((id) => ({ id, reason: new AppError('FORBIDDEN', 'No.') })) : [],
    });
    work.during = (_spaces, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    onTestFinished(async () => {
      const stopped = daemon.stop();
      await clock.advance(interval);
      await stopped;
    });

    await daemon.start();
    await clock.advance(1_000);

    expect(work.cycles).toHaveLength(1);
    const { ready, reasons: told } = await daemon.status();
    expect([ready, told]).toEqual([reasons.length === 0, reasons]);
  });

  it.each([
    ['refuses connections', noAnswer, /NO_ANSWER, http:\/\/service did not answer: connection refused\.$/],
    ['answers 503', () => Promise.resolve(answer(503)), /REMOTE_FAILED, it answered 503\.$/],
    ['hangs', untilGivenUp, /it is silent\.$/],
  ])('follows within two intervals when the service %s, with the cause', async (_, send, cause) => {
    const test = await watched();
    expect(await test.reasons()).toEqual([]);

    test.service.send = send;
    await test.clock.advance(2 * interval);

    expect(await test.reasons()).toEqual([expect.stringMatching(cause)]);
  });

  it('tells an outage once in the log, and its end once', async () => {
    const test = await watched();
    test.service.send = noAnswer;
    await test.clock.advance(10 * interval);
    test.service.send = () => Promise.resolve(answer(200));
    await test.clock.advance(2 * interval);

    expect(said(test, 'gives no good answer')).toBe(1);
    expect(said(test, 'gives good answers again')).toBe(1);
    expect(await test.reasons()).toEqual([]);
  });

  it('tells each of several outages within minutes, and each end, in one line each', async () => {
    const test = await watched();
    for (let outage = 0; outage < 3; outage++) {
      test.service.send = noAnswer;
      test.work.down = new AppError('NO_ANSWER', 'http://service did not answer');
      await test.clock.advance(2 * interval);
      test.service.send = () => Promise.resolve(answer(200));
      test.work.down = undefined;
      await test.clock.advance(2 * interval);
    }

    const turns = test.lines.flatMap(({ turn }) => (turn === undefined ? [] : [turn]));
    expect(turns).toEqual(['bad', 'good', 'bad', 'good', 'bad', 'good']);
    expect(said(test, 'gives no good answer')).toBe(3);
    expect(said(test, 'gives good answers again')).toBe(3);
  });

  it('tells each time that looks fail although the service answers, and each end', async () => {
    const test = await watched();
    for (let time = 0; time < 2; time++) {
      test.work.down = new AppError('STATE_NEWER', 'a newer version wrote the state');
      await test.clock.advance(2 * interval);
      test.work.down = undefined;
      await test.clock.advance(2 * interval);
    }

    expect(said(test, 'looks at the spaces fail: a newer version wrote the state')).toBe(2);
    expect(said(test, 'looks at the spaces succeed again')).toBe(2);
  });

  it('outlasts a rate limit of some minutes', async () => {
    const test = await watched();
    test.service.send = () => Promise.resolve(answer(429));
    await test.clock.advance(3 * interval);

    expect(await test.reasons()).toEqual([]);
    expect(said(test, 'gives no good answer')).toBe(0);
  });

  it('ends when all spaces fail, though the service answers, and names why', async () => {
    const test = await watched();
    test.work.during = () => Promise.reject(new AppError('FORBIDDEN', 'the token may not read'));
    test.work.moved = test.work.list.map(({ id }) => id);
    await test.clock.advance(2 * interval);

    expect(await test.reasons()).toEqual(['All 3 spaces fail: FORBIDDEN, the token may not read.']);
  });

  it('ends when looks fail although the service answers, and does not blame the service', async () => {
    const test = await watched();
    test.work.down = new AppError('STATE_NEWER', 'a newer version wrote the state');
    await test.clock.advance(2 * interval);
    const reasons = await test.reasons();
    test.work.down = undefined;
    await test.clock.advance(2 * interval);

    expect(reasons).toEqual([
      'The last look at the spaces failed: STATE_NEWER, a newer version wrote the state.',
    ]);
    expect(await test.reasons()).toEqual([]);
  });

  it.each([
    ['its repository is broken', new AppError('REPOSITORY_INVALID', 'it is cut short'), 1],
    ['it met a bug of its own', new TypeError('undefined is not a function'), 1],
    ['the right to a list was lost', new AppError('FORBIDDEN', 'the token may not read'), 1],
    [
      'its Redis is away',
      new AppError('NO_ANSWER', 'Redis does not answer.', { data: { from: 'Redis' } }),
      1,
    ],
    ['the service refuses its token', new AppError('UNAUTHENTICATED', 'the token is not valid'), 0],
    ['the answer is no answer', new AppError('ANSWER_INVALID', 'the answer is no JSON'), 0],
  ])('has the metric of the service follow the service alone when %s', async (_, down, up) => {
    const test = await watched();
    test.work.down = down;
    await test.clock.advance(2 * interval);
    const metrics = await test.daemon.metrics();
    test.work.down = undefined;
    await test.clock.advance(2 * interval);

    expect(metrics).toContain('tidemark_looks_total{result="failed"}');
    expect(metrics).not.toContain('tidemark_looks_total{result="failed"} 0');
    expect(metrics).toContain(`tidemark_service_up ${up}\n`);
    expect(await test.daemon.metrics()).toContain('tidemark_service_up 1\n');
    expect(said(test, 'looks at the spaces fail: ')).toBe(1);
    expect(said(test, 'looks at the spaces succeed again')).toBe(1);
  });

  it('ends when the disk is full, although only one space had something to write, and comes back with room', async () => {
    const test = await watched();
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    test.work.during = () => Promise.reject(full);
    test.work.moved = ['id-guides'];
    await test.clock.advance(2 * interval);
    const reasons = await test.reasons();
    test.work.during = () => Promise.resolve();
    test.work.moved = ['id-guides'];
    await test.clock.advance(2 * interval);

    expect(reasons).toEqual([
      'The space guides fails: DISK_FULL, the disk is full: ENOSPC: no space left on device, write.',
    ]);
    expect(await test.reasons()).toEqual([]);
  });

  it('is told within a second when Redis does not answer', async () => {
    const budgets = createRateBudgets({ clock: new ManualClock(), random: seededRandom(1) });
    const test = await watched({
      budgets: { ...budgets, snapshots: () => new Promise(() => undefined) },
    });
    let status: DaemonStatus | undefined;
    void test.daemon.status().then((given) => (status = given));
    await test.clock.advance(1_000);

    expect(status?.reasons).toEqual(['Redis does not answer.']);
  });
});

describe('a quiet space', () => {
  it('is in step as of the last look that saw nothing new of it', async () => {
    const test = await watched();
    const goodAt = async (): Promise<number> =>
      Date.parse((await test.daemon.status()).spaces[0]?.lastGoodAt ?? '');
    const before = await goodAt();
    await test.clock.advance(5 * interval);
    const after = await goodAt();
    test.service.send = noAnswer;
    await test.clock.advance(2 * interval);

    expect(after - before).toBeGreaterThanOrEqual(4 * interval);
    expect(await goodAt()).toBe(after);
  });
});
