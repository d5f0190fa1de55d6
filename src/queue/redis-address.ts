import { AppError } from '../base/index.ts';

/** Host, port and database of a Redis URL, safe for messages and logs. */
export function redisAddress(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (protocol !== 'redis:' && protocol !== 'rediss:') throw new TypeError(protocol);
    return `${host}${pathname === '/' ? '' : pathname}`;
  } catch (cause) {
    throw new AppError('CONFIG_INVALID', 'The address of Redis is not a redis:// or rediss:// URL.', {
      hint: 'Write it as redis://host:6379/0.',
      cause,
    });
  }
}
