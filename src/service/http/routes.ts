import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';
import { contentBodyLimit, operations } from '../../contract/index.ts';
import type { Operation, OperationId } from '../../contract/index.ts';
import { Answer, PrintedJson } from '../answer.ts';
import { contextOf } from '../context.ts';
import type { Service } from '../context.ts';
import type { Handler, Handlers } from '../handler.ts';
import { perform } from '../perform.ts';
import type { AccessGate } from '../perform.ts';
import { noteTokenUse } from '../tokens/index.ts';
import { callerOf } from './callers.ts';
import { readInput } from './input.ts';

const smallBody = 1024 * 1024;
/** Operations whose bodies carry whole specifications, scripts or files. */
const takesLargeBody: ReadonlySet<string> = new Set([
  'createOpenAPISpec',
  'createOrUpdateOpenAPISpecBySlug',
  'publishIntegration',
  'updateContentInChangeRequest',
]);

/** Adds a route for each operation that this interface serves, and a 405 for every other method of its path. */
export function addRoutes(
  app: FastifyInstance,
  { service, handlers, gate }: { service: Service; handlers: Handlers; gate: AccessGate },
): void {
  const methodsOf = new Map<string, string[]>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const row: Operation = operations[id];
    if (service.interface === 'strict' && row.source === 'extension') continue;
    const url = routeOf(row.path);
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), row.method]);
    const handler = handlers[id] as Handler<OperationId>;
    app.route({
      method: row.method,
      url,
      bodyLimit: takesLargeBody.has(id) ? contentBodyLimit : smallBody,
      onRequest: async (request) => {
        callerOf(request);
      },
      handler: async (request, reply) => {
        const input = readInput(id, request);
        const context = contextOf(service, callerOf(request));
        const result = await perform({ context, id, handler, input, gate, source: 'api' });
        noteTokenUse(service.store, context.caller, context.nowMs);
        return send(reply, row, result);
      },
    });
  }
  for (const [url, methods] of methodsOf) {
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter(
      (method) => !methods.includes(method),
    );
    app.route({
      method: others,
      url,
      onRequest: async () => {
        throw new AppError('METHOD_NOT_ALLOWED', `This address takes ${methods.join(', ')} only.`, {
          data: { allow: methods.join(', ') },
        });
      },
      handler: async () => undefined,
    });
  }
}

function send(reply: FastifyReply, row: Operation, result: unknown): FastifyReply {
  const answered: unknown = result instanceof Answer ? result : new Answer(result);
  const { body, status, location } = answered as Answer<unknown>;
  const code = status ?? row.success.status;
  reply.code(code).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  if (row.success.location && code === 201) {
    const address = location ?? (body as { urls?: { location?: string } }).urls?.location;
    if (address !== undefined) reply.header('location', address);
  }
  if (code === 204) return reply.send();
  reply.type('application/json; charset=utf-8');
  return reply.send(body instanceof PrintedJson ? body.text : JSON.stringify(body));
}

/** `{name}` in the router's notation; a page's path may have slashes, and takes the rest of the address. */
function routeOf(path: string): string {
  return path.replace(/\{pagePath\}$/, '*').replace(/\{([A-Za-z]+)\}/g, ':$1');
}
