import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aService, everybody, type Json, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
beforeAll(() => {
  world = aService();
});
afterAll(() => world.close());

describe('the members of an organization', () => {
  it('are listed for everybody with a role there, page by page, with their roles', async () => {
    const path = `GET /orgs/${world.org}/members`;
    const all = (await world.ok(`${path}?limit=100`)).items as Json[];
    expect(all.map(({ id, role }) => [id, role])).toContainEqual([world.users.review, 'review']);
    expect(all.map(({ id }) => id)).not.toContain(world.users.stranger);
    const first = await world.ok(`${path}?limit=2`);
    const rest = await world.ok(`${path}?limit=100&page=${encodeURIComponent(first.next.page)}`);
    expect([...first.items, ...rest.items]).toEqual(all);

    for (const who of everybody)
      expect([who, (await world.call(path, undefined, who)).status]).toEqual([
        who,
        who === 'stranger' ? 404 : who === 'guest' ? 403 : 200,
      ]);
  });

  it('get other roles and are removed only by an administrator', async () => {
    const path = `/orgs/${world.org}/members/${world.users.comment}`;
    for (const who of everybody.filter((each) => each !== 'admin')) {
      expect((await world.call(`PATCH ${path}`, { role: 'admin' }, who)).status).toBeGreaterThanOrEqual(403);
      expect((await world.call(`DELETE ${path}`, undefined, who)).status).toBeGreaterThanOrEqual(403);
    }
    expect(await world.ok(`PATCH ${path}`, { role: 'edit' })).toMatchObject({ role: 'edit' });
    expect(await world.ok(`PATCH ${path}`, { role: null })).toMatchObject({ role: null });
    await world.ok(`DELETE ${path}`);
    expect((await world.call(`DELETE ${path}`)).status).toBe(404);
    expect((await world.call(`GET /orgs/${world.org}`, undefined, 'comment')).status).toBe(404);
  });

  it('keep one administrator', async () => {
    const path = `/orgs/${world.org}/members/${world.users.admin}`;
    expect((await world.call(`PATCH ${path}`, { role: 'read' })).status).toBe(412);
    expect((await world.call(`DELETE ${path}`)).status).toBe(412);
    await world.ok(`PATCH /orgs/${world.org}/members/${world.users.create}`, { role: 'admin' });
    expect(await world.ok(`PATCH ${path}`, { role: 'read' })).toMatchObject({ role: 'read' });
  });
});

describe('the tokens of a person', () => {
  it('are made by that person, shown once, listed without their secrets and revoked', async () => {
    const { token, id, ...made } = await world.ok('POST /user/tokens', { label: 'Laptop' }, 'edit');
    expect(made).toMatchObject({ object: 'token', label: 'Laptop' });
    const list = JSON.stringify(await world.ok('GET /user/tokens', undefined, 'edit'));
    expect(list).toContain(id);
    expect(list).not.toContain(token);
    const uses = () =>
      world.embedded.app.inject({
        url: '/v1/user',
        headers: { authorization: `Bearer ${token}`, host: 'docs.test' },
      });
    expect((await uses()).json()).toMatchObject({ id: world.users.edit });

    expect((await world.call(`DELETE /user/tokens/${id}`, undefined, 'read')).status).toBe(404);
    await world.ok(`DELETE /user/tokens/${id}`, undefined, 'edit');
    expect((await uses()).statusCode).toBe(401);
    expect(JSON.stringify(await world.ok('GET /user/tokens', undefined, 'edit'))).not.toContain(id);
  });

  it('end at the latest with the token that made them', async () => {
    const ends = new Date(world.clock.now() + 3_600_000).toISOString();
    const later = new Date(world.clock.now() + 7_200_000).toISOString();
    const short = await world.ok('POST /user/tokens', { label: 'Short', expiresAt: ends }, 'edit');
    expect(short.expiresAt).toBe(ends);
    const answer = await world.embedded.app.inject({
      method: 'POST',
      url: '/v1/user/tokens',
      headers: { authorization: `Bearer ${short.token}`, host: 'docs.test' },
      payload: { label: 'Longer', expiresAt: later },
    });
    expect(answer.json()).toMatchObject({ expiresAt: ends });
    const past = await world.call('POST /user/tokens', { label: 'x', expiresAt: '2001-01-01T00:00:00.000Z' });
    expect(past.status).toBe(400);
  });
});
