import { resolve } from 'node:path';
import { AppError, isAppError, isDiskFull } from '../base/index.ts';
import type { Lock } from '../database/index.ts';
import { contextOf } from './context.ts';
import type { Context } from './context.ts';
import { createOrganization, ensureUser, setMember } from './organizations/index.ts';
import { holdData } from './store/index.ts';
import { removeExpiredSpaces } from './spaces/purge.ts';
import { seedFolder } from './seeding.ts';
import type { SeedReport } from './seeding.ts';
import { createService } from './service.ts';
import type { EmbeddedService, ServiceOptions } from './service.ts';
import { createSignInCode } from './sessions/index.ts';
import { createToken, hasTokens } from './tokens/index.ts';

export interface StartOptions extends ServiceOptions {
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Folders of documentation to read; a database reads each one only once. */
  readonly seeds?: readonly string[];
  /** The name of the first organization, when the database has none. */
  readonly organizationTitle?: string;
  /**
   * Whether a database without any token gets one, and the app an address that signs the administrator in (the default). False where nobody
   * would see them.
   */
  readonly firstToken?: boolean;
}

/** A service that listens, with what somebody needs to know to use it. */
export interface StartedService<Token extends string | null = string> {
  /** The address in answers. */
  readonly url: string;
  /** The address that the service listens on: different from `url` where a proxy is in front. */
  readonly listensOn: string;
  /**
   * The administrator's first token; it appears nowhere else, since only its hash is stored. null where the database has tokens already,
   * even revoked ones: a restart gives nobody access.
   */
  readonly token: Token;
  /** The web app: its address, and an address that signs the administrator in once; null where nobody would see that address. */
  readonly app: { readonly url: string; readonly signIn: string | null } | null;
  readonly organization: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
  readonly sites: readonly { readonly id: string; readonly title: string }[];
  /** What this start read in, for each new seed. */
  readonly seeded: readonly { readonly directory: string; readonly report: SeedReport }[];
  readonly embedded: EmbeddedService;
  /** Finishes the answers under way, and closes the database. */
  close(): Promise<void>;
}

const administratorEmail = 'admin@localhost';
const purgeEveryMs = 60 * 60 * 1000;

/** A service in memory begins without tokens, so it always has a first one. */
type InMemory = StartOptions & { readonly data: ':memory:'; readonly firstToken?: true };

/** Starts the embedded service: opens the database, sets up what an empty database lacks, reads the seeds, and listens. */
export async function startService(options: InMemory): Promise<StartedService>;
export async function startService(options: StartOptions): Promise<StartedService<string | null>>;
export async function startService(options: StartOptions): Promise<StartedService<string | null>> {
  if (options.data === ':memory:') return startOnData(options);
  let lock: Lock | undefined;
  try {
    lock = holdData(options.data);
    const started = await startOnData(options);
    return { ...started, close: () => started.close().finally(() => lock?.release()) };
  } catch (error) {
    lock?.release();
    throw fullAtStart(error, options.data);
  }
}

/** Names the folder whose disk is full. No answer to a request names a folder, but whoever sees this error has started the service. */
function fullAtStart(error: unknown, data: string): unknown {
  if (!isDiskFull(error) && !isAppError(error, 'DISK_FULL')) return error;
  return new AppError('DISK_FULL', `The disk that holds the service’s data in ${resolve(data)} is full.`, {
    hint: 'Free some space on it, then start the service again, or name a folder on another disk. What is stored is not harmed.',
    cause: error,
  });
}

/** Starts the service on data that no other service works on. */
async function startOnData(options: StartOptions): Promise<StartedService<string | null>> {
  const {
    host = '127.0.0.1',
    port = 0,
    seeds = [],
    organizationTitle = 'Tidemark',
    firstToken = true,
  } = options;
  const embedded = createService(options);
  try {
    const { user, organization } = firstOrganization(embedded, organizationTitle);
    const ctx = contextOf(embedded.service, { userId: user, tokenId: '' });
    const seeded = seeds.flatMap((directory) => seedOnce(ctx, directory, organization));
    embedded.service.background.wake();
    const listensOn = await embedded.listen({ host, port });
    // Only now: a start that fails at its port must not use up the only token that is shown.
    const token =
      firstToken && !hasTokens(ctx.store) ? createToken(ctx, { user, label: 'first start' }).token : null;
    const appUrl = embedded.appUrl();
    const signIn =
      firstToken && appUrl !== undefined ? `${appUrl}/sign-in/${createSignInCode(ctx, user)}` : null;
    const stop = new AbortController();
    const purging = keepPurging(embedded, stop.signal);
    return {
      url: embedded.service.baseUrl,
      listensOn,
      token,
      app: appUrl === undefined ? null : { url: appUrl, signIn },
      organization,
      spaces: ctx.store.all(
        'SELECT id, title FROM spaces WHERE organization = ? AND deleted_at IS NULL ORDER BY created_at, rowid',
        organization,
      ),
      sites: ctx.store.all('SELECT id, title FROM sites WHERE organization = ? ORDER BY rowid', organization),
      seeded,
      embedded,
      close: async () => {
        stop.abort();
        await purging;
        await embedded.close();
      },
    };
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

/** The first organization and its administrator; made when the database is new. */
export function firstOrganization(
  { service }: EmbeddedService,
  title: string,
): { user: string; organization: string } {
  const { store } = service;
  const found = store.get<{ organization: string; user: string }>(
    `SELECT organization, user FROM members JOIN organizations ON organizations.id = members.organization
     WHERE members.role = 'admin' ORDER BY organizations.position, members.joined_at LIMIT 1`,
  );
  if (found !== undefined) return found;
  const now = new Date(service.clock.now()).toISOString();
  const ctx = { store, random: service.random, now };
  return store.transaction(() => {
    const user = ensureUser(ctx, { email: administratorEmail, displayName: 'Administrator' });
    const organization = createOrganization(ctx, { title });
    setMember(ctx, { organization, user, role: 'admin' });
    return { user, organization };
  });
}

/** Reads in a folder, unless this database has read it at an earlier start. */
function seedOnce(
  ctx: Context,
  directory: string,
  organization: string,
): { directory: string; report: SeedReport }[] {
  const key = `seed:${resolve(directory)}`;
  if (ctx.store.get('SELECT 1 FROM meta WHERE key = ?', key) !== undefined) return [];
  return ctx.store.transaction(() => {
    const report = seedFolder(ctx, directory, { organization });
    ctx.store.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, Buffer.from(ctx.now));
    return [{ directory, report }];
  });
}

/** From time to time, removes what was deleted long ago, until the signal aborts. */
async function keepPurging({ service }: EmbeddedService, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      removeExpiredSpaces(service, service.clock.now());
      await service.clock.sleep(purgeEveryMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      service.log.error({ err: error }, 'Removing deleted spaces failed; it is tried again later.');
      await service.clock.sleep(purgeEveryMs, signal).catch(() => undefined);
    }
  }
}
