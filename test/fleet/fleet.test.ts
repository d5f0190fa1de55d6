import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom } from '../../src/clock/index.ts';
import { createUndiciTransport } from '../../src/http/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';
import { until } from '../queue/queue-contract.ts';
import { RedisServer } from '../queue/redis-server.ts';
import { serveGit } from '../support/git-http-backend.ts';
import {
  bareRepository,
  bundleCommandLine,
  countStatuses,
  git,
  gitToken,
  missingForFleet,
  publishedSpaces,
  requestsOf,
  seedOf,
  startWorker,
} from './rig.ts';

const spaces = 50;
const workers = 3;
const rate = 1_500;

const missing = missingForFleet();

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
      const service = await startService({
        data: ':memory:',
        rate,
        seeds: [seedOf(join(root, 'seed'), spaces)],
      });
      cleanUp.push(() => service.close());
      const statuses = countStatuses(service);
      const host = bareRepository(join(root, 'served'));
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
      // Nobody edited in a clone, so nothing was proposed: each space has the change requests that people made there.
      const made = await Promise.all(service.spaces.map(({ id }) => requestsOf(service, id)));
      expect(made.map((requests) => requests.length)).toEqual(
        service.spaces.map(({ id }) => (id === edited.space ? 1 : 0)),
      );
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
    }, 600_000);
  });
}

function configuration(at: { service: StartedService; redis: RedisServer; remote: string }): string {
  return `service: { url: "${at.service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, branch: main, remote: "${at.remote}" }
mirror: { organization: ${at.service.organization}, metadata: false }
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

/** Changes a page of one space through a change request, as a person would. */
async function editOne(service: StartedService): Promise<{ space: string; text: string }> {
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
  return { space: spaceId, text };
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
