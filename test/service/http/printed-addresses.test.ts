import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, type Json, type Reply, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let org: string;

beforeAll(() => {
  world = aService();
  org = `/orgs/${world.org}`;
});
afterAll(() => world.close());

/** Every address of the service itself in an answer, however deep. */
function addressesIn(value: Json): string[] {
  if (typeof value === 'string') return value.startsWith('http://docs.test/') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => !['app', 'preview', 'published'].includes(name))
    .flatMap(([, inner]) => addressesIn(inner));
}

async function statusOf(address: string): Promise<[string, number]> {
  const { statusCode } = await world.embedded.app.inject({
    url: new URL(address).pathname,
    headers: { authorization: `Bearer ${world.tokens.admin}` },
  });
  return [address, statusCode];
}

/** Checks that everything can be read at the addresses that an answer gives, its `Location` included. */
async function expectReadable(reply: Reply): Promise<void> {
  expect(reply.status).toBeLessThan(300);
  const location = reply.headers['location'];
  const all = [...new Set([...(typeof location === 'string' ? [location] : []), ...addressesIn(reply.body)])];
  expect(all).not.toEqual([]);
  expect(await Promise.all(all.map(statusOf))).toEqual(all.map((address) => [address, 200]));
}

describe('the addresses that answers give', () => {
  it('answer for the parts of a site', async () => {
    const site = await world.call(`POST ${org}/sites`, { title: 'Docs', spaces: [world.newSpace('One')] });
    const path = `${org}/sites/${site.body.id}`;
    const section = await world.call(`POST ${path}/sections`, { spaceId: world.newSpace('Two') });
    const other = await world.call(`POST ${path}/sections`, { spaceId: world.newSpace('Three') });
    const part = await world.call(`POST ${path}/site-spaces`, {
      spaceId: world.newSpace('Four'),
      sectionId: section.body.id,
    });
    const group = await world.call(`POST ${path}/section-groups`, {
      title: 'Both',
      sections: [section.body.id],
    });
    const joined = await world.call(`POST ${path}/section-groups/${group.body.id}/sections`, {
      sectionId: other.body.id,
    });

    for (const reply of [site, section, other, part, group, joined]) await expectReadable(reply);
    for (const list of ['published', 'structure', 'site-spaces', 'sections'])
      await expectReadable(await world.call(`GET ${path}/${list}`));
    expect(await world.ok(`GET ${path}/site-spaces/${part.body.id}`)).toMatchObject({
      id: part.body.id,
      section: section.body.id,
    });
    expect(await world.ok(`GET ${path}/section-groups/${group.body.id}`)).toEqual(joined.body);
  });

  it('say nothing of a space that the reader may not see', async () => {
    const space = world.newSpace('Secret');
    const { id } = await world.ok(`POST ${org}/sites`, { title: 'Docs', spaces: [space] });
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: null, emoji: null });
    const path = `${org}/sites/${id}/site-spaces`;
    const { items } = await world.ok(`GET ${path}`);

    expect((await world.call(`GET ${path}/${items[0].id}`, undefined, 'read')).status).toBe(404);
    expect((await world.call(`GET ${path}/${items[0].id}`, undefined, 'stranger')).status).toBe(404);
  });

  it('answer for content and for what is said about it', async () => {
    const space = world.newSpace('Manual');
    const collection = await world.call(`POST ${org}/collections`, { title: 'All' });
    const change = await world.call(`POST /spaces/${space}/change-requests`, { subject: 'New' });
    const comment = await world.call(`POST /spaces/${space}/comments`, { body: { markdown: 'Well.' } });
    const reply = await world.call(`POST /spaces/${space}/comments/${comment.body.id}/replies`, {
      body: { markdown: 'Yes.' },
    });
    const asked = await world.call(`POST /spaces/${space}/change-requests/${change.body.id}/comments`, {
      body: { markdown: 'Why?' },
    });
    const field = await world.call(`POST ${org}/custom-fields`, { name: 'owner', type: 'text' });

    for (const made of [collection, change, comment, reply, asked, field]) await expectReadable(made);
    await expectReadable(await world.call(`GET /spaces/${space}`));
    await expectReadable(await world.call(`GET ${org}`));
  });

  it('say of an integration that the service runs none, and list its pictures', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64');
    const integration = {
      ...{ title: 'AB', description: 'Counts', scopes: [], script: 'x', organization: world.org },
      ...{ icon: png, visibility: 'public' },
    };
    const { urls } = await world.ok('POST /integrations/i1', integration);
    const installation = await world.ok('POST /integrations/i1/installations', { organization: world.org });
    const ask = async (address: string): Promise<[number, Json]> => {
      const { statusCode, body } = await world.embedded.app.inject(new URL(address).pathname);
      return [statusCode, JSON.parse(body)];
    };

    expect(await ask(urls.assets)).toEqual([200, { items: [urls.icon] }]);
    const unknown = await ask('http://docs.test/integrations/nobody');
    for (const address of [urls.publicEndpoint, urls.publicContentEndpoint, installation.urls.publicEndpoint])
      expect(await ask(address)).toEqual(unknown);
    expect(unknown).toEqual([
      501,
      { error: { code: 501, message: expect.stringContaining('runs no code') as string } },
    ]);
    await world.ok('POST /integrations/i1', { ...integration, visibility: 'private' });
    expect(await ask(urls.assets)).toEqual([200, { items: [] }]);
  });
});
