export { translationHandlers } from './handlers.ts';
