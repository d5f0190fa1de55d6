import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/content/tree/document.ts';
import { repairEmphasis } from '../../src/content/tree/emphasis.ts';
import { parseWithRemark, parseWithSatteri } from '../../src/content/tree/parse.ts';
import { toHtmlTree } from '../../src/content/tree/to-html-tree.ts';
import { cleanFragment } from '../../src/site/html/clean.ts';
import { printHtml } from '../../src/site/html/print.ts';

function shown(source: string, parse = parseWithSatteri): string {
  const document = readDocument(source, { parse, mends: true });
  return printHtml(
    cleanFragment(toHtmlTree(document.children, document).nodes, document.prepared.nonce),
  ).trim();
}

const strong = (text: string): string =>
  `<p>${text.replace(/<b>/g, '<strong>').replace(/<\/b>/g, '</strong>').replace(/<i>/g, '<em>').replace(/<\/i>/g, '</em>')}</p>`;

describe('marks of emphasis as the hosted editor writes them', () => {
  const rows: readonly (readonly [string, string])[] = [
    // Chinese, Japanese and Korean have no blanks between words.
    ['这是**「重点」**内容', '这是<b>「重点」</b>内容'],
    ['**注意：**请看。**한국어**입니다.', '<b>注意：</b>请看。<b>한국어</b>입니다.'],
    ['これは**強調（注）**です。', 'これは<b>強調（注）</b>です。'],
    ['이 **용어(term)**를 보세요', '이 <b>용어(term)</b>를 보세요'],
    ['これは_強調_です', 'これは<i>強調</i>です'],
    ['*「引用」*です', '<i>「引用」</i>です'],
    ['前***「両方」***後', '前<i><b>「両方」</b></i>後'],
    ['价格**$5**元', '价格<b>$5</b>元'],
    // Blanks at the ends of marked text.
    ['**bold&#x20;**word', '<b>bold </b>word'],
    ['a **bold **word', 'a <b>bold </b>word'],
    ['a** bold** word', 'a<b> bold</b> word'],
    ['** bold words ** here', '<b> bold words </b> here'],
    ['one **two **three **four**', 'one <b>two </b>three <b>four</b>'],
    ['one** two **three', 'one<b> two </b>three'],
    // Marks beside a word, with punctuation inside.
    ['**Note:**read this. **"Quoted"**s', '<b>Note:</b>read this. <b>"Quoted"</b>s'],
    [
      'see**(here)**, and **[a](https://a.example)**b',
      'see<b>(here)</b>, and <b><a href="https://a.example">a</a></b>b',
    ],
    ['a **`code`**s and **50%**off', 'a <b><code>code</code></b>s and <b>50%</b>off'],
    // Text that is not emphasis stays unchanged.
    ['2 ** 3 ** 4', '2 ** 3 ** 4'],
    ['2** 3 **4', '2** 3 **4'],
    ['2**(3) and 4**(5)', '2**(3) and 4**(5)'],
    ['f(**a) + (b)**c', 'f(**a) + (b)**c'],
    ['x**(1) and y**(2)z', 'x**(1) and y**(2)z'],
    ['2*(3)*x', '2*(3)*x'],
    ['2 ** 3 and **bold**', '2 ** 3 and <b>bold</b>'],
    ['a**b 强', 'a**b 强'],
    ['`**注意：**请看` and **注意：**请看', '<code>**注意：**请看</code> and <b>注意：</b>请看'],
    ['变量 my_name_is 和 other_name_x', '变量 my_name_is 和 other_name_x'],
    [String.raw`这\*\*是「重」\*\*内`, '这**是「重」**内'],
    ['**plain** and _plain_ 强', '<b>plain</b> and <i>plain</i> 强'],
    [
      '[**「链」**接](https://example.com/a_b_c_强_)',
      '<a href="https://example.com/a_b_c_强_"><b>「链」</b>接</a>',
    ],
  ];

  it('strike out words together with the blank behind them', () => {
    expect(shown('a ~~gone ~~here and 1 ~~ 2 ~~ 3')).toBe('<p>a <del>gone </del>here and 1 ~~ 2 ~~ 3</p>');
    expect(shown('価格~~「旧」~~は')).toContain('<del>「旧」</del>');
  });

  it.each(rows)('%s', (source, html) => {
    expect(shown(source)).toBe(strong(html));
    expect(shown(source, parseWithRemark)).toBe(strong(html));
  });

  it('do not reach over the cells of a table', () => {
    expect(shown('| 项 | 值 |\n| - | - |\n| **「甲」**项 | **「乙」**项 |\n| **甲 | 乙** |')).toContain(
      '<td><strong>「甲」</strong>项</td><td><strong>「乙」</strong>项</td></tr><tr><td>**甲</td><td>乙**</td>',
    );
  });

  it('leave code unchanged, in whatever syntax', () => {
    const code = '    **注意：**请看 a **b **c\n';
    expect(repairEmphasis(code)).not.toBeUndefined();
    expect(readDocument(code, { parse: parseWithSatteri, mends: true }).children).toMatchObject([
      { type: 'code', value: '**注意：**请看 a **b **c' },
    ]);
  });

  it('never change the words of a text', () => {
    const words = fc.array(
      fc.constantFrom(
        'a',
        '강',
        '「',
        '」',
        '。',
        ' ',
        '**',
        '_',
        '*',
        '`',
        '\\',
        '|',
        '&#x20;',
        '\n',
        '1',
        '[',
      ),
      {
        maxLength: 24,
      },
    );
    const plain = (html: string): string => html.replace(/<[^>]*>/g, '').replace(/[*_\s`\\|]+/g, '');
    fc.assert(
      fc.property(words, (parts) => {
        const source = parts.join('');
        const document = readDocument(source, { parse: parseWithSatteri });
        const before = printHtml(
          cleanFragment(toHtmlTree(document.children, document).nodes, document.prepared.nonce),
        );
        return plain(shown(source)) === plain(before) && !/\p{Script=Tai_Viet}/u.test(shown(source));
      }),
      { numRuns: 400 },
    );
  });
});
