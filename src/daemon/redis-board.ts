import type { Redis } from 'ioredis';
import type { FleetBoard } from './fleet.ts';

const general = 'tidemark:fleet';
const spacesKey = 'tidemark:fleet:spaces';
const workersKey = 'tidemark:fleet:workers';

/** What nobody writes for this long is forgotten. */
const forgottenAfterMs = 7 * 24 * 60 * 60_000;

/** The board of a fleet, in its Redis. */
export function createRedisBoard(redis: Redis): FleetBoard {
  return {
    write: async ({ spaces = {}, onlySpaces, sight, workers = {} }) => {
      const changes = redis.multi();
      const texts = Object.entries(spaces).flat();
      const gone = onlySpaces === undefined ? [] : await otherKeys(redis, onlySpaces);
      if (gone.length > 0) changes.hdel(spacesKey, ...gone);
      if (texts.length > 0) changes.hset(spacesKey, ...texts);
      if (texts.length > 0 || gone.length > 0) changes.hincrby(general, 'version', 1);
      if (sight !== undefined) changes.hset(general, 'sight', sight);
      for (const [name, text] of Object.entries(workers))
        if (text === null) changes.hdel(workersKey, name);
        else changes.hset(workersKey, name, text);
      for (const key of [general, spacesKey, workersKey]) changes.pexpire(key, forgottenAfterMs);
      await changes.exec();
    },
    read: async (known) => {
      const [[version, sight], workers] = await Promise.all([
        redis.hmget(general, 'version', 'sight'),
        redis.hgetall(workersKey),
      ]);
      const current = version ?? '0';
      return {
        version: current,
        sight: sight ?? null,
        workers,
        spaces: current === known ? null : await redis.hgetall(spacesKey),
      };
    },
  };
}

async function otherKeys(redis: Redis, kept: readonly string[]): Promise<string[]> {
  const known = new Set(kept);
  return (await redis.hkeys(spacesKey)).filter((id) => !known.has(id));
}
