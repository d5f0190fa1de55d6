import { expect, it } from 'vitest';
import { seededRandom } from '../../src/clock/index.ts';
import type { SpaceWork } from '../../src/daemon/index.ts';
import { createRateBudgets, limitTransport } from '../../src/queue/index.ts';
import { createSync } from '../../src/sync/index.ts';
import { MemoryDisk, SafeFiles } from '../../src/files/index.ts';
import { createWorkingTree, MemoryCheckout, MemoryRepository } from '../../src/git/index.ts';
import { SimulatedService } from '../queue/rate/simulated-service.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';
import { syncConfig } from '../sync/memory-world.ts';
import { aDaemon } from './support.ts';

const interval = 60_000;
const { env } = process;
/** The issue's own figures are 199 and 10,000 (`npm run fairness`); each run of the tests has fewer, in the same proportions. */
const smallSpaces = Number(env['FAIRNESS_SPACES'] ?? 25);
const pagesOfLarge = Number(env['FAIRNESS_PAGES'] ?? 800);
/** So many intervals does the large space take all requests. */
const intervalsOfLarge = 5;

/** The daemon with the real mirror; each question to the service costs a request of a limited budget. */
async function playWhileLargeSpaceMoves({
  readsAhead,
  largePages,
}: {
  readsAhead: boolean;
  largePages: number;
}): Promise<{
  late: readonly number[];
  minutes: number;
  refused: number;
  largePagesHere: number;
}> {
  const test = aDaemon({ concurrency: 8, intervalMs: interval });
  const { clock, daemon, configure } = test;
  const random = seededRandom(2);
  const limit = new SimulatedService(largePages / intervalsOfLarge, {
    clock,
    random,
    dialect: 'epoch',
    latencyMs: 40,
  });
  const budgets = createRateBudgets({ clock, random });
  const transport = limitTransport(
    {
      send: async () => ({ ...(await limit.request()), body: new Uint8Array() }),
      close: () => Promise.resolve(),
    },
    { budgets },
  );
  const service = new MemoryService();
  const small = Array.from({ length: smallSpaces }, (_, index) =>
    service.addSpace(`Small ${index}`, [service.newPage('Start', 'Hello.'), service.newPage('Use', 'So.')]),
  );
  const large = service.addSpace(
    'Large',
    Array.from({ length: largePages }, (_, index) => service.newPage(`Page ${index}`, 'Text.')),
  );
  const requests = new Set(['organizationSpaces', 'space', 'content', 'page', 'changes', 'changeRequests']);
  const remote = new Proxy(service, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const call = value as (...args: unknown[]) => unknown;
      if (!requests.has(String(name))) return call.bind(target);
      return async (...args: unknown[]) => {
        await transport.send({ method: 'GET', url: `http://service/v1/${String(name)}`, headers: {} });
        return call.apply(target, args);
      };
    },
  });
  const git = new MemoryRepository();
  const files = new SafeFiles({ disk: new MemoryDisk(clock), clock, random });
  const tree = createWorkingTree({ repository: git, files, checkout: new MemoryCheckout(), clock });
  const sync = createSync({ remote, git, tree, files, clock, random }, syncConfig());

  const edited = new Map<string, number>();
  const late: number[] = [];
  let largeIsHere = false;
  const { readAhead, ...alone } = sync;
  const work: SpaceWork = {
    ...(readsAhead ? { readAhead } : {}),
    ...alone,
    cycle: async (options) => {
      const report = await sync.cycle(options);
      for (const { id, state } of report.spaces) {
        if (state === 'unchanged' || state === 'frozen') continue;
        if (id === large) largeIsHere = true;
        const since = edited.get(id);
        if (since !== undefined) late.push(clock.monotonic() - since);
        edited.delete(id);
      }
      return report;
    },
  };
  configure({ budgets, work });
  await daemon.start();
  let minutes = 0;
  for (; !largeIsHere && minutes < 20; minutes++) {
    await clock.advance(interval);
    for (const id of small)
      if (!edited.has(id)) {
        service.edit(id, (pages) =>
          mapPages(pages, (page) => (page.title === 'Use' ? { ...page, text: `${page.text}More.\n` } : page)),
        );
        edited.set(id, clock.monotonic());
      }
  }
  // What never came is as late as it is by now.
  late.push(...[...edited.values()].map((since) => clock.monotonic() - since));
  const stopped = daemon.stop();
  await clock.advance(10_000);
  await stopped;
  const tip = await git.resolveRef('refs/remotes/docs/main');
  const here = tip === null ? [] : await git.listTree(await git.treeOf(tip), { under: 'large' });
  const largePagesHere = here.filter(({ path }) => /page-\d+\.md$/.test(path)).length;
  return { late, minutes, refused: limit.refused.length, largePagesHere };
}

it('keeps the other spaces of a repository within an interval while the real mirror reads a large one', async () => {
  const { late, minutes, refused, largePagesHere } = await playWhileLargeSpaceMoves({
    readsAhead: true,
    largePages: pagesOfLarge,
  });

  // From the moment at which a space moves, a look comes within an interval, and its cycle within another one.
  expect(Math.max(...late)).toBeLessThanOrEqual(2 * interval);
  expect(late.length).toBeGreaterThan(3 * smallSpaces);
  expect(largePagesHere).toBeGreaterThanOrEqual(pagesOfLarge - 1);
  expect(minutes).toBeGreaterThanOrEqual(intervalsOfLarge);
  expect(refused).toBe(0);
}, 600_000);

it('is a test that notices: cycles that read for themselves keep the others waiting', async () => {
  const { late } = await playWhileLargeSpaceMoves({ readsAhead: false, largePages: 500 });

  expect(Math.max(...late)).toBeGreaterThan(3 * interval);
});
