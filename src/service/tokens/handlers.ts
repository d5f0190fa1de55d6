import type { APIToken } from '../../contract/index.ts';
import { notFound } from '../access/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { afterPosition, pageOf } from '../paging.ts';
import { createToken, revokeToken, type TokenRecord } from './tokens.ts';

interface Row {
  readonly id: string;
  readonly hint: string;
  readonly label: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

const works = 'user = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

export const tokenHandlers = {
  listTokensForAuthenticatedUser: (ctx, { query }) => {
    const bound = [ctx.caller.userId, ctx.now];
    return pageOf<Row, APIToken>(ctx, {
      list: ['tokens', ctx.caller.userId],
      query,
      count: () =>
        ctx.store.get<{ n: number }>(`SELECT count(*) AS n FROM tokens WHERE ${works}`, ...bound)!.n,
      rows: (after, limit) => {
        const { condition, parameters } = afterPosition(['created_at', 'id'], after);
        return ctx.store.all<Row>(
          `SELECT id, hint, label, created_at, expires_at, last_used_at FROM tokens
           WHERE ${works} AND ${condition} ORDER BY created_at, id LIMIT ?`,
          ...[...bound, ...parameters, limit],
        );
      },
      position: ({ created_at: createdAt, id }) => [createdAt, id],
      items: (rows) =>
        rows.map((row) =>
          tokenJson({
            ...{ id: row.id, hint: row.hint, label: row.label, createdAt: row.created_at },
            ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
            ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
          }),
        ),
    });
  },

  createTokenForAuthenticatedUser: (ctx, { body }) => {
    const own = ctx.store.get<{ expires_at: string | null }>(
      'SELECT expires_at FROM tokens WHERE id = ?',
      ctx.caller.tokenId,
    )?.expires_at;
    const ends = [body.expiresAt, own ?? undefined].flatMap((end) =>
      end === undefined ? [] : Date.parse(end),
    );
    const { token, record } = createToken(ctx, {
      user: ctx.caller.userId,
      label: body.label,
      ...(ends.length === 0 ? {} : { expiresAt: Math.min(...ends) }),
    });
    return { ...tokenJson(record), token };
  },

  revokeTokenForAuthenticatedUser: (ctx, { params }) => {
    demandOwn(ctx, params.tokenId);
    revokeToken(ctx, params.tokenId);
    return undefined;
  },
} satisfies Partial<Handlers>;

/** Somebody else's token does not exist for the caller. */
function demandOwn({ store, caller }: Context, id: string): void {
  if (store.get('SELECT 1 FROM tokens WHERE id = ? AND user = ?', id, caller.userId) === undefined)
    throw notFound('token', id);
}

function tokenJson({
  id,
  hint,
  label,
  createdAt,
  expiresAt,
  lastUsedAt,
}: Omit<TokenRecord, 'user'>): APIToken {
  return {
    object: 'token',
    ...{ id, label, hint, createdAt },
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
  };
}
