import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const run = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof runCommand> =>
  runCommand(args, {
    cwd: sample.folder,
    env: { TIDEMARK_TOKEN: sample.service.token, HOME: sample.folder, ...env },
  });
const git = (...args: string[]): string =>
  execFileSync('git', args, {
    ...{ cwd: join(sample.folder, 'docs'), encoding: 'utf8' },
    env: {
      ...{ PATH: process.env['PATH'], HOME: sample.folder, GIT_CONFIG_NOSYSTEM: '1' },
      ...{
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@b',
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@b',
      },
    },
  });
const file = (name: string): string => join(sample.folder, 'docs', name);

/** A configuration that mirrors the first space. */
function configuration(repository: string): string {
  const { url, spaces } = sample.service;
  return `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./${repository} }\nmirror:\n  spaces: [{ id: ${spaces[0]!.id}, path: . }]\n`;
}

/** A mirror of the first space, with an edit that was sent and one that was not. */
async function mirrored(): Promise<void> {
  writeFileSync(join(sample.folder, 'sync.config.yaml'), configuration('docs'));
  expect((await run(['sync'])).code).toBe(0);
}

async function edited(): Promise<void> {
  await mirrored();
  appendFileSync(file('README.md'), '\nSent.\n');
  expect((await run(['sync'])).out).toContain('proposed change request');
  writeFileSync(file('waiting.md'), '# Waiting\n');
}

/** What a status tells that needs no service. */
const known = [
  'The service gave no information this time: its spaces are shown as the last sync saw them.',
  '1 edit not sent yet:',
  'create waiting.md',
  'as the last sync saw them:',
  'proposed change request #',
];

it('names a file that no page uses, and counts it as nothing to do by hand', async () => {
  await mirrored();
  writeFileSync(file('lonely.png'), 'Not a picture that any page uses');

  const { out } = await run(['status']);

  expect(out).toContain('lonely.png is not a page, and no page uses it');
  expect(out).not.toContain('to do by hand');
});

describe('a status without news from the service', () => {
  it('[SYNC-110] tells what is known here, that the service refuses the token, and what to do', async () => {
    await edited();

    const refused = await run(['status'], { TIDEMARK_TOKEN: 'tdm_revoked' });
    const { code, out } = await run(['status', '--json'], { TIDEMARK_TOKEN: 'tdm_revoked' });

    expect(refused).toMatchObject({ code: 4, err: '' });
    for (const each of known) expect(refused.out).toContain(each);
    expect(refused.out).toContain('✗ The service refuses the token: ');
    expect(refused.out).toContain('export TIDEMARK_TOKEN=');
    expect(refused.out).not.toContain('up to date');
    const { problems, spaces } = JSON.parse(out);
    expect({ code, problems, spaces }).toMatchObject({
      code: 4,
      problems: [{ code: 'UNAUTHENTICATED' }],
      spaces: [{ behind: null, edits: [{ path: 'waiting.md' }] }],
    });
  });

  it('[SYNC-110] tells what is known here without a token, also if the configuration does not say what to mirror', async () => {
    await edited();
    const configuration = join(sample.folder, 'sync.config.yaml');

    for (const scope of [
      readFileSync(configuration, 'utf8'),
      `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\n`,
    ]) {
      writeFileSync(configuration, scope);
      const { code, out, err } = await run(['status'], { TIDEMARK_TOKEN: '' });

      expect({ code, err }).toEqual({ code: 4, err: '' });
      for (const each of known) expect(out).toContain(each);
      expect(out).toMatch(/✗ there is no API token for http[^]*export TIDEMARK_TOKEN=/);
      expect(out).not.toContain('refuses');
    }
    const refused = await run(['status'], {
      TIDEMARK_TOKEN: 'tdm_revoked',
      TIDEMARK_SERVICE_URL: sample.service.url,
    });
    expect(refused).toMatchObject({ code: 4, err: '', out: expect.stringContaining(known[2] ?? '') });
  });

  it('[SYNC-110] tells the same where nothing answers', { tags: ['long'] }, async () => {
    await edited();
    const away = { TIDEMARK_SERVICE_URL: 'http://127.0.0.1:1' };

    const { code, out } = await run(['status', '--trust-origin'], away);

    expect(code).toBe(3);
    for (const each of known) expect(out).toContain(each);
    expect(out).toContain('NO_ANSWER');
  });
});

describe('a status while HEAD is detached', () => {
  it('[SYNC-111] names what is edited and not sent, and how to go on', async () => {
    await edited();
    git('switch', '--quiet', '--detach');

    const { code, out } = await run(['status']);
    git('add', '.');
    git('commit', '--quiet', '--message', 'Alone');
    const committed = (await run(['status'])).out;
    const { head } = JSON.parse((await run(['status', '--json'])).out);

    expect(code).toBe(0);
    expect(out).toContain(
      'Not sent while HEAD is detached:\n  create waiting.md\n`git switch main` takes it along',
    );
    expect(committed).toContain('  create waiting.md\n  1 commit that no branch has\n`git switch -c NAME` ');
    expect(head).toMatchObject({ branch: null, unsent: { edits: [{ path: 'waiting.md' }], commits: 1 } });
  });

  it('[SYNC-111] says so before anybody edits, and nothing of it on a branch', async () => {
    await mirrored();
    git('switch', '--quiet', '--detach');

    expect((await run(['status'])).out).toContain('is not sent: `git switch main` brings you back');
    git('switch', '--quiet', 'main');
    expect((await run(['status'])).out).not.toContain('git switch');
  });
});

describe('a status with edits on another branch than the configured one', () => {
  it('names the branch beside the edits that are not sent, and beside its change request', async () => {
    await edited();
    const onMain = await run(['status']);
    git('switch', '--quiet', '--create', 'winter');
    writeFileSync(file('lonely.png'), 'Not a picture that any page uses');

    const { out } = await run(['status']);
    const { spaces, proposals } = JSON.parse((await run(['status', '--json'])).out);
    git('add', 'waiting.md');
    git('commit', '--quiet', '--message', 'Winter');
    expect((await run(['sync'])).out).toMatch(/^updated change request #\d+  .*  \. \(branch winter\)$/mu);
    git('switch', '--quiet', 'main');
    const back = await run(['status']);
    const { spaces: again } = JSON.parse((await run(['status', '--json'])).out);

    expect(onMain.out).toContain('1 edit not sent yet:');
    expect(onMain.out).not.toContain('(branch');
    expect(out).toMatch(/^2 edits \(branch winter\) not sent yet:$/mu);
    expect(out).toMatch(/^not sent  \. \(branch winter\)$/mu);
    expect(out).toMatch(/^proposed change request #\d+  .*  \.$/mu);
    expect(spaces).toMatchObject([{ branch: 'winter' }]);
    expect(proposals).toMatchObject([{ branch: 'main' }]);
    expect(back.out).toMatch(/^proposed change request #\d+  .*  \. \(branch winter\)$/mu);
    expect(again).toEqual([expect.not.objectContaining({ branch: expect.anything() as unknown })]);
  });
});

describe('a status of a change request whose branch was deleted', () => {
  it('says what a person can do with it', async () => {
    await edited();
    git('switch', '--quiet', '--create', 'winter');
    git('add', 'waiting.md');
    git('commit', '--quiet', '--message', 'Winter');
    await run(['sync']);
    const before = await run(['status']);
    git('switch', '--quiet', 'main');
    git('branch', '--quiet', '-D', 'winter');

    const { out } = await run(['status']);
    const { proposals } = JSON.parse((await run(['status', '--json'])).out);

    expect(before.out).not.toContain('is gone');
    const [, number = ''] = /change request #(\d+)/u.exec(out) ?? [];
    expect(out).toContain('  The branch winter is gone, so nothing more goes into it:\n');
    expect(out).toContain(
      `  \`tidemark cr checkout ${number}\` goes on with it, \`tidemark cr archive ${number}\` ends it.`,
    );
    expect(proposals).toMatchObject([{ branch: 'winter', branchGone: true }]);
    expect((await run(['cr', 'checkout', number])).code).toBe(0);
  });

  it('says nothing more once the change request is merged', async () => {
    await mirrored();
    git('switch', '--quiet', '--create', 'winter');
    appendFileSync(file('README.md'), '\nWinter.\n');
    git('commit', '--quiet', '--all', '--message', 'Winter');
    const [, number = ''] = /change request #(\d+)/u.exec((await run(['sync'])).out) ?? [];
    git('switch', '--quiet', 'main');
    await run(['cr', 'merge', number, '--draft', '--yes']);
    git('branch', '--quiet', '-D', 'winter');
    await run(['sync']);

    const { proposals } = JSON.parse((await run(['status', '--json'])).out);

    expect((await run(['status'])).out).not.toContain(`#${number}`);
    expect(proposals).toEqual([]);
  });
});

describe('how far a branch is from the mirror', () => {
  it('[SYNC-112] counts commits until their edits are merged in the service, and no merges', async () => {
    const ahead = async (): Promise<string | undefined> =>
      /^main .*$/m.exec((await run(['status'])).out)?.[0];
    await mirrored();
    const before = await ahead();
    appendFileSync(file('README.md'), '\nOne.\n');
    git('commit', '--quiet', '--all', '--message', 'One');
    const committed = await ahead();
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];
    const sent = await ahead();
    expect((await run(['cr', 'merge', number, '--draft', '--yes'])).code).toBe(0);
    await run(['sync']);

    expect(before).toBeUndefined();
    expect([committed, sent]).toEqual(Array(2).fill('main has 1 commit with edits that the mirror lacks'));
    expect(await ahead()).toBeUndefined();
    expect(git('rev-list', '--count', 'refs/remotes/docs/main..main').trim()).toBe('2');
  });

  it('[SYNC-112] counts the commits alone that came after the last merged one, in its file or in another', async () => {
    const ahead = async (): Promise<string | undefined> =>
      /^main has .*$/m.exec((await run(['status'])).out)?.[0];
    const save = (name: string, message: string): void => {
      appendFileSync(file(name), `\n${message}.\n`);
      git('commit', '--quiet', '--all', '--message', message);
    };
    await mirrored();
    save('README.md', 'First');
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];
    await run(['cr', 'merge', number, '--draft', '--yes']);
    await run(['sync']);
    save('README.md', 'Second');
    const inItsFile = await ahead();
    const other = git('ls-files', '*.md')
      .split('\n')
      .find((name) => !/README|SUMMARY/.test(name))!;
    git('switch', '--quiet', '--create', 'winter');
    save(other, 'Third');
    git('switch', '--quiet', 'main');
    git('merge', '--quiet', '--no-ff', '--no-edit', 'winter');

    expect(inItsFile).toBe('main has 1 commit with edits that the mirror lacks');
    expect(await ahead()).toBe('main has 2 commits with edits that the mirror lacks');
  });

  it('[SYNC-112] counts no commit that was merged while another one waited', async () => {
    await mirrored();
    const [one = '', two = ''] = git('ls-files', '*.md')
      .split('\n')
      .filter((name) => !/README|SUMMARY/.test(name));
    const save = (name: string): void => {
      appendFileSync(file(name), '\nMine.\n');
      git('commit', '--quiet', '--all', '--message', `Edit ${name}`);
    };
    save(one);
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];
    await run(['cr', 'merge', number, '--draft', '--yes']);
    save(two);
    await run(['sync']);

    expect((await run(['status'])).out).toContain('main has 1 commit with edits that the mirror lacks');
  });
});

describe('a status before the first sync', () => {
  it('says what makes the repository, as `doctor` does', async () => {
    writeFileSync(join(sample.folder, 'early.yaml'), configuration('early'));
    const { code, err } = await run(['status', '--config', 'early.yaml']);

    expect(code).toBe(2);
    expect(err).toContain('The first `tidemark sync` makes one there.');
    expect((await run(['doctor', '--config', 'early.yaml'])).out).toContain(
      'The first `tidemark sync` makes one.',
    );
    expect((await run(['sync', '--config', 'early.yaml'])).code).toBe(0);
  });
});
