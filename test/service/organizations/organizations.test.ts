import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aService, everybody, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;

beforeEach(() => {
  world = aService();
});
afterEach(() => world.close());

describe('organizations', () => {
  it('each caller lists their own, with their permissions', async () => {
    const { items, count } = await world.ok('GET /orgs', undefined, 'read');

    expect(count).toBe(1);
    expect(items).toMatchObject([
      {
        object: 'organization',
        id: world.org,
        title: 'Home',
        emailDomains: [],
        hostname: 'home',
        type: 'business',
        plan: 'free_2024',
        inviteLinks: true,
        defaultRole: null,
        trial: { status: 'notapplicable' },
        permissions: { view: true, admin: false, createContent: false, listMembers: true },
      },
    ]);
    expect((await world.ok('GET /orgs', undefined, 'stranger')).items[0].id).toBe(world.otherOrg);
  });

  it('another one answers like one that does not exist, byte for byte except the id', async () => {
    const others = await world.call(`GET /orgs/${world.org}`, undefined, 'stranger');
    const nobodys = await world.call(`GET /orgs/${'x'.repeat(world.org.length)}`, undefined, 'stranger');

    expect(others.status).toBe(404);
    expect(JSON.stringify(others.body).replaceAll(world.org, 'ID')).toBe(
      JSON.stringify(nobodys.body).replaceAll('x'.repeat(world.org.length), 'ID'),
    );
  });

  it('only its administrators change it', async () => {
    for (const who of everybody) {
      const { status } = await world.call(`PATCH /orgs/${world.org}`, { title: `By ${who}` }, who);
      expect([who, status]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    }
    expect((await world.ok(`GET /orgs/${world.org}`)).title).toBe('By admin');
  });

  it('takes each field that can be changed, and keeps the others', async () => {
    const changed = await world.ok(`PATCH /orgs/${world.org}`, {
      emailDomains: ['Example.ORG', 'bücher.example', 'example.org'],
      hostname: 'new-home',
      defaultRole: 'comment',
      logo: 'https://example.org/logo.png',
      ai: true,
      inviteLinks: false,
    });

    expect(changed).toMatchObject({
      title: 'Home',
      emailDomains: ['example.org', 'xn--bcher-kva.example'],
      hostname: 'new-home',
      defaultRole: 'comment',
      urls: { logo: 'https://example.org/logo.png' },
      ai: true,
      inviteLinks: false,
    });
    const without = await world.ok(`PATCH /orgs/${world.org}`, {
      logo: null,
      defaultRole: null,
      emailDomains: [],
    });
    expect(without).toMatchObject({ defaultRole: null, emailDomains: [], hostname: 'new-home' });
    expect(without.urls.logo).toBeUndefined();
  });

  it.each([
    [{ hostname: 'elsewhere' }, 409],
    [{ hostname: '-home' }, 400],
    [{ hostname: 'Home' }, 400],
    [{ emailDomains: ['gmail.com'] }, 400],
    [{ emailDomains: ['no domain'] }, 400],
    [{ logo: 'javascript:alert(1)' }, 400],
    [{ sso: true }, 400],
    [{ defaultContent: { type: 'site', site: 'unknown' } }, 404],
    [{ title: 'x' }, 400],
    [{ id: 'mine' }, 400],
    [{ plan: 'enterprise_2024' }, 400],
  ])('refuses %j with %i and changes nothing', async (body, status) => {
    const before = await world.ok(`GET /orgs/${world.org}`);

    expect((await world.call(`PATCH /orgs/${world.org}`, { title: 'Not this', ...body })).status).toBe(
      status,
    );
    expect(await world.ok(`GET /orgs/${world.org}`)).toEqual(before);
  });

  it('the claim on an e-mail domain is shown only to people of that domain and to members', async () => {
    await world.ok(`PATCH /orgs/${world.org}`, { emailDomains: ['home.test', 'claimed.example'] });
    const ask = async (domain: string, who: 'read' | 'stranger'): Promise<number> =>
      (await world.ok(`GET /email-domains/${domain}/orgs`, undefined, who)).organizations.length;

    expect(await ask('claimed.example', 'read')).toBe(1);
    expect(await ask('claimed.example', 'stranger')).toBe(0);
    expect(await ask('home.test', 'stranger')).toBe(1);
    expect((await world.call('GET /email-domains/nonsense/orgs')).status).toBe(400);
  });

  it('callers can ask who they are', async () => {
    expect(await world.ok('GET /user', undefined, 'edit')).toEqual({
      object: 'user',
      id: world.users.edit,
      displayName: 'edit',
      email: 'edit@home.test',
      urls: { location: `http://docs.test/v1/users/${world.users.edit}` },
    });
  });
});
