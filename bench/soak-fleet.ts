/**
 * Runs a fleet alone under trouble: workers, a service, a git host and a real Redis, each as a separate process. People push edits
 * to the git host, edit in the service and merge the fleet's change requests, while each process is killed, frozen, emptied or
 * unreachable in turn. At the end, with all trouble gone, each text must exist once, in one change request for its branch and
 * space, and all workers must report the same about every space. The judge is `test/soak/fleet-oracle.ts`, whose own test shows it
 * planted faults.
 *
 * `npm run soak:fleet -- [--workers 3] [--spaces 12] [--minutes 2] [--outage 10] [--seed 1] [--keep]`
 */
import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { packageRoot } from '../src/base/index.ts';
import { realClock, seededRandom } from '../src/clock/index.ts';
import type { DaemonStatus } from '../src/daemon/index.ts';
import { defaultTakeOverMs } from '../src/queue/index.ts';
import {
  ask,
  bareRepository,
  git,
  gitToken,
  personWith,
  requestsOf,
  type Reached,
} from '../test/fleet/rig.ts';
import { RedisServer } from '../test/queue/redis-server.ts';
import { judgeFleet, type FleetEnd, type WrittenLine } from '../test/soak/fleet-oracle.ts';
import { removeLeftLocks, serveGit } from '../test/support/git-http-backend.ts';

// The git host is this script in a separate process, so that it can be killed.
if (process.argv[2] === 'git-host') {
  const { url } = await serveGit(process.argv[3]!, { token: gitToken, port: Number(process.argv[4]) });
  process.send?.(url);
  process.once('disconnect', () => process.exit()); // the soak itself was ended
  await new Promise(() => undefined);
}

const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
const { values } = parseArgs({
  options: {
    workers: number(3),
    spaces: number(12),
    minutes: number(2),
    outage: number(10),
    seed: number(randomInt(2 ** 31)),
    keep: { type: 'boolean', default: false },
  },
});
const [workerCount, spaceCount, minutes] = [values.workers, values.spaces, values.minutes].map(Number) as [
  number,
  number,
  number,
];
const longestOutageMs = Number(values.outage) * 1_000;
const random = seededRandom(Number(values.seed));
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.number() * items.length)]!;
const sleep = (ms: number): Promise<void> => realClock.sleep(ms);
const root = mkdtempSync(join(tmpdir(), 'tidemark-soak-fleet-'));
const say = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${text}`);

// --- the parts, each a process -------------------------------------------------------------------------------------------

const folders = Array.from({ length: spaceCount }, (_, index) => `space-${String(index).padStart(3, '0')}`);
for (const folder of folders) {
  const seed = join(root, 'seed', folder);
  mkdirSync(seed, { recursive: true });
  const filler = Array.from({ length: 9 }, (_, line) => `Line ${line} that nobody changes.`).join('\n\n');
  writeFileSync(join(seed, 'README.md'), `# ${folder}\n\nEdited in the service.\n`);
  writeFileSync(join(seed, 'ours.md'), '# Ours\n\nEdited in clones.\n');
  writeFileSync(join(seed, 'both.md'), `# Both\n\n## Ours\n\n${filler}\n\n## Theirs\n\nThe end.\n`);
  writeFileSync(
    join(seed, 'SUMMARY.md'),
    `# Table of contents\n\n* [${folder}](README.md)\n* [Ours](ours.md)\n* [Both](both.md)\n`,
  );
}

const main = join(packageRoot(), 'node_modules', '.cache', 'soak', 'fleet.mjs');
await build({
  ...{ entryPoints: [join(packageRoot(), 'src', 'main.ts')], outfile: main, bundle: true, platform: 'node' },
  ...{ format: 'esm', packages: 'external', logLevel: 'error' },
});
const log = createWriteStream(join(root, 'workers.log'));

async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

interface Ready extends Reached {
  readonly organization: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
}
let serviceProcess: ChildProcess | undefined;
let servicePort = 0;
async function startService(...more: string[]): Promise<Ready> {
  const args = [
    'serve',
    '--json',
    '--port',
    String(servicePort),
    '--data',
    join(root, 'data'),
    '--rate',
    '60000',
  ];
  serviceProcess = spawn(process.execPath, [main, ...args, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(serviceProcess.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const ready = JSON.parse(line.toString().split('\n')[0] ?? '') as Ready;
  servicePort = Number(new URL(ready.url).port);
  return ready;
}

const host = bareRepository(join(root, 'served'));
// git's housekeeping stays a child of the host, so that it ends with the host and never runs beside the check at the end.
git(host, 'config', 'gc.autoDetach', 'false');
let hostProcess: ChildProcess | undefined;
let hostPort = 0;
async function startHost(): Promise<string> {
  hostProcess = fork(fileURLToPath(import.meta.url), ['git-host', join(root, 'served'), String(hostPort)], {
    detached: true, // with what it starts, it is a group of processes: see `killHost`
  });
  const [url] = (await once(hostProcess, 'message')) as [string];
  hostPort = Number(new URL(url).port);
  return url;
}

/** Kills the git host and its child processes, because a child whose request was cut never ends by itself. */
async function killHost(): Promise<void> {
  const { pid, exitCode, signalCode } = hostProcess ?? {};
  if (!hostProcess || pid === undefined || exitCode !== null || signalCode !== null) return;
  const ended = once(hostProcess, 'exit');
  process.kill(-pid, 'SIGKILL');
  await ended;
}

const redis = await RedisServer.start();
const ready = await startService('--seed', join(root, 'seed'));
const service: Reached = { url: ready.url, token: ready.token };
const hostUrl = await startHost();
// The fleet looks at everything once in this many intervals. With many spaces on a busy machine, that must leave time for edits.
const intervalsOfLooks = 10;
const intervalSeconds = Math.max(2, Math.round(spaceCount / 10));
writeFileSync(
  join(root, 'sync.config.yaml'),
  `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./nowhere, branch: main, remote: "${hostUrl}/docs.git" }
mirror: { organization: ${ready.organization}, metadata: false }
schedule: { interval: ${intervalSeconds}s }
queue: { driver: redis, url: "${redis.url}", concurrency: 2 }
http: { port: 0 }
`,
);

const crashes: string[] = [];
class Worker {
  #child: ChildProcess | undefined;
  #isEnding = false;
  #url = '';
  constructor(readonly name: string) {}

  start(): void {
    this.#isEnding = false;
    const folder = mkdtempSync(join(root, `${this.name}-`));
    const config = join(root, 'sync.config.yaml');
    const args = [main, 'worker', '--json', '--verbose', '--name', this.name, '--config', config];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ PATH: process.env['PATH'], TMPDIR: folder },
        ...{ TIDEMARK_TOKEN: service.token, TIDEMARK_GIT_TOKEN: gitToken },
      },
    });
    this.#child = child;
    this.#url = '';
    child.once('exit', (code, signal) => {
      if (!this.#isEnding) crashes.push(`${this.name} by itself, with ${code ?? signal}`);
      rmSync(folder, { recursive: true, force: true });
    });
    let said = '';
    const hear = (chunk: Buffer): void => {
      if (this.#url === '') said += chunk.toString();
      this.#url ||= /"url":"(http:[^"]+)"/u.exec(said)?.[1] ?? '';
    };
    child.stdout.on('data', hear);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    this.#isEnding = true;
    await kill(this.#child, signal);
    // A worker without output is not up yet, so it has nothing to shut down.
    if (signal === 'SIGTERM' && this.#child?.exitCode !== 0 && this.#url !== '')
      crashes.push(`${this.name} by SIGTERM, with ${this.#child?.exitCode}`);
  }

  freeze(frozen: boolean): void {
    this.#child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** The worker's status of the spaces; null while it does not answer. */
  async spaces(): Promise<DaemonStatus['spaces'] | null> {
    try {
      const answer = await fetch(`${this.#url}/status`, { signal: AbortSignal.timeout(5_000) });
      return ((await answer.json()) as DaemonStatus).spaces;
    } catch {
      return null;
    }
  }
}
const workers = Array.from({ length: workerCount }, (_, index) => new Worker(`worker-${index}`));

// --- trouble -------------------------------------------------------------------------------------------------------------

/** People's requests finish before the service stops, because only the fleet has to handle lost answers. */
let turn: Promise<unknown> = Promise.resolve();
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = turn.then(work, work);
  turn = result.catch(() => undefined);
  return result;
};

type Outage = (awayMs: number) => Promise<void>;
const serviceAway: Outage = (ms) =>
  inTurn(async () => {
    await kill(serviceProcess, 'SIGKILL');
    await sleep(ms);
    await startService();
  });
const hostAway: Outage = async (ms) => {
  await killHost();
  await sleep(ms);
  removeLeftLocks(host);
  await startHost();
};
const redisAway: Outage = async (ms) => {
  await redis.down('SIGKILL');
  await sleep(ms);
  await redis.up();
};
const workerAway: Outage = async (ms) => {
  const worker = pick(workers);
  await worker.end('SIGKILL');
  await sleep(ms);
  worker.start();
};
const outages: Readonly<Record<string, Outage>> = {
  'a worker is killed': workerAway,
  'the service is killed': serviceAway,
  'the git host is killed': hostAway,
  'Redis is killed': redisAway,
  'a worker is told to end': async () => {
    const worker = pick(workers);
    await worker.end('SIGTERM');
    worker.start();
  },
  'a worker sleeps': async (ms) => {
    const worker = pick(workers);
    worker.freeze(true);
    await sleep(ms);
    worker.freeze(false);
  },
  'Redis says nothing': async (ms) => {
    redis.freeze(true);
    await sleep(ms);
    redis.freeze(false);
  },
  'Redis is emptied': async (ms) => {
    await redis.down('SIGKILL');
    await redis.forget();
    await sleep(ms / 4);
    await redis.up();
  },
  'everything is killed': async (ms) => {
    await Promise.all([serviceAway(ms), hostAway(ms), redisAway(ms), workerAway(ms)]);
  },
};

let isOver = false;
const troubles = new Map<string, number>();
async function trouble(): Promise<void> {
  let left: string[] = [];
  while (!isOver) {
    if (left.length === 0) left = Object.keys(outages);
    const name = pick(left);
    left = left.filter((each) => each !== name);
    const ms = Math.round(500 + random.number() * longestOutageMs);
    say(`${name} (${(ms / 1_000).toFixed(1)} s)`);
    troubles.set(name, (troubles.get(name) ?? 0) + 1);
    await outages[name]!(ms);
    await sleep(1_000 + random.number() * 5_000);
  }
}

// --- people --------------------------------------------------------------------------------------------------------------

const idOf = new Map(
  ready.spaces.map(({ id, title }) => [title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-'), id]),
);
const person = personWith(host, join(root, 'person'));
const written: WrittenLine[] = [];
const merged = new Map<string, number>();
const newMark = (): string => `mark-${written.length + 1}-`;

/** Somebody edits up to three spaces in a clone, and pushes them at once. */
function editInClone(): void {
  person.pull();
  const files = new Map<string, string>();
  const lines: WrittenLine[] = [];
  for (const folder of new Set([pick(folders), pick(folders), pick(folders)])) {
    const line: WrittenLine = { mark: `mark-${written.length + lines.length + 1}-`, folder, by: 'git' };
    const path = `${folder}/${random.number() < 0.6 ? 'ours' : 'both'}.md`;
    const text = person.read(path);
    files.set(
      path,
      path.endsWith('ours.md')
        ? `${text}\n${line.mark}\n`
        : text.replace('## Ours\n', `## Ours\n\n${line.mark}\n`),
    );
    lines.push(line);
  }
  person.push(Object.fromEntries(files));
  written.push(...lines);
}

/** A colleague edits in the service, with a change request that is merged at once. */
async function editInService(): Promise<void> {
  const folder = pick(folders);
  const all = `/spaces/${idOf.get(folder)}/change-requests`;
  const { id } = (await ask(service, ['POST', all], { subject: 'In the service' })) as { id: string };
  const { pages } = (await ask(service, ['GET', `${all}/${id}/content/pages`])) as {
    pages: { id: string; title: string }[];
  };
  const page = pick(pages.filter(({ title }) => title !== 'Ours'));
  const { markdown } = (await ask(service, [
    'GET',
    `${all}/${id}/content/page/${page.id}?format=markdown`,
  ])) as { markdown: string };
  const mark = newMark();
  await ask(service, ['POST', `${all}/${id}/content`], {
    changes: [
      { type: 'update_page', page: page.id, document: { markdown: `${markdown.trimEnd()}\n\n${mark}\n` } },
    ],
  });
  await ask(service, ['POST', `${all}/${id}/merge`]);
  written.push({ mark, folder, by: 'service' });
}

const isOurs = ({ subject }: { subject: string }): boolean => /\[[0-9a-f-]+\]$/u.test(subject);

/** A reviewer merges one of the fleet's change requests, unless it is in conflict. */
async function review(): Promise<void> {
  const folder = pick(folders);
  const space = idOf.get(folder)!;
  const open = (await requestsOf(service, space)).find((each) => isOurs(each) && each.status === 'draft');
  if (!open) return;
  const { result } = (await ask(service, ['POST', `/spaces/${space}/change-requests/${open.id}/merge`])) as {
    result: string;
  };
  if (result === 'merge') merged.set(folder, (merged.get(folder) ?? 0) + 1);
}

async function people(until: number): Promise<void> {
  while (realClock.monotonic() < until) {
    const dice = random.number();
    if (dice < 0.4) editInClone();
    else if (dice < 0.75) await inTurn(editInService);
    else await inTurn(review);
    await sleep(300 + random.number() * 1_500);
  }
}

// --- the run, and what is left -------------------------------------------------------------------------------------------

function marksIn(ref: string, folder = '.'): string[] {
  try {
    return git(host, 'grep', '-h', '-o', '-E', 'mark-[0-9]+-', ref, '--', folder).split('\n').filter(Boolean);
  } catch {
    return []; // git grep ends with 1 when there is nothing
  }
}

/** With many spaces, some cycle is always running, so the times of cycles say nothing about a space. */
function whatIsSaid({
  running: _running,
  lastTriedAt: _tried,
  lastGoodAt: _good,
  ...rest
}: DaemonStatus['spaces'][number]): object {
  return rest;
}

async function whatIsLeft(): Promise<FleetEnd> {
  const statuses = await Promise.all(workers.map((worker) => worker.spaces()));
  const refs = git(host, 'for-each-ref', '--format=%(refname)', 'refs/remotes/docs/cr/')
    .split('\n')
    .filter(Boolean);
  const requests = refs.map((ref) => {
    const [folder = '', number] = ref.split('/').slice(4);
    return { folder, number: Number(number), marks: marksIn(ref, folder) };
  });
  const made: { folder: string; number: number; status: string }[] = [];
  for (const folder of folders)
    for (const each of await requestsOf(service, idOf.get(folder)!))
      if (isOurs(each)) made.push({ folder, number: each.number, status: each.status });
  // A cycle may be running at any time, but none runs for minutes.
  const inStep = ({ state, running, lastTriedAt }: DaemonStatus['spaces'][number]): boolean =>
    state === 'good' && (!running || lastTriedAt === null || Date.now() - Date.parse(lastTriedAt) < 120_000);
  return {
    ...{ written, requests, made, merged, crashes },
    branch: marksIn('main'),
    mirror: marksIn('refs/remotes/docs/main'),
    statuses: statuses.map((spaces) => JSON.stringify(spaces?.map(whatIsSaid))),
    failing: statuses.flatMap(
      (spaces, at) =>
        spaces?.filter((space) => !inStep(space)).map(({ path }) => path) ?? [
          `${workers[at]!.name}'s status`,
        ],
    ),
    fsck: '',
  };
}

/** The names of the references that are not the same in both outputs of `git for-each-ref`. */
function movedBetween(before: string, after: string): string[] {
  const [old, now] = [before, after].map((output) => new Set(output.split('\n').filter(Boolean)));
  const changed = [...old!]
    .filter((line) => !now!.has(line))
    .concat([...now!].filter((line) => !old!.has(line)));
  return [...new Set(changed.map((line) => line.split('\t')[1]!))];
}

/** What `git fsck --strict` prints about the host's repository, also where it ends with an error. */
function whatFsckSays(): string {
  const { stdout, stderr, error } = spawnSync('git', ['-C', host, 'fsck', '--strict', '--no-dangling'], {
    encoding: 'utf8',
  });
  if (error) throw error;
  return `${stdout}${stderr}`;
}

say(`${workerCount} workers, ${spaceCount} spaces, ${minutes} minutes, seed ${values.seed}, in ${root}`);
for (const worker of workers) worker.start();
const mirroredSpaces = (): number =>
  git(host, 'for-each-ref', 'refs/heads/main') === ''
    ? 0
    : git(host, 'ls-tree', '--name-only', 'refs/heads/main')
        .split('\n')
        .filter((name) => idOf.has(name)).length;
while (mirroredSpaces() < spaceCount) await sleep(500);
say('everything is mirrored: the troubles begin');
const troubled = trouble();
await people(realClock.monotonic() + minutes * 60_000);
isOver = true;
await troubled;
say(
  `the troubles are over: ${written.length} lines written, ${[...merged.values()].reduce((a, b) => a + b, 0)} merges`,
);
const endedAt = realClock.monotonic();
// All texts may be in place while the job of a killed worker still waits for another worker, and that job may write.
await sleep(defaultTakeOverMs);
// A slow machine may take longer, as long as there is progress.
const [patienceMs, mostMs] = [180_000, 10 * 60_000];
let problems: string[] = [];
let [fewest, betterAt] = [Infinity, endedAt];
do {
  await sleep(2_000);
  problems = judgeFleet(await whatIsLeft());
  if (problems.length < fewest) [fewest, betterAt] = [problems.length, realClock.monotonic()];
} while (
  problems.length > 0 &&
  realClock.monotonic() - betterAt < patienceMs &&
  realClock.monotonic() - endedAt < mostMs
);
const seconds = Math.round((realClock.monotonic() - endedAt) / 1_000);
// A fleet that has settled stays settled: once it has looked at everything, it writes nothing more. Until that look, the subject of a
// change request, which names all commits that wait on the branch, may still lack another space's merge.
let moved: string[] = [];
for (let rounds = 0; problems.length === 0 && rounds < 3; rounds += 1) {
  const settled = git(host, 'for-each-ref');
  await sleep(intervalSeconds * intervalsOfLooks * 1_000 + 10_000);
  moved = movedBetween(settled, git(host, 'for-each-ref'));
  if (moved.length === 0) break;
}
const left = await whatIsLeft();
await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
// A worker that ends in the middle of a push leaves the host at work on that push, and fsck then misses what comes in meanwhile.
await killHost();
const fsck = whatFsckSays();
const again = judgeFleet({ ...left, statuses: [], failing: [], fsck });
const still = moved.map((ref) => `${ref} moves while everything is in step`);
problems = [...new Set([...problems, ...again, ...still])];
await kill(serviceProcess, 'SIGTERM');
await redis.remove();
log.end();
console.log(
  JSON.stringify({
    ...{ workers: workerCount, spaces: spaceCount, minutes, seed: Number(values.seed) },
    lines: { git: written.filter(({ by }) => by === 'git').length, all: written.length },
    changeRequests: left.made.length,
    troubles: Object.fromEntries(troubles),
    secondsToConverge: seconds,
  }),
);
if (problems.length === 0 && !values.keep) rmSync(root, { recursive: true, force: true });
console.log(
  problems.length === 0
    ? `soak:fleet: each text is there once, in one change request, and all workers say the same; seed ${values.seed}`
    : `soak:fleet: FAILED, seed ${values.seed} (kept in ${root}):\n  ${problems.join('\n  ')}`,
);
process.exit(problems.length === 0 ? 0 : 1);
