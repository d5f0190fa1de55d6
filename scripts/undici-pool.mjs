// The part of undici that the transport uses, without the main entry, which loads everything. Used only by the build.
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

Dispatcher.prototype.request = request;
export { Pool, buildConnector };
