/**
 * How long people wait for pages of the web app, in a space of 10,000 pages, one visitor at a time over loopback. Limits: p95 of 100 ms for
 * every page, including the first page of a new revision; 300 ms for the first view of a change request with 500 changed pages;
 * 60 kB of styles and scripts with gzip. The processor time of the service counts, because a busy machine does not change it; the
 * visitor's waiting time is printed beside it.
 * Run it with `npm run bench:app`; `BENCH_PROFILE=folder` writes a profile of the service there.
 */
import { buildSync } from 'esbuild';
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { seededRandom } from '../src/clock/index.ts';

const sections = 100;
const pagesEach = 99;
const changed = 500;
const rounds = Number(process.argv[2] ?? 40);
const pageLimit = 100;
const largeLimit = 300;
const bytesLimit = 60_000;

const random = seededRandom(1);
const vocabulary = Array.from({ length: 5000 }, (_, number) => `word${number.toString(36)}`);
const aWord = (): string => vocabulary[Math.floor(vocabulary.length * random.number() ** 4)]!;
const words = (count: number): string => Array.from({ length: count }, aWord).join(' ');

function aText(section: number, page: number): string {
  const other = (page * 7 + 3) % pagesEach;
  return [
    `# Page ${section}-${page}`,
    words(200),
    `## About ${aWord()}`,
    `See [another page](p${other}.md), and [its section](../s${(section + 1) % sections}/README.md). ${words(150)}`,
    `* ${words(8)}\n* ${words(8)}\n* ${words(8)}`,
    `## More of ${aWord()}`,
    `${words(150)}\n`,
  ].join('\n\n');
}

function writeSeed(folder: string): string {
  const seed = join(folder, 'bench');
  const summary = ['# Table of contents', '', '* [Home](README.md)'];
  mkdirSync(seed);
  writeFileSync(join(seed, 'README.md'), '# Home\n');
  for (let section = 0; section < sections; section += 1) {
    mkdirSync(join(seed, `s${section}`));
    writeFileSync(join(seed, `s${section}`, 'README.md'), `# Section ${section}\n`);
    summary.push(`* [Section ${section}](s${section}/README.md)`);
    for (let page = 0; page < pagesEach; page += 1) {
      writeFileSync(join(seed, `s${section}`, `p${page}.md`), aText(section, page));
      summary.push(`  * [Page ${section}-${page}](s${section}/p${page}.md)`);
    }
  }
  writeFileSync(join(seed, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  return seed;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  readonly cookie: string | undefined;
  readonly location: string | undefined;
}

interface Started {
  readonly url: string;
  readonly app: string;
  readonly token: string;
  readonly space: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const script = join(dirname(fileURLToPath(import.meta.url)), 'app-child.mjs');
buildSync({
  entryPoints: [join(process.cwd(), 'bench', 'app-child.ts')],
  outfile: script,
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});
const profile = process.env['BENCH_PROFILE'];
const child = fork(script, [join(folder, 'data'), writeSeed(folder)], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  ...(profile === undefined ? {} : { execArgv: ['--cpu-prof', `--cpu-prof-dir=${profile}`] }),
});
const started = await new Promise<Started>((resolve, reject) => {
  child.once('exit', () => reject(new Error('The service ended before it was ready.')));
  child.stdout?.once('data', (line: Buffer) => resolve(JSON.parse(line.toString()) as Started));
});
const { port } = new URL(started.url);
const origin = new URL(started.app).origin;
const { space } = started;

/** Requests a page like a browser, with the app's own host name in the header. */
function ask(path: string, { cookie = '', form }: { cookie?: string; form?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          host: new URL(origin).host,
          origin,
          ...(cookie === '' ? {} : { cookie }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({
            status: response.statusCode ?? 0,
            text: bytes.toString(),
            bytes,
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
            location: response.headers.location,
          });
        });
      },
    );
    asked.on('error', reject);
    asked.end(form);
  });
}

async function api<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${started.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${started.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

function cpu(): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as number));
    child.send('cpu');
  });
}

const point = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ]!;
const line = (name: string, ...rest: readonly (string | number)[]): void =>
  console.log(name.padEnd(52) + rest.map((cell) => String(cell).padStart(9)).join(''));
const shown = (ms: number): string => `${ms.toFixed(0)} ms`;
const over: string[] = [];

/** Opens a page several times and returns the times; `before` does preparations that are not measured. */
async function measure(
  name: string,
  {
    path,
    before,
    limit = pageLimit,
    times = rounds,
  }: {
    path: (round: number) => string;
    before?: (round: number) => Promise<void>;
    limit?: number;
    times?: number;
  },
): Promise<void> {
  const walls: number[] = [];
  const cpus: number[] = [];
  let size = 0;
  for (let round = 0; round < times; round += 1) {
    await before?.(round);
    const [from, at] = [await cpu(), performance.now()];
    const { status, bytes } = await ask(path(round), { cookie });
    walls.push(performance.now() - at);
    cpus.push((await cpu()) - from);
    size = bytes.length;
    if (status !== 200) throw new Error(`${path(round)} answered ${status}`);
  }
  const p95 = point(cpus, 0.95);
  if (p95 > limit) over.push(name);
  line(
    name,
    ...[shown(walls[0]!), shown(point(walls, 0.5)), shown(point(walls, 0.95))],
    ...[shown(point(cpus, 0.5)), shown(p95)],
    ...[`${(size / 1000).toFixed(0)} kB`, `${limit} ms`, p95 <= limit ? 'ok' : 'OVER'],
  );
}

const signedIn = await ask('/app/sign-in', {
  form: new URLSearchParams({ token: started.token }).toString(),
});
const cookie = signedIn.cookie ?? '';
try {
  interface Listed {
    readonly id: string;
    readonly pages: readonly { readonly id: string; readonly path: string }[];
  }
  const { pages: tree } = await api<{ pages: Listed[] }>('GET', `/spaces/${space}/content/pages`);
  const pages = tree.flatMap((section) => section.pages);
  const pageOf = (round: number): { id: string; path: string } => pages[(round * 397 + 11) % pages.length]!;
  const edited = (at: number, mark: string): object => {
    const [section, page] = [Math.floor(at / pagesEach), at % pagesEach];
    const id = tree[section + 1]!.pages[page]!.id;
    return { type: 'update_page', page: id, document: { markdown: `${aText(section, page)}\n${mark}\n` } };
  };
  const home = `/app/spaces/${space}`;

  const request = async (from: number, count: number): Promise<{ id: string; number: number }> => {
    const made = await api<{ id: string; number: number }>('POST', `/spaces/${space}/change-requests`, {
      subject: `Change of ${count}`,
    });
    for (let at = from; at < from + count; at += 50)
      await edit(
        made.id,
        Array.from({ length: Math.min(50, from + count - at) }, (_, each) => edited(at + each, 'Edited.')),
      );
    return made;
  };
  const edit = (id: string, changes: readonly object[]): Promise<unknown> =>
    api('POST', `/spaces/${space}/change-requests/${id}/content`, { changes });

  line(
    `${pages.length + sections + 1} pages, ${rounds} rounds`,
    ...['first', 'p50', 'p95', 'cpu p50', 'cpu p95', 'size', 'limit', ''],
  );
  await measure('the home page', { path: () => '/app' });
  await measure('a space', { path: () => home });
  await measure('a page', { path: (round) => `${home}/${pageOf(round).path}` });
  await measure('the source of a page', { path: (round) => `${home}/${pageOf(round).path}?view=source` });
  await measure('the history of a space', { path: () => `${home}/~/history` });
  await measure('the history of a page', { path: (round) => `${home}/~/history?page=${pageOf(round).id}` });
  await measure('the files of a space', { path: () => `${home}/~/files` });
  await measure('the comments of a space', { path: () => `${home}/~/comments` });
  await measure('the editor of a page', { path: (round) => `${home}/~/edit?page=${pageOf(round).id}` });
  await measure('the search over all', { path: (round) => `/app/search?q=word${(round * 31).toString(36)}` });

  await measure('the links of a space', { path: () => `${home}/~/links` });
  await measure('a page as markdown', { path: (round) => `${home}/~/download?page=${pageOf(round).id}` });

  const small = await request(100, 3);
  await measure('a change request with 3 pages', { path: () => `${home}/~/changes/${small.number}` });
  await measure('a change request with 3 pages, after each edit', {
    path: () => `${home}/~/changes/${small.number}`,
    before: async (round) => void (await edit(small.id, [edited(100, `Round ${round}.`)])),
  });
  await measure('a page of a change request, after each edit', {
    path: () => `${home}/~/changes/${small.number}/${pages[100]!.path}`,
    before: async (round) => void (await edit(small.id, [edited(100, `Again ${round}.`)])),
  });
  await measure('a page of a space, after each merge', {
    path: (round) => `${home}/${pageOf(round).path}`,
    before: async (round) => {
      const one = await request(2000 + round, 1);
      await api('POST', `/spaces/${space}/change-requests/${one.id}/merge`);
    },
  });
  await measure('the links of a space, after each merge', {
    path: () => `${home}/~/links`,
    before: async (round) => {
      const one = await request(3000 + round, 1);
      await api('POST', `/spaces/${space}/change-requests/${one.id}/merge`);
    },
  });
  let large = await request(1000, changed);
  const larger = {
    limit: largeLimit,
    path: () => `${home}/~/changes/${large.number}`,
    before: async (round: number) => void (await edit(large.id, [edited(1000, `Round ${round}.`)])),
  };
  await measure(`a change request with ${changed} pages, after each edit`, { ...larger });
  await measure(`the same, as source`, { ...larger, path: () => `${larger.path()}?view=unified` });
  await measure(`a change request with ${changed} pages, again`, { limit: largeLimit, path: larger.path });
  await measure(`a change request with ${changed} pages, new`, {
    ...larger,
    times: Math.min(5, rounds),
    before: async (round) => void (large = await request(4000 + round * changed, changed)),
  });

  const files = [...signedInPage((await ask('/app', { cookie })).text)];
  let bytes = 0;
  for (const file of files) bytes += gzipSync((await ask(file, { cookie })).bytes, { level: 9 }).length;
  if (bytes > bytesLimit) over.push('styles and scripts');
  line(
    'styles and scripts with gzip',
    `${bytes} B`,
    `limit ${bytesLimit}`,
    bytes <= bytesLimit ? 'ok' : 'OVER',
  );
} finally {
  child.disconnect();
  await new Promise((resolve) => child.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
if (over.length > 0) {
  console.log(`Over their limits: ${over.join('; ')}.`);
  process.exitCode = 1;
}

/** The addresses of the styles and scripts that a page loads. */
function signedInPage(html: string): Set<string> {
  return new Set([...html.matchAll(/(?:href|src)="(\/app\/~files\/[^"]+)"/g)].map(([, path]) => path!));
}
