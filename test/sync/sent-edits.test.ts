import { expect, it } from 'vitest';
import { sentEditsOf } from '../../src/sync/proposals/edit-reports.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import type { StateStore } from '../../src/sync/state/store.ts';

it('tells the pages that a change request carries by their paths, whatever the order of the answer was', async () => {
  const page = (id: string, path: string): object => ({ id, path, text: '1' });
  const record = {
    ...{ space: 's', placed: [], files: {} },
    pages: {
      z: page('z', 'guide/b.md'),
      a: page('a', 'guide/c.md'),
      'new:guide/a.md': page('n', 'guide/a.md'),
    },
  } as unknown as ProposalRecord;

  expect((await sentEditsOf({} as StateStore, record)).map(({ kind, path }) => [kind, path])).toEqual([
    ['create', 'guide/a.md'],
    ['edit', 'guide/b.md'],
    ['edit', 'guide/c.md'],
  ]);
});

it('tells the deletion of a page alone, and no edit or move that was sent before it', async () => {
  const record = {
    ...{ space: 's', placed: ['a', 'b'], files: {} },
    pages: { a: { id: 'a', path: 'guide/a.md', text: '1' }, b: { id: 'b', path: 'guide/b.md', text: '1' } },
    removed: {
      'guide/a.md': { sentAt: null },
      'guide/b.md': { sentAt: null, taken: true },
      'guide/c.md': { sentAt: null, unpublished: true },
    },
  } as unknown as ProposalRecord;

  expect((await sentEditsOf({} as StateStore, record)).map(({ kind, path }) => [kind, path])).toEqual([
    ['edit', 'guide/b.md'],
    ['move', 'guide/b.md'],
    ['delete', 'guide/a.md'],
  ]);
});
