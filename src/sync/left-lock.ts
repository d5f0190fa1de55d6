import { AppError } from '../base/index.ts';
import { heldHint } from '../git/port.ts';
import type { GitLock, GitRepository } from '../git/port.ts';

/** How long a git command may write the index before its lock counts as left over. */
const longestIndexMs = 10 * 60_000;
/** Git writes a reference at once, and packs references within seconds. */
const longestReferenceMs = 60_000;

const isLeft = ({ of, ageMs }: GitLock): boolean =>
  ageMs >= (of === 'index' ? longestIndexMs : longestReferenceMs);

/** The files of the locks for which a sync leaves what was edited here, or a branch, to the next one: a git command is at work. */
export async function locksAtWork(git: Pick<GitRepository, 'locks'>): Promise<readonly string[]> {
  const locks = await git.locks();
  return locks
    .filter((lock) => (lock.of === 'index' || lock.of.startsWith('refs/heads/')) && !isLeft(lock))
    .map(({ file }) => file);
}

/** The problems of locks that are too old to be a running command's: what they lock stays as it is while they are there. */
export async function leftLocks(git: Pick<GitRepository, 'locks'>): Promise<readonly AppError[]> {
  const left = (await git.locks()).filter(isLeft);
  return left.map((lock) => {
    const { file } = lock;
    return new AppError('HELD', messageFor(lock), { hint: heldHint, data: { file } });
  });
}

function messageFor({ of, file, since }: GitLock): string {
  const locked = `locked since ${new Date(since).toISOString()} by ${file}`;
  if (of === 'index') return `Git's index has been ${locked}, so edits wait on both sides`;
  if (of === 'packed-refs') return `Git's packed references have been ${locked}, so none can be deleted`;
  return `The reference ${of} has been ${locked}, so nothing can move it`;
}
