import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realRandom, seededRandom } from '../../src/clock/index.ts';
import { findOperation, operations } from '../../src/contract/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { childArguments } from '../git/child.ts';
import { git, nativeEnvironment, temporaryFolder } from '../git/native.ts';
import { startFaultProxy } from '../harness/fault-proxy.ts';
import type { FaultProxy } from '../harness/fault-proxy.ts';

/** More in the long run: `MIRROR_KILLS=200 npx vitest run test/sync/kill-mirror`. */
const kills = Number(process.env['MIRROR_KILLS'] ?? 4);
const seed = Number(process.env['MIRROR_KILL_SEED'] ?? Math.floor(realRandom.number() * 2 ** 31));
const pageCount = 60;

const root = temporaryFolder('kill-mirror');
const script = fileURLToPath(new URL('./mirror.child.ts', import.meta.url));
const random = seededRandom(seed);
let service: StartedService;
let space = '';

/** One way in which the service is reached. */
interface Way {
  readonly kind: 'full' | 'strict';
  readonly url: () => string;
  /** A mirror of the same service that nothing ever happens to. */
  readonly undisturbed: string;
}

const full: Way = { kind: 'full', url: () => service.url, undisturbed: path.join(root, 'undisturbed-full') };
/** The same service as one that has nothing but the operations of the specification. */
let front: FaultProxy;
const strict: Way = {
  kind: 'strict',
  url: () => front.url,
  undisturbed: path.join(root, 'undisturbed-strict'),
};

beforeAll(async () => {
  const docs = path.join(root, 'docs');
  writeDocs(docs);
  service = (await startService({ data: path.join(root, 'data'), seeds: [docs] })) as StartedService;
  space = service.spaces.find(({ title }) => title === 'Docs')?.id ?? '';
  front = await startFaultProxy();
  front.target = service.url;
  front.plan = ({ method, path: asked }) => {
    // Addresses of files are given out in answers, and no operations.
    if (asked.startsWith('/files/')) return null;
    const found = findOperation(method, asked.split('?')[0] ?? '');
    return found && operations[found.id].source === 'specification'
      ? null
      : { kind: 'answered', status: 404 };
  };
});

afterAll(async () => {
  await front.close();
  await service.close();
});

function writeDocs(folder: string): void {
  const summary = ['# Table of contents', '', '* [Home](README.md)'];
  mkdirSync(path.join(folder, '.gitbook', 'assets'), { recursive: true });
  writeFileSync(
    path.join(folder, '.gitbook', 'assets', 'dot.bin'),
    Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251)),
  );
  writeFileSync(path.join(folder, 'README.md'), '# Home\n\n![A dot](.gitbook/assets/dot.bin)\n');
  for (let n = 1; n < pageCount; n++) {
    const leads = n % 10 === 1;
    const section = `part-${Math.floor((n - 1) / 10)}`;
    if (leads) mkdirSync(path.join(folder, section));
    const file = leads ? `${section}/README.md` : `${section}/page-${n}.md`;
    writeFileSync(path.join(folder, file), `# Page ${n}\n\n${`Words of page ${n}. `.repeat(50).trim()}\n`);
    summary.push(`${leads ? '' : '  '}* [Page ${n}](${file})`);
  }
  writeFileSync(path.join(folder, 'SUMMARY.md'), `${summary.join('\n')}\n`);
}

interface Ended {
  readonly outcome: string;
  readonly ms: number;
}

const argumentsFor = ({ kind, url }: Way, folder: string): string[] =>
  childArguments(script, folder, url(), service.token, service.organization, kind === 'strict' ? space : '');

async function runToTheEnd(way: Way, folder: string, when: string): Promise<Ended> {
  const child = spawn(process.execPath, argumentsFor(way, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let [said, failure] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
  await once(child, 'close');
  expect(failure, when).toBe('');
  const ended = JSON.parse(said.split('\n')[1] ?? '') as Ended;
  expect(ended, when).toMatchObject({ problems: [], conflicts: [], late: [] });
  return ended;
}

/** Tells whether it was still at work when it was killed. */
async function killWithin(way: Way, folder: string, ms: number, when: string): Promise<boolean> {
  const child = spawn(process.execPath, argumentsFor(way, folder), { stdio: ['ignore', 'pipe', 'pipe'] });
  let failure = '';
  child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(random.number() * ms);
  child.kill('SIGKILL');
  const [, signal] = (await closed) as [number | null, string | null];
  expect(failure, when).toBe('');
  return signal === 'SIGKILL';
}

function locksIn(folder: string): string[] {
  const inside = path.join(folder, '.git');
  // The process can be killed before it makes the repository.
  if (!existsSync(inside)) return [];
  return readdirSync(inside, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.lock'));
}

/** What somebody finds in a mirror: the trees of its references, and the bytes of each file that is checked out. */
function found(folder: string): { refs: string; branch: string; files: Map<string, string> } {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const at = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !at.startsWith('.git/'))
      files.set(at, readFileSync(path.join(folder, at), 'base64'));
  }
  const format = '%(refname) %(tree)';
  return {
    refs: git(folder, ['for-each-ref', `--format=${format}`, 'refs/remotes/docs']),
    branch: git(folder, ['rev-parse', 'main^{tree}']),
    files,
  };
}

function expectSound(folder: string, when: string): void {
  const check = spawnSync('git', ['fsck', '--strict', '--full', '--no-dangling'], {
    cwd: folder,
    env: nativeEnvironment,
  });
  const said = `${check.stdout.toString()}${check.stderr.toString()}`.replace(/notice: .*\n/gu, '');
  expect({ said, status: check.status }, when).toEqual({ said: '', status: 0 });
}

async function expectConverged(way: Way, folder: string, when: string): Promise<void> {
  await runToTheEnd(way, folder, when);
  const { refs, branch, files } = found(folder);
  const expected = found(way.undisturbed);
  expect(refs, when).toContain(`refs/remotes/docs/main ${branch}`);
  expect(refs, when).toBe(expected.refs);
  expect(files, when).toEqual(expected.files);
  expect(git(folder, ['status', '--porcelain']), when).toBe('');
  expect(git(folder, ['diff', '--cached', '--name-status', 'main']), when).toBe('');
  expect(locksIn(folder), when).toEqual([]);
  expectSound(folder, when);
}

/** The warden takes away, a moment later, what the killed process held. */
async function expectNoLocks(folder: string, when: string): Promise<void> {
  for (let tries = 0; tries < 100 && locksIn(folder).length > 0; tries++) await sleep(20);
  expect(locksIn(folder), when).toEqual([]);
}

async function call<Answer>(method: string, at: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${service.url}/v1/spaces/${space}${at}`, {
    method,
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${at} answered ${answer.status}`).toBe(true);
  return (await answer.json()) as Answer;
}

interface PageInTree {
  readonly id: string;
  readonly title: string;
  readonly pages?: readonly PageInTree[];
}

const flat = (pages: readonly PageInTree[]): PageInTree[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** Edits some pages, renames one, adds one and takes an added one away; leaves a change request open now and then. */
async function changeTheDocs(round: number): Promise<void> {
  const pages = flat((await call<{ pages: PageInTree[] }>('GET', '/content')).pages);
  const any = (): string => pages[1 + Math.floor(random.number() * (pages.length - 1))]?.id ?? '';
  const earlier = pages.find(({ title }) => title === `Added ${round - 2}`);
  const { id } = await call<{ id: string }>('POST', '/change-requests', { subject: `Round ${round}` });
  await call('POST', `/change-requests/${id}/content`, {
    changes: [
      { type: 'update_page', page: any(), document: { markdown: `Text of round ${round}.\n` } },
      { type: 'update_page', page: any(), document: { markdown: `More of round ${round}.\n` } },
      { type: 'update_page', page: any(), title: `Renamed ${round}`, slug: `renamed-${round}` },
      { type: 'insert_page', title: `Added ${round}`, document: { markdown: 'New.\n' }, into: null },
      ...(earlier === undefined ? [] : [{ type: 'delete_page', page: earlier.id }]),
    ],
  });
  if (round % 3 !== 2) await call('POST', `/change-requests/${id}/merge`);
}

describe.each([full, strict])('a mirror over a $kind interface', { timeout: 3_600_000 }, (way) => {
  const { kind, undisturbed } = way;
  const share = Math.ceil(kills / 2);
  const first = Math.ceil(share / 2);

  it(`comes to the same tree, its first run killed ${first} times (MIRROR_KILL_SEED=${seed})`, async () => {
    rmSync(undisturbed, { recursive: true, force: true });
    const { ms, outcome } = await runToTheEnd(way, undisturbed, 'undisturbed');
    expect(outcome).toBe('changed');
    expect(found(undisturbed).files.size).toBeGreaterThan(pageCount);
    let cut = 0;
    let within = ms;
    for (let kill = 1; kill <= first || (cut === 0 && kill <= first + 4); kill++) {
      const when = `kill ${kill} of a first mirror, ${kind}, seed ${seed}`;
      const folder = path.join(root, `first-${kind}-${kill}`);
      // A machine that has less to do than a moment ago is done before: then the next kill comes sooner.
      if (await killWithin(way, folder, within, when)) cut++;
      else within /= 2;
      await expectNoLocks(folder, when);
      await expectConverged(way, folder, when);
      rmSync(folder, { recursive: true });
    }
    expect(cut).toBeGreaterThan(0);
  });

  it(`comes to the same tree, a later run killed ${share - first} times (MIRROR_KILL_SEED=${seed})`, async () => {
    const folder = path.join(root, `later-${kind}`);
    await runToTheEnd(way, undisturbed, 'undisturbed');
    await runToTheEnd(way, folder, 'before the first kill');
    let cut = 0;
    let part = 1;
    for (let kill = 1; kill <= share - first || (cut === 0 && kill <= share + 4); kill++) {
      const when = `kill ${kill} of a later mirror, ${kind}, seed ${seed}`;
      await changeTheDocs(kill);
      const { ms, outcome } = await runToTheEnd(way, undisturbed, when);
      expect(outcome, when).toBe('changed');
      if (await killWithin(way, folder, ms * part, when)) cut++;
      else part /= 2;
      await expectNoLocks(folder, when);
      expectSound(folder, when);
      await expectConverged(way, folder, when);
    }
    expect(cut).toBeGreaterThan(0);
  });
});

/** A small disk of its own, which only a person with the right to mount one can make. */
function smallDisk(folder: string, kibibytes: number): boolean {
  mkdirSync(folder, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tidemark', folder]).status === 0;
}

const mounted = path.join(root, 'may-mount');
const mayMount = smallDisk(mounted, 64);
if (mayMount) spawnSync('umount', [mounted]);
else console.info('A mirror on a full disk is left out: no small disk can be mounted here.');

const endings: number[] = [];
/** New, like the mirrors on the small disks: a change request that is outdated looks as it did when it was first mirrored. */
const roomy: Way = { ...full, undisturbed: path.join(root, 'undisturbed-roomy') };

describe.skipIf(!mayMount)('a mirror on a disk that is full', { timeout: 600_000 }, () => {
  const sizes = kills < 100 ? [48, 224] : [48, 96, 160, 224, 288, 352];
  // The disk is full while the pack is written, while the state is, while files are checked out, and in between.
  it.each(sizes)('of %i kB says so, and goes on when there is space', async (size) => {
    const when = `a disk of ${size} kB`;
    const folder = path.join(root, `small-${size}`);
    await runToTheEnd(roomy, roomy.undisturbed, 'undisturbed');
    expect(smallDisk(folder, size)).toBe(true);
    try {
      const child = spawn(process.execPath, argumentsFor(roomy, folder), {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let failure = '';
      child.stderr.on('data', (text: Buffer) => (failure += text.toString()));
      const [status] = (await once(child, 'close')) as [number | null];
      if (status !== 0) {
        expect(failure, when).toContain('the disk is full');
        expect(failure, when).toContain("code: 'DISK_FULL'");
      }
      endings.push(status ?? -1);
      expect(spawnSync('mount', ['-o', 'remount,size=64m', folder]).status).toBe(0);
      await expectConverged(roomy, folder, when);
    } finally {
      spawnSync('umount', ['--lazy', folder]);
    }
  });

  it('was full in most of these cases', () => {
    expect(endings.filter((status) => status !== 0).length).toBeGreaterThanOrEqual(1);
  });
});
