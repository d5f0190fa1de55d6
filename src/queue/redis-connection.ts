import { Redis } from 'ioredis';
import { AppError, messageOf } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { redisAddress } from './redis-address.ts';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`; user and password are part of the URL and never of a message. */
  url: string;
  /** How long the first answer may take. */
  connectTimeoutMs?: number;
}

/**
 * How long a server may take a command and stay silent before we give it up: the machine may be gone, and another one may have
 * its address by now. The time is longer than that of BullMQ's longest blocking command.
 */
const silentSocketMs = 30_000;

/** The longest pause between two reports that Redis does not answer. */
const longestReportMs = 60_000;

function redisAt(url: string, connectTimeoutMs: number): Redis {
  return new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null, // BullMQ requires this, and so do we: commands wait until an outage is over
    enableReadyCheck: true,
    connectTimeout: connectTimeoutMs,
    socketTimeout: silentSocketMs,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), 2_000),
  });
}

/**
 * Connects to Redis or Valkey and waits for its first answer. Later outages need no help: commands wait until the server is back.
 * Throws NO_ANSWER when there is no server, CONFIG_INVALID when the URL is invalid.
 */
export async function connectRedis({
  url,
  connectTimeoutMs = 5_000,
}: RedisConnectionOptions): Promise<Redis> {
  const where = redisAddress(url);
  const redis = redisAt(url, connectTimeoutMs);
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
    throw noAnswerError(where, lastError ?? error);
  } finally {
    clearTimeout(gaveUp);
  }
}

export interface WaitForRedisOptions {
  clock: Clock;
  signal: AbortSignal;
  /** Called when there was no answer in time, and again after longer and longer pauses. */
  onSilent(problem: AppError): void;
}

/** A connection that is being made, with a way to wait for it. */
export interface ComingRedis {
  readonly redis: Redis;
  /**
   * Resolves with the first answer, however long that takes; meanwhile, the connection is tried again with back-off. Throws
   * UNAUTHENTICATED when Redis refuses the password.
   */
  answers(options: WaitForRedisOptions): Promise<void>;
}

/** Begins to connect, and returns at once. Throws CONFIG_INVALID when the URL is invalid. */
export function beginRedis({ url, connectTimeoutMs = 5_000 }: RedisConnectionOptions): ComingRedis {
  const where = redisAddress(url);
  const redis = redisAt(url, connectTimeoutMs);
  let lastError: unknown;
  redis.on('error', (error: unknown) => {
    lastError = error;
  });
  redis.connect().catch(() => undefined); // it is tried again, and `answers` reports it
  return {
    redis,
    answers: async ({ clock, signal, onSilent }) => {
      const answer = redis.ping().then(
        () => 'answered' as const,
        (error: unknown) => {
          throw refusal(where, error);
        },
      );
      answer.catch(() => undefined); // it is awaited below, unless somebody ends the waiting
      for (let pauseMs = 2_000; ; pauseMs = Math.min(2 * pauseMs, longestReportMs)) {
        const waited = new AbortController();
        const silent = clock.sleep(pauseMs, AbortSignal.any([signal, waited.signal]));
        try {
          if ((await Promise.race([answer, silent])) === 'answered') return;
        } finally {
          waited.abort();
          silent.catch(() => undefined);
        }
        onSilent(noAnswerError(where, lastError));
      }
    },
  };
}

function noAnswerError(where: string, cause: unknown): AppError {
  return new AppError('NO_ANSWER', `Redis at ${where} does not answer.`, {
    hint: 'Start it, or set queue.url to where it runs (queue.driver: memory needs none).',
    ...(cause === undefined ? {} : { cause }),
    data: { address: where, from: 'Redis' },
  });
}

function refusal(where: string, error: unknown): AppError {
  if (!/^(?:NOAUTH|WRONGPASS|NOPERM)\b/u.test(messageOf(error))) return noAnswerError(where, error);
  return new AppError('UNAUTHENTICATED', `Redis at ${where} refuses the connection: ${messageOf(error)}`, {
    hint: 'Put the user and the password of Redis into queue.url: redis://USER:PASSWORD@HOST:PORT.',
    cause: error,
    data: { address: where, from: 'Redis' },
  });
}
