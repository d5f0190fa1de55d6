import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { realClock, realRandom } from '../clock/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { isLoopbackName, createHostCheck } from '../http/index.ts';
import type { HostCheck } from '../http/index.ts';
import { authorize } from './access/index.ts';
import { createApp, defaultLimits } from './app.ts';
import type { Limits } from './app.ts';
import { ContentCache } from './tree/tree.ts';
import type { Log, Service } from './context.ts';
import { handlers } from './handlers.ts';
import { combineBackground, wakeAfterWrites, type Background } from './background.ts';
import { addIntegrationAssets } from './integrations/index.ts';
import { addSpecTexts, createSpecProcessor } from './openapi/index.ts';
import { createOutgoing } from './outgoing/index.ts';
import type { Outgoing } from './outgoing/index.ts';
import { findBrowser } from './pdf/browser.ts';
import { addPdf } from './pdf/index.ts';
import { addPreview, PreviewedLooks } from './preview/index.ts';
import { defaultRate, RateLimiter } from './rate/index.ts';
import { keySourceOf, LateReaders, Store, Vault } from './store/index.ts';
import { migrations } from './schema.ts';
import { createIndexer } from './search/index.ts';
import { addHosting, isHostOfSite } from './sites/index.ts';
import { authenticate } from './tokens/index.ts';
import { addWeb, appOriginOf, defaultAppOrigin } from './web/index.ts';
import type { WebApp } from './web/index.ts';
import { createSpacePreloader } from './web/prepare.ts';

export interface ServiceOptions {
  /** The directory of the database, created when it does not exist; `:memory:` keeps nothing. */
  readonly data: string;
  /** The keys of the data's secrets in the form of TIDEMARK_SERVICE_KEY; without them, those of the key file beside the data. */
  readonly keys?: string | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** `strict` serves only the 114 operations of the specification. */
  readonly interface?: 'full' | 'strict';
  /** Requests a minute for each token; by default more than the service can answer. */
  readonly rate?: number;
  /** How long after a write readers of spaces get the earlier state: to try how a program copes with that. */
  readonly lagMs?: number;
  /** `HOST:PORT` pairs on this machine from which imports and specifications may be read. */
  readonly importAllow?: readonly string[];
  /** The address in answers; by default the one that the service listens on. */
  readonly baseUrl?: string;
  /** Further host names of the service: those of a proxy in front, or of a container. */
  readonly allowedHosts?: readonly string[];
  /** The web app for reading and reviewing; without it, the service has none. */
  readonly web?: WebApp;
  /** The app's own origin, under another host name than `baseUrl`; without both, this machine under its other name. */
  readonly appUrl?: string;
  readonly log?: Log;
  readonly limits?: Limits;
  /** The Chromium to print PDFs with; by default the one on this machine, `null` for none. */
  readonly browser?: string | null;
  /** Makes requests to other machines; by default over the network, behind the guard against private addresses. */
  readonly outgoing?: Outgoing;
}

/** A service that is ready to answer: in this process through `app.inject`, or over HTTP once it listens. */
export interface EmbeddedService {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** The address of the web app; undefined where the service has none, or none with its own origin. */
  appUrl(): string | undefined;
  /** Listens, and returns the address. Port 0 takes a free port. */
  listen(options: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
}

const silent: Log = { warn: () => undefined, error: () => undefined };

/** Creates the embedded service over its database; the service does not listen yet. */
export function createService(options: ServiceOptions): EmbeddedService {
  const clock = options.clock ?? realClock;
  const random = options.random ?? realRandom;
  const addresses = new Addresses(options);
  const { lagMs = 0 } = options;
  // A database in memory has only one reader; a service with late readers needs files for as long as it runs.
  const isPassing = lagMs > 0 && options.data === ':memory:';
  const data = isPassing ? mkdtempSync(join(tmpdir(), 'tidemark-late-')) : options.data;
  const store = new Store(data, migrations, new Date(clock.now()).toISOString());
  const late =
    lagMs > 0 ? new LateReaders({ directory: data, lagMs, now: () => clock.monotonic() }) : undefined;
  const vault = vaultOf(store, random, { ...options, data });
  const log = options.log ?? silent;
  const outgoing = options.outgoing ?? createOutgoing({ clock, allow: options.importAllow ?? [] });
  const cache = new ContentCache();
  let isOwnName = namesOf(options, store, '127.0.0.1');
  const parts = { store, late, vault, clock, random, log, cache, outgoing };
  const service = serviceOf(options, { ...parts, addresses });
  const gate = { authenticate, authorize };
  const limiter = new RateLimiter(options.rate ?? defaultRate);
  const app = createApp({
    service,
    handlers,
    gate,
    limiter,
    isOwnName: (host) => isOwnName(host),
    limits: options.limits ?? defaultLimits,
  });
  wakeAfterWrites(app, service.background);
  addIntegrationAssets(app, service);
  addSpecTexts(app, service);
  addHosting(app, service);
  addPdf(app, service);
  const looks = new PreviewedLooks();
  addPreview(app, { service, gate, looks });
  const { web } = options;
  if (web !== undefined)
    addWeb(app, { service, handlers, gate, limiter, looks, web, appOrigin: () => addresses.appOrigin });
  return {
    app,
    service,
    appUrl: () => (addresses.appOrigin === undefined ? undefined : addresses.appBase),
    listen: async ({ host, port }) => {
      isOwnName = namesOf(options, store, host);
      const address = await app.listen({ host, port });
      addresses.listensOn(address);
      return address;
    },
    close: async () => {
      await app.close();
      await service.background.stop();
      late?.close();
      store.close();
      if (isPassing) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The parts that every request needs; its addresses are read at the moment of use. */
function serviceOf(
  options: ServiceOptions,
  {
    addresses,
    ...parts
  }: Pick<Service, 'store' | 'late' | 'vault' | 'clock' | 'random' | 'log' | 'cache' | 'outgoing'> & {
    readonly addresses: Addresses;
  },
): Service {
  const { store, vault, clock, random, outgoing, log, cache } = parts;
  return {
    ...parts,
    secret: signingKey({ store, vault, random }),
    get baseUrl() {
      return addresses.baseUrl;
    },
    get appBase() {
      return addresses.appBase;
    },
    interface: options.interface ?? 'full',
    browser: options.browser === null ? undefined : findBrowser(options.browser),
    background: combineBackground(
      createSpecProcessor({ store, clock, random, outgoing, log }),
      createIndexer({ store, cache, log }),
      ...preparationOf({ store, cache, log }, options.web),
    ),
  };
}

function preparationOf(
  service: Pick<Service, 'store' | 'cache' | 'log'>,
  web: WebApp | undefined,
): Background[] {
  return web?.prepare === undefined ? [] : [createSpacePreloader(service, (source) => web.prepare?.(source))];
}

/** The addresses in answers; some are known only once the service listens. */
class Addresses {
  baseUrl: string;
  /** The app's origin, which no published site has; undefined where there is none. */
  appOrigin: string | undefined;
  appBase: string;
  readonly #options: ServiceOptions;

  constructor(options: ServiceOptions) {
    const { web, appUrl, baseUrl } = options;
    this.#options = options;
    this.baseUrl = baseUrl ?? 'http://127.0.0.1';
    if (web !== undefined && appUrl !== undefined) this.appOrigin = appOriginOf(appUrl, baseUrl);
    this.appBase = this.appOrigin === undefined ? `${this.baseUrl}/app` : `${this.appOrigin}/app`;
    if (baseUrl === undefined) this.listensOn(this.baseUrl);
  }

  listensOn(address: string): void {
    const { web, appUrl, baseUrl } = this.#options;
    // A proxy in front decides which names lead here.
    if (baseUrl !== undefined) return;
    this.baseUrl = address;
    if (web !== undefined && appUrl === undefined) this.appOrigin = defaultAppOrigin(address);
    this.appBase = `${this.appOrigin ?? address}/app`;
  }
}

function vaultOf(store: Store, random: Random, { data, keys }: ServiceOptions): Vault {
  try {
    return new Vault({ store, random, source: keySourceOf(data, keys) });
  } catch (error) {
    store.close();
    throw error;
  }
}

/** The names of the service: that of its address, those that somebody allowed, and those of its sites. */
function namesOf(
  { baseUrl, appUrl, allowedHosts = [] }: ServiceOptions,
  store: Store,
  listensOn: string,
): HostCheck {
  const names = new Set(allowedHosts.map((name) => name.toLowerCase()));
  for (const url of [baseUrl, appUrl])
    if (url !== undefined) names.add(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  if (!isLoopbackName(listensOn)) names.add(hostname().toLowerCase());
  return createHostCheck({ listensOn, further: (name) => names.has(name) || isHostOfSite(store, name) });
}

/** The key that signs this database's cursors and addresses; it is made once, and stored. */
function signingKey({ store, vault, random }: Pick<Service, 'store' | 'vault' | 'random'>): Uint8Array {
  const row = ['signing-key'];
  const known = store.get<{ value: string }>('SELECT value FROM service_secrets WHERE name = ?', ...row);
  if (known !== undefined) return Buffer.from(vault.open('serviceSecret', row, known.value), 'hex');
  const key = random.bytes(32);
  store.transaction(() =>
    store.run(
      'INSERT INTO service_secrets (name, value) VALUES (?, ?)',
      ...row,
      vault.seal('serviceSecret', row, Buffer.from(key).toString('hex')),
    ),
  );
  return key;
}
