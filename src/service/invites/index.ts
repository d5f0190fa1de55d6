export { inviteHandlers } from './handlers.ts';
