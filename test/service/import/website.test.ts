import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRobots } from '../../../src/service/import/robots.ts';
import { aServiceOnTheWeb } from './web.ts';
import type { WebFixture } from './web.ts';

let site: WebFixture;
beforeEach(async () => {
  site = await aServiceOnTheWeb();
});
afterEach(() => site.world.close());

const page = (title: string, body: string): { body: string } => ({
  body: `<title>${title} | Site</title><nav><a href="/docs/a">A</a></nav><main><h1>${title}</h1>${body}</main>`,
});

describe('the import of a website', () => {
  it('takes the pages below the address, along links and the sitemap, as a tree with links among them', async () => {
    const { web, bring } = site;
    web.set(
      'https://s.test/docs',
      page('Docs', '<p>See <a href="a#part">A</a>, <a href="/blog">blog</a>.</p>'),
    );
    web.set('https://s.test/docs/a', page('A', '<p><a href="/docs/a/deep/">Deep</a> <img src="/i.png"></p>'));
    web.set('https://s.test/docs/a/deep/', page('Deep', '<p><a href="../../a/index.html">up</a></p>'));
    web.set('https://s.test/docs/listed.html', page('Listed', '<p>only in the sitemap</p>'));
    web.set('https://s.test/sitemap.xml', {
      body: '<urlset><url><loc>https://s.test/docs/listed.html</loc></url><url><loc>https://s.test/x</loc></url></urlset>',
    });

    // Links are resolved against the requested address: "a" beside "docs" is not below that address.
    web.set('https://s.test/docs/', { ...web.get('https://s.test/docs')! });
    const { status, body } = await bring('https://s.test/docs/', 'website');

    expect([status, body]).toMatchObject([201, { importedResources: 4, totalResources: 4 }]);
    expect(await site.tree()).toEqual([['Docs', ['A', 'Deep'], 'Listed']]);
    expect(await site.texts()).toEqual({
      'docs/README.md': '# Docs\n\nSee [A](a/README.md#part), [blog](https://s.test/blog).\n',
      'docs/a/README.md': '# A\n\n[Deep](deep.md) ![](https://s.test/i.png)\n',
      'docs/a/deep.md': '# Deep\n\n[up](README.md)\n',
      'docs/listed.md': '# Listed\n\nonly in the sitemap\n',
    });
    const { pages } = await site.world.ok(`GET ${site.base}/pages`);
    const report = await site.world.ok(`GET ${site.base}/page/${pages[0].pages[0].id}/links`);
    expect(report.stats).toMatchObject({ broken: { total: 0 } });
  });

  it('skips what robots.txt forbids, other sites, views with a query, and files that are not pages', async () => {
    const { web, bring, asked } = site;
    web.set(
      'https://s.test/',
      page(
        'Home',
        ['/open', '/secret/x', '/open?view=2', '/x.pdf', 'https://o.test/']
          .map((to) => `<a href="${to}">x</a>`)
          .join(''),
      ),
    );
    web.set('https://s.test/open', page('Open', ''));
    web.set('https://s.test/robots.txt', { body: 'User-agent: *\nDisallow: /secret\n', type: 'text/plain' });

    expect((await bring('https://s.test/', 'website')).body).toMatchObject({ importedResources: 2 });
    expect(asked).toEqual([
      'https://s.test/',
      'https://s.test/robots.txt',
      'https://s.test/sitemap.xml',
      'https://s.test/docs/a',
      'https://s.test/open',
    ]);
  });

  it('counts pages that fail, and follows redirects only within the part of the site', async () => {
    const { web, bring } = site;
    web.set('https://s.test/d/', page('D', '<a href="gone">1</a><a href="out">2</a><a href="moved">3</a>'));
    web.set('https://s.test/d/out', { ...page('Out', ''), url: 'https://elsewhere.test/' });
    web.set('https://s.test/d/moved', {
      ...page('New', '<a href="moved">self</a>'),
      url: 'https://s.test/d/new',
    });

    expect((await bring('https://s.test/d/', 'website')).body).toMatchObject({
      importedResources: 2,
      totalResources: 3,
    });
    expect(await site.texts()).toMatchObject({ 'd/new.md': '# New\n\n[self](new.md)\n' });
  });

  it('ends, however many pages there are', async () => {
    const { web, bring } = site;
    let open = ['https://e.test/'];
    for (let depth = 0; depth < 9; depth++) {
      const next: string[] = [];
      for (const url of open) {
        const below = ['l', 'r'].map((way) => `${url.replace(/\/$/, '')}/${way}`);
        web.set(url, page('Page', below.map((to) => `<a href="${to}">x</a>`).join('')));
        next.push(...below);
      }
      open = next;
    }

    const { body } = await bring('https://e.test/', 'website');

    expect(body.importedResources).toBe(500);
    expect(body.totalResources).toBeGreaterThan(500);
  });
});

describe('robots.txt', () => {
  it('decides what may be read: our own group first, the longest rule, wildcards', () => {
    const rules = readRobots(
      'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Tidemark\nDisallow: /private/ # not this\nAllow: /private/open\nDisallow: /*.pdf$\nDisallow:\n\nSitemap: https://s.test/map.xml\n',
    );
    expect(rules.sitemaps).toEqual(['https://s.test/map.xml']);
    const allowed = ['/', '/private', '/private/open/x', '/a.pdf.html'].map((path) => rules.allows(path));
    const refused = ['/private/x', '/deep/a.pdf'].map((path) => rules.allows(path));
    expect([allowed, refused]).toEqual([
      [true, true, true, true],
      [false, false],
    ]);
    expect(readRobots('').allows('/x')).toBe(true);
  });

  it('cannot be made slow', () => {
    const rules = readRobots(`User-agent: *\nDisallow: /${'a*'.repeat(5000)}b$\n`);
    expect(rules.allows(`/${'a'.repeat(20_000)}`)).toBe(true);
  });
});
