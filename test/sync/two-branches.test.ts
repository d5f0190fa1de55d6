import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { Remote } from '../../src/sync/index.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a writer with two branches in one clone', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const append = (path: string, text: string): void => writer.write(path, `${writer.read(path)}\n${text}\n`);
  const merge = async (which = 1): Promise<void> => {
    for (const { id, number } of await world.requests())
      if (number === which) await world.remote.merge(world.space, id);
  };
  /** Files of the mirror that hold a line. */
  const mirrored = (line: string): string[] =>
    writer.git('grep', '--name-only', '--fixed-strings', line, 'docs/main').trim().split('\n');

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n',
      'a.md': '# a\n\nFirst.\n\nSecond.\n\nThird.\n',
      'b.md': '# b\n\nText.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('[SYNC-76] learns from a status, too, that a branch that is not checked out waits for a merge', async () => {
    const told = 'a.md was changed in the service in the same lines: it stays local until it is merged';
    writer.git('switch', '--create', 'idea');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of the idea.'));
    writer.commit('Idea');
    writer.git('switch', '--quiet', '--create', 'late', 'main');
    const page = /^id: (.*)$/mu.exec(writer.read('docs/a.md'))![1]!;
    const markdown = '# a\n\nFirst, of the service.\n\nSecond.\n\nThird.\n';
    writer.git('switch', '--quiet', 'main');
    await writer.sync.cycle();
    await world.change([{ type: 'update_page', page, document: { markdown } }]);
    await writer.sync.cycle({ push: false });
    writer.git('switch', '--quiet', 'late');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, and late.'));
    writer.commit('Late');
    writer.git('switch', '--quiet', 'main');

    const { proposals: sent } = await writer.sync.cycle();
    const { proposals, advice } = await writer.sync.status();

    const expected = [
      { branch: 'idea', number: 1, state: 'conflict', unsaid: [told] },
      { branch: 'late', number: null, state: 'conflict', unsaid: [told] },
    ];
    expect([...sent].sort((one, other) => one.branch.localeCompare(other.branch))).toMatchObject(expected);
    expect(proposals).toMatchObject(expected);
    expect(advice.map(({ about }) => about)).toEqual([
      'conflict between idea and docs/main',
      'conflict between late and docs/main',
    ]);
  });

  it.each(['committed', 'only saved'])(
    '[SYNC-76] learns from a status, too, that the checked-out branch waits for a merge: the edit is %s',
    async (how) => {
      const page = /^id: (.*)$/mu.exec(writer.read('docs/a.md'))![1]!;
      writer.git('switch', '--quiet', '--create', 'idea');
      append('docs/b.md', 'Of the idea.');
      writer.commit('More of b');
      writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of the idea.'));
      if (how === 'committed') writer.commit('Another start');
      await writer.sync.cycle();
      const markdown = '# a\n\nFirst, of the service.\n\nSecond.\n\nThird.\n';
      await world.change([{ type: 'update_page', page, document: { markdown } }]);

      const { proposals: sent, advice } = await writer.sync.cycle();
      const status = await writer.sync.status();

      const told = 'a.md was changed in the service in the same lines: it stays local until it is merged';
      expect(sent).toMatchObject([{ branch: 'idea', number: 1, state: 'conflict', unsaid: [told] }]);
      expect(status.proposals).toMatchObject([
        { branch: 'idea', number: 1, state: 'conflict', unsaid: [told] },
      ]);
      expect(advice).toMatchObject([{ about: 'conflict between idea and docs/main' }]);
      expect(status.advice).toEqual(advice);
    },
  );

  it('[SYNC-76] learns from a status, too, that the service overruled a deletion of another branch', async () => {
    const page = /^id: (.*)$/mu.exec(writer.read('docs/b.md'))![1]!;
    writer.git('switch', '--quiet', '--create', 'idea');
    writer.removeFile('docs/b.md');
    writer.write('docs/SUMMARY.md', '# Table of contents\n\n* [a](a.md)\n');
    writer.commit('Without b');
    writer.git('switch', '--quiet', 'main');
    await writer.sync.cycle();
    await world.change([{ type: 'update_page', page, document: { markdown: '# b\n\nText of theirs.\n' } }]);

    const [sent] = (await writer.sync.cycle()).proposals;
    const { proposals, advice } = await writer.sync.status();

    const overruled = { branch: 'idea', state: 'conflict', overruled: ['b.md'] };
    const told =
      'b.md is not deleted: it was changed in the service meanwhile; merge docs/main into idea, and keep the page or delete it again';
    expect(sent).toMatchObject(overruled);
    expect(sent?.unsaid).toContain(told);
    expect(proposals).toMatchObject([{ ...overruled, unsaid: [told] }]);
    expect(advice[0]?.steps.map(({ what }) => what)).toContain(
      'you deleted docs/b.md, and the service changed it: git add docs/b.md keeps it, git rm docs/b.md deletes it',
    );
  });

  it('[SYNC-58] loses no line when both branches edit a page, and both change requests are merged before the next sync', async () => {
    writer.git('switch', '--create', 'idea');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of the idea.'));
    writer.commit('Idea');
    writer.git('switch', 'main');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('Third.', 'Third, of main.'));
    await writer.sync.cycle();

    await merge(1);
    await merge(2);
    await writer.sync.cycle();

    expect(writer.read('docs/a.md')).toContain('First, of the idea.');
    expect(writer.read('docs/a.md')).toContain('Third, of main.');
    expect(await world.requests()).toHaveLength(2);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-58] keeps what the service made of an edit of another branch, where this one has that edit by a merge in git', async () => {
    writer.git('switch', '--create', 'idea');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of the idea.'));
    writer.commit('Idea');
    writer.git('switch', 'main');
    await writer.sync.cycle();
    writer.git('merge', '--quiet', 'idea');
    await merge(1);
    const page = /id: (\S+)/u.exec(writer.read('docs/a.md'))![1]!;
    const markdown = '# a\n\nFirst, as a reviewer has it.\n\nSecond.\n\nThird.\n';
    await world.change([{ type: 'update_page', page, document: { markdown } }]);

    const { branch } = await writer.sync.cycle();

    expect(branch.state).not.toBe('left');
    expect(writer.read('docs/a.md')).toContain('First, as a reviewer has it.');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-57] makes a new page once that both branches have, and sends what the second one adds when the first is merged', async () => {
    writer.write('docs/new.md', '# new\n\nNew.\n');
    writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}* [new](new.md)\n`);
    writer.commit('New page');
    writer.git('switch', '--create', 'idea');
    append('docs/new.md', 'More of the idea.');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', 'main');

    const { proposals } = await writer.sync.cycle();
    expect(proposals.map(({ branch, number }) => [branch, number])).toEqual([
      ['main', 1],
      ['idea', 2],
    ]);
    expect(proposals[1]!.edits.map(({ path }) => path)).not.toContain('docs/new.md');
    expect(proposals[1]!.unsaid.join()).toMatch(/new\.md is new in #1 of main: .*is sent when #1 is merged/);
    expect(await writer.isQuiet()).toEqual(atRest);

    await merge(1);
    const [later] = (await writer.sync.cycle()).proposals.filter(({ branch }) => branch === 'idea');
    expect(later?.edits).toContainEqual(expect.objectContaining({ kind: 'edit', path: 'new.md' }));
    expect(later?.edits.map(({ kind }) => kind)).not.toContain('create');
    await merge(2);
    await writer.sync.cycle();

    expect(await world.requests()).toHaveLength(2);
    expect(mirrored('New.')).toEqual(['docs/main:docs/new.md']);
    expect(writer.read('docs/new.md')).toContain('More of the idea.');
    expect(writer.read('docs/b.md')).toContain('Of the idea.');
  });

  it('[SYNC-57] makes a new page once that both branches have, and that was renamed on one of them by an amended commit', async () => {
    writer.write('docs/new.md', '# new\n\nNew, and long enough to know.\n');
    writer.commit('New page');
    writer.git('switch', '--quiet', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', '--quiet', 'main');
    writer.git('mv', 'docs/new.md', 'docs/renamed.md');
    writer.git('commit', '--amend', '--no-edit');

    const { proposals } = await writer.sync.cycle();
    const made = proposals.flatMap(({ edits }) => edits).filter(({ kind }) => kind === 'create');
    expect(made.map(({ path }) => path)).toEqual(['renamed.md']);
    await merge(1);
    await merge(2);
    await writer.sync.cycle();

    expect(mirrored('New, and long')).toHaveLength(1);
    expect(mirrored('Of the idea.')).toEqual(['docs/main:docs/b.md']);
  });

  it('[SYNC-62] moves a page that both branches had before it was merged, and that this one renamed', async () => {
    writer.write('docs/new.md', '# new\n\nNew, and long enough to know.\n');
    writer.commit('New page');
    await writer.sync.cycle();
    writer.git('switch', '--quiet', '--create', 'idea');
    writer.git('mv', 'docs/new.md', 'docs/renamed.md');
    writer.commit('Another name');
    writer.git('switch', '--quiet', 'main');
    await merge(1);

    const { proposals } = await writer.sync.cycle();
    expect(proposals.filter(({ branch }) => branch === 'idea').flatMap(({ edits }) => edits)).toContainEqual(
      expect.objectContaining({ kind: 'rename', path: 'renamed.md', from: 'new.md' }),
    );
    expect(await writer.isQuiet()).toEqual(atRest);
    await merge(2);
    await writer.sync.cycle();

    expect(mirrored('New, and long')).toEqual(['docs/main:docs/renamed.md']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-62] knows a page on the other branch that this branch renamed after it was merged', async () => {
    writer.write('docs/new.md', '# new\n\nNew, and long enough to know.\n');
    writer.commit('New page');
    await writer.sync.cycle();
    writer.git('switch', '--quiet', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', '--quiet', 'main');
    await merge(1);
    writer.git('mv', 'docs/new.md', 'docs/renamed.md');
    await writer.sync.cycle();
    await merge(2);
    await merge(3);

    const { proposals } = await writer.sync.cycle();

    expect(proposals.flatMap(({ edits }) => edits)).toEqual([]);
    expect(mirrored('New, and long')).toEqual(['docs/main:docs/renamed.md']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it.each([
    ['before', 'the page got its identity', true],
    ['after', 'the other branch had it', false],
  ])('[SYNC-62] knows a page that was renamed %s %s', async (_when, _what, movesFirst) => {
    writer.write('docs/new.md', '# new\n\nNew, and long enough to know.\n');
    await writer.sync.cycle();
    const move = (): void => {
      writer.write('docs/renamed.md', writer.read('docs/new.md'));
      writer.removeFile('docs/new.md');
    };
    if (movesFirst) move();
    writer.commit('New page');
    writer.git('switch', '--quiet', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', '--quiet', 'main');
    if (!movesFirst) move();
    await merge(1);

    for (let round = 0; round < 3; round++) {
      await writer.sync.cycle();
      for (const { number, status } of await world.requests()) if (status !== 'merged') await merge(number);
    }

    expect(mirrored('New, and long')).toEqual(['docs/main:docs/renamed.md']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-57] keeps a page that the service deleted, and that the other branch made anew, with what this one adds', async () => {
    const page = /id: (\S+)/u.exec(writer.read('docs/b.md'))![1]!;
    writer.git('mv', 'docs/b.md', 'docs/renamed.md');
    append('docs/renamed.md', 'Of both branches, and long enough to know the page by.');
    writer.commit('Rename the page');
    writer.git('switch', '--quiet', '--create', 'idea');
    append('docs/renamed.md', 'More of the idea.');
    writer.commit('Idea');
    writer.git('switch', '--quiet', 'main');
    // This takes the first change request.
    await world.change([{ type: 'delete_page', page }]);
    await writer.sync.cycle();
    await merge(2);

    const [idea] = (await writer.sync.cycle()).proposals.filter(({ branch }) => branch === 'idea');
    expect(idea?.edits.map(({ kind }) => kind)).not.toContain('delete');
    expect(idea?.edits).toContainEqual(expect.objectContaining({ kind: 'edit', path: 'renamed.md' }));
    await merge(3);
    await writer.sync.cycle();

    expect(mirrored('Of both branches')).toEqual(['docs/main:docs/renamed.md']);
    expect(mirrored('More of the idea.')).toEqual(['docs/main:docs/renamed.md']);
  });

  it('[SYNC-57] leaves a page that the service deleted to the change request that still has it with an edit of the other branch', async () => {
    const page = /id: (\S+)/u.exec(writer.read('docs/a.md'))![1]!;
    append('docs/a.md', 'Of main.');
    await writer.sync.cycle();
    // This takes the second change request.
    await world.change([{ type: 'delete_page', page }]);
    await writer.sync.cycle();
    writer.commit('Main');
    writer.git('switch', '--quiet', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', '--quiet', 'main');

    const { proposals } = await writer.sync.cycle();
    const idea = proposals.find(({ branch }) => branch === 'idea');
    expect(idea?.edits.map(({ path }) => path)).toEqual(['b.md']);
    // A reviewer has the service keep the page.
    const [first] = await world.requests();
    await world.remote.update(world.space, first!.id);
    await merge(1);
    await merge(3);
    await writer.sync.cycle();

    expect(mirrored('Of main.')).toEqual(['docs/main:docs/a.md']);
    expect(mirrored('Of the idea.')).toEqual(['docs/main:docs/b.md']);
    expect(writer.read('docs/a.md')).toContain('Of main.');
  });

  it('[SYNC-57] makes the new page with the second change request when the first one is turned down', async () => {
    writer.write('docs/new.md', '# new\n\nNew.\n');
    writer.commit('New page');
    writer.git('switch', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    writer.commit('Idea');
    writer.git('switch', 'main');
    await writer.sync.cycle();
    const [first] = (await world.requests()).filter(({ number }) => number === 1);
    await world.remote.setChangeRequest(world.space, first!.id, { status: 'archived' });

    await writer.sync.cycle();
    await merge(2);
    await writer.sync.cycle();

    expect(mirrored('New.')).toEqual(['docs/main:docs/new.md']);
  });

  it('asks the service once for each of two texts of a page that it refuses', async () => {
    let asked = 0;
    const picky = (remote: Remote): Remote =>
      new Proxy(remote, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          if (name !== 'changeContent') return value.bind(target) as unknown;
          return async (...given: Parameters<Remote['changeContent']>) => {
            asked++;
            if (JSON.stringify(given).includes('REFUSED')) throw new AppError('BAD_REQUEST', '400: not so');
            return target.changeContent(...given);
          };
        },
      });
    const strict = await writersWorld({ 'b.md': '# b\n\nText.\n' }, picky);
    writer = await strict.writer();
    await writer.sync.cycle();
    append('docs/b.md', 'REFUSED on main.');
    writer.commit('Main');
    writer.git('switch', '--create', 'idea', 'HEAD~1');
    append('docs/b.md', 'REFUSED on the branch.');
    writer.commit('Idea');

    const { problems } = await writer.sync.cycle();

    expect(problems).toMatchObject([{ code: 'NOT_SENDABLE', path: 'docs/b.md' }]);
    expect(await writer.isQuiet()).toEqual(atRest);
    expect(asked).toBe(2);
    await strict.close();
  });

  describe('[SYNC-63] of which one was merged in the service', () => {
    /** A branch with a page that is new, under a group that only the service can make, and with an edit; HEAD stays on it. */
    const startIdea = (): void => {
      writer.git('switch', '--create', 'idea');
      writer.write('docs/new.md', '# new\n\nNew.\n');
      writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}\n## Ideas\n\n* [new](new.md)\n`);
      append('docs/b.md', 'Of the idea.');
      writer.commit('Idea');
    };

    it.each(['idea', 'main'])(
      'git joins that branch with main without a conflict, with HEAD on %s',
      async (head) => {
        startIdea();
        writer.git('switch', head);
        await writer.sync.cycle();
        await merge(1);

        const { otherBranches, outcome } = await writer.sync.cycle();
        expect([outcome, otherBranches]).toEqual([
          'changed',
          [expect.objectContaining({ name: 'idea', state: 'merged', conflicts: [] })],
        ]);
        // The group is the one thing that the service could not be told (SYNC-66).
        const difference = writer.git('diff', '--unified=0', 'docs/main', 'idea').split('\n');
        expect(difference.filter((line) => /^[-+](?![-+]).*\S/u.test(line))).toEqual(['+## Ideas']);
        expect(writer.git('status', '--porcelain')).toBe('');
        expect(await writer.isQuiet()).toEqual(atRest);

        writer.git('switch', 'main');
        writer.git('merge', '--ff-only', 'idea');
        writer.git('branch', '--delete', 'idea');
        expect(await writer.isQuiet()).toEqual(atRest);
        expect(await world.requests()).toHaveLength(1);
      },
    );

    it('keeps what the writer saved on it since, and sends that', async () => {
      startIdea();
      await writer.sync.cycle();
      await merge(1);
      append('docs/b.md', 'Later.');

      const { otherBranches, proposals } = await writer.sync.cycle();

      expect(otherBranches).toEqual([expect.objectContaining({ name: 'idea', state: 'merged' })]);
      expect(writer.read('docs/b.md')).toMatch(/Of the idea\.\n\nLater\.\n$|Of the idea\.\nLater\.\n$/);
      expect(proposals).toMatchObject([
        { branch: 'idea', number: 2, edits: [{ kind: 'edit', path: 'b.md' }, { kind: 'order' }] },
      ]);
    });

    it('follows no further when the service goes on', async () => {
      startIdea();
      await writer.sync.cycle();
      await merge(1);
      await writer.sync.cycle();
      const at = writer.git('rev-parse', 'idea');
      const page = /id: (\S+)/u.exec(writer.read('docs/a.md'))![1]!;
      await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nOf a reviewer.\n' } }]);

      const { otherBranches } = await writer.sync.cycle();

      expect(otherBranches).toBeUndefined();
      expect(writer.git('rev-parse', 'idea')).toBe(at);
    });

    it('stays as it is, and says nothing, when a person has to join it', async () => {
      startIdea();
      await writer.sync.cycle();
      await merge(1);
      writer.write('docs/a.md', writer.read('docs/a.md').replace('Second.', 'Second, of the idea.'));
      writer.commit('Second');
      const page = /id: (\S+)/u.exec(writer.read('docs/a.md'))![1]!;
      const markdown = '# a\n\nFirst.\n\nSecond, of a reviewer.\n\nThird.\n';
      await world.change([{ type: 'update_page', page, document: { markdown } }]);
      const at = writer.git('rev-parse', 'idea');

      const { branch, otherBranches } = await writer.sync.cycle();

      expect([branch.conflicts, otherBranches]).toEqual([[], undefined]);
      expect(writer.git('rev-parse', 'idea')).toBe(at);
      expect(writer.git('status', '--porcelain')).toBe('');
    });

    it('is not the branch that only has the new page of the merged one, with more in it', async () => {
      startIdea();
      writer.git('switch', '--create', 'more');
      append('docs/new.md', 'More.');
      writer.commit('More');
      writer.git('switch', 'main');
      await writer.sync.cycle();
      await merge(1);

      const { otherBranches = [], proposals } = await writer.sync.cycle();

      expect(otherBranches.map(({ name }) => name)).toEqual(['idea']);
      expect(proposals).toMatchObject([
        { branch: 'idea', state: 'unchanged', number: null },
        { branch: 'more' },
      ]);
      expect(proposals[1]?.edits).toContainEqual(expect.objectContaining({ kind: 'edit', path: 'new.md' }));
    });

    it('is left alone while another working tree has it checked out', async () => {
      startIdea();
      await writer.sync.cycle();
      writer.git('switch', 'main');
      writer.git('worktree', 'add', '--quiet', '.git/beside', 'idea');
      await merge(1);

      const { otherBranches } = await writer.sync.cycle();
      expect(otherBranches).toBeUndefined();
      expect(writer.git('-C', '.git/beside', 'status', '--porcelain')).toBe('');

      writer.git('worktree', 'remove', '.git/beside');
      expect((await writer.sync.cycle()).otherBranches).toHaveLength(1);
    });
  });
});
