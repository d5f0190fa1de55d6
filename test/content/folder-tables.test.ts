import { describe, expect, it } from 'vitest';
import { readSpaceFolder, visitPages, type PageNode } from '../../src/content/index.ts';

/** A tree as lines: each page with its title, its address and its file. */
function outline(pages: readonly PageNode[]): string[] {
  return [...visitPages(pages)].map(({ page, depth }) => {
    const pad = '  '.repeat(depth);
    if (page.type === 'document') return `${pad}${page.title} #${page.path} ${page.git?.path ?? ''}`;
    if (page.type === 'group') return `${pad}group ${page.title} #${page.path}`;
    if (page.type === 'link') return `${pad}link ${page.title} ${JSON.stringify(page.target)}`;
    return `${pad}${page.id} ${JSON.stringify(page.computed)}`;
  });
}

interface Wanted {
  readonly tree: readonly string[];
  readonly unlisted?: readonly string[];
  readonly others?: readonly string[];
  readonly assets?: readonly string[];
  readonly includes?: readonly string[];
  readonly outside?: readonly string[];
  readonly varsPath?: string;
  readonly nested?: Readonly<Record<string, readonly string[]>>;
  readonly problems?: readonly string[];
}

const nothing = {
  ...{ unlisted: [], others: [], assets: [], includes: [], outside: [] },
  ...{ varsPath: null, nested: {}, problems: [] },
};

describe('a folder', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, Wanted]>([
    ['without a page', {}, { tree: [] }],
    [
      'without a table of contents: pages, folders and titles',
      {
        'b.md': '# B\n',
        'a-b_c.md': 'x',
        'README.md': '# Start\n',
        'd/README.md': '---\ntitle: " T "\n---\n',
        'd/e.md': '<h1>E</h1>',
        'f.md': '# F\n',
        'f/g.md': '# G\n',
        'h/i/j.md': '# J\n',
        'k/readme.md': '',
        'AGENTS.md': '# No\n',
        'l/AGENTS.md': '# No\n',
        '.hidden/m.md': '# No\n',
        'n/node_modules/o.md': '# No\n',
        'p.markdown': '',
        'q.txt': '',
        '-.md': '',
        'x.y.md': '',
        'x.y/z.md': '',
      },
      {
        tree: [
          'Start #readme README.md',
          '- #- -.md',
          'A b c #a-b_c a-b_c.md',
          'B #b b.md',
          'T #d d/README.md',
          '  E #d/e d/e.md',
          'F #f f.md',
          '  G #f/g f/g.md',
          'group H #h',
          '  J #h/j h/i/j.md',
          'group K #k',
          '  K #k/readme k/readme.md',
          'P #p p.markdown',
          'X.y #x.y x.y.md',
          '  Z #x.y/z x.y/z.md',
        ],
        unlisted: ['.hidden/m.md', 'AGENTS.md', 'l/AGENTS.md', 'n/node_modules/o.md'],
        others: ['q.txt'],
      },
    ],
    [
      'without a README',
      { 'b.md': '# B\n', 'a/b.md': '# AB\n' },
      { tree: ['group A #a', '  AB #a/b a/b.md', 'B #b b.md'] },
    ],
    [
      'with a README in a group',
      {
        'SUMMARY.md':
          '## G\n\n* [A](g/README.md)\n* [B](g/h/README.md)\n  * [C](g/h/c.md)\n  * [D](g/h/d/README.md)\n',
        'g/README.md': '',
        'g/h/README.md': '',
        'g/h/c.md': '',
        'g/h/d/README.md': '',
      },
      {
        tree: [
          'group G #g',
          '  A #g/readme g/README.md',
          '  B #g/h g/h/README.md',
          '    C #g/h/c g/h/c.md',
          '    D #g/h/d g/h/d/README.md',
        ],
      },
    ],
    [
      'with a README of the page above',
      {
        'SUMMARY.md': '* [A](a.md)\n  * [B](a/README.md)\n* [R](README.md)\n  * [C](readme/README.md)\n',
        'a.md': '',
        'a/README.md': '',
        'README.md': '',
        'readme/README.md': '',
      },
      {
        tree: [
          'A #a a.md',
          '  B #a/readme a/README.md',
          'R #readme README.md',
          '  C #readme/readme readme/README.md',
        ],
      },
    ],
    [
      'with links',
      {
        'SUMMARY.md':
          '* [A](a.md)\n* [A again](a.md)\n* [A part](a.md#b)\n* [B part](b.md#c)\n* [Gone](gone.md)\n* [Gone part](gone.md#x)\n* [Web](https://a.example/)\n* [Root](/x)\n* [File](f.pdf)\n* [Folder](d)\n* [Blank](e%20f.md)\n* [Out](../x.md)\n',
        'a.md': '',
        'b.md': '',
        'f.pdf': '',
        'd/README.md': '',
        'e f.md': '',
      },
      {
        tree: [
          'A #a a.md',
          'link A again {"kind":"page","page":"a.md"}',
          'link A part {"kind":"anchor","page":"a.md","anchor":"b"}',
          'link B part {"kind":"url","url":"b.md#c"}',
          'link Gone {"kind":"url","url":"gone.md"}',
          'link Gone part {"kind":"url","url":"gone.md#x"}',
          'link Web {"kind":"url","url":"https://a.example/"}',
          'link Root {"kind":"url","url":"/x"}',
          'link File {"kind":"file","file":"f.pdf"}',
          'Folder #d d/README.md',
          'Blank #e-f e f.md',
          'link Out {"kind":"url","url":"../x.md"}',
        ],
        unlisted: ['b.md'],
        others: ['f.pdf'],
        problems: [
          'SUMMARY.md:2:13 a.md is listed twice; a page has one place only, so this entry becomes a link',
          'SUMMARY.md:5:10 gone.md does not exist',
          'SUMMARY.md:6:15 gone.md#x does not exist',
          'SUMMARY.md:12:9 ../x.md does not exist',
        ],
      },
    ],
    [
      'with entries that the service computes',
      { 'SUMMARY.md': '* ```\n  type: x\n  ```\n* [A](a.md)\n  * ```\n    type: y\n    ```\n', 'a.md': '' },
      { tree: ['computed:1 {"type":"x"}', 'A #a a.md', '  computed:2 {"type":"y"}'] },
    ],
    [
      'with slugs that are equal',
      {
        'SUMMARY.md': '* [A](a.md)\n* [B](b/a.md)\n\n## a\n\n* [C](c/a.md)\n',
        'a.md': '',
        'b/a.md': '',
        'c/a.md': '',
      },
      { tree: ['A #a a.md', 'B #a-1 b/a.md', 'group a #a-2', '  C #a-2/a c/a.md'] },
    ],
    [
      'with other spaces inside',
      {
        'SUMMARY.md': '* [A](a.md)\n',
        'a.md': '',
        'b/SUMMARY.md': '',
        'b/c/SUMMARY.md': '',
        'b/c/d.md': '',
        'e/SUMMARY.md': '',
        'bb/f.md': '',
      },
      {
        tree: ['A #a a.md'],
        unlisted: ['bb/f.md'],
        nested: { b: ['b/SUMMARY.md', 'b/c/SUMMARY.md', 'b/c/d.md'], e: ['e/SUMMARY.md'] },
      },
    ],
    [
      'with a root',
      {
        '.gitbook.yaml': 'root: docs\n',
        'docs/SUMMARY.md': '* [A](a.md)\n',
        'docs/a.md': '',
        'b.md': '',
        'docs/.gitbook/assets/x.png': '',
        '.gitbook/assets/y.png': '',
        'docs/.gitbook/vars.yaml': '',
        'docs/.gitbook/includes/i.md': '',
        'docs/.gitbook/includes/i.txt': '',
      },
      {
        tree: ['A #a docs/a.md'],
        others: ['.gitbook.yaml', 'docs/.gitbook/includes/i.txt'],
        assets: ['docs/.gitbook/assets/x.png'],
        includes: ['docs/.gitbook/includes/i.md'],
        outside: ['.gitbook/assets/y.png', 'b.md'],
        varsPath: 'docs/.gitbook/vars.yaml',
      },
    ],
    [
      'with a root and without a table of contents',
      {
        '.gitbook.yaml': 'root: docs\n',
        'docs/README.md': '# R\n',
        'docs/a/b.md': '# B\n',
        'docs/.x/c.md': '',
      },
      {
        tree: ['R #readme docs/README.md', 'group A #a', '  B #a/b docs/a/b.md'],
        unlisted: ['docs/.x/c.md'],
        others: ['.gitbook.yaml'],
      },
    ],
    [
      'with a configuration that is wrong',
      {
        '.gitbook.yaml': 'root: ../x\nstructure:\n  readme: /r.md\n  summary: [a]\n',
        'SUMMARY.md': '* [A](a.md)\n',
        'a.md': '',
      },
      {
        tree: ['A #a a.md'],
        others: ['.gitbook.yaml'],
        problems: [
          '.gitbook.yaml:1:7 root is not a path inside this folder',
          '.gitbook.yaml:3:11 structure.readme is not a path inside this folder',
          '.gitbook.yaml:1:1 structure.summary is not a path inside this folder',
        ],
      },
    ],
    [
      'with entries that say nothing',
      { 'SUMMARY.md': '* a\n* [b](b.md)\n', 'b.md': '' },
      {
        tree: ['b #b b.md'],
        problems: ['SUMMARY.md:1:3 This entry links to nothing, so it does not make a page'],
      },
    ],
    [
      'with a root below other spaces',
      {
        '.gitbook.yaml': 'root: docs/en\n',
        'SUMMARY.md': '* [No](no.md)\n',
        'docs/SUMMARY.md': '* [No](no.md)\n',
        'docs/en/SUMMARY.md': '* [A](a.md)\n',
        'docs/en/a.md': '',
        'docs/de/SUMMARY.md': '',
        'docs/de/b.md': '',
        'docs/en/c/SUMMARY.md': '',
        'docs/enx/d.md': '',
      },
      {
        tree: ['A #a docs/en/a.md'],
        others: ['.gitbook.yaml'],
        outside: ['SUMMARY.md', 'docs/SUMMARY.md', 'docs/enx/d.md'],
        nested: { 'docs/de': ['docs/de/SUMMARY.md', 'docs/de/b.md'], 'docs/en/c': ['docs/en/c/SUMMARY.md'] },
      },
    ],
    [
      'with a table of contents elsewhere',
      {
        '.gitbook.yaml': 'structure:\n  summary: toc/SUMMARY.md\n  readme: toc/start.md\n',
        'toc/SUMMARY.md': '* [A](a.md)\n* [B](../b.md)\n',
        'toc/a.md': '',
        'b.md': '',
        'toc/start.md': '',
      },
      { tree: ['A #a toc/a.md', 'B #b b.md'], unlisted: ['toc/start.md'], others: ['.gitbook.yaml'] },
    ],
    [
      'with another first page and without a table of contents',
      {
        '.gitbook.yaml': 'structure:\n  readme: start.md\n',
        'start.md': '# S\n',
        'a.md': '# A\n',
        'README.md': '# R\n',
      },
      { tree: ['S #start start.md', 'R #readme README.md', 'A #a a.md'], others: ['.gitbook.yaml'] },
    ],
    [
      'with signs in names that targets have too',
      {
        'SUMMARY.md': '* [C](C#.md)\n* [D](d.md#e)\n* [Q](what?.md)\n* [N](none#.md)\n',
        'C#.md': '',
        'd.md': '',
        'what?.md': '',
      },
      {
        tree: [
          'C #c C#.md',
          'link D {"kind":"url","url":"d.md#e"}',
          'Q #what what?.md',
          'link N {"kind":"url","url":"none#.md"}',
        ],
        unlisted: ['d.md'],
        problems: ['SUMMARY.md:4:7 none#.md does not exist'],
      },
    ],
    [
      'with files for machines, and names like theirs',
      {
        'README.md': '',
        'AGENTS.md': '',
        'AGENTS.md.md': '# X\n',
        'a/.b/c.md': '',
        '.d.md': '',
        'node_modules.md': '# N\n',
        'my_node_modules/e.md': '# E\n',
      },
      {
        tree: [
          'README #readme README.md',
          'X #AGENTS.md AGENTS.md.md',
          'group My node modules #my-node-modules',
          '  E #my-node-modules/e my_node_modules/e.md',
          'N #node_modules node_modules.md',
        ],
        unlisted: ['.d.md', 'AGENTS.md', 'a/.b/c.md'],
      },
    ],
    [
      'with a link to a part of a page that comes later',
      { 'SUMMARY.md': '* [P](b.md#x)\n* [B](b.md)\n', 'b.md': '' },
      { tree: ['link P {"kind":"anchor","page":"b.md","anchor":"x"}', 'B #b b.md'] },
    ],
    [
      'with entries that skip a level',
      {
        'SUMMARY.md':
          '* [A](a.md)\n    * [B](b.md)\n  * [C](c.md)\n* [L](https://l.example/)\n  * [D](d.md)\n',
        'a.md': '',
        'b.md': '',
        'c.md': '',
        'd.md': '',
      },
      {
        tree: [
          'A #a a.md',
          '  B #a/b b.md',
          '  C #a/c c.md',
          'link L {"kind":"url","url":"https://l.example/"}',
          'D #d d.md',
        ],
      },
    ],
    [
      'with README in any case',
      {
        'SUMMARY.md':
          '* [A](a/readme.md)\n  * [B](a/b/Readme.markdown)\n* [X](xreadme.md)\n* [Y](readme.md.md)\n',
        'a/readme.md': '',
        'a/b/Readme.markdown': '',
        'xreadme.md': '',
        'readme.md.md': '',
      },
      {
        tree: [
          'A #a a/readme.md',
          '  B #a/b a/b/Readme.markdown',
          'X #xreadme xreadme.md',
          'Y #readme.md readme.md.md',
        ],
      },
    ],
    [
      'with titles in front matter, in HTML, and in names',
      {
        'a/b/README.md': '',
        'a/b/c.md': '',
        'd_e-f.md': '',
        'g.md': '---\ntitle: T\n---\n',
        'h.md': '# \n',
        'i.md': '<h1>I</h1>\n',
        'j.md': '# <b>\n',
      },
      {
        tree: [
          'group A #a',
          '  B #a/b a/b/README.md',
          '    C #a/b/c a/b/c.md',
          'D e f #d_e-f d_e-f.md',
          'T #g g.md',
          'H #h h.md',
          'I #i i.md',
          '<b> #j j.md',
        ],
      },
    ],
    [
      'with folders within folders',
      {
        'a/b/c.md': '# C\n',
        'a/b/d.md': '# D\n',
        'a/e.md': '# E\n',
        'a.md': '# A\n',
        'f/g/README.md': '# G\n',
        'f/g/h.md': '# H\n',
      },
      {
        tree: [
          'A #a a.md',
          '  C #a/c a/b/c.md',
          '  D #a/d a/b/d.md',
          '  E #a/e a/e.md',
          'group F #f',
          '  G #f/g f/g/README.md',
          '    H #f/g/h f/g/h.md',
        ],
      },
    ],
    [
      'with a table of contents outside of the root alone',
      {
        '.gitbook.yaml': 'root: docs\n',
        'SUMMARY.md': '',
        'a.md': '',
        'docs/b.md': '# B\n',
        'docs/c/SUMMARY.md': '',
        'docs/c/d.md': '',
      },
      {
        tree: ['B #b docs/b.md'],
        others: ['.gitbook.yaml'],
        outside: ['SUMMARY.md', 'a.md'],
        nested: { 'docs/c': ['docs/c/SUMMARY.md', 'docs/c/d.md'] },
      },
    ],
  ])('%s', (_, files, wanted) => {
    const folder = readSpaceFolder({ paths: Object.keys(files), text: (path) => files[path] ?? null });
    const { unlisted, others, assets, includes, outside, varsPath, nested, problems } = folder;

    expect({
      ...{ unlisted, others, assets, includes, outside, varsPath },
      tree: outline(folder.pages),
      nested: Object.fromEntries(nested),
      problems: problems.map(({ path, line, column, message }) => `${path}:${line}:${column} ${message}`),
    }).toEqual({ ...nothing, ...wanted });
  });

  it('tells the ids of pages and what is wrong in them, when it reads their fields', () => {
    const files: Readonly<Record<string, string>> = {
      'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n',
      'a.md': '---\nid: x\ndescription: d\nhidden: true\n---\n\n# A\n',
      'b.md': '---\nhidden: [\n---\n\n# B\n',
    };
    const source = { paths: [...Object.keys(files), 'c.md'], text: (path: string) => files[path] ?? null };
    const folder = readSpaceFolder(source, { fields: true });

    expect(folder.pages[0]).toMatchObject({ description: 'd', hidden: true });
    expect([...folder.pageIds]).toEqual([['a.md', 'x']]);
    expect(folder.problems.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual([
      'b.md:3:1',
      'c.md:1:1',
    ]);
    expect(folder.problems[1]?.message).toBe('This page is not UTF-8 text');
    expect(readSpaceFolder(source).problems).toEqual([]);
    expect(readSpaceFolder(source).pages[0]).not.toHaveProperty('description');
  });

  it('shows titles without marks to those who ask for it', () => {
    const text = (path: string): string => (path === 'SUMMARY.md' ? '* [A _b_ `c`](a.md)\n' : '# A _b_\n');

    for (const [paths, title, shown] of [
      [['SUMMARY.md', 'a.md'], 'A _b_ `c`', 'A b c'],
      [['a.md'], 'A _b_', 'A b'],
    ] as const) {
      expect(readSpaceFolder({ paths, text }).pages[0]?.title).toBe(title);
      expect(readSpaceFolder({ paths, text }, { shown: true }).pages[0]?.title).toBe(shown);
    }
  });

  it('says why a file is left out, where an entry means it', () => {
    const reasons: Readonly<Record<string, string>> = {
      'a.md': 'It is too large',
      'b/README.md': 'It is a link',
    };
    const { problems } = readSpaceFolder({
      paths: ['SUMMARY.md'],
      text: () => '* [A](a.md)\n* [B](b)\n* [C](c.md)\n',
      whyLeftOut: (path) => reasons[path] ?? null,
    });

    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [1, 'It is too large'],
      [2, 'It is a link'],
      [3, 'c.md does not exist'],
    ]);
  });
});
