import { beforeEach, describe, expect, it } from 'vitest';
import type { ModelFile } from '../simulation/memory-content.ts';
import { aWriter, commit, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const path = 'guides/.gitbook/assets/shot.png';
const inSpace = '.gitbook/assets/shot.png';

/** What becomes of a picture that the writer and somebody else have changed. */
describe('[SYNC-106] a picture that was changed here and in the service', () => {
  let writer: WriterInMemory;
  let picture: ModelFile;

  const theySave = (text: string): void =>
    writer.service.editFiles(writer.space, () => [{ ...picture, bytes: new TextEncoder().encode(text) }]);
  const saved = (): string => new TextDecoder().decode(writer.service.headOf(writer.space).files[0]!.bytes);
  const told = async (): Promise<unknown> =>
    (await writer.sync.cycle()).proposals.map(({ state, edits, unsaid }) => [
      state,
      edits.map((edit) => edit.path),
      unsaid,
    ]);
  const waits = `${inSpace} was changed in the service, too: it stays local until it is merged`;

  beforeEach(async () => {
    writer = await aWriter();
    picture = writer.service.file(inSpace, 'first');
    writer.service.editFiles(writer.space, () => [picture]);
    writer.theyReplace('Usage', 'First.', `First.\n\n![Shot](${inSpace})`);
    await writer.sync.cycle();
  });

  it('is not sent before somebody has decided, and the other edits are', async () => {
    writer.save(path, () => 'mine');
    writer.replace('guides/README.md', 'Hello.', 'Hello all.');
    theySave('theirs');

    expect(await told()).toEqual([['conflict', ['README.md'], [waits]]]);
    expect(await told()).toEqual([['conflict', ['README.md'], [waits]]]);
    await writer.merge();
    await writer.sync.cycle();

    expect(saved()).toBe('theirs');
    expect(writer.read(path)).toBe('mine');
  });

  it('is chosen with a command, because git puts no marks into it', async () => {
    writer.save(path, () => 'mine\0');
    await commit(writer);
    theySave('theirs\0');

    const [advice] = (await writer.sync.cycle()).advice;

    expect(advice?.steps.map(({ command, what }) => command ?? what)).toEqual([
      ...[
        'git merge docs/main',
        'your file stays unless you type the next command, which takes the service’s',
      ],
      ...[`git checkout --theirs -- ${path}`, 'git commit --all --no-edit', 'tidemark sync'],
    ]);
  });

  it('is committed first where nobody has done so, also when the new one has as many bytes and was saved at once', async () => {
    writer.save(path, () => 'mine\0');
    theySave('theirs\0');

    const [advice] = (await writer.sync.cycle()).advice;

    expect(advice?.steps.map(({ command }) => command).slice(0, 2)).toEqual([
      'git commit --all --message "My edits"',
      'git merge docs/main',
    ]);
  });

  it('is sent once its writer has merged docs/main and kept the own picture', async () => {
    writer.save(path, () => 'mine');
    theySave('theirs');
    await writer.sync.cycle();

    await mergeKeepingFiles(writer);

    expect(await told()).toEqual([['proposed', [inSpace], []]]);
    await writer.merge();
    expect(saved()).toBe('mine');
  });

  it('is no conflict where the service has what this clone sent, and the branch waits for another file', async () => {
    writer.save(path, () => 'mine');
    await writer.sync.cycle();
    writer.replace('guides/README.md', 'Hello.', 'Hello from here.');
    writer.theyReplace('Welcome', 'Hello.', 'Hello from there.');
    await writer.merge();
    await writer.sync.cycle();
    writer.save(path, () => 'mine, and newer');

    const [[, edits]] = (await told()) as [[string, string[]]];

    expect(edits).toContain(inSpace);
  });

  it('is no edit any more where both sides now have the same picture', async () => {
    writer.save(path, () => 'ours');
    theySave('ours');

    const { outcome, branch } = await writer.sync.cycle();

    expect([outcome, branch.conflicts, requestsOf(writer)]).toEqual(['changed', [], []]);
  });
});

/** The writer commits, and makes a merge commit with docs/main that keeps every file as it is here. */
async function mergeKeepingFiles(writer: WriterInMemory): Promise<void> {
  const { git } = writer;
  await commit(writer);
  const [mine, theirs] = [
    await git.resolveRef('refs/heads/main'),
    await git.resolveRef('refs/remotes/docs/main'),
  ];
  const { tree, author } = await git.readCommit(mine!);
  const merge = await git.write((objects) =>
    objects.addCommit({ tree, parents: [mine!, theirs!], author, committer: author, message: 'Keep mine\n' }),
  );
  git.force('refs/heads/main', merge);
}
