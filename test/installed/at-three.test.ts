import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, readyOf, type Installed, type Ready, type Running } from '../support/installed.ts';
import { freePort } from './table/case.ts';

type Line = Readonly<Record<string, unknown>>;

interface Seen {
  readonly method: string;
  readonly path: string;
  /** The cycle in the request's header. */
  readonly cycle: string;
  readonly status: number;
}

/** A proxy before the service: it records the requests with their cycles, and makes them fail on demand. */
class Watching {
  /** The address of the service. */
  service = '';
  seen: Seen[] = [];
  fails = false;
  readonly #server: Server;
  #url = '';

  constructor() {
    this.#server = createServer((incoming, answer) => {
      const [, cycle = ''] = /^00-([0-9a-f]{32})-/u.exec(String(incoming.headers['traceparent'])) ?? [];
      const { method = '', url = '', headers } = incoming;
      const note = (status: number): void => {
        this.seen.push({ method, path: url.split('?')[0]!, cycle, status });
      };
      if (this.fails) {
        note(503);
        incoming.resume();
        answer.writeHead(503).end();
        return;
      }
      const { host } = new URL(this.service);
      const passed = ask(new URL(url, this.service), { method, headers: { ...headers, host } }, (given) => {
        note(given.statusCode ?? 0);
        answer.writeHead(given.statusCode ?? 0, given.headers);
        given.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      incoming.pipe(passed);
    });
  }

  get url(): string {
    return this.#url;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('at three in the morning, the installed daemon', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-night-'));
  const running: Running[] = [];
  const proxy = new Watching();
  let installed: Installed;
  let ready: Ready;

  beforeAll(async () => {
    installed = await installedProgram();
    for (const name of ['guides', 'help']) {
      const seed = join(root, 'seed', name);
      mkdirSync(seed, { recursive: true });
      writeFileSync(join(seed, 'README.md'), `# ${name}\n\nText.\n`);
      writeFileSync(join(seed, 'SUMMARY.md'), `# Table of contents\n\n* [${name}](README.md)\n`);
    }
    await proxy.listen();
    const args = ['serve', '--json', '--port', '0', '--seed', 'seed', '--public-url', proxy.url];
    const service = installed.start(args, { cwd: root });
    running.push(service);
    ready = await readyOf(service);
    proxy.service = ready.listensOn;
  }, 600_000);
  afterAll(async () => {
    await Promise.all(running.map((one) => one.end('SIGKILL')));
    proxy.close();
    rmSync(root, { recursive: true, force: true });
  });

  async function begin(name: string, config = ''): Promise<{ cwd: string; start: () => Running }> {
    const cwd = join(root, name);
    mkdirSync(cwd);
    proxy.seen = [];
    writeFileSync(
      join(cwd, 'sync.config.yaml'),
      `service: { url: "${proxy.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { organization: ${ready.organization}, metadata: false }
push: { debounce: 100ms }
schedule: { interval: 1s }
${config}
`,
    );
    const start = (): Running => {
      const one = installed.start(['daemon', '--json'], { cwd, env: { TIDEMARK_TOKEN: ready.token ?? '' } });
      running.push(one);
      return one;
    };
    return { cwd, start };
  }

  it('ends with the exit code that the supervisor tries again where its port is taken, and names the port', async () => {
    const port = await freePort();
    const taken = createServer().listen(port, '127.0.0.1');
    const { start } = await begin('port', `http: { port: ${port} }`);
    const { code, out, err } = await start().ended;
    await new Promise((resolve) => taken.close(resolve));
    const again = start();
    await again.until(/"listens":"http:/u);
    const ended = await again.end();
    const unit = execFileSync('cat', [join(installed.packageFolder, 'docs', 'deploy', 'tidemark.service')], {
      encoding: 'utf8',
    });

    expect(code).toBe(3);
    expect(out + err).toContain('PORT_IN_USE');
    expect(out + err).toContain(`127.0.0.1:${port}`);
    expect(/^RestartPreventExitStatus=(.*)$/mu.exec(unit)?.[1]?.split(' ')).not.toContain(String(code));
    expect(unit).toMatch(/^Restart=on-failure$/mu);
    expect(ended.code).toBe(0);
  });

  it('gives a cycle one name in its lines and requests, writes down every write, and has one field for the space', async () => {
    const { cwd, start } = await begin('audit', 'log: { level: warn }\nhttp: { port: 0 }');
    const daemon = start();
    const page = join(cwd, 'docs', 'guides', 'README.md');
    await until(() => git(join(cwd, 'docs'), 'ls-files').includes('guides/README.md'));
    appendFileSync(page, '\nAn edit.\n');
    await daemon.until(/"msg":"change request proposed"/u);
    await until(() => proxy.seen.some(({ method, path }) => method === 'POST' && path.endsWith('/content')));
    const { out } = await daemon.end();

    const lines = linesOf(out);
    const proposed = lines.find(({ msg }) => msg === 'change request proposed');
    const writes = proxy.seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    const audited = lines.filter(({ audit, method }) => audit === true && method !== undefined);
    expect(proposed).toMatchObject({ audit: true, space: 'guides', edits: ['README.md'], number: 1 });
    expect(writes.length).toBeGreaterThan(0);
    expect(audited.map(({ method, path, status, cycle }) => ({ method, path, status, cycle }))).toEqual(
      writes,
    );
    expect(new Set(writes.map(({ cycle }) => cycle))).toEqual(new Set([proposed?.['cycle']]));
    expect(proposed?.['cycle']).toMatch(/^[0-9a-f]{32}$/u);
    expect(proxy.seen.filter(({ cycle }) => cycle === '')).toEqual([]);
    expect(lines.filter((line) => line['level'] === 'info' && line['audit'] !== true)).toEqual([]);
  });

  it('logs everything after a signal and less after the next, and logs a repeated failure once', async () => {
    const { cwd, start } = await begin('level', 'log: { level: warn }\nhttp: { port: 0 }');
    const daemon = start();
    await until(() => git(join(cwd, 'docs'), 'ls-files').includes('guides/README.md'));
    daemon.process.kill('SIGUSR2');
    await daemon.until(/"level":"debug"/u);
    daemon.process.kill('SIGUSR2');
    const asked = proxy.seen.length;
    await until(() => proxy.seen.length > asked + 2);
    const before = daemon.out.length;
    proxy.fails = true;
    await daemon.until(/gives no good answer/u);
    const failed = (): number => proxy.seen.filter(({ status }) => status === 503).length;
    const first = failed();
    await until(() => failed() >= first + 4);
    proxy.fails = false;
    await until(() => proxy.seen.at(-1)?.status === 200);
    const { out } = await daemon.end();

    const lines = linesOf(out);
    const quiet = linesOf(out.slice(before)).filter(({ audit }) => audit !== true);
    expect(quiet.filter(({ level }) => level !== 'warn' && level !== 'error')).toEqual([]);
    const failures = lines.filter(({ level }) => level === 'warn' || level === 'error');
    const words = failures.map(({ msg, code, space, err }) => JSON.stringify([msg, code, space, err]));
    expect(words.length).toBeGreaterThan(0);
    expect(words).toEqual([...new Set(words)]);
    for (const line of lines.filter((each) => 'space' in each))
      expect(['guides', 'help']).toContain(line['space']);
    expect(lines.filter((line) => ['spaceId', 'folder', 'spacePath'].some((name) => name in line))).toEqual(
      [],
    );
  });
});

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

function git(folder: string, ...args: string[]): string {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch {
    return ''; // nothing is there yet
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 100));
}
