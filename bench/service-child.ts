/** The service (or the bare route it is compared with) in a process of its own; started by `service.ts`. */
import fastify from 'fastify';
import { startService } from '../src/service/index.ts';

const [kind = '', ...args] = process.argv.slice(2);

if (kind === 'service') {
  const [data = '', seed = ''] = args;
  const started = await startService({ data, seeds: [seed] });
  const space = started.spaces.find(({ title }) => title === 'Bench');
  report({ url: started.url, token: started.token, organization: started.organization, space: space?.id });
} else {
  // Answers each path with as many bytes as the service does, and does nothing else.
  const bodies = JSON.parse(args[0] ?? '{}') as Record<string, number>;
  const app = fastify({ logger: false });
  for (const [path, size] of Object.entries(bodies)) {
    const text = JSON.stringify({ text: 'x'.repeat(Math.max(0, size - 11)) });
    app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  }
  report({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

function report(ready: object): void {
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.on('message', () => process.send?.({ rss: process.memoryUsage().rss }));
}
