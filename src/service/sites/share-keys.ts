import { randomBase62 } from '../base62.ts';
import type { Context, Service } from '../context.ts';

const keyLength = 24;

/** Gives a site that is behind share links its first key, unless the site has an active one. */
export function ensureShareKey(
  { store, random, now }: Pick<Service, 'store' | 'random'> & Pick<Context, 'now'>,
  site: string,
): string {
  const known = activeShareKey({ store }, site);
  if (known !== undefined) return known;
  const key = randomBase62(random, keyLength);
  store.run('INSERT INTO site_share_keys (key, site, created_at) VALUES (?, ?, ?)', key, site, now);
  return key;
}

/** The oldest key that opens a site. For those who edit the site, since they hand the key out. */
export function activeShareKey({ store }: Pick<Context, 'store'>, site: string): string | undefined {
  return store.get<{ key: string }>(
    'SELECT key FROM site_share_keys WHERE site = ? AND active = 1 ORDER BY created_at, key LIMIT 1',
    site,
  )?.key;
}
