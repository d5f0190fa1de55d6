/**
 * Git's lock files (`<name>.lock`), taken so that a process killed at any moment blocks nobody for long.
 *
 * The new content is first written to a private file and settled. Then a hard link to that file becomes the lock, a quick check
 * confirms that everything is as expected, and the lock is renamed to its name: three system calls. A lock that a killed process
 * left is known to be ours because it is the same file as a private one; it is removed when that process is gone. Locks of others
 * are never touched.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, flushFolder, writeAll, writeNewFile } from '../files/index.ts';

let serial = 0;
/** The private files of this process: a former process with our number may have left some, too. */
const inUse = new Set<string>();

export class LockFile {
  readonly target: string;
  readonly #private: string;
  readonly #content: Uint8Array;
  #held = false;

  private constructor(target: string, privateFile: string, content: Uint8Array) {
    this.target = target;
    this.#private = privateFile;
    this.#content = content;
  }

  /** Writes the future content of `target` to a private file in `folder` (on the same file system). */
  static async prepare(target: string, content: Uint8Array, folder: string): Promise<LockFile> {
    mkdirSync(folder, { recursive: true });
    const privateFile = path.join(folder, `${process.pid}-${serial++}`);
    unlinkIfThere(privateFile);
    // Registered before it exists: another part of this process may open the repository and sweep while we write.
    inUse.add(privateFile);
    const lock = new LockFile(target, privateFile, content);
    try {
      await writeNewFile(privateFile, content);
    } catch (error) {
      lock.dispose();
      throw error;
    }
    return lock;
  }

  get path(): string {
    return `${this.target}.lock`;
  }

  /** The private file; the lock is a hard link to it. */
  get privateFile(): string {
    return this.#private;
  }

  /** Takes the lock; false when somebody else has it. */
  take(): boolean {
    mkdirSync(path.dirname(this.target), { recursive: true });
    for (let tries = 0; tries < 2; tries++) {
      if (this.#tryTake()) return (this.#held = true);
      if (!removeStaleLock(this.path, path.dirname(this.#private))) return false;
    }
    return false;
  }

  #tryTake(): boolean {
    try {
      linkSync(this.#private, this.path);
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EEXIST') return false;
      if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EXDEV') throw error;
    }
    return this.#takeWithoutLinks();
  }

  /** For file systems without hard links: does it as git does. */
  #takeWithoutLinks(): boolean {
    let file: number;
    try {
      file = openSync(this.path, 'wx');
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    writeAll(file, this.#content);
    closeSync(file);
    return true;
  }

  /** Replaces the target by the content, and releases the lock. */
  commit(): void {
    renameSync(this.path, this.target);
    this.#held = false;
  }

  /** Releases the lock without a change. */
  release(): void {
    if (this.#held) unlinkIfThere(this.path);
    this.#held = false;
  }

  /** Removes the private file. Call it at the end, whatever happened. */
  dispose(): void {
    this.release();
    unlinkIfThere(this.#private);
    inUse.delete(this.#private);
  }

  async settle(): Promise<void> {
    await flushFolder(path.dirname(this.target));
  }
}

/** Removes a lock that a killed process of ours left; returns whether it did. */
function removeStaleLock(lock: string, folder: string): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false });
  if (found === undefined) return true;
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const own = lstatSync(path.join(folder, name), { throwIfNoEntry: false });
    if (own === undefined || own.ino !== found.ino || own.dev !== found.dev) continue;
    if (isInUse(path.join(folder, name))) return false;
    unlinkIfThere(lock);
    unlinkIfThere(path.join(folder, name));
    return true;
  }
  return false;
}

/** Removes the private files of processes that are gone, and locks that they left beside the `targets`. */
export function cleanUpLocks(targets: Iterable<string>, folder: string): void {
  if (!existsSync(folder)) return;
  const stale = readdirSync(folder).filter((name) => !isInUse(path.join(folder, name)));
  if (stale.length === 0) return;
  for (const target of targets) removeStaleLock(`${target}.lock`, folder);
  for (const name of stale) unlinkIfThere(path.join(folder, name));
}

function isInUse(privateFile: string): boolean {
  const pid = Number(path.basename(privateFile).split('-')[0]);
  return pid === process.pid ? inUse.has(privateFile) : isRunning(pid);
}

/** Whether a process of this number runs, our own included. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Removes empty folders from `folder` upwards, as far as `root`, which stays. */
export function removeEmptyFolders(folder: string, root: string): void {
  for (let at = folder; at !== root && at.startsWith(`${root}${path.sep}`); at = path.dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return;
    }
  }
}

export function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
