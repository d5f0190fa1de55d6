import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { proposalLines } from '../../src/cli/output/cycle.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import type { Remote } from '../../src/sync/index.ts';
import { testWorld } from '../support/world.ts';
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

  const mergeAll = async (): Promise<void> => {
    const remote = world.newRemote();
    for (const { id, status } of await world.requests())
      if (status === 'draft' || status === 'open') await remote.merge(world.space, id);
  };

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

  it('leaves the branch as well when the rest is merged, however many cycles come between', async () => {
    writer.write('docs/new.md', '# New\n\nText of it.\n');
    writer.write('docs/a.md', '# a\n\nText.\n\nMore.\n');
    await writer.sync.cycle();
    writer.git('add', '--all');
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    writer.git(...person, 'commit', '--quiet', '--message', 'A page');
    writer.removeFile('docs/new.md');
    writer.write('docs/b.md', '# b\n\nText.\n\nMore.\n');
    await writer.sync.cycle();
    await writer.sync.cycle();
    await mergeAll();

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
      '  It replaces #1, which is archived: an edit in it is no longer one here.',
    );
    expect((await world.requests()).map(({ status }) => status)).toEqual(['archived', 'draft']);
    expect(await writer.isQuiet()).toEqual(atRest);
    await world.close();
  });
});
