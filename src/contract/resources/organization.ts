import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { organizationRights } from '../access.ts';
import {
  arrayOf,
  booleans,
  dateTime,
  flag,
  id,
  mapOf,
  number,
  oneOf,
  open,
  optional,
  text,
  uri,
  uri2048,
} from '../shapes.ts';
import { roleOrGuest } from './access-level.ts';

export const organizationTitle = Type.String({ minLength: 2, maxLength: 255 });
export const organizationHostname = Type.String({ minLength: 3, maxLength: 32 });
export const sitePointer = open({ type: Type.Literal('site'), site: id });

export const organization = open({
  object: Type.Literal('organization'),
  id,
  title: organizationTitle,
  createdAt: dateTime,
  emailDomains: arrayOf(text),
  hostname: optional(organizationHostname),
  type: oneOf(['business', 'community']),
  useCase: optional(
    oneOf([
      'internalDocs',
      'docsSite',
      'audienceControlledSite',
      'productDocs',
      'teamKnowledgeBase',
      'designSystem',
      'openSourceDocs',
      'notes',
      'other',
    ]),
  ),
  communityType: optional(oneOf(['nonProfit', 'openSource', 'education'])),
  defaultRole: optional(roleOrGuest),
  defaultContent: optional(sitePointer),
  sso: optional(flag),
  ai: optional(flag),
  inviteLinks: flag,
  plan: oneOf([
    'free_2024',
    'plus_2024',
    'pro_2024',
    'enterprise_2024',
    'community_2024',
    'free',
    'plus',
    'pro',
  ]),
  billing: optional(
    open({
      interval: oneOf(['monthly', 'yearly']),
      endDate: optional(dateTime),
      hasPaymentFailed: flag,
      isScheduledToCancel: flag,
      pricing: optional(mapOf(Type.Unknown())),
    }),
  ),
  urls: open({ location: uri, app: uri, logo: optional(uri2048) }),
  trial: open({
    status: oneOf(['notapplicable', 'none', 'active', 'ended', 'expired']),
    count: optional(number),
    endDate: optional(dateTime),
    decision: optional(oneOf(['downgrade'])),
  }),
  customHostname: optional(text),
  blocked: optional(open({ reason: oneOf(['security']) })),
  internal_isOnNewTrial: optional(flag),
  internal_billingMigration: optional(
    open({
      deadline: optional(dateTime),
      discountPercent: optional(number),
      discountEndDate: optional(dateTime),
    }),
  ),
  /** No review is needed before a merge; there is no other rule. */
  mergeRules: optional(open({ type: Type.Literal('none') })),
  permissions: booleans(organizationRights, ['access', 'listInstallations', 'installIntegration']),
});
export type Organization = Static<typeof organization>;
