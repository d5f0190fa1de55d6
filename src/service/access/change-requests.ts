import { AppError } from '../../base/index.ts';
import type { Context } from '../context.ts';
import { notFound, openSpace, spacePermissionsOf } from './open.ts';

/** Finds a change request by its id, or by its number in the space. The caller must have opened the space before. */
export function openChangeRequest(
  ctx: Pick<Context, 'store'>,
  space: string,
  idOrNumber: string,
): { readonly id: string; readonly number: number } {
  const number = /^[1-9][0-9]{0,8}$/.test(idOrNumber) ? Number(idOrNumber) : -1;
  const row = ctx.store.get<{ id: string; number: number }>(
    'SELECT id, number FROM change_requests WHERE space = ? AND (id = ? OR number = ?)',
    space,
    idOrNumber,
    number,
  );
  if (row === undefined) throw notFound('change request', idOrNumber);
  return row;
}

/** Proves that the caller may review a change request: by the right to review, or by being asked and free to comment. */
export function openReview(
  ctx: Pick<Context, 'store' | 'caller'>,
  spaceId: string,
  idOrNumber: string,
): void {
  const space = openSpace(ctx, spaceId, 'access');
  const { id, number } = openChangeRequest(ctx, spaceId, idOrNumber);
  const { review, comment } = spacePermissionsOf(ctx, [space]).get(spaceId)!;
  const isAsked = (): boolean =>
    ctx.store.get(
      'SELECT 1 FROM requested_reviewers WHERE change_request = ? AND user = ?',
      ...[id, ctx.caller.userId],
    ) !== undefined;
  if (review || (comment && isAsked())) return;
  throw new AppError(
    'FORBIDDEN',
    `The token’s user lacks the permission "review" on change request #${number}.`,
    {
      hint: 'Ask its author to ask you for a review, or an administrator of the organization for a higher role.',
    },
  );
}
