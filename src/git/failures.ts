import { AppError } from '../base/index.ts';
import type { ObjectKind, Oid } from './port.ts';

/** The repository has no object of that name (and kind). */
export function noSuchObject(oid: Oid, kind?: ObjectKind): AppError {
  return new AppError('NOT_FOUND', `The repository has no ${kind ?? 'object'} ${oid}`, {
    hint: 'Run `tidemark repair`, which mends the mirror and the state; of other commits, `git fsck --full` tells. A shallow clone must be fetched whole.',
    data: { oid },
  });
}

/** The reference does not have the value that the caller saw. */
export function refMoved(ref: string, at: Oid | null, expected: Oid | null): AppError {
  const said = (oid: Oid | null): string => oid?.slice(0, 12) ?? 'absent';
  return new AppError('REF_MOVED', `${ref} is at ${said(at)}, not at ${said(expected)} as expected`, {
    hint: 'Somebody moved it meanwhile. Nothing was overwritten; the next cycle looks again.',
    data: { ref, at, expected },
  });
}

/** A reference cannot also be a folder of references. */
export function refNameTaken(ref: string, other: string): AppError {
  return new AppError('CONFLICT', `${ref} cannot exist beside ${other}`, {
    hint: `Rename or delete ${other}.`,
    data: { ref, other },
  });
}
