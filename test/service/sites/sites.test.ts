import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeShareKey } from '../../../src/service/sites/index.ts';
import { aService, everybody, type ServiceFixture, type Json } from '../fixture.ts';

let world: ServiceFixture;
let sites: string;

beforeEach(() => {
  world = aService();
  sites = `/orgs/${world.org}/sites`;
});
afterEach(() => world.close());

async function newSite(...titles: string[]): Promise<{ path: string; id: string; spaces: string[] }> {
  const spaces = titles.map((title) => world.newSpace(title));
  const { id } = await world.ok(`POST ${sites}`, { title: 'Docs', spaces });
  return { path: `${sites}/${id}`, id, spaces };
}

async function siteSpaces(path: string): Promise<[string, string | undefined, boolean][]> {
  const { items } = await world.ok(`GET ${path}/site-spaces`);
  return items.map((item: Json) => [item.path, item.section, item.default]);
}

async function outline(path: string): Promise<unknown[]> {
  const { structure } = await world.ok(`GET ${path}/structure`);
  return structure.map((part: Json) =>
    part.object === 'site-section-group'
      ? [part.title, part.sections.map((each: Json) => each.title)]
      : part.title,
  );
}

describe('sites', () => {
  it('are created with spaces, of which the first is the default', async () => {
    const spaces = [world.newSpace('One'), world.newSpace('One')];

    const reply = await world.call(`POST ${sites}`, { title: 'Docs', visibility: 'unlisted', spaces });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`http://docs.test/v1${sites}/${reply.body.id}`);
    expect(reply.body).toMatchObject({
      type: 'basic',
      visibility: 'unlisted',
      published: false,
      siteSpaces: 2,
      agentsContext: 'included',
    });
    expect(await siteSpaces(`${sites}/${reply.body.id}`)).toEqual([
      ['one', undefined, true],
      ['one-1', undefined, false],
    ]);
    expect((await world.ok(`POST ${sites}`, { spaces: 'empty' })).siteSpaces).toBe(1);
    expect((await world.ok(`POST ${sites}`, {})).siteSpaces).toBe(0);
    expect(
      (await world.call(`POST ${sites}`, { spaces: [world.newSpace('x', world.otherOrg)] })).status,
    ).toBe(404);
  });

  it('come with sample documentation when asked: whole, linked, and everybody’s own', async () => {
    const space = async (): Promise<string> => {
      const { id } = await world.ok(`POST ${sites}`, { spaces: 'sample' });
      return (await world.ok(`GET ${sites}/${id}/site-spaces`)).items[0].space.id;
    };
    const [one, two] = [await space(), await space()];

    const revision = await world.ok(`GET /spaces/${one}/content`);
    const links = await world.ok(`GET /spaces/${one}/links`);

    expect(revision.pages.map((page: Json) => page.title)).toContain('Welcome');
    expect(revision.files.length).toBeGreaterThan(5);
    expect(revision.reusableContents).toHaveLength(1);
    expect(links.stats.total).toBeGreaterThan(10);
    expect(links.stats.broken.total).toBe(0);
    const other = await world.ok(`GET /spaces/${two}/content`);
    expect(other.pages[0].id).not.toBe(revision.pages[0].id);
  });

  it('are listed with every filter', async () => {
    const { id, spaces } = await newSite('a');
    const other = await world.ok(`POST ${sites}`, { title: 'Handbuch 100%', type: 'premium' });
    await world.ok(`POST ${sites}/${id}/publish`);
    const ids = async (query: string): Promise<string[]> =>
      (await world.ok(`GET ${sites}?${query}`)).items.map((item: Json) => item.id);

    expect(await ids('')).toEqual([id, other.id]);
    expect(await ids(`space=${spaces[0]}`)).toEqual([id]);
    expect(await ids('title=HANDBUCH')).toEqual([other.id]);
    expect(await ids('title=%25')).toEqual([other.id]);
    expect(await ids('published=true')).toEqual([id]);
    expect(await ids('published=false')).toEqual([other.id]);
    expect(await ids('type=premium&type=ultimate')).toEqual([other.id]);
    expect(await ids('type=basic')).toEqual([id]);
  });

  it('are changed field by field', async () => {
    const { path } = await newSite('a');

    const changed = await world.ok(`PATCH ${path}`, {
      title: 'Ünïcode',
      visibility: 'unlisted',
      basename: 'docs',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: 'www.example.org/docs',
    });

    expect(changed).toMatchObject({
      title: 'Ünïcode',
      visibility: 'unlisted',
      basename: 'docs',
      adaptiveContent: { enabled: true },
      agentsContext: 'excluded',
      proxy: { origin: 'www.example.org/docs' },
    });
    expect((await world.ok(`PATCH ${path}`, { proxy: null })).proxy).toBeUndefined();
    const other = await newSite('b');
    expect((await world.call(`PATCH ${other.path}`, { basename: 'docs' })).status).toBe(409);
    expect((await world.call(`PATCH ${other.path}`, { basename: '../x' })).status).toBe(400);
    expect((await world.call(`PATCH ${other.path}`, { published: true })).status).toBe(400);
  });

  it('are arranged by people who create content, opened to visitors by administrators, and seen by members', async () => {
    const { path } = await newSite('a');
    const statuses = async (operation: string, body?: unknown): Promise<Record<string, number>> => {
      const all: Record<string, number> = {};
      for (const who of everybody) all[who] = (await world.call(`${operation}`, body, who)).status;
      return all;
    };

    expect(await statuses(`GET ${path}`)).toMatchObject({ read: 200, guest: 404, stranger: 404 });
    expect(await statuses(`PATCH ${path}`, { title: 'New' })).toMatchObject({
      admin: 200,
      create: 200,
      review: 403,
      read: 403,
      guest: 404,
      stranger: 404,
    });
    expect(await statuses(`PATCH ${path}`, { visibility: 'unlisted' })).toMatchObject({
      admin: 200,
      create: 200,
    });
    await world.ok(`PATCH ${path}`, { visibility: 'public' });
    expect((await world.call(`PATCH ${path}`, { visibility: 'unlisted' }, 'create')).status).toBe(403);
    expect((await world.call(`POST ${path}/publish`, undefined, 'create')).status).toBe(403);
  });

  it('belong to the organization in the path', async () => {
    const { id } = await newSite('a');

    expect((await world.call(`GET /orgs/${world.otherOrg}/sites/${id}`, undefined, 'stranger')).status).toBe(
      404,
    );
    expect((await world.call(`GET /orgs/${world.otherOrg}/sites/${id}`)).status).toBe(404);
  });

  it('are published once and unpublished once', async () => {
    const empty = await world.ok(`POST ${sites}`, { title: 'Empty' });
    expect((await world.call(`POST ${sites}/${empty.id}/publish`)).status).toBe(412);
    const { path, id, spaces } = await newSite('a');

    expect((await world.ok(`POST ${path}/publish`)).urls.published).toBe(`http://docs.test/sites/${id}/`);
    expect((await world.call(`POST ${path}/publish`)).status).toBe(409);
    const { urls } = await world.ok(`GET /spaces/${spaces[0]}`);
    expect([urls.published, urls.public]).toEqual([
      `http://docs.test/sites/${id}/`,
      `http://docs.test/sites/${id}/`,
    ]);
    await world.ok(`POST ${path}/unpublish`);
    expect((await world.call(`POST ${path}/unpublish`)).status).toBe(409);
    expect((await world.ok(`GET /spaces/${spaces[0]}`)).urls.published).toBeUndefined();
  });

  it('when deleted leave their spaces, and are no longer a default', async () => {
    const { path, id, spaces } = await newSite('a');
    await world.ok(`PATCH /orgs/${world.org}`, { defaultContent: { type: 'site', site: id } });

    expect((await world.call(`DELETE ${path}`)).status).toBe(204);

    expect((await world.call(`DELETE ${path}`)).status).toBe(404);
    expect((await world.call(`GET /spaces/${spaces[0]}`)).status).toBe(200);
    expect((await world.ok(`GET /orgs/${world.org}`)).defaultContent).toBeUndefined();
  });
});

describe('a published site', () => {
  it('is unpublished when its last space is deleted, and a restored space does not publish it again', async () => {
    const first = world.newSpace('First');
    const second = world.newSpace('Second');
    const { id } = await world.ok(`POST ${sites}`, { title: 'Two', spaces: [first, second] });
    await world.ok(`POST ${sites}/${id}/publish`);
    const published = async () => (await world.ok(`GET ${sites}/${id}`)).published;

    await world.ok(`DELETE /spaces/${first}`);
    expect(await published()).toBe(true);
    await world.ok(`DELETE /spaces/${second}`);
    expect(await published()).toBe(false);
    expect((await world.call(`GET ${sites}/${id}/published`, undefined, 'stranger')).status).toBe(404);
    expect((await world.call(`POST ${sites}/${id}/publish`)).status).toBe(412);
    await world.ok(`POST /spaces/${second}/restore`);
    expect(await published()).toBe(false);
    await world.ok(`POST ${sites}/${id}/publish`);

    const { items } = await world.ok(`GET ${sites}/${id}/site-spaces`);
    for (const { id: place } of items) await world.ok(`DELETE ${sites}/${id}/site-spaces/${place}`);
    expect(await published()).toBe(false);
  });

  it('shows its profile to anybody when it is public, and to no outsider before', async () => {
    const { path } = await newSite('a');
    expect((await world.call(`GET ${path}/published`, undefined, 'stranger')).status).toBe(404);
    expect((await world.call(`GET ${path}/published`, undefined, 'read')).status).toBe(200);

    await world.ok(`POST ${path}/publish`);

    const profile = await world.ok(`GET ${path}/published`, undefined, 'stranger');
    expect(profile).toMatchObject({
      object: 'published-content-site',
      structure: { type: 'siteSpaces', structure: [{ space: { permissions: { view: false } } }] },
      customizations: { site: { title: 'Docs', styling: { theme: 'clean' } } },
    });
    expect((await world.call(`GET ${path}`, undefined, 'stranger')).status).toBe(404);
    expect((await world.ok(`GET ${path}/site-spaces`, undefined, 'guest')).items).toHaveLength(1);
  });

  it('behind a share link opens only with its key', async () => {
    const { path, id, spaces } = await newSite('a');
    await world.ok(`PATCH ${path}`, { visibility: 'share-link' });
    await world.ok(`POST ${path}/publish`);
    const key = activeShareKey(world.context(), id)!;
    const other = await newSite('b');
    await world.ok(`PATCH ${other.path}`, { visibility: 'share-link' });
    const otherKey = activeShareKey(world.context(), other.id)!;

    for (const wrong of ['', '?shareKey=', '?shareKey=wrong', `?shareKey=${otherKey}`]) {
      expect((await world.call(`GET ${path}/published${wrong}`, undefined, 'stranger')).status).toBe(404);
      expect((await world.call(`GET ${path}/sections${wrong}`, undefined, 'stranger')).status).toBe(404);
      expect((await world.call(`GET /spaces/${spaces[0]}${wrong}`, undefined, 'stranger')).status).toBe(404);
    }
    for (const part of ['published', 'sections', 'site-spaces']) {
      expect((await world.call(`GET ${path}/${part}?shareKey=${key}`, undefined, 'stranger')).status).toBe(
        200,
      );
    }
    const space = await world.ok(`GET /spaces/${spaces[0]}?shareKey=${key}`, undefined, 'stranger');
    expect(space.urls.published).toBe(`http://docs.test/sites/${id}/?shareKey=${key}`);
    expect(Object.values(space.permissions).filter(Boolean)).toHaveLength(1);
    expect((await world.ok(`GET /spaces/${spaces[0]}`, undefined, 'read')).urls.published).toBeUndefined();
    expect((await world.ok(`GET ${path}`, undefined, 'read')).urls.published).toBeUndefined();
    expect((await world.ok(`GET ${path}`, undefined, 'create')).urls.published).toContain(key);
  });

  it('for visitors who sign in does not open to other tokens', async () => {
    const { path } = await newSite('a');
    await world.ok(`PATCH ${path}`, { visibility: 'visitor-auth' });
    await world.ok(`POST ${path}/publish`);

    expect((await world.call(`GET ${path}/published`, undefined, 'stranger')).status).toBe(404);
  });
});

describe('site spaces', () => {
  it('are added once, moved, given a path and a condition, and removed', async () => {
    const { path, spaces } = await newSite('a', 'b');
    const c = world.newSpace('c');
    const added = await world.call(`POST ${path}/site-spaces`, { spaceId: c });
    expect(added).toMatchObject({ status: 201, body: { path: 'c', default: false, space: { id: c } } });
    expect(added.headers['location']).toBe(`http://docs.test/v1${path}/site-spaces/${added.body.id}`);
    expect((await world.call(`POST ${path}/site-spaces`, { spaceId: spaces[0] })).status).toBe(409);
    const { items } = await world.ok(`GET ${path}/site-spaces`);
    const [a, b] = items;

    await world.ok(`POST ${path}/site-spaces/${added.body.id}/move`, {
      position: { before: { type: 'site-space', siteSpace: a.id } },
    });
    expect((await siteSpaces(path)).map(([each]) => each)).toEqual(['c', 'a', 'b']);
    await world.ok(`POST ${path}/site-spaces/${a.id}/move`, {
      position: { after: { type: 'site-space', siteSpace: b.id } },
    });
    await world.ok(`POST ${path}/site-spaces/${added.body.id}/move`, {});
    expect((await siteSpaces(path)).map(([each]) => each)).toEqual(['b', 'a', 'c']);
    expect(
      (
        await world.call(`POST ${path}/site-spaces/${a.id}/move`, {
          position: { before: { type: 'site-space', siteSpace: a.id } },
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await world.call(`POST ${path}/site-spaces/${a.id}/move`, {
          position: { before: { type: 'site-space', siteSpace: 'no' } },
        })
      ).status,
    ).toBe(404);

    const changed = await world.ok(`PATCH ${path}/site-spaces/${b.id}`, {
      path: 'beta',
      condition: 'visitor.claims.beta',
    });
    expect(changed).toMatchObject({ path: 'beta', condition: 'visitor.claims.beta' });
    expect(
      (await world.ok(`PATCH ${path}/site-spaces/${b.id}`, { condition: null })).condition,
    ).toBeUndefined();
    expect((await world.call(`PATCH ${path}/site-spaces/${b.id}`, { path: 'a' })).status).toBe(409);
    expect((await world.call(`PATCH ${path}/site-spaces/${b.id}`, { path: 'a/b' })).status).toBe(400);
    expect(
      (await world.call(`PATCH ${path}/site-spaces/${b.id}`, { condition: 'process.exit()' })).status,
    ).toBe(400);
    expect((await world.call(`PATCH ${path}/site-spaces/${b.id}`, { spaceId: c })).status).toBe(409);

    expect((await world.call(`DELETE ${path}/site-spaces/${a.id}`)).status).toBe(204);
    expect((await siteSpaces(path)).filter(([, , isDefault]) => isDefault)).toHaveLength(1);
  });

  it('have one default for the site or their section', async () => {
    const { path } = await newSite('a', 'b');
    const [a, b] = (await world.ok(`GET ${path}/site-spaces`)).items;

    await world.ok(`PATCH ${path}`, { defaultSiteSpace: b.id });
    expect(
      (await world.ok(`GET ${path}/site-spaces?default=true`)).items.map((item: Json) => item.id),
    ).toEqual([b.id]);
    expect(
      (await world.ok(`GET ${path}/site-spaces?default=false`)).items.map((item: Json) => item.id),
    ).toEqual([a.id]);
    expect((await world.call(`PATCH ${path}`, { defaultSiteSpace: 'unknown' })).status).toBe(404);
  });

  it('of spaces that the caller may not see, or that are deleted, are left out', async () => {
    const { path, spaces } = await newSite('a', 'b');
    await world.ok(`PATCH /spaces/${spaces[0]}`, { defaultLevel: null, emoji: null });

    expect((await world.ok(`GET ${path}/site-spaces`, undefined, 'read')).items).toHaveLength(1);
    await world.ok(`DELETE /spaces/${spaces[1]}`);
    expect((await world.ok(`GET ${path}/site-spaces`, undefined, 'read')).items).toHaveLength(0);
    expect((await world.ok(`GET ${path}`)).siteSpaces).toBe(1);
    await world.ok(`POST /spaces/${spaces[1]}/restore`);
    expect((await world.ok(`GET ${path}`)).siteSpaces).toBe(2);
  });
});

describe('sections', () => {
  it('take over the spaces at the root, and have their own paths', async () => {
    const { path } = await newSite('Guides');
    const reply = await world.call(`POST ${path}/sections`, { spaceId: world.newSpace('API'), icon: 'code' });

    expect(reply).toMatchObject({
      status: 201,
      body: { title: 'API', path: 'api', icon: 'code', default: false },
    });
    expect(reply.headers['location']).toBe(`http://docs.test/v1${path}/sections/${reply.body.id}`);
    expect(await outline(path)).toEqual(['Guides', 'API']);
    const { items } = await world.ok(`GET ${path}/sections`);
    expect(items.map((item: Json) => [item.path, item.default, item.siteSpaces.length])).toEqual([
      ['guides', true, 1],
      ['api', false, 1],
    ]);
    expect((await world.ok(`POST ${path}/sections`, { spaceId: world.newSpace('X') })).title).toBe(
      'Section X',
    );
    expect(
      (await world.call(`POST ${path}/sections`, { spaceId: world.newSpace('Y'), title: 't'.repeat(65) }))
        .status,
    ).toBe(400);
  });

  it('are changed: absent leaves, null removes', async () => {
    const { path } = await newSite('Guides');
    const { id } = await world.ok(`POST ${path}/sections`, { spaceId: world.newSpace('API') });
    const full = {
      title: 'Reference',
      path: 'ref',
      condition: 'visitor.claims.dev == true',
      icon: 'code',
      description: 'Calls',
    };

    expect(await world.ok(`PATCH ${path}/sections/${id}`, full)).toMatchObject(full);
    const rest = await world.ok(`PATCH ${path}/sections/${id}`, {
      condition: null,
      icon: null,
      description: null,
    });
    expect(rest).toMatchObject({ title: 'Reference', path: 'ref' });
    expect(['condition', 'icon', 'description'].filter((field) => field in rest)).toEqual([]);
    expect((await world.call(`PATCH ${path}/sections/${id}`, { path: 'guides' })).status).toBe(409);
    expect((await world.call(`PATCH ${path}/sections/${id}`, { condition: '((' })).status).toBe(400);
    const [guides] = (await world.ok(`GET ${path}/sections`)).items;
    const foreign = guides.siteSpaces[0].id;
    expect((await world.call(`PATCH ${path}/sections/${id}`, { defaultSiteSpace: foreign })).status).toBe(
      404,
    );
    await world.ok(`PATCH ${path}`, { defaultSiteSection: id });
    expect((await world.ok(`GET ${path}/sections`)).items.map((item: Json) => item.default)).toEqual([
      false,
      true,
    ]);
    expect((await world.call(`PATCH ${path}`, { defaultSiteSpace: foreign })).status).toBe(400);
  });

  it('move among each other, in and out of groups', async () => {
    const { path } = await newSite('Aa');
    const ids: Record<string, string> = { Aa: '' };
    for (const title of ['Bb', 'Cc', 'Dd']) {
      ids[title] = (await world.ok(`POST ${path}/sections`, { spaceId: world.newSpace(title) })).id;
    }
    ids['Aa'] = (await world.ok(`GET ${path}/sections`)).items[0].id;
    const group = await world.call(`POST ${path}/section-groups`, {
      title: 'G',
      icon: 'house',
      sections: [ids['Cc'], ids['Bb'], ids['Cc']],
    });
    expect(group.status).toBe(201);
    expect(await outline(path)).toEqual(['Aa', 'Dd', ['G', ['Cc', 'Bb']]]);
    const beside = (side: string, id: string): object => ({
      position: { [side]: { type: 'site-section', siteSection: id } },
    });

    await world.ok(`POST ${path}/sections/${ids['Dd']}/move`, beside('after', ids['Cc']!));
    expect(await outline(path)).toEqual(['Aa', ['G', ['Cc', 'Dd', 'Bb']]]);
    await world.ok(`POST ${path}/sections/${ids['Bb']}/move`, beside('before', ids['Aa']!));
    expect(await outline(path)).toEqual(['Bb', 'Aa', ['G', ['Cc', 'Dd']]]);
    await world.ok(`POST ${path}/section-groups/${group.body.id}/move`, {
      position: { before: { type: 'site-section', id: ids['Aa'] } },
    });
    expect(await outline(path)).toEqual(['Bb', ['G', ['Cc', 'Dd']], 'Aa']);
    expect(
      (
        await world.call(`POST ${path}/section-groups/${group.body.id}/move`, {
          position: { after: { type: 'site-section', id: ids['Cc'] } },
        })
      ).status,
    ).toBe(400);
    await world.ok(`POST ${path}/sections/${ids['Cc']}/move`, {});
    expect(await outline(path)).toEqual(['Bb', ['G', ['Dd']], 'Aa', 'Cc']);

    expect(
      (await world.call(`POST ${path}/section-groups/${group.body.id}/sections`, { sectionId: ids['Dd'] }))
        .status,
    ).toBe(409);
    await world.ok(`POST ${path}/section-groups/${group.body.id}/sections`, { sectionId: ids['Bb'] });
    expect(await outline(path)).toEqual([['G', ['Dd', 'Bb']], 'Aa', 'Cc']);
    expect(
      (await world.call(`DELETE ${path}/section-groups/${group.body.id}/sections/${ids['Aa']}`)).status,
    ).toBe(404);
    expect(
      (await world.call(`DELETE ${path}/section-groups/${group.body.id}/sections/${ids['Dd']}`)).status,
    ).toBe(204);
    expect(await outline(path)).toEqual([['G', ['Bb']], 'Dd', 'Aa', 'Cc']);
    expect(
      (await world.ok(`PATCH ${path}/section-groups/${group.body.id}`, { title: 'H', icon: null })).icon,
    ).toBeUndefined();
    expect((await world.call(`DELETE ${path}/section-groups/${group.body.id}`)).status).toBe(204);
    expect(await outline(path)).toEqual(['Bb', 'Dd', 'Aa', 'Cc']);
    expect((await world.ok(`GET ${path}/section-groups`)).items).toEqual([]);
  });

  it('keep a space and a default as long as they exist', async () => {
    const { path } = await newSite('Aa');
    const { id, siteSpaces: own } = await world.ok(`POST ${path}/sections`, {
      spaceId: world.newSpace('Bb'),
    });
    const [first] = (await world.ok(`GET ${path}/sections`)).items;

    expect((await world.call(`DELETE ${path}/site-spaces/${own[0].id}`)).status).toBe(409);
    expect((await world.call(`DELETE ${path}/sections/${first.id}`)).status).toBe(204);
    expect((await world.ok(`GET ${path}/sections`)).items).toMatchObject([{ id, default: true }]);
    const variant = await world.ok(`POST ${path}/site-spaces`, { spaceId: world.newSpace('Cc') });
    expect(variant.section).toBe(id);
    expect((await world.call(`DELETE ${path}/site-spaces/${own[0].id}`)).status).toBe(204);
    expect((await world.ok(`GET ${path}/site-spaces?default=true`)).items).toMatchObject([
      { id: variant.id },
    ]);
  });
});

describe('adaptive content', () => {
  const schema = {
    type: 'object',
    properties: {
      beta: { type: 'boolean', description: 'In the beta' },
      plan: { type: 'string', description: 'What is paid for', enum: ['free', 'pro'] },
      seats: { type: 'number', description: '' },
      roles: { type: 'array', description: '', items: { type: 'string', description: '', enum: ['owner'] } },
      place: {
        type: 'object',
        description: '',
        properties: { 'odd name': { type: 'boolean', description: '' } },
        additionalProperties: false,
      },
      unsigned: {
        type: 'object',
        properties: { theme: { type: 'string', description: '' } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };

  it('has a schema once somebody sets it, and readable conditions that fit it', async () => {
    const { path } = await newSite('a');
    expect((await world.call(`GET ${path}/adaptive-schema`)).status).toBe(404);
    expect(await world.ok(`GET ${path}/adaptive-schema/template-conditions`)).toEqual({ items: [] });

    expect(await world.ok(`PUT ${path}/adaptive-schema`, { jsonSchema: schema })).toEqual({
      object: 'site-adaptive-schema',
      jsonSchema: schema,
      updatedAt: '2026-01-01T00:00:00.000Z',
    });

    const { items } = await world.ok(`GET ${path}/adaptive-schema/template-conditions`);
    expect(items.map((item: Json) => item.condition)).toEqual([
      'visitor.claims.beta == true',
      'visitor.claims.plan == "free"',
      'visitor.claims.plan == "pro"',
      'visitor.claims.seats >= 1',
      'visitor.claims.roles.includes("owner")',
      'visitor.claims.place["odd name"] == true',
      'visitor.claims.unsigned.theme == ""',
    ]);
    const [siteSpace] = (await world.ok(`GET ${path}/site-spaces`)).items;
    for (const { condition } of items)
      await world.ok(`PATCH ${path}/site-spaces/${siteSpace.id}`, { condition });
  });

  it.each([
    {},
    { type: 'object', properties: {} },
    { ...schema, additionalProperties: true },
    { ...schema, properties: { x: { type: 'date', description: '' } } },
  ])('refuses a schema like %j', async (jsonSchema) => {
    const { path } = await newSite('a');
    expect((await world.call(`PUT ${path}/adaptive-schema`, { jsonSchema })).status).toBe(400);
  });
});
