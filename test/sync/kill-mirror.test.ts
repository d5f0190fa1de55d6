import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realRandom, seededRandom } from '../../src/clock/index.ts';
import { startService } from '../../src/service/index.ts';
import type { StartedService } from '../../src/service/index.ts';
import { childArguments } from '../git/child.ts';
import { git, nativeEnvironment, temporaryFolder } from '../git/native.ts';

/** More in the long run: `MIRROR_KILLS=200 npx vitest run test/sync/kill-mirror`. */
const kills = Number(process.env['MIRROR_KILLS'] ?? 12);
const seed = Number(process.env['MIRROR_KILL_SEED'] ?? Math.floor(realRandom.number() * 2 ** 31));
const pageCount = 60;

const root = temporaryFolder('kill-mirror');
const script = fileURLToPath(new URL('./mirror.child.ts', import.meta.url));
const random = seededRandom(seed);
/** A mirror of the same service that nothing ever happens to. */
const undisturbed = path.join(root, 'undisturbed');
let service: StartedService;
let space = '';

beforeAll(async () => {
  const docs = path.join(root, 'docs');
  writeDocs(docs);
  service = await startService({ data: path.join(root, 'data'), seeds: [docs] });
  space = service.spaces.find(({ title }) => title === 'Docs')?.id ?? '';
});

afterAll(() => service.close());

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

const argumentsFor = (folder: string): string[] =>
  childArguments(script, folder, service.url, service.token, service.organization);

async function runToTheEnd(folder: string, when: string): Promise<Ended> {
  const child = spawn(process.execPath, argumentsFor(folder), { stdio: ['ignore', 'pipe', 'pipe'] });
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
async function killWithin(folder: string, ms: number, when: string): Promise<boolean> {
  const child = spawn(process.execPath, argumentsFor(folder), { stdio: ['ignore', 'pipe', 'pipe'] });
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

async function expectConverged(folder: string, when: string): Promise<void> {
  await runToTheEnd(folder, when);
  const { refs, branch, files } = found(folder);
  const expected = found(undisturbed);
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

describe(`a mirror that is killed (MIRROR_KILL_SEED=${seed})`, { timeout: 3_600_000 }, () => {
  const first = Math.ceil(kills / 2);

  it(`comes to the same tree, its first run killed ${first} times`, async () => {
    const { ms, outcome } = await runToTheEnd(undisturbed, 'undisturbed');
    expect(outcome).toBe('changed');
    expect(found(undisturbed).files.size).toBeGreaterThan(pageCount);
    let cut = 0;
    for (let kill = 1; kill <= first; kill++) {
      const when = `kill ${kill} of a first mirror, seed ${seed}`;
      const folder = path.join(root, `first-${kill}`);
      if (await killWithin(folder, ms, when)) cut++;
      await expectNoLocks(folder, when);
      await expectConverged(folder, when);
      rmSync(folder, { recursive: true });
    }
    expect(cut).toBeGreaterThan(0);
  });

  it(`comes to the same tree, a later run killed ${kills - first} times`, async () => {
    const folder = path.join(root, 'later');
    await runToTheEnd(undisturbed, 'undisturbed');
    await runToTheEnd(folder, 'before the first kill');
    let cut = 0;
    for (let kill = 1; kill <= kills - first; kill++) {
      const when = `kill ${kill} of a later mirror, seed ${seed}`;
      await changeTheDocs(kill);
      const { ms, outcome } = await runToTheEnd(undisturbed, when);
      expect(outcome, when).toBe('changed');
      if (await killWithin(folder, ms, when)) cut++;
      await expectNoLocks(folder, when);
      expectSound(folder, when);
      await expectConverged(folder, when);
    }
    expect(cut).toBeGreaterThan(0);
  });
});
