export { samlHandlers } from './handlers.ts';
export { samlMigrations } from './migrations.ts';
export {
  acceptAnswer,
  beginSignOn,
  finishSignOn,
  serviceMetadata,
  signOnWays,
  type SignOnWay,
} from './sign-on.ts';
