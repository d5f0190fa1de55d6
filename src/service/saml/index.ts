export { samlHandlers } from './handlers.ts';
export { samlMigrations } from './migrations.ts';
