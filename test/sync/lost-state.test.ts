import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateRef } from '../../src/sync/index.ts';
import { atRest, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-52] when the state is lost, or is an older copy', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let older: string;

  const statuses = async (): Promise<string[]> => (await world.requests()).map(({ status }) => status);
  /** The titles and texts of the pages of a change request. */
  const pagesOf = async (number: number): Promise<string[]> => {
    const { id } = (await world.requests()).find((each) => each.number === number)!;
    const place = { kind: 'change-request', space: world.space, id } as const;
    const { pages } = await world.newRemote().content(place);
    const texts = await Promise.all(pages.map((page) => world.newRemote().page(place, page.id)));
    return texts.map(({ markdown }) => markdown).sort();
  };

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n* [b](b.md)\n* [c](c.md)\n',
      'a.md': '# a\n\nText.\n',
      'b.md': '# b\n\nText.\n',
      'c.md': '# c\n\nText.\n',
    });
    writer = await world.writer();
    await writer.sync.cycle();
    older = writer.git('rev-parse', stateRef).trim();
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMore of a.\n`);
    writer.write('docs/new.md', '# new\n\nNew.\n');
    writer.removeFile('docs/c.md');
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  const ways: readonly (readonly [string, () => void])[] = [
    ['gone', () => writer.git('update-ref', '-d', stateRef)],
    ['an older copy', () => writer.git('update-ref', stateRef, older)],
  ];

  it.each(ways)(
    '%s, the open change request is found again by its mark and what it says',
    async (_how, lose) => {
      const before = await pagesOf(1);
      lose();

      const report = await (await writer.reopen()).cycle();

      expect(report).toMatchObject({ problems: [], proposals: [{ number: 1, state: 'unchanged' }] });
      expect(await statuses()).toEqual(['draft']);
      expect(await pagesOf(1)).toEqual(before);
    },
  );

  it.each(ways)(
    '%s, later edits go into the same change request, and nothing is there twice',
    async (_how, lose) => {
      lose();
      writer.write('docs/new.md', '# new\n\nNew.\n\nAnd newer.\n');
      writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore of b.\n`);

      await (await writer.reopen()).cycle();

      expect(await statuses()).toEqual(['draft']);
      const pages = await pagesOf(1);
      expect(pages.filter((text) => text.startsWith('# new'))).toHaveLength(1);
      expect(pages.filter((text) => text.includes('More of b.'))).toHaveLength(1);
      expect(await writer.isQuiet()).toEqual(atRest);
    },
  );

  it.each(ways)('%s, what is taken back afterwards leaves the change request', async (_how, lose) => {
    lose();
    const sync = await writer.reopen();
    await sync.cycle();
    writer.git('checkout', '--', 'docs/c.md');

    await sync.cycle();

    const open = (await world.requests()).filter(({ status }) => status === 'draft');
    expect(open).toHaveLength(1);
    const pages = await pagesOf(open[0]!.number);
    expect(pages.filter((text) => text.startsWith('# c'))).toHaveLength(1);
    expect(pages.filter((text) => text.includes('More of a.'))).toHaveLength(1);
  });

  it('an older copy that knows the change request, a page that came into it since is not sent again', async () => {
    const knows = writer.git('rev-parse', stateRef).trim();
    writer.write('docs/later.md', '# later\n\nLater.\n');
    await writer.sync.cycle();
    const before = await pagesOf(1);
    writer.git('update-ref', stateRef, knows);

    await (await writer.reopen()).cycle();

    expect(await statuses()).toEqual(['draft']);
    expect(await pagesOf(1)).toEqual(before);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('a change request of somebody else that says the same, and one of ours that says nothing of it, are left alone', async () => {
    const remote = world.newRemote();
    await remote.createChangeRequest(world.space, 'Theirs');
    writer.git('update-ref', '-d', stateRef);
    writer.git('checkout', '--', 'docs');
    writer.git('clean', '--quiet', '--force', 'docs');
    writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore of b.\n`);

    await (await writer.reopen()).cycle();

    expect(await statuses()).toEqual(['draft', 'draft', 'draft']);
    expect(await (await writer.reopen()).cycle()).toMatchObject({ proposals: [{ number: 3 }] });
  });
});

describe('[SYNC-52] with several branches that edit one page, when the state is lost', () => {
  const started = '# a\n\nText.\n';
  let world: WritersWorld;
  let writer: WriterOfClone;

  beforeEach(async () => {
    world = await writersWorld({ 'SUMMARY.md': '# Table of contents\n\n* [a](a.md)\n', 'a.md': started });
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  const commitOn = (branch: string, line: string): void => {
    if (branch !== 'main') writer.git('switch', '--quiet', '-c', branch, 'docs/main');
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\n${line}\n`);
    writer.git('commit', '--quiet', '--all', '--message', line);
    writer.git('switch', '--quiet', 'main');
  };
  const edit = (line: string): void => {
    writer.write('docs/a.md', writer.read('docs/a.md').replace('Text.', line));
    writer.git('commit', '--quiet', '--all', '--message', line);
  };
  const branches = async (): Promise<Record<string, number | null>> => {
    const { proposals } = await (await writer.reopen()).cycle();
    return Object.fromEntries(proposals.map(({ branch, number }) => [branch, number]));
  };

  it('each branch finds the change request that was made for it, whatever the others say', async () => {
    commitOn('idea', 'Of the idea.');
    commitOn('plan', 'Of the plan.');
    await writer.sync.cycle();
    commitOn('main', 'Of main.');
    const { proposals } = await writer.sync.cycle();
    const before = Object.fromEntries(proposals.map(({ branch, number }) => [branch, number]));
    expect(before).toEqual({ idea: 1, plan: 2, main: 3 });
    writer.git('update-ref', '-d', stateRef);
    edit('Another start.');

    expect(await branches()).toEqual(before);
    expect(await writer.isQuiet()).toMatchObject({ writes: 0, commits: 0 });
    expect(await world.requests()).toHaveLength(3);
  });

  it('a branch without a change request of its own takes none that was made for another branch', async () => {
    commitOn('idea', 'Of the idea.');
    await writer.sync.cycle();
    writer.git('update-ref', '-d', stateRef);
    commitOn('main', 'Of main.');

    expect(await branches()).toEqual({ idea: 1, main: 2 });
  });

  it('a branch prefers its own to that of a branch that was deleted meanwhile', async () => {
    commitOn('idea', 'Of the idea.');
    await writer.sync.cycle();
    commitOn('main', 'Of main.');
    await writer.sync.cycle();
    writer.git('update-ref', '-d', stateRef);
    writer.git('branch', '--quiet', '-D', 'idea');
    edit('Another start.');

    expect(await branches()).toEqual({ main: 2 });
  });

  it('a branch that has another name by now finds its change request by what it says', async () => {
    commitOn('idea', 'Of the idea.');
    await writer.sync.cycle();
    writer.git('update-ref', '-d', stateRef);
    writer.git('branch', '--move', 'idea', 'better');

    expect(await branches()).toEqual({ better: 1 });
    expect(await world.requests()).toHaveLength(1);
  });
});
