import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../src/base/index.ts';
import { reportFormats } from '../../src/links/index.ts';
import { githubApi, type GithubApi } from './github-api.ts';
import { runAction, type ActionRun, type Json } from './github-runner.ts';
import { runJob, type JobRun } from './gitlab-runner.ts';
import { npmOnce, type NpmOnce } from './npm-once.ts';
import { aProject, type Project } from './project.ts';
import { packTarball } from './tarball.ts';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
const version = (JSON.parse(read('package.json')) as { version: string }).version;

const sound = { 'api.md': '# API\n\nMore words.\n' };
const broken = { 'api.md': '# API\n\n[new](nowhere.md)\n' };

let tarball: string;
let npm: NpmOnce;
beforeAll(async () => {
  const packed = await packTarball();
  tarball = packed.path;
  npm = npmOnce();
  return () => {
    packed.remove();
    npm.remove();
  };
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function project(options?: { depth?: number }): Project {
  const made = aProject(options);
  ends.push(() => made.remove());
  return { ...made, env: { ...made.env, PATH: `${npm.bin}:${made.env['PATH']}` } };
}

const otherSpace = { id: 'otherspace', path: 'other' };
const linkToOtherSpace = {
  'other/SUMMARY.md': '* [Home](README.md)\n',
  'other/README.md': '# Other\n\n[gone](https://app.gitbook.com/s/otherspace/none)\n',
};

describe('the GitHub Action', () => {
  /** Runs the action as a pull request against `main` does; a fork is one of another owner. */
  function pullRequest(
    { clone, temp, env }: Project,
    {
      fork = false,
      api = 'http://127.0.0.1:9',
      inputs = {},
    }: { fork?: boolean; api?: string; inputs?: Record<string, string> } = {},
  ): Promise<ActionRun> {
    return runAction({
      actionPath: packageRoot(),
      workspace: clone,
      temp,
      with: { package: tarball, ...inputs },
      github: {
        actor: 'somebody',
        token: fork ? 'reader' : 'writer',
        event_name: 'pull_request',
        event: { pull_request: { number: 7, head: { repo: { fork } } } },
      },
      env: {
        ...env,
        GITHUB_BASE_REF: 'main',
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_API_URL: api,
        GITHUB_REPOSITORY: 'team/docs',
      },
    });
  }

  /** Runs the action as a schedule does. */
  function schedule({ clone, temp, env }: Project): Promise<ActionRun> {
    const github: Record<string, Json> = {
      actor: 'somebody',
      token: 'writer',
      event_name: 'schedule',
      event: {},
    };
    return runAction({
      actionPath: packageRoot(),
      workspace: clone,
      temp,
      with: { package: tarball },
      github,
      env: { ...env, GITHUB_EVENT_NAME: 'schedule', GITHUB_BASE_REF: '' },
    });
  }

  async function api(comments?: readonly string[]): Promise<GithubApi> {
    const server = await githubApi(comments);
    ends.push(() => server.close());
    return server;
  }

  it('installs the version of the package that the repository holds', () => {
    const { inputs } = parse(read('action.yml')) as { inputs: { package: { default: string } } };

    expect(inputs.package.default).toBe(`tidemark@${version}`);
    expect(read('docs/ci/github-links.yml')).toContain(`/tidemark@v${version}\n`);
  });

  it(
    'fails a pull request for what it broke and for nothing else, on a plain folder in a shallow clone',
    { tags: ['long'] },
    async () => {
      const docs = project({ depth: 1 });
      docs.commit(sound);
      const passing = await pullRequest(docs);
      docs.commit(broken);
      const failing = await pullRequest(docs);

      expect([passing.code, passing.outputs['exit-code']]).toEqual([0, '0']);
      expect([failing.code, failing.outputs['exit-code']]).toEqual([1, '1']);
      expect(failing.log).toMatch(
        /^::error file=api\.md,line=3,.*title=broken-page::nowhere\.md does not exist/mu,
      );
      expect(failing.summary.match(/^## Link check$/gmu)).toHaveLength(1);
      expect(failing.summary).toContain('nowhere.md');
      for (const name of ['links.html', 'links.sarif', 'links.json', 'links.md'])
        expect(readFileSync(join(failing.outputs['reports'] ?? '', name), 'utf8')).toContain('nowhere.md');
      expect(failing.used.map(({ uses }) => uses)).toEqual([
        'github/codeql-action/upload-sarif@v3',
        'actions/upload-artifact@v4',
      ]);
      for (const { with: given } of failing.used)
        expect(existsSync(given['sarif_file'] ?? given['path'] ?? '')).toBe(true);
    },
  );

  it('checks links between the spaces of a mirror in a shallow clone', { tags: ['long'] }, async () => {
    const docs = project({ depth: 1 });
    docs.record(otherSpace);
    docs.commit({ ...sound, ...linkToOtherSpace });

    expect((await pullRequest(docs)).log).toContain('title=broken-space::');
  });

  it(
    'keeps one comment on a pull request, and does without comment and code scanning for a fork',
    { tags: ['long'] },
    async () => {
      const docs = project();
      docs.commit(broken);
      // Our comment stands behind a whole page of those of others.
      const github = await api(Array.from({ length: 120 }, (_, index) => `Comment ${index}`));
      const inputs = { comment: 'true' };
      const first = await pullRequest(docs, { api: github.url, inputs });
      docs.commit({ 'api.md': '# API\n\n[new](elsewhere.md)\n' });
      await pullRequest(docs, { api: github.url, inputs });
      const fork = await pullRequest(docs, { fork: true, api: github.url, inputs });

      expect(first.log).not.toContain('does not let this run write');
      expect(github.comments).toHaveLength(121);
      expect(github.comments[120]).toContain('elsewhere.md');
      expect(github.comments[120]).not.toContain('nowhere.md');
      expect(fork.outputs['exit-code']).toBe('1');
      expect(fork.log).toContain('does not let this run write a comment');
      expect(fork.summary).toContain('elsewhere.md');
      expect(fork.used.map(({ uses }) => uses)).toEqual(['actions/upload-artifact@v4']);
    },
  );

  it('writes a comment that fits, however much is broken', { tags: ['long'] }, async () => {
    const docs = project();
    const lines = Array.from(
      { length: 2_000 },
      (_, index) => `[a link](some/rather/long/path/page-${index}.md)`,
    );
    docs.commit({ 'api.md': `# API\n\n${lines.join('\n\n')}\n` });
    const github = await api();
    await pullRequest(docs, { api: github.url, inputs: { comment: 'true' } });

    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.length).toBeGreaterThan(50_000);
    expect(github.comments[0]).toMatch(/…and [\d,]+ more findings, which this report leaves out/u);
  });

  it('reports every broken link on a schedule', { tags: ['long'] }, async () => {
    const docs = project();
    const { code, log, outputs } = await schedule(docs);

    expect([code, outputs['exit-code']]).toEqual([1, '1']);
    expect(log).toMatch(/^::error file=guide\/with space\.md/mu);
  });

  it(
    'uses the configuration that the workflow’s folder holds, and passes arguments on whole',
    { tags: ['long'] },
    async () => {
      const docs = project();
      docs.commit({
        'sync.config.yaml': 'repository: { path: . }\nlinks: { ignore: ["nowhere.md"] }\n',
        ...broken,
      });
      const ignoring = await pullRequest(docs);
      const strict = await pullRequest(docs, { inputs: { arguments: '--fail-on\nbroken\n' } });
      const wrong = await pullRequest(docs, { inputs: { arguments: '--no-such-option' } });

      expect(ignoring.outputs['exit-code']).toBe('0');
      expect(strict.outputs['exit-code']).toBe('1');
      expect(wrong).toMatchObject({ code: 1, used: [], outputs: { 'exit-code': '2' } });
      expect(wrong.log).toContain('--no-such-option');
    },
  );

  it('gives no token to the check of a pull request from a fork', () => {
    const { runs } = parse(read('action.yml')) as { runs: { steps: { env?: Record<string, string> }[] } };
    const rule = runs.steps.flatMap(({ env = {} }) => env['TIDEMARK_TOKEN'] ?? []);

    expect(rule).toHaveLength(1);
    expect(rule[0]).toMatch(/^\$\{\{ !github\.event\.pull_request\.head\.repo\.fork && /u);
  });
});

describe('the GitLab template', () => {
  const file = join(packageRoot(), 'docs/ci/gitlab-links.yml');
  const run = ({ clone, env }: Project, variables: Record<string, string>): Promise<JobRun | null> =>
    runJob(file, {
      workspace: clone,
      variables: { LINKS_PACKAGE: tarball, CI_DEFAULT_BRANCH: 'main', ...variables },
      env,
    });
  const mergeRequest = ({ base }: Project): Record<string, string> => ({
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
  });

  it('installs the version of the package that the repository holds', () => {
    expect(read('docs/ci/gitlab-links.yml')).toContain(`LINKS_PACKAGE: tidemark@${version}\n`);
  });

  it('fails a merge request for what it broke, and keeps its reports', { tags: ['long'] }, async () => {
    const docs = project();
    docs.commit(sound);
    const passing = await run(docs, mergeRequest(docs));
    docs.commit(broken);
    const failing = await run(docs, mergeRequest(docs));

    expect([passing?.code, failing?.code]).toEqual([0, 1]);
    expect(failing?.log).toContain('2 errors, 0 warnings, 0 notes (1 new)');
    for (const name of failing?.artifacts ?? [])
      expect(readFileSync(join(docs.clone, name), 'utf8')).toContain('nowhere.md');
    const quality = JSON.parse(readFileSync(join(docs.clone, 'links.json'), 'utf8')) as {
      location: { path: string };
    }[];
    expect(quality.map(({ location }) => location.path)).toContain('api.md');
  });

  it('checks links between the spaces of a mirror', { tags: ['long'] }, async () => {
    const docs = project();
    docs.record(otherSpace);
    docs.commit({ ...sound, ...linkToOtherSpace });

    expect((await run(docs, mergeRequest(docs)))?.log).toContain('broken-space');
  });

  it(
    'fails the default branch for every broken link, checks one folder when asked, and leaves other pipelines alone',
    { tags: ['long'] },
    async () => {
      const docs = project();
      const branch = { CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main' };

      expect((await run(docs, branch))?.code).toBe(1);
      expect(
        (await run(docs, { ...branch, LINKS_FOLDER: 'guide', LINKS_ARGUMENTS: '--fail-on never' }))?.code,
      ).toBe(0);
      expect(await run(docs, { ...branch, CI_COMMIT_BRANCH: 'change' })).toBeNull();
    },
  );
});

describe('both templates', () => {
  it.each(['action.yml', 'docs/ci/gitlab-links.yml'])(
    '%s writes reports in formats that exist, and no text of strangers becomes part of a script',
    (path) => {
      const text = read(path);
      const formats = [...text.matchAll(/--format "?([a-z]+)/gu)].map(([, format]) => format);

      expect(formats.length).toBeGreaterThan(2);
      for (const format of formats) expect(reportFormats).toContain(format);
      // What an input or a branch is called must reach the shell as a variable.
      const scripts = [...text.matchAll(/^( *)run: \|\n((?:\1 +.*\n|\n)+)/gmu)].map(([, , script]) => script);
      for (const script of scripts) expect(script).not.toContain('${{');
    },
  );

  it('are described with options that exist', () => {
    const commandLine = read('src/cli/program.ts') + read('src/cli/links/external-flags.ts');
    for (const [flag] of read('docs/ci/README.md').matchAll(/--[a-z][a-z-]+/gu))
      expect(commandLine).toMatch(new RegExp(`['(]${flag}[ ']`, 'u'));
  });
});
