import { adaptiveClaim, adaptiveJSONSchema, adaptiveSchema, templateCondition } from './adaptive-schema.ts';
import { auditEvent } from './audit-event.ts';
import { changeRequest, changeRequestConflict, contentConflict } from './change-request.ts';
import { collection } from './collection.ts';
import { comment, commentReply } from './comment.ts';
import { contentChange, revisionChange } from './content-change.ts';
import { contentLocation, contentReference, linkReportItem } from './content-reference.ts';
import {
  file,
  page,
  pageComputed,
  pageDocument,
  pageGroup,
  pageLink,
  jsonDocument,
  reusableContent,
  revision,
} from './content.ts';
import { customField } from './custom-field.ts';
import { errorBody } from './error.ts';
import { integration, integrationEvent, integrationInstallation } from './integration.ts';
import { invite } from './invite.ts';
import { publishingAuth } from './publishing-auth.ts';
import { openAPISpec, openAPISpecVersion } from './openapi-spec.ts';
import { apiToken, organizationMember } from './member.ts';
import { organization } from './organization.ts';
import { changeRequestReview, requestedReviewer, userContentPermission } from './review.ts';
import { samlProvider, subdomain } from './saml.ts';
import { searchResult } from './search.ts';
import { publishedSite, siteCustomization } from './site-customization.ts';
import { site, siteSection, siteSectionGroup, siteSpace, siteStructure } from './site.ts';
import { space } from './space.ts';
import { team, teamContent, teamContentPermission, teamMember } from './team.ts';
import { translationSettings } from './translation.ts';
import { user } from './user.ts';

/** Every named resource. `ref('Space')` refers to an entry of this table; the OpenAPI document prints the entries under `components`. */
export const definitions = {
  AdaptiveClaim: adaptiveClaim,
  APIToken: apiToken,
  AdaptiveJSONSchema: adaptiveJSONSchema,
  AdaptiveSchema: adaptiveSchema,
  AuditEvent: auditEvent,
  ChangeRequest: changeRequest,
  ChangeRequestConflict: changeRequestConflict,
  ChangeRequestRequestedReviewer: requestedReviewer,
  ChangeRequestReview: changeRequestReview,
  Collection: collection,
  Comment: comment,
  CommentReply: commentReply,
  ContentChange: contentChange,
  ContentConflict: contentConflict,
  ContentLocation: contentLocation,
  ContentReference: contentReference,
  CustomField: customField,
  Error: errorBody,
  File: file,
  Integration: integration,
  IntegrationEvent: integrationEvent,
  IntegrationInstallation: integrationInstallation,
  Invite: invite,
  LinkReportItem: linkReportItem,
  OpenAPISpec: openAPISpec,
  OpenAPISpecVersion: openAPISpecVersion,
  Organization: organization,
  OrganizationMember: organizationMember,
  Page: page,
  PageComputed: pageComputed,
  PageDocument: pageDocument,
  PageGroup: pageGroup,
  PageLink: pageLink,
  PublishedSite: publishedSite,
  PublishingAuth: publishingAuth,
  ReusableContent: reusableContent,
  JSONDocument: jsonDocument,
  Revision: revision,
  RevisionChange: revisionChange,
  SAMLProvider: samlProvider,
  SearchResult: searchResult,
  Site: site,
  SiteCustomization: siteCustomization,
  SiteSection: siteSection,
  SiteSectionGroup: siteSectionGroup,
  SiteSpace: siteSpace,
  SiteStructure: siteStructure,
  Space: space,
  Subdomain: subdomain,
  Team: team,
  TeamContent: teamContent,
  TeamContentPermission: teamContentPermission,
  TeamMember: teamMember,
  TemplateCondition: templateCondition,
  TranslationSettings: translationSettings,
  User: user,
  UserContentPermission: userContentPermission,
} as const;

export type DefinitionName = keyof typeof definitions;
