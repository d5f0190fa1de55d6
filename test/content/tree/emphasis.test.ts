import type { Nodes } from 'mdast';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/content/tree/document.ts';
import { repairEmphasis } from '../../../src/content/tree/emphasis.ts';
import { parseWithRemark, parseWithSatteri } from '../../../src/content/tree/parse.ts';

const elements: Readonly<Record<string, string>> = { strong: 'b', emphasis: 'i', delete: 's' };

/** The words of a tree: emphasis as `<b>`, `<i>` and `<s>`, code in backticks, and pictures as their descriptions. */
function words(node: Nodes): string {
  if (node.type === 'image') return node.alt ?? '';
  if (node.type === 'inlineCode') return `\`${node.value}\``;
  if (!('children' in node)) return 'value' in node ? node.value : '';
  const inside = node.children.map(words).join(node.type === 'tableRow' ? '|' : '');
  const element = elements[node.type];
  return element === undefined ? inside : `<${element}>${inside}</${element}>`;
}

function shown(source: string, parse = parseWithSatteri): string {
  return readDocument(source, { parse, mends: true })
    .children.map((child) => words(child as Nodes))
    .join('\n');
}

describe('emphasis', () => {
  it.each([
    ['这**「重」**内', '这<b>「重」</b>内'],
    ['の**「ひ」**の', 'の<b>「ひ」</b>の'],
    ['カ**「カ」**カ', 'カ<b>「カ」</b>カ'],
    ['한**「한」**한', '한<b>「한」</b>한'],
    ['ㄅ**「ㄅ」**ㄅ', 'ㄅ<b>「ㄅ」</b>ㄅ'],
    ['a**。**b', 'a<b>。</b>b'],
    ['a**！**b', 'a<b>！</b>b'],
    ['a**\u3000**b', 'a**\u3000**b'],
    ['a**(b)**c', 'a**(b)**c'],
    ['강**(b)**c', '강<b>(b)</b>c'],
    ['c**(b)**강', 'c<b>(b)</b>강'],
    ['c**강.**d', 'c<b>강.</b>d'],
    ['c**.강**d', 'c<b>.강</b>d'],
    ['a**"b"**c', 'a**"b"**c'],
    ['a *b *c', 'a *b *c'],
    ['a **b **c', 'a <b>b </b>c'],
    ['a** b**c', 'a<b> b</b>c'],
    ['a **b** c', 'a <b>b</b> c'],
    ['**b **', '**b **'],
    ['** b**c', '<b> b</b>c'],
    ['x ** b ** c', 'x ** b ** c'],
    ['> ** b ** c', '<b> b </b> c'],
    ['\t** b ** c', '** b ** c'],
    ['- ** b ** c', '** b ** c'],
    ['a **b\t**c', 'a <b>b </b>c'],
    ['a**\tb**c', 'a<b> b</b>c'],
    ['a **b  **c', 'a <b>b  </b>c'],
    ['a**  b**c', 'a<b>  b</b>c'],
    ['**  b  ** c', '<b>  b  </b> c'],
    ['a ~~b ~~c', 'a <s>b </s>c'],
    ['a~~ b~~c', 'a~~ b~~c'],
    ['~~ b ~~ c', '~~ b ~~ c'],
    ['x ~~ b ~~ c', 'x ~~ b ~~ c'],
    ['강~~(b)~~강', '강<s>(b)</s>강'],
    ['강*(b)*강', '강<i>(b)</i>강'],
    ['강_(b)_강', '강<i>(b)</i>강'],
    ['강__(b)__강', '강<b>(b)</b>강'],
    ['강***(b)***강', '강<i><b>(b)</b></i>강'],
    ['강****(b)****강', '강****(b)****강'],
    ['a_「b」_c', 'a<i>「b」</i>c'],
    ['a__「b」__c', 'a<b>「b」</b>c'],
    ['강 _b _c', '강 _b _c'],
    ['강 *b *c', '강 *b *c'],
    ['강 __b __c', '강 __b __c'],
    ['강 ***b ***c', '강 <i><b>b </b></i>c'],
    ['a **b&nbsp;**c', 'a <b>b\u00a0</b>c'],
    ['a **b&#x20;**c', 'a <b>b </b>c'],
    ['a **b&#32;**c', 'a <b>b </b>c'],
    ['a **b&#xa0;**c', 'a <b>b\u00a0</b>c'],
    ['a **b&#160;**c', 'a <b>b\u00a0</b>c'],
    ['a **&nbsp;b**c', 'a <b>\u00a0b</b>c'],
    ['a**&nbsp;b**c', 'a<b>\u00a0b</b>c'],
    ['a**&#x20;b**c', 'a<b> b</b>c'],
    ['a**b&#x20;**c', 'a<b>b </b>c'],
    ['a **b&amp;**c', 'a <b>b&</b>c'],
    ['a**&#32;b**c', 'a<b> b</b>c'],
    ['a _b&#x20;_c', 'a <i>b </i>c'],
    ['a **b&nbsp;** c', 'a <b>b\u00a0</b> c'],
    ['_&nbsp;a_b', '_\u00a0a_b'],
    ['a *&nbsp;b*c', 'a <i>\u00a0b</i>c'],
    ['강**(a) 강**(b)**강', '강**(a) 강**(b)**강'],
    ['강 **a **b **c **d', '강 <b>a </b>b <b>c </b>d'],
    ['one **two **three **four', 'one **two **three **four'],
    ['강\\**(b)**강', '강**(b)**강'],
    ['강`**(b)**`강', '강`**(b)**`강'],
    ['강``**(`b)**``강', '강`**(`b)**`강'],
    ['강`**(b)**강', '강`<b>(b)</b>강'],
    ['강``**(b)**`강', '강``<b>(b)</b>`강'],
    ['강<a b="**(b)**">강', '강<a b="**(b)**">강'],
    ['강</a>**(b)**강', '강</a><b>(b)</b>강'],
    ['강<!-- **(b)** -->강', '강<!-- **(b)** -->강'],
    ['강[**(a)**](**(b)**)강', '강<b>(a)</b>강'],
    ['강[a](<**b (**>)**(c)**강', '강a<b>(c)</b>강'],
    ['강[a](b(**)c)**(d)**강', '강a<b>(d)</b>강'],
    ['강https://a.b/**(c)**강', '강https://a.b/**(c)**강'],
    ['강https://a.b/c**(d)**강', '강https://a.b/c**(d)**강'],
    ['강http://a.b/c_**(d)**강', '강http://a.b/c_**(d)**강'],
    ['강https://a.b/c. **(d)**강', '강https://a.b/c. <b>(d)</b>강'],
    ['강<1**(b)**강', '강<1<b>(b)</b>강'],
    ['강[a](b_c)_(d)_강', '강a<i>(d)</i>강'],
    ['강 a_b_c _(d)_강', '강 a_b_c <i>(d)</i>강'],
    ['강 1_b_2_(d)_강', '강 1_b_2<i>(d)</i>강'],
    ['강 a_(d)_강', '강 a<i>(d)</i>강'],
    ['강\\\\**(b)**강', '강\\<b>(b)</b>강'],
    ['강**(a\n강)**강', '강**(a\n강)**강'],
    ['> 강**(a)**강\n> b', '강<b>(a)</b>강\nb'],
    ['|강|b|\n|-|-|\n|강**(a)**강|강**(b|', '강|b강<b>(a)</b>강|강**(b'],
    ['|강|b|\n|-|-|\n|강**(a\\|b)**강|c|', '강|b강<b>(a|b)</b>강|c'],
    [' | 강 | b |\n | - | - |\n | 강**(a)**강**| c |', '강|b강**(a)<b>강</b>|c'],
    ['> |강|b|\n> |-|-|\n> |강**(a)**강**|c|', '강|b강**(a)<b>강</b>|c'],
    ['|강|b|\n|-|-|\n|강**(a)**강|c\\', '강|b강<b>(a)</b>강|c\\'],
    ['강**😀**강', '강<b>😀</b>강'],
    ['a**𠮷**b', 'a<b>𠮷</b>b'],
    ['𠮷**(a)**𠮷', '𠮷<b>(a)</b>𠮷'],
    ['강**a😀**b', '강<b>a😀</b>b'],
    ['강😀**b**c', '강😀<b>b</b>c'],
    ['강** **강', '강** **강'],
    ['강****강', '강****강'],
    ['강**&nbsp;**강', '강<b>\u00a0</b>강'],
    ['강__ __강', '강__ __강'],
    ['강 ** ** 강', '강 ** ** 강'],
    ['强 _a_。b', '强 <i>a</i>。b'],
    ['强_a_b', '强_a_b'],
    ['强a_b_强', '强a_b_强'],
    ['강_a_(b)', '강<i>a</i>(b)'],
    ['(_강_)', '(<i>강</i>)'],
    ['(강)_a_강', '(강)<i>a</i>강'],
    ['강_a_.', '강<i>a</i>.'],
    ['.__강__a', '.<b>강</b>a'],
    ['a__강__.', 'a<b>강</b>.'],
    ['강 _a_b_ c', '강 <i>a_b</i> c'],
    ['강__a__강', '강<b>a</b>강'],
    ['2 ** 3 ** 4 강', '2 ** 3 ** 4 강'],
    ['강 2 **3 ** 4', '강 2 <b>3 </b> 4'],
    ['강 2 ** 3** 4', '강 2 <b> 3</b> 4'],
    ['강 **\t**', '강 **\t**'],
    ['**a**b 강', '<b>a</b>b 강'],
    ['강 **a*b **c*d', '강 <b>a*b </b>c*d'],
    ['강 *a **(b)**강 c*', '강 <i>a <b>(b)</b>강 c</i>'],
    ['강**(a)**\n\n강**(b)**강', '강<b>(a)</b>\n강<b>(b)</b>강'],
    ['강**(a\n\n)**강', '강**(a\n)**강'],
    ['[강**(a)**강]: b\n\n[강**(a)**강]', '\n강<b>(a)</b>강'],
    ['```강**(a)**강\n강**(a)**강\n```', '강**(a)**강'],
    // Marks in code, tags, addresses and targets are none, so that those outside still belong together.
    ['강`a**`**(b)**강', '강`a**`<b>(b)</b>강'],
    ['강``a`**``**(b)**강', '강`a`**`<b>(b)</b>강'],
    ['강`a``**`**(b)**강', '강`a``**`<b>(b)</b>강'],
    ['강<a b="**">**(b)**강', '강<a b="**"><b>(b)</b>강'],
    ['강<!A **>**(b)**강', '강<!A **><b>(b)</b>강'],
    ['강[a](bcd**(c)de**(f)gh)**(d)**강', '강a<b>(d)</b>강'],
    ['강https://a.example/bc**de **(d)**강', '강https://a.example/bc**de <b>(d)</b>강'],
    ['강http://a.example/bc**de **(d)**강', '강http://a.example/bc**de <b>(d)</b>강'],
    ['![강**(a)**강](b)', '강(a)강'],
    // Only marks beside words without blanks, or with a blank inside, are mended.
    ['a**(b)**c 강', 'a**(b)**c 강'],
    ['a**(b&nbsp;)**c', 'a**(b\u00a0)**c'],
    ['a**(&nbsp;b)**c', 'a**(\u00a0b)**c'],
    ['a **b&#XA0;**c', 'a <b>b\u00a0</b>c'],
    ['강|b**(a|b)**강', '강|b<b>(a|b)</b>강'],
    ['a ~~bc ~~d', 'a <s>bc </s>d'],
    ['a ~~b~c ~~d', 'a ~~b~c ~~d'],
  ])('%j says %j', (source, wanted) => {
    expect(shown(source)).toBe(wanted);
    expect(shown(source, parseWithRemark)).toBe(wanted);
  });

  it.each([
    '![강](b "강**(c)**강")',
    '[강](b "강**(c)**강")',
    '[강]: <b강**(a)**강> "강**(c)**강"',
    '[강**(a)**강]: b',
    '```강**(a)**강 강**(b)**강\n강**(c)**강\n```',
    '강**(a)**강'.replaceAll('**', '`**`'),
    '<a title="강**(a)**강">',
  ])('leaves %j as it is where it is no text', (source) => {
    expect(repairEmphasis(`${source}\n\n강**(a)**강`)).toBeDefined();
    const mended = readDocument(`${source}\n\n강**(a)**강`, { parse: parseWithSatteri, mends: true });
    expect(mended.children[0]).toEqual(readDocument(source, { parse: parseWithSatteri }).children[0]);
  });

  it.each(['강 (a) b', 'a **b** c', '강 **b** c', '\uaade강**(a)**강', '강**(a)**강\uaadf'])(
    'needs no repair in %j',
    (source) => {
      expect(repairEmphasis(source)).toBeUndefined();
    },
  );
});
