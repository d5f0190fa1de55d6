export { auditHandlers } from './handlers.ts';
export { auditMigrations } from './migrations.ts';
export { noteAuditEvent, withAuditEvent, type AuditedWrite } from './record.ts';
