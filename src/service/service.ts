import type { FastifyInstance } from 'fastify';
import { realClock, realRandom } from '../clock/index.ts';
import type { Clock, Random } from '../clock/index.ts';
import { authorize } from './access/index.ts';
import { createApp, defaultLimits } from './app.ts';
import type { Limits } from './app.ts';
import { ContentCache } from './content/tree.ts';
import type { Log, Service } from './context.ts';
import { handlers } from './handlers.ts';
import { together, wakeAfterWrites } from './background.ts';
import { addIntegrationAssets } from './integrations/index.ts';
import { addSpecTexts, createSpecProcessor } from './openapi/index.ts';
import { createOutgoing } from './outgoing/index.ts';
import type { Outgoing } from './outgoing/index.ts';
import { findBrowser } from './pdf/browser.ts';
import { addPdf } from './pdf/index.ts';
import { RateLimiter } from './rate/index.ts';
import { Store } from './store/index.ts';
import { migrations } from './store/schema.ts';
import { createIndexer } from './search/index.ts';
import { addHosting } from './sites/index.ts';
import { authenticate } from './tokens/index.ts';

export interface ServiceOptions {
  /** The directory of the database, created when it is not there; `:memory:` keeps nothing. */
  readonly data: string;
  readonly clock?: Clock;
  readonly random?: Random;
  /** `strict` serves the 114 operations of the specification alone. */
  readonly interface?: 'full' | 'strict';
  /** Requests a minute for each token; no limit by default. */
  readonly rate?: number;
  /** `HOST:PORT` pairs on this machine that imports and specifications may be read from. */
  readonly importAllow?: readonly string[];
  /** The address that answers name; by default the one that the service listens on. */
  readonly baseUrl?: string;
  readonly log?: Log;
  readonly limits?: Limits;
  /** The Chromium to print PDFs with; by default the one that the machine has, `null` for none. */
  readonly browser?: string | null;
  /** Asks other machines; by default over the network, behind the guard against private addresses. */
  readonly outgoing?: Outgoing;
}

/** A service that is ready to answer: in this process through `app.inject`, or over HTTP once it listens. */
export interface EmbeddedService {
  readonly app: FastifyInstance;
  readonly service: Service;
  /** Listens, and gives the address. Port 0 takes a free one. */
  listen(options: { host: string; port: number }): Promise<string>;
  close(): Promise<void>;
}

const silent: Log = { warn: () => undefined, error: () => undefined };

/** Creates the embedded service over its database; it does not listen yet. */
export function createService(options: ServiceOptions): EmbeddedService {
  const clock = options.clock ?? realClock;
  const random = options.random ?? realRandom;
  const store = new Store(options.data, migrations, new Date(clock.now()).toISOString());
  const log = options.log ?? silent;
  const outgoing = options.outgoing ?? createOutgoing({ clock, allow: options.importAllow ?? [] });
  const cache = new ContentCache();
  let baseUrl = options.baseUrl ?? 'http://127.0.0.1';
  const service: Service = {
    store,
    clock,
    random,
    log,
    cache,
    secret: signingKey(store, random),
    get baseUrl() {
      return baseUrl;
    },
    interface: options.interface ?? 'full',
    browser: options.browser === null ? undefined : findBrowser(options.browser),
    outgoing,
    background: together(
      createSpecProcessor({ store, clock, random, outgoing, log }),
      createIndexer({ store, cache, log }),
    ),
  };
  const app = createApp({
    service,
    handlers,
    gate: { authenticate, authorize },
    limiter: options.rate === undefined ? undefined : new RateLimiter(options.rate),
    limits: options.limits ?? defaultLimits,
  });
  wakeAfterWrites(app, service.background);
  addIntegrationAssets(app, service);
  addSpecTexts(app, service);
  addHosting(app, service);
  addPdf(app, service);
  return {
    app,
    service,
    listen: async ({ host, port }) => {
      const address = await app.listen({ host, port });
      if (options.baseUrl === undefined) baseUrl = address;
      return baseUrl;
    },
    close: async () => {
      await app.close();
      await service.background.stop();
      store.close();
    },
  };
}

/** The key that this database's cursors and addresses are signed with; made once, and kept. */
function signingKey(store: Store, random: Random): Uint8Array {
  const known = store.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE key = 'signing-key'");
  if (known !== undefined) return known.value;
  const key = random.bytes(32);
  store.run("INSERT INTO meta (key, value) VALUES ('signing-key', ?)", key);
  return key;
}
