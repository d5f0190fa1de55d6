/**
 * Measures what the embedded service adds to a request. Each kind of request is compared with a bare fastify route in a separate
 * process that answers with the same bytes, at the same rate, in turns. Limit for GETs: 3 times the bare latency at p99, and for
 * 1,000 of a space's links 100 ms more than the bare median. Then measures memory over 100,000 requests. Run it with `npm run
 * bench:service`.
 */
import autocannon from 'autocannon';
import { buildSync } from 'esbuild';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/clock/index.ts';

const pages = 10_000;
const rounds = 5;
const secondsEach = 3;
const limit = 3;
const samples = [20_000, 60_000, 100_000];

interface Running {
  readonly child: ChildProcess;
  readonly ready: Record<string, string>;
}

interface Memory {
  readonly rss: number;
  readonly heap: number;
}

/** One kind of request: one or several addresses, requested in turn. */
interface Kind {
  readonly name: string;
  readonly paths: readonly string[];
  readonly rate: number;
  readonly limited: boolean;
  /** How many milliseconds the median may exceed the bare route's. */
  readonly atMost?: number;
  readonly write?: string;
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

function memoryOf({ child }: Running): Promise<Memory> {
  return new Promise((resolve) => {
    child.once('message', (message) => resolve(message as Memory));
    child.send('memory');
  });
}

async function load(
  base: string,
  token: string,
  { paths, write }: Pick<Kind, 'paths' | 'write'>,
  pace: { overallRate: number; duration: number } | { amount: number },
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: base,
    connections: 10,
    requests: paths.map((path) => ({
      path,
      method: write === undefined ? 'GET' : 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        ...(write === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(write === undefined ? {} : { body: write }),
    })),
    ...pace,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${paths[0]}: ${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

const random = seededRandom(1);
const vocabulary = Array.from({ length: 5000 }, (_, number) => `word${number.toString(36)}`);

/** A random word. As in a language, the first words of the vocabulary are frequent, the last ones rare. */
function aWord(): string {
  return vocabulary[Math.floor(vocabulary.length * random.number() ** 4)]!;
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
      const words = Array.from({ length: 600 }, aWord).join(' ');
      writeFileSync(
        join(seed, `s${section}`, `p${page}.md`),
        `# Page ${section}-${page}\n\nSee [what comes first](p0.md).\n\n${words}\n\n## About ${aWord()}\n\n${words.slice(0, 300)}\n`,
      );
      summary.push(`  * [Page ${section}-${page}](s${section}/p${page}.md)`);
    }
  }
  writeFileSync(join(seed, 'SUMMARY.md'), `${summary.join('\n')}\n`);
  return seed;
}

const line = (...cells: (string | number)[]): void => {
  const [name = '', ...rest] = cells;
  console.log(String(name).padEnd(34) + rest.map((cell) => String(cell).padStart(11)).join(''));
};

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1]!;
}

let bare: Running | undefined;
const began = performance.now();
const ours = await start('service', join(folder, 'data'), writeSeed());
try {
  const { url = '', token = '', organization = '', space = '' } = ours.ready;
  line(
    `seed of ${pages.toLocaleString('en')} pages, indexed`,
    `${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const call = async (method: string, path: string, body?: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.text();
  };
  for (let number = 0; number < 999; number++)
    await call('POST', `/v1/orgs/${organization}/spaces`, JSON.stringify({ title: `Space ${number}` }));
  const tree = JSON.parse(await call('GET', `/v1/spaces/${space}/content/pages`)) as {
    pages: { pages: { id: string }[] }[];
  };
  const ids = tree.pages.slice(1, 51).map((section) => section.pages[50]!.id);
  const { id: change } = JSON.parse(await call('POST', `/v1/spaces/${space}/change-requests`, '{}')) as {
    id: string;
  };
  const search = (query: string): string =>
    `/v1/orgs/${organization}/search?query=${encodeURIComponent(query)}`;
  const kinds: Kind[] = [
    { name: 'GET a space', paths: [`/v1/spaces/${space}`], rate: 200, limited: true },
    {
      name: 'GET a page of 4 kB',
      paths: ids.map((id) => `/v1/spaces/${space}/content/page/${id}`),
      ...{ rate: 200, limited: true },
    },
    {
      name: 'GET a list of 1,000 spaces',
      paths: [`/v1/orgs/${organization}/spaces?limit=1000`],
      ...{ rate: 20, limited: true },
    },
    {
      name: 'GET 1,000 links of a space',
      paths: [`/v1/spaces/${space}/links?limit=1000`],
      ...{ rate: 4, limited: false, atMost: 100 },
    },
    {
      name: 'search, 50 queries of 1 or 2 words',
      paths: Array.from({ length: 50 }, (_, at) => search(at % 2 === 0 ? aWord() : `${aWord()} ${aWord()}`)),
      ...{ rate: 10, limited: false },
    },
    {
      name: 'durable write',
      paths: [`/v1/spaces/${space}/change-requests/${change}`],
      ...{ rate: 50, limited: false, write: '{"status":"open"}' },
    },
  ];
  const bodies: Record<string, string> = {};
  for (const { paths, write } of kinds)
    for (const path of paths) bodies[path] = await call(write === undefined ? 'GET' : 'PATCH', path, write);
  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies));
  bare = await start('bare', join(folder, 'bodies.json'));

  line('', 'a second', 'bytes', 'p50', 'p99', 'bare p50', 'bare p99', 'p99 ratio', 'limit');
  for (const kind of kinds) {
    const figures: { ours: autocannon.Result; bare: autocannon.Result }[] = [];
    const pace = { overallRate: kind.rate, duration: secondsEach };
    for (let round = 0; round < rounds; round++) {
      figures.push({
        bare: await load(bare.ready['url']!, token, kind, pace),
        ours: await load(url, token, kind, pace),
      });
    }
    const of = (side: 'ours' | 'bare', point: 'p50' | 'p99'): number =>
      median(figures.map((round) => round[side].latency[point]));
    const ratio = of('ours', 'p99') / Math.max(1, of('bare', 'p99'));
    const bytes = median(kind.paths.map((path) => Buffer.byteLength(bodies[path]!)));
    line(
      kind.name,
      ...[kind.rate, bytes.toLocaleString('en')],
      ...[`${of('ours', 'p50')} ms`, `${of('ours', 'p99')} ms`],
      ...[`${of('bare', 'p50')} ms`, `${of('bare', 'p99')} ms`, ratio.toFixed(1)],
      kind.limited
        ? `${limit.toFixed(1)} ${ratio <= limit ? 'ok' : 'OVER'}`
        : kind.atMost === undefined
          ? '-'
          : `${kind.atMost} ms ${of('ours', 'p50') - of('bare', 'p50') <= kind.atMost ? 'ok' : 'OVER'}`,
    );
  }
  console.log(`(medians of ${rounds} rounds of ${secondsEach} s, bare and service in turns)`);

  const edits: number[] = [];
  for (let number = 0; number < 50; number++) {
    const at = performance.now();
    const changes = [{ type: 'update_page', page: ids[0], document: { markdown: `Edit ${number}\n` } }];
    await call('POST', `/v1/spaces/${space}/change-requests/${change}/content`, JSON.stringify({ changes }));
    edits.push(performance.now() - at);
  }
  edits.sort((one, other) => one - other);
  line('an edit among 10,000 pages', `p50 ${edits[25]?.toFixed(0)} ms`, `p99 ${edits[49]?.toFixed(0)} ms`);

  line(`memory, requests of every kind`, 'resident', 'heap held');
  const print = (count: number, { rss, heap }: Memory): void =>
    line(
      `after ${count.toLocaleString('en')} requests`,
      `${(rss / 1e6).toFixed(0)} MB`,
      `${(heap / 1e6).toFixed(0)} MB`,
    );
  const mixed = [
    ...kinds[1]!.paths,
    ...kinds[0]!.paths,
    `/v1/orgs/${organization}/spaces?limit=20`,
    ...kinds[3]!.paths.slice(0, 1),
  ];
  print(0, await memoryOf(ours));
  let made = 0;
  let first: Memory | undefined;
  let last: Memory | undefined;
  for (const sample of samples) {
    await load(url, token, { paths: mixed }, { amount: sample - made });
    made = sample;
    last = await memoryOf(ours);
    first ??= last;
    print(made, last);
  }
  const growth = (last!.heap - first!.heap) / first!.heap;
  line(`heap, ${samples[0]!.toLocaleString('en')} to 100,000 requests`, `${(100 * growth).toFixed(0)} %`);
  line('all of it took', `${((performance.now() - began) / 1000).toFixed(0)} s`);
} finally {
  ours.child.kill();
  bare?.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
