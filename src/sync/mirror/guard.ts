import { AppError } from '../../base/index.ts';
import type { GuardConfig } from '../config.ts';

/** Whether a cycle may not delete so many pages, or change them at one stroke, without a person. */
export function exceedsGuard({
  count,
  of,
  guards,
}: {
  count: number;
  of: number;
  guards: GuardConfig;
}): boolean {
  return count >= Math.max(1, guards.deleteMinimum) && count * 100 > of * guards.deletePercent;
}

/** The report of held-back deletions, which says why and how a person lets them pass. */
export function deletionGuard({
  deleted,
  of,
  where,
  unpublished = 0,
  back = '',
}: {
  deleted: number;
  of: number;
  where: string;
  /** How many of the deleted pages only a change request has. */
  unpublished?: number;
  /** How a person brings the pages back, as a sentence. */
  back?: string;
}): AppError {
  const there = unpublished === 0 ? '' : `, ${unpublished} of them only in its change request,`;
  return new AppError(
    'DELETION_GUARD',
    `${deleted} of ${of} pages of ${where}${there} would be deleted, so Tidemark deleted nothing and left that space as it was`,
    {
      hint: `If that is meant, run \`tidemark sync --confirm-deletions\`. ${back}The limits are \`guards:\` in the configuration.`,
      data: { deleted, of },
    },
  );
}

/** Edits of a space, as far as a guard counts them. */
interface CountedEdits {
  readonly deletes: readonly unknown[];
  /** New pages, and edits of the others. */
  readonly texts: readonly unknown[];
  /** How many of the deleted pages only a change request has. */
  readonly unpublished?: number;
  /** Pages that the table of contents alone makes, renames or retitles. */
  readonly byContents: readonly unknown[];
  /** How many pages the space has, with those that the branch's change request has made. */
  readonly pages: number;
}

/** Why edits are held back that change more pages at one stroke than a cycle sends without a person; null when they are not held back. */
export function heldByGuard(
  { deletes, texts, unpublished = 0, byContents, pages: of }: CountedEdits,
  {
    guards,
    where,
    folder,
    contents,
  }: {
    guards: GuardConfig;
    where: string;
    /** The folder of the space. */
    folder: string;
    /** The path of the table of contents. */
    contents: string;
  },
): AppError | null {
  // A space that is emptied is small or large: nobody deletes all pages, and writes none, by one edit after the other.
  const empties = of > 1 && deletes.length >= of && texts.length === 0 && guards.deletePercent < 100;
  if (empties || exceedsGuard({ count: deletes.length, of, guards })) {
    const back = empties ? `Else bring the files back: git checkout docs/main -- ${folder}. ` : '';
    return deletionGuard({ deleted: deletes.length, of, where, unpublished, back });
  }
  const count = byContents.length;
  if (!exceedsGuard({ count, of, guards })) return null;
  return new AppError(
    'CONTENTS_GUARD',
    `${contents} would make, rename or retitle ${count} pages of ${where}, which has ${of}, so nothing of that space was sent`,
    {
      hint: `If that is meant, run \`tidemark sync --confirm-deletions\`; else put the table of contents back (git checkout -- ${contents}). The limits are \`guards:\` in the configuration.`,
      data: { count, of, path: contents },
    },
  );
}
