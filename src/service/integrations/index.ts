export { addIntegrationAssets } from './assets.ts';
export { eventHandlers } from './events.ts';
export { integrationHandlers } from './handlers.ts';
export { installationHandlers } from './installations.ts';
