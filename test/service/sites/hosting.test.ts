import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedFolder } from '../../../src/service/seeding.ts';
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

const onlySiteSpace = async (): Promise<string> => (await world.ok(`GET ${path}/site-spaces`)).items[0].id;

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

  it('answers at the path of each page in the interface, whatever the path', async () => {
    const titles = [
      '.Net',
      'Aux',
      'CON',
      '.gitignore',
      '... dots',
      'a.b.',
      'index',
      '🎉',
      '시작',
      'Sea & sky',
    ];
    await publishPages(world, space, ...titles.map((title) => `# ${title}\n\nThis is ${title}!\n`));
    await world.ok(`POST ${path}/publish`);
    const base = `/sites/${site}/`;
    const { pages } = await world.ok(`GET /spaces/${space}/content`);
    const { text: home } = await visit(base);
    const { text: sitemap } = await visit(`${base}sitemap-pages.xml`);
    const { text: list } = await visit(`${base}llms.txt`);

    const paths: string[] = pages.map((page: { path: string }) => page.path);
    for (const [at, title] of titles.entries()) {
      const address = base + paths[paths.length - titles.length + at];
      const words = title.replace('&', '&amp;');
      const page = await visit(address);
      expect([title, page.status, page.text.includes(`This is ${words}!`)]).toEqual([title, 200, true]);
      expect(/rel="canonical" href="[^"]*?(\/sites[^"]*)"/.exec(page.text)?.[1]).toBe(address);
      expect(home).toContain(`<a href="${address}"`);
      expect(sitemap).toContain(`${address}</loc>`);
      expect(list).toContain(`${address}.md)`);
      expect((await visit(`${address}.md`)).text).toContain(`This is ${title}!`);
      expect((await visit(address, { accept: 'text/markdown' })).text).toContain(`This is ${title}!`);
    }
    expect(paths.slice(-titles.length)).toEqual([
      '.net',
      'aux',
      'con',
      '.gitignore',
      '...-dots',
      'a.b.',
      'index',
      'undefined',
      'undefined-1',
      'sea-and-sky',
    ]);
  });

  it('shows the present content', async () => {
    await world.ok(`POST ${path}/publish`);
    expect((await visit(`/sites/${site}/fresh`)).status).toBe(404);

    await publishPages(world, space, '# Fresh\n\nJust written.\n');

    expect((await visit(`/sites/${site}/fresh`)).text).toContain('Just written.');
    await world.ok(`POST ${path}/unpublish`);
    expect((await visit(`/sites/${site}/fresh`)).status).toBe(404);
  });

  it('behind a share link opens with its key, which is removed from the address at once', async () => {
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

  it('for visitors who sign in is closed to strangers', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'visitor-auth' });
    await world.ok(`POST ${path}/publish`);

    expect((await visit(`/sites/${site}/`)).status).toBe(401);
    expect((await visit(`/sites/${site}/?jwt_token=eyJhbGciOiJub25lIn0.e30.`)).status).toBe(401);
  });

  it('for visitors who sign in opens with a token of its key, and with no other', async () => {
    await world.ok(`PATCH ${path}`, { visibility: 'visitor-auth' });
    await world.ok(`POST ${path}/publish`);
    const auth = await world.ok(`GET ${path}/publishing/auth`);
    const tokenOf = (key: string, seconds = 60): Promise<string> =>
      new SignJWT({ plan: 'pro' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuedAt(Math.floor(world.clock.now() / 1000))
        .setExpirationTime(Math.floor(world.clock.now() / 1000) + seconds)
        .sign(new TextEncoder().encode(key));
    const home = `/sites/${site}/`;

    expect(auth).toMatchObject({ object: 'publishing-auth', backend: 'custom' });
    expect((await visit(home)).status).toBe(401);
    await world.ok(`PATCH ${path}/publishing/auth`, { fallbackURL: 'https://id.example.com/in' });
    const sent = await visit(home);
    expect([sent.status, sent.headers.location]).toEqual([302, 'https://id.example.com/in']);

    const token = await tokenOf(auth.privateKey as string);
    const entered = await visit(`${home}?jwt_token=${token}`);
    expect([entered.status, entered.headers.location]).toEqual([303, home]);
    expect((await visit(home, { cookie: `visitorToken=${token}` })).text).toContain('Welcome');
    await world.ok(`PATCH ${path}/site-spaces/${await onlySiteSpace()}`, {
      condition: "visitor.claims.plan == 'free'",
    });
    expect((await visit(home, { cookie: `visitorToken=${token}` })).text).not.toContain('Welcome');
    await world.ok(`PATCH ${path}/site-spaces/${await onlySiteSpace()}`, {
      condition: "visitor.claims.plan == 'pro'",
    });
    expect((await visit(home, { cookie: `visitorToken=${token}` })).text).toContain('Welcome');
    const other = await tokenOf('another-key-of-some-length');
    expect((await visit(home, { cookie: `visitorToken=${other}` })).status).toBe(302);

    const renewed = await world.ok(`POST ${path}/publishing/auth/regenerate`);
    expect(renewed.privateKey).not.toBe(auth.privateKey);
    expect((await visit(home, { cookie: `visitorToken=${token}` })).status).toBe(302);
    expect(
      (await visit(home, { cookie: `visitorToken=${await tokenOf(renewed.privateKey as string)}` })).status,
    ).toBe(200);

    await world.ok(`PATCH ${path}/publishing/auth`, { fallbackURL: null });
    expect((await visit(home)).status).toBe(401);
    expect(
      (await world.call(`PATCH ${path}/publishing/auth`, { fallbackURL: 'javascript:alert(1)' })).status,
    ).toBe(400);
    expect((await world.call(`GET ${path}/publishing/auth`, undefined, 'create')).status).toBe(403);
  });

  it('whose visitors do not sign in has no key', async () => {
    expect((await world.call(`GET ${path}/publishing/auth`)).status).toBe(412);
    expect((await world.call(`POST ${path}/publishing/auth/regenerate`)).status).toBe(412);
  });
});

describe("a published site's logos and icons", () => {
  it('are its own files, for light and dark; a page requests them from no other host', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-logos-'));
    const put = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    const drawing = (fill: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="${fill}"/></svg>`;
    put('docs/SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n');
    put('docs/README.md', '# Home\n');
    put('docs/.gitbook/assets/logo.svg', drawing('navy'));
    put('docs/.gitbook/assets/logo-dark.svg', drawing('white'));
    put('docs/.gitbook/assets/evil.svg', `<!DOCTYPE svg [<!ENTITY e "x">]>${drawing('red')}`);
    put(
      'structure.json',
      JSON.stringify({
        type: 'siteSpaces',
        structure: [
          { object: 'site-space', path: 'docs', title: 'Docs', space: { id: 'docs', title: 'Docs' } },
        ],
      }),
    );
    put(
      'customization.json',
      JSON.stringify({
        title: 'Harbour',
        header: {
          logo: { light: 'docs/.gitbook/assets/logo.svg', dark: 'docs/.gitbook/assets/logo-dark.svg' },
        },
        favicon: {
          icon: { light: 'docs/.gitbook/assets/logo.svg', dark: 'https://elsewhere.example/icon.png' },
        },
        footer: { logo: { light: 'docs/.gitbook/assets/evil.svg' } },
      }),
    );
    const seeded = seedFolder(world.context(), folder, { organization: world.org });
    rmSync(folder, { recursive: true });
    const id = seeded.sites[0]?.id ?? '';

    const { text } = await visit(`/sites/${id}/`);

    const sources = [...text.matchAll(/<img class="logo ([\w-]+)" src="([^"]+)" alt="Harbour">/g)];
    expect(sources.map((match) => match[1])).toEqual(['only-light', 'only-dark']);
    const shown = await Promise.all(sources.map((match) => visit(match[2] ?? '')));
    expect(shown.map((each) => each.text)).toEqual([`${drawing('navy')}\n`, `${drawing('white')}\n`]);
    expect(text).toMatch(/<link rel="icon" href="\/sites\/[^"]+\.svg">/);
    expect(text).not.toContain('elsewhere.example');
    expect(text).not.toContain('footer-brand');
  });
});
