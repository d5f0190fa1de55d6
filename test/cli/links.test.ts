import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../support/command-line.ts';
import { sampleService } from './sample-service.ts';

const sample = sampleService();

const run = (args: readonly string[], env: Record<string, string> = {}): ReturnType<typeof runCommand> =>
  runCommand(args, { cwd: sample.folder, env: { TIDEMARK_TOKEN: sample.service.token, ...env } });

interface JsonFinding {
  rule: string;
  level: string;
  path: string;
  line: number | null;
  target: string;
  isNew: boolean;
  sources: string[];
}

interface JsonReport {
  findings: JsonFinding[];
  service: { links: number; broken: number; changeRequestBroken: number | null } | null;
  differences: { path: string; message: string }[];
}

async function report(args: readonly string[]): Promise<{ code: number; err: string; json: JsonReport }> {
  const { code, out, err } = await run(['links', '--format', 'json', ...args]);
  return { code, err, json: JSON.parse(out) as JsonReport };
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(sample.folder, path)), { recursive: true });
  writeFileSync(join(sample.folder, path), text);
}

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', sample.folder, ...args], {
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

function configure(links = '', url = sample.service.url): void {
  write(
    'sync.config.yaml',
    `service: { url: "${url}", token: "\${TIDEMARK_TOKEN}", timeout: 5s }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: brightwaterdeveloper, path: . }]\n${links}`,
  );
}

describe('links against the service', () => {
  it('prints where the two differ, and ignores the service on files that were not sent yet', async () => {
    configure();
    await run(['sync', '--pull']);
    expect((await run(['links', '--explain'])).err).toContain('The service and the scan agree.');

    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[new](nowhere.md)\n');
    const page = join(sample.folder, 'docs', 'client-libraries.md');
    writeFileSync(page, readFileSync(page, 'utf8').replace('libraries-old.md', 'README.md'));
    const { code, json } = await report([]);

    // The service still counts the link that is corrected here, and does not know the new one.
    expect(json.service).toMatchObject({ broken: 1 });
    expect(json.findings.map(({ rule, target, isNew }) => [rule, target, isNew])).toEqual([
      ['in-app', expect.any(String), false],
      ['broken-page', 'nowhere.md', true],
    ]);
    expect(json.differences).toEqual([]);
    expect(code).toBe(1);
  });

  it('checks a mirrored change request, with the service’s verdict on each link and file', async () => {
    configure();
    await run(['sync', '--pull']);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[new](nowhere.md)\n');
    const proposed = /change request #(\d+)/u.exec((await run(['sync'])).out)?.[1] ?? '';
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[unsent](nowhere-else.md)\n');

    const { code, json } = await report(['--change-request', proposed]);

    expect(
      json.findings
        .filter(({ level }) => level === 'error')
        .map(({ target, isNew, sources }) => [target, isNew, sources]),
    ).toEqual([
      ['nowhere.md', true, ['scan', 'service']],
      ['libraries-old.md', false, ['scan', 'service']],
    ]);
    expect(json.service).toMatchObject({ broken: 2, changeRequestBroken: 1 });
    expect(code).toBe(1);
    expect(await run(['links', '--change-request', '99'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no change request 99 is mirrored here'),
    });
    expect((await run(['links', '--change-request', proposed, '--fix'])).code).toBe(2);
    await run(['cr', 'archive', proposed]);
  });

  it('distinguishes a target that a change request adds from one that does not exist', async () => {
    configure();
    await run(['sync', '--pull']);
    const summary = join(sample.folder, 'docs', 'SUMMARY.md');
    const before = readFileSync(summary, 'utf8');
    write('docs/coming-soon.md', '# Coming soon\n\nText.\n');
    appendFileSync(summary, '* [Coming soon](coming-soon.md)\n');
    const { out } = await run(['sync']);
    rmSync(join(sample.folder, 'docs', 'coming-soon.md'));
    writeFileSync(summary, before);
    appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[soon](coming-soon.md)\n');

    const { json } = await report(['--offline']);
    expect((await report(['--no-service'])).json.findings).toEqual(json.findings);

    expect(json.findings.filter(({ isNew }) => isNew).map(({ rule, target }) => [rule, target])).toEqual([
      ['pending', 'coming-soon.md'],
    ]);
    await run(['cr', 'archive', /change request #(\d+)/u.exec(out)?.[1] ?? '']);
  });

  it(
    'exits as CI needs it: broken 1, the same on the base 0, no service 3 and never 0, a wrong token 4',
    { tags: ['long'], timeout: 60_000 },
    async () => {
      configure();
      await run(['sync', '--pull']);
      appendFileSync(join(sample.folder, 'docs', 'README.md'), '\n[new](nowhere.md)\n');
      expect((await run(['links', '--fail-on', 'new'])).code).toBe(1);

      const inDocs = (...args: string[]): string => git('-C', 'docs', ...args);
      inDocs('add', '-A');
      inDocs('commit', '-q', '-m', 'A broken link.');
      expect((await run(['links', '--fail-on', 'new', '--base', 'HEAD'])).code).toBe(0);
      expect((await run(['links', '--fail-on', 'new', '--base', 'docs/main'])).code).toBe(1);
      expect((await run(['links', '--fail-on', 'broken', '--base', 'HEAD'])).code).toBe(1);
      expect((await run(['links', '--fail-on', 'broken', '--max-broken', '2'])).code).toBe(0);
      expect((await run(['links'], { TIDEMARK_TOKEN: 'tdm_wrong' })).code).toBe(4);

      configure('', 'http://127.0.0.1:1');
      expect((await run(['links', '--fail-on', 'never', '--base', 'HEAD'])).code).toBe(3);
    },
  );
});

describe('the levels of rules', () => {
  it('come from the configuration, and for once from the command line', async () => {
    write('docs/README.md', '# Home\n\n[x](http://localhost:8080/)\n');
    write('docs/.gitbook/assets/unused.png', '');
    const levels = async (...args: string[]): Promise<[number, string[]]> => {
      const { code, json } = await report(['docs', ...args]);
      return [code, json.findings.map(({ rule, level }) => `${rule} ${level}`)];
    };

    expect(await levels()).toEqual([0, ['local-address warning']]);
    configure('links: { levels: { local-address: error, unused-file: note } }\n');
    expect(await levels()).toEqual([1, ['unused-file note', 'local-address error']]);
    expect(await levels('--level', 'local-address=off', '--level', 'unused-file=warning')).toEqual([
      0,
      ['unused-file warning'],
    ]);
  });

  it('that do not exist are reported, with the rule that was meant', async () => {
    write('docs/README.md', '# Home\n');
    configure('links:\n  levels:\n    local-adress: error\n');
    expect(await run(['links', 'docs'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/sync\.config\.yaml:7:5: .*did you mean local-address\?/u),
    });
    configure('links: { levels: { local-address: fatal } }\n');
    expect((await run(['links', 'docs'])).err).toMatch(/links\.levels\.local-address must be one of error/u);
    configure();
    expect(await run(['links', 'docs', '--level', 'brokn-page=error'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean broken-page?'),
    });
    expect((await run(['links', 'docs', '--level', 'broken-page'])).code).toBe(2);
  });
});

describe('a folder of a git repository', () => {
  it('is compared with a commit of it, relative to the folder', async () => {
    git('init', '-q', '-b', 'main');
    write('handbook/docs/README.md', '# Home\n\n[old](gone.md)\n');
    write('other.md', '[not ours](gone-too.md)\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'One.');
    write('handbook/docs/README.md', '# Home\n\nMore.\n\n[old](gone.md) [new](gone-now.md)\n');

    const { code, json } = await report(['handbook/docs', '--base', 'main']);
    expect(json.findings.map(({ path, target, isNew }) => [path, target, isNew])).toEqual([
      ['README.md', 'gone.md', false],
      ['README.md', 'gone-now.md', true],
    ]);
    expect(code).toBe(1);
    write('handbook/docs/README.md', '# Home\n\nMore.\n\n[old](gone.md)\n');
    expect((await run(['links', 'handbook/docs', '--base', 'main'])).code).toBe(0);
    expect((await run(['links', 'handbook/docs'])).code).toBe(1);
    expect((await run(['links', 'handbook/docs', '--base', 'main', '--max-broken', '0'])).code).toBe(1);
    expect(await run(['links', 'handbook/docs', '--base', 'nosuchbranch'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('names no commit'),
    });
  });

  it('fails for new faults below --max-broken, if the command line says what is old', async () => {
    git('init', '-q', '-b', 'main');
    write('docs/README.md', '# Home\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'One.');
    write('docs/README.md', '# Home\n\n[new](gone.md)\n');
    const codeOf = async (...args: string[]): Promise<number> =>
      (await run(['links', 'docs', '--max-broken', '1', ...args])).code;

    expect(await codeOf()).toBe(0);
    expect(await codeOf('--fail-on', 'broken')).toBe(0);
    expect(await codeOf('--fail-on', 'new')).toBe(1);
    expect(await codeOf('--base', 'main')).toBe(1);
    expect(await run(['links', 'docs', '--max-broken', '1', '--fail-on', 'never'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--fail-on never and --max-broken contradict each other'),
    });
  });

  it('that is in none cannot be compared with a commit, and says so', async () => {
    write('docs/README.md', '# Home\n');

    expect(await run(['links', 'docs', '--base', 'main'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not in a git repository'),
    });
  });
});

describe('a checkout of the mirror', () => {
  const ids = { guides: 'brightwaterguidespac', developers: 'brightwaterdeveloper' };
  const fetchRecord = (): string =>
    git('-C', 'checkout', 'fetch', '-q', 'origin', '+refs/tidemark/state:refs/tidemark/state');
  beforeEach(async () => {
    write(
      'sync.config.yaml',
      `service: { url: "${sample.service.url}", token: "\${TIDEMARK_TOKEN}" }\nrepository: { path: ./docs }\nmirror:\n  spaces: [{ id: ${ids.guides}, path: guides }, { id: ${ids.developers}, path: api/developers }]\n`,
    );
    expect((await run(['sync', '--pull'])).code).toBe(0);
    const there = `https://app.gitbook.com/s/${ids.developers}`;
    write('docs/guides/README.md', `# Home\n\n[there](${there}/client-libraries) [gone](${there}/none)\n`);
    git('-C', 'docs', 'commit', '-qam', 'Links to the other space.');
    git('clone', '-q', 'docs', 'checkout');
    rmSync(join(sample.folder, 'sync.config.yaml'));
  });

  it('knows its own spaces by the record that it fetches from the git host', async () => {
    const found = async (): Promise<string[][]> =>
      (await report(['checkout'])).json.findings
        .filter(({ path }) => path === 'guides/README.md')
        .map(({ rule, target }) => [rule, target.split('/').at(-1) ?? '']);

    expect(await found()).toEqual([
      ['in-app', 'client-libraries'],
      ['in-app', 'none'],
    ]);
    fetchRecord();
    expect(await found()).toEqual([['broken-space', 'none']]);
    const inner = join(sample.folder, 'checkout/api/developers/README.md');
    appendFileSync(inner, `\n[gone](https://app.gitbook.com/s/${ids.developers}/none)\n`);
    expect((await report(['checkout/api'])).json.findings).toContainEqual(
      expect.objectContaining({ rule: 'broken-space', path: 'developers/README.md' }),
    );
  });

  it('is exported with the links between its spaces', async () => {
    const linkThere = async (): Promise<string | undefined> => {
      await run(['export', 'checkout', '--out', 'site']);
      const page = readFileSync(join(sample.folder, 'site', 'guides', 'index.html'), 'utf8');
      return /<a [^>]*href="([^"]*)"[^>]*>there/u.exec(page)?.[1];
    };

    expect(await linkThere()).toMatch(/^https:/u);
    fetchRecord();
    expect(await linkThere()).toBe('/client-libraries');
  });
});

describe('annotations on GitHub', () => {
  it('hold whatever a page holds on one line, as data', async () => {
    const attacks = [
      'a%0A::error::owned.md',
      'b%0D%0A::set-output name=x::y.md',
      './c::stop-commands::d.md',
      'e,line=1,col=2.md',
      'f\u001b]8;;https://evil.test\u0007g.md',
      'h\u009b31m.md',
      'i\u2028::error::j.md',
      'k&#10;::warning::l.md',
    ];
    write('docs/README.md', `# Home\n\n${attacks.map((target) => `[x](<${target}>)`).join('\n\n')}\n`);
    write('docs/odd, name:%0A::error::n.md', '[x](gone.md)\n');

    const { out } = await run(['links', 'docs', '--format', 'github']);
    const lines = out.trimEnd().split('\n');

    expect(lines).toHaveLength(9);
    for (const line of lines) {
      expect(line).toMatch(
        /^::error file=[^:,\p{Cc}\u2028\u2029]*,line=\d+,endLine=\d+,col=\d+,endColumn=\d+,title=broken-[a-z]+::[^\p{Cc}\u2028\u2029]*$/u,
      );
      // Every percent sign is one of ours.
      expect(line.replace(/%(?:25|3A|2C)/gu, '')).not.toContain('%');
    }
    expect(lines.filter((line) => line.includes('%250A'))).toHaveLength(3);
  });
});

describe('the files that the formats of CI name', () => {
  const formats = ['github', 'gitlab', 'sarif', 'rdjson', 'checkstyle', 'junit'];
  const filesIn = async (cwd: string, folder: string, format: string): Promise<string[]> => {
    const { out } = await runCommand(['links', folder, '--format', format], {
      cwd: join(sample.folder, cwd),
      env: {},
    });
    return [...new Set([...out.matchAll(/[\w/]*README\.md/gu)].map(([path]) => path))];
  };

  it.each(formats)(
    'are relative to the top of the repository, wherever the command runs: %s',
    async (format) => {
      git('init', '-q', '-b', 'main');
      write('handbook/docs/README.md', '# Home\n\n[x](gone.md)\n');

      expect(await filesIn('.', 'handbook/docs', format)).toEqual(['handbook/docs/README.md']);
      expect(await filesIn('handbook', 'docs', format)).toEqual(['handbook/docs/README.md']);
      expect(await filesIn('handbook/docs', '.', format)).toEqual(['handbook/docs/README.md']);
      expect(await filesIn('handbook/docs', '.', 'text')).toEqual(['README.md']);
    },
  );

  it('are relative to the current folder outside of a repository', async () => {
    write('handbook/docs/README.md', '# Home\n\n[x](gone.md)\n');

    expect(await filesIn('handbook', 'docs', 'gitlab')).toEqual(['docs/README.md']);
  });
});

describe('links of folders and pages without a configuration', () => {
  const found = async (args: readonly string[], env: Record<string, string> = {}): Promise<string[]> => {
    const { out } = await run(['links', '--format', 'json', ...args], env);
    return (JSON.parse(out) as JsonReport).findings.map(({ path, target, isNew }) =>
      [path, target, ...(isNew ? [] : ['known'])].join(' '),
    );
  };
  beforeEach(() => {
    write('docs/SUMMARY.md', '* [Home](README.md)\n* [A](area/a.md)\n* [B](b.md)\n');
    write('docs/README.md', '# Home\n\n[gone](gone.md) [shot](../shots/one.png) [never](../shots/two.png)\n');
    write('docs/area/a.md', '# A\n\n[gone](../gone.md) [home](../README.md)\n');
    write('docs/b.md', '# B\n');
    write('notes/README.md', '# Notes\n\n[docs](../docs/b.md) [gone](gone.md)\n');
    write('shots/one.png', '');
  });

  it('are those of the folder that somebody is in, and the first line says so', async () => {
    const { code, err } = await run(['links']);

    expect(code).toBe(1);
    expect(err).toMatch(/^There is no sync\.config\.yaml, so this checked the documentation in docs,/u);
    expect(await found([])).toHaveLength(3);
  });

  it('are those of the pages that are named, within the documentation around them', async () => {
    expect(await found(['docs/area/a.md', 'docs/b.md'])).toEqual(['area/a.md ../gone.md']);
    expect(await found(['docs/b.md'])).toEqual([]);
    expect(await found(['docs', 'notes'])).toEqual([
      'docs/README.md gone.md',
      'docs/README.md ../shots/one.png',
      'docs/README.md ../shots/two.png',
      'docs/area/a.md ../gone.md',
      'notes/README.md gone.md',
    ]);
    expect(await found(['docs/README.md', 'notes'])).toHaveLength(4);
    expect(await run(['links', 'docs/c.md'])).toMatchObject({ code: 2 });
  });

  it.each(['--external', '--external-tries=1', '--remap=https://a.test/=http://localhost/'])(
    'send no requests with --offline, which %s contradicts',
    async (option) => {
      const { code, err } = await run(['links', 'docs', '--offline', option]);

      expect(code).toBe(2);
      expect(err).toContain('--offline sends no requests, and --external asks other hosts');
      expect(err).toContain('--no-service');
      expect((await run(['links', 'docs', '--offline'])).code).toBe(1);
    },
  );

  it('say of a file outside that it exists there', async () => {
    const { out } = await run(['links', 'docs']);

    expect(out).toContain('../shots/one.png exists, but outside of docs/');
    expect(out).not.toContain('../shots/two.png exists');
  });

  it.each([
    [['--ignore', 'rule:brokn-page'], 'names no rule; did you mean rule:broken-page?'],
    [['--external-status', '700=dead'], '--external-status 700=dead cannot be read'],
    [['--external-private', 'http://localhost'], '--external-private http://localhost cannot be read'],
    [['--json', '--format', 'text'], '--json and --format text contradict each other'],
    [['--format', 'json=docs/README.md'], 'would write over docs/README.md'],
    [['--format', 'markdown=docs/README.md'], 'would write over docs/README.md'],
    [['--baseline', 'docs/README.md', '--update-baseline'], 'would write over docs/README.md'],
    [['--history', 'docs/README.md'], 'would write over docs/README.md'],
    [['--external-cache', 'docs/README.md'], 'would write over docs/README.md'],
  ])('are not checked with %s, which would do nothing or harm', async (options, message) => {
    const { code, err } = await run(['links', 'docs', ...options]);

    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(readFileSync(join(sample.folder, 'docs/README.md'), 'utf8')).toMatch(/^# Home/u);
  });

  it('go to files in the documentation that are no source of it, again and again', async () => {
    for (let turn = 0; turn < 2; turn += 1)
      expect(
        (await run(['links', 'docs', '--format', 'markdown=docs/report.md', '--format', 'json=docs/r.json']))
          .code,
      ).toBe(1);
    const { out } = await run(['links', 'docs', '--json', '--format', 'markdown=report.md']);

    expect(JSON.parse(out)).toHaveProperty('findings');
  });

  it('are not those of a file that is no page', async () => {
    write('docs/f.txt', 'Text.\n');
    const { code, err } = await run(['links', 'docs/f.txt']);

    expect(code).toBe(2);
    expect(err).toContain('docs/f.txt is not a page, because it is not markdown');
  });

  it('say of a symbolic link that it is one, in a commit as on disk', async () => {
    write('book/README.md', '# Home\n\n[s](sym.md) [in](there/b.md)\n');
    write('book/page.md', '# Page\n');
    symlinkSync('page.md', join(sample.folder, 'book/sym.md'));
    symlinkSync('../docs', join(sample.folder, 'book/there'));
    const { out } = await run(['links', 'book']);

    expect(out).toContain('sym.md is a symbolic link, which');
    expect(out).toContain('there is a symbolic link, which');
    expect(out).not.toContain('outside of');
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'With links');
    expect(await found(['book', '--base', 'main'])).toEqual([
      'README.md sym.md known',
      'README.md there/b.md known',
    ]);
  });

  it('are not looked for in symbolic links, and both the check and an export say so', async () => {
    write('common.md', '# Common\n\n[gone](gone.md)\n');
    write('book/README.md', '# Home\n\n[s](shared.md)\n');
    symlinkSync('../common.md', join(sample.folder, 'book/shared.md'));
    write('more/page.md', '# More\n');
    symlinkSync('../more', join(sample.folder, 'book/all'));
    const why = 'is a symbolic link, which neither a link check nor an export follows';

    const named = await run(['links', 'book/shared.md']);
    expect([named.code, named.err]).toEqual([2, expect.stringContaining(`book/shared.md ${why}`)]);
    expect((await run(['links', 'book'])).err).toBe(`not a page: shared.md ${why}\n`);
    expect((await run(['links', 'book/README.md'])).err).toBe('');

    const plain = await run(['export', 'book', '--out', 'site', '--strict']);
    expect(plain.code).toBe(1);
    expect(plain.err).toContain(`"shared.md" leads nowhere: shared.md ${why}`);
    expect(plain.err).toMatch(/^! shared\.md: is left out, because it is a symbolic link/mu);
    write('book/SUMMARY.md', '* [Home](README.md)\n* [Shared](shared.md)\n');
    const listed = await run(['export', 'book', '--out', 'site']);
    expect(listed.err).toContain(`SUMMARY.md:2: shared.md ${why}`);
    const behind = await run(['links', 'book/all/page.md']);
    expect([behind.code, behind.err]).toEqual([2, expect.stringContaining(`: all ${why}`)]);
  });

  it('are not those of a folder whose only page is a symbolic link', async () => {
    write('common.md', '# Common\n');
    mkdirSync(join(sample.folder, 'book'));
    symlinkSync('../common.md', join(sample.folder, 'book/README.md'));

    for (const command of ['links', 'export'])
      expect(await run([command, 'book'])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/there is no page in .*book: README\.md is a symbolic link/u),
      });
  });

  it('are left out by --ignore, and by a comment in a page', async () => {
    expect(await found(['docs', '--ignore', '**/shots/**', '--ignore', 'path:area/**'])).toEqual([
      'README.md gone.md',
    ]);
    write(
      'docs/b.md',
      '# B\n\n<!-- links-off-next-line -->\n[x](gone.md)\n\n<!-- links-off broken-page -->\n\n[x](gone.md) [x](gone.png)\n\n<!-- links-on -->\n\n[y](gone.md)\n',
    );
    expect(await found(['docs/b.md'])).toEqual(['b.md gone.png', 'b.md gone.md']);
    expect((await run(['links', 'docs/b.md'])).out).toContain('2 findings ignored');
  });

  it.each([
    ['a fence', '```md\n<!-- links-off -->\n```\n'],
    ['an indented block', 'Write:\n\n    <!-- links-off -->\n'],
    ['a line', 'Write `<!-- links-off -->` above.\n'],
    ['an item of a list', '- So:\n\n  ```md\n  <!-- links-off -->\n  ```\n'],
    ['an element', '<pre>\n<!-- links-off -->\n</pre>\n'],
  ])('are not left out by a comment that is an example in code: %s', async (_where, code) => {
    write('docs/b.md', `# B\n\n${code}\n[x](gone.md)\n`);

    expect(await found(['docs/b.md'])).toEqual(['b.md gone.md']);
  });

  it.each([
    ['a quote', '> Words <!-- links-off-next-line -->\n> [x](gone.md)\n'],
    ['an item of a list', '* <!-- links-off -->\n  [x](gone.md)\n'],
    ['an element', '<div>\n<!-- links-off -->\n<a href="gone.md">x</a>\n</div>\n'],
    ['a cell', '| a | b |\n| - | - |\n| <!-- links-off --> | [x](gone.md) |\n'],
  ])('are left out by a comment in %s', async (_where, text) => {
    write('docs/b.md', `# B\n\n${text}`);

    expect(await found(['docs/b.md'])).toEqual([]);
  });

  it('are not those of a site that an export wrote into the folder, which --fix leaves as it is', async () => {
    write('book/README.md', '# Home\n\n[a](Page.md)\n');
    write('book/page.md', '# Page\n');
    expect((await run(['export', 'book', '--out', 'book/site'])).code).toBe(0);
    const page = '# Home\n\n[a](/gone.txt) [b](Llms.txt)\n';
    write('book/site/index.md', page);

    expect(await found(['book'])).toEqual(['README.md Page.md']);
    expect((await run(['links', 'book', '--fix'])).code).toBe(0);
    expect(readFileSync(join(sample.folder, 'book/README.md'), 'utf8')).toContain('[a](page.md)');
    expect(readFileSync(join(sample.folder, 'book/site/index.md'), 'utf8')).toBe(page);
    // The site in a commit is left out, too.
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-qm', 'With the site');
    write('book/more.md', '# More\n\n[a](/gone.txt)\n');
    expect(await found(['book', '--base', 'main'])).toEqual(['more.md /gone.txt']);
    // Somebody who names the site means it.
    expect(await found(['book/site'])).toContain('index.md /gone.txt');
  });

  it('are corrected by --fix, which reports and judges by what is left', async () => {
    write('book/README.md', '# Home\n\n[a](Page.md) [b](nowhere/at/all.md)\n');
    write('book/page.md', '# Page\n');
    const fixed = await run(['links', 'book', '--fix', '--format', 'json']);
    expect(fixed.err).toContain('corrected README.md:3: Page.md → page.md\n');
    expect(fixed.err).toContain('Corrected 1 link. What follows is left.');
    const { findings } = JSON.parse(fixed.out) as { findings: { target: string }[] };
    expect(findings.map(({ target }) => target)).toEqual(['nowhere/at/all.md']);
    expect(fixed.code).toBe(1);

    write('book/README.md', '# Home\n\n[a](Page.md)\n');
    expect((await run(['links', 'book', '--fix'])).out).toContain('No broken links');
    expect((await run(['links', 'book', '--fix'])).err).toContain('Nothing could be corrected safely.');
  });

  it('are in the JSON document, each with its correction, when a program asks for --fix', async () => {
    write('book/README.md', '# Book\n\n[Page](Page.md) and [none](none.md)\n');
    write('book/page.md', '# Page\n');
    const { code, out, err } = await run(['links', 'book', '--fix', '--json']);

    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      fixed: [{ path: 'README.md', line: 3, column: 8, from: 'Page.md', to: 'page.md' }],
      findings: [{ target: 'none.md' }],
    });
  });

  it('ask an address outside once, also where --fix checks the files twice', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    write('book/README.md', `# Home\n\n[a](Page.md) [b](http://${host}/there)\n`);
    write('book/page.md', '# Page\n');
    try {
      const { err } = await run(['links', 'book', '--fix', '--external', '--external-private', host]);
      expect(err).toContain('Corrected 1 link.');
    } finally {
      server.close();
    }
    expect(asked).toEqual(['HEAD /there']);
  });

  it('name a page that is not text, whose links nobody checked', async () => {
    mkdirSync(join(sample.folder, 'odd'));
    writeFileSync(join(sample.folder, 'odd/README.md'), Buffer.from('# Caf\xe9\n\n[a](gone.md)\n', 'latin1'));
    const { code, out } = await run(['links', 'odd']);
    expect([code, out]).toEqual([1, expect.stringContaining('unreadable-page')]);
    expect(out).toContain('cannot be read as UTF-8 text');
    write('odd/README.md', '# Home\n');
    writeFileSync(join(sample.folder, 'odd/SUMMARY.md'), Buffer.from('* [Caf\xe9](README.md)\n', 'latin1'));
    expect(await found(['odd'])).toEqual(['SUMMARY.md SUMMARY.md']);
  });

  it('take neither --space nor --change-request, which are about a mirror', async () => {
    for (const option of [
      ['--space', 'docs'],
      ['--change-request', '1'],
    ]) {
      const { code, err } = await run(['links', 'docs', ...option]);
      expect([code, err]).toEqual([2, expect.stringContaining('is about the configured mirror')]);
    }
  });

  it('of a pull or merge request are compared with its target, and GitHub’s log gets annotations', async () => {
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'docs');
    const base = git('rev-parse', 'HEAD').trim();
    git('update-ref', 'refs/remotes/origin/main', base);
    write('docs/b.md', '# B\n\n[fresh](fresh.md)\n');
    const fresh = (all: readonly string[]): string[] => all.filter((each) => !each.endsWith(' known'));

    expect(fresh(await found(['docs'], { GITHUB_BASE_REF: 'main' }))).toEqual(['b.md fresh.md']);
    expect(fresh(await found(['docs'], { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }))).toEqual(['b.md fresh.md']);
    const log = await run(['links', 'docs'], { GITHUB_BASE_REF: 'main', GITHUB_ACTIONS: 'true' });
    expect(log.out).toMatch(/^::error file=docs\/b\.md,line=3,/mu);
    expect(log.out).toContain('5 errors, 0 warnings, 0 notes (1 new)');
    expect(log.err).toContain('origin/main');
  });
});
