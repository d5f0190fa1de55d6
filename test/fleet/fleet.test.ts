import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
import { serveGit } from '../support/git-http-backend.ts';

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
      const host = join(root, 'served', 'docs.git');
      mkdirSync(host, { recursive: true });
      git(host, 'init', '--quiet', '--bare', '--initial-branch=main');
      git(host, 'config', 'core.logAllRefUpdates', 'always');
      const hosting = await serveGit(join(root, 'served'), { token: gitToken });
      cleanUp.push(() => hosting.close());
      const script = await bundleCommandLine();
      const config = join(root, 'sync.config.yaml');
      writeFileSync(config, configuration({ service, redis, remote: `${hosting.url}/docs.git` }));
      const folders = Array.from({ length: workers }, (_, index) => join(root, `temporary-${index}`));
      const fleet = folders.map((folder) => startWorker(script, { config, folder, token: service.token }));
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
      expect(movesOf(host, 'refs/remotes/docs/main')).toEqual({
        first: true,
        gaps: 0,
        at: git(host, 'rev-parse', 'refs/remotes/docs/main').trim(),
      });
      // What they had on their disks went with them; the one that was killed had no time to clear away.
      expect(folders.slice(1).flatMap((folder) => readdirSync(folder))).toEqual([]);
    }, 240_000);
  });
}

const gitToken = 'the-fleet-test-token';

function configuration(at: { service: StartedService; redis: RedisServer; remote: string }): string {
  return `service: { url: "${at.service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, branch: main, remote: "${at.remote}" }
mirror: { organization: ${at.service.organization}, changeRequests: none, metadata: false }
push: { enabled: false }
schedule: { interval: 1500ms }
queue: { driver: redis, url: "${at.redis.url}", concurrency: 2 }
http: { port: 0 }
`;
}

/** How often each push moved a ref, by its log: where it came from and where it went. */
function movesOf(host: string, ref: string): { first: boolean; gaps: number; at: string } {
  const moves = readFileSync(join(host, 'logs', ref), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ', 2));
  const gaps = moves.filter(([from], index) => index > 0 && from !== moves[index - 1]?.[1]).length;
  return { first: /^0+$/.test(moves[0]?.[0] ?? ''), gaps, at: moves.at(-1)?.[1] ?? '' };
}

interface Worker {
  child: ChildProcess;
  stop(): Promise<number | null>;
}

/** `tidemark worker`, with a temporary folder of its own. */
function startWorker(
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
async function bundleCommandLine(): Promise<string> {
  const folder = join(packageRoot(), 'node_modules', '.cache', `fleet-${process.pid}`);
  const outfile = join(folder, 'main.mjs');
  if (existsSync(outfile)) return outfile;
  await build({
    entryPoints: [join(packageRoot(), 'src', 'main.ts')],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  return outfile;
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
