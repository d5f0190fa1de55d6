export { isWellFormedToken, tokenPattern } from './format.ts';
export { createRoleToken } from './role-token.ts';
export { tokenMigrations } from './migrations.ts';
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
