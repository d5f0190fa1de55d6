export { copyCustomFieldValues, customFieldHandlers, transferCustomFieldValues } from './handlers.ts';
export { customFieldMigrations } from './migrations.ts';
