export { Client, ConnectOptions, ConnectedClient, connect } from './client.js';
export { ExportOptions, ExportReport, exportSite } from './export.js';
export { Finding, LinkOptions, LinkReport, checkLinks } from './links.js';
export { ServiceOptions, StartedService, startService } from './service.js';
export { CycleOptions, CycleReport, OpenedSync, StatusReport, SyncOptions, openSync } from './sync.js';
import 'typebox';
import './shared-errors.js';
