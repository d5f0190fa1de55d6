export { tryService } from './try-service.ts';
export type { TrialReport } from './try-service.ts';
export { properties } from './properties.ts';
export type { Finding } from './properties.ts';
