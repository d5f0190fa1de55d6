import type { User } from '../../contract/index.ts';
import { withoutNulls } from '../absent.ts';
import type { Context, Service } from '../context.ts';
import { newId } from '../context.ts';

interface UserRow {
  id: string;
  display_name: string;
  email: string | null;
  photo_url: string | null;
}

/** The users with these ids, read together; deleted users are left out. */
export function usersById(
  { store, baseUrl }: Pick<Context, 'store' | 'baseUrl'>,
  ids: Iterable<string>,
): Map<string, User> {
  const rows = store.all<UserRow>(
    'SELECT id, display_name, email, photo_url FROM users WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(ids)]),
  );
  return new Map(rows.map((row) => [row.id, userJson(row, baseUrl)]));
}

/** The user with this id; a deleted user is shown without a name. */
export function userById(ctx: Pick<Context, 'store' | 'baseUrl'>, id: string): User {
  return usersById(ctx, [id]).get(id) ?? unknownUser(ctx, id);
}

/** What answers show for a user who was removed. */
export function unknownUser({ baseUrl }: Pick<Context, 'baseUrl'>, id: string): User {
  return { object: 'user', id, displayName: 'Former user', urls: { location: `${baseUrl}/v1/users/${id}` } };
}

/** Finds the user with an e-mail address, or creates one: somebody who was invited and has not signed in yet. */
export function ensureUser(
  { store, random, now }: Pick<Service, 'store' | 'random'> & { now: string },
  { email, displayName = email.split('@')[0]!, id }: { email: string; displayName?: string; id?: string },
): string {
  const known = store.get<{ id: string }>('SELECT id FROM users WHERE email = ?', email);
  if (known !== undefined) return known.id;
  const created = id ?? newId({ random });
  store.run(
    'INSERT INTO users (id, display_name, email, created_at) VALUES (?, ?, ?, ?)',
    ...[created, displayName, email.toLowerCase(), now],
  );
  return created;
}

/** Makes a user who cannot be found by an address, since no address was proven. */
export function createUser(
  { store, random, now }: Pick<Service, 'store' | 'random'> & { now: string },
  displayName: string,
): string {
  const id = newId({ random });
  store.run('INSERT INTO users (id, display_name, created_at) VALUES (?, ?, ?)', id, displayName, now);
  return id;
}

function userJson(row: UserRow, baseUrl: string): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.display_name,
    ...withoutNulls({ email: row.email, photoURL: row.photo_url }),
    urls: { location: `${baseUrl}/v1/users/${row.id}` },
  };
}
