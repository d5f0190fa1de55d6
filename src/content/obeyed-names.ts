import { foldName } from './fold-name.ts';

/** A name of a file or folder whose content some tool obeys without being asked. */
export interface ObeyedName {
  /** The names, without regard to capitals; a `*` matches anything. */
  readonly names: readonly string[];
  /**
   * `root`: the tool obeys only in the folder that is opened, which may be a space's own. `any`: in every folder, for the files
   * inside.
   */
  readonly scope: 'root' | 'any';
  readonly kind: 'file' | 'folder';
  /** Which tool obeys, and what may happen. */
  readonly reason: string;
}

/** Names of Tidemark's own configuration. */
const ownConfiguration: readonly string[] = ['sync.config.yaml', 'sync.config.yml'];

/** Whether a path names a configuration of Tidemark on file systems that fold names. */
export function isOwnConfiguration(path: string): boolean {
  return ownConfiguration.includes(foldName(path.slice(path.lastIndexOf('/') + 1)));
}

/**
 * The one list of such names. Content that is mirrored for the first time is never written under one of them: whoever may
 * edit a page in the service could run a program, or instruct an agent, on this machine. Names that begin with a dot are
 * refused anyway (except `.gitbook`); their rows say why.
 */
export const obeyedNames: readonly ObeyedName[] = [
  row('any', 'file', 'coding agents take it for instructions', [
    'AGENTS.md',
    'AGENTS.override.md',
    'AGENT.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
    'GEMINI.md',
    'QWEN.md',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.goosehints',
    '.mcp.json',
    '.aider.conf.yml',
  ]),
  row('any', 'folder', 'coding agents and editors take rules, tools and commands from it', [
    '.agents',
    '.claude',
    '.codex',
    '.cursor',
    '.gemini',
    '.vscode',
    '.idea',
    '.zed',
    '.devcontainer',
  ]),
  row('any', 'file', 'editors follow it when they open a file or a folder', [
    '.editorconfig',
    '.exrc',
    '.nvimrc',
    '.dir-locals.el',
    '*.code-workspace',
    '.devcontainer.json',
  ]),
  row('any', 'file', 'shells and version managers run it on entering the folder', [
    '.envrc',
    '.env',
    '.tool-versions',
    '.mise.toml',
    'mise.toml',
    '.autoenv',
    '.bashrc',
    '.zshrc',
    '.profile',
  ]),
  row('any', 'file', 'a package manager takes its registry and its scripts from it', [
    'package.json',
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.pnpmfile.cjs',
    'pnpm-workspace.yaml',
    'bunfig.toml',
    'deno.json',
    'deno.jsonc',
    'pyproject.toml',
    'setup.py',
    'setup.cfg',
    'Cargo.toml',
    'build.rs',
    'go.mod',
    'go.work',
    'Gemfile',
    'composer.json',
    'pom.xml',
    'build.gradle',
    'build.gradle.kts',
    'settings.gradle',
    'settings.gradle.kts',
    'flake.nix',
    'shell.nix',
    'default.nix',
  ]),
  row('any', 'folder', 'programs load code from it', ['node_modules', '__pycache__', '.cargo', '.yarn']),
  row('any', 'file', 'a build tool runs what it says', [
    'Makefile',
    'GNUmakefile',
    'justfile',
    '.justfile',
    'Taskfile.yml',
    'Taskfile.yaml',
    'Rakefile',
    'CMakeLists.txt',
    'Vagrantfile',
    'conftest.py',
    'sitecustomize.py',
    'usercustomize.py',
    'tox.ini',
    'noxfile.py',
  ]),
  row('any', 'file', 'a checker or builder runs it as its configuration', [
    '*.config.js',
    '*.config.cjs',
    '*.config.mjs',
    '*.config.ts',
    '*.config.cts',
    '*.config.mts',
    '.eslintrc*',
    '.prettierrc*',
    'lefthook.yml',
    '.pre-commit-config.yaml',
  ]),
  row('any', 'folder', 'git hooks are kept in it', ['.husky', '.githooks']),
  row('root', 'file', 'a build service runs what it says', [
    '.gitlab-ci.yml',
    '.travis.yml',
    'Jenkinsfile',
    'azure-pipelines.yml',
    'bitbucket-pipelines.yml',
    'appveyor.yml',
    '.appveyor.yml',
    'cloudbuild.yaml',
    '.drone.yml',
    '.woodpecker.yml',
    '.readthedocs.yaml',
    'renovate.json',
  ]),
  row('root', 'folder', 'a build service runs the workflows in it', [
    '.github',
    '.gitlab',
    '.gitea',
    '.forgejo',
    '.circleci',
    '.buildkite',
    '.woodpecker',
    '.ci',
  ]),
  row('root', 'file', 'a hosting service takes its build and its redirects from it', [
    'netlify.toml',
    'vercel.json',
    'wrangler.toml',
    'wrangler.json',
    'wrangler.jsonc',
    'fly.toml',
    'Procfile',
    'docker-compose.yml',
    'docker-compose.yaml',
    'compose.yml',
    'compose.yaml',
  ]),
  row('any', 'file', 'a git host asks the people named in it for reviews', ['CODEOWNERS']),
  row('any', 'file', 'git shows other people as authors by it', ['.mailmap']),
  row('any', 'file', 'Windows shows or starts what it names', ['desktop.ini', 'autorun.inf']),
  row('any', 'file', 'Tidemark takes the service and its token from it', ownConfiguration),
];

function row(
  scope: ObeyedName['scope'],
  kind: ObeyedName['kind'],
  reason: string,
  names: readonly string[],
): ObeyedName {
  return { names, scope, kind, reason };
}

const exact = new Map(obeyedNames.flatMap((each) => each.names.map((name) => [foldName(name), each])));
const patterns = obeyedNames.flatMap((each) =>
  each.names.flatMap((name) => {
    const [start = '', end] = foldName(name).split('*');
    return end === undefined ? [] : [{ start, end, row: each }];
  }),
);

/** The names without a leading dot, which look like plain names. */
export const obeyedPlainNames: readonly string[] = [...exact.keys()].filter((name) =>
  /^[a-z0-9_-]+$/u.test(name),
);

/** The row that matches a part of a path; null for none. Paths are relative to a space's folder. */
export function obeyedName(parts: readonly string[], index: number): ObeyedName | null {
  const folded = foldName(parts[index] ?? '');
  const found =
    exact.get(folded) ??
    patterns.find(
      ({ start, end }) =>
        folded.length > start.length + end.length - 1 && folded.startsWith(start) && folded.endsWith(end),
    )?.row;
  if (found === undefined || (found.scope === 'root' && index > 0)) return null;
  return found.kind === 'file' && index < parts.length - 1 ? null : found;
}
