import type { Redis } from 'ioredis';
import type { JobQueue } from './port.ts';
import type { RedisConnectionOptions } from './redis-connection.ts';
import type { RedisQueueOptions } from './redis.ts';

export type OpenRedisQueueOptions<Data> = RedisConnectionOptions & Omit<RedisQueueOptions<Data>, 'redis'>;

export interface OpenRedisQueue<Data> {
  queue: JobQueue<Data>;
  /** For the shared rate budget; end it with `disconnect()` after the queue is closed. */
  redis: Redis;
}

/**
 * Connects and makes the shared queue. The client and BullMQ are loaded here and not with the door: they take longer to
 * load than most commands take to run.
 */
export async function openRedisQueue<Data>(
  options: OpenRedisQueueOptions<Data>,
): Promise<OpenRedisQueue<Data>> {
  const [{ connectRedis }, { createRedisQueue }] = await Promise.all([
    import('./redis-connection.ts'),
    import('./redis.ts'),
  ]);
  const redis = await connectRedis(options);
  return { queue: createRedisQueue({ ...options, redis }), redis };
}
