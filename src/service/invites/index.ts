export { inviteHandlers } from './handlers.ts';
export { inviteMigrations } from './migrations.ts';
