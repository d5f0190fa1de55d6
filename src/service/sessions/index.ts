export { sessionMigrations } from './migrations.ts';
export {
  callerOfSession,
  createSession,
  createSignInCode,
  endSession,
  endSessionsOf,
  sessionDurationMs,
  takeSignInCode,
} from './sessions.ts';
