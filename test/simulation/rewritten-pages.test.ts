import { describe, expect, it } from 'vitest';
import { playDay } from './day.ts';

/** What schedules of people found in pages whose titles and texts come one after the other, told in a few steps. */

describe('a table of contents that a formatter went over', () => {
  const bullets = (text: string): ReadonlySet<string> =>
    new Set([...text.matchAll(/^ *([*-]) \[/gmu)].map(([, bullet]) => bullet!));

  it.each(['ada', 'ben'] as const)(
    '[SYNC-36] keeps its new bullets beside entries that another writer adds, when %s is merged first',
    async (first) => {
      await playDay({ shape: 'groups', clones: 2 }, async ({ ada, ben, reviewer }) => {
        const formats = async (): Promise<void> => {
          await ada.formats();
          await ada.syncs();
        };
        const adds = async (): Promise<void> => {
          await ben.adds('guide/fresh.md', { after: 'guide/use.md' });
          await ben.lists((text) =>
            text.replace('## Reference', '## Reference\n\nFor those who look things up.'),
          );
          await ben.syncs();
        };
        for (const deed of first === 'ada' ? [formats, adds] : [adds, formats]) await deed();
        await reviewer.merges();
        for (const writer of [ada, ben]) {
          await writer.syncs();
          const text = await writer.reads('SUMMARY.md');
          expect(bullets(text)).toEqual(new Set(['-']));
          expect(text).toContain('- [Fresh 2](guide/fresh.md)');
        }
      });
    },
  );
});
