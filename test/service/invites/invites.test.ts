import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberRole } from '../../../src/service/access/index.ts';
import { aService, everybody, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let links: string;

beforeEach(() => {
  world = aService();
  links = `/orgs/${world.org}/link-invites`;
});
afterEach(() => world.close());

const roleOf = (user: string): unknown => memberRole(world.embedded.service.store, user, world.org)?.role;

describe('invitations by e-mail', () => {
  it('make members at once, and never lower anybody', async () => {
    const reply = await world.ok(`POST /orgs/${world.org}/invites`, {
      emails: [
        'New@Example.org',
        { email: 'read@home.test', role: 'edit' },
        { email: 'review@home.test', role: 'read' },
      ],
      role: 'comment',
    });

    expect(reply).toMatchObject({ invited: 1, failedSSOEmails: [] });
    expect(reply.users.map(roleOf)).toEqual(['comment', 'edit', 'review']);
    expect(reply.users.slice(1)).toEqual([world.users.read, world.users.review]);
  });

  it('without a role give the organization’s default', async () => {
    await world.ok(`PATCH /orgs/${world.org}`, { defaultRole: 'read' });

    const { users } = await world.ok(`POST /orgs/${world.org}/invites`, {
      emails: ['a@example.org', { email: 'b@example.org', role: null }],
    });

    expect(users.map(roleOf)).toEqual(['read', null]);
  });

  it('as SSO users fail for all while there is no provider', async () => {
    const body = { emails: ['a@example.org'], sso: true };
    expect(await world.ok(`POST /orgs/${world.org}/invites`, body)).toEqual({
      users: [],
      invited: 0,
      failedSSOEmails: ['a@example.org'],
    });

    await world.ok(`POST /orgs/${world.org}/saml`, { label: 'IdP' });

    expect(await world.ok(`POST /orgs/${world.org}/invites`, body)).toMatchObject({
      invited: 1,
      failedSSOEmails: [],
    });
  });

  it('are sent by administrators to addresses', async () => {
    for (const who of everybody) {
      const { status } = await world.call(
        `POST /orgs/${world.org}/invites`,
        { emails: ['a@example.org'] },
        who,
      );
      expect([who, status]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    }
    for (const emails of [[], ['no address'], [{ email: 'a@example.org' }], 'a@example.org']) {
      expect((await world.call(`POST /orgs/${world.org}/invites`, { emails })).status).toBe(400);
    }
  });
});

describe('invitation links', () => {
  it('are made, listed, changed and deleted', async () => {
    const made = await world.call(`POST ${links}`, { role: 'edit' });
    expect(made).toMatchObject({ status: 201, body: { object: 'invite', role: 'edit', redundant: true } });
    expect(made.body.id).toMatch(/^[0-9A-Za-z]{24}$/);

    expect((await world.ok(`GET ${links}`)).items).toEqual([made.body]);
    expect(await world.ok(`GET ${links}/${made.body.id}`)).toEqual(made.body);
    expect((await world.ok(`PATCH ${links}/${made.body.id}`, { role: null })).role).toBeNull();
    expect((await world.call(`PATCH ${links}/${made.body.id}`, { level: 'read' })).status).toBe(400);
    expect((await world.call(`DELETE ${links}/${made.body.id}`)).status).toBe(204);
    expect(
      (await world.call(`POST /orgs/${world.org}/invites/${made.body.id}`, undefined, 'stranger')).status,
    ).toBe(404);
  });

  it('let whoever holds one in, once, and never lower anybody', async () => {
    const { id } = await world.ok(`POST ${links}`, { role: 'edit' });

    expect(await world.ok(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger')).toEqual({});
    expect(roleOf(world.users.stranger)).toBe('edit');
    expect((await world.call(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger')).status).toBe(
      409,
    );
    expect((await world.call(`POST /orgs/${world.org}/invites/${id}`, undefined, 'review')).status).toBe(409);
    await world.ok(`POST /orgs/${world.org}/invites/${id}`, undefined, 'read');
    expect([roleOf(world.users.review), roleOf(world.users.read)]).toEqual(['review', 'edit']);
    expect((await world.call(`POST /orgs/${world.otherOrg}/invites/${id}`, undefined, 'guest')).status).toBe(
      404,
    );
  });

  it('to content give a level on it, and membership as a guest', async () => {
    const space = world.newSpace('Manual');
    const other = world.newSpace('Other');
    const { id } = await world.ok(`POST ${links}`, { level: 'comment', space });
    expect(await world.ok(`GET ${links}/${id}`)).toMatchObject({
      role: null,
      level: 'comment',
      space: { id: space },
    });

    await world.ok(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger');

    expect(roleOf(world.users.stranger)).toBeNull();
    expect((await world.ok(`GET /spaces/${space}`, undefined, 'stranger')).permissions).toMatchObject({
      comment: true,
      edit: false,
    });
    expect((await world.call(`GET /spaces/${other}`, undefined, 'stranger')).status).toBe(404);
    await world.ok(`PATCH ${links}/${id}`, { level: 'edit' });
    await world.ok(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger');
    expect((await world.ok(`GET /spaces/${space}`, undefined, 'stranger')).permissions.edit).toBe(true);
    const { id: collection } = await world.ok(`POST /orgs/${world.org}/collections`, {});
    expect(await world.ok(`POST ${links}`, { level: 'read', collection })).toMatchObject({
      collection: { id: collection },
    });
    expect((await world.call(`POST ${links}`, { level: null, space })).status).toBe(400);
    expect(
      (await world.call(`POST ${links}`, { level: 'read', space: world.newSpace('x', world.otherOrg) }))
        .status,
    ).toBe(404);
  });

  it('stop working when the organization switches them off', async () => {
    const { id } = await world.ok(`POST ${links}`, { role: 'edit' });
    await world.ok(`PATCH /orgs/${world.org}`, { inviteLinks: false });

    expect((await world.call(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger')).status).toBe(
      403,
    );
    expect((await world.call(`POST ${links}`, { role: 'edit' })).status).toBe(412);
    await world.ok(`PATCH /orgs/${world.org}`, { inviteLinks: true });
    await world.ok(`POST /orgs/${world.org}/invites/${id}`, undefined, 'stranger');
  });

  it('can be made and seen only by administrators', async () => {
    for (const who of everybody) {
      const expected = who === 'admin' ? [200, 201] : who === 'stranger' ? [404, 404] : [403, 403];
      const statuses = [
        (await world.call(`GET ${links}`, undefined, who)).status,
        (await world.call(`POST ${links}`, { role: 'admin' }, who)).status,
      ];
      expect([who, statuses]).toEqual([who, expected]);
    }
  });
});
