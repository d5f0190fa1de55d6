import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { createClient, features } from '../../src/client/index.ts';
import type { ClientOptions, RateReport } from '../../src/client/index.ts';
import { ManualClock, seededRandom } from '../../src/clock/index.ts';
import { createMemoryTransport } from '../../src/http/index.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/index.ts';
import { operationIds, operations, parametersOf } from '../../src/contract/index.ts';
import type { Space } from '../../src/contract/index.ts';
import { roundsOf } from '../rounds.ts';

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
});

/** A client of a server that answers as told, with everything that it sent. */
function aClient(
  answer: (request: HttpRequest, index: number) => HttpResponse,
  options: Partial<ClientOptions> = {},
) {
  const sent: HttpRequest[] = [];
  const client = createClient({
    transport: createMemoryTransport(async (request) => answer(request, sent.push(request) - 1)),
    baseUrl: 'https://docs.test',
    token: 'tdm_secret',
    clock: new ManualClock(),
    random: seededRandom(1),
    retry: { attempts: 1 },
    ...options,
  });
  return { client, sent };
}

const space = {
  object: 'space',
  id: 's1',
  organization: 'o1',
  revision: 'r1',
  title: 'Guides',
  emoji: '1f4d6',
  visibility: 'public',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  urls: { location: 'https://docs.test/v1/spaces/s1', app: 'https://docs.test/s1' },
  defaultLevel: 'inherit',
  ...{ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
  permissions: {},
};

const revision = { type: 'edits', parents: [], pages: [], files: [], reusableContents: [] };
const page = { type: 'document', slug: 'a', path: 'a', pages: [] };

describe('a call', () => {
  test('has a method for every operation, typed by its row', async () => {
    const { client } = aClient(() => json(space));

    for (const id of operationIds) expect(client[id], id).toBeTypeOf('function');
    expectTypeOf(client.getSpaceById).returns.resolves.toEqualTypeOf<Space>();
    // @ts-expect-error -- the path needs a space
    await expect(client.getSpaceById({})).rejects.toThrow('getSpaceById needs a value for "spaceId"');
    // @ts-expect-error -- a search needs its words
    client.searchOrganizationContent({ params: { organizationId: 'o' } }).catch(() => undefined);
  });

  test('puts path, query and body where they belong, each encoded once', async () => {
    const { client, sent } = aClient(() => json({ ...space, ...page, items: [] }), {
      baseUrl: 'https://docs.test/api/',
    });

    await client.getPageByPath({
      params: { spaceId: 's/1', pagePath: 'a/b c' },
      query: { format: 'markdown' },
    });
    await client.listCommentsInSpace({ params: { spaceId: 's' }, query: { authors: ['a', 'b'], limit: 5 } });
    await client.moveSpace({ params: { spaceId: 's' }, body: { parent: null } });

    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'https://docs.test/api/v1/spaces/s%2F1/content/path/a%2Fb%20c?format=markdown', undefined],
      ['GET', 'https://docs.test/api/v1/spaces/s/comments?authors=a&authors=b&limit=5', undefined],
      ['POST', 'https://docs.test/api/v1/spaces/s/move', '{"parent":null}'],
    ]);
    expect(sent[0]!.headers).toEqual({
      accept: 'application/json',
      'user-agent': 'tidemark',
      authorization: 'Bearer tdm_secret',
    });
    expect(sent[2]!.headers['content-type']).toBe('application/json');
  });

  test('cannot be made to leave its path', async () => {
    const { client, sent } = aClient(() => json(space));

    await expect(client.getIntegrationByName({ params: { integrationName: '..' } })).rejects.toThrow(
      TypeError,
    );
    await client.getSpaceById({ params: { spaceId: '//evil.test/' } });

    expect(sent.map(({ url }) => url)).toEqual(['https://docs.test/v1/spaces/%2F%2Fevil.test%2F']);
  });

  test.each(['ftp://x', 'docs.test', 'https://user@docs.test'])('refuses the base address %j', (baseUrl) => {
    expect(() => aClient(() => json({}), { baseUrl })).toThrow(/is not the http or https address/);
  });

  test('refuses a token that would break the header, without telling it', () => {
    expect(() => aClient(() => json({}), { token: 'abc\r\nx: y' })).toThrow(/^((?!abc).)*$/);
  });
});

describe('an answer', () => {
  const read = (response: HttpResponse) =>
    aClient(() => response).client.getSpaceById({ params: { spaceId: 's1' } });

  test('may carry values and fields that are new to us', async () => {
    const answer = { ...space, visibility: 'telepathic', shiny: { a: 1 } };

    expect(await read(json(answer))).toEqual(answer);
  });

  test.each<[string, HttpResponse, RegExp]>([
    [
      'is a login page',
      { ...json('<html>'), headers: { 'content-type': 'text/html' } },
      /is text\/html, not JSON/,
    ],
    ['has no type', { ...json(space), headers: {} }, /is of no type, not JSON/],
    ['is cut', json('{"object":"space","id"'), /is not complete JSON/],
    ['is not UTF-8', { ...json({}), body: Uint8Array.of(0x7b, 0xff, 0x7d) }, /is not UTF-8/],
    ['is a list', json([]), /is a list, not an object/],
    ['is null', json('null'), /is null, not an object/],
    ['has no id', json({ ...space, id: undefined }), /lacks "id"/],
    ['has another kind of id', json({ ...space, id: 5 }), /what stands at \/id is a number, not a text/],
  ])('that %s is not taken', async (_, response, message) => {
    const failure = read(response);

    await expect(failure).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    await expect(failure).rejects.toThrow(message);
  });

  test.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [412, 'WRONG_STATE'],
    [418, 'REMOTE_FAILED'],
    [422, 'UNPROCESSABLE'],
    [429, 'RATE_LIMITED'],
    [500, 'REMOTE_FAILED'],
    [501, 'NOT_AVAILABLE'],
    [503, 'OVERLOADED'],
  ])('with status %d fails as %s, in the words of the server', async (status, code) => {
    const failure = read(json({ error: { code: status, message: 'because' } }, status));

    await expect(failure).rejects.toMatchObject({ code, data: { status, operation: 'getSpaceById' } });
    await expect(failure).rejects.toThrow(`answered ${status}: because`);
  });

  test('whose message is a book is shortened, and one without a message does without', async () => {
    await expect(read(json({ error: { message: 'x'.repeat(9999) } }, 400))).rejects.toThrow(/: x{500}…$/);
    await expect(read(json('<html>', 502))).rejects.toThrow(/answered 502$/);
    await expect(read(json({ error: null }, 400))).rejects.toThrow(/answered 400$/);
  });

  test.each([204, 205, 404])('to a deletion may be %d', async (status) => {
    const { client } = aClient(() => (status === 404 ? json({ error: {} }, 404) : { ...json(''), status }));

    expect(await client.deleteSpaceById({ params: { spaceId: 's' } })).toBeUndefined();
  });
});

describe('a write whose answer is lost', () => {
  const create = (answer: () => HttpResponse) =>
    aClient(answer).client.createChangeRequest({ params: { spaceId: 's' }, body: {} });

  test.each<[string, () => HttpResponse]>([
    ['the connection breaks', () => { throw new Error('socket hang up'); }],
    ['the answer is cut', () => json('{"object":"cha', 201)],
    ['the answer is a page', () => ({ ...json('<html>'), headers: { 'content-type': 'text/html' } })],
    ['a gateway gives up', () => json({ error: { code: 504, message: 'timeout' } }, 504)],
    ['it is redirected', () => ({ ...json(''), status: 302, headers: { location: 'https://x.test/' } })],
  ])('has an unknown outcome when %s', async (_, answer) => {
    await expect(create(answer)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      data: { operation: 'createChangeRequest' },
    });
  }); // prettier-ignore

  test('keeps its own failure when it certainly had no effect', async () => {
    await expect(create(() => json({ error: {} }, 429))).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(create(() => json({ error: {} }, 400))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(create(() => json({ error: {} }, 501))).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
  });

  test('that was cancelled is cancelled', async () => {
    const stop = new AbortController();
    const transport = createMemoryTransport(() => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => undefined);
    });
    const { client } = aClient(() => json({}), { transport });

    await expect(
      client.createChangeRequest({ params: { spaceId: 's' }, body: {}, signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('does not make a doubt out of reading', async () => {
    const { client } = aClient(() => { throw new Error('socket hang up'); }); // prettier-ignore

    await expect(client.getSpaceById({ params: { spaceId: 's' } })).rejects.toMatchObject({
      code: 'NO_ANSWER',
    });
  });
});

test('the rate headers of every answer are reported, repeated tries included', async () => {
  const clock = new ManualClock();
  const reports: RateReport[] = [];
  const { client } = aClient(
    (_, index) =>
      json(index === 0 ? { error: {} } : space, index === 0 ? 429 : 200, {
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': index === 0 ? '0' : 'many',
        'x-ratelimit-reset': '1767225601',
      }),
    { clock, retry: { attempts: 2 }, onRate: (report) => reports.push(report) },
  );

  const answer = client.getSpaceById({ params: { spaceId: 's' } });
  await clock.advance(10_000);
  await answer;

  expect(reports).toEqual([
    { status: 429, limit: 100, remaining: 0, resetAt: 1767225601000 },
    { status: 200, limit: 100, resetAt: 1767225601000 },
  ]);
});

describe('a list', () => {
  /** A server whose pages are given by cursor; the first has the cursor ''. */
  const over = (pages: (cursor: string) => unknown) =>
    aClient((request) => json(pages(new URL(request.url).searchParams.get('page') ?? '')));
  const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = [];
    for await (const item of items) found.push(item);
    return found;
  };
  const ids = async (client: ReturnType<typeof aClient>['client']): Promise<string[]> =>
    (await all(client.list('listSpacesInCollectionById', { params: { collectionId: 'c' } }))).map(
      ({ id }) => id,
    );
  const items = (...names: string[]) => names.map((id) => ({ ...space, id }));

  test('is read page by page, empty ones in between included', async () => {
    const { client, sent } = over(
      (cursor) =>
        ({
          '': { items: items('a', 'b'), next: { page: '2' }, count: 3 },
          '2': { items: [], next: { page: '3' } },
          '3': { items: items('c') },
        })[cursor],
    );

    expect(await ids(client)).toEqual(['a', 'b', 'c']);
    expect(sent).toHaveLength(3);
  });

  test.each([undefined, null, {}, { page: '' }, { page: null }, '2'])(
    'ends when next is %j',
    async (next) => {
      const { client } = over(() => ({ items: items('a'), next }));

      expect(await ids(client)).toEqual(['a']);
    },
  );

  test('keeps the rest of its query on every page', async () => {
    const { client, sent } = over((cursor) => ({
      items: [],
      stats: { total: 0, broken: { total: 0 } },
      ...(cursor === '' ? { next: { page: 'x' } } : {}),
    }));

    await all(
      client.pages('listSpaceLinks', { params: { spaceId: 's' }, query: { limit: 7, status: 'broken' } }),
    );

    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?limit=7&status=broken',
      '?limit=7&status=broken&page=x',
    ]);
  });

  test('that goes in a circle fails instead of going on, or looking whole', async () => {
    const { client, sent } = over((cursor) => ({
      items: items(`s${cursor}`),
      next: { page: cursor === 'a' ? 'b' : 'a' },
    }));

    await expect(ids(client)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    expect(sent).toHaveLength(3);
  });

  test('that never ends fails after 10,000 pages', async () => {
    const { client, sent } = over((cursor) => ({ items: [], next: { page: String(Number(cursor) + 1) } }));

    await expect(ids(client)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    expect(sent).toHaveLength(10_000);
  });

  test('that shifts between its pages shows each item once', async () => {
    const { client } = over((cursor) =>
      cursor === '' ? { items: items('a', 'b'), next: { page: '2' } } : { items: items('b', 'c') },
    );

    expect(await ids(client)).toEqual(['a', 'b', 'c']);
  });

  test('whose items are no list is not taken', async () => {
    await expect(ids(over(() => ({ items: { length: 1 } })).client)).rejects.toMatchObject({
      code: 'ANSWER_INVALID',
    });
  });

  test('that its reader leaves early asks for no more', async () => {
    const { client, sent } = over(() => ({ items: items('a'), next: { page: '2' } }));

    for await (const _ of client.list('listSpacesInCollectionById', { params: { collectionId: 'c' } })) break;

    expect(sent).toHaveLength(1);
  });
});

describe('a download', () => {
  const file = (): HttpResponse => ({
    status: 200,
    headers: { 'content-type': 'Image/PNG; x=y' },
    body: Uint8Array.of(1, 2, 3),
  });

  test('takes the token to its own origin alone', async () => {
    const { client, sent } = aClient(file);

    const relative = await client.download('/files/a.png');
    await client.download('https://cdn.test/a.png?key=1');

    expect(relative).toEqual({ bytes: Uint8Array.of(1, 2, 3), contentType: 'image/png' });
    expect(sent.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
      ['https://docs.test/files/a.png', 'Bearer tdm_secret'],
      ['https://cdn.test/a.png?key=1', undefined],
    ]);
  });

  test('of another host goes through the transport for those', async () => {
    const far: string[] = [];
    const { client, sent } = aClient(file, {
      elsewhere: createMemoryTransport(async ({ url }) => {
        far.push(url);
        return file();
      }),
    });

    await client.download('https://docs.test/a');
    await client.download('https://docs.test:444/a');

    expect([sent.length, far]).toEqual([1, ['https://docs.test:444/a']]);
  });

  test.each(['file:///etc/passwd', 'data:text/plain,x', 'javascript:1', 'http://'])(
    'does not follow %j',
    async (url) => {
      await expect(aClient(file).client.download(url)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
    },
  );

  test('of the wrong size, or of a size too large, fails', async () => {
    const { client, sent } = aClient(file);

    await expect(client.download('/a', { size: 4 })).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    await expect(client.download('/a', { size: 1e308 })).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
    expect(sent).toHaveLength(1);
  });

  test('that fails says so without the query', async () => {
    const { client } = aClient(() => json('', 403));

    await expect(client.download('https://cdn.test/a?signature=s3cret')).rejects.toThrow(
      /^The file https:\/\/cdn\.test\/a answered 403$/,
    );
  });
});

describe('capabilities', () => {
  const notFound = json({ error: { code: 404, message: 'Not found' } }, 404);
  /** A server that has the spaces, and the paths that `has` matches. */
  const serving = (has: RegExp, absent: HttpResponse = notFound) =>
    aClient(({ method, url }) => {
      const { pathname } = new URL(url);
      if (pathname === '/v1/spaces/s1' || pathname === '/v1/spaces/s1/change-requests/1')
        return json({ ...space });
      if (!has.test(pathname) || pathname.includes('gone')) return absent;
      if (method === 'POST') return json({ error: {} }, 400);
      const whole = { ...space, ...revision, displayName: 'Ann', items: [], changes: [] };
      return json(pathname.endsWith('/changes') ? { ...whole, revision: whole } : whole);
    });

  test.each([404, 405])('that a server answers with %d are absent, which is asked once', async (status) => {
    const { client, sent } = serving(/^$/, json({ error: {} }, status));

    const found = await Promise.all([
      client.capabilities.find('content', { spaceId: 's1' }),
      client.capabilities.find('content', { spaceId: 's1' }),
    ]);
    await client.capabilities.find('content');

    expect(found).toEqual([false, false]);
    expect(sent.filter(({ url }) => url.includes('content'))).toHaveLength(1);
    expect(client.capabilities.known()).toEqual({ content: false });
    await expect(client.listPages({ params: { spaceId: 's1' } })).rejects.toMatchObject({
      code: 'NOT_SUPPORTED_BY_SERVICE',
    });
    expect(sent.filter(({ url }) => url.includes('pages'))).toHaveLength(0);
  });

  test('that are there are found by requests that change nothing', async () => {
    const { client, sent } = serving(/./);
    const subject = { spaceId: 's1', changeRequestId: '1', organizationId: 'o', siteId: 'w' };

    for (const feature of [
      'user',
      'organizationSpaces',
      'content',
      'revisions',
      'changes',
      'contentChanges',
      'pageImport',
    ] as const) {
      expect(await client.capabilities.find(feature, subject), feature).toBe(true);
    }

    expect(
      sent.filter(({ method }) => method === 'POST').map(({ url, body }) => [new URL(url).pathname, body]),
    ).toEqual([
      ['/v1/spaces/s1/change-requests/1/content', '{"changes":[]}'],
      ['/v1/spaces/s1/change-requests/1/content/page/none/import', '{}'],
    ]);
  });

  test('are not concluded from a space that is not there, nor from a failure', async () => {
    const { client } = serving(/^$/);
    await expect(client.capabilities.find('content', { spaceId: 'gone' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    const failing = aClient(() => json({ error: {} }, 401)).client;
    await expect(failing.capabilities.find('user')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });

    expect([client.capabilities.known(), failing.capabilities.known()]).toEqual([{}, {}]);
  });

  test('that were found before are taken over', async () => {
    const { client, sent } = serving(/./);
    client.capabilities.remember({ content: false, user: true });

    expect(await client.capabilities.find('user')).toBe(true);
    expect(sent).toHaveLength(0);
    await expect(client.getCurrentRevision({ params: { spaceId: 's1' } })).rejects.toMatchObject({
      code: 'NOT_SUPPORTED_BY_SERVICE',
    });
  });
});

test('every extension belongs to one feature', () => {
  const listed = Object.values(features).flat();
  const extensions = operationIds.filter((id) => operations[id].source === 'extension');

  expect([...listed].sort()).toEqual([...extensions].sort());
});

describe('whatever a server answers', () => {
  test('a call ends with a value or with a failure of the table', async () => {
    const answers = fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      type: fc.constantFrom('application/json', 'application/problem+json', 'text/html', ''),
      body: fc.oneof(
        fc.json(),
        fc.string({ unit: 'binary' }),
        fc.constant('{"items":[],"next":{"page":"1"}}'),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operationIds), answers, async (id, { status, type, body }) => {
        const { client } = aClient(() => ({
          status,
          headers: type === '' ? {} : { 'content-type': type },
          body: new TextEncoder().encode(body),
        }));
        const params = Object.fromEntries(parametersOf(operations[id].path).map((name) => [name, 'x']));

        const outcome = await client.call(id, { params }).then(
          () => 'a value',
          (error: unknown) => (error instanceof AppError ? 'a failure' : error),
        );

        expect(['a value', 'a failure']).toContain(outcome);
      }),
      { numRuns: roundsOf({ usual: 200, all: 500 }) },
    );
  });
});
