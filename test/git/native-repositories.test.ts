import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import isomorphicGit from 'isomorphic-git';
import * as fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { initRepository, openRepository, openWorkingTree, type DiskRepository } from '../../src/git/index.ts';
import { git, temporaryFolder } from './native.ts';
import { commitFiles, text } from './repository.contract.ts';

const root = temporaryFolder('native');
let count = 0;
const ports = { clock: realClock };

/** A repository that native git made, with a history of one page. */
function nativeHistory(commits: number): { folder: string; contents: string[] } {
  const folder = path.join(root, String(count++));
  git(root, ['init', '-q', '-b', 'main', folder]);
  const lines = Array.from({ length: 300 }, (_, n) => `line ${n}\n`);
  const contents: string[] = [];
  for (let n = 0; n < commits; n++) {
    lines[n * 3] = `edited in ${n}\n`;
    contents.push(lines.join(''));
    mkdirSync(path.join(folder, 'docs'), { recursive: true });
    writeFileSync(path.join(folder, 'docs/page.md'), lines.join(''));
    git(folder, ['add', '.']);
    git(folder, ['commit', '-qm', `edit ${n}`]);
  }
  return { folder, contents };
}

async function history(repository: DiskRepository): Promise<string[]> {
  const contents: string[] = [];
  const head = (await repository.head()).oid ?? '';
  for await (const { oid } of repository.log(head)) {
    const entry = await repository.entryAt(oid, 'docs/page.md');
    contents.unshift(Buffer.from(await repository.readBlob(entry?.oid ?? '')).toString());
  }
  return contents;
}

describe('repositories that native git made', () => {
  it('are read while their objects lie alone, packed with deltas, and borrowed', async () => {
    const { folder, contents } = nativeHistory(8);
    const repository = openRepository(folder, ports);
    expect(await history(repository)).toEqual(contents);

    git(folder, ['gc', '-q', '--aggressive', '--prune=now']);

    expect(await history(repository)).toEqual(contents);
    expect(await history(openRepository(folder, ports))).toEqual(contents);
    const borrower = path.join(root, String(count++));
    git(root, ['clone', '-q', '--shared', folder, borrower]);
    expect(await history(openRepository(borrower, ports))).toEqual(contents);
  });

  it('are read with an index of packs in version 1', async () => {
    const { folder, contents } = nativeHistory(4);
    git(folder, ['-c', 'pack.indexVersion=1', 'gc', '-q']);

    expect(await history(openRepository(folder, ports))).toEqual(contents);
  });

  it('keep their packed references apart from ours, and lose the right one', async () => {
    const { folder } = nativeHistory(2);
    git(folder, ['tag', '-a', '-m', 'tag', 'v1']);
    git(folder, ['branch', 'other']);
    git(folder, ['pack-refs', '--all']);
    const repository = openRepository(folder, ports);
    const { oid } = await repository.head();

    expect((await repository.listRefs('refs/')).map(({ ref }) => ref)).toEqual([
      ...['refs/heads/main', 'refs/heads/other', 'refs/tags/v1'],
    ]);
    await repository.updateRefs([{ ref: 'refs/heads/other', expected: oid, next: null }]);
    await repository.updateRefs([{ ref: 'refs/heads/new', expected: null, next: oid }]);

    expect(git(folder, ['for-each-ref', '--format=%(refname)']).split('\n')).toEqual([
      ...['refs/heads/main', 'refs/heads/new', 'refs/tags/v1', ''],
    ]);
    expect(await repository.treeOf((await repository.resolveRef('refs/tags/v1')) ?? '')).toBe(
      await repository.treeOf(oid ?? ''),
    );
    expect(git(folder, ['rev-parse', 'v1^{}']).trim()).toBe(oid);
  });

  it('are opened as a linked working tree, whose HEAD is its own', async () => {
    const { folder, contents } = nativeHistory(2);
    const linked = path.join(root, String(count++));
    git(folder, ['worktree', 'add', '-q', '-b', 'side', linked]);
    const repository = openRepository(linked, ports);

    expect(await repository.head()).toMatchObject({ branch: 'refs/heads/side' });
    expect(await repository.checkedOutElsewhere()).toEqual(new Set(['refs/heads/main']));
    expect(await openRepository(folder, ports).checkedOutElsewhere()).toEqual(new Set(['refs/heads/side']));
    expect(await history(repository)).toEqual(contents);
    const { tree } = openWorkingTree(repository, { clock: realClock, random: realRandom });
    const from = (await repository.head()).oid;
    const next = await commitFiles(repository, from, { 'new.md': 'new' });
    expect(await tree.fastForward({ branch: 'refs/heads/side', from, to: next })).toMatchObject({
      outcome: 'moved',
    });
    expect(git(linked, ['status', '--porcelain'])).toBe('');
    expect(git(folder, ['status', '--porcelain'])).toBe('');
  });

  it('are read shallow: history ends where the clone does', async () => {
    const { folder } = nativeHistory(4);
    const shallow = path.join(root, String(count++));
    git(root, ['clone', '-q', '--depth', '2', `file://${folder}`, shallow]);

    expect(await history(openRepository(shallow, ports))).toHaveLength(2);
  });

  it('keep odd names in their trees when a file beside them changes', async () => {
    const { folder } = nativeHistory(1);
    const name = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x2e, 0x6d, 0x64]);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), 'latin-1');
    git(folder, ['add', '.']);
    git(folder, ['commit', '-qm', 'odd']);
    const before = git(folder, ['ls-tree', '-r', 'HEAD']);
    const repository = openRepository(folder, ports);
    const { tree } = openWorkingTree(repository, { clock: realClock, random: realRandom });
    const from = (await repository.head()).oid;

    const next = await commitFiles(repository, from, { 'added.md': 'x' });
    await tree.fastForward({ branch: 'refs/heads/main', from, to: next });

    const after = git(folder, ['ls-tree', '-r', 'HEAD'])
      .split('\n')
      .filter((line) => !line.endsWith('added.md'));
    expect(after.join('\n')).toBe(before);
    expect(git(folder, ['status', '--porcelain'])).toBe('');
  });

  it('are refused with a reason when we cannot use them', () => {
    const plain = path.join(root, `plain-${count++}`);
    mkdirSync(plain);
    const sha256 = path.join(root, `sha256-${count++}`);
    git(root, ['init', '-q', '--object-format=sha256', sha256]);
    const odd = path.join(root, `odd-${count++}`);
    git(root, ['init', '-q', odd]);
    appendFileSync(
      path.join(odd, '.git/config'),
      '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tfuture = true\n',
    );

    const opening = (folder: string) => () => openRepository(folder, ports);
    expect(opening(path.join(root, 'nowhere'))).toThrowError(
      expect.objectContaining({ code: 'REPOSITORY_MISSING' }),
    );
    expect(opening(plain)).toThrowError(expect.objectContaining({ code: 'REPOSITORY_MISSING' }));
    expect(opening(sha256)).toThrowError(expect.objectContaining({ code: 'REPOSITORY_INVALID' }));
    expect(opening(odd)).toThrowError(expect.objectContaining({ code: 'REPOSITORY_INVALID' }));
  });
});

describe('what we write', () => {
  it('is read by native git and by isomorphic-git', async () => {
    const folder = path.join(root, String(count++));
    const repository = initRepository(folder, ports);
    const first = await commitFiles(repository, null, {
      'docs/page.md': 'one\n',
      'empty.md': '',
      'ü/日本.md': 'ü\n',
    });
    const second = await commitFiles(repository, first, {
      'docs/page.md': null,
      'docs/moved/page.md': 'one\n',
    });
    await repository.updateRefs([{ ref: 'refs/heads/main', expected: null, next: second }]);

    expect(git(folder, ['fsck', '--strict', '--full'])).toBe('');
    expect(
      git(folder, ['log', '--follow', '--format=%s', '--name-only', '--', 'docs/moved/page.md']),
    ).toContain('docs/page.md');
    const [commit] = await isomorphicGit.log({ fs, dir: folder, ref: 'main', depth: 1 });
    expect(commit?.oid).toBe(second);
    const { blob } = await isomorphicGit.readBlob({ fs, dir: folder, oid: second, filepath: 'ü/日本.md' });
    expect(Buffer.from(blob).toString()).toBe('ü\n');
  });

  it('is joined when there are many small packs, and nothing is lost', async () => {
    const folder = path.join(root, String(count++));
    const repository = initRepository(folder, ports);
    let tip: string | null = null;
    for (let n = 0; n < 70; n++)
      tip = await commitFiles(repository, tip, { [`page-${n % 9}.md`]: `revision ${n}\n` });
    await repository.updateRefs([{ ref: 'refs/heads/main', expected: null, next: tip }]);

    const packs = readdirSync(path.join(folder, '.git/objects/pack')).filter((name) =>
      name.endsWith('.pack'),
    );
    expect(packs.length).toBeLessThan(50);
    expect(git(folder, ['fsck', '--strict', '--full'])).toBe('');
    expect(git(folder, ['rev-list', '--count', 'main']).trim()).toBe('70');
    let seen = 0;
    for await (const { tree } of repository.log(tip ?? ''))
      seen += (await repository.readTree(tree)).length > 0 ? 1 : 0;
    expect(seen).toBe(70);
  });

  it('is not written again when the repository has it', async () => {
    const folder = path.join(root, String(count++));
    const repository = initRepository(folder, ports);
    const write = (): Promise<string> => repository.write((writer) => writer.addBlob(text('same')));
    await write();
    const packs = (): string[] => readdirSync(path.join(folder, '.git/objects/pack'));
    const before = packs();

    await write();

    expect(packs()).toEqual(before);
  });

  it('survives a person who repacks and prunes meanwhile', async () => {
    const folder = path.join(root, String(count++));
    const repository = initRepository(folder, ports);
    const first = await commitFiles(repository, null, { 'a.md': 'one' });
    await repository.updateRefs([{ ref: 'refs/heads/main', expected: null, next: first }]);
    await repository.readCommit(first);
    git(folder, ['gc', '-q', '--prune=now']);

    const second = await commitFiles(repository, first, { 'b.md': 'two' });
    await repository.updateRefs([{ ref: 'refs/heads/main', expected: first, next: second }]);

    expect(git(folder, ['fsck', '--strict', '--full'])).toBe('');
    expect((await repository.listTree(second)).map(({ path: at }) => at)).toEqual(['a.md', 'b.md']);
  });

  it('leaves locks of others alone, and says who to ask', async () => {
    const folder = path.join(root, String(count++));
    const quick = { ...realClock, sleep: async () => undefined };
    const repository = initRepository(folder, { clock: quick });
    const first = await commitFiles(repository, null, { 'a.md': 'one' });
    const lock = path.join(folder, '.git/refs/heads/main.lock');
    writeFileSync(lock, '');

    const update = repository.updateRefs([{ ref: 'refs/heads/main', expected: null, next: first }]);

    await expect(update).rejects.toMatchObject({ code: 'HELD', data: { file: lock } });
    expect(existsSync(lock)).toBe(true);
    rmSync(lock);
    await repository.updateRefs([{ ref: 'refs/heads/main', expected: null, next: first }]);
  });
});

describe('a repository that we make', () => {
  it('leaves nothing of one that a killed process did not finish, and lets others at theirs', () => {
    const folder = path.join(root, String(count++));
    const ended = Number(
      execFileSync(process.execPath, ['-p', 'process.pid'], { stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    mkdirSync(path.join(folder, `.git.tidemark-${ended}`, 'objects'), { recursive: true });
    mkdirSync(path.join(folder, `.git.tidemark-${process.ppid}`));
    mkdirSync(path.join(folder, '.git.tidemark-notes'));

    initRepository(folder, ports);

    expect(readdirSync(folder).sort()).toEqual(
      ['.git', `.git.tidemark-${process.ppid}`, '.git.tidemark-notes'].sort(),
    );
  });
});
