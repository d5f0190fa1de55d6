import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../src/base/index.ts';

/** Where the vendor's program lies, or why it is not there. */
export type VendorCli = { readonly program: string } | { readonly missing: string };

const limitMs = 100_000;

/**
 * The vendor's command line, installed once beside the other caches. It is not a dependency of the project: its install script
 * downloads a program from elsewhere, and older versions of npm would run it. Here no script runs.
 */
export async function vendorCli(): Promise<VendorCli> {
  const wanted = ['package.json', 'package-lock.json'];
  const from = join(import.meta.dirname, 'vendor-cli');
  const hash = createHash('sha256');
  for (const name of wanted) hash.update(readFileSync(join(from, name)));
  const folder = join(process.cwd(), 'node_modules', '.cache', 'vendor-cli', hash.digest('hex').slice(0, 16));
  const program = join(folder, 'node_modules', '@gitbook', 'cli', 'cli.js');
  const done = join(folder, 'installed');
  if (existsSync(done)) return { program };
  mkdirSync(folder, { recursive: true });
  for (const name of wanted) copyFileSync(join(from, name), join(folder, name));
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'],
      { cwd: folder, timeout: limitMs, shell: process.platform === 'win32' },
    );
  } catch (error) {
    return { missing: `@gitbook/cli could not be installed: ${messageOf(error).split('\n')[0]}` };
  }
  writeFileSync(done, '');
  return { program };
}
