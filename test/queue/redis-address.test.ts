import { describe, expect, it } from 'vitest';
import { redisAddress } from '../../src/queue/index.ts';

describe('the address of Redis in messages', () => {
  it.each([
    ['redis://127.0.0.1:6379', '127.0.0.1:6379'],
    ['redis://me:secret@redis.test:6380/', 'redis.test:6380'],
    ['rediss://redis.test/2', 'redis.test/2'],
  ])('has no user and no password: %s', (url, address) => {
    expect(redisAddress(url)).toBe(address);
  });

  it.each(['http://redis.test', 'redis.test:6379', '', 'redis'])('refuses %j', (url) => {
    expect(() => redisAddress(url)).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: 'The address of Redis is not a redis:// or rediss:// URL.',
        hint: 'Write it as redis://host:6379/0.',
      }) as Error,
    );
  });
});
