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
export { defaultRetry, defaultTakeOverMs, retryDelayMs } from './retry.ts';
export { openRedis, openRedisQueue, openRedisSoon } from './open-redis.ts';
export type { ComingRedis, RedisConnectionOptions, WaitForRedisOptions } from './redis-connection.ts';
export type { RedisQueueOptions } from './redis.ts';
export { redisAddress } from './redis-address.ts';
export { currentFlow, runInFlow } from './flow.ts';
export type { Flow, FlowTrace } from './flow.ts';
export { startGracePeriod } from './grace.ts';
export { limitTransport } from './limited-transport.ts';
export type { LimitedTransportOptions } from './limited-transport.ts';
export { createRateBudget } from './rate/budget.ts';
export type { RateBudgetOptions } from './rate/budget.ts';
export { createRateBudgets } from './rate/budgets.ts';
export type { RateBudgets, RateBudgetsOptions } from './rate/budgets.ts';
export { readRateHeaders } from './rate/headers.ts';
export type { Headers, QuotaReading, RateReading } from './rate/headers.ts';
export type {
  BudgetRequest,
  BudgetSnapshot,
  BudgetWait,
  Permit,
  RateBudget,
  RequestOutcome,
} from './rate/port.ts';
