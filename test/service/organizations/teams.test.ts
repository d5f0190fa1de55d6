import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashOfAllRows } from '../../../src/service/index.ts';
import { aService, everybody, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

const teams = (): string => `/orgs/${world.org}/teams`;
const newTeam = async (title: string, ...members: string[]): Promise<string> =>
  (await world.ok(`PUT ${teams()}`, { title, members })).id as string;
const membersOf = async (team: string): Promise<Json[]> =>
  (await world.ok(`GET ${teams()}/${team}/members`)).items.map(({ organization, team: { role } }: Json) => [
    organization.user.displayName,
    role,
  ]);

describe('a team', () => {
  it('is made, renamed and removed by an administrator, and seen by everybody with a role', async () => {
    const id = await newTeam('Writers', world.users.edit, world.users.edit);
    expect(await world.ok(`GET ${teams()}/${id}`)).toMatchObject({
      object: 'team',
      title: 'Writers',
      members: 1,
    });
    await world.ok(`PATCH ${teams()}/${id}`, { title: 'Authors' });
    expect((await world.ok(`GET ${teams()}`)).items).toMatchObject([{ id, title: 'Authors' }]);

    for (const who of everybody) {
      const expected = who === 'stranger' ? 404 : who === 'guest' ? 403 : 200;
      expect([who, (await world.call(`GET ${teams()}`, undefined, who)).status]).toEqual([who, expected]);
      // A guest does not see the list, so for a guest none of its teams exists.
      const one = (await world.call(`GET ${teams()}/${id}`, undefined, who)).status;
      expect([who, one]).toEqual([who, expected === 200 ? 200 : 404]);
    }
    const rows = hashOfAllRows(world.embedded.service.store);
    for (const who of everybody.filter((each) => each !== 'admin')) {
      for (const [operation, body] of [
        [`PUT ${teams()}`, { title: 'Mine' }],
        [`PATCH ${teams()}/${id}`, { title: 'Mine' }],
        [`DELETE ${teams()}/${id}`],
        [`PUT ${teams()}/${id}/members/${world.users[who]}`, { role: 'owner' }],
        [`DELETE ${teams()}/${id}/members/${world.users.edit}`],
      ] as const)
        expect((await world.call(operation, body, who)).status).toBeGreaterThanOrEqual(403);
    }
    expect(hashOfAllRows(world.embedded.service.store)).toBe(rows);

    await world.ok(`DELETE ${teams()}/${id}`);
    expect((await world.call(`GET ${teams()}/${id}`)).status).toBe(404);
  });

  it('takes members of the organization in, and nobody else', async () => {
    const id = await newTeam('Writers');
    const at = `${teams()}/${id}/members`;
    await world.ok(`PUT ${at}/${world.users.read}`);
    await world.ok(`PUT ${at}/${world.users.guest}`, { role: 'owner' });
    expect((await membersOf(id)).sort()).toEqual([
      ['guest', 'owner'],
      ['read', 'member'],
    ]);
    await world.ok(`PUT ${at}/${world.users.guest}`, { role: 'member' });
    expect(await membersOf(id)).toContainEqual(['guest', 'member']);
    expect((await world.call(`PUT ${at}/${world.users.stranger}`)).status).toBe(404);
    expect((await world.call(`PUT ${teams()}`, { title: 'x', members: [world.users.stranger] })).status).toBe(
      404,
    );
    await world.ok(`DELETE ${at}/${world.users.read}`);
    expect((await world.call(`DELETE ${at}/${world.users.read}`)).status).toBe(404);
  });

  it('is managed by its owners, who can neither make another team nor remove this one', async () => {
    const id = await newTeam('Writers');
    const other = await newTeam('Others');
    await world.ok(`PUT ${teams()}/${id}/members/${world.users.guest}`, { role: 'owner' });
    const as = async (operation: string, body?: unknown): Promise<number> =>
      (await world.call(operation, body, 'guest')).status;

    expect((await world.ok(`GET ${teams()}/${id}`, undefined, 'guest')).permissions).toEqual({
      view: true,
      admin: true,
    });
    expect(await as(`PATCH ${teams()}/${id}`, { title: 'Ours' })).toBe(200);
    expect(await as(`PUT ${teams()}/${id}/members/${world.users.read}`)).toBe(204);
    expect(await as(`DELETE ${teams()}/${id}/members/${world.users.read}`)).toBe(204);
    expect(await as(`DELETE ${teams()}/${id}`)).toBe(403);
    expect(await as(`PUT ${teams()}`, { title: 'New' })).toBe(403);
    expect(await as(`PATCH ${teams()}/${other}`, { title: 'Ours' })).toBe(404);
    await world.ok(`PUT ${teams()}/${other}/members/${world.users.edit}`, { role: 'member' });
    expect((await world.call(`PATCH ${teams()}/${other}`, { title: 'Ours' }, 'edit')).status).toBe(403);
  });
});

describe('a team’s role', () => {
  it.each(['space', 'collection'] as const)('in a %s adds to what its members may do there', async (kind) => {
    const shelf: Json = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
    const space: Json = await world.ok(`POST /orgs/${world.org}/spaces`, {
      title: 'Guides',
      parent: shelf.id,
    });
    const at = kind === 'space' ? `/spaces/${space.id}` : `/collections/${shelf.id}`;
    const team = await newTeam('Writers', world.users.guest);
    const rights = async (): Promise<Json> =>
      (await world.call(`GET /spaces/${space.id}`, undefined, 'guest')).body.permissions;
    expect(await rights()).toBeUndefined();

    await world.ok(`POST ${at}/permissions`, { teams: [team], role: 'comment' });
    expect(await rights()).toMatchObject({ comment: true, edit: false });
    expect((await world.ok(`GET ${at}/permissions/teams`)).items).toMatchObject([
      { permission: 'comment', team: { id: team, title: 'Writers', spaces: kind === 'space' ? 1 : 0 } },
    ]);
    await world.ok(`PATCH ${at}/permissions/teams/${team}`, { role: 'edit' });
    expect(await rights()).toMatchObject({ edit: true, review: false });
    await world.ok(`DELETE ${at}/permissions/teams/${team}`);
    expect(await rights()).toBeUndefined();
    expect((await world.call(`DELETE ${at}/permissions/teams/${team}`)).status).toBe(404);
    expect((await world.call(`PATCH ${at}/permissions/teams/${team}`, { role: 'edit' })).status).toBe(404);

    await world.ok(`POST ${at}/permissions`, { teams: [team], role: 'admin' });
    await world.ok(`DELETE ${teams()}/${team}`);
    expect(await rights()).toBeUndefined();
    expect((await world.ok(`GET ${at}/permissions/teams`)).count).toBe(0);
  });

  it('is given only by administrators of the content', async () => {
    const space = world.newSpace('Guides');
    const team = await newTeam('Writers', world.users.edit);
    await world.ok(`POST /spaces/${space}/permissions`, { teams: [team], role: 'edit' });
    const rows = hashOfAllRows(world.embedded.service.store);
    for (const who of everybody.filter((each) => each !== 'admin'))
      for (const [operation, body] of [
        [`GET /spaces/${space}/permissions/teams`],
        [`POST /spaces/${space}/permissions`, { teams: [team], role: 'admin' }],
        [`PATCH /spaces/${space}/permissions/teams/${team}`, { role: 'admin' }],
        [`DELETE /spaces/${space}/permissions/teams/${team}`],
      ] as const)
        expect((await world.call(operation, body, who)).status).toBeGreaterThanOrEqual(403);
    expect(hashOfAllRows(world.embedded.service.store)).toBe(rows);
  });

  it('is not given to a team of another organization, and one unknown team stops the whole request', async () => {
    const space = world.newSpace('Guides');
    const own = await newTeam('Writers');
    const foreign: Json = await world.ok(
      `PUT /orgs/${world.otherOrg}/teams`,
      { title: 'Theirs' },
      'stranger',
    );
    const { status } = await world.call(`POST /spaces/${space}/permissions`, {
      teams: [own, foreign.id],
      role: 'admin',
    });
    expect(status).toBe(404);
    expect((await world.ok(`GET /spaces/${space}/permissions/teams`)).items).toEqual([]);
  });
});
