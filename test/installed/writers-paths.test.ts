import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  firstReadyOf,
  installedProgram,
  type Ended,
  type FirstReady,
  type Installed,
  type Running,
} from '../support/installed.ts';
import { groupedSpace, writersDays, writersFolder } from '../sync/writers-folder.ts';
import type { WritersDay } from '../sync/writers-folder.ts';

/** Days that a real person had. Another test plays their variations in one process. */
const days: readonly { readonly name: string; readonly trigger: 'save' | 'commit' }[] = [
  { name: 'adds a page beside its siblings with a line under a group', trigger: 'save' },
  { name: 'moves a folder with a page and its children, named anew in SUMMARY.md', trigger: 'commit' },
  { name: 'makes x/README.md of x.md', trigger: 'save' },
  { name: 'swaps a listed page with a file that is not listed', trigger: 'save' },
  { name: 'moves a page to another folder and edits it', trigger: 'commit' },
];

describe('a writer with the installed program, alone, who', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-writers-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;

  beforeAll(async () => {
    installed = await installedProgram();
    const seeds = days.map((_, day) => {
      const seed = writersFolder(join(root, `seed-${day}`));
      for (const [path, text] of Object.entries(groupedSpace)) seed.write(path, text);
      return ['--seed', seed.folder];
    });
    const named = writersFolder(join(root, 'seed-contents'));
    for (const [path, text] of Object.entries(groupedSpace))
      named.write(path === 'SUMMARY.md' ? 'contents.md' : path, text);
    named.write('.gitbook.yaml', 'structure:\n  summary: ./contents.md\n');
    const empty = writersFolder(join(root, 'seed-empty'));
    for (const [path, text] of Object.entries(groupedSpace)) empty.write(path, text);
    seeds.push(['--seed', named.folder], ['--seed', empty.folder]);
    service = installed.start(['serve', '--port', '0', ...seeds.flat(), '--json'], { cwd: root });
    ready = await firstReadyOf(service);
  });
  afterAll(async () => {
    await service.end();
    rmSync(root, { recursive: true, force: true });
  });

  /** A writer who has just begun with the space of a seed. */
  async function writerOf(name: string, trigger: 'save' | 'commit') {
    const folder = join(root, `writer-${name}`);
    mkdirSync(folder);
    const env = {
      ...{ TIDEMARK_TOKEN: ready.token, NO_COLOR: '1', GIT_CONFIG_NOSYSTEM: '1' },
      ...{ GIT_AUTHOR_NAME: 'W', GIT_AUTHOR_EMAIL: 'w@example.com' },
      ...{ GIT_COMMITTER_NAME: 'W', GIT_COMMITTER_EMAIL: 'w@example.com' },
      TIDEMARK_PUSH_TRIGGER: trigger,
    };
    const run = (...args: string[]): Promise<Ended> => installed.run(args, { cwd: folder, env });
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        cwd: join(folder, 'docs'),
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder, ...env },
      });
    const space = ready.spaces.find(({ title }) => title.toLowerCase().replace(' ', '-') === `seed-${name}`)!;
    expect(await run('init', '--url', ready.url, '--space', `${space.id}=.`)).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
    return { run, git, files: writersFolder(join(folder, 'docs')) };
  }

  // A failed case has changed its space, so a second try would fail because of that and hide the first reason.
  const once = { retry: 0 };
  it.each(days)(
    '$name is clean when that is merged, and three more cycles write nothing',
    once,
    async (day) => {
      const at = days.indexOf(day);
      const { run, git, files } = await writerOf(String(at), day.trigger);
      const { does, leaves } = writersDays.find(({ name }) => name === day.name) as WritersDay;
      does(files);
      if (day.trigger === 'commit') {
        git('add', '--all');
        git('commit', '--quiet', '--message', day.name);
      }

      const sent = await run('sync');
      const [, number = ''] = /change request #(\d+)/.exec(sent.out) ?? [];
      const merged = await run('cr', 'merge', number, '--yes', '--draft');
      const followed = await run('sync');

      expect(service.err, 'what the service complains of').toBe('');
      expect([sent, merged, followed].map(({ code, err }) => ({ code, err }))).toEqual(
        Array(3).fill({ code: 0, err: '' }),
      );
      expect(git('status', '--porcelain')).toBe('');
      expect(git('diff', '--name-status', 'refs/remotes/docs/main', 'HEAD')).toBe('');
      for (const [path, title] of Object.entries(leaves))
        expect([path, files.has(path) ? /^# (.*)$/m.exec(files.read(path))?.[1] : null]).toEqual([
          path,
          title,
        ]);
      const refs = git('for-each-ref', '--format=%(refname) %(objectname)');
      for (let cycle = 0; cycle < 3; cycle++) {
        const quiet = JSON.parse((await run('sync', '--json')).out) as object;
        // The one request asks whether there is something new.
        const nothing = { outcome: 'quiet', exitCode: 0, commits: 0, requests: 1, proposals: [] };
        expect(quiet).toMatchObject(nothing);
      }
      expect(git('for-each-ref', '--format=%(refname) %(objectname)')).toBe(refs);
    },
  );

  it('keeps what was saved over a page that was an empty file when it was sent', once, async () => {
    const { run, git, files } = await writerOf('empty', 'save');
    files.write('fresh.md', '');
    files.write('SUMMARY.md', `${files.read('SUMMARY.md').trimEnd()}\n* [Fresh](fresh.md)\n`);
    const sent = await run('sync');
    const [, number = ''] = /change request #(\d+)/.exec(sent.out) ?? [];
    const latin = Buffer.from('# Caf\xe9\n\nNew.\n', 'latin1');
    writeFileSync(join(files.folder, 'fresh.md'), latin);
    expect(await run('cr', 'merge', number, '--yes', '--draft')).toMatchObject({ code: 0 });

    const held = await run('sync');
    expect(held.out + held.err).toContain('fresh.md is not sent: it is Latin-1');
    expect(readFileSync(join(files.folder, 'fresh.md'))).toEqual(latin);
    files.write('fresh.md', '# Café\n\nNew.\n');
    const mended = await run('sync');
    expect(mended).toMatchObject({ code: 0, err: '' });
    const [, second = ''] = /change request #(\d+)/.exec(mended.out) ?? [];
    expect(await run('cr', 'merge', second, '--yes', '--draft')).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
    expect(files.read('fresh.md')).toContain('# Café\n\nNew.\n');
    expect(git('diff', '--name-status', 'refs/remotes/docs/main', 'HEAD')).toBe('');
  });

  it(
    'keeps a group and a link of a table of contents that .gitbook.yaml calls contents.md',
    once,
    async () => {
      const { run, files } = await writerOf('contents', 'save');
      files.write('fresh.md', '# Fresh\n\nNew.\n');
      const mine = '\n* [Fresh](fresh.md)\n\n## Mine\n\n* [Elsewhere](https://example.com/elsewhere)\n';
      files.write('contents.md', `${files.read('contents.md').trimEnd()}${mine}`);

      const sent = await run('sync');
      expect(sent.out).toContain('contents.md: the link “Elsewhere” is new here');
      const [, number = ''] = /change request #(\d+)/.exec(sent.out) ?? [];
      expect(await run('cr', 'merge', number, '--yes', '--draft')).toMatchObject({ code: 0 });
      expect(await run('sync')).toMatchObject({ code: 0 });

      expect(files.read('contents.md')).toContain(mine);
      expect(files.read('fresh.md')).toMatch(/^---\nid: /u);
      expect(files.has('SUMMARY.md')).toBe(false);
      const quiet = JSON.parse((await run('sync', '--json')).out) as object;
      expect(quiet).toMatchObject({ outcome: 'quiet', exitCode: 0, commits: 0 });
    },
  );
});
