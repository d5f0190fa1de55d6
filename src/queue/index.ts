export { createMemoryQueue } from './memory.ts';
export type { MemoryQueueOptions } from './memory.ts';
export { priorities } from './port.ts';
export type {
  CloseResult,
  EnqueueResult,
  JobQueue,
  JobRun,
  NewJob,
  Priority,
  QueueCounts,
  QueueEvent,
  RetryPolicy,
  Work,
} from './port.ts';
export { defaultRetry, retryDelayMs } from './retry.ts';
export { openRedisQueue } from './open-redis.ts';
export type { OpenRedisQueue, OpenRedisQueueOptions } from './open-redis.ts';
export { redisAddress } from './redis-address.ts';
