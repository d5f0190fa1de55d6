import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/index.ts';
import { requestTimeLimitMs } from '../contract/index.ts';
import { watchConnections, type HostCheck } from '../http/index.ts';
import type { Service } from './context.ts';
import type { Handlers } from './handler.ts';
import { addDownloads } from './content/downloads.ts';
import { addReceiver, createAddressCounter, createReceiver } from './http/callers.ts';
import type { CountAddress, ReceiveRequest } from './http/callers.ts';
import { addOpenApiDocument } from './http/openapi-document.ts';
import { sendFailure } from './http/errors.ts';
import { answerUnreadable, refuseExpectHeader } from './http/unreadable.ts';
import { addRoutes } from './http/routes.ts';
import type { AccessGate } from './perform.ts';
import { parseStrictJson } from './http/strict-json.ts';
import type { RateLimiter } from './rate/index.ts';

/** How much of the machine's resources strangers may use. */
export interface Limits {
  /** How long the headers of a request may take. */
  readonly headersTimeoutMs: number;
  /** How long a whole request may take. */
  readonly requestTimeoutMs: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly requestsPerConnection: number;
}

export const defaultLimits: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: requestTimeLimitMs,
  connections: 1000,
  // More than a public host would allow: the callers here are sync daemons and their pools, often behind one proxy.
  connectionsPerAddress: 200,
  requestsPerConnection: 10_000,
};

/** The HTTP side of the service: routes from the table, strict reading, and one form of failure. The app does not listen yet. */
export function createApp({
  service,
  handlers,
  gate,
  limiter,
  isOwnName,
  limits = defaultLimits,
}: {
  service: Service;
  handlers: Handlers;
  gate: AccessGate;
  limiter: RateLimiter;
  /** Which host names belong to this service. */
  isOwnName: HostCheck;
  limits?: Limits;
}): FastifyInstance {
  const receive = createReceiver({ service, gate, limiter });
  const countAddress = createAddressCounter(service, limiter);
  const check = targetCheck(isOwnName, countAddress);
  const app = fastify({
    logger: false,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: limits.requestsPerConnection,
    bodyLimit: 1024 * 1024,
    routerOptions: {
      maxParamLength: 4096,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      // The contract reads the query itself, from the raw address.
      querystringParser: () => ({}),
    },
    exposeHeadRoutes: true,
    rewriteUrl: withoutLastSlash,
    return503OnClosing: true,
    // Node answers a request without a host with an empty body; the hook below gives a reason instead.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, countAddress),
    // An address that cannot be decoded never reaches the hooks below.
    frameworkErrors: (error, request, reply) => {
      try {
        check(request, reply);
        receive(request, reply);
        if (app.failAsPage?.(request, reply, error) !== true) void sendFailure(reply, error, service.log);
      } catch (refusal) {
        void sendFailure(reply, refusal, service.log);
      }
    },
  });
  app.server.headersTimeout = limits.headersTimeoutMs;
  app.server.maxConnections = limits.connections;
  refuseExpectHeader(app.server, countAddress);
  limitPerAddress(app, limits.connectionsPerAddress);
  closeConnectionsAtEnd(app);
  readStrictJson(app);
  app.addHook('onRequest', async (request, reply) => check(request, reply));
  addReceiver(app, receive);
  answerFailures(app, service);
  addRoutes(app, { service, handlers, gate });
  addOpenApiDocument(app, service);
  addDownloads(app, service);
  return app;
}

/** Every failure has one form. */
function answerFailures(app: FastifyInstance, service: Service): void {
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, service.log));
  app.setNotFoundHandler((_request, reply) =>
    sendFailure(reply, new AppError('NOT_FOUND', 'There is nothing at this address.'), service.log),
  );
}

/** Bodies are JSON, read strictly; an empty body counts as no body. */
function readStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseStrictJson(body));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/** A list has the same address with a slash at its end. Only for reading: a write whose id was left out must not become another write. */
function withoutLastSlash({
  method,
  url = '',
}: {
  method?: string | undefined;
  url?: string | undefined;
}): string {
  if (method !== 'GET' && method !== 'HEAD') return url;
  const [path = '', ...query] = url.split('?');
  if (!/^\/v1\/.*[^/]\/$/.test(path)) return url;
  return [path.slice(0, -1), ...query].join('?');
}

/** Checks the target of a request. A refusal counts against the address that it came from, because no token has been read yet. */
function targetCheck(isOwnName: HostCheck, countAddress: CountAddress): ReceiveRequest {
  return (request, reply) => {
    try {
      checkTarget(request, isOwnName);
    } catch (refusal) {
      reply.headers(countAddress(request.socket.remoteAddress));
      throw refusal;
    }
  };
}

/** Refuses requests that two readers could understand differently, and requests that are for another server. */
function checkTarget(request: FastifyRequest, isOwnName: HostCheck): void {
  if (request.raw.httpVersionMajor !== 1) {
    throw new AppError('BAD_REQUEST', 'The request line names no version of HTTP that this service speaks.');
  }
  if (!request.raw.url?.startsWith('/')) {
    throw new AppError('BAD_REQUEST', 'The request names a whole address where a path belongs.');
  }
  const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new AppError('BAD_REQUEST', 'The request has two Host headers.');
  if (hosts.length === 0) throw new AppError('BAD_REQUEST', 'The request has no Host header.');
  if (!isOwnName(request.headers.host)) {
    throw new AppError(
      'MISDIRECTED',
      'The Host header names another server. Ask this service by its own name, or start it with --allow-host NAME.',
    );
  }
}

/** Closes connections beyond the share of one address, so that one stranger cannot take them all. */
function limitPerAddress(app: FastifyInstance, limit: number): void {
  const open = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > limit) socket.destroy();
  });
}

/** When the service ends, it finishes its answers, and waits for no other connection. */
function closeConnectionsAtEnd(app: FastifyInstance): void {
  const connections = watchConnections(app.server);
  app.addHook('preClose', async () => connections.closeWhenAnswered());
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Shows a failure of a request that reached no route as a page; false for a request that is not for one of the app's pages. */
    failAsPage?: (request: FastifyRequest, reply: FastifyReply, error: unknown) => boolean;
  }
}
