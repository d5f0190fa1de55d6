import { beforeAll, describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/index.ts';
import { commitOfMerge, commitOfRevision, outOfFolder, pathInSpace } from '../../src/sync/mirror/tip.ts';
import { tidemarkAt } from '../../src/sync/tidemark.ts';

describe('a commit of the mirror', () => {
  const git = new MemoryRepository();
  const made: Oid[] = [];
  const history = [
    'Space: one\nRevision: r1',
    'Space: two\nRevision: r1',
    'Space: one\nRevision: r2\nChange-Request: 1',
    'Space: two\nRevision: r3\nChange-Request: 1',
    'Space: one\nRevision: r4\nChange-Request: 2',
    'Space: one\nRevision: r2\nChange-Request: 3',
    null,
    'Space: two\nRevision: r5\nChange-Request: 4',
  ];
  beforeAll(async () => {
    for (const [at, trailers] of history.entries())
      made.push(
        await git.write(async (writer) =>
          writer.addCommit({
            tree: await writer.updateTree(null, new Map()),
            parents: made.slice(-1),
            author: tidemarkAt(at),
            committer: tidemarkAt(at),
            message: trailers === null ? 'By a person\n' : `A revision\n\n${trailers}\n`,
          }),
        ),
      );
  });
  const placeOf = (commit: Oid | null): number | null => (commit === null ? null : made.indexOf(commit));

  it.each([
    ['is the one of its space', 'one', 'r1', 0],
    ['is the one of its space, also where another space had that revision later', 'two', 'r1', 1],
    ['is the newest one', 'one', 'r2', 5],
    ['is found at the tip', 'two', 'r5', 7],
    ['is none where its space never had the revision', 'one', 'r3', null],
    ['is none for a space without commits', 'three', 'r1', null],
  ])('of a revision %s', async (_what, space, revision, place) => {
    expect(placeOf(await commitOfRevision(git, made.at(-1)!, { space, revision }))).toBe(place);
  });

  it('of a revision is looked for among the last commits alone', async () => {
    const wanted = { space: 'one', revision: 'r4' };
    expect(placeOf(await commitOfRevision(git, made.at(-1)!, wanted, 4))).toBe(4);
    expect(placeOf(await commitOfRevision(git, made.at(-1)!, wanted, 3))).toBeNull();
  });

  it.each([
    ['is the one of its space, not of another with the same number', 'one', 1, 2],
    ['is the one of the other space', 'two', 1, 3],
    ['is found behind others', 'one', 2, 4],
    ['is none where its space has no such number', 'one', 4, null],
    ['is none where nothing was merged', 'three', 1, null],
  ])('of a merge %s', async (_what, space, number, place) => {
    expect(placeOf(await commitOfMerge(git, made.at(-1)!, { space, number }))).toBe(place);
  });

  it('is none while there is no mirror', async () => {
    expect(await commitOfRevision(git, null, { space: 'one', revision: 'r1' })).toBeNull();
    expect(await commitOfMerge(git, null, { space: 'one', number: 1 })).toBeNull();
  });
});

describe('a path in the repository', () => {
  it.each<[string, string, readonly string[], string, string | null]>([
    ['is inside of the space’s folder', 'a', [], 'a/x.md', 'x.md'],
    ['is outside of a folder whose name only begins like it', 'a', [], 'ab/x.md', null],
    ['is that of the folder itself', 'a', [], 'a', null],
    ['is all of it where the space has the whole repository', '.', [], 'a/x.md', 'a/x.md'],
    ['is the mirror’s own', '.', [], '.tidemark/x.json', null],
    [
      'is no file of the mirror’s own, although it begins like one',
      '.',
      [],
      '.tidemarks/x.md',
      '.tidemarks/x.md',
    ],
    ['is a folder of another name in a space’s own folder', 'a', [], 'a/.tidemark/x.md', '.tidemark/x.md'],
    ['is of another space in a folder inside', 'a', ['a/b'], 'a/b/x.md', null],
    ['is not of another space that only begins like it', 'a', ['a/b'], 'a/bc/x.md', 'bc/x.md'],
    ['is of the space although the others list its folder, too', 'a', ['a', 'b'], 'a/x.md', 'x.md'],
  ])('%s', (_what, folder, others, path, inner) => {
    expect(pathInSpace({ folder, others }, path)).toBe(inner);
    if (inner !== null) expect(outOfFolder(folder, path)).toBe(inner);
  });
});
