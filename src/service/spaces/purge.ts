import type { Service } from '../context.ts';
import { removeFromSites } from '../site-rows/leave.ts';
import { restorableMs } from './space.ts';

/**
 * Removes the spaces that were deleted more than 7 days ago, with everything that belongs to them, and then the content that nothing refers
 * to any more. Returns how many spaces it removed.
 */
export function removeExpiredSpaces({ store }: Pick<Service, 'store'>, nowMs: number): number {
  const before = new Date(nowMs - restorableMs).toISOString();
  return store.transaction(() => {
    const spaces = store.all<{ id: string }>(
      'SELECT id FROM spaces WHERE deleted_at IS NOT NULL AND deleted_at <= ?',
      before,
    );
    for (const { id } of spaces) {
      removeFromSites({ store }, id);
      store.run('DELETE FROM change_requests WHERE space = ?', id);
      store.run("DELETE FROM grants WHERE kind = 'space' AND content = ?", id);
      store.run('DELETE FROM spaces WHERE id = ?', id);
    }
    if (spaces.length > 0) collectGarbage({ store });
    return spaces.length;
  });
}

/** Removes trees, texts and bytes that no revision reaches. */
function collectGarbage({ store }: Pick<Service, 'store'>): void {
  // Walks, in the database itself, from every revision's roots down the children that nodes name.
  store.run('CREATE TEMP TABLE IF NOT EXISTS reached (hash TEXT PRIMARY KEY) STRICT');
  store.run('DELETE FROM temp.reached');
  store.run(`
    WITH RECURSIVE live(hash) AS (
      SELECT root FROM revisions UNION SELECT files FROM revisions UNION SELECT reusable FROM revisions
      UNION
      SELECT child.value FROM live JOIN nodes ON nodes.hash = live.hash, json_each(nodes.json, '$.pages') AS child
    )
    INSERT INTO temp.reached SELECT hash FROM live`);
  store.run('DELETE FROM nodes WHERE hash NOT IN (SELECT hash FROM temp.reached)');
  store.run(`
    DELETE FROM documents WHERE hash NOT IN (
      SELECT json_extract(json, '$.document') FROM nodes WHERE json_extract(json, '$.document') IS NOT NULL
      UNION SELECT json_extract(item.value, '$.document') FROM nodes, json_each(nodes.json, '$.items') AS item
        WHERE json_extract(item.value, '$.document') IS NOT NULL
      UNION SELECT document FROM undecided)`);
  store.run(`
    DELETE FROM blobs WHERE hash NOT IN (
      SELECT json_extract(item.value, '$.blob') FROM nodes, json_each(nodes.json, '$.items') AS item
      WHERE json_extract(item.value, '$.blob') IS NOT NULL)`);
  store.run('DELETE FROM temp.reached');
}
