import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';
import { ask } from './table/case.ts';

/** The commands of the steps on a screen, in a log line or on a page, in order. */
const commandsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:git (?:commit|merge|switch|restore)|tidemark (?:sync|cr (?:checkout|open|merge)))\b/gu,
    ),
  ].map(([command]) => command);

const ofFiles = ['git commit', 'git merge', 'git commit', 'tidemark sync'];
const ofRequest = [
  ...[
    'tidemark cr checkout',
    'git switch',
    'git commit',
    'tidemark sync',
    'tidemark cr open',
    'tidemark cr merge',
  ],
  ...['git switch', 'tidemark sync'],
];

describe('a conflict, as the installed program reports it', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-conflict-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;
  let folder: string;
  let space: string;
  let runs = 0;

  beforeAll(async () => {
    installed = await installedProgram();
    const seeds = ['one', 'two', 'three', 'four', 'five'].map((name) => join(root, name));
    for (const seed of seeds) {
      mkdirSync(seed);
      writeFileSync(
        join(seed, 'SUMMARY.md'),
        '# Table of contents\n\n* [Tides](README.md)\n* [Moon](moon.md)\n',
      );
      writeFileSync(join(seed, 'moon.md'), '# Moon\n\nIt pulls at the sea.\n');
      writeFileSync(join(seed, 'README.md'), '# Tides\n\nThe sea rises.\n');
    }
    const args = ['serve', '--port', '0', '--json', ...seeds.flatMap((seed) => ['--seed', seed])];
    service = installed.start(args, { cwd: root });
    ready = await firstReadyOf(service);
  });
  afterAll(async () => {
    await service.end();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    space = ready.spaces[runs]!.id;
    folder = join(root, `clone ${++runs}`);
    mkdirSync(folder);
    expect(await run('init', '--url', ready.url, '--space', `${space}=.`)).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
  });

  const env = (): Record<string, string> => ({
    ...{ TIDEMARK_TOKEN: ready.token, TIDEMARK_HTTP_PORT: '0', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' },
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' },
  });
  const run = (...args: string[]): Promise<Ended> => installed.run(args, { cwd: folder, env: env() });
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: join(folder, 'docs'),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, ...env() },
    });
  const page = (): string => join(folder, 'docs', 'README.md');
  const editHere = (): void =>
    writeFileSync(page(), readFileSync(page(), 'utf8').replace('The sea rises.', 'The sea comes up.'));

  const requests = (): string => `/spaces/${space}/change-requests`;
  const call = async (method: string, path: string, body?: unknown): Promise<never> => {
    const answer = await ask(ready, method, path, body);
    expect(answer.status).toBeLessThan(300);
    return answer.body as never;
  };
  /** Another person writes a page of a change request. */
  async function writeThere(request: string, title: string, markdown: string): Promise<void> {
    const { pages } = await call('GET', `/spaces/${space}/content/pages`);
    const { id } = (pages as { id: string; title: string }[]).find((page) => page.title === title)!;
    const changes = [{ type: 'update_page', page: id, document: { markdown } }];
    await call('POST', `${requests()}/${request}/content`, { changes });
  }

  /** Another person changes a page in the service, and merges. */
  async function editThere(title = 'Tides', markdown = '# Tides\n\nThe sea falls.\n'): Promise<void> {
    const { id } = (await call('POST', requests(), { subject: 'There' })) as { id: string };
    await writeThere(id, title, markdown);
    await call('POST', `${requests()}/${id}/merge`);
  }

  /** The report of a daemon and its status page about the same folder. */
  async function daemonTells(first: RegExp): Promise<{ log: string; page: string }> {
    const daemon = installed.start(['daemon', '--json'], { cwd: folder, env: env() });
    try {
      const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
      await daemon.until(first);
      const answer = await fetch(`${url}/status`, { headers: { accept: 'text/html' } });
      return { log: daemon.out, page: (await answer.text()).replaceAll(/<[^>]+>/gu, ' ') };
    } finally {
      await daemon.end();
    }
  }

  it('between unsaved edits and the service has the same steps in sync, status, daemon and status page, and they end it', async () => {
    editHere();
    await editThere();

    const synced = await run('sync');
    const status = await run('status');
    const { log, page: shown } = await daemonTells(/git commit --all --message/);

    expect([synced.code, status.code]).toEqual([5, 5]);
    for (const text of [synced.out, status.out, shown])
      expect(commandsIn(text.slice(text.search(/git commit --all/u)))).toEqual(ofFiles);
    expect(log).toContain('git merge docs/main');
    expect(status.out).toMatch(/^\.? *.*conflict, 1 edited/m);
    git('commit', '--quiet', '--all', '--message', 'My edits');
    expect(() => git('merge', 'docs/main')).toThrow();
    expect((await run('status')).out).toContain('on main, in the middle of a merge');
    writeFileSync(page(), readFileSync(page(), 'utf8').replaceAll(/^(?:<{7}|={7}|>{7}).*\n/gmu, ''));
    git('commit', '--quiet', '--all', '--no-edit');
    expect((await run('sync')).code).toBe(0);
    expect((await run('status')).code).toBe(0);
  });

  it('in a change request has the same steps in cr merge, show and list, sync, status, daemon and status page', async () => {
    editHere();
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    await editThere();

    const merged = await run('cr', 'merge', number, '--yes', '--draft');
    const synced = await run('sync');
    const later = await run('sync');
    const others = await Promise.all(
      [['cr', 'show', number], ['cr', 'list'], ['status']].map((args) => run(...args)),
    );
    const { log, page: shown } = await daemonTells(/tidemark cr checkout/);

    expect([merged.code, synced.code, later.code]).toEqual([5, 5, 5]);
    for (const text of [merged, synced, later, ...others].map(({ out }) => out).concat(shown))
      expect(commandsIn(text.slice(text.search(/tidemark cr checkout/u))), text).toEqual(ofRequest);
    expect(log).toContain(`tidemark cr merge ${number}`);
  });

  it('[SYNC-71] with a reviewer who changed the same line of the change request is settled by a merge of docs/cr/N', async () => {
    editHere();
    git('commit', '--quiet', '--all', '--message', 'The sea comes up');
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    const { items } = await call('GET', `${requests()}?status=draft`);
    const [{ id }] = items as [{ id: string }];
    await writeThere(id, 'Tides', '# Tides\n\nThe sea is high.\n');
    writeFileSync(page(), readFileSync(page(), 'utf8').replace('The sea comes up.', 'The sea swells.'));
    git('commit', '--quiet', '--all', '--message', 'The sea swells');
    const waits = `in change request #${number} in the same lines: it stays local until you merge docs/cr/${number}`;

    const told = [await run('sync'), await run('status')];

    for (const { code, out } of told) {
      expect(code).toBe(5);
      expect(out).toContain(waits);
      expect(out).toContain(`git merge docs/cr/${number}`);
    }
    expect(() => git('merge', `docs/cr/${number}`)).toThrow();
    git('checkout', '--quiet', '--ours', 'README.md');
    git('commit', '--quiet', '--all', '--no-edit');
    expect(await run('sync')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`updated change request #${number}`),
    });
    expect((await run('status')).code).toBe(0);
    await call('POST', `${requests()}/${id}/merge`);
    expect((await run('sync')).code).toBe(0);
    expect(readFileSync(page(), 'utf8')).toContain('The sea swells.');
    expect(git('status', '--short')).toBe('');
  });

  it('beside a new page and a picture that were merged meanwhile ends with the steps as they are printed', async () => {
    const docs = join(folder, 'docs');
    writeFileSync(join(docs, 'ebb.md'), '# Ebb\n\n![A chart](.gitbook/assets/chart.svg)\n');
    mkdirSync(join(docs, '.gitbook', 'assets'), { recursive: true });
    writeFileSync(
      join(docs, '.gitbook', 'assets', 'chart.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    );
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    expect(await run('cr', 'merge', number, '--yes', '--draft')).toMatchObject({ code: 0 });
    await editThere();
    editHere();

    const { code, out } = await run('sync', '--json');
    expect(code).toBe(5);
    const [{ steps }] = (JSON.parse(out) as { advice: [{ steps: { command: string | null }[] }] }).advice;
    const typed = steps.flatMap(({ command }) => command ?? []);
    expect(typed[0]).toBe('git checkout docs/main -- .gitbook/assets/chart.svg ebb.md');
    for (const command of typed.filter((each) => each.startsWith('git '))) {
      const shell = { cwd: docs, env: { PATH: process.env['PATH'], HOME: folder, ...env() } };
      if (command.startsWith('git merge'))
        expect(() => execFileSync('sh', ['-c', command], { ...shell, stdio: 'pipe' })).toThrow(
          /Command failed/u,
        );
      else execFileSync('sh', ['-c', command], { ...shell, stdio: 'pipe' });
      if (command.startsWith('git merge')) {
        expect(git('diff', '--name-only', '--diff-filter=U').trim()).toBe('README.md');
        writeFileSync(page(), '# Tides\n\nThe sea comes and goes.\n');
      }
    }
    expect((await run('sync')).code).toBe(0);
    expect((await run('status')).code).toBe(0);
    expect(git('status', '--short')).toBe('');
    expect(readFileSync(join(docs, 'ebb.md'), 'utf8')).toMatch(/^---\nid: \w+\n---\n\n# Ebb\n/u);
  });

  it('[SYNC-8] between a deletion here and an edit in the service brings the page back, and says so', async () => {
    rmSync(join(folder, 'docs', 'moon.md'));
    writeFileSync(join(folder, 'docs', 'SUMMARY.md'), '# Table of contents\n\n* [Tides](README.md)\n');
    git('commit', '--quiet', '--all', '--message', 'No moon');
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    await editThere('Moon', '# Moon\n\nIt pulls at every sea.\n');

    const { out } = await run('sync');

    expect(out).toContain('back moon.md (changed in the service after you deleted it');
    expect(out).toContain(`archived change request #${number}`);
    expect(readFileSync(join(folder, 'docs', 'moon.md'), 'utf8')).toContain('every sea');
  });
});
