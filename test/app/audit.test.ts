import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everybody, type ServiceFixture } from '../service/fixture.ts';
import { aServiceWithApp, signedIn, type Visitor } from './visitor.ts';

let fixture: ServiceFixture;
let admin: Visitor;
let space: string;
beforeAll(async () => {
  fixture = aServiceWithApp();
  admin = await signedIn(fixture);
  space = fixture.newSpace('Guides');
});
afterAll(() => fixture.close());

const path = (): string => `/app/o/${fixture.org}/audit`;
const rowsOf = (html: string): string[] => html.match(/<tr><td>.*?<\/tr>/gs) ?? [];

describe('the page of what was done', () => {
  it('says when who did what to which thing, by hand or by a program, and filters the list', async () => {
    const editor = await signedIn(fixture, 'edit');
    await editor.post(`/app/spaces/${space}/~/comments`, { do: 'post', text: 'Hello' });
    await fixture.ok(`PATCH /orgs/${fixture.org}/members/${fixture.users.read}`, { role: 'comment' });

    expect((await admin.get(`/app/o/${fixture.org}`)).html).toContain(`href="${path()}"`);
    const [program, byHand] = rowsOf((await admin.get(path())).html);
    expect(program).toContain('<td>gave a member another role<');
    expect(program).toContain('by a program');
    expect(program).toContain('role: comment');
    expect(byHand).toContain('<td>commented on a space<');
    expect(byHand).toContain('>edit</a>');
    expect(byHand).not.toContain('by a program');
    expect(byHand).toContain(`<a href="/app/spaces/${space}">Guides</a>`);

    const of = async (query: string): Promise<number> =>
      rowsOf((await admin.get(`${path()}?${query}`)).html).length;
    expect(await of(`person=${fixture.users.edit}`)).toBe(1);
    expect(await of(`object=${space}`)).toBe(1);
    expect(await of(`person=${fixture.users.admin}&object=${space}`)).toBe(0);
    const { html } = await admin.get(`${path()}?person=${fixture.users.edit}`);
    expect(html).toContain(`<option value="${fixture.users.edit}" selected>`);
  });

  it('has words for a change request from its beginning to its merge, and for an action of another version', async () => {
    const other = fixture.newSpace('Words');
    const { id } = await fixture.ok(`POST /spaces/${other}/change-requests`, {});
    await fixture.ok(`POST /spaces/${other}/change-requests/${id}/merge`);
    const words = async (): Promise<unknown[]> =>
      rowsOf((await admin.get(`${path()}?object=${id}`)).html).map((row) => row.split('<td>')[3]);

    expect(await words()).toEqual([
      expect.stringMatching(/^merged a change request</),
      expect.stringMatching(/^opened a change request as a draft</),
    ]);
    fixture.embedded.service.store.run("UPDATE audit_events SET action = 'flySpace' WHERE target = ?", id);
    expect((await words())[0]).toMatch(/^did something for which this version has no words \(flySpace\)</);
  });

  it('goes back page by page, with the same filters', async () => {
    for (let number = 0; number < 55; number += 1)
      await fixture.ok(`PATCH /spaces/${space}`, { title: `Guides ${number}` });
    const first = await admin.get(`${path()}?object=${space}`);
    const older = /href="([^"]+)">Older/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const second = await admin.get(older);
    expect([rowsOf(first.html).length, rowsOf(second.html).length]).toEqual([50, 6]);
    expect(second.html).toContain('Newest');
    expect(second.html).not.toContain('>Older');
  });

  it('is linked and shown only for administrators', async () => {
    for (const who of everybody.filter((each) => each !== 'admin')) {
      const visitor = await signedIn(fixture, who);
      expect((await visitor.get(`/app/o/${fixture.org}`)).html).not.toContain(path());
      expect([who, (await visitor.get(path())).status]).toEqual([who, who === 'stranger' ? 404 : 403]);
    }
  });

  it.each(['"><img src=x onerror=alert(1)>', "'><svg onload=alert(1)>", '<%= 1 %>${1}'])(
    'shows %s as text in every field and filter',
    async (vector) => {
      await fixture.ok(`PATCH /orgs/${fixture.org}`, { title: vector });
      fixture.embedded.service.store.run('UPDATE users SET display_name = ?', vector);
      await fixture.ok(`PUT /orgs/${fixture.org}/teams`, { title: vector });
      await fixture.ok(`POST /orgs/${fixture.org}/collections`, { title: vector.slice(0, 50) });
      for (const query of [
        '',
        `?person=${encodeURIComponent(vector)}`,
        `?object=${encodeURIComponent(vector)}`,
      ]) {
        const { html, status } = await admin.get(path() + query);
        const main = html.slice(html.indexOf('<main'));
        expect(status).toBe(200);
        expect(main).not.toMatch(/<(?:script|iframe|object|embed|svg|math|img)\b/i);
        expect(main).not.toContain(vector);
      }
    },
  );
});
