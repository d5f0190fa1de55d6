import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantLevel } from '../../../src/service/organizations/index.ts';
import { aService, everybody, type ServiceFixture, type Json } from '../fixture.ts';

let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

async function create(title: string, parent?: string): Promise<string> {
  return (
    await world.ok(`POST /orgs/${world.org}/collections`, {
      title,
      ...(parent === undefined ? {} : { parent }),
    })
  ).id;
}

async function titles(query = '', who: Parameters<ServiceFixture['ok']>[2] = 'admin'): Promise<string[]> {
  const { items } = await world.ok(`GET /orgs/${world.org}/collections${query}`, undefined, who);
  return items.map((item: Json) => item.title);
}

describe('collections', () => {
  it('are created with an address, at the end of their parent', async () => {
    const reply = await world.call(`POST /orgs/${world.org}/collections`, { title: 'Guides' });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`http://docs.test/v1/collections/${reply.body.id}`);
    expect(reply.body).toEqual({
      object: 'collection',
      id: reply.body.id,
      title: 'Guides',
      organization: world.org,
      defaultLevel: 'inherit',
      urls: { location: reply.headers['location'], app: `http://docs.test/app/collections/${reply.body.id}` },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
  });

  it('are listed parents first, or only those at the top', async () => {
    const a = await create('a');
    const b = await create('b', a);
    await create('c', b);
    await create('d');

    expect(await titles()).toEqual(['a', 'b', 'c', 'd']);
    expect(await titles('?nested=false')).toEqual(['a', 'd']);
    const first = await world.ok(`GET /orgs/${world.org}/collections?limit=3`);
    const rest = await world.ok(`GET /orgs/${world.org}/collections?limit=3&page=${first.next.page}`);
    expect([first.count, first.items.length, rest.items.map((item: Json) => item.title)]).toEqual([
      4,
      3,
      ['d'],
    ]);
  });

  it('are changed field by field', async () => {
    const id = await create('a');

    await world.ok(`PATCH /collections/${id}`, { description: 'What it is', defaultLevel: 'comment' });
    const changed = await world.ok(`PATCH /collections/${id}`, { title: 'b' });

    expect(changed).toMatchObject({ title: 'b', description: 'What it is', defaultLevel: 'comment' });
    expect((await world.ok(`PATCH /collections/${id}`, { defaultLevel: null })).defaultLevel).toBeNull();
  });

  it('take titles of 50 code points, whatever their planes, and no more', async () => {
    expect((await world.call(`POST /orgs/${world.org}/collections`, { title: '😀'.repeat(50) })).status).toBe(
      201,
    );
    expect((await world.call(`POST /orgs/${world.org}/collections`, { title: '😀'.repeat(51) })).status).toBe(
      400,
    );
    expect((await world.call(`POST /orgs/${world.org}/collections`, { title: 'a'.repeat(51) })).status).toBe(
      400,
    );
  });

  it('share one order with the spaces beside them', async () => {
    const [a, b] = [await create('a'), await create('b')];
    const space = world.newSpace('s');

    await world.ok(`POST /collections/${b}/move`, {
      position: { before: { type: 'collection', collection: a } },
    });
    expect(await titles()).toEqual(['b', 'a']);
    await world.ok(`POST /collections/${b}/move`, { position: { after: { type: 'space', space } } });
    expect(await titles()).toEqual(['a', 'b']);
    await world.ok(`POST /collections/${a}/move`, {});
    expect(await titles()).toEqual(['b', 'a']);
    const both = { before: { type: 'space', space }, after: { type: 'space', space } };
    expect((await world.call(`POST /collections/${a}/move`, { position: both })).status).toBe(400);
  });

  it('cannot be moved into themselves, however deep', async () => {
    const a = await create('a');
    const b = await create('b', a);
    const c = await create('c', b);

    for (const parent of [a, b, c])
      expect((await world.call(`POST /collections/${a}/move`, { parent })).status).toBe(400);
    expect((await world.ok(`POST /collections/${c}/move`, { parent: null })).parent).toBeUndefined();
    expect((await world.ok(`POST /collections/${a}/move`, { parent: c })).parent).toBe(c);
  });

  it('nest 32 deep and no deeper', async () => {
    let parent = await create('0');
    for (let depth = 1; depth < 32; depth++) parent = await create(String(depth), parent);

    expect((await world.call(`POST /orgs/${world.org}/collections`, { parent })).status).toBe(400);
    const top = await create('top');
    expect((await world.call(`POST /collections/${top}/move`, { parent })).status).toBe(400);
  });

  it('when deleted take their content along; its spaces can be restored, for the same people', async () => {
    const outer = await create('outer');
    const inner = await create('inner', outer);
    await world.ok(`PATCH /collections/${outer}`, { defaultLevel: null });
    const space = world.newSpace('s');
    await world.ok(`POST /spaces/${space}/move`, { parent: inner });
    expect((await world.call(`GET /spaces/${space}`, undefined, 'create')).status).toBe(404);

    expect((await world.call(`DELETE /collections/${outer}`)).status).toBe(204);

    expect(await titles()).toEqual([]);
    expect((await world.call(`GET /collections/${inner}`)).status).toBe(404);
    expect((await world.call(`GET /spaces/${space}`)).status).toBe(404);
    expect(await world.ok(`POST /spaces/${space}/restore`)).toMatchObject({
      visibility: 'private',
      defaultLevel: null,
    });
    expect((await world.call(`GET /spaces/${space}`, undefined, 'create')).status).toBe(404);
  });

  it('go with everything in them to an organization where the caller may create', async () => {
    const outer = await create('outer');
    const inner = await create('inner', outer);
    const space = world.newSpace('s');
    await world.ok(`POST /spaces/${space}/move`, { parent: inner });

    expect(
      (await world.call(`POST /collections/${outer}/transfer`, { organization: world.otherOrg })).status,
    ).toBe(404);
    expect(
      (await world.call(`POST /collections/${outer}/transfer`, { organization: world.org })).status,
    ).toBe(409);
    await world.ok(
      `POST /orgs/${world.otherOrg}/invites`,
      { emails: ['admin@home.test'], role: 'read' },
      'stranger',
    );
    expect(
      (await world.call(`POST /collections/${outer}/transfer`, { organization: world.otherOrg })).status,
    ).toBe(403);
    await world.ok(
      `POST /orgs/${world.otherOrg}/invites`,
      { emails: ['admin@home.test'], role: 'create' },
      'stranger',
    );

    const moved = await world.ok(`POST /collections/${outer}/transfer`, { organization: world.otherOrg });

    expect(moved.organization).toBe(world.otherOrg);
    expect((await world.ok(`GET /collections/${inner}`, undefined, 'stranger')).organization).toBe(
      world.otherOrg,
    );
    expect((await world.ok(`GET /spaces/${space}`, undefined, 'stranger')).organization).toBe(world.otherOrg);
    expect((await world.call(`GET /spaces/${space}`, undefined, 'edit')).status).toBe(404);
  });

  it('with a space on a site cannot be transferred', async () => {
    const outer = await create('outer');
    const space = world.newSpace('s');
    await world.ok(`POST /spaces/${space}/move`, { parent: outer });
    await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Site', spaces: [space] });
    await world.ok(
      `POST /orgs/${world.otherOrg}/invites`,
      { emails: ['admin@home.test'], role: 'admin' },
      'stranger',
    );

    expect(
      (await world.call(`POST /collections/${outer}/transfer`, { organization: world.otherOrg })).status,
    ).toBe(412);
  });
});

describe('levels', () => {
  it('pass from the organization through collections to spaces, and the lowest setting counts', async () => {
    const outer = await create('outer');
    const inner = await create('inner', outer);
    const space = world.newSpace('s');
    await world.ok(`POST /spaces/${space}/move`, { parent: inner });
    const may = async (): Promise<Record<string, string[]>> => {
      const all: Record<string, string[]> = {};
      for (const who of everybody) {
        const { status, body } = await world.call(`GET /spaces/${space}`, undefined, who);
        all[who] =
          status === 404
            ? ['hidden']
            : Object.keys(body.permissions).filter((name) => body.permissions[name]);
      }
      return all;
    };

    expect(await may()).toMatchObject({ read: ['view', 'access'], guest: ['hidden'], stranger: ['hidden'] });
    expect((await may())['edit']).toContain('edit');
    await world.ok(`PATCH /collections/${outer}`, { defaultLevel: 'read' });
    expect((await may())['edit']).toEqual(['view', 'access']);
    expect((await may())['admin']).toContain('admin');
    await world.ok(`PATCH /collections/${inner}`, { defaultLevel: 'edit' });
    expect((await may())['read']).toContain('edit');
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: null, emoji: null });
    expect(await may()).toMatchObject({ create: ['hidden'], read: ['hidden'] });
    grantLevel(world.context(), {
      kind: 'collection',
      content: outer,
      holderKind: 'user',
      holder: world.users.guest,
      level: 'comment',
    });
    expect((await may())['guest']).toEqual(['hidden']);
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: 'inherit', emoji: null });
    await world.ok(`PATCH /collections/${inner}`, { defaultLevel: 'inherit' });
    expect((await may())['guest']).toEqual(['view', 'access', 'comment']);
  });
});
