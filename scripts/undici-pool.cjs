// The part of undici that the transport uses, without its door, which loads everything: for the build alone.
const Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
Dispatcher.prototype.request = require('undici/lib/api/api-request.js');
exports.Pool = require('undici/lib/dispatcher/pool.js');
exports.buildConnector = require('undici/lib/core/connect.js');
