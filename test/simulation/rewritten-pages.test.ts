import { describe, expect, it } from 'vitest';
import { withTitle } from '../people/texts.ts';
import type { Setting } from '../people/world.ts';
import { playDay } from './day.ts';

/** What schedules of people found in pages whose titles and texts come one after the other, told in a few steps. */

describe('a title that the service got beside a text', () => {
  const services = [
    { takes: 'changes', setting: { company: 'alone' } },
    { takes: 'imports alone', setting: { company: 'alone', interface: 'strict' } },
  ] as const satisfies readonly { takes: string; setting: Partial<Setting> }[];

  it.each(services)(
    '[SYNC-77] gives way to the heading of a page that was an empty file until its merge: $takes',
    async ({ setting }) => {
      await playDay(setting, async ({ ada, reviewer }) => {
        await ada.saves('guide/fresh.md', '');
        expect(await ada.syncs()).toContain('create guide/fresh.md');
        await ada.adds('guide/fresh.md');
        await reviewer.merges();

        expect(await ada.syncs()).not.toContain('conflict');
        expect(await ada.reads('guide/fresh.md')).toContain('# Fresh 2\n');
      });
    },
  );

  it('[SYNC-77] gives way to the heading of a page that its writer commits before the merge of the empty file', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.saves('guide/fresh.md', '');
      await ada.commits();
      await ada.syncs();
      await ada.adds('guide/fresh.md');
      await ada.commits();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('guide/fresh.md')).toContain('# Fresh 2\n');
    });
  });

  it('[SYNC-77] gives way to the heading that its writer writes after that title was merged', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.lists((text) => text.replace('[Use]', '[Using it]'));
      await ada.syncs();
      await ada.saves('guide/use.md', withTitle(await ada.reads('guide/use.md'), 'How to use it'));
      await reviewer.merges();

      expect(await ada.syncs()).toContain('#2 of main is proposed');
      expect(await ada.reads('guide/use.md')).toContain('# How to use it\n');
    });
  });

  it('[SYNC-77] gives way to the heading of a text that could not be sent until the title was merged', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const text = withTitle(await ada.reads('guide/use.md'), 'How to use it');
      await ada.saves('guide/use.md', `${text}\nA\0B\n`);
      await ada.lists((table) => table.replace('[Use]', '[Using it]'));
      expect(await ada.syncs()).toContain('guide/use.md is not sent');
      await reviewer.merges();
      await ada.saves('guide/use.md', `${text}\nAB\n`);

      expect(await ada.syncs()).toContain('#2 of main is proposed');
      expect(await ada.reads('guide/use.md')).toContain('# How to use it\n');
    });
  });

  it('[SYNC-77] is the heading of a text that its writer goes on with under the old one', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.lists((text) => text.replace('[Use]', '[Using it]'));
      await ada.syncs();
      await ada.writes('guide/use.md');
      await reviewer.merges();
      await ada.syncs();

      expect(await ada.reads('guide/use.md')).toContain('# Using it\n');
    });
  });
});

describe('a title that a writer gives in the table of contents alone', () => {
  it('[SYNC-77] is sent although a reviewer brought the change request up to date, so that it says the text already', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('README.md');
      await ada.syncs();
      await reviewer.writes('Welcome', 'at the top');
      await ada.lists((text) => text.replace('[Welcome]', '[Hello]'));
      await reviewer.updates();
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();

      expect(await ada.reads('README.md')).toContain('# Hello\n');
      expect(await ada.reads('SUMMARY.md')).toContain('[Hello](README.md)');
    });
  });
});

describe('a page that was an empty file when it was sent', () => {
  it('[SYNC-67] keeps bytes that are no UTF-8, which its writer saves before its merge comes back', async () => {
    const saved = Buffer.from('# Caf\xe9\n\nWords.\n', 'latin1');
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.saves('guide/fresh.md', '');
      await ada.syncs();
      await reviewer.merges();
      await ada.saves('guide/fresh.md', saved);

      expect(await ada.syncs()).toContain('guide/fresh.md is not sent: it is Latin-1');
      expect(await ada.reads('guide/fresh.md')).toBe('# Caf\u{fffd}\n\nWords.\n');
      await ada.saves('guide/fresh.md', '# Café\n\nWords.\n');
    });
  });

  it('[SYNC-77] is sent with its own heading while a conflict with another page keeps the branch', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('guide/README.md', 'at the top');
      await reviewer.writes('Guide', 'at the top');
      await ada.saves('guide/fresh.md', '');
      await ada.syncs();
      await reviewer.merges();
      await ada.adds('guide/fresh.md');

      const said = await ada.syncs();
      expect(said).toContain('edit guide/fresh.md');
      expect(said).not.toContain('guide/fresh.md was changed in the service');
    });
  });

  it('[SYNC-77] has its own heading when the service shows the empty page late', async () => {
    await playDay({ company: 'alone' }, async ({ ada }) => {
      await ada.saves('guide/fresh.md', '');
      // With these dice, the service shows what it has 25 seconds late.
      await ada.syncs({ kind: 'stale reads', dice: 5 });
      await ada.adds('guide/fresh.md');

      expect(await ada.syncs()).not.toContain('conflict');
    });
  });

  it('[SYNC-37] is sent again with its text when the request with the text failed, and a reviewer updated the change request', async () => {
    await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.saves('guide/fresh.md', '');
      await ada.lists((text) => text.replace('* [Limits]', '* [Fresh 2](guide/fresh.md)\n* [Limits]'));
      await ada.syncs();
      await ada.adds('guide/fresh.md');
      // With these dice, the service answers only `changeContent` with 502, before it has done anything.
      expect(await ada.syncs({ kind: 'bad gateway', dice: 6 })).toContain('changeContent: 502');
      await reviewer.updates();

      expect(await ada.syncs()).toContain('#1 of main is updated');
    });
  });
});

describe('a page that was sent twice, while a conflict with another page keeps the branch', () => {
  it('[SYNC-67] is not sent again because the service took the second text without its empty front matter', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('guide/README.md', 'at the top');
      await reviewer.writes('Guide', 'at the top');
      await ada.writes('guide/use.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      await ada.saves('guide/use.md', (await ada.reads('guide/use.md')).replace(/^id: .*\n/mu, ''));
      await ada.writes('guide/use.md');
      expect(await ada.syncs()).toContain('#2 of main is conflict, edit guide/use.md');
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('#3');
    });
  });
});

describe('a page that two branches have from before its id', () => {
  it('[SYNC-62] gets the line that one of them has added, after a byte that could not be sent was taken out of both', async () => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await reviewer.merges();
      const whole = await ada.reads('guide/fresh.md');
      await ada.saves('guide/fresh.md', `${whole}\nA draft.\n\n\0\n`);
      await ada.goesTo('idea');
      await ada.writes('guide/fresh.md', 'at the top');
      await ada.goesTo('main');
      await ada.saves('guide/fresh.md', `${whole}\nA draft.\n`);
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      await ada.goesTo('idea');
      await ada.saves('guide/fresh.md', (await ada.reads('guide/fresh.md')).replace('\n\0\n', ''));
      await ada.goesTo('main');

      expect(await ada.syncs()).toContain('of idea is proposed, edit guide/fresh.md');
    });
  });

  it('[SYNC-62] is one page, where it was sent and merged while it was empty, and written before the other branch began', async () => {
    const told = await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.saves('reference/fresh.md', '');
      await ada.syncs();
      await ada.adds('reference/fresh.md', { after: 'reference/errors.md' });
      await reviewer.merges();
      await ada.commits();
      await ada.goesTo('idea');
      await ada.writes('guide/use.md');
      await ada.commits();
      await ada.goesTo('main');
      await ada.syncs();
    });
    expect(told.join('\n')).not.toContain('conflict');
  });
});

describe('a page that one branch moved, and that has lost its id on another one', () => {
  it.each([
    ['a line', ''],
    ['a line and a byte that cannot be sent', '\0'],
  ])('[SYNC-62] is no new page, and keeps what its writer added there: %s', async (_what, byte) => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await reviewer.writes('Limits');
      await ada.moves('reference', 'manual');
      await ada.goesTo('idea');
      await ada.writes('manual/errors.md');
      const text = await ada.reads('manual/errors.md');
      await ada.saves('manual/errors.md', `${text.replace(/^id: .*\n/mu, '')}${byte}\n`);
      await ada.goesTo('main');
    });
  });
});

describe('a page of which two branches sent their own texts', () => {
  it('[SYNC-67] gets what became of both without a conflict, where its writer has what one of them sent', async () => {
    await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.goesTo('idea');
      await ada.writes('guide/install.md');
      await ada.goesTo('main');
      await ada.writesAnew('start.md');
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
    });
  });
});

describe('a comment between the entries of a table of contents', () => {
  it('[SYNC-36] stays away when its writer took it out while another writer added an entry', async () => {
    await playDay({ clones: 2, runs: 'single' }, async ({ ada, ben, reviewer }) => {
      const comment = '\n<!-- to be sorted -->\n\n';
      await ben.lists((text) => text.replace('* [Limits]', `${comment}* [Limits]`));
      await ben.syncs();
      await reviewer.merges();
      for (const writer of [ada, ben]) await writer.syncs();
      await ben.lists((text) => text.replace(comment, ''));
      await ben.syncs();
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await reviewer.merges();

      for (const writer of [ada, ben]) {
        await writer.syncs();
        expect(await writer.reads('SUMMARY.md')).not.toContain('to be sorted');
      }
    });
  });
});

describe('a page that takes the path of a new page after that was sent', () => {
  it('[SYNC-67] is not replaced by the merge of the new page', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await ada.deletes('guide/fresh.md');
      await ada.clone.move('guide/use.md', 'guide/fresh.md');
      await ada.commits();
      await reviewer.merges();
      await ada.syncs();

      expect(await ada.reads('guide/fresh.md')).toContain('born-use.');
    });
  });

  it('[SYNC-67] is not replaced either when it is a copy with the id of another page', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await ada.deletes('guide/fresh.md');
      await ada.copies('guide/use.md', 'guide/fresh.md');
      await ada.commits();
      await reviewer.merges();
      const [, copy = ''] = (await ada.reads('guide/fresh.md')).split('---\n\n');
      await ada.syncs();

      expect(await ada.reads('guide/fresh.md')).toContain(copy);
    });
  });
});

describe('a text that was turned down', () => {
  it.each(['full', 'strict'] as const)(
    '[SYNC-12] is named as turned down, although its page has another place by now: the interface is %s',
    async (interfaceOf) => {
      await playDay({ interface: interfaceOf }, async ({ ada, reviewer }) => {
        await ada.writes('guide/use.md');
        await ada.syncs();
        await reviewer.archives();
        await ada.lists((text) => {
          const line = '  * [Use](guide/use.md)\n';
          return `${text.replace(line, '')}${line.trimStart()}`;
        });

        expect(await ada.syncs()).toContain('guide/use.md was turned down with its change request');
      });
    },
  );
});

describe('a copied folder with the ids of its pages', () => {
  it('[SYNC-66] keeps the entry of the page that a reviewer took out of the change request', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.copies('guide/use.md', 'copy/use.md');
      await ada.lists((text) => `${text}* [Fresh 2](copy/use.md)\n`);
      await ada.copies('guide/install.md', 'copy/install.md');
      await ada.lists((text) => `${text}* [Fresh 5](copy/install.md)\n`);
      await ada.syncs();
      await reviewer.takesOut('Fresh 2');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();

      expect(await ada.reads('SUMMARY.md')).toContain('* [Fresh 2](copy/use.md)\n');
    });
  });
});

describe('a copy with the id of its page', () => {
  it('[SYNC-59] is the page, with the text of the copy, once its writer has renamed, committed and deleted the original', async () => {
    await playDay({ clones: 2 }, async ({ ada, reviewer }) => {
      await ada.copies('reference/limits.md', 'copy/limits.md');
      const copy = await ada.reads('copy/limits.md');
      await ada.moves('reference/limits.md', 'folder/limits.md');
      await ada.commits();
      await ada.deletes('folder/limits.md');
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('edit copy/limits.md');
      expect(await ada.reads('copy/limits.md')).toBe(copy);
    });
  });
});

describe('a page that its writer writes anew', () => {
  it('[SYNC-67] makes no conflict with the line that was sent of its older text', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      const anew = await ada.writesAnew('guide/use.md');
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('guide/use.md')).toContain(anew);
    });
  });

  it('[SYNC-67] is the page that was sent from its path, also when the page was moved there', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.moves('reference/limits.md', 'guide/limits.md');
      await ada.syncs();
      const anew = await ada.writesAnew('guide/limits.md');
      await ada.commits();
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('guide/limits.md')).toContain(anew);
    });
  });

  it('[SYNC-67] takes the place of the older one, whose folder was renamed meanwhile', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const anew = await ada.writesAnew('guide/README.md');
      await ada.clone.git({ do: 'stash' });
      await ada.moves('guide', 'handbook');
      await ada.clone.git({ do: 'unstash' });
      expect(await ada.reads('handbook/README.md')).toBe(anew);
      await ada.syncs();
      await reviewer.merges();

      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('handbook/README.md')).toContain(anew);
    });
  });
});

describe('a page that was sent anew from a renamed folder', () => {
  it('[SYNC-67] makes no conflict with itself when its writer renames the folder once more, and writes on', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      for (const name of ['limits', 'errors']) await ada.moves(`reference/${name}.md`, `facts/${name}.md`);
      await ada.syncs();
      await ada.writesAnew('facts/limits.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.writes('facts/limits.md');
      for (const name of ['limits', 'errors']) await ada.moves(`facts/${name}.md`, `data/${name}.md`);

      const said = await ada.syncs();
      expect(said).toContain('rename facts/limits.md → data/limits.md, edit data/limits.md');
      expect(said).not.toContain('conflict');
    });
  });
});

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

describe('what was sent from a branch that has followed another change since', () => {
  it.each([
    { committed: 'nothing', paths: [] },
    { committed: 'the page', paths: ['start.md'] },
    { committed: 'another page', paths: ['reference/errors.md'] },
  ])(
    '[SYNC-67] is what its writer starts from, with a line that a reviewer wrote meanwhile: $committed was committed before',
    async ({ paths }) => {
      await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
        for (const path of paths) await ada.writes(path);
        if (paths.length > 0) await ada.commits();
        await ada.saves('start.md', `${await ada.reads('start.md')}\nA sentence of hers.\n`);
        await ada.syncs();
        await reviewer.writes('Start', 'at the top');
        await ada.syncs();
        const edited = (await ada.reads('start.md')).replace('of hers.', 'of hers, and of nobody else.');
        await ada.saves('start.md', edited);
        await reviewer.merges();

        expect(await ada.syncs()).not.toContain('conflict');
        expect(await ada.reads('start.md')).toBe(edited);
      });
    },
  );
});
