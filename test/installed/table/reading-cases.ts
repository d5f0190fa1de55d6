import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { commandsByPath } from '../../support/command-tree.ts';
import type { Ended } from '../../support/installed.ts';
import { type Bench, type Case, type Ready } from './case.ts';

let service: Ready;

/** A folder with a broken link, a link with wrong capitals, and a link to a missing host. */
function writeDocs(folder: string): void {
  mkdirSync(join(folder, 'docs'));
  const put = (name: string, text: string): void => writeFileSync(join(folder, 'docs', name), text);
  put('README.md', '# Home\n\n[gone](missing.md) [near](next.md) [far](http://nowhere.invalid/)\n');
  put('Next.md', '# Next\n\nTo be found.\n');
  put('SUMMARY.md', '# Table of contents\n\n* [Home](README.md)\n* [Next](Next.md)\n');
}

/**
 * An external host, on this machine: a page with an id, a page with restricted access, a missing page, and one that never answers.
 */
async function aWebServer(): Promise<{ url: string; asked: string[]; close(): Promise<void> }> {
  const asked: string[] = [];
  const server = createServer(({ method, url = '', headers }, answer) => {
    asked.push(`${method} ${url} ${headers.authorization ?? 'none'}`);
    const copy = { available: true, url: 'http://archive.test/web/slow' };
    if (url === '/slow') return;
    if (url.startsWith('/archive')) answer.end(JSON.stringify({ archived_snapshots: { closest: copy } }));
    else if (url === '/page') answer.setHeader('content-type', 'text/html').end('<h1 id="here">x</h1>');
    else answer.writeHead(url === '/closed' ? (headers.authorization ? 200 : 401) : 410).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A service with the sample, a mirror of its organization, and a folder of documentation. */
export async function setUpReading({ serve, env, installed, folder, ok }: Bench): Promise<void> {
  ({ ready: service } = await serve(['--seed', join(installed.packageFolder, 'templates', 'sample')]));
  env['TIDEMARK_TOKEN'] = service.token ?? '';
  writeDocs(folder);
  writeFileSync(
    join(folder, 'sync.config.yaml'),
    `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./mirror }\nmirror: { organization: ${service.organization} }\n`,
  );
  await ok(['sync', '--pull']);
}

/** Links, export, api and the demo. */
export const readingCases: readonly Case[] = [
  {
    uses: [
      'links',
      'links --format',
      'links --fail-on',
      'links --ignore',
      'links --max-broken',
      'links --level',
      'links --history',
      'tidemark --color',
    ],
    says: 'links reports in the formats that are asked for, and fails as it is told',
    work: async ({ run, ok, folder }) => {
      const plain = await run(['links', 'docs', '--format', 'text', '--format', 'sarif=links.sarif']);
      expect([plain.code, plain.out.includes('missing.md'), plain.out.includes('\u001b')]).toEqual([
        1,
        true,
        false,
      ]);
      expect(plain.out.split('\n').filter((line) => line.length > 80)).toEqual([]);
      const sarif = JSON.parse(readFileSync(join(folder, 'links.sarif'), 'utf8')) as {
        runs: { results: unknown[] }[];
      };
      expect(sarif.runs[0]?.results).toHaveLength(2);
      expect(await ok(['links', 'docs', '--fail-on', 'never', '--color', 'always'])).toContain('\u001b[');
      await ok(['links', 'docs', '--max-broken', '2', '--history', 'kept/history.jsonl']);
      const page = ['--format', 'html=links.html', '--history', 'kept/history.jsonl'];
      expect((await run(['links', 'docs', ...page])).code).toBe(1);
      expect(readFileSync(join(folder, 'links.html'), 'utf8')).toContain('In the first of 2 checks: 1 error');
      await ok(['links', 'docs', '--ignore', 'missing.md', '--ignore', 'rule:case-mismatch']);
      await ok(['links', 'docs', '--level', 'broken-page=off', '--fail-on', 'broken']);
    },
  },
  {
    uses: [
      'links --base',
      'links --show',
      'links --baseline',
      'links --update-baseline',
      'links --external',
      'links --fail-on-external',
      'links --fix',
    ],
    says: 'links recognises old faults, sends requests to other hosts only on demand, and corrects wrong capitals',
    work: async ({ run, ok, folder }) => {
      const docs = join(folder, 'docs');
      const git = (...args: string[]): void =>
        void execFileSync('git', ['-C', docs, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
          stdio: 'ignore',
        });
      git('init');
      git('add', '.');
      git('commit', '-m', 'docs');
      await ok(['links', 'docs', '--base', 'HEAD']);
      expect((await run(['links', 'docs', '--base', 'HEAD', '--show', 'new'])).out).toContain(
        'known findings left out',
      );
      await ok(['links', 'docs', '--baseline', 'old.json', '--update-baseline']);
      await ok(['links', 'docs', '--baseline', 'old.json']);
      appendFileSync(join(docs, 'Next.md'), '\n[new](never.md)\n');
      expect((await run(['links', 'docs', '--base', 'HEAD'])).code).toBe(1);
      expect((await run(['links', 'docs', '--baseline', 'old.json'])).code).toBe(1);

      const external = ['links', 'docs', '--level', 'broken-page=off', '--external'];
      expect((await run(external)).out).toContain('external-dead');
      expect((await run([...external.slice(0, -1)])).out).not.toContain('external-dead');
      expect((await run([...external, '--fail-on-external'])).code).toBe(1);
      await run(['links', 'docs', '--fix']);
      expect(readFileSync(join(docs, 'README.md'), 'utf8')).toContain('[gone](missing.md) [near](Next.md)');
    },
  },
  {
    uses: ['mv', 'mv --dry-run', 'mv --yes', 'mv --no-redirects'],
    says: 'mv shows what a move changes, moves with the links only when told, and writes over nothing',
    work: async ({ run, ok, json, folder }) => {
      const text = (name: string): string => readFileSync(join(folder, 'docs', name), 'utf8');
      expect(await ok(['mv', 'docs/Next.md', 'docs/more/Last.md', '--dry-run'])).toContain('README.md:3');
      const asked = await run(['mv', 'docs/Next.md', 'docs/more/Last.md']);
      expect([asked.code, asked.err.includes('--yes'), existsSync(join(folder, 'docs', 'more'))]).toEqual([
        2,
        true,
        false,
      ]);
      await ok(['mv', 'docs/Next.md', 'docs/more/Last.md', '--yes', '--quiet']);
      expect(text('README.md')).toContain('[near](more/Last.md)');
      expect(text('SUMMARY.md')).toContain('* [Next](more/Last.md)');
      expect(text('.gitbook.yaml')).toBe('redirects:\n  Next: more/Last.md\n');
      expect((await run(['mv', 'docs/more/Last.md', 'docs/README.md', '--yes'])).code).toBe(5);
      const back = ['mv', 'docs/more/Last.md', 'docs/Next.md', '--yes', '--no-redirects'];
      expect(await json<unknown>(back)).toMatchObject({ done: true, redirects: [] });
      expect([
        text('README.md').includes('[near](Next.md)'),
        existsSync(join(folder, 'docs', 'more')),
      ]).toEqual([true, false]);
      rmSync(join(folder, 'docs', '.gitbook.yaml'));
    },
  },
  {
    uses: ['lsp'],
    says: 'lsp answers an editor with the protocol and nothing else, and ends when the editor ends it',
    work: async ({ ok, folder }) => {
      const message = (body: object): string => {
        const text = JSON.stringify({ jsonrpc: '2.0', ...body });
        return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
      };
      const params = { processId: null, rootUri: pathToFileURL(join(folder, 'docs')).href, capabilities: {} };
      const out = await ok(['lsp'], {
        input:
          message({ id: 1, method: 'initialize', params }) +
          message({ method: 'initialized', params: {} }) +
          message({ id: 2, method: 'shutdown' }) +
          message({ method: 'exit' }),
      });
      const bodies = out.split(/Content-Length: \d+\r\n\r\n/u).slice(1);
      expect(out).toMatch(/^Content-Length: /u);
      expect(bodies.map((body) => (JSON.parse(body) as { id: number }).id)).toEqual([1, 2]);
      expect(bodies[0]).toContain('"renameProvider"');
    },
  },
  {
    uses: [
      'links --external-anchors',
      'links --external-timeout',
      'links --external-tries',
      'links --external-interval',
      'links --external-concurrency',
      'links --external-header',
      'links --external-status',
      'links --external-cache',
      'links --external-max-age',
      'links --external-private',
      'links --external-archive',
      'links --remap',
    ],
    says: 'links asks other hosts as it is told, and keeps what they answered',
    long: true,
    work: async ({ run, folder }) => {
      const web = await aWebServer();
      try {
        // A second try begins as the first one did.
        for (const name of ['outside', 'kept']) rmSync(join(folder, name), { recursive: true, force: true });
        mkdirSync(join(folder, 'outside'));
        writeFileSync(
          join(folder, 'outside', 'README.md'),
          `# Outside\n\n[a](${web.url}/page#here) [b](${web.url}/page#gone) [c](${web.url}/closed) [d](https://docs.test/lost) [e](${web.url}/slow)\n`,
        );
        const host = new URL(web.url).host;
        const asking = (...more: string[]): Promise<Ended> =>
          run(['links', 'outside', '--format', 'json', ...more], {
            env: {
              OUTSIDE_TOKEN: 'Bearer abc',
              TIDEMARK_EXTERNAL_LINKS_ARCHIVE_URL: `${web.url}/archive?url=`,
            },
          });
        const told = ({ out }: Ended): string[] =>
          (JSON.parse(out) as { findings: { rule: string; target: string }[] }).findings.map(
            ({ rule, target }) => `${rule} ${target.replace(web.url, '')}`,
          );
        const usual = [
          ...['--external-private', host, '--external-cache', 'kept/outside.json'],
          ...['--remap', `https://docs.test/=${web.url}/docs/`],
        ];
        const first = await asking(
          ...[...usual, '--external-anchors', '--external-header', `${host}=Authorization:OUTSIDE_TOKEN`],
          ...['--external-tries', '1', '--external-timeout', `${host}=3s`, '--external-interval', '0ms'],
          ...['--external-archive', '--external-status', '410=refused', '--external-concurrency', '2'],
        );
        expect(told(first)).toEqual([
          'external-anchor /page#gone',
          'external-refused https://docs.test/lost',
          'external-dead /slow',
        ]);
        expect(first.out).toContain('http://archive.test/web/slow');
        expect(web.asked).toContain('GET /page Bearer abc');
        expect(web.asked).toContain('HEAD /docs/lost Bearer abc');
        expect(existsSync(join(folder, 'kept', 'outside.json'))).toBe(true);

        web.asked.length = 0;
        // Cached addresses are not requested again, except where their status now has another meaning.
        expect(told(await asking(...usual, '--external-max-age', '1d'))).toEqual([
          'external-dead https://docs.test/lost',
          'external-dead /slow',
        ]);
        expect(web.asked).toEqual(['HEAD /docs/lost none', 'GET /docs/lost none']);
        const wrong = await asking('--external-tries', 'many');
        expect([wrong.code, wrong.err.includes('--external-tries many cannot be read')]).toEqual([2, true]);
      } finally {
        await web.close();
      }
    },
  },
  {
    uses: [
      'export',
      'export --out',
      'export --base-url',
      'export --no-search',
      'export --templates',
      'export --fetch-images',
      'export --fetch-openapi',
      'export --relative',
      'export --strict',
      'export --pdf',
    ],
    says: 'export writes a folder as a site, with addresses, templates and search as wanted',
    work: async ({ ok, json, run, folder, installed }) => {
      const page = (site: string): string => readFileSync(join(folder, site, 'index.html'), 'utf8');
      mkdirSync(join(folder, 'own'));
      const footer = join(installed.packageFolder, 'templates', 'site', 'footer.eta');
      writeFileSync(
        join(folder, 'own', 'footer.eta'),
        `${readFileSync(footer, 'utf8')}<p>Our own footer</p>`,
      );
      await ok([
        'export',
        'docs',
        '--out',
        'plain',
        '--base-url',
        'https://docs.example.com/a',
        '--no-search',
      ]);
      expect(page('plain')).toContain('https://docs.example.com/a');
      expect(existsSync(join(folder, 'plain', 'search.html'))).toBe(true);
      expect(page('plain')).not.toMatch(/type="search"/);
      // publishing.test.ts checks what a browser prints.
      const paper = await run(['export', 'docs', '--pdf', 'docs.pdf'], {
        env: { CHROMIUM_PATH: join(folder, 'nowhere') },
      });
      expect(paper).toMatchObject({ code: 2, err: expect.stringContaining('Install Chromium') as string });
      await ok(['export', 'docs', '--out', 'dressed', '--templates', 'own']);
      expect(page('dressed')).toContain('Our own footer');
      expect(page('dressed')).toMatch(/type="search"/);

      mkdirSync(join(folder, 'look'));
      writeFileSync(join(folder, 'look', 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
      writeFileSync(
        join(folder, 'look', 'sync.config.yaml'),
        'export: { site: { title: Harbour, logo: ./logo.svg, language: de }, styles: ./own.css, static: ./public }\n',
      );
      writeFileSync(join(folder, 'look', 'own.css'), '.ours { color: red }\n');
      mkdirSync(join(folder, 'look', 'public', '.well-known'), { recursive: true });
      writeFileSync(join(folder, 'look', 'public', 'CNAME'), 'docs.example.com\n');
      writeFileSync(join(folder, 'look', 'public', '.well-known', 'x.txt'), 'x\n');
      writeFileSync(join(folder, 'look', 'public', 'index.html'), 'not the page\n');
      await ok(['export', 'docs', '--out', 'branded', '--config', 'look/sync.config.yaml']);
      expect(page('branded')).toMatch(/<html lang="de".*<img class="logo" src="[^"]+" alt="Harbour">/s);
      const style = /href="\/(_site\/site\.[^"]+\.css)"/.exec(page('branded'))?.[1] ?? '';
      expect(readFileSync(join(folder, 'branded', style), 'utf8')).toContain('.ours { color: red }');
      expect(readFileSync(join(folder, 'branded', 'CNAME'), 'utf8')).toBe('docs.example.com\n');
      expect(existsSync(join(folder, 'branded', '.well-known', 'x.txt'))).toBe(true);

      mkdirSync(join(folder, 'clean'));
      writeFileSync(join(folder, 'clean', 'README.md'), '# Clean\n');
      const strict = ['export', 'clean', '--out', 'disk', '--relative', '--strict'];
      expect((await run(strict)).code).toBe(0);
      expect(page('disk')).toMatch(/<link rel="stylesheet" href="_site\//);
      const warned = await run([...strict, '--config', 'look/sync.config.yaml']);
      expect([warned.code, warned.err.includes('index.html of export.static is left out')]).toEqual([
        1,
        true,
      ]);
      expect(warned.out).toMatch(/^✗ 1 page in .*, but --strict fails for 1 warning /m);
      const quiet = await run([...strict, '--quiet', '--config', 'look/sync.config.yaml']);
      expect([quiet.code, quiet.err]).toEqual([
        1,
        '! index.html of export.static is left out: the site has a file of that name\n',
      ]);
      expect(quiet.out).toContain('--strict fails for 1 warning');

      const summary = '# Table of contents\n\n* [Clean](README.md)\n* [More](more.md)\n';
      const link = '[Draft](drafts/idea.md)\n';
      const parted = {
        'README.md': `# Clean\n\n${link}`,
        'more.md': `# More\n\n${link}`,
        'drafts/idea.md': '# Idea\n',
        'SUMMARY.md': summary,
      };
      mkdirSync(join(folder, 'parted', 'drafts'), { recursive: true });
      for (const [path, text] of Object.entries(parted)) writeFileSync(join(folder, 'parted', path), text);
      const unlisted = await run(['export', 'parted', '--out', 'parted-site']);
      expect(unlisted.err).toBe(
        '! README.md:3: the link to "drafts/idea.md" leads nowhere: drafts/idea.md is not a page of the site, because the table of contents does not list it\n' +
          '  also in more.md:3\n' +
          '  1 file is not a page, because the table of contents does not list it: drafts/idea.md\n',
      );
      expect(await json(['export', 'parted', '--out', 'parted-site'])).toMatchObject({
        unlisted: ['drafts/idea.md'],
        warnings: [
          { file: 'README.md', line: 3 },
          { file: 'more.md', line: 3 },
        ],
      });

      const sample = join(folder, 'sample');
      cpSync(join(installed.packageFolder, 'templates', 'sample'), sample, { recursive: true });
      const look = join(sample, 'customization.json');
      writeFileSync(
        look,
        JSON.stringify({
          favicon: { icon: { light: 'http://127.0.0.1:9/a.png', dark: 'http://127.0.0.1:9/a.png' } },
        }),
      );
      const warnings = async (...args: string[]): Promise<string> =>
        JSON.stringify(
          (await json<{ warnings: unknown[] }>(['export', 'sample', '--out', 'pictures', ...args])).warnings,
        );
      expect(await warnings()).toContain('--fetch-images');
      expect(await warnings('--fetch-images')).toMatch(/127\.0\.0\.1:9/);

      mkdirSync(join(folder, 'api'));
      writeFileSync(
        join(folder, 'api', 'README.md'),
        '# A\n\n{% openapi-operation spec="a" path="/a" method="get" %}\n[a](http://127.0.0.1:9/a.yaml)\n{% endopenapi-operation %}\n',
      );
      const named = async (...args: string[]): Promise<string> =>
        JSON.stringify(
          (await json<{ warnings: unknown[] }>(['export', 'api', '--out', 'api-site', ...args])).warnings,
        );
      expect(await named()).toContain('--fetch-openapi brings it in');
      // A writer's page cannot make an export send requests to the publisher's own machine.
      expect(await named('--fetch-openapi')).toMatch(/a\.yaml is left out: .*must not be asked/);
    },
  },
  {
    uses: [
      'export --site',
      'export --space',
      'export --allow-private',
      'api',
      'api --field',
      'api --list',
      'api --openapi',
      'api --paginate',
    ],
    says: 'export takes a mirrored site or space; api lists, describes, follows lists and changes what it is told',
    work: async ({ ok, json, run, folder }) => {
      const site = service.sites[0]?.id ?? '';
      await ok(['export', '--space', service.spaces[0]?.id ?? '', '--out', 'one']);
      expect(existsSync(join(folder, 'one', 'index.html'))).toBe(true);
      const which = [`organizationId=${service.organization}`, `siteId=${site}`];
      await ok(['api', 'updateSiteById', ...which, '-f', 'visibility=share-link']);
      rmSync(join(folder, 'mirror'), { recursive: true });
      await ok(['sync', '--pull']);
      expect((await run(['export', '--site', site, '--out', 'secret'])).code).not.toBe(0);
      await ok(['export', '--site', site, '--out', 'secret', '--allow-private']);
      expect(existsSync(join(folder, 'secret', 'index.html'))).toBe(true);

      expect(await ok(['api', '--list'])).toMatch(/^getSpaceById +GET/m);
      expect(JSON.parse(await ok(['api', '--openapi']))).toMatchObject({
        openapi: expect.stringMatching(/^3/) as string,
      });
      const all = await json<unknown[]>(['api', 'GET', `/orgs/${service.organization}/spaces`, '--paginate']);
      expect(all).toHaveLength(service.spaces.length);
    },
  },
  {
    uses: ['guide', 'guide --port', 'guide --out'],
    says: 'guide shows the handbook, and writes it, also where the configuration is broken',
    long: true,
    work: async ({ ok, start, folder }) => {
      mkdirSync(join(folder, 'broken'));
      writeFileSync(join(folder, 'broken', 'sync.config.yaml'), 'nonsense: [');
      await ok(['guide', '--out', 'handbook', '--config', 'broken/sync.config.yaml']);
      expect(readFileSync(join(folder, 'handbook', 'index.html'), 'utf8')).toContain('The Tidemark handbook');

      const showing = start(['guide', '--port', '0']);
      const [, url = ''] = await showing.until(/The site is at (http:\S+?);/);
      expect(await (await fetch(new URL('reference/commands', url))).text()).toContain('tidemark guide');
      expect(await showing.end('SIGINT')).toMatchObject({ code: 0 });
    },
  },
  {
    uses: ['export --watch', 'export --serve'],
    says: 'export shows the site and makes it again at each change',
    long: true,
    work: async ({ start, folder }) => {
      const showing = start(['export', 'docs', '--out', 'shown', '--serve', '0']);
      const [, url = ''] = await showing.until(/The site is at (http:\S+?);/);
      const watching = start(['export', 'docs', '--out', 'watched', '--watch']);
      await watching.until(/✓/);
      expect(await (await fetch(url)).text()).toContain('Home');
      const next = join(folder, 'docs', 'Next.md');
      const changed = (): boolean =>
        ['shown', 'watched'].every((site) =>
          readFileSync(join(folder, site, 'Next.html'), 'utf8').includes('Changed since.'),
        );
      for (let tries = 0; !changed(); tries++) {
        if (tries % 20 === 0) appendFileSync(next, '\nChanged since.\n'); // the watch begins after the first export
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect((await Promise.all([showing.end(), watching.end()])).map(({ code }) => code)).toEqual([0, 0]);
    },
  },
  {
    uses: ['demo', 'demo --keep', 'demo --dir', 'demo --port'],
    says: 'the demo stays up with its service, its app and its site, and its folder stays',
    long: true,
    work: async ({ start, folder, json }) => {
      const told = await json<{ steps: { title: string }[]; kept: unknown }>(['demo', '--port', '0']);
      expect(told).toMatchObject({ steps: { length: 6 }, kept: null });
      expect(told.steps.at(-1)).toMatchObject({
        title: 'The site is exported as static files',
        pages: expect.any(Number) as number,
      });
      const demo = start(['demo', '--keep', '--dir', 'demo', '--port', '0']);
      await demo.until(/^ {2}clone {4}\S/m);
      const url = (name: string): string =>
        new RegExp(`^  ${name} +(http\\S+)`, 'm').exec(demo.out)?.[1] ?? '';
      expect(await (await fetch(url('site'))).text()).toContain('<html');
      expect((await fetch(`${url('service')}/openapi.json`)).status).toBe(200);
      expect(demo.out).not.toMatch(/tdm_|sign-in/);
      const { token } = await json<{ token: string }>(['serve', 'token', 'create', '--data', 'demo/service']);
      expect(await openedInApp(url('app'), token)).toContain(
        'A sentence that a writer added in the local clone.',
      );
      // People must not see the mark by which Tidemark finds its own change requests again.
      expect(demo.out).not.toMatch(/[0-9a-f]{10}/);
      expect(demo.out).toMatch(/^ +#1 Edit API reference {2}no longer open$/m);
      await demo.end('SIGINT');
      expect(existsSync(join(folder, 'demo', 'docs', '.git'))).toBe(true);
    },
  },
  {
    uses: ['tidemark', 'tidemark --help', 'tidemark --version'],
    says: 'the program without a command prints its help, each command shows examples within 80 columns, and a version is known',
    work: async ({ run, ok, installed }) => {
      for (const path of commandsByPath().keys()) {
        const help = await ok([...(path === 'tidemark' ? [] : path.split(' ')), '--help']);
        expect({ path, hasExamples: help.includes('\nExamples:\n') }).toEqual({ path, hasExamples: true });
        expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
      }
      expect(await ok(['--help'])).toMatch(/^Exit codes:\n(?: {2}\S.*\n){5,}/m);
      const { code, err } = await run([]);
      expect([code, err]).toEqual([2, await ok(['--help'])]);
      const { version } = JSON.parse(readFileSync(join(installed.packageFolder, 'package.json'), 'utf8')) as {
        version: string;
      };
      for (const flag of ['--version', '-v', '-V']) expect(await ok([flag])).toBe(`${version}\n`);
      expect(existsSync(join(installed.packageFolder, 'man', 'tidemark.1'))).toBe(true);
    },
  },
];

/** The page at an address of the app, after signing in with a token. */
async function openedInApp(address: string, token: string): Promise<string> {
  const { origin, pathname } = new URL(address);
  const asked = await fetch(address, { redirect: 'manual' });
  expect(asked.headers.get('location')).toBe(`/app/sign-in?to=${encodeURIComponent(pathname)}`);
  const signedIn = await fetch(`${origin}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams({ token, to: pathname }),
  });
  expect(signedIn.headers.get('location')).toBe(pathname);
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (await fetch(address, { headers: { cookie } })).text();
}
