import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installedProgram,
  readyOf,
  type Ended,
  type Installed,
  type Ready,
  type Running,
} from '../support/installed.ts';
import { hasCommit, olderProgram, runOlder } from '../support/older-program.ts';
import { ask } from './table/case.ts';

const state = 'refs/tidemark/state';
const mirror = 'refs/remotes/docs/main';

/** The version before this one, and the one whose state had no clones; both are built from the history of this repository. */
const before = '8d30bce';
const beforeClones = 'bedb6eb';

type Program = (...args: string[]) => Promise<Ended>;

interface Story {
  /** The current program, as installed. */
  readonly today: Program;
  readonly older: Program;
  git(...args: string[]): string;
  /** Adds a line to a file of the working tree. */
  write(path: string, line: string): void;
  /** Somebody adds a page in the service. */
  addInService(title: string): Promise<void>;
  /** The open change requests, as number and status. */
  requests(): Promise<string[]>;
  /** A document of the state, found by the end of its path. */
  documents(end: string): { path: string; value: Record<string, unknown> }[];
  /** Gives the state another version number. */
  renumber(version: number): void;
}

describe.skipIf(!hasCommit(before) || !hasCommit(beforeClones))(
  '[SYNC-41] the installed program and earlier versions of it',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'tidemark-upgrade-'));
    const running: Running[] = [];
    let installed: Installed;
    beforeAll(async () => {
      installed = await installedProgram();
    }, 600_000);
    afterAll(async () => {
      await Promise.all(running.map((one) => one.end('SIGKILL')));
      rmSync(root, { recursive: true, force: true });
    });

    /** A service with a space, and a folder in which an earlier version has made the mirror and a change request. */
    async function begun(commit: string): Promise<Story> {
      const cwd = mkdtempSync(join(root, 'story-'));
      const service = installed.start(['serve', '--json', '--port', '0', '--seed', aSeed(cwd)], { cwd });
      running.push(service);
      const ready = await readyOf(service);
      const env = { TIDEMARK_TOKEN: ready.token ?? '' };
      const space = ready.spaces[0]!.id;
      writeFileSync(
        join(cwd, 'sync.config.yaml'),
        `service: { url: "${ready.url}", token: "\${TIDEMARK_TOKEN}" }
repository: { path: ./docs }
mirror: { spaces: [{ id: ${space}, path: . }], metadata: false }
`,
      );
      const script = await olderProgram(commit);
      const story = storyIn(cwd, {
        ...{ ready, space },
        today: (...args) => installed.run(args, { cwd, env }),
        older: (...args) => runOlder(script, args, { cwd, env }),
      });
      await good(story.older('sync'));
      story.write('README.md', 'Written with the earlier version.');
      writeFileSync(join(cwd, 'docs', 'new.md'), '# New\n\nA page.\n');
      expect(await good(story.older('sync'))).toContain('#1');
      return story;
    }

    it.each([
      ['before clones had names', beforeClones, /^proposals\//u],
      ['before this one', before, /^clones\/.*\/proposals\//u],
    ])('goes on from what the version %s wrote', async (_, commit, where) => {
      const story = await begun(commit);
      const written = story.documents('main.json').map(({ path }) => path);
      story.write('other.md', 'Saved before the upgrade, and not sent.');
      await story.addInService('Meanwhile');

      const first = await good(story.today('sync'));
      const second = await good(story.today('sync'));
      const doctor = await story.today('doctor');

      expect(written).toEqual([expect.stringMatching(where)]);
      expect(first).toContain('updated change request #1');
      expect(second).toContain('Nothing new');
      expect(doctor.out).not.toMatch(/✗/u);
      expect(await story.requests()).toEqual(['1 draft']);
      expect(story.git('show', `${mirror}:meanwhile.md`)).toContain('A page of the service.');
      for (const line of ['Written with the earlier version.', 'Saved before the upgrade, and not sent.'])
        expect(story.git('grep', '-h', line, 'refs/remotes/docs/cr/1').trim()).toBe(line);
      expect(story.documents('main.json').map(({ path }) => path)).toEqual([
        expect.stringMatching(/^clones\/.*\/proposals\//u),
      ]);
      expect(story.documents('state.json')[0]?.value).toMatchObject({ version: 1 });
    });

    it('leaves a state that the version before this one can use, and that keeps what only this one knows', async () => {
      const story = await begun(before);
      const app = (): unknown => story.documents('space.json')[0]?.value['app'];
      const unknown = app();
      await story.addInService('First');
      await good(story.today('sync'));
      const made = app();

      story.write('other.md', 'Written after going back.');
      await story.addInService('Second');
      const back = await good(story.older('sync'));
      const kept = app();
      const settled = await good(story.older('sync'));
      // The version before names a draft by rules of its own, and leaves a name that no longer fits.
      const named = await good(story.today('sync'));
      const again = await good(story.today('sync'));

      expect([unknown, made, kept]).toEqual([undefined, expect.stringMatching(/^http/u), made]);
      for (const each of [back, named]) expect(each).toContain('updated change request #1');
      expect([settled, again]).toEqual([
        expect.stringContaining('Nothing new'),
        expect.stringContaining('Nothing new'),
      ]);
      expect(await story.requests()).toEqual(['1 draft']);
      for (const page of ['first', 'second'])
        expect(story.git('show', `${mirror}:${page}.md`)).toContain('A page of the service.');
      expect(story.git('grep', '-h', 'Written after going back', 'refs/remotes/docs/cr/1').trim()).not.toBe(
        '',
      );
    });

    it('is refused by the version before this one when the number rises, and the way back that the hint names costs no second change request', async () => {
      const story = await begun(before);
      story.renumber(2);
      story.write('other.md', 'Not lost.');
      const refs = story.git('for-each-ref');

      const older = await story.older('sync');
      const today = await story.today('sync');
      const left = story.git('for-each-ref');
      story.git('update-ref', '-d', state);
      await good(story.older('sync'));
      await good(story.older('sync'));

      for (const { code, err } of [older, today]) {
        expect(code).toBe(2);
        expect(err).toContain('version 2');
        expect(err).toContain(`git update-ref -d ${state}`);
      }
      expect(left).toBe(refs);
      expect(await story.requests()).toEqual(['1 draft']);
      expect(story.git('grep', '-h', 'Not lost.', 'refs/remotes/docs/cr/1').trim()).toBe('Not lost.');
    });
  },
);

function aSeed(cwd: string): string {
  const seed = join(cwd, 'seed', 'guides');
  mkdirSync(seed, { recursive: true });
  writeFileSync(join(seed, 'README.md'), '# Home\n\nText.\n');
  writeFileSync(join(seed, 'other.md'), '# Other\n\nText.\n');
  writeFileSync(
    join(seed, 'SUMMARY.md'),
    '# Table of contents\n\n* [Home](README.md)\n* [Other](other.md)\n',
  );
  return seed;
}

/** The output of a command that must succeed. */
async function good(command: Promise<Ended>): Promise<string> {
  const { code, out, err } = await command;
  expect({ code, said: code === 0 ? '' : out + err }).toEqual({ code: 0, said: '' });
  return out;
}

function storyIn(
  cwd: string,
  { ready, space, ...programs }: Pick<Story, 'today' | 'older'> & { ready: Ready; space: string },
): Story {
  const docs = join(cwd, 'docs');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', docs, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    });
  const show = (path: string): Record<string, unknown> =>
    JSON.parse(git('show', `${state}:${path}`)) as Record<string, unknown>;
  return {
    ...programs,
    git,
    write: (path, line) => appendFileSync(join(docs, path), `\n${line}\n`),
    addInService: async (title) => {
      const base = `/spaces/${space}/change-requests`;
      const { id } = (await ask(ready, 'POST', base, { subject: title })).body as { id: string };
      const changes = [{ type: 'insert_page', title, document: { markdown: 'A page of the service.\n' } }];
      expect((await ask(ready, 'POST', `${base}/${id}/content`, { changes })).status).toBeLessThan(300);
      expect((await ask(ready, 'POST', `${base}/${id}/merge`)).status).toBeLessThan(300);
    },
    requests: async () => {
      const found: string[] = [];
      for (const status of ['draft', 'open', 'archived']) {
        const { body } = await ask(ready, 'GET', `/spaces/${space}/change-requests?status=${status}`);
        for (const { number } of (body as { items: { number: number }[] }).items)
          found.push(`${number} ${status}`);
      }
      return found;
    },
    documents: (end) =>
      git('ls-tree', '-r', '--name-only', state)
        .split('\n')
        .filter((path) => path.endsWith(end))
        .map((path) => ({ path, value: show(path) })),
    renumber: (version) => {
      const file = join(cwd, 'state.json');
      writeFileSync(file, JSON.stringify({ ...show('state.json'), version }));
      const blob = git('hash-object', '-w', file).trim();
      const tree = join(cwd, 'tree');
      writeFileSync(
        tree,
        git('ls-tree', state).replace(git('rev-parse', `${state}:state.json`).trim(), blob),
      );
      const made = execFileSync('git', ['-C', docs, 'mktree'], {
        input: readFileSync(tree),
        encoding: 'utf8',
      });
      git('update-ref', state, git('commit-tree', made.trim(), '-p', state, '-m', 'Newer').trim());
    },
  };
}
