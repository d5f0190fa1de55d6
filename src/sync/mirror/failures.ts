import { AppError, isAppError } from '../../base/index.ts';
import type { Problem } from '../report.ts';
import type { CycleContext } from './context.ts';

/**
 * Whether no other space is tried after a failure, because all would fail the same way, or because the repository is not ours at
 * the moment. A service that accepts a request and breaks off, or answers with something that is not HTTP, may do so for one
 * space alone; a service that cannot be reached answers for none.
 */
export function stopsCycle(error: unknown): boolean {
  if (isAppError(error, 'NO_ANSWER') && error.data?.['processed'] === 'unknown') return false;
  return isAppError(
    error,
    'UNAUTHENTICATED',
    'CANCELLED',
    'DISK_FULL',
    'FILE_SYSTEM',
    'REF_MOVED',
    'HELD',
    'NO_ANSWER',
    'RATE_LIMITED',
  );
}

/** A failure that concerns one space, or one of its change requests; every other failure is thrown. */
export function ownFailure(error: unknown): AppError {
  if (!(error instanceof AppError) || stopsCycle(error)) throw error;
  return error;
}

/** Gives the answer, or `late` while the service does not show the write yet; the latter is reported. */
export async function answerUnlessLate<Answer>(
  { problems }: CycleContext,
  space: string,
  ask: () => Promise<Answer>,
): Promise<Answer | 'late'> {
  try {
    return await ask();
  } catch (error) {
    if (!isAppError(error, 'NOT_SHOWN_YET')) throw error;
    problems.push({ ...error.toJSON(), space });
    return 'late';
  }
}

/** Reports problems, each once: several branches may hold the same file. */
export function addProblems({ problems }: CycleContext, told: readonly Problem[]): void {
  for (const problem of told)
    if (!problems.some(({ message, space }) => message === problem.message && space === problem.space))
      problems.push(problem);
}
