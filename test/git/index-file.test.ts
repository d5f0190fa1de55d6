import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GitIndex, noStat, type IndexEntry } from '../../src/git/index-file.ts';
import { git, temporaryFolder } from './native.ts';

const oid = 'ce013625030ba8dba906f756967f9e9ca394464a';
const never = Infinity;

const entry = (path: string): IndexEntry => {
  const flags = { assumeValid: false, skipWorktree: false, intentToAdd: false };
  return { path, mode: '100644', oid, stage: 0, stat: noStat, ...flags };
};

/** A repository whose index native git wrote, with a changed mode, a name beyond ASCII, and folders. */
function nativeIndex(version: number): string {
  const folder = temporaryFolder('index');
  git(folder, ['init', '-q']);
  git(folder, ['config', 'index.version', String(version)]);
  for (const path of ['a.md', 'a/b.md', 'a/c/d.md', 'übung/𝔸.md', 'z.md']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'hello\n');
  }
  git(folder, ['add', '.']);
  git(folder, ['update-index', '--chmod=+x', 'z.md']);
  return folder;
}

function change(folder: string, changes: Record<string, IndexEntry | null>, racyFromMs = never): void {
  const file = join(folder, '.git', 'index');
  const printed = GitIndex.parse(readFileSync(file)).printWith(new Map(Object.entries(changes)), racyFromMs);
  writeFileSync(file, printed);
}

const listed = (folder: string): string[] =>
  git(folder, ['-c', 'core.quotePath=false', 'ls-files', '--stage']).trimEnd().split('\n');

describe('the index of git', () => {
  it.each([2, 4])('in version %i keeps what is not changed, and takes what is', (version) => {
    const folder = nativeIndex(version);
    const before = listed(folder);
    expect(readFileSync(join(folder, '.git', 'index')).readUInt32BE(4)).toBe(version);

    change(folder, { 'a/b.md': null, 'm.md': entry('m.md') });

    const expected = before.filter((line) => !line.endsWith('\ta/b.md'));
    expected.splice(2, 0, `100644 ${oid} 0\tm.md`);
    expect(listed(folder)).toEqual(expected);
    git(folder, ['fsck', '--strict']);
  });

  it('keeps the stats of files that nobody touched, so that git reads none of them again', () => {
    const folder = nativeIndex(2);
    change(folder, { 'a.md': null });

    const stats = git(folder, ['ls-files', '--debug', 'z.md']);
    const { ino, size } = statSync(join(folder, 'z.md'));
    expect(stats).toContain(`ino: ${ino}`);
    expect(stats).toContain(`size: ${size}`);
  });

  it('makes git look at files that were written in the tick of the index', () => {
    const folder = nativeIndex(2);
    change(folder, { 'a.md': null }, statSync(join(folder, 'z.md')).mtimeMs);

    expect(git(folder, ['ls-files', '--debug', 'z.md'])).toContain('mtime: 0:0');
    expect(listed(folder)).toContain(`100755 ${oid} 0\tz.md`);
  });

  it('keeps flags that need version 3', () => {
    const folder = nativeIndex(2);
    git(folder, ['update-index', '--skip-worktree', 'z.md']);
    writeFileSync(join(folder, 'new.md'), 'new\n');
    git(folder, ['add', '-N', 'new.md']);

    change(folder, { 'a.md': null });

    expect(git(folder, ['ls-files', '-v'])).toContain('S z.md');
    expect(git(folder, ['status', '--porcelain'])).toContain(' A new.md');
    const index = GitIndex.parse(readFileSync(join(folder, '.git', 'index')));
    expect(index.get('z.md')).toMatchObject({ skipWorktree: true, intentToAdd: false });
    expect(index.get('new.md')).toMatchObject({ skipWorktree: false, intentToAdd: true });
  });

  it('lets a file take the place of a folder, and a folder that of a file', () => {
    const folder = nativeIndex(2);
    change(folder, { a: entry('a'), 'z.md/inside.md': entry('z.md/inside.md') });

    expect(listed(folder).map((line) => line.split('\t')[1])).toEqual([
      'a',
      'a.md',
      'z.md/inside.md',
      'übung/𝔸.md',
    ]);
    git(folder, ['write-tree']);
  });

  it('replaces all sides of a conflict', () => {
    const folder = nativeIndex(2);
    const sides = [1, 2, 3].map((side) => `100644 ${oid} ${side}\ta.md`).join('\n');
    git(folder, ['update-index', '--index-info'], { input: `0 ${'0'.repeat(40)}\ta.md\n${sides}\n` });
    expect(GitIndex.parse(readFileSync(join(folder, '.git', 'index'))).get('a.md')?.stage).toBe(1);

    change(folder, { 'a.md': entry('a.md') });

    expect(listed(folder)[0]).toBe(`100644 ${oid} 0\ta.md`);
    expect(listed(folder)[1]).toContain('a/b.md');
  });

  it('names each path in the middle of a merge once, with the versions that its sides have', () => {
    const folder = nativeIndex(2);
    const other = git(folder, ['hash-object', '-w', '--stdin'], { input: 'theirs' }).trim();
    const staged = [
      ...[`100644 ${oid} 1\ta.md`, `100644 ${oid} 2\ta.md`, `100644 ${other} 3\ta.md`],
      ...[`100644 ${oid} 1\tdeleted.md`, `100644 ${other} 3\tdeleted.md`, `100644 ${other} 2\tnew.md`],
    ];
    git(folder, ['update-index', '--index-info'], {
      input: `0 ${'0'.repeat(40)}\ta.md\n${staged.join('\n')}\n`,
    });

    expect(GitIndex.parse(readFileSync(join(folder, '.git', 'index'))).unmerged()).toEqual([
      { path: 'a.md', base: oid, ours: oid, theirs: other },
      { path: 'deleted.md', base: oid, ours: null, theirs: other },
      { path: 'new.md', base: null, ours: other, theirs: null },
    ]);
    expect(GitIndex.empty.unmerged()).toEqual([]);
  });

  it('is what git makes of the same changes, whatever they are', () => {
    const folder = temporaryFolder('index');
    git(folder, ['init', '-q']);
    const file = join(folder, '.git', 'index');
    const name = fc.constantFrom('a', 'b', 'a.md', 'ab', 'é');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const paths = fc.uniqueArray(path, { maxLength: 8 });
    const consistent = (some: readonly string[]): string[] =>
      some.filter((one) => !some.some((other) => one.startsWith(`${other}/`)));
    fc.assert(
      fc.property(paths, paths, paths, (first, added, removed) => {
        const start = consistent(first);
        const set = consistent(added).filter((one) => !removed.includes(one));
        const changes = new Map<string, IndexEntry | null>([
          ...removed.map((one): [string, null] => [one, null]),
          ...set.map((one): [string, IndexEntry] => [one, entry(one)]),
        ]);
        const printed = GitIndex.parse(
          GitIndex.empty.printWith(new Map(start.map((one) => [one, entry(one)])), never),
        ).printWith(changes, never);

        writeFileSync(file, printed);
        const expected = start.filter(
          (one) =>
            !changes.has(one) &&
            !set.some((other) => one.startsWith(`${other}/`) || other.startsWith(`${one}/`)),
        );
        const names = git(folder, ['ls-files', '-z']).split('\0').slice(0, -1);
        expect(new Set(names)).toEqual(new Set([...expected, ...set]));
        expect(names).toHaveLength(expected.length + set.length);
        git(folder, ['write-tree', '--missing-ok']);
      }),
      { numRuns: 60 },
    );
  });
});
