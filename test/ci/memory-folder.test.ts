import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What the script prints where the temporary folder is this one: the folder in memory, or nothing. */
function folderIn(temporary: string): string {
  const script = join(packageRoot(), 'scripts', 'memory-folder.mjs');
  const { stdout } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temporary },
  });
  if (stdout !== '') made.push(stdout);
  return stdout;
}

it('is made empty for the process that asked, is not made in memory twice, and goes when its process has ended', (task) => {
  const folder = folderIn('/tmp');
  if (folder === '') return task.skip('this machine has too little memory for temporary files');
  expect(basename(folder)).toMatch(new RegExp(`^tidemark-tests-${process.pid}-`, 'u'));
  expect(readdirSync(folder)).toEqual([]);
  expect(folderIn(folder)).toBe('');

  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = join(folder, '..', `tidemark-tests-${pid}-ended`);
  mkdirSync(left);
  made.push(left);
  folderIn('/tmp');
  expect([existsSync(left), existsSync(folder)]).toEqual([false, true]);
});
