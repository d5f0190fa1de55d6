import type { ContentPosition } from '../../contract/index.ts';
import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';

/** Somebody who arranges content without administering it must not become its administrator by moving it. */
export function moveWouldGainRights(kind: 'space' | 'collection', title: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `The ${kind} "${title}" would move to a place where the token’s user administers it, and at its present place the user does not.`,
    { hint: 'Ask an administrator of the organization to move it.' },
  );
}

interface Sibling {
  readonly id: string;
  readonly position: number;
}

/**
 * Finds the place for a space or collection among those with the same parent (spaces and collections have one common order): before or
 * after the named one, else at the end.
 *
 * @throws BAD_REQUEST when both sides are named, or one that is not a sibling.
 */
export function positionAmong(
  { store }: Pick<Context, 'store'>,
  {
    organization,
    parent,
    position,
    moving,
  }: {
    organization: string;
    parent: string | null;
    position?: ContentPosition | undefined;
    /** The space or collection that moves: it is not its own sibling. */
    moving?: string;
  },
): number {
  const siblings = store
    .all<Sibling>(
      `SELECT id, position FROM spaces WHERE organization = ?1 AND parent IS ?2 AND deleted_at IS NULL
       UNION ALL SELECT id, position FROM collections WHERE organization = ?1 AND parent IS ?2
       ORDER BY position, id`,
      { 1: organization, 2: parent },
    )
    .filter((sibling) => sibling.id !== moving);
  const target = position?.before ?? position?.after;
  if (target === undefined) return (siblings.at(-1)?.position ?? 0) + 1;
  if (position?.before !== undefined && position.after !== undefined) {
    throw new AppError('BAD_REQUEST', 'The position names both "before" and "after".', {
      hint: 'Name one of them.',
    });
  }
  const id = 'space' in target ? target.space : target.collection;
  const index = siblings.findIndex((sibling) => sibling.id === id);
  if (index === -1) {
    throw new AppError(
      'BAD_REQUEST',
      `The position names ${target.type} "${id}", which is not beside the moved one.`,
    );
  }
  const [left, right] = position?.before === undefined ? [index, index + 1] : [index - 1, index];
  return positionBetween(siblings[left]?.position, siblings[right]?.position);
}

/** A number between two others; with a gap of 1, this works 52 times in one place, far beyond what people move by hand. */
function positionBetween(left: number | undefined, right: number | undefined): number {
  if (left === undefined) return right === undefined ? 1 : right - 1;
  if (right === undefined) return left + 1;
  return (left + right) / 2;
}
