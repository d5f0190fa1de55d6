export { sessionMigrations } from './migrations.ts';
export {
  callerOfSession,
  createSession,
  createSignInCode,
  endSession,
  endSessionsOf,
  takeSignInCode,
} from './sessions.ts';
