import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { aSoundRepository } from '../links/repository.ts';

let settings: Record<string, string> | undefined;

/** What npm needs to reach its registry on this machine: its own settings, and those of the network. They are asked for once. */
function npmSettings(): Record<string, string> {
  return (settings ??= askNpm());
}

function askNpm(): Record<string, string> {
  const setting = (name: string): string =>
    execFileSync('npm', ['config', 'get', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const network = Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_\w+)$/iu.test(name),
  );
  return {
    ...(Object.fromEntries(network) as Record<string, string>),
    npm_config_cache: setting('cache'),
    npm_config_userconfig: setting('userconfig'),
  };
}

export interface Project {
  /** The clone that a pipeline works in, on the branch `change`. */
  readonly clone: string;
  /** A folder for what a runner keeps between steps. */
  readonly temp: string;
  /** The environment of a runner: what programs need, and nothing of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes files into the clone and commits them; gives the commit's id. */
  commit(files: Readonly<Record<string, string>>): string;
  /** Puts the record of a mirror on the git host, which says that a folder is the space with this id. */
  record(space: { readonly id: string; readonly path: string }): void;
  /** The commit that the branch began at. */
  readonly base: string;
  remove(): void;
}

/**
 * A git host whose `main` holds a plain folder of markdown with one broken link, and a shallow or whole clone of it that is on
 * another branch. There is no configuration.
 */
export function aProject({ depth }: { depth?: number } = {}): Project {
  const work = mkdtempSync(join(tmpdir(), 'tidemark-ci-'));
  const env: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: work,
    // The packages that npm has fetched before, and its settings on this machine, such as the registry.
    ...npmSettings(),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: work, encoding: 'utf8', env }).trim();
  const put = (folder: string, files: Readonly<Record<string, string>>): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, folder, path)), { recursive: true });
      writeFileSync(join(work, folder, path), text);
    }
    git('-C', folder, 'add', '-A');
    git('-C', folder, 'commit', '-q', '-m', 'A change.');
    return git('-C', folder, 'rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main', 'author');
  put('author', { 'README.md': '# Older\n' });
  const base = put('author', {
    ...aSoundRepository(),
    // No address of another host: tests ask nobody.
    'api.md': '# API\n',
    'guide/with space.md': '# Spaced\n\n[old](gone.md)\n',
  });
  git('clone', '-q', '--bare', 'author', 'host');
  const shallow = depth === undefined ? [] : ['--depth', String(depth)];
  git('clone', '-q', ...shallow, `file://${join(work, 'host')}`, 'clone');
  git('-C', 'clone', 'switch', '-q', '-c', 'change');
  mkdirSync(join(work, 'temp'));
  return {
    clone: join(work, 'clone'),
    temp: join(work, 'temp'),
    env,
    base,
    commit: (files) => put('clone', files),
    record: ({ id, path }) => {
      git('init', '-q', 'record');
      put('record', {
        'state.json': JSON.stringify({ spaces: [id] }),
        [`spaces/${id}/space.json`]: JSON.stringify({ id, title: id, path, changeRequests: [] }),
      });
      git('-C', 'record', 'push', '-q', '../host', 'HEAD:refs/tidemark/state');
    },
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}
