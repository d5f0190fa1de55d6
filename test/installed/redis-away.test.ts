import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisBinary, RedisServer } from '../queue/redis-server.ts';
import { serveGit, type GitHttpServer } from '../support/git-http-backend.ts';
import { firstReadyOf, installedProgram, type Installed, type Running } from '../support/installed.ts';

/** The promise: each answers within a second, whatever is down. */
const endpoints = ['/healthz', '/readyz', '/metrics', '/status', '/version', '/'];
const answerMs = 1_000;
const endMs = 30_000;

describe.skipIf(redisBinary() === undefined)('the installed worker without its Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-redis-away-'));
  const running: Running[] = [];
  let installed: Installed;
  let redis: RedisServer;
  let host: GitHttpServer;
  let service: Running;
  let token: string;

  beforeAll(async () => {
    installed = await installedProgram();
    redis = await RedisServer.start();
    const repository = join(folder, 'host', 'docs.git');
    mkdirSync(repository, { recursive: true });
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', repository]);
    execFileSync('git', ['-C', repository, 'config', 'http.receivepack', 'true']);
    host = await serveGit(join(folder, 'host'));
    const seed = join(installed.packageFolder, 'templates', 'sample', 'help');
    service = start(['serve', '--port', '0', '--seed', seed, '--json']);
    const ready = await firstReadyOf(service);
    token = ready.token;
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, remote: "${host.url}/docs.git" }
mirror: { organization: ${ready.organization}, metadata: false }
schedule: { interval: 2s }
queue: { driver: redis, url: "${redis.url}" }
http: { port: 0 }
`,
    );
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    await redis.remove();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (args: readonly string[]): Running => {
    const one = installed.start(args, { cwd: folder, env: { TIDEMARK_TOKEN: token } });
    running.push(one);
    return one;
  };
  const ask = (url: string, path: string): Promise<Response> =>
    fetch(`${url}${path}`, { signal: AbortSignal.timeout(answerMs) });
  const askAll = async (url: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (const path of endpoints) statuses.push((await ask(url, path)).status);
    return statuses;
  };
  const untilReady = async (url: string, ready: boolean): Promise<string[]> => {
    for (;;) {
      const said = (await (await ask(url, '/readyz')).json()) as { ready: boolean; reasons: string[] };
      if (said.ready === ready) return said.reasons;
      await pause(100);
    }
  };
  const endsInTime = (worker: Running): Promise<number | null | 'late'> =>
    Promise.race([worker.end().then(({ code }) => code), pause(endMs, 'late' as const, { ref: false })]);

  it(
    'waits for Redis at its start, and answers about itself while Redis says nothing or is gone',
    { tags: ['long'] },
    async () => {
      await redis.down('SIGKILL');
      const [one, other] = [start(['worker', '--json']), start(['worker', '--json'])];
      const listens = /"listens":"(http:[^"]+)"/;
      const [, url = ''] = await one.until(listens);
      const [, otherUrl = ''] = await other.until(listens);
      const waiting = await askAll(url);
      const whileWaiting = await untilReady(url, false);
      await redis.up();
      await untilReady(url, true);
      await untilReady(otherUrl, true);

      redis.freeze(true);
      const frozen = await untilReady(url, false);
      const whileFrozen = await askAll(url);
      const endedWhileFrozen = await endsInTime(one);
      await redis.down('SIGKILL');
      const gone = await untilReady(otherUrl, false);
      const whileGone = await askAll(otherUrl);
      const metrics = await (await ask(otherUrl, '/metrics')).text();
      const endedWhileGone = await endsInTime(other);

      const unready = [200, 503, 200, 200, 200, 200];
      expect([waiting, whileFrozen, whileGone]).toEqual([unready, unready, unready]);
      expect(whileWaiting).toContain('Redis does not answer.');
      expect([frozen, gone]).toEqual([['Redis does not answer.'], ['Redis does not answer.']]);
      expect(metrics).toMatch(/^tidemark_redis_up\{worker="[^"]+"\} 0$/m);
      expect([endedWhileFrozen, endedWhileGone]).toEqual([0, 0]);
    },
  );
});
