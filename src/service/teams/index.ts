export { teamHandlers } from './handlers.ts';
export { teamPermissionHandlers } from './permission-handlers.ts';
export { teamById } from './teams.ts';
