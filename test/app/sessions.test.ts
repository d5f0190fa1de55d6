import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webApp } from '../../src/app/index.ts';
import { createSignInCode, createService, revokeToken } from '../../src/service/index.ts';
import type { ServiceFixture } from '../service/fixture.ts';
import { appOrigin, aServiceWithApp, signedIn, Visitor } from './visitor.ts';

let fixture: ServiceFixture;
beforeAll(() => {
  fixture = aServiceWithApp();
});
afterAll(() => fixture.close());

const cookieOf = (visitor: Visitor): string => visitor.cookies.get('tidemark') ?? '';

describe('the limit on requests', () => {
  it('is one for each person who is signed in, and not for all behind their address', async () => {
    const limited = aServiceWithApp({ rate: 8 });
    const first = await signedIn(limited, 'admin');
    const second = await signedIn(limited, 'edit');
    let refused = await first.get('/app');
    for (let count = 0; count < 10; count++) refused = await first.get('/app');

    expect(refused.status).toBe(429);
    expect(refused.html).toContain('A person in the app may make 8 requests a minute');
    expect((await second.get('/app')).status).toBe(200);
    await limited.close();
  });
});

describe('signing in', () => {
  it('takes a token, and leads to the page that was asked for', async () => {
    const visitor = new Visitor(fixture);
    const path = `/app/o/${fixture.org}`;
    const asked = await visitor.get(path);
    expect([asked.status, asked.location]).toEqual([303, `/app/sign-in?to=${encodeURIComponent(path)}`]);

    const answer = await visitor.post('/app/sign-in', {
      token: ` ${fixture.tokens.admin}\n`,
      to: path,
      'form-token': '',
    });
    expect([answer.status, answer.location]).toEqual([303, path]);
    expect((await visitor.get(path)).status).toBe(200);
  });

  it('keeps the session from scripts, from other sites and from a log', async () => {
    const visitor = new Visitor(fixture);
    const { headers } = await visitor.signIn('admin');

    expect(headers['set-cookie']).toMatch(
      /^tidemark=[0-9A-Za-z]{30}; Max-Age=\d+; Path=\/app; HttpOnly; SameSite=Strict$/,
    );
    const stored = fixture.embedded.service.store.all<{ hash: string }>('SELECT hash FROM app_sessions');
    expect(stored.map(({ hash }) => hash)).not.toContain(cookieOf(visitor));
  });

  it('names the cookie so that a browser takes it only over TLS and from this host, where the app has TLS', async () => {
    const secure = createService({
      data: ':memory:',
      baseUrl: 'https://docs.test',
      appUrl: 'https://app.test',
      web: webApp(),
    });
    const { service, app } = secure;
    service.store.run(
      "INSERT INTO users (id, display_name, created_at) VALUES ('someone', 'Someone', '2026-01-01T00:00:00.000Z')",
    );
    const at = { store: service.store, random: service.random, nowMs: service.clock.now() };
    const answer = await app.inject({
      url: `/app/sign-in/${createSignInCode(at, 'someone')}`,
      headers: { host: 'app.test' },
    });
    await secure.close();

    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-tidemark=\w{30}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('refuses a wrong token, in words and without a session', async () => {
    const visitor = new Visitor(fixture);
    const { status, html } = await visitor.post('/app/sign-in', { token: 'tdm_wrong', 'form-token': '' });

    expect(status).toBe(401);
    expect(html).toContain('its form or checksum is wrong');
    expect(visitor.cookies.size).toBe(0);
  });

  it('takes a one-time address once', async () => {
    const { service } = fixture.embedded;
    const at = { store: service.store, random: service.random, nowMs: fixture.clock.now() };
    const path = `/app/sign-in/${createSignInCode(at, fixture.users.edit)}?to=%2Fapp%2Fsearch`;
    const [first, second] = [new Visitor(fixture), new Visitor(fixture)];

    expect((await first.get(path)).location).toBe('/app/search');
    expect((await first.get('/app')).html).toContain('>edit<');
    expect((await second.get(path)).status).toBe(401);
    expect((await second.get('/app')).status).toBe(303);
  });

  it('ends a one-time address after a day', async () => {
    const own = aServiceWithApp();
    const { service } = own.embedded;
    const at = { store: service.store, random: service.random, nowMs: own.clock.now() };
    const code = createSignInCode(at, own.users.edit);
    await own.clock.advance(24 * 60 * 60 * 1000);
    const { status } = await new Visitor(own).get(`/app/sign-in/${code}`);
    await own.close();

    expect(status).toBe(401);
  });

  it.each([
    '//evil.test',
    'https://evil.test/app',
    '/app\\@evil.test',
    '/elsewhere',
    '/app evil',
    '/application',
  ])('never leads to %s', async (to) => {
    const visitor = new Visitor(fixture);
    const answer = await visitor.post('/app/sign-in', { token: fixture.tokens.admin, to, 'form-token': '' });
    expect(answer.location).toBe('/app');
  });
});

describe('a session', () => {
  it('has a new secret each time, and never one that a browser brought along', async () => {
    const visitor = new Visitor(fixture);
    visitor.cookies.set('tidemark', 'A'.repeat(30));
    await visitor.signIn('read');
    const first = cookieOf(visitor);
    expect(first).not.toBe('A'.repeat(30));
    await visitor.signIn('admin');
    const second = cookieOf(visitor);
    expect(second).not.toBe(first);

    visitor.cookies.set('tidemark', first);
    expect((await visitor.get('/app')).status).toBe(303);
  });

  it('is ignored when a browser sends two of them', async () => {
    const visitor = await signedIn(fixture);
    const own = cookieOf(visitor);

    const { status } = await visitor.get('/app', { cookie: `tidemark=${own}; tidemark=${'B'.repeat(30)}` });
    expect(status).toBe(303);
  });

  it('ends with its token, with its time, by signing out, and everywhere at once', async () => {
    const fixture = aServiceWithApp();
    const [byToken, byTime, here, there, other] = [
      await signedIn(fixture, 'read'),
      await signedIn(fixture, 'edit'),
      await signedIn(fixture, 'admin'),
      await signedIn(fixture, 'admin'),
      await signedIn(fixture, 'comment'),
    ];
    const { service } = fixture.embedded;
    const nowMs = fixture.clock.now();
    const { id } = service.store.get<{ id: string }>(
      'SELECT id FROM tokens WHERE user = ?',
      fixture.users.read,
    )!;
    revokeToken({ store: service.store, nowMs }, id);
    expect((await byToken.get('/app')).status).toBe(303);

    const secret = cookieOf(here);
    const third = await signedIn(fixture, 'admin');
    await here.post('/app/sign-out', {});
    expect(cookieOf(here)).toBe('');
    here.cookies.set('tidemark', secret);
    expect((await here.get('/app')).status).toBe(303);
    expect((await there.get('/app')).status).toBe(200);

    await there.post('/app/sign-out', { where: 'everywhere' });
    expect((await third.get('/app')).status).toBe(303);
    expect((await other.get('/app')).status).toBe(200);

    expect((await byTime.get('/app')).status).toBe(200);
    await fixture.clock.advance(30 * 24 * 60 * 60 * 1000);
    expect((await byTime.get('/app')).status).toBe(303);
    await fixture.close();
  });
});

describe('a form', () => {
  const rename = async (visitor: Visitor, headers: Record<string, string>, token?: string) => {
    const space = fixture.newSpace('Guides');
    const answer = await visitor.post(
      `/app/spaces/${space}/~/comments`,
      { do: 'post', text: 'Hello', ...(token === undefined ? {} : { 'form-token': token }) },
      headers,
    );
    const { count } = await fixture.ok(`GET /spaces/${space}/comments`);
    return { status: answer.status, written: count as number };
  };

  it('is taken from this app with the token of its session', async () => {
    expect(await rename(await signedIn(fixture), {})).toEqual({ status: 303, written: 1 });
  });

  it.each([
    ['another site', { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { origin: 'http://app.test:81', 'sec-fetch-site': 'same-site' }],
    ['a published site of this service', { origin: 'http://docs.test', 'sec-fetch-site': 'same-site' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['what only claims the origin', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', async (_, headers) => {
    expect(await rename(await signedIn(fixture), headers)).toEqual({ status: 403, written: 0 });
  });

  it('is refused without its token, and with one of another session', async () => {
    const [visitor, other] = [await signedIn(fixture), await signedIn(fixture, 'edit')];

    expect(await rename(visitor, {}, '')).toEqual({ status: 403, written: 0 });
    expect(await rename(visitor, {}, await other.token())).toEqual({ status: 403, written: 0 });
  });

  it('is not taken by the sign-in page from another site', async () => {
    const visitor = new Visitor(fixture);
    const fields = { token: fixture.tokens.admin, 'form-token': '' };

    expect((await visitor.post('/app/sign-in', fields, { origin: 'http://evil.test' })).status).toBe(403);
    expect(visitor.cookies.size).toBe(0);
  });
});

describe('every answer of the app', () => {
  it.each(['/app', '/app/sign-in', '/app/nowhere', '/app/spaces/none'])(
    'forbids frames, foreign scripts and storing: %s',
    async (path) => {
      const visitor = await signedIn(fixture);
      const { headers } = await visitor.get(path);
      const policy = String(headers['content-security-policy']);

      for (const part of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
      });
    },
  );
});

describe('the two origins', () => {
  const ask = (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    fixture.embedded.app.inject({ method, url, headers: { host } });

  it('keep sites and files away from the app, and the app away from them', async () => {
    const toService = await ask('app.test', '/sites/some/page?q=1');
    expect([toService.statusCode, toService.headers.location]).toEqual([
      302,
      'http://docs.test/sites/some/page?q=1',
    ]);
    const toApp = await ask('docs.test', '/app/spaces/one');
    expect([toApp.statusCode, toApp.headers.location]).toEqual([302, `${appOrigin}/app/spaces/one`]);
    expect((await ask('docs.test', '/app/sign-in', 'POST')).statusCode).toBe(421);
    expect((await ask('docs.test', '/')).headers.location).toBe(`${appOrigin}/app`);
    expect((await ask('app.test', '/')).headers.location).toBe(`${appOrigin}/app`);
  });

  it('serve the interface under both, with tokens only', async () => {
    const visitor = await signedIn(fixture);
    const cookie = `tidemark=${cookieOf(visitor)}`;
    const bare = await fixture.embedded.app.inject({
      url: '/v1/user',
      headers: { host: 'app.test', cookie },
    });
    expect(bare.statusCode).toBe(401);
    const authorization = `Bearer ${fixture.tokens.admin}`;
    const good = await fixture.embedded.app.inject({
      url: '/v1/user',
      headers: { host: 'app.test', authorization },
    });
    expect(good.statusCode).toBe(200);
  });

  it('say what to do where the app has no origin', async () => {
    const alone = createService({ data: ':memory:', baseUrl: 'https://docs.test', web: webApp() });
    const answer = await alone.app.inject({ url: '/app/spaces/one', headers: { host: 'docs.test' } });
    await alone.close();

    expect(answer.statusCode).toBe(501);
    expect(answer.body).toContain('--app-url');
  });

  it.each(['https://docs.test:8443', 'https://app.test/docs'])('refuse %s as the app’s address', (appUrl) => {
    const options = { data: ':memory:', baseUrl: 'https://docs.test', appUrl, web: webApp() };
    expect(() => createService(options)).toThrow(/host name|path/);
  });

  it('are two names of one machine by default', async () => {
    const local = createService({ data: ':memory:', web: webApp() });
    const address = await local.listen({ host: '127.0.0.1', port: 0 });
    const { port } = new URL(address);
    const site = await fetch(`http://localhost:${port}/sites/none/`, { redirect: 'manual' });
    const app = await fetch(`http://127.0.0.1:${port}/app`, { redirect: 'manual' });
    const shown = local.appUrl();
    await local.close();

    expect(shown).toBe(`http://localhost:${port}/app`);
    expect(site.headers.get('location')).toBe(`http://127.0.0.1:${port}/sites/none/`);
    expect(app.headers.get('location')).toBe(`http://localhost:${port}/app`);
  });
});

describe('a visit by a link on another site', () => {
  it('is repeated from the app itself, with the session that the browser held back', async () => {
    const visitor = new Visitor(fixture);
    const elsewhere = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
    const { status, html } = await visitor.get('/app/search?q=a%22b&x=1', elsewhere);

    expect(status).toBe(200);
    expect(html).toContain('content="0;url=/app/search?q=a%22b&amp;x=1"');
  });
});
