import { describe, expect, it } from 'vitest';
import { ContentTable } from '../../src/sync/state/table.ts';
import { shardOf } from '../../src/sync/state/names.ts';
import type { ContentRecord } from '../../src/sync/state/records.ts';

const record = (path: string): ContentRecord => ({ path, mark: path, oid: '0'.repeat(40) });

/** Two ids whose records are in one file. */
function neighbours(): [string, string] {
  const first = 'page0';
  for (let n = 1; ; n++)
    if (shardOf(`page/page${n}`) === shardOf(`page/${first}`)) return [first, `page${n}`];
}

describe('the records of a space’s contents', () => {
  it('keep what two callers set at once, also while both read the same file', async () => {
    const [one, other] = neighbours();
    const oid = 'a'.repeat(40);
    const table = new ContentTable(
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return new TextEncoder().encode('{}');
      },
      new Map([[shardOf(`page/${one}`), oid]]),
    );

    await Promise.all([
      table.set('page', one, record('one.md')),
      table.set('page', other, record('other.md')),
    ]);

    expect((await table.get('page', one))?.path).toBe('one.md');
    expect((await table.get('page', other))?.path).toBe('other.md');
  });
});
