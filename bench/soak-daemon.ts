/**
 * Runs the daemon alone under trouble: edits on both sides, a rate limit, refusals, storms of 5xx, broken connections, a
 * restart of the service, SIGHUP, SIGTERM and kill -9 of the daemon. At the end, with all trouble gone, both sides must have
 * the same pages, with every written line exactly once, and the daemon's memory must be flat. The judge is
 * `test/soak/oracle.ts`, whose own test shows it planted faults.
 *
 * `node bench/run.mjs soak-daemon [--minutes 30] [--seed 1] [--keep]`
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { createClient } from '../src/client/index.ts';
import { realClock, realRandom, seededRandom } from '../src/clock/index.ts';
import { withoutPageId } from '../src/content/index.ts';
import { createUndiciTransport } from '../src/http/index.ts';
import { judgeSoak, whatIsApart } from '../test/soak/oracle.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const minutes = Number(values.minutes);
const random = seededRandom(Number(values.seed));
const root = mkdtempSync(join(tmpdir(), 'tidemark-soak-'));
const sleep = (ms: number): Promise<void> => realClock.sleep(ms);
const rate = 1_200;
const limits = { rate, drainMs: 10_000, residentGrowth: 1.35 };
const mostSecondsToConverge = 120;

// --- trouble between the daemon and the service ------------------------------------------------------------------------

type Trouble = 'none' | 'storm' | 'refuse' | 'reset' | 'slow' | 'silent';
let trouble: Trouble = 'none';
let target = 0;
const counts = { requests: 0, refusedByService: 0, refusedByUs: 0, failed: 0, reset: 0 };
const refusalsByMinute = new Map<number, number>();

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  counts.requests++;
  if (trouble === 'silent') return; // takes the request and never answers
  if (trouble === 'storm' && random.number() < 0.7) {
    counts.failed++;
    outgoing
      .writeHead(random.number() < 0.5 ? 503 : 502, { 'content-type': 'text/html' })
      .end('<h1>Trouble</h1>');
    return;
  }
  if (trouble === 'refuse' && random.number() < 0.5) {
    counts.refusedByUs++;
    outgoing.writeHead(429, random.number() < 0.7 ? { 'retry-after': '2' } : {}).end();
    return;
  }
  const breaks = trouble === 'reset' ? random.number() : 1;
  if (breaks < 0.15) {
    counts.reset++;
    incoming.socket.destroy(); // before the service saw it
    return;
  }
  const { 'accept-encoding': _plain, ...headers } = incoming.headers;
  const up = httpRequest(
    {
      host: '127.0.0.1',
      port: target,
      method: incoming.method,
      path: incoming.url,
      headers,
    },
    (answer) => {
      if (answer.statusCode === 429) {
        counts.refusedByService++;
        const minute = Math.floor(realClock.monotonic() / 60_000);
        refusalsByMinute.set(minute, (refusalsByMinute.get(minute) ?? 0) + 1);
      }
      if (breaks < 0.3) {
        counts.reset++;
        answer.resume();
        incoming.socket.destroy(); // after the service did it: the reply is lost
        return;
      }
      // The service puts its own address into file addresses, but the daemon must use the proxy's.
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => outgoing.destroy());
      answer.on('end', () => {
        const { 'content-length': _length, ...kept } = answer.headers;
        const body = Buffer.concat(chunks);
        const isJson = (answer.headers['content-type'] ?? '').includes('json');
        const text = isJson ? body.toString().replaceAll(`http://127.0.0.1:${target}`, proxyUrl) : undefined;
        outgoing.writeHead(answer.statusCode ?? 502, kept).end(text ?? body);
      });
    },
  );
  up.on('error', () => outgoing.destroy());
  incoming.pipe(up);
}

const proxy = createServer((incoming, outgoing) => {
  if (trouble === 'slow') setTimeout(() => forward(incoming, outgoing), 300 + random.number() * 400);
  else forward(incoming, outgoing);
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

// --- the service and the daemon, as processes --------------------------------------------------------------------------

const cache = join(packageRoot(), 'node_modules', '.cache', 'soak');
mkdirSync(cache, { recursive: true });
const main = join(cache, 'main.mjs');
await build({
  ...{ entryPoints: [join(packageRoot(), 'src', 'main.ts')], outfile: main, bundle: true, platform: 'node' },
  ...{ format: 'esm', packages: 'external', logLevel: 'error' },
});

const seedFolder = join(root, 'seed', 'guides');
mkdirSync(seedFolder, { recursive: true });
const filler = Array.from({ length: 12 }, (_, index) => `Line ${index} that nobody changes.`).join('\n\n');
const names = [...[1, 2, 3, 4, 5].flatMap((n) => [`local-${n}`, `remote-${n}`]), 'both-1', 'both-2'];
writeFileSync(join(seedFolder, 'README.md'), '# Start\n\nHello.\n');
for (const name of names)
  writeFileSync(
    join(seedFolder, `${name}.md`),
    `# ${name}\n\n## Local\n\n${filler}\n\n## Remote\n\nThe end.\n`,
  );
writeFileSync(
  join(seedFolder, 'SUMMARY.md'),
  `# Table of contents\n\n* [Start](README.md)\n${names.map((name) => `* [${name}](${name}.md)`).join('\n')}\n`,
);

interface Ready {
  url: string;
  token: string;
  organization: string;
  spaces: { id: string; title: string }[];
}

let service: ChildProcess;
let token = '';
async function startService(first: boolean): Promise<Ready> {
  const args = [
    'serve',
    '--json',
    '--port',
    String(target),
    '--data',
    join(root, 'data'),
    '--rate',
    String(rate),
  ];
  service = spawn(process.execPath, [main, ...args, ...(first ? ['--seed', join(root, 'seed')] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(service.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const ready = JSON.parse(line.toString().split('\n')[0] ?? '') as Ready;
  target = Number(new URL(ready.url).port);
  return ready;
}

const ready = await startService(true);
token = ready.token;
const spaceId = ready.spaces[0]?.id ?? '';
const repository = join(root, 'docs');
const config = join(root, 'sync.config.yaml');
const writeConfig = (interval: string): void =>
  writeFileSync(
    config,
    `service: { url: "${proxyUrl}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs, branch: main }
mirror: { spaces: [ { id: ${spaceId}, path: . } ], metadata: false }
push: { debounce: 500ms }
schedule: { interval: ${interval} }
http: { port: 0 }
`,
  );
writeConfig('3s');

const log = createWriteStream(join(root, 'daemon.log'));
let daemon: ChildProcess | undefined;
let daemonStartedAt = 0;
const resident: { ageMs: number; mb: number }[] = [];
let ending = false;
let crashes = 0;
function startDaemon(): void {
  ending = false;
  daemon = spawn(process.execPath, [main, 'daemon', '--json', '--config', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TIDEMARK_TOKEN: token },
  });
  daemonStartedAt = realClock.monotonic();
  daemon.once('exit', () => {
    if (!ending) crashes++;
  });
  daemon.stdout?.pipe(log, { end: false });
  daemon.stderr?.pipe(log, { end: false });
}
async function endDaemon(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return;
  const ended = once(daemon, 'exit');
  ending = true;
  daemon.kill(signal);
  await ended;
}
function sample(): void {
  if (!daemon?.pid || daemon.exitCode !== null || daemon.signalCode !== null) return;
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'));
  if (line) resident.push({ ageMs: realClock.monotonic() - daemonStartedAt, mb: Number(line[1]) / 1024 });
}

// --- people on both sides ----------------------------------------------------------------------------------------------

let client = clientOf();
function clientOf() {
  return createClient({
    ...{ clock: realClock, random: realRandom, transport: createUndiciTransport() },
    ...{ baseUrl: `http://127.0.0.1:${target}`, token },
  });
}
const written = { local: [] as string[], remote: [] as string[] };

/** A writer saves a file, in one of the ways that editors use. */
function editLocally(n: number): void {
  const pages = readdirSync(repository).filter((name) => /^(local|both)-\d\.md$/.test(name));
  const page = pages[Math.floor(random.number() * pages.length)];
  if (page === undefined) return;
  const mark = `local-mark-${n}`;
  const path = join(repository, page);
  const text = readFileSync(path, 'utf8').replace('## Local\n', `## Local\n\n${mark}\n`);
  if (!text.includes(mark)) return;
  const style = n % 3;
  if (style === 0) writeFileSync(path, text);
  else if (style === 1) {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  } else {
    writeFileSync(path, '');
    appendFileSync(path, text);
  }
  written.local.push(mark);
}

/** A colleague edits in the service, with a change request that is merged at once. */
async function editRemotely(n: number): Promise<void> {
  const { id: changeRequestId } = await client.createChangeRequest({
    params: { spaceId },
    body: { subject: `Remote ${n}` },
  });
  const params = { spaceId, changeRequestId };
  const { pages } = await client.listPagesInChangeRequest({ params });
  const choices = pages.filter((page) => /^(remote|both)-\d$/.test(page.title));
  const page = choices[Math.floor(random.number() * choices.length)];
  if (!page) return;
  const full = (await client.getPageInChangeRequestById({
    params: { ...params, pageId: page.id },
    query: { format: 'markdown' },
  })) as { markdown?: string };
  const mark = `remote-mark-${n}`;
  const markdown = `${(full.markdown ?? '').trimEnd()}\n\n${mark}\n`;
  await client.updateContentInChangeRequest({
    params,
    body: { changes: [{ type: 'update_page', page: page.id, document: { markdown } }] },
  });
  await client.mergeChangeRequest({ params });
  written.remote.push(mark);
}

/** A reviewer merges the daemon's change requests. */
async function review(): Promise<number> {
  let merged = 0;
  for (const status of ['draft', 'open'] as const) {
    for await (const request of client.list('listChangeRequestsForSpace', {
      params: { spaceId },
      query: { status },
    })) {
      const params = { spaceId, changeRequestId: request.id };
      try {
        if (request.status === 'draft')
          await client.updateChangeRequestById({ params, body: { status: 'open' } });
        await client.mergeChangeRequest({ params });
        merged++;
      } catch {
        // a conflict or an outdated one: the daemon updates it, and we look at it again
      }
    }
  }
  return merged;
}

/** The pages in the service, by the names of their files. */
async function pagesThere(): Promise<Map<string, string>> {
  const { id: changeRequestId } = await client.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Reading' },
  });
  const params = { spaceId, changeRequestId };
  const { pages } = await client.listPagesInChangeRequest({ params });
  const texts = await Promise.all(
    pages.map(async (page) => {
      const full = (await client.getPageInChangeRequestById({
        params: { ...params, pageId: page.id },
        query: { format: 'markdown' },
      })) as { markdown?: string };
      return [page.title === 'Start' ? 'README.md' : `${page.title}.md`, full.markdown ?? ''] as const;
    }),
  );
  await client.updateChangeRequestById({ params, body: { status: 'archived' } });
  return new Map(texts);
}

const pagesHere = (): Map<string, string> =>
  new Map(
    readdirSync(repository)
      .filter((name) => name.endsWith('.md') && name !== 'SUMMARY.md')
      .map((name) => [name, withoutPageId(readFileSync(join(repository, name), 'utf8'))]),
  );

async function openChangeRequests(): Promise<number> {
  let open = 0;
  for (const status of ['draft', 'open'] as const)
    for await (const _ of client.list('listChangeRequestsForSpace', {
      params: { spaceId },
      query: { status },
    }))
      open++;
  return open;
}

// --- the run -----------------------------------------------------------------------------------------------------------

startDaemon();
while (!readdirSync(root).includes('docs') || !readdirSync(repository).includes('both-2.md')) {
  if (crashes > 0) {
    service!.kill('SIGKILL');
    console.error(
      `soak: the daemon ended at its start, and said:\n${readFileSync(join(root, 'daemon.log'), 'utf8')}`,
    );
    process.exit(1);
  }
  await sleep(200);
}
console.log(`soak: ${minutes} minutes, seed ${values.seed}, in ${root}`);
const troubles: Trouble[] = ['none', 'storm', 'none', 'refuse', 'none', 'reset', 'none', 'slow'];
const until = realClock.monotonic() + minutes * 60_000;
let kills = 0;
let restarts = 0;
let merged = 0;
let failures = 0;
for (let second = 1; realClock.monotonic() < until; second++) {
  const phase = troubles[Math.floor(second / 12) % troubles.length] ?? 'none';
  trouble = phase;
  try {
    if (second % 4 === 0) editLocally(second);
    if (second % 7 === 0) await editRemotely(second);
    if (second % 20 === 0) merged += await review();
  } catch {
    failures++; // the service is restarting
  }
  if (second % 41 === 0) {
    await endDaemon(kills % 3 === 2 ? 'SIGTERM' : 'SIGKILL');
    kills++;
    startDaemon();
  }
  if (second % 29 === 0) {
    writeConfig(second % 2 === 0 ? '3s' : '4s');
    if (realClock.monotonic() - daemonStartedAt > 8_000) daemon?.kill('SIGHUP');
  }
  if (second % 67 === 0) {
    const gone = once(service!, 'exit');
    service!.kill('SIGTERM');
    await gone;
    await startService(false);
    client = clientOf();
    restarts++;
  }
  sample();
  await sleep(1_000);
}

// The service goes away twice, and meanwhile the daemon is told to end: once connections are refused, once requests get no answer.
const drainMs: Record<string, number> = {};
for (const absence of ['gone', 'silent'] as const) {
  trouble = 'none';
  await sleep(3_000);
  if (absence === 'silent') trouble = 'silent';
  else {
    const gone = once(service!, 'exit');
    service!.kill('SIGTERM');
    await gone;
  }
  editLocally(absence === 'gone' ? 1_000_000 : 1_000_001);
  await sleep(6_000);
  const from = realClock.monotonic();
  await endDaemon('SIGTERM');
  drainMs[absence] = realClock.monotonic() - from;
  if (absence === 'gone') {
    await startService(false);
    client = clientOf();
  }
  startDaemon();
}

trouble = 'none';
proxy.closeAllConnections();
console.log('soak: all trouble ends; both sides must come together');
const endedAt = realClock.monotonic();
const state = async () => {
  const [here, there] = [pagesHere(), await pagesThere()];
  return { written, here, there, openChangeRequests: await openChangeRequests() };
};
let left = await state();
do {
  await sleep(3_000);
  merged += await review();
  left = await state();
  sample();
} while (whatIsApart(left).length > 0 && realClock.monotonic() - endedAt < mostSecondsToConverge * 1_000);
const secondsToConverge = Math.round((realClock.monotonic() - endedAt) / 1_000);
await endDaemon('SIGTERM');
const fsck = execFileSync('git', ['-C', repository, 'fsck', '--strict'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'],
});
const stopped = once(service!, 'exit');
service!.kill('SIGTERM');
await stopped;
proxy.close();
proxy.closeAllConnections();

const { problems, residentMb, worstMinute } = judgeSoak(
  { ...left, crashes, drainMs, refusals: [...refusalsByMinute.values()], resident, fsck },
  limits,
);
const figures = {
  minutes,
  edits: { local: written.local.length, remote: written.remote.length, merged },
  trouble: { ...counts, kills, restarts, editsDuringRestart: failures },
  secondsToConverge,
  drainMs: Object.fromEntries(Object.entries(drainMs).map(([absence, ms]) => [absence, Math.round(ms)])),
  refusalsByServiceInWorstMinute: worstMinute,
  residentMb,
};
console.log(JSON.stringify(figures, null, 2));
const memory = `memory ${residentMb.early} MB early, ${residentMb.late} MB late`;
if (!values.keep && problems.length === 0) rmSync(root, { recursive: true, force: true });
console.log(
  problems.length === 0
    ? `soak: converged at the end, nothing lost, memory flat (${memory}), no 429 storm; seed ${values.seed}`
    : `soak: FAILED, seed ${values.seed} (kept in ${root}):\n  ${problems.join('\n  ')}`,
);
process.exit(problems.length === 0 ? 0 : 1);
