import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

/**
 * A writer adds a page, moves it while its change request is open, and has a conflict elsewhere when that is merged. Git, which follows no
 * identities, leaves both files when the writer merges docs/main by hand.
 */
describe('a page that a merge in git left as two files', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const mirrored = (line: string): string[] =>
    writer.git('grep', '--name-only', '--fixed-strings', line, 'docs/main').trim().split('\n');

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n',
      'a.md': '# a\n\nFirst.\n',
      'b.md': '# b\n\nText of b.\n\nMore text of b.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  const aNewPage = '# new\n\nNew, and long enough to know.\n';
  const leaveTwoFiles = async (fresh = aNewPage): Promise<void> => {
    writer.write('docs/new.md', fresh);
    writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}* [new](new.md)\n`);
    await writer.sync.cycle();
    writer.write('docs/parts/moved.md', `${writer.read('docs/new.md')}\nMine.\n`);
    writer.removeFile('docs/new.md');
    writer.write('docs/SUMMARY.md', writer.read('docs/SUMMARY.md').replace('new.md', 'parts/moved.md'));
    writer.write('docs/a.md', writer.read('docs/a.md').replace('First.', 'First, of mine.'));
    writer.commit('Mine');
    await world.mergeAll();
    const page = /id: (\S+)/u.exec(writer.read('docs/a.md'))![1]!;
    await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nFirst, of theirs.\n' } }]);
    expect((await writer.sync.cycle()).branch.state).toBe('left');
    writer.git('merge', '--quiet', '--strategy-option', 'ours', '--no-edit', 'docs/main');
  };

  it('[SYNC-64] is not made twice: the writer is told which two files are one page', async () => {
    await leaveTwoFiles();
    for (let cycle = 0; cycle < 2; cycle++) {
      const { problems, proposals } = await writer.sync.cycle();
      expect(problems).toMatchObject([
        {
          ...{ code: 'NOT_SENDABLE', cause: 'twice', path: 'docs/parts/moved.md' },
          message: 'docs/parts/moved.md is not sent: docs/new.md is the same page, as docs/main has it',
        },
      ]);
      expect(proposals.flatMap(({ edits }) => edits).filter(({ kind }) => kind === 'create')).toEqual([]);
    }
    expect(mirrored('New, and long')).toEqual(['docs/main:docs/new.md']);
    expect(writer.read('docs/parts/moved.md')).toContain('Mine.');
  });

  it.each([
    ['the one that moved', 'docs/new.md', 'docs/parts/moved.md'],
    ['the one of the mirror', 'docs/parts/moved.md', 'docs/new.md'],
  ])('[SYNC-64] is one page again when the writer keeps %s', async (_which, away, kept) => {
    await leaveTwoFiles();
    await writer.sync.cycle();
    if (kept === 'docs/new.md') writer.write(kept, `${writer.read(kept)}\nMine.\n`);
    writer.removeFile(away);
    writer.commit('One file');

    for (let round = 0; round < 3; round++) {
      const { problems } = await writer.sync.cycle();
      expect(problems).toEqual([]);
      await world.mergeAll();
    }
    await writer.sync.cycle();

    expect(mirrored('Mine.')).toEqual([`docs/main:${kept}`]);
    expect(mirrored('New, and long')).toEqual([`docs/main:${kept}`]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-64] becomes two pages when the writer says that both are meant', async () => {
    await leaveTwoFiles();
    const { problems } = await writer.sync.cycle();
    const allow = problems.map((problem) => problem.allow ?? '');

    const { proposals } = await writer.sync.cycle({ allow });

    expect(proposals.flatMap(({ edits }) => edits)).toContainEqual(
      expect.objectContaining({ kind: 'create', path: 'parts/moved.md' }),
    );
    await world.mergeAll();
    expect((await writer.sync.cycle()).problems).toEqual([]);
    expect(mirrored('New, and long').sort()).toEqual([
      'docs/main:docs/new.md',
      'docs/main:docs/parts/moved.md',
    ]);
  });

  it('[SYNC-65] is not made twice where it was a copy, and both files carry identities', async () => {
    await leaveTwoFiles(`${writer.read('docs/b.md')}\nNew, and long enough to know.\n\nAnd longer.\n`);

    const { problems, proposals } = await writer.sync.cycle();

    expect(problems).toMatchObject([{ code: 'NOT_SENDABLE', cause: 'twice', path: 'docs/parts/moved.md' }]);
    expect(proposals.flatMap(({ edits }) => edits).filter(({ kind }) => kind === 'create')).toEqual([]);
    expect(mirrored('New, and long')).toEqual(['docs/main:docs/new.md']);
    expect(mirrored('More text of b.')).toEqual(['docs/main:docs/b.md', 'docs/main:docs/new.md']);
    expect(writer.read('docs/parts/moved.md')).toContain('Mine.');
  });
});
