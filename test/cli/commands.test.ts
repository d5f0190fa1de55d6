import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { aDaemon } from '../daemon/support.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const run = (args: readonly string[], env: Record<string, string> = {}): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token, ...env } });

function configure(text: string): void {
  writeFileSync(join(sample.folder, 'sync.config.yaml'), text);
}

/** The configuration of the sample's first space, in a separate repository. */
function configureSpace({ url = sample.service.url, space = sample.service.spaces[0]?.id ?? '' } = {}): void {
  configure(
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}", timeout: 5s }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${space}, path: . }]\n`,
  );
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', join(sample.folder, 'docs'), ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: sample.folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b',
    },
  });

describe('the command line on bad input', () => {
  it('says how to begin without a configuration', async () => {
    const { code, err } = await run(['sync']);

    expect(code).toBe(2);
    expect(err).toContain('there is no sync.config.yaml');
    expect(err).toContain('tidemark init');
  });

  it('names line and column of broken YAML, and the option that an unknown key was meant to be', async () => {
    configure('service:\n  url: "http://x\n');
    expect(await run(['sync'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/sync\.config\.yaml:\d+:\d+/),
    });

    configure('service:\n  ulr: http://127.0.0.1\n');
    const { code, err } = await run(['sync']);
    expect(code).toBe(2);
    expect(err).toContain('sync.config.yaml:2:3: service.ulr is not an option; did you mean url?');
  });

  it('exits 4 without a token, and with one that the service does not know', async () => {
    configureSpace();

    const missing = await run(['sync'], { TIDEMARK_TOKEN: '' });
    expect(missing).toMatchObject({ code: 4, err: expect.stringContaining('there is no API token') });
    const wrong = await run(['sync', '--pull'], { TIDEMARK_TOKEN: 'tdm_wrong' });
    expect(wrong.code).toBe(4);
    expect(wrong.out + wrong.err).not.toContain('tdm_wrong');
  });

  it(
    'exits 3 for a space that is not there, a service that is down, and one that answers with a page',
    { tags: ['long'] },
    async () => {
      configureSpace({ space: 'nosuchspace' });
      const absent = await run(['sync', '--pull']);
      expect([absent.code, absent.out + absent.err]).toEqual([3, expect.stringContaining('nosuchspace')]);

      configureSpace({ url: 'http://127.0.0.1:1' });
      expect((await run(['sync', '--pull'])).code).toBe(3);

      const page = await htmlServer();
      configureSpace({ url: page.url });
      const html = await run(['sync', '--pull']);
      page.server.close();
      expect(html.code).toBe(3);
      expect(html.out + html.err).toMatch(/text\/html/);
    },
  );

  it('reports an unknown command, option and report format, with the nearest known one', async () => {
    expect(await run(['snyc'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean sync?'),
    });
    expect((await run(['sync', '--pul'])).code).toBe(2);
    configureSpace();
    expect(await run(['links', '--format', 'sarf', '--offline'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean sarif?'),
    });
    expect((await run(['sync', '--pull', '--push'])).err).toContain('--pull and --push were both given');
  });

  it.each([
    ['--allow-host', 'http://docs.internal', 'such as docs.internal.'],
    ['--allow-host', 'docs.internal:8787', 'such as docs.internal.'],
    ['--allow-host', 'docs.internal/path', 'such as docs.internal.'],
    ['--import-allow', '10.0.0.1:80', 'an address of this machine alone'],
    ['--import-allow', '[fd00::1]:80', 'an address of this machine alone'],
  ])('refuses %s %s for the service, which would never count', async (option, value, says) => {
    const { code, err } = await run(['serve', option, value]);

    expect(code).toBe(2);
    expect(err.replace(/\s+/gu, ' ')).toContain(says);
  });

  it('says of a file where a folder belongs that it is a file', async () => {
    configureSpace();
    writeFileSync(join(sample.folder, 'docs'), 'A file.\n');

    for (const args of [['serve', '--data', 'docs', '--port', '0'], ['daemon']]) {
      const { code, err, out } = await run(args);
      expect(code).toBe(3);
      expect(err + out).toContain(`${join(sample.folder, 'docs')} is a file and no folder`);
      expect(err + out).toContain('Name another folder, or move that file away.');
    }
  });

  it('says of a taken port that it is taken, in an export as everywhere', async () => {
    const { server, url } = await htmlServer();
    mkdirSync(join(sample.folder, 'book'));
    writeFileSync(join(sample.folder, 'book', 'README.md'), '# Home\n');
    try {
      const { code, err } = await run(['export', 'book', '--serve', new URL(url).port], {
        XDG_CACHE_HOME: join(sample.folder, 'cache'),
      });
      expect(code).toBe(3);
      expect(err).toContain('PORT_IN_USE');
    } finally {
      server.close();
    }
  });

  it('gives failures as JSON when asked', async () => {
    const { code, err } = await run(['sync', '--json']);

    expect(code).toBe(2);
    expect(JSON.parse(err)).toMatchObject({ event: 'error', code: 'CONFIG_MISSING' });
  });

  it('says that a configuration which is a folder cannot be read, and what to do', async () => {
    mkdirSync(join(sample.folder, 'sync.config.yaml'));
    const { code, err } = await run(['sync']);

    expect(code).toBe(2);
    expect(err).toMatch(/sync\.config\.yaml could not be read: it is a folder\n[^]*--config FILE/u);
  });

  it('adopts a repository with its own history, and overwrites nothing in it', async () => {
    mkdirSync(join(sample.folder, 'docs'));
    git('init', '-q', '-b', 'main');
    writeFileSync(join(sample.folder, 'docs', 'mine.txt'), 'mine\n');
    writeFileSync(join(sample.folder, 'docs', 'README.md'), '# Mine\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'mine');
    const before = git('rev-parse', 'HEAD');
    configureSpace();

    const { code, out } = await run(['sync', '--pull']);

    expect([0, 5]).toContain(code);
    expect(readFileSync(join(sample.folder, 'docs', 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(sample.folder, 'docs', 'README.md'), 'utf8')).toContain('# Mine');
    expect(git('log', '--format=%H').split('\n')).toContain(before.trim());
    expect(git('rev-parse', 'refs/remotes/docs/main')).toMatch(/^[0-9a-f]{40}/);
    expect(out).not.toBe('');
  });

  it('moves only the mirror refs if HEAD is detached', async () => {
    configureSpace();
    await run(['sync', '--pull']);
    git('checkout', '-q', '--detach');
    const { code, out } = await run(['sync', '--pull', '--json']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      branch: { state: expect.stringMatching(/detached|up-to-date/) },
    });
    expect(git('status', '--short')).toBe('');
  });
});

describe('the command line at work', () => {
  it('mirrors, does nothing the second time, and proposes what a writer edits', async () => {
    configureSpace();
    expect(await run(['sync'])).toMatchObject({ code: 0, out: expect.stringContaining('first mirror') });
    const mirror = git('rev-parse', 'docs/main');

    expect(await run(['sync'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Nothing new. 1 request'),
    });
    expect(git('rev-parse', 'docs/main')).toBe(mirror);

    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\nA new line.\n');
    const plan = JSON.parse((await run(['sync', '--dry-run', '--json'])).out);
    expect(plan.proposals[0]).toMatchObject({
      state: 'planned',
      edits: [{ kind: 'edit', path: 'README.md' }],
    });
    expect(await run(['sync'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('proposed change request #1'),
    });

    expect((await run(['status'])).out).toContain('#1');
    const shown = JSON.parse((await run(['cr', 'show', '1', '--json'])).out);
    expect(shown.changeRequest).toMatchObject({ number: 1, status: 'draft' });
    expect((await run(['cr', 'open', '1'])).out).toContain('open');
    const diff = await run(['cr', 'diff', '1']);
    expect([diff.code, diff.out]).toEqual([0, expect.stringContaining('+A new line.')]);
    expect((await run(['cr', 'diff', '1', '--exit-code'])).code).toBe(1);
    expect(await run(['cr', 'merge', '1', '--yes'])).toMatchObject({ code: 0 });
    expect((await run(['cr', 'diff', '1'])).code).toBe(0);
    await run(['sync']);
    expect(git('status', '--short')).toBe('');
    expect(JSON.parse((await run(['sync', '--json'])).out)).toMatchObject({ outcome: 'quiet', commits: 0 });
    const merged = await run(['cr', 'diff', '1']);
    expect([merged.code, merged.err]).toEqual([3, expect.stringContaining('#1 of Developers was merged')]);
    const [, shows = ''] = /git (show \S+)/.exec(merged.err) ?? [];
    expect(git(...shows.split(' '))).toContain('+A new line.');
  });

  it('shows what an archived change request would change, and says that it was archived', async () => {
    configureSpace();
    await run(['sync']);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\nA line to archive.\n');
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];
    await run(['cr', 'archive', number]);
    for (const args of [
      ['merge', number, '--yes'],
      ['update', number],
    ])
      expect(await run(['cr', ...args])).toMatchObject({
        code: 5,
        err: expect.stringMatching(
          new RegExp(`#${number} of Developers is archived, so it cannot be .*\\n.*cr open ${number}`),
        ) as string,
      });

    for (const _ of ['before its reference goes', 'after that']) {
      const { code, out, err } = await run(['cr', 'diff', number]);
      expect([code, out]).toEqual([0, expect.stringContaining('+A line to archive.')]);
      expect(err).toContain(`Change request #${number} was archived`);
      await run(['sync']);
    }
  });

  it('names in every sync and status what stays local, and why', async () => {
    configureSpace();
    await run(['sync']);
    expect((await run(['status'])).out).not.toContain('not sent');
    writeFileSync(
      join(sample.folder, 'docs', 'again.md'),
      readFileSync(join(sample.folder, 'docs', 'README.md')),
    );

    for (const command of ['sync', 'sync', 'status']) {
      const { code, out } = await run([command]);
      expect(code).toBe(0);
      expect(out).toContain('not sent  .\n  again.md is a copy of README.md');
    }
    expect((await run(['status'])).out).toContain('1 not sent');
    const binary = join(sample.folder, 'docs', 'binary.md');
    writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x80]));
    // The state of the space says once that something is not sent.
    expect((await run(['status'])).out).toMatch(/\d {2,}not sent {2,}/);
    rmSync(binary);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\nA new line.\n');
    expect((await run(['status'])).out).toMatch(/ 1 edited +\d/);
    const { spaces } = JSON.parse((await run(['status', '--json'])).out);
    expect(spaces[0].unsaid).toEqual([expect.stringContaining('again.md')]);
  });

  it('merges only after a yes, and a draft only if the person means that', async () => {
    configureSpace();
    await run(['sync']);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\nA line to merge.\n');
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];

    expect(await run(['cr', 'merge', number])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`tidemark cr merge ${number} --yes`) as string,
    });
    expect(await run(['cr', 'merge', number, '--yes'])).toMatchObject({
      code: 5,
      err: expect.stringMatching(/is a draft\n.*cr open \d+\n.*cr merge \d+ --draft --yes/) as string,
    });
    const asked: string[] = [];
    const answering = (answer: string) => (question: string) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const merge = (answer: string): ReturnType<typeof run> =>
      runCommand(['cr', 'merge', number, '--draft'], {
        ...{ cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token } },
        ask: answering(answer),
      });
    expect(await merge('')).toMatchObject({
      code: 130,
      err: expect.stringContaining('was not merged') as string,
    });
    expect((await run(['cr', 'show', number])).out).toContain('draft');
    expect(await merge('y')).toMatchObject({ code: 0, out: expect.stringContaining('merged') as string });
    expect(asked[0]).toMatch(/^Merge draft #\d+ “.*” into .*\? \[y\/N\] $/);
  });

  it('asks for the review of the branch’s own change request when no number is named', async () => {
    configureSpace();
    await run(['sync']);
    expect(await run(['cr', 'open'])).toMatchObject({
      code: 3,
      err: expect.stringMatching(/branch main has no open change request[\s\S]*tidemark sync/) as string,
    });
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\nA line to review.\n');
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];

    expect(await run(['cr', 'open'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^#${number} .*\n  open\n`)) as string,
    });
    // A branch that edits somebody's change request by its name means that one.
    await run(['cr', 'open', '--subject', 'Somebody’s own']);
    const other = String(Number(number) + 1);
    await run(['sync']);
    await run(['cr', 'checkout', other]);
    git('stash');
    git('switch', '--quiet', `cr/${other}`);
    expect((await run(['cr', 'open'])).out).toMatch(new RegExp(`^#${other} `));
    git('switch', '--quiet', '--detach');
    expect((await run(['cr', 'open'])).err).toContain('HEAD is detached');
  });

  it('says of a change request that is not a number what is wanted', async () => {
    configureSpace();

    expect(await run(['cr', 'show', 'abc'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('“abc” is not the number of a change request') as string,
    });
  });

  it('shows the change of a file that is not text in one line', async () => {
    configureSpace();
    await run(['sync']);
    mkdirSync(join(sample.folder, 'docs', '.gitbook', 'assets'), { recursive: true });
    writeFileSync(
      join(sample.folder, 'docs', '.gitbook', 'assets', 'dot.png'),
      Buffer.from([137, 80, 78, 71, 0, 255]),
    );
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n![A dot](.gitbook/assets/dot.png)\n');
    const [, number = ''] = /change request #(\d+)/.exec((await run(['sync'])).out) ?? [];

    const { out } = await run(['cr', 'diff', number]);
    const { files } = JSON.parse((await run(['cr', 'diff', number, '--json'])).out);

    expect(out).toContain('Binary files /dev/null and b/.gitbook/assets/dot.png differ\n');
    expect(out).toContain('+![A dot](.gitbook/assets/dot.png)');
    expect(files).toContainEqual({
      ...{ path: '.gitbook/assets/dot.png', kind: 'added', before: null, after: null, binary: true },
    });
  });

  it('checks the links: a broken one is old on the base, and fails when everything counts', async () => {
    configureSpace({ space: 'brightwaterdeveloper' });
    await run(['sync', '--pull']);

    expect((await run(['links', '--offline'])).code).toBe(0);
    const all = await run(['links', '--offline', '--fail-on', 'broken']);
    expect([all.code, all.out]).toEqual([1, expect.stringContaining('libraries-old.md')]);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[new](nowhere.md)\n');
    expect((await run(['links', '--offline'])).code).toBe(1);
    const sarif = await run(['links', '--offline', '--format', 'sarif=out/links.sarif', '--format', 'text']);
    expect(sarif.code).toBe(1);
    expect(JSON.parse(readFileSync(join(sample.folder, 'out', 'links.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    });
  });

  it('never says that links are fine when the service cannot be asked', { tags: ['long'] }, async () => {
    configureSpace();
    await run(['sync', '--pull']);
    configureSpace({ url: 'http://127.0.0.1:1' });

    expect((await run(['links'])).code).toBe(3);
    configureSpace();
    expect((await run(['links'], { TIDEMARK_TOKEN: 'tdm_wrong' })).code).toBe(4);
  });

  it('says of an option that is none how to find the right one', async () => {
    const { code, err } = await run(['init', '--service', 'https://docs.example']);

    expect(code).toBe(2);
    expect(err).toContain("unknown option '--service'");
    expect(err).toContain('See what there is: tidemark init --help');
  });

  it('exports the mirror', async () => {
    configureSpace();
    await run(['sync', '--pull']);
    const { code, out } = await run(['export', '--space', '.', '--json'], {
      XDG_CACHE_HOME: join(sample.folder, 'cache'),
    });

    expect(code).toBe(0);
    expect(JSON.parse(out).pages).toBeGreaterThan(3);
    expect(readFileSync(join(sample.folder, 'site', 'index.html'), 'utf8')).toContain('<html');
  });

  it('says what to do about a site that the mirror does not have yet', async () => {
    configureSpace();
    await run(['sync', '--pull']);

    const { code, err } = await run(['export', '--site', 'site_new']);
    expect(code).toBe(2);
    expect(err).toContain('no mirrored site has the id site_new');
    expect(err).toContain('wait ten minutes, run `tidemark sync` and export again');
  });

  it.each(['links', 'export'])(
    'say of a folder that is not there that nothing is there (%s)',
    async (command) => {
      expect(await run([command, 'nofolder'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('there is no file or folder nofolder'),
      });
    },
  );

  it('exports folders, not files', async () => {
    writeFileSync(join(sample.folder, 'page.md'), '# Page\n');

    expect(await run(['export', 'page.md'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('page.md is a file, not a folder'),
    });
  });

  it('calls operations by name and by path', async () => {
    configureSpace();
    const space = sample.service.spaces[0]?.id ?? '';

    expect(JSON.parse((await run(['api', 'getSpaceById', space])).out)).toMatchObject({
      object: 'space',
      id: space,
    });
    expect(
      JSON.parse(
        (await run(['api', 'GET', `/orgs/${sample.service.organization}/spaces`, '--paginate'])).out,
      ),
    ).toHaveLength(3);
    expect(await run(['api', 'GET', '/spaces/nosuchspace'])).toMatchObject({ code: 3 });
    expect(JSON.parse((await run(['api', '--openapi'])).out)).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
    });
  });

  it('writes a configuration that it reads again', async () => {
    const written = await run([
      'init',
      '--url',
      sample.service.url,
      '--space',
      `${sample.service.spaces[0]?.id}=guides`,
    ]);

    expect(written.code).toBe(0);
    expect((await run(['init'])).err).toContain('already here');
    expect((await run(['doctor'])).out).toContain('space guides');
    const folder = 'guides/of/the/whole/harbour';
    configure(
      `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\nmirror:\n  spaces: [{ id: ${sample.service.spaces[0]?.id}, path: ${folder} }]\n`,
    );
    const columns = (await run(['doctor'])).out
      .split('\n')
      .filter((line) => /^[✓!✗] (?:configuration|service|clock|space) /u.test(line))
      .map((line) => /^. (?:space \S+|\S+) +/u.exec(line)?.[0].length);
    expect([columns.length, [...new Set(columns)]]).toEqual([4, [`✓ space ${folder} `.length]]);
    expect((await run(['init', '--force', '--space', '=x'])).code).toBe(2);
  });
});

async function htmlServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a fleet’s configuration', () => {
  it('is refused by a worker with the names of what it lacks', async () => {
    const start = async (more: string): Promise<string> => {
      configureSpace();
      const config = readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8');
      configure(config.replace('{ path: ./docs }', `{ path: ./docs${more}`));
      const { code, err } = await run(['worker']);
      expect(code).toBe(2);
      return err;
    };

    expect(await start(', remote: "https://git.example.com/docs" }')).toContain(
      'lacks: queue.driver: redis (it is memory), queue.url\n',
    );
    expect(await start(' }\nqueue: { driver: redis, url: "redis://127.0.0.1:1" }')).toContain(
      'lacks: repository.remote\n',
    );
  });

  it('is told by a daemon, which works without Redis', async () => {
    const { server, url } = await htmlServer();
    try {
      configureSpace();
      const config = readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8');
      // The daemon ends at once, because its port is taken.
      configure(
        `${config}\nhttp: { port: ${new URL(url).port} }\nqueue: { driver: redis, url: "redis://127.0.0.1:1" }\n`,
      );
      const { out } = await run(['daemon']);
      expect(out).toContain('queue.driver: redis counts for `tidemark worker` alone');
    } finally {
      server.close();
    }
  });
});

describe('status beside a daemon whose port the system chose', () => {
  it('[SYNC-103] finds that daemon by what it noted in the repository', async () => {
    configureSpace();
    const config = readFileSync(join(sample.folder, 'sync.config.yaml'), 'utf8');
    configure(`${config}\nhttp: { port: 0 }\n`);
    await run(['sync', '--pull']);
    expect((await run(['status'])).out).toContain('No daemon answers for this configuration.');
    const { daemon } = aDaemon({
      ...{ serviceUrl: sample.service.url, http: { host: '127.0.0.1', port: 0 } },
      control: {
        gitFolder: join(sample.folder, 'docs', '.git'),
        cycle: () => Promise.reject(new Error('nobody asks')),
      },
    });
    await daemon.start();
    try {
      expect((await run(['status'])).out).toMatch(/^The daemon /u);
    } finally {
      await daemon.stop();
    }
    expect((await run(['status'])).out).toContain('No daemon answers for this configuration.');
  });
});
