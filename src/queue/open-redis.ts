import type { Redis } from 'ioredis';
import type { JobQueue } from './port.ts';
import type { ComingRedis, RedisConnectionOptions } from './redis-connection.ts';
import type { RedisQueueOptions } from './redis.ts';

/*
 * The client and BullMQ are loaded here and not with the door: they take longer to load than most commands take to run.
 */

/**
 * Connects to the Redis that queue and budgets share; end it with `disconnect()`. Throws NO_ANSWER when there is none.
 */
export async function openRedis(options: RedisConnectionOptions): Promise<Redis> {
  const { connectRedis } = await import('./redis-connection.ts');
  return connectRedis(options);
}

/** The same without waiting for an answer: for who goes on when Redis comes later. */
export async function openRedisSoon(options: RedisConnectionOptions): Promise<ComingRedis> {
  const { beginRedis } = await import('./redis-connection.ts');
  return beginRedis(options);
}

/** Makes the shared queue on an open connection, which stays the caller's. */
export async function openRedisQueue<Data>(options: RedisQueueOptions<Data>): Promise<JobQueue<Data>> {
  const { createRedisQueue } = await import('./redis.ts');
  return createRedisQueue(options);
}
