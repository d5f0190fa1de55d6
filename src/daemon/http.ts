import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, messageOf } from '../base/index.ts';
import { isLoopbackName, createHostCheck, watchConnections } from '../http/index.ts';
import type { Metrics } from './metrics.ts';
import { renderStatusPage, statusStyles } from './status-page.ts';
import { spacesBehind, waitsForPerson, type DaemonStatus } from './status.ts';
import type { HookDelivery, HookVerdict } from './webhooks.ts';

export interface DaemonHttpPorts {
  version: string;
  status(): Promise<DaemonStatus>;
  /** False when the process is alive but no longer does its work. */
  alive(): boolean;
  metrics: Metrics;
  printMetrics(): Promise<string>;
  /** Accepts a webhook; absent where none is configured. */
  hook(delivery: HookDelivery): HookVerdict;
}

export interface DaemonHttp {
  readonly url: string;
  close(): Promise<void>;
}

const mostHookBytes = 1024 * 1024;

/** The daemon's own small server: health, readiness, metrics, status, and the endpoint for webhooks. */
export async function serveDaemon(
  { host, port }: { host: string; port: number },
  ports: DaemonHttpPorts,
): Promise<DaemonHttp> {
  const app = fastify({ bodyLimit: mostHookBytes, requestTimeout: 10_000, connectionTimeout: 30_000 });
  const connections = watchConnections(app.server);
  app.addHook('preClose', async () => connections.closeWhenAnswered());
  // Beyond loopback, requests use names that the server cannot know: a scraper's, a container's.
  const isOwn = isLoopbackName(host) ? createHostCheck({ listensOn: host }) : () => true;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      // not awaited: a reply is only done when it is sent
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    if (!isOwn(request.headers.host))
      return reply.code(421).type('text/plain').send('This server is asked by its own name only.\n');
  });
  answerFailures(app);
  addRoutes(app, ports);
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw new AppError(
      isTaken ? 'PORT_IN_USE' : 'CONFIG_INVALID',
      `The daemon cannot listen on ${host}:${port}${isTaken ? ': another program does.' : '.'}`,
      {
        hint: isTaken
          ? 'Is another Tidemark still running? Else set http.port to a free port, or to 0 for any.'
          : 'Set http.host to an address of this machine, and http.port to one that you may use (0 takes any free one).',
        cause,
      },
    );
  }
  const address = app.server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${name}:${address.port}`, close: () => app.close() };
}

/** Failures have the form that they have in the interface of the service. */
function answerFailures(app: FastifyInstance): void {
  const answer = (reply: FastifyReply, code: number, message: string): FastifyReply =>
    reply.code(code).send({ error: { code, message } });
  app.setNotFoundHandler((_request, reply) =>
    answer(
      reply,
      404,
      'There is nothing at this address. The daemon has /, /status, /healthz, /readyz, /version, /metrics, and takes POST at /hooks/NAME.',
    ),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    error.statusCode === 413
      ? answer(reply, 413, `A webhook has at most ${mostHookBytes} bytes.`)
      : answer(reply, error.statusCode ?? 500, messageOf(error)),
  );
}

function addRoutes(
  app: FastifyInstance,
  { version, status, alive, metrics, printMetrics, hook }: DaemonHttpPorts,
): void {
  app.get('/healthz', async (_request, reply) => {
    const good = alive();
    return reply
      .code(good ? 200 : 503)
      .type('text/plain')
      .send(good ? 'ok\n' : 'the schedule stands still\n');
  });
  app.get('/readyz', async (_request, reply) => {
    const current = await status();
    const { ready, reasons } = current;
    const waits = waitsForPerson(current);
    const behind = spacesBehind(current);
    return reply.code(ready ? 200 : 503).send({
      ...{ ready, reasons },
      ...(behind === null ? {} : { behind }),
      ...(waits.length > 0 ? { waits } : {}),
    });
  });
  app.get('/version', async () => ({ version, node: process.versions.node }));
  app.get('/metrics', async (_request, reply) => {
    const text = await printMetrics();
    return reply.type(metrics.registry.contentType).send(text);
  });
  app.get('/status.css', async (_request, reply) => reply.type('text/css').send(statusStyles()));
  app.get('/', async (_request, reply) => page(reply, await status()));
  app.get('/status', async (request, reply) => {
    const current = await status();
    return wantsPage(request) ? page(reply, current) : reply.send(current);
  });
  app.post<{ Params: { name: string } }>('/hooks/:name', async (request, reply) => {
    const verdict = hook({
      name: request.params.name,
      headers: singleHeaders(request),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    });
    metrics.hookReceived(verdict.accepted ? 'accepted' : 'refused');
    if (verdict.accepted) return reply.code(202).send({ accepted: true });
    // A stranger must not learn which hooks exist.
    const known = verdict.reason === 'late' || verdict.reason === 'replayed';
    return reply
      .code(known ? 409 : 401)
      .send({ accepted: false, reason: known ? verdict.reason : 'not signed' });
  });
}

function page(reply: FastifyReply, status: DaemonStatus): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(renderStatusPage(status));
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/** The headers that came once: a header that comes twice proves nothing. */
function singleHeaders(request: FastifyRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
  );
}
