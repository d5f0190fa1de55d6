import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, type Installed, type Running } from '../support/installed.ts';

/**
 * Loaded before the program: shortens the thread's minute of waiting to about a second, and adds a signal that blocks the
 * process's event loop for good. The installed program itself has neither.
 */
const preloaded = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const threads = createRequire(import.meta.url)('node:worker_threads');
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(script, options) {
    const { everyMs } = options.workerData ?? {};
    super(script, everyMs ? { ...options, workerData: { ...options.workerData, everyMs: everyMs / 50 } } : options);
  }
};
syncBuiltinESMExports();
process.on('SIGUSR2', () => { for (;;); });
`;

const configuration = `
service: { url: http://127.0.0.1:1, token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [ { id: abcdefghijklmnopqrst, path: guides } ] }
http: { port: 0 }
`;

describe('a daemon whose event loop hangs', () => {
  let installed: Installed;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-watchdog-'));
  beforeAll(async () => {
    installed = await installedProgram();
    writeFileSync(join(folder, 'block.mjs'), preloaded);
    writeFileSync(join(folder, 'sync.config.yaml'), configuration);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const started = async (): Promise<Running> => {
    const daemon = installed.start(['daemon'], {
      cwd: folder,
      env: {
        TIDEMARK_TOKEN: 'tdm_not_a_real_one',
        NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'block.mjs')).href}`,
      },
    });
    await daemon.until(/"ready, with health/);
    await daemon.until(/try again/);
    return daemon;
  };

  it('reports the last thing that it began and ends by a signal, so that systemd restarts it', async () => {
    const daemon = await started();
    daemon.process.kill('SIGUSR2');
    const { code, err } = await daemon.ended;

    expect({ code, signal: daemon.process.signalCode }).toEqual({ code: null, signal: 'SIGALRM' });
    expect(err).toContain('gave no sign of life');
    expect(err).toContain('The last thing that it began: a look at which spaces moved.');
    expect(err).not.toContain('tdm_not_a_real_one');
  });

  it('continues if the whole process was stopped for longer than that, as when a machine sleeps', async () => {
    const daemon = await started();
    for (let round = 0; round < 2; round += 1) {
      daemon.process.kill('SIGSTOP');
      await pause(2_500);
      daemon.process.kill('SIGCONT');
      await pause(200);
    }
    const { code, err } = await daemon.end();

    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
