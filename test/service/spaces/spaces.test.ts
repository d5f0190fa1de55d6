import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeExpiredSpaces } from '../../../src/service/index.ts';
import { aService, publishPages } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

const day = 24 * 60 * 60 * 1000;
let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});

afterEach(() => world.close());

const count = (table: string): number =>
  world.embedded.service.store.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)!.count;

describe('a duplicate', () => {
  it('has the same pages under the same ids, copies no content, and changes by itself', async () => {
    const space = world.newSpace('Original');
    const [page] = (await publishPages(world, space, '# One\n\ntext\n', '# Two\n')) as [string];
    const objects = [count('nodes'), count('documents'), count('blobs')];

    const { body, headers, status } = await world.call(`POST /spaces/${space}/duplicate`);

    expect(status).toBe(201);
    expect(headers['location']).toBe(body.urls.location);
    expect(body.title).toBe('Original (copy)');
    expect([count('nodes'), count('documents'), count('blobs')]).toEqual(objects);
    expect((await world.ok(`GET /spaces/${body.id}/content/page/${page}`)).markdown).toBe('# One\n\ntext\n');
    await publishPages(world, body.id as string, '# Three\n');
    expect((await world.ok(`GET /spaces/${space}/content/pages`)).pages).toHaveLength(2);
  });

  it('has a title of at most 50 characters', async () => {
    const space = world.newSpace('😀'.repeat(50));
    const { title } = await world.ok(`POST /spaces/${space}/duplicate`);
    expect([...title]).toHaveLength(50);
  });
});

describe('a deleted space', () => {
  it('is not found, can be restored for 7 days, and is then removed with its content', async () => {
    const space = world.newSpace('Gone');
    const kept = world.newSpace('Kept');
    await publishPages(world, space, '# Only here\n', '# Shared\n');
    await publishPages(world, kept, '# Shared\n');
    await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`DELETE /spaces/${space}`);

    expect((await world.call(`GET /spaces/${space}`)).status).toBe(404);
    expect((await world.ok(`GET /orgs/${world.org}/spaces`)).items.map((item: Json) => item.id)).toEqual([
      kept,
    ]);
    await world.clock.advance(7 * day - 1);
    expect(removeExpiredSpaces(world.embedded.service, world.clock.now())).toBe(0);
    const restored = await world.ok(`POST /spaces/${space}/restore`);
    expect(restored.deletedAt).toBeUndefined();
    expect((await world.call(`POST /spaces/${space}/restore`)).status).toBe(409);

    await world.ok(`DELETE /spaces/${space}`);
    await world.clock.advance(7 * day);
    expect((await world.call(`POST /spaces/${space}/restore`)).status).toBe(412);
    expect(removeExpiredSpaces(world.embedded.service, world.clock.now())).toBe(1);
    expect((await world.call(`POST /spaces/${space}/restore`)).status).toBe(404);
    const texts = world.embedded.service.store
      .all<{ text: string }>('SELECT text FROM documents')
      .map(({ text }) => text);
    expect(texts).toEqual(['# Shared\n']);
    expect((await world.ok(`GET /spaces/${kept}/content/pages`)).pages[0].title).toBe('Shared');
  });
});

describe('the spaces of an organization', () => {
  it('come page by page, limited to those that the caller may see', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'].map((title) => world.newSpace(title));
    await world.ok(`PATCH /spaces/${ids[1]}`, { defaultLevel: null });
    const all = async (who: 'admin' | 'read'): Promise<string[]> => {
      const titles: string[] = [];
      for (let query = '?limit=2'; query !== '';) {
        const {
          items,
          next,
          count: total,
        } = await world.ok(`GET /orgs/${world.org}/spaces${query}`, undefined, who);
        expect(total).toBe(who === 'admin' ? 5 : 4);
        titles.push(...items.map((item: Json) => item.title as string));
        query = next === undefined ? '' : `?limit=2&page=${encodeURIComponent(next.page as string)}`;
      }
      return titles;
    };

    expect((await all('admin')).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect((await all('read')).sort()).toEqual(['a', 'c', 'd', 'e']);
    expect((await world.call(`GET /orgs/${world.org}/spaces`, undefined, 'stranger')).status).toBe(404);
  });
});

describe('moving a space', () => {
  it('puts it before or after a sibling, into a collection, and at the end by default', async () => {
    const { id: collection } = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'C' });
    const [a, b, c] = ['a', 'b', 'c'].map((title) => world.newSpace(title)) as [string, string, string];
    for (const id of [a, b, c]) await world.ok(`POST /spaces/${id}/move`, { parent: collection });
    const order = async (): Promise<string[]> =>
      (await world.ok(`GET /collections/${collection}/spaces`)).items.map(
        (item: Json) => item.title as string,
      );
    expect(await order()).toEqual(['a', 'b', 'c']);

    await world.ok(`POST /spaces/${c}/move`, { position: { before: { type: 'space', space: a } } });
    expect(await order()).toEqual(['c', 'a', 'b']);
    await world.ok(`POST /spaces/${c}/move`, { position: { after: { type: 'space', space: a } } });
    expect(await order()).toEqual(['a', 'c', 'b']);
    await world.ok(`POST /spaces/${a}/move`, {});
    expect(await order()).toEqual(['c', 'b', 'a']);
    await world.ok(`POST /spaces/${b}/move`, { parent: null });
    expect(await order()).toEqual(['c', 'a']);
    expect((await world.ok(`GET /spaces/${b}`)).parent).toBeUndefined();
    const foreign = { position: { before: { type: 'space', space: b } } };
    expect((await world.call(`POST /spaces/${a}/move`, foreign)).status).toBe(400);
  });
});

it('a space that nobody outside sees is in-collection within a collection, and private at the top', async () => {
  const { id: shelf } = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
  const space = world.newSpace('Guides');
  const visibility = async () => (await world.ok(`GET /spaces/${space}`)).visibility;

  expect(await visibility()).toBe('private');
  await world.ok(`POST /spaces/${space}/move`, { parent: shelf });
  expect(await visibility()).toBe('in-collection');
  await world.ok(`POST /spaces/${space}/move`, { parent: null });
  expect(await visibility()).toBe('private');
});
