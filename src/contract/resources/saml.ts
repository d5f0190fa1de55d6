import { Type } from '../../base/index.ts';
import type { Static } from 'typebox';
import { arrayOf, dateTime, id, oneOf, open, optional, text, uri } from '../shapes.ts';
import { uri2048 } from '../shapes.ts';
import { roleOrGuest } from './access-level.ts';
import { team } from './team.ts';

export const samlLabel = Type.String({ minLength: 1, maxLength: 30 });
export const samlEntityId = Type.String({ maxLength: 1024 });
export const samlCertificate = Type.String({ maxLength: 10000 });

export const samlProvider = open({
  object: Type.Literal('saml-provider'),
  id,
  label: samlLabel,
  // Empty on a provider that is not complete.
  ssoURL: optional(Type.Union([uri2048, Type.Literal('')])),
  entityID: optional(samlEntityId),
  certificate: optional(samlCertificate),
  defaultTeam: optional(team),
  defaultRole: roleOrGuest,
  createdAt: dateTime,
  status: optional(oneOf(['active', 'pending'])),
  service: open({ acsURL: uri, startURL: uri, entityID: samlEntityId }),
  urls: open({ location: uri }),
});
export type SAMLProvider = Static<typeof samlProvider>;

export const ssoLogin = open({ id, label: samlLabel, startURL: uri });
export type SSOLogin = Static<typeof ssoLogin>;

export const ssoLogins = open({ items: arrayOf(ssoLogin) });

/** No operation of the interface reads or changes a subdomain; the shape is kept because the specification describes it. */
export const subdomain = open({
  object: Type.Literal('subdomain'),
  subdomain: Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$' }),
  target: open({ type: oneOf(['organization', 'site']), organization: optional(text), site: optional(text) }),
  isActive: Type.Boolean(),
});
export type Subdomain = Static<typeof subdomain>;
