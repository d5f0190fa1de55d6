export { copyCustomFieldValues, customFieldHandlers, transferCustomFieldValues } from './handlers.ts';
