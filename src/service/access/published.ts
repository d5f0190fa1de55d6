import { createHash, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/index.ts';

/**
 * The sites among `sites` that anybody may visit: published sites that are public or unlisted, and those behind a share link when
 * `shareKey` is one of their active keys. Sites behind `visitor-auth` are for visitors with their own JWT, not for tokens.
 */
export function sitesShownTo(
  { store }: { store: Store },
  sites: readonly string[],
  shareKey: string | undefined,
): Set<string> {
  const shown = new Set<string>();
  for (const id of sites) {
    const site = store.get<{ visibility: string; published: number }>(
      'SELECT visibility, published FROM sites WHERE id = ?',
      id,
    );
    if (site === undefined || site.published !== 1) continue;
    if (site.visibility === 'public' || site.visibility === 'unlisted') shown.add(id);
    else if (site.visibility === 'share-link' && shareKey !== undefined && opensSite(store, id, shareKey))
      shown.add(id);
  }
  return shown;
}

/** Says whether `key` is an active share key of the site. The check takes the same time whatever the key is. */
export function opensSite(store: Store, site: string, key: string): boolean {
  let opens = false;
  for (const row of store.all<{ key: string }>(
    'SELECT key FROM site_share_keys WHERE site = ? AND active = 1',
    site,
  )) {
    if (timingSafeEqual(digest(row.key), digest(key))) opens = true;
  }
  return opens;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
