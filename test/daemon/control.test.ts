import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { AppError } from '../../src/base/index.ts';
import { askForCycle, notedPort, type AskedCycle } from '../../src/daemon/port.ts';
import { serveControl, type ControlOptions } from '../../src/daemon/control.ts';
import type { CycleOptions, CycleReport } from '../../src/sync/index.ts';
import { aDaemon, aSummary } from './support.ts';

let gitFolder: string;
beforeEach(() => {
  gitFolder = mkdtempSync(join(tmpdir(), 'tidemark-control-'));
  return () => rmSync(gitFolder, { recursive: true, force: true });
});

const report: CycleReport = {
  ...aSummary(),
  ...{ dryRun: false, exitCode: 0, mirror: null, requests: 1, startedAt: '', durationMs: 1 },
};
const signal = new AbortController().signal;

async function serve(cycle: ControlOptions['cycle'], folder = gitFolder): Promise<void> {
  const control = await serveControl({ gitFolder: folder, version: '1.2.3', cycle });
  onTestFinished(() => control.close(Promise.resolve()));
}

const ask = (
  options: AskedCycle,
  { version = '1.2.3', ...more }: { version?: string; signal?: AbortSignal; onProgress?: () => void } = {},
): Promise<CycleReport | null> => askForCycle(gitFolder, { version, options }, { signal, ...more });

describe("a daemon's socket for commands", () => {
  it('lets a command say, once, that it has heard nothing for five seconds', async () => {
    const clock = new ManualClock();
    let told = 0;
    let end: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (end = resolve));
    await serve(async ({ onProgress }) => {
      await running;
      onProgress?.({ phase: 'pages', done: 1, total: 2 });
      return report;
    });
    const silence = { clock, tell: () => void told++ };
    const answer = askForCycle(
      gitFolder,
      { version: '1.2.3', options: { pull: false, push: false, dryRun: false, confirmDeletions: false } },
      { signal, silence },
    );
    await vi.waitUntil(() => clock.waiting > 0);

    await clock.advance(4_999);
    const before = told;
    await clock.advance(60_001);
    end();

    expect(await answer).toEqual(report);
    expect([before, told]).toEqual([0, 1]);
  });

  it('takes every option of a cycle, and gives its progress and report', async () => {
    const seen: CycleOptions[] = [];
    const large = { ...report, startedAt: 'x'.repeat(5_000_000) };
    await serve((options) => {
      seen.push(options);
      options.onProgress?.({ phase: 'pages', done: 1, total: 2 });
      return Promise.resolve(large);
    });
    const told: unknown[] = [];
    const options: Required<AskedCycle> = {
      ...{ pull: true, push: false, dryRun: true, confirmDeletions: true, repair: true },
      ...{ spaces: ['guides'], allow: ['0123456789abcdef'] },
    };

    const answer = await askForCycle(
      gitFolder,
      { version: '1.2.3', options },
      { signal, onProgress: (event) => told.push(event) },
    );

    expect(answer).toEqual(large);
    expect(seen).toEqual([
      {
        ...options,
        signal: expect.any(AbortSignal) as AbortSignal,
        onProgress: expect.any(Function) as () => void,
      },
    ]);
    expect(told).toEqual([{ phase: 'pages', done: 1, total: 2 }]);
  });

  it('gives failures with their code and hint', async () => {
    await serve(() => Promise.reject(new AppError('FORBIDDEN', 'not yours', { hint: 'Ask an admin.' })));

    await expect(ask({})).rejects.toMatchObject({
      ...{ code: 'FORBIDDEN', message: 'not yours', hint: 'Ask an admin.' },
    });
  });

  it('refuses a program of another version, which may ask for what the daemon does not know', async () => {
    let cycles = 0;
    await serve(() => {
      cycles++;
      return Promise.resolve(report);
    });

    await expect(ask({ dryRun: true }, { version: '1.3.0' })).rejects.toMatchObject({ code: 'HELD' });
    expect(cycles).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('can be opened by its own user alone', async () => {
    await serve(() => Promise.resolve(report));
    const address = join(gitFolder, 'tidemark', 'daemon', 'address.json');
    const { socket } = JSON.parse(readFileSync(address, 'utf8')) as { socket: string };

    const mode = (path: string): number => statSync(path).mode & 0o777;
    expect([mode(socket), mode(address), mode(dirname(socket))]).toEqual([0o600, 0o600, 0o700]);
  });

  it('is found where the path of the repository is too long for a socket', async () => {
    gitFolder = join(gitFolder, 'x'.repeat(120));
    mkdirSync(gitFolder);
    await serve(() => Promise.resolve(report), gitFolder);

    expect(await ask({})).toEqual(report);
  });

  it('is nobody where no daemon is, or one that was killed', async () => {
    expect(await ask({})).toBeNull();

    mkdirSync(join(gitFolder, 'tidemark', 'daemon'), { recursive: true });
    const socket = join(gitFolder, 'gone.sock');
    writeFileSync(join(gitFolder, 'tidemark', 'daemon', 'address.json'), JSON.stringify({ socket }));
    expect(await ask({})).toBeNull();
  });

  it('ends the cycle of a caller that goes away', async () => {
    const leaving = new AbortController();
    const ended = new Promise<void>((resolve) => {
      void serve(
        ({ signal: asked }) =>
          new Promise((_, reject) => {
            asked?.addEventListener('abort', () => {
              resolve();
              reject(new AppError('CANCELLED', 'given up'));
            });
            leaving.abort();
          }),
      );
    });

    await expect
      .poll(() => ask({}, { signal: leaving.signal }).catch((error: unknown) => error))
      .toMatchObject({
        code: 'CANCELLED',
      });
    await ended;
  });
});

describe('the port that a daemon notes', () => {
  it('is the free one that it got, as long as it runs', async () => {
    const http = { host: '127.0.0.1', port: 0 };
    const { daemon } = aDaemon({ http, control: { gitFolder, cycle: () => Promise.resolve(report) } });
    expect(notedPort(gitFolder)).toBeNull();
    await daemon.start();

    expect(notedPort(gitFolder)).toBe(Number(new URL(daemon.url!).port));

    await daemon.stop();
    expect(notedPort(gitFolder)).toBeNull();
  });

  it('is none where the daemon does not listen, or where the note is of another version or damaged', async () => {
    await serve(() => Promise.resolve(report));
    expect(notedPort(gitFolder)).toBeNull();
    for (const note of ['{"socket":"x","listens":"nowhere"}', '{"socket":']) {
      writeFileSync(join(gitFolder, 'tidemark', 'daemon', 'address.json'), note);
      expect(notedPort(gitFolder)).toBeNull();
    }
  });
});

describe('a daemon that is asked for a cycle', () => {
  it('takes in what the cycle found, and logs who asked and what to do next', async () => {
    const advice = [{ about: 'conflict', steps: [{ command: 'git merge docs/main', what: 'joins' }] }];
    const conflicts = [{ path: 'api/a.md', kind: 'text' } as const];
    const found: CycleReport = {
      ...report,
      ...{ outcome: 'conflict', advice, branch: { ...report.branch, state: 'left', conflicts } },
    };
    const { daemon, clock, lines } = aDaemon({
      control: { gitFolder, cycle: () => Promise.resolve(found) },
    });
    await daemon.start();
    await clock.advance(1_000);

    await ask({});
    const { spaces } = await daemon.status();
    const stopped = daemon.stop();
    await clock.advance(10_000);
    await stopped;

    expect(spaces.find(({ path }) => path === 'api')).toMatchObject({ state: 'conflict', advice });
    expect(lines).toContainEqual(expect.objectContaining({ reason: 'command', outcome: 'conflict' }));
    expect(lines).toContainEqual(expect.objectContaining({ next: 'git merge docs/main' }));
    expect(await ask({})).toBeNull();
  });
});
