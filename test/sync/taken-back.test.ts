import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { proposalLines } from '../../src/cli/output/cycle.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import type { Remote } from '../../src/sync/index.ts';
import { testWorld } from '../support/world.ts';
import { aWriter, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('a new page that is deleted again before its change request is merged', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let losesNextAnswer: boolean;

  /** A connection that carries out a change of content and loses the answer, when it is told to. */
  const lossy = (remote: Remote): Remote =>
    new Proxy(remote, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== 'changeContent') return value.bind(target) as unknown;
        return async (...given: Parameters<Remote['changeContent']>) => {
          const answer = await target.changeContent(...given);
          if (!losesNextAnswer) return answer;
          losesNextAnswer = false;
          throw new AppError('OUTCOME_UNKNOWN', 'the answer was lost');
        };
      },
    });

  beforeEach(async () => {
    losesNextAnswer = false;
    world = await writersWorld(twoPages, lossy);
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it.each([
    ['with a heading', '# New\n\nText of it.\n'],
    ['without a heading, which the service gives it', 'Text of it.\n'],
  ])('is taken back with its change request where the answer was lost, %s', async (_, text) => {
    writer.write('docs/new.md', text);
    losesNextAnswer = true;
    expect((await writer.sync.cycle()).problems).toMatchObject([{ code: 'OUTCOME_UNKNOWN' }]);
    writer.removeFile('docs/new.md');

    const report = await writer.sync.cycle();

    expect(report.proposals).toMatchObject([{ state: 'archived' }]);
    expect((await world.requests()).map(({ status }) => status)).toEqual(['archived']);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is gone from the status at once, with its change request', async () => {
    writer.write('docs/new.md', '# New\n\nText of it.\n');
    await writer.sync.cycle();
    expect((await writer.sync.status()).spaces).toMatchObject([{ changeRequests: [{ number: 1 }] }]);
    writer.removeFile('docs/new.md');

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ state: 'archived' }]);

    expect((await writer.sync.status({ remote: true })).spaces).toMatchObject([
      { changeRequests: [], behind: false },
    ]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is a deletion in the status until a sync takes it back, while another edit stays', async () => {
    const edits = async (): Promise<string[]> => {
      const { spaces } = await writer.sync.status();
      return spaces.flatMap((space) => space.edits.map(({ kind, path }) => `${kind} ${path}`));
    };
    writer.write('docs/a.md', '# a\n\nText.\n\nMore.\n');
    writer.write('docs/new.md', '# New\n\nText of it.\n');
    await writer.sync.cycle();
    expect(await edits()).toEqual([]);

    writer.removeFile('docs/new.md');

    expect(await edits()).toEqual(['delete new.md']);
    await writer.sync.cycle();
    expect(await edits()).toEqual([]);
  });

  it('leaves the branch as well when the rest is merged, however many cycles come between', async () => {
    writer.write('docs/new.md', '# New\n\nText of it.\n');
    writer.write('docs/a.md', '# a\n\nText.\n\nMore.\n');
    await writer.sync.cycle();
    writer.git('add', '--all');
    writer.git('commit', '--quiet', '--message', 'A page');
    writer.removeFile('docs/new.md');
    writer.write('docs/b.md', '# b\n\nText.\n\nMore.\n');
    await writer.sync.cycle();
    await writer.sync.cycle();
    await world.mergeAll();

    await writer.sync.cycle();

    expect(writer.git('status', '--porcelain')).toBe('');
    expect(writer.git('diff', '--name-status', 'main', 'docs/main')).toBe('');
    expect(await writer.isQuiet()).toEqual(atRest);
  });
});

describe('one of two edits that is taken back', () => {
  it('leaves the other one in a new change request, which names the one that it replaces, as a dry run does', async () => {
    const world = await writersWorld(twoPages);
    const writer = await world.writer();
    await writer.sync.cycle();
    for (const page of ['a', 'b'])
      writer.write(`docs/${page}.md`, `${writer.read(`docs/${page}.md`)}\nMore of ${page}.\n`);
    await writer.sync.cycle();
    writer.git('checkout', '--', 'docs/b.md');

    const [planned] = (await writer.sync.cycle({ dryRun: true })).proposals;
    const [made] = (await writer.sync.cycle()).proposals;

    expect(planned).toMatchObject({ state: 'planned', number: null, replaces: 1, subject: 'Edit a' });
    expect(made).toMatchObject({ state: 'proposed', number: 2, replaces: 1, subject: 'Edit a' });
    expect(proposalLines(made!, styleFor(testWorld().stdout, { NO_COLOR: '1' }))[1]).toBe(
      '  It replaces #1, which is archived: one of its edits is no longer a local change.',
    );
    expect((await world.requests()).map(({ status }) => status)).toEqual(['archived', 'draft']);
    expect(await writer.isQuiet()).toEqual(atRest);
    await world.close();
  });
});

describe('[SYNC-81] an edit that waits to be joined with a change of the service', () => {
  it('is not taken back: its change request stays, and the other edits go on in it', async () => {
    const world = await writersWorld(twoPages);
    const writer = await world.writer();
    await writer.sync.cycle();
    for (const page of ['a', 'b'])
      writer.write(`docs/${page}.md`, writer.read(`docs/${page}.md`).replace('Text.', `Mine of ${page}.`));
    await writer.sync.cycle();
    const id = /^id: (.*)$/mu.exec(writer.read('docs/a.md'))![1]!;
    await world.change([
      { type: 'update_page', page: id, document: { markdown: '# a\n\nText of the service.\n' } },
    ]);

    const [waits] = (await writer.sync.cycle()).proposals;
    writer.write('docs/b.md', `${writer.read('docs/b.md')}\nMore.\n`);
    const [goesOn] = (await writer.sync.cycle()).proposals;

    expect(waits).toMatchObject({ state: 'conflict', number: 1 });
    expect(goesOn).toMatchObject({ state: 'conflict', number: 1 });
    expect(goesOn).not.toHaveProperty('replaces');
    const [own] = await world.requests();
    expect(own).toMatchObject({ number: 1, status: 'draft' });
    const place = { kind: 'change-request', space: world.space, id: own!.id } as const;
    const { pages } = await world.remote.content(place);
    const texts = await Promise.all(pages.map(async (page) => world.remote.page(place, page.id)));
    const all = texts.map(({ markdown }) => markdown).join('');
    expect(all).toContain('Mine of a.');
    expect(all).toContain('More.');
    await world.close();
  });
});

describe('[SYNC-81] what is taken back of a change request that somebody else touched', () => {
  const mine = 'A line of mine.';
  const theirs = 'A line of theirs.';

  /** A writer who proposed edits of the pages Usage and Linux. */
  const proposing = async (): Promise<WriterInMemory> => {
    const writer = await aWriter();
    writer.replace('guides/usage.md', 'First.', mine);
    writer.replace('guides/install/linux.md', 'With a shell.', mine);
    await writer.sync.cycle();
    return writer;
  };
  const inRequest = (writer: WriterInMemory, title: string): string =>
    writer.service.pagesOfChangeRequest(requestsOf(writer)[0]!.id).find((page) => page.title === title)!.text;
  const statuses = (writer: WriterInMemory): string[] => requestsOf(writer).map(({ status }) => status);
  /** The writer has the file as the mirror has it. */
  const takesBack = (writer: WriterInMemory): void =>
    writer.replace('guides/install/linux.md', mine, 'With a shell.');

  it('leaves the change request, and the edit of somebody else in another page stays there', async () => {
    const writer = await proposing();
    writer.theyReplaceInRequest('Usage', 'Third.', theirs);
    takesBack(writer);

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, proposals: [{ state: 'updated', number: 1, unsaid: [] }] });
    expect(statuses(writer)).toEqual(['draft']);
    expect(inRequest(writer, 'Linux')).not.toContain(mine);
    expect(inRequest(writer, 'Usage')).toContain(mine);
    expect(inRequest(writer, 'Usage')).toContain(theirs);
    expect(report.proposals[0]!.edits.map(({ path }) => path)).toEqual(['usage.md']);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
    expect((await writer.sync.status()).proposals).toMatchObject([{ edits: [{ path: 'usage.md' }] }]);
  });

  it('leaves the change request when nothing else is wished, which stays open for the edit of somebody else', async () => {
    const writer = await proposing();
    writer.theyReplaceInRequest('Welcome', 'Hello.', theirs);
    takesBack(writer);
    writer.replace('guides/usage.md', mine, 'First.');

    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [{ number: 1 }] });

    expect(statuses(writer)).toEqual(['draft']);
    expect(inRequest(writer, 'Linux') + inRequest(writer, 'Usage')).not.toContain(mine);
    expect(inRequest(writer, 'Welcome')).toContain(theirs);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('leaves the lines of somebody else in the same page', async () => {
    const writer = await aWriter();
    writer.replace('guides/usage.md', 'First.', mine);
    writer.replace('guides/install/linux.md', 'With a shell.', mine);
    await writer.sync.cycle();
    writer.theyReplaceInRequest('Usage', 'Third.', theirs);
    writer.replace('guides/usage.md', mine, 'First.');

    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0 });

    expect(inRequest(writer, 'Usage')).not.toContain(mine);
    expect(inRequest(writer, 'Usage')).toContain(theirs);
  });

  it('is told as not withdrawn where somebody else changed the same lines, until it is merged', async () => {
    const writer = await proposing();
    writer.theyReplaceInRequest('Linux', mine, `${mine} ${theirs}`);
    takesBack(writer);

    for (const report of [await writer.sync.cycle(), await writer.sync.cycle()]) {
      expect(report.exitCode).toBe(5);
      expect(report.proposals[0]!.unsaid.join()).toContain('not withdrawn: install/linux.md');
    }
    expect((await writer.sync.status()).proposals[0]).toMatchObject({
      state: 'conflict',
      unsaid: [expect.stringContaining('not withdrawn: install/linux.md') as string],
    });
    expect(inRequest(writer, 'Linux')).toContain(theirs);
  });

  it.each(['text', 'deletion'])('an update by the service is no edit of anybody: a %s', async (what) => {
    const writer = await proposing();
    const before = new Map(
      ['guides/install/linux.md', 'guides/SUMMARY.md'].map((path) => [path, writer.read(path)!]),
    );
    if (what === 'deletion') {
      writer.disk.personRemoves('guides/install/linux.md');
      writer.replace('guides/SUMMARY.md', '  * [Linux](install/linux.md)\n', '');
      await writer.sync.cycle();
    }
    writer.theyReplace('Welcome', 'Hello.', theirs);
    await writer.service.update(writer.space, requestsOf(writer)[0]!.id);
    if (what === 'deletion') {
      await writer.sync.cycle();
      for (const [path, text] of before) writer.save(path, () => text.replace(mine, 'With a shell.'));
    } else takesBack(writer);

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, proposals: [{ number: 2, replaces: 1 }] });
    expect(statuses(writer)).toEqual(['archived', 'draft']);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('an update before another edit is no edit of anybody, either', async () => {
    const writer = await proposing();
    writer.theyReplace('Welcome', 'Hello.', theirs);
    await writer.service.update(writer.space, requestsOf(writer)[0]!.id);
    writer.replace('guides/usage.md', mine, `${mine}\n\nOnce more.`);
    await writer.sync.cycle();
    takesBack(writer);

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ number: 2, replaces: 1 }]);
  });

  it('stays deleted there, and is told, where somebody else wrote into the change request', async () => {
    const writer = await aWriter();
    const { disk } = writer;
    const [page, contents] = ['guides/install/linux.md', 'guides/SUMMARY.md'].map((path) =>
      writer.read(path)!,
    );
    writer.replace('guides/usage.md', 'First.', mine);
    disk.personRemoves('guides/install/linux.md');
    writer.replace('guides/SUMMARY.md', '  * [Linux](install/linux.md)\n', '');
    await writer.sync.cycle();
    writer.theyReplaceInRequest('Welcome', 'Hello.', theirs);
    writer.save('guides/install/linux.md', () => page!);
    writer.save('guides/SUMMARY.md', () => contents!);

    for (const report of [await writer.sync.cycle(), await writer.sync.cycle()]) {
      expect(report.exitCode).toBe(5);
      expect(report.proposals[0]!.unsaid.join()).toContain('not withdrawn: the deletion of install/linux.md');
    }

    // The next step that it names.
    await writer.service.setChangeRequest(writer.space, requestsOf(writer)[0]!.id, { status: 'archived' });
    const report = await writer.sync.cycle();
    expect(report).toMatchObject({ exitCode: 0, proposals: [{ state: 'proposed', number: 2 }] });
    expect(report.proposals[0]!.edits.map(({ path }) => path)).toEqual(['usage.md']);
  });
});

describe('[SYNC-105] a change request that others wrote into, and whose only new page is deleted here', () => {
  const path = 'guides/fresh.md';
  let writer: WriterInMemory;

  beforeEach(async () => {
    writer = await aWriter();
    writer.save(path, () => '# Fresh\n\nNew.\n');
    await writer.sync.cycle();
  });

  const subjects = (): unknown[] => requestsOf(writer).map(({ subject, status }) => [status, subject]);

  it.each<[string, () => Promise<unknown>]>([
    [
      'an edit of the page that the writer took over',
      async () => {
        writer.theyReplaceInRequest('Fresh', 'New.', 'New, they say.');
        await writer.sync.cycle();
        writer.replace(path, 'New.', 'New, they say.');
        return writer.sync.cycle();
      },
    ],
    [
      'an edit that they took back',
      async () => {
        writer.theyReplaceInRequest('Usage', 'First.', 'First, they say.');
        await writer.sync.cycle();
        writer.theyReplaceInRequest('Usage', 'First, they say.', 'First.');
      },
    ],
    [
      'the deletion of the page',
      async () => {
        const [request] = requestsOf(writer);
        writer.service.editChangeRequest(request!.id, (pages) =>
          pages.filter(({ title }) => title !== 'Fresh'),
        );
      },
    ],
  ])('is archived, where they wrote %s', async (_, happens) => {
    await happens();
    writer.disk.personRemoves(path);

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 0, proposals: [{ state: 'archived', edits: [] }] });
    expect(subjects()).toEqual([['archived', expect.stringMatching(/^Add Fresh/u)]]);
    expect(await writer.sync.status()).toMatchObject({ proposals: [], spaces: [{ changeRequests: [] }] });
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

  it('stays as it is named, where something else of theirs is left in it, and no deletion is told', async () => {
    writer.theyReplaceInRequest('Usage', 'First.', 'First, they say.');
    writer.disk.personRemoves(path);

    await writer.sync.cycle();
    const { proposals } = await writer.sync.status();

    expect(subjects()).toEqual([['draft', expect.stringMatching(/^Add Fresh/u)]]);
    expect(proposals).toMatchObject([{ state: 'proposed', edits: [] }]);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });
});
