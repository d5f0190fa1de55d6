import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CycleReport } from '../../src/sync/index.ts';
import { atRest, onePage, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const names = ['a', 'b', 'c', 'd'];

describe('[SYNC-12] what people turned down', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;

  const add = (name: string, line: string): void =>
    writer.write(`docs/${name}.md`, `${writer.read(`docs/${name}.md`)}\n${line}\n`);
  const archive = async (number: number): Promise<void> => {
    const found = (await world.requests()).find((each) => each.number === number)!;
    await world.remote.setChangeRequest(world.space, found.id, { status: 'archived' });
  };
  const proposed = ({ proposals }: CycleReport): unknown =>
    proposals.map(({ state, number, edits }) => [
      state,
      number,
      ...edits.map(({ kind, path }) => `${kind} ${path}`).sort(),
    ]);

  beforeEach(async () => {
    world = await writersWorld({
      'SUMMARY.md': `# Table of contents\n\n${names.map((name) => `* [${name}](${name}.md)\n`).join('')}`,
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nText.\n`])),
    });
    writer = await world.writer();
    await writer.sync.cycle();
    add('a', 'More of a.');
    add('b', 'More of b.');
    await writer.sync.cycle();
    await archive(1);
  });
  afterEach(() => world.close());

  it('is not proposed again with another page that is edited later', async () => {
    const alone = await writer.sync.cycle();
    add('c', 'More of c.');

    const report = await writer.sync.cycle();

    expect(proposed(alone)).toEqual([['archived', 1, 'edit a.md', 'edit b.md']]);
    expect(proposed(report)).toEqual([['proposed', 2, 'edit c.md']]);
    expect(report.proposals[0]?.unsaid).toEqual([
      'a.md was turned down with its change request: it is not sent again until it changes',
      'b.md was turned down with its change request: it is not sent again until it changes',
    ]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is told of once with its change request, and then by each sync and status as what is not sent', async () => {
    const told = ['a', 'b'].map(
      (name) => `${name}.md was turned down with its change request: it is not sent again until it changes`,
    );
    const first = await writer.sync.cycle();
    expect(first).toMatchObject({ outcome: 'changed', proposals: [{ state: 'archived', unsaid: told }] });

    const second = await writer.sync.cycle();
    expect(second).toMatchObject({
      outcome: 'quiet',
      proposals: [{ state: 'unchanged', number: null, edits: [], unsaid: told }],
    });
    const status = await writer.sync.status();
    expect(status.spaces).toMatchObject([{ edits: [], unsaid: told, todo: [] }]);
    expect(status.proposals).toEqual([]);
  });

  it('is proposed again when it is changed, and no other of it', async () => {
    await writer.sync.cycle();
    add('b', 'Better.');

    const report = await writer.sync.cycle();

    expect(proposed(report)).toEqual([['proposed', 2, 'edit b.md']]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('keeps new pages below it from being sent, and they follow when it is changed', async () => {
    const list = (lines: string): void =>
      writer.write('docs/SUMMARY.md', `${writer.read('docs/SUMMARY.md')}${lines}`);
    await writer.sync.cycle();
    writer.write('docs/new.md', '# new\n\nNew.\n');
    list('* [new](new.md)\n');
    await writer.sync.cycle();
    await archive(2);
    await writer.sync.cycle();
    writer.write('docs/new/below.md', '# below\n\nBelow.\n');
    writer.write('docs/new/further.md', '# further\n\nFurther.\n');
    list('  * [below](new/below.md)\n    * [further](new/further.md)\n');

    const waiting = await writer.sync.cycle();
    expect(waiting.proposals).toMatchObject([{ state: 'unchanged', number: null }]);
    expect((await writer.sync.status()).spaces).toMatchObject([{ edits: [] }]);
    expect(waiting.proposals[0]?.unsaid).toEqual(
      expect.arrayContaining([
        'new/below.md is not sent: the page above it in SUMMARY.md is not in the service and not sent either; list it below another page to send it',
        'new/further.md is not sent: the page above it in SUMMARY.md is not in the service and not sent either; list it below another page to send it',
      ]),
    );
    expect(await writer.isQuiet()).toEqual(atRest);

    add('new', 'Better.');
    const sent = await writer.sync.cycle();
    expect(proposed(sent)).toEqual([
      ['proposed', 3, 'create new.md', 'create new/below.md', 'create new/further.md', 'order SUMMARY.md'],
    ]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('stays turned down with the next change request that is turned down or merged', async () => {
    add('c', 'More of c.');
    await writer.sync.cycle();
    await archive(2);
    add('d', 'More of d.');

    const third = await writer.sync.cycle();
    await world.remote.merge(world.space, (await world.requests()).find(({ number }) => number === 3)!.id);
    const merged = await writer.sync.cycle();

    expect(proposed(third)).toEqual([['proposed', 3, 'edit d.md']]);
    expect(merged.proposals.map(({ state }) => state)).toEqual(['unchanged']);
    expect(await world.requests()).toHaveLength(3);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is forgotten when the person takes it back, so that it can be said again', async () => {
    const before = writer.git('show', 'HEAD:docs/a.md');
    const edited = writer.read('docs/a.md');
    add('c', 'More of c.');
    await writer.sync.cycle();
    writer.write('docs/a.md', before);
    await writer.sync.cycle();
    writer.write('docs/a.md', edited);

    const report = await writer.sync.cycle();

    expect(proposed(report)).toEqual([['updated', 2, 'edit a.md', 'edit c.md']]);
  });

  it('may be a new page, a deletion or a place', async () => {
    await writer.sync.cycle();
    writer.git('checkout', '--', 'docs/a.md', 'docs/b.md');
    writer.write('docs/fresh.md', '# Fresh\n\nNew.\n');
    writer.removeFile('docs/d.md');
    const first = await writer.sync.cycle();
    await archive(first.proposals[0]!.number!);
    add('c', 'More of c.');

    const report = await writer.sync.cycle();

    expect(proposed(first)).toEqual([['proposed', 2, 'create fresh.md', 'delete d.md']]);
    expect(proposed(report)).toEqual([['proposed', 3, 'edit c.md']]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  describe('a place in the table of contents', () => {
    const listed = (): string[] =>
      [...writer.read('docs/SUMMARY.md').matchAll(/\((.+)\.md\)/gu)].map(([, name]) => name!);
    const list = (order: readonly string[]): void =>
      writer.write(
        'docs/SUMMARY.md',
        `# Table of contents\n\n${order.map((name) => `* [${name}](${name}.md)\n`).join('')}`,
      );
    const moved = 'd.md was turned down with its change request: it is not sent again until it changes';
    /** Somebody adds a page in the service. */
    const theyAdd = (title: string, at: number): Promise<void> =>
      world.change([
        { type: 'insert_page', title, document: { markdown: `# ${title}\n\nNew.\n` }, into: null, at },
      ]);

    beforeEach(async () => {
      await writer.sync.cycle();
      writer.git('checkout', '--', 'docs/a.md', 'docs/b.md');
      list(['a', 'd', 'b', 'c']);
      const first = await writer.sync.cycle();
      expect(proposed(first)).toEqual([['proposed', 2, 'move d.md', 'order SUMMARY.md']]);
      await archive(2);
      await writer.sync.cycle();
    });

    it('stays turned down when the writer adds a page directly before it', async () => {
      writer.write('docs/x.md', '# x\n\nNew.\n');
      list(['a', 'x', 'd', 'b', 'c']);

      const report = await writer.sync.cycle();

      expect(proposed(report)).toEqual([['proposed', 3, 'create x.md', 'order SUMMARY.md']]);
      expect(report.proposals[0]?.unsaid).toContain(moved);
      await world.remote.merge(world.space, (await world.requests()).find(({ number }) => number === 3)!.id);
      const merged = await writer.sync.cycle();
      expect(merged.proposals.map(({ state }) => state)).toEqual(['unchanged']);
      expect(listed()).toEqual(['a', 'x', 'd', 'b', 'c']);
      expect(await writer.isQuiet()).toEqual(atRest);

      writer.write('docs/y.md', '# y\n\nNew.\n');
      list(['a', 'x', 'd', 'y', 'b', 'c']);
      expect(proposed(await writer.sync.cycle())).toEqual([
        ['proposed', 4, 'create y.md', 'order SUMMARY.md'],
      ]);
      expect(await writer.isQuiet()).toEqual(atRest);
    });

    it('stays turned down when somebody else adds a page directly before it', async () => {
      await theyAdd('x', 1);

      const report = await writer.sync.cycle();

      expect(listed()).toEqual(['a', 'x', 'd', 'b', 'c']);
      expect(report.proposals.map(({ state }) => state)).toEqual(['unchanged']);
      expect(report.proposals[0]?.unsaid).toContain(moved);
      expect(await writer.isQuiet()).toEqual(atRest);
    });

    it('stays turned down when somebody else adds a page before it, and then deletes the one behind it', async () => {
      await theyAdd('x', 1);
      await writer.sync.cycle();
      const [, page] = /^id: (\S+)$/mu.exec(writer.read('docs/b.md'))!;
      await world.change([{ type: 'delete_page', page: page! }]);

      const report = await writer.sync.cycle();

      expect(listed()).toEqual(['a', 'x', 'd', 'c']);
      expect(report.proposals.map(({ state }) => state)).toEqual(['unchanged']);
      expect(report.proposals[0]?.unsaid).toContain(moved);
    });

    it('stays turned down when the page before it is deleted', async () => {
      writer.removeFile('docs/a.md');
      list(['d', 'b', 'c']);

      const report = await writer.sync.cycle();

      expect(proposed(report)).toEqual([['proposed', 3, 'delete a.md', 'order SUMMARY.md']]);
      expect(report.proposals[0]?.unsaid).toContain(moved);
      expect(await writer.isQuiet()).toEqual(atRest);
    });

    it('is proposed again when the writer chooses another place', async () => {
      list(['d', 'a', 'b', 'c']);
      expect(proposed(await writer.sync.cycle())).toEqual([['proposed', 3, 'move d.md', 'order SUMMARY.md']]);
      expect(await writer.isQuiet()).toEqual(atRest);
    });
  });
});

describe('[SYNC-12] a change request that a command of this clone archived', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const turnedDown = 'a.md was turned down with its change request: it is not sent again until it changes';
  const requestsIn = ({ spaces }: CycleReport): unknown =>
    spaces.flatMap(({ changeRequests }) => changeRequests.map(({ number, action }) => [number, action]));

  beforeEach(async () => {
    world = await writersWorld(onePage);
    writer = await world.writer();
    await writer.sync.cycle();
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMore.\n`);
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('is no news to the next cycle, also of another process, which names the edit that is not sent', async () => {
    await writer.sync.changeRequests.archive({ number: 1 });

    for (const sync of [await writer.reopen(), writer.sync]) {
      const report = await sync.cycle();
      expect(report).toMatchObject({
        ...{ outcome: 'quiet', exitCode: 0 },
        proposals: [{ state: 'unchanged', number: null, edits: [], unsaid: [turnedDown] }],
      });
      expect(requestsIn(report)).toEqual([]);
    }
    expect(writer.git('for-each-ref', 'refs/remotes/docs/cr')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is news to another clone, and to this one where somebody archived it', async () => {
    const other = await world.writer();
    await other.sync.cycle();
    await writer.sync.changeRequests.archive({ number: 1 });
    expect(requestsIn(await other.sync.cycle())).toEqual([[1, 'removed']]);
    await writer.sync.cycle();

    const { id } = (await world.requests())[0]!;
    await world.remote.setChangeRequest(world.space, id, { status: 'draft' });
    expect(requestsIn(await writer.sync.cycle())).toEqual([[1, 'mirrored']]);
    await world.remote.setChangeRequest(world.space, id, { status: 'archived' });

    expect(requestsIn(await writer.sync.cycle())).toEqual([[1, 'removed']]);
  });

  it('is no news either where it is somebody else’s', async () => {
    await world.remote.createChangeRequest(world.space, 'Theirs');
    await writer.sync.cycle();

    await writer.sync.changeRequests.archive({ number: 2 });

    const report = await writer.sync.cycle();
    expect(requestsIn(report)).toEqual([[1, 'unchanged']]);
    expect(report.outcome).toBe('quiet');
  });
});
