import { existsSync, lstatSync, readFileSync, rmdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import type { Clock } from '../clock/index.ts';
import { codeOf, fileSystemError, flushFolder } from '../files/index.ts';
import { refNameTaken, refMoved } from './failures.ts';
import { LockFile, removeEmptyFolders, unlinkIfThere } from './lock-file.ts';
import { assertRefName } from './names.ts';
import { heldHint } from './port.ts';
import type { RefUpdate, RepositoryPlace } from './port.ts';
import { writeReflog } from './reflog.ts';
import type { RefReader } from './refs.ts';
import type { LockWatcher } from './warden.ts';

const lockWaitMs = 25;
const lockTries = 80;

export interface RefUpdatePorts {
  place: RepositoryPlace;
  config: ReadonlyMap<string, string>;
  refs: RefReader;
  clock: Clock;
  /** The folder for the locks' private files. */
  lockFolder: string;
  warden: LockWatcher;
}

/** Moves references by compare-and-swap, as the port says. */
export async function updateRefs(
  ports: RefUpdatePorts,
  updates: readonly RefUpdate[],
  reason: string,
): Promise<void> {
  if (updates.length === 0) return;
  for (const { ref } of updates) assertRefName(ref);
  if (new Set(updates.map(({ ref }) => ref)).size < updates.length) {
    throw new AppError('INTERNAL', 'One reference is named twice in an update');
  }
  try {
    await lockAndMove(ports, updates, reason);
  } catch (error) {
    throw fileSystemError(error, `Moving ${updates.map(({ ref }) => ref).join(', ')}`);
  }
}

async function lockAndMove(
  ports: RefUpdatePorts,
  updates: readonly RefUpdate[],
  reason: string,
): Promise<void> {
  const { refs, lockFolder, clock, warden } = ports;
  const locks: LockFile[] = [];
  try {
    for (const { ref, next } of updates) {
      const content = Buffer.from(next === null ? '' : `${next}\n`);
      const lock = await LockFile.prepare(refs.fileOf(ref), content, lockFolder);
      locks.push(lock);
      warden.watch(lock);
    }
    for (let tries = 1; !takeAll(locks, updates, refs); tries++) {
      if (tries === lockTries) throw held(locks, updates);
      await clock.sleep(lockWaitMs);
    }
    for (const update of updates) check(refs, update);
    await moveAll(ports, locks, updates, reason);
  } finally {
    for (const lock of locks) {
      lock.dispose();
      warden.forget();
    }
  }
}

/** All locks or none. */
function takeAll(locks: readonly LockFile[], updates: readonly RefUpdate[], refs: RefReader): boolean {
  for (const [at, lock] of locks.entries()) {
    try {
      if (lock.take()) continue;
    } catch (error) {
      const ref = updates[at]?.ref ?? '';
      const inTheWay = refAbove(ref, refs);
      const code = codeOf(error);
      if ((code === 'EEXIST' || code === 'ENOTDIR') && inTheWay !== null) throw refNameTaken(ref, inTheWay);
      throw error;
    }
    for (const taken of locks.slice(0, at)) taken.release();
    return false;
  }
  return true;
}

function refAbove(ref: string, refs: RefReader): string | null {
  for (let above = path.posix.dirname(ref); above.split('/').length > 1; above = path.posix.dirname(above)) {
    if (isFile(refs.fileOf(above)) || refs.packed().has(above)) return above;
  }
  return null;
}

function isFile(file: string): boolean {
  try {
    return lstatSync(file).isFile();
  } catch {
    return false;
  }
}

function check(refs: RefReader, { ref, expected, next }: RefUpdate): void {
  const at = refs.resolve(ref);
  if (at !== expected) throw refMoved(ref, at, expected);
  if (next === null || expected !== null) return;
  const above = refAbove(ref, refs);
  if (above !== null) throw refNameTaken(ref, above);
  const below = refs.list(`${ref}/`)[0];
  if (below !== undefined) throw refNameTaken(ref, below.ref);
}

async function moveAll(
  ports: RefUpdatePorts,
  locks: readonly LockFile[],
  updates: readonly RefUpdate[],
  reason: string,
): Promise<void> {
  const { place, config, clock, refs } = ports;
  const moves = updates.flatMap(({ ref, expected, next }) =>
    next === null || next === expected ? [] : [{ ref, from: expected, to: next }],
  );
  const { branch } = refs.head();
  const deleted = updates.filter(({ next }) => next === null).map(({ ref }) => ref);
  if (deleted.some((ref) => refs.packed().has(ref))) await removePacked(ports, deleted);
  writeReflog(moves, { place, config, clock, branch, reason });
  for (const [at, lock] of locks.entries()) {
    const update = updates[at];
    if (update === undefined || update.next === update.expected) continue;
    if (update.next === null) {
      unlinkIfThere(lock.target);
      lock.release();
      unlinkIfThere(path.join(place.commonDir, 'logs', update.ref));
      removeEmptyFolders(
        path.dirname(path.join(place.commonDir, 'logs', update.ref)),
        path.join(place.commonDir, 'logs', 'refs'),
      );
      removeEmptyFolders(
        path.dirname(lock.target),
        path.join(place.commonDir, ...update.ref.split('/').slice(0, 2)),
      );
    } else {
      removeEmptyFolder(lock.target);
      lock.commit();
    }
  }
  const folders = new Set(locks.map(({ target }) => path.dirname(target)));
  for (const folder of folders) if (existsSync(folder)) await flushFolder(folder);
}

/** Deleted references leave empty folders behind, whose names a reference may need later. */
function removeEmptyFolder(folder: string): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of readdirSync(folder)) removeEmptyFolder(path.join(folder, name));
  rmdirSync(folder);
}

async function removePacked(
  { place, refs, lockFolder, clock, warden }: RefUpdatePorts,
  deleted: readonly string[],
): Promise<void> {
  const file = path.join(place.commonDir, 'packed-refs');
  for (let tries = 1; ; tries++) {
    const before = readFileSync(file);
    const lock = await LockFile.prepare(
      file,
      Buffer.from(packedReferencesWithout(before.toString('utf8'), deleted)),
      lockFolder,
    );
    warden.watch(lock);
    try {
      if (lock.take() && readFileSync(file).equals(before)) {
        lock.commit();
        await lock.settle();
        refs.packed();
        return;
      }
    } finally {
      lock.dispose();
      warden.forget();
    }
    if (tries === lockTries) {
      throw new AppError('HELD', 'Another process keeps packed-refs.lock', {
        hint: heldHint,
        data: { file },
      });
    }
    await clock.sleep(lockWaitMs);
  }
}

/** Packed references without the deleted ones: each is a line, perhaps followed by a `^…` line with the object that a tag points to. */
function packedReferencesWithout(packed: string, deleted: readonly string[]): string {
  const gone = new Set(deleted);
  let skipping = false;
  return packed
    .split('\n')
    .filter((line) => {
      if (!line.startsWith('^')) skipping = gone.has(line.slice(41));
      return !skipping;
    })
    .join('\n');
}

function held(locks: readonly LockFile[], updates: readonly RefUpdate[]): AppError {
  const file = locks.find((lock) => existsSync(lock.path))?.path;
  const kept = file ?? `a lock of ${updates.map(({ ref }) => ref).join(', ')}`;
  return new AppError('HELD', `Another process keeps ${kept}`, {
    hint: heldHint,
    data: { file },
  });
}
