import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfAllRows } from '../../src/service/index.ts';
import type { Json, ServiceFixture } from '../service/fixture.ts';
import {
  assertionText,
  formats,
  IdentityProvider,
  responseWith,
  type Said,
} from '../support/identity-provider.ts';
import { appOrigin, aServiceWithApp, signedIn, Visitor, type Answered } from './visitor.ts';

const idp = new IdentityProvider();
let fixture: ServiceFixture;
let provider: Json;
let team: string;
beforeAll(async () => {
  fixture = aServiceWithApp();
  team = (await fixture.ok(`PUT /orgs/${fixture.org}/teams`, { title: 'Staff' })).id;
  provider = await fixture.ok(`POST /orgs/${fixture.org}/saml`, {
    ...{ label: 'Staff', ssoURL: 'https://id.test/sso?tenant=1', entityID: idp.entityID },
    ...{ certificate: idp.certificate, defaultRole: 'edit', defaultTeam: team },
  });
});
afterAll(() => fixture.close());

const path = (): string => new URL(provider.service.startURL).pathname;
const later = (ms: number): string => new Date(fixture.clock.now() + ms).toISOString();
const members = async (): Promise<Json[]> =>
  (await fixture.ok(`GET /orgs/${fixture.org}/members?limit=200`)).items;

/** The answer of an honest provider to a request. */
const said = (request: string, more: Partial<Said> = {}): Said => ({
  id: '_assertion',
  issuer: idp.entityID,
  subject: 'ada-1',
  format: formats.persistent,
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  recipient: provider.service.acsURL,
  inResponseTo: request,
  notBefore: '',
  until: later(300_000),
  conditionsUntil: later(300_000),
  audiences: [[provider.service.entityID]],
  attributes: { displayName: 'Ada Other' },
  statement: true,
  ...more,
});

/** Goes to the provider, and returns the request in the address. */
async function begun(visitor: Visitor, to = '/app/search'): Promise<string> {
  const { status, location = '' } = await visitor.get(`${path()}?to=${encodeURIComponent(to)}`);
  expect(status).toBe(303);
  return IdentityProvider.requestIn(location).id;
}

/** The form that the provider's page sends through the browser: from another site, without our cookies. */
async function answered(answer: string, at = `${path()}/acs`): Promise<Answered> {
  return new Visitor(fixture).post(
    at,
    { SAMLResponse: answer, 'form-token': '' },
    { origin: 'https://id.test', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  );
}

/** Signs in with an assertion, and returns the last page. */
async function signInAs(more: Partial<Said>): Promise<{ visitor: Visitor; answer: Answered }> {
  const visitor = new Visitor(fixture);
  const request = await begun(visitor);
  const back = await answered(responseWith(idp.signed(said(request, more))));
  if (back.location === undefined) return { visitor, answer: back };
  return { visitor, answer: await visitor.get(back.location, { 'sec-fetch-site': 'cross-site' }) };
}

describe('signing in through a provider', () => {
  it('asks the provider, and begins a session in the browser that asked, once', async () => {
    const visitor = new Visitor(fixture);
    const start = await visitor.get(`${path()}?to=%2Fapp%2Fsearch`);
    const address = new URL(start.location!);
    expect([address.origin, address.pathname, address.searchParams.get('tenant')]).toEqual([
      'https://id.test',
      '/sso',
      '1',
    ]);
    expect(start.headers['set-cookie']).toMatch(
      /^tidemark-sign-in=[0-9A-Za-z]{30}; Max-Age=600; Path=\/app\/sign-in; HttpOnly; SameSite=Lax$/,
    );
    const { id, issuer, acs } = IdentityProvider.requestIn(start.location!);
    expect([issuer, acs]).toEqual([provider.service.entityID, provider.service.acsURL]);
    expect(provider.service.acsURL.startsWith(`${appOrigin}/app/`)).toBe(true);

    const answer = responseWith(idp.signed(said(id)));
    const back = await answered(answer);
    expect([back.status, back.headers['set-cookie']]).toEqual([303, undefined]);
    // In another browser, the code alone is worth nothing, and it is not used up there.
    const thief = new Visitor(fixture);
    expect((await thief.get(back.location!)).status).toBe(401);
    thief.cookies.set('tidemark-sign-in', 'A'.repeat(30));
    expect((await thief.get(back.location!)).status).toBe(401);

    const end = await visitor.get(back.location!, { 'sec-fetch-site': 'cross-site' });
    expect([end.status, end.location]).toEqual([303, '/app/search']);
    expect((await visitor.get('/app')).html).toContain('Ada Other');
    expect((await visitor.get(back.location!)).status).toBe(401);
    // The same answer again, and another answer to the same request.
    expect((await answered(answer)).status).toBe(401);
    expect((await answered(responseWith(idp.signed(said(id, { id: '_other' }))))).status).toBe(401);
  });

  it('makes a new person a member with the role and team of the provider, without an address, and recognizes that person later', async () => {
    const { visitor } = await signInAs({
      subject: 'new-1',
      attributes: { displayName: 'Bo', email: 'bo@x.test' },
    });
    const [bo, ...others] = (await members()).filter(({ user }) => user.displayName === 'Bo');
    expect([others, bo.role, bo.sso, bo.teams, bo.user.email]).toEqual([[], 'edit', true, 1, undefined]);
    expect((await visitor.get(`/app/o/${fixture.org}`)).status).toBe(200);

    await fixture.ok(`PATCH /orgs/${fixture.org}/members/${bo.id}`, { role: 'comment' });
    await signInAs({ subject: 'new-1', attributes: { displayName: 'Bo' } });
    const again = (await members()).filter(({ user }) => user.displayName === 'Bo');
    expect(again.map(({ id, role }) => [id, role])).toEqual([[bo.id, 'comment']]);
    const [event] = (await fixture.ok(`GET /orgs/${fixture.org}/audit-events`)).items;
    expect(event).toMatchObject({ action: 'signInThroughProvider', actor: { id: bo.id }, source: 'ui' });
  });

  it('reads a name that has a comment in it as a whole, or not at all', async () => {
    const subject = 'victim@home.test<!-- x -->.evil.test';
    const { answer } = await signInAs({ subject, attributes: { displayName: 'Commented' } });
    const names = fixture.embedded.service.store
      .all<{ subject: string }>('SELECT subject FROM saml_identities')
      .map((row) => row.subject);
    // Either nobody is let in, or the whole name counts, but never only its first half.
    expect(names).not.toContain('victim@home.test');
    expect([303, 401]).toContain(answer.status);
  });

  it('says what went wrong when the provider does not exist, is not complete or was removed', async () => {
    const visitor = new Visitor(fixture);
    expect((await visitor.get('/app/sign-in/saml/nothing')).status).toBe(404);
    const half = await fixture.ok(`POST /orgs/${fixture.org}/saml`, { label: 'Half' });
    expect((await visitor.get(new URL(half.service.startURL).pathname)).status).toBe(404);
    expect((await answered('AAAA', `/app/sign-in/saml/${half.id}/acs`)).status).toBe(404);
    const metadata = await visitor.get(`${path()}/metadata`);
    expect(metadata.html).toContain(`Location="${provider.service.acsURL}"`);
    expect((await visitor.get('/app/sign-in/saml/nothing/metadata')).status).toBe(404);
  });

  it.each(['//evil.test', 'https://evil.test/app', '/elsewhere'])(
    'never leads to %s afterwards',
    async (to) => {
      const visitor = new Visitor(fixture);
      const request = await begun(visitor, to);
      const back = await answered(responseWith(idp.signed(said(request))));
      expect((await visitor.get(back.location!)).location).toBe('/app');
    },
  );

  it('ends the session with the provider', async () => {
    const own = await fixture.ok(`POST /orgs/${fixture.org}/saml`, {
      ...{ label: 'Soon gone', ssoURL: 'https://id.test/sso', entityID: idp.entityID },
      certificate: idp.certificate,
    });
    const visitor = new Visitor(fixture);
    const at = new URL(own.service.startURL).pathname;
    const request = IdentityProvider.requestIn((await visitor.get(at)).location!).id;
    const words = { recipient: own.service.acsURL, audiences: [[own.service.entityID]] };
    const back = await answered(responseWith(idp.signed(said(request, words))), `${at}/acs`);
    await visitor.get(back.location!);
    expect((await visitor.get('/app')).status).toBe(200);
    await fixture.ok(`DELETE /orgs/${fixture.org}/saml/${own.id}`);
    expect((await visitor.get('/app')).status).toBe(303);
  });
});

describe('an answer of a provider', () => {
  const wrong: [string, (request: string) => Partial<Said>][] = [
    ['is from another provider', () => ({ issuer: 'https://other.test' })],
    ['is for another service', () => ({ audiences: [['https://other.test']] })],
    ['is for nobody in particular', () => ({ audiences: [] })],
    [
      'is for us and, apart from that, for another',
      () => ({ audiences: [[provider.service.entityID], ['x']] }),
    ],
    ['was meant for another address', () => ({ recipient: 'https://other.test/acs' })],
    ['was meant for no address', () => ({ recipient: '' })],
    ['is over', () => ({ until: later(-120_000) })],
    ['has conditions that are over', () => ({ conditionsUntil: later(-120_000) })],
    ['never ends', () => ({ until: '' })],
    ['ends at no time that there is', () => ({ until: 'tomorrow' })],
    ['is for later', () => ({ notBefore: later(3_600_000) })],
    ['answers nobody', () => ({ inResponseTo: '' })],
    ['answers a request that was made up', () => ({ inResponseTo: '_made-up' })],
    ['is not for its bearer', () => ({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })],
    ['names nobody', () => ({ subject: '' })],
    ['names somebody anew each time', () => ({ format: formats.transient })],
    ['says of nobody that he signed in', () => ({ statement: false })],
  ];
  it.each(wrong)('lets nobody in when it %s', async (_, more) => {
    const visitor = new Visitor(fixture);
    const request = await begun(visitor);
    const rows = hashOfAllRows(fixture.embedded.service.store);
    const back = await answered(responseWith(idp.signed(said(request, more(request)))));
    expect([back.status, back.html.includes('is not accepted')]).toEqual([401, true]);
    expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
    // The request is still open for the provider's real answer.
    expect((await answered(responseWith(idp.signed(said(request))))).status).toBe(303);
  });

  it('lets clocks differ by less than a minute', async () => {
    const { answer } = await signInAs({ until: later(-30_000), conditionsUntil: later(-30_000) });
    expect(answer.location).toBe('/app/search');
  });

  it('lets nobody in when the request is older than ten minutes, or was made for another provider', async () => {
    const request = await begun(new Visitor(fixture));
    const other = await fixture.ok(
      `POST /orgs/${fixture.otherOrg}/saml`,
      {
        ...{ label: 'Theirs', ssoURL: 'https://id.test/sso', entityID: idp.entityID },
        certificate: idp.certificate,
      },
      'stranger',
    );
    const words = { recipient: other.service.acsURL, audiences: [[other.service.entityID]] };
    const at = `${new URL(other.service.startURL).pathname}/acs`;
    expect((await answered(responseWith(idp.signed(said(request, words))), at)).status).toBe(401);
    await fixture.clock.advance(10 * 60 * 1000);
    expect((await answered(responseWith(idp.signed(said(request))))).status).toBe(401);
  });

  const stolen = new IdentityProvider();
  /** Ways to put unsigned content into an answer. */
  const forged: [string, (good: string, evil: string, request: string) => string][] = [
    ['has no signature', (_, evil) => responseWith(evil)],
    ['has the signature of another key', (_, __, request) => responseWith(stolen.signed(said(request)))],
    ['was changed after it was signed', (good) => responseWith(good.replace('ada-1', 'eva-1'))],
    [
      'was prolonged after it was signed',
      (good) => responseWith(good.replace(/NotOnOrAfter="[^"]+"/, 'NotOnOrAfter="2100-01-01T00:00:00Z"')),
    ],
    ['has a second assertion behind', (good, evil) => responseWith(good + evil)],
    ['has a second assertion before', (good, evil) => responseWith(evil + good)],
    [
      'has a second assertion of the same id',
      (good, evil) => responseWith(evil.replace('_evil', '_assertion') + good),
    ],
    [
      'holds the signed one in an extension',
      (good, evil) => responseWith(`<samlp:Extensions>${good}</samlp:Extensions>${evil}`),
    ],
    [
      'holds the signed one in the forged one',
      (good, evil) => responseWith(evil.replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
    ],
    [
      'holds the signed one in the advice of the forged one',
      (good, evil) =>
        responseWith(evil.replace('<saml:Subject>', `<saml:Advice>${good}</saml:Advice><saml:Subject>`)),
    ],
    [
      'borrows the signature, and holds the signed one in it',
      (good, evil) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)![0];
        const around = signature.replace(
          '</ds:Signature>',
          `<ds:Object>${good.replace(signature, '')}</ds:Object></ds:Signature>`,
        );
        return responseWith(evil.replace('</saml:Issuer>', `</saml:Issuer>${around}`));
      },
    ],
    [
      'borrows the signature and the id',
      (good, evil) => {
        const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(good)![0];
        return responseWith(
          evil.replace('_evil', '_assertion').replace('</saml:Issuer>', `</saml:Issuer>${signature}`),
        );
      },
    ],
    [
      'brings two digests',
      (good) =>
        responseWith(
          good.replace('<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>'),
        ),
    ],
    [
      'hides another digest in a comment',
      (good) =>
        responseWith(
          good.replace('<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->').replace('ada-1', 'eva-1'),
        ),
    ],
    ['is signed with SHA-1', (_, __, request) => responseWith(idp.signed(said(request), { hash: 'sha1' }))],
    [
      'declares an entity',
      (good) =>
        responseWith(good.replace('ada-1', '&who;'), { before: '<!DOCTYPE a [<!ENTITY who "eva-1">]>' }),
    ],
    [
      'declares entities that grow',
      (good) =>
        responseWith(good, {
          before: '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
        }),
    ],
    ['is no XML', () => Buffer.from('hello').toString('base64')],
    ['is no base64', () => '<samlp:Response/>'],
    ['is empty', () => ''],
    ['is a response without an assertion', () => responseWith('')],
    ['is larger than any', (good) => responseWith(good + ' '.repeat(300_000))],
  ];
  it.each(forged)('lets nobody in when it %s', async (_, forge) => {
    const request = await begun(new Visitor(fixture));
    const good = idp.signed(said(request));
    const evil = assertionText(said(request, { id: '_evil', subject: 'eva-1' }));
    const rows = hashOfAllRows(fixture.embedded.service.store);
    const back = await answered(forge(good, evil, request));
    expect([back.status, back.location]).toEqual([401, undefined]);
    expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
    expect((await answered(responseWith(good))).status).toBe(303);
  });
});

describe('a person whom a provider may sign in', () => {
  it('is somebody with this address who was invited to sign in this way and never signed in otherwise', async () => {
    await fixture.ok(`POST /orgs/${fixture.org}/invites`, {
      emails: ['Cy@home.test'],
      role: 'review',
      sso: true,
    });
    const { visitor } = await signInAs({ subject: 'cy@home.test', format: formats.email, attributes: {} });
    const cy = (await members()).find(({ user }) => user.email === 'cy@home.test');
    expect([cy.role, cy.teams]).toEqual(['review', 0]);
    expect((await visitor.get('/app')).html).toContain('>cy<');

    // The provider's other name for the same address is another person.
    const { answer } = await signInAs({ subject: 'cy-2', attributes: { mail: 'cy@home.test' } });
    expect(answer.status).toBe(409);
  });

  it.each(['admin', 'read', 'guest'] as const)('is not %s, who signs in with a token', async (who) => {
    const { answer } = await signInAs({ subject: `as-${who}`, attributes: { email: `${who}@home.test` } });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('in another way');
    await fixture.ok(`POST /orgs/${fixture.org}/invites`, { emails: [`${who}@home.test`], sso: true });
    expect(
      (await signInAs({ subject: `as-${who}`, attributes: { email: `${who}@home.test` } })).answer.status,
    ).toBe(409);
  });

  it('is nobody from another organization: a person with such an address is a new person here', async () => {
    const { visitor } = await signInAs({
      subject: 'so',
      attributes: { email: 'stranger@home.test', cn: 'So' },
    });
    expect((await visitor.get(`/app/o/${fixture.org}`)).status).toBe(200);
    expect((await visitor.get(`/app/o/${fixture.otherOrg}`)).status).toBe(404);
    const so = (await members()).find(({ user }) => user.displayName === 'So');
    expect(so.id).not.toBe(fixture.users.stranger);
  });

  it('gets no rights in another organization, neither before nor after', async () => {
    const { visitor } = await signInAs({ subject: 'di', attributes: { displayName: 'Di' } });
    const invite = await fixture.ok(
      `POST /orgs/${fixture.otherOrg}/link-invites`,
      { role: 'admin' },
      'stranger',
    );
    const taken = await visitor.post(`/app/o/${fixture.otherOrg}/join/${invite.id}`, {});
    expect([taken.status, taken.html.includes('provider of another organization')]).toEqual([409, true]);

    // A person who joined both organizations before the provider knew that person.
    await fixture.ok(`POST /orgs/${fixture.org}/invites`, { emails: ['ed@home.test'], sso: true });
    await fixture.ok(
      `POST /orgs/${fixture.otherOrg}/invites`,
      { emails: ['ed@home.test'], role: 'admin' },
      'stranger',
    );
    const { answer } = await signInAs({ subject: 'ed@home.test', format: formats.email, attributes: {} });
    expect([answer.status, answer.html.includes('another organization')]).toEqual([409, true]);
  });
});

describe('the sign-in page', () => {
  it('leads to the providers of the organization that an address belongs to, and then to the wanted page', async () => {
    await fixture.ok(`PATCH /orgs/${fixture.org}`, { emailDomains: ['staff.example'] });
    const visitor = new Visitor(fixture);
    expect((await visitor.get('/app/sign-in?to=%2Fapp%2Fsearch')).html).toContain(
      '/app/sign-in/saml?to=%2Fapp%2Fsearch',
    );
    const { html } = await visitor.get('/app/sign-in/saml?to=%2Fapp%2Fsearch&email=ann%40Staff.example');
    expect(html).toContain(`href="${path()}?to=%2Fapp%2Fsearch"`);
    const unknown = await visitor.get('/app/sign-in/saml?email=%3Cb%3E%40nowhere.example');
    expect(unknown.html).toContain('No organization here');
    expect(unknown.html).not.toContain('<b>');
  });
});

describe('the page of providers', () => {
  const page = (): string => `/app/o/${fixture.org}/providers`;

  it('adds, completes and removes a provider, only for administrators', async () => {
    const admin = await signedIn(fixture);
    expect((await admin.get(`/app/o/${fixture.org}`)).html).toContain(`href="${page()}"`);
    await admin.post(page(), { do: 'add', label: 'Partners' });
    const found = async (): Promise<Json> =>
      (await fixture.ok(`GET /orgs/${fixture.org}/saml`)).items.find(
        (each: Json) => each.label === 'Partners',
      );
    const { id, service } = await found();
    expect((await admin.get(page())).html).toContain(service.acsURL);
    const fields = { ssoURL: 'https://id.test/sso', entityID: 'urn:partners', certificate: idp.certificate };
    await admin.post(page(), { do: 'save', provider: id, label: 'Partners', role: 'read', team, ...fields });
    expect(await found()).toMatchObject({
      ...fields,
      defaultRole: 'read',
      status: 'active',
      defaultTeam: { id: team },
    });
    expect(
      (
        await admin.post(page(), {
          do: 'save',
          provider: id,
          label: 'x',
          role: 'read',
          ssoURL: 'http://x.test',
        })
      ).status,
    ).toBe(400);
    await admin.post(page(), { do: 'remove', provider: id });
    expect(await found()).toBeUndefined();
    await admin.post(page(), { do: 'domains', domains: 'one.example, two.example' });
    expect((await fixture.ok(`GET /orgs/${fixture.org}`)).emailDomains).toEqual([
      'one.example',
      'two.example',
    ]);

    for (const who of ['create', 'read', 'guest', 'stranger'] as const) {
      const visitor = await signedIn(fixture, who);
      expect((await visitor.get(page())).status).toBeGreaterThanOrEqual(403);
      const rows = hashOfAllRows(fixture.embedded.service.store);
      for (const form of [
        { do: 'add', label: 'Mine' },
        { do: 'remove', provider: provider.id },
        { do: 'domains', domains: '' },
      ])
        expect((await visitor.post(page(), form)).status).toBeGreaterThanOrEqual(403);
      expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
    }
  });
});
