import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-86] a new page that two clones have in change requests of their own', () => {
  let world: WritersWorld;
  let ada: WriterOfClone;
  let ben: WriterOfClone;
  const theSame = '# new\n\nThe same.\n';
  const add = (writer: WriterOfClone, text: string): void => {
    writer.write('docs/new.md', text);
    writer.write('docs/SUMMARY.md', `${twoPages['SUMMARY.md']}* [new](new.md)\n`);
  };
  const all = async (): Promise<string[]> =>
    (await world.requests()).map(({ number, status }) => `#${number} ${status}`);
  beforeEach(async () => {
    world = await writersWorld(twoPages);
    [ada, ben] = [await world.writer(), await world.writer()];
    await ada.sync.cycle();
    await ben.sync.cycle();
    add(ada, theSame);
    await ada.sync.cycle();
    add(ben, '# new\n\nAnother.\n');
    await ben.sync.cycle();
    expect(await all()).toEqual(['#1 draft', '#2 draft']);
  });
  afterEach(() => world.close());

  it('leaves the later one as soon as its clone sees the other', async () => {
    add(ben, theSame);
    await ben.sync.cycle();
    await ada.sync.cycle();
    expect(await all()).toEqual(['#1 draft', '#2 archived']);

    await world.mergeAll();
    for (const writer of [ada, ben]) {
      expect((await writer.sync.cycle()).problems).toEqual([]);
      expect(writer.git('ls-files', 'docs/new*')).toBe('docs/new.md\n');
      expect(await writer.isQuiet()).toEqual(atRest);
    }
  });

  it('stays in the earlier one when a reviewer writes the same text into the later one', async () => {
    const [, second] = await world.requests();
    const place = { kind: 'change-request', space: world.space, id: second!.id } as const;
    const made = (await world.remote.content(place)).pages.find(({ title }) => title === 'new')!;
    await world.remote.changeContent(world.space, second!.id, [
      { type: 'update_page', page: made.id, document: { markdown: theSame } },
    ]);

    for (let turn = 0; turn < 2; turn++)
      expect((await ada.sync.cycle()).proposals).toMatchObject([
        { number: 1, edits: [{ kind: 'create', path: 'new.md' }, { kind: 'order' }] },
      ]);
    expect(await all()).toEqual(['#1 draft', '#2 draft']);
  });

  it('has no say about another page, which the later one has alone', async () => {
    ben.write('docs/more.md', '# more\n\nMore.\n');
    await ben.sync.cycle();
    await ada.sync.cycle();
    ada.write('docs/more.md', '# more\n\nMore.\n');

    const [proposal] = (await ada.sync.cycle()).proposals;

    expect(proposal?.edits.map(({ path }) => path)).not.toContain('more.md');
  });

  it('is there twice when both were merged before, and is named with what to do until one of the two is deleted', async () => {
    const [, second] = await world.requests();
    const { pages } = await world.remote.content({
      ...{ kind: 'change-request', space: world.space, id: second!.id },
    });
    const made = pages.find(({ title }) => title === 'new')!;
    await world.remote.changeContent(world.space, second!.id, [
      { type: 'update_page', page: made.id, document: { markdown: theSame } },
    ]);
    await world.mergeAll();

    const [report, other] = [await ada.sync.cycle(), await ben.sync.cycle()];
    const double = ada.git('ls-files', 'docs/new-*').trim().slice('docs/'.length);
    const told = expect.stringContaining(`${double}: it has the very text of new.md`) as string;
    for (const { spaces } of [report, other]) expect(spaces).toMatchObject([{ notes: [told] }]);
    expect((await ada.sync.status()).spaces).toMatchObject([{ notes: [told] }]);
    for (const writer of [ada, ben]) expect(await writer.isQuiet()).toEqual(atRest);

    ada.removeFile(`docs/${double}`);
    ada.write('docs/SUMMARY.md', ada.read('docs/SUMMARY.md').replace(/.*new-.*\n/u, ''));
    expect((await ada.sync.cycle()).proposals).toMatchObject([
      { state: 'proposed', edits: [{ kind: 'delete', path: double }, { kind: 'order' }] },
    ]);
    await world.mergeAll();
    for (const writer of [ada, ben]) {
      await writer.sync.cycle();
      expect(writer.git('ls-files', 'docs/new*')).toBe('docs/new.md\n');
      expect(await writer.isQuiet()).toEqual(atRest);
    }
    expect((await ada.sync.status()).spaces).toMatchObject([{ notes: [] }]);
  });

  it('is moved once when both moved a page to the same path', async () => {
    for (const writer of [ada, ben]) {
      writer.write('docs/moved.md', writer.read('docs/a.md'));
      writer.removeFile('docs/a.md');
      writer.write('docs/SUMMARY.md', writer.read('docs/SUMMARY.md').replace('(a.md)', '(moved.md)'));
      await writer.sync.cycle();
    }
    await world.mergeAll();
    for (const writer of [ada, ben]) {
      expect(await writer.sync.cycle()).toMatchObject({ problems: [], branch: { conflicts: [] } });
      expect(writer.git('ls-files', 'docs/moved*', 'docs/a.md')).toBe('docs/moved.md\n');
      expect(await writer.isQuiet()).toEqual(atRest);
    }
  });
});
