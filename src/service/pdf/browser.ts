import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { Clock } from '../../clock/index.ts';

/** Where systems install Chromium, or a browser based on it. */
const places = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const timeLimitMs = 90_000;

/** The browser to print with: `chosen`, else the first browser that this machine has. */
export function findBrowser(chosen: string | undefined): string | undefined {
  return [...(chosen === undefined ? [] : [chosen]), ...places].find((path) => existsSync(path));
}

/**
 * Prints a page as PDF, in a separate browser without a profile, which makes requests only to the page's host.
 *
 * @throws NOT_AVAILABLE when the browser fails or takes too long.
 */
export async function printPdf({
  browser,
  url,
  clock,
}: {
  browser: string;
  url: string;
  clock: Clock;
}): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-pdf-'));
  const file = join(folder, 'document.pdf');
  try {
    await run(clock, browser, [
      ...[
        '--headless',
        '--disable-gpu',
        '--no-first-run',
        '--disable-extensions',
        '--disable-background-networking',
      ],
      ...[
        '--disable-component-update',
        '--disable-sync',
        '--disable-dev-shm-usage',
        '--no-pdf-header-footer',
      ],
      ...[
        `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(url).hostname}`,
        `--user-data-dir=${join(folder, 'profile')}`,
      ],
      // A browser refuses to start its sandbox for root, and services in containers often run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...[`--print-to-pdf=${file}`, url],
    ]);
    return await readFile(file);
  } catch (cause) {
    throw new AppError('NOT_AVAILABLE', 'The browser of this service could not print the PDF.', { cause });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function run(clock: Clock, command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', HOME: tmpdir() } });
  const stop = new AbortController();
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The browser ended with ${signal ?? `code ${code}`}.`));
    });
  });
  void clock.sleep(timeLimitMs, stop.signal).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
  try {
    await ended;
  } finally {
    stop.abort();
  }
}
