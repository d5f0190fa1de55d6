import { describe, expect, it } from 'vitest';
import { statusLines } from '../../src/cli/output/status.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import { notWritableHere } from '../../src/sync/bring-branches.ts';
import { notWritableProblems } from '../../src/sync/not-writable.ts';
import { testOutput } from '../support/world.ts';
import { aWriter, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';
import { aWorkplace, pageWithId } from './workplace.ts';
import type { Workplace } from './workplace.ts';

const folder = 'guides';

const there: Readonly<Record<string, (writer: WriterInMemory) => void>> = {
  'is edited': (writer) => writer.theyReplace('Usage', 'First.', 'A line of theirs.'),
  'is new': (writer) =>
    writer.service.edit(writer.space, (pages) => [...pages, writer.service.newPage('Fresh', 'New there.')]),
  'is deleted': (writer) =>
    writer.service.edit(writer.space, (pages) => pages.filter(({ title }) => title !== 'Usage')),
};

for (const [what, happens] of Object.entries(there))
  it(`[SYNC-84] a page that ${what} in the service waits while its folder may not be written, and everything else goes on`, async () => {
    const writer = await aWriter();
    happens(writer);
    writer.replace('guides/install/linux.md', 'With a shell.', 'With a shell of mine.');
    writer.disk.personLocks(folder);
    const before = writer.files().map((path) => [path, writer.read(path)]);
    const problem = {
      ...{ code: 'FILE_SYSTEM', path: expect.stringMatching(/^guides\/[^/]*$/u) as string },
      message: expect.stringContaining('this user has no right to write in guides') as string,
      hint: expect.stringContaining('the right to write there') as string,
    };

    const report = await writer.sync.cycle();
    expect(report).toMatchObject({ exitCode: 3, problems: [problem], proposals: [{ state: 'proposed' }] });
    expect(report.branch).toMatchObject({ state: 'left', conflicts: [] });
    const quiet = await writer.sync.cycle();
    expect(quiet).toMatchObject({ exitCode: 3, problems: [problem], proposals: [{ state: 'unchanged' }] });
    const status = await writer.sync.status();
    expect(status).toMatchObject({ conflicts: [], problems: [problem], spaces: [{ edits: [] }] });
    expect(writer.files().map((path) => [path, writer.read(path)])).toEqual(before);

    writer.disk.personLocks(folder, false);
    const after = await writer.sync.cycle();
    expect(after).toMatchObject({ exitCode: 0, problems: [], branch: { state: 'fast-forwarded' } });
    expect((await writer.sync.status()).problems).toEqual([]);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

it('[SYNC-84] a folder that may not be written any more in the middle of a move is told so, and the next sync goes on', async () => {
  const writer = await aWriter();
  writer.theyReplace('Welcome', 'Hello.', 'Hello, theirs.');
  writer.theyReplace('Linux', 'With a shell.', 'With a shell of theirs.');
  writer.theyReplace('Usage', 'First.', 'First, theirs.');
  writer.replace('guides/install/README.md', 'Run it.', 'Run it, I say.');
  let steps = 0;
  writer.disk.onStep = ({ step, when }) => {
    if (step === 'take-aside' && when === 'after' && ++steps === 1) {
      writer.disk.onStep = undefined;
      writer.disk.personLocks('guides/install');
    }
  };
  const problem = { code: 'FILE_SYSTEM', message: expect.stringContaining('no right to write') as string };

  const halted = await writer.sync.cycle();
  expect(halted).toMatchObject({ exitCode: 3, branch: { state: 'left' }, proposals: [] });
  expect(halted.problems).toEqual(expect.arrayContaining([expect.objectContaining(problem)]));
  for (const options of [{}, { push: true }]) {
    const still = await writer.sync.cycle(options);
    expect(still).toMatchObject({ exitCode: 3, branch: { state: 'left' }, proposals: [] });
  }
  expect(writer.read('guides/install/README.md')).toContain('Run it, I say.');

  writer.disk.personLocks('guides/install', false);
  const after = await writer.sync.cycle();
  expect(after).toMatchObject({ exitCode: 0, problems: [], proposals: [{ state: 'proposed', edits: [{}] }] });
  expect(writer.read('guides/install/linux.md')).toContain('of theirs');
  expect(writer.read('guides/usage.md')).toContain('First, theirs.');
  expect(writer.read('guides/install/README.md')).toContain('Run it, I say.');
  expect((await writer.sync.cycle()).outcome).toBe('quiet');
});

it('[SYNC-84] a page that was moved to a folder that may not be written is no conflict, and gets its new text later', async () => {
  const writer = await aWriter();
  writer.disk.personMoves('guides/usage.md', 'guides/mine/usage.md');
  await writer.sync.cycle();
  writer.theyReplace('Usage', 'First.', 'First, theirs.');
  writer.disk.personLocks('guides/mine');

  for (const _twice of [1, 2]) {
    const report = await writer.sync.cycle();
    expect(report).toMatchObject({ exitCode: 3, branch: { state: 'left', conflicts: [] } });
    expect(report.problems).toEqual([notWritable]);
    expect(report.branch.notWritable).toEqual(['guides/mine/usage.md']);
  }

  writer.disk.personLocks('guides/mine', false);
  expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, problems: [] });
  expect(writer.read('guides/mine/usage.md')).toContain('First, theirs.');
  expect((await writer.sync.cycle()).outcome).toBe('quiet');
});

it('[SYNC-84] a folder that may not be written any more before a page is added is told so, and the next sync goes on', async () => {
  const writer = await aWriter();
  writer.theyReplace('Usage', 'First.', 'First, theirs.');
  writer.service.edit(writer.space, (pages) => [...pages, writer.service.newPage('Fresh', 'New there.')]);
  writer.disk.onStep = ({ step, when }) => {
    if (step !== 'prepare' || when !== 'after') return;
    writer.disk.onStep = undefined;
    writer.disk.personLocks(folder);
  };
  const message = expect.stringContaining('this user has no right to write in guides') as string;
  const problem = expect.objectContaining({ code: 'FILE_SYSTEM', message }) as object;

  for (const _twice of [1, 2]) {
    const report = await writer.sync.cycle();
    expect(report).toMatchObject({ exitCode: 3, branch: { state: 'left' }, proposals: [] });
    expect(report.problems).toContainEqual(problem);
  }
  writer.disk.personLocks(folder, false);
  expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, problems: [], proposals: [] });
  expect(writer.read('guides/usage.md')).toContain('First, theirs.');
  expect(writer.read('guides/fresh.md')).toContain('New there.');
  expect((await writer.sync.cycle()).outcome).toBe('quiet');
});

const folders = [folder, 'guides/install'];
const notWritable = expect.objectContaining({
  code: 'FILE_SYSTEM',
  message: expect.stringContaining('this user has no right to write in guides') as string,
  hint: expect.stringContaining('the right to write there') as string,
}) as object;

it('[SYNC-84] a folder that somebody locks before any one step of a move is named, nothing is lost, and a later sync goes on', async () => {
  let ended = false;
  for (let step = 0; !ended; step++) {
    const writer = await aWriter();
    writer.theyReplace('Usage', 'First.', 'First, theirs.');
    writer.theyReplace('Linux', 'With a shell.', 'With a shell of theirs.');
    writer.service.edit(writer.space, (pages) => [...pages, writer.service.newPage('Fresh', 'New there.')]);
    writer.replace('guides/usage.md', 'Second.', 'Second, I say.');
    let steps = 0;
    writer.disk.onStep = ({ when }) => {
      if (when === 'before' && steps++ === step) folders.forEach((each) => writer.disk.personLocks(each));
    };
    const first = await writer.sync.cycle();
    ended = steps <= step;
    writer.disk.onStep = undefined;
    const reports = [first, await writer.sync.cycle(), await writer.sync.cycle()];
    for (const { problems, branch, proposals } of reports.filter(({ exitCode }) => exitCode !== 0)) {
      expect(problems, `step ${step}`).toContainEqual(notWritable);
      expect(branch.state).toBe('left');
      expect(proposals).toEqual([]);
    }
    for (const { branch } of reports) expect(branch.conflicts).toEqual([]);
    const { problems } = await writer.sync.status();
    expect(problems.length > 0, `step ${step}`).toBe(reports.at(-1)?.exitCode !== 0);

    for (const each of folders) writer.disk.personLocks(each, false);
    expect(await writer.sync.cycle(), `step ${step}`).toMatchObject({ exitCode: 0, problems: [] });
    expect(writer.read('guides/usage.md')).toContain('First, theirs.');
    expect(writer.read('guides/usage.md')).toContain('Second, I say.');
    expect(writer.read('guides/install/linux.md')).toContain('of theirs');
    expect(writer.read('guides/fresh.md')).toContain('New there.');
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['draft']);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  }
});

for (const hidden of [folder, 'guides/install'])
  it(`[SYNC-26] the pages of ${hidden}, which this user may not read, do not count as deleted, and the next sync goes on`, async () => {
    const writer = await aWriter();
    writer.theyReplace('Linux', 'With a shell.', 'With a shell of theirs.');
    writer.replace('guides/usage.md', 'Second.', 'Second, I say.');
    writer.replace('guides/install/README.md', 'Run it.', 'Run it, I say.');
    writer.disk.personHides(hidden);
    const message = hidden === folder ? `The folder ${folder} may not be read by this user` : hidden;
    const told = { code: 'UNSAFE_PATH', message: expect.stringContaining(message) as string };

    for (const _twice of [1, 2]) {
      const report = await writer.sync.cycle({ confirmDeletions: true });
      expect(report).toMatchObject({ exitCode: 3, branch: { state: 'left', conflicts: [] } });
      expect(report.problems).toContainEqual(notWritable);
      expect(report.problems).toContainEqual(expect.objectContaining(told));
      const edits = report.proposals.flatMap((each) => each.edits);
      expect(edits.filter(({ kind }) => kind === 'delete')).toEqual([]);
      expect((await writer.sync.status()).problems).toContainEqual(notWritable);
    }
    expect(writer.service.pagesOf(writer.space).map(({ title }) => title)).toContain('Install');

    writer.disk.personHides(hidden, false);
    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, problems: [] });
    expect(writer.read('guides/install/linux.md')).toContain('of theirs');
    expect(writer.read('guides/install/README.md')).toContain('Run it, I say.');
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['draft']);
    expect((await writer.sync.cycle()).outcome).toBe('quiet');
  });

it('[SYNC-26] the table of a status does not call a space up to date while its folder may not be read', async () => {
  const writer = await aWriter();
  const look = { style: styleFor(testOutput(), {}), columns: 200, now: 0, isFollowed: false };
  const row = async (): Promise<string | undefined> =>
    statusLines(await writer.sync.status({ remote: true }), look).find((line) => line.startsWith(folder));
  expect(await row()).toContain('  up to date  ');

  writer.disk.personHides(folder);

  expect(await row()).toContain('  not sent  ');
});

it('a folder that no commit has, and that this user may not read, is nothing to tell', async () => {
  const writer = await aWriter();
  writer.disk.personSaves('guides/private/notes.md', new TextEncoder().encode('Mine.\n'));
  writer.disk.personHides('guides/private');

  expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, problems: [], proposals: [] });
});

describe('[SYNC-84] files that this user may not write', () => {
  const page = pageWithId('1', 'one');
  const theirs = pageWithId('1', 'one, theirs');
  const base = { 'x/a.md': page, 'x/gone.md': page, 'y/b.md': page, 'stays.md': page };
  const mirror = { 'x/a.md': theirs, 'x/new.md': page, 'y/b.md': theirs, 'stays.md': page };

  /** The problems of a branch that has yet to get what the mirror has, after somebody did something in the files. */
  const told = async (change: (place: Workplace) => void, branch = 'main') => {
    const place = aWorkplace();
    const from = await place.commit(base);
    const to = await place.commit(mirror, from);
    await place.checkOut(from);
    change(place);
    const problems = await notWritableHere(place, { branch, mirror: to });
    return problems.map(({ path, message }) => [path, /, as with .*$/u.exec(message)?.[0] ?? '']);
  };

  it('are told once for each folder, where they lack what the mirror has', async () => {
    const lock = ({ disk }: Workplace) => {
      disk.personLocks('x');
      disk.personLocks('y');
    };
    expect(await told(lock)).toEqual([
      ['x/a.md', ', as with 2 more there'],
      ['y/b.md', ''],
    ]);
    expect(await told(({ disk }) => disk.personLocks('y'))).toEqual([['y/b.md', '']]);
    expect(await told(() => undefined)).toEqual([]);
  });

  it('are not told where they are as the mirror has them already', async () => {
    const done = (place: Workplace): void => {
      place.saveAll({ 'x/a.md': theirs, 'x/gone.md': null });
      place.disk.personLocks('x');
    };
    expect(await told(done)).toEqual([['x/new.md', '']]);
    const both = (place: Workplace): void => {
      place.save('x/new.md', page);
      done(place);
    };
    expect(await told(both)).toEqual([]);
  });

  it('are told at the top of the repository, too', () => {
    const problems = notWritableProblems(['a.md', 'x/b.md', 'c.md']);
    expect(problems.map(({ path, message }) => [path, /, as with .*$/u.exec(message)?.[0] ?? ''])).toEqual([
      ['a.md', ', as with 1 more there'],
      ['x/b.md', ''],
    ]);
  });

  it('are not told of a branch that is not checked out, or has all that the mirror has', async () => {
    expect(await told(({ disk }) => disk.personLocks('y'), 'idea')).toEqual([]);
    const place = aWorkplace();
    const from = await place.commit(base);
    await place.checkOut(from);
    place.disk.personLocks('y');
    place.save('y/b.md', theirs);
    for (const at of [from, null, await place.commit(mirror)])
      expect(await notWritableHere(place, { branch: 'main', mirror: at })).toEqual([]);
  });
});
