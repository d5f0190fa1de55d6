import type { Handlers } from './handler.ts';
import { auditHandlers } from './audit/index.ts';
import { changeRequestHandlers } from './change-requests/handlers.ts';
import { changesHandlers } from './reading/changes-handlers.ts';
import { metaLinkHandlers } from './content/meta-links.ts';
import { documentHandlers } from './documents/handlers.ts';
import { linkHandlers } from './reading/link-handlers.ts';
import { readingHandlers } from './reading/reading.ts';
import { collectionHandlers } from './collections/index.ts';
import { commentHandlers } from './comments/index.ts';
import { customFieldHandlers } from './custom-fields/index.ts';
import { importHandlers } from './import/handlers.ts';
import { eventHandlers, installationHandlers, integrationHandlers } from './integrations/index.ts';
import { inviteHandlers } from './invites/index.ts';
import { openapiHandlers, specContentHandlers, specVersionHandlers } from './openapi/index.ts';
import { memberHandlers, organizationHandlers } from './organizations/index.ts';
import { tokenHandlers } from './tokens/handlers.ts';
import { pdfHandlers } from './pdf/index.ts';
import { peopleHandlers, reviewHandlers } from './reviews/index.ts';
import { samlHandlers } from './saml/index.ts';
import { searchHandlers, siteSearchHandlers } from './search/index.ts';
import {
  lookupHandlers,
  oldPathHandlers,
  siteHandlers,
  siteSectionGroupHandlers,
  siteSectionHandlers,
  siteSpaceHandlers,
} from './sites/index.ts';
import { teamHandlers, teamPermissionHandlers } from './teams/index.ts';
import { embedHandlers } from './spaces/embed.ts';
import { spaceHandlers } from './space-handlers/handlers.ts';
import { translationHandlers } from './translations/index.ts';

/** A handler for each row of the contract. A row without one does not compile. */
export const handlers: Handlers = {
  ...spaceHandlers,
  ...changeRequestHandlers,
  ...pdfHandlers,
  ...readingHandlers,
  ...documentHandlers,
  ...embedHandlers,
  ...lookupHandlers,
  ...metaLinkHandlers,
  ...oldPathHandlers,
  ...siteSearchHandlers,
  ...specContentHandlers,
  ...linkHandlers,
  ...importHandlers,
  ...changesHandlers,
  ...organizationHandlers,
  ...collectionHandlers,
  ...siteHandlers,
  ...siteSectionHandlers,
  ...siteSectionGroupHandlers,
  ...siteSpaceHandlers,
  ...commentHandlers,
  ...memberHandlers,
  ...teamHandlers,
  ...teamPermissionHandlers,
  ...tokenHandlers,
  ...reviewHandlers,
  ...peopleHandlers,
  ...customFieldHandlers,
  ...inviteHandlers,
  ...integrationHandlers,
  ...installationHandlers,
  ...eventHandlers,
  ...samlHandlers,
  ...openapiHandlers,
  ...specVersionHandlers,
  ...translationHandlers,
  ...searchHandlers,
  ...auditHandlers,
};
