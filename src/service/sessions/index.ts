export { sessionMigrations } from './migrations.ts';
export {
  callerOfSession,
  createSession,
  createSignInCode,
  endSession,
  endSessionsOf,
  sessionLifeMs,
  takeSignInCode,
} from './sessions.ts';
