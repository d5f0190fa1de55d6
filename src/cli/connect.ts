import { AppError } from '../base/index.ts';
import type { Client } from '../client/index.ts';
import type { GitHost } from '../git/port.ts';
import type { HttpTransport } from '../http/port.ts';
import type { BudgetSnapshot, BudgetWait } from '../queue/index.ts';
import type { Announce, ImportHost, Sync } from '../sync/index.ts';
import type { LoadedConfig } from './config/load.ts';
import { durationMs, type Config } from './config/schema.ts';
import type { TellWait, WaitCause } from './output/waits.ts';
import type { GitHostPlace, ImportHostOptions, OpenedRepository, World } from './world.ts';

/** A client of the configured service, and the transport under it. */
export interface Connection {
  readonly client: Client;
  /** How many requests were sent so far, including retries. */
  requests(): number;
  /** The remaining request budgets, as far as the service's answers tell; empty with the caller's own transport. */
  budgets(): Promise<readonly BudgetSnapshot[]>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The caller's own transport, which stays open; by default the real one, with the service's rate limits. */
  readonly transport?: HttpTransport;
  /** Whether SIGINT and SIGTERM end its requests; by default those of the own transport alone, because a daemon ends in its own way. */
  readonly endsOnStop?: boolean;
  /** How long requests may go on after the signal, in milliseconds: longer for a command that takes away what it made. */
  readonly stopGraceMs?: number;
  /** False: connects without a token, too. Every request then fails, and says that there is no token. */
  readonly needsToken?: boolean;
}

/** Connects to the configured service. Sends nothing yet. */
export async function connect(
  world: World,
  config: Config,
  options: ConnectOptions = {},
): Promise<Connection> {
  const { token = '', url, timeout } = config.service;
  const { needsToken = true } = options;
  if (token === '' && needsToken) throw missingToken(url);
  const { bindToken } = await import('./token-origin.ts');
  const remember = token === '' ? () => undefined : await bindToken(world, token, url);
  const { createClient } = await import('../client/index.ts');
  const { stoppingWith } = await import('./stopping.ts');
  const { waitTeller } = await import('./output/waits.ts');
  const { endsOnStop = options.transport === undefined } = options;
  const stopping = endsOnStop ? stoppingWith(world, options.stopGraceMs) : undefined;
  const around = (inner: HttpTransport): HttpTransport => stopping?.around(inner) ?? inner;
  const tell = waitTeller(world);
  const own = options.transport === undefined ? await limitedTransport(world, tell) : undefined;
  const given = options.transport ?? own?.transport;
  if (given === undefined) throw new AppError('INTERNAL', 'there is no transport');
  const transport = around(given);
  const elsewhere = await world.ports.transport({ publicOnly: true });
  let requests = 0;
  let answered = false;
  const client = createClient({
    transport: {
      send: async (request) => {
        if (token === '') throw missingToken(url);
        requests += 1;
        const answer = await transport.send(request);
        if (!answered) remember();
        answered = true;
        return answer;
      },
      close: () => transport.close(),
    },
    elsewhere: around(elsewhere),
    baseUrl: url.replace(/\/+$/, '').replace(/\/v1$/, ''),
    // The client needs a token, although it sends nothing without a real one.
    token: token || 'none',
    clock: stopping?.clock ?? world.clock,
    random: world.random,
    userAgent: 'tidemark',
    timeoutMs: durationMs(timeout),
    ...(stopping === undefined
      ? {}
      : { retry: { onRetry: ({ reason, waitMs }) => tell(causeOf(reason), waitMs) } }),
  });
  return {
    client,
    requests: () => requests,
    budgets: () => own?.budgets() ?? Promise.resolve([]),
    close: async () => {
      await Promise.all([own?.close(), elsewhere.close()]);
    },
  };
}

function missingToken(url: string): AppError {
  return new AppError('UNAUTHENTICATED', `there is no API token for ${url}`, {
    hint: 'Put it into the environment: export TIDEMARK_TOKEN=… (never into the configuration).',
  });
}

function causeOf(reason: string): WaitCause {
  return reason === 'rate limit' ? 'limit' : 'failing';
}

/** The tries in a row without an answer after which the service counts as gone: as many as one request makes. */
const tries = 5;

const causes: Readonly<Record<BudgetWait['because'], WaitCause>> = {
  ...{ refused: 'limit', limit: 'limit', failing: 'failing' },
  ...{ pace: 'pace', probe: 'pace', concurrency: 'pace' },
};

/** The network, with the service's rate limits. Requests have priority, because a person waits for the command. */
async function limitedTransport(
  world: World,
  tell: TellWait,
): Promise<{
  transport: HttpTransport;
  budgets(): Promise<readonly BudgetSnapshot[]>;
  close(): Promise<void>;
}> {
  const { createRateBudgets, limitTransport } = await import('../queue/index.ts');
  const budgets = createRateBudgets({
    ...{ clock: world.clock, random: world.random, givesUpAfter: tries },
    onWait: ({ because, waitMs }) => tell(causes[because], waitMs),
  });
  world.stop.addEventListener('abort', () => budgets.dismiss(world.stop.reason as Error), { once: true });
  const { tellingWaits } = await import('./output/waits.ts');
  const network = tellingWaits(await world.ports.transport(), { clock: world.clock, tell });
  return {
    transport: limitTransport(network, { budgets, flow: { name: 'command', priority: 'interactive' } }),
    budgets: () => budgets.snapshots(),
    close: async () => {
      budgets.close();
      await network.close();
    },
  };
}

/** What a configuration mirrors; by default, the one organization that the token can see. */
export async function mirrorOf(
  client: Client,
  { mirror }: Config,
  call: { readonly signal?: AbortSignal } = {},
): Promise<Config['mirror']> {
  if (mirror.spaces ?? mirror.organization ?? mirror.collections ?? mirror.sites) return mirror;
  const organizations = [];
  for await (const organization of client.list('listOrganizationsForAuthenticatedUser', {
    query: { limit: 1000 },
    ...call,
  })) {
    organizations.push(organization);
  }
  const [only, ...others] = organizations;
  if (only !== undefined && others.length === 0) return { ...mirror, organization: only.id };
  throw new AppError(
    'CONFIG_INVALID',
    only === undefined
      ? 'the token sees no organization'
      : `the token sees ${organizations.length} organizations`,
    {
      hint:
        only === undefined
          ? 'Name what to mirror: mirror.spaces, mirror.collections or mirror.sites in sync.config.yaml.'
          : `Name one as mirror.organization: ${organizations.map(({ id, title }) => `${id} (${title})`).join(', ')}`,
    },
  );
}

/** The configured host that serves edits for an import. */
export function importHostOf(world: World, loaded: Pick<LoadedConfig, 'config' | 'pathOf'>): ImportHost {
  return world.ports.importHost(importOptions(world, loaded));
}

function importOptions(
  world: World,
  { config: { push, repository }, pathOf }: Pick<LoadedConfig, 'config' | 'pathOf'>,
): ImportHostOptions {
  const { importHost: host, importPort: port, importUrl: url, importStore } = push;
  const { importFolder, importFolderUrl, importRawUrl } = push;
  const waitMs = durationMs(push.importWait);
  if (importFolder !== undefined && importFolderUrl !== undefined)
    return { folder: pathOf(importFolder), address: importFolderUrl, waitMs };
  if (importRawUrl !== undefined && repository.remote !== undefined) {
    const gitHost = gitHostPlace(world, repository.remote);
    return { gitHost, address: importRawUrl, waitMs };
  }
  if (importStore !== undefined) {
    const { importStoreKey: accessKey = '', importStoreSecret: secretKey = '' } = push;
    const expiresMs = durationMs(push.importStoreExpires);
    return { store: { url: importStore, region: push.importStoreRegion, accessKey, secretKey, expiresMs } };
  }
  return { host, port, ...(url === undefined ? {} : { url }) };
}

/** Where the git host is, with its token from the environment. */
export function gitHostPlace({ env }: World, url: string): GitHostPlace {
  const token = env['TIDEMARK_GIT_TOKEN'];
  return { url, ...(token ? { token } : {}) };
}

/** The local parts of a sync, and the connection to the service. */
interface Parts extends Connection, OpenedRepository {
  /** The git host of the cycles, if there is one. */
  readonly host?: GitHost;
}

/** All parts of a sync, opened. */
export interface Mirror extends Parts {
  readonly sync: Sync;
}

/** The opened parts, before the first request to the service. */
export interface ComingMirror extends Parts {
  /** Makes the sync. Asks the service what to mirror, if the configuration does not say that. */
  sync(options?: { readonly signal?: AbortSignal }): Promise<Sync>;
  /** Makes the sync for what is known here. Asks the service nothing, even if the configuration leaves open what to mirror. */
  localSync(): Promise<Sync>;
}

export interface OpenMirrorOptions extends ConnectOptions {
  /** Creates a missing repository (the default); if false, throws REPOSITORY_MISSING. */
  readonly create?: boolean;
  /** The branch of a new repository; by default the configured one. */
  readonly createWithBranch?: string;
  /** null: cycles do not use the configured git host. A function wraps the git host. */
  readonly gitHost?: null | ((host: GitHost) => GitHost);
  /** The name of this clone, which the workers of a fleet share; by default the configured name, or its own. */
  readonly clone?: string;
  /** Announces records about a space to the other workers of a fleet. */
  readonly announce?: Announce;
  /** Who locks the repository (HELD if another process has the lock); absent for commands that only read. */
  readonly hold?: string;
}

/** Opens the repository and the connection of a configuration. */
export async function openMirror(
  world: World,
  loaded: LoadedConfig,
  options: OpenMirrorOptions = {},
): Promise<Mirror> {
  const connection = await connect(world, loaded.config, options);
  try {
    const mirror = await mirrorOf(connection.client, loaded.config);
    const parts = await openParts(world, loaded, options, connection);
    return { ...parts, sync: await joined(world, { ...loaded, mirror }, options, parts) };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Opens the parts for a process that must survive an unreachable service: nothing is sent before `sync`. */
export async function openComingMirror(
  world: World,
  loaded: LoadedConfig,
  options: OpenMirrorOptions = {},
): Promise<ComingMirror> {
  const connection = await connect(world, loaded.config, options);
  try {
    const parts = await openParts(world, loaded, options, connection);
    const sync: ComingMirror['sync'] = async (call) => {
      const mirror = await mirrorOf(connection.client, loaded.config, call);
      return joined(world, { ...loaded, mirror }, options, parts);
    };
    return { ...parts, sync, localSync: () => joined(world, loaded, options, parts) };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function openParts(
  world: World,
  { config, pathOf }: LoadedConfig,
  { create = true, createWithBranch, gitHost, hold }: OpenMirrorOptions,
  connection: Connection,
): Promise<Parts> {
  const folder = pathOf(config.repository.path);
  const repository = await world.ports.repository(
    folder,
    create ? { createWithBranch: createWithBranch ?? config.repository.branch } : {},
  );
  try {
    if (hold !== undefined) repository.hold(hold);
    const { remote } = config.repository;
    const plainHost =
      remote === undefined || gitHost === null
        ? undefined
        : await world.ports.gitHost(gitHostPlace(world, remote));
    const host = plainHost && gitHost ? gitHost(plainHost) : plainHost;
    return {
      ...connection,
      ...repository,
      ...(host === undefined ? {} : { host }),
      close: async () => {
        await Promise.allSettled([connection.close(), repository.close()]);
      },
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}

async function joined(
  world: World,
  { config, pathOf, mirror = config.mirror }: LoadedConfig & { readonly mirror?: Config['mirror'] },
  { clone, announce }: OpenMirrorOptions,
  { client, requests, git, tree, files, cache, host }: Parts,
): Promise<Sync> {
  const { remoteThrough } = await import('../remote/index.ts');
  const { createSync } = await import('../sync/index.ts');
  const { clock, random } = world;
  const alone = createSync(
    {
      remote: remoteThrough(client, { requests }),
      ...{ git, tree, files, cache, clock, random },
      ...(clone === undefined ? {} : { clone }),
      ...(announce === undefined ? {} : { announce }),
      importHost: importHostOf(world, { config, pathOf }),
    },
    {
      ...config,
      mirror,
      push: { ...config.push, lagMs: durationMs(config.push.lag) },
      history: { keepMs: durationMs(config.history.keep) },
    },
  );
  const { branch, remote } = config.repository;
  if (host === undefined) return alone;
  const { withGitHost } = await import('../sharing/index.ts');
  return withGitHost(alone, { git, tree, host, branch, ...(remote === undefined ? {} : { url: remote }) });
}
