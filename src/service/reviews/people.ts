import type { UserContentPermission } from '../../contract/index.ts';
import { levelsOfMembers, type GuardedSpace, type Role } from '../access/index.ts';
import type { Context } from '../context.ts';
import { unknownUser, usersById } from '../organizations/index.ts';
import type { Handlers } from '../handler.ts';
import { pageOfArray } from '../paging.ts';
import { spaceRow } from '../spaces/space.ts';

export const peopleHandlers = {
  listPermissionsAggregateInSpace: (ctx, { params, query }) => {
    const space: GuardedSpace = spaceRow(ctx, params.spaceId);
    const people = levelsOfMembers(ctx, space).filter(
      ({ level }) => query.role === undefined || level === query.role,
    );
    return pageOfArray<{ user: string; level: Role }, UserContentPermission>(ctx, {
      list: ['space-permissions', params.spaceId, query.role],
      query,
      all: people,
      key: ({ user }) => user,
      items: (rows) => {
        const users = usersById(
          ctx,
          rows.map(({ user }) => user),
        );
        return rows.map(({ user, level }) => ({
          permission: level,
          user: users.get(user) ?? unknownUser(ctx, user),
        }));
      },
    });
  },
} satisfies Partial<Handlers>;

/** The users among `users` who may not comment in the space, and so cannot be asked for a review in it. */
export function usersWithoutAccess(ctx: Context, spaceId: string, users: readonly string[]): string[] {
  const known = new Set(
    levelsOfMembers(ctx, spaceRow(ctx, spaceId), users).flatMap(({ user, level }) =>
      level === 'read' ? [] : user,
    ),
  );
  return users.filter((user) => !known.has(user));
}
