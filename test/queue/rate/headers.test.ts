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
    [' 30 ', 30_000],
    ['1.5', 1_500],
    ['1.25', 1_250],
    ['0', 1_000],
    ['1000000000', 900_000],
    [new Date(now + 5_000).toUTCString(), 5_000],
    [new Date(now - 5_000).toUTCString(), 1_000],
    ['Sat, 21 Nov 2026 12:00:05 +0000', 5_000],
    ['-1', null],
    ['NaN', null],
    ['1.x', null],
    ['5 s', null],
    ['in 5', null],
    [`${new Date(now + 5_000).toUTCString()} or so`, null],
    [`(then) ${new Date(now + 5_000).toUTCString()}`, null],
    ['Sat 21 Nov 2026 12:00:05 GMT', 5_000],
    ['Sat, 21 Nov 2026 12:00:5 GMT', null],
    ['Sat, 21 Nov 2026 2:00:05 GMT', null],
    ['', null],
    ['later', null],
  ])('reads Retry-After %j as %j ms', (value, expected) => {
    expect(read({ 'retry-after': value }).retryAfterMs).toBe(expected);
  });

  it.each([
    '"default";r=50;t=30 "x"',
    '"default";r=50;t=30, ?',
    '- "default";r=50',
    '"default" r=50',
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

  it('reads a list with space before its commas', () => {
    const { quotas } = read({ ratelimit: '"a";r=5 , "b";r=6' });
    expect(quotas.map(({ name, remaining }) => [name, remaining])).toEqual([
      ['a', 5],
      ['b', 6],
    ]);
  });

  it.each([
    ['a token as name', 'd*.a:b/c-1;r=5', 'd*.a:b/c-1'],
    ['space around names and parameters', '  "d"  ;  r=5  ', 'd'],
    ['a quoted name with a quotation mark and a backslash', '"a\\"b\\\\c";r=5', 'a\\"b\\\\c'],
    ['parameters without a value', '"d";partitioned;r=5', 'd'],
    ['a quoted value with a quotation mark', '"d";note="say \\"no\\"";r=5', 'd'],
    ['bytes as a value', '"d";pk=:cHsd+/=:;r=5', 'd'],
    ['a quoted number', '"d";r="5"', 'd'],
  ])('reads a structured field with %s', (_title, ratelimit, name) => {
    expect(read({ ratelimit }).quotas).toEqual([
      { name, limit: null, remaining: 5, resetMs: null, windowMs: null },
    ]);
  });

  it('takes no empty name where a field of draft 7 names nothing', () => {
    expect(read({ ratelimit: '=1, remaining, limit=2, remaining=5=6' }).quotas).toMatchObject([
      { limit: 2, remaining: 5 },
    ]);
  });

  it.each(['ratelimit', 'x-ratelimit', 'x-rate-limit'])('reads the three fields of %s', (prefix) => {
    const reading = read({
      [`${prefix}-limit`]: ' 60 ; w=30, 60;w=10, 60;comment',
      [`${prefix}-remaining`]: ' 5 ',
      [`${prefix}-reset`]: ' 7 ',
    });

    expect(reading.quotas).toEqual([
      { name: 'default', limit: 60, remaining: 5, resetMs: 7_000, windowMs: 30_000 },
    ]);
  });

  it.each([
    ['of another limit', '1000;w=3600', null],
    ['of this limit, whatever stands before it', '1000;w=3600, 100;comment;w=60', 60_000],
    ['that is no number', '100;w=day', null],
    ['of no length', '100;w=0', null],
    ['that is not told', '100;burst=60', null],
  ])('knows the window %s', (_title, policy, windowMs) => {
    const reading = read({ ratelimit: 'limit=100, remaining=50, reset=5', 'ratelimit-policy': policy });

    expect(reading.quotas).toMatchObject([{ limit: 100, windowMs }]);
  });

  it('knows no reset where none is told', () => {
    expect(read({ ratelimit: 'limit=100, remaining=50' }).quotas).toMatchObject([{ resetMs: null }]);
    expect(read({ 'x-ratelimit-remaining': '50' }).quotas).toMatchObject([{ resetMs: null }]);
  });

  it.each(['5x', 'x5', '5.5', '-5', '1234567890123456'])('reads no number of requests in %j', (remaining) => {
    expect(read({ 'x-ratelimit-remaining': remaining }).quotas).toEqual([]);
  });

  it.each(['5x', 'x5', '5.', '.5', '-5'])('reads no time in %j', (reset) => {
    expect(read({ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': reset }).quotas).toMatchObject([
      { resetMs: null },
    ]);
  });

  it('reads a part of a second', () => {
    expect(read({ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1.25' }).quotas).toMatchObject([
      { resetMs: 1_250 },
    ]);
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
