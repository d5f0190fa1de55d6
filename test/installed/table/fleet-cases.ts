import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RedisServer } from '../../queue/redis-server.ts';
import { serveGit } from '../../support/git-http-backend.ts';
import { commitEntries } from '../../support/hostile-commit.ts';
import type { Running } from '../../support/installed.ts';
import { ask, type Bench, type Case, type Ready } from './case.ts';

const spaces = 12;
const gitToken = 'the token of the git host';
const hookSecret = 'a secret of the git host';
let service: Ready;

/** A service with many small spaces, for both cases. */
export async function setUpFleet({ serve, env, folder }: Bench): Promise<void> {
  for (let at = 0; at < spaces; at++) {
    const space = join(folder, 'seed', `space-${String(at).padStart(2, '0')}`);
    mkdirSync(space, { recursive: true });
    writeFileSync(join(space, 'README.md'), `# Space ${at}\n\nThe first page.\n`);
    writeFileSync(join(space, 'SUMMARY.md'), `# Table of contents\n\n* [Space ${at}](README.md)\n`);
  }
  ({ ready: service } = await serve(['--seed', 'seed']));
  env['TIDEMARK_TOKEN'] = service.token ?? '';
  env['TIDEMARK_GIT_TOKEN'] = gitToken;
}

function bareRepository(folder: string): string {
  const host = join(folder, 'host', 'docs.git');
  mkdirSync(host, { recursive: true });
  git(host, 'init', '--quiet', '--bare', '--initial-branch=main');
  git(host, 'config', 'http.receivepack', 'true');
  return host;
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The text that a collector of traces received. */
async function collectTraces(): Promise<{ url: string; sent: () => string; close(): Promise<void> }> {
  let sent = '';
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Somebody edits a page in a clone and pushes that. */
function pushed(host: string, folder: string): void {
  git(folder, 'clone', '--quiet', host, 'clone');
  appendFileSync(join(folder, 'clone', 'README.md'), '\nFrom a pull request.\n');
  git(join(folder, 'clone'), 'commit', '--quiet', '-am', 'Say more');
  git(join(folder, 'clone'), 'push', '--quiet', 'origin', 'HEAD:main');
}

function pushAgain(folder: string): void {
  const clone = join(folder, 'clone');
  git(clone, 'pull', '--quiet', '--rebase');
  appendFileSync(join(clone, 'README.md'), '\nAnd more.\n');
  git(clone, 'commit', '--quiet', '-am', 'Say even more');
  git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
}

interface FleetStatus {
  readonly fleet: { readonly name: string };
  readonly spaces: readonly { readonly state: string; readonly running: boolean }[];
}

async function statusOf(worker: Running): Promise<FleetStatus> {
  const [, url = ''] = await worker.until(/"url":"(http:[^"]+)"/);
  return (await (await fetch(`${url}/status`)).json()) as FleetStatus;
}

/** Waits until all workers report the same for all spaces, and that each space is in step. */
async function settled(workers: readonly Running[]): Promise<void> {
  for (;;) {
    const [one, ...others] = (await Promise.all(workers.map(statusOf))).map(({ spaces }) => spaces);
    const isGood = one?.length === spaces && one.every(({ state, running }) => state === 'good' && !running);
    if (isGood && others.every((other) => JSON.stringify(other) === JSON.stringify(one))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The git host between machines, and many workers. */
export const fleetCases: readonly Case[] = [
  {
    uses: ['sync'],
    says: 'a git host gets the mirror, and a commit that somebody pushed there becomes a change request',
    long: true,
    work: async ({ ok, folder, json }) => {
      const elsewhere = join(folder, 'one');
      const host = bareRepository(elsewhere);
      const server = await serveGit(join(elsewhere, 'host'), { token: gitToken });
      try {
        const id = service.spaces[0]?.id ?? '';
        writeFileSync(
          join(elsewhere, 'sync.config.yaml'),
          `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, remote: "${server.url}/docs.git" }
mirror: { spaces: [ { id: ${id}, path: . } ] }
`,
        );
        await ok(['sync'], { cwd: elsewhere });
        expect(git(host, 'for-each-ref', '--format=%(refname)')).toMatch(
          /refs\/remotes\/docs\/main[\s\S]*refs\/tidemark\/state|refs\/heads\/main/,
        );
        expect(git(host, 'show', 'refs/remotes/docs/main:README.md')).toContain('The first page.');

        pushed(host, elsewhere);
        const { proposals } = await json<{ proposals: { number: number | null }[] }>(['sync'], {
          cwd: elsewhere,
        });
        expect(proposals[0]?.number).toEqual(expect.any(Number));
        const { body } = await ask(service, 'GET', `/spaces/${id}/change-requests?status=draft`);
        expect((body as { items: unknown[] }).items).toHaveLength(1);
      } finally {
        await server.close();
      }
    },
  },
  {
    uses: ['daemon'],
    says: 'a daemon sees what somebody pushed to the git host with its next look, or at once by its webhook, and can be watched at it',
    work: async ({ start, folder }) => {
      // A second try begins with a new folder, because the daemon of the first try may still hold the old one.
      const elsewhere = mkdtempSync(join(folder, 'pushed-'));
      const host = bareRepository(elsewhere);
      const server = await serveGit(join(elsewhere, 'host'), { token: gitToken });
      const collector = await collectTraces();
      try {
        const id = service.spaces[1]?.id ?? '';
        writeFileSync(
          join(elsewhere, 'sync.config.yaml'),
          `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, remote: "${server.url}/docs.git" }
mirror: { spaces: [ { id: ${id}, path: . } ] }
push: { debounce: 1h } # so that it is not our own files that bring the next cycle
schedule: { interval: 1s }
hooks: { git: { secret: "${hookSecret}", from: github } }
http: { port: 0 }
traces: { endpoint: "${collector.url}" }
`,
        );
        const daemon = start(['daemon', '--json'], { cwd: elsewhere });
        const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
        await daemon.until(/"commits":[1-9]/);
        pushed(host, elsewhere);
        await daemon.until(/change request proposed/);
        const metrics = await (await fetch(`${url}/metrics`)).text();
        expect(metrics).toContain('tidemark_git_host_up 1');

        const configuration = join(elsewhere, 'sync.config.yaml');
        writeFileSync(
          configuration,
          readFileSync(configuration, 'utf8').replace('interval: 1s', 'interval: 1h'),
        );
        daemon.process.kill('SIGHUP');
        await daemon.until(/configuration reloaded/);
        pushAgain(elsewhere);
        const body = '{"ref":"refs/heads/main"}';
        const signature = `sha256=${createHmac('sha256', hookSecret).update(body).digest('hex')}`;
        const hook = await fetch(`${url}/hooks/git`, {
          ...{ method: 'POST', body },
          headers: { 'x-github-event': 'push', 'x-hub-signature-256': signature },
        });
        expect(hook.status).toBe(202);
        await daemon.until(/change request updated/);
        daemon.process.kill('SIGUSR2');
        await daemon.until(/the level of the log was changed by a signal/);
        const { out, code } = await daemon.end();
        expect(code).toBe(0);
        expect(out).toMatch(/"audit":true.*change request proposed/);
        const [, cycle = 'none'] = /"cycle":"([0-9a-f]{32})".*change request proposed/.exec(out) ?? [];
        expect(collector.sent()).toContain(cycle);
      } finally {
        await server.close();
        await collector.close();
      }
    },
  },
  {
    uses: ['worker', 'worker --name'],
    says: 'three workers mirror everything with one of them killed, say the same of it, and end when they are told',
    long: true,
    work: async ({ start, folder }) => {
      const shared = join(folder, 'fleet');
      const host = bareRepository(shared);
      const server = await serveGit(join(shared, 'host'), { token: gitToken });
      const redis = await RedisServer.start();
      try {
        writeFileSync(
          join(shared, 'sync.config.yaml'),
          `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, remote: "${server.url}/docs.git" }
mirror: { organization: ${service.organization}, changeRequests: none, metadata: false }
push: { enabled: false }
schedule: { interval: 1s }
queue: { driver: redis, url: "${redis.url}", concurrency: 2 }
http: { port: 0 }
`,
        );
        const [first, ...others] = ['one', 'two', 'three'].map((name) =>
          start(['worker', '--json', '--name', name], { cwd: shared }),
        );
        const ends = others.map((worker) => worker.ended.then(() => true));
        const stillRunning = async (): Promise<void> => {
          const ended = await Promise.race([
            ...ends,
            new Promise<false>((resolve) => setTimeout(() => resolve(false), 100)),
          ]);
          expect(ended, others.map(({ out, err }) => out + err).join('\n')).toBe(false);
        };
        const published = (): number =>
          git(host, 'for-each-ref', 'refs/remotes/docs/main') === ''
            ? 0
            : git(host, 'ls-tree', '-d', '--name-only', 'refs/remotes/docs/main')
                .split('\n')
                .filter((name) => /^space/.test(name)).length;
        while (published() < 2) await stillRunning();
        await first?.end('SIGKILL');
        while (published() < spaces) await stillRunning();
        const [two] = await Promise.all(others.map(statusOf));
        expect(two?.fleet.name).toBe('two');
        await settled(others);
        expect(others[0]?.out).toMatch(/"worker":"two"/);
        expect((await Promise.all(others.map((worker) => worker.end()))).map(({ code }) => code)).toEqual([
          0, 0,
        ]);
        git(host, 'fsck', '--strict');
      } finally {
        await redis.remove();
        await server.close();
      }
    },
  },
  {
    uses: ['worker'],
    says: 'a worker leaves a branch alone that names a path in .git, says so, and mirrors all the same',
    long: true,
    work: async ({ start, folder }) => {
      const shared = join(folder, 'hostile');
      const host = bareRepository(shared);
      const server = await serveGit(join(shared, 'host'), { token: gitToken });
      const redis = await RedisServer.start();
      try {
        const empty = git(host, 'mktree', '--missing').trim();
        git(host, 'update-ref', 'refs/heads/main', git(host, 'commit-tree', empty, '-m', 'Begin').trim());
        const evil = commitEntries(host, 'main', [
          {
            name: '.git',
            mode: '40000',
            content: [{ name: 'config', mode: '100644', content: 'x' }],
          },
        ]);
        writeFileSync(
          join(shared, 'sync.config.yaml'),
          `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, remote: "${server.url}/docs.git" }
mirror: { spaces: [ { id: ${service.spaces[0]?.id ?? ''}, path: guides } ], changeRequests: none }
schedule: { interval: 1s }
queue: { driver: redis, url: "${redis.url}" }
http: { port: 0 }
`,
        );
        const worker = start(['worker', '--json'], { cwd: shared });
        const [line] = await worker.until(/^.*refs\/heads\/main of the git host was left alone.*$/mu);
        expect(JSON.parse(line)).toMatchObject({ code: 'UNSAFE_PATH', path: '.git' });
        expect(git(host, 'show', 'refs/remotes/docs/main:guides/README.md')).toContain('The first page.');
        expect(git(host, 'rev-parse', 'refs/heads/main').trim()).toBe(evil);
        expect((await worker.end()).code).toBe(0);
      } finally {
        await redis.remove();
        await server.close();
      }
    },
  },
];
