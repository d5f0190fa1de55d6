import type * as daemonRoom from '../../daemon/index.ts';
import type { createLog, DaemonSetup, Log, Metrics, Tracer, WatchedHost } from '../../daemon/index.ts';
import type { GitHost } from '../../git/port.ts';
import type { HttpTransport } from '../../http/port.ts';
import type { RateBudgets, RateBudgetsOptions } from '../../queue/index.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { durationMs, type Config } from '../config/schema.ts';
import { openComingMirror } from '../connect.ts';
import type { CommandContext } from '../program.ts';
import type { OpenedRepository, World } from '../world.ts';

const graceMs = 30_000;

export async function daemon({ world, json, verbose, version, configFile }: CommandContext): Promise<void> {
  const secrets = new Set<string>();
  const hold = repositoryHold(world);
  const room = await import('../../daemon/index.ts');
  const log = logFor(world, { json, verbose, secrets, createLog: room.createLog });
  await room.runDaemon({
    ...processOf(world, log, room),
    version,
    kind: 'daemon',
    load: (metrics) => setUp(world, { configFile, metrics, secrets, hold, log, version, verbose }),
    onReady: (url) =>
      log.info({ url }, url === undefined ? 'ready' : `ready, with health and status at ${url}`),
  });
  await hold.release();
}

interface RepositoryHold {
  take(folder: string, branch: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks the repository against other processes while the daemon runs, also through reloads that name the same repository. */
function repositoryHold(world: World): RepositoryHold {
  let held: { folder: string; repository: OpenedRepository } | undefined;
  return {
    take: async (folder, branch) => {
      if (held?.folder === folder) return;
      const repository = await world.ports.repository(folder, { createWithBranch: branch });
      repository.hold('tidemark daemon');
      await held?.repository.close();
      held = { folder, repository };
    },
    release: async () => {
      await held?.repository.close();
      held = undefined;
    },
  };
}

/** The log of a long-running process: the secrets of all configurations so far never appear in the log. */
export function logFor(
  world: World,
  options: {
    json: boolean;
    verbose: boolean;
    secrets: ReadonlySet<string>;
    createLog: typeof createLog;
    name?: string;
  },
): Log {
  return options.createLog({
    write: (text) => world.stdout.write(text),
    pretty: world.stdout.isTTY && !options.json,
    clock: world.clock,
    level: options.verbose ? 'debug' : 'info',
    ...(options.name === undefined ? {} : { facts: { worker: options.name } }),
    secrets: () => [...options.secrets],
  });
}

/** How a long-running process hears of signals, ends, and is watched: the same for a daemon and a worker. */
export function processOf(
  world: World,
  log: Log,
  room: Room,
): Omit<Parameters<Room['runDaemon']>[0], 'version' | 'kind' | 'name' | 'load' | 'onReady'> {
  return {
    clock: world.clock,
    random: world.random,
    log,
    stop: world.stop,
    onReload: (callback) => world.onReload(callback),
    onVerbose: (callback) => world.onVerbose?.(callback) ?? (() => undefined),
    graceMs,
    // A hanging event loop must not end other code that shares the process.
    ...(world.ownsProcess ? { watchdog: room.startWatchdog() } : {}),
    manager: room.createServiceManager({
      clock: world.clock,
      env: world.env,
      run: room.runProgram,
      onTrouble: (problem) => log.warn(problem),
    }),
  };
}

/** Remembers the secrets of a configuration for the log. */
export function rememberSecrets(config: Config, secrets: Set<string>): void {
  if (config.service.token !== undefined) secrets.add(config.service.token);
  for (const { secret } of Object.values(config.hooks)) secrets.add(secret);
}

async function setUp(
  world: World,
  {
    configFile,
    metrics,
    secrets,
    hold,
    ...told
  }: {
    configFile: string | undefined;
    metrics: Metrics;
    secrets: Set<string>;
    hold: RepositoryHold;
  } & DaemonReports,
): Promise<DaemonSetup> {
  const loaded = await loadConfig(world, { file: configFile });
  const { config, pathOf } = loaded;
  rememberSecrets(config, secrets);
  if (config.queue.driver === 'redis')
    told.log.warn(
      'queue.driver: redis counts for `tidemark worker` alone: this daemon works by itself, without Redis. For a fleet, start `tidemark worker`; for one machine, set queue.driver to memory.',
    );
  const root = pathOf(config.repository.path);
  await hold.take(root, config.repository.branch);
  const room = await import('../../daemon/index.ts');
  const { withPushes, watchHost } = room;
  const way = await connectToService(world, config, { ...told, room, metrics });
  const close = async (): Promise<void> => {
    way.budgets.close();
    await way.network.close();
  };
  let watched: WatchedHost | undefined;
  const gitHost = (host: GitHost): GitHost => (watched = watchHost(host, world.clock)).host;
  const coming = await openComingMirror(world, loaded, { transport: way.transport, gitHost }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const { git, host } = coming;
  const { remote, branch } = config.repository;
  return {
    open: async (call) => {
      const sync = await coming.sync(call);
      return {
        work: host ? withPushes(sync, { git, host, branch }) : sync,
        control: { gitFolder: git.place.commonDir, cycle: (options) => sync.cycle(options) },
      };
    },
    ...(watched && remote !== undefined ? { gitHost: { url: remote, answers: watched.answers } } : {}),
    ...setupOf(config, told, way),
    watch: watchOf(config, root),
    checkLinks: () => brokenLinks(world, loaded),
    close: async () => {
      await coming.close();
      await close();
    },
  };
}

/** The folders to watch for edits; none if edits are not sent. */
function watchOf({ push, mirror }: Config, root: string): DaemonSetup['watch'] {
  if (!push.enabled) return null;
  const folders = (mirror.spaces ?? [{ path: '.' }]).map(({ path }) => path);
  return { root, folders, debounceMs: durationMs(push.debounce) };
}

/** The network to the service, with counting, rate limits and observation. Whoever opened it closes the budgets and the network. */
export interface ServiceConnection {
  readonly budgets: RateBudgets;
  readonly network: Awaited<ReturnType<World['ports']['transport']>>;
  readonly tracer: Tracer | undefined;
  readonly transport: ReturnType<Room['watchAnswers']>;
}

/** Opens the network; in `redis`, a fleet shares its budgets. */
export async function connectToService(
  world: World,
  config: Config,
  told: DaemonReports & { room: Room; metrics: Metrics },
  shared: Pick<RateBudgetsOptions, 'redis'> = {},
): Promise<ServiceConnection> {
  const { createRateBudgets, limitTransport } = await import('../../queue/index.ts');
  const budgets = createRateBudgets({ clock: world.clock, random: world.random, ...shared });
  const network = await world.ports.transport();
  const tracer = tracerFor(world, config, { ...told, network });
  const limited = limitTransport(observed(world, network, { ...told, tracer }), { budgets });
  return { budgets, network, tracer, transport: told.room.watchAnswers(limited, world.clock) };
}

/** The part of the setup that a daemon and a worker share. */
export function setupOf(
  config: Config,
  told: DaemonReports,
  { budgets, tracer, transport }: ServiceConnection,
): Omit<DaemonSetup, 'open' | 'close' | 'watch'> {
  const { branch } = config.repository;
  return {
    budgets,
    ...observation(config, told, tracer),
    answers: transport,
    serviceUrl: config.service.url,
    intervalMs: durationMs(config.schedule.interval),
    concurrency: config.queue.concurrency,
    http: config.http,
    hooks: Object.entries(config.hooks).map(([name, hook]) => ({ name, branch, ...hook })),
  };
}

/** The log and the traces of a daemon. */
export interface DaemonReports {
  readonly log: Log;
  readonly version: string;
  readonly verbose: boolean;
  readonly name?: string;
}

type Room = typeof daemonRoom;

/** The network, where each request is counted and marked with its cycle, and logged if it may change something. */
function observed(
  { clock, random }: World,
  network: HttpTransport,
  {
    room,
    metrics,
    log,
    tracer,
  }: DaemonReports & { room: Room; metrics: Metrics; tracer: Tracer | undefined },
): HttpTransport {
  const traced = room.traceRequests(network, { clock, random, tracer });
  return room.auditWrites(room.countRequests(traced, metrics), log);
}

function tracerFor(
  { clock }: World,
  { traces: { endpoint } }: Config,
  { room, network, log, version, name }: DaemonReports & { room: Room; network: HttpTransport },
): Tracer | undefined {
  if (endpoint === undefined) return undefined;
  return room.createTracer({
    ...{ endpoint, transport: network, clock },
    resource: {
      'service.name': 'tidemark',
      'service.version': version,
      ...(name === undefined ? {} : { 'service.instance.id': name }),
    },
    onTrouble: (problem) => log.warn({ endpoint }, `the collector takes no traces: ${problem}`),
  });
}

/** The part of a setup for observation: where traces go, and what is logged. */
function observation(
  { log: { level } }: Config,
  { verbose }: DaemonReports,
  tracer: Tracer | undefined,
): Pick<DaemonSetup, 'tracer' | 'logLevel'> {
  return { logLevel: verbose ? 'debug' : level, ...(tracer ? { tracer } : {}) };
}

/** Broken links of the working tree by rule, from the scan only, so that the service gets no requests. */
async function brokenLinks(world: World, loaded: LoadedConfig): Promise<Record<string, number>> {
  const { checkMirror } = await import('../links/check-mirror.ts');
  const { report } = await checkMirror(world, loaded);
  const byRule: Record<string, number> = {};
  for (const { rule, level } of report.findings) if (level !== 'note') byRule[rule] = (byRule[rule] ?? 0) + 1;
  return byRule;
}
