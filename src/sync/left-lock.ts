import { AppError } from '../base/index.ts';
import { heldHint } from '../git/port.ts';
import type { GitRepository } from '../git/port.ts';

/** How long a git command may write the index before its lock counts as left over. */
const longestWriteMs = 10 * 60_000;

/** The problem of a lock of the index that is too old to be a running command's: nothing is written or sent while it is there. */
export async function leftLock(git: Pick<GitRepository, 'indexLock'>): Promise<AppError | null> {
  const lock = await git.indexLock();
  if (lock === null || lock.ageMs < longestWriteMs) return null;
  const since = new Date(lock.since).toISOString();
  return new AppError(
    'HELD',
    `Git's index has been locked since ${since} by ${lock.file}, so edits wait on both sides`,
    {
      hint: heldHint,
      data: { file: lock.file },
    },
  );
}
