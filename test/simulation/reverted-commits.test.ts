import { describe, expect, it } from 'vitest';
import { playDay } from './day.ts';
import type { Day } from './day.ts';

type Writer = Day['ada'];

/** What people mean who commit what was sent, and revert that commit. */

describe('a commit that is reverted after its change request was merged', () => {
  it.each(['with its folder renamed', 'at its old path'])(
    '[SYNC-67] takes its line out, and the text that its writer wrote in the same place stays: a page %s',
    async (which) => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        const before = await ada.reads('guide/use.md');
        await ada.writes('guide/use.md');
        if (which === 'with its folder renamed')
          for (const name of ['README.md', 'install.md', 'use.md'])
            await ada.moves(`guide/${name}`, `manual/${name}`);
        await ada.syncs();
        await reviewer.merges();
        await ada.reverts();
        await ada.saves('guide/use.md', `${before}\nThis is said instead.\n`);

        const said = await ada.syncs();
        expect(said).toContain('edit guide/use.md');
        expect(said).not.toContain('conflict');
        expect(await ada.reads('guide/use.md')).toBe(`${before}\nThis is said instead.\n`);
      });
    },
  );

  it.each([
    ['has written more into the page', async (ada: Writer) => ada.writes('guide/use.md')],
    [
      'has saved the page in another encoding',
      async (ada: Writer) => {
        const text = `${await ada.reads('guide/use.md')}\nUn café.\n`;
        await ada.saves('guide/use.md', Buffer.from(text, 'latin1'));
      },
    ],
    ['has renamed the page', async (ada: Writer) => ada.moves('guide/use.md', 'guide/usage.md')],
  ])('[SYNC-67] takes its line out, too, when its writer %s since it was sent', async (_what, does) => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const before = await ada.reads('guide/use.md');
      await ada.writes('guide/use.md');
      await ada.syncs();
      await does(ada);
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('edit guide/use.md');
      expect(await ada.reads('guide/use.md')).toBe(before);
    });
  });

  it('[SYNC-67] brings a moved file back to its path', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('rename use.md → guide/use.md');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('guide/use.md')).toContain('# Use\n');
    });
  });

  it('[SYNC-67] brings a moved file back to its path, and deletes the new page that was in its place', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.adds('guide/use.md', { after: 'guide/install.md' });
      await ada.syncs();
      await reviewer.merges();
      await ada.reverts();

      const said = await ada.syncs();
      expect(said).not.toContain('conflict');
      expect(said).toContain('rename use.md → guide/use.md, delete guide/use.md');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('guide/use.md')).toContain('# Use\n');
    });
  });

  it('[SYNC-67] brings a moved file back to its path, also where the move was committed before it was sent', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.commits();
      await ada.syncs();
      await ada.reverts();
      await reviewer.merges();

      expect(await ada.syncs()).toContain('rename use.md → guide/use.md');
    });
  });

  it('[SYNC-67] brings a moved file back to its path, and deletes the page that it had put in its place', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'use.md');
      await ada.adds('guide/use.md');
      await ada.syncs();
      await ada.reverts();
      await reviewer.merges();

      expect(await ada.syncs()).toContain('delete guide/use.md');
      expect(await ada.reads('guide/use.md')).toContain('# Use\n');
    });
  });

  it('[SYNC-67] deletes the page that it had added', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('delete guide/fresh.md, order SUMMARY.md');
    });
  });

  it('[SYNC-67] deletes the page that it had added, also where its writer has moved it since it was sent', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.syncs();
      await ada.moves('guide/fresh.md', 'guide/fresh/README.md');
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('delete guide/fresh.md');
    });
  });

  it('[SYNC-67] proposes the page again that it had deleted', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const before = await ada.reads('guide/use.md');
      await ada.deletes('guide/use.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('create guide/use.md');
      expect(await ada.reads('guide/use.md')).toBe(before);
    });
  });

  it('[SYNC-67] brings the picture back that it had replaced', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const picture = '.gitbook/assets/shot.png';
      const before = await ada.reads(picture);
      await ada.saves(picture, new Uint8Array([1, 2, 3]));
      await ada.syncs();
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain(`asset ${picture}`);
      expect(await ada.reads(picture)).toBe(before);
    });
  });

  it('[SYNC-67] takes the line out of a new page that its writer has moved and committed since', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.commits();
      const first = await ada.reads('guide/fresh.md');
      await ada.writes('guide/fresh.md');
      await ada.syncs();
      await ada.reverts();
      await reviewer.merges();
      await ada.moves('guide/fresh.md', 'reference/fresh.md');
      await ada.commits();

      expect(await ada.syncs()).toContain('edit reference/fresh.md');
      expect(await ada.reads('reference/fresh.md')).toContain(first);
    });
  });

  it('[SYNC-67] keeps what a reviewer added to the page meanwhile', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md', 'at the top');
      await ada.syncs();
      await reviewer.writesInRequests('Use');
      await reviewer.merges();
      await ada.reverts();

      expect(await ada.syncs()).toContain('edit guide/use.md');
      expect(await ada.reads('guide/use.md')).toContain('-by-a-reviewer-in-');
      expect(await ada.reads('guide/use.md')).not.toContain('-by-ada-in-');
    });
  });
});
