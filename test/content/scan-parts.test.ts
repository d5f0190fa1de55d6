import { describe, expect, it } from 'vitest';
import { moveLinks, placeAt, rewriteLinks, scanPage } from '../../src/content/index.ts';

/** What a scan found beside the links of the text, in short. */
function partsOf(text: string): unknown {
  const scan = scanPage(text);
  const at = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    text.slice(start, end);
  const parts = {
    headings: scan.headings.map(({ level, markdown, ids }) => [level, markdown, ids.map(({ id }) => id)]),
    ids: scan.ids.map(({ id, start }) => [id, text.charAt(start)]),
    summaries: scan.summaries,
    footnotes: scan.footnotes,
    tags: [...scan.tags],
    apiBlocks: scan.apiBlocks.map(({ tag, attributes, start }) => [tag, attributes, start]),
    updates: scan.updates.map(({ attributes, start }) => [attributes, start]),
    undefined: scan.undefinedReferences.map(at),
    blanks: scan.blankTargets.map(at),
    links: scan.links.some(({ form, isCode }) => form === 'yaml' || isCode === true)
      ? scan.links.map((link) => [link.kind, link.form, at(link), link.isCode ?? false])
      : [],
  };
  return Object.fromEntries(Object.entries(parts).filter(([, list]) => list.length > 0));
}

describe('a scan', () => {
  it.each<readonly [string, unknown]>([
    [
      '# a\n## b ##\n### c\n#### d\n##### e\n###### f',
      {
        headings: [
          [1, 'a', []],
          [2, 'b', []],
          [3, 'c', []],
          [4, 'd', []],
          [5, 'e', []],
          [6, 'f', []],
        ],
      },
    ],
    [
      '#\n##',
      {
        headings: [
          [1, '', []],
          [2, '', []],
        ],
      },
    ],
    [
      'a\n===\nb\n-',
      {
        headings: [
          [1, 'a', []],
          [2, 'b', []],
        ],
      },
    ],
    ['# a <a id="b"></a> c', { headings: [[1, 'a <a id="b"></a> c', ['b']]] }],
    ['## <a id="b"></a><a name="c"></a>', { headings: [[2, '<a id="b"></a><a name="c"></a>', ['b', 'c']]] }],
    ['<a id="a&amp;b"></a>', { ids: [['a&b', 'a']] }],
    [
      "<p id='a'>\n<a name=b>",
      {
        ids: [
          ['a', 'a'],
          ['b', 'b'],
        ],
      },
    ],
    ['<a id="">', {}],
    ['<summary>a <b>b</b></summary>', { summaries: ['a <b>b</b>'] }],
    ['<SUMMARY>a</SUMMARY>', { summaries: ['a'] }],
    ['<summary>a', {}],
    ['</summary>a</summary>', {}],
    ['<summaryx>a</summary>', {}],
    ['<details>\n<summary>a</summary>\n</details>', { summaries: ['a'] }],
    ['[^1]: a', { footnotes: ['1'] }],
    ['[^1]: a\n[^b]: c', { footnotes: ['1', 'b'] }],
    ['   [^1]: a', { footnotes: ['1'] }],
    ['    [^1]: a', {}],
    ['a\n[^1]: b', { footnotes: ['1'] }],
    ['[^a b]: c', {}],
    ['[^]: a', {}],
    ['{% a %}{% @b/c d %} {%e%}', { tags: ['a', '@b/c', 'e'] }],
    [
      '{% openapi-operation spec="a" %}',
      { tags: ['openapi-operation'], apiBlocks: [['openapi-operation', ' spec="a" ', 0]] },
    ],
    [
      '{% swagger summary="a" %}\n{% endswagger %}',
      { tags: ['swagger', 'endswagger'], apiBlocks: [['swagger', ' summary="a" ', 0]] },
    ],
    ['x {% openapi src="b" %}', { tags: ['openapi'], apiBlocks: [['openapi', ' src="b" ', 2]] }],
    [
      '{% update date="a" %}\n{% endupdate %}',
      { tags: ['update', 'endupdate'], updates: [[' date="a" ', 0]] },
    ],
    ['> {% update date="a" %}', { tags: ['update'], updates: [[' date="a" ', 2]] }],
    ['[a][b]', {}],
    ['[a][b]\n\n[B]: c', {}],
    ['[a][b  c]\n\n[b C]: d', {}],
    ['[a][]', { undefined: ['a'] }],
    ['![a][]', { undefined: ['a'] }],
    ['[ab][]', { undefined: ['ab'] }],
    ['[1][ab]', {}],
    ['![1][ab]', { undefined: ['ab'] }],
    ['[a][b](c)', {}],
    ['[ab][^c]', {}],
    ['x[ab][cd]', {}],
    ['[ab] [cd]', {}],
    ['[ab]\\[cd]', {}],
    ['[ab][c[d]', {}],
    ['["ab"][cd]', {}],
    ["['ab'][cd]", {}],
    ['[ab\nc][]', {}],
    ['[ab\nc][d]', { undefined: ['d'] }],
    ['`[ab][cd]`', {}],
    ['[ab](c d.md)', { blanks: ['c d.md'] }],
    ['![ab](c d.png)', { blanks: ['c d.png'] }],
    ['[ab](c d)', {}],
    ['[ab](c d.md "t")', {}],
    ['[ab](c (1).md)', { blanks: ['c (1).md'] }],
    ['[ab]( c d.md)', {}],
    ['[ab](c d.md )', { blanks: ['c d.md'] }],
    ['[ab](c d.md#e)', { blanks: ['c d.md#e'] }],
    ['[ab](https://a.example/c d.md)', { blanks: ['https://a.example/c d.md'] }],
    ['[ab](file: c.md)', {}],
    ['[ab](<c> d.md)', {}],
    ['x[ab](c d.md)', {}],
    ['x![ab](c d.png)', { blanks: ['c d.png'] }],
    ['[ab](c\nd.md)', {}],
    ['[ab](c d.MD)', { blanks: ['c d.MD'] }],
    ['[ab](c d.mdx)', {}],
    ['---\ncover: a b.png\n---\n', { links: [['cover', 'yaml', 'a b.png', false]] }],
    ["---\ncover: 'a''b.png'\n---\n", { links: [['cover', 'yaml', "a''b.png", false]] }],
    [
      '---\ncover: "a.png" # b\ncoverDark: c.png # d\n---\n',
      {
        links: [
          ['cover', 'yaml', 'a.png', false],
          ['cover', 'yaml', 'c.png', false],
        ],
      },
    ],
    ['---\ncover: >-\n  a\n---\n', {}],
    ['---\ncover: ""\n---\n', {}],
    ['---\ncovers: a\n---\n', {}],
    [
      '---\nmetaLinks:\n  canonical: a\n  alternates:\n    - b\n    - "c"\n    - \'d\'\nx:\n  - e\n---\n',
      {
        links: [
          ['link', 'yaml', 'a', false],
          ['link', 'yaml', 'b', false],
          ['link', 'yaml', 'c', false],
          ['link', 'yaml', 'd', false],
        ],
      },
    ],
    [
      '---\nmetaLinks:\n  alternates:\n  - a # b\n  - c: d\n\n  - [e]\n---\n',
      { links: [['link', 'yaml', 'a', false]] },
    ],
    ['---\nmetaLinks: x\n---\n', {}],
    ['---\r\nmetaLinks:\r\n  canonical: a\r\n---\r\n', { links: [['link', 'yaml', 'a', false]] }],
    ['---\nmetaLinks:\n- a\n---\n', { links: [['link', 'yaml', 'a', false]] }],
    [
      '<code>https://a.example/</code> https://b.example/',
      {
        links: [
          ['autolink', 'plain', 'https://a.example/', true],
          ['autolink', 'plain', 'https://b.example/', false],
        ],
      },
    ],
    [
      '<kbd><code>x</code>https://a.example/</kbd>',
      { links: [['autolink', 'plain', 'https://a.example/', true]] },
    ],
    ['</code>https://a.example/', {}],
    ['<samp>https://a.example/ <tt>x', { links: [['autolink', 'plain', 'https://a.example/', true]] }],
  ])('of %j finds %j', (text, parts) => {
    expect(partsOf(text)).toEqual(parts);
  });

  it.each([
    ['', [0]],
    ['a', [0]],
    ['a\n', [0, 2]],
    ['a\nb', [0, 2]],
    ['\n\n', [0, 1, 2]],
    ['a\r\nb', [0, 3]],
    ['---\nx: 1\n---\na\n', [0, 4, 9, 13, 15]],
  ])('of %j begins its lines at %j', (text, starts) => {
    expect(scanPage(text).lineStarts).toEqual(starts);
  });

  it.each<readonly [readonly number[], number, { line: number; column: number }]>([
    [[0], 0, { line: 1, column: 1 }],
    [[0, 5], 4, { line: 1, column: 5 }],
    [[0, 5], 5, { line: 2, column: 1 }],
    [[0, 5], 9, { line: 2, column: 5 }],
    [[0, 2, 4, 6], 3, { line: 2, column: 2 }],
    [[0, 2, 4, 6], 6, { line: 4, column: 1 }],
  ])('with lines at %j has the offset %d at %j', (starts, offset, place) => {
    expect(placeAt(starts, offset)).toEqual(place);
  });

  it('reads a page of eight mebibytes, and no more of a longer one', { tags: ['long'] }, () => {
    const link = '[a](b.md)';

    expect(scanPage(`${' '.repeat(8 * 1024 * 1024 - link.length)}${link}`).lineStarts).toEqual([0]);
    expect(scanPage(`${'\n'.repeat(8 * 1024 * 1024 - link.length)}${link}`).links).toHaveLength(1);
    expect(scanPage(`${'\n'.repeat(8 * 1024 * 1024 - 1)}${link}`).links).toEqual([]);
  });
});

describe('a page that moves', () => {
  it.each([
    ['[a](./b.md)', 'x/p.md', 'p.md', '[a](./x/b.md)'],
    ['[a](./b.md)', 'p.md', 'x/p.md', '[a](../b.md)'],
    ['[a](b/)', 'p.md', 'x/p.md', '[a](../b/)'],
    ['[a](./)', 'p.md', 'x/p.md', '[a](../)'],
    ['[a](..)', 'x/p.md', 'x/y/p.md', '[a](../../)'],
    ['[a](b%20c.md?d#e)', 'p.md', 'x/p.md', '[a](../b%20c.md?d#e)'],
    ['[a](p.md#b)', 'p.md', 'x/q.md', '[a](q.md#b)'],
    ['[a](/b) [c](#d) [e](https://f.example/) [g](broken-reference) [h](?i) [j]()', 'p.md', 'x/p.md', null],
    ['[a](../../b.md)', 'x/p.md', 'p.md', null],
  ])('writes %s of %s as %s in its new place', (text, from, to, wanted) => {
    expect(moveLinks(text, { from, to })).toBe(wanted ?? text);
  });
});

describe('another target', () => {
  it.each([
    ['a b', '[a](<a b>)'],
    ['a(b', '[a](<a(b>)'],
    ['(a)', '[a]((a))'],
    [')(', '[a](<)(>)'],
    ['a<b>', '[a](<a\\<b\\>>)'],
    ['', '[a](<>)'],
    ['a\\b', '[a](a\\\\b)'],
    ['a"b', '[a](a"b)'],
    ["a'b", "[a](a'b)"],
    ['a&b', '[a](a&b)'],
    ['a=`>', '[a](<a=`\\>>)'],
    ['./a (1)+-.md', '[a](<./a (1)+-.md>)'],
    ['a ', '[a](<a >)'],
    ['#a', '[a](#a)'],
  ])('%j in [a](x) is written as %j', (target, written) => {
    expect(rewriteLinks('[a](x)', () => target)).toBe(written);
  });

  it.each([
    ['a b', '[a](<a b>)'],
    ['a(b', '[a](<a(b>)'],
    ['(a)', '[a](<(a)>)'],
    [')(', '[a](<)(>)'],
    ['a<b>', '[a](<a\\<b\\>>)'],
    ['', '[a](<>)'],
    ['a\\b', '[a](<a\\\\b>)'],
    ['a"b', '[a](<a"b>)'],
    ["a'b", "[a](<a'b>)"],
    ['a&b', '[a](<a&b>)'],
    ['a=`>', '[a](<a=`\\>>)'],
    ['./a (1)+-.md', '[a](<./a (1)+-.md>)'],
    ['a ', '[a](<a >)'],
    ['#a', '[a](<#a>)'],
  ])('%j in [a](<x>) is written as %j', (target, written) => {
    expect(rewriteLinks('[a](<x>)', () => target)).toBe(written);
  });

  it.each([
    ['a b', '<a href="a b">'],
    ['a(b', '<a href="a(b">'],
    ['(a)', '<a href="(a)">'],
    [')(', '<a href=")(">'],
    ['a<b>', '<a href="a&#x3C;b>">'],
    ['', '<a href="">'],
    ['a\\b', '<a href="a\\b">'],
    ['a"b', '<a href="a&#x22;b">'],
    ["a'b", '<a href="a\'b">'],
    ['a&b', '<a href="a&#x26;b">'],
    ['a=`>', '<a href="a=`>">'],
    ['./a (1)+-.md', '<a href="./a (1)+-.md">'],
    ['a ', '<a href="a ">'],
    ['#a', '<a href="#a">'],
  ])('%j in <a href="x"> is written as %j', (target, written) => {
    expect(rewriteLinks('<a href="x">', () => target)).toBe(written);
  });

  it.each([
    ['a b', "<a href='a b'>"],
    ['a(b', "<a href='a(b'>"],
    ['(a)', "<a href='(a)'>"],
    [')(', "<a href=')('>"],
    ['a<b>', "<a href='a&#x3C;b>'>"],
    ['', "<a href=''>"],
    ['a\\b', "<a href='a\\b'>"],
    ['a"b', "<a href='a\"b'>"],
    ["a'b", "<a href='a&#x27;b'>"],
    ['a&b', "<a href='a&#x26;b'>"],
    ['a=`>', "<a href='a=`>'>"],
    ['./a (1)+-.md', "<a href='./a (1)+-.md'>"],
    ['a ', "<a href='a '>"],
    ['#a', "<a href='#a'>"],
  ])("%j in <a href='x'> is written as %j", (target, written) => {
    expect(rewriteLinks("<a href='x'>", () => target)).toBe(written);
  });

  it.each([
    ['a b', '<a href=a&#x20;b>'],
    ['a(b', '<a href=a(b>'],
    ['(a)', '<a href=(a)>'],
    [')(', '<a href=)(>'],
    ['a<b>', '<a href=a&#x3C;b&#x3e;>'],
    ['', '<a href=>'],
    ['a\\b', '<a href=a\\b>'],
    ['a"b', '<a href=a&#x22;b>'],
    ["a'b", '<a href=a&#x27;b>'],
    ['a&b', '<a href=a&#x26;b>'],
    ['a=`>', '<a href=a&#x3d;&#x60;&#x3e;>'],
    ['./a (1)+-.md', '<a href=./a&#x20;(1)+-.md>'],
    ['a ', '<a href=a&#x20;>'],
    ['#a', '<a href=#a>'],
  ])('%j in <a href=x> is written as %j', (target, written) => {
    expect(rewriteLinks('<a href=x>', () => target)).toBe(written);
  });

  it.each([
    ['a b', '---\ncover: a b\n---\n'],
    ['a(b', '---\ncover: a(b\n---\n'],
    ['(a)', "---\ncover: '(a)'\n---\n"],
    [')(', "---\ncover: ')('\n---\n"],
    ['a<b>', "---\ncover: 'a<b>'\n---\n"],
    ['', "---\ncover: ''\n---\n"],
    ['a\\b', "---\ncover: 'a\\b'\n---\n"],
    ['a"b', "---\ncover: 'a\"b'\n---\n"],
    ["a'b", "---\ncover: 'a''b'\n---\n"],
    ['a&b', "---\ncover: 'a&b'\n---\n"],
    ['a=`>', "---\ncover: 'a=`>'\n---\n"],
    ['./a (1)+-.md', '---\ncover: ./a (1)+-.md\n---\n'],
    ['a ', "---\ncover: 'a '\n---\n"],
    ['#a', "---\ncover: '#a'\n---\n"],
  ])('%j in ---\ncover: x\n---\n is written as %j', (target, written) => {
    expect(rewriteLinks('---\ncover: x\n---\n', () => target)).toBe(written);
  });

  it.each([
    ['a b', "---\ncover: 'a b'\n---\n"],
    ['a(b', "---\ncover: 'a(b'\n---\n"],
    ['(a)', "---\ncover: '(a)'\n---\n"],
    [')(', "---\ncover: ')('\n---\n"],
    ['a<b>', "---\ncover: 'a<b>'\n---\n"],
    ['', "---\ncover: ''\n---\n"],
    ['a\\b', "---\ncover: 'a\\b'\n---\n"],
    ['a"b', "---\ncover: 'a\"b'\n---\n"],
    ["a'b", "---\ncover: 'a''b'\n---\n"],
    ['a&b', "---\ncover: 'a&b'\n---\n"],
    ['a=`>', "---\ncover: 'a=`>'\n---\n"],
    ['./a (1)+-.md', "---\ncover: './a (1)+-.md'\n---\n"],
    ['a ', "---\ncover: 'a '\n---\n"],
    ['#a', "---\ncover: '#a'\n---\n"],
  ])("%j in ---\ncover: 'x'\n---\n is written as %j", (target, written) => {
    expect(rewriteLinks("---\ncover: 'x'\n---\n", () => target)).toBe(written);
  });

  it.each([
    ['a b', '---\ncover: "a b"\n---\n'],
    ['a(b', '---\ncover: "a(b"\n---\n'],
    ['(a)', '---\ncover: "(a)"\n---\n'],
    [')(', '---\ncover: ")("\n---\n'],
    ['a<b>', '---\ncover: "a<b>"\n---\n'],
    ['', '---\ncover: ""\n---\n'],
    ['a\\b', '---\ncover: "a\\\\b"\n---\n'],
    ['a"b', '---\ncover: "a\\"b"\n---\n'],
    ["a'b", '---\ncover: "a\'b"\n---\n'],
    ['a&b', '---\ncover: "a&b"\n---\n'],
    ['a=`>', '---\ncover: "a=`>"\n---\n'],
    ['./a (1)+-.md', '---\ncover: "./a (1)+-.md"\n---\n'],
    ['a ', '---\ncover: "a "\n---\n'],
    ['#a', '---\ncover: "#a"\n---\n'],
  ])('%j in ---\ncover: "x"\n---\n is written as %j', (target, written) => {
    expect(rewriteLinks('---\ncover: "x"\n---\n', () => target)).toBe(written);
  });

  it.each([
    ['a b', '{% file src="a b" %}'],
    ['a(b', '{% file src="a(b" %}'],
    ['(a)', '{% file src="(a)" %}'],
    [')(', '{% file src=")(" %}'],
    ['a<b>', '{% file src="a&#x3C;b>" %}'],
    ['', '{% file src="" %}'],
    ['a\\b', '{% file src="a\\b" %}'],
    ['a"b', '{% file src="a&#x22;b" %}'],
    ["a'b", '{% file src="a\'b" %}'],
    ['a&b', '{% file src="a&#x26;b" %}'],
    ['a=`>', '{% file src="a=`>" %}'],
    ['./a (1)+-.md', '{% file src="./a (1)+-.md" %}'],
    ['a ', '{% file src="a " %}'],
    ['#a', '{% file src="#a" %}'],
  ])('%j in {%% file src="x" %%} is written as %j', (target, written) => {
    expect(rewriteLinks('{% file src="x" %}', () => target)).toBe(written);
  });
});
