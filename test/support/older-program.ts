import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../src/base/index.ts';
import type { Ended } from './installed.ts';

/** Whether the history of this checkout contains a commit: that of a shallow clone may not. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: packageRoot(), stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The program of an earlier commit of this repository, with today's packages; returns the script for Node. */
export async function olderProgram(commit: string): Promise<string> {
  const folder = join(packageRoot(), 'node_modules', '.cache', `older-${commit}`);
  const outfile = join(folder, 'main.mjs');
  if (existsSync(outfile)) return outfile;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], {
    cwd: packageRoot(),
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const made = `${outfile}.${process.pid}`;
  await build({
    entryPoints: [join(folder, 'src', 'main.ts')],
    ...{ outfile: made, bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    logLevel: 'error',
  });
  renameSync(made, outfile);
  return outfile;
}

/** Runs such a script to its end. */
export function runOlder(
  script: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<Ended> {
  return new Promise((resolve) => {
    const own = { PATH: process.env['PATH'], HOME: cwd, ...env };
    const child = execFile(process.execPath, [script, ...args], { cwd, env: own }, (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
  });
}
