import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../base/index.ts';
import { isTrue, parseGitConfig } from './config-file.ts';
import { codeOf } from '../files/index.ts';
import type { GitLock, RepositoryPlace, WorkInProgress } from './port.ts';

/** Extensions of the repository format that make no difference to us. */
const harmlessExtensions = new Set([
  'noop',
  'preciousobjects',
  'worktreeconfig',
  'partialclone',
  'relativeworktrees',
]);

/**
 * Finds the repository at a path: the root of a working tree (with a `.git` folder, or a `.git` file that points to one), or a
 * bare repository. Folders above are not searched: a folder inside a repository is not a repository of its own.
 */
export function findRepository(folder: string): {
  place: RepositoryPlace;
  config: ReadonlyMap<string, string>;
} {
  if (!existsSync(folder)) throw missing(folder, 'there is nothing at this path');
  const root = realpathSync(folder);
  const dotGit = path.join(root, '.git');
  const gitDir = existsSync(dotGit) ? throughGitFile(dotGit) : root;
  if (!looksLikeGitDir(gitDir)) throw missing(folder, 'it is not a git repository');
  const commonDir = commonDirOf(gitDir);
  const config = readConfig(commonDir);
  assertFormat(folder, config);
  const bare = gitDir === root && (isTrue(config.get('core.bare')) || path.basename(root) !== '.git');
  const workTree = gitDir === root ? (bare ? null : path.dirname(root)) : root;
  return {
    place: {
      gitDir,
      commonDir,
      workTree: isTrue(config.get('core.bare')) && gitDir === commonDir ? null : workTree,
    },
    config,
  };
}

function throughGitFile(dotGit: string): string {
  if (statSync(dotGit).isDirectory()) return realpathSync(dotGit);
  const target = /^gitdir: (.+?)\s*$/u.exec(readFileSync(dotGit, 'utf8'))?.[1];
  const gitDir = target === undefined ? null : path.resolve(path.dirname(dotGit), target);
  if (gitDir === null || !existsSync(gitDir)) {
    throw new AppError('REPOSITORY_INVALID', `${dotGit} leads to no repository`, {
      hint: 'Run `git worktree repair`, or clone the repository again.',
    });
  }
  return realpathSync(gitDir);
}

function commonDirOf(gitDir: string): string {
  const file = path.join(gitDir, 'commondir');
  return existsSync(file) ? realpathSync(path.resolve(gitDir, readFileSync(file, 'utf8').trim())) : gitDir;
}

function looksLikeGitDir(folder: string): boolean {
  if (!existsSync(path.join(folder, 'HEAD'))) return false;
  const common = commonDirOf(folder);
  return existsSync(path.join(common, 'objects')) && existsSync(path.join(common, 'refs'));
}

function readConfig(commonDir: string): ReadonlyMap<string, string> {
  try {
    return parseGitConfig(readFileSync(path.join(commonDir, 'config'), 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return new Map();
  }
}

function assertFormat(folder: string, config: ReadonlyMap<string, string>): void {
  const version = Number(config.get('core.repositoryformatversion') ?? '0');
  const problem = formatProblem(version, config);
  if (problem === null) return;
  throw new AppError('REPOSITORY_INVALID', `The repository at ${folder} cannot be used: ${problem}`, {
    hint: 'Use a repository in the ordinary format (SHA-1, references as files), as `git init` makes.',
    data: { folder },
  });
}

function formatProblem(version: number, config: ReadonlyMap<string, string>): string | null {
  if (!(version <= 1)) return `its format version is ${version}`;
  for (const [key, value] of config) {
    if (!key.startsWith('extensions.')) continue;
    const name = key.slice('extensions.'.length);
    if (name === 'objectformat' && value !== 'sha1') return `its objects are named by ${value}`;
    if (name === 'refstorage' && value !== 'files') return `its references are stored as ${value}`;
    if (version === 1 && !harmlessExtensions.has(name) && name !== 'objectformat' && name !== 'refstorage') {
      return `it uses the extension ${name}, which we do not know`;
    }
  }
  return null;
}

/** What a person's git is in the middle of, as shown by the files that git leaves meanwhile. */
export function workInProgress(gitDir: string): WorkInProgress[] {
  const signs: readonly (readonly [string, WorkInProgress])[] = [
    ['index.lock', 'index-lock'],
    ['MERGE_HEAD', 'merge'],
    ['rebase-merge', 'rebase'],
    ['rebase-apply', 'rebase'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ];
  const found = signs.filter(([name]) => existsSync(path.join(gitDir, name)));
  return [...new Set(found.map(([, work]) => work))];
}

/** The folders of the references that a sync moves. */
const movedRefs = ['refs/heads', 'refs/remotes/docs', 'refs/tidemark'] as const;

/** Every lock that keeps a sync from writing. */
export function locksIn({ gitDir, commonDir }: RepositoryPlace, now: number): GitLock[] {
  const places: [GitLock['of'], string][] = [
    ['index', path.join(gitDir, 'index.lock')],
    ['packed-refs', path.join(commonDir, 'packed-refs.lock')],
  ];
  for (const folder of movedRefs)
    for (const lock of locksBelow(commonDir, folder))
      places.push([lock.slice(0, -lockEnding.length) as GitLock['of'], path.join(commonDir, lock)]);
  return places.flatMap(([of, file]) => {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    return stat ? [{ of, file, since: stat.mtimeMs, ageMs: now - stat.mtimeMs }] : [];
  });
}

const lockEnding = '.lock';

function* locksBelow(commonDir: string, folder: string): Generator<string> {
  const at = path.join(commonDir, folder);
  if (!existsSync(at)) return;
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* locksBelow(commonDir, name);
    else if (name.endsWith(lockEnding)) yield name;
  }
}

function missing(folder: string, why: string): AppError {
  return new AppError('REPOSITORY_MISSING', `There is no repository at ${folder}: ${why}`, {
    hint: 'The first `tidemark sync` makes one there. If yours is elsewhere, set repository.path to its root.',
    data: { folder },
  });
}
