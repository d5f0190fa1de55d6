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
