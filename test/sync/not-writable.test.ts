import { expect, it } from 'vitest';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

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
  const still = await writer.sync.cycle();
  expect(still).toMatchObject({ exitCode: 3, branch: { state: 'left' }, proposals: [] });
  expect(writer.read('guides/install/README.md')).toContain('Run it, I say.');

  writer.disk.personLocks('guides/install', false);
  const after = await writer.sync.cycle();
  expect(after).toMatchObject({ exitCode: 0, problems: [], proposals: [{ state: 'proposed', edits: [{}] }] });
  expect(writer.read('guides/install/linux.md')).toContain('of theirs');
  expect(writer.read('guides/usage.md')).toContain('First, theirs.');
  expect(writer.read('guides/install/README.md')).toContain('Run it, I say.');
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
