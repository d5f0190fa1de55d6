export { isWellFormedToken, tokenPattern } from './format.ts';
export { tokenMigrations } from './migrations.ts';
export {
  authenticate,
  createToken,
  listTokens,
  noteTokenUse,
  revokeToken,
  type TokenRecord,
} from './tokens.ts';
