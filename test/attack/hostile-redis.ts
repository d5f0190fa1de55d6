import { Queue } from 'bullmq';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { redisBinary, RedisServer } from '../queue/redis-server.ts';
import { serveGit } from '../support/git-http-backend.ts';
import {
  git,
  intruder,
  seedSpace,
  surroundings,
  writeFiles,
  type Ground,
  type FirstReady,
} from './ground.ts';
import { each, type Kind, type Verdict } from './kind.ts';

/** A vector: what somebody who may write to Redis puts there before a worker begins. */
interface RedisVector {
  readonly name: string;
  /** `keys` are those that an honest fleet made. */
  readonly put: (redis: Redis, queue: Queue, keys: readonly string[]) => Promise<unknown>;
}

const prefix = 'tidemark';
const queueName = 'rounds';
const key = (name: string): string => `${prefix}:${queueName}:${name}`;

const jobKeys: readonly string[] = [
  'space:../../outside',
  'space:/etc/passwd',
  'space:..',
  'space:',
  'space:<script>alert(1)</script>',
  'space:\u001b]0;x\u0007',
  'space:__proto__',
  'space:a\u0000b',
  `space:${'x'.repeat(100_000)}`,
  'nothing that is known',
];
const jobData: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['a list', []],
  ['another shape', { data: { reason: { toString: 'x' }, path: '../../outside', space: '../x' } }],
  ['a huge text', { data: { reason: 'x'.repeat(8 * 1024 * 1024) } }],
  ['__proto__', JSON.parse('{"data":{"__proto__":{"polluted":true},"reason":"hook"}}')],
];

function job(name: string, id: string, data: unknown): RedisVector {
  return {
    name,
    put: (_, queue) =>
      queue.add('job', data, { jobId: `hostile-${Math.abs(hash(name))}`, deduplication: { id } }),
  };
}

const hash = (text: string): number =>
  [...text].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) | 0, 7);

/** The one value that all workers change: what it may be replaced by. */
const budgetStates: readonly (readonly [string, string])[] = [
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['nothing of a state', '{}'],
  [
    'numbers that are texts',
    '{"started":"x","closedUntil":"x","quotas":{"a":null},"inFlight":{"1":null},"owners":[]}',
  ],
];

const vectors: readonly RedisVector[] = [
  ...jobKeys.map((id) =>
    job(`a job with the key ${JSON.stringify(id.slice(0, 40))}`, id, { data: { reason: 'hook' } }),
  ),
  ...jobData.map(([name, data]) => job(`a job with ${name} as its data`, 'all', data)),
  {
    name: 'a job whose data is not JSON',
    put: async (redis) => {
      await redis.hset(key('broken'), { name: 'job', data: '{', opts: '{}', timestamp: '1' });
      await redis.lpush(key('wait'), 'broken');
    },
  },
  {
    name: 'a job whose options are no JSON',
    put: async (redis) => {
      await redis.hset(key('broken'), { name: 'job', data: '{"data":{}}', opts: '[', timestamp: 'x' });
      await redis.lpush(key('wait'), 'broken');
    },
  },
  { name: 'a job that is nowhere', put: (redis) => redis.lpush(key('wait'), 'nowhere', '../../x', '') },
  {
    name: 'a follower whose options are no JSON',
    put: (redis) => redis.hset(key('dn:look'), { jid: 'x', opts: '{' }),
  },
  ...['wait', 'active', 'delayed', 'prioritized', 'meta', 'events', 'de:look'].map((name) => ({
    name: `the key ${name} of another kind`,
    put: async (redis: Redis) => {
      await redis.del(key(name));
      await (name === 'wait' || name === 'active' ? redis.set(key(name), 'x') : redis.lpush(key(name), 'x'));
    },
  })),
  ...budgetStates.map(([name, state]) => ({
    name: `a budget that is ${name}`,
    put: async (redis: Redis, _: Queue, keys: readonly string[]) => {
      for (const budget of keys.filter((each) => each.startsWith(`${prefix}:budget:`)))
        await redis.hset(budget, { version: 1, state });
    },
  })),
  {
    name: 'a budget of another kind',
    put: async (redis: Redis, _: Queue, keys: readonly string[]) => {
      for (const budget of keys.filter((each) => each.startsWith(`${prefix}:budget:`)))
        await redis.set(budget, 'x');
    },
  },
];

/** So long a worker has with what it finds, unless an honest one needs longer here; then it is told to end. */
const shortestPlayMs = 3_000;
const longestHonestMs = 90_000;
/** A worker that has published goes on for so long. */
const afterMs = 500;
/** Each has a database of its own; while some wait, others compute. */
const vectorsAtATime = 4;
const endMs = 40_000;

/** What a Redis that somebody else may write to does to the workers of a fleet: each vector has a database and a worker. */
export const hostileRedis: Kind = {
  name: 'hostile Redis',
  missing: redisBinary() === undefined ? 'redis' : null,
  play: async (ground) => {
    const folder = ground.folder('redis');
    seedSpace(join(folder, 'seed', 'guides'), 'Guides');
    const service = await ground.serve(folder);
    const server = await RedisServer.start();
    ground.later(() => server.remove());
    const host = await serveGit(join(folder, 'served'));
    ground.later(host.close);
    const started = { ground, folder, service, redisUrl: server.url, hostUrl: host.url };

    const since = performance.now();
    const keys = await honestKeys({ ...started, playMs: longestHonestMs });
    // Some vectors keep a worker from publishing: it has twice the time that it took without them.
    const playMs = Math.max(shortestPlayMs, 2 * (performance.now() - since));
    return each(vectors, vectorsAtATime, async (vector, index): Promise<Verdict> => {
      const { reason } = await playOne(
        { ...started, playMs },
        `vector-${index}`,
        1 + (index % 15),
        (redis, queue) => vector.put(redis, queue, keys),
      );
      return { vector: vector.name, broken: reason };
    });
  },
};

interface Fleet {
  readonly ground: Ground;
  readonly folder: string;
  readonly service: FirstReady;
  readonly redisUrl: string;
  readonly hostUrl: string;
  /** So long a worker has to publish. */
  readonly playMs: number;
}

/** An honest worker must publish the mirror, else its silence in a hostile case would mean nothing; gives its keys. */
async function honestKeys(fleet: Fleet): Promise<string[]> {
  const { reason, published, keys } = await playOne(fleet, 'honest', 0, async () => undefined);
  if (reason !== null || !published)
    throw new Error(`An honest worker did not work: ${reason ?? 'it published nothing'}`);
  return keys;
}

async function playOne(
  { ground, folder, service, redisUrl, hostUrl, playMs }: Fleet,
  name: string,
  database: number,
  put: (redis: Redis, queue: Queue) => Promise<unknown>,
): Promise<{ reason: string | null; published: boolean; keys: string[] }> {
  const work = join(folder, name);
  const bare = join(folder, 'served', `${name}.git`);
  mkdirSync(bare, { recursive: true });
  git(bare, 'init', '-q', '--bare', '-b', 'main');
  git(bare, 'config', 'http.receivepack', 'true');
  const url = `${redisUrl}/${database}`;
  writeFiles(work, {
    'sync.config.yaml': `service: { url: "${service.url}" }
repository: { path: ./nowhere, remote: "${hostUrl}/${name}.git" }
mirror: { spaces: [ { id: ${service.spaces[0]?.id ?? ''}, path: guides } ], changeRequests: none, metadata: false }
push: { enabled: false }
schedule: { interval: 1s }
queue: { driver: redis, url: "${url}" }
http: { port: 0 }
`,
  });
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  await redis.flushdb();
  const queue = new Queue(queueName, {
    connection: redis,
    prefix,
    skipVersionCheck: true,
    skipMetasUpdate: true,
  });
  await put(redis, queue);
  const before = surroundings(work, join(work, 'nowhere'));
  const worker = ground.installed.start(['worker', '--json'], {
    cwd: work,
    env: { TIDEMARK_TOKEN: service.token },
  });
  const isPublished = (): boolean => existsSync(join(bare, 'refs/remotes/docs/main'));
  for (const until = performance.now() + playMs; performance.now() < until && !isPublished();)
    if ((await Promise.race([worker.ended, delay(100)])) !== undefined) break;
  await Promise.race([worker.ended, delay(afterMs)]);
  const early = worker.process.exitCode;
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    worker.process.kill('SIGKILL');
  }, endMs);
  const { code, out, err } = await worker.end();
  clearTimeout(timer);
  const keys = await redis.keys('*');
  await queue.close();
  redis.disconnect();
  const published = git(bare, 'for-each-ref', 'refs/remotes/docs/main') !== '';
  const reason =
    (hung ? 'The worker did not end when it was told to.' : null) ??
    (![0, 2, 3].includes(code ?? -1)
      ? `The worker ended with ${code}${early === null ? '' : ' by itself'}: ${(err + out).slice(-300)}`
      : null) ??
    (/unhandled|uncaught/iu.test(err + out) ? `The worker says: ${(err + out).slice(-300)}` : null) ??
    ((out + err).includes('\u001b]') ? 'A control sequence reached the log.' : null) ??
    intruder(before, surroundings(work, join(work, 'nowhere')));
  return { reason, published, keys };
}
