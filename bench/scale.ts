/*
 * `npm run bench:scale [-- --minutes 120 --rate 40 --writes 20 --spaces 1000 --pages 100 --people 200]`: the embedded service with
 * 100,000 pages in the 1,000 spaces of one organization, and 200 people who use it at once, each with their own token and connection.
 *
 * Requests come at a fixed rate, at random moments, whatever the service does (an open loop), and 20 of 100 write. The time
 * of a request begins when it was due, so that waiting for a connection counts as well. The bare route is `GET /v1/user`, the
 * cheapest one that needs a token: it is requested in the same run, mixed among the others, so that it waits behind them as they
 * wait behind each other, and a busy machine slows both. The bench exits with 1 when one of these limits is broken:
 *
 * - the 99th percentile of each class of requests is at most 3 times that of the bare route. The list of all 1,000 spaces in one
 *   answer, and a text of 200 kB, are reported without this limit, because they send too many bytes to compare with the bare route;
 * - the 99th percentile of searches is at most 50 ms;
 * - the memory does not grow: the lines fitted through the samples of the resident memory (every 10 seconds) and of the heap after a
 *   collection (every 5 minutes) rise by at most 10 % and 20 % (or 20 MB) of their means after the warm-up;
 * - no request is refused or fails.
 *
 * These times are by the clock. Beside them stands the processor time that the service's process used between the arrival and the
 * answer of a request, other requests of that moment included, and the part of the run in which the service's thread could have
 * run, but had no processor: on a machine with other work, these two say how much of the clock's times is the service's own.
 *
 * Every minute, a line shows the state of the run, and every 10 minutes the table so far. SIGTERM or SIGINT to the process of the
 * bench (the first line names it) ends the run early, and it is judged by what was measured.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Client } from 'undici';
import { packageRoot } from '../src/base/index.ts';
import { realClock, seededRandom } from '../src/clock/index.ts';
import { aWord, someWords, writeScaleSeed } from './scale-seed.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '40' },
    writes: { type: 'string', default: '20' },
    spaces: { type: 'string', default: '1000' },
    pages: { type: 'string', default: '100' },
    people: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, rate, writes, spaces, pages, people] = [
  values.minutes,
  values.rate,
  values.writes,
  values.spaces,
  values.pages,
  values.people,
].map(Number) as [number, number, number, number, number, number];
const limits = { ratio: 3, searchMs: 50, residentGrowth: 0.1, heapGrowth: 0.2, heapBytes: 20e6 };
const warmUp = 0.2;
const random = seededRandom(Number(values.seed));

interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

interface Space {
  readonly id: string;
  readonly pages: readonly { readonly id: string; readonly path: string }[];
}

/** A person who reads everywhere and writes in their own space. */
interface Person {
  readonly token: string;
  readonly connection: Client;
  readonly home: Space;
  change: string | undefined;
  /** Whether the change request has an edit to merge. */
  edited: boolean;
  /** Whether a request is under way: a person does one thing at a time with the change request. */
  busy: boolean;
}

interface Usage {
  readonly rss: number;
  readonly heap: number;
  readonly cpuMs: number;
}

interface Kind {
  /** Of 100 requests, when 20 of them write. */
  readonly share: number;
  readonly limit: 'ratio' | 'search' | 'told';
  readonly ask: (person: Person) => Asked;
  readonly after?: (person: Person, answer: string) => void;
  /** What the request needs: an open change request, an edit in it, or no change request. */
  readonly needs?: 'change' | 'edit' | 'no change';
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(random.number() * from.length)]!;
let organization = '';
const content: Space[] = [];
const get = (path: string): Asked => ({ method: 'GET', path });
const post = (path: string, body: object): Asked => ({ method: 'POST', path, body });
const changeOf = ({ home, change }: Person): string =>
  `/v1/spaces/${home.id}/change-requests/${change ?? ''}`;
const edit = (person: Person, markdown: string): Asked =>
  post(`${changeOf(person)}/content`, {
    changes: [{ type: 'update_page', page: pick(person.home.pages).id, document: { markdown } }],
  });
const wasEdited = (person: Person): void => void (person.edited = true);

const reading = {
  'bare: GET the user': { share: 14, limit: 'told', ask: () => get('/v1/user') },
  'GET a space': { share: 14, limit: 'ratio', ask: () => get(`/v1/spaces/${pick(content).id}`) },
  'GET a page as markdown': {
    ...{ share: 16, limit: 'ratio' },
    ask: () => {
      const { id, pages: all } = pick(content);
      return get(`/v1/spaces/${id}/content/page/${pick(all).id}?format=markdown`);
    },
  },
  'GET a page by its path': {
    ...{ share: 10, limit: 'ratio' },
    ask: () => {
      const { id, pages: all } = pick(content);
      return get(`/v1/spaces/${id}/content/path/${encodeURIComponent(pick(all).path)}`);
    },
  },
  'GET the tree of 100 pages': {
    ...{ share: 5, limit: 'ratio' },
    ask: () => get(`/v1/spaces/${pick(content).id}/content/pages`),
  },
  'GET a list of 50 spaces': {
    ...{ share: 4.8, limit: 'ratio' },
    ask: () => get(`/v1/orgs/${organization}/spaces?limit=50`),
  },
  'GET a list of 1,000 spaces': {
    ...{ share: 0.2, limit: 'told' },
    ask: () => get(`/v1/orgs/${organization}/spaces?limit=1000`),
  },
  'GET change requests of a space': {
    ...{ share: 6, limit: 'ratio' },
    ask: () => get(`/v1/spaces/${pick(content).id}/change-requests`),
  },
  'search, 1 or 2 words': {
    ...{ share: 10, limit: 'search' },
    ask: () => {
      const words = random.number() < 0.5 ? aWord(random) : `${aWord(random)} ${aWord(random)}`;
      // A third of the queries are still being typed.
      const query = random.number() < 0.33 ? words.slice(0, -1) : words;
      return get(`/v1/orgs/${organization}/search?query=${encodeURIComponent(query)}`);
    },
  },
} satisfies Record<string, Kind>;

const writing = {
  'open a change request': {
    ...{ share: 3, limit: 'ratio', needs: 'no change' },
    ask: ({ home }) => post(`/v1/spaces/${home.id}/change-requests`, { subject: 'At scale' }),
    after: (person, answer) => void (person.change = (JSON.parse(answer) as { id: string }).id),
  },
  'edit a page of 2 kB': {
    ...{ share: 11.5, limit: 'ratio', needs: 'change' },
    ask: (person) => edit(person, `${someWords(random, 300)}\n`),
    after: wasEdited,
  },
  'edit a page of 200 kB': {
    ...{ share: 0.5, limit: 'told', needs: 'change' },
    ask: (person) => edit(person, Array.from({ length: 90 }, () => `${someWords(random, 300)}\n`).join('\n')),
    after: wasEdited,
  },
  'merge a change request': {
    ...{ share: 2, limit: 'ratio', needs: 'edit' },
    ask: (person) => post(`${changeOf(person)}/merge`, {}),
    after: (person) => {
      person.change = undefined;
      person.edited = false;
    },
  },
  'comment on a space': {
    ...{ share: 3, limit: 'ratio' },
    ask: ({ home }) => post(`/v1/spaces/${home.id}/comments`, { body: { markdown: someWords(random, 20) } }),
  },
} satisfies Record<string, Kind>;
type KindName = keyof typeof reading | keyof typeof writing;
const bare: KindName = 'bare: GET the user';
const kinds: Readonly<Record<KindName, Kind>> = { ...reading, ...writing };
const kindNames = Object.keys(kinds) as KindName[];
const kindOf = (name: KindName): Kind => kinds[name];
const shareOf = (name: KindName): number =>
  kinds[name].share * (name in writing ? writes / 20 : (100 - writes) / 80);

const measured = new Map<KindName, number[]>(kindNames.map((name) => [name, []]));
const lastMinute = new Map<KindName, number[]>(kindNames.map((name) => [name, []]));
const failures: string[] = [];
let inFlight = 0;
let mostInFlight = 0;

function percentile(times: readonly number[], part: number): number {
  if (times.length === 0) return Number.NaN;
  const sorted = Float64Array.from(times).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

async function send(
  { connection, token }: Person,
  { method, path, body }: Asked,
  name?: KindName,
): Promise<string> {
  const answer = await connection.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(name === undefined ? {} : { 'bench-kind': String(kindNames.indexOf(name)) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text;
}

/**
 * What a person does next: the drawn action, or the one that must come first (a change request for an edit, an edit for a merge).
 */
function drawn(person: Person): KindName {
  let left = random.number() * kindNames.reduce((sum, name) => sum + shareOf(name), 0);
  const name = kindNames.find((each) => (left -= shareOf(each)) < 0) ?? bare;
  const { needs } = kindOf(name);
  if (needs === undefined || person.busy) return needs === undefined ? name : 'comment on a space';
  if (needs === 'no change') return person.change === undefined ? name : 'edit a page of 2 kB';
  if (person.change === undefined) return 'open a change request';
  return needs === 'edit' && !person.edited ? 'edit a page of 2 kB' : name;
}

async function act(person: Person, due: number, isWarm: boolean): Promise<void> {
  const name = drawn(person);
  const { ask, after, needs } = kindOf(name);
  if (needs !== undefined) person.busy = true;
  inFlight += 1;
  mostInFlight = Math.max(mostInFlight, inFlight);
  try {
    const answer = await send(person, ask(person), isWarm ? name : undefined);
    const took = performance.now() - due;
    if (isWarm) measured.get(name)!.push(took);
    lastMinute.get(name)!.push(took);
    after?.(person, answer);
  } catch (error) {
    failures.push(`${name}: ${String(error)}`.slice(0, 300));
  } finally {
    inFlight -= 1;
    if (needs !== undefined) person.busy = false;
  }
}

const cells = (...[name = '', ...rest]: (string | number)[]): void =>
  console.log(String(name).padEnd(34) + rest.map((cell) => String(cell).padStart(11)).join(''));
const ms = (value: number): string => (Number.isNaN(value) ? '-' : `${value.toFixed(1)} ms`);
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

async function asked<Answer>(child: ChildProcess, what: 'now' | 'collected' | 'costs'): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(what);
  return ((await answer) as [Answer])[0];
}

/** How long the service's main thread could have run, but had no processor. NaN where the system does not say it. */
function waitedMs({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

/** How much the fitted line rises over the time of the samples, as a fraction of their mean. */
function growthOf(samples: readonly number[]): number {
  if (samples.length < 2) return 0;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const middle = (samples.length - 1) / 2;
  const covariance = samples.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const variance = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return ((covariance / variance) * (samples.length - 1)) / mean;
}

interface Samples {
  readonly resident: readonly number[];
  /** After a collection. */
  readonly heap: readonly number[];
  /** The processor times of each kind's requests, in the order of the kinds. */
  readonly costs: readonly (readonly number[])[];
}

/** Prints the table, and returns the broken limits. */
function judge({ resident, heap, costs }: Samples): string[] {
  const over: string[] = [];
  const check = (what: string, isOver: boolean): string => {
    if (isOver) over.push(what);
    return isOver ? 'OVER' : 'ok';
  };
  const bareP99 = percentile(measured.get(bare)!, 0.99);
  cells('', 'requests', 'p50', 'p99', 'p99.9', 'p99 ratio', 'limit', 'CPU p50', 'CPU p99');
  for (const [at, name] of kindNames.entries()) {
    const times = measured.get(name)!;
    const p99 = percentile(times, 0.99);
    const { limit } = kindOf(name);
    const within =
      limit === 'told'
        ? '-'
        : limit === 'search'
          ? `${limits.searchMs} ms ${check(name, !(p99 <= limits.searchMs))}`
          : `${limits.ratio} ${check(name, !(p99 <= limits.ratio * bareP99))}`;
    cells(
      name,
      ...[times.length, ms(percentile(times, 0.5)), ms(p99), ms(percentile(times, 0.999))],
      ...[(p99 / bareP99).toFixed(1), within],
      ...[ms(percentile(costs[at] ?? [], 0.5)), ms(percentile(costs[at] ?? [], 0.99))],
    );
  }
  const told = (samples: readonly number[]): string[] => [
    `${(growthOf(samples) * 100).toFixed(1)} %`,
    ...[samples[0] ?? 0, samples.at(-1) ?? 0].map(megabytes),
  ];
  cells(
    'resident memory, fitted line',
    ...[...told(resident), check('resident memory', growthOf(resident) > limits.residentGrowth)],
  );
  const meanHeap = heap.reduce((sum, value) => sum + value, 0) / heap.length;
  const heapLimit = Math.max(limits.heapGrowth, limits.heapBytes / meanHeap);
  cells('heap after a collection', ...[...told(heap), check('heap', growthOf(heap) > heapLimit)]);
  console.log(`  every 5 minutes: ${heap.map(megabytes).join(', ')}`);
  cells('most requests at once', mostInFlight);
  cells('refused or failed', failures.length, check('failures', failures.length > 0));
  for (const failure of failures.slice(0, 5)) console.log(`  ${failure}`);
  return over;
}

async function findContent(person: Person): Promise<void> {
  const list = JSON.parse(await send(person, get(`/v1/orgs/${organization}/spaces?limit=1000`))) as {
    items: { id: string }[];
  };
  for (const { id } of list.items) {
    const tree = JSON.parse(await send(person, get(`/v1/spaces/${id}/content/pages`))) as {
      pages: { id: string; path: string }[];
    };
    content.push({ id, pages: tree.pages });
  }
}

/** A function that says, at the times that it is given, whether the next of these moments has come. */
function every(milliseconds: number, from: number): (now: number) => boolean {
  let next = from + milliseconds;
  return (now) => {
    if (now < next) return false;
    next += milliseconds;
    return true;
  };
}

/** Runs the measured time: sends requests when they are due, samples the memory, and tells how it goes. */
async function loadFor(
  child: ChildProcess,
  everybody: readonly Person[],
  stop: AbortSignal,
): Promise<string[]> {
  const began = performance.now();
  const end = began + minutes * 60_000;
  const warm = began + warmUp * minutes * 60_000;
  const resident: number[] = [];
  const heap: number[] = [];
  const [cpuFirst, waitedFirst] = [(await asked<Usage>(child, 'now')).cpuMs, waitedMs(child)];
  const collect = async (): Promise<void> => void heap.push((await asked<Usage>(child, 'collected')).heap);
  const table = async (): Promise<string[]> => {
    const broken = judge({ resident, heap, costs: await asked<number[][]>(child, 'costs') });
    const took = performance.now() - began;
    const part = (time: number): string => `${((100 * time) / took).toFixed(1)} %`;
    cells('the service had a processor for', part((await asked<Usage>(child, 'now')).cpuMs - cpuFirst));
    cells('and had to wait for one for', part(waitedMs(child) - waitedFirst));
    return broken;
  };
  const isTime = {
    sample: every(10_000, began),
    collection: every(300_000, warm),
    line: every(60_000, began),
    table: every(600_000, began),
  };
  let due = began;
  while (due < end && !stop.aborted) {
    // Many independent people arrive at random, so the pauses between requests are exponential.
    due += (-Math.log(1 - random.number()) * 1000) / rate;
    const now = performance.now();
    if (due > now) await realClock.sleep(due - now);
    void act(pick(everybody), due, due >= warm);
    if (!isTime.sample(due)) continue;
    if (due >= warm && heap.length === 0) await collect();
    const { rss } = await asked<Usage>(child, 'now');
    if (due >= warm) resident.push(rss);
    if (isTime.collection(due)) await collect();
    if (isTime.line(due)) tellMinute((due - began) / 60_000, rss);
    if (isTime.table(due) && due >= warm) await table();
  }
  while (inFlight > 0) await realClock.sleep(50);
  await collect();
  return table();
}

function tellMinute(minute: number, rss: number): void {
  const p99 = (name: KindName): string => ms(percentile(lastMinute.get(name)!, 0.99));
  const count = [...lastMinute.values()].reduce((sum, times) => sum + times.length, 0);
  console.log(
    `minute ${minute.toFixed(0)}: ${count} requests, p99 bare ${p99(bare)}, search ${p99('search, 1 or 2 words')}, edit ${p99('edit a page of 2 kB')}, merge ${p99('merge a change request')}, 50 spaces ${p99('GET a list of 50 spaces')}; resident ${megabytes(rss)}; ${failures.length} failed`,
  );
  for (const times of lastMinute.values()) times.length = 0;
}

const folder = mkdtempSync(join(tmpdir(), 'tidemark-scale-'));
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
let child: ChildProcess | undefined;
try {
  const began = performance.now();
  console.log(`process ${process.pid}`);
  const seed = writeScaleSeed(join(folder, 'seed'), { spaces, pages, random });
  // The script is beside this program, which is a bundle itself, so that packages are found from there.
  const script = join(dirname(fileURLToPath(import.meta.url)), 'scale-child.mjs');
  await build({
    entryPoints: [join(packageRoot(), 'bench', 'scale-child.ts')],
    outfile: script,
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  child = fork(script, [join(folder, 'data'), seed, String(people)], {
    execArgv: ['--expose-gc', ...process.execArgv.filter((each) => each.startsWith('--cpu-prof'))],
  });
  const [ready] = (await once(child, 'message')) as [{ url: string; organization: string; tokens: string[] }];
  organization = ready.organization;
  cells(
    `${(spaces * pages).toLocaleString('en')} pages in ${spaces.toLocaleString('en')} spaces, indexed`,
    `  ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
  const connections = ready.tokens.map(() => new Client(ready.url, { pipelining: 1 }));
  const first = { token: ready.tokens[0]!, connection: connections[0]! } as Person;
  await findContent(first);
  const everybody = ready.tokens.map((token, at): Person => ({
    ...{ token, connection: connections[at]!, home: content[at % content.length]! },
    ...{ change: undefined, edited: false, busy: false },
  }));
  console.log(
    `${people} people, ${rate} requests a second for ${minutes} minutes, ${writes} % of them write`,
  );
  const over = await loadFor(child, everybody, stop.signal);
  console.log(over.length === 0 ? 'Every limit holds.' : `Beyond a limit: ${over.join('; ')}.`);
  process.exitCode = over.length === 0 ? 0 : 1;
  await Promise.all(connections.map((connection) => connection.destroy()));
} finally {
  child?.kill();
  rmSync(folder, { recursive: true, force: true });
}
