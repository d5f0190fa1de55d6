import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdRepository } from '../../src/daemon/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidemark-hold-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the hold on a repository', () => {
  it('is given to one at a time, and says who has it', () => {
    const hold = holdRepository(folder);

    expect(() => holdRepository(folder)).toThrow(
      expect.objectContaining({
        code: 'HELD',
        exitCode: 6,
        message: `Another daemon holds this repository (process ${process.pid}).`,
      }),
    );

    hold.release();
    holdRepository(folder).release();
  });

  it('is free at once when its process is killed', async () => {
    const script = `
      const Database = require('better-sqlite3');
      require('node:fs').mkdirSync(process.argv[1] + '/tidemark', { recursive: true });
      const database = new Database(process.argv[1] + '/tidemark/daemon.lock');
      database.exec('BEGIN EXCLUSIVE');
      console.log('held');
      setInterval(() => database, 1000);`;
    const child = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    expect(() => holdRepository(folder)).toThrow(expect.objectContaining({ code: 'HELD' }));

    child.kill('SIGKILL');
    await once(child, 'exit');

    holdRepository(folder).release();
  });
});
