import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { AppError, isAppError } from '../base/index.ts';
import { flushFolder } from '../files/index.ts';
import { DiskCheckout } from './disk-checkout.ts';
import type { DamagedIndex, DamagedRef, Oid, RepositoryRepair } from './port.ts';
import type { DiskRepository } from './repository.ts';

/** Repairs single files of a repository on disk that a power failure damaged. */
export function createRepositoryRepair(repository: DiskRepository): RepositoryRepair {
  const { place } = repository;
  const index = path.join(place.gitDir, 'index');
  const damagedIndex = async (): Promise<DamagedIndex | null> => {
    const file = { file: index };
    if (!existsSync(index)) return (await lacksIndex(repository)) ? { ...file, isGone: true } : null;
    return isWholeIndex(readFileSync(index)) ? null : { ...file, isGone: false };
  };
  return {
    damagedRefs: async () => {
      const damaged: DamagedRef[] = [];
      for (const ref of repository.refNames())
        try {
          await repository.resolveRef(ref);
        } catch (error) {
          if (!isAppError(error, 'REPOSITORY_INVALID')) throw error;
          damaged.push({ ref, last: await lastLogged(repository, ref) });
        }
      return damaged;
    },
    setRefAside: (ref) => setAside(place.gitDir, repository.refFile(ref), ref),
    damagedIndex,
    renewIndex: async () => {
      if ((await damagedIndex()) === null) throw new AppError('WRONG_STATE', 'The index is not damaged');
      const kept = existsSync(index) ? await setAside(place.gitDir, index, 'index') : null;
      const { oid } = await repository.head();
      const files = oid === null ? [] : await repository.listTree(oid);
      // Without stamps, git looks at each file before it believes that the file is unchanged from the commit.
      if (place.workTree !== null) {
        const checkout = new DiskCheckout({ ...place, workTree: place.workTree }, repository.warden);
        await checkout.stage(new Map(files.map((file) => [file.path, { ...file, stamp: null }])));
      }
      return kept;
    },
  };
}

/** Whether files of the commit that is checked out are here, of which an index would know. A clone without a checkout has neither. */
async function lacksIndex(repository: DiskRepository): Promise<boolean> {
  const { workTree } = repository.place;
  if (workTree === null) return false;
  try {
    const { oid } = await repository.head();
    const files = oid === null ? [] : await repository.listTree(oid);
    return files.some((file) => existsSync(path.join(workTree, file.path)));
  } catch (error) {
    // A commit that cannot be read is told by itself.
    if (isAppError(error)) return false;
    throw error;
  }
}

/** Whether an index ends with the checksum of its content, or with an empty one, as a person may have configured. */
function isWholeIndex(bytes: Buffer): boolean {
  if (bytes.length < 12 + 20 || bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const end = bytes.subarray(-20);
  return end.every((byte) => byte === 0) || end.equals(hash('sha1', bytes.subarray(0, -20), 'buffer'));
}

/** Moves a file out of the way, and keeps it. Returns its new path. */
async function setAside(gitDir: string, file: string, name: string): Promise<string> {
  const folder = path.join(gitDir, 'tidemark', 'damaged');
  mkdirSync(folder, { recursive: true });
  const flat = name.replaceAll('/', '.');
  let kept = path.join(folder, flat);
  for (let at = 2; existsSync(kept); at++) kept = path.join(folder, `${flat}.${at}`);
  renameSync(file, kept);
  await flushFolder(path.dirname(file));
  return kept;
}

/** The last value of a reference in its log, if that commit exists. */
async function lastLogged(repository: DiskRepository, ref: string): Promise<Oid | null> {
  const log = path.join(repository.place.commonDir, 'logs', ref);
  if (!existsSync(log)) return null;
  const moves = readFileSync(log, 'utf8').trimEnd().split('\n');
  for (const line of moves.reverse()) {
    const [, to] = line.split(' ', 2);
    if (to === undefined || !/^[0-9a-f]{40}$/u.test(to) || !(await repository.has(to))) continue;
    if ((await repository.readObject(to)).kind === 'commit') return to;
  }
  return null;
}
