import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, type ServiceFixture, type Json } from '../fixture.ts';

let world: ServiceFixture;
let fields: string;
let space: string;

beforeEach(() => {
  world = aService();
  fields = `/orgs/${world.org}/custom-fields`;
  space = world.newSpace('Manual');
});
afterEach(() => world.close());

const create = async (name: string, type: string, options?: string[]): Promise<Json> =>
  world.ok(`POST ${fields}`, { name, type, ...(options === undefined ? {} : { options }) });

async function values(): Promise<Record<string, unknown>> {
  const all = await world.ok(`GET /spaces/${space}/custom-fields`);
  return Object.fromEntries(all.map((each: Json) => [each.customField.name, each.value]));
}

const set = async (entries: Record<string, unknown>): Promise<number> =>
  (
    await world.call(`PATCH /spaces/${space}/custom-fields`, {
      values: Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, { value }])),
    })
  ).status;

describe('custom fields', () => {
  it('are defined by administrators, once for each name', async () => {
    const body = {
      name: 'tier',
      type: 'select:single',
      title: 'Tier',
      description: 'd',
      placeholder: 'p',
      options: ['a', 'b'],
    };
    const reply = await world.call(`POST ${fields}`, body);

    expect(reply).toMatchObject({ status: 201, body: { ...body, permissions: { view: true, edit: true } } });
    expect(reply.headers['location']).toBe(`http://docs.test/v1${fields}/tier`);
    expect((await world.call(`POST ${fields}`, body)).status).toBe(409);
    expect((await world.call(`POST ${fields}`, { name: 'x', type: 'text' }, 'create')).status).toBe(403);
    expect((await world.ok(`GET ${fields}/tier`, undefined, 'read')).permissions).toEqual({
      view: true,
      edit: false,
    });
    expect((await world.ok(`GET ${fields}`)).items).toHaveLength(1);
  });

  it('may have the names of object members, without any effect', async () => {
    for (const name of ['__proto__', 'constructor', '--x', '_']) await create(name, 'text');

    expect(await set({ constructor: 'c' })).toBe(204);
    const raw = `{"values":{"__proto__":{"value":"p"}}}`;
    const reply = await world.embedded.app.inject({
      method: 'PATCH',
      url: `/v1/spaces/${space}/custom-fields`,
      headers: { authorization: `Bearer ${world.tokens.admin}`, 'content-type': 'application/json' },
      payload: raw,
    });
    expect([204, 400]).toContain(reply.statusCode);
    expect((await values())['constructor']).toBe('c');
    expect(({} as Record<string, unknown>)['p']).toBeUndefined();
  });

  it.each([
    [{ name: 'x', type: 'select:single' }],
    [{ name: 'x', type: 'text', options: ['a'] }],
    [{ name: 'x', type: 'select:multi', options: ['a', 'a'] }],
    [{ name: 'x', type: 'select:multi', options: [] }],
    [{ name: 'x', type: 'date' }],
    [{ name: 'Upper', type: 'text' }],
    [{ name: 'x'.repeat(51), type: 'text' }],
    [{ name: '', type: 'text' }],
    [{ type: 'text' }],
  ])('refuse %j', async (body) => {
    expect((await world.call(`POST ${fields}`, body)).status).toBe(400);
  });

  it('of each type take values that fit it, and no others', async () => {
    await create('text', 'text');
    await create('number', 'number');
    await create('boolean', 'boolean');
    await create('tags', 'tags');
    await create('one', 'select:single', ['a', 'b']);
    await create('some', 'select:multi', ['a', 'b', 'c']);

    expect(
      await set({
        text: '',
        number: -1.5,
        boolean: false,
        tags: ['x', 'y', 'x'],
        one: 'b',
        some: ['c', 'a'],
      }),
    ).toBe(204);
    expect(await values()).toEqual({
      text: '',
      number: -1.5,
      boolean: false,
      tags: ['x', 'y'],
      one: 'b',
      some: ['c', 'a'],
    });
    for (const wrong of [
      { text: 1 },
      { number: '1' },
      { boolean: 'true' },
      { tags: 'x' },
      { one: 'c' },
      { one: ['a'] },
      { some: ['d'] },
    ]) {
      expect(await set({ text: 'lost', ...wrong })).toBe(400);
    }
    expect(await set({ text: 'lost', unknown: 'x' })).toBe(404);
    expect((await values())['text']).toBe('');
    expect(await set({ text: null, some: null })).toBe(204);
    expect(await values()).toMatchObject({ text: undefined, number: -1.5, some: undefined });
  });

  it('whose options change lose the removed options in spaces', async () => {
    await create('one', 'select:single', ['a', 'b']);
    await create('some', 'select:multi', ['a', 'b']);
    await set({ one: 'a', some: ['a', 'b'] });

    await world.ok(`PATCH ${fields}/one`, { options: ['b', 'c'] });
    await world.ok(`PATCH ${fields}/some`, { options: ['b', 'c'], title: 'Some' });

    expect(await values()).toEqual({ one: undefined, some: ['b'] });
    expect(await world.ok(`GET ${fields}/some`)).toMatchObject({ title: 'Some', options: ['b', 'c'] });
  });

  it('go with their values', async () => {
    await create('text', 'text');
    await set({ text: 'x' });

    expect((await world.call(`DELETE ${fields}/text`)).status).toBe(204);

    expect(await values()).toEqual({});
    expect((await world.call(`GET ${fields}/text`)).status).toBe(404);
    await create('text', 'text');
    expect(await values()).toEqual({ text: undefined });
  });

  it('are set by those who edit, and seen by those who read', async () => {
    await create('text', 'text');

    const body = { values: { text: { value: 'x' } } };
    expect((await world.call(`PATCH /spaces/${space}/custom-fields`, body, 'edit')).status).toBe(204);
    expect((await world.call(`PATCH /spaces/${space}/custom-fields`, body, 'comment')).status).toBe(403);
    expect((await world.call(`GET /spaces/${space}/custom-fields`, undefined, 'read')).status).toBe(200);
    expect((await world.call(`GET /spaces/${space}/custom-fields`, undefined, 'stranger')).status).toBe(404);
  });
});
