/** The service (or the bare route for comparison) as a separate process that `service.ts` starts. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { startService } from '../src/service/index.ts';

const [kind = '', ...args] = process.argv.slice(2);

if (kind === 'service') {
  const [data = '', seed = ''] = args;
  const started = await startService({ data, seeds: [seed] });
  await started.embedded.service.background.idle();
  const space = started.spaces.find(({ title }) => title === 'Bench');
  report({ url: started.url, token: started.token, organization: started.organization, space: space?.id });
} else {
  // Answers each address with exactly the service's bytes, and does nothing else.
  const bodies = new Map(
    Object.entries(JSON.parse(readFileSync(args[0]!, 'utf8')) as Record<string, string>),
  );
  const app = fastify({ logger: false });
  app.route({
    method: ['GET', 'PATCH'],
    url: '/*',
    handler: (request, reply) =>
      reply.type('application/json; charset=utf-8').send(bodies.get(request.raw.url ?? '')),
  });
  report({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

function report(ready: object): void {
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.on('message', () => {
    const { rss } = process.memoryUsage();
    // Only memory after a collection is really in use; the resident size includes memory that V8 keeps for later.
    (globalThis as { gc?: () => void }).gc?.();
    process.send?.({ rss, heap: process.memoryUsage().heapUsed });
  });
}
