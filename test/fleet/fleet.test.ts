import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';
import { until } from '../queue/queue-contract.ts';
import { RedisServer, redisBinary } from '../queue/redis-server.ts';

const spaces = 50;
const workers = 3;
const rate = 1_500;

const missing =
  redisBinary() === undefined ? 'no redis-server or valkey-server' : hasGit() ? undefined : 'no git';

if (missing !== undefined) {
  describe.skip(`the fleet: left out, because there is ${missing} on the PATH`, () => {
    it('needs it');
  });
} else {
  describe('the fleet', () => {
    const cleanUp: (() => Promise<void> | void)[] = [];
    afterEach(async () => {
      for (const step of cleanUp.splice(0).reverse()) await step();
    });

    it('converges with a worker killed and Redis restarted, writes no revision twice, and is never refused', async () => {
      const root = mkdtempSync(join(tmpdir(), 'tidemark-fleet-'));
      cleanUp.push(() => rmSync(root, { recursive: true, force: true }));
      const redis = await RedisServer.start();
      cleanUp.push(() => redis.remove());
      const service = await startService({ data: ':memory:', rate, seeds: [seed(join(root, 'seed'))] });
      cleanUp.push(() => service.close());
      const statuses = countStatuses(service);
      const host = join(root, 'host.git');
      git(root, 'init', '--quiet', '--bare', '--initial-branch=main', host);
      const script = await bundleWorker(join(root, 'worker.mjs'));
      const fleet = Array.from({ length: workers }, (_, index) =>
        startWorker(script, { folder: join(root, `copy-${index}`), hostFolder: host, redis, service }),
      );
      cleanUp.push(async () => {
        await Promise.all(fleet.map((worker) => worker.stop()));
      });

      await until(() => publishedSpaces(host).length >= 8);
      fleet[0]?.child.kill('SIGKILL');
      await until(() => publishedSpaces(host).length >= 20);
      await redis.down('SIGKILL');
      await redis.up();
      await until(() => publishedSpaces(host).length === spaces);
      const edited = await editOne(service);
      await until(() => shows(host, edited.text));
      const codes = await Promise.all(fleet.slice(1).map((worker) => worker.stop()));

      const revisions = publishedRevisions(host);
      expect(new Set(revisions).size).toBe(revisions.length);
      expect(revisions).toHaveLength(spaces + 1);
      expect(publishedSpaces(host)).toHaveLength(spaces);
      expect(
        git(host, 'ls-tree', '-r', '--name-only', 'refs/remotes/docs/main').match(/README\.md$/gm),
      ).toHaveLength(spaces);
      expect(statuses.get(429) ?? 0).toBe(0);
      expect(codes).toEqual([0, 0]);
      git(host, 'fsck', '--strict');
      expect(git(host, 'for-each-ref', '--format=%(refname)')).toContain('refs/tidemark/');
    }, 240_000);
  });
}

interface Worker {
  child: ChildProcess;
  stop(): Promise<number | null>;
}

function startWorker(
  script: string,
  {
    folder,
    hostFolder,
    redis,
    service,
  }: { folder: string; hostFolder: string; redis: RedisServer; service: StartedService },
): Worker {
  const options = {
    ...{ folder, hostFolder, redisUrl: redis.url, serviceUrl: service.url, token: service.token },
    ...{ organization: service.organization, intervalMs: 1_500 },
  };
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
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

/** Workers run as plain processes, without the test runner: their source is bundled once. */
async function bundleWorker(file: string): Promise<string> {
  await build({
    entryPoints: [join(packageRoot(), 'test', 'fleet', 'worker-process.ts')],
    outfile: file,
    ...{
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
      write: true,
    },
  });
  // Packages are found from where the bundle lies.
  const inside = join(packageRoot(), 'node_modules', '.cache', `fleet-${process.pid}`);
  mkdirSync(inside, { recursive: true });
  const place = join(inside, 'worker.mjs');
  writeFileSync(place, execFileSync('cat', [file]));
  return place;
}

function seed(folder: string): string {
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

function countStatuses(service: StartedService): Map<number, number> {
  const counts = new Map<number, number>();
  service.embedded.app.server.on('request', (_request, response) => {
    response.on('finish', () => counts.set(response.statusCode, (counts.get(response.statusCode) ?? 0) + 1));
  });
  return counts;
}

/** Changes a page of one space through a change request, as a person would. */
async function editOne(service: StartedService): Promise<{ text: string }> {
  const client = createClient({
    ...{ clock: realClock, random: realRandom, transport: createUndiciTransport() },
    ...{ baseUrl: service.url, token: service.token },
  });
  const spaceId = service.spaces[7]?.id ?? '';
  const request = await client.createChangeRequest({ params: { spaceId }, body: { subject: 'Say more' } });
  const changeRequestId = request.id;
  const params = { spaceId, changeRequestId };
  const { pages } = await client.listPagesInChangeRequest({ params });
  const text = 'Edited while the fleet ran.';
  await client.updateContentInChangeRequest({
    params,
    body: {
      changes: [{ type: 'update_page', page: pages[0]?.id ?? '', document: { markdown: `${text}\n` } }],
    },
  });
  await client.mergeChangeRequest({ params });
  return { text };
}

/** The folders of spaces that the host has. */
function publishedSpaces(host: string): string[] {
  return git(host, 'for-each-ref', 'refs/remotes/docs/main') === ''
    ? []
    : git(host, 'ls-tree', '-d', '--name-only', 'refs/remotes/docs/main')
        .split('\n')
        .filter((name) => name !== '' && !name.startsWith('.'));
}

/** `<space> <revision>` of each commit of the mirror that brought a revision. */
function publishedRevisions(host: string): string[] {
  const format =
    '%(trailers:key=Space,valueonly,separator=%x20) %(trailers:key=Revision,valueonly,separator=%x20)';
  return git(host, 'log', `--format=${format}`, 'refs/remotes/docs/main')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes(' '));
}

function shows(host: string, text: string): boolean {
  try {
    return git(host, 'grep', '-h', text, 'refs/remotes/docs/main').includes(text);
  } catch {
    return false; // git grep ends with 1 when there is nothing
  }
}

function git(folder: string, ...args: string[]): string {
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
