import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import { SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/index.ts';
import { withGitHost } from '../../src/sharing/index.ts';
import type { Sync } from '../../src/sync/index.ts';
import { memoryGitHost } from '../simulation/memory-git-host.ts';
import { commit, aWriter } from '../sync/memory-writer.ts';
import type { WriterInMemory } from '../sync/memory-writer.ts';

const main = 'refs/heads/main';

interface Shared {
  readonly writer: WriterInMemory;
  readonly host: MemoryRepository;
  readonly sync: Sync;
  /** The commit of the branch on the host, and here. */
  branches(): Promise<readonly [Oid | null, Oid | null]>;
  /** The writer commits an edit and syncs; gives the host's commit of the branch before that. */
  pushes(): Promise<Oid>;
}

/** A writer whose branch is on a git host, all in memory. */
async function shared(): Promise<Shared> {
  const writer = await aWriter();
  const host = new MemoryRepository();
  const { git, disk, clock, checkout } = writer;
  const files = new SafeFiles({ disk, clock, random: seededRandom(3) });
  const tree = createWorkingTree({ repository: git, files, checkout, clock });
  const sync = withGitHost(writer.sync, { git, tree, host: memoryGitHost(host), branch: 'main' });
  expect((await sync.cycle()).problems).toEqual([]);
  return {
    ...{ writer, host, sync },
    branches: async () => [await host.resolveRef(main), await git.resolveRef(main)],
    pushes: async () => {
      const before = (await host.resolveRef(main))!;
      writer.replace('guides/usage.md', 'First.', 'First, mine.');
      await commit(writer);
      expect((await sync.cycle()).problems).toEqual([]);
      return before;
    },
  };
}

describe('a branch that is on a git host', () => {
  it('is pushed with what the sync keeps, and with what a writer commits', async () => {
    const { writer, host, branches, pushes } = await shared();
    await pushes();

    const [there, here] = await branches();
    expect(there).toBe(here);
    for (const ref of ['refs/remotes/docs/main', 'refs/tidemark/state'])
      expect(await host.resolveRef(ref), ref).toBe(await writer.git.resolveRef(ref));
    expect((await host.listRefs('refs/tidemark/local/')).length).toBe(0);
  });

  it('[SYNC-90] is not pushed again where somebody took its newest commit from the host, until it is put back', async () => {
    const { host, sync, branches, pushes } = await shared();
    const before = await pushes();
    const [, mine] = await branches();
    host.force(main, before);

    for (const _twice of [1, 2]) {
      const report = await sync.cycle();
      expect(report).toMatchObject({ exitCode: 5, problems: [{ code: 'EDIT_CONFLICT' }] });
      expect(report.problems[0]!.message).toContain('took away commits of main');
      expect(await branches()).toEqual([before, mine]);
    }
    expect((await sync.status()).problems).toMatchObject([{ code: 'EDIT_CONFLICT' }]);

    host.force(main, mine);
    expect((await sync.cycle()).problems).toEqual([]);
    expect((await sync.status()).problems).toEqual([]);
    expect(await branches()).toEqual([mine, mine]);
  });
});
