import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operationIds, operations } from '../../../src/contract/index.ts';
import { aService, everybody, publishPages, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

const events = async (query = '', organization = world.org, who?: 'stranger'): Promise<Json[]> =>
  (await world.ok(`GET /orgs/${organization}/audit-events${query}`, undefined, who)).items;

describe('an audit event', () => {
  it('is listed with time, person, operation and object, the newest first', async () => {
    const space = await world.ok(`POST /orgs/${world.org}/spaces`, { title: 'Guides' }, 'create');
    await world.clock.advance(1000);
    await world.ok(`PATCH /spaces/${space.id}`, { title: 'Handbook' }, 'create');
    await world.ok(`PATCH /orgs/${world.org}/members/${world.users.edit}`, { role: 'review' });

    const [role, renamed, made, ...rest] = await events();
    expect(rest).toEqual([]);
    expect(role).toMatchObject({
      action: 'updateMemberInOrganizationById',
      actor: { type: 'user', id: world.users.admin, label: 'admin' },
      source: 'api',
      target: { type: 'user', id: world.users.edit, label: 'edit' },
      payload: { role: 'review' },
    });
    // The name is the space's name at the time of the change.
    expect(renamed).toMatchObject({
      action: 'updateSpaceById',
      actor: { label: 'create' },
      target: { type: 'space', id: space.id, label: 'Guides' },
      payload: { title: 'Handbook' },
    });
    expect(made).toMatchObject({ action: 'createSpace', target: { type: 'space', id: space.id } });
    expect(Date.parse(renamed.occurredAt) - Date.parse(made.occurredAt)).toBe(1000);
    expect(renamed.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await world.ok(`GET ${new URL(renamed.urls.location).pathname.slice(3)}`)).toEqual(renamed);
  });

  it('is found by person, by object with everything in it, by operation and by time, page by page', async () => {
    const one = world.newSpace('One');
    const other = world.newSpace('Other');
    for (const space of [one, other])
      await world.ok(`POST /spaces/${space}/change-requests`, { subject: `In ${space}` }, 'edit');
    await world.clock.advance(60_000);
    await world.ok(`POST /spaces/${one}/comments`, { body: { markdown: 'Hello' } }, 'comment');

    const all = await events();
    expect(all.map(({ action }) => action)).toEqual([
      'postCommentInSpace',
      'createChangeRequest',
      'createChangeRequest',
    ]);
    expect(await events(`?actor=${world.users.edit}`)).toEqual(all.slice(1));
    expect(await events(`?target=${one}`)).toEqual([all[0], all[2]]);
    expect(await events(`?target=${all[1].target.id}`)).toEqual([all[1]]);
    expect(await events('?action=postCommentInSpace')).toEqual([all[0]]);
    expect(await events(`?from=${all[0].occurredAt}`)).toEqual([all[0]]);
    expect(await events(`?to=${all[1].occurredAt}`)).toEqual(all.slice(1));

    const first = await world.ok(`GET /orgs/${world.org}/audit-events?limit=2`);
    expect(first.count).toBe(3);
    expect(await events(`?limit=2&page=${encodeURIComponent(first.next.page)}`)).toEqual(all.slice(2));
    const foreign = await world.call(
      `GET /orgs/${world.org}/audit-events?actor=x&page=${encodeURIComponent(first.next.page)}`,
    );
    expect(foreign.status).toBe(400);
    expect((await world.call(`GET /orgs/${world.org}/audit-events?from=2026-01-01T00:00:60Z`)).status).toBe(
      400,
    );
  });

  it('is shown only to administrators of its organization', async () => {
    await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
    const [{ id }] = await events();
    for (const who of everybody)
      for (const path of ['', `/${id}`])
        expect([
          who,
          (await world.call(`GET /orgs/${world.org}/audit-events${path}`, undefined, who)).status,
        ]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    expect(
      (await world.call(`GET /orgs/${world.otherOrg}/audit-events/${id}`, undefined, 'stranger')).status,
    ).toBe(404);
    expect(await events('', world.otherOrg, 'stranger')).toEqual([]);
  });

  it('is not made for a call that was refused, failed or only read', async () => {
    const space = world.newSpace('Guides');
    await publishPages(world, space, '# Page\n\nText.\n');
    await world.call(`DELETE /spaces/${space}`, undefined, 'edit');
    await world.call(`PATCH /spaces/${space}`, { title: 'x'.repeat(51) });
    await world.call(`POST /spaces/${space}/transfer`, { organization: world.org });
    await world.ok('POST /urls/published', { url: 'http://docs.test/nowhere' }).catch(() => undefined);
    await world.ok(`GET /spaces/${space}/content`);
    expect((await events()).map(({ action }) => action)).toEqual([
      'mergeChangeRequest',
      'updateContentInChangeRequest',
      'createChangeRequest',
    ]);
  });

  it('keeps the names of deleted things, and is in both organizations when content moves', async () => {
    const shelf = await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Shelf' });
    await world.ok(`DELETE /collections/${shelf.id}`);
    expect((await events())[0]).toMatchObject({ action: 'deleteCollectionById', target: { label: 'Shelf' } });

    const space = world.newSpace('Guides');
    const at = { organization: world.otherOrg, user: world.users.admin };
    world.embedded.service.store.run(
      "INSERT INTO members (organization, user, role, joined_at) VALUES (?, ?, 'admin', '2026-01-01T00:00:00.000Z')",
      ...[at.organization, at.user],
    );
    await world.ok(`POST /spaces/${space}/transfer`, { organization: world.otherOrg });
    for (const organization of [world.org, world.otherOrg])
      expect((await events('', organization))[0]).toMatchObject({
        action: 'transferSpace',
        target: { id: space, label: 'Guides' },
      });
  });

  it('keeps no secret: neither scripts nor certificates, nor keys, nor texts', async () => {
    const secret = 'hush-hush-hush';
    await world.ok('POST /integrations/numbers', {
      ...{ title: 'Numbers', description: secret, scopes: [], script: secret, organization: world.org },
      secrets: { key: secret },
    });
    const space = world.newSpace('Guides');
    await world.ok(`POST /spaces/${space}/comments`, { body: { markdown: secret } });
    await world.ok('POST /user/tokens', { label: secret });
    await world.ok(`POST /orgs/${world.org}/saml`, { label: 'IdP', entityID: secret });
    const rows = JSON.stringify(world.embedded.service.store.all('SELECT * FROM audit_events'));
    expect(rows).toContain('publishIntegration');
    expect(rows).not.toContain(secret);
    // A token belongs to a person, not to an organization.
    expect(rows).not.toContain('createTokenForAuthenticatedUser');
  });

  it('is removed after a year, by later events', async () => {
    for (const title of ['One', 'Two', 'Three'])
      await world.ok(`POST /orgs/${world.org}/collections`, { title });
    await world.clock.advance(367 * 24 * 60 * 60 * 1000);
    await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Four' });
    await world.ok(`POST /orgs/${world.org}/collections`, { title: 'Five' });
    expect((await events()).map(({ target }) => target.label)).toEqual(['Five', 'Four']);
  });

  it('is made for every operation that does not only read', () => {
    const asking = operationIds.filter((id) => operations[id].method !== 'GET' && !operations[id].writes);
    expect(asking.sort()).toEqual([
      'getComputedDocument',
      'resolvePublishedContentByUrl',
      'searchSiteContent',
    ]);
    expect(operationIds.filter((id) => operations[id].method === 'GET' && operations[id].writes)).toEqual([]);
  });
});
