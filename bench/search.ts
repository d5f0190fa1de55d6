/*
 * `npm run bench:search`: runs one hundred queries over the corpora in ../shared, in Chromium, with our search and with Pagefind on
 * the same exported pages. Counts how often a wanted page comes first, and the bytes that a query transfers with gzip, including
 * scripts, for a reader with an empty cache. Then counts the requests and bytes of our search on 4,000 pages made of the corpora's
 * texts.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../src/base/index.ts';
import { seededRandom } from '../src/clock/index.ts';
import { hasBrowser, launch } from '../test/site/browser.ts';
import { searchQueries } from './search-queries.ts';

const root = packageRoot();
const peers = join(root, 'bench', 'peers');
const corpora = join(root, '..', 'shared', 'corpora');
const work = mkdtempSync(join(tmpdir(), 'tidemark-search-'));
const limits = { requests: 12, kilobytes: 150 };

interface Asked {
  readonly pages: readonly string[];
  readonly requests: number;
  /** The bytes of the index on the disk. */
  readonly plain: number;
  /** The bytes of scripts and index, with gzip where a host would use it. */
  readonly packed: number;
}

interface Sent {
  readonly path: string;
  readonly plain: number;
  readonly packed: number;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/** A file server that records what it sends. It removes the pages' policy, which would block WebAssembly. */
async function serve(folder: string): Promise<{ server: Server; url: string; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname);
    const file = [path, `${path}.html`, `${path}index.html`]
      .map((each) => join(folder, each))
      .find((each) => !each.endsWith('/') && existsSync(each) && /\.[a-z_]+$/.test(each));
    if (file === undefined) return void response.writeHead(404).end();
    const ending = file.split('.').at(-1) ?? '';
    const isText = Object.hasOwn(types, ending);
    const written = readFileSync(file);
    const bytes =
      ending === 'html'
        ? Buffer.from(
            written.toString().replace(/<meta http-equiv="Content-Security-Policy" content="[^"]*">/, ''),
          )
        : written;
    const packed = isText ? gzipSync(bytes) : bytes;
    sent.push({ path, plain: bytes.length, packed: packed.length });
    response.writeHead(200, {
      'content-type': types[ending] ?? 'application/octet-stream',
      ...(isText ? { 'content-encoding': 'gzip' } : {}),
    });
    response.end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent };
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.slice(-1000)}`);
}

function exportFolder(folder: string, out: string): void {
  run(process.execPath, [join(root, 'dist', 'main.js'), 'export', folder, '--out', out, '--base-url', '/'], {
    XDG_CACHE_HOME: join(work, 'cache'),
  });
}

function sum(sent: readonly Sent[], of: (file: Sent) => number): number {
  return sent.reduce((total, file) => total + of(file), 0);
}

/** Types a query into our dialog, on a freshly loaded page. */
async function askOurs(
  page: Page,
  { url, sent }: { url: string; sent: Sent[] },
  query: string,
): Promise<Asked> {
  await page.goto(url, { waitUntil: 'load' });
  sent.length = 0;
  await page.keyboard.press('Control+k');
  await page.locator('.search-dialog input').fill(query);
  await page.waitForSelector('.search-results li', { timeout: 5000 }).catch(() => null);
  const found = await page.$$eval('.search-results a', (links) =>
    links.map((link) => (link as unknown as { pathname: string }).pathname),
  );
  const script = readdirSync(join(folderOf.get(url) ?? '', '_site')).find((name) =>
    name.startsWith('search.'),
  );
  const scriptBytes = gzipSync(readFileSync(join(folderOf.get(url) ?? '', '_site', script ?? ''))).length;
  const index = sent.filter(({ path }) => path.startsWith('/_search/'));
  return {
    pages: found.map(cleanPath),
    requests: index.length,
    plain: sum(index, ({ plain }) => plain),
    packed: sum(index, ({ packed }) => packed) + scriptBytes,
  };
}

const folderOf = new Map<string, string>();

/** Queries Pagefind as its own interface does: the words, then the first five results. */
async function askPagefind(
  page: Page,
  { url, sent }: { url: string; sent: Sent[] },
  query: string,
): Promise<Asked> {
  await page.goto(url, { waitUntil: 'load' });
  sent.length = 0;
  const script = `(async () => {
    const pagefind = await import('/pagefind/pagefind.js');
    const { results } = await pagefind.search(${JSON.stringify(query)});
    const shown = await Promise.all(results.slice(0, 5).map((result) => result.data()));
    return shown.map(({ url }) => url);
  })()`;
  const found = await page.evaluate<string[]>(script);
  const index = sent.filter(({ path }) => path.startsWith('/pagefind/'));
  return {
    // The exporter's own pages do not count as answers, and our search never finds them.
    pages: found.map(cleanPath).filter((path) => path !== 'search' && path !== '404'),
    requests: index.length,
    plain: sum(index, ({ plain }) => plain),
    packed: sum(index, ({ packed }) => packed),
  };
}

function cleanPath(path: string): string {
  return path
    .replace(/^\//, '')
    .replace(/(?:index)?\.html$/, '')
    .replace(/\/$/, '');
}

/** Writes pages of about three thousand characters from sections of the corpora, in a seeded random order. */
function writeMixture(folder: string, count: number): void {
  const sections: string[] = [];
  const titles: string[] = [];
  for (const corpus of ['bullmq-docs', 'example-site', 'sunbird-community'])
    for (const path of readdirSync(join(corpora, corpus), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.md') || /SUMMARY|LICENSE/.test(path)) continue;
      const text = readFileSync(join(corpora, corpus, path), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const title = /^# (.+)$/m.exec(text)?.[1];
      if (title !== undefined) titles.push(title.replace(/[[\]()<>]/g, ''));
      for (const section of text.split(/^(?=## )/m).slice(1))
        if (section.length < 3000 && !/\{%|\]\(|<|---/.test(section)) sections.push(section.trim());
    }
  const random = seededRandom(4);
  const pick = (from: readonly string[]): string => from[Math.floor(random.number() * from.length)] ?? '';
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const lines = ['# Table of contents', '', '* [Home](README.md)'];
  put('README.md', '# Home\n\nWelcome.\n');
  for (let at = 0; at < count; at += 1) {
    const title = `${pick(titles)} ${at}`;
    const path = `part-${Math.floor(at / 25)}/page-${at}.md`;
    if (at % 25 === 0) lines.push('', `## Part ${at / 25}`, '');
    lines.push(`* [${title}](${path})`);
    let body = '';
    while (body.length < 3000) body += `${pick(sections)}\n\n`;
    put(path, `# ${title}\n\n${body}`);
  }
  put('SUMMARY.md', `${lines.join('\n')}\n`);
}

async function withPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0) / Math.max(1, numbers.length);

async function compare(browser: Browser): Promise<void> {
  const ours: Asked[] = [];
  const theirs: Asked[] = [];
  const first = { ours: 0, theirs: 0 };
  for (const [corpus, queries] of searchQueries) {
    const out = join(work, corpus);
    exportFolder(join(corpora, corpus), out);
    run(join(peers, 'node_modules', '.bin', 'pagefind'), ['--site', out, '--root-selector', 'main']);
    const host = await serve(out);
    folderOf.set(host.url, out);
    for (const { query, pages } of queries) {
      const mine = await withPage(browser, (page) => askOurs(page, host, query));
      const other = await withPage(browser, (page) => askPagefind(page, host, query));
      ours.push(mine);
      theirs.push(other);
      const [hit, otherHit] = [mine, other].map(({ pages: [best = ''] }) => pages.includes(best));
      if (hit === true) first.ours += 1;
      if (otherHit === true) first.theirs += 1;
      if (hit !== otherHit || hit === false)
        console.log(
          `${hit === true ? 'ours' : otherHit === true ? 'theirs' : 'none'} is right on “${query}” (${corpus}): ${mine.pages[0] ?? 'nothing'} | ${other.pages[0] ?? 'nothing'}`,
        );
    }
    host.server.close();
  }
  const row = (name: string, right: number, all: readonly Asked[]): string =>
    `${name}: ${right} of ${all.length} first; ${(mean(all.map(({ packed }) => packed)) / 1000).toFixed(1)} kB with gzip and ${mean(all.map(({ requests }) => requests)).toFixed(1)} requests for a query, at most ${(Math.max(...all.map(({ packed }) => packed)) / 1000).toFixed(1)} kB and ${Math.max(...all.map(({ requests }) => requests))}`;
  console.log(row('tidemark', first.ours, ours));
  console.log(row('pagefind', first.theirs, theirs));
}

async function large(browser: Browser): Promise<void> {
  const folder = join(work, 'mixture');
  const out = join(work, 'mixture-out');
  writeMixture(folder, 4000);
  exportFolder(folder, out);
  const host = await serve(out);
  folderOf.set(host.url, out);
  const asked: Asked[] = [];
  const queries = [...searchQueries].flatMap(([, each]) => each.map(({ query }) => query));
  for (const query of queries) asked.push(await withPage(browser, (page) => askOurs(page, host, query)));
  host.server.close();
  const most = (of: (each: Asked) => number): number => Math.max(...asked.map(of));
  console.log(
    `4,000 pages: ${mean(asked.map(({ requests }) => requests)).toFixed(1)} requests for a query, ${most(({ requests }) => requests)} at most (limit ${limits.requests}); ${(mean(asked.map(({ plain }) => plain)) / 1000).toFixed(0)} kB without gzip, ${(most(({ plain }) => plain) / 1000).toFixed(0)} kB at most (limit ${limits.kilobytes})`,
  );
}

async function main(): Promise<void> {
  if (!existsSync(corpora)) return console.log('Left out: there are no corpora at ../shared/corpora.');
  if (!hasBrowser) return;
  if (!existsSync(join(peers, 'node_modules', '.bin', 'pagefind')))
    run('npm', ['install', '--prefix', peers, '--no-audit', '--no-fund', '--no-package-lock']);
  const browser = await launch();
  try {
    await compare(browser);
    await large(browser);
  } finally {
    await browser.close();
  }
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
