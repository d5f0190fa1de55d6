/** Bytes on a socket, without any HTTP library of ours. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { createService, createToken, firstOrganization } from '../../../src/service/index.ts';
import type { EmbeddedService, ServiceOptions } from '../../../src/service/index.ts';

let embedded: EmbeddedService;
let port: number;
let key: string;

async function start(options: Partial<ServiceOptions> = {}, host = '127.0.0.1'): Promise<void> {
  const clock = new ManualClock();
  embedded = createService({ data: ':memory:', clock, random: seededRandom(1), ...options });
  const { user } = firstOrganization(embedded, 'Home');
  const { store, random } = embedded.service;
  key = `Authorization: Bearer ${createToken({ store, random, nowMs: clock.now() }, { user, label: 'raw' }).token}`;
  await embedded.listen({ host, port: 0 });
  port = (embedded.app.server.address() as { port: number }).port;
}

beforeEach(() => start());
afterEach(() => embedded.close());

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
}

/** Writes bytes, and reads the answer until the service ends the connection. */
function write(bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => (text += part.toString()));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      const [head = '', body = ''] = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
      resolve({
        status: Number(head.split(' ')[1]),
        head,
        body: body === '' ? '' : (JSON.parse(body) as unknown),
      });
    });
  });
}

const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`;

async function expectFailure(bytes: string | Buffer, code: number): Promise<RawAnswer> {
  const answer = await write(bytes);
  expect(answer).toMatchObject({
    status: code,
    body: { error: { code, message: expect.any(String) as string } },
  });
  expect(answer.head).toMatch(/content-type: application\/json; charset=utf-8/i);
  for (const name of ['limit', 'remaining', 'reset'])
    expect(answer.head).toMatch(new RegExp(`^x-ratelimit-${name}: \\d+$`, 'imu'));
  return answer;
}

describe('bytes that are not a request', () => {
  it.each<[string, () => string | Buffer, number]>([
    ['noise', () => Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]), 400],
    ['a TLS greeting', () => Buffer.from('16030100a5010000a10303', 'hex'), 400],
    ['a request line without a version', () => lines('GET /v1/user', 'Host: localhost'), 400],
    ['an unknown method', () => lines('BREW /v1/user HTTP/1.1', 'Host: localhost'), 400],
    ['another protocol', () => lines('GET /v1/user HTTQ/1.1', 'Host: localhost'), 400],
    ['a blank in a header name', () => lines('GET /v1/user HTTP/1.1', 'Host : localhost'), 400],
    ['a line feed alone in a header', () => 'GET /v1/user HTTP/1.1\r\nHost: a\nX: b\r\n\r\n', 400],
    [
      'two lengths that differ',
      () => lines('POST /v1/orgs HTTP/1.1', 'Host: localhost', key, 'Content-Length: 2', 'Content-Length: 3'),
      400,
    ],
    [
      'a length beside chunks',
      () =>
        lines(
          'POST /v1/orgs HTTP/1.1',
          'Host: localhost',
          key,
          'Content-Length: 2',
          'Transfer-Encoding: chunked',
        ),
      400,
    ],
    [
      'a length that is not a number',
      () => lines('POST /v1/orgs HTTP/1.1', 'Host: localhost', 'Content-Length: 1e3'),
      400,
    ],
    [
      'headers beyond every measure',
      () => lines('GET /v1/user HTTP/1.1', 'Host: localhost', `X: ${'a'.repeat(40_000)}`),
      431,
    ],
    [
      'an address beyond every measure',
      () => lines(`GET /${'a'.repeat(40_000)} HTTP/1.1`, 'Host: localhost'),
      431,
    ],
  ])('with %s get the usual form of failure', async (_, bytes, code) => {
    const { head } = await expectFailure(bytes(), code);
    expect(head).toMatch(/connection: close/i);
  });

  it('in the body get the same form of failure', async () => {
    const head = lines(
      'POST /v1/orgs/x/spaces HTTP/1.1',
      'Host: localhost',
      key,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    );
    await expectFailure(`${head}zz\r\n{}\r\n0\r\n\r\n`, 400);
  });

  it('after a whole request do not harm its answer', async () => {
    const request = lines('GET /openapi.json HTTP/1.1', 'Host: localhost');
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const text = await new Promise<string>((resolve, reject) => {
      let seen = '';
      let sent = false;
      socket.on('data', (part) => {
        seen += part.toString();
        const [head = '', body = ''] = seen.split('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (!sent && Buffer.byteLength(body) >= length) {
          sent = true;
          socket.write('\0\0\r\n\r\n');
        }
      });
      socket.on('error', reject);
      socket.on('end', () => resolve(seen));
    });
    socket.destroy();
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/HTTP\/1\.1 400 Bad Request[^]*\{"error":\{"code":400,/);
  });
});

describe('the budget of an address', () => {
  it('counts what cannot be read', async () => {
    const remaining = ({ head }: RawAnswer): number =>
      Number(/^x-ratelimit-remaining: (\d+)/imu.exec(head)?.[1]);
    const noise = (): Promise<RawAnswer> => expectFailure('\0\0\r\n\r\n', 400);

    const first = remaining(await noise());

    expect(remaining(await noise())).toBe(first - 1);
  });
});

describe('requests that Node would answer by itself', () => {
  it('without a Host header get the usual form of failure', async () => {
    await expectFailure(lines('GET /v1/user HTTP/1.1', 'Connection: close', key), 400);
  });

  it('with an unknown expectation are 417, and 100-continue goes on', async () => {
    const expecting = (what: string): string =>
      lines('GET /v1/user HTTP/1.1', 'Host: localhost', 'Connection: close', key, `Expect: ${what}`);
    await expectFailure(expecting('miracles'), 417);
    expect((await write(expecting('100-continue'))).status).toBe(200);
  });

  it.each(['OPTIONS', 'TRACE', 'PROPFIND'])(
    'of the method %s are refused in the same form',
    async (method) => {
      const { status, body } = await write(
        lines(`${method} /v1/user HTTP/1.1`, 'Host: localhost', 'Connection: close', key),
      );
      expect([404, 405]).toContain(status);
      expect(body).toMatchObject({ error: { code: status } });
    },
  );
});

describe('the name that a request is for', () => {
  const ask = (host: string, path = '/v1/user'): Promise<RawAnswer> =>
    write(lines(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', key));
  const statuses = async (...hosts: string[]): Promise<number[]> =>
    Promise.all(hosts.map(async (host) => (await ask(host)).status));

  it('must be a name of the service, otherwise every address answers 421 before the token is read', async () => {
    expect(await statuses('localhost', `127.0.0.1:${port}`, '[::1]')).toEqual([200, 200, 200]);
    for (const path of ['/v1/user', '/openapi.json', '/sites/x/', '/nowhere'])
      expect((await ask('evil.example', path)).status).toBe(421);
    await expectFailure(lines('GET /v1/user HTTP/1.1', 'Host: evil.example', 'Connection: close'), 421);
    expect(await statuses('192.0.2.7', 'localhost.evil.example')).toEqual([421, 421]);
  });

  it('may be an allowed one, or that of the base address', async () => {
    await embedded.close();
    await start({ allowedHosts: ['Docs.Internal'], baseUrl: 'https://api.example.com' });
    expect(await statuses('docs.internal:80', 'API.example.com', 'example.com')).toEqual([200, 200, 421]);
  });

  it('may be the host name of a site, or that of the proxy in front of one', async () => {
    const { store } = embedded.service;
    const { id } = store.get<{ id: string }>('SELECT id FROM organizations')!;
    store.run(
      `INSERT INTO sites (id, organization, type, title, hostname, proxy, basename, visibility, published, customization, created_at)
       VALUES ('s', ?, 'basic', 'Docs', 'docs.example.com', 'www.example.com/docs', 'docs', 'public', 1, '{}', '2026-01-01T00:00:00Z')`,
      id,
    );
    expect(await statuses('docs.example.com', 'www.example.com', 'example.com')).toEqual([200, 200, 421]);
  });

  it('may be any IP address where the service listens beyond loopback, but never a strange name', async () => {
    await embedded.close();
    await start({}, '0.0.0.0');
    expect(await statuses('192.0.2.7', 'localhost', 'evil.example')).toEqual([200, 200, 421]);
  });
});

describe('a service that ends', { timeout: 20_000 }, () => {
  it('does not wait for a browser’s spare connection', async () => {
    const spare = connect(port, '127.0.0.1');
    spare.on('error', () => undefined);
    await Promise.all([once(spare, 'connect'), once(embedded.app.server, 'connection')]);
    const closed = once(spare, 'close');
    await embedded.close();
    await closed;
  });
});
