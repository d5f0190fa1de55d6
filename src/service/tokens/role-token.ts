import type { Random } from '../../clock/port.ts';
import type { Role } from '../access/index.ts';
import { newId } from '../context.ts';
import { setMember } from '../organizations/index.ts';
import type { Store } from '../store/index.ts';
import { createToken, type TokenRecord } from './tokens.ts';

/**
 * Creates a token that may do what a role allows, and nothing else. The token belongs to its own user, who is a member of the organization
 * with that role. So the same guard decides for tokens and for people, and everything that the token writes carries its name.
 */
export function createRoleToken(
  { store, random, nowMs }: { store: Store; random: Random; nowMs: number },
  {
    organization,
    role,
    label,
    expiresAt,
  }: { organization: string; role: Role; label: string; expiresAt?: number },
): { token: string; record: TokenRecord } {
  return store.transaction(() => {
    const user = newId({ random });
    const now = new Date(nowMs).toISOString();
    store.run(
      'INSERT INTO users (id, display_name, created_at) VALUES (?, ?, ?)',
      ...[user, label === '' ? `Token (${role})` : label, now],
    );
    setMember({ store, now }, { organization, user, role });
    return createToken(
      { store, random, nowMs },
      { user, label, ...(expiresAt === undefined ? {} : { expiresAt }) },
    );
  });
}
