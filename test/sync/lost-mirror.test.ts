import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mirrorRef } from '../../src/sync/index.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-40] when the reference of the mirror', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let before: string;
  const mirror = (): string => writer.git('for-each-ref', '--format=%(objectname)', mirrorRef).trim();
  const mirroredFiles = (): string[] =>
    writer.git('ls-tree', '-r', '--name-only', mirrorRef).trim().split('\n');
  const editInTheService = (title: string): Promise<void> =>
    world.change([{ type: 'insert_page', title, document: { markdown: 'New.\n' } }]);

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    writer = await world.writer();
    await writer.sync.cycle();
    await editInTheService('c');
    await editInTheService('d');
    await writer.sync.cycle();
    before = mirror();
  });
  afterEach(() => world.close());

  it('is gone, it is put back and told, and what is new in the service comes as one more page', async () => {
    writer.git('update-ref', '-d', mirrorRef);
    await editInTheService('e');

    const report = await writer.sync.cycle();

    expect(report.repairs).toEqual([`${mirrorRef} is gone; the last sync left it at ${before.slice(0, 7)}`]);
    expect(report).toMatchObject({ exitCode: 0, problems: [], proposals: [] });
    expect(writer.git('rev-parse', `${mirrorRef}~1`).trim()).toBe(before);
    expect(mirroredFiles()).toEqual(expect.arrayContaining(['docs/a.md', 'docs/d.md', 'docs/e.md']));
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('was moved back, it is put forward again, and nothing of what was merged is proposed', async () => {
    writer.git('update-ref', mirrorRef, `${mirrorRef}~2`);

    const report = await writer.sync.cycle();

    expect(report.repairs).toEqual([
      expect.stringMatching(/was moved back to [0-9a-f]{7}; the last sync left/),
    ]);
    expect(report).toMatchObject({ outcome: 'changed', exitCode: 0, problems: [], proposals: [] });
    expect(mirror()).toBe(before);
    expect((await world.requests()).filter(({ status }) => status !== 'merged')).toEqual([]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('is gone with its commits, the mirror is read anew from the service', async () => {
    writer.git('update-ref', '-d', mirrorRef);
    writer.git('checkout', '--quiet', '--orphan', 'other');
    writer.git('rm', '--quiet', '-r', '--cached', '.');
    writer.git('branch', '--quiet', '-D', 'main');
    writer.git('reflog', 'expire', '--expire=now', '--all');
    writer.git('gc', '--quiet', '--prune=now');

    const report = await (await writer.reopen()).cycle();

    expect(report.repairs).toEqual([expect.stringContaining('the mirror begins anew')]);
    expect(report.problems).toEqual([]);
    expect(mirroredFiles()).toEqual(
      expect.arrayContaining(['docs/a.md', 'docs/b.md', 'docs/c.md', 'docs/d.md']),
    );
    expect(await world.requests()).toHaveLength(2);
  });

  it('is gone, a dry run and a status say so and write nothing', async () => {
    writer.git('update-ref', '-d', mirrorRef);

    const report = await writer.sync.cycle({ dryRun: true });
    const status = await writer.sync.status();

    expect(report.repairs).toHaveLength(1);
    expect(status.problems).toMatchObject([{ code: 'MIRROR_LOST', message: report.repairs[0] }]);
    expect(mirror()).toBe('');
  });

  it('was moved to a commit of a person by a push to a remote called docs, it is put back, and the commit is proposed', async () => {
    writer.git('init', '--quiet', '--bare', 'host.git');
    writer.git('remote', 'add', 'docs', 'host.git');
    writer.write('docs/a.md', `${writer.read('docs/a.md')}\nMine.\n`);
    writer.git('commit', '--quiet', '--all', '--message', 'My sentence');
    writer.git('push', '--quiet', 'docs', 'main');
    expect(mirror()).not.toBe(before);

    const status = await writer.sync.status();
    const report = await writer.sync.cycle();

    expect(status.problems).toMatchObject([{ code: 'MIRROR_LOST', message: report.repairs[0] }]);
    expect(report.repairs).toEqual([expect.stringContaining('`git remote rename docs NAME`')]);
    expect(report.proposals).toMatchObject([{ state: 'proposed' }]);
    expect(mirror()).toBe(before);
    const { id } = (await world.requests()).find(({ status }) => status === 'draft')!;
    await world.newRemote().merge(world.space, id);
    await writer.sync.cycle();
    expect(writer.read('docs/a.md')).toContain('Mine.');
  });

  it('is at a commit of a person in a repository that no sync has seen, the mirror begins without that commit', async () => {
    const other = await world.writer();
    other.git('commit', '--quiet', '--allow-empty', '--message', 'Ours');
    other.git('update-ref', mirrorRef, 'HEAD');

    const report = await other.sync.cycle();

    expect(report.repairs).toEqual([expect.stringContaining('no commit of the mirror')]);
    expect(other.git('log', '--format=%s', mirrorRef)).not.toContain('Ours');
    expect(other.git('ls-tree', '-r', '--name-only', mirrorRef)).toContain('docs/a.md');
  });

  it('moved on, as another process may have moved it, nothing is told', async () => {
    const state = writer.git('rev-parse', 'refs/tidemark/state').trim();
    await editInTheService('e');
    await writer.sync.cycle();
    writer.git('update-ref', 'refs/tidemark/state', state);

    expect((await writer.sync.cycle()).repairs).toEqual([]);
    expect(await writer.isQuiet()).toEqual(atRest);
  });
});
