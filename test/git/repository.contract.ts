import { describe, expect, it } from 'vitest';
import type { CommitDraft, GitRepository, ObjectWriter, Oid, Person } from '../../src/git/index.ts';
import { emptyTree } from '../../src/git/index.ts';

export const ada: Person = { name: 'Ada', email: 'ada@example.com', at: Date.UTC(2026, 0, 1) };

export function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

/** Commits files on top of `parent`: path to content, null to remove. Returns the commit; moves nothing. */
export async function commitFiles(
  repository: GitRepository,
  parent: Oid | null,
  files: Readonly<Record<string, string | null>>,
  draft: Partial<CommitDraft> = {},
): Promise<Oid> {
  const base = parent === null ? null : await repository.treeOf(parent);
  return repository.write(async (writer: ObjectWriter) => {
    const changes = new Map(
      Object.entries(files).map(([path, content]) => [
        path,
        content === null ? null : { mode: '100644' as const, oid: writer.addBlob(text(content)) },
      ]),
    );
    const tree = await writer.updateTree(base, changes);
    const parents = parent === null ? [] : [parent];
    return writer.addCommit({
      tree,
      parents,
      author: ada,
      committer: ada,
      message: 'change files',
      ...draft,
    });
  });
}

/** What callers of the port rely on, for every maker of it. */
export function describeRepository(name: string, make: () => Promise<GitRepository>): void {
  describe(`${name} as a GitRepository`, () => {
    it('reads back the blobs, trees and commits that it wrote', async () => {
      const repository = await make();

      const commit = await commitFiles(
        repository,
        null,
        { 'a.md': 'A\n', 'b/c.md': 'C\n' },
        { message: 'first' },
      );

      const read = await repository.readCommit(commit);
      expect(read).toEqual({
        oid: commit,
        tree: await repository.treeOf(commit),
        parents: [],
        author: { ...ada, offsetMinutes: 0 },
        committer: { ...ada, offsetMinutes: 0 },
        message: 'first\n',
      });
      const files = await repository.listTree(commit);
      expect(files.map(({ path, mode }) => `${mode} ${path}`)).toEqual(['100644 a.md', '100644 b/c.md']);
      const contents = await Promise.all(files.map(({ oid }) => repository.readBlob(oid)));
      expect(contents.map((bytes) => new TextDecoder().decode(bytes))).toEqual(['A\n', 'C\n']);
    });

    it('gives objects the names that git gives them', async () => {
      const repository = await make();

      const names = await repository.write((writer) => [
        writer.addBlob(text('hello\n')),
        writer.addTree([]),
        writer.addTree([{ name: 'hello', mode: '100644', oid: writer.addBlob(text('hello\n')) }]),
      ]);

      expect(names).toEqual([
        'ce013625030ba8dba906f756967f9e9ca394464a',
        emptyTree,
        'b4d01e9b0c4a9356736dfddf8830ba9a54f5271c',
      ]);
    });

    it('sorts a folder as if its name ended with a slash', async () => {
      const repository = await make();

      const commit = await commitFiles(repository, null, { 'a/x': '1', 'a.b': '2', a0: '3' });

      const tree = await repository.readTree(await repository.treeOf(commit));
      expect(tree.map(({ name }) => name)).toEqual(['a.b', 'a', 'a0']);
    });

    it('says NOT_FOUND for an object that it does not hold', async () => {
      const repository = await make();

      await expect(repository.readBlob('1'.repeat(40))).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await repository.has('1'.repeat(40))).toBe(false);
    });

    it('keeps nothing of a batch whose work throws', async () => {
      const repository = await make();
      let blob = '';

      const writing = repository.write((writer) => {
        blob = writer.addBlob(text('half'));
        throw new Error('interrupted');
      });

      await expect(writing).rejects.toThrow('interrupted');
      expect(await repository.has(blob)).toBe(false);
    });

    it('rewrites only folders on the way to a change, and drops folders left empty', async () => {
      const repository = await make();
      const first = await commitFiles(repository, null, { 'a/one': '1', 'b/two': '2', 'c/d/e': '3' });

      const second = await commitFiles(repository, first, { 'a/one': 'new', 'c/d/e': null });

      const before = new Map(
        (await repository.readTree(await repository.treeOf(first))).map((e) => [e.name, e.oid]),
      );
      const after = new Map(
        (await repository.readTree(await repository.treeOf(second))).map((e) => [e.name, e.oid]),
      );
      expect([...after.keys()]).toEqual(['a', 'b']);
      expect(after.get('b')).toBe(before.get('b'));
      expect(after.get('a')).not.toBe(before.get('a'));
    });

    it('lets a file become a folder and a folder a file, but no path both', async () => {
      const repository = await make();
      const first = await commitFiles(repository, null, { x: 'file', 'y/z': 'in a folder' });

      const second = await commitFiles(repository, first, { x: null, 'x/in': '1', 'y/z': null, y: '2' });

      expect((await repository.listTree(second)).map(({ path }) => path)).toEqual(['x/in', 'y']);
      await expect(commitFiles(repository, first, { 'x/in': '1' })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await expect(commitFiles(repository, first, { y: '1' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(commitFiles(repository, first, { y: null })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('takes the removal of a file that is not there for done', async () => {
      const repository = await make();
      const first = await commitFiles(repository, null, { x: '1' });

      const second = await commitFiles(repository, first, { gone: null, 'deep/er': null });

      expect(await repository.treeOf(second)).toBe(await repository.treeOf(first));
    });

    it.each([
      '.git/config',
      'a/.GIT',
      '../x',
      '/x',
      'a//b',
      'a/',
      '',
      '.g\u200cit/x',
      'git~1',
      '.git /x',
      'a/.git::$INDEX/x',
      'x\\.git',
      'nul\0',
      '\ud800.md',
    ])('refuses the path %j', async (path) => {
      const repository = await make();

      await expect(commitFiles(repository, null, { [path]: 'x' })).rejects.toMatchObject({
        code: 'UNSAFE_PATH',
      });
    });

    it('refuses an entry name with a slash and a name that comes twice', async () => {
      const repository = await make();
      const write = (names: string[]): Promise<unknown> =>
        repository.write((writer) => {
          const oid = writer.addBlob(text(''));
          return writer.addTree(names.map((name) => ({ name, mode: '100644', oid })));
        });

      await expect(write(['a/b'])).rejects.toMatchObject({ code: 'UNSAFE_PATH' });
      await expect(write(['a', 'a'])).rejects.toMatchObject({ code: 'CONTENT_INVALID' });
    });

    it('tells the files that differ between two trees, below a folder if asked', async () => {
      const repository = await make();
      const one = await commitFiles(repository, null, { 'a/x': '1', 'a/y': '2', 'b/z': '3', gone: '4' });
      const two = await commitFiles(repository, one, { 'a/x': 'changed', 'b/new': '5', gone: null });

      const all = await repository.diffTrees(one, two);
      const below = await repository.diffTrees(one, two, { under: 'a' });
      const fromNothing = await repository.diffTrees(null, one);

      const said = (changes: typeof all): string[] =>
        changes.map(({ path, before, after }) => `${before ? 'x' : '-'}${after ? 'x' : '-'} ${path}`);
      expect(said(all)).toEqual(['xx a/x', '-x b/new', 'x- gone']);
      expect(said(below)).toEqual(['xx a/x']);
      expect(said(fromNothing)).toEqual(['-x a/x', '-x a/y', '-x b/z', '-x gone']);
    });

    it('finds what a tree holds at a path', async () => {
      const repository = await make();
      const commit = await commitFiles(repository, null, { 'a/b/c.md': 'c' });

      expect((await repository.entryAt(commit, 'a/b'))?.mode).toBe('040000');
      expect((await repository.entryAt(commit, 'a/b/c.md'))?.mode).toBe('100644');
      expect(await repository.entryAt(commit, 'a/x')).toBeNull();
      expect(await repository.entryAt(commit, 'a/b/c.md/d')).toBeNull();
      expect((await repository.listTree(commit, { under: 'a/b' })).map(({ path }) => path)).toEqual([
        'a/b/c.md',
      ]);
      expect(await repository.listTree(commit, { under: 'nowhere' })).toEqual([]);
    });

    it('moves a reference only from where it was expected', async () => {
      const repository = await make();
      const one = await commitFiles(repository, null, { x: '1' });
      const two = await commitFiles(repository, one, { x: '2' });
      const ref = 'refs/remotes/docs/main';

      await repository.updateRefs([{ ref, expected: null, next: one }]);
      await repository.updateRefs([{ ref, expected: one, next: two }]);
      const late = repository.updateRefs([{ ref, expected: one, next: two }]);

      await expect(late).rejects.toMatchObject({ code: 'REF_MOVED', data: { ref, at: two, expected: one } });
      await expect(repository.updateRefs([{ ref, expected: null, next: one }])).rejects.toMatchObject({
        code: 'REF_MOVED',
      });
      expect(await repository.resolveRef(ref)).toBe(two);
    });

    it('moves several references together or none of them', async () => {
      const repository = await make();
      const one = await commitFiles(repository, null, { x: '1' });
      await repository.updateRefs([{ ref: 'refs/remotes/docs/b', expected: null, next: one }]);

      const failing = repository.updateRefs([
        { ref: 'refs/remotes/docs/a', expected: null, next: one },
        { ref: 'refs/remotes/docs/b', expected: null, next: one },
      ]);

      await expect(failing).rejects.toMatchObject({ code: 'REF_MOVED' });
      expect(await repository.listRefs('refs/remotes/')).toEqual([{ ref: 'refs/remotes/docs/b', oid: one }]);
    });

    it('deletes a reference, after which one below its name can be', async () => {
      const repository = await make();
      const one = await commitFiles(repository, null, { x: '1' });
      const ref = 'refs/remotes/docs/cr';
      await repository.updateRefs([{ ref, expected: null, next: one }]);

      const below = { ref: `${ref}/space/1`, expected: null, next: one };
      await expect(repository.updateRefs([below])).rejects.toMatchObject({ code: 'CONFLICT' });
      await repository.updateRefs([{ ref, expected: one, next: null }]);
      await repository.updateRefs([below]);
      await expect(repository.updateRefs([{ ref, expected: null, next: one }])).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      await repository.updateRefs([{ ...below, expected: one, next: null }]);
      await repository.updateRefs([{ ref, expected: null, next: one }]);

      expect(await repository.listRefs('refs/')).toEqual([{ ref, oid: one }]);
    });

    it('refuses a reference to an object that is not there, and names that git refuses', async () => {
      const repository = await make();
      const one = await commitFiles(repository, null, { x: '1' });

      const missing = repository.updateRefs([{ ref: 'refs/heads/x', expected: null, next: '2'.repeat(40) }]);
      await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
      for (const ref of [
        'HEAD',
        'refs/heads/a..b',
        'refs/heads/x.lock',
        'refs/heads/.x',
        'refs/heads/a b',
        'refs/x',
      ]) {
        const update = repository.updateRefs([{ ref, expected: null, next: one }]);
        await expect(update, ref).rejects.toMatchObject({ code: 'REPOSITORY_INVALID' });
      }
    });

    it('begins on a branch without a commit', async () => {
      const repository = await make();

      expect(await repository.head()).toEqual({ branch: 'refs/heads/main', oid: null });
      expect(await repository.resolveRef('HEAD')).toBeNull();
    });

    it('walks history newest first, and finds where two lines part', async () => {
      const repository = await make();
      const at = (minute: number): Partial<CommitDraft> => ({
        committer: { ...ada, at: ada.at + minute * 60_000 },
      });
      const root = await commitFiles(repository, null, { x: '0' }, at(0));
      const left = await commitFiles(repository, root, { x: '1' }, at(1));
      const right = await commitFiles(repository, root, { y: '2' }, at(2));
      const merged = await commitFiles(repository, left, { y: '2' }, { ...at(3), parents: [left, right] });
      const after = await commitFiles(repository, merged, { z: '3' }, at(4));
      const unrelated = await commitFiles(repository, null, { other: '1' }, at(5));

      const all: Oid[] = [];
      for await (const { oid } of repository.log(after)) all.push(oid);
      const some: Oid[] = [];
      for await (const { oid } of repository.log(after, { exclude: [left] })) some.push(oid);
      const straight: Oid[] = [];
      for await (const { oid } of repository.log(after, { firstParent: true, limit: 3 })) straight.push(oid);

      expect(all).toEqual([after, merged, right, left, root]);
      expect(some).toEqual([after, merged, right]);
      expect(straight).toEqual([after, merged, left]);
      expect(await repository.mergeBase(left, right)).toBe(root);
      expect(await repository.mergeBase(after, right)).toBe(right);
      expect(await repository.mergeBase(after, unrelated)).toBeNull();
      expect(await repository.isAncestor(root, after)).toBe(true);
      expect(await repository.isAncestor(after, root)).toBe(false);
      expect(await repository.isAncestor(unrelated, after)).toBe(false);
    });

    it('makes names and addresses fit for a commit', async () => {
      const repository = await make();
      const odd = {
        name: ' Eve <x>\nBreak. ',
        email: ' <eve@\nexample.com> ',
        at: 1_000_500,
        offsetMinutes: -330,
      };
      const commit = await commitFiles(
        repository,
        null,
        { x: '1' },
        { author: odd, committer: { ...ada, name: '<>' } },
      );

      const { author, committer } = await repository.readCommit(commit);

      expect(author).toEqual({
        name: 'Eve x Break',
        email: 'eve@example.com',
        at: 1_000_000,
        offsetMinutes: -330,
      });
      expect(committer.name).toBe('Unknown');
    });
  });
}
