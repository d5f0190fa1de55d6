import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import {
  answerFromFiles,
  exportSite,
  fileCache,
  memoryFiles,
  serveSite,
  type Analytics,
  type ExportOptions,
} from '../../src/site/index.ts';
import { liveAnswer } from '../../src/site/serve/live-page.ts';
import { hasBrowser, launch } from './browser.ts';
import { aSite, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary('* [Home](README.md)'),
  'README.md': '# Home\n\n![A picture](https://pictures.example.com/a.png)\n',
};

/** The directives of a page's own policy. */
function policyOf(page: string): ReadonlyMap<string, readonly string[]> {
  const written = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
  return new Map(
    written
      .replaceAll('&#39;', "'")
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values];
      }),
  );
}

const scriptsOf = (page: string): string[] => page.match(/<script [^>]*https?:[^>]*>/g) ?? [];

async function site(
  analytics: Analytics,
  options: Partial<ExportOptions> = {},
): Promise<{ page: string; starter: string; headers: string }> {
  const { text, files } = await exported(aSite(texts), { analytics, ...options });
  const starter = [...files.keys()].find((path) => path.startsWith('_site/analytics.'));
  return {
    page: text('index.html'),
    starter: starter === undefined ? '' : text(starter),
    headers: text('_headers'),
  };
}

describe('a site whose visits are counted', () => {
  it.each<[Analytics, string, Readonly<Record<string, readonly string[]>>]>([
    [
      { service: 'plausible', site: 'docs.example.com' },
      '<script defer src="https://plausible.io/js/script.js" data-domain="docs.example.com">',
      { 'script-src': ["'self'", 'https://plausible.io'], 'connect-src': ["'self'", 'https://plausible.io'] },
    ],
    [
      { service: 'plausible', site: 'a', address: 'https://s.example.com/js/script.outbound-links.js' },
      '<script defer src="https://s.example.com/js/script.outbound-links.js" data-domain="a">',
      {
        'script-src': ["'self'", 'https://s.example.com'],
        'connect-src': ["'self'", 'https://s.example.com'],
      },
    ],
    [
      {
        service: 'umami',
        site: 'b-1',
        address: 'https://u.example.com:8443/umami/',
        attributes: { 'data-do-not-track': 'true' },
      },
      '<script defer src="https://u.example.com:8443/umami/script.js" data-website-id="b-1" data-do-not-track="true">',
      {
        'script-src': ["'self'", 'https://u.example.com:8443'],
        'connect-src': ["'self'", 'https://u.example.com:8443'],
      },
    ],
    [
      { service: 'fathom', site: 'ABCDEF' },
      '<script defer src="https://cdn.usefathom.com/script.js" data-site="ABCDEF">',
      {
        'script-src': ["'self'", 'https://cdn.usefathom.com'],
        'connect-src': ["'self'", 'https://cdn.usefathom.com'],
        'img-src': ["'self'", 'data:', 'https://cdn.usefathom.com', 'https://pictures.example.com'],
      },
    ],
    [
      { service: 'script', address: 'https://t.example.com/t.js', hosts: ['https://in.example.com'] },
      '<script defer src="https://t.example.com/t.js">',
      {
        'script-src': ["'self'", 'https://t.example.com'],
        'connect-src': ["'self'", 'https://in.example.com', 'https://t.example.com'],
        'img-src': [
          "'self'",
          'data:',
          'https://in.example.com',
          'https://pictures.example.com',
          'https://t.example.com',
        ],
      },
    ],
  ])('loads the script of %o, and its policy allows that host alone', async (analytics, tag, allowed) => {
    const plain = policyOf((await exported(aSite(texts))).text('index.html'));

    const { page, headers } = await site(analytics);

    expect(scriptsOf(page)).toEqual([tag]);
    const policy = policyOf(page);
    for (const [directive, values] of plain) {
      if (/trusted-types/.test(directive) && analytics.service === 'script') continue;
      expect(policy.get(directive), directive).toEqual(allowed[directive] ?? values);
    }
    for (const value of allowed['script-src'] ?? []) expect(headers).toContain(value);
  });

  it('configures Matomo and Google by a script of its own', async () => {
    const matomo = await site({ service: 'matomo', site: '7', address: 'https://m.example.com/' });
    const google = await site({ service: 'google', site: 'G-1</script>' });

    expect(matomo.starter).toContain(
      `['setTrackerUrl', "https://m.example.com/matomo.php"], ['setSiteId', "7"]`,
    );
    expect(scriptsOf(matomo.page)).toEqual(['<script defer src="https://m.example.com/matomo.js">']);
    expect(google.starter).toContain(`gtag('config', "G-1\\u003c/script>")`);
    expect(policyOf(google.page).get('connect-src')).toContain('https://*.google-analytics.com');
    // This service creates scripts itself; the site's policy restricts the scripts of the others.
    expect(policyOf(google.page).has('trusted-types')).toBe(false);
    expect(policyOf(matomo.page).get('trusted-types')).toEqual(["'none'"]);
  });

  it('says what is missing', async () => {
    await expect(site({ service: 'matomo', site: '7' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'export.analytics of the service matomo has no address',
    });
    await expect(site({ service: 'plausible' })).rejects.toMatchObject({
      message: 'export.analytics of the service plausible has no site',
    });
  });

  it('counts nobody and keeps nothing offline while it is being written, and its files stay as they are published', async () => {
    const files = memoryFiles();
    await exported(aSite(texts), {
      files,
      analytics: { service: 'google', site: 'G-1' },
      offline: 'visited',
    });
    const published = new TextDecoder().decode(files.read('index.html'));
    const { status, headers, body } = liveAnswer(answerFromFiles(files, ''));
    const page = new TextDecoder().decode(body);

    const counting = /googletagmanager|_site\/(?:analytics|offline)\./u;
    expect(published).toMatch(counting);
    expect(page).not.toMatch(/<script[^>]*(?:googletagmanager|_site\/(?:analytics|offline)\.)/u);
    expect(page).toContain('<script defer src="/~live.js"></script>\n</head>');
    expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.replace('<script defer src="/~live.js"></script>\n', '').length).toBeLessThan(
      published.length,
    );
    expect(published).not.toContain('~live');
  });

  it('is the same after a change of the service as in an export without memory', async () => {
    const remembered = { files: memoryFiles(), cache: fileCache(memoryFiles()), clock: new ManualClock() };
    await exportSite(aSite(texts), remembered);
    await exportSite(aSite(texts), {
      ...remembered,
      analytics: { service: 'matomo', site: '1', address: 'https://m.example.com' },
    });
    await exportSite(aSite(texts), {
      ...remembered,
      analytics: { service: 'matomo', site: '2', address: 'https://m.example.com' },
    });

    const anew = await exported(aSite(texts), {
      analytics: { service: 'matomo', site: '2', address: 'https://m.example.com' },
    });

    expect([...remembered.files.files.keys()].sort()).toEqual([...anew.files.keys()].sort());
    for (const [path, bytes] of anew.files) expect(remembered.files.files.get(path), path).toEqual(bytes);
  });

  it.skipIf(!hasBrowser)('is counted in a browser, by that host and by no other', async () => {
    const files = memoryFiles();
    const server = await serveSite(files, { port: 0 });
    await exportSite(aSite(texts), {
      files,
      clock: new ManualClock(),
      baseUrl: server.url,
      analytics: { service: 'matomo', site: '7', address: 'https://m.example.com' },
    });
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const asked: string[] = [];
      await page.route(/example\.com/, (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          headers: { 'Access-Control-Allow-Origin': '*' },
          body: "new Image().src = _paq[0][1] + '?site=' + _paq[1][1]; fetch(_paq[0][1] + '?beat'); fetch('https://other.example.com/').catch(() => {}); new Image().src = 'https://third.example.com/';",
        });
      });
      const counted = page.waitForRequest(/matomo\.php\?beat/);

      await page.goto(server.url);
      await counted;
      await page.waitForLoadState('networkidle');

      expect(asked.sort()).toEqual([
        'https://m.example.com/matomo.js',
        'https://m.example.com/matomo.php?beat',
        'https://m.example.com/matomo.php?site=7',
        'https://pictures.example.com/a.png',
      ]);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
