/** Finds the person whom a provider signs in: one of its own people, and never somebody who also belongs to another organization. */
import { AppError } from '../../base/index.ts';
import type { Random } from '../../clock/port.ts';
import { memberRole } from '../access/index.ts';
import { createUser, setMember } from '../organizations/index.ts';
import type { Store } from '../store/index.ts';
import type { Identity } from './assertion.ts';
import type { Provider } from './providers.ts';

interface At {
  readonly store: Store;
  readonly random: Random;
  readonly now: string;
  readonly nowMs: number;
}

/**
 * The user whom a provider means. A provider can claim anything, even the address of somebody in another organization, so an address proves
 * nothing. An address finds only a person whom the organization invited to sign in this way and who never signed in otherwise. Everybody
 * else becomes a new person.
 */
export function userOf(at: At, provider: Provider, identity: Identity): string {
  const user =
    knownUser(at, provider, identity) ?? invitedUser(at, provider, identity) ?? newUser(at, identity);
  demandNoOther(at, provider, user);
  at.store.run(
    'INSERT INTO saml_identities (provider, subject, user) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ...[provider.id, identity.subject, user],
  );
  if (memberRole(at.store, user, provider.organization) === undefined) letIn(at, provider, user);
  return user;
}

function knownUser({ store }: At, provider: Provider, { subject }: Identity): string | undefined {
  return store.get<{ user: string }>(
    'SELECT user FROM saml_identities WHERE provider = ? AND subject = ?',
    ...[provider.id, subject],
  )?.user;
}

/** The person with this address whom the organization invited to sign in through its provider, and who never signed in otherwise. */
function invitedUser(at: At, { organization }: Provider, { email }: Identity): string | undefined {
  if (email === undefined) return undefined;
  const member = at.store.get<{ user: string; sso: number }>(
    'SELECT user, sso FROM members JOIN users ON users.id = user WHERE organization = ? AND email = ?',
    ...[organization, email],
  );
  if (member === undefined) return undefined;
  if (member.sso === 1 && !isInUse(at, member.user)) return member.user;
  throw new AppError('CONFLICT', `Somebody signs in with the address ${email} in another way already.`, {
    hint: 'That person can revoke all tokens and sign out everywhere; an administrator invites the address to sign in this way then.',
  });
}

function isInUse({ store, now, nowMs }: At, user: string): boolean {
  return (
    store.get(
      `SELECT 1 FROM tokens WHERE user = ?1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?2)
       UNION ALL SELECT 1 FROM app_sessions WHERE user = ?1 AND expires_at > ?3
       UNION ALL SELECT 1 FROM saml_identities WHERE user = ?1`,
      { 1: user, 2: now, 3: nowMs },
    ) !== undefined
  );
}

/** A person without an address, so that an invitation by address never reaches a person whom a provider made up. */
function newUser(at: At, { name, email, subject }: Identity): string {
  const shown = (name ?? email?.split('@')[0] ?? subject).replace(/\p{C}/gu, '').trim();
  return createUser(at, [...(shown === '' ? 'Somebody' : shown)].slice(0, 100).join(''));
}

/** A provider's word counts only in its own organization, so the people whom it signs in have rights nowhere else. */
function demandNoOther({ store }: At, { organization }: Provider, user: string): void {
  const other = store.get('SELECT 1 FROM members WHERE user = ? AND organization <> ?', user, organization);
  if (other === undefined) return;
  throw new AppError('CONFLICT', 'This person belongs to another organization, too.', {
    hint: 'Sign in with a token: a provider signs in only people of its own organization.',
  });
}

function letIn(at: At, { organization, defaultRole, defaultTeam }: Provider, user: string): void {
  setMember(at, { organization, user, role: defaultRole, sso: true });
  if (defaultTeam !== null)
    at.store.run(
      'INSERT INTO team_members (team, user) VALUES (?, ?) ON CONFLICT DO NOTHING',
      defaultTeam,
      user,
    );
}
