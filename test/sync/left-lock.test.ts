import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkInProgress } from '../../src/git/port.ts';
import { aWriter } from './memory-writer.ts';
import type { WriterInMemory } from './memory-writer.ts';
import { twoPages, writersWorld } from './writers-world.ts';
import type { WritersWorld } from './writers-world.ts';

const minute = 60_000;

describe('a lock of the index', () => {
  const locked = async (ageMs: number): Promise<WriterInMemory> => {
    const writer = await aWriter();
    writer.git.lock = { of: 'index', file: '/docs/.git/index.lock', since: 0, ageMs };
    writer.replace('guides/usage.md', 'First.', 'A line of mine.');
    return writer;
  };

  it('[SYNC-82] that a killed git command left is a problem with its file and the next step, of each sync and of the status', async () => {
    const writer = await locked(11 * minute);
    const problem = {
      code: 'HELD',
      message: expect.stringContaining('/docs/.git/index.lock') as string,
      hint: expect.stringContaining('remove the file') as string,
    };

    for (const report of [await writer.sync.cycle(), await writer.sync.cycle()])
      expect(report).toMatchObject({ exitCode: 3, proposals: [], problems: [problem] });
    expect(await writer.sync.status()).toMatchObject({
      problems: [problem],
      spaces: [{ edits: [{ kind: 'edit', path: 'usage.md' }] }],
    });

    writer.git.lock = null;
    expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [{ state: 'proposed' }] });
  });

  it('[SYNC-82] that a running command holds makes the edits wait, which the sync tells with its file, and is no problem', async () => {
    const writer = await locked(9 * minute);

    const told = await writer.sync.cycle();
    expect(told).toMatchObject({ exitCode: 0, proposals: [], problems: [] });
    expect(told.heldBy).toEqual(['/docs/.git/index.lock']);
    expect((await writer.sync.status()).problems).toEqual([]);

    writer.git.lock = null;
    const after = await writer.sync.cycle();
    expect(after).toMatchObject({ proposals: [{ state: 'proposed' }] });
    expect(after).not.toHaveProperty('heldBy');
  });

  it('that is old, or of what no edit waits for, is none of a running command', async () => {
    const writer = await locked(11 * minute);
    expect(await writer.sync.cycle()).not.toHaveProperty('heldBy');

    writer.git.lock = { of: 'packed-refs', file: '/docs/.git/packed-refs.lock', since: 0, ageMs: 0 };
    expect(await writer.sync.cycle()).not.toHaveProperty('heldBy');
  });
});

describe('a cherry-pick that waits for its person', () => {
  it('[SYNC-82] is told by a sync with exit code 5 and the next step, as by the status', async () => {
    const writer = await aWriter();
    writer.git.inProgress = ['cherry-pick'];
    writer.theyReplace('Usage', 'First.', 'A line of theirs.');

    const report = await writer.sync.cycle();

    expect(report).toMatchObject({ exitCode: 5, branch: { state: 'busy' } });
    expect(report.advice).toEqual((await writer.sync.status()).advice);
    expect(report.advice).not.toEqual([]);
  });
});

describe('a merge, a rebase, a cherry-pick, a revert or a bisect of a person', () => {
  it.each<WorkInProgress>(['merge', 'rebase', 'cherry-pick', 'revert', 'bisect'])(
    '[SYNC-82] ends a sync that has nothing else to do with exit code 5, since nothing is sent: %s',
    async (work) => {
      const writer = await aWriter();
      writer.replace('guides/usage.md', 'First.', 'A line of mine.');
      writer.git.inProgress = [work];

      for (const options of [{}, { dryRun: true }]) {
        const report = await writer.sync.cycle(options);
        expect(report).toMatchObject({ exitCode: 5, outcome: 'conflict', proposals: [] });
        expect(report.advice).toEqual((await writer.sync.status()).advice);
      }
      writer.git.inProgress = [];
      expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [{ state: 'proposed' }] });
    },
  );
});

describe('a lock of a reference', () => {
  let world: WritersWorld;
  afterEach(() => world.close());

  it.each(['main', 'other', 'ideas/winter'])(
    '[SYNC-83] of the branch %s that a killed git command left is named by sync and status until it is gone',
    async (name) => {
      world = await writersWorld(twoPages);
      const writer = await world.writer();
      await writer.sync.cycle();
      const lock = join(writer.folder, `.git/refs/heads/${name}.lock`);
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
      utimesSync(lock, 0, 0);
      const page = /^id: (.*)$/mu.exec(writer.read('docs/a.md'))![1]!;
      await world.change([{ type: 'update_page', page, document: { markdown: '# a\n\nTheirs.\n' } }]);

      const problem = {
        code: 'HELD',
        message: expect.stringContaining(lock) as string,
        hint: expect.stringContaining('remove the file') as string,
      };
      const report = await writer.sync.cycle();
      expect(report).toMatchObject({ exitCode: 3, problems: [problem] });
      expect(report.branch.state).toBe(name === 'main' ? 'busy' : 'fast-forwarded');
      expect(await writer.sync.status()).toMatchObject({ problems: [problem], spaces: [{ edits: [] }] });

      rmSync(lock);
      expect(await writer.sync.cycle()).toMatchObject({ exitCode: 0, proposals: [] });
      expect(writer.read('docs/a.md')).toContain('Theirs.');
      expect(await writer.sync.status()).toMatchObject({ problems: [], spaces: [{ edits: [] }] });
    },
  );

  it.each(['refs/remotes/docs/cr/1', 'refs/tidemark/state', 'packed-refs'])(
    '[SYNC-83] of %s is named once it is older than a minute, as by status',
    async (name) => {
      world = await writersWorld(twoPages);
      const writer = await world.writer();
      await writer.sync.cycle();
      const lock = join(writer.folder, '.git', `${name}.lock`);
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, '');
      const told = async (ageMs: number): Promise<string[][]> => {
        const since = (Date.now() - ageMs) / 1000;
        utimesSync(lock, since, since);
        return [await writer.sync.cycle(), await writer.sync.status()].map(({ problems }) =>
          problems.map(({ code, message }) => `${code} ${message.includes(lock)}`),
        );
      };

      expect(await told(minute / 2)).toEqual([[], []]);
      expect(await told(2 * minute)).toEqual([['HELD true'], ['HELD true']]);
    },
  );
});
