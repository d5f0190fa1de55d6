/** The service of `scale.ts` and `costs.ts` as a separate process, with a token for each of its people. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import {
  contextOf,
  createToken,
  ensureUser,
  firstOrganization,
  setMember,
  startService,
} from '../src/service/index.ts';

const [data = '', seed = '', people = '0'] = process.argv.slice(2);
const { embedded, url, organization } = await startService({ data, seeds: [seed] });
const { service } = embedded;
await service.background.idle();
const { user } = firstOrganization(embedded, '');
const ctx = contextOf(service, { userId: user, tokenId: '' });
const tokens = service.store.transaction(() =>
  Array.from({ length: Number(people) }, (_, at) => {
    const person = ensureUser(ctx, { email: `person-${at}@example.com` });
    setMember(ctx, { organization, user: person, role: 'create' });
    return createToken(ctx, { user: person, label: 'scale' }).token;
  }),
);

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** The processor times of the requests that name their kind, in the order of the kinds. */
const costs: number[][] = [];
const began = new WeakMap<IncomingMessage, number>();
subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  if (request.headers['bench-kind'] !== undefined) began.set(request, cpuMs());
});
subscribe('http.server.response.finish', (message) => {
  const { request } = message as { request: IncomingMessage };
  const before = began.get(request);
  if (before !== undefined) (costs[Number(request.headers['bench-kind'])] ??= []).push(cpuMs() - before);
});

// A terminal interrupts the whole group, but the bench decides when the run is over.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (what) => {
  if (what === 'costs') {
    process.send?.(Array.from(costs, (times) => times ?? []));
    return;
  }
  // Seldom, because a full collection stops the process, and requests wait.
  if (what === 'collected') (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heap: heapUsed, cpuMs: cpuMs() });
});
process.send?.({ url, organization, tokens });
