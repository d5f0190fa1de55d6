export { translationHandlers } from './handlers.ts';
export { translationMigrations } from './migrations.ts';
