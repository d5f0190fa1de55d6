/**
 * A small process that outlives ours when ours is killed, and removes the locks that ours left.
 *
 * A person's `git commit` fails while `refs/heads/main.lock` exists, and a kill may hit the moment in which we hold it. The next
 * start of Tidemark would remove the lock; the warden does so at once. It reads names from a pipe, which ends when our process
 * does, in whatever way; it only removes a lock that is the very file that we prepared.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { LockFile } from './lock-file.ts';

/** Lines come in pairs: a lock, and our private file to which it is a hard link; two empty lines mean that no lock is left. */
const script = [
  'while IFS= read -r lock && IFS= read -r own; do',
  '  if [ -z "$lock" ]; then set --; else set -- "$@" "$lock" "$own"; fi',
  'done',
  'while [ $# -gt 1 ]; do',
  '  if [ "$1" -ef "$2" ]; then rm -f -- "$1"; fi',
  '  rm -f -- "$2"',
  '  shift 2',
  'done',
].join('\n');

/** Watches the locks of one repository. The process starts with the first lock, and ends with ours. */
export class LockWatcher {
  #child: ChildProcess | null = null;
  #watched = 0;
  #lost = process.platform === 'win32';

  /** Call this before the lock is taken. */
  watch(lock: LockFile): void {
    this.#watched++;
    if (!lock.path.includes('\n') && !lock.privateFile.includes('\n'))
      this.#tell(lock.path, lock.privateFile);
  }

  /** Forgets a lock that is gone, together with its private file. */
  forget(): void {
    if (--this.#watched === 0) this.#tell('', '');
  }

  close(): void {
    this.#child?.stdin?.end();
    this.#child = null;
  }

  #tell(lock: string, own: string): void {
    if (this.#lost) return;
    this.#child ??= this.#start();
    this.#child.stdin?.write(`${lock}\n${own}\n`);
  }

  #start(): ChildProcess {
    const child = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
    });
    // Without a shell, or when somebody ends it, the next start still removes the locks.
    const lose = (): void => {
      this.#lost = true;
    };
    child.on('error', lose);
    child.stdin.on('error', lose);
    child.unref();
    (child.stdin as Socket).unref();
    return child;
  }
}
