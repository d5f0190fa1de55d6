import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installedProgram,
  readyOf,
  type Ended,
  type Installed,
  type Ready,
  type Running,
} from '../support/installed.ts';
import { ask } from './table/case.ts';

const state = 'refs/tidemark/state';
const mirror = 'refs/remotes/docs/main';
const nowhere = 'a'.repeat(40);

let installed: Installed;
let service: Running;
let ready: Ready;
let space: string;
/** The mirror whose copy every test begins with, and its state before its change request was made. */
let whole: string;
let older: string;
const root = mkdtempSync(join(tmpdir(), 'tidemark-damage-'));

beforeAll(async () => {
  installed = await installedProgram();
  const seed = join(root, 'seed', 'guides');
  mkdirSync(seed, { recursive: true });
  writeFileSync(join(seed, 'README.md'), '# Home\n\nText.\n');
  writeFileSync(join(seed, 'other.md'), '# Other\n\nText.\n');
  writeFileSync(
    join(seed, 'SUMMARY.md'),
    '# Table of contents\n\n* [Home](README.md)\n* [Other](other.md)\n',
  );
  service = installed.start(['serve', '--json', '--port', '0', '--seed', seed], { cwd: root });
  ready = await readyOf(service);
  space = ready.spaces[0]!.id;
  whole = join(root, 'whole');
  mkdirSync(whole);
  writeFileSync(
    join(whole, 'sync.config.yaml'),
    `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${space}, path: . }]\n  metadata: false\nhttp: { port: 0 }\n`,
  );
  const clone = new Clone(whole);
  await clone.ok('sync');
  for (const title of ['Third', 'Fourth']) {
    await editInTheService(title);
    await clone.ok('sync');
  }
  older = clone.git('rev-parse', state);
  appendFileSync(clone.at('README.md'), '\nMore.\n');
  writeFileSync(clone.at('new.md'), '# New\n\nA page.\n');
  await clone.ok('sync');
  expect(await requests()).toBe(1);
});
afterAll(async () => {
  await service.end('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Somebody adds a page in the service. */
async function editInTheService(title: string): Promise<void> {
  const base = `/spaces/${space}/change-requests`;
  const { id } = (await ask(ready, 'POST', base, { subject: title })).body as { id: string };
  const changes = [{ type: 'insert_page', title, document: { markdown: 'A page of the service.\n' } }];
  expect((await ask(ready, 'POST', `${base}/${id}/content`, { changes })).status).toBeLessThan(300);
  expect((await ask(ready, 'POST', `${base}/${id}/merge`)).status).toBeLessThan(300);
}

/** How many unmerged change requests there are. */
async function requests(): Promise<number> {
  let found = 0;
  for (const status of ['draft', 'open', 'archived']) {
    const { body } = await ask(ready, 'GET', `/spaces/${space}/change-requests?status=${status}`);
    found += (body as { items: unknown[] }).items.length;
  }
  return found;
}

/** A folder with a configuration and a mirror, and the actions of people there. */
class Clone {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  at(...path: string[]): string {
    return join(this.folder, 'docs', ...path);
  }

  start(...args: string[]): Running {
    return installed.start(args, { cwd: this.folder, env: { TIDEMARK_TOKEN: ready.token ?? '' } });
  }

  run(...args: string[]): Promise<Ended> {
    return this.start(...args).ended;
  }

  async ok(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(...args);
    expect({ args, code, said: code === 0 ? '' : out + err }).toEqual({ args, code: 0, said: '' });
    return out;
  }

  git(...args: string[]): string {
    return this.gitWith('', ...args);
  }

  gitWith(input: string, ...args: string[]): string {
    return execFileSync('git', ['-C', this.at(), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      ...{ encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] },
      env: { PATH: process.env['PATH'], HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1' },
    }).trim();
  }

  /** Writes the file of a reference with the content that a crash or a bad copy may leave. */
  writeRef(ref: string, text: string): void {
    mkdirSync(dirname(this.at('.git', ref)), { recursive: true });
    writeFileSync(this.at('.git', ref), text);
  }

  removeObject(oid: string): void {
    unlinkSync(this.at('.git', 'objects', oid.slice(0, 2), oid.slice(2)));
  }

  /** Puts a commit with another root document on the state. */
  replaceRoot(text: string): string {
    const blob = this.gitWith(text, 'hash-object', '-w', '--stdin');
    const rest = this.git('ls-tree', state).replace(this.git('rev-parse', `${state}:state.json`), blob);
    const tree = this.gitWith(`${rest}\n`, 'mktree');
    this.git('update-ref', state, this.git('commit-tree', tree, '-p', state, '-m', 'Other'));
    return blob;
  }
}

let copies = 0;
function aCopy(): Clone {
  const folder = join(root, `copy-${++copies}`);
  cpSync(whole, folder, { recursive: true });
  return new Clone(folder);
}

const withoutId = (text: string): string => text.replace(/^---\nid: .*\n---\n\n/u, '');

interface Damage {
  readonly what: string;
  readonly damage: (clone: Clone) => void;
  /** What doctor and repair report. */
  readonly named: RegExp;
  /** A sync continues by itself. */
  readonly heals?: true;
}

const damages: readonly Damage[] = [
  {
    what: 'the state is deleted',
    damage: (clone) => clone.git('update-ref', '-d', state),
    named: /refs\/tidemark\/state is gone/u,
    heals: true,
  },
  {
    what: 'the state names a commit that is not there',
    damage: (clone) => clone.writeRef(state, `${nowhere}\n`),
    named: /refs\/tidemark\/state cannot be read: it names aaaaaaaaaaaa/u,
  },
  {
    what: 'an older copy of the state is restored, of before the change request and the last move of the mirror',
    damage: (clone) => {
      clone.git('update-ref', state, older);
      const further = clone.git('commit-tree', `${mirror}^{tree}`, '-p', mirror, '-m', 'Further');
      clone.git('update-ref', mirror, further);
    },
    named: /refs\/tidemark\/state is older than the mirror/u,
    heals: true,
  },
  {
    what: 'the file of the state is empty',
    damage: (clone) => clone.writeRef(state, ''),
    named: /The file of refs\/tidemark\/state is damaged/u,
  },
  {
    what: 'the file of the mirror is empty',
    damage: (clone) => clone.writeRef(mirror, ''),
    named: /The file of refs\/remotes\/docs\/main is damaged/u,
  },
  {
    what: 'a blob of the state is missing',
    damage: (clone) => {
      const text = clone.git('cat-file', 'blob', `${state}:state.json`);
      clone.removeObject(clone.replaceRoot(`${text} \n`));
    },
    named: /refs\/tidemark\/state cannot be read: the content of state\.json is missing/u,
  },
  {
    what: 'the tree of the mirror is missing',
    damage: (clone) => {
      const blob = clone.gitWith('only here', 'hash-object', '-w', '--stdin');
      const entries = `${clone.git('ls-tree', mirror)}\n100644 blob ${blob}\tzzz.json\n`;
      const tree = clone.gitWith(entries, 'mktree');
      clone.git('update-ref', mirror, clone.git('commit-tree', tree, '-p', mirror, '-m', 'Broken'));
      clone.removeObject(tree);
    },
    named: /refs\/remotes\/docs\/main cannot be read: a folder of/u,
  },
  {
    what: 'the index is cut short',
    damage: (clone) => truncateSync(clone.at('.git', 'index'), 100),
    named: /Git's index is damaged/u,
  },
];

describe('[SYNC-53] the installed program, where', () => {
  for (const { what, damage, named, heals } of damages)
    it(`${what}: doctor names it, repair shows what it would do and does it, and no change request is made again`, async () => {
      const clone = aCopy();
      writeFileSync(clone.at('.gitignore'), 'mine.txt\n');
      writeFileSync(clone.at('mine.txt'), 'Nobody has seen this yet.\n');
      const files = (): string[] =>
        ['README.md', 'new.md', 'mine.txt'].map((file) => readFileSync(clone.at(file), 'utf8'));
      const before = files();
      damage(clone);
      const refs = (): string => clone.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads');

      const doctor = await clone.run('doctor');
      const damaged = refs();
      const planned = await clone.run('repair', '--dry-run');
      const afterPlan = { refs: refs(), doctor: (await clone.run('doctor')).out };
      await clone.ok('repair', '--yes');
      const repaired = files();
      const after = await clone.run('doctor');
      await clone.ok('sync');

      expect({ code: doctor.code, out: doctor.out }).toEqual({
        code: heals ? 0 : 3,
        out: expect.stringMatching(named) as string,
      });
      expect(doctor.out).toContain(heals ? 'tidemark sync' : 'tidemark repair');
      expect(planned).toMatchObject({ code: 0, out: expect.stringMatching(named) as string });
      expect(afterPlan).toEqual({ refs: damaged, doctor: expect.stringMatching(named) as string });
      expect(repaired).toEqual(before);
      expect({ code: after.code, out: after.out }).toEqual({
        code: 0,
        out: expect.not.stringMatching(named) as string,
      });
      expect(await clone.ok('sync')).toContain('Nothing new');
      expect(files().map(withoutId)).toEqual(before.map(withoutId));
      expect(await requests()).toBe(1);
      clone.git('fsck', '--no-dangling', '--no-reflogs');
    });
});

describe('[SYNC-40] the installed program, where the reference of the mirror', () => {
  const ways: readonly (readonly [string, string[], RegExp])[] = [
    ['is deleted', ['update-ref', '-d', mirror], /refs\/remotes\/docs\/main is gone/u],
    [
      'was moved back by two commits',
      ['update-ref', mirror, `${mirror}~2`],
      /refs\/remotes\/docs\/main was moved back to [0-9a-f]{7}/u,
    ],
  ];

  it.each(ways)(
    '%s: status, doctor and sync say so, the mirror is whole again, and nobody’s edits are proposed',
    async (how, damage, named) => {
      const clone = aCopy();
      await clone.ok('sync');
      const before = clone.git('rev-parse', mirror);
      const lose = (): void => void clone.git(...damage);
      const mirrored = (): string[] => clone.git('ls-tree', '-r', '--name-only', mirror).split('\n');
      const pages = mirrored();

      lose();
      const said = [await clone.run('status'), await clone.run('doctor')];
      const sync = await clone.run('sync');
      const back = clone.git('rev-parse', mirror);
      lose();
      await editInTheService(`After it ${how}`);
      const later = await clone.run('sync');

      for (const { out } of said) expect(out).toMatch(named);
      expect(sync).toMatchObject({ code: 0, out: expect.stringMatching(named) as string });
      expect(back).toBe(before);
      expect(later).toMatchObject({ code: 0, out: expect.stringMatching(named) as string });
      expect(mirrored()).toEqual(expect.arrayContaining(pages));
      expect(mirrored()).toHaveLength(pages.length + 1);
      expect(clone.git('rev-parse', `${mirror}~1`)).toBe(before);
      expect(await clone.ok('sync')).toContain('Nothing new');
      expect(await requests()).toBe(1);
    },
  );
});

describe('[SYNC-41] the installed program, where a newer version wrote the state', () => {
  it('makes every command that uses it refuse to work, with the reason, and leaves each reference and file unchanged', async () => {
    const clone = aCopy();
    const root = JSON.parse(clone.git('cat-file', 'blob', `${state}:state.json`)) as object;
    const newer = JSON.stringify({ ...root, version: 99, later: { kept: true } });
    clone.replaceRoot(newer);
    appendFileSync(clone.at('other.md'), '\nAn edit.\n');
    const everything = (): string[] => [
      clone.git('for-each-ref'),
      clone.git('cat-file', 'blob', `${state}:state.json`),
      clone.git('status', '--porcelain'),
    ];
    const before = everything();

    const commands = [
      ['sync'],
      ['sync', '--dry-run'],
      ['status'],
      ['repair', '--dry-run'],
      ['repair', '--yes'],
    ];
    const refused: Ended[] = [];
    for (const command of commands) refused.push(await clone.run(...command));
    const doctor = await clone.run('doctor');
    const daemon = clone.start('daemon', '--json');
    const [, url = ''] = await daemon.until(/"listens":"(http:[^"]+)"/);
    const [error] = await daemon.until(/^.*"code":"STATE_NEWER".*$/m);
    const readiness = await fetch(`${url}/readyz`);
    const reasons = ((await readiness.json()) as { reasons: string[] }).reasons;
    const metrics = await (await fetch(`${url}/metrics`)).text();
    await daemon.end();

    for (const [index, { code, err }] of refused.entries()) {
      expect({ command: commands[index], code }).toEqual({ command: commands[index], code: 2 });
      expect(err).toContain('version 99');
      expect(err).toMatch(/newer|Update/u);
    }
    expect(doctor.code).not.toBe(0);
    expect(doctor.out).toContain('version 99');
    expect(JSON.parse(error)).toMatchObject({
      level: 'error',
      err: { hint: expect.stringContaining('Use that version of Tidemark or a later one') as string },
    });
    expect([readiness.status, reasons]).toEqual([
      503,
      [
        'The first look at the service is not done yet.',
        expect.stringMatching(/^The last look at the spaces failed: STATE_NEWER, .*version 99 /u),
      ],
    ]);
    expect(metrics).toMatch(/^tidemark_ready 0$/mu);
    expect(metrics).toMatch(/^tidemark_service_up 1$/mu);
    expect(everything()).toEqual(before);
    expect(await requests()).toBe(1);
  });
});

// This is the last test, because it leaves further change requests in the service of all tests here.
describe('[SYNC-54] the installed program, where this clone made a change request twice', () => {
  it('shows that repair would archive the one that holds nothing of its own, does it, and leaves the other one alone', async () => {
    const clone = aCopy();
    await clone.ok('sync');
    const base = `/spaces/${space}/change-requests`;
    const listed = async (status: string): Promise<Listed[]> =>
      ((await ask(ready, 'GET', `${base}?status=${status}`)).body as { items: Listed[] }).items;
    const [known] = await listed('draft');
    const name = /-([0-9a-f]{6})\]$/u.exec(known?.subject ?? '')?.[1] ?? '';
    const made = async (mark: string, title: string): Promise<number> => {
      const { body } = await ask(ready, 'POST', base, { subject: `Again [${mark}-${name}]` });
      const { id, number } = body as Listed;
      const text = withoutId(readFileSync(clone.at('new.md'), 'utf8'));
      const changes = [{ type: 'insert_page', title, document: { markdown: text } }];
      expect((await ask(ready, 'POST', `${base}/${id}/content`, { changes })).status).toBeLessThan(300);
      return number;
    };
    const [repeated, different] = [await made('0000000001', 'New'), await made('0000000002', 'Different')];
    await clone.ok('sync');

    const planned = await clone.ok('repair', '--dry-run');
    const before = (await listed('archived')).map(({ number }) => number);
    await clone.ok('repair', '--yes');
    const archived = (await listed('archived')).map(({ number }) => number);
    await clone.ok('sync');

    expect(planned).toContain(
      `#${repeated} of . is an earlier one of this clone and only repeats what the service has elsewhere`,
    );
    expect(before).toEqual([]);
    expect(archived).toEqual([repeated]);
    expect((await listed('draft')).map(({ number }) => number)).toEqual(
      expect.arrayContaining([known?.number, different]),
    );
  });
});

interface Listed {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
}
