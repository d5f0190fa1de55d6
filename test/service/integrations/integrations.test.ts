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
  it('are published, again as the next version, and taken back', async () => {
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

  it('are published by administrators of their owner, whom a name belongs to', async () => {
    for (const who of everybody) {
      const { status } = await world.call(`POST /integrations/by-${who}`, body(), who);
      expect([who, status]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    }
    expect((await world.ok('POST /integrations/by-name', body({ organization: 'home' }))).owner.id).toBe(
      world.org,
    );
    expect(
      (await world.call('POST /integrations/by-admin', body({ organization: world.otherOrg }), 'stranger'))
        .status,
    ).toBe(403);
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

  it('have no name that means another place', async () => {
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

  it('that are private are installed by their owner alone', async () => {
    await world.ok('POST /integrations/numbers', body());
    const path = '/integrations/numbers/installations';
    expect((await world.call(`POST ${path}`, { organization: world.otherOrg }, 'stranger')).status).toBe(404);
    expect((await world.call(`POST ${path}`, { organization: world.org })).status).toBe(201);
  });
});
