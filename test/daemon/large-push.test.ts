import { expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import { createRateBudgets, limitTransport, runInFlow } from '../../src/queue/index.ts';
import { createSync } from '../../src/sync/index.ts';
import { SimulatedService } from '../queue/rate/simulated-service.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { syncConfig } from '../sync/memory-world.ts';

const perMinute = 120;

/** Each question to the service costs a request of a limited budget. */
async function play({ pages }: { pages: number }): Promise<{ smallMs: number; pagesRead: number }> {
  const clock = new ManualClock();
  const random = seededRandom(3);
  const limit = new SimulatedService(perMinute, { clock, random, dialect: 'epoch', latencyMs: 40 });
  const transport = limitTransport(
    {
      send: async () => ({ ...(await limit.request()), body: new Uint8Array() }),
      close: () => Promise.resolve(),
    },
    { budgets: createRateBudgets({ clock, random }) },
  );
  const service = new MemoryService();
  const large = service.addSpace(
    'Large',
    Array.from({ length: pages }, (_, index) => service.newPage(`Page ${index}`, 'Text.')),
  );
  const small = service.addSpace('Small', [service.newPage('Start', 'Hello.')]);
  let pagesRead = 0;
  let counts = false;
  let smallAt = Infinity;
  const asks = [
    'organizationSpaces',
    'space',
    'content',
    'page',
    'changes',
    'changeRequests',
    'changeRequest',
  ];
  const writes = ['createChangeRequest', 'changeContent', 'setChangeRequest'];
  const remote = new Proxy(service, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const call = value as (...args: unknown[]) => unknown;
      if (!counts || ![...asks, ...writes].includes(String(name))) return call.bind(target);
      return async (...args: unknown[]) => {
        if (name === 'page') pagesRead++;
        await transport.send({ method: 'GET', url: `http://service/v1/${String(name)}`, headers: {} });
        const answer = await call.apply(target, args);
        if (name === 'changeContent' && args[0] === small) smallAt = Math.min(smallAt, clock.monotonic());
        return answer;
      };
    },
  });
  const git = new MemoryRepository();
  const disk = new MemoryDisk(clock);
  const files = new SafeFiles({ disk, clock, random });
  const tree = createWorkingTree({ repository: git, files, checkout: new MemoryCheckout(), clock });
  const sync = createSync({ remote, git, tree, files, clock, random }, syncConfig());
  const first = sync.cycle();
  await clock.advance(60_000);
  await first;
  counts = true;
  const save = (path: string, text: string): void => disk.personSaves(path, new TextEncoder().encode(text));
  const read = (path: string): string => new TextDecoder().decode(disk.contents().get(path));
  for (const path of [...disk.contents().keys()].filter((each) => /^large\/page-\d+\.md$/.test(each)))
    save(path, `${read(path)}\nMore.\n`);
  const work = (space: string): Promise<unknown> =>
    runInFlow({ name: `space:${space}`, priority: 'changeRequest' }, () => sync.cycle({ spaces: [space] }));
  const pushed = work(large);
  await clock.advance(1_000);
  save('small/start.md', `${read('small/start.md')}\nMore.\n`);
  const savedAt = clock.monotonic();
  const saved = work(small);
  await clock.advance(300_000);
  await Promise.all([pushed, saved]);
  return { smallMs: smallAt - savedAt, pagesRead };
}

// Up to 50 texts go out as one batch that is read back by its pages; more are compared by the tree.
it.each([50, 60])(
  'sends an edit of another space within 40 s of a push of %i pages at 120 requests a minute, and reads each page once',
  async (pages) => {
    const { smallMs, pagesRead } = await play({ pages });

    expect(pagesRead).toBeLessThanOrEqual(pages + 1);
    expect(smallMs).toBeLessThan(40_000);
  },
);
