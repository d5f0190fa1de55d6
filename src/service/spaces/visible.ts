import { visibleOf, type GuardedSpace } from '../access/index.ts';
import type { Context } from '../context.ts';
import { stateOf } from '../states.ts';

const columns = 'id, organization, parent, default_level, visibility, deleted_at';

/** Where spaces are listed, and the order of the list there. */
const places = {
  organization: `SELECT ${columns} FROM spaces WHERE organization = ? AND deleted_at IS NULL ORDER BY created_at, id`,
  collection: `SELECT ${columns} FROM spaces WHERE parent = ? AND deleted_at IS NULL ORDER BY position, id`,
};

/**
 * The spaces of an organization or a collection that the caller sees, in the order of their list. To check the rights on a thousand spaces
 * is expensive, and most writes change nobody's rights, so the result is cached until somebody's rights may have changed.
 */
export function visibleSpaces(ctx: Context, place: keyof typeof places, id: string): ReadonlySet<string> {
  const key = [place, id, ctx.caller.userId, ctx.caller.site?.id ?? '', stateOf(ctx, 'access')].join('\n');
  const known = ctx.cache.visibleSpaces.get(key);
  if (known !== undefined) return known;
  const rows = ctx.store.all<GuardedSpace>(places[place], id);
  const visible = new Set(visibleOf(ctx, rows).map((row) => row.id));
  ctx.cache.visibleSpaces.set(key, visible, visible.size + 1);
  return visible;
}
