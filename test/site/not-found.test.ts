import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { getTransformedRoutes } from '@vercel/routing-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/clock/index.ts';
import { answerFromFiles, publishedSite, type SiteInput } from '../../src/site/index.ts';
import { uiTexts } from '../../src/site/profile/texts.ts';
import { aSpace, exported, summary, type Exported } from './site-fixture.ts';
import { startOnFiles, webServers, type RunningServer } from './web-servers.ts';

/** The spaces of the site: the path of each, and its language. */
const spaces = [
  ['', 'en'],
  ['fr/', 'fr'],
  ['fr/api/', 'fr'],
  ['fr/japan/', 'ja'],
  ['grüße.de/', 'de'],
  ['us/', 'en'],
] as const;

const contents = { 'SUMMARY.md': summary('* [Home](README.md)'), 'README.md': '# Home\n' };

function site(extra: Readonly<Record<string, string>> = {}): SiteInput {
  const sources = spaces.map(([path, language]) =>
    aSpace(path === 'fr/' ? { ...contents, ...extra } : contents, {
      id: `space-${path}`,
      title: `Space ${path}`,
      language,
    }),
  );
  return {
    source: { spaces: sources, specs: [] },
    profile: {
      site: { title: 'Docs' },
      structure: {
        type: 'siteSpaces',
        structure: spaces.map(([path], at) => ({
          object: 'site-space' as const,
          id: `s${at}`,
          path: path.replace(/\/$/u, ''),
          default: path === '',
          title: `Space ${path}`,
          space: { id: `space-${path}` },
        })),
      },
      customizations: { site: {} },
    },
  };
}

const saysIn = (language: string): string => uiTexts(language).texts.notFoundText;

/** Addresses where nothing is, and the language in which a reader is told so. */
const missing = [
  ['nowhere', 'en'],
  ['us/nowhere', 'en'],
  ['france/nowhere', 'en'],
  ['fr/nowhere', 'fr'],
  ['fr/a/b/c', 'fr'],
  ['fr/_files/', 'fr'],
  ['fr/api/nowhere/', 'fr'],
  ['fr/japan/nowhere', 'ja'],
  ['gr%C3%BC%C3%9Fe.de/nowhere', 'de'],
  ['gr%C3%BC%C3%9FexdeXnowhere', 'en'],
] as const;

const languageOf = (body: string): string | undefined => /<html[^>]* lang="([^"]+)"/u.exec(body)?.[1];

describe('the page for unknown addresses', () => {
  it('is there once for each part of the site with a language of its own, and leads to its start', async () => {
    const { files, text } = await exported(site());

    expect([...files.keys()].filter((file) => file.endsWith('404.html')).sort()).toEqual([
      '404.html',
      'fr/404.html',
      'fr/japan/404.html',
      'grüße.de/404.html',
    ]);
    expect(text('404.html')).toContain('lang="en"');
    expect(text('fr/404.html')).toContain('lang="fr"');
    expect(text('fr/404.html')).toContain(saysIn('fr'));
    expect(text('fr/404.html')).toMatch(/<a class="button primary" href="\/fr\/"/u);
    expect(text('fr/404.html')).toContain('content="noindex"');
    expect(text('llms.txt')).not.toContain('404');
  });

  it('gives way to a page of that name', async () => {
    const { text } = await exported(
      site({
        'SUMMARY.md': summary('* [Home](README.md)', '* [Lost](404.md)'),
        '404.md': '# Lost\n\nWords about errors.\n',
      }),
    );

    expect(text('fr/404.html')).toContain('Words about errors.');
    expect(text('_redirects')).not.toContain('/fr/404.html');
  });

  it('is not there for a path that files of hosts may read in another way', async () => {
    const input = site();
    const { structure } = input.profile.structure as unknown as { structure: { path: string }[] };
    structure[1]!.path = 'f*r';
    const { files, text } = await exported(input);

    expect([...files.keys()].filter((file) => file.includes('f*r/'))).toContain('f*r/index.html');
    expect(files.has('f*r/404.html')).toBe(false);
    expect(text('_redirects')).not.toContain('f*r');
  });

  it.each(['/', '/docs/'])(
    'is the nearest one in answers from files, and in a published site, at %s',
    async (base) => {
      const files = (await exported(site(), { baseUrl: base })).files;
      const read = { read: (path: string) => files.get(path), has: (path: string) => files.has(path) };
      const published = publishedSite(site(), { baseUrl: base, clock: new ManualClock() });
      for (const [path, language] of missing) {
        const answer = answerFromFiles(read as never, path, { base });
        expect([path, answer.status, languageOf(String(Buffer.from(answer.body)))]).toEqual([
          path,
          404,
          language,
        ]);
        const shown = await published.answer(path);
        expect([path, shown.status, languageOf(String(Buffer.from(shown.body)))]).toEqual([
          path,
          404,
          language,
        ]);
      }
      expect(answerFromFiles(read as never, 'fr/*', { base }).status).toBe(404);
    },
  );
});

describe('the files for hosts that no test can run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-not-found-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('name the nearest page in _redirects, the longest path first', async () => {
    const { text } = await exported(site(), { baseUrl: '/docs/' });
    writeFileSync(join(folder, '_redirects'), text('_redirects'));
    const { redirects, errors } = await parseAllRedirects({
      redirectsFiles: [join(folder, '_redirects')],
      configRedirects: [],
      minimal: true,
    });

    expect(errors).toEqual([]);
    expect((redirects as { from: string; to: string; status: number }[]).map((each) => each)).toMatchObject([
      { from: '/docs/gr%C3%BC%C3%9Fe.de/*', to: '/docs/gr%C3%BC%C3%9Fe.de/404.html', status: 404 },
      { from: '/docs/fr/japan/*', to: '/docs/fr/japan/404.html', status: 404 },
      { from: '/docs/fr/*', to: '/docs/fr/404.html', status: 404 },
    ]);
  });

  it('leave vercel.json as it is, since that host shows one page', async () => {
    const { text } = await exported(site());

    expect(getTransformedRoutes(JSON.parse(text('vercel.json')) as object).error).toBeNull();
    expect(text('vercel.json')).not.toContain('404');
  });
});

for (const server of webServers)
  for (const basePath of ['/', '/docs/'])
    describe.skipIf(server.program === undefined)(`${server.name} with our file, at ${basePath}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-not-found-'));
      let running: RunningServer | undefined;
      beforeAll(async () => {
        const { files }: Exported = await exported(site(), { baseUrl: basePath });
        running = await startOnFiles(server, { folder, files, basePath });
      }, 30_000);
      afterAll(async () => {
        await running?.close();
        rmSync(folder, { recursive: true });
      });

      it('shows the nearest page, with its status and our headers', async () => {
        for (const [path, language] of missing) {
          const answer = await running?.get(basePath + path);
          expect([path, answer?.status, languageOf(answer?.body ?? '')]).toEqual([path, 404, language]);
          expect(answer?.headers['content-security-policy']).toContain("default-src 'none'");
        }
        expect((await running?.get(`${basePath}fr/`))?.status).toBe(200);
      });
    });
