import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlainServer, request as sendOn, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedProgram, readyOf } from '../support/installed.ts';
import type { Ended, Installed, Ready, Running } from '../support/installed.ts';
import { startForwardProxy, type ForwardProxy } from '../support/proxy.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.log('left out: the proxy in front of a service by https, since there is no openssl');

/** A company's network: names of the internet are only known to the proxy. */
describe('the installed program behind a proxy', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-proxies-'));
  const publicUrl = 'http://docs.behind.example';
  let installed: Installed;
  let service: Running;
  let ready: Ready;
  let port: number;
  let proxy: ForwardProxy;
  let guarded: ForwardProxy;
  let website: Server;
  let clones = 0;

  /** A server of the internet, which answers every request. */
  async function known(): Promise<number> {
    website = createPlainServer((_incoming, outgoing) => outgoing.end('Here.'));
    await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
    return (website.address() as AddressInfo).port;
  }

  beforeAll(async () => {
    installed = await installedProgram();
    const seed = join(root, 'seed');
    mkdirSync(seed);
    writeFileSync(
      join(seed, 'README.md'),
      '# Tides\n\n[Here](http://known.behind.example/), [gone](http://gone.behind.example/), [inside](http://10.1.2.3/).\n',
    );
    service = installed.start(['serve', '--port', '0', '--json', '--seed', seed, '--public-url', publicUrl], {
      cwd: root,
    });
    ready = await readyOf(service);
    port = Number(new URL(ready.listensOn).port);
    const hosts = { 'docs.behind.example:80': port, 'known.behind.example:80': await known() };
    proxy = await startForwardProxy(hosts);
    guarded = await startForwardProxy(hosts, 'ann:a b@c');
  });
  afterAll(async () => {
    await service.end();
    proxy.close();
    guarded.close();
    website.close();
    rmSync(root, { recursive: true, force: true });
  });

  const run = (cwd: string, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> =>
    installed.run(args, { cwd, env: { TIDEMARK_TOKEN: ready.token ?? '', NO_COLOR: '1', ...env } });
  /** A clone that is mirrored through the environment's proxy. */
  async function clone(
    url: string,
    env: Readonly<Record<string, string>>,
  ): Promise<{ folder: string; ended: Ended }> {
    const folder = join(root, `clone-${clones++}`);
    mkdirSync(folder);
    await run(folder, env, 'init', '--url', url, '--space', `${ready.spaces[0]!.id}=.`);
    return { folder, ended: await run(folder, env, 'sync') };
  }

  it('mirrors and sends edits through the proxy of HTTP_PROXY', async () => {
    const env = { HTTP_PROXY: proxy.address };
    const { folder, ended } = await clone(publicUrl, env);
    expect(ended).toMatchObject({ code: 0 });
    const page = join(folder, 'docs', 'README.md');
    writeFileSync(page, `${readFileSync(page, 'utf8')}\nAn edit from behind the proxy.\n`);

    expect(await run(folder, env, 'sync')).toMatchObject({ code: 0 });
    expect(proxy.log.filter((each) => each.startsWith('POST '))).not.toEqual([]);
    expect(new Set(proxy.log.map((each) => new URL(each.split(' ')[1]!).origin))).toEqual(
      new Set([publicUrl]),
    );
  });

  it('checks links of the internet through it, and asks it for no address of the network inside', async () => {
    const { folder } = await clone(publicUrl, { HTTP_PROXY: proxy.address });
    proxy.log.length = 0;
    const checked = await run(
      folder,
      { HTTP_PROXY: proxy.address },
      ...['links', 'docs', '--no-service', '--external', '--external-tries', '1', '--json'],
    );
    const told = (target: string): string | undefined =>
      checked.out.split('\n').find((line) => line.includes('"message"') && line.includes(target));

    expect(told('gone.behind.example')).toContain('answers 502');
    expect(told('known.behind.example')).toBeUndefined();
    expect(proxy.log).toContain('HEAD http://known.behind.example/');
    expect(proxy.log.some((each) => each.includes('10.1.2.3'))).toBe(false);
  });

  it('finds no link dead because the proxy does not work', async () => {
    const { folder } = await clone(publicUrl, { HTTP_PROXY: proxy.address });
    const closed = await startForwardProxy({});
    closed.close();
    for (const address of [closed.address, guarded.address]) {
      const checked = await run(
        folder,
        { HTTP_PROXY: address },
        ...['links', '.', '--no-service', '--external', '--external-tries', '1', '--json'],
      );
      expect(checked.out).not.toContain('external-dead');
      expect(checked.out).toContain('http://gone.behind.example/ could not be checked: ');
    }
  });

  it(
    'says that the proxy wants a password, and uses the one of the variable',
    { tags: ['long'] },
    async () => {
      const refused = await clone(publicUrl, { HTTP_PROXY: guarded.address });
      expect(refused.ended).toMatchObject({ code: 3 });
      expect(refused.ended.err).toContain(
        `the proxy ${guarded.address} (HTTP_PROXY) wants a user name and a password (407)`,
      );

      const address = guarded.address.replace('://', '://ann:a%20b%40c@');
      const { ended } = await clone(publicUrl, { HTTP_PROXY: address });
      expect(ended).toMatchObject({ code: 0 });
      expect(`${ended.out}${ended.err}`).not.toContain('a%20b');
    },
  );

  it(
    'names the proxy that does not answer, and NO_PROXY as the way around it',
    { tags: ['long'] },
    async () => {
      const closed = await startForwardProxy({});
      closed.close();
      const env = { http_proxy: closed.address };
      const { ended } = await clone(publicUrl, env);
      expect(ended).toMatchObject({ code: 3 });
      expect(ended.err).toContain(`(through the proxy ${closed.address} (http_proxy))`);
      expect(ended.err).toContain('NO_PROXY');

      expect((await clone(`http://127.0.0.1:${port}`, env)).ended).toMatchObject({ code: 0 });
    },
  );

  it('refuses a variable that names no proxy, with exit 2', async () => {
    const { ended } = await clone(publicUrl, { HTTP_PROXY: 'socks5://127.0.0.1:1080' });
    expect(ended).toMatchObject({ code: 2 });
    expect(ended.err).toContain('HTTP_PROXY');
  });

  it.runIf(hasOpenssl)('tunnels to a service by https', async () => {
    const [key, certificate] = [join(root, 'key.pem'), join(root, 'certificate.pem')];
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '1',
        ],
        ...['-subj', '/CN=safe.behind.example', '-addext', 'subjectAltName=DNS:safe.behind.example'],
        ...['-keyout', key, '-out', certificate],
      ],
      { stdio: 'ignore' },
    );
    const secure = createServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      (incoming, outgoing) => {
        const { method = 'GET', url = '/', headers } = incoming;
        const named = { ...headers, host: 'docs.behind.example' };
        const passed = sendOn({ host: '127.0.0.1', port, method, path: url, headers: named }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        incoming.pipe(passed);
      },
    );
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const tunnel = await startForwardProxy({
      'safe.behind.example:443': (secure.address() as AddressInfo).port,
    });
    const { ended } = await clone('https://safe.behind.example', {
      HTTPS_PROXY: tunnel.address,
      NODE_EXTRA_CA_CERTS: certificate,
    });
    tunnel.close();
    secure.closeAllConnections();
    secure.close();

    expect(ended).toMatchObject({ code: 0 });
    expect(new Set(tunnel.log)).toEqual(new Set(['CONNECT safe.behind.example:443']));
  });
});
