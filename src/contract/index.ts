export {
  changesPerBatch,
  contentBodyLimit,
  requestTimeLimitMs,
  filesPerInsert,
  largestContentFile,
} from './resources/content-change.ts';
export { siteRights } from './access.ts';
export type {
  Access,
  CollectionRight,
  CommentRight,
  OrganizationRight,
  SpaceRight,
  TeamRight,
} from './access.ts';
export { definitions } from './resources/index.ts';
export type { DefinitionName } from './resources/index.ts';
export { actionInWords } from './audited-actions.ts';
export type { AuditedAction } from './audited-actions.ts';
export { isOperationId, operationIds, operations } from './operations/index.ts';
export type {
  BodyOf,
  ItemOf,
  ListOperationId,
  OperationId,
  Operations,
  ParamsOf,
  QueryOf,
  ResultOf,
} from './operations/index.ts';
export { findOperation, pathOf } from './match.ts';
export { namedMembers, withUnnamedMembers } from './named-members.ts';
export type { OperationMatch } from './match.ts';
export { openApiDocument } from './openapi.ts';
export type { OpenApiOptions } from './openapi.ts';
export { parametersOf } from './operation.ts';
export type { FailureStatus, Method, Operation } from './operation.ts';
export { printProblem } from './problems.ts';
export type { Problem } from './problems.ts';
export {
  badRequest,
  definitionProblems,
  parseBody,
  parseParams,
  parseQuery,
  resultProblems,
} from './validation.ts';
export type { Parsed } from './validation.ts';
export { definitionsPrefix, isIdentity, longestIdentity } from './shapes.ts';
export type { Page as ListPage } from './shapes.ts';

export { roles } from './resources/access-level.ts';
export type { DefaultLevel, Role, RoleOrGuest } from './resources/access-level.ts';
export type {
  AdaptiveClaim,
  AdaptiveJSONSchema,
  AdaptiveSchema,
  TemplateCondition,
} from './resources/adaptive-schema.ts';
export type { AuditEvent, AuditSource } from './resources/audit-event.ts';
export { changeRequestStatuses } from './resources/change-request.ts';
export type {
  ChangeRequest,
  ChangeRequestStatus,
  ChangeRequestConflict,
  ContentConflict,
  MergeResult,
  UpdateResult,
} from './resources/change-request.ts';
export { reviewStatuses } from './resources/review.ts';
export type {
  ChangeRequestReview,
  RequestedReviewer,
  ReviewStatus,
  UserContentPermission,
} from './resources/review.ts';
export type { Collection } from './resources/collection.ts';
export type { APIToken, OrganizationMember } from './resources/member.ts';
export type { Comment, CommentReply } from './resources/comment.ts';
export type {
  ContentChange,
  ContentChangesResult,
  WrittenDocument,
  DeletePageChange,
  InsertFilesChange,
  InsertPageChange,
  RevisionChange,
  RevisionChanges,
  UpdatePageChange,
} from './resources/content-change.ts';
export type {
  ContentLocation,
  ContentReference,
  LinkReport,
  LinkReportItem,
} from './resources/content-reference.ts';
export type {
  ComputedSource,
  File,
  GitBlob,
  ImportResult,
  Page,
  PageComputed,
  PageCover,
  PageDocument,
  PageGroup,
  PageLayout,
  PageLink,
  JsonDocument,
  ReusableContent,
  Revision,
  Variables,
} from './resources/content.ts';
export type { CustomField, CustomFieldValue, CustomFieldValues } from './resources/custom-field.ts';
export type { ErrorBody } from './resources/error.ts';
export { integrationEventTypes } from './resources/integration.ts';
export type { Integration, IntegrationEvent, IntegrationInstallation } from './resources/integration.ts';
export type { Invite, InviteUsersResult } from './resources/invite.ts';
export type { OpenAPISpec, OpenAPISpecVersion } from './resources/openapi-spec.ts';
export type { Organization } from './resources/organization.ts';
export type { SAMLProvider, SSOLogin, Subdomain } from './resources/saml.ts';
export type { Team, TeamContent, TeamContentPermission, TeamMember, TeamRole } from './resources/team.ts';
export type { SearchResult } from './resources/search.ts';
export type { PublishingAuth } from './resources/publishing-auth.ts';
export type { PublishedSite, SiteCustomization } from './resources/site-customization.ts';
export { siteVisibilities } from './resources/site.ts';
export type {
  Site,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  SiteVisibility,
} from './resources/site.ts';
export type { ContentPosition, Space, SpaceVisibility } from './resources/space.ts';
export type { Language, TranslationSettings } from './resources/translation.ts';
export type { User } from './resources/user.ts';
export type { MetaLinks, PublishedLookup, SiteRedirect, SiteSearchResult } from './resources/published.ts';
