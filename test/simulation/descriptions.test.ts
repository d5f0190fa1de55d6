import { describe, expect, it } from 'vitest';
import { playDay } from './day.ts';

/** Days of writers who have two descriptions for one page. */

describe('two descriptions of one page', () => {
  it.each(['full', 'strict'] as const)(
    '[SYNC-73] stay where their writer kept both, and are told, while the page gets an icon: %s interface',
    async (kind) => {
      await playDay({ interface: kind }, async ({ ada, reviewer }) => {
        const text = await ada.reads('guide/use.md');
        await ada.saves(
          'guide/use.md',
          text.replace(/^id: .*\n/mu, '$&description: One\ndescription: Two\n'),
        );
        await ada.writes('guide/install.md');
        const said = await ada.syncs();
        expect(said).toContain('edit guide/install.md; NOT_SENDABLE: guide/use.md is not sent: line 4: ');
        await reviewer.givesAnIcon('Use');
        await ada.syncs();

        const joined = await ada.reads('guide/use.md');
        expect(joined).toContain('icon: star\ndescription: One\ndescription: Two\n');
        await ada.saves('guide/use.md', joined.replace('description: Two\n', ''));
        expect(await ada.syncs()).toContain('edit guide/use.md');
      });
    },
  );

  it('[SYNC-67] are one edit where their writer put one aside, took it up again, and gave the other one up', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.describes('guide/use.md');
      await ada.putsAside();
      await ada.describes('guide/use.md');
      await ada.syncs();
      await ada.takesUpAgain();

      expect(await ada.syncs()).toContain('edit guide/use.md');
      await reviewer.merges();
    });
  });

  it.each(['', ', and commits'])(
    '[SYNC-67] are one edit where their writer replaces the first before following its merge%s',
    async (more) => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await ada.describes('guide/use.md');
        await ada.syncs();
        await reviewer.merges();
        await ada.describes('guide/use.md');
        if (more !== '') await ada.commits();
        const before = await ada.reads('guide/use.md');

        expect(await ada.syncs()).toContain('edit guide/use.md');
        expect(await ada.reads('guide/use.md')).toBe(before);
      });
    },
  );
});
