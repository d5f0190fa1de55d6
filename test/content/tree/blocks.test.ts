import { describe, expect, it } from 'vitest';
import { readDocument, type FlowNode } from '../../../src/content/tree/document.ts';
import { parseWithRemark, parseWithSatteri } from '../../../src/content/tree/parse.ts';
import { markPattern, type PreparedText } from '../../../src/content/tree/prepare.ts';

/** A node in short: `{hint style=info @5 …}` for the tag of line 5 and what it holds, and `⟨a⟩` for a formula amid words. */
function shown(node: FlowNode, prepared: PreparedText): string {
  const children = 'children' in node ? node.children.map((child) => shown(child, prepared)).join(' ') : '';
  if (node.type === 'block') {
    const attributes = Object.entries(node.tag.attributes).map(([name, value]) => ` ${name}=${value}`);
    return `{${node.tag.name}${attributes.join('')} @${node.line}${children === '' ? '' : ` ${children}`}}`;
  }
  if (node.type === 'formula') return `$${node.formula}$ @${node.line}`;
  if ('value' in node)
    return `${node.type === 'text' ? '' : `${node.type} `}'${words(node.value, prepared)}'`;
  return node.type + (children === '' ? '' : `(${children})`);
}

function words(value: string, { nonce, marks }: PreparedText): string {
  return value.replace(markPattern(nonce), (_all, block?: string, inline?: string) => {
    const mark = marks[Number(block ?? inline)];
    return mark === undefined || mark.kind === 'tag' ? 'a tag' : `⟨${mark.formula}⟩`;
  });
}

describe('a text is read into blocks', () => {
  it.each<readonly [string, string, readonly string[]]>([
    ['{% hint style="info" %}\na\n{% endhint %}', "{hint style=info @5 paragraph('a')}", []],
    ['a\n{% hint %}\nb\n{% endhint %}\nc', "paragraph('a')\n{hint @6 paragraph('b')}\nparagraph('c')", []],
    ['{% hint %}a{% endhint %}', "{hint @5 paragraph('a')}", []],
    ['a {% hint %} b', "paragraph('a {% hint %} b')", []],
    [
      '{% include "a.md" %}\nb\n{% endinclude %}',
      "{include @5}\nparagraph('b')",
      ['7 {% endinclude %} closes nothing'],
    ],
    ['{% embed url="x" %}\n\na', "{embed url=x @5}\nparagraph('a')", []],
    ['{% embed url="x" %}\na\n{% endembed %}\nb', "{embed url=x @5 paragraph('a')}\nparagraph('b')", []],
    [
      '{% embed url="x" %}\n{% embed url="y" %}\na\n{% endembed %}',
      "{embed url=x @5}\n{embed url=y @6 paragraph('a')}",
      [],
    ],
    [
      '{% @a/b %}\nc\n{% @a/b %}\n{% end@a/b %}',
      "{@a/b @5}\nparagraph('c')\n{@a/b @7}\nparagraph('{% end@a/b %}')",
      [],
    ],
    ['{% hint %}\n{% embed %}\n{% endhint %}', '{hint @5 {embed @6}}', []],
    [
      '{% hint %}\n{% tabs %}\na\n{% endhint %}',
      "{hint @5 {tabs @6 paragraph('a')}}",
      ['6 {% tabs %} is not closed where it was opened'],
    ],
    ['{% endhint %}', '', ['5 {% endhint %} closes nothing']],
    [
      '{% tabs %}\n{% tab %}\na\n{% tab %}\nb\n{% endtabs %}',
      "{tabs @5 {tab @6 paragraph('a') {tab @8 paragraph('b')}}}",
      ['6 {% tab %} is not closed where it was opened', '8 {% tab %} is not closed where it was opened'],
    ],
    ['{% if a %}\nb\n{% else %}\nc\n{% endif %}', "{if @5 paragraph('b') {else @7 paragraph('c')}}", []],
    [
      '{% if a %}\n{% if b %}\nc\n{% endif %}\n{% else %}\nd\n{% endif %}',
      "{if @5 {if @6 paragraph('c')} {else @9 paragraph('d')}}",
      [],
    ],
    ['{% else %}', '{else @5}', []],
    ['{% unknown %}\na\n{% endunknown %}', "{unknown @5 paragraph('a')}", []],
    ['> {% hint %}\n> a\n> {% endhint %}', "blockquote({hint @5 paragraph('a')})", []],
    [
      '* {% hint %}\n  a\n  {% endhint %}\n* b',
      "list(listItem({hint @5 paragraph('a')}) listItem(paragraph('b')))",
      [],
    ],
    [
      '* {% hint %}\n  a\n\n{% endhint %}',
      "list(listItem({hint @5 paragraph('a')}))",
      ['5 {% hint %} is not closed where it was opened', '8 {% endhint %} closes nothing'],
    ],
    ['{% hint %}\n* a\n{% endhint %}', "{hint @5 list(listItem(paragraph('a')))}", []],
    ['* a\n{% hint %}\nb\n{% endhint %}', "list(listItem(paragraph('a')))\n{hint @6 paragraph('b')}", []],
    ['  {% hint %}\n  a\n  {% endhint %}', "{hint @5 paragraph('a')}", []],
    ['```\n{% hint %}\n```', "code '{% hint %}'", []],
    ['~~~\n{% hint %}\n~~~', "code '{% hint %}'", []],
    ['`{% hint %}`', "paragraph(inlineCode '{% hint %}')", []],
    [
      '``{% hint %}``\n{% hint %}\na\n{% endhint %}',
      "paragraph(inlineCode '{% hint %}')\n{hint @6 paragraph('a')}",
      [],
    ],
    ['```\n{% hint %}', "code '{% hint %}'", []],
    [
      '> ```\n> {% hint %}\n{% hint %}\na\n{% endhint %}',
      "blockquote(code '{% hint %}')\n{hint @7 paragraph('a')}",
      [],
    ],
    ['<pre>\n{% hint %}\n</pre>', "html '<pre>\n{% hint %}\n</pre>'", []],
    ['<!-- {% hint %} -->', "html '<!-- {% hint %} -->'", []],
    [
      '<!--\n{% hint %}\n-->\n{% hint %}\na\n{% endhint %}',
      "html '<!--\n{% hint %}\n-->'\n{hint @8 paragraph('a')}",
      [],
    ],
    [
      '<div>\n{% hint %}\na\n{% endhint %}\n</div>',
      "html '<div>'\n{hint @6 paragraph('a')}\nhtml '</div>'",
      [],
    ],
    ['{% hint\nstyle="info" %}\na\n{% endhint %}', "{hint style=info @5 paragraph('a')}", []],
    ['{% hint style="a\nb" %}\nc\n{% endhint %}', "{hint style=a\nb @5 paragraph('c')}", []],
    ['{% hint style="%}" %}\na\n{% endhint %}', "{hint style=%} @5 paragraph('a')}", []],
    [
      '{% hint style="a" icon=\'b\' c=d e %}\nf\n{% endhint %}',
      "{hint style=a icon=b c=d @5 paragraph('f')}",
      [],
    ],
    ['{%hint%}\na\n{%endhint%}', "{hint @5 paragraph('a')}", []],
    ['{%- hint -%}\na\n{%- endhint -%}', "paragraph('{%- hint -%}\na\n{%- endhint -%}')", []],
    ['{% Hint %}\na\n{% EndHint %}', "{hint @5 paragraph('a')}", []],
    ['{% hint style="a&quot;b&amp;c" %}\nd\n{% endhint %}', "{hint style=a\"b&c @5 paragraph('d')}", []],
    ['{% hint style="a\\"b" %}\nc\n{% endhint %}', "{hint style=a\"b @5 paragraph('c')}", []],
    ['{% %}', "paragraph('{% %}')", []],
    ['{% hint', "paragraph('{% hint')", []],
    ['{% hint %}\r\na\r\n{% endhint %}\r\n', "{hint @5 paragraph('a')}", []],
    ['\\{% hint %}', "paragraph('{% hint %}')", []],
    ['{% hint %} {% endhint %}', '{hint @5}', []],
    ['{% hint %}\n\n\n{% endhint %}\n\n\na', "{hint @5}\nparagraph('a')", []],
    ['{% tabs %}{% tab %}\na\n{% endtab %}{% endtabs %}', "{tabs @5 {tab @5 paragraph('a')}}", []],
    ['$$a$$', "paragraph('⟨a⟩')", []],
    ['a $$b$$ c', "paragraph('a ⟨b⟩ c')", []],
    ['$$\na\n$$', '$a$ @5', []],
    ['$$\na\n\nb\n$$\nc', "$a\n\nb$ @5\nparagraph('c')", []],
    ['$$a\nb$$', "paragraph('$$a\nb$$')", []],
    ['a $$b', "paragraph('a $$b')", []],
    ['$$ $$', "paragraph('$$ $$')", []],
    ['$$$$', "paragraph('$$$$')", []],
    ['`$$a$$`', "paragraph(inlineCode '$$a$$')", []],
    ['```\n$$a$$\n```', "code '$$a$$'", []],
    ['$$\na', "paragraph('$$\na')", []],
    ['\\$$a$$', "paragraph('$$a$$')", []],
    ['$$a$$ $$b$$', "paragraph('⟨a⟩ ⟨b⟩')", []],
    ['a$$b$$c', "paragraph('a⟨b⟩c')", []],
    ['[$$a$$](b)', "paragraph(link('⟨a⟩'))", []],
    ['| $$a$$ |\n| - |\n| $$b$$ |', "table(tableRow(tableCell('⟨a⟩')) tableRow(tableCell('⟨b⟩')))", []],
    ['* $$\n  a\n  $$', 'list(listItem($a$ @5))', []],
    ['> $$\n> a\n> $$', 'blockquote($a$ @5)', []],
    ['$$a_b*c*$$', "paragraph('⟨a_b*c*⟩')", []],
    ['{% hint %}\n$$\na\n$$\n{% endhint %}', '{hint @5 $a$ @6}', []],
    [
      '$$\n{% hint %}\n$$',
      "paragraph('$$')\n{hint @6 paragraph('$$')}",
      ['6 {% hint %} is not closed where it was opened'],
    ],
    ['$1 and $2', "paragraph('$1 and $2')", []],
    ['$$ a $$', "paragraph('⟨ a ⟩')", []],
    ['$$a$$.', "paragraph('⟨a⟩.')", []],
    ['  $$\n  a\n  $$', '$a$ @5', []],
    ['<b>{% hint %}</b>', "paragraph(html '<b>' '{% hint %}' html '</b>')", []],
    ['a\n\n<div>{% hint %}</div>', "paragraph('a')\nhtml '<div>{% hint %}</div>'", []],
    ['| {% hint %} |\n| - |\n| a |', "table(tableRow(tableCell('{% hint %}')) tableRow(tableCell('a')))", []],
    ['# {% hint %}', "heading('{% hint %}')", []],
    ['[a]({% hint %})', "paragraph('[a]({% hint %})')", []],
    ['[{% hint %}](a)', "paragraph(link('{% hint %}'))", []],
    ['{% hint %} a\nb {% endhint %}', "{hint @5 paragraph('a\nb')}", []],
    [
      'a[^1]\n\n[^1]: {% hint %}\n    b\n    {% endhint %}',
      "paragraph('a' footnoteReference)\nfootnoteDefinition(paragraph('{% hint %}\nb'))",
      ['9 {% endhint %} closes nothing'],
    ],
    ['{% code %}\n```\n{% endcode %}\n```\n{% endcode %}', "{code @5 code '{% endcode %}'}", []],
    [
      '<details>\n<summary>a</summary>\n{% hint %}\nb\n{% endhint %}\n</details>',
      "html '<details>\n<summary>a</summary>'\n{hint @7 paragraph('b')}\nhtml '</details>'",
      [],
    ],
    ['{% file src="a b.pdf" %}\n\nc', "{file src=a b.pdf @5}\nparagraph('c')", []],
    ['{% swagger src="a" %}\n[a](a)\n{% endswagger %}', "{swagger src=a @5 paragraph(link('a'))}", []],
    [
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      "{content-ref url=a.md @5 paragraph(link('a.md'))}",
      [],
    ],
  ])('%j', (text, blocks, problems) => {
    for (const parse of [parseWithSatteri, parseWithRemark]) {
      const document = readDocument(text, { parse, firstLine: 5 });

      expect(document.children.map((child) => shown(child, document.prepared)).join('\n')).toBe(blocks);
      expect(document.problems.map(({ line, message }) => `${line} ${message}`)).toEqual(problems);
    }
  });

  const maybeWithoutEnd = [
    ...['embed', 'file', 'openapi', 'swagger', 'page-ref', 'content-ref', 'openapi-operation'],
    ...['openapi-schemas', 'openapi-webhook', 'api-method', 'video', 'youtube'],
  ];

  it.each(maybeWithoutEnd)('and %s may have an end or have none', (name) => {
    const kindsIn = (text: string): unknown =>
      readDocument(text, { parse: parseWithSatteri }).children.map((child) => [
        child.type,
        'children' in child ? child.children.length : 0,
      ]);

    expect(kindsIn(`{% ${name} %}\n\nb`)).toEqual([
      ['block', 0],
      ['paragraph', 1],
    ]);
    expect(kindsIn(`{% ${name} %}\n\nb\n\n{% end${name} %}`)).toEqual([['block', 1]]);
  });
});
