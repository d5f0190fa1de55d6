export { openChangeRequest } from './change-requests.ts';
export { commentPermissionsOf } from './comments.ts';
export { authorize } from './guard.ts';
export {
  integrationPermissionsOf,
  keyOfIntegration,
  nameOfIntegration,
  openIntegration,
  organizationNamed,
  type IntegrationPermissions,
  shownName,
} from './integrations.ts';
export { levelsOfMembers, memberRole, type Guarded } from './levels.ts';
export { accessMigrations } from './migrations.ts';
export {
  collectionPermissionsOf,
  notFound,
  openCollection,
  openOrganization,
  openSite,
  openSpace,
  organizationPermissionsOf,
  roleIn,
  spacePermissionsOf,
  visibleOf,
  type GuardedSite,
  type GuardedSpace,
} from './open.ts';
export type {
  CollectionPermissions,
  CommentPermissions,
  OrganizationPermissions,
  SpacePermissions,
} from './permissions.ts';
export { siteRights, teamPermissions } from './permissions.ts';
export { opensSite, sitesShownTo } from './published.ts';
export { type GuardedTeam } from './teams.ts';
export { higherLevel, isAtLeast, roles, type DefaultLevel, type Level, type Role } from './roles.ts';
