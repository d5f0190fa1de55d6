import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeExpiredSpaces } from '../../../src/service/index.ts';
import { aService, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Manual');
  await world.ok(`POST /orgs/${world.org}/custom-fields`, { name: 'team', type: 'text' });
  await world.ok(`PATCH /spaces/${space}/custom-fields`, { values: { team: { value: 'docs' } } });
});
afterEach(() => world.close());

it('a copy of a space has its custom-field values', async () => {
  const { id } = await world.ok(`POST /spaces/${space}/duplicate`);

  expect(await world.ok(`GET /spaces/${id}/custom-fields`)).toMatchObject([{ value: 'docs' }]);
});

it('a transferred space leaves its invitations behind, and takes the values that fit', async () => {
  await world.ok(`POST /orgs/${world.org}/link-invites`, { level: 'read', space });
  await world.ok(`POST /orgs/${world.otherOrg}/custom-fields`, { name: 'team', type: 'text' }, 'stranger');
  await world.ok(
    `POST /orgs/${world.otherOrg}/invites`,
    { emails: ['admin@home.test'], role: 'admin' },
    'stranger',
  );

  await world.ok(`POST /spaces/${space}/transfer`, { organization: world.otherOrg });

  expect((await world.ok(`GET /orgs/${world.org}/link-invites`)).items).toEqual([]);
  expect(await world.ok(`GET /spaces/${space}/custom-fields`)).toMatchObject([{ value: 'docs' }]);
});

it('a space that is deleted for good leaves no empty section on a site', async () => {
  const site = await world.ok(`POST /orgs/${world.org}/sites`, {
    title: 'Docs',
    spaces: [world.newSpace('Other')],
  });
  await world.ok(`POST /orgs/${world.org}/sites/${site.id}/sections`, { spaceId: space });
  await world.ok(`DELETE /spaces/${space}`);
  world.clock.jump(8 * 24 * 3_600_000);

  expect(removeExpiredSpaces(world.embedded.service, world.clock.now())).toBe(1);

  expect((await world.ok(`GET /orgs/${world.org}/sites/${site.id}/sections`)).items).toHaveLength(1);
});
