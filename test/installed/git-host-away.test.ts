import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisBinary, RedisServer } from '../queue/redis-server.ts';
import { serveGit, type GitHttpServer } from '../support/git-http-backend.ts';
import { installedProgram, type Installed, type Running } from '../support/installed.ts';
import { troubledProxy, type TroubledProxy } from '../support/troubled-proxy.ts';
import type { Ready } from './table/case.ts';

const endMs = 30_000;
const long = { tags: ['long' as const] };

describe('the installed program whose git host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-git-host-'));
  const running: Running[] = [];
  const hosts: GitHttpServer[] = [];
  let installed: Installed;
  let ready: Ready;

  beforeAll(async () => {
    installed = await installedProgram();
    const seed = join(installed.packageFolder, 'templates', 'sample', 'help');
    const service = start(['serve', '--port', '0', '--seed', seed, '--json'], folder);
    ready = JSON.parse((await service.until(/^\{"event":"ready".*\}$/mu))[0]) as Ready;
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    await Promise.all(hosts.map((host) => host.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (args: readonly string[], cwd: string, token = ''): Running => {
    const one = installed.start(args, { cwd, env: { TIDEMARK_TOKEN: token } });
    running.push(one);
    return one;
  };

  /** A git host with an empty repository, a proxy before it, and the folder of a process that uses it. */
  async function aHost(
    name: string,
    more = '',
  ): Promise<{ cwd: string; bare: string; proxy: TroubledProxy }> {
    const cwd = join(folder, name);
    const bare = join(cwd, 'host', 'docs.git');
    mkdirSync(bare, { recursive: true });
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
    execFileSync('git', ['-C', bare, 'config', 'http.receivepack', 'true']);
    const host = await serveGit(join(cwd, 'host'));
    hosts.push(host);
    const proxy = await troubledProxy(host.url, { rewrites: false });
    writeFileSync(
      join(cwd, 'sync.config.yaml'),
      `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, remote: "${proxy.url}/docs.git" }
mirror: { organization: ${ready.organization}, metadata: false }
schedule: { interval: 5s }
http: { port: 0 }
${more}`,
    );
    return { cwd, bare, proxy };
  }

  interface Watched {
    readonly process: Running;
    untilReady(is: boolean): Promise<string[]>;
    metrics(): Promise<string>;
  }

  async function watch(kind: 'daemon' | 'worker', cwd: string): Promise<Watched> {
    const process = start([kind, '--json'], cwd, ready.token ?? '');
    const [, url = ''] = await process.until(/"listens":"(http:[^"]+)"/u);
    const untilReady = async (is: boolean): Promise<string[]> => {
      for (;;) {
        const answer = await fetch(`${url}/readyz`);
        const { reasons } = (await answer.json()) as { reasons: string[] };
        if ((answer.status === 200) === is && !reasons.some((each) => each.startsWith('The first look')))
          return reasons;
        await pause(200);
      }
    };
    return { process, untilReady, metrics: async () => (await fetch(`${url}/metrics`)).text() };
  }

  const kinds = redisBinary() === undefined ? (['daemon'] as const) : (['daemon', 'worker'] as const);
  it.each(kinds)(
    'takes no push makes a %s not ready, with the reason of the host, until it takes one',
    long,
    async (kind) => {
      const redis = kind === 'worker' ? await RedisServer.start() : undefined;
      try {
        const queue = redis === undefined ? '' : `queue: { driver: redis, url: "${redis.url}" }\n`;
        const { cwd, bare, proxy } = await aHost(kind, queue);
        const hook = join(bare, 'hooks', 'update');
        writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ]\n', { mode: 0o755 });
        const one = await watch(kind, cwd);
        const reasons = await one.untilReady(false);
        const refused = await one.metrics();
        rmSync(hook);
        await one.untilReady(true);
        const mirrored = execFileSync('git', ['-C', bare, 'show', 'main:help/README.md'], {
          encoding: 'utf8',
        });
        const { code, out } = await one.process.end();
        await proxy.close();

        expect(reasons).toEqual([
          expect.stringMatching(
            /^The space \S+ fails: PUSH_REFUSED, The git host refused refs\/heads\/main: hook declined\.$/u,
          ),
        ]);
        expect(refused).toMatch(/^tidemark_service_up(?:\{.*\})? 1$/mu);
        expect(refused).toMatch(/^tidemark_errors_total\{.*code="PUSH_REFUSED".*\} \d+$/mu);
        expect(refused).not.toMatch(/^tidemark_last_success_timestamp_seconds\{/mu);
        expect(out).not.toContain('somebody else was faster');
        expect(mirrored).toContain('#');
        expect(code).toBe(0);
      } finally {
        await redis?.remove();
      }
    },
  );

  it('lets nobody push is down, which is told once, until it takes a push', long, async () => {
    const { cwd, bare, proxy } = await aHost('no-push');
    proxy.turn({ status: 403, to: /git-receive-pack/u });
    const one = await watch('daemon', cwd);
    const reasons = await one.untilReady(false);
    const rounds = proxy.requests.filter((each) => each.includes('service=git-upload-pack')).length;
    while (proxy.requests.filter((each) => each.includes('service=git-upload-pack')).length < rounds + 3)
      await pause(200);
    const metrics = await one.metrics();
    proxy.turn('through');
    await one.untilReady(true);
    const again = await one.metrics();
    const mirrored = execFileSync('git', ['-C', bare, 'show', 'main:help/README.md'], { encoding: 'utf8' });
    const { code, out } = await one.process.end();
    await proxy.close();

    expect(reasons.join('\n')).toMatch(/The git host has given no good answer since \S+: .*pushes fail: /u);
    expect([metrics, again].map((each) => /^tidemark_git_host_up (\d)$/mu.exec(each)?.[1])).toEqual([
      '0',
      '1',
    ]);
    expect(out.match(/the git host gives no good answer/gu)).toHaveLength(1);
    expect(out.match(/the git host gives good answers again/gu)).toHaveLength(1);
    expect(mirrored).toContain('#');
    expect(code).toBe(0);
  });

  it(
    'fails is what is named, and not the service, which stays up; a hanging one delays no end',
    long,
    async () => {
      const { cwd, proxy } = await aHost('failing');
      const one = await watch('daemon', cwd);
      await one.process.until(/"commits":[1-9].*"msg":"cycle"/u);
      await one.untilReady(true);
      const before = await one.metrics();
      proxy.turn(503);
      const readme = join(cwd, 'docs', 'help', 'README.md');
      appendFileSync(readme, '\nAn edit.\n'); // brings a cycle, which needs the git host
      await one.process.until(/Could not fetch from the git host/u);
      const reasons = await one.untilReady(false);
      const metrics = await one.metrics();
      proxy.turn('silent');
      appendFileSync(readme, '\nAnother edit.\n');
      while (proxy.requests.at(-1)?.includes('info/refs') !== true) await pause(50);
      const ended = await Promise.race([one.process.end(), pause(endMs, null, { ref: false })]);
      await proxy.close();

      const said = ended?.out ?? '';
      expect(reasons).toEqual([
        expect.stringMatching(/^The git host has given no good answer since \S+: REMOTE_FAILED, .* 503\.$/u),
      ]);
      expect(metrics).toMatch(/^tidemark_service_up 1$/mu);
      expect(metrics).toMatch(/^tidemark_git_host_up 0$/mu);
      expect(runs(metrics, 'error')).toBe(runs(before, 'error'));
      expect(runs(metrics, 'incomplete')).toBeGreaterThan(runs(before, 'incomplete'));
      expect(ended?.code).toBe(0);
      expect(said).not.toMatch(/the service gives (?:no good answer|good answers again)/u);
      // The cycles of an outage that end in the same way are told once.
      const ends = said.split('\n').flatMap((line) => {
        if (!line.includes('"outcome":"incomplete"')) return [];
        const { space = 'all spaces', reason, commits } = JSON.parse(line) as Record<string, unknown>;
        return [`${String(space)}, ${String(reason)}, ${String(commits)}`];
      });
      expect(ends.length).toBeGreaterThan(0);
      expect(ends).toEqual([...new Set(ends)]);
    },
  );
});

function runs(metrics: string, result: string): number {
  return Number(
    new RegExp(`^tidemark_sync_runs_total\\{result="${result}"\\} (\\d+)$`, 'mu').exec(metrics)?.[1],
  );
}
