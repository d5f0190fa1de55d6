import { describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/port.ts';
import type { AcceptedRemoval } from '../../src/sync/branch/accepted.ts';
import { MergeBlobs } from '../../src/sync/branch/merge-entry.ts';
import { SentStarts } from '../../src/sync/branch/sent-starts.ts';
import { entriesWhenSent, isSentNewer, wasCommittedBefore } from '../../src/sync/branch/when-sent.ts';
import { commitFiles } from '../git/repository.contract.ts';

/** A commit with three files, a file that came later, and a commit that is not there. */
async function aBranch() {
  const git = new MemoryRepository();
  const sentAt = await commitFiles(git, null, { 'a.md': 'a', 'b.md': 'b', 'c/d.md': 'd' });
  const later = await commitFiles(git, sentAt, { 'a.md': 'a, later', 'b.md': 'b', 'c/d.md': 'd' });
  const at = async (path: string, commit = sentAt) => (await git.entryAt(commit, path))!;
  return { git, sentAt, at, newer: await at('a.md', later), gone: '0123'.repeat(10) };
}

const sent = { id: 'p', path: 'a.md', target: 'b.md', text: '' };

describe('what the branch had when something was sent', () => {
  it('is what its commit had at each path, where the paths were there', async () => {
    const { git, sentAt, at } = await aBranch();
    const [a, d] = [await at('a.md'), await at('c/d.md')];
    expect(await entriesWhenSent(git, sentAt, ['a.md', 'none.md', 'c/d.md'])).toEqual([a, d]);
  });

  it('is nothing without a commit, or where the commit is gone', async () => {
    const { git, gone } = await aBranch();
    expect(await entriesWhenSent(git, null, ['a.md'])).toEqual([]);
    expect(await entriesWhenSent(git, gone, ['a.md'])).toEqual([]);
  });
});

describe('a page whose deletion was sent', () => {
  it('stays deleted only where the branch has what it had then, and nobody put the file back', async () => {
    const { git, sentAt, at, newer, gone } = await aBranch();
    const older = await at('a.md');
    const aRemoval: AcceptedRemoval = { path: 'a.md', sentAt };
    const staysDeleted = async (
      ours: typeof older,
      { paths = ['a.md'], removal = aRemoval, branch = sentAt } = {},
    ) => {
      const entry = { base: null, ours, theirs: null };
      await git.write(async (writer) => {
        const starts = new SentStarts(git, new MergeBlobs(git, writer), { ours: branch, theirs: sentAt });
        await starts.ofRemoved(paths, entry, { removed: [{ path: 'x.md', sentAt: gone }, removal] });
      });
      return entry.ours === null;
    };
    expect(await staysDeleted(older, { paths: ['n.md', 'a.md'] })).toBe(true);
    expect(await staysDeleted(newer)).toBe(false);
    expect(await staysDeleted(await at('b.md'), { paths: ['b.md'] })).toBe(false);
    expect(await staysDeleted(older, { removal: { path: 'y.md', sentAt } })).toBe(false);
    expect(await staysDeleted(older, { removal: { path: 'a.md', sentAt: gone } })).toBe(false);
    expect(await staysDeleted(older, { removal: { path: 'a.md', sentAt, isBack: true } })).toBe(false);
  });

  it('is a page of the branch alone once the branch had committed the deletion, and has the file again', async () => {
    const { git, sentAt, at } = await aBranch();
    const without = await commitFiles(git, sentAt, { 'a.md': null });
    const again = await commitFiles(git, without, { 'a.md': 'a' });
    const started = async (ours: Oid, removal: AcceptedRemoval) => {
      const entry = { base: await at('a.md'), ours: await at('a.md'), theirs: null };
      await git.write(async (writer) => {
        const starts = new SentStarts(git, new MergeBlobs(git, writer), { ours, theirs: sentAt });
        await starts.ofRemoved(['a.md'], entry, { removed: [removal] });
      });
      return entry.base;
    };
    expect(await started(again, { path: 'a.md', sentAt, isBack: true })).toBeNull();
    expect(await started(again, { path: 'a.md', sentAt: without, isBack: true })).toBeNull();
    expect(await started(sentAt, { path: 'a.md', sentAt, isBack: true })).not.toBeNull();
    expect(await started(again, { path: 'a.md', sentAt, isBack: false })).not.toBeNull();
  });
});

describe('a page that was sent', () => {
  it('is newer than a version that the branch had then, at whatever path, and than none', async () => {
    const { git, sentAt, at, newer } = await aBranch();
    const page = { ...sent, sentAt };
    expect(await isSentNewer(git, page, null)).toBe(true);
    expect(await isSentNewer(git, page, (await at('a.md')).oid)).toBe(true);
    expect(await isSentNewer(git, page, (await at('b.md')).oid)).toBe(true);
    expect(await isSentNewer(git, page, (await at('c/d.md')).oid)).toBe(true);
    expect(await isSentNewer(git, page, newer.oid)).toBe(false);
    expect(await isSentNewer(git, { ...page, sentAt: null }, (await at('a.md')).oid)).toBe(false);
  });

  it('was committed before where the branch had its version then, at whatever path', async () => {
    const { git, sentAt, at, newer, gone } = await aBranch();
    const page = { ...sent, sentAt };
    for (const path of ['a.md', 'b.md', 'c/d.md'])
      expect(await wasCommittedBefore(git, page, (await at(path)).oid)).toBe(true);
    expect(await wasCommittedBefore(git, page, newer.oid)).toBe(false);
    // A large tree is not listed for a page that is at one of its paths.
    const listsNothing = Object.assign(Object.create(git) as MemoryRepository, {
      ...{ has: git.has.bind(git), entryAt: git.entryAt.bind(git) },
      listTree: () => Promise.reject(new Error('A whole tree was listed.')),
    });
    for (const path of ['a.md', 'b.md'])
      expect(await wasCommittedBefore(listsNothing, page, (await at(path)).oid)).toBe(true);
    for (const then of [null, gone])
      expect(await wasCommittedBefore(git, { ...page, sentAt: then }, (await at('a.md')).oid)).toBe(false);
  });
});
