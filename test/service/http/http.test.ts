import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock, seededRandom } from '../../../src/clock/index.ts';
import { createService, createToken, firstOrganization } from '../../../src/service/index.ts';
import type { EmbeddedService, ServiceOptions } from '../../../src/service/index.ts';

let clock: ManualClock;
let embedded: EmbeddedService;
let token: string;
let organization: string;

function start(options: Partial<ServiceOptions> = {}): void {
  clock = new ManualClock();
  embedded = createService({
    data: ':memory:',
    clock,
    random: seededRandom(1),
    baseUrl: 'http://docs.test',
    ...options,
  });
  const first = firstOrganization(embedded, 'Home');
  organization = first.organization;
  const { store, random } = embedded.service;
  token = createToken({ store, random, nowMs: clock.now() }, { user: first.user, label: 'test' }).token;
}

beforeEach(() => start());
afterEach(() => embedded.close());

async function send(
  method: string,
  url: string,
  payload?: string | Buffer,
  headers: Record<string, string> = {},
) {
  const answer = await embedded.app.inject({
    method: method as 'GET',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? undefined : JSON.parse(answer.body),
  };
}

const failure = (code: number): object => ({
  status: code,
  body: { error: { code, message: expect.any(String) } },
});

describe('addresses', () => {
  it('that nobody knows are 404, and known ones with another method 405 with what is allowed', async () => {
    expect(await send('GET', '/v1/nowhere')).toMatchObject(failure(404));
    for (const method of ['PUT', 'OPTIONS'] as const) {
      const answer = await send(method, `/v1/orgs/${organization}/spaces`);
      expect(answer).toMatchObject(failure(405));
      expect(answer.headers['allow']).toBe('GET, POST');
    }
  });

  it('of lists are the same with a slash at the end, only for reading', async () => {
    await send('POST', `/v1/orgs/${organization}/spaces`, '{"title":"One"}');
    for (const list of ['/v1/orgs', `/v1/orgs/${organization}/spaces`]) {
      const { status, body } = await send('GET', list);
      expect(status).toBe(200);
      expect(await send('GET', `${list}/`)).toMatchObject({ status, body });
      expect((await send('GET', `${list}/?limit=0`)).body.items).toEqual([]);
      expect((await send('GET', `${list}//`)).status).toBe(404);
    }
    expect((await send('POST', `/v1/orgs/${organization}/spaces/`, '{}')).status).toBe(404);
  });

  it('outside the 114 operations do not exist when the interface is strict', async () => {
    await embedded.close();
    start({ interface: 'strict' });

    expect(await send('GET', '/v1/user')).toMatchObject(failure(404));
    expect((await send('GET', `/v1/orgs/${organization}/spaces`)).status).toBe(404);
    expect((await send('GET', '/v1/orgs')).status).toBe(200);
    const { paths } = (await send('GET', '/openapi.json')).body as { paths: object };
    expect(Object.keys(paths)).not.toContain('/v1/user');
  });

  it('describe themselves at /openapi.json, without a token', async () => {
    const answer = await embedded.app.inject({ url: '/openapi.json' });
    const document = JSON.parse(answer.body) as {
      openapi: string;
      paths: Record<string, Record<string, object>>;
    };

    expect(document.openapi).toBe('3.1.0');
    const count = Object.values(document.paths).reduce(
      (sum, path) => sum + Object.keys(path).filter((key) => key !== 'parameters').length,
      0,
    );
    expect(count).toBeGreaterThan(114);
  });
});

describe('callers', () => {
  it.each([
    ['no header', {}],
    ['an empty one', { authorization: '' }],
    ['another scheme', { authorization: 'Basic eDp5' }],
    ['a text that is not a token', { authorization: 'Bearer abc' }],
  ])('with %s are refused before anything is read', async (_, headers) => {
    const answer = await embedded.app.inject({
      method: 'POST',
      url: `/v1/orgs/${organization}/spaces`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '{',
    });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('with two Authorization or Host headers, or a whole address for a path, are refused', async () => {
    const url = new URL(
      await embedded.listen({ host: '127.0.0.1', port: 0 }).then(() => addressOf(embedded)),
    );
    const raw = (lines: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(url.port), url.hostname, () =>
          socket.end(`${lines.join('\r\n')}\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (part) => (text += part.toString()));
        socket.on('end', () => resolve(text.split('\r\n')[0]!));
        socket.on('error', reject);
      });
    const key = `Authorization: Bearer ${token}`;

    expect(await raw(['GET /v1/user HTTP/1.1', 'Host: localhost', 'Connection: close', key])).toContain(
      '200',
    );
    expect(await raw(['GET /v1/user HTTP/1.1', 'Host: localhost', 'Connection: close', key, key])).toContain(
      '400',
    );
    expect(
      await raw(['GET /v1/user HTTP/1.1', 'Host: localhost', 'Host: b', 'Connection: close', key]),
    ).toContain('400');
    expect(
      await raw(['GET http://other/v1/user HTTP/1.1', 'Host: localhost', 'Connection: close', key]),
    ).toMatch(/400|404/);
  });
});

describe('bodies', () => {
  const create = (payload: string | Buffer, headers?: Record<string, string>) =>
    send('POST', `/v1/orgs/${organization}/spaces`, payload, headers);

  it.each([
    ['a key that is there twice', '{"title":"a","title":"b"}'],
    ['the same key in two spellings', '{"title":"a","\\u0074itle":"b"}'],
    ['a NUL', '{"title":"a\\u0000b"}'],
    ['half of a surrogate pair', '{"title":"\\ud83d"}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a cut end', '{"title":"a"'],
    ['nesting without end', '['.repeat(100_000)],
    ['deep nesting', `{"title":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['an unknown field', '{"title":"a","id":"mine"}'],
    ['null for a text', '{"title":null}'],
  ])('with %s are refused', async (_, payload) => {
    expect(await create(payload)).toMatchObject(failure(400));
  });

  it('get all problems in one answer', async () => {
    const { body } = await create('{"title":5,"wrong":1}');
    expect(body.error.message).toContain('title');
    expect(body.error.message).toContain('wrong');
  });

  it('of another type are 415, and beyond 1 MiB 413', async () => {
    expect(await create('title=a', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject(
      failure(415),
    );
    expect((await create(`{"title":"a"}${' '.repeat(1024 * 1024 - 13)}`)).status).toBe(201);
    expect(await create(`{"title":"a"}${' '.repeat(1024 * 1024)}`)).toMatchObject(failure(413));
  });

  it('are counted in characters, not in code units', async () => {
    expect((await create(JSON.stringify({ title: '👨‍👩‍👧‍👦'.repeat(7) }))).status).toBe(201);
    expect((await create(JSON.stringify({ title: '😀'.repeat(50) }))).status).toBe(201);
    expect((await create(JSON.stringify({ title: '😀'.repeat(51) }))).status).toBe(400);
  });
});

describe('queries', () => {
  it.each([
    'limit=1001',
    'limit=-1',
    'limit=1e2',
    'limit=%2010',
    'limit=10abc',
    'limit=',
    'limit=1&limit=2',
    'page=x',
    'page=',
    'wrong=1',
    'limit=%zz',
  ])('?%s are refused', async (query) => {
    expect(await send('GET', `/v1/orgs/${organization}/spaces?${query}`)).toMatchObject(failure(400));
  });

  it('ask for 0 to 1000 items', async () => {
    await send('POST', `/v1/orgs/${organization}/spaces`, '{"title":"a"}');
    expect((await send('GET', `/v1/orgs/${organization}/spaces?limit=0`)).body).toEqual({
      count: 1,
      items: [],
    });
    expect((await send('GET', `/v1/orgs/${organization}/spaces?limit=1000`)).body.items).toHaveLength(1);
  });
});

describe('the rate limit', () => {
  it('is in every answer, even an error, and also without a limit', async () => {
    const { body } = await send('POST', `/v1/orgs/${organization}/spaces`, '{"title":"One"}');
    const asked: [number, Parameters<typeof send>][] = [
      [200, ['GET', '/v1/orgs']],
      [200, ['HEAD', '/v1/orgs']],
      [201, ['POST', `/v1/orgs/${organization}/spaces`, '{"title":"Two"}']],
      [400, ['GET', '/v1/orgs?limit=x']],
      [400, ['GET', '/v1/orgs/%zz']],
      [400, ['POST', `/v1/orgs/${organization}/spaces`, '{']],
      [401, ['GET', '/v1/orgs', undefined, { authorization: 'Bearer none' }]],
      [404, ['GET', '/v1/spaces/none']],
      [404, ['GET', '/v1/nowhere']],
      [405, ['PUT', `/v1/orgs/${organization}/spaces`]],
      [413, ['POST', `/v1/orgs/${organization}/spaces`, 'x'.repeat(1_100_000)]],
      [415, ['POST', `/v1/orgs/${organization}/spaces`, 'x', { 'content-type': 'text/plain' }]],
      [204, ['DELETE', `/v1/spaces/${body.id}`]],
    ];
    for (const [expected, request] of asked) {
      const { status, headers } = await send(...request);
      expect([request[1], status, headers['x-ratelimit-limit']]).toEqual([request[1], expected, '1000000']);
      expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(1_000_000);
      expect(headers['x-ratelimit-reset']).toBe(String(clock.now() / 1000 + 60));
    }
  });

  it('is shared by all requests from one address without a valid token', async () => {
    await embedded.close();
    start({ rate: 2 });
    const guess = (n: number) => send('GET', '/v1/orgs', undefined, { authorization: `Bearer guess-${n}` });

    const answers = [await guess(1), await guess(2), await guess(3)];
    expect(answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining']])).toEqual([
      [401, '1'],
      [401, '0'],
      [429, '0'],
    ]);
    expect((await send('GET', '/v1/orgs')).status).toBe(200);
  });

  it('counts each token by itself, says what is left, and ends after a minute', async () => {
    await embedded.close();
    start({ rate: 2 });

    const answers = [
      await send('GET', '/v1/orgs'),
      await send('GET', '/v1/orgs'),
      await send('GET', '/v1/orgs'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['1', '0', '0']);
    expect(answers[2]!.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-reset': String(clock.now() / 1000 + 60),
      'retry-after': '60',
    });
    await clock.advance(60_000);
    expect((await send('GET', '/v1/orgs')).status).toBe(200);
  });
});

describe('answers', () => {
  it('of a deletion are empty', async () => {
    const { body } = await send('POST', `/v1/orgs/${organization}/spaces`, '{}');
    const answer = await embedded.app.inject({
      method: 'DELETE',
      url: `/v1/spaces/${body.id}`,
      headers: { authorization: `Bearer ${token}` },
    });

    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([204, '', undefined]);
  });

  it('of HEAD have the headers of GET', async () => {
    await embedded.listen({ host: '127.0.0.1', port: 0 });
    const url = addressOf(embedded);
    const status = await new Promise((resolve, reject) => {
      request(`${url}/v1/orgs`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }, (answer) =>
        resolve(answer.statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

function addressOf({ app }: EmbeddedService): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The service does not listen.');
  return `http://127.0.0.1:${address.port}`;
}
