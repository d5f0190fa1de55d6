/**
 * Measures what single requests cost the embedded service, one after another, with 100,000 pages in the 1,000 spaces of one
 * organization: the processor time of its process, which a busy machine does not change, and the time by the clock. The same run
 * measures the cheapest route with a token (`GET /v1/user`), and a bare transaction of one row in a separate database. The bench
 * exits with 1 when a limit is broken: a search for words on nearly all pages costs at most 5 times a search for a word on some 400
 * pages, and an edit of a page of 2 kB at most 10 times the bare route.
 *
 * `npm run bench:costs [-- --spaces 1000 --pages 100 --rounds 200]`
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { realClock, seededRandom } from '../src/clock/index.ts';
import { openDatabase } from '../src/database/index.ts';
import { ask as askService, type Reached } from '../test/fleet/rig.ts';
import { rareWord, someWords, usualWords, writeScaleSeed } from './scale-seed.ts';

const { values } = parseArgs({
  options: {
    spaces: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '200' },
  },
});
const [spaces, pages, rounds] = [values.spaces, values.pages, values.rounds].map(Number) as [
  number,
  number,
  number,
];
const limits = { search: 5, edit: 10 };
const random = seededRandom(1);

interface Usage {
  readonly rss: number;
  readonly cpuMs: number;
}
interface Cost {
  readonly cpuMs: number;
  readonly clockMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-costs-'));
let child: ChildProcess | undefined;

async function startChild(): Promise<Reached & { organization: string }> {
  const seed = writeScaleSeed(join(folder, 'seed'), { spaces, pages, random });
  // The script is beside this program, which is a bundle itself, so that packages are found from there.
  const script = join(dirname(fileURLToPath(import.meta.url)), 'scale-child.mjs');
  await build({
    entryPoints: [join(packageRoot(), 'bench', 'scale-child.ts')],
    outfile: script,
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  child = fork(script, [join(folder, 'data'), seed, '1'], { execArgv: ['--expose-gc'] });
  const [ready] = (await once(child, 'message')) as [{ url: string; organization: string; tokens: string[] }];
  return { url: ready.url, organization: ready.organization, token: ready.tokens[0]! };
}

async function usage(): Promise<Usage> {
  const answer = once(child!, 'message');
  child!.send('now');
  return ((await answer) as [Usage])[0];
}

/** The mean of many turns, including the service's background work for them. */
async function costOf(turns: number, turn: () => Promise<unknown>): Promise<Cost> {
  for (let at = 0; at < Math.ceil(turns / 10); at++) await turn(); // warms up
  await realClock.sleep(500);
  const before = await usage();
  const began = performance.now();
  for (let at = 0; at < turns; at++) await turn();
  const clockMs = (performance.now() - began) / turns;
  await realClock.sleep(500);
  return { cpuMs: ((await usage()).cpuMs - before.cpuMs) / turns, clockMs };
}

/** A transaction of one row in this process, which is on the disk when it ends. */
function bareTransaction(): Cost {
  const database = openDatabase(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO rows (text) VALUES (?)');
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  for (let at = 0; at < rounds; at++) database.transaction(() => insert.run(`row ${at}`));
  const clockMs = (performance.now() - began) / rounds;
  const { user, system } = process.cpuUsage(cpu);
  database.close();
  return { cpuMs: (user + system) / 1000 / rounds, clockMs };
}

function tell(name: string, { cpuMs, clockMs }: Cost): void {
  const cells = [`${cpuMs.toFixed(2)} ms`, `${clockMs.toFixed(1)} ms`, `${Math.round(1000 / cpuMs)}`];
  console.log(name.padEnd(52) + cells.map((cell) => cell.padStart(14)).join(''));
}

async function measure({ organization, ...service }: Reached & { organization: string }): Promise<boolean> {
  const ask = (method: string, path: string, body?: unknown): Promise<unknown> =>
    askService(service, [method, path], body);
  const { items } = (await ask('GET', `/orgs/${organization}/spaces?limit=1`)) as { items: { id: string }[] };
  const space = items[0]!.id;
  const tree = (await ask('GET', `/spaces/${space}/content/pages`)) as { pages: { id: string }[] };
  const all = `/spaces/${space}/change-requests`;
  const { id } = (await ask('POST', all, { subject: 'Costs' })) as { id: string };
  const edit = (words: number) => (): Promise<unknown> => {
    const page = tree.pages[Math.floor(random.number() * tree.pages.length)]!.id;
    const markdown = `${someWords(random, words)}\n`;
    return ask('POST', `${all}/${id}/content`, {
      changes: [{ type: 'update_page', page, document: { markdown } }],
    });
  };
  const search = (query: () => string) => (): Promise<unknown> =>
    ask('GET', `/orgs/${organization}/search?query=${encodeURIComponent(query())}`);
  let word = 0;

  console.log(
    ''.padEnd(52) + ['processor', 'by the clock', 'a second'].map((cell) => cell.padStart(14)).join(''),
  );
  const [usual, another] = usualWords();
  const turns: Record<string, [number, () => Promise<unknown>]> = {
    'the bare route, GET the user': [rounds, () => ask('GET', '/user')],
    'a search, a rare word': [rounds, search(() => rareWord(word++))],
    'a search, a word of nearly all pages': [rounds, search(() => usual)],
    'a search, two such words': [rounds, search(() => `${usual} ${another}`)],
    'a search, the first four letters of a word': [rounds, search(() => rareWord(word++).slice(0, 4))],
    'a comment': [
      rounds,
      () => ask('POST', `/spaces/${space}/comments`, { body: { markdown: 'Well said.' } }),
    ],
    'an edit of a page of 2 kB': [rounds, edit(300)],
    'an edit of a page of 200 kB': [Math.ceil(rounds / 10), edit(27_000)],
  };
  tell('a bare transaction of one row', bareTransaction());
  const costs = new Map<string, Cost>();
  for (const [name, [count, turn]] of Object.entries(turns)) {
    costs.set(name, await costOf(count, turn));
    tell(name, costs.get(name)!);
  }
  console.log(`resident${''.padEnd(44)}${`${Math.round((await usage()).rss / 1e6)} MB`.padStart(14)}`);
  const cpu = (name: string): number => costs.get(name)!.cpuMs;
  const judged = [
    [
      'a search of usual words',
      cpu('a search, two such words') / cpu('a search, a rare word'),
      limits.search,
    ],
    ['an edit', cpu('an edit of a page of 2 kB') / cpu('the bare route, GET the user'), limits.edit],
  ] as const;
  for (const [name, ratio, limit] of judged)
    console.log(`${name}: ${ratio.toFixed(1)} times, limit ${limit} ${ratio <= limit ? 'ok' : 'OVER'}`);
  return judged.every(([, ratio, limit]) => ratio <= limit);
}

try {
  const ready = await startChild();
  console.log(`${spaces * pages} pages in ${spaces} spaces; ${rounds} rounds`);
  process.exitCode = (await measure(ready)) ? 0 : 1;
} finally {
  child?.kill();
  rmSync(folder, { recursive: true, force: true });
}
