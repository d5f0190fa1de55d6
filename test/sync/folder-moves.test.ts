import { describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid, PathChange } from '../../src/git/index.ts';
import {
  folderAt,
  folderMoves,
  pathAfter,
  withFolderMoves,
  withNewFilesMoved,
} from '../../src/sync/branch/folder-moves.ts';
import type { FolderMove } from '../../src/sync/branch/folder-moves.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { commitFiles } from '../git/repository.contract.ts';

const version = { mode: '100644', oid: 'x' } as const;
const added = (path: string): PathChange => ({ path, before: null, after: version });
const deleted = (path: string): PathChange => ({ path, before: version, after: null });
const edited = (path: string): PathChange => ({ path, before: version, after: version });

const toB: FolderMove = { from: 'a', to: 'b', others: ['b', 'a/inner'] };
const fromRoot: FolderMove = { from: '.', to: 'b', others: ['b', 'other'] };
const toRoot: FolderMove = { from: 'a', to: '.', others: [] };

/** A mirror of three commits, in which a space went from `a` to `b` and then to `c`. */
async function movedTwice() {
  const git = new MemoryRepository();
  const inA = await commitFiles(git, null, { 'a/page.md': 'One\n' });
  const inB = await commitFiles(git, inA, { 'a/page.md': null, 'b/page.md': 'One\n' });
  const inC = await commitFiles(git, inB, { 'b/page.md': null, 'c/page.md': 'One\n' });
  const formerly = [
    { path: 'a', commit: inA },
    { path: 'b', commit: inB },
  ];
  return { git, inA, inB, inC, space: { path: 'c', formerly } };
}

describe('the folder that a space has in a commit', () => {
  it('is the one that it had at that time', async () => {
    const { git, inA, inB, inC, space } = await movedTwice();
    const at = (commit: Oid | null) => folderAt(git, space, { commit, mirror: inC });
    expect(await at(inA)).toBe('a');
    expect(await at(inB)).toBe('b');
    expect(await at(inC)).toBe('c');
    expect(await at(await commitFiles(git, inC, { 'c/page.md': 'Two\n' }))).toBe('c');
  });

  it('is the present one where there is no commit, and where the space never moved', async () => {
    const { git, inA, inC, space } = await movedTwice();
    expect(await folderAt(git, space, { commit: null, mirror: inC })).toBe('c');
    expect(await folderAt(git, { path: 'c' }, { commit: inA, mirror: inC })).toBe('c');
  });

  it('is the present one in the mirror’s newest commit, without any search', async () => {
    const { inB, inC, space } = await movedTwice();
    const unasked = {
      has: () => Promise.reject(new Error('Nobody has to look for a commit.')),
      mergeBase: () => Promise.reject(new Error('Nobody has to compare commits.')),
    };
    expect(await folderAt(unasked, space, { commit: inC, mirror: inC })).toBe('c');
    expect(await folderAt(unasked, space, { commit: null, mirror: inB })).toBe('c');
  });

  it('is looked for only among the commits that this clone has', async () => {
    const { git, inB, inC, space } = await movedTwice();
    const lost = { path: 'lost', commit: 'f'.repeat(40) };
    const formerly = [lost, ...space.formerly];
    expect(await folderAt(git, { path: 'c', formerly }, { commit: inB, mirror: inC })).toBe('b');
    expect(await folderAt(git, { path: 'c', formerly: [lost] }, { commit: inB, mirror: inC })).toBe('c');
  });
});

describe('the spaces that moved since a branch began', () => {
  it('are told with the folders of all other spaces, where those have one of their own', async () => {
    const { git, inA, inB, inC, space } = await movedTwice();
    const records = [
      { path: '.', formerly: [{ path: 'old', commit: inA }] },
      space,
      { path: 'stays' },
    ] as unknown as readonly SpaceRecord[];
    const since = (base: Oid | null) => folderMoves(git, records, { base, mirror: inC });
    const others = ['c', 'stays'];
    expect(await since(inA)).toEqual([
      { from: 'old', to: '.', others },
      { from: 'a', to: 'c', others },
    ]);
    expect(await since(inB)).toEqual([{ from: 'b', to: 'c', others }]);
    expect(await since(inC)).toEqual([]);
    expect(await since(null)).toEqual([]);
  });
});

describe('when a space gets another folder, a file', () => {
  it.each<[string, FolderMove, string, string | null]>([
    ['goes along', toB, 'a/x/new.md', 'b/x/new.md'],
    ['stays that is elsewhere', toB, 'c/new.md', null],
    ['stays that belongs to a space inside', toB, 'a/inner/new.md', null],
    ['goes along from the top of the repository', fromRoot, 'new.md', 'b/new.md'],
    ['goes along that belongs to the format', fromRoot, '.gitbook/assets/a.png', 'b/.gitbook/assets/a.png'],
    ['stays at the top that belongs to other tools', fromRoot, '.github/x.md', null],
    ['goes along that is hidden in a folder', toB, 'a/.hidden.md', 'b/.hidden.md'],
    ['goes along that is hidden further down', fromRoot, 'x/.hidden.md', 'b/x/.hidden.md'],
    ['stays that belongs to another space', fromRoot, 'other/new.md', null],
    ['stays that the mirror keeps for itself', fromRoot, '.tidemark/x.json', null],
    ['goes along to the top of the repository', toRoot, 'a/new.md', 'new.md'],
  ])('%s', (_what, move, path, after) => {
    expect(pathAfter([move], path)).toBe(after);
    expect(pathAfter([{ from: 'z', to: 'y', others: [] }, move], path)).toBe(after);
  });

  it('goes along only where the branch made it', () => {
    const changes = [added('a/new.md'), edited('a/old.md'), deleted('a/gone.md'), added('c/new.md')];
    expect(withNewFilesMoved(changes, [toB]).map(({ path }) => path)).toEqual([
      ...['b/new.md', 'a/old.md', 'a/gone.md', 'c/new.md'],
    ]);
    expect(withNewFilesMoved(changes, [])).toBe(changes);
  });
});

describe('what moved with its space', () => {
  const changes = [
    ...[deleted('a/SUMMARY.md'), added('b/SUMMARY.md'), deleted('a/gone.png'), added('b/new.png')],
    ...[deleted('a/page.md'), added('b/page.md'), edited('a/stays.png'), edited('b/stays.png')],
  ];

  it('is each file that is gone there and came here, beside the pages', () => {
    const page = { from: 'a/page.md', to: 'b/page.md', id: 'page1' };
    expect(withFolderMoves([page], changes, [toB])).toEqual([
      page,
      { from: 'a/SUMMARY.md', to: 'b/SUMMARY.md', id: 'at a/SUMMARY.md' },
    ]);
  });

  it('is no file of a page that moved elsewhere, nor the place that another page took', () => {
    const away = { from: 'a/page.md', to: 'c/page.md', id: 'page1' };
    const taken = { from: 'c/other.md', to: 'b/SUMMARY.md', id: 'page2' };
    expect(withFolderMoves([away, taken], changes, [toB])).toEqual([away, taken]);
  });

  it('is known by its path in the folder, where its text is that of a file of another space', () => {
    const both = [
      deleted('a/SUMMARY.md'),
      deleted('x/SUMMARY.md'),
      added('b/SUMMARY.md'),
      added('y/SUMMARY.md'),
    ];
    const move = (from: string, to: string) => ({ from, to, id: `at ${from}` });
    const alike = [move('a/SUMMARY.md', 'y/SUMMARY.md'), move('x/SUMMARY.md', 'b/SUMMARY.md')];
    expect(withFolderMoves(alike, both, [toB, { from: 'x', to: 'y', others: [] }])).toEqual([
      move('a/SUMMARY.md', 'b/SUMMARY.md'),
      move('x/SUMMARY.md', 'y/SUMMARY.md'),
    ]);
  });

  it('is no file that was copied, and none that was there on both sides before', () => {
    const copied = [edited('a/x.png'), added('b/x.png'), deleted('a/y.png'), edited('b/y.png')];
    expect(withFolderMoves([], copied, [toB])).toEqual([]);
  });

  it('is nothing where no space moved', () => {
    expect(withFolderMoves([], changes, [])).toEqual([]);
  });
});
