import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Redis } from 'ioredis';
import { realClock, realRandom } from '../../../src/clock/index.ts';
import { createRateBudgets } from '../../../src/queue/index.ts';
import { connectRedis } from '../../../src/queue/redis-connection.ts';
import { RedisServer, redisBinary } from '../redis-server.ts';

if (redisBinary() === undefined) {
  describe.skip('shared budget: left out, because there is no redis-server or valkey-server on the PATH', () => {
    it('needs one of them');
  });
} else {
  describe('a budget that processes share through Redis', () => {
    let server: RedisServer;
    let redis: Redis;
    beforeAll(async () => {
      server = await RedisServer.start();
      redis = await connectRedis({ url: server.url });
    });
    afterAll(async () => {
      redis.disconnect();
      await server.remove();
    });
    const worker = () => createRateBudgets({ clock: realClock, random: realRandom, redis });

    it('keeps five workers together under one limit, without a refusal', async () => {
      const windowMs = 2_000;
      const limit = 100;
      const startedAt = realClock.monotonic();
      const windows = new Map<number, number>();
      let refused = 0;
      const service = async (): Promise<{ status: number; headers: Record<string, string> }> => {
        await realClock.sleep(3);
        const since = realClock.monotonic() - startedAt;
        const window = Math.floor(since / windowMs);
        const used = windows.get(window) ?? 0;
        if (used >= limit) refused++;
        else windows.set(window, used + 1);
        const reset = Math.ceil(((window + 1) * windowMs - since) / 1_000);
        const left = Math.max(0, limit - used - 1);
        return {
          status: used >= limit ? 429 : 200,
          headers: { ratelimit: `"d";r=${left};t=${reset}`, 'ratelimit-policy': `"d";q=${limit};w=2` },
        };
      };
      let stopped = false;
      const workers = Array.from({ length: 5 }, worker);
      const loads = workers.flatMap((budgets) =>
        Array.from({ length: 4 }, async () => {
          while (!stopped) {
            const permit = await budgets.of('http://service', 'token').acquire();
            permit.release({ kind: 'answer', ...(await service()) });
          }
        }),
      );

      await realClock.sleep(5 * windowMs);
      stopped = true;
      await Promise.all(loads);
      for (const budgets of workers) budgets.close();

      expect(refused).toBe(0);
      const whole = [1, 2, 3].map((window) => windows.get(window) ?? 0);
      expect(whole.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(0.8 * 3 * limit);
    });

    it('tells every worker what one of them was told', async () => {
      const [one, other] = [worker(), worker()];
      const permit = await one.of('http://other', 'token').acquire();
      permit.release({ kind: 'answer', status: 429, headers: { 'retry-after': '600' } });
      await realClock.sleep(50);

      const [snapshot] = await (async () => {
        other.of('http://other', 'token');
        return other.snapshots();
      })();
      one.close();
      other.close();

      expect(snapshot).toMatchObject({
        origin: 'http://other',
        closedBecause: 'refused',
        totals: { refused: 1 },
      });
      expect(snapshot?.closedForMs).toBeGreaterThan(590_000);
    });
  });
}
