/**
 * Counts the program's requests in the embedded service, with pushes on and change requests mirrored, while nothing happens
 * (promise: one list for each thousand spaces and interval). Runs over ten intervals, and so includes the cycle over everything. It
 * runs a daemon, or with `--workers` a fleet with Redis and a git host; a fleet may ask for a few lists more in ten intervals.
 * `test/installed/request-costs.test.ts` holds the daemon to it, and a save to five requests.
 *
 * `npm run bench:requests [-- --spaces 1000 --seconds 5 --workers 0]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { realClock } from '../src/clock/index.ts';
import type { DaemonStatus } from '../src/daemon/index.ts';
import { startService } from '../src/service/index.ts';
import { bareRepository, bundleCommandLine, gitToken } from '../test/fleet/rig.ts';
import { RedisServer } from '../test/queue/redis-server.ts';
import { serveGit } from '../test/support/git-http-backend.ts';

const { values } = parseArgs({
  options: {
    spaces: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    workers: { type: 'string', default: '0' },
  },
});
const spaces = Number(values.spaces);
const seconds = Number(values.seconds);
const workers = Number(values.workers);
const rounds = 20;
const root = mkdtempSync(join(tmpdir(), 'tidemark-requests-'));
for (let index = 0; index < spaces; index++) {
  const folder = join(root, 'seed', `space-${String(index).padStart(4, '0')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'README.md'), `# Space ${index}\n\nHello.\n`);
  writeFileSync(join(folder, 'SUMMARY.md'), `# Table of contents\n\n* [Space ${index}](README.md)\n`);
}
const service = await startService({ data: ':memory:', seeds: [join(root, 'seed')], rate: 100_000 });
const asked = new Map<string, number>();
service.embedded.app.server.on('request', ({ method, url = '' }) => {
  const kind = `${method} ${url.replaceAll(/[A-Za-z0-9]{20}/gu, '…')}`;
  asked.set(kind, (asked.get(kind) ?? 0) + 1);
});
const fleet = workers > 0 ? await startAround() : null;
const config = join(root, 'sync.config.yaml');
writeFileSync(
  config,
  `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs${fleet ? `, remote: "${fleet.hosting.url}/docs.git"` : ''} }
mirror: { organization: ${service.organization}, metadata: false }
schedule: { interval: ${seconds}s }
${fleet ? `queue: { driver: redis, url: "${fleet.redis.url}" }` : ''}
http: { port: 0 }
`,
);

async function startAround() {
  bareRepository(join(root, 'served'));
  return {
    redis: await RedisServer.start(),
    hosting: await serveGit(join(root, 'served'), { token: gitToken }),
  };
}

const main = await bundleCommandLine();
const command = workers > 0 ? 'worker' : 'daemon';
const running = await Promise.all(
  Array.from({ length: Math.max(1, workers) }, async () => {
    const child = spawn(process.execPath, [main, command, '--json', '--config', config], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TIDEMARK_TOKEN: service.token, TIDEMARK_GIT_TOKEN: gitToken },
    });
    let said = '';
    child.stdout.on(
      'data',
      (chunk: Buffer) => (said = said.length < 10_000 ? said + chunk.toString() : said),
    );
    while (!said.includes('"listens"')) await realClock.sleep(50);
    return { child, url: /"listens":"([^"]+)"/u.exec(said)?.[1] ?? '' };
  }),
);
const good = async (): Promise<number> => {
  const status = (await (await globalThis.fetch(`${running[0]!.url}/status`)).json()) as DaemonStatus;
  return status.spaces.filter(({ state }) => state === 'good').length;
};
while ((await good()) < spaces) await realClock.sleep(1_000);
await realClock.sleep(seconds * 3_000);
asked.clear();
await realClock.sleep(rounds * seconds * 1_000);
const counted = [...asked];
await Promise.all(
  running.map(async ({ child }) => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }),
);
await fleet?.hosting.close();
await fleet?.redis.remove();
await service.close();
rmSync(root, { recursive: true, force: true });

const total = counted.reduce((sum, [, count]) => sum + count, 0);
const lists = Math.ceil(spaces / 1_000);
// In the two cycles over everything, which are spread over an interval, each worker may request its own list a few times.
const limit = rounds * 1.12 * lists + workers * 2 * 4 * lists;
for (const [kind, count] of counted) console.log(`${String(count).padStart(6)}  ${kind}`);
console.log(
  `${(total / rounds).toFixed(2)} requests in an interval, ${spaces} spaces, ${workers || 'no'} workers; limit ${(limit / rounds).toFixed(2)}`,
);
process.exit(total <= limit ? 0 : 1);
