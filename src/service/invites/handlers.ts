import { AppError } from '../../base/index.ts';
import type { BodyOf, Collection, Invite, Space } from '../../contract/index.ts';
import {
  higherLevel,
  memberRole,
  notFound,
  openCollection,
  openSpace,
  type Level,
  type Role,
} from '../access/index.ts';
import { collectionsJson } from '../collections/index.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../handler.ts';
import { ensureUser, grantLevel, setMember } from '../organizations/index.ts';
import { pageOfTable } from '../paging.ts';
import { spaceJson, spaceRow } from '../spaces/space.ts';
import { randomBase62 } from '../base62.ts';

interface Row {
  number: number;
  id: string;
  organization: string;
  role: Level;
  level: Role | null;
  space: string | null;
  collection: string | null;
}

const idLength = 24;

export const inviteHandlers = {
  inviteUsersToOrganization: (ctx, { params, body }) => invitePeople(ctx, params.organizationId, body),

  joinOrganizationWithInvite: (ctx, { params }) => {
    const invite = find(ctx, params.organizationId, params.inviteId);
    requireInviteLinks(ctx, params.organizationId, 'FORBIDDEN');
    if (isRedundant(ctx, invite)) {
      throw new AppError('CONFLICT', 'The invitation gives nothing that its holder does not have already.');
    }
    accept(ctx, invite);
    return {};
  },

  listOrganizationInviteLinks: (ctx, { params, query }) =>
    pageOfTable(ctx, {
      list: ['invites', params.organizationId],
      query,
      table: 'invites',
      where: 'organization = ?',
      bound: [params.organizationId],
      items: (rows: Row[]) => rows.map((row) => inviteJson(ctx, row)),
    }),

  createOrganizationInvite: (ctx, { params, body }) => {
    requireInviteLinks(ctx, params.organizationId, 'WRONG_STATE');
    const content = contentOf(ctx, params.organizationId, body);
    const id = randomBase62(ctx.random, idLength);
    ctx.store.run(
      `INSERT INTO invites (id, organization, role, level, space, collection, created_by, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, params.organizationId, content.role, content.level, content.space, content.collection],
      ...[ctx.caller.userId, ctx.now],
    );
    return inviteJson(ctx, find(ctx, params.organizationId, id));
  },

  getOrganizationInviteLink: (ctx, { params }) =>
    inviteJson(ctx, find(ctx, params.organizationId, params.inviteId)),

  updateOrganizationInviteById: (ctx, { params, body }) => {
    const invite = find(ctx, params.organizationId, params.inviteId);
    const isContent = invite.level !== null;
    if ('level' in body !== isContent) {
      throw new AppError(
        'BAD_REQUEST',
        `This invitation has a ${isContent ? 'level' : 'role'}, not a ${isContent ? 'role' : 'level'}.`,
      );
    }
    if ('level' in body)
      ctx.store.run('UPDATE invites SET level = ? WHERE id = ?', someLevel(body.level), invite.id);
    else ctx.store.run('UPDATE invites SET role = ? WHERE id = ?', body.role, invite.id);
    return inviteJson(ctx, find(ctx, params.organizationId, invite.id));
  },

  deleteOrganizationInviteById: (ctx, { params }) => {
    const { id } = find(ctx, params.organizationId, params.inviteId);
    ctx.store.run('DELETE FROM invites WHERE id = ?', id);
    return undefined;
  },
} satisfies Partial<Handlers>;

/**
 * Makes each address a member at once (and creates its user when there is none), and never lowers the role of an existing member. The
 * service sends no mail: its operator gives the person a token.
 */
function invitePeople(
  ctx: Context,
  organization: string,
  { emails, role, sso = false }: BodyOf<'inviteUsersToOrganization'>,
): { users: string[]; invited: number; failedSSOEmails: string[] } {
  const usual = role === undefined ? defaultRole(ctx, organization) : role;
  const wanted = new Map<string, Level>();
  for (const entry of emails) {
    const { email, role: own } = typeof entry === 'string' ? { email: entry, role: usual } : entry;
    wanted.set(email.toLowerCase(), own);
  }
  if (sso && !hasProvider(ctx, organization))
    return { users: [], invited: 0, failedSSOEmails: [...wanted.keys()] };
  const users: string[] = [];
  let invited = 0;
  for (const [email, level] of wanted) {
    const user = ensureUser(ctx, { email });
    const before = memberRole(ctx.store, user, organization);
    setMember(ctx, {
      organization,
      user,
      role: before === undefined ? level : higherLevel(before.role, level),
      sso,
    });
    if (before === undefined) invited += 1;
    users.push(user);
  }
  return { users, invited, failedSSOEmails: [] };
}

/** Gives what an invite promises: a role, never lower than before; or, for content, a level on it and membership as a guest. */
function accept(ctx: Context, invite: Row): void {
  const user = ctx.caller.userId;
  const before = memberRole(ctx.store, user, invite.organization);
  if (invite.level === null) {
    setMember(ctx, {
      organization: invite.organization,
      user,
      role: higherLevel(before?.role ?? null, invite.role),
    });
    return;
  }
  if (before === undefined) setMember(ctx, { organization: invite.organization, user, role: null });
  const [kind, content] =
    invite.space === null
      ? (['collection', invite.collection!] as const)
      : (['space', invite.space] as const);
  const level = higherLevel(grantOf(ctx, kind, content), invite.level)!;
  grantLevel(ctx, { kind, content, holderKind: 'user', holder: user, level });
}

/** Says whether accepting would change nothing for the caller. */
function isRedundant(ctx: Pick<Context, 'store' | 'caller'>, invite: Row): boolean {
  const before = memberRole(ctx.store, ctx.caller.userId, invite.organization);
  if (before === undefined) return false;
  if (before.role === 'admin') return true;
  if (invite.level === null) return higherLevel(before.role, invite.role) === before.role;
  const [kind, content] =
    invite.space === null
      ? (['collection', invite.collection!] as const)
      : (['space', invite.space] as const);
  const granted = grantOf(ctx, kind, content);
  return granted !== null && higherLevel(granted, invite.level) === granted;
}

function grantOf({ store, caller }: Pick<Context, 'store' | 'caller'>, kind: string, content: string): Level {
  return (
    store.get<{ level: Role }>(
      `SELECT level FROM grants WHERE kind = ? AND content = ? AND holder_kind = 'user' AND holder = ?`,
      ...[kind, content, caller.userId],
    )?.level ?? null
  );
}

function contentOf(
  ctx: Context,
  organization: string,
  body: BodyOf<'createOrganizationInvite'>,
): Pick<Row, 'role' | 'level' | 'space' | 'collection'> {
  if ('space' in body) {
    openSpace(ctx, body.space, 'admin', { organization });
    return { role: null, level: someLevel(body.level), space: body.space, collection: null };
  }
  if ('collection' in body) {
    openCollection(ctx, body.collection, 'admin', { organization });
    return { role: null, level: someLevel(body.level), space: null, collection: body.collection };
  }
  const role = body.role === undefined ? defaultRole(ctx, organization) : body.role;
  return { role, level: null, space: null, collection: null };
}

function someLevel(level: Level): Role {
  if (level === null) {
    throw new AppError('BAD_REQUEST', 'An invitation to content needs a level.', {
      hint: 'Give a level from "read" up.',
    });
  }
  return level;
}

function requireInviteLinks(
  { store }: Context,
  organization: string,
  code: 'FORBIDDEN' | 'WRONG_STATE',
): void {
  const row = store.get<{ invite_links: number }>(
    'SELECT invite_links FROM organizations WHERE id = ?',
    organization,
  );
  if (row?.invite_links !== 1) {
    throw new AppError(code, 'The organization has switched its invitation links off.', {
      hint: 'An administrator can switch them on again with inviteLinks.',
    });
  }
}

function defaultRole({ store }: Context, organization: string): Level {
  return (
    store.get<{ default_role: Level }>('SELECT default_role FROM organizations WHERE id = ?', organization)
      ?.default_role ?? null
  );
}

function hasProvider({ store }: Context, organization: string): boolean {
  return store.get('SELECT 1 FROM saml_providers WHERE organization = ?', organization) !== undefined;
}

function find({ store }: Pick<Context, 'store'>, organization: string, id: string): Row {
  const row = store.get<Row>('SELECT * FROM invites WHERE organization = ? AND id = ?', organization, id);
  if (row === undefined) throw notFound('invite', id);
  return row;
}

function inviteJson(ctx: Context, row: Row): Invite {
  const base = { object: 'invite', id: row.id, role: row.role, redundant: isRedundant(ctx, row) } as const;
  if (row.level === null) return base;
  return { ...base, level: row.level, ...contentJson(ctx, row) };
}

function contentJson(ctx: Context, row: Row): { space: Space } | { collection: Collection } {
  if (row.space !== null) return { space: spaceJson(ctx, spaceRow(ctx, row.space)) };
  return { collection: collectionsJson(ctx, [row.collection!])[0]! };
}
