import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { withoutPageId } from '../../src/content/index.ts';
import { contentId, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/index.ts';
import { settleCarries } from '../../src/sync/branch/carries.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { memoryWorld, syncConfig } from './memory-world.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

const [from, to, third] = ['guides/usage.md', 'guides/usage/README.md', 'guides/elsewhere.md'];

/** A branch that did not move, for a carry of an edited page that was noted; the files lie as the kill and the person left them. */
async function settled(
  left: readonly string[],
  copied: (text: string) => string = (text) => text,
  noted: (id: string) => string = (id) => id,
): Promise<readonly string[]> {
  const service = new MemoryService();
  service.addSpace('Guides', [service.newPage('Welcome', 'Hello.'), service.newPage('Usage', 'First.')]);
  const { git, disk, checkout, clock, files, sync, read } = memoryWorld(service, syncConfig());
  await sync.cycle();
  const bytes = new TextEncoder().encode(read(from)!.replace('First.', 'First, mine.'));
  disk.personRemoves(from);
  for (const path of left)
    disk.personSaves(
      path,
      path === third ? new TextEncoder().encode(copied(new TextDecoder().decode(bytes))) : bytes,
    );
  const next: Oid = await git.write(async (writer) => {
    const me = { name: 'Service', email: 'service@example.com', at: clock.now() };
    const tree = await writer.updateTree(
      null,
      new Map([['x', { mode: '100644', oid: writer.addBlob(bytes) }]]),
    );
    return writer.addCommit({ tree, parents: [], author: me, committer: me, message: 'Later\n' });
  });
  const journal = new Journal();
  journal.carry([
    { from, to, id: noted(contentId(bytes)), base: null, ref: 'refs/heads/main', commit: next },
  ]);
  const safe = new SafeFiles({ disk, clock, random: seededRandom(3) });
  const tree = createWorkingTree({ repository: git, files: safe, checkout, clock });

  await settleCarries({ git, tree, files: safe }, journal);

  expect(journal.carries).toEqual([]);
  return files().filter((path) => [from, to, third].includes(path));
}

/** As {@link settled}, but both files were committed as they lay (the old one at `at`); that one was worked on since. */
async function settledAfterCommit(
  edited: (text: string) => string,
  at: string = from,
  asMade: (text: string) => string = (text) => text,
): Promise<Record<string, string | null>> {
  const service = new MemoryService();
  service.addSpace('Guides', [service.newPage('Welcome', 'Hello.'), service.newPage('Usage', 'First.')]);
  const { git, disk, checkout, clock, sync, read } = memoryWorld(service, syncConfig());
  await sync.cycle();
  const head = (await git.resolveRef('refs/heads/main'))!;
  const bytes = new TextEncoder().encode(asMade(read(from)!.replace('First.', 'First, mine.')));
  const me = { name: 'Writer', email: 'writer@example.com', at: clock.now() };
  const [next, both] = await git.write(async (writer) => {
    const tree = await git.treeOf(head);
    const version = { mode: '100644', oid: writer.addBlob(bytes) } as const;
    const commit = async (paths: readonly string[]): Promise<Oid> =>
      writer.addCommit({
        tree: await writer.updateTree(
          tree,
          new Map([[from, null], ...paths.map((path) => [path, version] as const)]),
        ),
        parents: [head],
        author: me,
        committer: me,
        message: 'All\n',
      });
    return [await commit([to]), await commit([at, to])] as const;
  });
  await git.updateRefs([{ ref: 'refs/heads/main', expected: head, next: both }]);
  disk.personSaves(to, bytes);
  disk.personRemoves(from);
  disk.personSaves(at, new TextEncoder().encode(edited(new TextDecoder().decode(bytes))));
  const journal = new Journal();
  journal.carry([{ from, to, id: contentId(bytes), base: null, ref: 'refs/heads/main', commit: next }]);
  const safe = new SafeFiles({ disk, clock, random: seededRandom(3) });
  const tree = createWorkingTree({ repository: git, files: safe, checkout, clock });

  await settleCarries({ git, tree, files: safe }, journal);

  const body = (path: string): string | null =>
    read(path)
      ?.split('\n')
      .findLast((line) => line !== '') ?? null;
  return { [at === from ? 'from' : 'third']: body(at), to: body(to) };
}

describe('an edit that was being carried when the process was killed', () => {
  it('goes back to where it lay', async () => {
    expect(await settled([to])).toEqual([from]);
    expect(await settled([from, to])).toEqual([from]);
  });

  it('is one file where it was saved once more between the note and the carry', async () => {
    const older = (): string => contentId(new TextEncoder().encode('older'));
    expect(await settled([from, to], undefined, older)).toEqual([from]);
  });

  it('[SYNC-17] is one file where the person has moved it on meanwhile', async () => {
    expect(await settled([from, third])).toEqual([third]);
    expect(await settled([to, third])).toEqual([third]);
  });

  it('stays beside a copy of the page that holds less', async () => {
    const less = (text: string): string => text.replace('First, mine.', 'Another page.');
    expect(await settled([from, third], less)).toEqual([third, from].sort());
    expect(await settled([to, third], less)).toEqual([third, from].sort());
  });

  it('is finished where both copies were committed, with what was written at the old place since', async () => {
    expect(await settledAfterCommit((text) => text.replace('mine.', 'mine, and more.'))).toEqual({
      from: null,
      to: 'First, mine, and more.',
    });
  });

  it('is one file where the person has moved it on and committed all', async () => {
    const more = (text: string): string => text.replace('mine.', 'mine, and more.\n\nFirst, mine.');
    expect(await settledAfterCommit(more, third)).toEqual({ third: 'First, mine.', to: null });
    expect(await settledAfterCommit(() => '# Other\n\nAnother page.\n', third)).toEqual({
      third: 'Another page.',
      to: 'First, mine.',
    });
  });

  it('stays two files where equal ones without an identity are committed: they may be two pages', async () => {
    expect(await settledAfterCommit((text) => text, third, withoutPageId)).toEqual({
      third: 'First, mine.',
      to: 'First, mine.',
    });
  });

  it('stays two files where another page was put at the old place', async () => {
    expect(await settledAfterCommit(() => '# Other\n\nAnother page.\n')).toEqual({
      from: 'Another page.',
      to: 'First, mine.',
    });
  });
});

describe('a carried edit, after a kill', () => {
  const page = pageWithId('1', 'one', 'two', 'three');
  const mine = pageWithId('1', 'one, mine', 'two', 'three');
  const more = pageWithId('1', 'one, mine', 'two', 'three', 'four');
  const other = pageWithId('2', 'five', 'six');

  interface Given {
    /** The files of the branch, which is not at the commit for which the edit was carried. */
    readonly branch?: Texts | null;
    /** The files of the commit for which the edit was carried, where the branch has reached it. */
    readonly reached?: Texts;
    readonly files: Texts;
    readonly inProgress?: boolean;
    /** The carried text; by default `mine`. */
    readonly text?: string;
  }

  /** Settles the carry of a file from old.md to new.md. */
  async function after({
    branch = { 'old.md': page },
    reached,
    files,
    inProgress = false,
    text = mine,
  }: Given) {
    const place = aWorkplace();
    const before = await place.commit(branch ?? {});
    const commit = await place.commit(reached ?? { 'new.md': page }, before);
    const at = reached ? await place.commit(reached, commit) : before;
    if (branch !== null) place.git.force('refs/heads/main', at);
    place.saveAll(files);
    const [from, to, id] = ['old.md', 'new.md', await place.blob(text)];
    const stale = { [to]: { base: null, remote: null } };
    const carried = { from, to, id, base: null, ref: 'refs/heads/main', commit };
    const journal = new Journal({ stale, carries: [carried] });
    if (inProgress) place.git.inProgress = ['rebase'];
    await settleCarries(place, journal);
    return { files: place.texts(), noted: journal.stale.paths(), open: journal.carries.length };
  }

  it.each<[string, Given, Texts]>([
    ['goes back', { files: { 'new.md': mine } }, { 'old.md': mine }],
    ['goes back where there is no branch', { branch: null, files: { 'new.md': mine } }, { 'old.md': mine }],
    ['is where it was', { files: { 'old.md': mine, 'new.md': mine } }, { 'old.md': mine }],
    [
      'is where it was, with what was written at the new place since',
      { files: { 'old.md': mine, 'new.md': more } },
      { 'old.md': more },
    ],
    [
      'is where it was, with what was written there since',
      { files: { 'old.md': more, 'new.md': mine } },
      { 'old.md': more },
    ],
    [
      'is two files where somebody has written into both',
      { files: { 'old.md': other, 'new.md': more } },
      { 'old.md': other, 'new.md': more },
    ],
    ['is where somebody moved it on to', { files: { 'new.md': mine, 'x.md': more } }, { 'x.md': more }],
    [
      'is where somebody moved it on to, also when nothing says which page it is',
      { text: pageOf('one'), files: { 'new.md': pageOf('one'), 'x.md': pageOf('one') } },
      { 'x.md': pageOf('one') },
    ],
    [
      'goes back beside another page',
      { files: { 'new.md': mine, 'x.md': pageWithId('2', 'one, mine', 'two', 'three') } },
      { 'old.md': mine, 'x.md': pageWithId('2', 'one, mine', 'two', 'three') },
    ],
    [
      'goes back beside a page that was committed, although that one says the same',
      { branch: { 'old.md': page, 'x.md': more }, files: { 'new.md': mine, 'x.md': more } },
      { 'old.md': mine, 'x.md': more },
    ],
  ])('of a branch that did not move %s', async (_what, given, files) => {
    expect(await after(given)).toEqual({ files, noted: ['old.md'], open: 0 });
  });

  it.each<[string, Given, Texts]>([
    ['is there', { reached: { 'new.md': page }, files: { 'new.md': mine } }, { 'new.md': mine }],
    [
      'is there alone',
      { reached: { 'new.md': page }, files: { 'old.md': mine, 'new.md': mine } },
      { 'new.md': mine },
    ],
    [
      'is there alone, with what was written there since',
      { reached: { 'new.md': page }, files: { 'old.md': mine, 'new.md': more } },
      { 'new.md': more },
    ],
    [
      'is there beside what was written at the old place since',
      { reached: { 'new.md': page }, files: { 'old.md': more, 'new.md': mine } },
      { 'new.md': mine, 'old.md': more },
    ],
    [
      'is there beside the file that the commit has at the old place',
      { reached: { 'old.md': other, 'new.md': page }, files: { 'old.md': mine, 'new.md': mine } },
      { 'new.md': mine, 'old.md': mine },
    ],
    [
      'is there although it is like another file',
      { reached: { 'new.md': page, 'x.md': more }, files: { 'new.md': mine, 'x.md': more } },
      { 'new.md': mine, 'x.md': more },
    ],
    [
      'is there where somebody committed it, before the branch moved',
      { branch: { 'new.md': mine }, files: { 'new.md': mine } },
      { 'new.md': mine },
    ],
    [
      'is there with the newer text where somebody committed both files',
      { branch: { 'old.md': mine, 'new.md': mine }, files: { 'old.md': more, 'new.md': mine } },
      { 'new.md': more },
    ],
    [
      'is there beside another page where somebody committed both',
      { branch: { 'old.md': other, 'new.md': mine }, files: { 'old.md': other, 'new.md': mine } },
      { 'new.md': mine, 'old.md': other },
    ],
    [
      'is there beside an unnamed page where somebody committed both',
      { branch: { 'old.md': pageOf('x'), 'new.md': mine }, files: { 'old.md': pageOf('x'), 'new.md': mine } },
      { 'new.md': mine, 'old.md': pageOf('x') },
    ],
    [
      'is where somebody moved it on to and committed it',
      { branch: { 'new.md': mine, 'x.md': more }, files: { 'new.md': mine, 'x.md': more } },
      { 'x.md': more },
    ],
  ])('of a branch that has its new place %s', async (_what, given, files) => {
    expect(await after(given)).toEqual({ files, noted: ['new.md'], open: 0 });
  });

  it('waits while somebody’s git is at work', async () => {
    expect(await after({ files: { 'new.md': mine }, inProgress: true })).toEqual({
      ...{ files: { 'new.md': mine }, noted: ['new.md'], open: 1 },
    });
  });
});
