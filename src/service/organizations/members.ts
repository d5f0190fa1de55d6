import { AppError } from '../../base/index.ts';
import type { Level, Role } from '../access/index.ts';
import type { Service } from '../context.ts';
import { newId } from '../context.ts';
import type { Store } from '../store/index.ts';

type At = Pick<Service, 'store'> & { now: string };

/** Makes `user` a member with `role`, or sets the role of an existing member; null is a guest. */
export function setMember(
  { store, now }: At,
  {
    organization,
    user,
    role,
    sso = false,
  }: { organization: string; user: string; role: Level; sso?: boolean },
): void {
  demandOwnPerson(store, organization, user);
  store.run(
    `INSERT INTO members (organization, user, role, sso, joined_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (organization, user) DO UPDATE SET role = excluded.role, sso = max(sso, excluded.sso)`,
    ...[organization, user, role, sso ? 1 : 0, now],
  );
}

/**
 * Somebody who signs in through an identity provider belongs to that provider's organization only: otherwise whoever runs the provider
 * would get the rights that another organization gave.
 */
function demandOwnPerson(store: Store, organization: string, user: string): void {
  const elsewhere = store.get(
    `SELECT 1 FROM saml_identities JOIN saml_providers ON saml_providers.id = provider
     WHERE user = ? AND organization <> ?`,
    ...[user, organization],
  );
  if (elsewhere === undefined) return;
  throw new AppError('CONFLICT', 'This person signs in through the provider of another organization.', {
    hint: 'Invite the person by a link: whoever opens it without being signed in becomes a new person.',
  });
}

/** Removes a member, with their grants on the organization's content and their places in its teams. */
export function removeMember({ store }: Pick<Service, 'store'>, organization: string, user: string): void {
  store.run('DELETE FROM members WHERE organization = ? AND user = ?', organization, user);
  store.run(
    'DELETE FROM team_members WHERE user = ? AND team IN (SELECT id FROM teams WHERE organization = ?)',
    user,
    organization,
  );
  store.run(
    `DELETE FROM grants WHERE holder_kind = 'user' AND holder = ?1 AND (
       (kind = 'space' AND content IN (SELECT id FROM spaces WHERE organization = ?2)) OR
       (kind = 'collection' AND content IN (SELECT id FROM collections WHERE organization = ?2)))`,
    { 1: user, 2: organization },
  );
}

/** Gives a user or a team a level on one space or collection, in place of their earlier grant. */
export function grantLevel(
  { store }: Pick<Service, 'store'>,
  grant: {
    kind: 'space' | 'collection';
    content: string;
    holderKind: 'user' | 'team';
    holder: string;
    level: Role;
  },
): void {
  store.run(
    `INSERT INTO grants (kind, content, holder_kind, holder, level) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, content, holder_kind, holder) DO UPDATE SET level = excluded.level`,
    ...[grant.kind, grant.content, grant.holderKind, grant.holder, grant.level],
  );
}

/** Creates a team of an organization and returns its id. */
export function createTeam(
  { store, random, now }: At & Pick<Service, 'random'>,
  {
    organization,
    title,
    members = [],
    owners = [],
  }: { organization: string; title: string; members?: readonly string[]; owners?: readonly string[] },
): string {
  const id = newId({ random });
  store.run(
    'INSERT INTO teams (id, organization, title, created_at) VALUES (?, ?, ?, ?)',
    id,
    organization,
    title,
    now,
  );
  for (const user of new Set([...members, ...owners])) {
    store.run(
      'INSERT INTO team_members (team, user, owner) VALUES (?, ?, ?)',
      id,
      user,
      owners.includes(user) ? 1 : 0,
    );
  }
  return id;
}
