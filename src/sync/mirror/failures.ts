import { isAppError } from '../../base/index.ts';
import type { Problem } from '../report.ts';
import type { CycleContext } from './context.ts';

/**
 * Failures after which no other space is tried: they would all fail the same way, or the repository is not ours just now. A
 * service that takes a request and breaks off, or says what is not HTTP, may do so for one space alone; one that cannot be
 * reached gives no answer about any.
 */
export function stopsEverything(error: unknown): boolean {
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

/** An answer; `late` while the service does not show the write yet, which is reported. */
export async function unlessLate<Answer>(
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

/** Several branches may hold the same file: it is told once. */
export function tellProblems({ problems }: CycleContext, told: readonly Problem[]): void {
  for (const problem of told)
    if (!problems.some(({ message, space }) => message === problem.message && space === problem.space))
      problems.push(problem);
}
