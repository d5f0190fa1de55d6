import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** The environment of native git in tests: nothing of the machine's configuration, fixed people and times. */
export const nativeEnvironment: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** Runs native git in a folder and returns what it printed. */
export function git(folder: string, args: readonly string[], options: ExecFileSyncOptions = {}): string {
  const settings = {
    cwd: folder,
    env: nativeEnvironment,
    maxBuffer: 1 << 28,
    stdio: 'pipe',
    ...options,
  } as const;
  return execFileSync('git', [...args], settings).toString();
}

/** A fresh folder that is removed after the tests of the file. */
export function temporaryFolder(name: string, within = tmpdir()): string {
  const folder = mkdtempSync(path.join(within, `tidemark-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
