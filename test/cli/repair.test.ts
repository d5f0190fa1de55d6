import { execFileSync } from 'node:child_process';
import {
  existsSync,
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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type StartedService } from '../../src/service/index.ts';
import { runCommand } from '../support/command-line.ts';

const state = 'refs/tidemark/state';
const mirror = 'refs/remotes/docs/main';
const spaces = 24;

let service: StartedService;
let folder: string;
let space: string;
let used = 0;
let older: string;

const at = (...path: string[]): string => join(folder, 'docs', ...path);
const run = (...args: string[]): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: folder, env: { TIDEMARK_TOKEN: service.token } });
const git = (...args: string[]): string => gitWith('', ...args);
const gitWith = (input: string, ...args: string[]): string =>
  execFileSync('git', ['-C', at(), '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
    ...{ encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'pipe'] },
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  }).trim();

beforeAll(async () => {
  const seed = mkdtempSync(join(tmpdir(), 'tidemark-repair-seed-'));
  for (let number = 0; number < spaces; number++) {
    const inner = join(seed, `space-${number}`);
    mkdirSync(inner);
    writeFileSync(join(inner, 'README.md'), '# Home\n\nText.\n');
    writeFileSync(join(inner, 'other.md'), '# Other\n\nText.\n');
    writeFileSync(
      join(inner, 'SUMMARY.md'),
      '# Table of contents\n\n* [Home](README.md)\n* [Other](other.md)\n',
    );
  }
  service = await startService({ data: ':memory:', rate: 100_000, seeds: [seed] });
  rmSync(seed, { recursive: true });
});

afterAll(() => service.close());

/** A mirror with a draft of two pages, and an edit of a person that no sync has seen. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-repair-'));
  space = service.spaces[used++]!.id;
  writeFileSync(
    join(folder, 'sync.config.yaml'),
    `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}", timeout: 5s }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${space}, path: . }]\n  metadata: false\n`,
  );
  expect(await run('sync')).toMatchObject({ code: 0 });
  older = git('rev-parse', state);
  writeFileSync(at('README.md'), `${readFileSync(at('README.md'), 'utf8')}\nMore.\n`);
  writeFileSync(at('new.md'), '# New\n\nA page.\n');
  expect(await run('sync')).toMatchObject({ code: 0 });
  expect(await requests()).toEqual(['draft']);
  return () => rmSync(folder, { recursive: true, force: true });
});

interface Listed {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
  readonly status: string;
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}/v1/spaces/${space}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

async function listed(): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const status of ['draft', 'open', 'merged', 'archived'])
    found.push(...((await ask('GET', `/change-requests?status=${status}`)) as { items: Listed[] }).items);
  return found.sort((one, other) => one.number - other.number);
}

const requests = async (): Promise<string[]> => (await listed()).map(({ status }) => status);

/** Puts a commit of a sync, with a missing object, on a reference. */
function commitWithout(ref: string, missing: 'tree' | 'blob'): void {
  const blob = gitWith(`only here ${ref}`, 'hash-object', '-w', '--stdin');
  const tree = gitWith(`${git('ls-tree', ref)}\n100644 blob ${blob}\tzzz.json\n`, 'mktree');
  const sync = ['-c', 'user.name=Tidemark', '-c', 'user.email=tidemark@localhost'];
  git('update-ref', ref, git(...sync, 'commit-tree', tree, '-p', ref, '-m', 'Broken'));
  const oid = missing === 'tree' ? tree : blob;
  unlinkSync(at('.git', 'objects', oid.slice(0, 2), oid.slice(2)));
}

const write = (ref: string, text: string): void => {
  mkdirSync(dirname(at('.git', ref)), { recursive: true });
  writeFileSync(at('.git', ref), text);
};

const nowhere = 'a'.repeat(40);

interface Damage {
  readonly what: string;
  readonly damage: () => void;
  /** What doctor reports. */
  readonly named: RegExp;
  /** A sync continues by itself. */
  readonly heals?: true;
  /** A sync does not notice. */
  readonly worksOn?: true;
}

const damages: readonly Damage[] = [
  {
    what: 'the state is deleted',
    damage: () => git('update-ref', '-d', state),
    named: /refs\/tidemark\/state is gone/u,
    heals: true,
  },
  {
    what: 'the state is an older copy, of before the mirror moved',
    damage: () => {
      git('update-ref', state, older);
      git('update-ref', mirror, git('commit-tree', `${mirror}^{tree}`, '-p', mirror, '-m', 'Further'));
    },
    named: /refs\/tidemark\/state is older than the mirror/u,
    heals: true,
  },
  {
    what: 'the state names a commit that is not there',
    damage: () => write(state, `${nowhere}\n`),
    named: /refs\/tidemark\/state cannot be read: it names aaaaaaaaaaaa, which the repository does not have/u,
  },
  {
    what: 'the file of the state is empty',
    damage: () => write(state, ''),
    named: /The file of refs\/tidemark\/state is damaged/u,
  },
  {
    what: 'the state is a blob',
    damage: () => git('update-ref', state, gitWith('{}', 'hash-object', '-w', '--stdin')),
    named: /refs\/tidemark\/state cannot be read: it names a blob and no commit/u,
  },
  {
    what: 'the tree of the state is missing',
    damage: () => commitWithout(state, 'tree'),
    named: /refs\/tidemark\/state cannot be read: a folder of [0-9a-f]{12} is missing/u,
  },
  {
    what: 'a file of the state is missing',
    damage: () => {
      const oid = git('rev-parse', `${state}:state.json`);
      const blob = gitWith(`${git('cat-file', 'blob', oid)} \n`, 'hash-object', '-w', '--stdin');
      const rest = git('ls-tree', state).replace(oid, blob);
      git(
        'update-ref',
        state,
        git('commit-tree', gitWith(`${rest}\n`, 'mktree'), '-p', state, '-m', 'Broken'),
      );
      unlinkSync(at('.git', 'objects', blob.slice(0, 2), blob.slice(2)));
    },
    named: /refs\/tidemark\/state cannot be read: the content of state\.json is missing/u,
  },
  {
    what: 'the root of the state is not JSON',
    damage: () => {
      const blob = gitWith('no JSON', 'hash-object', '-w', '--stdin');
      const rest = git('ls-tree', state).replace(git('rev-parse', `${state}:state.json`), blob);
      git(
        'update-ref',
        state,
        git('commit-tree', gitWith(`${rest}\n`, 'mktree'), '-p', state, '-m', 'Broken'),
      );
    },
    named: /its state\.json is missing or is not JSON/u,
  },
  {
    what: 'the file of the mirror is empty',
    damage: () => write(mirror, ''),
    named: /The file of refs\/remotes\/docs\/main is damaged/u,
  },
  {
    what: 'the mirror is deleted',
    damage: () => git('update-ref', '-d', mirror),
    named: /refs\/remotes\/docs\/main is gone/u,
    heals: true,
  },
  {
    what: 'the tree of the mirror is missing',
    damage: () => commitWithout(mirror, 'tree'),
    named: /refs\/remotes\/docs\/main cannot be read: a folder of/u,
  },
  {
    what: 'the file of the branch is empty',
    damage: () => write('refs/heads/main', ''),
    named: /The file of refs\/heads\/main is damaged/u,
  },
  {
    what: 'a change request’s reference names what is not there',
    damage: () => write(git('for-each-ref', '--format=%(refname)', 'refs/remotes/docs/cr/'), `${nowhere}\n`),
    named: /refs\/remotes\/docs\/cr\/\S+ names aaaaaaaaaaaa/u,
    worksOn: true,
  },
  {
    what: 'the index is cut short',
    damage: () => truncateSync(at('.git', 'index'), 100),
    named: /Git's index is damaged/u,
  },
  {
    what: 'the index is gone',
    damage: () => unlinkSync(at('.git', 'index')),
    named: /Git's index is gone/u,
    worksOn: true,
  },
];

describe('[SYNC-53] tidemark repair, where', () => {
  it.each(damages)('$what, which doctor names', async ({ damage, named, heals, worksOn }) => {
    writeFileSync(at('mine.md'), '# Mine\n\nNobody has seen this yet.\n');
    damage();
    const files = (): string[] =>
      ['README.md', 'new.md', 'mine.md'].map((file) => readFileSync(at(file), 'utf8'));
    const before = files();

    const looked = await run('doctor');
    expect(looked.out).toMatch(named);
    expect(looked.out).toContain(heals ? 'tidemark sync' : 'tidemark repair');
    expect(looked.code).toBe(heals ? 0 : 3);
    if (heals === undefined && worksOn === undefined) {
      const { code, out, err } = await run('sync');
      expect([code === 0, out + err]).toEqual([false, expect.stringContaining('tidemark repair')]);
    }
    const planned = await run('repair', '--dry-run');
    expect(planned).toMatchObject({ code: 0, out: expect.stringMatching(named) as string });
    expect((await run('doctor')).out).toMatch(named);
    expect(await run('repair')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') as string });

    expect(await run('repair', '--yes')).toMatchObject({ code: 0 });

    expect(files()).toEqual(before);
    expect(await requests()).toEqual(['draft']);
    const after = await run('doctor');
    expect([after.code, after.out]).toEqual([0, expect.not.stringMatching(named)]);
    expect(await run('sync')).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing new') as string,
    });
    expect(await requests()).toEqual(['draft']);
    expect(files().map((text) => text.replace(/^---\nid: .*\n---\n\n/u, ''))).toEqual(
      before.map((text) => text.replace(/^---\nid: .*\n---\n\n/u, '')),
    );
    git('fsck', '--no-dangling', '--no-reflogs');
    expect(existsSync(at('.git', 'index'))).toBe(true);
  });
});

describe('[SYNC-53] an index that is gone', () => {
  it('comes back whole by the command that doctor names', async () => {
    const before = git('status', '--porcelain');
    unlinkSync(at('.git', 'index'));
    const { code, out } = await run('doctor');
    expect([code, out]).toEqual([3, expect.stringMatching(/Run `git reset` in the repository/u)]);

    git('reset');
    expect(git('status', '--porcelain')).toBe(before);
    expect((await run('doctor')).out).not.toContain('index');
  });

  it('is none where there are no files of the commit, either', async () => {
    for (const file of git('ls-files').split('\n')) rmSync(at(file));
    unlinkSync(at('.git', 'index'));

    expect((await run('doctor')).out).not.toContain('index');
  });
});

describe('[SYNC-54] tidemark repair, where this clone made change requests that it knows no more', () => {
  it('archives one without content of its own, and leaves one with such content alone', async () => {
    const [known] = await listed();
    const clone = /-([0-9a-f]{6})\]$/u.exec(known!.subject)![1]!;
    const home = ((await ask('GET', `/content/pages`)) as { pages: { id: string }[] }).pages[0]!.id;
    const insert = (title: string): object => ({
      type: 'insert_page',
      title,
      document: { markdown: 'A page.\n' },
    });
    const bodyOf = (path: string): string =>
      readFileSync(at(path), 'utf8').replace(/^---\n[\s\S]*?---\n\n/u, '');
    const edit = { type: 'update_page', page: home, document: { markdown: bodyOf('README.md') } };
    const make = async (mark: string, changes: readonly object[]): Promise<void> => {
      const { id } = (await ask('POST', '/change-requests', {
        subject: `Again [${mark}-${clone}]`,
      })) as Listed;
      await ask('POST', `/change-requests/${id}/content`, { changes });
    };
    await make('0000000001', [edit, insert('New')]);
    await make('0000000002', [edit, insert('Another')]);
    expect(await run('sync')).toMatchObject({ code: 0 });

    const planned = await run('repair', '--dry-run');
    expect(planned.out).toContain(
      '#2 of . is an earlier one of this clone and only repeats what the service has elsewhere: a repair archives it',
    );
    expect(await requests()).toEqual(['draft', 'draft', 'draft']);
    const { out } = await run('repair', '--yes');

    expect(out).toContain(
      '#2 of . is an earlier one of this clone and only repeats what the service has elsewhere: it is archived',
    );
    expect(out).toContain(
      '#3 of . is an earlier one of this clone and has changes of its own: it stays as it is',
    );
    expect(await requests()).toEqual(['draft', 'archived', 'draft']);
    expect(await run('sync')).toMatchObject({ code: 0 });
    expect(await requests()).toEqual(['draft', 'archived', 'draft']);
  });
});
