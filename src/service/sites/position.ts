import { AppError } from '../../base/index.ts';

/** A thing in an ordered list. */
export interface Placed {
  readonly id: string;
  readonly position: number;
}

/** Where something goes: before or after a neighbour, or at the end. */
export type Place = { readonly beside: string; readonly side: 'before' | 'after' } | 'end';

/** Reads a position of the interface, which may name one neighbour. */
export function readPlace<Pointer>(
  position: { before?: Pointer; after?: Pointer } | undefined,
  idOf: (pointer: Pointer) => string,
): Place {
  const { before, after } = position ?? {};
  if (before !== undefined && after !== undefined) {
    throw new AppError('BAD_REQUEST', 'The position names both "before" and "after".', {
      hint: 'Name one of them.',
    });
  }
  if (before !== undefined) return { beside: idOf(before), side: 'before' };
  return after === undefined ? 'end' : { beside: idOf(after), side: 'after' };
}

/** The position number for `place` among `siblings`, which are in order and do not include the thing that moves. */
export function positionAt(siblings: readonly Placed[], place: Place): number {
  if (place === 'end') return (siblings.at(-1)?.position ?? 0) + 1;
  const index = siblings.findIndex(({ id }) => id === place.beside);
  const [left, right] =
    place.side === 'before' ? [siblings[index - 1], siblings[index]] : [siblings[index], siblings[index + 1]];
  if (left === undefined) return right === undefined ? 1 : right.position - 1;
  return right === undefined ? left.position + 1 : (left.position + right.position) / 2;
}
