import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

describe('the installed program on a first day', () => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-daily-'));
  let installed: Installed;
  let service: Running;
  let ready: FirstReady;
  let folder: string;
  let runs = 0;

  beforeAll(async () => {
    installed = await installedProgram();
    const sample = join(installed.packageFolder, 'templates', 'sample');
    service = installed.start(['serve', '--port', '0', '--seed', sample, '--json'], { cwd: root });
    ready = await firstReadyOf(service);
  });
  afterAll(async () => {
    await service.end();
    rmSync(root, { recursive: true, force: true });
  });
  beforeEach(() => {
    folder = join(root, String(++runs));
    mkdirSync(folder);
  });

  const env = (): Record<string, string> => ({
    ...{
      TIDEMARK_TOKEN: ready.token,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
    },
    // The daemon in a test does not look at the service by itself.
    ...{ TIDEMARK_HTTP_PORT: '0', TIDEMARK_SCHEDULE_INTERVAL: '1h', TIDEMARK_PUSH_DEBOUNCE: '1h' },
    ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b', NO_COLOR: '1' },
  });
  const run = (...args: string[]): Promise<Ended> => installed.run(args, { cwd: folder, env: env() });
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: join(folder, 'docs'),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, ...env() },
    });
  const page = (name: string): string => join(folder, 'docs', name);

  /** A mirror of one of the sample's spaces. */
  async function mirrored(): Promise<void> {
    const space = ready.spaces[1]?.id ?? '';
    const made = await run('init', '--url', ready.url, '--space', `${space}=.`);
    expect(made).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
  }

  it('takes a change request from an edit to its merge', async () => {
    await mirrored();
    mkdirSync(page('.gitbook/assets'), { recursive: true });
    writeFileSync(page('.gitbook/assets/dot.png'), Buffer.from([137, 80, 78, 71, 0, 255]));
    appendFileSync(page('README.md'), '\nAn edit.\n\n![A dot](.gitbook/assets/dot.png)\n');

    const before = await run('status');
    expect(before.out).toMatch(/2 edits not sent yet/);
    const [, number = ''] = /change request #(\d+)/.exec((await run('sync')).out) ?? [];
    const diff = await run('cr', 'diff', number);
    expect(diff).toMatchObject({ code: 0 });
    expect(diff.out).toContain('Binary files /dev/null and b/.gitbook/assets/dot.png differ');
    expect((await run('cr', 'diff', number, '--exit-code')).code).toBe(1);
    expect((await run('cr', 'show', 'abc')).err).toContain('“abc” is not the number of a change request');
    expect(await run('cr', 'merge', number)).toMatchObject({ code: 2 });
    expect((await run('cr', 'merge', number, '--yes')).err).toContain(`tidemark cr open ${number}`);
    expect((await run('cr', 'open', number)).code).toBe(0);
    expect(await run('cr', 'merge', number, '--yes')).toMatchObject({ code: 0 });
    expect((await run('status')).out).not.toContain('not sent');
    expect((await run('sync')).code).toBe(0);
    expect(await run('status')).toMatchObject({
      code: 0,
      out: expect.stringContaining('up to date') as string,
    });
  });

  it('shows where HEAD is and what waits for a person, within 80 columns', async () => {
    await mirrored();
    appendFileSync(page('README.md'), '\nkey: AKIAIOSFODNN7EXAMPLA\n');
    git('switch', '--quiet', '--detach');
    expect((await run('status')).out).toMatch(/^HEAD is detached at [0-9a-f]{7}/);
    git('switch', '--quiet', 'main');

    const { code, out } = await run('status');

    expect({ code, out }).toMatchObject({ code: 5 });
    expect(out).toMatch(/^on main; /);
    expect(out).toContain('SECRET_REFUSED');
    expect(out.split('\n').filter((line) => line.length > 80 && !line.startsWith('✗'))).toEqual([]);
    expect(out).not.toContain('\u001b');
  });

  it('reports that git is in the middle of a rebase, and how to end it', async () => {
    await mirrored();
    git('switch', '--quiet', '--create', 'other');
    appendFileSync(page('README.md'), '\nTheirs.\n');
    git('commit', '--quiet', '--all', '--message', 'theirs');
    git('switch', '--quiet', 'main');
    appendFileSync(page('README.md'), '\nOurs.\n');
    git('commit', '--quiet', '--all', '--message', 'ours');
    expect(() => git('rebase', '--quiet', 'other')).toThrow();

    const { code, out } = await run('status');

    expect({ code, out }).toMatchObject({ code: 5 });
    expect(out).toMatch(/^HEAD is detached at [0-9a-f]{7}, in the middle of a rebase/);
    expect(out).toContain('git rebase --continue');
  });

  it('says in status that the guard holds deletions back, until they are confirmed', async () => {
    await mirrored();
    const pages = git('ls-files', '*.md')
      .trim()
      .split('\n')
      .filter((name) => !/README|SUMMARY/.test(name));
    expect(pages.length).toBeGreaterThan(4);
    for (const name of pages) rmSync(page(name));
    expect(await run('sync')).toMatchObject({ code: 5 });

    const { code, out } = await run('status');

    expect({ code, out }).toMatchObject({ code: 5 });
    expect(out).toMatch(/DELETION_GUARD[^]*--confirm-deletions/);
    expect(out.split('\n').find((line) => line.startsWith('. '))).toContain('not sent');
  });

  it('[SYNC-28] names a change request by the commits that touch its space, and shows nobody the mark that the service has', async () => {
    const spaces = ready.spaces.slice(0, 2).map(({ id }, at) => `${id}=${['one', 'two'][at]}`);
    const chosen = spaces.flatMap((space) => ['--space', space]);
    expect(await run('init', '--url', ready.url, ...chosen)).toMatchObject({ code: 0 });
    expect(await run('sync')).toMatchObject({ code: 0 });
    for (const name of ['one', 'two']) {
      appendFileSync(page(`${name}/README.md`), '\nOne more line.\n');
      git('commit', '--quiet', '--all', '--message', `A line for ${name}`);
    }
    const { proposals } = JSON.parse((await run('sync', '--json')).out) as {
      proposals: { path: string; subject: string; number: number }[];
    };
    expect(proposals.map(({ path, subject }) => [path, subject])).toEqual([
      ['one', 'A line for one'],
      ['two', 'A line for two'],
    ]);

    const number = String(proposals[0]?.number);
    const address = `/spaces/${ready.spaces[0]?.id}/change-requests`;
    const mark = /\[[0-9a-f]{10}-[0-9a-f]{6}\]/;
    expect((await run('api', 'GET', address, '-f', 'status=draft')).out).toMatch(
      new RegExp(`A line for one ${mark.source}`),
    );
    const shown = [await run('cr', 'list'), await run('status')];
    for (const { out } of shown) expect(out).toMatch(/A line for one$|A line for one {2}draft/m);
    expect((await run('cr', 'merge', number, '--space', 'one', '--yes', '--draft')).code).toBe(0);
    shown.push(await run('cr', 'show', number, '--space', 'one'), await run('sync'));
    expect(git('log', '--format=%s', 'docs/main')).toContain(`A line for one (#${number})`);
    for (const text of [...shown.map(({ out }) => out), git('log', '--all', '--format=%B')])
      expect(text).not.toMatch(mark);
    const guide = join(installed.packageFolder, 'docs', 'guide', 'day', 'writer.md');
    expect(readFileSync(guide, 'utf8')).toMatch(mark);
  });

  it('has the daemon run the cycle that a sync beside it asks for', async () => {
    await mirrored();
    const daemon = installed.start(['daemon', '--json', '--verbose'], { cwd: folder, env: env() });
    try {
      await daemon.until(/"reason":"start"/);
      appendFileSync(page('README.md'), '\nWritten beside a daemon.\n');

      const plan = await run('sync', '--dry-run', '--json');
      const synced = await run('sync', '--space', '.');
      const wrong = await run('sync', '--space', 'nowhere', '--json');
      const quiet = await run('sync', '--json');

      expect(JSON.parse(plan.out)).toMatchObject({ dryRun: true, proposals: [{ state: 'planned' }] });
      expect(synced.code).toBe(0);
      expect(synced.out).toMatch(/proposed change request #\d+[^]*edit +README\.md/);
      expect(synced.err).toContain('this cycle was run by the daemon');
      expect(wrong.err + wrong.out).not.toContain('HELD');
      expect(JSON.parse(quiet.out)).toMatchObject({ outcome: 'quiet', exitCode: 0 });
      expect(daemon.out).toContain('"reason":"command"');
    } finally {
      await daemon.end();
    }
    expect(await run('sync')).toMatchObject({ code: 0, err: '' });
  });

  it('says of a conflict in a half-done merge what to type next', async () => {
    await mirrored();
    const name = 'SUMMARY.md';
    expect(git('ls-files')).toContain(name);
    git('switch', '--quiet', '--create', 'other');
    appendFileSync(page('README.md'), '\nTheirs.\n');
    git('commit', '--quiet', '--all', '--message', 'theirs');
    git('switch', '--quiet', 'main');
    appendFileSync(page('README.md'), '\nOurs.\n');
    git('commit', '--quiet', '--all', '--message', 'ours');
    spawnSync('git', ['merge', 'other'], {
      cwd: join(folder, 'docs'),
      env: { PATH: process.env['PATH'], HOME: folder, ...env() },
    });

    const { code, out } = await run('status');
    const synced = await run('sync');

    expect({ code, out }).toMatchObject({ code: 5 });
    expect(out).toContain('on main, in the middle of a merge');
    expect(synced).toMatchObject({ code: 5, out: expect.stringContaining('Needs action') as string });
    for (const each of [out, synced.out])
      expect(each).toMatch(/git add README\.md .*\n.*git commit --no-edit/u);
  });

  it('finds what is wrong with a configuration before anything is sent', async () => {
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: ${ready.url}, token: \${TIDEMARK_TOKEN} }\n`,
    );
    const broken = await run('sync');
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.err.match(/sync\.config\.yaml:\d+:\d+/g)).toHaveLength(1);
    expect(broken.err).toContain('inside { }, a variable needs quotes: "${TIDEMARK_TOKEN}"');

    writeFileSync(join(folder, 'docs'), '');
    writeFileSync(
      join(folder, 'sync.config.yaml'),
      `service: { url: "${ready.url}/v1", token: ${ready.token} }\nrepository: { path: ./docs }\n`,
    );
    const { code, out } = await run('doctor');
    expect(code).toBe(3);
    expect(out).toContain('ends in /v1');
    expect(out).toContain('service.token is written out in the file');
    expect(out).toContain('it is not a folder');
    expect(await run('init', '--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--url URL') as string,
    });
  });

  it('warns of plain http that other machines can reach', async () => {
    await mirrored();
    // This token was used with another service, so doctor sends nothing there.
    const { out } = await installed.run(['doctor'], {
      cwd: folder,
      env: { ...env(), TIDEMARK_SERVICE_URL: 'http://docs.invalid' },
    });
    expect(out).toContain('http://docs.invalid is not on this machine and not https');
    const open = installed.start(['serve', '--port', '0', '--host', '0.0.0.0'], { cwd: folder });
    await open.until(/The service is ready/);
    const { err } = await open.end();

    expect(err).toContain('0.0.0.0 can be reached from other machines, and this is plain http');
  });
});
