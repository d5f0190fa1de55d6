import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskNameProblem, foreignNameProblem } from '../../src/base/index.ts';
import { foreignTreeProblem } from '../../src/git/foreign-trees.ts';
import { roundsOf } from '../rounds.ts';
import { git, nativeEnvironment, temporaryFolder } from './native.ts';

const root = temporaryFolder('foreign-trees');

/** The names of the attack, and their kin. */
const refusedEverywhere = [
  '.git',
  '.GIT',
  '.gIt',
  '.g\u200cit',
  '.git\u206a',
  '\ufeff.git',
  '.ｇｉｔ',
  'git~1',
  'GIT~1',
  'git~2',
  '.git ',
  '.git.',
  '.git. .',
  '.git::$INDEX_ALLOCATION',
  'git~1:x',
  '.git/hooks/post-commit',
  '.git\\hooks\\post-commit',
  'x\\.git',
  '..\\x',
  'a\\b',
  '',
  '.',
  '..',
  'a\0b',
  'trail.',
  'trail ',
  'con',
  'AUX',
  'nul.txt',
  'NUL .md',
  'com1',
  'lpt9.tar.gz',
  'com¹',
  'CONOUT$',
  'prn:',
  '.GitModules',
  '.git\u200cmodules',
  'gi7eba~1',
  'GITMOD~1',
  'gitmod~4',
  'gi7eb~10',
  '~1000000',
  '.gitmodules .',
  '.gitmodules::$DATA',
  'gi7d29~1',
  'gitatt~2',
  'gi250a~1',
  'maba30~1',
  '.gitattributes:x',
];

const takenFromAHost = [
  '.gitattributes',
  '.gitmodules',
  '.gitignore',
  '.mailmap',
  '.github',
  '.gitlab-ci.yml',
  '.gitkeep',
  'git',
  'git~',
  'gitmod~5',
  'gi7eba1~',
  'README.md',
  'con-text.md',
  'console',
  'com10',
  'auxiliary.md',
  'a.b',
  ' a',
  'naïve.md',
  '快速开始.md',
  '12:30.md',
  'x…',
];

describe('a name from a git host', () => {
  it.each(refusedEverywhere)('is refused when it is %j', (name) => {
    expect(foreignNameProblem(name)).not.toBeNull();
    expect(diskNameProblem(name)).not.toBeNull();
  });

  it.each(takenFromAHost)('is taken when it is %j', (name) => {
    expect(foreignNameProblem(name)).toBeNull();
  });

  it.each(['.gitattributes', '.gitmodules', 'a\udcff'])(
    'is taken, but not written, when it is %j',
    (name) => {
      expect(foreignNameProblem(name)).toBeNull();
      expect(diskNameProblem(name)).not.toBeNull();
    },
  );
});

const piece = fc.constantFrom(
  ...'.git.GIT~1~2:. \\agi7eba7d29250modulesattributesignore',
  'git',
  'GIT',
  '.git',
  'modules',
  'attributes',
  'gitmod',
  'gi7eba',
  'gi7d29',
  '~1',
  '~4',
  '\u200c',
  '\u200d',
  '\u202e',
  '\u206f',
  '\ufeff',
  '\u2060',
  'İ',
  '::$INDEX_ALLOCATION',
  '::$DATA',
  '..',
);
const oddName = fc
  .oneof(
    fc.array(piece, { maxLength: 7 }).map((parts) => Buffer.from(parts.join(''))),
    fc.constantFrom(...refusedEverywhere, ...takenFromAHost).map((name) => Buffer.from(name)),
    fc
      .tuple(fc.constantFrom('.git', '.gitmodules', 'a'), fc.uint8Array({ maxLength: 3 }))
      .map(([start, end]) => Buffer.concat([Buffer.from(start), end])),
  )
  .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0)));

interface Entry {
  mode: string;
  name: Buffer;
  oid: string;
}

/** A tree in the order in which the entries come, which may be wrong. */
function treeOf(entries: readonly Entry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, name, oid }) => [
      Buffer.from(`${mode} `),
      name,
      Buffer.from([0]),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

describe('a tree from a git host', () => {
  const store = path.join(root, 'store');
  mkdirSync(store);
  git(store, ['init', '-q']);
  const blob = git(store, ['hash-object', '-w', '--stdin'], { input: '' }).trim();
  const tree = git(store, ['mktree'], { input: '' }).trim();

  /** The trees that git refuses, by their positions, as a host with `transfer.fsckObjects` and --strict would. */
  const refusedByGit = (trees: readonly Buffer[]): Set<number> => {
    const names = new Map<string, number>();
    trees.forEach((bytes, at) => {
      const oid = git(store, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], { input: bytes });
      names.set(oid.trim(), at);
    });
    const { stderr, stdout } = spawnSync('git', ['fsck', '--strict', '--no-dangling', ...names.keys()], {
      cwd: store,
      env: nativeEnvironment,
    });
    const refused = new Set<number>();
    for (const [, oid = ''] of `${String(stderr)}${String(stdout)}`.matchAll(
      /error in tree ([0-9a-f]{40})/gu,
    )) {
      const at = names.get(oid);
      if (at !== undefined) refused.add(at);
    }
    return refused;
  };

  const entry = fc.record({
    mode: fc.constantFrom('100644', '100644', '40000', '100755', '120000', '040000', '100666', '0', '160000'),
    name: oddName,
    oid: fc.constantFrom('content', 'content', 'content', 'content', '0'.repeat(40)),
  });
  const plain = fc.record({
    mode: fc.constantFrom('100644', '40000', '120000'),
    name: oddName,
    oid: fc.constant('content'),
  });
  const entries = fc.oneof(
    fc.array(plain, { minLength: 1, maxLength: 1 }),
    fc.array(entry, { minLength: 1, maxLength: 3 }),
  );
  const withContent = (list: readonly Entry[]): Buffer =>
    treeOf(
      list.map((each) => ({
        ...each,
        oid: each.oid === 'content' ? (each.mode.endsWith('40000') ? tree : blob) : each.oid,
      })),
    );

  it('is refused whenever git refuses it', () => {
    let refusals = 0;
    fc.assert(
      fc.property(fc.array(entries, { minLength: 150, maxLength: 150 }), (lists) => {
        const trees = lists.map(withContent);
        const refused = refusedByGit(trees);
        refusals += refused.size;
        for (const at of refused)
          expect(foreignTreeProblem(trees[at]!), trees[at]!.toString()).not.toBeNull();
      }),
      // Each run asks git; making a failure smaller would ask it thousands of times.
      { numRuns: roundsOf({ usual: 1, all: 4 }), endOnFailure: true },
    );
    expect(refusals).toBeGreaterThan(roundsOf({ usual: 25, all: 100 }));
  });

  it('is taken when git wrote it from ordinary files', () => {
    const folder = path.join(root, 'ordinary');
    git(root, ['clone', '-q', store, folder]);
    const listing = takenFromAHost.map((name) => `100644 blob ${blob}\t${name}\0`).join('');
    const oid = git(folder, ['mktree', '-z', '--missing'], { input: listing }).trim();
    const bytes = spawnSync('git', ['cat-file', 'tree', oid], { cwd: folder, env: nativeEnvironment }).stdout;

    expect(foreignTreeProblem(bytes)).toBeNull();
  });

  it('is refused with a control file that is a link', () => {
    const name = Buffer.from('.gitattributes');
    expect(foreignTreeProblem(treeOf([{ mode: '120000', name, oid: blob }]))).toMatchObject({
      name: '.gitattributes',
    });
  });
});
