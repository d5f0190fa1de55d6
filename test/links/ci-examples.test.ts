import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { packageRoot } from '../../src/base/index.ts';
import { reportFormats } from '../../src/links/index.ts';
import { childArguments } from '../git/child.ts';
import { aSoundRepository } from './repository.ts';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

interface GithubStep {
  name?: string;
  run?: string;
  if?: string;
}

/** The shell steps of GitHub's example that an event runs. */
function githubSteps(event: string): string[] {
  const { jobs } = parse(read('docs/ci/github-links.yml')) as {
    jobs: Record<string, { steps: GithubStep[] }>;
  };
  return Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run, if: condition = '' }) => {
      const wanted = /^github\.event_name == '(\w+)'$/u.exec(condition)?.[1];
      if (run !== undefined && condition !== '') expect(wanted, condition).toBeDefined();
      return run !== undefined && (wanted === undefined || wanted === event) ? [run] : [];
    }),
  );
}

function gitlabSteps(): string[] {
  const { links } = parse(read('docs/ci/gitlab-links.yml')) as { links: { script: string[] } };
  return links.script;
}

describe('the CI examples in docs/ci', () => {
  it.each(['docs/ci/github-links.yml', 'docs/ci/gitlab-links.yml'])(
    '%s keeps or uploads every report that it writes, in formats that exist',
    (path) => {
      const text = read(path);
      const formats = [...text.matchAll(/--format ([a-z]+)(?:=(\S+))?/gu)];

      expect(formats.length).toBeGreaterThan(2);
      for (const [, format, file] of formats) {
        expect(reportFormats).toContain(format);
        if (file !== undefined) expect(text.split(file).length).toBeGreaterThan(2);
      }
      // Anyone may name a branch: what a name holds must reach the shell as a variable, never as text of the script.
      expect(text).not.toMatch(/run:.*\$\{\{/u);
    },
  );

  it('are described with options that exist', () => {
    const commandLine = read('src/cli/program.ts');
    for (const [flag] of read('docs/ci/README.md').matchAll(/--[a-z][a-z-]+/gu))
      expect(commandLine).toMatch(new RegExp(`['(]${flag}[ ']`, 'u'));
  });
});

describe('the commands of the CI examples, run in a clone', () => {
  let work: string;
  let tools: string;

  beforeAll(() => {
    tools = mkdtempSync(join(tmpdir(), 'tidemark-ci-tools-'));
    const [first = '', ...rest] = childArguments(join(packageRoot(), 'src', 'main.ts'));
    const command = [process.execPath, first, ...rest].map((part) => `'${part}'`).join(' ');
    // What `npx tidemark` would run, without a registry.
    const npx = `#!/bin/sh\n[ "$1" = tidemark ] || exit 127\nshift\nexec ${command} "$@"\n`;
    writeFileSync(join(tools, 'npx'), npx, { mode: 0o755 });
    return () => rmSync(tools, { recursive: true, force: true });
  });

  beforeEach(() => {
    work = mkdtempSync(join(tmpdir(), 'tidemark-ci-'));
    return () => rmSync(work, { recursive: true, force: true });
  });

  const environment = (more: Record<string, string> = {}): Record<string, string> => ({
    PATH: `${tools}:${process.env['PATH'] ?? ''}`,
    HOME: work,
    CI: 'true',
    XDG_CACHE_HOME: join(work, 'cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
    ...more,
  });
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: work, encoding: 'utf8', env: environment() });

  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, 'clone', path)), { recursive: true });
      writeFileSync(join(work, 'clone', path), text);
    }
  };
  const commit = (message: string): void => {
    git('-C', 'clone', 'add', '-A');
    git('-C', 'clone', 'commit', '-q', '-m', message);
  };

  /** A host with `main`, on which a link is broken already, and a clone of it that is on a branch of its own. */
  function aProject(): void {
    const files = aSoundRepository();
    git('init', '-q', '--bare', '-b', 'main', 'host');
    git('init', '-q', '-b', 'main', 'clone');
    put({
      ...files,
      // No address outside: tests ask nobody.
      'api.md': '# API\n',
      'guide/with space.md': '# Spaced\n\n[old](gone.md)\n',
      'sync.config.yaml': 'repository: { path: . }\n',
      '.gitignore': 'links.*\n',
    });
    commit('Documentation.');
    git('-C', 'clone', 'remote', 'add', 'origin', join(work, 'host'));
    git('-C', 'clone', 'push', '-q', 'origin', 'main');
    git('-C', 'clone', 'switch', '-q', '-c', 'change');
  }

  function runSteps(steps: readonly string[], env: Record<string, string>): { code: number; out: string } {
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', steps.join('\n')], {
      cwd: join(work, 'clone'),
      encoding: 'utf8',
      env: environment(env),
    });
    return { code: status ?? -1, out: stdout + stderr };
  }
  const produced = (name: string): string => readFileSync(join(work, 'clone', name), 'utf8');

  it('on GitHub fail a pull request for what it broke, and for nothing else', () => {
    aProject();
    const summary = join(work, 'summary.md');
    const env = { GITHUB_BASE_REF: 'main', GITHUB_STEP_SUMMARY: summary };
    put({ 'api.md': '# API\n\nMore words.\n' });
    commit('A sound change.');
    const sound = runSteps(githubSteps('pull_request'), env);
    put({ 'api.md': '# API\n\n[new](nowhere.md)\n' });
    commit('A broken link.');
    const broken = runSteps(githubSteps('pull_request'), env);

    expect([sound.code, broken.code]).toEqual([0, 1]);
    expect(broken.out).toMatch(
      /^::error file=api\.md,line=3,.*title=broken-page::nowhere\.md does not exist/mu,
    );
    const { runs } = JSON.parse(produced('links.sarif')) as {
      runs: { results: { ruleId: string; baselineState: string }[] }[];
    };
    expect(
      runs[0]?.results
        .filter(({ ruleId }) => ruleId === 'broken-page')
        .map(({ baselineState }) => baselineState),
    ).toEqual(['new', 'unchanged']);
    expect(produced('links.html')).toContain('nowhere.md');
    // Appended by each step, never replaced.
    expect(readFileSync(summary, 'utf8').match(/^## Link check$/gmu)).toHaveLength(2);
  }, 60_000);

  it('on GitHub tell everything once a week', () => {
    aProject();
    const { code, out } = runSteps(githubSteps('schedule'), {});

    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=guide\/with space\.md/mu);
    expect(produced('links.html')).toContain('gone.md');
  }, 60_000);

  it('on GitLab fail a merge request for what it broke, and write its reports', () => {
    aProject();
    put({ 'api.md': '# API\n\nMore words.\n' });
    commit('A sound change.');
    const env = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' };
    const sound = runSteps(gitlabSteps(), env);
    put({ 'api.md': '# API\n\n[new](nowhere.md)\n' });
    commit('A broken link.');
    const broken = runSteps(gitlabSteps(), env);

    expect([sound.code, broken.code]).toEqual([0, 1]);
    expect(broken.out).toContain('2 errors, 0 warnings, 0 notes (1 new)');
    const quality = JSON.parse(produced('links.json')) as { location: { path: string } }[];
    expect(quality.map(({ location }) => location.path)).toContain('api.md');
    expect(produced('links.xml')).toContain('<testsuites>');
    expect(produced('links.html')).toContain('nowhere.md');
    // On the default branch itself there is no merge request.
    expect(runSteps(gitlabSteps(), { CI_DEFAULT_BRANCH: 'main' }).code).toBe(1);
  }, 60_000);
});
