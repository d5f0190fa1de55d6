import { resolve } from 'node:path';
import { escapeForTerminal, messageOf } from '../../base/index.ts';
import type { MirrorDaemon } from '../../app/index.ts';
import { readStatusAt } from '../../daemon/port.ts';
import type { HttpTransport } from '../../http/port.ts';
import type { Log, StartedService } from '../../service/index.ts';
import { isLoopback } from '../loopback.ts';
import { countText } from '../output/count-text.ts';
import { styleFor } from '../output/style.ts';
import type { CommandContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';
import type { World } from '../world.ts';

export interface ServeOptions {
  port: number;
  host: string;
  data?: string;
  seed?: readonly string[];
  interface: 'full' | 'strict';
  rate?: number;
  importAllow?: readonly string[];
  /** How long writes stay invisible to reads, in milliseconds. */
  lag?: number;
  allowHost?: readonly string[];
  publicUrl?: string;
  appUrl?: string;
  daemonUrl?: string;
  restore?: string;
}

export async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { world, json } = context;
  const {
    data,
    seed = [],
    rate,
    importAllow,
    lag,
    allowHost,
    publicUrl,
    appUrl,
    daemonUrl,
    restore,
  } = options;
  const { keyVariable, startService } = await import('../../service/index.ts');
  const { webApp } = await import('../../app/index.ts');
  const warnings: string[] = [];
  const warn = (text: string): void => {
    warnings.push(text);
    world.stderr.write(`${styleFor(world.stderr, world.env).yellow('!')} ${escapeForTerminal(text)}\n`);
  };
  if (restore !== undefined) {
    const { restoreInto } = await import('./serve-backup.ts');
    await restoreInto(world, { file: restore, data, warn });
  }
  const log = logTo(context);
  if (!isLoopback(options.host)) warn(plainHttp(options.host));
  const transport = daemonUrl === undefined ? undefined : await world.ports.transport();
  const service = await startService({
    data: data === undefined ? ':memory:' : resolve(world.cwd, data),
    host: options.host,
    port: options.port,
    seeds: seed.map((folder) => resolve(world.cwd, folder)),
    interface: options.interface,
    clock: world.clock,
    random: world.random,
    keys: world.env[keyVariable],
    log,
    // No first token if nobody sees it or a log keeps it: `serve token create` makes one.
    firstToken: json || world.stdout.isTTY,
    ...(rate === undefined ? {} : { rate }),
    ...(importAllow === undefined ? {} : { importAllow: [...importAllow] }),
    ...(lag === undefined ? {} : { lagMs: lag }),
    ...(allowHost === undefined ? {} : { allowedHosts: [...allowHost] }),
    ...(publicUrl === undefined ? {} : { baseUrl: publicUrl }),
    ...(appUrl === undefined ? {} : { appUrl }),
    web: webApp(daemonAt(transport, daemonUrl)),
  });
  for (const each of unread(world, seed, service)) warn(each);
  const { url, listensOn, token, app, organization, spaces, sites } = service;
  const ready = { event: 'ready', url, listensOn, token, app, organization, spaces, sites, warnings };
  if (json) world.stdout.write(`${JSON.stringify(ready)}\n`);
  else announce(world, service, data === undefined);
  try {
    await untilStopped(world);
  } finally {
    await service.close();
    await transport?.close();
  }
}

/** Tells failures of the running service on stderr, as JSON for a program. */
function logTo({ failures, json, verbose }: CommandContext): Log {
  const say = (event: 'warning' | 'error', facts: object, text: string): void => {
    const cause = 'err' in facts && messageOf(facts.err) !== text ? `: ${messageOf(facts.err)}` : '';
    const message = text + cause;
    failures.write(
      json ? `${JSON.stringify({ event, message })}\n` : `${event}: ${escapeForTerminal(message)}\n`,
    );
  };
  return {
    warn: (facts, message) => (verbose ? say('warning', facts, message) : undefined),
    error: (facts, message) => say('error', facts, message),
  };
}

function plainHttp(host: string): string {
  return `${host} can be reached from other machines, and this is plain http: tokens and content can be read on the way. Put a server with TLS in front of it, or listen on 127.0.0.1.`;
}

/** The daemon that the app asks for the state of mirrors, if one was named. */
function daemonAt(transport: HttpTransport | undefined, url: string | undefined): { daemon?: MirrorDaemon } {
  if (transport === undefined || url === undefined) return {};
  return { daemon: { url, read: () => readStatusAt(transport, url) } };
}

type Started = StartedService<string | null>;

function announce(world: World, service: Started, inMemory: boolean): void {
  const { bold, dim, cyan } = styleFor(world.stdout, world.env);
  const line = (text: string): void => world.stdout.write(`${text}\n`);
  line(
    `${bold('The service is ready')} at ${cyan(service.url)}${inMemory ? dim(' (in memory: gone when it ends; keep it with --data DIR)') : ''}`,
  );
  if (service.listensOn !== service.url) line(`  listens on    ${service.listensOn}`);
  line(`  organization  ${service.organization}`);
  for (const { id, title } of service.spaces.slice(0, 20))
    line(`  space         ${id}  ${escapeForTerminal(title)}`);
  if (service.spaces.length > 20) line(dim(`                … and ${service.spaces.length - 20} more`));
  for (const { id, title } of service.sites) line(`  site          ${id}  ${escapeForTerminal(title)}`);
  const { token } = service;
  if (token === null) line(`  token         ${dim(noToken(inMemory))}`);
  else line(`  token         ${token} ${dim('(shown this once)')}`);
  line(`  app           ${appLine(service.app)}`);
  reportSeeds(world, service);
  line(dim(`  OpenAPI       ${service.url}/openapi.json`));
  line(dim('Ctrl-C ends it.'));
}

/** The app's address, and how to sign in. */
function appLine(app: Started['app']): string {
  if (app === null) return 'none: give it a host name of its own with --app-url';
  return app.signIn === null ? app.url : `${app.signIn} (signs you in, once)`;
}

/** Says why no token is shown, and how to get one. */
function noToken(inMemory: boolean): string {
  return inMemory
    ? 'none, since this output is not a terminal: start it with --json to get one'
    : 'make one with: tidemark serve token create --data DIR';
}

/** Says which seeds were not read, because the data has them from an earlier start. */
function unread(
  { cwd }: World,
  seeds: readonly string[],
  { seeded }: Pick<Started, 'seeded'>,
): readonly string[] {
  const read = new Set(seeded.map(({ directory }) => directory));
  return [...new Set(seeds)]
    .filter((seed) => !read.has(resolve(cwd, seed)))
    .map(
      (seed) =>
        `The data has the seed ${seed} from an earlier start: it stays as it is, and the seed was not read again.`,
    );
}

/** Reports on stderr what a seed left out or could not read. */
export function reportSeeds(world: World, { seeded }: Pick<Started, 'seeded'>): void {
  const { yellow, dim } = styleFor(world.stderr, world.env);
  for (const { directory, report } of seeded) {
    for (const { title, unlisted, problems } of report.spaces) {
      if (unlisted.length > 0) {
        const names = unlisted.slice(0, 3).map(escapeForTerminal).join(', ');
        const more = unlisted.length > 3 ? ', …' : '';
        world.stderr.write(
          `${dim('note')} ${escapeForTerminal(title)}: ${countText(unlisted.length, 'file')} that the table of contents does not name, kept as files: ${names}${more}\n`,
        );
      }
      for (const problem of problems.slice(0, 5)) {
        const where = `${directory}/${problem.path}${problem.line === undefined ? '' : `:${problem.line}`}`;
        world.stderr.write(`${yellow('!')} ${escapeForTerminal(`${where}: ${problem.message}`)}\n`);
      }
    }
  }
}
