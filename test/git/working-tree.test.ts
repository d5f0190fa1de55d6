import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import {
  initRepository,
  openWorkingTree,
  type DiskRepository,
  type WorkingTree,
} from '../../src/git/index.ts';
import { contentId } from '../../src/files/index.ts';
import type { Files } from '../../src/files/index.ts';
import { git, temporaryFolder } from './native.ts';
import { commitFiles, text } from './repository.contract.ts';

const root = temporaryFolder('working-tree');
let count = 0;
const main = 'refs/heads/main';

interface Setup {
  folder: string;
  repository: DiskRepository;
  files: Files;
  tree: WorkingTree;
}

function setUp(): Setup {
  const folder = path.join(root, String(count++));
  const repository = initRepository(folder, { clock: realClock });
  return { folder, repository, ...openWorkingTree(repository, { clock: realClock, random: realRandom }) };
}

/** Stages a text of a file, and then gives the file another text. */
function stage(folder: string, name: string, texts: { staged: string; file: string }): void {
  writeFileSync(path.join(folder, name), texts.staged);
  git(folder, ['add', name]);
  writeFileSync(path.join(folder, name), texts.file);
}

const bothBeginWithPage = (one: Uint8Array, other: Uint8Array): boolean =>
  [one, other].every((each) => Buffer.from(each).toString().startsWith('page'));

const status = (folder: string): string => git(folder, ['status', '--porcelain=v1']);

describe('fast-forward of the checked-out branch', () => {
  it('writes the files of a first commit, and git finds nothing to say about them', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'README.md': 'one\n', 'guides/a.md': 'a\n' });

    const outcome = await tree.fastForward({ branch: main, from: null, to: first });

    expect(outcome).toMatchObject({ outcome: 'moved' });
    expect(readFileSync(path.join(folder, 'guides/a.md'), 'utf8')).toBe('a\n');
    expect(status(folder)).toBe('');
    expect(git(folder, ['fsck', '--strict', '--full'])).toBe('');
    expect(git(folder, ['rev-parse', 'HEAD']).trim()).toBe(first);
    expect(git(folder, ['diff-files'])).toBe('');
  });

  it('touches only the files that differ, removes what is gone, and keeps other edits', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, {
      'a.md': '1',
      'b.md': '2',
      'c/d.md': '3',
      'e.md': '4',
    });
    await tree.fastForward({ branch: main, from: null, to: first });
    const before = statSync(path.join(folder, 'b.md'));
    writeFileSync(path.join(folder, 'e.md'), 'edited');
    writeFileSync(path.join(folder, 'new.md'), 'mine');
    const second = await commitFiles(repository, first, {
      'a.md': 'changed',
      'c/d.md': null,
      'x/y.md': 'new',
    });

    const outcome = await tree.fastForward({ branch: main, from: first, to: second });

    expect(outcome).toEqual({
      outcome: 'moved',
      files: [
        { path: 'x/y.md', did: 'written' },
        { path: 'a.md', did: 'written' },
        { path: 'c/d.md', did: 'removed' },
      ],
    });
    expect(statSync(path.join(folder, 'b.md')).mtimeMs).toBe(before.mtimeMs);
    expect(existsSync(path.join(folder, 'c'))).toBe(false);
    expect(status(folder)).toBe(' M e.md\n?? new.md\n');
  });

  it('changes nothing when a person edited a file that changed, and says which', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1', 'b.md': '2' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), 'mine');
    const second = await commitFiles(repository, first, { 'a.md': 'theirs', 'b.md': 'theirs' });

    const outcome = await tree.fastForward({ branch: main, from: first, to: second });

    expect(outcome).toEqual({ outcome: 'blocked', edited: ['a.md'] });
    expect(readFileSync(path.join(folder, 'b.md'), 'utf8')).toBe('2');
    expect(await repository.resolveRef(main)).toBe(first);
    expect(status(folder)).toBe(' M a.md\n');
  });

  it('writes what the caller merged, which then shows as an edit of the new commit', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), 'mine');
    const second = await commitFiles(repository, first, { 'a.md': 'theirs' });
    const said = (bytes: Uint8Array | null): string => new TextDecoder().decode(bytes ?? new Uint8Array());

    const outcome = await tree.fastForward({
      branch: main,
      from: first,
      to: second,
      merge: ({ path: at, base, ours, theirs }) => text([at, said(base), said(ours), said(theirs)].join(' ')),
    });

    expect(outcome).toEqual({ outcome: 'moved', files: [{ path: 'a.md', did: 'merged' }] });
    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('a.md 1 mine theirs');
    expect(status(folder)).toBe(' M a.md\n');
    expect(git(folder, ['show', ':a.md'])).toBe('theirs');
  });

  it('takes a file that holds the new version already for done', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), '2');
    const second = await commitFiles(repository, first, { 'a.md': '2' });

    const outcome = await tree.fastForward({ branch: main, from: first, to: second });

    expect(outcome).toEqual({ outcome: 'moved', files: [{ path: 'a.md', did: 'kept' }] });
    expect(status(folder)).toBe('');
  });

  it('leaves a path alone that a person has staged', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    stage(folder, 'a.md', { staged: 'staged', file: '1' });
    const second = await commitFiles(repository, first, { 'a.md': '2' });

    expect(await tree.fastForward({ branch: main, from: first, to: second })).toEqual({
      outcome: 'blocked',
      edited: ['a.md'],
    });
    expect(git(folder, ['show', ':a.md'])).toBe('staged');
  });

  it('moves on when a person has moved a page with `git mv` and edited it, and the new commit has the same', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'old.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    git(folder, ['mv', 'old.md', 'new.md']);
    writeFileSync(path.join(folder, 'new.md'), '1 and more');
    const second = await commitFiles(repository, first, { 'old.md': null, 'new.md': '1 and more' });

    const { outcome } = await tree.fastForward({ branch: main, from: first, to: second });

    expect([outcome, status(folder)]).toEqual(['moved', '']);
  });

  it('moves on when the file says what was staged before the file got its id', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'old.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    stage(folder, 'new.md', { staged: 'page', file: 'page with its id' });
    const second = await commitFiles(repository, first, { 'new.md': 'page with its id' });
    const move = { branch: main, from: first, to: second };

    const without = await tree.fastForward(move);
    const { outcome } = await tree.fastForward({ ...move, saysSame: bothBeginWithPage });

    expect(without.outcome).toBe('blocked');
    expect([outcome, status(folder)]).toEqual(['moved', '']);
  });

  it('joins an edit of what was staged when the new commit says what was staged', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'old.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    stage(folder, 'new.md', { staged: 'page', file: 'page and more' });
    const second = await commitFiles(repository, first, { 'new.md': 'page with its id' });

    const { outcome } = await tree.fastForward({
      branch: main,
      from: first,
      to: second,
      merge: () => text('page with its id and more'),
      saysSame: bothBeginWithPage,
    });

    expect([outcome, status(folder)]).toEqual(['moved', ' M new.md\n']);
    expect(readFileSync(path.join(folder, 'new.md'), 'utf8')).toBe('page with its id and more');
  });

  it('joins an edit that a person has staged as it joins any other edit', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), 'mine');
    git(folder, ['add', 'a.md']);
    const second = await commitFiles(repository, first, { 'a.md': 'theirs' });

    const joined = text('mine and theirs');
    const { outcome } = await tree.fastForward({
      branch: main,
      from: first,
      to: second,
      merge: () => joined,
    });

    expect([outcome, status(folder)]).toEqual(['moved', ' M a.md\n']);
    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('mine and theirs');
  });

  it('takes a staged deletion for a deletion in the working tree, which it stays', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': '2' });
    const move = { branch: main, from: first, to: second };

    git(folder, ['rm', '--quiet', 'a.md']);
    expect(await tree.fastForward(move)).toEqual({ outcome: 'blocked', edited: ['a.md'] });
    expect(status(folder)).toBe('D  a.md\n');
    const { outcome } = await tree.fastForward({ ...move, away: async () => new Set(['a.md']) });

    expect([outcome, status(folder)]).toEqual(['moved', ' D a.md\n']);
  });

  it('takes what is staged of a file along to the path that the file went to', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    stage(folder, 'old.md', { staged: 'staged', file: 'and more' });
    const carried = { from: 'old.md', to: 'new.md', id: contentId(text('and more')) };
    renameSync(path.join(folder, 'old.md'), path.join(folder, 'new.md'));
    const second = await commitFiles(repository, first, { 'a.md': '2' });

    await tree.fastForward({ branch: main, from: first, to: second, carried: () => [carried] });

    expect(status(folder)).toBe('AM new.md\n');
    expect(git(folder, ['show', ':new.md'])).toBe('staged');
  });

  it.each([
    ['gives way to what the new commit has there', 'page', ''],
    ['stays where nothing else has it', 'something else', 'AD old.md\n'],
  ])('knows that what is staged of a file that went elsewhere %s', async (_, staged, after) => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    stage(folder, 'old.md', { staged, file: 'page' });
    const carried = { from: 'old.md', to: 'new.md', id: contentId(text('page')) };
    renameSync(path.join(folder, 'old.md'), path.join(folder, 'new.md'));
    const second = await commitFiles(repository, first, { 'new.md': 'page' });

    await tree.fastForward({ branch: main, from: first, to: second, carried: () => [carried] });

    expect(status(folder)).toBe(after);
  });

  it('stages no deletion of a file that the new commit has where another file was carried away', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'old.md': '1', 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const carried = { from: 'old.md', to: 'new.md', id: contentId(text('1')) };
    const second = await commitFiles(repository, first, { 'a.md': '2' });

    await tree.fastForward({ branch: main, from: first, to: second, carried: () => [carried] });

    expect(status(folder)).toBe('');
  });

  it('tells a recovery which new contents somebody has committed since the move was cut, and no others', async () => {
    const { folder, repository, files, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1', 'b.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': '2', 'b.md': '2' });
    files.apply = () => Promise.reject(new Error('killed'));
    await expect(tree.fastForward({ branch: main, from: first, to: second })).rejects.toThrow('killed');
    writeFileSync(path.join(folder, 'b.md'), '2');
    git(folder, ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qam', 'Mine']);

    let told: ReadonlySet<string> = new Set();
    files.recover = (replaced = new Set()) => {
      told = replaced;
      return Promise.resolve({ putBack: [], unwritable: [] });
    };
    await tree.recover().catch(() => undefined);

    expect([...told]).toEqual(['b.md']);
  });

  it('goes no further where a content cannot be put back: its empty path would count as a deletion', async () => {
    const { files, tree } = setUp();
    files.recover = () => Promise.resolve({ putBack: [], unwritable: ['guides/a.md'] });

    await expect(tree.recover()).rejects.toMatchObject({
      code: 'FILE_SYSTEM',
      message: expect.stringContaining('guides') as string,
    });
  });

  it('leaves a file that a person keeps, although the new commit lacks it', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1', 'b.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': null, 'b.md': null });

    const stays = async (name: string): Promise<boolean> => name === 'a.md';
    await tree.fastForward({ branch: main, from: first, to: second, stays });

    expect(status(folder)).toBe('?? a.md\n');
  });

  it('keeps what else a person has staged', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'mine.md'), 'staged');
    git(folder, ['add', 'mine.md']);
    const second = await commitFiles(repository, first, { 'a.md': '2' });

    await tree.fastForward({ branch: main, from: first, to: second });

    expect(status(folder)).toBe('A  mine.md\n');
  });

  it.each([
    ['index.lock', 'index-lock'],
    ['MERGE_HEAD', 'merge'],
    ['rebase-merge', 'rebase'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['BISECT_LOG', 'bisect'],
  ])('waits while %s says that git is at work', async (name, work) => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    writeFileSync(path.join(folder, '.git', name), '');

    const outcome = await tree.fastForward({ branch: main, from: null, to: first });

    expect(outcome).toEqual({ outcome: 'busy', work: [work] });
    expect(existsSync(path.join(folder, 'a.md'))).toBe(false);
    expect(existsSync(path.join(folder, '.git', name))).toBe(true);
  });

  it('moves only the reference when another branch, or a commit, is checked out', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, { 'a.md': '2' });
    const third = await commitFiles(repository, second, { 'a.md': '3' });

    git(folder, ['checkout', '-q', '-b', 'other']);
    expect(await tree.fastForward({ branch: main, from: first, to: second })).toEqual({
      outcome: 'moved',
      files: [],
    });
    git(folder, ['checkout', '-q', '--detach']);
    expect(await tree.fastForward({ branch: main, from: second, to: third })).toEqual({
      outcome: 'moved',
      files: [],
    });

    expect(readFileSync(path.join(folder, 'a.md'), 'utf8')).toBe('1');
    expect(status(folder)).toBe('');
    expect(await repository.resolveRef(main)).toBe(third);
  });

  it('says where the branch is when it is not where it was expected, and refuses what does not follow', async () => {
    const { repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const aside = await commitFiles(repository, null, { 'a.md': 'unrelated' });

    expect(await tree.fastForward({ branch: main, from: null, to: first })).toEqual({
      outcome: 'elsewhere',
      at: first,
    });
    await expect(tree.fastForward({ branch: main, from: first, to: aside })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('turns a folder into a file, a file into a folder, and swaps two files', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'x/y.md': '1', z: '2', 'p.md': 'P', 'q.md': 'Q' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const second = await commitFiles(repository, first, {
      'x/y.md': null,
      x: 'file',
      z: null,
      'z/in.md': '3',
      'p.md': 'Q',
      'q.md': 'P',
    });

    const outcome = await tree.fastForward({ branch: main, from: first, to: second });

    expect(outcome.outcome).toBe('moved');
    expect(readFileSync(path.join(folder, 'x'), 'utf8')).toBe('file');
    expect(readFileSync(path.join(folder, 'p.md'), 'utf8')).toBe('Q');
    expect(status(folder)).toBe('');
  });

  it('makes a file executable when only that has changed', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { run: '#!/bin/sh\n' });
    await tree.fastForward({ branch: main, from: null, to: first });
    const oid = (await repository.entryAt(first, 'run'))?.oid ?? '';
    const second = await repository.write(async (writer) => {
      const tree = await writer.updateTree(
        await repository.treeOf(first),
        new Map([['run', { mode: '100755' as const, oid }]]),
      );
      const person = { name: 'Ada', email: 'ada@example.com', at: 0 };
      return writer.addCommit({ tree, parents: [first], author: person, committer: person, message: 'x' });
    });

    await tree.fastForward({ branch: main, from: first, to: second });

    expect(statSync(path.join(folder, 'run')).mode & 0o111).not.toBe(0);
    expect(status(folder)).toBe('');
  });

  it('writes nothing through a symbolic link', async () => {
    const { folder, repository, tree } = setUp();
    const outside = path.join(root, `outside-${count++}`);
    mkdirSync(outside);
    symlinkSync(outside, path.join(folder, 'docs'));
    const first = await commitFiles(repository, null, { 'docs/a.md': '1' });

    const outcome = await tree.fastForward({ branch: main, from: null, to: first });

    expect(outcome).toEqual({ outcome: 'blocked', edited: ['docs/a.md'] });
    expect(existsSync(path.join(outside, 'a.md'))).toBe(false);
  });

  it('notes the move where git notes its own', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first, reason: 'tidemark: revision 7' });

    expect(git(folder, ['reflog', '-1', '--format=%gs'])).toBe('tidemark: revision 7\n');
    expect(git(folder, ['reflog', '-1', '--format=%gs', 'main'])).toBe('tidemark: revision 7\n');
  });
});

describe('scan', () => {
  it('tells added, modified and deleted files against a tree', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1', 'b/c.md': '2', 'd.md': '3' });
    await tree.fastForward({ branch: main, from: null, to: first });
    writeFileSync(path.join(folder, 'a.md'), 'edited');
    writeFileSync(path.join(folder, 'b/new.md'), 'new');
    rmSync(path.join(folder, 'd.md'));

    const changes = await tree.scan(first);

    expect(changes.map(({ kind, path: at }) => `${kind} ${at}`)).toEqual([
      'modified a.md',
      'added b/new.md',
      'deleted d.md',
    ]);
    expect((await tree.scan(first, { under: ['b'] })).map(({ path: at }) => at)).toEqual(['b/new.md']);
    expect((await tree.scan(null)).map(({ kind }) => kind)).toEqual(['added', 'added', 'added']);
  });

  it('sees an edit that keeps size and time, made right after another', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1' });
    await tree.fastForward({ branch: main, from: null, to: first });

    for (let round = 0; round < 50; round++) {
      const content = String(round % 10);
      writeFileSync(path.join(folder, 'a.md'), content);
      const kinds = (await tree.scan(first)).map(({ kind }) => kind);
      expect(kinds, `round ${round}`).toEqual(content === '1' ? [] : ['modified']);
    }
  });

  it('leaves out what .gitignore names, but not what is committed, nor repositories inside', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, {
      '.gitignore': '*.swp\nbuild/\n!keep.swp\n',
      'old.swp': 'committed',
    });
    await tree.fastForward({ branch: main, from: null, to: first });
    mkdirSync(path.join(folder, 'build/deep'), { recursive: true });
    mkdirSync(path.join(folder, 'inner/.git'), { recursive: true });
    for (const name of ['x.swp', 'keep.swp', 'build/deep/x.md', 'inner/page.md', 'old.swp']) {
      writeFileSync(path.join(folder, name), 'new');
    }

    const changes = await tree.scan(first);

    expect(changes.map(({ kind, path: at }) => `${kind} ${at}`)).toEqual([
      'added keep.swp',
      'modified old.swp',
    ]);
  });

  it.each(['.git/hooks/post-commit', '.GIT/config', 'a/git~1/config', '.gitattributes', 'con.md', 'a\\b'])(
    'never writes %s, whatever asks for it',
    async (at) => {
      const { folder, files } = setUp();
      const before = readdirSync(folder, { recursive: true });
      const bytes = Buffer.from('#!/bin/sh\n');

      await expect(files.create(at, bytes, { executable: true })).rejects.toMatchObject({
        code: 'UNSAFE_PATH',
      });
      await expect(files.remove(at, '0'.repeat(40))).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
    },
  );

  it('reports links and special files, and reads neither', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { 'a.md': '1', 'b.md': '2' });
    await tree.fastForward({ branch: main, from: null, to: first });
    rmSync(path.join(folder, 'a.md'));
    symlinkSync('/etc/hostname', path.join(folder, 'a.md'));
    symlinkSync('/etc', path.join(folder, 'etc'));
    git(folder, ['init', '-q', 'unused']);
    rmSync(path.join(folder, 'unused'), { recursive: true });

    const changes = await tree.scan(first);

    expect(changes).toMatchObject([
      { kind: 'refused', path: 'a.md', reason: 'symlink' },
      { kind: 'refused', path: 'etc', reason: 'symlink', before: null },
    ]);
  });

  it('agrees with git about the executable bit', async () => {
    const { folder, repository, tree } = setUp();
    const first = await commitFiles(repository, null, { run: 'x' });
    await tree.fastForward({ branch: main, from: null, to: first });
    chmodSync(path.join(folder, 'run'), 0o755);

    expect(await tree.scan(first)).toMatchObject([
      { kind: 'modified', path: 'run', after: { mode: '100755' } },
    ]);
    expect(status(folder)).toBe(' M run\n');
  });
});
