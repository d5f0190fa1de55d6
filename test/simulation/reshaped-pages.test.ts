import { describe, expect, it } from 'vitest';
import { birthOf, withoutIdentity } from '../people/texts.ts';
import { playDay } from './day.ts';
import type { Day } from './day.ts';

type Writer = Day['ada'];

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

  const moves = async (ada: Writer, from: string, to: string): Promise<void> => {
    await ada.moves(from, to);
    await ada.adds(from);
  };
  const befores: readonly (readonly [string, string, (ada: Writer) => Promise<void>])[] = [
    [
      'is new and committed',
      'guide/fresh.md',
      async (ada) => {
        await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
        await ada.commits();
      },
    ],
    [
      'has lost its id, which is committed',
      'guide/use.md',
      async (ada) => {
        await ada.saves('guide/use.md', withoutIdentity(await ada.reads('guide/use.md')));
        await ada.commits();
      },
    ],
    [
      'was written anew and committed',
      'guide/use.md',
      async (ada) => {
        await ada.writesAnew('guide/use.md');
        await ada.commits();
      },
    ],
    [
      'was written anew, sent and committed',
      'guide/use.md',
      async (ada) => {
        await ada.writesAnew('guide/use.md');
        await ada.syncs();
        await ada.commits();
      },
    ],
  ];

  it.each(befores)(
    '[SYNC-67] are two pages after the merge, where the page %s',
    async (_what, path, does) => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await does(ada);
        await moves(ada, path, 'moved.md');
        const before = [await ada.reads('moved.md'), await ada.reads(path)].map(birthOf);
        await ada.syncs();
        await reviewer.merges();

        const said = await ada.syncs();
        expect(said).not.toContain('conflict');
        expect(said).not.toContain('proposed');
        expect([await ada.reads('moved.md'), await ada.reads(path)].map(birthOf)).toEqual(before);
      });
    },
  );

  it.each<[string, (ada: Writer) => Promise<void>]>([
    ['all is committed', async () => {}],
    ['one commit has all of that', async (ada) => ada.squashes()],
  ])('[SYNC-67] are two pages where the moved one was written anew and sent, and %s', async (_what, does) => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.writesAnew('guide/use.md');
      await ada.commits();
      await ada.syncs();
      await moves(ada, 'guide/use.md', 'use.md');
      await ada.commits();
      await does(ada);
      const before = [await ada.reads('use.md'), await ada.reads('guide/use.md')].map(birthOf);
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect([await ada.reads('use.md'), await ada.reads('guide/use.md')].map(birthOf)).toEqual(before);
    });
  });

  it('[SYNC-67] are two pages where the moved one was written anew and merged, and all is committed', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.writesAnew('guide/use.md');
      await ada.syncs();
      await reviewer.merges();
      await moves(ada, 'guide/use.md', 'use.md');
      await ada.commits();

      expect(await ada.syncs()).toContain('create guide/use.md, rename guide/use.md → use.md');
    });
  });

  it('[SYNC-59] are two pages when the page moves back before the merge, and gets a description', async () => {
    await playDay({ company: 'alone' }, async ({ ada }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.syncs();
      await moves(ada, 'use.md', 'guide/use.md');
      await ada.describes('guide/use.md');

      expect(await ada.syncs()).toContain('edit guide/use.md, create use.md');
    });
  });

  it('[SYNC-67] are two pages when both are put aside and taken up again', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.commits();
      await moves(ada, 'guide/fresh.md', 'fresh.md');
      await ada.putsAside();
      await ada.takesUpAgain();
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('fresh.md')).toContain('# Fresh 2\n');
    });
  });

  it('[SYNC-67] are two pages where the moved one has lost its id, and both are committed', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await moves(ada, 'guide/use.md', 'use.md');
      await ada.saves('use.md', withoutIdentity(await ada.reads('use.md')));
      await ada.commits();
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('use.md')).toContain('# Use\n');
      expect(await ada.reads('guide/use.md')).toContain('# Fresh 2\n');
    });
  });

  it.each([
    'before its writer follows the merge of the first move',
    'before its writer follows the merge of the first move, and commits',
  ])('[SYNC-67] are two pages when the page moves back %s', async (when) => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.syncs();
      await reviewer.merges();
      await moves(ada, 'use.md', 'guide/use.md');
      if (when.endsWith('commits')) await ada.commits();
      const before = [await ada.reads('guide/use.md'), await ada.reads('use.md')].map(birthOf);

      expect(await ada.syncs()).toContain('create use.md, rename use.md → guide/use.md');
      expect([await ada.reads('guide/use.md'), await ada.reads('use.md')].map(birthOf)).toEqual(before);
    });
  });

  it('[SYNC-67] are two pages after a kill, too, when the page moves back', async () => {
    for (let dice = 0; dice < 12; dice++)
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await ada.moves('guide/use.md', 'use.md');
        await ada.syncs();
        await reviewer.merges();
        await moves(ada, 'use.md', 'guide/use.md');
        const before = birthOf(await ada.reads('guide/use.md'));
        await ada.syncs({ kind: 'kill the program', dice });
        await ada.syncs();

        expect(birthOf(await ada.reads('guide/use.md'))).toBe(before);
      });
  });
});

describe('a page that is written anew and committed, after a line of it was sent', () => {
  it('[SYNC-67] is what its writer made of it when the line is merged', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      const anew = await ada.writesAnew('guide/use.md');
      await ada.commits();
      await reviewer.merges();

      expect(await ada.syncs()).toContain('edit guide/use.md');
      expect(await ada.reads('guide/use.md')).toContain(anew);
    });
  });
});

describe('a page that is written anew and committed, and whose file then moves with its line', () => {
  it.each(['full', 'strict'] as const)(
    '[SYNC-24] has one line when others add a page: the %s interface',
    async (interface_) => {
      await playDay({ interface: interface_ }, async ({ ada, reviewer }) => {
        await ada.writesAnew('guide/use.md');
        await ada.commits();
        await ada.moves('guide/use.md', 'use.md');
        await reviewer.adds('Made', 'made.md');
        await ada.syncs();

        expect(await ada.reads('SUMMARY.md')).toContain('(made.md)');
        expect(await ada.reads('SUMMARY.md')).toContain('(use.md)');
        expect(await ada.reads('SUMMARY.md')).not.toContain('(guide/use.md)');
      });
    },
  );
});

describe('a page that is split in two after a line of it was sent', () => {
  it('[SYNC-7] loses the line, which is in the second page now, when it is merged', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.syncs();
      await ada.splits('start.md', 'second.md', { paragraphs: 2 });
      const kept = await ada.reads('start.md');
      await reviewer.merges();

      expect(await ada.syncs()).toContain('edit start.md, create second.md');
      expect(await ada.reads('start.md')).toBe(kept);
    });
  });
});
