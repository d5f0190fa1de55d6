import type {
  createLog,
  createServiceManager,
  DaemonSetup,
  Log,
  Metrics,
  runProgram,
  ServiceManager,
  startWatchdog,
  Watchdog,
  WatchedHost,
} from '../../daemon/index.ts';
import type { GitHost } from '../../git/port.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { durationMs, type Config } from '../config/schema.ts';
import { openMirror } from '../connect.ts';
import type { CommandContext } from '../program.ts';
import type { OpenedRepository, World } from '../world.ts';

const graceMs = 30_000;

export async function daemon({ world, json, verbose, version, configFile }: CommandContext): Promise<void> {
  const secrets = new Set<string>();
  const hold = repositoryHold(world);
  const room = await import('../../daemon/index.ts');
  const log = logFor(world, { json, verbose, secrets, createLog: room.createLog });
  await room.runDaemon({
    clock: world.clock,
    random: world.random,
    version,
    kind: 'daemon',
    log,
    stop: world.stop,
    onReload: (callback) => world.onReload(callback),
    graceMs,
    ...watchdogOf(world, room),
    manager: managerFor(world, log, room),
    load: (metrics) => setUp(world, { configFile, metrics, secrets, hold }),
    onReady: (url) =>
      log.info({ url }, url === undefined ? 'ready' : `ready, with health and status at ${url}`),
  });
  await hold.release();
}

interface RepositoryHold {
  take(folder: string, branch: string): Promise<void>;
  release(): Promise<void>;
}

/** Keeps the repository from other processes for as long as the daemon lives, through reloads that name the same one. */
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

/** The log of a long-running process: secrets that any configuration held so far never appear in it. */
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

/** systemd, where it started the process and listens. */
export function managerFor(
  world: World,
  log: Log,
  room: { createServiceManager: typeof createServiceManager; runProgram: typeof runProgram },
): ServiceManager {
  return room.createServiceManager({
    clock: world.clock,
    env: world.env,
    run: room.runProgram,
    onTrouble: (problem) => log.warn(problem),
  });
}

/** The thread that ends this process when its event loop stands still; none where the process is not ours alone. */
export function watchdogOf(
  world: World,
  room: { startWatchdog: typeof startWatchdog },
): { watchdog?: Watchdog } {
  return world.ownsProcess ? { watchdog: room.startWatchdog() } : {};
}

/** Remembers the secrets of a configuration for the log. */
export function noteSecrets(config: Config, secrets: Set<string>): void {
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
  }: { configFile: string | undefined; metrics: Metrics; secrets: Set<string>; hold: RepositoryHold },
): Promise<DaemonSetup> {
  const loaded = await loadConfig(world, { file: configFile });
  const { config, pathOf } = loaded;
  noteSecrets(config, secrets);
  const root = pathOf(config.repository.path);
  await hold.take(root, config.repository.branch);
  const { createRateBudgets, limitTransport } = await import('../../queue/index.ts');
  const { countRequests, seePushes, watchAnswers, watchHost } = await import('../../daemon/index.ts');
  const budgets = createRateBudgets({ clock: world.clock, random: world.random });
  const network = await world.ports.transport();
  const limited = limitTransport(countRequests(network, metrics), { budgets });
  const transport = watchAnswers(limited, world.clock);
  const close = async (): Promise<void> => {
    budgets.close();
    await network.close();
  };
  let watched: WatchedHost | undefined;
  const gitHost = (host: GitHost): GitHost => (watched = watchHost(host, world.clock)).host;
  const mirror = await openMirror(world, loaded, { transport, gitHost }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { git, host } = mirror;
  const { remote, branch } = config.repository;
  return {
    work: host ? seePushes(mirror.sync, { git, host, branch }) : mirror.sync,
    ...(watched && remote !== undefined ? { gitHost: { url: remote, answers: watched.answers } } : {}),
    budgets,
    answers: transport,
    serviceUrl: config.service.url,
    intervalMs: durationMs(config.schedule.interval),
    concurrency: config.queue.concurrency,
    watch: config.push.enabled
      ? {
          root,
          folders: (config.mirror.spaces ?? [{ path: '.' }]).map(({ path }) => path),
          debounceMs: durationMs(config.push.debounce),
        }
      : null,
    http: config.http,
    checkLinks: () => brokenLinks(world, loaded),
    control: { gitFolder: mirror.git.place.commonDir, cycle: (options) => mirror.sync.cycle(options) },
    hooks: Object.entries(config.hooks).map(([name, hook]) => ({ name, branch, ...hook })),
    close: async () => {
      await mirror.close();
      await close();
    },
  };
}

/** Broken links of the working tree by rule, by the scan alone: it costs the service nothing. */
async function brokenLinks(world: World, loaded: LoadedConfig): Promise<Record<string, number>> {
  const { checkMirror } = await import('../links/check-mirror.ts');
  const { report } = await checkMirror(world, loaded);
  const byRule: Record<string, number> = {};
  for (const { rule, level } of report.findings) if (level !== 'note') byRule[rule] = (byRule[rule] ?? 0) + 1;
  return byRule;
}
