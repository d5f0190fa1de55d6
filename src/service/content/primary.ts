import type { Context } from '../context.ts';
import { touchSpace } from '../spaces/space.ts';

/** Makes a revision the present content of its space. */
export function setPrimaryContent(ctx: Context, space: string, revision: string): void {
  ctx.store.run('UPDATE spaces SET revision = ? WHERE id = ?', revision, space);
  touchSpace(ctx, space);
}
