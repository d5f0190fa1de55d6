import { describe, it } from 'vitest';
import { playDay } from './day.ts';

/**
 * What random schedules of people have found, each told as a day of the people in it. Each ends as a schedule does: everybody finishes, and
 * the judge finds every line once where it belongs.
 */
describe('one page', () => {
  it('[SYNC-64] stays one page when its writer renames it by case alone, and merges docs/main by hand for a conflict elsewhere', async () => {
    await playDay({ interface: 'strict' }, async ({ ada, reviewer }) => {
      await reviewer.writes('Start');
      await ada.writes('start.md');
      await ada.adds('guide/fresh.md');
      await ada.syncs();
      await ada.moves('guide/fresh.md', 'guide/Fresh.md');
    });
  });
});

describe('two files that changed places', () => {
  it('[SYNC-42] stay two pages when one of them is new, and was committed at its first path', async () => {
    await playDay({ shape: 'groups' }, async ({ ada }) => {
      await ada.adds('reference/fresh.md', { after: 'reference/errors.md' });
      await ada.commits();
      await ada.swaps('reference/fresh.md', 'guide/use.md');
    });
  });

  it('[SYNC-42] stay two pages when one of them is new, and edits go by imports', async () => {
    await playDay({ interface: 'strict', shape: 'groups' }, async ({ ada }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.swaps('guide/use.md', 'fresh.md');
    });
  });
});
