import { describe, expect, it } from 'vitest';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/port.ts';
import type { AcceptedRemoval } from '../../src/sync/branch/accepted.ts';
import { mirrorRef } from '../../src/sync/mirror/tip.ts';
import { MergeBlobs } from '../../src/sync/branch/merge-entry.ts';
import { SentStarts } from '../../src/sync/branch/sent-starts.ts';
import { entriesWhenSent, newerThanCommitted, wasCommittedBefore } from '../../src/sync/branch/when-sent.ts';
import { commitFiles } from '../git/repository.contract.ts';

/** A commit with three files, a file that came later, and a commit that is not there. */
async function aBranch() {
  const git = new MemoryRepository();
  const sentAt = await commitFiles(git, null, { 'a.md': 'a', 'b.md': 'b', 'c/d.md': 'd' });
  const later = await commitFiles(git, sentAt, { 'a.md': 'a, later', 'b.md': 'b', 'c/d.md': 'd' });
  const at = async (path: string, commit = sentAt) => (await git.entryAt(commit, path))!;
  return { git, sentAt, at, newer: await at('a.md', later), gone: '0123'.repeat(10) };
}

interface Course {
  /** The mirror's version that both begin with. */
  readonly start: string;
  /** The branch's version when the page was sent; absent: the mirror's. */
  readonly then?: string;
  /** The mirror's version that the branch has followed since. */
  readonly mirror: string;
  /** The branch's version in its merge commit; absent: the branch was fast-forwarded. */
  readonly merged?: string;
}

/** Says whether what was sent is newer than what a branch has after it has followed the mirror: then the text, else undefined. */
async function newerAfter(
  page: { readonly id?: string | null; readonly text: string },
  { start, then, mirror, merged }: Course,
): Promise<string | undefined> {
  const git = new MemoryRepository();
  const first = await commitFiles(git, null, { 'a.md': start });
  const sentAt = then === undefined ? first : await commitFiles(git, first, { 'a.md': then });
  const tip = await commitFiles(git, first, { 'a.md': mirror });
  const parents = [sentAt, tip];
  const at = merged === undefined ? tip : await commitFiles(git, tip, { 'a.md': merged }, { parents });
  await git.updateRefs([{ ref: mirrorRef, expected: null, next: tip }]);
  const committed = new TextEncoder().encode(merged ?? mirror);
  const given = { ...sent, target: 'a.md', sentAt, ...page };
  return (await newerThanCommitted(git, given, { committed, at }))?.text;
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
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('is newer than a version that the branch had then, at whatever path, and than none', async () => {
    const { git, sentAt } = await aBranch();
    const page = { ...sent, sentAt };
    const isNewer = async (text: string | null, given = page): Promise<boolean> => {
      const committed = text === null ? null : bytesOf(text);
      return (await newerThanCommitted(git, given, { committed, at: sentAt })) === given;
    };
    expect(await isNewer(null)).toBe(true);
    expect(await isNewer('a')).toBe(true);
    expect(await isNewer('b')).toBe(true);
    expect(await isNewer('d')).toBe(true);
    expect(await isNewer('a, later')).toBe(false);
    expect(
      await newerThanCommitted(git, { ...page, sentAt: null }, { committed: bytesOf('a'), at: sentAt }),
    ).toBeUndefined();
    expect(await newerThanCommitted(git, undefined, { committed: null, at: sentAt })).toBeUndefined();
  });

  const start = '# Page\n\nOne.\n\nTwo.\n\nThree.\n';
  const mirror = start.replace('One.', 'One, there.');
  const text = start.replace('Three.', 'Three, here.');
  const both = text.replace('One.', 'One, there.');

  it('is newer than what the branch has followed of the service since, and has that, too', async () => {
    expect(await newerAfter({ text }, { start, mirror })).toBe(both);
    const later = (of: string): string => of.replace('Two.', 'Two, later.');
    const merge = { start, then: text, mirror, merged: both };
    expect(await newerAfter({ text: later(text) }, merge)).toBe(later(both));
  });

  it('is no table of contents that got another entry: what its writer said of a page that went is nowhere else', async () => {
    const [table, entry] = ['* [One](one.md)\n* [Two](two.md)\n', '* [Three](three.md)\n'];
    const page = { id: null, text: table.replace('Two', '2') };
    expect(await newerAfter(page, { start: table, mirror: table + entry })).toBeUndefined();
    expect(await newerAfter(page, { start: table, mirror: table })).toBe(page.text);
  });

  it('is a table of contents that had each entry that came since, if none went', async () => {
    const [table, entry] = ['* [One](one.md)\n* [Two](two.md)\n', '* [Three](three.md)\n'];
    const page = { id: null, text: table.replace('Two', '2') + entry };
    expect(await newerAfter(page, { start: table, mirror: table + entry })).toBe(page.text);
    const without = table.replace('* [One](one.md)\n', '');
    expect(await newerAfter(page, { start: table, mirror: without + entry })).toBeUndefined();
  });

  it('is not newer than a commit that came after the sending, nor where only a person can join it with what was followed', async () => {
    expect(await newerAfter({ text }, { start, mirror, merged: both })).toBeUndefined();
    expect(await newerAfter({ text }, { start, mirror, merged: start })).toBeUndefined();
    expect(
      await newerAfter({ text: start.replace('One.', 'One, here.') }, { start, mirror }),
    ).toBeUndefined();
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
