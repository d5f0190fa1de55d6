import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { realClock, realRandom, seededRandom } from '../../src/clock/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import { pageIdOf } from '../../src/content/index.ts';
import { createFileHost, createInjectTransport, createUndiciTransport } from '../../src/http/index.ts';
import { initRepository, openRepository, openWorkingTree } from '../../src/git/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { remoteThrough } from '../../src/remote/index.ts';
import { createSync } from '../../src/sync/index.ts';
import type { CycleReport } from '../../src/sync/index.ts';
import { childArguments } from '../git/child.ts';
import { git, nativeEnvironment, temporaryFolder } from '../git/native.ts';
import { syncConfig } from './memory-world.ts';

/**
 * More in the long run: `npm run kill-sync`. The seed chooses the calls, or the moments; where there are as many kills as calls
 * (some 1,500 on each interface), each call gets one.
 */
const kills = Number(process.env['SYNC_KILLS'] ?? 10);
const seed = Number(process.env['SYNC_KILL_SEED'] ?? Math.floor(realRandom.number() * 2 ** 31));

const root = temporaryFolder('kill-sync');
const script = fileURLToPath(new URL('./push.child.ts', import.meta.url));
const random = seededRandom(seed);
/** What changes something, on this machine or on the other side, and what finds out about it. */
const calls = [
  ...['rename', 'link', 'unlink', 'mkdir', 'rmdir', 'fsync', 'ftruncate', 'chmod', 'fchmod', 'utimensat'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'openat', 'close', 'connect', 'sendto', 'read', 'pread64'],
];
const canTrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-e', 'trace=getpid', '-o', path.join(root, 'try'), 'true']).status === 0;
if (!canTrace) console.info('Kills come at random moments: strace is not here, or may not trace.');

interface Side {
  readonly kind: 'full' | 'strict';
  readonly service: StartedService;
  readonly folder: string;
  readonly data: string;
  readonly importPort: number;
}

const sides: Side[] = [];
let made = 0;
/** Each round adds a page and some lines; what the first one was measured on should not get much larger. */
const roundsOnOneSide = 100;

/** A service and a repository of their own: a second try must not begin with what the first left. */
async function newSide(kind: Side['kind']): Promise<Side> {
  const name = `${kind}-${++made}`;
  const docs = path.join(root, `docs-${name}`);
  writeDocs(docs);
  const importPort = await freePort();
  const data = path.join(root, `data-${name}`);
  const service = (await startService({
    data,
    seeds: [docs],
    interface: kind,
    importAllow: [`127.0.0.1:${importPort}`],
    rate: 10_000_000,
  })) as StartedService;
  const folder = path.join(root, name);
  mkdirSync(folder);
  await initRepository(folder, { clock: realClock }, { branch: 'main' }).close();
  const side = { kind, service, folder, data, importPort };
  sides.push(side);
  return side;
}

afterAll(async () => {
  for (const side of [...sides]) await close(side);
});

async function close(side: Side): Promise<void> {
  sides.splice(sides.indexOf(side), 1);
  await side.service.close();
  for (const name of [side.folder, side.data]) rmSync(name, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function writeDocs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: 12 }, (_, at) => `page-${at}`);
  writeFileSync(path.join(folder, 'README.md'), '# Home\n\nWords.\n');
  for (const name of names)
    writeFileSync(path.join(folder, `${name}.md`), `# ${name}\n\nFirst.\n\nMiddle of ${name}.\n\nLast.\n`);
  writeFileSync(
    path.join(folder, 'SUMMARY.md'),
    [
      '# Table of contents',
      '',
      '* [Home](README.md)',
      ...names.map((name) => `* [${name}](${name}.md)`),
      '',
    ].join('\n'),
  );
}

const argumentsFor = ({ service, folder, importPort }: Side): string[] =>
  childArguments(script, folder, service.url, service.token, service.spaces[0]!.id, String(importPort));

/** A cycle that nobody cuts, in this process: another one than the killed, with nothing but what is on disk. */
async function cycle({ folder, service, importPort }: Side): Promise<CycleReport> {
  const ports = { clock: realClock, random: realRandom };
  const transport = createUndiciTransport();
  const client = createClient({ transport, baseUrl: service.url, token: service.token, ...ports });
  const repository = openRepository(folder, { clock: realClock });
  const importHost = createFileHost({ host: '127.0.0.1', port: importPort, random: realRandom });
  const sync = createSync(
    {
      remote: remoteThrough(client, { requests: () => 0 }),
      importHost,
      git: repository,
      ...openWorkingTree(repository, ports),
      ...ports,
    },
    syncConfig({
      mirror: {
        spaces: [{ id: service.spaces[0]!.id, path: '.' }],
        changeRequests: 'open',
        metadata: false,
        comments: false,
      },
    }),
  );
  try {
    return await sync.cycle();
  } finally {
    await Promise.all([transport.close(), repository.close()]);
  }
}

/** Runs a cycle to its end under the tracer, and lists the calls that it made after it had started: name and number. */
async function traced(side: Side): Promise<{ name: string; number: number }[]> {
  const file = path.join(root, 'trace');
  await strace(side, ['-e', `trace=${calls.join(',')}`, '-o', file]);
  const counts = new Map<string, number>();
  const made: { name: string; number: number }[] = [];
  let started = false;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const name = /^(\w+)\(/u.exec(line)?.[1];
    if (name === undefined) continue;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    if (started) made.push({ name, number });
    started ||= line.includes('started');
  }
  return made;
}

type Moment = { name: string; number: number } | { ms: number };

/** Runs a cycle under the tracer, beside the service that lives in this process; says by which signal it ended, if by one. */
async function strace(side: Side, options: readonly string[]): Promise<string | null> {
  const args = ['-qq', ...options, process.execPath, ...argumentsFor(side)];
  const child = spawn('strace', args, { stdio: 'ignore' });
  const [status, signal] = (await once(child, 'close')) as [number | null, string | null];
  return status === 137 ? 'SIGKILL' : signal;
}

async function kill(side: Side, moment: Moment): Promise<boolean> {
  const args = argumentsFor(side);
  if ('name' in moment) {
    const inject = `inject=${moment.name}:signal=SIGKILL:when=${moment.number}`;
    return (
      (await strace(side, ['-e', `trace=${moment.name}`, '-e', inject, '-o', '/dev/null'])) === 'SIGKILL'
    );
  }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(moment.ms);
  child.kill('SIGKILL');
  const [, signal] = (await closed) as [number | null, string | null];
  return signal === 'SIGKILL';
}

/** What a person who knows nothing of the kill does next, and none of it may be refused. */
async function expectNobodyBlocked({ folder }: Side, when: string): Promise<void> {
  // Whoever is killed while holding a lock may leave it for a moment: the warden takes it away.
  const locks = (): string[] =>
    readdirSync(path.join(folder, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.lock'),
    );
  for (let tries = 0; tries < 100 && locks().length > 0; tries++) await sleep(20);
  expect(locks(), when).toEqual([]);
  if (
    spawnSync('git', ['rev-parse', '-q', '--verify', 'HEAD'], { cwd: folder, env: nativeEnvironment })
      .status !== 0
  )
    return;
  for (const command of [
    ['status', '--porcelain'],
    ['update-index', '-q', '--refresh'],
    ['add', '-N', '.'],
    ['reset', '-q'],
    ['branch', 'try'],
    ['branch', '-D', 'try'],
    ['update-ref', 'refs/heads/main', 'HEAD', 'HEAD'],
  ]) {
    const run = spawnSync('git', command, { cwd: folder, env: nativeEnvironment, encoding: 'utf8' });
    expect(run.stderr, `${when}: git ${command.join(' ')}`).not.toMatch(/lock|fatal|corrupt/u);
  }
  const check = spawnSync('git', ['fsck', '--strict', '--full', '--no-dangling'], {
    cwd: folder,
    env: nativeEnvironment,
  });
  const said = `${check.stdout.toString()}${check.stderr.toString()}`.replace(/notice: .*\n/gu, '');
  expect({ said, status: check.status }, when).toEqual({ said: '', status: 0 });
}

function clientOf({ service }: Side) {
  return createClient({
    transport: createInjectTransport(service.embedded.app),
    baseUrl: service.url,
    token: service.token,
    clock: realClock,
    random: seededRandom(1),
  });
}

/** Those that came from here: neither a tool of the sync nor somebody else's. */
async function proposals(side: Side): Promise<ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (const status of ['draft', 'open', 'merged', 'archived'] as const)
    for await (const each of clientOf(side).list('listChangeRequestsForSpace', {
      params: { spaceId: side.service.spaces[0]!.id },
      query: { status },
    }))
      if (!/^(?:Theirs|Tidemark .*\(do not merge\))/u.test(each.subject)) found.push(each);
  return found;
}

/** Somebody else's edit, merged at once; on a strict interface nobody but us writes, so that there is none. */
async function changeThere(side: Side, page: string, words: string): Promise<void> {
  const client = clientOf(side);
  const spaceId = side.service.spaces[0]!.id;
  const { id: changeRequestId } = await client.createChangeRequest({
    params: { spaceId },
    body: { subject: 'Theirs' },
  });
  const params = { spaceId, changeRequestId };
  const { markdown } = (await client.getPageInChangeRequestById({
    params: { ...params, pageId: page },
    query: { format: 'markdown' },
  })) as { markdown: string };
  await client.updateContentInChangeRequest({
    params,
    body: {
      changes: [
        {
          type: 'update_page',
          page,
          document: { markdown: markdown.replace('First.', `First.\n\n${words}`) },
        },
      ],
    },
  });
  await client.mergeChangeRequest({ params });
}

const read = ({ folder }: Side, name: string): string => readFileSync(path.join(folder, name), 'utf8');

/** A text at its path or, where the kill came between taking the old one aside and placing the new one, as it lies aside. */
function kept({ folder }: Side, name: string): string {
  if (existsSync(path.join(folder, name))) return readFileSync(path.join(folder, name), 'utf8');
  const aside = path.join(folder, '.git', 'tidemark', 'files', 'moving');
  return readdirSync(aside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('');
}

async function round(side: Side, number: number, moment: () => Moment | Promise<Moment>): Promise<boolean> {
  const { folder, kind } = side;
  const [mine, other] = [`page-${number % 12}.md`, `page-${(number + 5) % 12}.md`];
  const local = [`Mine ${number}.`, `Beside theirs ${number}.`];
  writeFileSync(path.join(folder, mine), read(side, mine).replace('Last.', `${local[0]}\n\nLast.`));
  writeFileSync(path.join(folder, other), read(side, other).replace('Last.', `${local[1]}\n\nLast.`));
  const fresh = `new-${number}.md`;
  writeFileSync(path.join(folder, fresh), `# New ${number}\n\nNew words ${number}.\n`);
  const theirs = `Theirs ${number}.`;
  if (kind === 'full') await changeThere(side, pageIdOf(read(side, other))!, theirs);
  const before = (await proposals(side)).length;

  const at = await moment();
  const when = `${kind}, round ${number}, killed at ${JSON.stringify(at)}, SYNC_KILL_SEED=${seed}`;
  const cut = await kill(side, at);
  await expectNobodyBlocked(side, when);
  const saved = [mine, other].map((name) => kept(side, name)).join('');
  for (const words of local) expect(saved, `${when}: a save is gone`).toContain(words);

  // No repair: the next cycles go on by themselves.
  let report = await cycle(side);
  for (let more = 0; more < 3 && report.outcome !== 'quiet'; more++) report = await cycle(side);
  expect(report, when).toMatchObject({ outcome: 'quiet', problems: [] });
  const now = await proposals(side);
  expect(now.length, `${when}: one change request for the batch`).toBe(before + 1);
  const [open] = now.filter(({ status }) => status === 'draft' || status === 'open');
  const params = { spaceId: side.service.spaces[0]!.id, changeRequestId: open!.id };
  expect((await clientOf(side).mergeChangeRequest({ params })).result, when).toBe('merge');
  report = await cycle(side);
  expect(report.problems, when).toEqual([]);
  expect(await cycle(side), when).toMatchObject({ outcome: 'quiet', commits: 0 });
  expect(git(folder, ['status', '--porcelain']), when).toBe('');
  expect(git(folder, ['diff', 'main', 'docs/main']), when).toBe('');
  const all = git(folder, [
    'grep',
    '-h',
    '-E',
    `(Mine|Beside theirs|Theirs|New words) ${number}\\.`,
    'docs/main',
  ]);
  const lines = all
    .split('\n')
    .filter((line) => line !== '')
    .sort();
  expect(lines, when).toEqual(
    [...local, ...(kind === 'full' ? [theirs] : []), `New words ${number}.`].sort(),
  );
  return cut;
}

describe.each(['full', 'strict'] as const)('a cycle in both directions', { timeout: 7_200_000 }, (kind) => {
  it(`is killed ${kills / 2} times on a ${kind} interface (SYNC_KILL_SEED=${seed})`, async () => {
    let side = await newSide(kind);
    await cycle(side);
    expect(existsSync(path.join(side.folder, 'page-0.md'))).toBe(true);
    // How many calls there are is known after one round that nobody cuts.
    let sweep: { name: string; number: number }[] = [];
    let ms = 0;
    await round(side, 0, async () => {
      const began = performance.now();
      if (canTrace) sweep = await traced(side);
      ms = performance.now() - began;
      return { ms: 0 };
    });
    // One of each kind first, then evenly over all of them.
    const share = Math.ceil(kills / 2);
    const order = [...sweep].sort(
      (one, other) => one.number - other.number || (one.name < other.name ? -1 : 1),
    );
    const step = Math.max(1, order.length / share);
    let cut = 0;
    for (let at = 0; at < share; at++) {
      if (at % roundsOnOneSide === roundsOnOneSide - 1) {
        await close(side);
        side = await newSide(kind);
        await cycle(side);
      }
      const target = order[Math.floor((at + random.number()) * step) % Math.max(1, order.length)];
      if (await round(side, at + 1, () => target ?? { ms: random.number() * (ms || 500) })) cut++;
    }
    if (canTrace) console.info(`${sweep.length} calls in a cycle; killed at ${cut} of ${share}.`);
    expect(cut).toBeGreaterThan(0);
    await close(side);
  });
});
