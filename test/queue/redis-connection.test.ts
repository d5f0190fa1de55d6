import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../src/base/index.ts';
import { ManualClock, realClock } from '../../src/clock/index.ts';
import { openRedis, openRedisSoon, type ComingRedis } from '../../src/queue/index.ts';
import { until } from './queue-contract.ts';
import { RedisServer, redisBinary } from './redis-server.ts';

/** Programs that listen where Redis should: each answers every connection as a test says. */
const listening: Server[] = [];
const coming: ComingRedis[] = [];
const sockets = new Set<Socket>();

async function listen(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  });
  server.listen(0, '127.0.0.1');
  listening.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function soon(url: string): Promise<ComingRedis> {
  const made = await openRedisSoon({ url, connectTimeoutMs: 300 });
  coming.push(made);
  return made;
}

afterEach(async () => {
  for (const { redis } of coming.splice(0)) redis.disconnect();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(listening.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const addressOf = (url: string): string => url.replace('redis://', '');
const silent = (): void => undefined;

describe('a Redis that does not answer', () => {
  it('is given up after the time that a caller gives it, and told with the way out', async () => {
    const url = await listen(silent);
    const failure = await openRedis({ url, connectTimeoutMs: 100 }).catch((error: unknown) => error);

    expect(failure).toMatchObject({
      code: 'NO_ANSWER',
      message: `Redis at ${addressOf(url)} does not answer.`,
      hint: 'Start it, or set queue.url to where it runs (queue.driver: memory needs none).',
      data: { address: addressOf(url), from: 'Redis' },
    });
  });

  it('is told after two seconds, and then after pauses that double up to a minute', async () => {
    const clock = new ManualClock();
    const redis = await soon(await listen(silent));
    const times: number[] = [];
    const work = new AbortController();
    const answers = redis
      .answers({ clock, signal: work.signal, onSilent: () => times.push(clock.monotonic() / 1_000) })
      .catch((error: unknown) => error);
    await clock.advance(250_000);
    work.abort(new Error('given up'));

    expect(times).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
    expect(await answers).toEqual(new Error('given up'));
    expect(clock.waiting).toBe(0);
  });

  it('is told with its last error as the cause', async () => {
    const url = await listen((socket) => socket.destroy());
    const clock = new ManualClock();
    const { redis, answers } = await soon(url);
    let errors = 0;
    redis.on('error', () => errors++);
    redis.on('close', () => errors++);
    const problems: AppError[] = [];
    const work = new AbortController();
    void answers({ clock, signal: work.signal, onSilent: (problem) => problems.push(problem) }).catch(silent);
    await until(() => errors > 0);
    await clock.advance(2_000);
    work.abort();

    expect(problems).toMatchObject([
      { code: 'NO_ANSWER', message: `Redis at ${addressOf(url)} does not answer.` },
    ]);
  });

  it('is tried again after pauses that double up to two seconds', async () => {
    const { redis } = await soon(await listen(silent));
    const pauses = [1, 2, 3, 5, 6, 100].map((times) => redis.options.retryStrategy?.(times));
    expect(pauses).toEqual([100, 200, 400, 1_600, 2_000, 2_000]);
  });

  it('is refused before any connection where its address is none', async () => {
    await expect(openRedisSoon({ url: 'http://redis.test' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    await expect(openRedis({ url: 'http://redis.test' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

if (redisBinary() === undefined) {
  describe.skip('redis: left out, because there is no redis-server or valkey-server on the PATH', () => {
    it('needs one of them');
  });
} else {
  describe('a Redis that answers', () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await RedisServer.start();
    });
    afterAll(() => server.remove());

    it('is told of at once, and nobody hears of silence', async () => {
      const { answers } = await soon(server.url);
      let silences = 0;
      const clock = new ManualClock();
      await answers({ clock, signal: new AbortController().signal, onSilent: () => silences++ });

      expect(silences).toBe(0);
      expect(clock.waiting).toBe(0);
    });

    it('is waited for until it is up', async () => {
      const own = await RedisServer.start();
      await own.down('SIGKILL');
      const { answers } = await soon(own.url);
      let answered = false;
      const clock = new ManualClock();
      const problems: AppError[] = [];
      const waiting = answers({
        ...{ clock, signal: new AbortController().signal },
        onSilent: (problem) => problems.push(problem),
      }).then(() => (answered = true));
      await realClock.sleep(50);
      await clock.advance(2_000);
      const before = answered;
      await own.up();
      await waiting;
      await own.remove();

      expect(before).toBe(false);
      expect(problems).toMatchObject([{ code: 'NO_ANSWER', cause: { code: 'ECONNREFUSED' } }]);
    });

    it('and refuses the password is told as such, without the password', async () => {
      const url = server.url.replace('redis://', 'redis://somebody:secret@');
      const { answers } = await soon(url);
      const failure = await answers({
        ...{ clock: new ManualClock(), signal: new AbortController().signal },
        onSilent: () => undefined,
      }).catch((error: unknown) => error as AppError);

      expect(failure).toMatchObject({
        code: 'UNAUTHENTICATED',
        hint: 'Put the user and the password of Redis into queue.url: redis://USER:PASSWORD@HOST:PORT.',
        data: { address: addressOf(server.url), from: 'Redis' },
      });
      expect((failure as AppError).message).toMatch(
        new RegExp(`^Redis at ${addressOf(server.url)} refuses the connection: WRONGPASS `, 'u'),
      );
      expect(JSON.stringify(failure)).not.toContain('secret');
    });
  });
}
