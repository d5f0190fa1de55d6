import { AppError, messageOf } from './errors.ts';

/** Whether a system call, or SQLite, failed because there is no room on the disk, or none left for this user. */
export function isDiskFull(thrown: unknown): boolean {
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Whether a system call failed because the file system is mounted read-only. */
export function isReadOnly(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException | undefined)?.code === 'EROFS';
}

/** What a person can do about that. More rights do not help. */
export const readOnlyHint =
  'The file system is mounted read-only. Mount it for writing (`mount -o remount,rw`; for a container, a volume without `ro`). If nobody chose read-only, the system did so after errors of the disk: see `dmesg`.';

/** Turns anything that was thrown into an error of the table: system errors by their code, anything unknown as a bug. */
export function systemError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = (thrown as NodeJS.ErrnoException | undefined)?.code;
  const message = messageOf(thrown);
  if (isDiskFull(thrown)) {
    return new AppError('DISK_FULL', `the disk is full: ${message}`, {
      hint: 'Free some room and run the command again: nothing half-written is left behind.',
      cause: thrown,
    });
  }
  if (code === 'EADDRINUSE') {
    return new AppError('PORT_IN_USE', `the port is taken: ${message}`, {
      hint: 'Choose another with --port (0 takes any free one).',
      cause: thrown,
    });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new AppError('FILE_SYSTEM', `this machine does not have the address: ${message}`, {
      hint: 'Listen on an address of this machine (`ip address` lists them), such as 127.0.0.1, or on 0.0.0.0 for all of them.',
      cause: thrown,
    });
  }
  if (typeof code === 'string' && /^E[A-Z]{3,}$/.test(code)) {
    return new AppError('FILE_SYSTEM', message, {
      hint: isReadOnly(thrown)
        ? readOnlyHint
        : 'See whether the path exists and whether you may read and write it.',
      cause: thrown,
    });
  }
  return new AppError('INTERNAL', `this is a bug: ${message}`, {
    hint: 'Please report it with the lines below and what you did.',
    cause: thrown,
  });
}
