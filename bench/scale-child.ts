/** The service of `scale.ts` and `costs.ts` as a separate process, with a token for each of its people. */
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
process.on('message', (what) => {
  // Only at the beginning and the end of the measured time, because a full collection stops the process, and requests would wait.
  if (what === 'collected') (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss, heap: heapUsed, cpuMs: (user + system) / 1000 });
});
process.send?.({ url, organization, tokens });
