import { setTimeout } from 'node:timers/promises';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask, freePort, type Case, type Ready } from './case.ts';

interface Listed {
  readonly id: string;
  readonly label: string;
  readonly role: string | null;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
  readonly lastUsedAt?: string;
}

let first: Ready;

/** The embedded service, its tokens and its backups. */
export const serviceCases: readonly Case[] = [
  {
    uses: ['serve', 'serve --data', 'serve --seed', 'serve --port', 'serve --host', 'tidemark --json'],
    says: 'serve keeps its data, reads a seed once, listens where it is told, and shows a token at its first start alone',
    work: async ({ serve, installed: { packageFolder } }) => {
      const seed = join(packageFolder, 'templates', 'sample');
      const one = await serve(['--data', 'data', '--seed', seed, '--host', 'localhost']);
      first = one.ready;
      expect(new URL(first.url).hostname).toMatch(/^(localhost|127\.0\.0\.1|\[::1\])$/);
      expect((await ask(first, 'GET', '/user')).status).toBe(200);
      expect((await one.end()).code).toBe(0);

      const two = await serve(['--data', 'data', '--seed', seed]);
      expect(two.ready).toMatchObject({ token: null, spaces: first.spaces });
      expect((await ask({ url: two.ready.url, token: first.token }, 'GET', '/user')).status).toBe(200);
      await two.end();
    },
  },
  {
    uses: ['serve --data', 'serve token create', 'serve backup'],
    says: 'a second service on the same data is refused, while tokens and backups are made beside the first',
    long: true,
    work: async ({ serve, run, ok }) => {
      const one = await serve(['--data', 'shared']);
      const second = await run(['serve', '--port', '0', '--data', 'shared']);
      expect(second.code).toBe(6);
      expect(second.err).toContain('held by a running service (process ');
      expect(second.err).toContain('HELD');
      await ok(['serve', 'token', 'create', '--data', 'shared']);
      await ok(['serve', 'backup', 'shared.backup', '--data', 'shared']);
      await one.end();
    },
  },
  {
    uses: ['serve'],
    says: 'a token is never written where a log keeps it: no terminal and no --json, no token',
    work: async ({ start }) => {
      for (const args of [[], ['--data', 'unseen']]) {
        const service = start(['serve', '--port', '0', ...args]);
        await service.until(/Ctrl-C/);
        expect(service.out + service.err).not.toMatch(/tdm_|sign-in/);
        await service.end();
      }
    },
  },
  {
    uses: ['serve --allow-host'],
    says: 'serve answers to its own names and to those that were allowed, and to no other',
    work: async ({ serve }) => {
      const { ready, end } = await serve(['--allow-host', 'docs.internal']);
      const hosts = ['127.0.0.1', 'docs.internal:80', 'evil.example'];
      expect(await Promise.all(hosts.map((host) => statusUnder(ready, host)))).toEqual([200, 200, 421]);
      await end();
    },
  },
  {
    uses: ['serve --app-url'],
    says: 'serve has the app at the host name that it is given, signs in by a one-time address there, and serves no app beside sites',
    work: async ({ serve, start }) => {
      const { ready, end } = await serve(['--app-url', 'http://docs-app.internal']);
      const { app } = ready;
      expect(app?.url).toBe('http://docs-app.internal/app');
      const path = new URL(app?.signIn ?? '').pathname;
      const under = (host: string, at: string): Promise<number | undefined> => statusUnder(ready, host, at);
      expect(await under('docs-app.internal', '/app')).toBe(303);
      expect(await under('127.0.0.1', '/app')).toBe(302);
      expect(await under('docs-app.internal', path)).toBe(303);
      expect(await under('docs-app.internal', path)).toBe(401);
      await end();

      const refused = start([
        'serve',
        '--port',
        '0',
        '--public-url',
        'http://docs.internal',
        '--app-url',
        'http://docs.internal:81',
      ]);
      expect((await refused.ended).code).toBe(2);
      expect((await refused.ended).err).toContain('would share the host name');
    },
  },
  {
    uses: ['serve --daemon-url', 'daemon'],
    says: 'the app tells of a space whether a daemon mirrors it into git, and that the daemon gives no answer',
    long: true,
    work: async ({ serve, start, env, folder, installed: { packageFolder } }) => {
      const port = await freePort();
      const daemonUrl = `http://127.0.0.1:${port}`;
      const seed = join(packageFolder, 'templates', 'sample');
      const { ready, end } = await serve(['--seed', seed, '--daemon-url', daemonUrl]);
      const entered = await fetch(ready.app!.signIn!, { redirect: 'manual' });
      const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
      const page = async (): Promise<string> =>
        (await fetch(`${ready.app!.url}/spaces/${ready.spaces[0]!.id}`, { headers: { cookie } })).text();
      expect(await page()).toContain('The daemon of the mirror in git gives no answer');

      const cwd = join(folder, 'told-by-app');
      mkdirSync(cwd);
      writeFileSync(
        join(cwd, 'sync.config.yaml'),
        `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nhttp: { port: ${port} }\n`,
      );
      const daemon = start(['daemon'], { cwd, env: { ...env, TIDEMARK_TOKEN: ready.token! } });
      let shown = '';
      for (let tries = 0; tries < 100 && !shown.includes('>Mirrored into git<'); tries++) {
        await setTimeout(300);
        shown = await page();
      }
      expect(shown).toContain(`<a href="${daemonUrl}">Mirrored into git</a>`);
      await daemon.end();
      await end();
    },
  },
  {
    uses: ['serve --public-url'],
    says: 'behind a proxy, every address that serve gives out is the proxy’s, and a mirror through the proxy is whole',
    work: async ({ serve, ok, folder, installed: { packageFolder } }) => {
      const seed = join(packageFolder, 'templates', 'sample');
      const proxy = await aProxy('/docs');
      const { ready, end } = await serve(['--public-url', `${proxy.url}/`, '--seed', seed]);
      proxy.to(ready.listensOn);
      expect(ready.url).toBe(proxy.url);
      const texts = [];
      for (const { id } of ready.spaces)
        for (const path of [`/spaces/${id}`, `/spaces/${id}/content`, `/spaces/${id}/content/files`])
          texts.push(JSON.stringify((await ask(ready, 'GET', path)).body));
      const ours = texts.join().match(/http:\/\/127\.0\.0\.1[^"]*/g) ?? [];
      expect(ours.length).toBeGreaterThan(20);
      expect(ours.filter((address) => !address.startsWith(`${proxy.url}/`))).toEqual([]);

      const clone = join(folder, 'through-proxy');
      mkdirSync(clone);
      const world = { cwd: clone, env: { TIDEMARK_TOKEN: ready.token ?? '' } };
      await ok(['init', '--url', ready.url, '--organization', ready.organization], world);
      await ok(['sync'], world);
      const files = readdirSync(join(clone, 'docs'), { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => /\.gitbook.assets.+/.test(file)).length).toBeGreaterThan(0);
      await end();
      await proxy.close();
    },
  },
  {
    uses: ['serve --interface', 'serve --rate', 'serve --import-allow'],
    says: 'serve takes a strict interface, a rate, and a loopback address that imports may read',
    work: async ({ serve }) => {
      const port = '127.0.0.1:9';
      const { ready, end } = await serve(['--interface', 'strict', '--rate', '5', '--import-allow', port]);
      expect((await ask(ready, 'GET', '/user')).status).toBe(404);
      const answers = [];
      for (let at = 0; at < 6; at++) answers.push((await ask(ready, 'GET', '/orgs')).status);
      expect([answers[0], answers.at(-1)]).toEqual([200, 429]);
      await end();
    },
  },
  ...(['full', 'strict'] as const).map((kind): Case => ({
    uses: ['serve --lag', 'serve --interface', 'sync'],
    says: `a new page is sent once, in one change request, to a ${kind} service that shows late what was written`,
    long: true,
    work: async ({ serve, ok, json, folder, installed: { packageFolder } }) => {
      const port = await freePort();
      const seed = join(packageFolder, 'templates', 'sample');
      const lag = ['--lag', '1s', '--interface', kind, '--import-allow', `127.0.0.1:${port}`];
      const { ready, end } = await serve(['--seed', seed, ...lag]);
      const [space] = ready.spaces;
      const clone = join(folder, `late-${kind}`);
      mkdirSync(clone);
      const env = { TIDEMARK_TOKEN: ready.token ?? '', TIDEMARK_PUSH_IMPORT_PORT: String(port) };
      const world = { cwd: clone, env };
      await ok(['init', '--url', ready.url, '--space', space!.id], world);
      await ok(['sync'], world);
      writeFileSync(join(clone, 'docs', 'fresh.md'), '# Fresh\n\nNew here.\n');

      const first = await json<{ exitCode: number }>(['sync'], world);
      const second = await json<{ outcome: string }>(['sync'], world);

      expect([first.exitCode, second.outcome]).toEqual([0, 'quiet']);
      await setTimeout(1000);
      const drafts = `/spaces/${space!.id}/change-requests?status=draft`;
      const { items } = (await ask(ready, 'GET', drafts)).body as {
        items: { id: string; subject: string }[];
      };
      const ours = items.filter(({ subject }) => !subject.endsWith('(do not merge)'));
      expect(ours).toHaveLength(1);
      const content = `/spaces/${space!.id}/change-requests/${ours[0]!.id}/content/pages`;
      const { pages } = (await ask(ready, 'GET', content)).body as { pages: { title: string }[] };
      expect(pages.filter(({ title }) => title === 'Fresh')).toHaveLength(1);
      await end();
    },
  })),
  {
    uses: ['todo', 'todo --fail-on-todo', 'serve --import-allow', 'sync', 'status', 'doctor'],
    says: 'todo lists what an import cannot say as work for a person, and ends with 5 where that is asked for',
    long: true,
    work: async ({ serve, ok, run, folder, installed: { packageFolder } }) => {
      const port = await freePort();
      const seed = join(packageFolder, 'templates', 'sample');
      const strict = ['--interface', 'strict', '--import-allow', `127.0.0.1:${port}`];
      const { ready, end } = await serve(['--seed', seed, ...strict]);
      const clone = join(folder, 'todo');
      mkdirSync(clone);
      const env = { TIDEMARK_TOKEN: ready.token ?? '', TIDEMARK_PUSH_IMPORT_PORT: String(port) };
      const world = { cwd: clone, env };
      await ok(['init', '--url', ready.url, '--space', ready.spaces[0]!.id], world);
      await ok(['sync'], world);
      expect(await ok(['todo', '--fail-on-todo'], world)).toContain('Nothing is left to do by hand.');

      const docs = join(clone, 'docs');
      const summary = readFileSync(join(docs, 'SUMMARY.md'), 'utf8').trimEnd().split('\n');
      const at = summary.findLastIndex((line) => /^\s*\* \[.*\]\(.*\.md\)/.test(line));
      const [, title = '', path = ''] = /\[(.*)\]\((.*\.md)\)/.exec(summary[at]!) ?? [];
      writeFileSync(join(docs, 'SUMMARY.md'), `${summary.toSpliced(at, 1).join('\n')}\n`);
      rmSync(join(docs, path));
      await ok(['sync'], world);

      const address = `${new URL(ready.app?.url ?? ready.url).origin}`;
      expect(await ok(['todo'], world)).toContain(`[ ] Delete *${title}*  ${address}`);
      expect(await ok(['status'], world)).toContain(
        'to do by hand in the service: `tidemark todo` lists what.',
      );
      expect((await run(['todo', '--fail-on-todo'], world)).code).toBe(5);
      // Before the first edit that can be sent, a trial shows whether imports keep pages.
      appendFileSync(join(docs, 'README.md'), '\nOne more line.\n');
      await ok(['sync'], world);
      expect((await run(['doctor'], world)).out).toMatch(/imports +update the page/);
      await end();
    },
  },
  {
    uses: [
      'serve token create',
      'serve token create --data',
      'serve token create --role',
      'serve token create --name',
      'serve token create --expires',
      'serve token create --user',
      'serve token list',
      'serve token list --data',
      'serve token revoke',
      'serve token revoke --data',
      'serve token',
    ],
    says: 'tokens are made with a role and an end, listed without their secret, and revoked, while the service runs',
    long: true,
    work: async ({ serve, ok, json, run }) => {
      const { ready, end } = await serve(['--data', 'data']);
      const reader = (
        await ok([
          'serve',
          'token',
          'create',
          '--data',
          'data',
          '--role',
          'read',
          '--name',
          'ci',
          '--expires',
          '2',
        ])
      ).trim();
      const admin = await json<{ token: string }>([
        'serve',
        '--data',
        'data',
        'token',
        'create',
        '--user',
        'admin@localhost',
      ]);
      const space = `/spaces/${ready.spaces[0]?.id ?? ''}`;
      const as = (token: string, method = 'GET', path = space): Promise<{ status: number }> =>
        ask({ url: ready.url, token }, method, path, method === 'GET' ? undefined : { subject: 'x' });
      expect((await as(reader)).status).toBe(200);
      expect((await as(reader, 'POST', `${space}/change-requests`)).status).toBe(403);
      expect((await as(admin.token, 'POST', `${space}/change-requests`)).status).toBe(201);

      const list = await json<Listed[]>(['serve', 'token', '--data', 'data', 'list']);
      const ci = list.find(({ label }) => label === 'ci');
      expect(ci).toMatchObject({ role: 'read', lastUsedAt: expect.any(String) as string });
      expect(Date.parse(ci?.expiresAt ?? '') - Date.now()).toBeGreaterThan(86_400_000);
      const table = await ok(['serve', 'token', 'list', '--data', 'data']);
      expect(table).toMatch(/ci +read/);
      expect(table + JSON.stringify(list)).not.toContain(reader);

      await ok(['serve', 'token', 'revoke', '--data', 'data', ci?.id ?? '']);
      expect((await as(reader)).status).toBe(401);
      expect((await as(admin.token)).status).toBe(200);
      expect((await run(['serve', 'token'])).code).toBe(2);
      await end();
    },
  },
  {
    uses: ['serve key', 'serve key rotate', 'serve key rotate --data'],
    says: 'a new key seals the secrets of a running service, and the next start reads them with it',
    work: async ({ serve, json, run, folder }) => {
      const key = (): string => readFileSync(join(folder, 'data', 'tidemark.key'), 'utf8');
      const before = key();
      const running = await serve(['--data', 'data']);
      const { from, to } = await json<{ from: string; to: string }>([
        'serve',
        'key',
        'rotate',
        '--data',
        'data',
      ]);
      expect(to).not.toBe(from);
      expect(key()).not.toBe(before);
      await running.end();
      await (await serve(['--data', 'data'])).end();
      expect((await run(['serve', 'key', '--data', 'data'])).code).toBe(2);
    },
  },
  {
    uses: ['serve key reset', 'serve key reset --data', 'serve key reset --restore', 'serve key reset --yes'],
    says: 'a service whose key is lost starts again without its secrets, once somebody agreed to that',
    long: true,
    work: async ({ serve, json, run, ok, folder, installed: { packageFolder } }) => {
      const data = join(folder, 'keyless');
      const seed = join(packageFolder, 'templates', 'sample');
      const before = await serve(['--data', 'keyless', '--seed', seed]);
      await before.end();
      expect((await run(['serve', 'key', 'reset', '--data', 'keyless', '--yes'])).err).toContain('at hand');
      renameSync(join(data, 'tidemark.key'), join(folder, 'lost.key'));

      const refused = await run(['serve', '--data', 'keyless', '--port', '0']);
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('serve key reset') as string });
      const bytes = readFileSync(join(data, 'tidemark.sqlite'));
      const asked = await run(['serve', 'key', 'reset', '--data', 'keyless']);
      expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('signed addresses') as string });
      expect(readFileSync(join(data, 'tidemark.sqlite')).equals(bytes)).toBe(true);
      expect(existsSync(join(data, 'tidemark.key'))).toBe(false);

      const { copy } = await json<{ copy: string }>(['serve', 'key', 'reset', '--data', 'keyless', '--yes']);
      const after = await serve(['--data', 'keyless']);
      expect(after.ready).toMatchObject({ token: null, spaces: before.ready.spaces });
      await after.end();
      await ok(['serve', 'key', 'reset', '--data', 'backup-without-key', '--restore', copy, '--yes']);
      const restored = await serve(['--data', 'backup-without-key']);
      expect(restored.ready).toMatchObject({ token: null, spaces: before.ready.spaces });
      await restored.end();
      mkdirSync(join(folder, 'found'));
      renameSync(join(folder, 'lost.key'), join(folder, 'found', 'tidemark.key'));
      renameSync(copy, join(folder, 'found', 'tidemark.sqlite'));
      await (await serve(['--data', 'found'])).end();
    },
  },
  {
    uses: ['serve backup', 'serve backup --data', 'serve --restore'],
    says: 'a backup of a running service is, with its key, a whole service again, and only in a folder without data',
    long: true,
    work: async ({ serve, json, run, ok, folder }) => {
      const running = await serve(['--data', 'data']);
      const report = await json<{ spaces: number }>(['serve', 'backup', '--data', 'data', 'one.backup']);
      await ok(['serve', '--data', 'data', 'backup', 'two.backup']);
      expect(report.spaces).toBe(first.spaces.length);
      expect(existsSync(join(folder, 'two.backup'))).toBe(true);
      await running.end();

      const withoutKey = await run(['serve', '--data', 'restored', '--restore', 'one.backup']);
      expect(withoutKey).toMatchObject({ code: 2, err: expect.stringContaining('tidemark.key') as string });
      mkdirSync(join(folder, 'restored'), { recursive: true });
      copyFileSync(join(folder, 'data', 'tidemark.key'), join(folder, 'restored', 'tidemark.key'));
      const changed = readFileSync(join(folder, 'one.backup'));
      changed[changed.length >> 1]! ^= 1;
      writeFileSync(join(folder, 'changed.backup'), changed);
      const refused = await run(['serve', '--data', 'restored', '--restore', 'changed.backup']);
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('BACKUP_DAMAGED') as string });
      expect(readdirSync(join(folder, 'restored'))).toEqual(['tidemark.key']);
      const restored = await serve(['--data', 'restored', '--restore', 'one.backup']);
      expect(restored.ready).toMatchObject({
        token: null,
        spaces: first.spaces,
        organization: first.organization,
      });
      expect((await ask({ url: restored.ready.url, token: first.token }, 'GET', '/user')).status).toBe(200);
      await restored.end();
      expect((await run(['serve', '--data', 'restored', '--restore', 'one.backup'])).code).not.toBe(0);
      expect(readdirSync(join(folder, 'restored'))).toContain('tidemark.sqlite');
    },
  },
];

/** The status of a request with another host name than its destination, which fetch cannot send. */
function statusUnder({ url, token }: Ready, host: string, path = '/v1/user'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${token ?? ''}` };
    request(`${url}${path}`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** A proxy that forwards requests below a path to a service, under the service's own name and without that path. */
async function aProxy(path: string): Promise<{ url: string; to(url: string): void; close(): Promise<void> }> {
  let target = '';
  const server = createServer((asked, answer) => {
    const { method, headers, url = '/' } = asked;
    if (!url.startsWith(`${path}/`)) return void answer.writeHead(404).end();
    const on = new URL(url.slice(path.length), target);
    const inner = request(on, { method, headers: { ...headers, host: on.host } }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    asked.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    to: (url) => void (target = url),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
