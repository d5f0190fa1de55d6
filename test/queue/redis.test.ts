import { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { openRedis, openRedisQueue, type JobQueue } from '../../src/queue/index.ts';
import { connectRedis } from '../../src/queue/redis-connection.ts';
import { createRedisQueue } from '../../src/queue/redis.ts';
import { Gate, describeQueue, until } from './queue-contract.ts';
import { RedisServer, redisBinary } from './redis-server.ts';

if (redisBinary() === undefined) {
  describe.skip('redis: left out, because there is no redis-server or valkey-server on the PATH', () => {
    it('needs one of them');
  });
} else {
  let server: RedisServer;
  let redis: Redis;
  let names = 0;

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = await connectRedis({ url: server.url });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.remove();
  });
  const base = () => ({ redis, clock: realClock, random: realRandom });

  describeQueue('redis', (setup) => {
    return Promise.resolve(createRedisQueue({ ...base(), name: `contract-${names++}`, ...setup }));
  });

  describe('redis: many workers', () => {
    it('runs one job of a key at a time over all workers', async () => {
      const name = `shared-${names++}`;
      const running = new Map<string, number>();
      let clashes = 0;
      let runs = 0;
      const work = async ({ key }: { key: string }): Promise<void> => {
        const before = running.get(key) ?? 0;
        if (before > 0) clashes++;
        running.set(key, before + 1);
        await realClock.sleep(3);
        running.set(key, (running.get(key) ?? 1) - 1);
        runs++;
      };
      const workers = [0, 1, 2].map(() =>
        createRedisQueue<string>({ ...base(), name, work, concurrency: 4 }),
      );

      const worker = (index: number) => workers[index % 3] as JobQueue<string>; // there are three
      await Promise.all(
        Array.from({ length: 120 }, (_, index) =>
          worker(index).enqueue({ key: `space ${index % 6}`, data: String(index) }),
        ),
      );
      await worker(0).idle();
      await Promise.all(workers.map((one) => one.close()));

      expect(clashes).toBe(0);
      expect(runs).toBeGreaterThanOrEqual(6);
    });

    it('lets one worker cancel what another one runs', async () => {
      const name = `cancel-${names++}`;
      const gate = new Gate();
      const one = createRedisQueue<string>({
        ...base(),
        name,
        work: ({ signal }) => {
          gate.open();
          return realClock.sleep(600_000, signal);
        },
      });
      const other = createRedisQueue<string>({ ...base(), name });

      await other.enqueue({ key: 'a', data: '' });
      await gate.opened;
      const cancelled = await other.cancel('a');
      await other.idle();
      await Promise.all([one.close(), other.close()]);

      expect(cancelled).toBe(true);
    });

    it('leaves the jobs of a closing worker to the others, at once', async () => {
      const name = `handover-${names++}`;
      const gate = new Gate();
      const first = createRedisQueue<string>({
        ...base(),
        name,
        work: ({ signal }) => {
          gate.open();
          return realClock.sleep(600_000, signal);
        },
      });
      await first.enqueue({ key: 'a', data: 'kept' });
      await gate.opened;
      const closed = await first.close({ graceMs: 10 });
      const seen: string[] = [];
      const second = createRedisQueue<string>({
        ...base(),
        name,
        work: async ({ data }) => void seen.push(data),
      });
      await until(() => seen.length === 1);
      await second.close();

      expect(closed).toBe('cut');
      expect(seen).toEqual(['kept']);
    });

    it('takes no job back that it gives up itself, at whatever moment', async () => {
      const ends: unknown[] = [];
      // Without the rule, every second worker starts its job again.
      for (let turn = 0; turn < 16; turn++) {
        const name = `giving-up-${names++}`;
        let starts = 0;
        const queue = createRedisQueue<string>({
          ...base(),
          name,
          work: async ({ signal }) => {
            starts++;
            await realClock.sleep(600_000, signal);
          },
        });
        await queue.enqueue({ key: 'a', data: '' });
        await until(() => starts === 1);
        const giveUp = new AbortController();
        const closing = queue.close({ graceMs: 600_000, giveUp: giveUp.signal });
        giveUp.abort();
        const result = await closing;
        const others = createRedisQueue<string>({ ...base(), name });
        ends.push({ result, starts, ...(await others.counts()) });
        await others.close();
      }

      expect(ends).toEqual(
        ends.map(() => ({ result: 'cut', starts: 1, waiting: 1, delayed: 0, running: 0 })),
      );
    });

    it('ends while Redis says nothing and a job runs, without asking it again and again', async () => {
      const own = await RedisServer.start();
      const connection = await openRedis({ url: own.url });
      let starts = 0;
      const queue = await openRedisQueue<string>({
        ...{ redis: connection, name: 'silent', clock: realClock, random: realRandom },
        work: async ({ signal }) => {
          starts++;
          await realClock.sleep(600_000, signal);
        },
      });
      let asked = 0;
      const moveToFailed = vi.spyOn(Job.prototype, 'moveToFailed').mockImplementation(() => {
        asked++;
        // A loop without a pause would let nobody end this test.
        return Promise.reject(new Error(asked > 100 ? 'asked again and again' : 'Connection is closed.'));
      });

      await queue.enqueue({ key: 'a', data: '' });
      await until(() => starts === 1);
      own.freeze(true);
      const closed = await queue.close({ graceMs: 0 });
      connection.disconnect();
      await own.remove(); // what still waited for an answer learns that its connection is closed
      await realClock.sleep(100);
      moveToFailed.mockRestore();

      expect(closed).toBe('cut');
      expect(asked).toBeLessThan(10);
    });

    it('goes on after Redis was away, with the jobs that waited', async () => {
      const seen: string[] = [];
      const own = await RedisServer.start();
      const connection = await openRedis({ url: own.url });
      const queue = await openRedisQueue<string>({
        redis: connection,
        name: 'restart',
        clock: realClock,
        random: realRandom,
        work: async ({ key }) => void seen.push(key),
      });

      await queue.enqueue({ key: 'later', data: '', delayMs: 1_500 });
      await own.down('SIGKILL');
      await own.up();
      await until(() => seen.includes('later'));
      await queue.enqueue({ key: 'after', data: '' });
      await until(() => seen.includes('after'));
      await queue.close();
      connection.disconnect();
      await own.remove();

      expect(seen.toSorted()).toEqual(['after', 'later']);
    });

    it('works when Redis goes away before its connections are ready', async () => {
      const seen: string[] = [];
      const own = await RedisServer.start();
      const connection = await openRedis({ url: own.url });
      own.freeze(true);
      const queue = await openRedisQueue<string>({
        redis: connection,
        name: 'early',
        clock: realClock,
        random: realRandom,
        work: async ({ key }) => void seen.push(key),
      });
      // The connections are accepted, and nobody answers their first question.
      await realClock.sleep(100);
      await own.down('SIGKILL');
      await own.up();

      await queue.enqueue({ key: 'a', data: '' });
      await until(() => seen.includes('a'));
      expect(seen).toEqual(['a']);
      await queue.close();
      connection.disconnect();
      await own.remove();
    });

    it('cancels what it runs itself, and nothing of another queue', async () => {
      const ends: string[] = [];
      const gates = [new Gate(), new Gate()];
      const queues = gates.map((gate, at) =>
        createRedisQueue<string>({
          ...base(),
          name: `apart-${names++}`,
          work: async ({ signal }) => {
            gate.open();
            await realClock.sleep(200, signal).catch(() => ends.push(`cancelled ${at}`));
          },
        }),
      );
      for (const queue of queues) await queue.enqueue({ key: 'a', data: '' });
      await Promise.all(gates.map((gate) => gate.opened));

      await queues[0]!.cancel('a');
      await Promise.all(queues.map((queue) => queue.idle()));
      await Promise.all(queues.map((queue) => queue.close()));

      expect(ends).toEqual(['cancelled 0']);
    });

    it('keeps nothing of a job that failed for good', async () => {
      const name = `failed-${names++}`;
      const queue = createRedisQueue<string>({
        ...{ ...base(), name, retry: { attempts: 1, baseMs: 1, capMs: 1 } },
        work: async () => {
          throw new Error('no');
        },
      });
      await queue.enqueue({ key: 'a', data: '' });
      await queue.idle();
      await queue.close();

      expect(await redis.exists(`tidemark:${name}:failed`)).toBe(0);
    });

    it('says where it looked when there is no Redis', async () => {
      const gone = await RedisServer.start();
      await gone.remove();

      const failure = await connectRedis({ url: gone.url, connectTimeoutMs: 300 }).catch(
        (error: unknown) => error,
      );

      expect(failure).toMatchObject({
        code: 'NO_ANSWER',
        message: `Redis at 127.0.0.1:${gone.port} does not answer.`,
      });
    });
  });
}
