import type { Space, SpaceVisibility } from '../../contract/index.ts';
import { notFound, spacePermissionsOf } from '../access/index.ts';
import type { GuardedSpace } from '../access/index.ts';
import type { Context } from '../context.ts';
import { publishedUrls } from '../site-rows/published-urls.ts';

/** A space's row. */
export interface SpaceRow extends GuardedSpace {
  readonly position: number;
  readonly title: string;
  readonly emoji: string | null;
  readonly icon: string | null;
  readonly edit_mode: 'live' | 'locked';
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: string;
  readonly comments: number;
  readonly change_requests: number;
  readonly change_requests_open: number;
  readonly change_requests_draft: number;
}

/** How long a deleted space can be restored. The specification's limit. */
export const restorableMs = 7 * 24 * 60 * 60 * 1000;

const emojiOfNoChoice = '1f4d8';

/** The space with this id, also a deleted one. The guard has opened it before. */
export function spaceRow({ store }: Pick<Context, 'store'>, id: string): SpaceRow {
  const row = store.get<SpaceRow>('SELECT * FROM spaces WHERE id = ?', id);
  if (row === undefined) throw notFound('space', id);
  return row;
}

/** The spaces with these ids, in the order of the ids. */
export function spaceRows({ store }: Pick<Context, 'store'>, ids: readonly string[]): SpaceRow[] {
  const rows = store.all<SpaceRow>(
    'SELECT * FROM spaces WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The spaces as the interface shows them to the caller; one query for all of them. */
export function spacesJson(
  ctx: Context,
  rows: readonly SpaceRow[],
  showing: { shareKey?: string } = {},
): Space[] {
  const permissions = spacePermissionsOf(ctx, rows, showing);
  const published = publishedUrls(
    ctx,
    rows.map((row) => row.id),
    showing,
  );
  return rows.map((row) => ({
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji ?? emojiOfNoChoice,
    visibility: row.visibility as SpaceVisibility,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.deleted_at === null ? {} : { deletedAt: row.deleted_at }),
    editMode: row.edit_mode,
    urls: {
      location: `${ctx.baseUrl}/v1/spaces/${row.id}`,
      app: `${ctx.appBase}/spaces/${row.id}`,
      ...published.get(row.id),
      ...(row.icon === null ? {} : { icon: row.icon }),
    },
    organization: row.organization,
    ...(row.parent === null ? {} : { parent: row.parent }),
    revision: row.revision,
    defaultLevel: levelJson(row.default_level),
    comments: row.comments,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    mergeRules: { type: 'inherit' },
    permissions: permissions.get(row.id)!,
  }));
}

/** One space as the interface shows it to the caller. */
export function spaceJson(ctx: Context, row: SpaceRow, showing: { shareKey?: string } = {}): Space {
  return spacesJson(ctx, [row], showing)[0]!;
}

/**
 * Records that something in a space has changed, so that everybody who compares `updatedAt` and the counters notices. Two changes within
 * one millisecond get two different times.
 */
export function touchSpace(
  ctx: Pick<Context, 'store' | 'now' | 'nowMs'>,
  id: string,
  { comments = 0 }: { comments?: number } = {},
): void {
  const before = ctx.store.get<{ updated_at: string }>(
    'SELECT updated_at FROM spaces WHERE id = ?',
    id,
  )?.updated_at;
  const latest = before === undefined ? 0 : Date.parse(before);
  const now = latest >= ctx.nowMs ? new Date(latest + 1).toISOString() : ctx.now;
  ctx.store.run('UPDATE spaces SET updated_at = ?, comments = comments + ? WHERE id = ?', now, comments, id);
}

function levelJson(level: string): Space['defaultLevel'] {
  return level === 'none' ? null : (level as Space['defaultLevel']);
}

/** A default level in the form of the database: null becomes `none`. */
export function storedLevel(level: Space['defaultLevel']): string {
  return level ?? 'none';
}
