export { commentHandlers } from './handlers.ts';
export { commentMigrations } from './migrations.ts';
