import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusLines } from '../../src/cli/output/status.ts';
import { styleFor } from '../../src/cli/output/style.ts';
import { testOutput } from '../support/world.ts';
import { syncConfig } from './memory-world.ts';
import { atRest, twoPages, writersWorld } from './writers-world.ts';
import type { WriterOfClone, WritersWorld } from './writers-world.ts';

describe('[SYNC-98] a space that the configuration names no longer', () => {
  let world: WritersWorld;
  let writer: WriterOfClone;
  let spaces: { id: string; path: string }[];
  let second: { id: string; path: string };

  beforeEach(async () => {
    world = await writersWorld(twoPages);
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-second-'));
    writeFileSync(join(folder, 'README.md'), '# Start\n\nHello.\n');
    second = { id: world.seed(folder).spaces[0]!.id, path: 'second' };
    rmSync(folder, { recursive: true });
    const { organization: _, ...mirror } = syncConfig().mirror;
    spaces = [{ id: world.space, path: 'first' }, second];
    writer = await world.writer({ mirror: { ...mirror, spaces } });
    await writer.sync.cycle();
    const write = (line: string): void =>
      writer.write('second/README.md', `${writer.read('second/README.md')}\n${line}\n`);
    write('Sent.');
    await writer.sync.cycle();
    spaces.pop();
    write('Not sent.');
  });
  afterEach(() => world.close());

  it('is said to be no longer mirrored, once by a sync and by each status, and nothing of it is touched', async () => {
    const text = writer.read('second/README.md');

    const planned = await writer.sync.cycle({ dryRun: true });
    const ofAnother = await writer.sync.cycle({ spaces: [world.space] });
    const first = await writer.sync.cycle();
    const next = await writer.sync.cycle();
    const { spaces: told } = await writer.sync.status({ remote: true });

    const says = /No longer mirrored.*#1 stays open.*tidemark cr archive 1 --space second.*git rm -r second/u;
    expect(first).toMatchObject({ exitCode: 0, problems: [] });
    for (const { spaces } of [planned, first])
      expect(spaces.find(({ id }) => id === second.id)?.notes).toEqual([expect.stringMatching(says)]);
    expect(ofAnother.spaces.map(({ id }) => id)).toEqual([world.space]);
    expect(next.spaces.map(({ id }) => id)).toEqual([world.space]);
    expect(told.find(({ id }) => id === second.id)).toMatchObject({
      ...{ noLongerMirrored: expect.stringMatching(says) as unknown, edits: [], unsaid: [], todo: [] },
      ...{ contents: null, behind: null },
    });
    expect(told.find(({ id }) => id === world.space)).not.toHaveProperty('noLongerMirrored');
    expect(writer.read('second/README.md')).toBe(text);
    expect(await world.remote.changeRequests(second.id, 'draft')).toHaveLength(1);
    expect(await writer.isQuiet()).toEqual(atRest);
  });

  it('goes on where it was when the configuration names it again', async () => {
    await writer.sync.cycle();
    spaces.push(second);

    expect((await writer.sync.cycle()).proposals).toMatchObject([{ space: second.id, state: 'updated' }]);
    const { spaces: told } = await writer.sync.status();
    expect(told.filter((each) => 'noLongerMirrored' in each)).toEqual([]);
    expect(await writer.isQuiet()).toEqual(atRest);

    const [request] = await world.remote.changeRequests(second.id, 'draft');
    await world.remote.merge(second.id, request!.id);
    await writer.sync.cycle();
    spaces.pop();
    const notes = (await writer.sync.cycle()).spaces.flatMap((each) => each.notes);
    expect(notes).toEqual([expect.stringContaining('No longer mirrored')]);
    expect(notes.join()).not.toContain('open');
    const lines = statusLines(await writer.sync.status(), {
      style: styleFor(testOutput(), {}),
      columns: 200,
      now: 0,
      isFollowed: false,
    });
    expect(lines.filter((line) => line.startsWith('second'))).toEqual([
      expect.stringMatching(/^second .* not mirrored/u),
      `second: ${notes[0]}`,
    ]);
  });
});
