import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeMember } from '../../../src/service/organizations/index.ts';
import { aService, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let path: string;

beforeEach(async () => {
  world = aService();
  path = `/orgs/${world.org}/collections?limit=1000`;
  // Enough spaces for an answer that is long enough to be cached.
  for (let count = 0; count < 80; count++) {
    await world.ok(`POST /orgs/${world.org}/collections`, { title: `Collection ${count}` });
  }
});
afterEach(() => world.close());

const titles = async (): Promise<string[]> =>
  (await world.ok(`GET ${path}`)).items.map((item: Json) => item.title as string);

describe('a list that is asked for again', () => {
  it('is the same until something is written, and then up to date', async () => {
    const first = await world.ok(`GET ${path}`);
    expect(await world.ok(`GET ${path}`)).toEqual(first);

    await world.ok(`PATCH /collections/${first.items[3].id}`, { title: 'Changed' });

    expect((await titles())[3]).toBe('Changed');
    await world.ok(`DELETE /collections/${first.items[0].id}`);
    expect(await titles()).toHaveLength(79);
  });

  it('keeps nothing of the state before a write in memory', async () => {
    const { printedLists } = world.embedded.service.cache;
    const asks = async (): Promise<number> => {
      await world.ok(`GET ${path}`);
      return printedLists.weight;
    };
    const before = await asks();
    const { items } = await world.ok(`GET ${path}`);
    for (const { id } of items.slice(0, 5)) {
      await world.ok(`PATCH /collections/${id}`, { title: 'Changed' });
      await asks();
    }

    expect(before).toBeGreaterThan(20_000);
    expect(printedLists.weight).toBeLessThan(1.1 * before);
  });

  it('is separate for each caller', async () => {
    const mine = await world.ok(`GET ${path}`);
    const theirs = await world.ok(`GET ${path}`, undefined, 'read');

    expect(mine.items[0].permissions.admin).toBe(true);
    expect(theirs.items[0].permissions.admin).toBe(false);
    expect((await world.ok(`GET ${path}`, undefined, 'guest')).items).toEqual([]);
  });

  it('is refused as soon as the caller loses the right', async () => {
    await world.ok(`GET ${path}`, undefined, 'read');

    removeMember(world.context(), world.org, world.users.read);

    expect((await world.call(`GET ${path}`, undefined, 'read')).status).toBe(404);
  });
});
