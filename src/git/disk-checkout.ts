import {
  type BigIntStats,
  type Stats,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import { fileSystemError, type FileStamp, flushFolder, writeNewFile } from '../files/index.ts';
import type { Checkout, PendingMove, StagedEntries, StagedEntry, StagedVersion } from './checkout.ts';
import { GitIndex, noStat, type IndexEntry, type IndexStat } from './index-file.ts';
import { LockFile, unlinkIfThere } from './lock-file.ts';
import { assertPath } from './names.ts';
import type { RepositoryPlace, UnmergedPath } from './port.ts';
import type { LockWatcher } from './warden.ts';

/** Git's own index of a working tree. We lock it as git does, only while we replace it; a warden guards the lock. */
export class DiskCheckout implements Checkout {
  readonly #place: RepositoryPlace & { workTree: string };
  readonly #index: string;
  readonly #pending: string;
  readonly #lockFolder: string;
  #read: IndexReading | null = null;
  readonly #warden: LockWatcher;

  constructor(place: RepositoryPlace & { workTree: string }, warden: LockWatcher) {
    this.#warden = warden;
    this.#place = place;
    this.#index = path.join(place.gitDir, 'index');
    this.#pending = path.join(place.gitDir, 'tidemark', 'fast-forward.json');
    this.#lockFolder = path.join(place.commonDir, 'tidemark', 'locks');
  }

  async staged(): Promise<StagedEntries> {
    const { index, mtimeMs } = this.#readIndex(statSync(this.#index, { throwIfNoEntry: false }));
    return {
      get: (at) => {
        const entry = index.get(at);
        return entry && stagedEntry(entry, mtimeMs);
      },
    };
  }

  async unmerged(): Promise<readonly UnmergedPath[]> {
    return this.#readIndex(statSync(this.#index, { throwIfNoEntry: false })).index.unmerged();
  }

  async stage(changes: ReadonlyMap<string, StagedVersion | null>): Promise<'staged' | 'locked'> {
    if (existsSync(`${this.#index}.lock`)) return 'locked';
    const before = statSync(this.#index, { throwIfNoEntry: false });
    const { index, mtimeMs } = this.#readIndex(before);
    const content = index.printWith(this.#entriesFor(changes), mtimeMs - tickMs);
    let lock: LockFile | null = null;
    try {
      lock = await LockFile.prepare(this.#index, content, this.#lockFolder);
      this.#warden.watch(lock);
      if (!lock.take()) return 'locked';
      const now = statSync(this.#index, { throwIfNoEntry: false });
      if (stampText(now) !== stampText(before)) return 'locked';
      const written = statSync(lock.path);
      lock.commit();
      this.#read = {
        stamp: stampText(written),
        mtimeMs: written.mtimeMs,
        index: GitIndex.parse(content),
      };
      await flushFolder(this.#place.gitDir);
      return 'staged';
    } catch (error) {
      throw fileSystemError(error, 'Writing the index of git');
    } finally {
      if (lock !== null) {
        lock.dispose();
        this.#warden.forget();
      }
    }
  }

  /** The index with this stat, from memory when it was read or written recently. */
  #readIndex(found: Stats | undefined): IndexReading {
    if (found === undefined) return { stamp: '', mtimeMs: Infinity, index: GitIndex.empty };
    const stamp = stampText(found);
    if (this.#read?.stamp !== stamp)
      this.#read = { stamp, mtimeMs: found.mtimeMs, index: GitIndex.parse(readFileSync(this.#index)) };
    return this.#read;
  }

  async pending(): Promise<PendingMove | null> {
    if (!existsSync(this.#pending)) return null;
    try {
      return readMove(JSON.parse(readFileSync(this.#pending, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      throw error;
    }
  }

  async setPending(move: PendingMove | null): Promise<void> {
    try {
      const folder = path.dirname(this.#pending);
      if (move === null) {
        unlinkIfThere(this.#pending);
      } else {
        mkdirSync(folder, { recursive: true });
        const aside = `${this.#pending}.${process.pid}`;
        unlinkIfThere(aside);
        await writeNewFile(aside, Buffer.from(`${JSON.stringify(move)}\n`));
        renameSync(aside, this.#pending);
        await flushFolder(folder);
      }
    } catch (error) {
      throw fileSystemError(error, 'Noting a fast-forward');
    }
  }

  #entriesFor(changes: ReadonlyMap<string, StagedVersion | null>): Map<string, IndexEntry | null> {
    const entries = new Map<string, IndexEntry | null>();
    for (const [at, version] of changes) {
      assertPath(at);
      if (version === null) {
        entries.set(at, null);
        continue;
      }
      const stat = version.stamp === null ? noStat : this.#statOf(at, version.stamp);
      const flags = { assumeValid: false, skipWorktree: false, intentToAdd: false };
      entries.set(at, { path: at, mode: version.mode, oid: version.oid, stage: 0, stat, ...flags });
    }
    return entries;
  }

  /** What git would note about the file, if the file still has the stamp that it had when we wrote it. */
  #statOf(at: string, stamp: FileStamp): IndexStat {
    const found = lstatSync(path.join(this.#place.workTree, at), { throwIfNoEntry: false, bigint: true });
    const same =
      found?.isFile() === true &&
      Number(found.size) === stamp.size &&
      Number(found.ino) === stamp.inode &&
      Number(found.mtimeNs / 1_000_000n) === Math.floor(stamp.mtimeMs);
    return same ? statFrom(found) : noStat;
  }
}

function statFrom(found: BigIntStats): IndexStat {
  const low = (value: bigint): number => Number(value & 0xffffffffn);
  const second = 1_000_000_000n;
  return {
    ctimeSeconds: low(found.ctimeNs / second),
    ctimeNanoseconds: low(found.ctimeNs % second),
    mtimeSeconds: low(found.mtimeNs / second),
    mtimeNanoseconds: low(found.mtimeNs % second),
    device: low(found.dev),
    inode: low(found.ino),
    userId: low(found.uid),
    groupId: low(found.gid),
    size: low(found.size),
  };
}

/** File systems count time in ticks of some milliseconds: a file written within the index's tick may have been written after the index. */
const tickMs = 20;

interface IndexReading {
  readonly stamp: string;
  readonly mtimeMs: number;
  readonly index: GitIndex;
}

/**
 * An entry in the form of the port. We only believe a stamp when the file was last written before the index (git's rule for files
 * written within one tick), and when none of its numbers was cut off.
 */
function stagedEntry({ mode, oid, stage, stat }: IndexEntry, indexMtimeMs: number): StagedEntry {
  const mtimeMs = stat.mtimeSeconds * 1000 + stat.mtimeNanoseconds / 1e6;
  const conflicted = stage !== 0;
  const believed = stat.mtimeSeconds > 0 && mtimeMs + tickMs < indexMtimeMs && !conflicted;
  const stamp: FileStamp = {
    size: stat.size,
    mtimeMs,
    ctimeMs: stat.ctimeSeconds * 1000 + stat.ctimeNanoseconds / 1e6,
    inode: stat.inode,
    executable: mode === '100755',
  };
  return { mode, oid, stamp: believed ? stamp : null, conflicted };
}

function stampText(found: { ino: number; size: number; mtimeMs: number } | undefined): string {
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

function readMove(value: unknown): PendingMove | null {
  if (typeof value !== 'object' || value === null) return null;
  const { branch, from, to } = value as Record<string, unknown>;
  if (typeof branch !== 'string' || typeof to !== 'string' || (typeof from !== 'string' && from !== null))
    return null;
  return { branch, from, to };
}

/** Throws unless the repository has a working tree. */
export function assertWorkTree(
  place: RepositoryPlace,
): asserts place is RepositoryPlace & { workTree: string } {
  if (place.workTree !== null) return;
  throw new AppError('REPOSITORY_INVALID', `The repository ${place.gitDir} has no working tree`, {
    hint: 'Clone it without --bare to edit files, or use it as a mirror only.',
  });
}
