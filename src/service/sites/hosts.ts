import type { Store } from '../store/index.ts';

/** Whether this host name belongs to one of the sites: as its own, or as that of the proxy in front of it. */
export function isHostOfSite(store: Store, name: string): boolean {
  return (
    store.get(
      `SELECT 1 FROM sites
       WHERE hostname = ?1 OR lower(substr(proxy, 1, length(?1) + 1)) = ?1 || '/' LIMIT 1`,
      { 1: name },
    ) !== undefined
  );
}
