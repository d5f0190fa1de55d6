import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishPages, type ServiceFixture, type Who } from '../service/fixture.ts';
import { hasBrowser } from '../site/browser.ts';
import { aServiceWithApp, signedIn } from './visitor.ts';

let fixture: ServiceFixture;
beforeAll(() => {
  fixture = aServiceWithApp();
});
afterAll(() => fixture.close());

/** A space with a page, a change request with another text for the page, and the request's path. */
async function aChange(title: string): Promise<{ space: string; id: string; page: string; path: string }> {
  const space = fixture.newSpace(title);
  const [page = ''] = await publishPages(fixture, space, `# Tides\n\nThe words of ${title}.\n`);
  const { id, number } = await fixture.ok(`POST /spaces/${space}/change-requests`, { subject: 'New' });
  await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
    changes: [{ type: 'update_page', page, document: { markdown: '# Tides\n\nThe changed words.\n' } }],
  });
  return { space, id, page, path: `/app/spaces/${space}/~/changes/${number}` };
}
const previewLink = /href="([^"]*\/~\/site\?at=\d+)"[^>]*>([^<]*)</g;
const linksFor = async (path: string): Promise<(readonly [string, string])[]> => {
  const { html } = await (await signedIn(fixture)).get(path);
  return [...html.matchAll(previewLink)].map(([, href = '', words = '']) => [href, words] as const);
};
const addressOf = async (path: string, who: Who = 'admin'): Promise<string> => {
  const answer = await (await signedIn(fixture, who)).get(`${path}/~/site`);
  expect(answer.status).toBe(302);
  return answer.location ?? '';
};
const visited = async (address: string) => {
  const { host, pathname } = new URL(address);
  const answer = await fixture.embedded.app.inject({
    method: 'GET',
    url: pathname,
    headers: { host, accept: 'text/html' },
  });
  return { status: answer.statusCode, html: answer.body, headers: answer.headers };
};

describe('a site as it would be with a change request', () => {
  it('is shown outside of the app, with its other spaces and in its look, and the site stays as it is', async () => {
    const { space, path } = await aChange('Guides');
    const other = fixture.newSpace('Reference');
    await publishPages(fixture, other, '# Words\n\nThe words beside.\n');
    const { id } = await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Harbour', spaces: [space] });
    await fixture.ok(`POST /orgs/${fixture.org}/sites/${id}/sections`, { spaceId: other });
    await fixture.ok(`POST /orgs/${fixture.org}/sites/${id}/publish`);

    expect((await linksFor(path)).map(([, words]) => words)).toEqual(['Preview of the site Harbour']);
    const address = await addressOf(path);
    expect(new URL(address).origin).toBe('http://docs.test');
    const { status, html, headers } = await visited(address);
    expect(status).toBe(200);
    expect(html).toContain('The changed words.');
    for (const words of ['Harbour', 'Reference']) expect(html).toContain(words);
    expect(html).not.toContain('http://app.test');
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(headers['set-cookie']).toBeUndefined();
    expect((await visited(`http://docs.test/sites/${id}/`)).html).toContain('The words of Guides.');
  });

  it('shows both texts of a place that waits for a decision, and no marks of a merge', async () => {
    const { space, id, page, path } = await aChange('Waiting');
    const change = (document: string) => ({
      changes: [{ type: 'update_page', page, document: { markdown: document } }],
    });
    const other = await fixture.ok(`POST /spaces/${space}/change-requests`, {});
    await fixture.ok(
      `POST /spaces/${space}/change-requests/${other.id}/content`,
      change('# Tides\n\nThe words of the space.\n'),
    );
    await fixture.ok(`POST /spaces/${space}/change-requests/${other.id}/merge`);
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/update`);

    const { html } = await visited(await addressOf(path));

    for (const words of ['Both texts wait for a decision', 'The changed words.', 'The words of the space.'])
      expect(html).toContain(words);
    expect(html).not.toMatch(/(?:&lt;|<){7}|={7}|(?:&gt;|>){7}|\|{7}/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    await fixture.ok(
      `POST /spaces/${space}/change-requests/${id}/content`,
      change('# Tides\n\nThe decided words.\n'),
    );
    const decided = (await visited(await addressOf(path))).html;
    expect(decided).toContain('The decided words.');
    expect(decided).not.toContain('Both texts wait');
  });

  it('shows later edits of the change request', async () => {
    const { space, id, page, path } = await aChange('Later');
    const address = await addressOf(path);
    expect((await visited(address)).html).toContain('The changed words.');
    await fixture.ok(`POST /spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'update_page', page, document: { markdown: '# Tides\n\nNewer words.\n' } }],
    });
    expect((await visited(address)).html).toContain('Newer words.');
  });

  it('is the space by itself where no site shows it, and has nothing that the person may not read', async () => {
    const { space, path } = await aChange('Lonely');
    expect((await linksFor(path)).map(([, words]) => words)).toEqual(['Preview of the site Lonely']);
    const secret = fixture.newSpace('Secret');
    await publishPages(fixture, secret, '# Plans\n\nNobody knows.\n');
    const { id } = await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Both', spaces: [space] });
    await fixture.ok(`POST /orgs/${fixture.org}/sites/${id}/sections`, { spaceId: secret });
    await fixture.ok(`PATCH /spaces/${secret}`, { defaultLevel: null });

    expect((await linksFor(path)).map(([, words]) => words)).toEqual(['Preview of the site Both']);
    expect((await visited(await addressOf(path))).html).toContain('Secret');
    const { html } = await visited(await addressOf(path, 'read'));
    expect(html).toContain('The changed words.');
    expect(html).not.toMatch(/Secret|Plans/);
  });

  it('opens only for the person who may read it, and for an hour', async () => {
    const { space, path } = await aChange('Short');
    expect((await (await signedIn(fixture, 'stranger')).get(`${path}/~/site`)).status).toBe(404);
    expect((await (await signedIn(fixture)).get(`${path}/~/site?at=7`)).status).toBe(404);
    const address = await addressOf(path, 'read');
    const [payload = '', signature = ''] = address.split('/')[4]!.split('.');
    const job = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...job, user: fixture.users.admin })).toString('base64url');
    expect((await visited(`http://docs.test/preview/${forged}.${signature}/`)).status).toBe(404);
    // An address of another kind is signed, too, but opens nothing here.
    expect((await visited(address.replace('/preview/', '/pdf/').concat('print.html'))).status).toBe(404);

    expect((await visited(address)).status).toBe(200);
    await fixture.ok(`PATCH /spaces/${space}`, { defaultLevel: null });
    expect((await visited(address)).status).toBe(404);
    await fixture.ok(`PATCH /spaces/${space}`, { defaultLevel: 'read' });
    expect((await visited(address)).status).toBe(200);
    await fixture.clock.advance(60 * 60 * 1000);
    expect((await visited(address)).status).toBe(404);
  });
});

describe('a site before it is published', () => {
  it('is shown as it will be to somebody who may see the site, with what that person may read', async () => {
    const { space } = await aChange('Draft');
    const secret = fixture.newSpace('Hidden');
    await publishPages(fixture, secret, '# Plans\n\nNobody knows.\n');
    const { id } = await fixture.ok(`POST /orgs/${fixture.org}/sites`, { title: 'Soon', spaces: [space] });
    await fixture.ok(`POST /orgs/${fixture.org}/sites/${id}/sections`, { spaceId: secret });
    await fixture.ok(`PATCH /spaces/${secret}`, { defaultLevel: null });
    const path = `/app/sites/${id}/preview`;
    const addressFor = async (who: Who): Promise<string> =>
      (await (await signedIn(fixture, who)).get(path)).location ?? '';

    expect((await (await signedIn(fixture)).get(`/app/sites/${id}`)).html).toContain(`href="${path}"`);
    expect((await visited(`http://docs.test/sites/${id}/`)).status).toBe(404);
    const whole = await visited(await addressFor('admin'));
    for (const words of ['Soon', 'The words of Draft.', 'Hidden']) expect(whole.html).toContain(words);
    const part = await visited(await addressFor('read'));
    expect([part.status, part.html.includes('The words of Draft.')]).toEqual([200, true]);
    expect(part.html).not.toMatch(/Hidden|Plans/);
    expect((await (await signedIn(fixture, 'stranger')).get(path)).status).toBe(404);
  });
});

describe.skipIf(!hasBrowser)('the PDF of a change request', () => {
  it('is offered for the request and its pages, and is at the address that the interface gives', async () => {
    const { page, path } = await aChange('Printed');
    const visitor = await signedIn(fixture, 'read');
    expect((await visitor.get(path)).html).toContain(`href="${path}/~/pdf"`);
    expect((await visitor.get(`${path}/`)).html).toContain(`href="${path}/~/pdf?page=${page}"`);
    for (const query of ['', `?page=${page}`])
      expect((await visitor.get(`${path}/~/pdf${query}`)).location).toMatch(
        /^http:\/\/docs\.test\/pdf\/[\w-]+\.[\w-]+\/document\.pdf$/,
      );
    expect((await visitor.get(`${path}/~/pdf?page=none`)).status).toBe(404);
    expect((await (await signedIn(fixture, 'stranger')).get(`${path}/~/pdf`)).status).toBe(404);
  });
});
