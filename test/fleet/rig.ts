import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { packageRoot } from '../../src/base/index.ts';
import { realClock } from '../../src/clock/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { firstReadyOf, type Installed, type Running } from '../support/installed.ts';
import { RedisServer, redisBinary } from '../queue/redis-server.ts';
import { serveGit } from '../support/git-http-backend.ts';

/** What this machine lacks to run a fleet; undefined: nothing. */
export function missingForFleet(): string | undefined {
  if (redisBinary() === undefined) return 'no redis-server or valkey-server';
  return hasGit() ? undefined : 'no git';
}

export const gitToken = 'the-fleet-test-token';

export interface Worker {
  child: ChildProcess;
  stop(): Promise<number | null>;
}

/** `tidemark worker`, with a temporary folder of its own. */
export function startWorker(
  script: string,
  { config, folder, token }: { config: string; folder: string; token: string },
): Worker {
  mkdirSync(folder);
  const child = spawn(process.execPath, [script, 'worker', '--json', '--verbose', '--config', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      TIDEMARK_TOKEN: token,
      TIDEMARK_GIT_TOKEN: gitToken,
    },
  });
  const said: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  if (process.env['FLEET_LOG'] !== undefined) child.stdout.pipe(process.stderr);
  return {
    child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      return child.exitCode;
    },
  };
}

/** Workers run as plain processes, without the test runner: the command line is bundled once. */
export async function bundleCommandLine(): Promise<string> {
  const folder = join(packageRoot(), 'node_modules', '.cache', `fleet-${process.pid}`);
  const outfile = join(folder, 'main.mjs');
  if (existsSync(outfile)) return outfile;
  await build({
    entryPoints: [join(packageRoot(), 'src', 'main.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  return outfile;
}

/** A folder of spaces, each with two pages and a table of contents. */
export function seedOf(folder: string, spaces: number): string {
  for (let index = 0; index < spaces; index++) {
    const space = join(folder, `space-${String(index).padStart(2, '0')}`);
    mkdirSync(space, { recursive: true });
    writeFileSync(join(space, 'README.md'), `# Welcome to ${index}\n\nThe first page.\n`);
    writeFileSync(join(space, 'next.md'), `# Next\n\nPage two of ${index}.\n`);
    writeFileSync(
      join(space, 'SUMMARY.md'),
      `# Table of contents\n\n* [Welcome to ${index}](README.md)\n* [Next](next.md)\n`,
    );
  }
  return folder;
}

/** Counts what the service answers, by status. */
export function countStatuses(service: StartedService): Map<number, number> {
  const counts = new Map<number, number>();
  service.embedded.app.server.on('request', (_request, response) => {
    response.on('finish', () => counts.set(response.statusCode, (counts.get(response.statusCode) ?? 0) + 1));
  });
  return counts;
}

/** A bare repository below `folder` that a git host serves. */
export function bareRepository(folder: string): string {
  const host = join(folder, 'docs.git');
  mkdirSync(host, { recursive: true });
  git(host, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(host, 'config', 'core.logAllRefUpdates', 'always');
  return host;
}

export function git(folder: string, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    HOME: folder,
  };
  return execFileSync('git', ['-C', folder, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function hasGit(): boolean {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Redis, a service with spaces, a git host, and workers between them; service and workers are the installed program. */
export interface Fleet {
  readonly service: ServedSpaces;
  readonly redis: RedisServer;
  /** The bare repository that the git host serves. */
  readonly host: string;
  readonly workers: Worker[];
  /** Starts one more worker. */
  addWorker(): Worker;
  /** A person's clone of the repository, which commits and pushes. */
  readonly person: Person;
  close(): Promise<void>;
}

/** A service that was started for a fleet. */
export interface ServedSpaces extends Reached {
  readonly organization: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
}

export interface Person {
  readonly folder: string;
  /** Writes files, commits them, and pushes; joins first what came in between, as often as it takes. */
  push(files: Readonly<Record<string, string>>): void;
  /** Brings the clone to what the git host has. */
  pull(): void;
  read(path: string): string;
}

export interface FleetOptions {
  readonly spaces: number;
  readonly workers: number;
  /** More options of the configuration, as lines of YAML. */
  readonly config?: string;
  /** Gives the address at which the workers find the service, for a proxy in front of it; the service's own unless given. */
  readonly inFrontOf?: (service: string) => Promise<string>;
}

async function serveSpaces(installed: Installed, seed: string): Promise<[Running, ServedSpaces]> {
  const args = ['serve', '--json', '--port', '0', '--rate', '6000', '--seed', seed];
  const process = installed.start(args, { cwd: seed });
  return [process, await firstReadyOf(process)];
}

export async function startFleet(
  installed: Installed,
  { spaces, workers, config = '', inFrontOf = (url) => Promise.resolve(url) }: FleetOptions,
): Promise<Fleet> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-fleet-'));
  const redis = await RedisServer.start();
  const [serving, service] = await serveSpaces(installed, seedOf(join(root, 'seed'), spaces));
  const host = bareRepository(join(root, 'served'));
  const hosting = await serveGit(join(root, 'served'), { token: gitToken });
  const file = join(root, 'sync.config.yaml');
  writeFileSync(
    file,
    `service: { url: "${await inFrontOf(service.url)}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, branch: main, remote: "${hosting.url}/docs.git" }
mirror: { organization: ${service.organization}, metadata: false }
schedule: { interval: 1s }
queue: { driver: redis, url: "${redis.url}", concurrency: 2 }
http: { port: 0 }
${config}`,
  );
  const running: Worker[] = [];
  const addWorker = (): Worker => {
    const folder = join(root, `temporary-${running.length}`);
    const worker = startWorker(installed.program, { config: file, folder, token: service.token });
    running.push(worker);
    return worker;
  };
  for (let at = 0; at < workers; at++) addWorker();
  return {
    ...{ service, redis, host, workers: running, addWorker },
    person: personWith(host, join(root, 'person')),
    close: async () => {
      await Promise.all(running.map((worker) => worker.stop()));
      await hosting.close();
      await serving.end();
      await redis.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A person with a clone in `folder`. */
export function personWith(host: string, folder: string): Person {
  const own = (...args: string[]): string =>
    git(folder, '-c', 'user.name=Writer', '-c', 'user.email=writer@example.com', ...args);
  const pull = (): void => {
    if (!existsSync(folder)) git(dirname(folder), 'clone', '--quiet', host, folder);
    own('pull', '--quiet', '--no-rebase', '--no-edit');
  };
  return {
    folder,
    pull,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    push: (files) => {
      // The texts were made of what the clone had when it was read: what comes after that is joined by git, not written over.
      if (!existsSync(folder)) pull();
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      own('add', '--all');
      own('commit', '--quiet', '--message', `Change ${Object.keys(files).length} pages`);
      for (let tries = 0; ; tries++) {
        try {
          own('push', '--quiet', 'origin', 'HEAD:main');
          return;
        } catch (error) {
          if (tries === 20) throw error;
          own('pull', '--quiet', '--no-rebase', '--no-edit');
        }
      }
    },
  };
}

/** Asks now and then, so that the machine is left to the fleet. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await realClock.sleep(300);
}

/** The folders of spaces that the host has. */
export function publishedSpaces(host: string): string[] {
  return git(host, 'for-each-ref', 'refs/remotes/docs/main') === ''
    ? []
    : git(host, 'ls-tree', '-d', '--name-only', 'refs/remotes/docs/main')
        .split('\n')
        .filter((name) => name !== '' && !name.startsWith('.'));
}

/** Where a service is, and who asks. */
export type Reached = Pick<StartedService, 'url' | 'token'>;

/** A request to the service, as a person's client sends it. */
export async function ask(
  { url, token }: Reached,
  [method, path]: readonly [method: string, path: string],
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export interface ListedRequest {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly status: string;
}

export async function requestsOf(service: Reached, space: string): Promise<ListedRequest[]> {
  const found: ListedRequest[] = [];
  for (const status of ['draft', 'open', 'merged', 'archived']) {
    const path = `/spaces/${space}/change-requests?limit=1000&status=${status}`;
    found.push(...((await ask(service, ['GET', path])) as { items: ListedRequest[] }).items);
  }
  return found;
}
