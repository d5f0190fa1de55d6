import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import { withoutPageId } from '../../src/content/index.ts';
import { cycleLines } from '../../src/cli/output/cycle.ts';
import { statusLines } from '../../src/cli/output/status.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { aWriter, commit, requestsOf } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';

const usage = 'guides/usage.md';
const style = createColors(false);
const columns = 200;
const told =
  'usage.md was deleted in the service while you edited it: your text is sent as a new page. Delete the file to accept the deletion.';

const without =
  (title: string) =>
  (pages: readonly ModelPage[]): readonly ModelPage[] =>
    pages.filter((page) => page.title !== title);

function theyDelete(writer: WriterInMemory, title: string): void {
  writer.service.edit(writer.space, without(title));
}

async function statusText(writer: WriterInMemory): Promise<string> {
  const status = await writer.sync.status();
  return statusLines(status, { style, columns, now: 0, isFollowed: false }).join('\n');
}

describe('[SYNC-68] a page that the service deleted while it was edited here', () => {
  it('is told of by name, by the sync that sends it and by each status after it', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    theyDelete(writer, 'Usage');

    const report = await writer.sync.cycle();

    expect(cycleLines(report, style, columns).join('\n')).toContain(told);
    expect(report.proposals).toMatchObject([
      { state: 'proposed', edits: [{ kind: 'create', path: 'usage.md', deletedInService: true }] },
    ]);
    expect(await statusText(writer)).toContain(told);
    expect(await writer.sync.cycle()).toMatchObject({
      outcome: 'quiet',
      proposals: [{ edits: [{ kind: 'create', path: 'usage.md', deletedInService: true }] }],
    });
    writer.save(usage, (text) => `${text}\nMore.\n`);
    expect(cycleLines(await writer.sync.cycle(), style, columns).join('\n')).toContain(told);
  });

  it('is told of by a status between a sync that only pulls and one that sends', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    theyDelete(writer, 'Usage');
    await writer.sync.cycle({ pull: true });
    expect(await statusText(writer)).toContain(told);
    expect(cycleLines(await writer.sync.cycle(), style, columns).join('\n')).toContain(told);
  });

  it('is told of where the edit is committed, or was in a change request before', async () => {
    const committed = await aWriter();
    committed.save(usage, (text) => `${text}\nMine.\n`);
    await commit(committed);
    theyDelete(committed, 'Usage');
    expect(cycleLines(await committed.sync.cycle(), style, columns).join('\n')).toContain(told);

    const sent = await aWriter();
    sent.save(usage, (text) => `${text}\nMine.\n`);
    await sent.sync.cycle();
    theyDelete(sent, 'Usage');
    expect(cycleLines(await sent.sync.cycle(), style, columns).join('\n')).toContain(told);
    const text = await statusText(sent);
    expect(text).toContain(told);
    expect(text).not.toContain('not sent yet');
  });

  it('is gone from the change request when the file is deleted', async () => {
    const writer = await aWriter();
    writer.save(usage, (text) => `${text}\nMine.\n`);
    theyDelete(writer, 'Usage');
    await writer.sync.cycle();
    writer.disk.personRemoves(usage);
    expect((await writer.sync.cycle()).proposals).toMatchObject([{ state: 'archived' }]);
    expect(requestsOf(writer).map(({ status }) => status)).toEqual(['archived']);
    expect(await statusText(writer)).not.toContain(told);
  });

  it('is not said of a new page, nor of one that moved in the service', async () => {
    const writer = await aWriter();
    writer.save('guides/fresh.md', () => '# Fresh\n\nNew.\n');
    writer.save(usage, (text) => `${text}\nMine.\n`);
    writer.theyMove('Usage', 'Install');
    expect((await writer.sync.cycle()).proposals[0]!.edits).not.toContainEqual(
      expect.objectContaining({ deletedInService: true }),
    );
  });

  it('is not said of a copy in the place that a page had before it moved', async () => {
    const writer = await aWriter();
    const before = withoutPageId(writer.read(usage)!);
    writer.disk.personMoves(usage, 'guides/moved.md');
    await writer.sync.cycle();
    await writer.merge();
    await writer.sync.cycle();
    writer.save(usage, () => `${before}\nMine.\n`);
    const { proposals } = await writer.sync.cycle();

    expect(proposals).toMatchObject([{ edits: [{ kind: 'create', path: 'usage.md' }] }]);
    expect(proposals[0]!.edits[0]).not.toHaveProperty('deletedInService');
  });

  it.each(['with its id line', 'without'])(
    'is not said of a page that its writer deleted, and took back %s once that was merged',
    async (form) => {
      const writer = await aWriter();
      const before = writer.read(usage)!;
      writer.disk.personRemoves(usage);
      await writer.sync.cycle();
      await writer.service.merge(writer.space, requestsOf(writer)[0]!.id);
      await writer.sync.cycle();

      writer.save(usage, () => (form === 'without' ? withoutPageId(before) : before));
      const { proposals } = await writer.sync.cycle();

      expect(proposals).toMatchObject([{ edits: [{ kind: 'create', path: 'usage.md' }] }]);
      expect(await statusText(writer)).not.toContain('was deleted in the service');
    },
  );
});

describe('a new page that was merged, and deleted in the service after that', () => {
  it('[SYNC-68] is gone here in one sync, also where the branch has commits of its own', async () => {
    for (const isCommitted of [false, true]) {
      const writer = await aWriter();
      writer.save('guides/notes.md', () => '# Notes\n\nNew here.\n');
      await writer.sync.cycle();
      if (isCommitted) await commit(writer);
      await writer.merge();
      await writer.sync.cycle({ push: true });
      writer.service.edit(writer.space, (pages) => pages.filter(({ title }) => title !== 'Notes'));
      writer.theyReplace('Usage', 'Second.', 'Second, theirs.');
      const { branch, mirror } = await writer.sync.cycle();

      expect(branch.state).toBe(isCommitted ? 'merged' : 'fast-forwarded');
      expect(branch.conflicts).toEqual([]);
      expect(writer.files()).not.toContain('guides/notes.md');
      expect(writer.read(usage)).toContain('Second, theirs.');
      expect(await writer.git.isAncestor(mirror!, (await writer.git.resolveRef('refs/heads/main'))!)).toBe(
        true,
      );
    }
  });
});
