import type { Context } from '../context.ts';
import { notFound } from './open.ts';

/** Finds a change request by its id, or by its number in the space. Its space must have been opened before. */
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
