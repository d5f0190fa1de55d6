export { createService } from './service.ts';
export type { EmbeddedService, ServiceOptions } from './service.ts';
export type { Caller, Context, Log, Service } from './context.ts';
export type { Limits } from './app.ts';
export { hashOfAllRows, Store } from './store/index.ts';
