import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { errorTable, packageRoot } from '../../src/base/index.ts';
import { createMetrics } from '../../src/daemon/index.ts';

const folder = join(packageRoot(), 'docs', 'deploy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

interface Stage {
  readonly base: string;
  readonly name: string;
  readonly instructions: readonly { readonly name: string; readonly text: string }[];
}

/** What `npm run docker-steps` reads the Dockerfile with. */
interface DockerfileParts {
  parseDockerfile(text: string): Stage[];
  parseCopy(text: string): { from: string | undefined; sources: string[]; to: string };
  ignoredBy(dockerignore: string): (path: string) => boolean;
}
const dockerfileScript: string = '../../scripts/dockerfile.mjs';

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('the systemd unit', () => {
  it.skipIf(!hasSystemd)('passes systemd-analyze verify (left out where that is not installed)', () => {
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', join(folder, 'tidemark.service')],
      {
        encoding: 'utf8',
      },
    );

    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  it.skipIf(!hasSystemd)('passes with the drop-in for readiness and watchdog, too', () => {
    const units = mkdtempSync(join(tmpdir(), 'tidemark-units-'));
    const unit = join(units, 'tidemark.service');
    copyFileSync(join(folder, 'tidemark.service'), unit);
    mkdirSync(`${unit}.d`);
    copyFileSync(join(folder, 'notify.conf'), join(`${unit}.d`, 'notify.conf'));

    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    rmSync(units, { recursive: true });

    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });

  it('does not start again what only a person can mend', () => {
    const codes = /^RestartPreventExitStatus=(.*)$/m
      .exec(read('tidemark.service'))?.[1]
      ?.split(' ')
      .map(Number);

    expect(codes).toEqual([errorTable.CONFIG_INVALID.exit, errorTable.HELD.exit]);
    expect(codes).not.toContain(errorTable.PORT_IN_USE.exit);
  });

  it('gives running cycles more time than their grace', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('tidemark.service'))?.[1]);

    expect(seconds).toBeGreaterThan(30);
  });
});

describe('the image', () => {
  let stages: Stage[];
  let parts: DockerfileParts;
  beforeAll(async () => {
    parts = (await import(dockerfileScript)) as DockerfileParts;
    stages = parts.parseDockerfile(read('Dockerfile'));
  });
  const last = (name: string): string | undefined =>
    stages.at(-1)?.instructions.findLast((one) => one.name === name)?.text;

  it('is built from images named by digest, runs as nobody in particular, and knows its health', () => {
    expect(stages).toHaveLength(2);
    for (const { base } of stages) expect(base).toMatch(/^node:\d+-[a-z]+-slim@sha256:[0-9a-f]{64}$/);
    expect(last('USER')).toBe('node');
    expect(last('HEALTHCHECK')).toContain('/healthz');
    expect(last('STOPSIGNAL')).toBe('SIGTERM');
    expect(JSON.parse(last('ENTRYPOINT') ?? '')).toEqual(['tidemark']);
  });

  it('copies only what the build context has', () => {
    const ignored = parts.ignoredBy(read('Dockerfile.dockerignore'));
    const sources = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name }) => name === 'COPY')
      .map(({ text }) => parts.parseCopy(text))
      .filter(({ from }) => from === undefined)
      .flatMap((copy) => copy.sources);

    expect(sources).toContain('package-lock.json');
    for (const source of sources)
      expect([source, existsSync(join(packageRoot(), source)), ignored(source)]).toEqual([
        source,
        true,
        false,
      ]);
  });

  it('gets no secret and nothing that was built elsewhere into its context', () => {
    const ignored = parts.ignoredBy(read('Dockerfile.dockerignore'));
    const paths = ['.env', 'docs/deploy/.env', 'node_modules/a/b.js', 'dist/main.js', '.git/config'];

    expect(paths.filter((path) => !ignored(path))).toEqual([]);
    expect(['src/site/index.ts', 'src/main.ts', 'templates/site/page.eta'].filter(ignored)).toEqual([]);
  });

  it('is refused by the steps that CI carries out where they would not know what it says', () => {
    const image = 'FROM node:24-a AS build\n';

    expect(parts.parseDockerfile(`${image}# a comment\nRUN one \\\n  && two\n`)[0]).toEqual({
      base: 'node:24-a',
      name: 'build',
      instructions: [{ name: 'RUN', text: 'one && two' }],
    });
    expect(() => parts.parseDockerfile(`${image}ADD a b\n`)).toThrow('ADD');
    expect(() => parts.parseCopy('--chown=node a b')).toThrow('--chown=node a b');
    expect(() => parts.parseCopy('*.tgz /tmp/')).toThrow('*.tgz');
    expect(() => parts.ignoredBy('a\n!a/b')).toThrow('!a/b');
  });

  it('has a health check that tells a good answer from a bad one', () => {
    const [, command] = /CMD (\[.*\])/.exec(last('HEALTHCHECK') ?? '') ?? [];
    const [program = '', ...args] = JSON.parse(command ?? '[]') as string[];

    // Nothing of ours listens there during the test, or what does is healthy: it must parse and end with 0 or 1.
    expect(program).toBe('node');
    expect([0, 1]).toContain(spawnSync(process.execPath, args).status);
  });
});

describe('the compose file', () => {
  interface Service {
    image?: string;
    command?: string[];
    healthcheck?: { test: string[] };
    cap_drop?: string[];
    read_only?: boolean;
    ports?: string[];
    depends_on?: Record<string, { condition: string }>;
    environment?: Record<string, string>;
  }
  const compose = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };

  it('runs daemon and workers without rights, on a read-only root, and publishes to this machine alone', () => {
    for (const name of ['daemon', 'worker']) {
      const service = compose.services[name];
      expect(service).toMatchObject({ image: 'tidemark', cap_drop: ['ALL'], read_only: true });
      for (const port of service?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('waits for a healthy Redis before workers start', () => {
    expect(compose.services['worker']?.depends_on).toEqual({ redis: { condition: 'service_healthy' } });
    expect(compose.services['redis']?.healthcheck).toBeDefined();
  });

  it('names its images by digest', () => {
    const images = Object.values(compose.services).flatMap(({ image = '' }) => image);

    for (const image of images) expect(image).toMatch(/^tidemark$|@sha256:[0-9a-f]{64}$/);
  });

  it.skipIf(!hasRedis)('starts a Redis that wants its password, and no Redis without one', async () => {
    const { command = [], healthcheck } = compose.services['redis'] ?? {};
    // Compose writes a dollar sign that is none of its own as two.
    const [program = '', ...args] = command.map((part) => part.replaceAll('$$', '$'));
    const [, check = ''] = healthcheck?.test.map((part) => part.replaceAll('$$', '$')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-redis-'));
    const port = await freePort();
    // The container has a network of its own; here the server gets a free port.
    const onPort = args.map((part) =>
      part.replace("'requirepass", `'port ${port}\\nrequirepass`).replaceAll('/tmp/', `${folder}/`),
    );
    const ping = (password: string): number | null =>
      spawnSync('sh', ['-c', check.replace('redis-cli', `redis-cli -p ${port}`)], {
        env: { PATH: process.env['PATH'], REDIS_PASSWORD: password },
      }).status;
    const env = { PATH: process.env['PATH'], REDIS_PASSWORD: 'a-password' };
    const server = spawn(program, onPort, { cwd: folder, env, stdio: 'ignore' });
    const ended = new Promise((resolve) => server.on('close', resolve));
    try {
      await until(() => ping('a-password') === 0);

      expect([ping('another-password'), ping('')]).toEqual([1, 1]);
    } finally {
      server.kill();
      await ended;
    }
    const without = spawnSync(program, onPort, { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(without.status).not.toBe(0);
    expect(without.stderr).toContain('Put a password for Redis');
  });

  it('holds no secret', () => {
    for (const service of Object.values(compose.services))
      for (const [name, value] of Object.entries(service.environment ?? {}))
        if (/TOKEN|SECRET|PASSWORD/.test(name)) expect(value).toMatch(/^\$\{/);
  });
});

it('the handbook names every metric that there is, and no other', async () => {
  const documented = new Set(
    [...read('../guide/reference/metrics.md').matchAll(/^\| `(tidemark_\w+)/gm)].map(([, name]) => name),
  );
  const text = await createMetrics('1.0.0').registry.metrics();
  const real = new Set([...text.matchAll(/^# TYPE (tidemark_\w+) /gm)].map(([, name]) => name));

  expect([...documented].toSorted()).toEqual([...real].toSorted());
});

it('the example of a signed webhook gives the signature that the daemon expects', async () => {
  const { signHook } = await import('../../src/daemon/index.ts');
  const secret = 'a-long-enough-secret';
  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  const example = /signature=\$\((.*)\)$/m.exec(read('README.md'))?.[1];

  expect(example).toBeDefined();
  if (!hasOpenssl) return console.log('left out: there is no openssl on the PATH');
  const signed = execFileSync('sh', ['-c', example ?? ''], {
    env: { PATH: process.env['PATH'], body: '{}', at: '1767225600', HOOK_SECRET: secret },
    encoding: 'utf8',
  }).trim();
  expect(`sha256=${signed}`).toBe(signHook(secret, '1767225600', Buffer.from('{}')));
});
