export type { CallArguments, CallInput, CallOptions, LooseInput } from './call.ts';
export { features } from './capabilities.ts';
export type { Capabilities, Feature, ProbeSubject } from './capabilities.ts';
export { createClient } from './client.ts';
export type { Client, ClientOptions, OperationMethods } from './client.ts';
export type { Download, DownloadOptions } from './download.ts';
export type { RateReport } from './rate.ts';
