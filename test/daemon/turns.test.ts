import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { createRedisTurns, type Turns } from '../../src/daemon/index.ts';
import { openRedis } from '../../src/queue/index.ts';
import { redisBinary, RedisServer } from '../queue/redis-server.ts';

const signal = new AbortController().signal;

describe.skipIf(redisBinary() === undefined)('the turns of a fleet, on a real Redis', () => {
  let server: RedisServer;
  let redis: Redis;
  const turns = (name: string): Turns =>
    createRedisTurns({ redis, clock: realClock, random: realRandom, name });

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = await openRedis({ url: server.url });
  });
  afterAll(async () => {
    redis.disconnect();
    await server.remove();
  });

  it('belong to one worker at a time, and the others wait until the turn ends', async () => {
    const told: string[] = [];
    const end = await turns('a').take(signal);
    const taken = turns('b')
      .take(signal)
      .then((ended) => (told.push('b has the turn'), ended));
    const free = turns('c')
      .free(signal)
      .then(() => void told.push('c may begin'));
    await turns('a').free(signal);
    await realClock.sleep(250);
    told.push('a ends');
    await end();
    await (
      await taken
    )();
    await free;

    expect(told[0]).toBe('a ends');
    expect(told.toSorted()).toEqual(['a ends', 'b has the turn', 'c may begin']);
  });

  it('end by themselves when their worker is gone', async () => {
    await turns('gone').take(signal);

    const left = await redis.pttl('tidemark:turn');
    await redis.del('tidemark:turn');

    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(10_000);
  });

  it('leave a turn alone that another worker has taken meanwhile', async () => {
    const end = await turns('late').take(signal);
    await redis.set('tidemark:turn', 'next');

    await end();

    expect(await redis.get('tidemark:turn')).toBe('next');
    await redis.del('tidemark:turn');
  });

  it('stop nobody while Redis says nothing', async () => {
    server.freeze(true);
    try {
      await turns('a').free(signal);
      const end = await turns('b').take(signal);
      await end();
    } finally {
      server.freeze(false);
    }
    expect(await redis.ping()).toBe('PONG');
    await redis.del('tidemark:turn');
  });

  it('are not waited for by a worker that ends', async () => {
    const end = await turns('a').take(signal);

    const ending = turns('b').free(AbortSignal.timeout(100));

    await expect(ending).rejects.toThrow();
    await end();
  });
});
