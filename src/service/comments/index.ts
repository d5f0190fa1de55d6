export { commentHandlers, commentsById, postComment } from './handlers.ts';
export { commentMigrations } from './migrations.ts';
