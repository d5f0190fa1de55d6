import { SignJWT, jwtVerify } from 'jose';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operations, type Operation, type OperationId } from '../../../src/contract/index.ts';
import { activeShareKey } from '../../../src/service/sites/index.ts';
import { endOfSiteToken, revokeToken, signSiteToken } from '../../../src/service/tokens/index.ts';
import { aService, publishPages, type Asker, type Json, type ServiceFixture } from '../fixture.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

let world: ServiceFixture;
let space: string;
let site: string;
let path: string;

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Manual');
  await publishPages(world, space, '# Welcome\n\nGo on.\n');
  ({ id: site } = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Docs', spaces: [space] }));
  path = `/orgs/${world.org}/sites/${site}`;
  await world.ok(`POST ${path}/publish`);
});
afterEach(() => world.close());

const address = (): string => `http://docs.test/sites/${site}/`;

async function lookUp(body: object = {}, who: Asker = 'admin'): Promise<Json> {
  return world.ok('POST /urls/published', { url: address(), ...body }, who);
}

async function tokenOf(who: Asker = 'admin', body: object = {}): Promise<{ token: string }> {
  return { token: (await lookUp(body, who)).apiToken as string };
}

const claimsOf = ({ token }: { token: string }): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The key that the service derives for its site tokens. */
const keyOf = (): Uint8Array =>
  createHmac('sha256', world.embedded.service.secret).update('site-token').digest();

const statusOf = async (operation: string, who: Asker, body?: unknown): Promise<number> =>
  (await world.call(operation, body, who)).status;

describe('a site token', () => {
  it('is a signed JWT that says what the address means, and until when', async () => {
    const place = await lookUp({ visitor: { type: 'agent', unsignedClaims: { beta: true } } });

    const { payload, protectedHeader } = await jwtVerify(place.apiToken as string, keyOf(), {
      algorithms: ['HS256'],
      currentDate: new Date(world.clock.now()),
    });

    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' });
    const { sub, exp, ...claims } = payload;
    expect(claims).toEqual({
      kind: 'site',
      organization: world.org,
      site,
      siteSpace: place.siteSpace,
      space,
      spaces: [space],
      visitorType: 'agent',
      claims: { unsigned: { beta: true } },
    });
    expect(sub).toMatch(/^\w{20}$/);
    expect(exp).toBe(endOfSiteToken(world.clock.now()) / 1000);
  });

  it('stays the same for a day, and always has more than four minutes left', async () => {
    world.clock.jump(dayMs - (world.clock.now() % dayMs));
    const first = await tokenOf();
    world.clock.jump(dayMs - 1);
    const last = await tokenOf();
    const left = claimsOf(last).exp * 1000 - world.clock.now();
    world.clock.jump(1);

    expect(last).toEqual(first);
    expect(left).toBeGreaterThan(4 * 60_000);
    expect(await tokenOf()).not.toEqual(first);
  });

  it('ends with its time', async () => {
    const token = await tokenOf();

    world.clock.jump(claimsOf(token).exp * 1000 - world.clock.now() - 1);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(200);
    world.clock.jump(1);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(401);
  });

  it('ends with the token that asked for it', async () => {
    const token = await tokenOf('read');
    const { store, clock } = world.embedded.service;
    revokeToken({ store, nowMs: clock.now() }, claimsOf(token).sub);

    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(401);
  });

  it('is refused when anything in it was changed, and when another key signed it', async () => {
    const { token } = await tokenOf();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = encode({ ...claimsOf({ token }), site: 'another' });
    const claims = claimsOf({ token });
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(world.embedded.service.secret);

    for (const wrong of [
      `${header}.${changed}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.${signature}`,
      `${encode({ alg: 'none' })}.${changed}.x`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${header}.${payload}.${signature}x`,
      `${payload}.${signature}`,
      signSiteToken(Buffer.from('another key'), claims),
      foreign,
    ])
      expect([wrong, await statusOf(`GET /spaces/${space}`, { token: wrong })]).toEqual([wrong, 401]);
  });

  it('calls only what a program needs to show a site', async () => {
    const token = await tokenOf();
    const letIn: string[] = [];
    for (const id of Object.keys(operations) as OperationId[]) {
      const row: Operation = operations[id];
      const url = row.path
        .replace('{organizationId}', world.org)
        .replace('{siteId}', site)
        .replace('{spaceId}', space)
        .replaceAll(/\{\w+\}/g, 'x');
      const { statusCode } = await world.embedded.app.inject({
        method: row.method,
        url,
        headers: { authorization: `Bearer ${token.token}` },
      });
      // Anything but "forbidden", and "bad request", which comes before the guard.
      if (statusCode !== 403 && statusCode !== 400) letIn.push(id);
    }

    expect(letIn.every((id) => operations[id as OperationId].writes === false)).toBe(true);
    expect(letIn.toSorted()).toEqual([
      'getDocumentById',
      'getLatestOpenAPISpecVersionContent',
      'getPageDocumentInRevisionById',
      'getPageInRevisionById',
      'getPageInRevisionByPath',
      'getPublishedContentSite',
      'getReusableContentDocumentInRevisionById',
      'getRevisionById',
      'getRevisionSemanticChanges',
      'getSpaceById',
      'getUserById',
      'listRevisionPageMetaLinks',
    ]);
    expect(await statusOf('GET /user', token)).toBe(403);
    expect(await statusOf(`PATCH /spaces/${space}`, token, { title: 'Taken' })).toBe(403);
    expect(await statusOf('POST /user/tokens', token, { label: 'more' })).toBe(403);
  });

  it('opens its own site and its spaces, and nothing else that its owner sees', async () => {
    const other = world.newSpace('Internal');
    const staff = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Staff', spaces: [other] });
    await world.ok(`POST /orgs/${world.org}/sites/${staff.id}/publish`);
    const token = await tokenOf();

    expect(await statusOf(`GET ${path}/published`, token)).toBe(200);
    expect(await statusOf(`GET /orgs/${world.org}/sites/${staff.id}/published`, token)).toBe(404);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(200);
    expect(await statusOf(`GET /spaces/${other}`, token)).toBe(404);
    expect(await statusOf('POST /urls/published', token, { url: address() })).toBe(200);
    expect(
      await statusOf('POST /urls/published', token, { url: `http://docs.test/sites/${staff.id}/` }),
    ).toBe(404);
    expect((await world.ok(`GET /spaces/${space}`, undefined, token)).permissions).toMatchObject({
      view: true,
      edit: false,
      admin: false,
    });
    expect(await world.ok(`GET /users/${world.users.read}`, undefined, token)).not.toHaveProperty('email');
  });

  it('follows what its owner may read at the time of each request', async () => {
    const token = await tokenOf('read');
    const closed = world.newSpace('Closed');
    await world.ok(`PATCH /spaces/${closed}`, { defaultLevel: null });
    await world.ok(`POST ${path}/site-spaces`, { spaceId: closed });

    expect(await statusOf(`GET /spaces/${closed}`, token)).toBe(
      await statusOf(`GET /spaces/${closed}`, 'read'),
    );
    await world.ok(`PATCH /spaces/${space}`, { defaultLevel: null });
    await world.ok(`POST ${path}/unpublish`);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(404);
  });

  it('reads for a stranger what a share link opens, as long as the key does', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'share-link' });
    const { store } = world.embedded.service;
    const shareKey = activeShareKey({ store }, site);
    const url = `${address()}?shareKey=${shareKey}`;

    expect(await statusOf('POST /urls/published', 'stranger', { url: address() })).toBe(404);
    const token = await tokenOf('stranger', { url });
    expect(claimsOf(token).shareKey).toBe(shareKey);
    expect(await statusOf(`GET /spaces/${space}`, 'stranger')).toBe(404);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(200);
    expect(await statusOf(`GET ${path}/published`, token)).toBe(200);
    store.run('UPDATE site_share_keys SET active = 0');
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(404);
  });

  it('says what a visitor’s own token says about them, and ends with that token', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'visitor-auth' });
    const { privateKey } = await world.ok(`GET ${path}/publishing/auth`);
    const seconds = Math.floor(world.clock.now() / 1000);
    const jwtToken = await new SignJWT({ plan: 'pro' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 60)
      .sign(new TextEncoder().encode(privateKey as string));

    const token = await tokenOf('read', { visitor: { jwtToken, unsignedClaims: { plan: 'none' } } });

    expect(claimsOf(token)).toMatchObject({
      claims: { plan: 'pro', unsigned: { plan: 'none' } },
      exp: seconds + 60,
    });
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(200);
  });

  it('stays short enough for a header', async () => {
    const visitor = { unsignedClaims: { note: 'x'.repeat(7900) } };

    const token = await tokenOf('admin', { visitor });
    expect(token.token.length).toBeLessThan(12_000);
    expect(await statusOf(`GET /spaces/${space}`, token)).toBe(200);
    expect(
      await statusOf('POST /urls/published', 'admin', {
        url: address(),
        visitor: { unsignedClaims: { note: 'x'.repeat(8000) } },
      }),
    ).toBe(400);
  });

  it('signs nobody in to the app', async () => {
    const { webApp } = await import('../../../src/app/index.ts');
    const { Visitor } = await import('../../app/visitor.ts');
    const withApp = aService({ web: webApp() });
    const own = withApp.newSpace('Manual');
    const made = await withApp.ok(`POST /orgs/${withApp.org}/sites`, { title: 'Docs', spaces: [own] });
    await withApp.ok(`POST /orgs/${withApp.org}/sites/${made.id}/publish`);
    const { apiToken } = await withApp.ok('POST /urls/published', {
      url: `http://docs.test/sites/${made.id}/`,
    });

    const answer = await new Visitor(withApp).post('/app/sign-in', { token: apiToken, 'form-token': '' });
    await withApp.close();

    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});
