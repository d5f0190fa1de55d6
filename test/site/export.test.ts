import { describe, expect, it } from 'vitest';
import { fileCache, memoryFiles, type SiteProfile } from '../../src/site/index.ts';
import { aSite, aSpace, exported, summary } from './site-fixture.ts';

const texts = {
  'SUMMARY.md': summary(
    '* [Home](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Start](guide/start.md)',
    '* [Hidden](hidden.md)',
    '* [Quiet](quiet.md)',
    '* [No robots](no-robots.md)',
  ),
  'README.md':
    '---\ndescription: Where it begins\n---\n\n# Home\n\nGo to the [guide](guide/README.md) or [start](guide/start.md#first-step).\n',
  'guide/README.md': '# Guide\n\n## Overview\n\nWords.\n',
  'guide/start.md':
    '# Start\n\n## First step\n\n![A](../.gitbook/assets/a%20b.png)\n\n[up](./) [home](../README.md)\n',
  'hidden.md': '---\nhidden: true\n---\n\n# Hidden\n\nhiddenword\n',
  'quiet.md': '---\nnoIndex: true\n---\n\n# Quiet\n\nquietword\n',
  'no-robots.md': '---\nnoRobotsIndex: true\n---\n\n# No robots\n\nrobotword\n',
  '.gitbook/assets/a b.png': 'png',
  '.gitbook/assets/unused.png': 'png',
  '.gitbook.yaml': 'redirects:\n  old/place: guide/start.md\n  guide/start: README.md\n  lost: nowhere.md\n',
};

describe('an export', () => {
  it('gives each page a clean address, its markdown beside it, and the files that it uses', async () => {
    const { files } = await exported(aSite(texts));

    expect([...files.keys()].filter((path) => !/^(?:_site|_search|hosting)\//.test(path)).sort()).toEqual(
      [
        '.htaccess',
        '.nojekyll',
        '.tidemark-export.json',
        '404.html',
        '_files/a b.png',
        '_headers',
        '_redirects',
        'guide.html',
        'guide.md',
        'guide/start.html',
        'guide/start.md',
        'hidden.html',
        'hidden.md',
        'index.html',
        'index.md',
        'llms-full.txt',
        'llms.txt',
        'no-robots.html',
        'no-robots.md',
        'old/place.html',
        'quiet.html',
        'quiet.md',
        'robots.txt',
        'search.html',
        'vercel.json',
      ].sort(),
    );
  });

  it('shows a title without its marks, once', async () => {
    const { text } = await exported(
      aSite({ 'README.md': '# Home\n', 'a.md': '# The `foo` *option*\n\nWords.\n' }),
    );

    expect(text('a.html')).toContain('<title>The foo option | Docs</title>');
    expect(text('a.html')).toContain('<a href="/a" aria-current="page">The foo option</a>');
    expect(text('a.html')).toContain('<h1>The foo option</h1>');
    expect(text('a.html')).not.toContain('<h2');
  });

  it('shows a heading that a service keeps as the title with its marks once', async () => {
    const title = 'The `foo` option';
    const { text } = await exported(
      aSite(
        { 'README.md': `# ${title}\n` },
        {
          pages: [
            { type: 'document', id: 'a', title, slug: 'a', path: 'a', pages: [], git: { path: 'README.md' } },
          ],
        },
      ),
    );

    expect(text('index.html')).not.toContain('<h2');
  });

  it('links pages by address, on any base path', async () => {
    const { text } = await exported(aSite(texts), { baseUrl: 'https://docs.example.com/product/' });

    expect(text('index.html')).toContain('href="/product/guide/start#first-step"');
    expect(text('guide/start.html')).toContain('src="/product/_files/a%20b.png"');
    expect(text('index.html')).toContain('<link rel="canonical" href="https://docs.example.com/product/">');
    expect(text('sitemap-pages.xml')).toContain('<loc>https://docs.example.com/product/guide</loc>');
  });

  it('links by relative paths when it is to be opened from a folder', async () => {
    const { text } = await exported(aSite(texts), { urls: 'file' });

    expect(text('guide/start.html')).toContain('href="../index.html"');
    expect(text('guide/start.html')).toContain('src="../_files/a%20b.png"');
    expect(text('_search/index.js')).toMatch(/^globalThis\.tidemarkSearchIndex=/);
  });

  it('keeps hidden, noIndex and noRobotsIndex apart', async () => {
    const { text, files } = await exported(aSite(texts), { baseUrl: 'https://docs.example.com/' });
    const search = [...files.keys()]
      .filter((path) => path.startsWith('_search/'))
      .map(text)
      .join('');
    const robots = (path: string): string | undefined =>
      /<meta name="robots" content="([^"]*)"/.exec(text(path))?.[1];

    expect(text('index.html')).not.toContain('/hidden"');
    expect(text('hidden.html')).toContain('hiddenword');
    expect(robots('hidden.html')).toBeUndefined();
    expect(robots('quiet.html')).toBe('noindex');
    expect(robots('no-robots.html')).toBe('noindex, nofollow');
    expect(search).not.toMatch(/hiddenword|quietword/);
    expect(search).toContain('robotword');
    expect(text('llms.txt')).not.toMatch(/Hidden|Quiet/);
    expect(text('llms-full.txt')).not.toMatch(/hiddenword|quietword/);
    expect(text('sitemap-pages.xml')).not.toMatch(/hidden|quiet|no-robots/);
  });

  it('writes redirects that lead somewhere, never over a page, and warns of the others', async () => {
    const { text, report } = await exported(aSite(texts));

    expect(text('_redirects')).toBe('/old/place /guide/start 301\n');
    expect(text('old/place.html')).toContain('url=/guide/start');
    expect(report.warnings.map((warning) => warning.message)).toContain(
      'the redirect from "lost" leads nowhere: "nowhere.md"',
    );
  });

  it('is the same, byte for byte, each time and in each folder', async () => {
    const one = await exported(aSite(texts), { baseUrl: 'https://a.example/' });
    const other = await exported(aSite(texts), { baseUrl: 'https://a.example/' });

    expect([...other.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual(
      [...one.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
    );
  });

  it('renders after an edit only the page that changed, and ends where a cold export ends', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    await exported(aSite(texts), { files, cache });
    const quiet = await exported(aSite(texts), { files, cache });
    const edited = { ...texts, 'guide/start.md': `${texts['guide/start.md']}\nMore words.\n` };

    const warm = await exported(aSite(edited), { files, cache });
    const cold = await exported(aSite(edited));

    expect({ rendered: quiet.report.rendered, written: quiet.report.written }).toEqual({
      rendered: 0,
      written: [],
    });
    expect(warm.report.rendered).toBe(1);
    expect(warm.report.written.filter((path) => !path.startsWith('_search/')).sort()).toEqual([
      'guide/start.html',
      'guide/start.md',
      'llms-full.txt',
    ]);
    expect(
      Object.fromEntries([...files.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])),
    ).toEqual(
      Object.fromEntries([...cold.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])),
    );
  });

  it('renders pages that refer to a page again when its title changes, and removes obsolete files', async () => {
    const files = memoryFiles();
    const cache = fileCache(memoryFiles());
    const before = { ...texts, 'README.md': '# Home\n\n[start.md](guide/start.md "mention")\n' };
    await exported(aSite(before), { files, cache });
    const after = {
      ...before,
      'SUMMARY.md': summary(
        '* [Home](README.md)',
        '* [Guide](guide/README.md)',
        '  * [Commence](guide/start.md)',
      ),
      'guide/start.md': '# Commence\n',
    };

    const { report, text } = await exported(aSite(after), { files, cache });

    expect(text('index.html')).toContain('Commence</a></p>');
    expect(report.removed).toContain('hidden.html');
    expect(files.has('hidden.html')).toBe(false);
  });

  it('survives a cache that was damaged', async () => {
    const store = memoryFiles();
    const files = memoryFiles();
    await exported(aSite(texts), { files, cache: fileCache(store) });
    for (const path of store.list()) store.write(path, '{"broken');

    const { report } = await exported(aSite(texts), { files, cache: fileCache(store) });

    expect(report.rendered).toBe(6);
    expect(report.written).toEqual([]);
  });

  it('refuses a site that is not public unless it is told to', async () => {
    const input = aSite(texts);
    const secret = {
      ...input,
      profile: { ...input.profile, site: { title: 'Secret', visibility: 'share-link' } },
    };

    await expect(exported(secret)).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('--allow-private') as string,
    });
    const { text } = await exported(secret, { allowPrivate: true });
    expect(text('robots.txt')).toBe('User-agent: *\nDisallow: /\n');
    expect(text('index.html')).toContain('content="noindex, nofollow"');
  });

  it('shows what conditions say to a visitor who has not signed in, everywhere', async () => {
    const conditional = {
      'SUMMARY.md': summary('* [Home](README.md)', '* [Secret](secret.md)'),
      'README.md':
        '# Home\n\n{% if visitor.claims.plan == "pro" %}\ncanaryone\n{% endif %}\n\n<code class="expression">visitor.claims.plan</code>\n\n{% if nonsense( %}\ncanarytwo\n{% endif %}\n',
      'secret.md': '---\nif: visitor.claims.isStaff\n---\n\n# Secret\n\ncanarythree\n',
    };
    const { files, text } = await exported(aSite(conditional));
    const everything = [...files.keys()].map((path) => `${path}\n${text(path)}`).join('\n');

    expect(everything).not.toMatch(/canary(?:one|two|three)/);
    expect(files.has('secret.html')).toBe(false);
  });

  it('places sections, groups and variants, and keeps the page when the variant changes', async () => {
    const english = aSpace(
      {
        'SUMMARY.md': summary('* [Home](README.md)', '* [Start](start.md)'),
        'README.md': '# Home',
        'start.md': '# Start',
      },
      { id: 'en' },
    );
    const french = aSpace(
      {
        'SUMMARY.md': summary('* [Accueil](README.md)', '* [Début](start.md)'),
        'README.md': '# Accueil',
        'start.md': '# Début',
      },
      { id: 'fr' },
    );
    const api = aSpace(
      { 'README.md': '# API\n\n[start](https://app.gitbook.com/s/en/start)' },
      { id: 'api' },
    );
    const profile: SiteProfile = {
      site: { title: 'Site' },
      structure: {
        type: 'sections',
        structure: [
          {
            object: 'site-section',
            id: 's1',
            title: 'Docs',
            path: 'docs',
            default: true,
            siteSpaces: [
              { id: 'a', path: 'en', title: 'English', default: true, space: { id: 'en', language: 'en' } },
              { id: 'b', path: 'fr', title: 'Français', space: { id: 'fr', language: 'fr' } },
            ],
          },
          {
            object: 'site-section-group',
            id: 'g',
            title: 'More',
            sections: [
              {
                object: 'site-section',
                id: 's2',
                title: 'API',
                path: 'api',
                siteSpaces: [{ id: 'c', path: 'x', space: { id: 'api' } }],
              },
            ],
          },
          {
            object: 'site-section',
            id: 's3',
            title: 'Staff',
            path: 'staff',
            condition: 'visitor.claims.isStaff',
            siteSpaces: [{ id: 'd', path: 'x', space: { id: 'api' } }],
          },
        ],
      },
      customizations: { site: {} },
    };

    const { text, files } = await exported(
      { source: { spaces: [english, french, api], specs: [] }, profile },
      { baseUrl: 'https://x.example/' },
    );

    expect(files.has('docs/fr/start.html')).toBe(true);
    expect(files.has('staff/index.html')).toBe(false);
    expect(text('start.html')).toContain('<a href="/docs/fr/start" lang="fr"');
    expect(text('docs/fr/start.html')).toContain('<html lang="fr"');
    expect(text('start.html')).toContain(
      '<link rel="alternate" hreflang="fr" href="https://x.example/docs/fr/start">',
    );
    expect(text('api/index.html')).toContain('<p><a href="/start">start</a></p>');
    expect(text('index.html')).not.toContain('Staff');
  });
});
