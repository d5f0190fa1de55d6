export { randomBase62 } from '../base62.ts';
export { hashToken } from './format.ts';
export { createRoleToken } from './role-token.ts';
export { endOfSiteToken, signSiteToken, type SiteTokenClaims } from './site-token.ts';
export {
  authenticate,
  createToken,
  hasTokens,
  listTokens,
  noteTokenUse,
  revokeToken,
  type ListedToken,
  type TokenRecord,
} from './tokens.ts';
