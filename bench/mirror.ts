/**
 * Measures the mirror of 10,000 pages of 2 to 8 kB, from the embedded service in a separate process: the first mirror, beside
 * fetching the same bodies through a bare pool plus native `git fast-import`; a cycle with nothing new; a cycle with one changed
 * page; and a cycle with nothing new in 1,000 spaces. Run it with `node bench/run.mjs mirror`; `--pages 2000` for fewer.
 */
import { buildSync } from 'esbuild';
import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/clock/index.ts';

interface Cycle {
  readonly outcome: string;
  readonly problems: readonly unknown[];
  readonly requests: number;
  readonly ms: number;
  readonly msReading: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

interface PageInTree {
  readonly id: string;
  readonly type: string;
  readonly pages?: readonly PageInTree[];
}

const asked = process.argv.indexOf('--pages');
const pageCount = asked < 0 ? 10_000 : Number(process.argv[asked + 1]);
const rounds = 9;
/** As many spaces as one page of a list has. */
const spaceCount = 1000;
const limits = { ratio: 1.5, requests: 1, cpuMs: 50, changeRequests: 4, changeMs: 100, peakMb: 300 } as const;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
const script = join(dirname(fileURLToPath(import.meta.url)), 'mirror-child.mjs');
buildSync({
  entryPoints: [join(process.cwd(), 'bench', 'mirror-child.ts')],
  outfile: script,
  ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
});

const children: ChildProcess[] = [];

function start(...args: string[]): ChildProcess {
  const child = fork(script, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.push(child);
  return child;
}

async function answer<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('A process of the measurement ended before it answered.');
  });
  gone.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), gone])) as [Answer];
  ended.abort();
  return message;
}

/** Writes the space's folder and names its files. */
function writeSeed(seed: string): string[] {
  const random = seededRandom(1);
  const words = Array.from({ length: 4000 }, () =>
    random
      .number()
      .toString(36)
      .slice(2, 3 + random.number() * 8),
  );
  const files: string[] = [];
  const write = (name: string, text: string): void => {
    writeFileSync(join(seed, name), text);
    files.push(name);
  };
  mkdirSync(seed);
  const summary = ['# Table of contents', ''];
  for (let n = 0; n < pageCount; n++) {
    const section = Math.floor(n / 100);
    const leads = n % 100 === 0;
    if (leads) mkdirSync(join(seed, `s${section}`));
    const size = 2000 + ((n * 7919) % 6000);
    let text = `# Page ${n}\n\n`;
    for (let at = n; text.length < size; at++)
      text += `${words[(at * 31) % words.length] ?? ''}${at % 12 === 0 ? '.\n' : ' '}`;
    const name = leads ? `s${section}/README.md` : `s${section}/p${n}.md`;
    write(name, `${text.trimEnd()}\n`);
    summary.push(`${leads ? '' : '  '}* [Page ${n}](${name})`);
  }
  write('SUMMARY.md', `${summary.join('\n')}\n`);
  return files;
}

const documents = (pages: readonly PageInTree[]): string[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page.id] : []), ...documents(page.pages ?? [])]);
const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
const line = (what: string, figure: string, limit: string, verdict: string): void =>
  console.log(what.padEnd(58) + figure.padStart(12) + limit.padStart(10) + `  ${verdict}`);
const judged = (what: string, figure: number, limit: number, unit: string, digits = 0): void =>
  line(what, `${figure.toFixed(digits)}${unit}`, `${limit}${unit}`, figure <= limit ? 'met' : 'MISSED');
const told = (what: string, figure: number, unit: string): void =>
  line(what, `${figure.toFixed(0)}${unit}`, '', '');

async function cycleOf(mirror: ChildProcess, expected: string): Promise<Cycle> {
  mirror.send('cycle');
  const done = await answer<Cycle>(mirror);
  if (done.outcome !== expected)
    throw new Error(`a cycle ended ${done.outcome}: ${JSON.stringify(done.problems)}`);
  return done;
}

/** Runs cycles with nothing new over as many spaces as one page of a list has, with a separate service and mirror. */
async function quietOverManySpaces(): Promise<Cycle[]> {
  const seed = join(folder, 'small');
  mkdirSync(seed);
  writeFileSync(join(seed, 'README.md'), '# Home\n');
  const service = start('service', join(folder, 'data-of-many'), seed);
  const { url, token, organization } = await answer<Record<string, string>>(service);
  for (let n = 1; n < spaceCount; n++) {
    const response = await fetch(`${url}/v1/orgs/${organization}/spaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Space ${n}` }),
    });
    if (!response.ok) throw new Error(`A space could not be made: ${response.status}`);
  }
  const mirror = start('mirror', join(folder, 'repository-of-many'), url!, token!, organization!);
  await answer(mirror);
  const cycles = [await cycleOf(mirror, 'changed')];
  for (let round = 0; round < rounds; round++) cycles.push(await cycleOf(mirror, 'quiet'));
  return cycles;
}

try {
  const seed = join(folder, 'bench');
  const files = writeSeed(seed);
  const service = start('service', join(folder, 'data'), seed);
  const { url, token, organization, space } = await answer<Record<string, string>>(service);
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/v1/spaces/${space}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as Answer;
  };
  const { revision } = await call<{ revision: string }>('GET', '');
  const content = await call<{ pages: PageInTree[] }>('GET', '/content');
  const ids = documents(content.pages);
  if (ids.length !== pageCount) throw new Error(`the service has ${ids.length} of ${pageCount} pages`);

  const peers: { ms: number; msFetch: number }[] = [];
  const measurePeer = async (): Promise<void> => {
    const native = join(folder, `native-${peers.length}`);
    mkdirSync(native);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: native });
    const paths = ids.map((id) => `/v1/spaces/${space}/revisions/${revision}/page/${id}?format=markdown`);
    const plan = join(folder, 'plan.json');
    writeFileSync(plan, JSON.stringify({ url, token, paths, folder: native, files: [seed, ...files] }));
    peers.push(await answer(start('peer', plan)));
  };
  const mirror = start('mirror', join(folder, 'repository'), url!, token!, organization!);
  await answer(mirror);
  const cycle = (expected: string): Promise<Cycle> => cycleOf(mirror, expected);

  // The peer runs once before and once after ours, and the better of the two counts.
  await measurePeer();
  const first = await cycle('changed');
  await measurePeer();
  const quiet: Cycle[] = [];
  const changed: Cycle[] = [];
  for (let round = 0; round < rounds; round++) {
    quiet.push(await cycle('quiet'));
    const { id } = await call<{ id: string }>('POST', '/change-requests', { subject: `Round ${round}` });
    await call('POST', `/change-requests/${id}/content`, {
      changes: [
        {
          type: 'update_page',
          page: ids[(round * 997 + 50) % ids.length],
          document: { markdown: `Round ${round}.\n` },
        },
      ],
    });
    await call('POST', `/change-requests/${id}/merge`);
    changed.push(await cycle('changed'));
  }

  mirror.kill();
  const many = await quietOverManySpaces();

  const best = peers.reduce((one, other) => (one.ms <= other.ms ? one : other));
  const quietMs = median(quiet.map(({ ms }) => ms));
  const quietRequests = Math.max(...quiet.map(({ requests }) => requests));
  line(`${pageCount.toLocaleString('en')} pages of 2 to 8 kB`, 'figure', 'limit', '');
  told('bare pool, the same bodies', best.msFetch, ' ms');
  told('native git fast-import of the same files', best.ms - best.msFetch, ' ms');
  told('first mirror, until the last page is read', first.msReading, ' ms');
  told('first mirror, commits and working tree', first.ms - first.msReading, ' ms');
  told('first mirror, requests', first.requests, '');
  judged('first mirror : bare pool and fast-import', first.ms / best.ms, limits.ratio, ' x', 2);
  told('nothing new in one space, requests', quietRequests, '');
  told('nothing new in one space, CPU (median)', median(quiet.map(({ cpuMs }) => cpuMs)), ' ms');
  told('nothing new in one space, time (median)', quietMs, ' ms');
  const [firstOfMany, ...quietOfMany] = many;
  const manyRequests = Math.max(...quietOfMany.map(({ requests }) => requests));
  judged('nothing new in 1,000 spaces, requests', manyRequests, limits.requests, '');
  judged(
    'nothing new in 1,000 spaces, CPU (median)',
    median(quietOfMany.map(({ cpuMs }) => cpuMs)),
    limits.cpuMs,
    ' ms',
  );
  told('nothing new in 1,000 spaces, CPU (worst)', Math.max(...quietOfMany.map(({ cpuMs }) => cpuMs)), ' ms');
  const moreRequests = Math.max(...changed.map(({ requests }) => requests)) - quietRequests;
  judged('a page changed, requests beyond nothing new (worst)', moreRequests, limits.changeRequests, '');
  const moreMs = median(changed.map(({ ms }) => ms)) - quietMs;
  judged('a page changed, time beyond nothing new (median)', moreMs, limits.changeMs, ' ms');
  told('a page changed, time (worst)', Math.max(...changed.map(({ ms }) => ms)), ' ms');
  told('peak memory after the first mirror', first.peakMb, ' MB');
  const peak = Math.max(...[...quiet, ...changed, ...many].map(({ peakMb }) => peakMb));
  told('first mirror of 1,000 spaces with nothing in them', firstOfMany?.ms ?? 0, ' ms');
  judged('peak memory throughout', peak, limits.peakMb, ' MB');
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}
