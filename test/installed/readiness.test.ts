import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { installedProgram, readyOf, type Installed, type Ready, type Running } from '../support/installed.ts';
import { troubledProxy, type Trouble } from '../support/troubled-proxy.ts';
import { ask, freePort } from './table/case.ts';

/** Loaded before the program: resolves a name only while a file exists, like a name that is removed from DNS. */
const preloaded = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const { existsSync } = createRequire(import.meta.url)('node:fs');
const dns = createRequire(import.meta.url)('node:dns');
const { lookup } = dns;
dns.lookup = (name, options, done) =>
  name === 'docs.example' && existsSync(process.env.NAME_IS_KNOWN)
    ? lookup('127.0.0.1', options, done)
    : lookup(name, options, done);
syncBuiltinESMExports();
`;

let installed: Installed;
let shared: Ready;
const running: Running[] = [];
const mounted: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'tidemark-readiness-'));

beforeAll(async () => {
  installed = await installedProgram();
  ({ ready: shared } = await serve(folder));
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.end('SIGKILL')));
  for (const each of mounted) execFileSync('umount', [each]);
  rmSync(folder, { recursive: true, force: true });
});

async function serve(cwd: string, ...args: string[]): Promise<{ service: Running; ready: Ready }> {
  const seed = join(installed.packageFolder, 'templates', 'sample', 'help');
  const given = args.includes('--port') ? args : ['--port', '0', ...args];
  const service = installed.start(['serve', '--seed', seed, '--json', ...given], { cwd });
  running.push(service);
  return { service, ready: await readyOf(service) };
}

function aFolder(name: string, { url, organization }: { url: string; organization?: string }): string {
  // A new one for each try: a configuration that names another service than the one before does not get its token.
  const cwd = mkdtempSync(join(folder, `${name}-`));
  writeFileSync(
    join(cwd, 'sync.config.yaml'),
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { ${organization === undefined ? '' : `organization: ${organization}`} }
http: { port: 0 }
schedule: { interval: 5s }
`,
  );
  return cwd;
}

interface Daemon {
  readonly process: Running;
  readonly url: string;
  /** Waits until the daemon is ready, or not ready; returns the reasons. */
  until(ready: boolean): Promise<string[]>;
  /** Waits until it is ready and has mirrored what was there when it began. */
  untilAtRest(): Promise<void>;
}

async function startDaemon(cwd: string, env: Readonly<Record<string, string>>): Promise<Daemon> {
  const process = installed.start(['daemon', '--json'], { cwd, env });
  running.push(process);
  const [, url = ''] = await process.until(/"listens":"(http:[^"]+)"/);
  const until = async (ready: boolean): Promise<string[]> => {
    for (;;) {
      const answer = await fetch(`${url}/readyz`);
      const { reasons } = (await answer.json()) as { reasons: string[] };
      if ((answer.status === 200) === ready) return reasons;
      await pause(200);
    }
  };
  const untilAtRest = async (): Promise<void> => {
    await process.until(/"commits":[1-9].*"msg":"cycle"/);
    await until(true);
  };
  return { process, url, until, untilAtRest };
}

const long = { tags: ['long' as const] };
const noAnswer = (why: string): RegExp =>
  new RegExp(`^The service has given no good answer since \\S+: ${why}\\.$`, 'u');

describe.concurrent('the installed daemon is ready, and then not,', () => {
  it('when its service is killed, which it says once in its log', long, async ({ expect }) => {
    const { service, ready } = await serve(folder);
    const daemon = await startDaemon(aFolder('killed', ready), { TIDEMARK_TOKEN: ready.token ?? '' });
    await daemon.untilAtRest();

    await service.end('SIGKILL');
    const reasons = await daemon.until(false);

    expect(reasons).toEqual([expect.stringMatching(noAnswer('NO_ANSWER, .*ECONNREFUSED.*'))]);
    expect(await (await fetch(`${daemon.url}/metrics`)).text()).toContain('tidemark_service_up 0');
    const { out } = await daemon.process.end();
    expect(out.match(/the service gives no good answer/g)).toHaveLength(1);
  });

  const troubles: readonly (readonly [string, Trouble, string])[] = [
    ['hangs', 'silent', 'it is silent'],
    ['refuses every request', 503, 'REMOTE_FAILED, it answered 503'],
  ];
  it.each(troubles)(
    'when its service %s, and ready again when that is over',
    long,
    async (name, trouble, why) => {
      const proxy = await troubledProxy(shared.url);
      const cwd = aFolder(name.replaceAll(' ', '-'), { ...shared, url: proxy.url });
      const daemon = await startDaemon(cwd, { TIDEMARK_TOKEN: shared.token ?? '' });
      await daemon.untilAtRest();

      proxy.turn(trouble);
      const reasons = await daemon.until(false);
      proxy.turn('through');
      await daemon.until(true);
      await daemon.process.end();
      await proxy.close();

      expect(reasons).toEqual([expect.stringMatching(noAnswer(why))]);
    },
  );

  it('when its token is revoked', long, async ({ expect }) => {
    const made = await ask(shared, 'POST', '/user/tokens', { label: 'The daemon' });
    const { id, token } = made.body as { id: string; token: string };
    const daemon = await startDaemon(aFolder('token', shared), { TIDEMARK_TOKEN: token });
    await daemon.untilAtRest();

    expect((await ask(shared, 'DELETE', `/user/tokens/${id}`)).status).toBeLessThan(300);
    const reasons = await daemon.until(false);
    const { out } = await daemon.process.end();

    expect(reasons).toEqual(['The service refuses the token.']);
    expect(out).not.toContain(token);
  });

  it('when the name of its service is known no more', long, async ({ expect }) => {
    const proxy = await troubledProxy(shared.url);
    const cwd = aFolder('name', { ...shared, url: `http://docs.example:${proxy.port}` });
    const known = join(cwd, 'known');
    writeFileSync(known, '');
    writeFileSync(join(cwd, 'name.mjs'), preloaded);
    const daemon = await startDaemon(cwd, {
      TIDEMARK_TOKEN: shared.token ?? '',
      NAME_IS_KNOWN: known,
      NODE_OPTIONS: `--import=${pathToFileURL(join(cwd, 'name.mjs')).href}`,
    });
    await daemon.untilAtRest();

    unlinkSync(known);
    proxy.cut();
    const reasons = await daemon.until(false);
    await daemon.process.end();
    await proxy.close();

    expect(reasons).toEqual([expect.stringMatching(noAnswer('NO_ANSWER, .*docs\\.example.*'))]);
  });

  it('when its disk is full, and ready again when there is room', long, async (context) => {
    const { expect } = context;
    const { ready } = await serve(folder);
    const cwd = aFolder('disk', ready);
    aSmallDisk(join(cwd, 'docs'), context);
    const daemon = await startDaemon(cwd, { TIDEMARK_TOKEN: ready.token ?? '' });
    await daemon.untilAtRest();

    const filler = join(cwd, 'docs', '.git', 'filler');
    fill(filler);
    await editInTheService(ready);
    const reasons = await daemon.until(false);
    unlinkSync(filler);
    await daemon.until(true);
    await daemon.process.end();

    expect(reasons).toEqual([expect.stringMatching(/^The space help fails: DISK_FULL, .*\.$/u)]);
    expect(existsSync(join(cwd, 'docs', 'help', 'an-edit.md'))).toBe(true);
  });
});

/** Mounts a small file system at a folder; the test is skipped if that is not allowed. */
function aSmallDisk(place: string, { skip }: TestContext): void {
  mkdirSync(place);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', place], { stdio: 'ignore' });
  } catch {
    skip('only who may mount a file system can try a full disk');
  }
  mounted.push(place);
}

/** Fills the remaining space. */
function fill(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'));
  const block = Buffer.alloc(bsize);
  for (let at = 0; at < bavail; at++) appendFileSync(file, block);
}

/** Somebody adds a page in the service. */
async function editInTheService(ready: Ready): Promise<void> {
  const base = `/spaces/${ready.spaces[0]!.id}/change-requests`;
  const { id } = (await ask(ready, 'POST', base, { subject: 'An edit' })).body as { id: string };
  const markdown = 'Text that takes some room. '.repeat(400);
  const changes = [{ type: 'insert_page', title: 'An edit', document: { markdown } }];
  expect((await ask(ready, 'POST', `${base}/${id}/content`, { changes })).status).toBeLessThan(300);
  expect((await ask(ready, 'POST', `${base}/${id}/merge`)).status).toBeLessThan(300);
}

describe('the installed daemon that finds what to mirror by its token', () => {
  it(
    'opens its port while the service is away, names that, and goes on when the service comes',
    long,
    async () => {
      const number = await freePort();
      const cwd = aFolder('late', { url: `http://127.0.0.1:${number}` });
      const port = ['--port', String(number), '--data', 'data'];
      const { service, ready } = await serve(cwd, ...port);
      await service.end();
      const daemon = await startDaemon(cwd, { TIDEMARK_TOKEN: ready.token ?? '' });
      const alive = await fetch(`${daemon.url}/healthz`);
      const unready = await fetch(`${daemon.url}/readyz`);
      const { reasons } = (await unready.json()) as { reasons: string[] };
      await serve(cwd, ...port);
      await daemon.process.until(/"commits":[1-9]/);
      const { out, code } = await daemon.process.end();

      expect([alive.status, unready.status]).toEqual([200, 503]);
      expect(reasons).toEqual([
        'The first look at the service is not done yet.',
        expect.stringMatching(noAnswer('NO_ANSWER, .*[^.]')),
      ]);
      expect(out.match(/^.*"level":"warn".*$/gm)).toEqual([
        expect.stringContaining('the daemon waits before it begins'),
      ]);
      expect(code).toBe(0);
    },
  );
});
