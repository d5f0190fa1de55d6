import { describe, expect, it } from 'vitest';
import { playDay } from './day.ts';

/** What people mean who give their documentation another shape: pages that take the places of others, and texts that go from page to page. */

describe('a page that moves, and a new one in its place', () => {
  it('[SYNC-67] makes no conflict when its writer deletes the new one again before the merge, and commits', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('start.md', 'reference/start.md');
      await ada.adds('start.md');
      expect(await ada.syncs()).toContain('rename start.md → reference/start.md, create start.md');
      await ada.deletes('start.md');
      await ada.commits();
      expect(await ada.syncs()).toContain('delete start.md');
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('reference/start.md')).toContain('# Start\n');
    });
  });
});
