import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, everybody, type ServiceFixture, type Who, type Json } from '../fixture.ts';

let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64');

function body(more: object = {}): object {
  return {
    title: 'Numbers',
    description: 'Counts things',
    scopes: ['space:views:read'],
    script: 'export {}',
    organization: world.org,
    ...more,
  };
}

async function names(query: string, who: Who = 'admin'): Promise<string[]> {
  const { items } = await world.ok(`GET /integrations?${query}`, undefined, who);
  return items.map((item: Json) => item.name);
}

describe('integrations', () => {
  it('are published, published again as the next version, and unpublished', async () => {
    const block = {
      id: 'chart',
      title: 'Chart',
      urlUnfurl: ['https://charts.example.org/x'],
      markdown: { codeblock: 'chart', body: 'source' },
    };
    const full = body({
      summary: '# What it does',
      visibility: 'public',
      target: 'space',
      categories: ['analytics', 'analytics'],
      blocks: [block],
      contentSources: [{ id: 'cs', title: 'Source', configuration: { componentId: 'c' } }],
      externalLinks: [{ url: 'https://example.org', label: 'Site' }],
      configurations: {
        account: { properties: { key: { type: 'string', title: 'Key' } }, required: ['key'] },
      },
      contentSecurityPolicy: "default-src 'self';",
      icon: png,
      previewImages: [png],
      secrets: { TOKEN: 'canary-secret' },
    });

    const first = await world.ok('POST /integrations/numbers', full);

    expect(first).toMatchObject({
      object: 'integration',
      name: 'numbers',
      version: 1,
      title: 'Numbers',
      verified: false,
      visibility: 'public',
      target: 'space',
      categories: ['analytics'],
      blocks: [block],
      owner: { id: world.org },
      permissions: { admin: true, install: true },
      contentSecurityPolicy: "default-src 'self';",
    });
    expect(JSON.stringify(first)).not.toContain('canary-secret');
    const image = await world.embedded.app.inject(first.urls.icon.replace('http://docs.test', ''));
    expect([image.statusCode, image.headers['content-type'], image.rawPayload.length]).toEqual([
      200,
      'image/png',
      11,
    ]);
    const second = await world.ok('POST /integrations/numbers', body());
    expect(second).toMatchObject({
      version: 2,
      visibility: 'private',
      target: 'all',
      categories: [],
      previewImages: [],
    });
    expect('blocks' in second).toBe(false);
    expect((await world.call('DELETE /integrations/numbers')).status).toBe(204);
    expect((await world.call('GET /integrations/numbers')).status).toBe(404);
  });

  it('are listed with every filter', async () => {
    const block = (url: string): object => ({
      blocks: [{ id: 'b', title: 'Block', urlUnfurl: [url] }],
      visibility: 'public',
    });
    await world.ok(
      'POST /integrations/alpha',
      body({ title: 'Alpha 100%', visibility: 'public', categories: ['analytics'], target: 'site' }),
    );
    await world.ok(
      'POST /integrations/beta',
      body({ ...block('https://www.figma.com/file/1'), scopes: ['openapi:read'] }),
    );
    await world.ok(
      'POST /integrations/gamma',
      body({ contentSources: [{ id: 'c', title: 'Cs', configuration: { componentId: 'x' } }] }),
    );
    await world.ok(
      'POST /integrations/delta',
      body({ ...block('https://notfigma.com/'), organization: world.otherOrg }),
      'stranger',
    );

    expect(await names('')).toEqual(['alpha', 'beta', 'gamma', 'delta']);
    expect(await names('', 'stranger')).toEqual(['alpha', 'beta', 'delta']);
    expect(await names('search=ALPHA')).toEqual(['alpha']);
    expect(await names('search=%25')).toEqual(['alpha']);
    expect(await names('category=analytics')).toEqual(['alpha']);
    expect(await names('blocks=true')).toEqual(['beta', 'delta']);
    expect(await names('blocks=false')).toEqual(['alpha', 'gamma']);
    expect(await names('contentSources=true')).toEqual(['gamma']);
    expect(await names('blockDomain=figma.com')).toEqual(['beta']);
    expect(await names('blockDomain=www.figma.com')).toEqual(['beta']);
    expect(await names(`owner=${world.otherOrg}`)).toEqual(['delta']);
    expect(await names('scope=openapi:read')).toEqual(['beta']);
    expect(await names('target=site')).toEqual(['alpha', 'beta', 'gamma', 'delta']);
    const first = await world.ok('GET /integrations?limit=3');
    expect((await world.ok(`GET /integrations?limit=3&page=${first.next.page}`)).items).toHaveLength(1);
  });

  it('are published by administrators of their owner, which owns the name', async () => {
    for (const who of everybody) {
      const { status } = await world.call(`POST /integrations/by-${who}`, body(), who);
      expect([who, status]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    }
    expect((await world.ok('POST /integrations/by-name', body({ organization: 'home' }))).owner.id).toBe(
      world.org,
    );
    await world.ok('POST /integrations/by-admin', body({ visibility: 'public' }));
    expect(
      (await world.call('POST /integrations/by-admin', body({ organization: world.otherOrg }), 'stranger'))
        .status,
    ).toBe(403);
    await world.ok('POST /integrations/by-admin', body());
    expect((await world.call('DELETE /integrations/by-admin', undefined, 'edit')).status).toBe(403);
    expect((await world.call('DELETE /integrations/by-admin', undefined, 'stranger')).status).toBe(404);
    expect((await world.call('GET /integrations/by-admin', undefined, 'read')).status).toBe(200);
  });

  it.each([
    { title: 'T' },
    { title: 't'.repeat(31) },
    { description: 'd'.repeat(101) },
    { summary: 's'.repeat(2049) },
    { scopes: ['everything'] },
    { categories: ['fun'] },
    { previewImages: [png, png, png, png] },
    { icon: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') },
    { icon: 'not base64 ***' },
    { contentSecurityPolicy: "default-src 'self'\r\nSet-Cookie: a=b" },
    { contentSecurityPolicy: { 'default-src': 'x\ny' } },
    { externalLinks: Array.from({ length: 6 }, () => ({ url: 'https://example.org', label: 'x' })) },
    { verified: true },
    { version: 7 },
  ])('refuse %j', async (more) => {
    expect((await world.call('POST /integrations/numbers', body(more))).status).toBe(400);
    expect((await world.call('GET /integrations/numbers')).status).toBe(404);
  });

  it('have no name that means another place in an address', async () => {
    const post = async (name: string): Promise<number> =>
      (
        await world.embedded.app.inject({
          method: 'POST',
          url: `/v1/integrations/${name}`,
          headers: { authorization: `Bearer ${world.tokens.admin}`, 'content-type': 'application/json' },
          payload: JSON.stringify(body()),
        })
      ).statusCode;

    for (const name of ['%2e', '%2e%2e', '.%2e', 'a%2fb', 'a%20b'])
      expect(await post(name)).toBeGreaterThanOrEqual(400);
    for (const name of ['__proto__', 'constructor', '-rf', 'a.b']) expect(await post(name)).toBe(200);
  });

  it('are installed once in an organization by its administrators, configured, found again and uninstalled', async () => {
    await world.ok('POST /integrations/numbers', body({ visibility: 'public' }));
    const path = '/integrations/numbers/installations';

    const made = await world.call(`POST ${path}`, { organization: world.otherOrg }, 'stranger');
    const { id } = made.body;
    const one = `${path}/${id}`;
    expect([made.status, made.headers['location']]).toEqual([201, `http://docs.test/v1${one}`]);
    expect((await world.call(`POST ${path}`, { organization: world.otherOrg }, 'stranger')).status).toBe(409);
    expect((await world.call(`POST ${path}`, { organization: world.org }, 'create')).status).toBe(403);
    expect((await world.call(`POST ${path}`, { organization: world.org }, 'stranger')).status).toBe(404);

    const change = {
      configuration: { key: [1] },
      externalIds: ['team-1', 'team-1'],
      space_selection: 'selected',
    };
    expect(await world.ok(`PATCH ${one}`, change, 'stranger')).toMatchObject({
      id,
      configuration: { key: [1] },
      externalIds: ['team-1'],
      space_selection: 'selected',
      site_selection: 'all',
    });

    expect((await world.ok(`GET ${path}`)).items).toMatchObject([
      { id, status: 'active', spaces: 0, externalIds: ['team-1'], target: { organization: world.otherOrg } },
    ]);
    expect((await world.ok(`GET ${path}?externalId=team-1`)).count).toBe(1);
    expect((await world.ok(`GET ${path}?externalId=team`)).count).toBe(0);
    expect((await world.call(`GET ${path}`, undefined, 'create')).status).toBe(403);
    expect((await world.call(`GET ${one}`, undefined, 'create')).status).toBe(404);
    expect((await world.ok(`GET ${one}`)).id).toBe(id);

    expect((await world.call(`DELETE ${one}`, undefined, 'stranger')).status).toBe(204);
    expect((await world.call(`GET ${one}`)).status).toBe(404);
  });

  it('that are private are installed only by their owner', async () => {
    await world.ok('POST /integrations/numbers', body());
    const path = '/integrations/numbers/installations';
    expect((await world.call(`POST ${path}`, { organization: world.otherOrg }, 'stranger')).status).toBe(404);
    expect((await world.call(`POST ${path}`, { organization: world.org })).status).toBe(201);
  });
});

describe('a private integration of another organization', () => {
  const elsewhere = (more: object = {}): object => body({ organization: world.otherOrg, ...more });
  const image = (url: string) => world.embedded.app.inject({ url: url.replace('http://docs.test', '') });

  it('does not exist for any operation', async () => {
    await world.ok('POST /integrations/numbers', body());
    const { id } = await world.ok('POST /integrations/numbers/installations', { organization: world.org });
    const calls: [string, object?][] = [
      ['GET /integrations/NAME'],
      ['DELETE /integrations/NAME'],
      ['GET /integrations/NAME/installations'],
      ['POST /integrations/NAME/installations', { organization: world.otherOrg }],
      ['POST /integrations/NAME/installations', { organization: world.org }],
      [`GET /integrations/NAME/installations/${id}`],
      [`PATCH /integrations/NAME/installations/${id}`, { configuration: {} }],
      [`DELETE /integrations/NAME/installations/${id}`],
    ];
    for (const [call, payload] of calls) {
      const [known, unknown] = await Promise.all(
        ['numbers', 'nothing'].map(async (name) => {
          const {
            status,
            headers,
            body: said,
          } = await world.call(call.replace('NAME', name), payload, 'stranger');
          return [
            status,
            { ...headers, 'content-length': '', 'x-ratelimit-remaining': '' },
            JSON.stringify(said).replaceAll(name, 'NAME'),
          ];
        }),
      );
      expect([call, known]).toEqual([call, unknown]);
      expect(known![0]).toBe(404);
    }
    expect(await names('search=numbers', 'stranger')).toEqual([]);
  });

  it('leaves its name free for everybody else, and is not changed by integrations of the same name', async () => {
    await world.ok('POST /integrations/numbers', body({ title: 'Ours', secrets: { key: 'ours' } }));
    await world.ok('POST /integrations/numbers/installations', { organization: world.org });
    const theirs = await world.call(
      'POST /integrations/numbers',
      elsewhere({ title: 'Theirs', icon: png, secrets: { key: 'theirs' } }),
      'stranger',
    );

    expect(theirs).toMatchObject({
      status: 200,
      body: {
        name: 'numbers',
        version: 1,
        title: 'Theirs',
        urls: { location: 'http://docs.test/v1/integrations/numbers' },
      },
    });
    expect((await image(theirs.body.urls.icon)).statusCode).toBe(200);
    expect((await world.ok('GET /integrations/numbers', undefined, 'stranger')).title).toBe('Theirs');
    expect((await world.ok('GET /integrations/numbers')).title).toBe('Ours');
    const list = '/integrations/numbers/installations';
    expect((await world.ok(`GET ${list}`, undefined, 'stranger')).count).toBe(0);
    const { body: made } = await world.call(`POST ${list}`, { organization: world.otherOrg }, 'stranger');
    expect(made.urls.location).toBe(`http://docs.test/v1${list}/${made.id}`);
    expect((await world.ok(`GET ${list}/${made.id}`, undefined, 'stranger')).id).toBe(made.id);
    expect((await world.call(`GET ${list}/${made.id}`)).status).toBe(404);
    expect([await names('search=numbers', 'stranger'), await names('search=numbers')]).toEqual([
      ['numbers'],
      ['numbers'],
    ]);

    const again = await world.ok(
      'POST /integrations/numbers',
      elsewhere({ visibility: 'public' }),
      'stranger',
    );
    expect(again.version).toBe(2);
    // The name now belongs to a public integration: ours stays as it is, and cannot become public.
    expect((await world.ok('GET /integrations/numbers')).title).toBe('Ours');
    expect((await world.call('POST /integrations/numbers', body({ visibility: 'public' }))).status).toBe(403);
    expect((await world.call('DELETE /integrations/numbers', undefined, 'stranger')).status).toBe(204);
    expect((await world.ok('GET /integrations/numbers')).version).toBe(1);
  });

  it('tells nobody which organizations there are', async () => {
    const say = async (organization: string): Promise<string> => {
      const { status, body: said } = await world.call(
        'POST /integrations/mine',
        body({ organization }),
        'stranger',
      );
      return `${status} ${JSON.stringify(said).replaceAll(organization, 'NAME')}`;
    };
    expect(await say('home')).toBe(await say('nobody'));
  });
});
