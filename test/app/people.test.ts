import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfAllRows } from '../../src/service/index.ts';
import { everybody, type Json, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, Visitor, type Answered } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;
let site: string;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  space = fixture.newSpace('Guides');
  site = (await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Docs', spaces: [space] })).id;
});
afterAll(() => fixture.close());

const people = (): string => `/app/o/${fixture.org}/people`;
const members = async (): Promise<Json[]> =>
  (await fixture.ok(`GET /orgs/${fixture.org}/members?limit=100`)).items;
const invites = async (): Promise<Json[]> =>
  (await fixture.ok(`GET /orgs/${fixture.org}/link-invites?limit=100`)).items;

describe('the people of an organization', () => {
  it('are shown with their roles, and get other roles or are removed by buttons', async () => {
    const { html } = await admin.get(people());
    const id = fixture.users.comment;
    expect(html).toContain(`<input type="hidden" name="person" value="${id}">`);
    await admin.post(people(), { do: 'role', person: id, role: 'edit' });
    expect((await members()).find((each) => each.id === id).role).toBe('edit');
    await admin.post(people(), { do: 'role', person: id, role: 'guest' });
    expect((await members()).find((each) => each.id === id).role).toBe(null);
    expect((await admin.post(people(), { do: 'role', person: id, role: 'king' })).status).toBe(400);
    await admin.post(people(), { do: 'remove', person: id });
    expect((await members()).map((each) => each.id)).not.toContain(id);
    expect((await admin.post(people(), { do: 'remove', person: fixture.users.admin })).status).toBe(412);
    await admin.post(people(), { do: 'mail', email: 'new@home.test', role: 'review' });
    expect((await members()).map(({ user, role }) => [user.email, role])).toContainEqual([
      'new@home.test',
      'review',
    ]);
  });

  it('are joined by everybody who takes an invitation link, after signing in, until it is revoked', async () => {
    await admin.post(people(), { do: 'invite', role: 'edit' });
    const { html } = await admin.get(people());
    const address = /value="(http:\/\/app\.test[^"]*)"/.exec(html)?.[1] ?? '';
    const path = new URL(address).pathname;

    const stranger = await signedIn(fixture, 'stranger');
    const page = await stranger.get(path);
    expect([page.status, page.html.includes('You are invited')]).toEqual([200, true]);
    expect((await stranger.post(path, {})).location).toBe(`/app/o/${fixture.org}`);
    expect((await members()).find(({ id }) => id === fixture.users.stranger).role).toBe('edit');
    await fixture.ok(`DELETE /orgs/${fixture.org}/members/${fixture.users.stranger}`);

    // Somebody whom the service does not know gives a name, and is signed in.
    const guest = new Visitor(fixture);
    expect((await guest.get(path)).html).toContain('name="name"');
    const before = hashOfAllRows(fixture.embedded.service.store);
    const refused: [string, Record<string, string>, Record<string, string>, number][] = [
      [path, { name: ' ' }, {}, 400],
      [path, { name: 'a'.repeat(101) }, {}, 400],
      [path, { name: 'No\u202ebody' }, {}, 400],
      [`${path}x`, { name: 'Nobody' }, {}, 404],
      [path, { name: 'Nobody' }, { origin: 'http://evil.test', 'sec-fetch-site': 'cross-site' }, 403],
    ];
    for (const [to, fields, headers, status] of refused)
      expect((await guest.post(to, { ...fields, 'form-token': '' }, headers)).status).toBe(status);
    expect(hashOfAllRows(fixture.embedded.service.store)).toBe(before);
    expect((await guest.post(path, { name: ' Ann   Other ', 'form-token': '' })).location).toBe(
      '/app/tokens',
    );
    expect((await guest.get('/app/tokens')).html).toContain('Make a token now');
    expect((await guest.get(`/app/o/${fixture.org}`)).status).toBe(200);
    const ann = (await members()).find(({ user }) => user.displayName === 'Ann Other');
    expect([ann.role, ann.user.email]).toEqual(['edit', undefined]);
    const made = await newToken(guest, 'Mine');
    const again = new Visitor(fixture);
    await again.post('/app/sign-in', { token: /value="(tdm_[^"]+)"/.exec(made.html)![1]!, 'form-token': '' });
    expect((await again.get('/app')).html).toContain('Ann Other');
    const enforced = (sso: 0 | 1) =>
      fixture.embedded.service.store.run('UPDATE organizations SET sso = ?', sso);
    enforced(1);
    const late = new Visitor(fixture);
    expect((await late.post(path, { name: 'Late', 'form-token': '' })).status).toBe(403);
    enforced(0);

    const [{ id }] = await invites();
    await admin.post(people(), { do: 'revoke', invite: id });
    expect((await stranger.post(path, {})).status).toBe(404);
    expect(await invites()).toEqual([]);
  });
});

/** Makes a token, and returns the page that shows it. */
async function newToken(visitor: Visitor, label: string): Promise<Answered> {
  const { location = '' } = await visitor.post('/app/tokens', { do: 'make', label, days: '30' });
  return visitor.get(location);
}

describe('a person’s tokens', () => {
  it('are made once, whoever loads the page with a new one again, and shown to nobody else', async () => {
    const visitor = await signedIn(fixture, 'edit');
    const { location = '', status } = await visitor.post('/app/tokens', {
      ...{ do: 'make', label: 'Only once', days: '30' },
    });
    expect([status, location]).toEqual([303, expect.stringMatching(/^\/app\/tokens\?made=[\w-]+$/)]);
    expect((await (await signedIn(fixture, 'read')).get(location)).html).not.toContain('value="tdm_');
    const token = /value="(tdm_[^"]+)"/.exec((await visitor.get(location)).html)?.[1] ?? '';
    expect(token).not.toBe('');
    expect(location).not.toContain(token.slice(4, 20));
    const again = (await visitor.get(location)).html;
    expect([again.includes(token), again.includes('was shown before')]).toEqual([false, true]);
    expect(again.split('Only once</strong>')).toHaveLength(2);
  });

  it('end a session only after a question', async () => {
    const first = await signedIn(fixture, 'edit');
    const token = /value="(tdm_[^"]+)"/.exec((await newToken(first, 'Mine alone')).html)?.[1] ?? '';
    const visitor = new Visitor(fixture);
    await visitor.post('/app/sign-in', { token, 'form-token': '' });
    const { html } = await visitor.get('/app/tokens');
    expect(html).toMatch(/<strong>Mine alone<\/strong> <code>[^<]*<\/code> <span class="state">this session/);
    const own = /value="([^"]+)"><button[^>]*aria-label="Revoke the token Mine alone/.exec(html)?.[1] ?? '';
    const asked = await visitor.post('/app/tokens', { do: 'revoke', token: own });
    expect([asked.status, asked.html.includes('You are signed in with this token.')]).toEqual([200, true]);
    expect((await visitor.get('/app')).status).toBe(200);
    await visitor.post('/app/tokens', { do: 'revoke', token: own, sure: 'yes' });
    expect((await visitor.get('/app')).status).toBe(303);
  });

  it('are made, shown once, and revoked; a session ends with the token that began it', async () => {
    const visitor = await signedIn(fixture, 'edit');
    const made = await newToken(visitor, 'Laptop');
    const token = /value="(tdm_[^"]+)"/.exec(made.html)?.[1] ?? '';
    expect(made.headers['cache-control']).toBe('no-store');
    const page = (await visitor.get('/app/tokens')).html;
    expect([page.includes('Laptop'), page.includes(token)]).toEqual([true, false]);

    const other = await signedIn(fixture, 'read');
    expect((await other.get('/app/tokens')).html).not.toContain('Laptop');
    await other.post('/app/sign-in', { token, 'form-token': '' });
    const ids = [...page.matchAll(/name="token" value="([^"]+)"/g)].map(([, id]) => id!);
    const reader = await signedIn(fixture, 'read');
    for (const id of ids)
      expect((await reader.post('/app/tokens', { do: 'revoke', token: id })).status).toBe(404);
    expect((await other.get('/app')).status).toBe(200);
    const laptop = /value="([^"]+)"><button[^>]*aria-label="Revoke the token Laptop/.exec(page)?.[1] ?? '';
    await visitor.post('/app/tokens', { do: 'revoke', token: laptop });
    expect((await other.get('/app')).status).toBe(303);
  });
});

describe('a site', () => {
  const path = (): string => `/app/sites/${site}`;
  const at = (): string => `/orgs/${fixture.org}/sites/${site}`;

  it('is arranged, renamed and published, and gets its visitors, by the buttons of its page', async () => {
    const second = fixture.newSpace('Second');
    await admin.post(path(), { do: 'add-space', space: second, section: '' });
    const spaces = async (): Promise<Json[]> => (await fixture.ok(`GET ${at()}/site-spaces`)).items;
    const [one, two] = await spaces();
    expect([one.space.id, two.space.id]).toEqual([space, second]);
    await admin.post(path(), { do: 'move-space', id: two.id, beside: one.id, where: 'up' });
    expect((await spaces()).map(({ id }) => id)).toEqual([two.id, one.id]);
    await admin.post(path(), { do: 'space-path', id: two.id, path: 'other' });
    expect((await spaces())[0].path).toBe('other');
    await admin.post(path(), { do: 'remove-space', id: two.id });
    expect(await spaces()).toHaveLength(1);

    await admin.post(path(), { do: 'settings', title: 'Handbook', visibility: 'visitor-auth', basename: '' });
    expect(await fixture.ok(`GET ${at()}`)).toMatchObject({ title: 'Handbook', visibility: 'visitor-auth' });
    const key = /id="key"[^>]* value="([^"]+)"/.exec((await admin.get(path())).html)?.[1];
    await admin.post(path(), { do: 'visitors-fallback', fallback: 'https://example.org/sign-in' });
    await admin.post(path(), { do: 'visitors-key' });
    const auth = await fixture.ok(`GET ${at()}/publishing/auth`);
    expect(auth.fallbackURL).toBe('https://example.org/sign-in');
    expect(auth.privateKey).not.toBe(key);

    await admin.post(path(), { do: 'publish' });
    expect((await fixture.ok(`GET ${at()}`)).published).toBe(true);
    await admin.post(path(), { do: 'unpublish' });
    await admin.post(path(), { do: 'settings', title: 'Docs', visibility: 'public', basename: '' });
  });

  it('says who sees it, and gives the address with the key to those who may hand it out', async () => {
    await admin.post(path(), { do: 'settings', title: 'Docs', visibility: 'share-link', basename: '' });
    const maker = await signedIn(fixture, 'create');
    const shown = async (visitor: Visitor): Promise<string | undefined> =>
      /id="shared"[^>]* value="([^"]*)"/.exec((await visitor.get(path())).html)?.[1];
    expect((await admin.get(path())).html).toContain('gets an address with a key once it is published');
    await admin.post(path(), { do: 'publish' });
    expect(await shown(admin)).toMatch(/^http:\/\/docs\.test\/sites\/\w+\/\?shareKey=\w+$/);
    expect(await shown(maker)).toBe(await shown(admin));
    const reader = (await (await signedIn(fixture, 'read')).get(path())).html;
    expect([reader.includes('Who has a share link'), reader.includes('shareKey')]).toEqual([true, false]);

    // Only administrators decide who may read a site, and nobody else sees that field.
    expect((await admin.get(path())).html).toContain('name="visibility"');
    expect((await maker.get(path())).html).not.toContain('name="visibility"');
    const forced = { do: 'settings', title: 'Docs', visibility: 'public', basename: '' };
    expect((await maker.post(path(), forced)).status).toBe(403);
    expect((await maker.post(path(), { do: 'settings', title: 'Renamed', basename: '' })).status).toBe(303);
    await admin.post(path(), { do: 'unpublish' });
    await admin.post(path(), forced);
  });

  it('has sections, which get titles, addresses and places', async () => {
    const third = fixture.newSpace('Third');
    await admin.post(path(), { do: 'add-space', space: third, section: 'new' });
    const sections = async (): Promise<Json[]> => (await fixture.ok(`GET ${at()}/sections`)).items;
    const [one, two] = await sections();
    await admin.post(path(), { do: 'move-section', id: two.id, beside: one.id, where: 'up' });
    expect((await sections()).map(({ id }) => id)).toEqual([two.id, one.id]);
    await admin.post(path(), { do: 'section', id: two.id, title: 'Extra', path: 'extra' });
    expect((await sections())[0]).toMatchObject({ title: 'Extra', path: 'extra' });
    await admin.post(path(), { do: 'remove-section', id: two.id });
    expect((await sections()).map(({ id }) => id)).not.toContain(two.id);
  });

  it('is made on the page of its organization', async () => {
    const { location } = await admin.post(`/app/o/${fixture.org}`, { title: 'Another' });
    expect((await admin.get(location!)).html).toContain('<h1>Another</h1>');
  });
});

describe('an integration', () => {
  it('is installed in an organization, and uninstalled', async () => {
    await fixture.ok('POST /integrations/numbers', {
      ...{ title: 'Numbers', description: '', scopes: [], script: 'x', organization: fixture.org },
    });
    const path = `/app/o/${fixture.org}/integrations/numbers`;
    expect((await admin.get(`/app/o/${fixture.org}`)).html).toContain(`href="${path}"`);
    const installed = async (): Promise<Json[]> =>
      (await fixture.ok('GET /integrations/numbers/installations')).items;
    expect((await admin.get(path)).html).toContain('Install it here');
    await admin.post(path, { do: 'install' });
    const [{ id }] = await installed();
    expect((await admin.get(path)).html).toContain(`name="installation" value="${id}"`);
    await admin.post(path, { do: 'uninstall', installation: id });
    expect(await installed()).toEqual([]);
  });
});

describe('an action that somebody may not do', () => {
  it('has no button, and is refused without changing anything', async () => {
    await fixture.ok(`POST /orgs/${fixture.org}/link-invites`, { role: 'read' });
    const [{ id: invite }] = await invites();
    const [{ id: siteSpace }] = (await fixture.ok(`GET /orgs/${fixture.org}/sites/${site}/site-spaces`))
      .items;
    const organization = `/app/o/${fixture.org}`;
    const forms: [page: string, fields: Record<string, string>][] = [
      [people(), { do: 'role', person: fixture.users.read, role: 'admin' }],
      [people(), { do: 'remove', person: fixture.users.read }],
      [people(), { do: 'mail', email: 'x@home.test', role: 'read' }],
      [people(), { do: 'invite', role: 'admin' }],
      [people(), { do: 'revoke', invite }],
      [`/app/sites/${site}`, { do: 'publish' }],
      [`/app/sites/${site}`, { do: 'settings', title: 'Mine', visibility: 'public', basename: '' }],
      [`/app/sites/${site}`, { do: 'space-path', id: siteSpace, path: 'mine' }],
      [`/app/sites/${site}`, { do: 'remove-space', id: siteSpace }],
      [`${organization}/integrations/numbers`, { do: 'install' }],
      [organization, { title: 'A site' }],
    ];
    const button = ([, fields]: (typeof forms)[number]): string =>
      'do' in fields ? `name="do" value="${fields['do']}"` : 'Make it</button>';
    const allowed: Record<string, number> = {};
    for (const who of everybody) {
      // The member of this role was removed above.
      if (who === 'comment') continue;
      const visitor = await signedIn(fixture, who);
      for (const form of forms) {
        const page = await visitor.get(form[0]);
        if (page.html.includes(button(form))) {
          allowed[who] = (allowed[who] ?? 0) + 1;
          continue;
        }
        const rows = hashOfAllRows(fixture.embedded.service.store);
        const { status } = await visitor.post(...form);
        expect([who, form, status >= 400]).toEqual([who, form, true]);
        expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
      }
    }

    expect(allowed['admin']).toBe(forms.length);
    expect(Object.keys(allowed).sort()).toEqual(['admin', 'create']);
  });

  const vectors = [
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '</textarea></title><script>alert(1)</script>',
    '<%= 1 %><%~ it.token %>${1}`',
    '" autofocus onfocus=alert(1) x="',
  ];
  it.each(vectors)('shows %s as text in every new field', async (vector) => {
    fixture.embedded.service.store.run('UPDATE users SET display_name = ?', vector);
    await fixture.ok(`PATCH /orgs/${fixture.org}`, { title: vector });
    await fixture.ok(`PATCH /orgs/${fixture.org}/sites/${site}`, { title: vector });
    await fixture.ok(`PATCH /spaces/${space}`, { title: vector.slice(0, 50) });
    const made = await newToken(admin, vector);
    const pages = [made.html];
    for (const path of [
      people(),
      '/app/tokens',
      `/app/sites/${site}`,
      `/app/o/${fixture.org}`,
      `/app/o/${fixture.org}/integrations/numbers`,
      `/app/o/${fixture.org}/join/${encodeURIComponent(vector.slice(0, 20))}`,
    ]) {
      const { html, status } = await admin.get(path);
      expect([path, status]).toEqual([path, 200]);
      pages.push(html);
    }
    for (const html of pages) {
      const main = html.slice(html.indexOf('<main'));
      expect(main).not.toMatch(/<(?:script|iframe|object|embed|svg|math|img)\b/i);
      expect(main).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\son\w+\s*=/i);
      expect(main).not.toContain(vector);
    }
  });
});
