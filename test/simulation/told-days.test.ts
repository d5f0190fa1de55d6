import { describe, expect, it } from 'vitest';
import { withoutPageId } from '../../src/content/index.ts';
import { filler } from '../people/odd-texts.ts';
import { withoutIdentityLine } from '../people/texts.ts';
import { playDay } from './day.ts';
import type { Day } from './day.ts';

/**
 * What random schedules of people have found, each told as a day of the people in it. Each ends as a schedule does: everybody finishes, and
 * the judge finds every line once where it belongs.
 */

/** Takes a page's line out of the table of contents. */
const without =
  (target: string) =>
  (text: string): string =>
    text.replace(new RegExp(`^.*\\(${target.replaceAll('.', '\\.')}\\)\\n`, 'mu'), '');

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

describe('a page that loses its id line, while a copy that carries this id says something else', () => {
  const path = 'reference/errors.md';
  const copy = 'reference/fresh.md';
  const copies = async (ada: Day['ada']): Promise<void> => {
    await ada.copies(path, copy);
    await ada.saves(path, withoutIdentityLine(await ada.reads(path)));
  };

  it('[SYNC-59] stays the page at its path when a reviewer edits it after the copy was sent', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await copies(ada);
      expect(await ada.syncs()).toContain(`create ${copy}`);
      await reviewer.writes('Errors');
    });
    expect(told.join('\n')).not.toMatch(/create reference\/errors\.md|conflict/u);
  });

  it('[SYNC-59] stays the page at its path when both files are committed, and a reviewer edits it before they are sent', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await copies(ada);
      await ada.commits();
      await reviewer.writes('Errors');
      expect(await ada.syncs()).toContain(`create ${copy}`);
    });
    expect(told.join('\n')).not.toMatch(/create reference\/errors\.md|conflict/u);
  });

  it('[SYNC-64] stays the page when its copy moves, and its writer merges docs/main by hand for a conflict elsewhere', async () => {
    const told = await playDay({ interface: 'strict' }, async ({ ada, reviewer }) => {
      await copies(ada);
      await ada.writes('start.md');
      await reviewer.writes('Start');
      await ada.syncs();
      await ada.commits();
      await ada.moves(copy, 'guide/fresh.md');
      await ada.syncs();
    });
    expect(told.join('\n')).not.toContain(`create ${path}`);
  });
});

describe('a sync that was killed while it replaced the file of a page', () => {
  it('[SYNC-17] leaves one page when the writer commits the new file, gives it another name, and edits it there', async () => {
    // The dice decide how far the sync gets: the file has its new text, and the old one is not put away yet.
    for (const dice of [16, 56])
      await playDay({ company: 'others' }, async ({ ada, reviewer }) => {
        await reviewer.writes('Guide');
        expect(await ada.syncs({ kind: 'kill the program', dice })).toBe('killed');
        await ada.clone.git({ do: 'commit', atOnce: true });
        await ada.moves('guide/README.md', 'guide.md');
        await ada.clone.save(
          'guide.md',
          `${await ada.reads('guide.md')}\nOn second thoughts.\n`,
          'by rename',
        );
        expect(await ada.syncs()).toContain('rename guide/README.md → guide.md');
      });
  });
});

describe('a page whose file name has a #', () => {
  it('[SYNC-7] keeps its entry when the service writes the # of its file name as %23', async () => {
    await playDay({ clones: 2, shape: 'no table of contents' }, async ({ ada, ben, reviewer }) => {
      await reviewer.moves('Install', 'named.md');
      await ben.moves('guide/README.md', 'guide.md');
      await ada.adds('reference/C#.md', { after: 'reference/limits.md' });
      await ada.syncs();
      await ben.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('(reference/C%23.md)');
    });
  });

  it('[SYNC-7] stays after its merge while another file cannot be sent', async () => {
    const told = await playDay({ company: 'alone', shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/C#.md');
      await ada.saves('.gitbook/assets/large.png', 'x'.repeat(3_000_000));
      await ada.syncs();
      await reviewer.merges();
    });
    expect(told.join('\n')).not.toContain('delete guide/C#.md');
  });
});

describe('what a writer takes out of a file after committing it', () => {
  it('[SYNC-67] stays out when an earlier text of the page is merged with a line of somebody else', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const path = 'guide/use.md';
      await ada.writes(path);
      await ada.syncs();
      const sent = await ada.reads(path);
      await ada.saves(path, `${sent}\nOn second thoughts.\n`);
      await ada.commits();
      await ada.saves(path, sent);
      await reviewer.writesInRequests('Use', 'at the top');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads(path)).not.toContain('On second thoughts.');
    });
  });

  it('[SYNC-67] stays out when another branch brings the page', async () => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      const path = 'reference/fresh.md';
      await ada.writes('start.md');
      await ada.syncs();
      await ada.adds(path, { after: 'reference/errors.md' });
      await ada.goesTo('idea');
      await ada.writes(path);
      await ada.goesTo('main');
      const before = await ada.reads(path);
      await ada.saves(
        path,
        before.replace('\n\nborn', '\n\n<<<<<<< HEAD\nMine.\n=======\n>>>>>>> idea\n\nborn'),
      );
      await ada.commits();
      await ada.saves(path, before.replace('\n\nborn', '\n\nMine.\n\nborn'));
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads(path)).toContain('\n\nMine.\n\nborn');
    });
  });
});

describe('a title', () => {
  it('[SYNC-77] that SUMMARY.md gives replaces the heading of a page whose text was edited, too', async () => {
    await playDay({ company: 'alone', shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.lists((text) => text.replace('[Use]', '[Usage]'));
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect((await ada.reads('guide/use.md')).match(/^# .*$/gmu)).toEqual(['# Usage']);
    });
  });
});

describe('what was merged, while a conflict keeps the branch', () => {
  it('[SYNC-67] is deleted once when its writer moves its folder, commits that and deletes it', async () => {
    const told = await playDay({ shape: 'no table of contents' }, async ({ ada, reviewer }) => {
      await ada.writes('reference/limits.md');
      await ada.adds('guide/fresh.md');
      await reviewer.writes('Limits');
      await ada.syncs();
      await ada.moves('guide', 'handbook');
      await reviewer.merges();
      await ada.commits();
      await ada.deletes('handbook/fresh.md');
      expect(await ada.syncs()).toContain('delete guide/fresh.md');
    });
    expect(told.join('\n')).not.toContain('incomplete');
  });

  it('[SYNC-12] is no edit: an older picture does not come back over a newer one', async () => {
    const picture = '.gitbook/assets/shot.png';
    const [older, newer] = [1, 2].map((last) => Uint8Array.of(137, 80, 78, 71, 0, last));
    await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await ada.saves(picture, older!);
      await ada.syncs();
      await reviewer.writes('Use');
      await ada.writes('guide/use.md');
      await reviewer.merges();
      await ben.syncs();
      await ben.saves(picture, newer!);
      await ben.syncs();
      await reviewer.merges();
      expect(await ada.syncs()).not.toContain(`asset ${picture}`);
    });
  });

  it('[SYNC-76] is known to the next sync, too, when another change request was begun since', async () => {
    await playDay({ interface: 'strict', shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.adds('reference/fresh.md', { after: 'reference/errors.md' });
      await ada.writes('start.md');
      await ada.syncs();
      await reviewer.merges();
      await reviewer.writes('Errors');
      await ada.writes('reference/errors.md');
      await ada.writes('start.md');
      expect(await ada.syncs()).not.toContain('SUMMARY.md was edited here and there');
    });
  });
});

describe('what a writer takes back', () => {
  for (const interface_ of ['full', 'strict'] as const)
    it.each(['before', 'after'])(
      `[SYNC-7] is joined by a person when it was merged %s that, and something else is in its place: ${interface_}`,
      async (when) => {
        const setting = { company: 'alone', interface: interface_ } as const;
        await playDay(setting, async ({ ada, reviewer }) => {
          await ada.writes('reference/errors.md');
          await ada.syncs();
          if (when === 'before') await reviewer.merges();
          await ada.takesBack('reference/errors.md');
          await ada.writes('reference/errors.md');
          if (when === 'after') await reviewer.merges();
          expect(await ada.syncs()).toContain('reference/errors.md was edited here and there');
        });
      },
    );

  it('[SYNC-7] comes back when it was merged meanwhile, and something else is in another place', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const page = 'reference/errors.md';
      await ada.writes(page);
      const sent = await ada.reads(page);
      await ada.syncs();
      await ada.takesBack(page);
      await ada.writes(page, 'at the top');
      await reviewer.merges();
      await ada.syncs();
      const lines = (await ada.reads(page)).split('\n');
      expect(sent.split('\n').filter((line) => !lines.includes(line))).toEqual([]);
    });
  });

  it('[SYNC-7] is not what was merged and moved meanwhile, where the writer went back to an older docs/main', async () => {
    const told = await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.syncs();
      await ada.writes('reference/errors.md');
      await ada.syncs();
      await reviewer.merges();
      await reviewer.adds('Made', 'made.md');
      await reviewer.moves('Errors', 'named.md');
      await ada.resets();
      await ada.syncs();
    });
    expect(told.join('\n')).not.toContain('edit named.md');
  });

  it('[SYNC-81] ends its change request where its writer resets the branch to docs/main, and commits are sent', async () => {
    await playDay({ trigger: 'commit' }, async ({ ada }) => {
      await ada.writes('guide/install.md');
      await ada.commits();
      await ada.syncs();
      await ada.takesBack('guide/install.md');
      await ada.resets();
      expect(await ada.syncs()).toContain('#1 of main is archived');
    });
  });

  it('[SYNC-81] leaves a change request in which a reviewer edited another page', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const before = await ada.reads('guide/use.md');
      await ada.writes('start.md');
      await ada.saves('guide/use.md', `${before}\nOn second thoughts, no.\n`);
      await ada.syncs();
      await reviewer.writesInRequests('Start');
      await ada.saves('guide/use.md', before);
      expect(await ada.syncs()).toContain('of main is updated');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('guide/use.md')).toBe(before);
    });
  });

  it('[SYNC-81] leaves a change request that was brought up to date, and a page that it deleted stays', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const paths = ['guide/use.md', 'SUMMARY.md'];
      const before = await Promise.all(paths.map(async (path) => ada.reads(path)));
      await ada.clone.remove('guide/use.md');
      await ada.lists(without('guide/use.md'));
      await ada.syncs();
      await reviewer.writes('Start');
      await reviewer.updates();
      await ada.syncs();
      for (const [at, path] of paths.entries()) await ada.saves(path, before[at]!);
      expect(await ada.syncs()).toContain('#1 of main is archived');
    });
  });
});

describe('a committed text that is held back', () => {
  const marks = '\n<<<<<<< HEAD\nmine\n=======\n>>>>>>> docs/main\n';

  for (const branch of ['main', 'idea'])
    it(`[SYNC-13] stays on ${branch} when the title of its page was merged`, async () => {
      await playDay({ branches: 2, shape: 'groups' }, async ({ ada, reviewer }) => {
        if (branch !== 'main') await ada.goesTo(branch);
        await ada.writes('guide/use.md');
        await ada.saves('guide/use.md', (await ada.reads('guide/use.md')) + marks);
        await ada.lists((text) => text.replace('[Use]', '[Usage]'));
        await ada.goesTo('main');
        expect(await ada.syncs()).toContain('guide/use.md is not sent');
        await reviewer.merges();
        expect(await ada.syncs()).toContain('guide/use.md is not sent');
        await ada.goesTo(branch);
        expect(await ada.reads('guide/use.md')).toContain(marks);
        await ada.goesTo('main');
      });
    });
});

describe('a page without its id', () => {
  const loses = async (ada: Day['ada'], path: string): Promise<void> => {
    await ada.saves(path, (await ada.reads(path)).replace(/^id: .*\n/mu, ''));
    await ada.commits();
  };
  const filesOf = async (ada: Day['ada'], path: string): Promise<readonly string[]> =>
    [...(await ada.clone.files()).keys()].filter((each) => each.endsWith(path));

  it.each(['full', 'strict'] as const)(
    '[SYNC-59] goes where the service moves it, with an edit that nobody has committed: %s',
    async (face) => {
      await playDay({ interface: face }, async ({ ada, reviewer }) => {
        await loses(ada, 'guide/use.md');
        await ada.writes('guide/use.md');
        await reviewer.moves('Use', 'reference/use.md');
        await reviewer.writes('Use', 'at the top');

        expect(await ada.syncs()).toContain('edit reference/use.md');
        expect(await filesOf(ada, 'use.md')).toEqual(['reference/use.md']);
        expect(await ada.reads('reference/use.md')).toMatch(/by-a-reviewer-in-.*by-ada-in-/su);
      });
    },
  );

  it('[SYNC-59] goes there with the next sync when the first one is killed', async () => {
    for (let dice = 1; dice <= 6; dice++)
      await playDay({}, async ({ ada, reviewer }) => {
        await loses(ada, 'guide/use.md');
        await ada.writes('guide/use.md');
        await reviewer.moves('Use', 'reference/use.md');
        await ada.syncs({ kind: 'kill the program', dice });
        await ada.syncs();

        expect(await filesOf(ada, 'use.md')).toEqual(['reference/use.md']);
        expect(await ada.reads('reference/use.md')).toContain('-by-ada-in-');
      });
  });

  it('[SYNC-74] stays one file, at its writer’s path, when the service moves it, too', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await loses(ada, 'guide/use.md');
      await ada.moves('guide/use.md', 'mine/use.md');
      await reviewer.moves('Use', 'reference/use.md');

      expect(await ada.syncs()).toContain('rename reference/use.md → mine/use.md');
      expect(await filesOf(ada, 'use.md')).toEqual(['mine/use.md']);
    });
  });

  it('[SYNC-56] is sent once and no more when it moves, and edits go by imports', async () => {
    const told = await playDay({ interface: 'strict' }, async ({ ada }) => {
      const page = await ada.reads('reference/errors.md');
      await ada.saves('reference/errors.md', page.replace(/^id: .*\n/mu, ''));
      await ada.moves('reference/errors.md', 'errors.md');
    });
    expect(told.join('\n')).toContain('errors.md stays at reference/errors.md in the mirror');
    expect(told.join('\n')).not.toContain('edit errors.md');
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

describe('a new page of two branches', () => {
  it('[SYNC-57] is made once when it changed places with a page of the service before anybody committed it', async () => {
    const told = await playDay({ branches: 2 }, async ({ ada }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/install.md' });
      await ada.swaps('guide/install.md', 'guide/fresh.md');
      await ada.goesTo('idea');
      await ada.writes('guide/fresh.md');
      await ada.goesTo('main');
    });
    expect(told.join('\n').match(/create guide\/install\.md/gu)).toHaveLength(1);
    expect(told.join('\n')).toContain(
      'guide/fresh.md changed places with guide/install.md, which is new in #1 of main: it waits for that one',
    );
  });
});

describe('a writer alone has no conflict', () => {
  const alone = { company: 'alone', shape: 'groups' } as const;
  /** The change requests that were proposed on a day. */
  const proposalsIn = (told: readonly string[]): string[] =>
    told.flatMap((line) => /(#\d+) of main is proposed/u.exec(line)?.[1] ?? []);

  it('[SYNC-67] with a page that was moved, committed, and moved once more before it was sent', async () => {
    const told = await playDay(alone, async ({ ada }) => {
      await ada.moves('reference/errors.md', 'guide/errors.md');
      await ada.commits();
      await ada.moves('guide/errors.md', 'errors.md');
    });
    expect(proposalsIn(told)).toEqual(['#1']);
  });

  it('[SYNC-67] with a copy that was committed, edited, and renamed with its folder', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.copies('guide/README.md', 'guide/fresh.md');
      await ada.commits();
      await ada.writes('guide/fresh.md');
      await ada.moves('guide', 'handbook');
    });
  });

  it('[SYNC-67] with a copy that was sent, committed, and gets another title before the branch follows', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      const copy = 'guide/fresh.md';
      await ada.copies('guide/install.md', copy);
      await ada.syncs();
      await ada.commits();
      await reviewer.merges();
      await ada.adds('other.md');
      await ada.saves(copy, (await ada.reads(copy)).replace(/^# .*$/mu, '# Other'));
      expect(await ada.syncs()).toContain('edit guide/fresh.md');
    });
  });

  it('[SYNC-67] with a page that was renamed, sent, renamed again and committed', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.moves('guide/use.md', 'guide/usage.md');
      await ada.syncs();
      await ada.moves('guide/usage.md', 'guide/using.md');
      await ada.commits();
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a picture that was committed, and changed before it was sent', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.saves('.gitbook/assets/plan.png', Uint8Array.of(137, 80, 78, 71, 0, 1));
      await ada.saves('start.md', `${await ada.reads('start.md')}\n![](.gitbook/assets/plan.png)\n`);
      await ada.commits();
      await ada.saves('.gitbook/assets/plan.png', Uint8Array.of(137, 80, 78, 71, 0, 2));
    });
  });

  it('[SYNC-67] with a page that is deleted after its edit was merged', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.deletes('guide/use.md');
      await ada.lists((text) => text.replace(/.*guide\/use\.md.*\n/u, ''));
    });
  });

  it('[SYNC-67] with a section that was deleted and whose line stayed', async () => {
    await playDay({ ...alone, trigger: 'commit' }, async ({ ada }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.deletes('guide/README.md');
    });
  });

  it('[SYNC-67] with a new page whose line was moved after it was sent', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md', { after: 'guide/README.md' });
      await ada.syncs();
      await ada.lists((text) => {
        const line = /^ *[*-] \[Fresh.*\n/mu.exec(text)![0];
        return text.replace(line, '').replace(/^.*reference\/limits\.md.*\n/mu, `$&  ${line}`);
      });
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a new page that is listed in place of another one after it was sent', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.syncs();
      await ada.lists((text) => text.replace('guide/use.md', 'guide/fresh.md'));
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a folder that was renamed after a new page of it was sent, and a network that fails', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/README.md' });
      await ada.syncs();
      await ada.moves('guide', 'manual');
      await ada.commits();
      await reviewer.merges();
      // These dice let a new change request begin before the branch has followed the one that was merged.
      await ada.syncs({ kind: 'network', dice: 1_746_031_184 });
    });
  });

  it('[SYNC-67] with a new page that was edited after an import made it', async () => {
    await playDay({ ...alone, interface: 'strict' }, async ({ ada }) => {
      await ada.adds('fresh.md', { after: 'reference/limits.md' });
      await ada.syncs();
      await ada.writes('fresh.md');
    });
  });

  it('[SYNC-67] with a new page before a new group that has a new page first', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.adds('one.md', { after: 'reference/limits.md' });
      await ada.lists((text) => text.replace(/^.*limits\.md.*\n/mu, '$&\n## More\n\n'));
      await ada.adds('two.md', { after: 'reference/limits.md' });
    });
  });

  it('[SYNC-67] with a page that is deleted and committed after its edit was merged', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.commits();
      await ada.syncs();
      await reviewer.merges();
      await ada.deletes('guide/use.md');
      await ada.lists((text) => text.replace(/.*guide\/use\.md.*\n/u, ''));
      await ada.commits();
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect([...(await ada.clone.files()).keys()]).not.toContain('guide/use.md');
    });
  });

  it('[SYNC-67] with a picture that is changed once more after it was sent', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.saves('.gitbook/assets/shot.png', Uint8Array.of(137, 80, 78, 71, 0, 1));
      await ada.syncs();
      await ada.saves('.gitbook/assets/shot.png', Uint8Array.of(137, 80, 78, 71, 0, 2));
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a heading that was merged, and another title since then', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      const calls = async (title: string): Promise<void> =>
        ada.saves('start.md', (await ada.reads('start.md')).replace(/^# .*/mu, `# ${title}`));
      await calls('Begin');
      await ada.syncs();
      await reviewer.merges();
      await calls('First steps');
      await ada.lists((text) => text.replace('[Start]', '[First steps]'));
    });
  });

  it('[SYNC-67] with two sections deleted one after the other, whose lines stay', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.deletes('guide/use.md');
      await ada.syncs();
      await ada.deletes('guide/README.md');
      await ada.commits();
    });
  });

  it('[SYNC-67] with a page that was moved and cannot be sent yet, beside a new one that is merged', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      const text = await ada.reads('reference/errors.md');
      await ada.moves('reference/errors.md', 'guide/errors.md');
      await ada.lists((table) => {
        const line = /^.*guide\/errors\.md.*\n/mu.exec(table)![0];
        return table.replace(line, '').replace(/^.*guide\/README\.md.*\n/mu, `$&  ${line}`);
      });
      await ada.saves('guide/errors.md', `${text}\n<<<<<<< mine\na\n=======\nb\n>>>>>>> theirs\n`);
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.syncs();
      await reviewer.merges();
      await ada.saves('guide/errors.md', text);
      const listed = await ada.reads('SUMMARY.md');
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toBe(listed);
    });
  });

  it('[SYNC-67] with a section that was deleted and merged, and a new title below its line', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md');
      await ada.deletes('guide/README.md');
      await ada.syncs();
      await ada.lists((text) => text.replace('[Install]', '[Set up]'));
      await reviewer.merges();
      await ada.commits();
    });
  });

  it('[SYNC-67] with a folder that was renamed while nobody knew what became of a new page of it', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.adds('reference/fresh.md', { after: 'reference/errors.md' });
      await ada.syncs({ kind: 'stale reads', dice: 3 });
      await ada.moves('reference', 'lists');
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a page that was moved after its edit was sent, and does not bring back a line that was taken out since', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      const before = await ada.reads('guide/use.md');
      await ada.saves('guide/use.md', `${before}\nTaken out again.\n\nStays.\n`);
      await ada.syncs();
      await ada.moves('guide', 'manual');
      await reviewer.merges();
      await ada.saves('manual/use.md', `${before}\nStays.\n`);
      await ada.syncs();
      expect(await ada.reads('manual/use.md')).toBe(`${before}\nStays.\n`);
    });
  });

  it('[SYNC-67] with a page that was moved after its edit was sent, and then got a NUL byte', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      await ada.moves('guide', 'manual');
      await reviewer.merges();
      const page = await ada.reads('manual/use.md');
      await ada.saves('manual/use.md', `${page}\nA\0B\n`);
      const said = await ada.syncs();
      expect(said).toContain('manual/use.md is not sent');
      expect(said).not.toContain('the branch is left');
      await ada.saves('manual/use.md', page);
    });
  });

  it('[SYNC-67] with a page that was below a deleted one, and whose line moved after that was sent', async () => {
    await playDay({ company: 'alone', shape: 'flat' }, async ({ ada, reviewer }) => {
      await ada.deletes('guide/README.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.lists((text) => {
        const line = '  * [Install](guide/install.md)\n';
        const start = '* [Welcome](README.md)\n';
        return text.replace(line, '').replace(start, start + line.trimStart());
      });
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain(
        '(README.md)\n* [Install](guide/install.md)\n* [Start](start.md)\n* [Use](guide/use.md)\n',
      );
    });
  });

  it('[SYNC-67] with a copy that was committed, and sent under another title with more words', async () => {
    await playDay(alone, async ({ ada, reviewer }) => {
      const front = /^---\n[^]*?\n---\n\n?/u.exec(await ada.reads('reference/errors.md'))![0];
      await ada.saves('reference/copy.md', `${front}# Copy\n\nOne line.\n`);
      await ada.commits();
      await ada.adds('reference/fresh.md', { after: 'reference/limits.md' });
      await ada.saves('reference/copy.md', `${front}# Another\n\nOne line.\n\nAnother line.\n`);
      await ada.lists((text) => `${text}* [Another](reference/copy.md)\n`);
      await ada.syncs();
      await reviewer.merges();
    });
  });

  it('[SYNC-67] with a copy that still carries the id of a page that was deleted since', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.copies('reference/errors.md', 'reference/fresh.md');
      await ada.syncs();
      await ada.deletes('reference/errors.md');
      await ada.commits();
    });
  });
});

describe('a page that is no text and was moved', () => {
  it('[SYNC-67] keeps the branch where it is when the service has a newer text than the one that was sent', async () => {
    await playDay({ shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      await ada.moves('guide', 'manual');
      await reviewer.merges();
      await reviewer.writes('Use', 'at the top');
      const page = await ada.reads('manual/use.md');
      await ada.saves('manual/use.md', `${page}\nA\0B\n`);
      expect(await ada.syncs()).toContain('the branch is left (manual/use.md');
      await ada.saves('manual/use.md', page);
    });
  });
});

describe('[SYNC-67] a page that was sent, then edited and committed, and that is merged', () => {
  it('keeps what its writer makes of it in a file of another name', async () => {
    await playDay({ company: 'alone', runs: 'single' }, async ({ ada, reviewer }) => {
      const clean = await commitsMore({ ada });
      await reviewer.merges();
      await ada.moves('guide/fresh.md', 'guide/renamed.md');
      await ada.lists((text) => text.replace('guide/fresh.md', 'guide/renamed.md'));
      await ada.saves('guide/renamed.md', `${clean}\nA right line.\n`);
      expect(await ada.syncs()).toContain('rename guide/fresh.md → guide/renamed.md, edit guide/renamed.md');
      expect(await ada.reads('guide/renamed.md')).toMatch(/\nA right line\.\n$/u);
      await reviewer.merges();
    });
  });

  /** @returns The page as it was sent. */
  async function commitsMore({ ada }: Pick<Day, 'ada'>): Promise<string> {
    await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
    await ada.syncs();
    const clean = await ada.reads('guide/fresh.md');
    await ada.saves('guide/fresh.md', `${clean}\nA wrong line.\n`);
    await ada.commits();
    return clean;
  }
});

it('[SYNC-67] a picture that is replaced again is no conflict after the commit that it was sent from was amended', async () => {
  const picture = (last: number): Uint8Array => Uint8Array.of(137, 80, 78, 71, 0, last);
  await playDay({ company: 'alone', runs: 'single', trigger: 'commit' }, async ({ ada, reviewer }) => {
    await ada.saves('.gitbook/assets/shot.png', picture(1));
    await ada.commits();
    await ada.syncs();
    await ada.writes('start.md');
    await ada.clone.git({ do: 'amend' });
    await reviewer.merges();
    await ada.saves('.gitbook/assets/shot.png', picture(2));
    await ada.commits();
    expect(await ada.syncs()).toContain(
      '#2 of main is proposed, edit start.md, asset .gitbook/assets/shot.png',
    );
    await reviewer.merges();
  });
});

describe('[SYNC-68] an edit on a branch that is not checked out, of a page that somebody deletes in the service', () => {
  it.each([
    ['stays in its change request', false],
    ['stays in its change request, into which somebody else wrote', true],
  ])('%s, and in the branch when that is merged', async (_what, touched) => {
    await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      const mine = await editsOnIdea({ ada, reviewer });
      if (touched) await reviewer.writesInRequests('Guide');
      expect(await ada.syncs()).toContain(
        '#1 of idea is unchanged, not said: reference/limits.md was deleted',
      );
      await isThereWhenMerged({ ada, reviewer }, mine);
    });
  });

  it('stays in its change request when its writer edits more', async () => {
    await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      const mine = await editsOnIdea({ ada, reviewer });
      await reviewer.writesInRequests('Guide');
      await ada.goesTo('idea');
      await ada.writes('guide/install.md');
      await ada.goesTo('main');
      expect(await ada.syncs()).toContain(
        '#1 of idea is updated, edit guide/install.md, not said: reference/limits.md',
      );
      await isThereWhenMerged({ ada, reviewer }, mine);
    });
  });

  it('keeps nothing in its change request that its writer has taken back', async () => {
    await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.goesTo('idea');
      await ada.writes('guide/install.md');
      await editsOnIdea({ ada, reviewer });
      await ada.goesTo('idea');
      await ada.takesBack('guide/install.md');
      await ada.goesTo('main');
      expect(await ada.syncs()).toContain('#1 of idea is archived');
      await ada.goesTo('idea');
      await ada.merges();
      expect(await ada.syncs()).toContain('create reference/limits.md');
      await ada.goesTo('main');
      await reviewer.merges();
      await ada.syncs();
    });
  });

  it('is sent as a new page once its writer has merged docs/main', async () => {
    await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
      const mine = await editsOnIdea({ ada, reviewer });
      await ada.syncs();
      await ada.goesTo('idea');
      await ada.merges();
      expect(await ada.reads('reference/limits.md')).toContain(mine);
      expect(await ada.syncs()).toContain('create reference/limits.md');
      await ada.goesTo('main');
      await reviewer.merges();
      await ada.syncs();
    });
  });

  async function isThereWhenMerged(
    { ada, reviewer }: Pick<Day, 'ada' | 'reviewer'>,
    mine: string,
  ): Promise<void> {
    await reviewer.merges();
    expect(await ada.syncs()).toContain('idea is merged');
    await ada.goesTo('idea');
    expect(await ada.reads('reference/limits.md')).toContain(mine);
    await ada.goesTo('main');
  }

  async function editsOnIdea({ ada, reviewer }: Pick<Day, 'ada' | 'reviewer'>): Promise<string> {
    await ada.goesTo('idea');
    const before = await ada.reads('reference/limits.md');
    await ada.writes('reference/limits.md');
    const mine = (await ada.reads('reference/limits.md')).slice(before.length).trim();
    await ada.goesTo('main');
    await ada.syncs();
    await reviewer.deletes('Limits');
    return mine;
  }
});

describe('a writer who goes back to an older docs/main', () => {
  it('[SYNC-67] deletes no page that was merged meanwhile while the branch cannot follow', async () => {
    const told = await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.resets();
      await reviewer.writes('Start', 'at the top');
      await ada.writes('start.md', 'at the top');
      await ada.writes('guide/use.md');
      expect(await ada.syncs()).toContain('edited here and changed in the service');
      await reviewer.merges();
    });
    expect(told.join('\n')).not.toContain('delete');
  });

  it.each(['main', 'idea'])(
    '[SYNC-67] deletes no page on the branch idea that the change request of %s brought meanwhile',
    async (sending) => {
      const told = await playDay({ branches: 2, runs: 'single' }, async ({ ada, reviewer }) => {
        if (sending === 'idea') await ada.goesTo('idea');
        await ada.adds('guide/fresh.md');
        await ada.goesTo('idea');
        await ada.syncs();
        await reviewer.merges();
        await ada.resets();
        await ada.writes('start.md');
        await ada.goesTo('main');
        await ada.syncs();
        await reviewer.merges();
      });
      expect(told.join('\n')).not.toContain('delete');
    },
  );

  it('[SYNC-67] keeps a page and a picture that were merged meanwhile: to lack them is not to delete them', async () => {
    await playDay({ shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md');
      await ada.saves('.gitbook/assets/plan.png', Uint8Array.of(137, 80, 78, 71, 0, 1));
      await ada.saves('.gitbook/assets/shot.png', Uint8Array.of(137, 80, 78, 71, 0, 2));
      await ada.commits();
      await ada.syncs();
      const shot = await ada.reads('.gitbook/assets/shot.png');
      await reviewer.merges();
      await ada.resets();
      await ada.writes('start.md');
      await ada.commits();

      const said = await ada.syncs();

      expect(said).not.toContain('delete');
      expect([...(await ada.clone.files()).keys()]).toEqual(
        expect.arrayContaining(['guide/fresh.md', '.gitbook/assets/plan.png']),
      );
      expect(await ada.reads('.gitbook/assets/shot.png')).toBe(shot);
    });
  });
});

describe('a file that was saved on an older text', () => {
  it('[SYNC-18] gets the title that its writer wants, although the service has another one', async () => {
    const told: string[] = [];
    // Only a kill between the move of the branch and that of its files lets the writer save on the older text.
    for (let dice = 0; dice < 12; dice++) {
      const day = await playDay({}, async ({ ada, reviewer }) => {
        await reviewer.calls('Install', 'Getting it');
        await ada.syncs({ kind: 'kill the program', dice });
        await ada.saves(
          'guide/install.md',
          (await ada.reads('guide/install.md')).replace(/^# .*/mu, '# Set up'),
        );
        await ada.lists((text) =>
          text.replace(/\[.*\]\(guide\/install\.md\)/u, '[Set up](guide/install.md)'),
        );
      });
      told.push(...day);
    }
    expect(told).toContainEqual(expect.stringContaining('takes what the service has of guide/install.md'));
  });

  it('[SYNC-18] is joined by a merge of docs/main, although the service has changed the text once more', async () => {
    for (let dice = 0; dice < 12; dice++)
      await playDay({ shape: 'no table of contents', runs: 'daemon' }, async ({ ada, reviewer }) => {
        await reviewer.adds('Made', 'made.md');
        await ada.syncs({ kind: 'kill the program', dice });
        const contents = (await ada.clone.files()).get('SUMMARY.md') ?? '';
        await ada.saves('SUMMARY.md', Buffer.from(`${contents}caf\u00e9\n`, 'latin1'));
        await reviewer.calls('Made', 'Called');
      });
  });
});

describe('a new page that a reviewer takes out of its change request', () => {
  it.each(['alone', 'with an edit', 'listed', 'listed beside another title'])(
    '[SYNC-12] counts as turned down when the rest is merged: %s',
    async (how) => {
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.adds('fresh.md', how.startsWith('listed') ? { after: 'start.md' } : {});
        if (how.endsWith('title')) await ada.lists((text) => text.replace('[Install]', '[Set up]'));
        if (how === 'with an edit') await ada.writes('start.md');
        await ada.syncs();
        const mine = await ada.reads('SUMMARY.md');
        await reviewer.takesOut('Fresh 2');
        expect(await ada.syncs()).toContain('somebody took it out there');
        await reviewer.merges();
        expect(await ada.syncs()).toContain('fresh.md was turned down');
        expect(await ada.syncs()).not.toContain('proposed');
        expect(await ada.reads('SUMMARY.md')).toBe(mine);
        await ada.writes('fresh.md');
        expect(await ada.syncs()).toContain('create fresh.md');
      });
    },
  );

  it('[SYNC-12] counts as turned down when it was taken out and merged between two syncs', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.syncs();
      await reviewer.takesOut('Fresh 2');
      await reviewer.merges();
      expect(await ada.syncs()).toContain('fresh.md was turned down');
    });
  });
});

describe('an edit that was turned down', () => {
  it.each<[string, (ada: Day['ada']) => Promise<void>]>([
    ['of a text', (ada) => ada.writes('guide/install.md', 'at the top')],
    ['of a name', (ada) => ada.moves('guide/install.md', 'guide/setup.md')],
    ['of a place', (ada) => ada.lists((text) => text.replace(/^( *)(.*install\.md\)\n)/mu, '$2'))],
    [
      'of a title in the table of contents',
      (ada) => ada.lists((text) => text.replace('[Install]', '[Set up]')),
    ],
  ])(
    '[SYNC-12] %s is not proposed again when somebody else edits the page or another one',
    async (_, edits) => {
      await playDay({}, async ({ ada, reviewer }) => {
        await edits(ada);
        expect(await ada.syncs()).toContain('proposed');
        await reviewer.archives();
        await ada.syncs();
        await reviewer.writes('Install');
        expect(await ada.syncs()).not.toContain('proposed');
        await reviewer.calls('Start', 'Begin');
        expect(await ada.syncs()).not.toContain('proposed');
        await reviewer.adds('Made', 'made.md');
        expect(await ada.syncs()).not.toContain('proposed');
        expect(await ada.syncs()).not.toContain('proposed');
      });
    },
  );
});

describe('a move of a file without its line, once it was turned down', () => {
  /** Puts the line of a page after that of another one, with another path if that is given. */
  const put =
    (target: string, after: string, now = target) =>
    (text: string): string => {
      const [line] = new RegExp(`^.*\\(${target}\\)\\n`, 'mu').exec(text)!;
      const beside = new RegExp(`^.*\\(${after}\\)\\n`, 'mu');
      return text.replace(line, '').replace(beside, (before) => before + line.replace(target, now));
    };

  it('[SYNC-12] is not sent again, and the line goes where somebody else moves it', async () => {
    const shape = 'no table of contents';
    const told = await playDay({ clones: 2, shape }, async ({ ada, ben, reviewer }) => {
      await ada.lists(put('reference/limits.md', 'start.md'));
      await ben.clone.move('start.md', 'reference/start.md');
      await ben.lists(put('start.md', 'reference/errors.md', 'reference/start.md'));
      await ben.clone.move('reference/limits.md', 'guide/limits.md');
      expect(await ben.syncs()).toContain('move reference/limits.md → guide/limits.md');
      await reviewer.archives();
      await ada.syncs();
      await ben.syncs();
      await reviewer.merges();
      expect(await ben.syncs()).toContain('guide/limits.md was turned down');
      expect(await ben.reads('SUMMARY.md')).toContain('***\n\n* [Limits](reference/limits.md)');
    });
    expect(told.filter((line) => line.includes('proposed, move reference/limits.md → '))).toEqual([]);
  });

  for (const shape of ['flat', 'groups'] as const)
    it(`[SYNC-12] leaves the line to others when the table of contents is sent for a new page: ${shape}`, async () => {
      await playDay({ clones: 2, shape }, async ({ ada, ben, reviewer }) => {
        await ben.clone.move('reference/limits.md', 'guide/limits.md');
        await ben.syncs();
        await reviewer.archives();
        await ben.syncs();
        await ben.adds('fresh.md', { after: 'start.md' });
        expect(await ben.syncs()).toContain('create fresh.md, order SUMMARY.md');
        await ada.lists(put('reference/limits.md', 'README.md'));
        await ada.syncs();
        await reviewer.merges();
        await ada.syncs();
        expect(await ben.syncs()).not.toContain('proposed');
        expect(await ben.reads('SUMMARY.md')).toBe(await ada.reads('SUMMARY.md'));
        expect(await ben.reads('SUMMARY.md')).toContain(
          '[Welcome](README.md)\n* [Limits](reference/limits.md)',
        );
      });
    });

  it('[SYNC-12] is not sent again when somebody else adds a page to the folder that it moved to', async () => {
    await playDay({ clones: 2, shape: 'no table of contents' }, async ({ ada, ben, reviewer }) => {
      await ben.clone.move('reference/limits.md', 'guide/limits.md');
      expect(await ben.syncs()).toContain('move reference/limits.md → guide/limits.md');
      await reviewer.archives();
      await ben.syncs();
      await ada.adds('guide/zones.md', { after: 'guide/use.md' });
      await ada.syncs();
      await reviewer.merges();
      expect(await ben.syncs()).not.toContain('proposed');
    });
  });
});

describe('a line that its writer and a reviewer changed in the same change request', () => {
  const calls = async (ada: Day['ada'], title: string): Promise<void> =>
    ada.saves('start.md', (await ada.reads('start.md')).replace(/^# .*/mu, `# ${title}`));

  it('[SYNC-71] is joined by a merge of the mirrored change request', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await calls(ada, 'Begin');
      await ada.syncs();
      await reviewer.callsInRequests('Begin', 'Opening');
      await calls(ada, 'Beginning');
      expect(await ada.syncs()).toContain(
        'start.md was changed in change request #1 in the same lines: it stays local until you merge docs/cr/1',
      );
      await ada.merges('docs/cr/1');
      await calls(ada, 'Mine after all');
      expect(await ada.syncs()).toContain('#1 of main is updated, edit start.md');
      expect(await ada.syncs()).toContain('quiet');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('start.md')).toContain('# Mine after all');
    });
  });

  it('[SYNC-71] is the writer’s where they merge the change request, and keep what they had', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await calls(ada, 'Begin');
      await ada.syncs();
      await reviewer.callsInRequests('Begin', 'Opening');
      await calls(ada, 'Beginning');
      const mine = await ada.reads('start.md');
      await ada.syncs();
      await ada.merges('docs/cr/1');
      await ada.saves('start.md', mine);
      await ada.commits();
      expect(await ada.syncs()).toContain('#1 of main is updated, edit start.md');
      await reviewer.callsInRequests('Beginning', 'Once more');
      await ada.writes('start.md', 'at the end');
      expect(await ada.syncs()).toContain('of main is updated');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('start.md')).toContain('# Once more');
    });
  });

  it('[SYNC-71] takes nothing for seen that came with the mirror alone', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const before = await ada.reads('start.md');
      await ada.saves('start.md', before.replace('First.', 'First.\n\nOnce more.'));
      await ada.syncs();
      await reviewer.writes('Limits');
      await ada.syncs();
      await reviewer.callsInRequests('Start', 'Begin');
      await ada.saves('start.md', before.replace('Third.', 'Third, and last.'));
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      const text = await ada.reads('start.md');
      expect(text).toContain('# Begin');
      expect(text).toContain('Third, and last.');
      expect(text).not.toContain('Once more.');
    });
  });

  it('[SYNC-71] asks nobody for anything once the writer takes their edit back', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const before = await ada.reads('start.md');
      await calls(ada, 'Begin');
      await ada.syncs();
      await reviewer.callsInRequests('Begin', 'Opening');
      await calls(ada, 'Beginning');
      await ada.syncs();
      await ada.saves('start.md', before);
      expect(await ada.syncs()).not.toContain('in the same lines');
    });
  });
});

describe('a page that one branch made and another one deleted', () => {
  it('[SYNC-68] stays deleted, although the first branch waits for a conflict about another page', async () => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await ada.adds('reference/fresh.md', { after: 'reference/errors.md' });
      await ada.saves('guide/README.md', (await ada.reads('guide/README.md')).replace(/^# .*/mu, '# Mine'));
      await reviewer.calls('Guide', 'Theirs');
      await ada.goesTo('idea');
      await ada.writes('reference/limits.md');
      await ada.goesTo('main');
      await ada.deletes('reference/fresh.md');
      await ada.lists(without('reference/fresh.md'));
    });
  });
});

describe('a page that one branch made and another one brought into the service', () => {
  it.each([
    ['after', true],
    ['before', false],
  ])(
    '[SYNC-62] is not made again for the first branch when the other one moved it and was reset %s the sync that followed the merge',
    async (_when, follows) => {
      for (const edits of [false, true])
        await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
          await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
          await ada.goesTo('idea');
          await ada.writes('guide/install.md');
          await ada.goesTo('main');
          await ada.merges('idea');
          await ada.moves('guide/fresh.md', 'reference/fresh.md');
          if (edits) await ada.writes('reference/fresh.md');
          await ada.syncs();
          await reviewer.merges();
          if (follows) await ada.syncs();
          await ada.resets();
          expect(await ada.syncs()).not.toMatch(/(create|rename) /u);
        });
    },
  );

  it.each([
    ['only the title of', '# News\n'],
    ['another line than', '# News\n\nOf the idea.\n'],
  ])('[SYNC-62] is not taken for a page of the first branch that has %s it', async (_what, text) => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await ada.goesTo('idea');
      await ada.goesTo('main');
      await ada.saves('reference/news.md', '# News\n\nOf main.\n');
      await ada.syncs();
      await reviewer.merges();
      await ada.goesTo('idea');
      await ada.saves('guide/news.md', text);
      await ada.goesTo('main');
      expect(await ada.syncs()).toContain('of idea is proposed, create guide/news.md');
    });
  });
});

describe('a copy that carries the id of its source, and that two branches have', () => {
  it('[SYNC-62] is one page when it was merged, and moved on the branch that sent it', async () => {
    const told = await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await ada.copies('start.md', 'fresh.md');
      await ada.syncs();
      await ada.goesTo('idea');
      await ada.writes('README.md');
      await ada.goesTo('main');
      await reviewer.merges();
      await ada.moves('fresh.md', 'renamed.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
    });
    expect(told.join('\n')).not.toMatch(/of idea is \w+,[^;]*fresh\.md/u);
  });
});

describe('a page whose id a commit took out, and its writer put back', () => {
  it('[SYNC-59] goes along when the service moves it', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const text = await ada.reads('reference/errors.md');
      await ada.saves('reference/errors.md', withoutPageId(text));
      await ada.commits();
      await ada.saves('reference/errors.md', text);
      await reviewer.moves('Errors', 'named.md');

      expect(await ada.syncs()).toContain('named.md moved');
      expect(await ada.reads('named.md')).toBe(text);
    });
  });

  it('[SYNC-59] goes along, however much of it is new', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const text = await ada.reads('reference/errors.md');
      await ada.saves('reference/errors.md', withoutPageId(text));
      await ada.commits();
      const lines = Array.from({ length: 20 }, (_, at) => `Line ${at} of the new text.\n`).join('\n');
      const anew = `${text.slice(0, text.indexOf('# Errors'))}# Errors\n\n${lines}\nborn-errors.\n`;
      await ada.saves('reference/errors.md', anew);
      await reviewer.moves('Errors', 'named.md');

      expect(await ada.syncs()).toContain('named.md moved');
      expect(await ada.reads('named.md')).toBe(anew);
    });
  });

  it('[SYNC-59] moves alone, where another page has taken its path', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      const [taken, other] = [await ada.reads('reference/errors.md'), await ada.reads('start.md')];
      await ada.saves('reference/errors.md', withoutPageId(taken));
      await ada.commits();
      await ada.clone.move('start.md', 'reference/errors.md');
      await reviewer.moves('Errors', 'named.md');

      expect(await ada.syncs()).toContain('rename start.md → reference/errors.md');
      expect(await ada.reads('reference/errors.md')).toBe(other);
      expect(withoutPageId(await ada.reads('named.md'))).toBe(withoutPageId(taken));
    });
  });
});

describe('a page that its writer moves back after its move was sent', () => {
  it('[SYNC-67] stays there when the move is merged with a new entry, and the table of contents tells', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      const text = await ada.reads('start.md');
      await ada.moves('start.md', 'start/README.md');
      await ada.adds('fresh.md', { after: 'README.md' });
      await ada.syncs();
      await ada.moves('start/README.md', 'start.md');
      await reviewer.merges();

      expect(await ada.syncs()).toContain('rename start/README.md → start.md');
      expect((await ada.clone.files()).get('start.md')).toBe(text);
    });
  });
});

describe('a copy that takes the old path of its source, which has moved', () => {
  it('[SYNC-59] is the page that was made of it, and its source stays where it is', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.clone.move('start.md', 'guide/start.md');
      await ada.copies('guide/start.md', 'copy.md');
      const [source, copy] = [await ada.reads('guide/start.md'), await ada.reads('copy.md')];
      await ada.syncs();
      await reviewer.merges();
      await ada.clone.move('copy.md', 'start.md');

      expect(await ada.syncs()).toContain('rename copy.md → start.md');
      expect(await ada.reads('guide/start.md')).toBe(source);
      expect(withoutPageId(await ada.reads('start.md'))).toBe(withoutPageId(copy));
    });
  });
});

describe('a page of an open change request that a reviewer changes meanwhile', () => {
  const mergedWithoutTheLine = async ({ ada, reviewer }: Pick<Day, 'ada' | 'reviewer'>): Promise<void> => {
    await reviewer.merges();
    await ada.syncs();
    expect(await ada.reads('start.md')).not.toContain('by-a-reviewer');
  };

  for (const takes of ['content', 'imports'] as const)
    it(`[SYNC-107] loses the reviewer’s line for good when its writer takes it out, and the service takes ${takes}`, async () => {
      await playDay({ interface: takes === 'imports' ? 'strict' : 'full' }, async ({ ada, reviewer }) => {
        await ada.writes('start.md');
        await ada.syncs();
        await reviewer.writes('Start', 'at the top');
        expect(await ada.syncs()).toContain('of main is updated');
        await ada.takesOut('start.md', 'a-reviewer');
        await ada.syncs();
        await mergedWithoutTheLine({ ada, reviewer });
      });
    });

  it('[SYNC-107] loses the reviewer’s line for good when its writer has merged docs/main by hand and takes it out', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.writes('reference/limits.md');
      await ada.syncs();
      await reviewer.writes('Start', 'at the top');
      await reviewer.writes('Limits');
      expect(await ada.syncs()).toContain('conflict');
      await ada.merges();
      await ada.takesOut('start.md', 'a-reviewer');
      await ada.syncs();
      await mergedWithoutTheLine({ ada, reviewer });
    });
  });

  it('[SYNC-107] loses the reviewer’s line for good, too, when the reviewer has moved the page as well', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.syncs();
      await reviewer.writes('Start', 'at the top');
      await reviewer.moves('Start', 'begin.md');
      await ada.syncs();
      await ada.takesOut('begin.md', 'a-reviewer');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('begin.md')).not.toContain('by-a-reviewer');
    });
  });

  it('[SYNC-107] is not updated for a page that a reviewer has only moved', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.syncs();
      await reviewer.moves('Start', 'begin.md');
      await ada.syncs();
      await ada.writes('begin.md');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
    });
  });

  it('[SYNC-107] does not bring back what another change request has taken out', async () => {
    await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await ben.writes('start.md');
      await ben.syncs();
      await ada.writes('start.md', 'at the top');
      await ada.syncs();
      await reviewer.writes('Start', 'at the top');
      await ada.syncs();
      await ben.syncs();
      await ben.takesOut('start.md', 'a-reviewer');
      await ben.syncs();
      await mergedWithoutTheLine({ ada, reviewer });
    });
  });

  it('[SYNC-107] gets its earlier title back with the same change request when its writer gives it', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('start.md');
      await ada.syncs();
      await reviewer.calls('Start', 'Called');
      await ada.syncs();
      await ada.lists((text) => text.replace('[Called]', '[Start]'));
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('[Start](start.md)');
    });
    expect(told.join('\n')).not.toContain('#2');
  });
});

describe('a page that was merged, while a conflict with another page keeps the branch', () => {
  it('[SYNC-67] gets the title that its writer gives it in the table of contents alone', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('README.md');
      await ada.writes('start.md');
      await ada.commits();
      await reviewer.writes('Start');
      await ada.syncs();
      await ada.lists((text) => text.replace('[Welcome]', '[Hello]'));
      await reviewer.merges();
      expect(await ada.syncs()).toContain('edit README.md');
      await reviewer.merges();
    });
    expect(told.join('\n')).not.toContain('#4');
  });
});

describe('a page that its writer moved, while a conflict with another page keeps the branch', () => {
  it('[SYNC-108] gets no line of a reviewer that the next commit of the branch would claim', async () => {
    await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await reviewer.writes('Start');
      await ada.moves('start.md', 'start/README.md');
      await ben.syncs();
      await ben.takesOut('start.md', 'a-reviewer');
      await ada.writes('reference/limits.md');
      await reviewer.writes('Limits');
      expect(await ada.syncs()).toContain('the branch is left');
      expect(await ada.reads('start/README.md')).not.toContain('by-a-reviewer');
      await ben.syncs();
      await reviewer.merges();
      await ada.syncs();
      await ben.syncs();
      await ada.merges();
    });
  });
});

describe('a page of a change request into which a reviewer wrote', () => {
  it('[SYNC-11] gets the title that its writer gives it in the table of contents alone', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('guide/install.md');
      await ada.syncs();
      await ada.lists((text) => text.replace('[Install]', '[Set up]'));
      await reviewer.writesInRequests('Install');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('guide/install.md')).toContain('# Set up\n');
    });
    expect(told.join('\n')).not.toContain('#2');
  });
});

describe('a place that a page got from one branch', () => {
  it('[SYNC-67] stands, although another branch had its own place for the page merged before', async () => {
    const setting = { shape: 'no table of contents', branches: 2, trigger: 'commit' } as const;
    const told = await playDay(setting, async ({ ada, reviewer }) => {
      await ada.moves('guide', 'folder-2');
      await ada.writes('folder-2/use.md');
      await reviewer.writes('Use');
      await ada.goesTo('idea');
      await ada.moves('folder-2/install.md', 'install.md');
      await ada.commits();
    });
    expect(told.join('\n')).not.toMatch(/#[3-9] of main/u);
  });

  it('[SYNC-67] stands when the other branch sends more words of the page', async () => {
    const setting = { shape: 'no table of contents', branches: 2, trigger: 'commit' } as const;
    const told = await playDay(setting, async ({ ada, reviewer }) => {
      await ada.moves('guide', 'folder-2');
      await ada.writes('folder-2/use.md');
      await reviewer.writes('Use');
      await ada.goesTo('idea');
      await ada.moves('folder-2/install.md', 'install.md');
      await ada.goesTo('main');
      await ada.syncs();
      await reviewer.merges();
      await ada.writes('folder-2/install.md');
      await ada.commits();
      await ada.syncs();
    });
    const proposed = told.filter((line) => /#[3-9] of main/u.test(line)).join('\n');
    expect(proposed).toMatch(/edit (?:folder-2\/)?install\.md/u);
    expect(proposed).not.toMatch(/(?:move|rename) [^,]*install\.md/u);
  });
});

describe('an edit that was turned down', () => {
  const start = '* [Start](start.md)\n';
  const edits: Record<string, (ada: Day['ada']) => Promise<void>> = {
    'another name': (ada) => ada.moves('start.md', 'begin.md'),
    'another folder': (ada) => ada.moves('guide/install.md', 'reference/install.md'),
    'another title': (ada) => ada.lists((text) => text.replace('[Start]', '[Begin]')),
    'another place': (ada) => ada.lists((text) => text.replace(start, '') + start),
    'a place below another page': (ada) =>
      ada.lists((text) => text.replace(start, '').replace('  * [Install]', `  ${start}  * [Install]`)),
    'a deletion': async (ada) => {
      await ada.deletes('start.md');
      await ada.lists((text) => text.replace(start, ''));
    },
    'the deletion of a section': async (ada) => {
      await ada.deletes('guide/README.md');
      await ada.lists((text) =>
        text.replace(/^.*guide\/README.*\n/mu, '').replace(/^ {2}(?=.*guide\/)/gmu, ''),
      );
    },
    'a new page': (ada) => ada.adds('one.md', { after: 'start.md' }),
    'a new page below a new page': async (ada) => {
      await ada.adds('one.md', { after: 'start.md' });
      await ada.adds('two.md', { after: 'one.md' });
      await ada.lists((text) => text.replace(/^(?=.*two\.md)/mu, '  '));
    },
  };

  for (const [what, does] of Object.entries(edits))
    it(`[SYNC-66] stays in its writer’s table of contents when another edit is merged: ${what}`, async () => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await does(ada);
        await ada.syncs();
        await reviewer.archives();
        await ada.syncs();
        await ada.adds('fresh.md', { after: 'README.md' });
        const listed = await ada.reads('SUMMARY.md');
        await ada.syncs();
        await reviewer.merges();
        expect(await ada.syncs()).toContain('was turned down');
        expect(await ada.reads('SUMMARY.md')).toBe(listed);
      });
    });

  it('[SYNC-66] is not proposed again after each merge when its group has another name here alone', async () => {
    await playDay({ company: 'alone', shape: 'groups' }, async ({ ada, reviewer }) => {
      await ada.lists((text) => text.replace('Handbook', 'Manual'));
      await ada.moves('guide/install.md', 'reference/install.md');
      await ada.syncs();
      await ada.adds('fresh.md');
      await ada.lists((text) => `${text}\n## News\n\n* [Fresh 2](fresh.md)\n`);
      await reviewer.archives();
      await ada.syncs();
      await reviewer.merges();
      expect(await ada.syncs()).not.toContain('proposed');
    });
  });
});

describe('what the service cannot be told yet', () => {
  /** A table of contents without the line of a file. */
  /** Ada sends a new page and its line; then somebody makes another page in the service. */
  const sendsBeforeAPageIsMade = async ({ ada, reviewer }: Pick<Day, 'ada' | 'reviewer'>): Promise<void> => {
    await ada.adds('fresh.md', { after: 'start.md' });
    await ada.syncs();
    await reviewer.adds('Made', 'made.md');
  };

  it('[SYNC-67] a title is sent although a reviewer wrote into the page after the change request began', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.deletes('reference/limits.md');
      await ada.syncs();
      await ada.lists((text) => text.replace('[Use]', '[Usage]'));
      await reviewer.writes('Use');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('[Usage](guide/use.md)');
    });
  });

  it('[SYNC-66] the line of a page stays out of the table of contents when a reviewer’s text keeps the page from being deleted', async () => {
    const told = await playDay({}, async ({ ada, reviewer }) => {
      await ada.deletes('reference/limits.md');
      await ada.lists(without('reference/limits.md'));
      await ada.adds('fresh.md', { after: 'start.md' });
      await reviewer.writes('Limits');
      expect(await ada.syncs()).toContain('reference/limits.md is not deleted');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).not.toContain('limits');
    });
    expect(told.at(-1)).toContain('reference/limits.md is no longer in SUMMARY.md');
  });

  it.each<[string, (ada: Day['ada']) => Promise<void>]>([
    ['is as it was', (ada) => ada.writes('start.md')],
    ['gets another line', (ada) => ada.clone.move('guide/use.md', 'reference/use.md')],
  ])(
    '[SYNC-66] the line of a page stays out when a reviewer writes into the page after its deletion was sent, and the merged table of contents %s',
    async (_, begins) => {
      await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
        await begins(ada);
        await ada.syncs();
        await reviewer.adds('Made', 'made.md');
        await ada.deletes('reference/limits.md');
        await ada.lists(without('reference/limits.md'));
        await reviewer.writesInRequests('Guide');
        await ada.syncs();
        await reviewer.writes('Limits');
        expect(await ada.syncs()).toContain('reference/limits.md is no longer in SUMMARY.md');
        await reviewer.merges();
        await ada.syncs();
        expect(await ada.reads('SUMMARY.md')).not.toContain('limits');
      });
    },
  );

  it('[SYNC-68] a page that was renamed and edited here, and deleted by a reviewer, keeps its entry when it becomes a new page', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.moves('reference/errors.md', 'errors.md');
      await ada.lists((text) => text.replace('[Limits]', '[Bounds]'));
      await ada.syncs();
      await reviewer.deletes('Errors');
      await reviewer.merges();
      await ada.writes('errors.md');
      expect(await ada.syncs()).toContain('create errors.md');
      expect(await ada.reads('SUMMARY.md')).toContain('(errors.md)');
    });
  });

  it('[SYNC-68] a new page that a reviewer deletes right after its merge is deleted here, and is not proposed again', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
      await ada.syncs();
      await reviewer.merges();
      await reviewer.deletes('Fresh 2');
      expect(await ada.syncs()).not.toContain('proposed');
      expect(await ada.reads('guide/fresh.md')).toBeUndefined();
      expect(await ada.reads('SUMMARY.md')).not.toContain('fresh');
    });
  });

  it.each([
    ['committed', true],
    ['only saved', false],
  ])(
    '[SYNC-68] a new page that was %s, and that a reviewer deletes right after its merge, is proposed again with its line when its writer has edited it since',
    async (_how, commits) => {
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.adds('guide/fresh.md', { after: 'guide/use.md' });
        if (commits) await ada.commits();
        await ada.syncs();
        await reviewer.merges();
        await reviewer.deletes('Fresh 2');
        await ada.writes('guide/fresh.md');
        const { report } = await ada.clone.cycle(null);
        expect(report!.proposals.flatMap(({ edits }) => edits)).toContainEqual(
          expect.objectContaining({ path: 'guide/fresh.md', kind: 'create', deletedInService: true }),
        );
        expect(await ada.reads('guide/fresh.md')).toContain('ada');
        expect(await ada.reads('SUMMARY.md')).toContain('(guide/fresh.md)');
      });
    },
  );

  it('[SYNC-66] the line of a page that the service refuses for its size stays in the table of contents', async () => {
    await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.adds('large.md', { after: 'fresh.md' });
      const large = await ada.reads('large.md');
      await ada.saves('large.md', `${large}\n${filler}`);
      expect(await ada.syncs()).toContain('large.md is not sent');
      const listed = await ada.reads('SUMMARY.md');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toBe(listed);
      await ada.saves('large.md', large);
    });
  });

  describe('[SYNC-36] a table of contents that .gitbook.yaml calls contents.md', () => {
    const named = { shape: 'another name', runs: 'single' } as const;

    it('keeps the group and the link that its writer listed, when what was sent beside them is merged', async () => {
      await playDay(named, async ({ ada, reviewer }) => {
        await ada.adds('fresh.md', { after: 'start.md' });
        await ada.lists((text) => `${text}\n## Mine\n\n* [Elsewhere](https://example.com/elsewhere)\n`);
        expect(await ada.syncs()).toContain('“Mine” is new in contents.md');
        const listed = await ada.reads('contents.md');
        await reviewer.merges();
        expect(await ada.syncs()).toContain('fresh.md');
        expect(await ada.reads('contents.md')).toBe(listed);
      });
    });

    it('joins what its writer and somebody in the service listed beside each other', async () => {
      await playDay(named, async ({ ada, reviewer }) => {
        await ada.adds('fresh.md', { after: 'start.md' });
        await ada.commits();
        await reviewer.adds('Made', 'made.md');
        await ada.syncs();
        expect(await ada.reads('contents.md')).toMatch(/fresh\.md[^]*made\.md/u);
        await reviewer.merges();
        await ada.syncs();
        expect(await ada.reads('contents.md')).not.toContain('<<<<');
      });
    });

    it('says that a page has another title, so that the page stays when somebody deletes it in the service', async () => {
      await playDay(named, async ({ ada, reviewer }) => {
        await ada.lists((text) => text.replace('[Errors]', '[Faults]'));
        await ada.commits();
        await reviewer.deletes('Errors');
        expect(await ada.syncs()).toContain('create reference/errors.md');
        expect(await ada.reads('contents.md')).toContain('[Faults](reference/errors.md)');
        await reviewer.merges();
        await ada.syncs();
      });
    });
  });

  it('[SYNC-67] a page that was merged and then moved makes no conflict when the service does not answer about the change request', async () => {
    await playDay({ company: 'alone', shape: 'rooted', runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.adds('docs/area/README.md', { after: 'docs/reference/limits.md' });
      await ada.adds('docs/area/fresh.md', { after: 'docs/area/README.md' });
      await ada.lists((text) => text.replace(/^(?=.*area\/fresh)/mu, '  '));
      await ada.syncs();
      await reviewer.merges();
      // With these dice, the space is read, and its change request is not.
      await ada.syncs({ kind: 'network', dice: 710_344_989 });
      await ada.moves('docs/area/fresh.md', 'docs/fresh.md');
      await ada.syncs({ kind: 'network', dice: 693_180_878 });
    });
  });

  it('[SYNC-67] a page that somebody made after the table of contents was sent can be deleted with the same change request', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await sendsBeforeAPageIsMade({ ada, reviewer });
      await ada.syncs();
      await ada.deletes('made.md');
      await ada.lists(without('made.md'));
      expect(await ada.syncs()).toContain('delete made.md');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).not.toContain('made');
    });
  });

  describe.each([
    ['committed', true],
    ['saved', false],
  ])('what came with a sync that was cut short, when everything is %s', (_how, commits) => {
    const keeps = async (ada: Day['ada']): Promise<void> => {
      if (commits) await ada.commits();
    };
    /** With these dice, the branch follows, and nothing is sent again. */
    const syncsInPart = async (ada: Day['ada']): Promise<void> => {
      expect(await ada.syncs({ kind: 'kill the service', dice: 8 })).toContain('failed');
    };

    it('[SYNC-67] can be deleted after the merge if it is a page', async () => {
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.adds('fresh.md', { after: 'start.md' });
        await keeps(ada);
        await ada.syncs();
        await reviewer.adds('Made', 'made.md');
        await syncsInPart(ada);
        await reviewer.merges();
        await ada.deletes('made.md');
        await ada.lists(without('made.md'));
        await keeps(ada);
        await ada.syncs();
        expect(await ada.reads('SUMMARY.md')).not.toContain('made');
      });
    });

    it('[SYNC-67] can be taken out of a page after the merge', async () => {
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.writes('guide/use.md');
        await keeps(ada);
        await ada.syncs();
        const sent = await ada.reads('guide/use.md');
        await reviewer.writes('Use', 'at the top');
        await syncsInPart(ada);
        expect(await ada.reads('guide/use.md')).not.toBe(sent);
        await reviewer.merges();
        await ada.takesOut('guide/use.md', 'a-reviewer');
        expect(await ada.reads('guide/use.md')).toBe(sent);
        await keeps(ada);
        await ada.syncs();
        expect(await ada.reads('guide/use.md')).toBe(sent);
      });
    });
  });

  it('[SYNC-66] the line of a page that somebody made after the table of contents was sent can be removed, and stays removed', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await sendsBeforeAPageIsMade({ ada, reviewer });
      await ada.syncs();
      await ada.lists(without('made.md'));
      await ada.syncs();
      await reviewer.merges();
      expect(await ada.syncs()).toContain('made.md is no longer in SUMMARY.md');
      expect(await ada.reads('SUMMARY.md')).not.toContain('made');
    });
  });

  it('[SYNC-67] a page that a reviewer deleted, and that was moved and edited here, becomes a new page although the change request still has the old one', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md', { after: 'README.md' });
      await ada.syncs();
      await ada.moves('start.md', 'reference/start.md');
      await ada.writes('reference/start.md');
      await reviewer.deletes('Start');
      expect(await ada.syncs()).toContain('create reference/start.md');
      await reviewer.merges();
      expect(await ada.syncs()).not.toContain('proposed');
    });
  });
});

describe('a page that the table of contents does not list', () => {
  for (const edited of [false, true])
    it(`[SYNC-72] stays unlisted when its folder moves${edited ? ', and its text changes' : ''}`, async () => {
      const told = await playDay({ shape: 'groups' }, async ({ ada }) => {
        await ada.moves('drafts', 'guide/drafts');
        if (edited) await ada.saves('guide/drafts/later.md', '# Later\n\nNobody lists this.\n\nNot yet.\n');
        await ada.syncs();
        await ada.commits();
      });
      expect(told.join('\n')).not.toContain('create guide/drafts/later.md');
      expect(told.join('\n')).toContain(
        'guide/drafts/later.md stays local: it was drafts/later.md, and the interface cannot move a file that SUMMARY.md does not list',
      );
    });

  it('[SYNC-72] becomes a page when its writer moves and lists it', async () => {
    const told = await playDay({ shape: 'groups' }, async ({ ada }) => {
      await ada.moves('drafts', 'guide/drafts');
      await ada.lists((text) =>
        text.replace(/^.*guide\/use\.md.*\n/mu, '$&  * [Later](guide/drafts/later.md)\n'),
      );
    });
    expect(told.join('\n')).toContain('create guide/drafts/later.md');
  });
});

describe('a page that its writer and the service rename', () => {
  for (const committed of [true, false])
    it(`[SYNC-74] stays one file, at its writer’s path, when the move was ${committed ? '' : 'not '}committed`, async () => {
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.moves('start.md', 'mine.md');
        if (committed) await ada.commits();
        await reviewer.moves('Start', 'theirs.md');
        expect(await ada.syncs()).not.toContain('left');
        await reviewer.merges();
        await ada.syncs();
        expect([...(await ada.clone.files()).keys()]).toEqual(expect.arrayContaining(['mine.md']));
        expect([...(await ada.clone.files()).keys()]).not.toContain('theirs.md');
        expect(await ada.clone.mirrored('mine.md')).not.toBeNull();
      });
    });

  it('[SYNC-74] stays one page when a merge in git leaves both files of it', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await reviewer.moves('Start', 'theirs.md');
      await ada.syncs();
      await ada.saves('mine.md', await ada.reads('theirs.md'));
      await ada.lists((text) => text.replace('theirs.md', 'mine.md'));
      await ada.commits();
      expect(await ada.syncs()).toContain('rename theirs.md → mine.md');
      await reviewer.merges();
      await ada.syncs();
      expect([...(await ada.clone.files()).keys()]).toContain('mine.md');
      expect([...(await ada.clone.files()).keys()]).not.toContain('theirs.md');
    });
  });

  it('[SYNC-74] keeps a reviewer’s line when a rewritten copy is listed in its place, until the writer has joined both files', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.saves('fresh.md', (await ada.reads('start.md')).replace('Second.', 'Another text.'));
      await ada.lists((text) => text.replace('start.md', 'fresh.md'));
      await reviewer.writes('Start');
      for (let turn = 0; turn < 2; turn++) {
        const said = await ada.syncs();
        expect(said).toContain('fresh.md is not sent: start.md is the same page');
        expect(said).not.toContain('proposed');
      }

      await ada.saves('fresh.md', (await ada.reads('start.md')).replace('Second.', 'Another text.'));
      await ada.clone.remove('start.md');
      expect(await ada.syncs()).toContain('rename start.md → fresh.md');
      await reviewer.merges();
      await ada.syncs();
    });
  });
});

describe('a page that was only moved here, and deleted in the service', () => {
  /** Nothing of the page is left: neither here, nor in the service, nor in a change request. */
  const isGone = async ({ ada }: Pick<Day, 'ada'>): Promise<void> => {
    const files = await ada.clone.files();
    expect([...files.keys()].filter((path) => path.includes('install'))).toEqual([]);
    expect(files.get('SUMMARY.md')).not.toContain('nstall');
    const said = await ada.syncs();
    expect(said).not.toContain('install');
  };

  for (const how of ['uncommitted', 'committed'])
    for (const face of ['full', 'strict'] as const) {
      const setting = { interface: face };
      const settles = async (ada: Day['ada']): Promise<void> => {
        if (how === 'committed') await ada.commits();
      };

      it(`[SYNC-104] goes with its line in the table of contents: ${how}, ${face}`, async () => {
        await playDay(setting, async ({ ada, reviewer }) => {
          await ada.moves('guide/install.md', 'reference/install.md');
          await settles(ada);
          await reviewer.deletes('Install');
          await ada.syncs();
          await isGone({ ada });
        });
      });

      it(`[SYNC-104] goes alone when its folder was renamed: ${how}, ${face}`, async () => {
        await playDay(setting, async ({ ada, reviewer }) => {
          await ada.moves('guide', 'handbook');
          await settles(ada);
          await reviewer.deletes('Install');
          await ada.syncs();
          await isGone({ ada });
          expect(await ada.reads('SUMMARY.md')).toContain('[Use](handbook/use.md)');
          expect(await ada.reads('handbook/use.md')).toBeDefined();
        });
      });

      it(`[SYNC-104] leaves the change request that has the move: ${how}, ${face}`, async () => {
        const told = await playDay(setting, async ({ ada, reviewer }) => {
          await ada.moves('guide/install.md', 'reference/install.md');
          await settles(ada);
          await ada.syncs();
          await reviewer.deletes('Install');
          await ada.syncs();
          await isGone({ ada });
          await reviewer.merges();
          await ada.syncs();
          await isGone({ ada });
        });
        expect(told.join('\n')).not.toContain('create reference/install.md');
      });

      it(`[SYNC-104] stays when its writer edited it, too: ${how}, ${face}`, async () => {
        await playDay(setting, async ({ ada, reviewer }) => {
          await ada.moves('guide/install.md', 'reference/install.md');
          await ada.writes('reference/install.md');
          await settles(ada);
          await reviewer.deletes('Install');
          expect(await ada.syncs()).toContain('create reference/install.md');
          expect(await ada.reads('SUMMARY.md')).toContain('[Install](reference/install.md)');
        });
      });

      it(`[SYNC-104] stays when the table of contents gives it another title: ${how}, ${face}`, async () => {
        await playDay(setting, async ({ ada, reviewer }) => {
          await ada.moves('guide/install.md', 'reference/install.md');
          await ada.lists((text) => text.replace('[Install]', '[Setup]'));
          await settles(ada);
          await reviewer.deletes('Install');
          expect(await ada.syncs()).toContain('create reference/install.md');
          expect(await ada.reads('SUMMARY.md')).toContain('[Setup](reference/install.md)');
        });
      });
    }

  it('[SYNC-104] goes although its line is left as it was, and although another page is edited', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.clone.move('guide/install.md', 'reference/install.md');
      await ada.writes('guide/use.md');
      await reviewer.deletes('Install');
      expect(await ada.syncs()).toContain('edit guide/use.md');
      await isGone({ ada });
    });
  });

  it('[SYNC-104] stays where its writer moved it as long as a conflict keeps the branch', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.moves('guide/install.md', 'reference/install.md');
      await ada.writes('guide/use.md');
      await reviewer.writes('Use');
      await reviewer.deletes('Install');
      const said = await ada.syncs();
      expect(said).toContain('conflict');
      expect(said).toContain('reference/install.md was deleted in the service, and only moved here: it goes');
      expect(said).toContain('guide/use.md was changed in the service in the same lines');

      const paths = [...(await ada.clone.files()).keys()].filter((path) => path.includes('install'));
      expect(paths).toEqual(['reference/install.md']);
    });
  });

  it('[SYNC-104] goes with the next sync when the first one is killed', async () => {
    for (let dice = 1; dice <= 12; dice++)
      await playDay({ company: 'others' }, async ({ ada, reviewer }) => {
        await ada.moves('guide', 'handbook');
        await reviewer.deletes('Install');
        await ada.syncs({ kind: 'kill the program', dice });
        await ada.syncs();
        await ada.syncs();
        await isGone({ ada });
      });
  });
});

describe('a page that got another title in the table of contents alone, and was deleted in the service', () => {
  const keeps = async (ada: Day['ada']): Promise<void> => {
    expect([...(await ada.clone.files()).keys()]).toContain('guide/install.md');
    expect(await ada.reads('SUMMARY.md')).toContain('[Setup](guide/install.md)');
  };

  for (const how of ['uncommitted', 'committed'])
    for (const face of ['full', 'strict'] as const)
      it(`[SYNC-8] stays, as a new page: ${how}, ${face}`, async () => {
        await playDay({ interface: face }, async ({ ada, reviewer }) => {
          await ada.lists((text) => text.replace('[Install]', '[Setup]'));
          if (how === 'committed') await ada.commits();
          await reviewer.deletes('Install');
          expect(await ada.syncs()).toContain('create guide/install.md');
          await keeps(ada);
          expect(await ada.syncs()).not.toContain('does not exist');
        });
      });

  it('[SYNC-8] stays when the sync is killed', async () => {
    // With the last ones, the files have changed and the branch has not moved.
    for (const dice of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18, 25, 26, 39])
      await playDay({}, async ({ ada, reviewer }) => {
        await ada.lists((text) => text.replace('[Install]', '[Setup]'));
        await reviewer.deletes('Install');
        await ada.syncs({ kind: 'kill the program', dice });
        await ada.syncs();
        await keeps(ada);
      });
  });
});

describe('a page that got another title in the table of contents here, and whose file the service moved', () => {
  it.each(['full', 'strict'] as const)(
    '[SYNC-3] has one file, where the service has it: %s',
    async (face) => {
      await playDay({ interface: face }, async ({ ada, reviewer }) => {
        await ada.lists((text) => text.replace('[Install]', '[Setup]'));
        await reviewer.moves('Install', 'guide/setup.md');
        await ada.syncs();
        expect([...(await ada.clone.files()).keys()]).not.toContain('guide/install.md');
        expect(await ada.reads('SUMMARY.md')).toContain('[Setup](guide/setup.md)');
      });
    },
  );
});

describe('a new page whose file the service moved, and that has lost a line here since the line was committed', () => {
  it.each([
    ['and has the text again that was sent', ''],
    ['and has got another line', '\nAnother line.\n'],
  ])('[SYNC-67] stays without the line: %s', async (_what, more) => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.syncs();
      const sent = await ada.reads('fresh.md');
      await ada.saves('fresh.md', `${sent}\nA draft.\n`);
      await ada.commits();
      await reviewer.merges();
      await reviewer.moves(/^# (.*)$/mu.exec(sent)![1]!, 'guide/fresh.md');
      await ada.saves('fresh.md', `${sent}${more}`);
      await ada.syncs();

      expect(await ada.reads('guide/fresh.md')).toContain(`${sent}${more}`);
      expect(await ada.reads('guide/fresh.md')).not.toContain('A draft.');
    });
  });
});

describe('a page that is written anew after a line of it was sent', () => {
  it('[SYNC-67] makes no conflict when the space is read after the merge, and its change requests cannot be read', async () => {
    await playDay({ company: 'alone', interface: 'strict', runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.syncs();
      await ada.writesAnew('guide/use.md');
      await reviewer.merges();
      // With these dice, the space's content is mirrored, and no answer about the space comes after that.
      const said = await ada.syncs({ kind: 'network', dice: 5 });
      expect(said).toContain('space failed');
      expect(said).not.toContain('conflict');
    });
  });
});

describe('a table of contents that was sent again before the branch could follow the merge of the first one', () => {
  it('[SYNC-67] makes no conflict where the service puts an entry beside a link, and its writer put it below', async () => {
    await playDay({ company: 'alone', shape: 'rooted', runs: 'single' }, async ({ ada, reviewer }) => {
      await ada.adds('docs/reference/fresh.md', { after: 'docs/reference/limits.md' });
      await ada.syncs();
      await ada.lists((text) => {
        const line = /^ *(.*\(guide\/use\.md\)\n)/mu.exec(text)!;
        return text.replace(line[0], '').replace(/^.*example\.com.*\n/mu, `$&  ${line[1]}`);
      });
      await reviewer.merges();
      // With these dice, nobody may write in `docs`.
      expect(await ada.syncs({ kind: 'locked folder', dice: 2 })).toContain('SUMMARY.md cannot be written');
      await ada.syncs();
      await reviewer.merges();
      expect(await ada.syncs()).not.toContain('conflict');
    });
  });
});

describe('a folder that was moved after an edit in it was sent', () => {
  it('[SYNC-15] stays where its writer put it when the sync was killed before the move was sent, and the edit was merged', async () => {
    for (let dice = 1; dice <= 6; dice++)
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await ada.writes('guide/README.md');
        await ada.syncs();
        await ada.moves('guide', 'manual');
        await ada.writes('manual/README.md');
        await ada.syncs({ kind: 'kill the program', dice });
        await reviewer.merges();
        await ada.syncs();

        expect([...(await ada.clone.files()).keys()]).not.toContain('guide/README.md');
      });
  });
});

describe('a page that was moved and edited here, deleted in the service, and merged all the same', () => {
  const deletedAndMerged = async ({ ada, reviewer }: Pick<Day, 'ada' | 'reviewer'>): Promise<void> => {
    await ada.adds('guide/fresh.md', { after: 'guide/install.md' });
    await ada.moves('guide/install.md', 'reference/install.md');
    await ada.writes('reference/install.md');
    await ada.syncs();
    await reviewer.deletes('Install');
    await ada.syncs();
    await reviewer.merges();
  };

  it('[SYNC-8] comes back without a conflict where its writer has it, when edits go by imports', async () => {
    await playDay({ interface: 'strict', shape: 'groups' }, async ({ ada, reviewer }) => {
      await deletedAndMerged({ ada, reviewer });
      expect(await ada.syncs()).not.toContain('conflict');
      expect(await ada.reads('SUMMARY.md')).toContain('[Install](reference/install.md)');
    });
  });

  it('[SYNC-64] is not made twice when a merge by hand for another conflict leaves both files of it', async () => {
    const told = await playDay({ interface: 'strict', shape: 'groups' }, async ({ ada, reviewer }) => {
      await deletedAndMerged({ ada, reviewer });
      await reviewer.writes('Errors');
      await ada.writes('reference/errors.md');
      await ada.syncs();
    });
    expect(told.join('\n')).toContain('reference/install.md is not sent: guide/install.md is the same page');
  });
});

describe('a group that has another title here alone', () => {
  for (const how of ['committed', 'uncommitted'])
    it(`[SYNC-24] stays that group when a reviewer moves a page out of it: ${how}`, async () => {
      await playDay({ shape: 'groups' }, async ({ ada, reviewer }) => {
        await ada.lists((text) => text.replace('## Reference', '## For experts'));
        if (how === 'committed') await ada.commits();
        await reviewer.putsBelow('Errors', 'Guide');
        expect(await ada.syncs()).not.toContain('conflict');
        const contents = await ada.reads('SUMMARY.md');
        expect(contents).toContain('  * [Errors](reference/errors.md)');
        expect(contents).toMatch(/## For experts\n\n\* \[Limits\]/u);
      });
    });

  it('[SYNC-67] makes no conflict when a page of it was moved before, and its line was left', async () => {
    await playDay({ company: 'alone', shape: 'no table of contents' }, async ({ ada, reviewer }) => {
      await ada.clone.move('reference/errors.md', 'errors.md');
      await ada.syncs();
      await ada.lists((text) => text.replace('## Reference', '## For experts'));
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('[Errors](errors.md)');
    });
  });
});

describe('the line of a page that cannot be sent yet', () => {
  it('[SYNC-66] stays at the new path of its folder when another page of the folder is merged and moved', async () => {
    await playDay({ company: 'alone', shape: 'no table of contents' }, async ({ ada, reviewer }) => {
      const text = await ada.reads('reference/limits.md');
      await ada.saves('reference/limits.md', `${text}\n<<<<<<< ours\n=======\n>>>>>>> theirs\n`);
      await ada.commits();
      await ada.moves('reference', 'manual');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      await ada.adds('more/fresh.md', { after: 'manual/errors.md' });
      await ada.syncs();
      await ada.lists((contents) => {
        const [line] = /^.*more\/fresh\.md.*\n/mu.exec(contents)!;
        return contents.replace(line, '') + line;
      });
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('[Limits](manual/limits.md)');
      await ada.saves(
        'manual/limits.md',
        (await ada.reads('manual/limits.md')).replace(/^[<=>]{7}.*\n/gmu, ''),
      );
    });
  });
});

describe('a page whose file was moved and sent before its line', () => {
  for (const [what, change] of [
    ['corrected', (text: string): string => without('guide/use.md')(text)],
    ['added beside the old one', (text: string): string => text],
  ] as const)
    it(`[SYNC-67] goes where its writer lists it when the line is ${what} before the merge`, async () => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await ada.clone.move('guide/use.md', 'use.md');
        await ada.syncs();
        await ada.lists((text) => change(text).replace(/^.*\(README\.md\)\n/mu, '$&  * [Use](use.md)\n'));
        await reviewer.merges();
        expect(await ada.syncs()).toContain('move use.md');
        expect(await ada.reads('SUMMARY.md')).toContain('(README.md)\n  * [Use](use.md)\n');
      });
    });

  for (const [what, change, line] of [
    [
      'lists its new path elsewhere as well',
      (text: string): string => text.replace('[Start](start.md)', '[Use](reference/use.md)'),
      '(README.md)\n* [Use](reference/use.md)\n',
    ],
    [
      'gives its old line another title',
      (text: string): string => text.replace('[Use]', '[Usage]'),
      '  * [Usage](reference/use.md)\n',
    ],
    [
      'puts its old line elsewhere',
      (text: string): string =>
        without('guide/use.md')(text).replace(/^.*\(start\.md\)\n/mu, '$&  * [Use](guide/use.md)\n'),
      '(start.md)\n  * [Use](reference/use.md)\n',
    ],
  ] as const)
    for (const how of ['at once', 'after a kill'] as const)
      it(`[SYNC-24] stays one entry when its writer commits, and ${what} after the merge: ${how}`, async () => {
        await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
          await ada.clone.move('guide/use.md', 'reference/use.md');
          await ada.syncs();
          await ada.commits();
          await reviewer.merges();
          await ada.lists(change);
          // These dice kill the program while the branch moves.
          if (how === 'after a kill') await ada.syncs({ kind: 'kill the program', dice: 8 });
          expect(await ada.syncs()).not.toContain('conflict');
          const contents = await ada.reads('SUMMARY.md');
          expect(contents).toContain(line);
          expect(contents.match(/\(reference\/use\.md\)/gu)).toHaveLength(1);
        });
      });

  it('[SYNC-24] is in conflict when only its name was sent, and a reviewer moved the page, too', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.clone.move('guide/use.md', 'guide/usage.md');
      await ada.syncs();
      await ada.lists((text) =>
        without('guide/use.md')(text).replace(/^.*\(README\.md\)\n/mu, '$&  * [Use](guide/usage.md)\n'),
      );
      await reviewer.putsBelow('Use', 'Start');
      await reviewer.merges();
      expect(await ada.syncs()).toContain('SUMMARY.md was edited here and there');
    });
  });
});

describe('commits that two clones have', () => {
  /** Ada adds a page and sends it; then Ben's clone gets the same files. */
  const shares = async ({ ada, ben }: Pick<Day, 'ada' | 'ben'>): Promise<void> => {
    await ada.adds('fresh.md', { after: 'start.md' });
    await ada.commits();
    await ada.syncs();
    for (const path of ['fresh.md', 'SUMMARY.md']) await ben.saves(path, await ada.reads(path));
    await ben.commits();
  };

  it('[SYNC-75] make a new page once', async () => {
    const told = await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await shares({ ada, ben });
      expect(await ben.syncs()).toContain('fresh.md is new in #1 of another clone: it is not sent again');
      await reviewer.merges();
      await ben.syncs();
      expect(await ben.reads('fresh.md')).toContain('id: ');
      await ben.writes('fresh.md');
      expect(await ben.syncs()).toContain('edit fresh.md');
    });
    expect(told.join('\n').match(/create fresh\.md/gu)).toHaveLength(1);
  });

  it('[SYNC-75] make a new page once when one of the two writers goes on with it', async () => {
    const told = await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await shares({ ada, ben });
      await ben.syncs();
      await ben.writes('fresh.md');
      await ben.writes('start.md');
      const said = await ben.syncs();
      expect(said).toContain('fresh.md is new in #1 of another clone: what this branch adds to the page');
      expect(said).toContain('edit start.md');
      await reviewer.merges();
    });
    expect(told.join('\n').match(/create fresh\.md/gu)).toHaveLength(1);
  });

  it('[SYNC-75] make a new page once when the table of contents does not list it', async () => {
    const told = await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await ada.adds('fresh.md');
      await ada.commits();
      await ada.syncs();
      await ben.saves('fresh.md', await ada.reads('fresh.md'));
      await ben.commits();
      await ben.syncs();
      await reviewer.merges();
    });
    expect(told.join('\n').match(/create fresh\.md/gu)).toHaveLength(1);
  });

  it('[SYNC-75] make a new page all the same when the first change request was turned down', async () => {
    await playDay({ clones: 2 }, async ({ ada, ben, reviewer }) => {
      await shares({ ada, ben });
      expect(await ben.syncs()).not.toContain('create fresh.md');
      await reviewer.archives();
      expect(await ben.syncs()).toContain('create fresh.md');
    });
  });

  it('[SYNC-75] leave a page alone that another clone has with another text', async () => {
    await playDay({ clones: 2 }, async ({ ada, ben }) => {
      await ada.adds('fresh.md', { after: 'start.md' });
      await ada.syncs();
      await ben.adds('fresh.md', { after: 'start.md' });
      expect(await ben.syncs()).toContain('create fresh.md');
    });
  });
});

describe('a conflict', () => {
  it('[SYNC-76] between what another branch brings and a line that its writer took back after a commit is named by a status, too', async () => {
    await playDay({ branches: 2 }, async ({ ada, reviewer }) => {
      await ada.writes('README.md');
      await ada.goesTo('idea');
      await ada.writes('README.md');
      await ada.goesTo('main');
      await ada.clone.git({ do: 'restore', path: 'README.md' });
      await ada.syncs();
      await reviewer.merges();
      expect(await ada.syncs()).toContain('README.md was edited here and there');
    });
  });

  it('[SYNC-76] in the place of a page is named by a status, too, after its writer renamed the folder beside it', async () => {
    await playDay({ shape: 'no table of contents' }, async ({ ada, reviewer }) => {
      await ada.moves('reference', 'manual');
      await ada.commits();
      await ada.moves('start.md', 'manual/start.md');
      await ada.lists((text) => {
        const line = /^.*\(manual\/start\.md\)\n/mu.exec(text)![0];
        return text.replace(line, '').replace(/^( *).*\(manual\/errors\.md\)\n/mu, `$&$1${line.trim()}\n`);
      });
      await reviewer.putsBelow('Start', 'Errors');
      // The stage compares each sync with the status after it.
      expect(await ada.syncs()).toContain('SUMMARY.md was edited here and there');
    });
  });

  it('[SYNC-76] in a file that its writer committed in Latin-1 and mended later is named by a status, too', async () => {
    await playDay({ interface: 'strict', clones: 2 }, async ({ ada, ben, reviewer }) => {
      await ada.writes('reference/errors.md');
      await ben.moves('reference/errors.md', 'guide/errors.md');
      const text = await ben.reads('guide/errors.md');
      const line = '\nA coup d’œil at the café.\n';
      await ben.saves('guide/errors.md', Buffer.from(`${text}\nAt the caf\xe9.\n`, 'latin1'));
      await ben.commits();
      await ben.saves('guide/errors.md', `${text}${line}`);
      await ada.syncs();
      await ben.syncs();
      await reviewer.merges();
    });
  });

  it('[SYNC-76] beside a page that was put in the place of a moved one, and again in the place of that, is named by a status, too', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.moves('reference/limits.md', 'limits.md');
      await ada.adds('reference/limits.md');
      await ada.syncs();
      await reviewer.merges();
      const contents = Buffer.from(await ada.reads('SUMMARY.md'));
      await ada.saves('SUMMARY.md', Buffer.concat([contents, Buffer.from([0xff])]));
      await ada.writesAnew('reference/limits.md');
      // The stage compares each sync with the status after it.
      expect(await ada.syncs()).toContain('SUMMARY.md was edited here and there');
    });
  });

  it('[SYNC-76] in a page that its writer moved is named by a status, too', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.moves('guide', 'manual');
      await ada.writes('manual/use.md');
      await reviewer.writes('Use');
      // The stage compares each sync with the status after it.
      expect(await ada.syncs()).toContain('manual/use.md was edited here and there');
    });
  });
});

describe('what cannot be sent after it was sent once', () => {
  it('[SYNC-81] goes from the change request when its writer takes it back', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('README.md');
      await ada.writes('start.md');
      await ada.syncs();
      await ada.saves('start.md', `${await ada.reads('start.md')}\u0000`);
      await ada.syncs();
      await ada.takesBack('start.md');
      expect(await ada.syncs()).toContain('#2 of main is proposed, edit README.md;');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('start.md')).not.toContain('by-ada');
    });
  });

  it('[SYNC-81] goes from the change request, also while SUMMARY.md gives its page another title', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.lists((text) => text.replace('[Start]', '[Beginning]'));
      const before = await ada.reads('start.md');
      await ada.saves('start.md', `${before}\nIt never ends.\n`);
      await ada.syncs();
      await ada.saves('start.md', `${before}\nIt never ends\u0000.\n`);
      await ada.syncs();
      await ada.saves('start.md', before);
      expect(await ada.syncs()).toContain('of main is updated');
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('start.md')).toBe(before.replace('# Start', '# Beginning'));
    });
  });

  it('[SYNC-34] keeps the places that the change request gives while SUMMARY.md is gone', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.lists((text) =>
        text.replace('* [Start](start.md)\n', '').replace(/\n*$/u, '\n* [Start](start.md)\n'),
      );
      const summary = await ada.reads('SUMMARY.md');
      await ada.syncs();
      await ada.deletes('SUMMARY.md');
      expect(await ada.syncs()).toContain('#1 of main is unchanged');
      await ada.writes('README.md');
      expect(await ada.syncs()).toContain('#1 of main is updated, edit README.md;');
      await ada.saves('SUMMARY.md', summary);
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toBe(summary);
    });
  });

  it('[SYNC-34] follows the mirror where SUMMARY.md is as in the mirror again, and a page was moved', async () => {
    await playDay({ shape: 'no table of contents', company: 'alone' }, async ({ ada, reviewer }) => {
      const summary = await ada.reads('SUMMARY.md');
      await ada.moves('reference/limits.md', 'limits.md');
      await ada.lists((text) =>
        text
          .replace('* [Limits](reference/limits.md)\n', '')
          .replace('(README.md)\n', '(README.md)\n* [Limits](limits.md)\n'),
      );
      await ada.commits();
      await ada.syncs();
      await ada.deletes('SUMMARY.md');
      await ada.syncs();
      await ada.saves('SUMMARY.md', summary);
      await ada.commits();
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toContain('(limits.md)');
    });
  });
});

describe('words between the entries of SUMMARY.md', () => {
  it('[SYNC-24] stay where an older branch sends its table of contents after their merge', async () => {
    await playDay({ branches: 2, shape: 'no table of contents' }, async ({ ada, reviewer }) => {
      const words = '<!-- Ask the writers first. -->';
      await ada.goesTo('idea');
      await ada.goesTo('main');
      await ada.lists((text) => text.replace('(start.md)\n', `(start.md)\n\n${words}\n\n`));
      await ada.syncs();
      await reviewer.merges();
      await ada.commits();
      await ada.goesTo('idea');
      await ada.lists((text) =>
        text.replace(/(.*\(guide\/install\.md\)\n)(.*\(guide\/use\.md\)\n)/u, '$2$1'),
      );
      await ada.commits();
      await ada.goesTo('main');
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect(await ada.reads('SUMMARY.md')).toMatch(/use\.md[^]*install\.md/u);
      expect(await ada.reads('SUMMARY.md')).toContain(words);
    });
  });
});

describe('a new page that its writer deletes between its sending and its merge', () => {
  it('[SYNC-109] stays deleted, also in the service', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('first.md', { after: 'start.md' });
      await ada.adds('second.md', { after: 'start.md' });
      await ada.syncs();
      await ada.deletes('first.md');
      await ada.lists((text) => text.replace(/.*\(first\.md\)\n/u, ''));
      await ada.writes('second.md');
      await reviewer.merges();
      expect(await ada.syncs()).toContain('#2 of main is proposed, edit second.md, delete first.md');
      await reviewer.merges();
      await ada.syncs();
      const files = await ada.clone.files();
      expect([files.has('first.md'), files.has('second.md')]).toEqual([false, true]);
    });
  });

  it('[SYNC-109] comes with its merge where it was only put aside', async () => {
    await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
      await ada.adds('first.md', { after: 'start.md' });
      await ada.syncs();
      await ada.putsAside();
      await ada.writes('start.md');
      await reviewer.merges();
      expect(await ada.syncs()).toContain('#2 of main is proposed, edit start.md;');
      await ada.takesUpAgain();
      await ada.syncs();
      await reviewer.merges();
      await ada.syncs();
      expect((await ada.clone.files()).has('first.md')).toBe(true);
    });
  });
});

describe('lines that a writer takes out of a page into a new one, after they were sent', () => {
  it.each([1, 2, 3])(
    '[SYNC-67] are in the new page alone, once that is committed: %i',
    async (paragraphs) => {
      await playDay({ company: 'alone' }, async ({ ada, reviewer }) => {
        await ada.writes('guide/use.md');
        await ada.syncs();
        await ada.splits('guide/use.md', 'guide/split.md', { paragraphs });
        await reviewer.merges();
        await ada.commits();
        expect(await ada.syncs()).toMatch(/the branch is merged.*create guide\/split\.md/u);
      });
    },
  );
});

describe('a branch that has nothing but commits of the configured branch', () => {
  const alone = { company: 'alone', branches: 2 } as const;
  /** Commits and sends an edit of the configured branch, and begins another branch on that commit. */
  const beginsIdea = async (ada: Day['ada']): Promise<void> => {
    await ada.writes('guide/use.md');
    await ada.commits();
    await ada.syncs();
    await ada.goesTo('idea');
  };

  it('[SYNC-118] gets no change request of its own when somebody begins it', async () => {
    const told = await playDay(alone, async ({ ada }) => {
      await beginsIdea(ada);
      await ada.syncs();
      expect(await ada.syncs()).toMatch(/^quiet/u);
    });
    expect(told.join('\n')).not.toContain('of idea is');
  });

  it('[SYNC-118] gets one for what is saved there, and keeps it', async () => {
    await playDay(alone, async ({ ada }) => {
      await beginsIdea(ada);
      await ada.writes('start.md');
      expect(await ada.syncs()).toContain('#2 of idea is proposed, edit guide/use.md, edit start.md;');
      expect(await ada.syncs()).toMatch(/^quiet.*#2 of idea is unchanged/u);
    });
  });

  it('[SYNC-118] leaves its change request to the configured branch when its own commits are dropped', async () => {
    await playDay(alone, async ({ ada }) => {
      await beginsIdea(ada);
      await ada.writes('start.md');
      await ada.commits();
      await ada.syncs();
      await ada.drops();
      await ada.syncs();
      expect(await ada.syncs()).toMatch(/^quiet/u);
    });
  });

  it('[SYNC-118] leaves its change request to the configured branch that merged it, also while it is checked out', async () => {
    await playDay(alone, async ({ ada }) => {
      await ada.goesTo('idea');
      await ada.writes('start.md');
      await ada.syncs();
      await ada.goesTo('main');
      await ada.writes('guide/use.md');
      await ada.merges('idea');
      await ada.goesTo('idea');
      await ada.syncs();
      expect(await ada.syncs()).toMatch(/^quiet/u);
    });
  });
});

describe('a change request that was made of what its writer saved', () => {
  it('[SYNC-69] gets the subject of the commit that follows, once, and nothing else', async () => {
    await playDay({ company: 'alone' }, async ({ ada }) => {
      await ada.writes('guide/use.md');
      expect(await ada.syncs()).toContain('#1 of main is proposed, edit guide/use.md');
      await ada.commits();
      expect(await ada.syncs()).toMatch(
        /^changed; the branch is up-to-date; #1 of main is updated, edit guide/u,
      );
      expect(await ada.syncs()).toMatch(/^quiet/u);
    });
  });
});

describe('a page that is moved away, with another one at its path', () => {
  it('[SYNC-42] is sent in one change request while a conflict with another page keeps the branch', async () => {
    await playDay({ runs: 'single' }, async ({ ada, reviewer }) => {
      await reviewer.writes('Start');
      await ada.writes('start.md');
      await ada.moves('guide/use.md', 'reference/use.md');
      await ada.adds('guide/use.md', { after: 'reference/use.md' });
      const said = await ada.syncs();
      expect(said).toContain('create guide/use.md');
      expect(said).not.toContain('guide/use.md was changed');
    });
  });

  it('[SYNC-42] waits with it while a reviewer’s line keeps that one where it is', async () => {
    await playDay({}, async ({ ada, reviewer }) => {
      await ada.writes('guide/use.md');
      await ada.moves('guide/use.md', 'reference/use.md');
      await ada.adds('guide/use.md', { after: 'reference/use.md' });
      await reviewer.writes('Use');
      const said = await ada.syncs();
      expect(said).toContain('reference/use.md was changed');
      expect(said).toContain('not said: guide/use.md was changed in change request #1');
    });
  });
});
