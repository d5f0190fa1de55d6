import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { syncConfig } from './memory-world.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-96] a page that its writer moved to the folder of another space', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let other: string;
  const merge = async (space: string): Promise<void> => {
    for (const { id } of await world.remote.changeRequests(space, 'draft'))
      await world.remote.merge(space, id);
  };

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-other-'));
    writeFileSync(join(folder, 'README.md'), '# Start\n\nHello.\n');
    other = world.seed(folder).spaces[0]!.id;
    rmSync(folder, { recursive: true });
    const { organization: _, ...mirror } = syncConfig().mirror;
    const spaces = [
      { id: world.space, path: 'first' },
      { id: other, path: 'second' },
    ];
    writer = await world.writer({ mirror: { ...mirror, spaces } });
    await writer.sync.cycle();
    writer.write('second/moved.md', writer.read('first/b.md'));
    writer.removeFile('first/b.md');
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  const orders: Readonly<Record<string, () => readonly (readonly string[])[]>> = {
    'both change requests are merged': () => [[world.space, other]],
    'the new page is merged first': () => [[other], [world.space]],
    'the deletion is merged first': () => [[world.space], [other]],
  };
  for (const [order, merges] of Object.entries(orders))
    for (const edit of ['', 'A line that was saved later.\n'])
      it(`is in no conflict when ${order}${edit === '' ? '' : ', and the file was edited again'}`, async () => {
        for (const spaces of merges()) {
          for (const space of spaces) await merge(space);
          if (edit !== '') writer.write('second/moved.md', `${writer.read('second/moved.md')}\n${edit}`);
          expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, branch: { conflicts: [] } });
        }

        if (edit !== '') await merge(other);
        await writer.sync.cycle();
        expect(writer.read('second/moved.md')).toContain(`Text.\n${edit === '' ? '' : `\n${edit}`}`);
        expect(writer.git('status', '--porcelain')).toBe('');
        expect(writer.git('ls-files').split('\n')).not.toContain('first/b.md');
        expect(await writer.isQuiet()).toEqual(atRest);
      });

  it('stays when its move is committed, and the deletion is merged first', async () => {
    writer.git('add', '-A');
    writer.git('commit', '-m', 'Move b');
    await merge(world.space);
    await writer.sync.cycle();
    expect(writer.read('second/moved.md')).toContain('Text.');
    await merge(other);
    await writer.sync.cycle();
    expect(writer.read('second/moved.md')).toContain('Text.');
    expect(writer.git('status', '--porcelain')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is in a conflict when another page of its first space has come to its path before the merge', async () => {
    const another = writer
      .read('first/a.md')
      .replace('Text.', 'Words that only this page has.\n\nMore of them.');
    writer.removeFile('first/a.md');
    writer.write('second/moved.md', another);
    await merge(other);

    const report = await writer.sync.cycle();

    expect(report.branch).toMatchObject({ state: 'left', conflicts: [{ path: 'second/moved.md' }] });
    expect(writer.read('second/moved.md')).toBe(another);
  });
});
