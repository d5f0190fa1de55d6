import type { Static, TSchema } from 'typebox';
import type { StaticOrNothing } from '../operation.ts';
import { auditExtensions } from './audit.ts';
import { changeRequestExtensions, changeRequestOperations } from './change-requests.ts';
import { collectionOperations } from './collections.ts';
import { commentOperations } from './comments.ts';
import { contentExtensions, contentOperations, documentExtensions } from './content.ts';
import { customFieldOperations } from './custom-fields.ts';
import { integrationExtensions, integrationOperations } from './integrations.ts';
import { openAPISpecExtensions, openAPISpecOperations } from './openapi-specs.ts';
import { inviteOperations, organizationOperations, samlOperations, userExtensions } from './organizations.ts';
import {
  siteExtensions,
  siteOperations,
  siteSectionGroupOperations,
  siteSectionOperations,
  siteSpaceOperations,
} from './sites.ts';
import { peopleExtensions } from './people.ts';
import { publishedExtensions } from './published.ts';
import { reviewExtensions } from './reviews.ts';
import { spaceExtensions, spaceOperations } from './spaces.ts';
import { teamExtensions, teamPermissionExtensions } from './teams.ts';
import { translationOperations } from './translations.ts';

/** The table: every operation of the interface by its name. The first 114 are the specification's. */
export const operations = {
  ...collectionOperations,
  ...spaceOperations,
  ...siteOperations,
  ...siteSectionOperations,
  ...siteSectionGroupOperations,
  ...siteSpaceOperations,
  ...commentOperations,
  ...changeRequestOperations,
  ...contentOperations,
  ...customFieldOperations,
  ...organizationOperations,
  ...inviteOperations,
  ...samlOperations,
  ...openAPISpecOperations,
  ...translationOperations,
  ...integrationOperations,
  ...userExtensions,
  ...spaceExtensions,
  ...contentExtensions,
  ...documentExtensions,
  ...siteExtensions,
  ...integrationExtensions,
  ...openAPISpecExtensions,
  ...publishedExtensions,
  ...reviewExtensions,
  ...changeRequestExtensions,
  ...peopleExtensions,
  ...teamExtensions,
  ...teamPermissionExtensions,
  ...auditExtensions,
} as const;

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** The values of the braces of an operation's path. */
export type ParamsOf<Id extends OperationId> = Static<Operations[Id]['params']>;
/** The query of an operation, as typed values. */
export type QueryOf<Id extends OperationId> = Operations[Id]['query'] extends TSchema
  ? Static<Operations[Id]['query']>
  : never;
/** The body that an operation takes; `undefined` when it takes none. */
export type BodyOf<Id extends OperationId> = StaticOrNothing<Operations[Id]['body']>;
/** What an operation answers with; `undefined` when the answer is empty. */
export type ResultOf<Id extends OperationId> = StaticOrNothing<Operations[Id]['success']['schema']>;

/** The operations that answer page by page. */
export type ListOperationId = {
  [Id in OperationId]: ResultOf<Id> extends { items: (infer _)[]; next?: { page: string } } ? Id : never;
}[OperationId];

/** One item of a list operation. */
export type ItemOf<Id extends OperationId> = ResultOf<Id> extends { items: (infer Item)[] } ? Item : never;

export const operationIds = Object.keys(operations) as readonly OperationId[];

/** Whether a name is that of an operation. */
export function isOperationId(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}
