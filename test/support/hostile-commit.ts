import { execFileSync } from 'node:child_process';

/** One entry of a tree, written as bytes without any of git's checks. */
export interface HostileEntry {
  readonly name: string;
  readonly mode: string;
  /** Text, entries, or the commit of a submodule. */
  readonly content: string | readonly HostileEntry[];
}

const person = {
  GIT_AUTHOR_NAME: 'Eve',
  GIT_AUTHOR_EMAIL: 'eve@example.com',
  GIT_COMMITTER_NAME: 'Eve',
  GIT_COMMITTER_EMAIL: 'eve@example.com',
};

/** Adds entries to the root of a branch in a bare repository, in a new commit, whatever git thinks of their names. Returns the commit. */
export function commitEntries(bare: string, branch: string, entries: readonly HostileEntry[]): string {
  const run = (args: readonly string[], input: Buffer | string = ''): Buffer =>
    execFileSync('git', [...args], {
      cwd: bare,
      input,
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], HOME: bare, GIT_CONFIG_NOSYSTEM: '1', ...person },
    });
  const write = (kind: string, bytes: Buffer | string): string =>
    run(['hash-object', '-t', kind, '-w', '--literally', '--stdin'], bytes).toString().trim();
  const entryOf = ({ name, mode, content }: HostileEntry): { key: Buffer; bytes: Buffer } => {
    const oid =
      typeof content !== 'string'
        ? write('tree', treeOf(content.map(entryOf)))
        : mode === '160000'
          ? content
          : write('blob', content);
    const bytes = Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
    return { key: Buffer.from(mode === '40000' ? `${name}/` : name), bytes };
  };
  const before = run(['rev-parse', branch]).toString().trim();
  const listing = run(['ls-tree', '-z', before]).toString('latin1').split('\0').filter(Boolean);
  const kept = listing.map((line) => {
    const [, mode = '', oid = '', name = ''] = /^0?(\d+) \w+ ([0-9a-f]+)\t(.*)$/su.exec(line) ?? [];
    const bytes = Buffer.concat([Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex')]);
    return { key: Buffer.from(mode === '40000' ? `${name}/` : name, 'latin1'), bytes };
  });
  const tree = write('tree', treeOf([...kept, ...entries.map(entryOf)]));
  const commit = run(['commit-tree', tree, '-p', before, '-m', 'Improve the docs']).toString().trim();
  run(['update-ref', `refs/heads/${branch}`, commit]);
  return commit;
}

function treeOf(entries: readonly { key: Buffer; bytes: Buffer }[]): Buffer {
  return Buffer.concat(
    [...entries].sort((one, other) => Buffer.compare(one.key, other.key)).map(({ bytes }) => bytes),
  );
}

const hook = '#!/bin/sh\ntouch "$(git rev-parse --show-toplevel)/ran"\n';

function folder(name: string, ...content: HostileEntry[]): HostileEntry {
  return { name, mode: '40000', content };
}

const hooks = folder('hooks', { name: 'post-commit', mode: '100755', content: hook });

/** The trees of the attack: each with its name, its entry, and the path that a report must name. */
export const hostileTrees: readonly { what: string; entry: HostileEntry; path: string }[] = [
  { what: 'a hook in .git', entry: folder('.git', hooks), path: '.git' },
  {
    what: 'a hook in one flat name',
    entry: { name: '.git/hooks/post-commit', mode: '100755', content: hook },
    path: '.git/hooks/post-commit',
  },
  ...['.GIT', '.g\u200cit', 'git~1', '.git ', '.git::$INDEX_ALLOCATION', 'gi7eba~1', 'con', 'dot.'].map(
    (name) => ({ what: `a folder ${JSON.stringify(name)}`, entry: folder(name, hooks), path: name }),
  ),
  {
    what: 'a path that leads up on Windows',
    entry: { name: '..\\x', mode: '100644', content: 'x' },
    path: '..\\x',
  },
  {
    what: 'a folder that leads up',
    entry: folder('..', { name: 'x', mode: '100644', content: 'x' }),
    path: '..',
  },
  {
    what: 'a hook below a folder of the docs',
    entry: folder('more', folder('.Git', hooks)),
    path: 'more/.Git',
  },
  {
    what: 'git attributes',
    entry: { name: '.gitattributes', mode: '100644', content: '* filter=x\n' },
    path: '.gitattributes',
  },
  {
    what: 'git modules',
    entry: { name: '.gitmodules', mode: '100644', content: '[submodule "x"]\n\tpath = x\n\turl = ../x\n' },
    path: '.gitmodules',
  },
  {
    what: 'git attributes that are a link',
    entry: { name: '.gitattributes', mode: '120000', content: '/etc/passwd' },
    path: '.gitattributes',
  },
  { what: 'a link out of the folder', entry: { name: 'out', mode: '120000', content: '..' }, path: 'out' },
  { what: 'a submodule', entry: { name: 'sub', mode: '160000', content: '1'.repeat(40) }, path: 'sub' },
];
