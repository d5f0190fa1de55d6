import { expect, it } from 'vitest';
import { moveBranch } from '../../src/sync/branch/move-branch.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { aWorkplace, pageWithId } from './workplace.ts';

it('[SYNC-17] a page that was moved here and cannot be joined is told at its own path, although its folder was about to move', async () => {
  const place = aWorkplace();
  const others = { 'guides/usage.md': pageWithId('2', 'four', 'five'), 'guides/b.md': 'B\n' };
  const from = await place.commit({ 'guides/a.md': pageWithId('1', 'one', 'two'), ...others });
  const to = await place.commit(
    {
      'docs/a.md': pageWithId('1', 'one, theirs', 'two'),
      'docs/usage.md': pageWithId('2', 'four', 'five'),
      'docs/b.md': 'B\n',
    },
    from,
  );
  await place.checkOut(from);
  const mine = pageWithId('1', 'one, mine', 'two');
  place.saveAll({ 'guides/a.md': null, 'guides/moved.md': mine, 'guides/note.md': 'A note.\n' });
  const before = place.texts();
  const journal = new Journal();

  const report = await moveBranch(place, {
    ...{
      ref: 'refs/heads/main',
      report: { name: 'main', from, to, conflicts: [] },
      to,
      state: 'fast-forwarded',
    },
    ...{ detached: false, journal, accepted: { pages: [], files: [], removed: [] } },
    folders: [{ from: 'guides', to: 'docs', others: ['docs'] }],
  });

  expect(report).toMatchObject({
    state: 'left',
    conflicts: [{ path: 'guides/moved.md', kind: 'text' }],
    reason: 'guides/moved.md: edited here and changed in the service.',
  });
  expect(place.texts()).toEqual(before);
  expect(journal.carries).toEqual([]);
  expect(await place.git.resolveRef('refs/heads/main')).toBe(from);
});
