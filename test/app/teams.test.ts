import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfAllRows } from '../../src/service/index.ts';
import { everybody, type Json, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;
let shelf: string;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  space = fixture.newSpace('Guides');
  shelf = (await fixture.ok(`POST /orgs/${fixture.org}/collections`, { title: 'Shelf' })).id;
});
afterAll(() => fixture.close());

const teams = (): string => `/app/o/${fixture.org}/teams`;
const listed = async (): Promise<Json[]> => (await fixture.ok(`GET /orgs/${fixture.org}/teams`)).items;
const made = async (title: string): Promise<string> =>
  (await admin.post(teams(), { title })).location ?? 'no page';
const membersOf = async (path: string): Promise<Json[]> =>
  (await fixture.ok(`GET /orgs/${fixture.org}/teams/${path.split('/').at(-1)}/members`)).items.map(
    ({ organization, team }: Json) => [organization.id, team.role],
  );

describe('the teams of an organization', () => {
  it('are made, renamed and removed by buttons', async () => {
    expect((await admin.get(`/app/o/${fixture.org}`)).html).toContain(`href="${teams()}"`);
    const path = await made('Writers');
    expect((await admin.get(teams())).html).toContain(`<a href="${path}">Writers</a>`);
    await admin.post(path, { do: 'rename', title: 'Authors' });
    expect((await admin.get(path)).html).toContain('<h1>Authors</h1>');
    expect((await admin.post(path, { do: 'dance' })).status).toBe(400);
    expect((await admin.post(path, { do: 'remove' })).location).toBe(teams());
    expect(await listed()).toEqual([]);
    expect((await admin.get(path)).status).toBe(404);
  });

  it('take people in, make them owners and remove them', async () => {
    const path = await made('Pilots');
    const person = fixture.users.read;
    expect((await admin.get(path)).html).toContain(`<option value="${person}">`);
    await admin.post(path, { do: 'add', person });
    expect(await membersOf(path)).toEqual([[person, 'member']]);
    // A member of the team is not offered again.
    expect((await admin.get(path)).html).not.toContain(`<option value="${person}">`);
    await admin.post(path, { do: 'make-owner', person });
    expect(await membersOf(path)).toEqual([[person, 'owner']]);

    const owner = await signedIn(fixture, 'read');
    await owner.post(path, { do: 'add', person: fixture.users.edit });
    await owner.post(path, { do: 'take-out', person: fixture.users.edit });
    await owner.post(path, { do: 'rename', title: 'Our pilots' });
    expect(await listed()).toMatchObject([{ title: 'Our pilots', members: 1 }]);
    const { html } = await owner.get(path);
    expect(html).toContain('name="do" value="rename"');
    expect(html).not.toContain('name="do" value="remove"');
    await admin.post(path, { do: 'make-member', person });
    expect(await membersOf(path)).toEqual([[person, 'member']]);
    await admin.post(path, { do: 'remove' });
  });

  it('get roles in spaces and collections, change them and lose them', async () => {
    const path = await made('Guests');
    await admin.post(path, { do: 'add', person: fixture.users.guest });
    const guest = await signedIn(fixture, 'guest');
    for (const content of [`space:${space}`, `collection:${shelf}`]) {
      const page = `/app/${content.replace(':', 's/')}`;
      expect((await guest.get(page)).status).toBe(404);
      await admin.post(path, { do: 'give', content, role: 'comment' });
      expect((await guest.get(page)).status).toBe(200);
      const { html } = await admin.get(path);
      expect(html).toContain(`name="content" value="${content}"`);
      await admin.post(path, { do: 'role', content, role: 'edit' });
      expect((await admin.get(path)).html).toMatch(/value="edit" selected/);
      await admin.post(path, { do: 'take', content });
      expect((await guest.get(page)).status).toBe(404);
    }
    expect((await admin.post(path, { do: 'give', content: 'site:x', role: 'edit' })).status).toBe(400);
    expect((await admin.post(path, { do: 'give', content: `space:${space}`, role: 'guest' })).status).toBe(
      400,
    );
    await admin.post(path, { do: 'remove' });
  });
});

describe('an action on teams that somebody may not do', () => {
  it('has no button, and is refused without changing anything', async () => {
    const path = await made('Writers');
    const [{ id: team }] = await listed();
    await fixture.ok(`PUT /orgs/${fixture.org}/teams/${team}/members/${fixture.users.read}`);
    await fixture.ok(`POST /spaces/${space}/permissions`, { teams: [team], role: 'read' });
    const person = fixture.users.read;
    const forms: [page: string, fields: Record<string, string>][] = [
      [teams(), { title: 'Mine' }],
      [path, { do: 'rename', title: 'Mine' }],
      [path, { do: 'remove' }],
      [path, { do: 'add', person: fixture.users.edit }],
      [path, { do: 'make-owner', person }],
      [path, { do: 'take-out', person }],
      [path, { do: 'give', content: `collection:${shelf}`, role: 'admin' }],
      [path, { do: 'role', content: `space:${space}`, role: 'admin' }],
      [path, { do: 'take', content: `space:${space}` }],
    ];
    const button = ([, fields]: (typeof forms)[number]): string =>
      'do' in fields ? `name="do" value="${fields['do']}"` : 'Make it</button>';
    const allowed: Record<string, number> = {};
    for (const who of everybody) {
      const visitor = await signedIn(fixture, who);
      for (const form of forms) {
        if ((await visitor.get(form[0])).html.includes(button(form))) {
          allowed[who] = (allowed[who] ?? 0) + 1;
          continue;
        }
        const rows = hashOfAllRows(fixture.embedded.service.store);
        const { status } = await visitor.post(...form);
        expect([who, form, status >= 400]).toEqual([who, form, true]);
        expect(hashOfAllRows(fixture.embedded.service.store)).toBe(rows);
      }
    }

    expect(allowed).toEqual({ admin: forms.length });
  });

  it.each(['"><img src=x onerror=alert(1)>', "'><svg onload=alert(1)>", '<%= 1 %><%~ it.token %>${1}'])(
    'shows %s as text in every field',
    async (vector) => {
      const path = await made(vector);
      await admin.post(path, { do: 'add', person: fixture.users.edit });
      await admin.post(path, { do: 'give', content: `space:${space}`, role: 'edit' });
      fixture.embedded.service.store.run('UPDATE users SET display_name = ?', vector);
      fixture.embedded.service.store.run('UPDATE spaces SET title = ?', vector);
      fixture.embedded.service.store.run('UPDATE collections SET title = ?', vector);
      for (const page of [teams(), path]) {
        const { html, status } = await admin.get(page);
        const main = html.slice(html.indexOf('<main'));
        expect(status).toBe(200);
        expect(main).not.toMatch(/<(?:script|iframe|object|embed|svg|math|img)\b/i);
        expect(main).not.toContain(vector);
      }
    },
  );
});
