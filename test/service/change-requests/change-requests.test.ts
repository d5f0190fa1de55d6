import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService } from '../fixture.ts';
import type { Json, ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;

beforeEach(() => {
  world = aService();
  space = world.newSpace('Guides');
});

afterEach(() => world.close());

describe('change requests', () => {
  it('begin as drafts with the content of the space, and are found by id and by number', async () => {
    const { body, headers, status } = await world.call(`POST /spaces/${space}/change-requests`, {
      subject: 'First',
    });

    expect(status).toBe(201);
    expect(headers['location']).toBe(body.urls.location);
    expect(body).toMatchObject({ number: 1, status: 'draft', subject: 'First', outdated: false });
    expect(body.revision).toBe(body.revisionInitial);
    expect(await world.ok(`GET /spaces/${space}/change-requests/1`)).toEqual(body);
    expect(await world.ok(`GET /spaces/${space}/change-requests/${body.id}`)).toEqual(body);
  });

  it('need a body to be created, even an empty one', async () => {
    expect((await world.call(`POST /spaces/${space}/change-requests`)).status).toBe(400);
    expect((await world.call(`POST /spaces/${space}/change-requests`, {})).status).toBe(201);
  });

  it('are listed when open, unless another status is asked for; counters and updatedAt of the space follow', async () => {
    const before = await world.ok(`GET /spaces/${space}`);
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests`, {});
    const numbers = async (query: string): Promise<number[]> =>
      (await world.ok(`GET /spaces/${space}/change-requests${query}`)).items.map(
        (item: Json) => item.number as number,
      );

    expect(await numbers('')).toEqual([]);
    expect(await numbers('?status=draft')).toEqual([2, 1]);
    await world.ok(`PATCH /spaces/${space}/change-requests/${id}`, { status: 'open', subject: 'Ready' });
    expect(await numbers('')).toEqual([1]);
    const after = await world.ok(`GET /spaces/${space}`);
    expect(after).toMatchObject({ changeRequests: 2, changeRequestsOpen: 1, changeRequestsDraft: 1 });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  it('are listed by contributor: who created them, and who changed them', async () => {
    await world.ok(`POST /spaces/${space}/change-requests`, {}, 'edit');
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {}, 'review');
    await world.ok(`PATCH /spaces/${space}/change-requests/${id}`, { subject: 'mine too' }, 'edit');
    const of = async (who: 'edit' | 'review' | 'admin'): Promise<number[]> =>
      (
        await world.ok(`GET /spaces/${space}/change-requests?status=draft&contributor=${world.users[who]}`)
      ).items.map((item: Json) => item.number as number);

    expect(await of('edit')).toEqual([2, 1]);
    expect(await of('review')).toEqual([2]);
    expect(await of('admin')).toEqual([]);
  });

  it('keep their status once merged', async () => {
    const { id } = await world.ok(`POST /spaces/${space}/change-requests`, {});
    await world.ok(`POST /spaces/${space}/change-requests/${id}/merge`);

    expect(
      (await world.call(`PATCH /spaces/${space}/change-requests/${id}`, { status: 'open' })).status,
    ).toBe(412);
    expect(
      (await world.call(`PATCH /spaces/${space}/change-requests/${id}`, { status: 'merged' })).status,
    ).toBe(400);
    expect(
      (await world.ok(`PATCH /spaces/${space}/change-requests/${id}`, { subject: 'Done' })).subject,
    ).toBe('Done');
  });

  it('take a subject of 100 characters, in any script, and no more', async () => {
    const subject = '😀'.repeat(100);
    expect((await world.ok(`POST /spaces/${space}/change-requests`, { subject })).subject).toBe(subject);
    expect(
      (await world.call(`POST /spaces/${space}/change-requests`, { subject: `${subject}x` })).status,
    ).toBe(400);
  });

  it('of another space are not found, by number or id', async () => {
    const other = world.newSpace('Other');
    const { id } = await world.ok(`POST /spaces/${other}/change-requests`, {});

    expect((await world.call(`GET /spaces/${space}/change-requests/${id}`)).status).toBe(404);
    expect((await world.call(`GET /spaces/${space}/change-requests/1`)).status).toBe(404);
  });
});
