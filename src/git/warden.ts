/**
 * A small process that outlives ours when that is killed, and takes away the lock that it left.
 *
 * A person's `git commit` fails while `refs/heads/main.lock` is there, and a kill may hit the microseconds in which we hold it.
 * The next start of Tidemark would remove it; the warden does at once. It reads names from a pipe, which ends when our process
 * does, in whatever way; a lock is only removed while it is the very file that we prepared.
 */
import { spawn } from 'node:child_process';
import type { LockFile } from './lock-file.ts';

export interface Warden {
  watchLock(lock: LockFile): void;
  /** All went well: the warden goes. */
  dismiss(): void;
}

/** Lines come in pairs: the lock, and our private file that it is another name of. */
const script = [
  'while IFS= read -r lock && IFS= read -r own; do',
  '  if [ "$lock" = done ]; then exit 0; fi',
  '  set -- "$@" "$lock" "$own"',
  'done',
  'while [ $# -gt 1 ]; do',
  '  if [ "$1" -ef "$2" ]; then rm -f -- "$1"; fi',
  '  rm -f -- "$2"',
  '  shift 2',
  'done',
].join('\n');

/** Starts a warden; null where there is no shell that could be one. */
export function startWarden(): Warden | null {
  if (process.platform === 'win32') return null;
  const child = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
  });
  let lost = false;
  child.on('error', () => (lost = true));
  child.stdin.on('error', () => (lost = true));
  child.unref();
  const tell = (line: string): void => {
    if (!lost) child.stdin.write(`${line}\n`);
  };
  return {
    watchLock(lock) {
      if (lock.path.includes('\n') || lock.privateFile.includes('\n')) return;
      tell(lock.path);
      tell(lock.privateFile);
    },
    dismiss() {
      tell('done');
      tell('');
      if (!lost) child.stdin.end();
    },
  };
}
