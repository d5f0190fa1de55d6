import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a writer with two branches in one clone', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const commit = (subject: string): void => {
    writer.git('add', '.');
    writer.git('-c', 'user.name=W', '-c', 'user.email=w@example.com', 'commit', '--message', subject);
  };
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

  it('[SYNC-58] loses no line when both branches edit a page, and both change requests are merged before the next sync', async () => {
    writer.git('switch', '--create', 'idea');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of the idea.'));
    commit('Idea');
    writer.git('switch', 'main');
    writer.write('docs/a.md', writer.read('docs/a.md').replace('Third.', 'Third, of main.'));
    await writer.sync.cycle();

    await merge(1);
    await merge(2);
    await writer.sync.cycle();

    expect(writer.read('docs/a.md')).toContain('First, of the idea.');
    expect(writer.read('docs/a.md')).toContain('Third, of main.');
    expect(await world.requests()).toHaveLength(2);
    expect(await writer.isQuiet()).toEqual({ commits: 0, writes: 0, moved: false });
  });

  it('[SYNC-57] makes a new page once that both branches have, and sends what the second one adds when the first is merged', async () => {
    writer.write('docs/new.md', '# new\n\nNew.\n');
    writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}* [new](new.md)\n`);
    commit('New page');
    writer.git('switch', '--create', 'idea');
    append('docs/new.md', 'More of the idea.');
    append('docs/b.md', 'Of the idea.');
    commit('Idea');
    writer.git('switch', 'main');

    const { proposals } = await writer.sync.cycle();
    expect(proposals.map(({ branch, number }) => [branch, number])).toEqual([
      ['main', 1],
      ['idea', 2],
    ]);
    expect(proposals[1]!.edits.map(({ path }) => path)).not.toContain('docs/new.md');
    expect(proposals[1]!.unsaid.join()).toMatch(/new\.md is new in #1 of main: .*is sent when #1 is merged/);
    expect(await writer.isQuiet()).toEqual({ commits: 0, writes: 0, moved: false });

    await merge(1);
    await writer.sync.cycle();
    await merge(2);
    await writer.sync.cycle();

    expect(await world.requests()).toHaveLength(2);
    expect(mirrored('New.')).toEqual(['docs/main:docs/new.md']);
    expect(writer.read('docs/new.md')).toContain('More of the idea.');
    expect(writer.read('docs/b.md')).toContain('Of the idea.');
  });

  it('[SYNC-57] makes the new page with the second change request when the first one is turned down', async () => {
    writer.write('docs/new.md', '# new\n\nNew.\n');
    commit('New page');
    writer.git('switch', '--create', 'idea');
    append('docs/b.md', 'Of the idea.');
    commit('Idea');
    writer.git('switch', 'main');
    await writer.sync.cycle();
    const [first] = (await world.requests()).filter(({ number }) => number === 1);
    await world.remote.setChangeRequest(world.space, first!.id, { status: 'archived' });

    await writer.sync.cycle();
    await merge(2);
    await writer.sync.cycle();

    expect(mirrored('New.')).toEqual(['docs/main:docs/new.md']);
  });
});
