import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import { takeLock } from '../database/index.ts';
import type { Lock } from '../database/index.ts';
import { fileSystemError } from '../files/index.ts';
import type { RepositoryPlace } from './port.ts';

/** Makes this process the only one of Tidemark's that writes to a repository. Throws HELD, with the holder's description of itself. */
export function holdRepository(place: RepositoryPlace, holder: string): Lock {
  const folder = path.join(place.commonDir, 'tidemark');
  try {
    mkdirSync(folder, { recursive: true });
    return takeLock(path.join(folder, 'lock.db'), holder, (by) => heldBy(place, by));
  } catch (error) {
    throw fileSystemError(error, `Locking the repository in ${folder}`, folder);
  }
}

function heldBy(place: RepositoryPlace, holder: string): AppError {
  return new AppError('HELD', `The repository ${place.workTree ?? place.gitDir} is held by ${holder}`, {
    hint: 'Wait for it, or stop it: two processes must not write to one repository.',
    data: { holder },
  });
}
