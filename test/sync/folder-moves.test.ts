import { describe, expect, it } from 'vitest';
import type { PathChange } from '../../src/git/index.ts';
import { pathAfter, withFolderMoves, withNewFilesMoved } from '../../src/sync/branch/folder-moves.ts';
import type { FolderMove } from '../../src/sync/branch/folder-moves.ts';

const version = { mode: '100644', oid: 'x' } as const;
const added = (path: string): PathChange => ({ path, before: null, after: version });
const deleted = (path: string): PathChange => ({ path, before: version, after: null });
const edited = (path: string): PathChange => ({ path, before: version, after: version });

const toB: FolderMove = { from: 'a', to: 'b', others: ['b', 'a/inner'] };
const fromRoot: FolderMove = { from: '.', to: 'b', others: ['b', 'other'] };
const toRoot: FolderMove = { from: 'a', to: '.', others: [] };

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

  it('is nothing where no space moved', () => {
    expect(withFolderMoves([], changes, [])).toEqual([]);
  });
});
