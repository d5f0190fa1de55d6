import { describe, expect, it } from 'vitest';
import { readRateHeaders } from '../../../src/queue/index.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const read = (headers: Record<string, string>) => readRateHeaders(headers, now);

describe('what answers say about limits', () => {
  it('reads the structured fields of the current draft, several policies at once', () => {
    const reading = read({
      ratelimit: '"burst";r=50;t=30, "daily";r=999;t=40000;pk=:cHsdsRa894==:',
      'ratelimit-policy': '"burst";q=100;w=60,"daily";q=1000;w=86400;qu="requests";pk=:cHsdsRa894==:',
    });

    expect(reading.quotas).toEqual([
      { name: 'burst', limit: 100, remaining: 50, resetMs: 30_000, windowMs: 60_000 },
      { name: 'daily', limit: 1000, remaining: 999, resetMs: 3_600_000, windowMs: 86_400_000 },
    ]);
  });

  it('leaves out quotas that do not count requests', () => {
    const reading = read({
      ratelimit: '"bytes";r=5;t=1',
      'ratelimit-policy': '"bytes";q=9;qu="content-bytes"',
    });

    expect(reading.quotas).toEqual([]);
  });

  it('reads the fields of draft 7', () => {
    const reading = read({ ratelimit: 'limit=100, remaining=50, reset=5', 'ratelimit-policy': '100;w=60' });

    expect(reading.quotas).toEqual([
      { name: 'default', limit: 100, remaining: 50, resetMs: 5_000, windowMs: 60_000 },
    ]);
  });

  it('reads the three fields of the older drafts, with the window in the limit', () => {
    const reading = read({
      'ratelimit-limit': '100, 100;w=60, 5000;w=3600',
      'ratelimit-remaining': '7',
      'ratelimit-reset': '12',
    });

    expect(reading.quotas).toEqual([
      { name: 'default', limit: 100, remaining: 7, resetMs: 12_000, windowMs: 60_000 },
    ]);
  });

  it.each([
    ['seconds from now', '90', 90_000],
    ['epoch seconds', String(now / 1_000 + 90), 90_000],
    ['epoch milliseconds', String(now + 90_000), 90_000],
    ['an HTTP date', new Date(now + 90_000).toUTCString(), 90_000],
    ['a time that is over', String(now / 1_000 - 90), 0],
    ['nonsense', 'soon', null],
    ['an absurd time', '999999', 3_600_000],
  ])('reads X-RateLimit-Reset as %s', (_name, reset, resetMs) => {
    const reading = read({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset,
    });

    expect(reading.quotas).toEqual([{ name: 'default', limit: 60, remaining: 0, resetMs, windowMs: null }]);
  });

  it('measures times by the clock of the service when that tells its own', () => {
    const serverNow = now - 400_000_000;
    const reading = read({
      date: new Date(serverNow).toUTCString(),
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': String(serverNow / 1_000 + 20),
      'retry-after': new Date(serverNow + 20_000).toUTCString(),
    });

    expect(reading).toEqual({
      quotas: [{ name: 'default', limit: null, remaining: 3, resetMs: 20_000, windowMs: null }],
      retryAfterMs: 20_000,
    });
  });

  it.each([
    ['30', 30_000],
    ['1.5', 1_500],
    ['0', 1_000],
    ['1000000000', 900_000],
    [new Date(now + 5_000).toUTCString(), 5_000],
    [new Date(now - 5_000).toUTCString(), 1_000],
    ['-1', null],
    ['NaN', null],
    ['', null],
    ['later', null],
  ])('reads Retry-After %j as %j ms', (value, expected) => {
    expect(read({ 'retry-after': value }).retryAfterMs).toBe(expected);
  });

  it.each([
    '"default";r=50;t=30 "x"',
    '"default',
    '"default";r=-1;t=3',
    '"default";r=abc',
    'limit=100, reset=5',
    ';;;',
    ',,',
    '(a b);r=1',
  ])('ignores the malformed field %j', (ratelimit) => {
    expect(read({ ratelimit }).quotas).toEqual([]);
  });

  it('takes the first dialect when an answer speaks several', () => {
    const reading = read({
      ratelimit: '"default";r=5;t=1',
      'x-ratelimit-remaining': '4',
      'x-ratelimit-reset': '2',
    });

    expect(reading.quotas.map((quota) => quota.remaining)).toEqual([5]);
  });
});
