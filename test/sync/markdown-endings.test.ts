import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a page whose file ends otherwise than with .md', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const merge = async (): Promise<void> => {
    await world.mergeAll();
    await writer.sync.cycle();
  };

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  describe.each(['guide/UPPER.MD', 'guide/long.markdown'])('[SYNC-1] %s', (path) => {
    it.each<readonly [string, (writer: WriterOfClone) => void]>([
      ['another page is added', (writer) => writer.write('docs/c.md', '# c\n\nText.\n')],
      ['another page is moved', (writer) => writer.git('mv', 'docs/a.md', 'docs/other.md')],
      ['a file is added', (writer) => writer.write('docs/notes.txt', 'Text.\n')],
      [
        'the page is edited',
        (writer) => writer.write(`docs/${path}`, `${writer.read(`docs/${path}`)}\nMore.\n`),
      ],
    ])('stays one page when %s', async (_, does) => {
      writer.write(`docs/${path}`, '# A page\n\nIts text.\n');
      await writer.sync.cycle();
      await merge();
      const before = (await world.requests()).length;
      does(writer);

      const { proposals } = await writer.sync.cycle();
      await merge();

      const named = proposals.flatMap(({ edits }) => edits).filter((edit) => edit.path.includes(path));
      expect(named.filter(({ kind }) => kind === 'create' || kind === 'delete')).toEqual([]);
      expect((await world.requests()).length).toBeLessThanOrEqual(before + 1);
      expect(writer.git('grep', '--count', 'Its text.', 'docs/main').trim()).toBe(`docs/main:docs/${path}:1`);
      expect(await writer.isQuiet()).toEqual(atRest);
    });
  });
});
