import { Redis } from 'ioredis';
import { AppError } from '../base/index.ts';
import { redisAddress } from './redis-address.ts';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`; user and password go into the URL and never into a message. */
  url: string;
  /** How long the first answer may take. */
  connectTimeoutMs?: number;
}

/**
 * Connects to Redis or Valkey and waits for its first answer. Later breaks heal by themselves: commands wait until the
 * server is back. Throws NO_ANSWER when there is no server, CONFIG_INVALID when the URL is none.
 */
export async function connectRedis({
  url,
  connectTimeoutMs = 5_000,
}: RedisConnectionOptions): Promise<Redis> {
  const where = redisAddress(url);
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null, // BullMQ's condition, and ours: a break is waited out
    enableReadyCheck: true,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), 2_000),
  });
  let lastError: unknown;
  redis.on('error', (error: unknown) => {
    lastError = error;
  });
  const gaveUp = setTimeout(() => redis.disconnect(), connectTimeoutMs);
  try {
    await redis.connect();
    await redis.ping();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new AppError('NO_ANSWER', `Redis at ${where} does not answer.`, {
      hint: 'Start it, or set queue.url to where it runs (queue.driver: memory needs none).',
      cause: lastError ?? error,
      data: { address: where },
    });
  } finally {
    clearTimeout(gaveUp);
  }
}
