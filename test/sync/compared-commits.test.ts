import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/port.ts';
import { changedFiles } from '../../src/sync/change-request-diff.ts';
import { commitsAhead } from '../../src/sync/commits-ahead.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';

type Texts = Readonly<Record<string, string | Uint8Array>>;

let git: MemoryRepository;
const person = { name: 'Writer', email: 'writer@example.com', at: 0 };

/** A commit with exactly these files. */
async function commit(texts: Texts, ...parents: readonly Oid[]): Promise<Oid> {
  return git.write(async (writer) => {
    const bytes = (text: string | Uint8Array): Uint8Array =>
      typeof text === 'string' ? new TextEncoder().encode(text) : text;
    const entries = Object.entries(texts).map(
      ([path, text]) => [path, { mode: '100644' as const, oid: writer.addBlob(bytes(text)) }] as const,
    );
    const tree = await writer.updateTree(null, new Map(entries));
    return writer.addCommit({ tree, parents, author: person, committer: person, message: 'Edits\n' });
  });
}

beforeEach(() => {
  git = new MemoryRepository();
});

describe('what a change request changes', () => {
  it('is what it adds, changes and deletes, with both texts', async () => {
    const base = await commit({ 'a.md': 'A\n', 'b.md': 'B\n', 'c.md': 'C\n' });
    const request = await commit({ 'a.md': 'A\n', 'b.md': 'B two\n', 'd.md': 'D\n' }, base);

    for (const primary of [base, null])
      expect(await changedFiles(git, { base, request, primary })).toEqual([
        { path: 'b.md', kind: 'changed', before: 'B\n', after: 'B two\n' },
        { path: 'c.md', kind: 'deleted', before: 'C\n', after: null },
        { path: 'd.md', kind: 'added', before: null, after: 'D\n' },
      ]);
    expect(await changedFiles(git, { base: null, request: base, primary: null })).toHaveLength(3);
  });

  it('is told without the bytes where a side is no text', async () => {
    const picture = Uint8Array.of(0xff, 0xfe, 1);
    const base = await commit({ 'a.png': picture, 'b.bin': 'text\n', 'c.bin': picture, 'd.md': 'D\n' });
    const request = await commit(
      { 'a.png': Uint8Array.of(0xff, 0xfd, 1), 'b.bin': 'nul\u0000\n', 'd.md': '' },
      base,
    );
    const none = { before: null, after: null, binary: true };

    expect(await changedFiles(git, { base, request, primary: base })).toEqual([
      { path: 'a.png', kind: 'changed', ...none },
      { path: 'b.bin', kind: 'changed', ...none },
      { path: 'c.bin', kind: 'deleted', ...none },
      { path: 'd.md', kind: 'changed', before: 'D\n', after: '' },
    ]);
  });

  it('is what its merge would change of the content of now, and nothing that this has already', async () => {
    const base = await commit({ 'a.md': 'A\n\nB\n\nC\n', 'b.md': 'B\n', 'c.md': 'C\n', 'd.md': 'D\n' });
    const request = await commit({ 'a.md': 'A\n\nB\n\nC mine\n', 'b.md': 'B mine\n', 'c.md': 'C\n' }, base);
    const primary = await commit(
      { 'a.md': 'A theirs\n\nB\n\nC\n', 'b.md': 'B mine\n', 'c.md': 'C theirs\n', 'd.md': 'D theirs\n' },
      base,
    );

    expect(await changedFiles(git, { base, request, primary })).toEqual([
      { path: 'a.md', kind: 'changed', before: 'A theirs\n\nB\n\nC\n', after: 'A theirs\n\nB\n\nC mine\n' },
      { path: 'd.md', kind: 'deleted', before: 'D\n', after: null },
    ]);
  });

  it('is compared with its start where it cannot be merged', async () => {
    const base = await commit({ 'a.md': 'A\n' });
    const request = await commit({ 'a.md': 'A mine\n' }, base);
    const primary = await commit({ 'a.md': 'A theirs\n' }, base);

    expect(await changedFiles(git, { base, request, primary })).toEqual([
      { path: 'a.md', kind: 'changed', before: 'A\n', after: 'A mine\n' },
    ]);
  });
});

describe('the commits of a branch that the mirror lacks', () => {
  const guides = [{ id: 's1', path: 'guides' }] as SpaceRecord[];
  const ahead = (branch: Oid, mirror: Oid | null, records = guides): Promise<number> =>
    commitsAhead(git, { branch, mirror }, records);
  const [a, b] = ['guides/a.md', 'guides/b.md'];

  it('are those whose edits it lacks, in the folders of spaces alone', async () => {
    const mirror = await commit({ [a]: 'A\n' });
    const one = await commit({ [a]: 'A one\n' }, mirror);
    const beside = await commit({ [a]: 'A one\n', 'other.md': 'x\n' }, one);
    const two = await commit({ [a]: 'A one\n', [b]: 'B\n', 'other.md': 'x\n' }, beside);

    expect([await ahead(mirror, mirror), await ahead(one, mirror), await ahead(beside, mirror)]).toEqual([
      0, 1, 1,
    ]);
    expect(await ahead(two, mirror)).toBe(2);
    expect(await ahead(two, mirror, [{ id: 's1', path: '.' }] as SpaceRecord[])).toBe(3);
    expect(await ahead(two, mirror, [])).toBe(0);
  });

  it('are all of them that edit something where there is no mirror, and merges do not count', async () => {
    const one = await commit({ [a]: 'A\n' });
    const other = await commit({ [b]: 'B\n' });
    const both = await commit({ [a]: 'A\n', [b]: 'B\n' }, one, other);

    expect(await ahead(both, null)).toBe(2);
  });

  it('are none that were taken back, and none before a merge with the mirror that left no edit', async () => {
    const mirror = await commit({ [a]: 'A\n' });
    const edited = await commit({ [a]: 'A mine\n' }, mirror);
    const back = await commit({ [a]: 'A\n' }, edited);
    expect(await ahead(back, mirror)).toBe(0);

    const merged = await commit({ [a]: 'A mine\n', 'other.md': 'x\n' }, mirror);
    const joined = await commit({ [a]: 'A mine\n', 'other.md': 'x\n' }, edited, merged);
    const next = await commit({ [a]: 'A mine, and more\n' }, joined);
    expect([await ahead(joined, merged), await ahead(next, merged)]).toEqual([0, 1]);
    const kept = await commit({ [a]: 'A mine\n', [b]: 'B\n' }, edited, merged);
    expect(await ahead(await commit({ [a]: 'A more\n', [b]: 'B\n' }, kept), merged)).toBe(2);
  });
});
