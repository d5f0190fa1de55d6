import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { Random } from '../../src/clock/index.ts';
import { defaultRetry, retryDelayMs } from '../../src/queue/index.ts';

const drawing = (number: number): Random => ({
  number: () => number,
  bytes: (count) => new Uint8Array(count),
});
const almostAll = drawing(0.9999);
const busy = new AppError('OVERLOADED', 'busy');
const policy = { attempts: 100, baseMs: 1_000, capMs: 60_000 };

const asking = (retryAfterMs: unknown): AppError =>
  new AppError('RATE_LIMITED', 'slow down', { data: { retryAfterMs } });

describe('the wait after a failed attempt', () => {
  it('is drawn below a ceiling that doubles with each attempt, up to its highest', () => {
    const waits = [1, 2, 3, 6, 7, 50].map((attempt) => retryDelayMs(busy, attempt, policy, almostAll));

    expect(waits).toEqual([999, 1_999, 3_999, 31_996, 59_994, 59_994]);
    expect(retryDelayMs(busy, 5, policy, drawing(0))).toBe(0);
  });

  it('stays a number after ever so many attempts', () => {
    const patient = { attempts: 10_000, baseMs: 1, capMs: Infinity };

    expect(retryDelayMs(busy, 5_000, patient, almostAll)).toBeLessThan(2 ** 30);
  });

  it('ends with the last attempt: the fifth, where nothing else is said', () => {
    expect(retryDelayMs(busy, 4, defaultRetry, almostAll)).toBe(7_999);
    expect(retryDelayMs(busy, 5, defaultRetry, almostAll)).toBeNull();
    expect(retryDelayMs(busy, 6, defaultRetry, almostAll)).toBeNull();
  });

  it('is none where a person is needed, and some for an error of unknown kind', () => {
    expect(retryDelayMs(new AppError('UNAUTHENTICATED', 'refused'), 1, policy, almostAll)).toBeNull();
    expect(retryDelayMs(new Error('who knows'), 1, policy, almostAll)).toBe(999);
    expect(retryDelayMs(undefined, 1, policy, almostAll)).toBe(999);
  });

  it.each([
    [5_000, 5_000],
    [10, 999],
    [3_600_000, 900_000],
    [Infinity, 900_000],
    [0, 999],
    [-5, 999],
    [NaN, 999],
    ['5000', 999],
    [undefined, 999],
  ])('is at least what the error asks for, and a quarter of an hour at most: %s', (asked, waitMs) => {
    expect(retryDelayMs(asking(asked), 1, policy, almostAll)).toBe(waitMs);
  });
});
