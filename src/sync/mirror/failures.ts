import { isAppError } from '../../base/index.ts';

/** Failures after which no other space is tried: they would all fail the same way, or the repository is not ours just now. */
export function stopsEverything(error: unknown): boolean {
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
