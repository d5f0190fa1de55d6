/**
 * What a job costs beyond its work. Limit: 20 µs for each job in memory; beside it bare p-queue (no keys, no folding, no
 * retry) and, where a Redis is at REDIS_URL, the shared queue. Run it with `node bench/run.mjs queue`.
 */
import PQueue from 'p-queue';
import { realClock, realRandom } from '../src/clock/index.ts';
import { createMemoryQueue, openRedis, openRedisQueue, priorities } from '../src/queue/index.ts';

const jobs = 20_000;
const rounds = 7;
const limitUs = 20;

async function ours(mixed: boolean): Promise<number> {
  let done = 0;
  const queue = createMemoryQueue<number>({
    clock: realClock,
    random: realRandom,
    work: async () => void done++,
  });
  const start = process.hrtime.bigint();
  for (let index = 0; index < jobs; index++) {
    const priority = mixed ? (priorities[index % 4] ?? 'space') : 'space';
    void queue.enqueue({ key: `space:${index}`, data: index, priority });
  }
  await queue.idle();
  const took = Number(process.hrtime.bigint() - start);
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs ran`);
  await queue.close();
  return took / jobs / 1_000;
}

async function bare(mixed: boolean): Promise<number> {
  let done = 0;
  const queue = new PQueue({ concurrency: 8 });
  const start = process.hrtime.bigint();
  for (let index = 0; index < jobs; index++)
    void queue.add(async () => void done++, { priority: mixed ? index % 4 : 0 });
  await queue.onIdle();
  const took = Number(process.hrtime.bigint() - start);
  if (done !== jobs) throw new Error(`${done} of ${jobs} jobs ran`);
  return took / jobs / 1_000;
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
    `${name.padEnd(34)} ${median.toFixed(2).padStart(8)} µs for each job (median of ${list.length}, ${jobs} jobs)`,
  );
}
const url = process.env['REDIS_URL'];
if (url !== undefined)
  console.log(
    `${'shared queue on Redis'.padEnd(34)} ${(await shared(url)).toFixed(0).padStart(8)} µs for each job`,
  );
console.log(worst <= limitUs ? `within the limit of ${limitUs} µs` : `OVER the limit of ${limitUs} µs`);
process.exit(worst <= limitUs ? 0 : 1);
