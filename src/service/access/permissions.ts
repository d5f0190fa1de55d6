/**
 * Who may do what: pure functions from a level to the booleans that the interface shows.
 *
 * The guard of every operation asks these same booleans, so what an object says about the caller's rights and what the
 * operations let them do cannot drift apart.
 */
import type { siteRights as siteRightNames } from '../../contract/index.ts';
import { isAtLeast, type Level } from './roles.ts';

export interface OrganizationPermissions {
  view: boolean;
  admin: boolean;
  ownTeam: boolean;
  createContent: boolean;
  createOpenAPISpec: boolean;
  ingestConversations: boolean;
  viewBilling: boolean;
  listMembers: boolean;
  listTeams: boolean;
  listIntegrations: boolean;
  access: boolean;
  listInstallations: boolean;
  installIntegration: boolean;
}

export interface CollectionPermissions {
  view: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  create: boolean;
}

export interface SpacePermissions {
  view: boolean;
  access: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  edit: boolean;
  triggerGitSync: boolean;
  comment: boolean;
  merge: boolean;
  review: boolean;
  installIntegration: boolean;
}

export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  reply: boolean;
  react: boolean;
  delete: boolean;
}

/** `member`: the caller belongs to the organization, as a guest (role null) or with a role. */
export function organizationPermissions({
  member,
  role,
  ownsTeam = false,
}: {
  member: boolean;
  role: Level;
  ownsTeam?: boolean;
}): OrganizationPermissions {
  return {
    view: member,
    admin: isAtLeast(role, 'admin'),
    ownTeam: ownsTeam,
    createContent: isAtLeast(role, 'create'),
    createOpenAPISpec: isAtLeast(role, 'create'),
    ingestConversations: isAtLeast(role, 'create'),
    viewBilling: isAtLeast(role, 'admin'),
    listMembers: isAtLeast(role, 'read'),
    listTeams: isAtLeast(role, 'read'),
    listIntegrations: isAtLeast(role, 'read'),
    access: member,
    listInstallations: isAtLeast(role, 'admin'),
    installIntegration: isAtLeast(role, 'admin'),
  };
}

export interface TeamPermissions {
  view: boolean;
  admin: boolean;
}

/** An owner of a team manages it as an administrator of the organization does. */
export function teamPermissions(
  { admin, listTeams }: Pick<OrganizationPermissions, 'admin' | 'listTeams'>,
  owned: boolean,
): TeamPermissions {
  return { view: listTeams || owned, admin: admin || owned };
}

export type SitePermissions = Record<(typeof siteRightNames)[number], boolean>;

/** What a role in the organization allows on its sites. */
export function siteRights(role: Level): SitePermissions {
  const [reads, arranges, administers] = [
    isAtLeast(role, 'read'),
    isAtLeast(role, 'create'),
    isAtLeast(role, 'admin'),
  ];
  return {
    view: reads,
    access: reads,
    edit: arranges,
    create: arranges,
    admin: administers,
    installIntegration: administers,
    viewAdaptiveSchema: reads,
    editAdaptiveSchema: arranges,
  };
}

export function collectionPermissions(level: Level): CollectionPermissions {
  return {
    view: isAtLeast(level, 'read'),
    admin: isAtLeast(level, 'admin'),
    viewInviteLinks: isAtLeast(level, 'admin'),
    create: isAtLeast(level, 'create'),
  };
}

/**
 * `published`: anyone may see the space (public, unlisted, or reached through a site that the caller may see), which gives
 * `view` and nothing else. A locked space takes no direct edits, and change requests are not direct edits: `edit` stays.
 */
export function spacePermissions(level: Level, { published = false } = {}): SpacePermissions {
  return {
    view: published || isAtLeast(level, 'read'),
    access: isAtLeast(level, 'read'),
    admin: isAtLeast(level, 'admin'),
    viewInviteLinks: isAtLeast(level, 'admin'),
    edit: isAtLeast(level, 'edit'),
    triggerGitSync: isAtLeast(level, 'admin'),
    comment: isAtLeast(level, 'comment'),
    merge: isAtLeast(level, 'review'),
    review: isAtLeast(level, 'review'),
    installIntegration: isAtLeast(level, 'admin'),
  };
}

/**
 * Only the author of a comment may change its text; whoever administers the space may remove the comment, but not change what somebody else
 * said.
 */
export function commentPermissions(level: Level, { isAuthor }: { isAuthor: boolean }): CommentPermissions {
  const comments = isAtLeast(level, 'comment');
  return {
    view: isAtLeast(level, 'read'),
    edit: comments && isAuthor,
    reply: comments,
    react: comments,
    delete: comments && (isAuthor || isAtLeast(level, 'admin')),
  };
}
