/**
 * Measures what a job costs beyond its work. Limit: 20 µs of processor time for each job in memory, which a busy machine hardly
 * changes; for comparison, bare p-queue (no keys, no folding, no retry). With the Redis at REDIS_URL, or one that the bench starts
 * if the machine has it, also measures the shared queue, and how long a request waits for its share of a budget that workers share,
 * beside a bare `PING`. Run it with `npm run bench:queue`.
 */
import PQueue from 'p-queue';
import { realClock, realRandom } from '../src/clock/index.ts';
import {
  createMemoryQueue,
  createRateBudgets,
  openRedis,
  openRedisQueue,
  priorities,
} from '../src/queue/index.ts';
import { RedisServer, redisBinary } from '../test/queue/redis-server.ts';

const jobs = 20_000;
const rounds = 7;
const limitUs = 20;

/** The processor time of each job, in µs. */
async function costOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / jobs;
}

async function ours(mixed: boolean): Promise<number> {
  let done = 0;
  const queue = createMemoryQueue<number>({
    clock: realClock,
    random: realRandom,
    work: async () => void done++,
  });
  const cost = await costOf(async () => {
    for (let index = 0; index < jobs; index++) {
      const priority = mixed ? (priorities[index % 4] ?? 'space') : 'space';
      void queue.enqueue({ key: `space:${index}`, data: index, priority });
    }
    await queue.idle();
  });
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs ran`);
  await queue.close();
  return cost;
}

async function bare(mixed: boolean): Promise<number> {
  let done = 0;
  const queue = new PQueue({ concurrency: 8 });
  const cost = await costOf(async () => {
    for (let index = 0; index < jobs; index++)
      void queue.add(async () => void done++, { priority: mixed ? index % 4 : 0 });
    await queue.onIdle();
  });
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs ran`);
  return cost;
}

async function shared(url: string): Promise<number> {
  const redis = await openRedis({ url });
  const count = 2_000;
  let done = 0;
  const queue = await openRedisQueue<number>({
    redis,
    ...{ name: `bench-${process.pid}`, clock: realClock, random: realRandom, work: async () => void done++ },
  });
  const start = process.hrtime.bigint();
  await Promise.all(
    Array.from({ length: count }, (_, index) => queue.enqueue({ key: `space:${index}`, data: index })),
  );
  while (done < count) await realClock.sleep(1);
  const took = Number(process.hrtime.bigint() - start);
  await queue.close();
  redis.disconnect();
  return took / count / 1_000;
}

/** How long a request waits for its share of the common budget, and how long an empty request to Redis takes, in µs. */
async function budgetShare(url: string): Promise<{ share: number; ping: number }> {
  const redis = await openRedis({ url });
  const budgets = createRateBudgets({ clock: realClock, random: realRandom, redis });
  const budget = budgets.of('http://service', `bench-${process.pid}`);
  const count = 2_000;
  const [shares, pings]: [number[], number[]] = [[], []];
  const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
    const start = process.hrtime.bigint();
    await work();
    times.push(Number(process.hrtime.bigint() - start) / 1_000);
  };
  for (let index = 0; index < count; index++) {
    await timed(shares, async () => {
      const permit = await budget.acquire();
      permit.release({ kind: 'answer', status: 200, headers: {} });
    });
    await timed(pings, () => redis.ping());
  }
  budgets.close();
  redis.disconnect();
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? NaN;
  return { share: median(shares), ping: median(pings) };
}

const cases: [name: string, run: () => Promise<number>][] = [
  ['memory queue, one priority', () => ours(false)],
  ['memory queue, mixed priorities', () => ours(true)],
  ['bare p-queue, one priority', () => bare(false)],
  ['bare p-queue, mixed priorities', () => bare(true)],
];
const times = new Map<string, number[]>(cases.map(([name]) => [name, []]));
for (let round = 0; round <= rounds; round++)
  for (const [name, run] of cases) {
    const us = await run();
    if (round > 0) times.get(name)?.push(us); // the first round warms up
  }
let worst = 0;
for (const [name, list] of times) {
  const median = list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN;
  if (name.startsWith('memory')) worst = Math.max(worst, median);
  console.log(
    `${name.padEnd(34)} ${median.toFixed(2).padStart(8)} µs of processor time for each job (median of ${list.length}, ${jobs} jobs)`,
  );
}
const own = process.env['REDIS_URL'] === undefined && redisBinary() ? await RedisServer.start() : null;
const url = process.env['REDIS_URL'] ?? own?.url;
if (url !== undefined) {
  const tell = (name: string, us: number, of: string): void =>
    console.log(`${name.padEnd(34)} ${us.toFixed(0).padStart(8)} µs by the clock for each ${of}`);
  tell('shared queue on Redis', await shared(url), 'job');
  const { share, ping } = await budgetShare(url);
  tell('share of a common budget', share, 'request');
  tell('PING of the same Redis', ping, 'question');
}
await own?.remove();
console.log(worst <= limitUs ? `within the limit of ${limitUs} µs` : `OVER the limit of ${limitUs} µs`);
process.exit(worst <= limitUs ? 0 : 1);
