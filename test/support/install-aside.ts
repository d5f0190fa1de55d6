import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { messageOf } from '../../src/base/index.ts';

const limitMs = 100_000;

/**
 * Installs the packages in a folder's package.json and lock file, once, beside the other caches, and returns the folder with the packages.
 * It serves programs that tests run and that the project does not depend on. No script of these packages runs.
 */
export async function installedAside(
  from: string,
  name: string,
): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const wanted = ['package.json', 'package-lock.json'];
  const hash = createHash('sha256');
  for (const file of wanted) hash.update(readFileSync(join(from, file)));
  const folder = join(process.cwd(), 'node_modules', '.cache', name, hash.digest('hex').slice(0, 16));
  const done = join(folder, 'installed');
  if (existsSync(done)) return { folder };
  mkdirSync(folder, { recursive: true });
  for (const file of wanted) copyFileSync(join(from, file), join(folder, file));
  try {
    await promisify(execFile)(
      'npm',
      ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund'],
      { cwd: folder, timeout: limitMs, shell: process.platform === 'win32' },
    );
  } catch (error) {
    return { missing: `${name} could not be installed: ${messageOf(error).split('\n')[0]}` };
  }
  writeFileSync(done, '');
  return { folder };
}
