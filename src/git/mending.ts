import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { AppError, isAppError } from '../base/index.ts';
import { flushFolder } from '../files/index.ts';
import { DiskCheckout } from './disk-checkout.ts';
import type { DamagedRef, Oid, RepositoryRepair } from './port.ts';
import type { DiskRepository } from './repository.ts';

/** Repairs single files of a repository on disk that a power failure damaged. */
export function createRepositoryRepair(repository: DiskRepository): RepositoryRepair {
  const { place } = repository;
  const index = path.join(place.gitDir, 'index');
  const damagedIndex = async (): Promise<string | null> =>
    existsSync(index) && !isWholeIndex(readFileSync(index)) ? `${index} is cut short or overwritten` : null;
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
      const kept = await setAside(place.gitDir, index, 'index');
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
