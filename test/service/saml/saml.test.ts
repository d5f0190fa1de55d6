import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTeam } from '../../../src/service/organizations/index.ts';
import { fixedCertificate as pem } from '../../support/certificate.ts';
import { aService, everybody, type ServiceFixture } from '../fixture.ts';

const bare = pem.replace(/-----[A-Z ]+-----|\s/g, '');

let world: ServiceFixture;
let saml: string;

beforeEach(() => {
  world = aService();
  saml = `/orgs/${world.org}/saml`;
});
afterEach(() => world.close());

const full = { label: 'IdP', ssoURL: 'https://idp.test/sso', entityID: 'urn:idp', certificate: pem };

describe('SAML providers', () => {
  it('are kept as records, and offered to sign in with once they are complete', async () => {
    const created = await world.call(`POST ${saml}`, { label: 'IdP' });
    expect(created).toMatchObject({
      status: 201,
      body: { label: 'IdP', defaultRole: null, status: 'pending' },
    });
    expect(created.headers['location']).toBe(`http://docs.test/v1${saml}/${created.body.id}`);
    expect(await world.ok(`GET /orgs/${world.org}/sso`)).toEqual({ items: [] });

    const { label: _, ...rest } = full;
    const changed = await world.ok(`PATCH ${saml}/${created.body.id}`, { ...rest, defaultRole: 'read' });

    expect(changed).toMatchObject({ ...full, defaultRole: 'read', status: 'active' });
    expect(await world.ok(`GET ${saml}/${created.body.id}`)).toEqual(changed);
    expect((await world.ok(`GET ${saml}`)).items).toEqual([changed]);
    expect(await world.ok(`GET /orgs/${world.org}/sso`, undefined, 'read')).toEqual({
      items: [{ id: changed.id, label: 'IdP', startURL: changed.service.startURL }],
    });
    expect((await world.ok(`PATCH /orgs/${world.org}`, { sso: true })).sso).toBe(true);
    expect((await world.call(`DELETE ${saml}/${changed.id}`)).status).toBe(204);
    expect((await world.call(`GET ${saml}/${changed.id}`)).status).toBe(404);
  });

  it('accept a certificate as PEM or bare, and store it in one form', async () => {
    const one = await world.ok(`POST ${saml}`, full);
    const other = await world.ok(`POST ${saml}`, { ...full, certificate: bare });

    expect(other.certificate).toBe(one.certificate);
  });

  it.each([
    { label: '' },
    { label: 'l'.repeat(31) },
    { ...full, certificate: 'not a certificate' },
    { ...full, certificate: pem.replace('M', 'N') },
    { ...full, ssoURL: 'http://idp.test/sso' },
    { ...full, ssoURL: 'javascript:alert(1)' },
    { ...full, entityID: 'e'.repeat(1025) },
    { ...full, defaultRole: 'owner' },
  ])('refuse %j', async (body) => {
    expect((await world.call(`POST ${saml}`, body)).status).toBe(400);
    expect((await world.ok(`GET ${saml}`)).count).toBe(0);
  });

  it('put people only into teams of their own organization', async () => {
    const members = [world.users.edit, world.users.read];
    const team = createTeam(world.context(), { organization: world.org, title: 'Writers', members });
    const foreign = createTeam(world.context(), { organization: world.otherOrg, title: 'Others' });

    expect((await world.ok(`POST ${saml}`, { ...full, defaultTeam: team })).defaultTeam).toMatchObject({
      object: 'team',
      id: team,
      title: 'Writers',
      members: 2,
      permissions: { admin: true, view: true },
    });
    expect((await world.call(`POST ${saml}`, { ...full, defaultTeam: foreign })).status).toBe(404);
    expect((await world.ok(`GET ${saml}`)).count).toBe(1);
  });

  it('are for administrators', async () => {
    for (const who of everybody) {
      const { status } = await world.call(`GET ${saml}`, undefined, who);
      expect([who, status]).toEqual([who, who === 'admin' ? 200 : who === 'stranger' ? 404 : 403]);
    }
  });
});
