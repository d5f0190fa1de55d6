export { auditHandlers } from './handlers.ts';
export { auditMigrations } from './migrations.ts';
export { note, recorded, type Write } from './record.ts';
