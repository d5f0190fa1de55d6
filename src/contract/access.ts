/**
 * Who may call an operation, as data. The service's guard reads these rules with the same function that computes the `permissions` booleans
 * of the answered objects; rights are named after those booleans.
 */
export type Access =
  | { readonly on: 'caller' }
  | { readonly on: 'organization'; readonly right: OrganizationRight }
  | { readonly on: 'collection'; readonly right: CollectionRight }
  | { readonly on: 'space'; readonly right: SpaceRight; readonly shareKey?: true }
  | { readonly on: 'changeRequest'; readonly right: 'view' | 'edit' | 'review' }
  | { readonly on: 'comment'; readonly right: CommentRight }
  | { readonly on: 'site'; readonly right: 'view' | 'edit' | 'admin'; readonly shareKey?: true }
  | { readonly on: 'team'; readonly right: TeamRight }
  | { readonly on: 'invite'; readonly right: 'accept' }
  | { readonly on: 'integration'; readonly right: 'view' | 'publish' | 'admin' };

export const organizationRights = [
  'view',
  'admin',
  'ownTeam',
  'createContent',
  'createOpenAPISpec',
  'viewBilling',
  'listMembers',
  'listTeams',
  'listIntegrations',
] as const;
export type OrganizationRight = (typeof organizationRights)[number];

export const collectionRights = ['view', 'admin', 'viewInviteLinks', 'create'] as const;
export type CollectionRight = (typeof collectionRights)[number];

export const spaceRights = [
  'view',
  'access',
  'admin',
  'viewInviteLinks',
  'edit',
  'triggerGitSync',
  'comment',
  'merge',
  'review',
] as const;
/** `create` is the right to arrange spaces, which the role `create` gives; no boolean of a space shows this right. */
export type SpaceRight = (typeof spaceRights)[number] | 'create';

/** The rights that answers show for a site; a rule of an operation asks for `view`, `edit` or `admin`. */
export const siteRights = [
  'view',
  'access',
  'edit',
  'create',
  'admin',
  'installIntegration',
  'viewAdaptiveSchema',
  'editAdaptiveSchema',
] as const;

export const teamRights = ['view', 'admin'] as const;
export type TeamRight = (typeof teamRights)[number];

export const commentRights = ['view', 'edit', 'reply', 'delete'] as const;
export type CommentRight = (typeof commentRights)[number];
