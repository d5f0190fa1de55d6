import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activeShareKey } from '../../../src/service/sites/index.ts';
import { aService, publishPages, type ServiceFixture } from '../fixture.ts';

let world: ServiceFixture;
let space: string;
let site: string;
let path: string;

beforeEach(async () => {
  world = aService();
  space = world.newSpace('Manual');
  await publishPages(
    world,
    space,
    '# Welcome\n\nGo to [the next page](install.md).\n',
    '# Install\n\nUnpack **it**.\n',
  );
  ({ id: site } = await world.ok(`POST /orgs/${world.org}/sites`, { title: 'Our Docs', spaces: [space] }));
  path = `/orgs/${world.org}/sites/${site}`;
});
afterEach(() => world.close());

async function visit(url: string, headers: Record<string, string> = {}) {
  const reply = await world.embedded.app.inject({ url, headers });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body };
}

describe('a published site', () => {
  it('is served with its pages, and not before it is published', async () => {
    expect((await visit(`/sites/${site}/`)).status).toBe(404);
    await world.ok(`POST ${path}/publish`);

    const home = await visit(`/sites/${site}/`);
    expect(home).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(home.text).toContain('Our Docs');
    expect(home.text).toContain('Welcome');
    expect(home.headers['content-security-policy'] ?? home.text).toMatch(/default-src 'none'/);
    const { urls } = await world.ok(`GET /spaces/${space}`);
    const address = new URL(urls.published).pathname;
    expect((await visit(address)).status).toBe(200);
    const install = await visit(`${address}install`);
    expect([install.status, install.text.includes('<strong>it</strong>')]).toEqual([200, true]);
    expect((await visit(`/sites/${site}/no-such-page`)).status).toBe(404);
    expect(await visit(`/sites/${site}`)).toMatchObject({
      status: 308,
      headers: { location: `/sites/${site}/` },
    });
  });

  it('shows the content as it is now', async () => {
    await world.ok(`POST ${path}/publish`);
    expect((await visit(`/sites/${site}/fresh`)).status).toBe(404);

    await publishPages(world, space, '# Fresh\n\nJust written.\n');

    expect((await visit(`/sites/${site}/fresh`)).text).toContain('Just written.');
    await world.ok(`POST ${path}/unpublish`);
    expect((await visit(`/sites/${site}/fresh`)).status).toBe(404);
  });

  it('behind a share link opens by its key, which leaves the address at once', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'share-link' });
    await world.ok(`POST ${path}/publish`);
    const key = activeShareKey(world.context(), site)!;

    const missing = await visit('/sites/unknown/');
    for (const url of [`/sites/${site}/`, `/sites/${site}/?shareKey=wrong`, `/sites/${site}/install`]) {
      expect(await visit(url)).toMatchObject({ status: 404, text: missing.text });
    }
    const entered = await visit(`/sites/${site}/install?shareKey=${key}&q=1`);
    expect(entered).toMatchObject({
      status: 303,
      headers: { location: `/sites/${site}/install?q=1`, 'cache-control': 'no-store' },
    });
    const cookie = String(entered.headers['set-cookie']);
    expect(cookie).toMatch(new RegExp(`^shareKey=${key}; Path=/sites/${site}/; HttpOnly; SameSite=Lax$`));
    const page = await visit(`/sites/${site}/install`, { cookie: cookie.split(';')[0]! });
    expect([page.status, page.text.includes('Unpack'), page.text.includes(key)]).toEqual([200, true, false]);
  });

  it('for visitors who sign in lets no stranger in', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'visitor-auth' });
    await world.ok(`POST ${path}/publish`);

    expect((await visit(`/sites/${site}/`)).status).toBe(401);
    expect((await visit(`/sites/${site}/?jwt_token=eyJhbGciOiJub25lIn0.e30.`)).status).toBe(401);
  });
});
