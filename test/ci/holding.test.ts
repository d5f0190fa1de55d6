import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

const { holding } = (await import(pathToFileURL(join(packageRoot(), 'scripts', 'installed.mjs')).href)) as {
  holding: (folder: string, work: () => void) => Promise<void>;
};

describe('the folder that one process at a time holds while it builds or installs', () => {
  let folder: string;
  let held: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-holding-'));
    held = join(folder, 'held');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const heldBy = (process: number): void => {
    mkdirSync(held);
    writeFileSync(join(held, 'process'), `${process}\n`);
  };

  it('is there during the work, and gone afterwards', async () => {
    let during = false;
    await holding(held, () => (during = existsSync(held)));
    expect([during, existsSync(held)]).toEqual([true, false]);
  });

  it('is gone when the work fails', async () => {
    await expect(
      holding(held, () => {
        throw new Error('no space left');
      }),
    ).rejects.toThrow('no space left');
    expect(existsSync(held)).toBe(false);
  });

  it('is taken over at once from a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    heldBy(pid);
    let done = false;
    await holding(held, () => (done = true));
    expect(done).toBe(true);
  });

  it('is waited for while its process lives', async () => {
    heldBy(process.pid);
    const done: string[] = [];
    const work = holding(held, () => done.push('work'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    done.push('let go');
    rmSync(held, { recursive: true });
    await work;
    expect(done).toEqual(['let go', 'work']);
  });
});
