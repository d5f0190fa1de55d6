import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';
import { runCommand } from '../support/command-line.ts';

let service: StartedService;
let folder: string;
let edits = 0;
let done: { command: string; code: number; out: string; err: string }[] = [];
let env: Record<string, string>;

beforeAll(async () => {
  service = await startService({ data: ':memory:', seeds: [join(packageRoot(), 'templates', 'sample')] });
});

afterAll(async () => {
  await service.close();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-conflicts-'));
  done = [];
  env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' },
  };
  return () => rmSync(folder, { recursive: true, force: true });
});

const space = (): string => service.spaces[0]?.id ?? '';
const run = (...args: string[]): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: folder, env: { TIDEMARK_TOKEN: service.token } });
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: join(folder, 'docs'), encoding: 'utf8', env });
const file = (name: string): string => join(folder, 'docs', name);

const call = async (...args: string[]): Promise<Record<string, unknown>> => {
  const { code, out, err } = await run('api', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Record<string, unknown>;
};

/** A mirror of the first space, with which a person begins. */
async function mirrored(): Promise<void> {
  writeFileSync(
    join(folder, 'sync.config.yaml'),
    `service: { url: "${service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${space()}, path: . }]\n`,
  );
  expect((await run('sync')).code).toBe(0);
}

const pageOf = (name: string): string => /^id: (\S+)$/m.exec(readFileSync(file(name), 'utf8'))?.[1] ?? '';

/** Changes the space's content through a change request of another person. */
async function changeThere(change: object): Promise<void> {
  const requests = `/spaces/${space()}/change-requests`;
  const { id } = await call('POST', requests, '-f', `subject=There ${++edits}`);
  await call('POST', `${requests}/${String(id)}/content`, '-f', `changes:=${JSON.stringify([change])}`);
  await call('POST', `${requests}/${String(id)}/merge`);
}

/** Replaces a line by another one, as another person does in the service's editor. */
async function editThere(name: string, from: string, to: string): Promise<void> {
  const page = pageOf(name);
  const current = await call('GET', `/spaces/${space()}/content/page/${page}`, '-f', 'format=markdown');
  const markdown = String(current['markdown']).replace(from, to);
  expect(markdown).toContain(to);
  await changeThere({ type: 'update_page', page, document: { markdown } });
}

function editHere(name: string, from: string, to: string): void {
  const text = readFileSync(file(name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
}

/** Follows the advice on a screen, step by step; a fix takes both texts. */
async function follow(screen: string): Promise<void> {
  const steps = screen.slice(screen.indexOf('What to do next')).split('\n').slice(1);
  for (const line of steps.filter((each) => each.startsWith('  '))) {
    const command = line.trim().split(/ {2,}/)[0] ?? '';
    if (command.startsWith('fix the lines')) fixMarks();
    else if (/^(?:“|the change request)/u.test(command)) continue;
    else if (command.startsWith('tidemark ')) {
      const args = command.split(' ').slice(1);
      const confirmed = args.includes('merge') ? [...args, '--yes'] : args;
      done.push({ command, ...(await run(...confirmed)) });
    } else {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        cwd: join(folder, 'docs'),
        env,
        encoding: 'utf8',
      });
      done.push({ command, code: status ?? -1, out: stdout, err: stderr });
    }
  }
}

function commitAll(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Edits');
}

function fixMarks(): void {
  for (const name of git('grep', '--name-only', '^<<<<<<<').trim().split('\n')) {
    const text = readFileSync(file(name), 'utf8');
    writeFileSync(file(name), text.replace(/^(?:<{7}|={7}|>{7}|\|{7}).*\n/gm, ''));
  }
}

describe('a conflict', () => {
  it('between edits that nobody has committed and the service ends by the steps that sync and status print', async () => {
    await mirrored();
    editHere('README.md', 'New here?', 'New in this house?');
    await editThere('README.md', 'New here?', 'Not been here before?');

    const synced = await run('sync');
    const status = await run('status');

    expect(synced).toMatchObject({ code: 5, out: expect.stringContaining('conflict README.md') as string });
    expect(status).toMatchObject({ code: 5, out: expect.stringMatching(/ conflict, 1 edited +/) as string });
    const steps = synced.out.slice(synced.out.indexOf('What to do next'), synced.out.indexOf('! Needs'));
    expect(steps).toContain('git commit --all --message "My edits"');
    expect(status.out).toContain(steps);
    await follow(synced.out);
    expect(done.map(({ command, code }) => [command, code])).toEqual([
      ['git commit --all --message "My edits"', 0],
      ['git merge docs/main', 1],
      ['git commit --all --no-edit', 0],
      ['tidemark sync', 0],
    ]);
    expect(readFileSync(file('README.md'), 'utf8')).toContain('New in this house?');
    expect(await run('status')).toMatchObject({ code: 0 });
  });

  it('in an unfinished merge is reported as such', async () => {
    await mirrored();
    editHere('alerts.md', 'Alerts', 'Warnings');
    git('commit', '--all', '--message', 'Mine');
    await editThere('alerts.md', 'Alerts', 'Messages');
    await run('sync');
    spawnSync('git', ['merge', 'docs/main'], { cwd: join(folder, 'docs'), env });

    const status = await run('status');

    expect(status.code).toBe(5);
    expect(status.out).toContain('on main, in the middle of a merge');
    await follow(status.out);
    expect(done.map(({ command, code }) => [command, code])).toEqual([
      ['git add alerts.md', 0],
      ['git commit --no-edit', 0],
      ['tidemark sync', 0],
    ]);
  });

  it('[SYNC-82] of each kind in a merge of two own branches ends a sync with 5 and what the file needs, until it is solved', async () => {
    await mirrored();
    const [level, series] = ['stations/read-a-level.md', 'stations/read-a-series.md'];
    git('switch', '--quiet', '--create', 'other');
    editHere(level, '# Read a level', '# One level');
    editHere('client-libraries.md', '# Client libraries', '# Libraries');
    writeFileSync(file('new.md'), '# New\n\nFrom the other branch.\n');
    git('rm', '--quiet', series);
    commitAll();
    git('switch', '--quiet', 'main');
    editHere(level, '# Read a level', '# A level');
    editHere(series, '# Read a series', '# A series');
    writeFileSync(file('new.md'), '# New\n\nFrom here.\n');
    git('rm', '--quiet', 'client-libraries.md');
    commitAll();
    await run('sync');
    spawnSync('git', ['merge', 'other'], { cwd: join(folder, 'docs'), env });
    const stepsOf = async (): Promise<string[]> => {
      const { code, out } = await run('sync');
      expect({ code, out }).toMatchObject({
        ...{ code: 5, out: expect.stringContaining('Needs action: see above.') as string },
      });
      const [, ...lines] = out.slice(out.indexOf('What to do next')).split('\n');
      return lines.filter((each) => each.startsWith('  ')).map((each) => each.trim().split(/ {2,}/u)[0]!);
    };
    const rest = [`git add new.md ${level}`, 'git commit --no-edit', 'tidemark sync'];

    const steps = await stepsOf();

    expect(steps).toEqual([
      `fix the lines between <<<<<<< and >>>>>>> in ${level}`,
      'fix the lines between <<<<<<< and >>>>>>> in new.md, which both sides added',
      'you deleted client-libraries.md, and the branch that you merge edited it: git add client-libraries.md keeps it, git rm client-libraries.md deletes it',
      `you edited ${series}, and the branch that you merge deleted it: git add ${series} keeps it, git rm ${series} deletes it`,
      ...rest,
    ]);
    fixMarks();
    git('rm', '--quiet', 'client-libraries.md');
    git('add', series);
    expect(await stepsOf()).toEqual(rest);
    git('add', level, 'new.md');
    expect(await stepsOf()).toEqual(rest.slice(1));
    git('commit', '--quiet', '--no-edit');
    expect((await run('sync')).code).toBe(0);
  });

  it('in a change request ends by the steps that cr merge, cr show, cr list and status print', async () => {
    await mirrored();
    editHere('authentication.md', 'Authentication', 'Keys');
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    await editThere('authentication.md', 'Authentication', 'Passwords');

    const merged = await run('cr', 'merge', number, '--yes', '--draft');
    expect(merged.code).toBe(5);
    expect(merged.out).toContain('conflict: both sides changed the same lines');
    // Before a sync brings it, the service's answer is known all the same.
    for (const args of [
      ['cr', 'show', number],
      ['cr', 'list'],
    ])
      expect((await run(...args)).out).toMatch(/draft, conflict[^]*tidemark sync --pull/);
    await run('sync', '--pull');
    for (const args of [['cr', 'show', number], ['cr', 'list'], ['status']]) {
      const { out } = await run(...args);
      expect(out).toMatch(/draft, conflict|draft +conflict|draft.*conflict/);
      expect(out).toContain(`git switch cr/${number}`);
    }
    await follow(merged.out);
    expect(done.map(({ command, code }) => [command, code])).toEqual([
      ['git commit --all --message "My edits"', 0],
      ['tidemark sync --pull', 5],
      [`tidemark cr checkout ${number}`, 0],
      [`git switch cr/${number}`, 0],
      ['git commit --all --message "Fix the conflict"', 0],
      ['tidemark sync', 5],
      [`tidemark cr open ${number}`, 0],
      [`tidemark cr merge ${number}`, 0],
      ['git switch main', 0],
      ['tidemark sync', 0],
    ]);
    const [sent] = done.filter(({ command }) => command === 'tidemark sync');
    const rest = sent!.out.slice(sent!.out.indexOf('What to do next'));
    expect(rest).toContain(`What to do next: change request #${number}, in which the conflict is fixed`);
    expect(rest).toContain(`tidemark cr open ${number}`);
    expect(rest).not.toContain('git merge');
    expect(readFileSync(file('authentication.md'), 'utf8')).toMatch(/Keys[^]*Passwords|Passwords[^]*Keys/);
    expect(await run('status')).toMatchObject({ code: 0 });
  });

  it('about a page that the service deleted says that no line has to be fixed, and ends by its steps', async () => {
    await mirrored();
    editHere('errors.md', '# Errors', '# Faults');
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    await changeThere({ type: 'delete_page', page: pageOf('errors.md') });

    const merged = await run('cr', 'merge', number, '--yes', '--draft');

    expect(merged.code).toBe(5);
    expect(merged.out).toContain('both sides changed the same pages, and no line has to be fixed');
    expect(merged.out).toMatch(/“.*” was deleted in the service and edited in the change request: it stays/);
    expect(merged.out).not.toContain('<<<<<<<');
    await follow(merged.out);
    expect(done.filter(({ command }) => command.startsWith('tidemark'))).toMatchObject([
      { command: `tidemark cr open ${number}`, code: 0 },
      { command: `tidemark cr merge ${number}`, code: 0 },
      { command: 'tidemark sync', code: 0 },
    ]);
    expect(readFileSync(file('errors.md'), 'utf8')).toContain('# Faults');
    expect(await run('status')).toMatchObject({ code: 0 });
  });
});
