import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '../../src/clock/index.ts';
import { watchFolders, type Watch } from '../../src/daemon/watch.ts';
import { until } from '../queue/queue-contract.ts';

let root: string;
let watch: Watch | undefined;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tidemark-watch-'));
  await mkdir(join(root, '.git', 'refs', 'heads'), { recursive: true });
  await writeFile(join(root, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  for (const folder of ['guides', 'api', 'other']) await mkdir(join(root, folder));
  await writeFile(join(root, 'guides', 'start.md'), '# Start\n');
});
afterEach(async () => {
  await watch?.close();
  await rm(root, { recursive: true, force: true });
});

/** What the watch tells, one line for each call. */
async function start(debounceMs = 60, folders = ['guides', 'api']): Promise<string[]> {
  const told: string[] = [];
  watch = watchFolders({
    ...{ clock: realClock, root, folders, debounceMs },
    onChange: (paths) => void told.push([...paths].toSorted().join(' ')),
    onTrouble: (error) => {
      throw error;
    },
  });
  await watch.ready;
  return told;
}

describe('the watch', () => {
  it('tells of a folder once, however many of its files changed', async () => {
    const debounceMs = 1_000; // longer than a busy machine takes between two files
    const told = await start(debounceMs);

    for (let index = 0; index < 20; index++)
      await writeFile(join(root, 'guides', `page-${index}.md`), '# P\n');
    await until(() => told.length > 0);
    await realClock.sleep(2 * debounceMs);

    expect(told).toHaveLength(1);
    expect(told[0]!.split(' ')).toHaveLength(20);
    expect(told[0]).toMatch(/^guides\//);
  });

  it('tells of every file that is saved at once where all of the work tree is one folder', async () => {
    const debounceMs = 1_000;
    const told = await start(debounceMs, ['.']);

    await appendFile(join(root, 'guides', 'start.md'), 'one\n');
    await writeFile(join(root, 'api', 'call.md'), '# Call\n');
    await until(() => told.length > 0);
    await realClock.sleep(2 * debounceMs);

    expect(told).toEqual(['api/call.md guides/start.md']);
  });

  it('sees saves of every editor style, and each folder by itself', async () => {
    const told = await start();

    await appendFile(join(root, 'guides', 'start.md'), 'in place\n');
    await writeFile(join(root, 'api', '.new.md.swp'), 'swap');
    await writeFile(join(root, 'api', 'new.md~'), '# New\n');
    await rename(join(root, 'api', 'new.md~'), join(root, 'api', 'new.md'));
    await until(() => told.length >= 2);

    expect(told.toSorted()).toEqual(['api/new.md', 'guides/start.md']);
  });

  it('sees commits, and not the inside of .git or folders that are not mapped', async () => {
    const told = await start();

    await writeFile(join(root, 'other', 'notes.md'), 'not ours');
    await writeFile(join(root, '.git', 'COMMIT_EDITMSG'), 'message');
    await writeFile(join(root, '.git', 'refs', 'heads', 'main'), 'a'.repeat(40));
    await until(() => told.length > 0);
    await realClock.sleep(150);

    expect(told).toEqual(['.git/refs/heads/main']);
  });

  it('sees no reference but the heads where all of the work tree is mapped: the others are our own', async () => {
    await mkdir(join(root, '.git', 'refs', 'tidemark'), { recursive: true });
    const told = await start(60, ['.']);

    await writeFile(join(root, '.git', 'refs', 'tidemark', 'state'), 'a'.repeat(40));
    await mkdir(join(root, '.git', 'refs', 'remotes', 'docs'), { recursive: true });
    await writeFile(join(root, '.git', 'refs', 'remotes', 'docs', 'main'), 'a'.repeat(40));
    await realClock.sleep(300);
    const before = [...told];
    await writeFile(join(root, '.git', 'refs', 'heads', 'main'), 'a'.repeat(40));
    await until(() => told.length > 0);

    expect(before).toEqual([]);
    expect(told).toEqual(['.git/refs/heads/main']);
  });

  it('is quiet while git is at work', async () => {
    const told = await start();

    await writeFile(join(root, '.git', 'index.lock'), '');
    await writeFile(join(root, 'guides', 'start.md'), '# Checked out\n');
    await realClock.sleep(400);
    const during = [...told];
    await rm(join(root, '.git', 'index.lock'));
    await until(() => told.length > 0);

    expect(during).toEqual([]);
    expect(told).toEqual(['guides/start.md']);
  });
});
