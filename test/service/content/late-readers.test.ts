import { afterEach, describe, expect, it } from 'vitest';
import { aService } from '../fixture.ts';
import type { ServiceFixture } from '../fixture.ts';

describe('readers of a service with a lag of three seconds', () => {
  let world: ServiceFixture;
  afterEach(() => world.close());

  const later = (ms: number): Promise<void> => world.clock.advance(ms);

  it('do not see a change request that was just made, and see it after the lag', async () => {
    world = aService({ lagMs: 3000 });
    const space = world.newSpace('Guides');

    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'Mine' });
    const asked = [
      `GET /spaces/${space}/change-requests/${id}`,
      `GET /spaces/${space}/change-requests/${id}/content`,
      `GET /spaces/${space}/change-requests/${id}/content/pages`,
    ];
    const soon = await Promise.all(asked.map(async (each) => (await world.call(each)).status));
    const { items } = await world.ok(`GET /spaces/${space}/change-requests?status=draft`);
    await later(2999);
    const almost = await world.call(asked[0]!);
    await later(1);
    const then = await Promise.all(asked.map(async (each) => (await world.call(each)).status));

    expect(soon).toEqual([404, 404, 404]);
    expect(items).toEqual([]);
    expect(almost.status).toBe(404);
    expect(then).toEqual([200, 200, 200]);
  });

  it('see the content from before a write, while the next write already builds on that write', async () => {
    world = aService({ lagMs: 3000 });
    const space = world.newSpace('Guides');
    const { id, revision } = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'Mine' });
    await later(5000);
    const content = `/spaces/${space}/change-requests/${id}/content`;
    const insert = (title: string) => ({
      changes: [{ type: 'insert_page', document: { markdown: `# ${title}\n\nText.\n` } }],
    });

    const first = await world.ok(`POST ${content}`, insert('First'));
    const shown = await world.ok(`GET ${content}`);
    await later(1000);
    const second = await world.ok(`POST ${content}`, insert('Second'));
    await later(2500);
    const between = await world.ok(`GET ${content}`);
    await later(2500);
    const last = await world.ok(`GET ${content}`);

    expect(shown).toMatchObject({ id: revision, pages: [] });
    expect(between.id).toBe(first.changeRequest.revision);
    expect(last.id).toBe(second.changeRequest.revision);
    expect(last.pages.map(({ title }: { title: string }) => title)).toEqual(['First', 'Second']);
    expect(last.parents).toEqual([between.id]);
  });

  it('see spaces, their lists and a merge late, but search and write as usual', async () => {
    world = aService({ lagMs: 3000 });
    const space = world.newSpace('Guides');
    const { revision } = await world.ok(`GET /spaces/${space}`);
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, { subject: 'Mine' });
    await later(5000);

    await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);
    const soon = await world.ok(`GET /spaces/${space}`);
    const list = await world.ok(`GET /orgs/${world.org}/spaces`);
    const request = await world.ok(`GET /spaces/${space}/change-requests/${id}`);
    await world.ok(`GET /orgs/${world.org}/search?query=guides`);
    await later(3000);
    const merged = await world.ok(`GET /spaces/${space}`);

    expect([soon.revision, list.items[0].revision]).toEqual([revision, revision]);
    expect(request.status).toBe('draft');
    expect(merged.revision).not.toBe(revision);
  });
});
