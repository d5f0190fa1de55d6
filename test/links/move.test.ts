import { describe, expect, it } from 'vitest';
import { folderOf } from '../../src/content/index.ts';
import { checkMoves, moveOf } from '../../src/links/move/allowed.ts';
import { newFaults } from '../../src/links/move/new-faults.ts';
import { laterPathOf } from '../../src/links/move/paths.ts';
import { indexAfterMove, planMove, type MovePlan } from '../../src/links/move/plan.ts';
import { applySplices } from '../../src/links/move/splices.ts';
import { resolveLink } from '../../src/links/resolve.ts';
import { findSpaces, LinkIndex, ScanCache } from '../../src/links/tree.ts';
import { corpusSpaces, hasCorpora } from '../support/corpora.ts';
import { aSoundRepository, aTree } from './repository.ts';

function indexOf(files: Readonly<Record<string, string>>): LinkIndex {
  const tree = aTree(files);
  return new LinkIndex(tree, findSpaces(tree.paths));
}

/** The files after a move, with its plan. */
function moved(
  files: Readonly<Record<string, string>>,
  from: string,
  to: string,
): { files: Record<string, string>; plan: MovePlan; faults: string[] } {
  const index = indexOf(files);
  const moves = [{ from, to }];
  checkMoves(index, moves);
  const plan = planMove(index, moves);
  const result: Record<string, string> = {};
  const goal = new Map(plan.files.map((file) => [file.from, file.to]));
  for (const [path, text] of Object.entries(files)) result[goal.get(path) ?? path] = text;
  for (const { to: path, text, splices } of plan.edits) result[path] = applySplices(text ?? '', splices);
  const after = indexAfterMove(index, plan);
  const faults = newFaults(index, after, moves).map(({ path, message }) => `${path}: ${message}`);
  return { files: result, plan, faults };
}

const refusalOf = (from: string, to: string): unknown => {
  try {
    checkMoves(indexOf(aSoundRepository()), [{ from, to }]);
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return null;
};

describe('a planned move', () => {
  it('rewrites the links to a page and from it, its entry, and the redirects that lead to it', () => {
    const { files, faults, plan } = moved(aSoundRepository(), 'guide/start.md', 'guide/deep/begin.md');

    expect(faults).toEqual([]);
    expect(files['README.md']).toContain('[Start](guide/deep/begin.md#first-steps)');
    expect(files['README.md']).toContain('[dots](./guide/deep/begin.md)');
    expect(files['guide/README.md']).toContain('[custom](deep/begin.md#custom)');
    expect(files['guide/README.md']).toContain('<a href="deep/begin.md">');
    expect(files['guide/with space.md']).toContain('[up](deep/begin.md)');
    expect(files['guide/deep/begin.md']).toContain('[ref]: ../../api.md "API"');
    expect(files['SUMMARY.md']).toContain('  * [Start](guide/deep/begin.md)\n');
    expect(files['.gitbook.yaml']).toBe(
      'redirects:\n  old: guide/deep/begin.md\n  older: ./guide\n  guide/start: guide/deep/begin.md\n',
    );
    expect(plan.redirects).toEqual([
      { path: '.gitbook.yaml', from: 'guide/start', to: 'guide/deep/begin.md' },
    ]);
  });

  it('moves a folder with everything in it, and changes no byte that may stay', () => {
    const before = aSoundRepository();
    const { files, faults } = moved(before, 'guide', 'manual');

    expect(faults).toEqual([]);
    expect(files['README.md']).toBe(
      before['README.md']?.replaceAll('guide/', 'manual/').replace('[manual]', '[guide]'),
    );
    expect(files['manual/README.md']).toBe(before['guide/README.md']);
    expect(files['manual/start.md']).toBe(before['guide/start.md']);
    expect(files['SUMMARY.md']).toBe(before['SUMMARY.md']?.replaceAll('guide/', 'manual/'));
    expect(files['.gitbook.yaml']).toBe(
      'redirects:\n  old: manual/start.md\n  older: ./manual/README.md\n  guide: manual/README.md\n  guide/start: manual/start.md\n  guide/with-space: manual/with space.md\n',
    );
  });

  it('moves images and includes with the links to them', () => {
    const image = moved(
      aSoundRepository(),
      '.gitbook/assets/image (1).png',
      '.gitbook/assets/a & (b) #1.png',
    );
    expect(image.faults).toEqual([]);
    expect(image.files['README.md']).toContain(
      '![Shot](<.gitbook/assets/a%20&%20(b)%20%231.png>) <img src=".gitbook/assets/a%20&#x26;%20(b)%20%231.png"',
    );

    const include = moved(aSoundRepository(), '.gitbook/includes/note.md', '.gitbook/includes/hint.md');
    expect(include.faults).toEqual([]);
    expect(include.files['README.md']).toContain('{% include ".gitbook/includes/hint.md" %}');
    expect(include.plan.redirects).toEqual([]);
  });

  it('keeps the way in which a link is written: a folder, without an ending, encoded, in a tag', () => {
    const page = `# A\n\n[folder](../b/) [short](../b/c) [coded](../b/d%20e.md#x) [own](a.md#a)\n\n{% content-ref url="../b/c.md" %}\n[c.md](../b/c.md)\n{% endcontent-ref %}\n\n[label]: <../b/d e.md> 'title'\n`;
    const files = {
      'README.md': '# Home\n',
      'SUMMARY.md':
        '# Table of contents\n\n* [Home](README.md)\n* [A](a/a.md)\n* [B](b/README.md)\n  * [C](b/c.md)\n  * [D](<b/d e.md>)\n',
      'a/a.md': page,
      'b/README.md': '# B\n',
      'b/c.md': '# C\n',
      'b/d e.md': '# D\n\n## X\n',
    };

    expect(moved(files, 'a/a.md', 'z.md').files['z.md']).toBe(
      page.replaceAll('../b/', 'b/').replace('a.md#a', 'z.md#a'),
    );
    expect(moved(files, 'b', 'a/f').files['a/a.md']).toBe(page.replaceAll('../b/', 'f/'));
  });

  it('leaves a broken link as broken as it was, also one that leads out of the repository', () => {
    const files = {
      'README.md': '# Home\n',
      'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n',
      'a.md': '# A\n\n[gone](sub/gone.md) [out](../src/x.ts) [mark](broken-reference) [root](/x.png)\n',
      'b.md': '# B\n',
    };
    const { files: after, faults } = moved(files, 'a.md', 'deep/er/a.md');

    expect(faults).toEqual([]);
    expect(after['deep/er/a.md']).toBe(
      '# A\n\n[gone](../../sub/gone.md) [out](../../../src/x.ts) [mark](broken-reference) [root](/x.png)\n',
    );
  });

  it('follows links of markdown that is not a page, such as the README of a repository around the content', () => {
    const { files } = moved(
      {
        'README.md': '# Project\n\n[docs](docs/a.md)\n',
        'docs/README.md': '# Home\n',
        'docs/SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n',
        'docs/a.md': '# A\n\n[project](../README.md)\n',
      },
      'docs/a.md',
      'docs/b/c.md',
    );

    expect(files['README.md']).toBe('# Project\n\n[docs](docs/b/c.md)\n');
    expect(files['docs/b/c.md']).toBe('# A\n\n[project](../../README.md)\n');
  });
});

describe('the table of contents of a move', () => {
  const summary = `# Table of contents\n\n- [Home](README.md)\n- [One](one/README.md)\n    - [X\\_y](one/x.md "X")\n        - [Deep](one/x/deep.md)\n    - [Y](one/y.md)\n- [Two](two/README.md)\n\n## Group\n\n- [G](group/g.md)\n`;
  const files = {
    'SUMMARY.md': summary,
    'README.md': '# Home\n',
    'one/README.md': '# One\n',
    'one/x.md': '# X\n',
    'one/x/deep.md': '# Deep\n',
    'one/y.md': '# Y\n',
    'two/README.md': '# Two\n',
    'group/g.md': '# G\n',
  };

  it('takes the line of a page and those below it to the page of its new folder', () => {
    const { files: after, plan } = moved(files, 'one/x.md', 'two/x.md');

    expect(after['SUMMARY.md']).toBe(
      `# Table of contents\n\n- [Home](README.md)\n- [One](one/README.md)\n    - [Y](one/y.md)\n- [Two](two/README.md)\n    - [X\\_y](two/x.md "X")\n        - [Deep](one/x/deep.md)\n\n## Group\n\n- [G](group/g.md)\n`,
    );
    expect(plan.placed).toEqual([{ path: 'SUMMARY.md', title: 'X_y', under: 'Two' }]);
    expect(plan.redirects.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'one/x two/x.md',
      'one/x/deep one/x/deep.md',
    ]);
  });

  it('takes it into a group, and to the top', () => {
    expect(moved(files, 'two', 'group/two').files['SUMMARY.md']).toBe(
      `${summary.replace('- [Two](two/README.md)\n', '')}- [Two](group/two/README.md)\n`,
    );
    expect(moved(files, 'group/g.md', 'g.md').files['SUMMARY.md']).toBe(
      `${summary.replace('- [G](group/g.md)\n', '').replace('(two/README.md)\n', '(two/README.md)\n- [G](g.md)\n')}`,
    );
  });

  it('takes the line of a page whose file name has a # or a %, and the links to its parts', () => {
    const names = ['c#', '100%', 'a%20b'];
    const odd = Object.fromEntries(names.map((name) => [`one/${name}.md`, `# A\n\n## Part\n`]));
    const lines = '    - [C](one/c#.md)\n    - [100](one/100%25.md)\n    - [A](one/a%20b.md)\n';
    const parts = '- [Part](one/c#.md#part)\n';
    const before = {
      ...files,
      ...odd,
      'SUMMARY.md': summary.replace('- [Two]', `${lines}${parts}- [Two]`),
    };
    const move = (name: string): string => {
      const { files: after, faults } = moved(before, `one/${name}.md`, `two/${name}.md`);
      expect(faults).toEqual([]);
      return (after['SUMMARY.md'] ?? '').replace(/^.*?(?=- \[Two\])/su, '').replace(/\n\n.*$/su, '');
    };

    expect(names.map(move)).toEqual([
      '- [Two](two/README.md)\n    - [C](two/c%23.md)',
      '- [Two](two/README.md)\n    - [100](two/100%.md)',
      '- [Two](two/README.md)\n    - [A](two/a%2520b.md)',
    ]);
    expect(moved(before, 'one/c#.md', 'two/c#.md').files['SUMMARY.md']).toContain('(two/c%23.md#part)');
  });

  it('leaves each line where it is when the nesting does not follow the folders', () => {
    const flat = {
      ...files,
      'SUMMARY.md': summary
        .replace('    - [Y](one/y.md)\n', '')
        .replace('## Group\n\n', '## Group\n\n- [Y](one/y.md)\n'),
    };

    expect(moved(flat, 'one/y.md', 'two/y.md').files['SUMMARY.md']).toBe(
      flat['SUMMARY.md'].replace('one/y.md', 'two/y.md'),
    );
  });
});

describe('the redirects of a move', () => {
  const files = (config: string | null): Record<string, string> => ({
    'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [A](a.md)\n',
    'README.md': '# Home\n',
    'a.md': '# A\n',
    ...(config === null ? {} : { '.gitbook.yaml': config }),
  });

  it.each([
    ['no file', null, 'redirects:\n  a: b.md\n'],
    ['an empty file', '', 'redirects:\n  a: b.md\n'],
    ['other keys and comments', 'root: ./ # here\n', 'root: ./ # here\n\nredirects:\n  a: b.md\n'],
    [
      'a list of others',
      'redirects:\n    x:   y.md # why\nroot: ./\n',
      'redirects:\n    x:   y.md # why\n    a: b.md\nroot: ./\n',
    ],
    ['a list that nothing ends', 'redirects:\n  x: y.md', 'redirects:\n  x: y.md\n  a: b.md'],
    ['an empty list', 'redirects: {}\nroot: ./\n', 'redirects:\n  a: b.md\nroot: ./\n'],
    ['a list without entries', 'redirects: # none\n', 'redirects: # none\n  a: b.md\n'],
    ['the address itself', 'redirects:\n  a: old.md\n', 'redirects:\n  a: b.md\n'],
    [
      'an address that has a page again',
      'redirects:\n  b: a.md\n  c: a.md\n',
      'redirects:\n  c: b.md\n  a: b.md\n',
    ],
    ['lines of Windows', 'redirects:\r\n  x: y.md\r\n', 'redirects:\r\n  x: y.md\r\n  a: b.md\r\n'],
  ])('are added where there is %s', (_, config, expected) => {
    expect(moved(files(config), 'a.md', 'b.md').files['.gitbook.yaml']).toBe(expected);
  });

  it('are reported and left to the person, if the file is written in another way', () => {
    const { files: after, plan } = moved(files('redirects: { x: y.md }\n'), 'a.md', 'b.md');

    expect(after['.gitbook.yaml']).toBe('redirects: { x: y.md }\n');
    expect(plan.notes.join()).toContain('a: b.md');
  });
});

describe('a move that cannot be', () => {
  it.each([
    ['nothing.md', 'a.md', 'USAGE'],
    ['api.md', 'api.md', 'USAGE'],
    ['api.md', 'guide/start.md', 'CONFLICT'],
    ['api.md', 'guide', 'CONFLICT'],
    ['guide', 'guide/inner', 'USAGE'],
    ['api.md', 'openapi.yaml/api.md', 'CONFLICT'],
    ['api.md', 'api.txt', 'USAGE'],
    ['openapi.yaml', 'openapi.md', 'USAGE'],
    ['README.md', 'home.md', 'USAGE'],
    ['SUMMARY.md', 'guide/SUMMARY.md', 'USAGE'],
    ['.gitbook.yaml', 'x.yaml', 'USAGE'],
    ['api.md', '../api.md', 'UNSAFE_PATH'],
    ['api.md', '.git/hooks/api.md', 'UNSAFE_PATH'],
  ])('is refused: %s to %s', (from, to, code) => {
    expect(refusalOf(from, to)).toBe(code);
  });

  it('is refused from one space to another, and out of the root of the content', () => {
    const two = indexOf({
      'a/SUMMARY.md': '* [A](a.md)\n',
      'a/a.md': '# A\n',
      'b/SUMMARY.md': '* [B](b.md)\n',
      'b/b.md': '# B\n',
    });
    expect(() => checkMoves(two, [{ from: 'a/a.md', to: 'b/a.md' }])).toThrow('same content');

    const rooted = indexOf({
      '.gitbook.yaml': 'root: ./docs/\n',
      'docs/SUMMARY.md': '* [A](a.md)\n',
      'docs/a.md': '# A\n',
    });
    expect(() => checkMoves(rooted, [{ from: 'docs/a.md', to: 'a.md' }])).toThrow('same content');
  });

  it('reads a folder or a path with a slash at its end as a place to move into', () => {
    const isFolder = (path: string): boolean => path === 'guide';

    expect(moveOf('a/x.md', 'guide', isFolder)).toEqual({ from: 'a/x.md', to: 'guide/x.md' });
    expect(moveOf('a/x.md', 'new/', isFolder)).toEqual({ from: 'a/x.md', to: 'new/x.md' });
    expect(moveOf('a/', 'b', isFolder)).toEqual({ from: 'a', to: 'b' });
  });
});

/** Which file each link of a file leads to, in their order; null where it leads to none. */
function goalsOf(index: LinkIndex, path: string): (string | null)[] {
  return (index.files.get(path)?.links ?? []).map((link) => {
    const verdict = resolveLink(index, path, link);
    return verdict.outcome === 'ok' || verdict.outcome === 'fault' ? verdict.file : null;
  });
}

describe.runIf(hasCorpora)('every page of the corpora', () => {
  it(
    'moves once without a new fault, and every link leads where it led',
    { timeout: 300_000, tags: ['long'] },
    () => {
      const faults: string[] = [];
      const counts = { moves: 0, placed: 0, redirects: 0, links: 0 };
      for (const space of corpusSpaces()) {
        const cache = new ScanCache();
        const texts = new Map(
          space.paths.map((path) => [path, /\.(?:md|yaml)$/u.test(path) ? space.text(path) : null]),
        );
        const tree = { paths: space.paths, text: (path: string) => texts.get(path) ?? null };
        const index = new LinkIndex(tree, findSpaces(space.paths), cache);
        const before = new Map([...index.files.keys()].map((path) => [path, goalsOf(index, path)]));
        const pages = [...index.files.keys()].filter((path) => {
          const folder = index.spaceOf(path)?.folder;
          return folder?.documents.has(path) === true && path !== folder.config.readme;
        });
        for (const [at, from] of pages.entries()) {
          const folder = folderOf(pages[(at * 7 + 3) % pages.length] ?? '');
          const to =
            at % 3 === 0 ? `moved away/${at}-é.md` : `${folder === '' ? '' : `${folder}/`}moved (${at}).md`;
          const moves = [{ from, to }];
          const plan = planMove(index, moves, { cache });
          const after = indexAfterMove(index, plan, cache);
          const later = laterPathOf(moves);
          const tell = (what: string): void => void faults.push(`${space.name}: ${from} to ${to}: ${what}`);
          for (const { path, message } of newFaults(index, after, moves)) tell(`${path}: ${message}`);
          for (const [path, goals] of before) {
            // A link that led nowhere may lead somewhere now, because some pages were moved by hand before.
            const now = goalsOf(after, later(path));
            if (goals.some((goal, link) => goal !== null && now[link] !== later(goal)))
              tell(`links of ${path}`);
            counts.links += goals.length;
          }
          counts.moves += 1;
          counts.placed += plan.placed.length;
          counts.redirects += plan.redirects.length;
          plan.notes.forEach(tell);
        }
      }

      expect(faults).toEqual([]);
      expect(counts.moves).toBeGreaterThan(300);
      expect(Math.min(counts.placed, counts.redirects)).toBeGreaterThan(50);
    },
  );
});
