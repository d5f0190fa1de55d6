import { AppError } from '../../base/index.ts';
import type { GuardConfig } from '../config.ts';

/** Whether so many deletions are more than a cycle does by itself. */
export function exceedsGuard({
  deleted,
  of,
  guards,
}: {
  deleted: number;
  of: number;
  guards: GuardConfig;
}): boolean {
  return deleted >= Math.max(1, guards.deleteMinimum) && deleted * 100 > of * guards.deletePercent;
}

/** Why a cycle held deletions back, and how a person lets them pass. */
export function deletionGuard({
  deleted,
  of,
  where,
}: {
  deleted: number;
  of: number;
  where: string;
}): AppError {
  return new AppError(
    'DELETION_GUARD',
    `${deleted} of ${of} pages of ${where} would be deleted, so none of it was done`,
    {
      hint: 'If that is meant, run `tidemark sync --confirm-deletions`; the limits are `guards:` in the configuration.',
      data: { deleted, of },
    },
  );
}
