export { remoteThrough } from './through-client.ts';
export type { ServiceCalls } from './through-client.ts';
