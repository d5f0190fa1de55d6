import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-55] edits that come along to another branch', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const all = async (): Promise<string[]> =>
    (await world.requests()).map(({ number, status }) => `#${number} ${status}`);
  const updateOfA = (body: string): Parameters<WritersWorld['change']>[0][number] => {
    const page = /^id: (.*)$/mu.exec(writer.read('docs/a.md'))![1]!;
    return { type: 'update_page', page, document: { markdown: `# a\n\n${body}` } };
  };

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    writer = await world.writer();
    await writer.sync.cycle();
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMore of a.\n`);
    writer.write('docs/new.md', '# new\n\nNew.\n');
    writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}* [new](new.md)\n`);
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('stay in one change request when a person makes a branch for them and commits', async () => {
    writer.git('switch', '--create', 'winter');
    const { proposals } = await writer.sync.cycle();
    expect(proposals).toMatchObject([{ branch: 'winter', number: 1, state: 'unchanged' }]);
    writer.commit('Winter');
    await writer.sync.cycle();
    expect(await all()).toEqual(['#1 draft']);

    await world.mergeAll();
    await writer.sync.cycle();
    writer.git('switch', 'main');
    await writer.sync.cycle();

    expect(await all()).toEqual(['#1 merged']);
    expect(writer.read('docs/SUMMARY.md').match(/new\.md/g)).toHaveLength(1);
    expect(writer.git('status', '--short')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('stay in one change request when the commit, and more words, come before the next sync', async () => {
    writer.git('switch', '--create', 'winter');
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nStill more of a.\n`);
    writer.commit('Winter');

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ branch: 'winter', number: 1, state: 'updated' }]);
    expect(await all()).toEqual(['#1 draft']);
  });

  it('stay in one change request when the branch gets another name', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('branch', '--move', 'winter', 'spring');

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ branch: 'spring', number: 1, state: 'unchanged' }]);
    expect(await all()).toEqual(['#1 draft']);
  });

  it('stay with the branch that still has them when another branch begins at its commit', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', '--create', 'spring');

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([
      { branch: 'spring', number: 2, state: 'proposed' },
      { branch: 'winter', number: 1, state: 'unchanged' },
    ]);
  });

  it('leave the old branch free for a change request of its own', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore of b.\n`);

    const { proposals } = await writer.sync.cycle();

    expect(proposals.map(({ branch, number, state }) => [branch, number, state])).toEqual([
      ['main', 2, 'proposed'],
      ['winter', 1, 'unchanged'],
    ]);
  });

  it('stay in one change request when the branch is merged into main by hand, and main says more', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    writer.git('merge', '--quiet', 'winter');
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nStill more of a.\n`);

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ branch: 'main', number: 1, state: 'updated' }]);
    expect(await all()).toEqual(['#1 draft']);
  });

  it.each([
    ['is still there', false],
    ['is deleted', true],
  ])(
    'go to the change request that main has, when the branch is merged by hand and %s',
    async (_, deletes) => {
      writer.git('switch', '--create', 'winter');
      writer.write('docs/a.md', `${writer.read('docs/a.md')}\nStill more of a.\n`);
      writer.commit('Winter');
      await writer.sync.cycle();
      writer.git('switch', 'main');
      writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore of b.\n`);
      writer.commit('Of main');
      await writer.sync.cycle();
      writer.git('merge', '--quiet', 'winter');
      if (deletes) writer.git('branch', '--delete', '--force', 'winter');

      const { proposals } = await writer.sync.cycle();

      expect(proposals).toMatchObject([{ branch: 'main', number: 2, state: 'updated' }]);
      expect(proposals[0]!.edits.map(({ path }) => path).sort()).toEqual([
        'SUMMARY.md',
        'a.md',
        'b.md',
        'new.md',
      ]);
      expect(await all()).toEqual(['#1 archived', '#2 draft']);
      await world.mergeAll();
      await writer.sync.cycle();
      expect(writer.git('grep', '--count', 'New.', 'docs/main').trim()).toBe('docs/main:docs/new.md:1');
      expect(await writer.isQuiet()).toEqual(atRest);
    },
  );

  it('are planned as the same change request by a dry run, which notes nothing', async () => {
    writer.git('switch', '--create', 'winter');

    await writer.sync.cycle({ pull: true });
    const planned = await writer.sync.cycle({ dryRun: true });
    writer.git('switch', 'main');
    const { proposals } = await writer.sync.cycle();

    expect(planned.proposals).toMatchObject([{ branch: 'winter', number: 1 }]);
    expect(proposals).toMatchObject([{ branch: 'main', number: 1, state: 'unchanged' }]);
  });

  it.each(['all edits', 'one edit'])(
    'are proposed from the branch that has %s, when the person is back before the next sync',
    async (which) => {
      writer.git('switch', '--create', 'winter');
      if (which === 'one edit') {
        writer.git('add', 'docs/a.md');
        writer.git('commit', '--message', 'Winter');
        writer.git('checkout', '--', '.');
        writer.git('clean', '--force', '--quiet', 'docs');
      } else writer.commit('Winter');
      writer.git('switch', 'main');

      const { proposals, problems } = await writer.sync.cycle();

      expect(problems).toEqual([]);
      expect(proposals).toMatchObject([
        { branch: 'winter', number: 2, state: 'proposed' },
        { branch: 'main', number: 1, state: 'archived' },
      ]);
      await writer.sync.cycle();
      await world.mergeAll();
      await writer.sync.cycle();
      await writer.sync.cycle();
      expect(await all()).toEqual(['#1 archived', '#2 merged']);
      expect(writer.read('docs/a.md')).toContain('More of a.');
      expect(writer.read('docs/SUMMARY.md').match(/new\.md/g) ?? []).toHaveLength(
        which === 'all edits' ? 1 : 0,
      );
      expect(await writer.isQuiet()).toEqual(atRest);
    },
  );

  it('leave their change request when a squashed merge brought them home, and their branch is deleted', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    writer.git('merge', '--squash', 'winter');
    writer.commit('Winter, in one commit');
    await writer.sync.cycle();
    expect(await all()).toEqual(['#1 draft', '#2 draft']);
    writer.git('branch', '--delete', '--force', 'winter');

    await writer.sync.cycle();
    await writer.sync.cycle();

    expect(await all()).toEqual(['#1 archived', '#2 draft']);
    await world.mergeAll();
    await writer.sync.cycle();
    expect(writer.read('docs/SUMMARY.md').match(/new\.md/g)).toHaveLength(1);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  for (const others of ['nothing else', 'the same page elsewhere'])
    it(`leave their change request when a squashed merge brought them home, their branch is deleted after the merge in the service, and people wrote ${others} there`, async () => {
      writer.git('switch', '--create', 'winter');
      writer.commit('Winter');
      await writer.sync.cycle();
      writer.git('switch', 'main');
      writer.git('merge', '--squash', 'winter');
      writer.commit('Winter, in one commit');
      await writer.sync.cycle();
      const [, home] = await world.requests();
      await world.remote.merge(world.space, home!.id);
      if (others !== 'nothing else') await world.change([updateOfA('Text.\n\nTheirs.\n\nMore of a.\n')]);
      writer.git('branch', '--delete', '--force', 'winter');

      const { proposals } = await writer.sync.cycle();

      // The new page was left to the first change request (SYNC-57) while that was open.
      expect(proposals).toMatchObject([
        { branch: 'main', state: 'proposed', edits: [{ kind: 'create', path: 'new.md' }, { kind: 'order' }] },
        { branch: 'winter', number: 1, state: 'archived' },
      ]);
      await world.mergeAll();
      await writer.sync.cycle();
      expect((await all()).map((each) => each.replace(/.* /u, ''))).toEqual([
        'archived',
        ...(others === 'nothing else' ? [] : ['merged']),
        ...['merged', 'merged'],
      ]);
      expect(writer.read('docs/SUMMARY.md').match(/new\.md/g)).toHaveLength(1);
      expect(await writer.isQuiet()).toEqual(atRest);
    });

  it('leave their change request when their branch is deleted and another clone sent all of them, which were merged', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    const summary = `# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n* [new](new.md)\n`;
    await world.change([
      updateOfA('Text.\n\nMore of a.\n\nTheirs.\n'),
      { type: 'insert_page', title: 'new', document: { markdown: 'New.\n' }, at: 2, git: { path: 'new.md' } },
    ]);
    writer.git('branch', '--delete', '--force', 'winter');

    await writer.sync.cycle({ pull: true });
    const planned = await writer.sync.cycle({ dryRun: true });
    expect(planned.proposals).toMatchObject([{ branch: 'winter', number: 1, state: 'planned' }]);
    expect((await all()).slice(0, 1)).toEqual(['#1 draft']);
    const { proposals } = await writer.sync.cycle();

    expect(writer.read('docs/SUMMARY.md')).toBe(summary);
    expect(proposals).toMatchObject([{ branch: 'winter', number: 1, state: 'archived' }]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('leave the change request of a deleted branch open while the service does not have all of them', async () => {
    writer.git('switch', '--create', 'winter');
    writer.commit('Winter');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    await world.change([updateOfA('Text.\n\nMore of a.\n')]);
    writer.git('branch', '--delete', '--force', 'winter');

    await writer.sync.cycle();

    expect((await all()).slice(0, 1)).toEqual(['#1 draft']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it.each<[string, () => Promise<void>]>([
    ['a deletion', async () => writer.removeFile('docs/b.md')],
    [
      'a new path',
      async () => {
        writer.write('docs/deep/a.md', writer.read('docs/a.md'));
        writer.removeFile('docs/a.md');
      },
    ],
    [
      'a new page, which has another text there,',
      async () => writer.write('docs/new.md', '# new\n\nNewer.\n'),
    ],
    [
      'a line',
      async () =>
        writer.write('docs/a.md', writer.read('docs/a.md').replace('# a\n', '# a\n\nA line before.\n')),
    ],
  ])(
    'leave the change request of a deleted branch open while %s is missing in the service',
    async (_, edit) => {
      writer.git('switch', '--create', 'winter');
      await edit();
      writer.write('docs/SUMMARY.md', '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n* [new](new.md)\n');
      writer.commit('Winter');
      await writer.sync.cycle();
      writer.git('switch', 'main');
      await world.change([
        updateOfA('Text.\n\nMore of a.\n\nTheirs.\n'),
        {
          type: 'insert_page',
          title: 'new',
          document: { markdown: 'New.\n' },
          at: 2,
          git: { path: 'new.md' },
        },
      ]);
      writer.git('branch', '--delete', '--force', 'winter');

      await writer.sync.cycle();

      expect((await all()).slice(0, 1)).toEqual(['#1 draft']);
    },
  );

  it('leave the change request to its branch while that is checked out in another working tree', async () => {
    writer.git('switch', '--create', 'winter');
    writer.git('worktree', 'add', '--quiet', '.git/main-tree', 'main');

    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ branch: 'winter', number: 2, state: 'proposed' }]);
    expect(await all()).toEqual(['#1 draft', '#2 draft']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('leave the change request alone when they stay behind in a stash, and another page is edited elsewhere', async () => {
    writer.git('stash', '--include-untracked');
    writer.git('switch', '--create', 'fix');
    writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore of b.\n`);
    const { proposals } = await writer.sync.cycle();
    expect(proposals).toMatchObject([{ branch: 'fix', number: 2, state: 'proposed' }]);
    writer.commit('Fix');
    await writer.sync.cycle();
    writer.git('switch', 'main');
    writer.git('stash', 'pop');

    const back = await writer.sync.cycle();

    expect(back.proposals.map(({ branch, number, state }) => [branch, number, state])).toEqual([
      ['main', 1, 'unchanged'],
      ['fix', 2, 'unchanged'],
    ]);
    expect(await all()).toEqual(['#1 draft', '#2 draft']);
  });
});
