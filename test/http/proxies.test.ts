import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createUndiciTransport, proxiesOf } from '../../src/http/index.ts';
import { startForwardProxy } from '../support/proxy.ts';

/** The address of the proxy for a target, and the variable that named it. */
function chosen(environment: Readonly<Record<string, string>>, target: string): string {
  const proxy = proxiesOf(environment)?.(new URL(target));
  return proxy === undefined ? 'direct' : `${proxy.address.href} of ${proxy.variable}`;
}

const https = 'https://docs.example/v1';
const http = 'http://docs.example/v1';

describe('the proxy of a request', () => {
  it.each([
    ['no variable', {}, https, 'direct'],
    ['an empty variable', { https_proxy: '' }, https, 'direct'],
    ['the scheme of the target', { https_proxy: 'http://p:1' }, https, 'http://p:1/ of https_proxy'],
    ['another scheme', { http_proxy: 'http://p:1' }, https, 'direct'],
    ['http', { http_proxy: 'http://p:1' }, http, 'http://p:1/ of http_proxy'],
    ['capitals', { HTTPS_PROXY: 'http://p:1' }, https, 'http://p:1/ of HTTPS_PROXY'],
    [
      'both cases',
      { HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:1' },
      https,
      'http://b:1/ of https_proxy',
    ],
    ['all schemes', { ALL_PROXY: 'http://p:1' }, https, 'http://p:1/ of ALL_PROXY'],
    ['one and all', { ALL_PROXY: 'http://a:1', HTTP_PROXY: 'http://b:1' }, http, 'http://b:1/ of HTTP_PROXY'],
    ['no scheme of its own', { HTTPS_PROXY: 'proxy:3128' }, https, 'http://proxy:3128/ of HTTPS_PROXY'],
    ['a proxy behind TLS', { HTTPS_PROXY: 'https://u:s@proxy' }, https, 'https://u:s@proxy/ of HTTPS_PROXY'],
    ['this machine by name', { ALL_PROXY: 'p:1' }, 'http://localhost:3000/', 'direct'],
    ['this machine by address', { ALL_PROXY: 'p:1' }, 'http://127.0.0.2:3000/', 'direct'],
    ['this machine by IPv6', { ALL_PROXY: 'p:1' }, 'http://[::1]:3000/', 'direct'],
  ])('%s', (_name, environment, target, wanted) => {
    expect(chosen(environment, target)).toBe(wanted);
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*', https, false],
    ['docs.example', https, false],
    ['DOCS.example', https, false],
    ['docs.example.', https, false],
    ['example', https, false],
    ['docs.example', 'https://docs.example./v1', false],
    ['.example', https, false],
    ['*.example', https, false],
    ['.docs.example', https, false],
    ['ocs.example', https, true],
    ['other.example, docs.example', https, false],
    ['other.example docs.example', https, false],
    ['docs.example:443', https, false],
    ['docs.example:80', https, true],
    ['docs.example:8443', 'https://docs.example:8443/', false],
    ['', https, true],
    [',', https, true],
    ['10.0.0.0/8', 'https://10.1.2.3/', false],
    ['10.0.0.0/8', 'https://11.1.2.3/', true],
    ['10.0.0.0/33', 'https://10.1.2.3/', true],
    ['10.1.2.3', 'https://10.1.2.3/', false],
    ['2.3', 'https://10.1.2.3/', true],
    ['fd00::/8', 'https://[fd00::1]/', false],
    ['[fd00::1]', 'https://[fd00::1]/', false],
    ['[fd00::1]:8080', 'https://[fd00::1]/', true],
    ['docs.example/24', https, true],
  ])('%j and %s', (list, target, isProxied) => {
    const environment = { https_proxy: 'http://p:1', NO_PROXY: list };
    expect(chosen(environment, target) !== 'direct').toBe(isProxied);
  });
});

it.each(['socks5://p:1080', 'http://', 'ftp://p', 'http://p:99999'])(
  'refuses %s, and does not repeat it',
  (value) => {
    expect(() => proxiesOf({ https_proxy: value })).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: 'The environment variable https_proxy is not the address of a proxy that Tidemark can use.',
      }),
    );
  },
);

describe('a request through a proxy', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** A proxy that knows one host, `docs.example`, and wants a password; requests use it with these credentials. */
  async function behind(credentials: string) {
    const host = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const { port } = host.address() as AddressInfo;
    const proxy = await startForwardProxy({ 'docs.example:80': port, '10.0.0.1:80': port }, 'me:pa ss');
    const address = new URL(proxy.address);
    [address.username = '', address.password = ''] = credentials.split(':');
    const transport = createUndiciTransport({
      publicOnly: true,
      proxyFor: proxiesOf({ http_proxy: address.href }),
    });
    ends.push(
      () => host.close(),
      proxy.close,
      () => transport.close(),
    );
    return { proxy, get: (url: string) => transport.send({ method: 'GET', url, headers: {} }) };
  }

  it('reaches a host that this machine does not know, with the name and the password of the variable', async () => {
    const { proxy, get } = await behind('me:pa ss');

    const { status, body } = await get('http://docs.example/');

    expect([status, String(Buffer.from(body))]).toEqual([200, 'hello']);
    expect(proxy.log).toEqual(['GET http://docs.example/']);
  });

  it('is not made for an address of the network inside', async () => {
    const { proxy, get } = await behind('me:pa ss');

    await expect(get('http://10.0.0.1:8080/')).rejects.toMatchObject({
      message: 'http://10.0.0.1:8080 must not be asked: it is private',
    });
    await expect(get('http://localhost:8080/')).rejects.toMatchObject({
      message: expect.stringMatching(/^http:\/\/localhost:8080 \((?:127\.0\.0\.1|::1)\) must not be asked/u),
    });
    expect(proxy.log).toEqual([]);
  });

  it('says, when it fails, which proxy it went through, without the password', async () => {
    const { proxy, get } = await behind('me:pa ss');
    proxy.close();

    const failure = await get('http://docs.example/').catch((error: unknown) => error);

    expect(failure).toMatchObject({
      code: 'NO_ANSWER',
      message: expect.stringContaining(`(through the proxy ${proxy.address} (http_proxy))`),
      hint: expect.stringContaining('NO_PROXY'),
    });
    expect(String(failure)).not.toMatch(/pa(?:%20| )ss/u);
  });
});
