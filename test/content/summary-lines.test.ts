import { describe, expect, it } from 'vitest';
import {
  parseSummary,
  printSummary,
  updateSummaryLines,
  type ContentRef,
  type DocumentPage,
  type LinkPage,
  type PageNode,
  type SummaryEntry,
  type SummaryLine,
} from '../../src/content/index.ts';

const item = (depth: number, title: string, target: string, linkTitle?: string): SummaryLine => ({
  ...{ kind: 'item', depth, title, target },
  ...(linkTitle === undefined ? {} : { linkTitle }),
});

/** An entry as a line, with the place of its target and what is written there. */
function shown(text: string, entry: SummaryEntry): string {
  switch (entry.kind) {
    case 'item': {
      const { depth, title, target, line, column, linkTitle } = entry;
      const written = JSON.stringify(text.slice(entry.targetStart, entry.targetEnd));
      const more = linkTitle === undefined ? '' : ` “${linkTitle}”`;
      return `${'  '.repeat(depth)}item ${title} → ${target} at ${line}:${column} ${written}${more}`;
    }
    case 'computed':
      return `${'  '.repeat(entry.depth)}computed ${JSON.stringify(entry.computed)}`;
    case 'group':
      return `group ${entry.title} #${entry.slug}`;
    case 'divider':
      return 'divider';
  }
}

describe('a table of contents', () => {
  it.each<readonly [string, readonly string[]]>([
    ['', []],
    ['# T', []],
    ['# T\n\n* [a](a.md)', ['item a → a.md at 3:7 "a.md"']],
    ['* [a](a.md)\n# b', ['item a → a.md at 1:7 "a.md"', 'group b #b']],
    ['# T\n# b\n* [c](c.md)', ['group b #b', 'item c → c.md at 3:7 "c.md"']],
    [
      '## a\n\n* [b](b.md)\n\n***\n\n* [c](c.md)',
      ['group a #a', 'item b → b.md at 3:7 "b.md"', 'divider', 'item c → c.md at 7:7 "c.md"'],
    ],
    ['## a\n***\n## b', ['group a #a', 'group b #b']],
    ['***\n* [a](a.md)', ['item a → a.md at 2:7 "a.md"']],
    [
      '## a\n\n- - -\n___\n* [b](b.md)\n***\n* [c](c.md)',
      ['group a #a', 'divider', 'item b → b.md at 5:7 "b.md"', 'item c → c.md at 7:7 "c.md"'],
    ],
    ['## a <a href="#b" id="b"></a>', ['group a #b']],
    ['## a <a x="y" id="b"></a> ##', ['group a #b']],
    ['## a <a id=""></a>', ['group a #a']],
    ['## a \\# & ', ['group a # & #a-and']],
    ['### a', ['group a #a']],
    ['####### a', []],
    ['## a ##', ['group a #a']],
    ['##a', []],
    [
      '* [a](a.md)\n  * [b](b.md)\n    * [c](c.md)\n * [d](d.md)\n* [e](e.md)',
      [
        'item a → a.md at 1:7 "a.md"',
        '  item b → b.md at 2:9 "b.md"',
        '    item c → c.md at 3:11 "c.md"',
        '  item d → d.md at 4:8 "d.md"',
        'item e → e.md at 5:7 "e.md"',
      ],
    ],
    [
      '- [a](a.md)\n\t- [b](b.md)\n\t\t- [c](c.md)',
      ['item a → a.md at 1:7 "a.md"', '  item b → b.md at 2:8 "b.md"', '    item c → c.md at 3:9 "c.md"'],
    ],
    [
      '  * [a](a.md)\n   * [b](b.md)\n\t* [c](c.md)',
      ['item a → a.md at 1:9 "a.md"', '  item b → b.md at 2:10 "b.md"', '    item c → c.md at 3:8 "c.md"'],
    ],
    [
      '1. [a](a.md)\n   2) [b](b.md)\n+ [c](c.md)',
      ['item a → a.md at 1:8 "a.md"', '  item b → b.md at 2:11 "b.md"', 'item c → c.md at 3:7 "c.md"'],
    ],
    [
      '* a\n  * [b](b.md)\n    * c\n      * [d](d.md)',
      [
        'item b → b.md at 2:9 "b.md"',
        '  item d → d.md at 4:13 "d.md"',
        '1:3 This entry links to nothing, so it does not make a page',
        '3:7 This entry links to nothing, so it does not make a page',
      ],
    ],
    ['*[a](a.md)', []],
    ['*\t[a](a.md)', ['item a → a.md at 1:7 "a.md"']],
    ['* [a] (a.md)', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a](a.md', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a]', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a]()', ['item a → README.md at 1:7 ""']],
    ['* [a [b] c](d.md)', ['item a [b] c → d.md at 1:13 "d.md"']],
    ['* [a \\] b](c.md)', ['item a ] b → c.md at 1:12 "c.md"']],
    ['* [a](b (c).md)', ['item a → b (c).md at 1:7 "b (c).md"']],
    ['* [a](b(c.md)', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a](b\\).md)', ['item a → b).md at 1:7 "b\\\\).md"']],
    ['* [a](b c.md)', ['item a → b c.md at 1:7 "b c.md"']],
    ['* [a](<b c.md>)', ['item a → b c.md at 1:7 "<b c.md>"']],
    ['* [a](<b\\>c.md> "t")', ['item a → b>c.md at 1:7 "<b\\\\>c.md>" “t”']],
    ['* [a](b.md "t")', ['item a → b.md at 1:7 "b.md" “t”']],
    ["* [a](b.md 't')", ['item a → b.md at 1:7 "b.md" “t”']],
    ['* [a](b.md "t\\"u" )', ['item a → b.md at 1:7 "b.md" “t"u”']],
    ['* [a](b.md\t"t")', ['item a → b.md at 1:7 "b.md" “t”']],
    ['* [a](b.md "t)', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a](b.md "t" x)', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a](b "c" d.md)', ['1:3 This entry links to nothing, so it does not make a page']],
    ['* [a](b.md) words', ['item a → b.md at 1:7 "b.md"']],
    ['* [a](b%20c.md)', ['item a → b c.md at 1:7 "b%20c.md"']],
    ['* [a](./b.md)', ['item a → b.md at 1:7 "./b.md"']],
    ['* [a](b/)', ['item a → b/README.md at 1:7 "b/"']],
    ['* [a](.)', ['item a → README.md at 1:7 "."']],
    ['* [a](b/../c.md)', ['item a → c.md at 1:7 "b/../c.md"']],
    ['* [a](../c.md)', ['item a → ../c.md at 1:7 "../c.md"']],
    ['* [a](../../c.md)', ['item a → ../../c.md at 1:7 "../../c.md"']],
    ['* [a](#b)', ['item a → #b at 1:7 "#b"']],
    ['* [a](/b.md)', ['item a → b.md at 1:7 "/b.md"']],
    ['* [a](/b/../c%20d.md#e)', ['item a → c d.md#e at 1:7 "/b/../c%20d.md#e"']],
    ['* [a](/b)', ['item a → /b at 1:7 "/b"']],
    ['* [a](/b?c.md)', ['item a → /b?c.md at 1:7 "/b?c.md"']],
    ['* [a](//b.example/c.md)', ['item a → //b.example/c.md at 1:7 "//b.example/c.md"']],
    ['* [a](b.md#c%20d)', ['item a → b.md#c%20d at 1:7 "b.md#c%20d"']],
    ['* [a](b/#c)', ['item a → b/README.md#c at 1:7 "b/#c"']],
    ['* [a](https://b.example/c)', ['item a → https://b.example/c at 1:7 "https://b.example/c"']],
    ['* [a](//b.example/)', ['item a → //b.example/ at 1:7 "//b.example/"']],
    ['* [a](mailto:b)', ['item a → mailto:b at 1:7 "mailto:b"']],
    ['* [a](b//c.md)', ['item a → b/c.md at 1:7 "b//c.md"']],
    ['<!-- * [a](a.md) -->\n* [b](b.md)', ['item b → b.md at 2:7 "b.md"']],
    ['<!--\n* [a](a.md)\n-->\n* [b](b.md)', ['item b → b.md at 4:7 "b.md"']],
    ['<!-- a\n* [b](b.md)', []],
    ['words\n* [a](a.md)', ['item a → a.md at 2:7 "a.md"']],
    ['```\n* [a](a.md)\n```\n* [b](b.md)', ['item b → b.md at 4:7 "b.md"']],
    ['~~~\n* [a](a.md)\n   ~~~  \n* [b](b.md)', ['item b → b.md at 4:7 "b.md"']],
    ['```\n* [a](a.md)\n``` x\n* [b](b.md)', []],
    [
      '* ```yaml\n  a: b\n  c:\n    - d\n  ```\n* [e](e.md)',
      ['computed {"a":"b","c":["d"]}', 'item e → e.md at 6:7 "e.md"'],
    ],
    [
      '## g\n* [x](x.md)\n***\n* ```yaml\n  a: 1\n  ```\n  * [b](b.md)',
      [
        'group g #g',
        'item x → x.md at 2:7 "x.md"',
        'divider',
        'computed {"a":1}',
        '  item b → b.md at 7:9 "b.md"',
      ],
    ],
    ['* ```\n  - a\n  ```', ['1:3 This computed entry is not a list of keys']],
    [
      '* ```\n  a: [\n  ```',
      [
        '1:3 This computed entry is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5:',
      ],
    ],
    ['* ```\n  a', ['1:3 This computed entry is not a list of keys']],
    ['* ```\n\n  a: 1\n\n  ```', ['computed {"a":1}']],
    [
      '* ```\na: 1\n  b: 2\n  ```',
      [
        '1:3 This computed entry is not valid YAML: Nested mappings are not allowed in compact mappings at line 1, column 4:',
      ],
    ],
    ['* [a](a.md)\r\n  * [b](b.md)\r\n', ['item a → a.md at 1:7 "a.md"', '  item b → b.md at 2:9 "b.md"']],
    [
      '* ```\n  a: &b 1\n  c: *b\n  ```',
      ['1:3 This computed entry is not valid YAML: Alias resolution is disabled'],
    ],
    ['* ```\n  null\n  ```', ['1:3 This computed entry is not a list of keys']],
  ])('%j says %j', (text, wanted) => {
    const { entries, problems } = parseSummary(text);

    expect([
      ...entries.map((entry) => shown(text, entry)),
      ...problems.map(({ line, column, message }) => `${line}:${column} ${message}`),
    ]).toEqual(wanted);
  });

  it('has no entry of more than 64 KiB that the service computes', () => {
    const computed = (length: number): string => `* \`\`\`\n  a: ${'x'.repeat(length - 3)}\n  \`\`\``;

    expect(parseSummary(computed(64 * 1024)).problems).toEqual([]);
    expect(parseSummary(computed(64 * 1024 + 1)).problems).toMatchObject([
      { line: 1, column: 3, message: 'This computed entry is longer than 64 KiB' },
    ]);
  });

  it.each<readonly [string | null, readonly SummaryLine[], string]>([
    [
      null,
      [
        item(0, 'a', 'a.md'),
        { kind: 'group', title: 'G', slug: 'g' },
        item(0, 'b', 'b c.md', 'x "y" \\'),
        { kind: 'divider' },
        { kind: 'computed', depth: 0, computed: { type: 'x', list: [1, { a: 'b' }] } },
        { kind: 'computed', depth: 1, computed: { y: 1 } },
      ],
      '# Table of contents\n\n* [a](a.md)\n\n## G\n\n* [b](<b c.md> "x \\"y\\" \\\\")\n\n***\n\n* ```yaml\n  type: x\n  list:\n    - 1\n    - a: b\n  ```\n  * ```yaml\n    \'y\': 1\n    ```\n',
    ],
    [' \n', [item(0, 'a', 'a.md')], '# Table of contents\n\n* [a](a.md)\n'],
    ['# T\n', [item(0, 'a', 'a.md')], '# T\n\n* [a](a.md)\n'],
    ['# T', [item(0, 'a', 'a.md')], '# T\n\n* [a](a.md)'],
    ['words', [item(0, 'a', 'a.md')], 'words\n\n* [a](a.md)'],
    ['* [a](a.md)', [item(0, 'a', 'a.md'), item(0, 'b', 'b.md')], '* [a](a.md)\n* [b](b.md)'],
    ['* [a](a.md)\n* [b](b.md)\n', [item(0, 'b', 'b.md')], '* [b](b.md)\n'],
    ['* [a](a.md)\n* [b](b.md)', [item(0, 'a', 'a.md')], '* [a](a.md)'],
    ['* [a](a.md)\nwords\n* [b](b.md)\n', [item(0, 'b', 'b.md')], 'words\n* [b](b.md)\n'],
    [
      '* [a](a.md)\nwords\n* [b](b.md)\n* [c](c.md)\n',
      [item(0, 'a', 'a.md'), item(0, 'c', 'c.md')],
      '* [a](a.md)\nwords\n* [c](c.md)\n',
    ],
    [
      '* [a](a.md)\n* [b](b.md)\nwords\n* [c](c.md)\n',
      [item(0, 'a', 'a.md'), item(0, 'c', 'c.md')],
      '* [a](a.md)\nwords\n* [c](c.md)\n',
    ],
    [
      '# T\n\n- [a](a.md)\n    - [b](b.md)\n',
      [item(0, 'a', 'a.md'), item(1, 'b', 'b.md'), item(1, 'c', 'c.md'), item(2, 'd', 'd.md')],
      '# T\n\n- [a](a.md)\n    - [b](b.md)\n    - [c](c.md)\n        - [d](d.md)\n',
    ],
    ['1. [a](a.md)\n', [item(0, 'a', 'a.md'), item(0, 'b', 'b.md')], '1. [a](a.md)\n* [b](b.md)\n'],
    [
      '# T\r\n\r\n* [a](a.md)\r\n',
      [item(0, 'a', 'a.md'), { kind: 'group', title: 'G & H', slug: 'x' }, item(0, 'b', 'b.md')],
      '# T\r\n\r\n* [a](a.md)\r\n\r\n## G & H <a href="#x" id="x"></a>\r\n\r\n* [b](b.md)\r\n',
    ],
    [
      '# T\n\n* [a](a.md)\n\n## G\n\n* [b](b.md)\n',
      [item(0, 'a', 'a.md'), item(0, 'b', 'b.md')],
      '# T\n\n* [a](a.md)\n* [b](b.md)\n',
    ],
    [
      '# T\n\n* [a](a.md)\n\n\n## G\n* [b](b.md)\n',
      [
        item(0, 'a', 'a.md'),
        item(0, 'c', 'c.md'),
        { kind: 'group', title: 'G', slug: 'g' },
        item(0, 'b', 'b.md'),
      ],
      '# T\n\n* [a](a.md)\n* [c](c.md)\n\n\n## G\n* [b](b.md)\n',
    ],
    [
      '# T\n\n* [a](a.md)\n\n## G\n\n* [b](b.md)\n\n***\n\n* [c](c.md)\n\nend\n',
      [
        item(0, 'a', 'a.md'),
        { kind: 'group', title: 'H', slug: 'h' },
        item(0, 'b', 'b.md'),
        { kind: 'divider' },
        item(0, 'd', 'd.md'),
      ],
      '# T\n\n* [a](a.md)\n\n## H\n\n* [b](b.md)\n\n***\n\n* [d](d.md)\n\nend\n',
    ],
    [
      '* ```yaml\n  b: 1\n  a: 2\n  ```\n',
      [{ kind: 'computed', depth: 0, computed: { a: 2, b: 1 } }],
      '* ```yaml\n  b: 1\n  a: 2\n  ```\n',
    ],
    [
      '* ```yaml\n  a: 2\n  ```\n',
      [{ kind: 'computed', depth: 0, computed: { a: [null, 3] } }],
      '* ```yaml\n  a:\n    - null\n    - 3\n  ```\n',
    ],
    ['# T\n\n* [a](a.md)\n\ntail', [], '# T\n\n\ntail'],
    ['# T\n\n* [a](a.md "x")\n', [item(0, 'a', 'a.md')], '# T\n\n* [a](a.md)\n'],
    [
      '* words\n  * [a](a.md)\n',
      [item(0, 'a', 'a.md'), item(1, 'b', 'b.md')],
      '* words\n\n* [a](a.md)\n  * [b](b.md)\n',
    ],
  ])('%j with the entries %j is %j', (previous, wanted, text) => {
    expect(updateSummaryLines(previous, wanted)).toBe(text);
    expect(updateSummaryLines(text, wanted)).toBe(text);
  });
});

describe('a new table of contents', () => {
  const aDocument = (id: string, title: string, more: Partial<DocumentPage> = {}): DocumentPage => ({
    ...{ id, type: 'document', title, slug: id, path: id, pages: [] },
    ...more,
  });
  const paths = new Map([
    ['a', 'a.md'],
    ['b', 'x/b.md'],
  ]);

  it('names documents, groups, emoji and what the service computes', () => {
    const pages: readonly PageNode[] = [
      aDocument('a', 'A', { pages: [aDocument('b', 'B')] }),
      {
        id: 'g',
        type: 'group',
        title: 'G',
        slug: 'g',
        path: 'g',
        pages: [aDocument('b', 'B', { linkTitle: ' C\nD ' })],
      },
      aDocument('a', 'A', { emoji: '1f600', linkTitle: '' }),
      { id: 'c', type: 'computed', title: '', computed: { type: 'x' } },
    ];

    expect(printSummary({ pages, paths })).toBe(
      '# Table of contents\n\n* [A](a.md)\n  * [B](x/b.md)\n\n## G\n\n* [B](x/b.md "C D")\n\n***\n\n* [😀 A](a.md)\n* ```yaml\n  type: x\n  ```\n',
    );
    expect(
      printSummary({
        pages: [aDocument('a', 'A'), aDocument('c', 'C\nD')],
        paths,
        summaryPath: 'x/SUMMARY.md',
      }),
    ).toBe('# Table of contents\n\n* [A](../a.md)\n* [C D](/broken/pages/c)\n');
  });

  it.each<readonly [ContentRef, string, Partial<LinkPage>]>([
    [{ kind: 'url', url: 'https://u.example/' }, 'https://u.example/', {}],
    [{ kind: 'page', page: 'b' }, 'x/b.md', {}],
    [{ kind: 'anchor', page: 'b', anchor: 'z' }, 'x/b.md#z', {}],
    [{ kind: 'page', page: 'gone' }, '/broken/pages/gone', {}],
    [{ kind: 'anchor', page: 'gone', anchor: 'z' }, '/broken/pages/gone#z', {}],
    [{ kind: 'anchor', page: 'b' }, 'x/b.md', {}],
    [{ kind: 'file', file: 'f' }, 'f.pdf', {}],
    [{ kind: 'file', file: 'g' }, '/broken/files/g', {}],
    [{ kind: 'page', page: 'p', space: 's' }, 'https://app.gitbook.com/s/s/p', {}],
    [{ kind: 'space', space: 's' }, 'https://app.gitbook.com/s/s/', {}],
    [{ kind: 'other' }, 'broken-reference', {}],
    [{ kind: 'other' }, 'h.md', { href: 'h.md' }],
    [{ kind: 'url' }, 'u.md "T"', { href: 'u.md', linkTitle: 'T' }],
    [{ kind: 'file' }, 'broken-reference', {}],
  ])('writes the link %j as %s', (target, written, more) => {
    const page: LinkPage = { id: 'l', type: 'link', title: 'L', target, ...more };

    expect(printSummary({ pages: [page], paths, files: new Map([['f', 'f.pdf']]) })).toBe(
      `# Table of contents\n\n* [L](${written})\n`,
    );
  });
});
