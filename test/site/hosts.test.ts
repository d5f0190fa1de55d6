import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import { getTransformedRoutes } from '@vercel/routing-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/site/html/print.ts';
import { portableAddress } from '../../src/site/output/redirects.ts';
import { metaPolicy } from '../../src/site/page/csp.ts';
import { asked, redirects, refused } from './hostile-redirects.ts';
import { aSite, exported, summary, type Exported } from './site-fixture.ts';
import { startOnFiles, webServers, type Answer, type RunningServer } from './web-servers.ts';

const texts = {
  'SUMMARY.md': summary(
    '* [Home](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Start](guide/start.md)',
    '* [Grüße](grüße-und-mehr.md)',
    '',
    '## Group',
    '',
    '* [Member](member.md)',
  ),
  'member.md': '# Member\n',
  'grüße-und-mehr.md': '# Grüße\n',
  'README.md': '# Home\n\n![](.gitbook/assets/dot.png)\n\n{% file src=".gitbook/assets/x.html" %}\n',
  'guide/README.md': '# Guide\n',
  'guide/start.md': '# Start\n',
  '.gitbook/assets/dot.png': '\u0089PNG',
  '.gitbook/assets/x.html': '<script>1</script>',
};

function siteWith(all: typeof redirects, options = {}): Promise<Exported> {
  return exported(aSite(texts, { redirects: all.map(([from, to]) => ({ from, to })) }), options);
}

describe('a redirect in the files of hosts', () => {
  it('is left out by name when its words could mean more than an address', async () => {
    const { report, text } = await siteWith([...redirects, ...refused]);

    expect(report.warnings.map(({ message }) => /"([^"]+)"/.exec(message)?.[1])).toEqual(
      refused.map(([from]) => from),
    );
    expect(text('_redirects').trim().split('\n')).toHaveLength(redirects.length);
  });

  it('leads to an address that has only its own parts', () => {
    for (const [, to] of redirects.slice(1)) {
      const address = portableAddress(to) ?? '';
      expect(address).toMatch(/^https:\/\/[\w.-]+\/[\w\-.~/?#&=;,@%!]*$/);
      expect(portableAddress(address)).toBe(address);
    }
  });

  it('is a page with a policy for hosts that know no redirects', async () => {
    const { text } = await siteWith(redirects);

    expect(text('old/place.html')).toContain(`content="${escapeHtml(metaPolicy)}"`);
    expect(metaPolicy).toContain("default-src 'none'");
  });
});

describe('the promise to use HTTPS only', () => {
  const names = ['_headers', 'vercel.json', 'hosting/nginx.conf', 'hosting/Caddyfile', '.htaccess'];

  it('is for the host of the site alone, and is left to the host where the site has only a path of it', async () => {
    const [whole, part] = [await siteWith([]), await siteWith([], { baseUrl: 'https://h.example/docs/' })];

    for (const name of names) {
      expect(whole.text(name)).toMatch(/Strict-Transport-Security\W[^\n]*(?:\n[^\n]*)?max-age=31536000"?/);
      expect(whole.text(name)).not.toContain('includeSubDomains');
      expect(part.text(name)).not.toContain('Strict-Transport-Security');
    }
  });
});

describe('the files for hosts that no test can run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-hosts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are read correctly by the parser of _redirects and _headers', async () => {
    const { text } = await siteWith(redirects);
    for (const name of ['_redirects', '_headers']) writeFileSync(join(folder, name), text(name));
    const read = await parseAllRedirects({
      redirectsFiles: [join(folder, '_redirects')],
      configRedirects: [],
      minimal: true,
    });
    const headers = await parseAllHeaders({
      headersFiles: [join(folder, '_headers')],
      configHeaders: [],
      minimal: true,
    });

    expect([read.errors, headers.errors]).toEqual([[], []]);
    expect(read.redirects).toHaveLength(redirects.length);
    for (const redirect of read.redirects as { to: string }[]) {
      expect(redirect).toMatchObject({ status: 301, query: {}, conditions: {} });
      expect(redirect.to).not.toMatch(/[:*]\w*$|[{}$()\s]/);
    }
    expect(headers.headers[0]).toMatchObject({ for: '/*', values: { 'X-Content-Type-Options': 'nosniff' } });
  });

  it('are read correctly by the parser of vercel.json', async () => {
    const { text } = await siteWith(redirects);
    const { routes, error } = getTransformedRoutes(JSON.parse(text('vercel.json')) as object);
    const rules = (
      (routes ?? []) as { src?: string; status?: number; headers?: Record<string, string> }[]
    ).filter(({ status }) => status === 308);
    const leadsTo = (path: string): string | undefined => {
      const rule = rules.find(
        ({ src, headers }) => new RegExp(src ?? '').test(path) && headers?.['Location']?.includes('example'),
      );
      return rule?.headers?.['Location'];
    };

    expect(error).toBeNull();
    for (const [from, to] of redirects.slice(1)) expect(leadsTo(asked(from)), from).toBe(portableAddress(to));
    expect(leadsTo('/brackets1')).toBeUndefined();
    expect(leadsTo('/aab')).toBeUndefined();
  });

  it('let GitHub Pages serve folders that begin with an underscore, and its own page for what is not there', async () => {
    const { files } = await siteWith(redirects);

    expect([...files.keys()]).toEqual(expect.arrayContaining(['.nojekyll', '404.html', 'guide/start.html']));
  });
});

/** Files beside those of the export. */
const besides = [
  ['.git/config', Buffer.from('secret')],
  ['both.html', Buffer.from('the page')],
  ['both/index.html', Buffer.from('the folder')],
] as const;

for (const server of webServers)
  for (const basePath of ['/', '/docs/'])
    describe.skipIf(server.program === undefined)(`${server.name} with our file, at ${basePath}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-hosts-'));
      let site: Exported;
      let running: RunningServer | undefined;
      const get = (path: string): Promise<Answer> => {
        if (!running) throw new Error('the server does not run');
        return running.get(basePath + path);
      };
      beforeAll(async () => {
        site = await siteWith([...redirects, ...refused], { baseUrl: basePath });
        running = await startOnFiles(server, { folder, files: [...site.files, ...besides], basePath });
      }, 30_000);
      afterAll(async () => {
        await running?.close();
        rmSync(folder, { recursive: true });
      });

      it('serves each kind of file with its type and our headers', async () => {
        const style = [...site.files.keys()].find((path) => path.endsWith('.css')) ?? '';
        const wanted: readonly (readonly [string, string])[] = [
          ['', 'text/html'],
          ['guide', 'text/html'],
          ['guide/start', 'text/html'],
          ['guide/start.html', 'text/html'],
          ['guide/start.md', 'text/markdown'],
          [style, 'text/css'],
          ['_files/dot.png', 'image/png'],
          ['_files/x-html.txt', 'text/plain'],
          ['robots.txt', 'text/plain'],
        ];
        const answers = await Promise.all(
          wanted.map(async ([path]) => {
            const { status, headers } = await get(path);
            const type = headers['content-type'] ?? '';
            return [path, status, type.split(';')[0], headers['content-security-policy'] !== undefined];
          }),
        );

        expect(answers).toEqual(wanted.map(([path, type]) => [path, 200, type, true]));
        expect((await get('guide/start.md')).headers['content-type']).toMatch(/charset=utf-8/i);
        expect((await get('guide/start')).body).toContain('Start');
      });

      it('shows our page for what is not there, and no hidden file', async () => {
        for (const path of ['nowhere', 'guide/nowhere', '.git/config', '.htaccess']) {
          const { status, headers, body } = await get(path);
          expect([path, status]).toEqual([path, path === '.htaccess' && status === 403 ? 403 : 404]);
          expect(headers['content-security-policy']).toContain("default-src 'none'");
          expect(body).not.toContain('secret');
          if (status === 404) expect(body).toContain('<!doctype html>');
        }
      });

      it('leads from an address with a slash to the page, and from its own address to the start page', async () => {
        const wanted = [
          ['guide/', 'guide'],
          ['guide/start/', 'guide/start'],
          ['gr%C3%BC%C3%9Fe-und-mehr/', 'gr%C3%BC%C3%9Fe-und-mehr'],
        ].map(([from = '', to = '']) => [from, basePath + to]);
        for (const [from = '', to] of wanted) {
          const { status, location } = await get(from);
          expect([from, status, decodeURI(location ?? '')]).toEqual([from, 301, decodeURI(to ?? '')]);
        }
        expect((await get('guide/?a=1&b=%2F')).location).toBe(`${basePath}guide?a=1&b=%2F`);
        // The page of a folder is at the address with a slash, also beside a page with the folder's name.
        expect(await get('both/')).toMatchObject({ status: 200, body: 'the folder' });
        expect(await get('both')).toMatchObject({ status: 200, body: 'the page' });
        const root = await running?.get(basePath.slice(0, -1) || '/');
        if (root?.status !== 200) expect(root).toMatchObject({ status: 301, location: basePath });
      });

      it('shows our page for folders, and for what follows the name of a page', async () => {
        const paths = [
          '_files',
          '_files/',
          '_site',
          'hosting/',
          'group',
          'group/',
          'nowhere/',
          'guide/start/more',
          'guide/start/more/',
          '/guide/',
          '%0d%0aSet-Cookie:a/',
        ];
        for (const path of paths) {
          const { status, location, body } = await get(path);
          if (path === '/guide/' && status === 301) expect(location).toMatch(/^\/(?!\/)/);
          else expect([path, status, body.includes('<!doctype html>')]).toEqual([path, 404, true]);
        }
      });

      it('leads on where the redirect says, and nowhere else', async () => {
        expect(await get('old/place/')).toMatchObject({ status: 301, location: `${basePath}guide/start` });
        for (const [from, to] of redirects) {
          const { status, location, headers, body } = await get(asked(from).slice(1));
          const wanted = portableAddress(to) ?? `${basePath}guide/start`;
          expect([from, status, location]).toEqual([from, 301, wanted]);
          expect(JSON.stringify([headers, body])).not.toMatch(/tell-me|set-cookie/);
        }
        for (const [from] of refused)
          expect([from, (await get(asked(from).slice(1))).status]).toEqual([from, 404]);
      });
    });
