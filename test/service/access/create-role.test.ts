import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

const status = async (operation: string, body?: unknown): Promise<number> =>
  (await world.call(operation, body, 'create')).status;

describe('the role create', () => {
  it('arranges spaces, its own and those of others: renames, duplicates and moves them', async () => {
    const { id: own } = await world.ok(`POST /orgs/${world.org}/spaces`, { title: 'Own' }, 'create');
    for (const space of [own, world.newSpace('Of others')]) {
      const shelf: Json = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' }, 'create');
      expect(
        await status(`PATCH /spaces/${space}`, { title: 'Renamed', emoji: '🐳', editMode: 'locked' }),
      ).toBe(200);
      expect(await status(`POST /spaces/${space}/duplicate`)).toBe(201);
      expect(await status(`POST /spaces/${space}/move`, { parent: shelf.id })).toBe(200);
    }
  });

  it('may not change who sees a space, or delete, restore or transfer it', async () => {
    const space = world.newSpace('Guides');
    expect(await status(`PATCH /spaces/${space}`, { title: 'Mine', defaultLevel: 'admin' })).toBe(403);
    expect((await world.ok(`GET /spaces/${space}`)).title).toBe('Guides');
    expect(await status(`DELETE /spaces/${space}`)).toBe(403);
    expect(await status(`POST /spaces/${space}/transfer`, { organization: world.otherOrg })).toBe(403);
    await world.ok(`DELETE /spaces/${space}`);
    expect(await status(`POST /spaces/${space}/restore`)).toBe(403);
  });

  it('arranges collections, and deletes those without a space', async () => {
    const shelf: Json = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
    const inner: Json = await world.ok(`POST /orgs/${world.org}/collections`, {
      title: 'Inner',
      parent: shelf.id,
    });
    expect(await status(`PATCH /collections/${inner.id}`, { title: 'Renamed' })).toBe(200);
    expect(await status(`PATCH /collections/${inner.id}`, { defaultLevel: 'admin' })).toBe(403);
    expect(await status(`POST /collections/${inner.id}/move`, { parent: null })).toBe(200);
    expect(await status(`POST /collections/${inner.id}/transfer`, { organization: world.otherOrg })).toBe(
      403,
    );

    const { id: space } = await world.ok(`POST /orgs/${world.org}/spaces`, { parent: shelf.id });
    expect(await status(`DELETE /collections/${shelf.id}`)).toBe(403);
    expect((await world.ok(`GET /spaces/${space}`)).parent).toBe(shelf.id);
    expect(await status(`DELETE /collections/${inner.id}`)).toBe(204);
  });

  it('does not become the administrator of anything by moving it', async () => {
    const open: Json = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Open' });
    const shelf: Json = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
    await world.ok(`PATCH /collections/${open.id}`, { defaultLevel: 'admin' });
    const space = world.newSpace('Guides');

    expect(await status(`POST /spaces/${space}/move`, { parent: open.id })).toBe(403);
    expect(await status(`POST /collections/${shelf.id}/move`, { parent: open.id })).toBe(403);
    expect((await world.ok(`GET /spaces/${space}`)).parent).toBeUndefined();
    expect((await world.ok(`GET /collections/${shelf.id}`)).parent).toBeUndefined();
  });

  it('deletes a site, unless the site is published', async () => {
    const site: Json = await world.ok(
      `POST /orgs/${world.org}/sites`,
      { title: 'Docs', spaces: 'empty' },
      'create',
    );
    const path = `/orgs/${world.org}/sites/${site.id}`;
    await world.ok(`POST ${path}/publish`);
    expect(await status(`DELETE ${path}`)).toBe(403);
    await world.ok(`POST ${path}/unpublish`);
    expect(await status(`DELETE ${path}`)).toBe(204);
  });
});
