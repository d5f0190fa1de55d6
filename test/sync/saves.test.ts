import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { contentId } from '../../src/files/index.ts';
import { openRepository, openWorkingTree } from '../../src/git/index.ts';
import { realClock, seededRandom } from '../../src/clock/index.ts';
import { keepSaves } from '../../src/sync/saves/keep.ts';
import { restoreSave, listSaves } from '../../src/sync/index.ts';
import type { KeptSave } from '../../src/sync/index.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

const dayMs = 24 * 60 * 60_000;

describe('[SYNC-39] what a cycle saw of a file', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  const saves = async (path: string): Promise<KeptSave[]> => {
    const git = openRepository(writer.folder, { clock: realClock });
    const found = await listSaves(git, path);
    await git.close();
    return found;
  };
  const restore = async (path: string, id: string): Promise<string> => {
    const git = openRepository(writer.folder, { clock: realClock });
    const { files } = openWorkingTree(git, { clock: realClock, random: seededRandom(5) });
    try {
      return await restoreSave({ git, files }, { path, id });
    } finally {
      await git.close();
    }
  };

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    writer = await world.writer();
    await writer.sync.cycle();
  });
  afterEach(() => world.close());

  it('is listed, newest first, and brought back beside the file, which stays as it is', async () => {
    for (const line of ['One.', 'Two.']) {
      writer.write('docs/a.md', `# a\n\n${line}\n`);
      await writer.sync.cycle();
    }
    writer.git('checkout', '--', 'docs/a.md');
    await writer.sync.cycle();
    const before = writer.read('docs/a.md');

    const found = await saves('docs/a.md');
    const beside = await restore('docs/a.md', found[1]!.id);

    expect(found).toHaveLength(2);
    expect(found.map(({ path }) => path)).toEqual(['docs/a.md', 'docs/a.md']);
    expect(writer.read(beside)).toBe('# a\n\nOne.\n');
    expect(beside).toMatch(/^docs\/\.a\.md\.restored-[0-9a-f]{8}$/u);
    expect(writer.read('docs/a.md')).toBe(before);
    expect(await restore('docs/a.md', found[1]!.id)).toBe(beside);
    await expect(restore('docs/a.md', 'ffffffffff')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // What was brought back is nobody's page.
    expect((await writer.sync.cycle()).proposals.flatMap(({ edits }) => edits)).toEqual([]);
  });

  it('includes what is not sent, and a save that the service makes a cycle join', async () => {
    writer.write('docs/b.md', Buffer.from('# b\n\nGr\xfc\xdfe.\n', 'latin1'));
    await writer.sync.cycle();
    const { revision } = (await world.remote.space(world.space))!;
    const [page] = (await world.remote.content({ kind: 'revision', space: world.space, revision })).pages;
    await world.change([
      { type: 'update_page', page: page!.id, document: { markdown: '# a\n\nNews.\n\nText.\n' } },
    ]);
    const mine = `${writer.read('docs/a.md')}\nMine.\n`;
    writer.write('docs/a.md', mine);

    await writer.sync.cycle();

    expect(writer.read('docs/a.md')).toMatch(/News\.[^]*Mine\./u);
    expect((await saves('docs/b.md')).map(({ size }) => size)).toEqual([12]);
    expect((await saves('docs/a.md')).map(({ id }) => id)).toContain(
      contentId(new TextEncoder().encode(mine)).slice(0, 10),
    );
  });

  it('is written once, and never in a quiet cycle', async () => {
    writer.write('docs/a.md', '# a\n\nOne.\n');
    await writer.sync.cycle();
    const before = writer.git('for-each-ref', 'refs/tidemark/local/');
    const packs = readdirSync(join(writer.folder, '.git/objects/pack')).length;

    expect(await writer.isQuiet()).toEqual(atRest);
    expect(writer.git('for-each-ref', 'refs/tidemark/local/')).toBe(before);
    expect(readdirSync(join(writer.folder, '.git/objects/pack'))).toHaveLength(packs);
  });

  it('is kept for the time that is configured, in whole days, and not at all for none', async () => {
    const git = openRepository(writer.folder, { clock: realClock });
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const keep = (text: string, keepMs = 3 * dayMs): Promise<void> => {
      const bytes = new TextEncoder().encode(text);
      return keepSaves({ git, clock, keepMs }, [{ path: 'docs/c.md', oid: contentId(bytes), bytes }]);
    };
    for (const text of ['1', '2', '3', '4', '5', '6']) {
      await keep(text);
      clock.jump(dayMs);
    }
    await keep('none', 0);
    const kept = await listSaves(git, 'docs');
    await git.close();

    expect(kept.map(({ firstLine, at }) => `${firstLine} ${at.slice(0, 10)}`)).toEqual([
      '6 2026-01-06',
      '5 2026-01-05',
      '4 2026-01-04',
      '3 2026-01-03',
    ]);
  });

  it('stays in a repository that git finds sound', async () => {
    writer.write('docs/a.md', '# a\n\nOne.\n');
    await writer.sync.cycle();

    expect(writer.git('fsck', '--strict')).not.toMatch(/error|missing|broken/u);
    expect(writer.git('log', '--oneline', '--all', '--no-decorate')).toContain('Saves that a cycle saw');
  });
});
