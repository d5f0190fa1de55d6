import type { Redis } from 'ioredis';
import type { JobQueue } from './port.ts';
import type { ComingRedis, RedisConnectionOptions } from './redis-connection.ts';
import type { RedisQueueOptions } from './redis.ts';

/* The client and BullMQ are loaded here and not with `index.ts`: loading them takes longer than most commands run. */

/**
 * Connects to the Redis that the queue and the budgets share; close the connection with `disconnect()`. Throws NO_ANSWER when
 * there is no Redis.
 */
export async function openRedis(options: RedisConnectionOptions): Promise<Redis> {
  const { connectRedis } = await import('./redis-connection.ts');
  return connectRedis(options);
}

/** Does the same without waiting for an answer, for a caller that goes on when Redis answers later. */
export async function openRedisSoon(options: RedisConnectionOptions): Promise<ComingRedis> {
  const { beginRedis } = await import('./redis-connection.ts');
  return beginRedis(options);
}

/** Makes the shared queue on an open connection, which the caller closes. */
export async function openRedisQueue<Data>(options: RedisQueueOptions<Data>): Promise<JobQueue<Data>> {
  const { createRedisQueue } = await import('./redis.ts');
  return createRedisQueue(options);
}
