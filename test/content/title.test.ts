import { describe, expect, it } from 'vitest';
import { findHtmlTitle, findTitle, setTitle, titleOf } from '../../src/content/index.ts';

describe('the title of a page', () => {
  it.each<readonly [string, readonly [title: string, written: string, lines: string] | null]>([
    ['# a\nb', ['a', 'a', '# a\n']],
    ['#  a  ##  \nb', ['a', 'a', '#  a  ##  \n']],
    ['# a#', ['a#', 'a#', '# a#']],
    ['# #', ['', '', '# #']],
    ['#', ['', '', '#']],
    ['#\nb', ['', '', '#\n']],
    ['##', null],
    ['   # a', ['a', 'a', '   # a']],
    ['    # a', null],
    ['\t# a', null],
    ['#a', null],
    ['####### a', null],
    ['## a\n# b', null],
    ['a\n===\nb', ['a', 'a', 'a\n===\n']],
    ['a\n=', ['a', 'a', 'a\n=']],
    ['a\n = \nb', ['a', 'a', 'a\n = \n']],
    ['a\n    ===', null],
    ['a\n---\n# b', null],
    ['a\n- - \n# b', ['b', 'b', '# b']],
    ['a\n\n===\n# b', ['b', 'b', '# b']],
    ['===\n# b', ['b', 'b', '# b']],
    ['> a\n===\n# b', ['b', 'b', '# b']],
    ['- a\n===\n# b', ['b', 'b', '# b']],
    ['-a\n===', ['-a', '-a', '-a\n===']],
    ['    a\n===\n# b', ['b', 'b', '# b']],
    ['\ta\n===\n# b', ['b', 'b', '# b']],
    ['```\n# a\n```\n# b', ['b', 'b', '# b']],
    ['```\n# a\n~~~\n# b', null],
    ['````\n# a\n```\n````\n# b', ['b', 'b', '# b']],
    ['~~~ x\n# a\n~~~~  \n# b', ['b', 'b', '# b']],
    ['   ```\n# a\n   ```\n# b', ['b', 'b', '# b']],
    ['    ```\n# a', ['a', 'a', '# a']],
    ['```\n# a\n``` x\n# b\n```\n# c', ['c', 'c', '# c']],
    ['<!-- a -->\n# b', ['b', 'b', '# b']],
    ['<!-- a\n# b\n-->\n# c', ['c', 'c', '# c']],
    [' <!-- a\n# b', ['b', 'b', '# b']],
    ['a\n<!-- -->\n===\n# b', ['b', 'b', '# b']],
    ['a\n```\n```\n===\n# b', ['b', 'b', '# b']],
    ['---\nx: 1\n---\n\n# a\r\nb', ['a', 'a', '# a\r\n']],
    ['a\r\n===\r\nb', ['a', 'a', 'a\r\n===\r\n']],
    ['# a \\# &amp; <a id="b"></a>', ['a # &', 'a \\# &amp; <a id="b"></a>', '# a \\# &amp; <a id="b"></a>']],
    [
      '# a <a href="#b" name="b"></a> ',
      ['a', 'a <a href="#b" name="b"></a>', '# a <a href="#b" name="b"></a> '],
    ],
    ['# <a id="b"></a>', ['', '<a id="b"></a>', '# <a id="b"></a>']],
    ['# a \\&amp; \\\\', ['a &amp; \\', 'a \\&amp; \\\\', '# a \\&amp; \\\\']],
    [
      '# &#x41;&#65;&nbsp;&#0;&#xD800;&#1114112;&lt;&gt;&quot;&apos;&nope;',
      [
        'AA\u00a0���<>"\'&nope;',
        '&#x41;&#65;&nbsp;&#0;&#xD800;&#1114112;&lt;&gt;&quot;&apos;&nope;',
        '# &#x41;&#65;&nbsp;&#0;&#xD800;&#1114112;&lt;&gt;&quot;&apos;&nope;',
      ],
    ],
    ['x\n', null],
    ['', null],
  ])('in %j is %j', (text, wanted) => {
    const found = findTitle(text);
    const { title = '', start = 0, end = 0, lineStart = 0, lineEnd = 0 } = found ?? {};

    expect(found === null ? null : [title, text.slice(start, end), text.slice(lineStart, lineEnd)]).toEqual(
      wanted,
    );
  });

  it.each([
    ['# a', 'a'],
    ['#', null],
    ['a', null],
    ['# <a id="b"></a>', null],
  ])('of %j is the text %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  it.each([
    ['# a\nb', 'a', '# a\nb'],
    ['# a\nb', 'c', '# c\nb'],
    ['# a ##\nb', 'c', '# c ##\nb'],
    ['#\nb', 'c', '# c\nb'],
    ['# a <a id="x"></a>\nb', 'c', '# c <a id="x"></a>\nb'],
    ['   # a\nb', 'c', '   # c\nb'],
    ['a\n===\nb', 'c', 'c\n===\nb'],
    ['   a\n===\nb', 'c', 'c\n===\nb'],
    ['b', 'c', '# c\n\nb'],
    ['', 'c', '# c\n'],
    ['---\nx: 1\n---\nb', 'c', '---\nx: 1\n---\n\n# c\n\nb'],
    ['---\nx: 1\n---\n\n\nb', 'c', '---\nx: 1\n---\n\n\n# c\n\nb'],
    ['---\r\nx: 1\r\n---\r\nb', 'c', '---\r\nx: 1\r\n---\r\n\r\n# c\r\n\r\nb'],
    ['---\nx: 1\n---\n', 'c', '---\nx: 1\n---\n\n# c\n'],
    ['\n \nb', 'c', '# c\n\nb'],
    ['## b', 'c', '# c\n\n## b'],
    [
      '# a',
      'x * _y_ [z] <b> `c` \\ &amp; & ## ',
      '# x \\* \\_y\\_ \\[z\\] \\<b> \\`c\\` \\\\ \\&amp; & \\##',
    ],
    ['# a', ' c\r\nd ', '# c d'],
  ])('of %j becomes %j, and nothing else changes', (text, title, wanted) => {
    expect(setTitle(text, title)).toBe(wanted);
    expect(titleOf(wanted)).toBe(title.replaceAll(/\s+/gu, ' ').trim());
  });

  it.each<readonly [string, readonly [title: string, rest: string] | null]>([
    ['<h1>a</h1>b', ['a', 'b']],
    ['<h1 align="center">a <b>b</b>\n c</h1>', ['a b c', '']],
    ['<div align="center">\n<img src="a">\n<h1>a</h1>', ['a', '']],
    ['<p><a href="b"></a></p><center><picture><source srcset="x"></picture><h1>a</h1>', ['a', '']],
    ['a <h1>b</h1>', null],
    ['<h2>a</h2><h1>b</h1>', null],
    ['<h1></h1>', null],
    ['<h1> </h1>', null],
    ['<h1><img src="a"></h1>', null],
    ['<H1>a</H1>', ['a', '']],
    ['<h1x>a</h1>', null],
    ['---\na: b\n---\n<h1>c</h1>d', ['c', 'd']],
    ['<imgx><h1>a</h1>', null],
    ['<divx><h1>a</h1>', null],
    ['<h1>a</h2>', null],
  ])('in the HTML %j is %j', (text, wanted) => {
    const found = findHtmlTitle(text);

    expect(found === null ? null : [found.title, text.slice(found.end)]).toEqual(wanted);
  });

  it('in HTML has a thousand characters at most', () => {
    expect(findHtmlTitle(`<h1>${'a'.repeat(1000)}</h1>`)?.title).toHaveLength(1000);
    expect(findHtmlTitle(`<h1>${'a'.repeat(1001)}</h1>`)).toBeNull();
  });
});
