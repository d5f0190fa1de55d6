import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { DaemonSetup, Metrics } from '../../daemon/index.ts';
import type { GitHost } from '../../git/port.ts';
import type { MirrorHost } from '../../sharing/index.ts';
import type { Announce } from '../../sync/index.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { openComingMirror } from '../connect.ts';
import type { CommandContext } from '../program.ts';
import type { World } from '../world.ts';
import {
  logFor,
  processOf,
  rememberSecrets,
  setupOf,
  connectToService,
  type DaemonReports,
} from './daemon.ts';

/** The copy's own branch. The shared branches are never checked out, so every shared ref may move. */
const ownBranch = 'tidemark-worker';

export interface WorkerOptions {
  readonly name?: string;
}

export async function worker(
  { world, json, verbose, version, configFile }: CommandContext,
  options: WorkerOptions,
): Promise<void> {
  const secrets = new Set<string>();
  const room = await import('../../daemon/index.ts');
  const name = options.name ?? ownName(world);
  const log = logFor(world, { json, verbose, secrets, name, createLog: room.createLog });
  // The folder is only a cache of the git host, and is deleted with the process.
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-worker-'));
  try {
    await room.runDaemon({
      ...processOf(world, log, room),
      version,
      kind: 'worker',
      name,
      load: (metrics) => setUp(world, { configFile, metrics, secrets, folder, log, version, verbose, name }),
      onReady: (url) => log.info({ url }, 'ready'),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A name that leads an administrator to the machine or container, and the process. */
function ownName({ machine, random }: World): string {
  const { host, pid } = machine ?? { host: 'worker', pid: Math.floor(random.number() * 1e9) };
  return `${host}-${pid}`;
}

/** The parts of a worker that survive reloads of its configuration. */
interface WorkerParts extends DaemonReports {
  readonly configFile: string | undefined;
  readonly metrics: Metrics;
  readonly secrets: Set<string>;
  /** The folder of the worker's own copy of the repository. */
  readonly folder: string;
}

/** The git host of the fleet; its token never appears in the log. */
async function hostOf(world: World, remote: string, secrets: Set<string>): Promise<GitHost> {
  const token = world.env['TIDEMARK_GIT_TOKEN'];
  if (token) secrets.add(token);
  return world.ports.gitHost({ url: remote, ...(token ? { token } : {}) });
}

async function setUp(
  world: World,
  { configFile, metrics, secrets, folder, ...told }: WorkerParts,
): Promise<DaemonSetup> {
  const loaded = await loadConfig(world, { file: configFile });
  const { config } = loaded;
  rememberSecrets(config, secrets);
  const { remote, redisUrl } = fleetOptions(config);
  const { openRedisSoon } = await import('../../queue/index.ts');
  const room = await import('../../daemon/index.ts');
  const { redis, answers } = await openRedisSoon({ url: redisUrl });
  const way = await connectToService(world, config, { ...told, room, metrics }, { redis });
  const plainHost = await hostOf(world, remote, secrets);
  const watched = room.watchHost(plainHost, world.clock);
  const close = async (): Promise<void> => {
    way.budgets.close();
    redis.disconnect();
    await way.network.close();
  };
  const pathOf = (path: string): string => (path === config.repository.path ? folder : loaded.pathOf(path));
  let shared: MirrorHost | null = null;
  const announce: Announce = async (space, options) => shared?.announce(space, options);
  const coming = await openComingMirror(
    world,
    { ...loaded, pathOf },
    { transport: way.transport, createWithBranch: ownBranch, gitHost: null, clone: 'fleet', announce },
  ).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { git } = coming;
  const { branch } = config.repository;
  const { createMirrorHost } = await import('../../sharing/index.ts');
  const mirrorHost = (shared = createMirrorHost({ git, host: watched.host, branch }));
  const turns = room.createRedisTurns({
    redis,
    clock: world.clock,
    random: world.random,
    name: told.name ?? 'worker',
  });
  return {
    open: async (call) => {
      const sync = await coming.sync(call);
      const work = room.shareMirror(sync, room.countRepeatedCycles(mirrorHost, metrics), turns);
      return { work: room.withFetchedPushes(work, { git, branch }) };
    },
    gitHost: { url: remote, answers: watched.answers },
    board: room.createRedisBoard(redis),
    ...setupOf(config, told, way),
    watch: null,
    redis,
    ready: (options) => answers({ ...options, clock: world.clock }),
    close: async () => {
      await coming.close();
      await close();
    },
  };
}

function fleetOptions({ repository: { remote }, queue: { driver, url } }: Config): {
  remote: string;
  redisUrl: string;
} {
  if (remote !== undefined && driver === 'redis' && url !== undefined) return { remote, redisUrl: url };
  const lacking = [
    ...(driver === 'redis' ? [] : [`queue.driver: redis (it is ${driver})`]),
    ...(url === undefined ? ['queue.url'] : []),
    ...(remote === undefined ? ['repository.remote'] : []),
  ];
  throw new AppError('CONFIG_INVALID', `a worker needs what the configuration lacks: ${lacking.join(', ')}`, {
    hint: 'The fleet shares its jobs through Redis and its mirrors through a git host. On one machine alone, run `tidemark daemon`.',
  });
}
