import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a page that was moved with git mv, and deleted in the service', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n\n## More\n\n* [c](more/c.md)\n',
      'a.md': '# a\n\nText of a.\n',
      'b.md': '# b\n\nText of b.\n\nMore text of b.\n',
      'more/c.md': '# c\n\nText of c.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  /** Moves a page to another folder, with its line. */
  const moves = (): void => {
    writer.git('mv', 'docs/b.md', 'docs/more/b.md');
    const contents = writer.read('docs/SUMMARY.md');
    writer.write('docs/SUMMARY.md', `${contents.replace('* [b](b.md)\n', '')}* [b](more/b.md)\n`);
  };
  const theyDelete = async (): Promise<void> => {
    const page = /^id: (\S+)$/mu.exec(writer.read('docs/more/b.md'))![1]!;
    await world.change([{ type: 'delete_page', page }]);
  };

  it.each([
    ['the move alone', []],
    ['everything', ['docs']],
  ])('[SYNC-104] goes, and is in no commit of its writer, who staged %s', async (_, added) => {
    moves();
    if (added.length > 0) writer.git('add', ...added);
    await theyDelete();

    const { branch } = await writer.sync.cycle();

    expect(branch).toMatchObject({ state: 'fast-forwarded', conflicts: [] });
    expect(writer.git('status', '--short')).toBe('');
    expect(writer.git('ls-files')).not.toContain('b.md');
    expect(writer.read('docs/SUMMARY.md')).not.toContain('b.md');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('[SYNC-8] stays where its writer has it, if its text was edited, too', async () => {
    moves();
    writer.write('docs/more/b.md', `${writer.read('docs/more/b.md')}\nA word of mine.\n`);
    await theyDelete();

    const { proposals } = await writer.sync.cycle();

    expect(proposals[0]?.edits).toContainEqual(
      expect.objectContaining({ kind: 'create', path: 'more/b.md', deletedInService: true }),
    );
    expect(writer.read('docs/more/b.md')).toContain('A word of mine.');
    expect(writer.git('show', ':docs/more/b.md')).not.toContain('A word of mine.');
  });
});
