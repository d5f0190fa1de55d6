/**
 * What the embedded service adds to a request. Beside each GET: a bare fastify route in a process of its own that answers with
 * as many bytes, under the same rate; limit: 3 times its latency at p99. Then a durable write, and memory over many requests.
 * Run it with `node bench/run.mjs service`; `--requests 100000` for the long run of the memory line.
 */
import autocannon from 'autocannon';
import { buildSync } from 'esbuild';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pages = 10_000;
const rate = 200;
const seconds = 8;
const requests = Number(process.argv[process.argv.indexOf('--requests') + 1] ?? 20_000) || 20_000;

interface Running {
  readonly child: ChildProcess;
  readonly ready: Record<string, string>;
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const script = join(dirname(fileURLToPath(import.meta.url)), 'service-child.mjs');
buildSync({
  entryPoints: [join(process.cwd(), 'bench', 'service-child.ts')],
  outfile: script,
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});

function start(...args: string[]): Promise<Running> {
  const child = fork(script, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process ended before it was ready.')));
    child.stdout?.once('data', (line: Buffer) =>
      resolve({ child, ready: JSON.parse(line.toString()) as Record<string, string> }),
    );
  });
}

function memoryOf({ child }: Running): Promise<number> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve((message as { rss: number }).rss / 1e6));
    child.send('memory');
  });
}

async function load(
  url: string,
  token: string,
  options: Partial<autocannon.Options> = {},
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    connections: 10,
    ...(options.amount === undefined ? { overallRate: rate, duration: seconds } : {}),
    headers: { authorization: `Bearer ${token}` },
    ...options,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

function writeSeed(): string {
  const seed = join(folder, 'bench');
  const summary = ['# Table of contents', '', '* [Home](README.md)'];
  mkdirSync(seed);
  writeFileSync(join(seed, 'README.md'), '# Home\n');
  for (let section = 0; section < pages / 100; section++) {
    mkdirSync(join(seed, `s${section}`));
    writeFileSync(join(seed, `s${section}`, 'README.md'), `# Section ${section}\n`);
    summary.push(`* [Section ${section}](s${section}/README.md)`);
    for (let page = 0; page < 100; page++) {
      writeFileSync(
        join(seed, `s${section}`, `p${page}.md`),
        `# Page ${section}-${page}\n\n${'Some words of text. '.repeat(200)}\n`,
      );
      summary.push(`  * [Page ${section}-${page}](s${section}/p${page}.md)`);
    }
  }
  writeFileSync(join(seed, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  return seed;
}

const line = (...cells: (string | number)[]): void => {
  const [name = '', ...rest] = cells;
  console.log(String(name).padEnd(34) + rest.map((cell) => String(cell).padStart(14)).join(''));
};

let bare: Running | undefined;
const began = performance.now();
const ours = await start('service', join(folder, 'data'), writeSeed());
try {
  const { url = '', token = '', organization = '', space = '' } = ours.ready;
  line(
    `seed of ${pages.toLocaleString('en')} pages, ready`,
    `${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer;
  };
  for (let number = 0; number < 999; number++)
    await call('POST', `/v1/orgs/${organization}/spaces`, { title: `Space ${number}` });
  const tree = (await (await call('GET', `/v1/spaces/${space}/content/pages`)).json()) as {
    pages: { pages: { id: string }[] }[];
  };
  const page = tree.pages[50]?.pages[50]?.id ?? '';
  const paths = {
    'a space': `/v1/spaces/${space}`,
    'a page of 4 kB': `/v1/spaces/${space}/content/page/${page}`,
    'a list of 1,000 spaces': `/v1/orgs/${organization}/spaces?limit=1000`,
  };
  const sizes: Record<string, number> = {};
  for (const path of Object.values(paths))
    sizes[path.split('?')[0]!] = (await (await call('GET', path)).arrayBuffer()).byteLength;
  bare = await start('bare', JSON.stringify(sizes));

  line(`GET, ${rate} a second`, 'p50', 'p99', 'bare p99', 'ratio', 'limit');
  for (const [name, path] of Object.entries(paths)) {
    const slow = name.startsWith('a list') ? { overallRate: 20 } : {};
    const base = await load(`${bare.ready['url']}${path}`, token, slow);
    const measured = await load(`${url}${path}`, token, slow);
    const ratio = measured.latency.p99 / Math.max(1, base.latency.p99);
    line(
      name,
      `${measured.latency.p50} ms`,
      `${measured.latency.p99} ms`,
      `${base.latency.p99} ms`,
      ratio.toFixed(1),
      '3.0',
    );
  }

  const { id } = (await (await call('POST', `/v1/spaces/${space}/change-requests`, {})).json()) as {
    id: string;
  };
  const written = await load(`${url}/v1/spaces/${space}/change-requests/${id}`, token, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'open' }),
    overallRate: 50,
  });
  line('durable write, 50 a second', `${written.latency.p50} ms`, `${written.latency.p99} ms`);
  const edits: number[] = [];
  for (let number = 0; number < 50; number++) {
    const at = performance.now();
    await call('POST', `/v1/spaces/${space}/change-requests/${id}/content`, {
      changes: [{ type: 'update_page', page, document: { markdown: `Edit ${number}\n` } }],
    });
    edits.push(performance.now() - at);
  }
  edits.sort((one, other) => one - other);
  line('an edit among 10,000 pages', `${edits[25]?.toFixed(0)} ms`, `${edits[49]?.toFixed(0)} ms`);

  const before = await memoryOf(ours);
  await load(`${url}${paths['a page of 4 kB']}`, token, { amount: requests });
  const after = await memoryOf(ours);
  line(
    `memory over ${requests.toLocaleString('en')} requests`,
    `${before.toFixed(0)} MB`,
    `${after.toFixed(0)} MB`,
  );
} finally {
  ours.child.kill();
  bare?.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
