import { describe, expect, it } from 'vitest';
import { markdownOfDocument } from '../../../src/content/document/index.ts';
import type { Block } from '../../../src/content/document/values.ts';
import {
  block,
  caption,
  code,
  colored,
  inline,
  item,
  list,
  note,
  para,
  part,
  table,
  text,
  url,
} from './build.ts';

function written(...nodes: readonly Block[]): string {
  return markdownOfDocument({ object: 'document', data: {}, nodes });
}

const text1 = { id: 'a', title: 'A', type: 'text' };
const text2 = { id: 'b', title: 'B', type: 'text' };

describe('a document that programs made is written', () => {
  it.each<readonly [string, readonly Block[], string]>([
    [
      'marks that overlap, each as long as it can be',
      [para(text('a', 'bold'), text('b', 'italic', 'bold'), text('c', 'italic'))],
      '**&#x61;_&#x62;_**_c_\n',
    ],
    ['marks in any order, and twice', [para(text('a', 'code', 'italic', 'bold', 'bold'))], '**_`a`_**\n'],
    [
      'every mark',
      [
        para(
          text('a', 'superscript'),
          text('b'),
          text('c', 'subscript'),
          text('d'),
          text('e', 'keyboard'),
          text('f'),
          text('g', 'strikethrough'),
        ),
      ],
      '<sup>a</sup>b<sub>c</sub>d<kbd>e</kbd>f~~g~~\n',
    ],
    [
      'colours',
      [
        para(
          colored('a', { text: 'red', background: 'default' }),
          colored('b', { text: 'default', background: 'default' }),
          colored('c', { text: 'blue', background: '$info' }),
        ),
      ],
      '<mark style="color:red;">a</mark>b<mark style="color:blue;background-color:$info;">c</mark>\n',
    ],
    [
      'two colours side by side',
      [
        para(
          colored('a', { text: 'red', background: 'default' }),
          colored('b', { text: 'blue', background: 'default' }),
        ),
      ],
      '<mark style="color:red;">a</mark><mark style="color:blue;">b</mark>\n',
    ],
    [
      'blanks at the edges of marks, of a text and of its lines',
      [para(text('  a '), text(' b ', 'bold'), text(' c'), text(' \n  d\t\te \n', 'italic'))],
      `a **b** c\\
_d e_
`,
    ],
    [
      'a blank between two texts with the same mark',
      [para(text('a', 'bold'), text(' ', 'bold'), text('b', 'bold'), text(' ', 'bold'), text('c', 'italic'))],
      '**a b** _c_\n',
    ],
    [
      'a strike beside a sign',
      [para(text('a'), text('(b)', 'strikethrough'), text(' c '), text('d', 'strikethrough'))],
      'a<del>(b)</del> c ~~d~~\n',
    ],
    [
      'marks beside symbols of other scripts',
      [para(text('«a»', 'bold'), text('b'), text('c', 'italic'))],
      '<strong>«a»</strong>&#x62;_&#x63;_\n',
    ],
    [
      'marks beside a link and in it',
      [para(text('a', 'bold'), inline('link', { ref: url('b.md') }, text('c', 'bold')), text('d', 'bold'))],
      '**a[c](b.md)d**\n',
    ],
    [
      'code beside code, with ticks, with marks and a comment',
      [
        para(
          text('a', 'code'),
          text('b', 'code', 'bold'),
          text(' '),
          text('c`d', 'code'),
          text(' '),
          text('<!-- e', 'code'),
          text(' '),
          text('f\ng', 'code'),
        ),
      ],
      '`a`**`b`** ``c`d`` <code>&#x3C;!-- e</code> `f g`\n',
    ],
    [
      'code beside code of the same kind',
      [para(text('a', 'code'), inline('link', { ref: url('b') }, text('c')), text('d', 'code'))],
      '`a`[c](b)`d`\n',
    ],
    [
      'signs that mean something in markdown',
      [para(text('1. a\n# b\n> c\n- d\n<e> {% f %} $$g$$ [h](i) *j* _k_ ~~l~~ | m & &amp; <!-- n'))],
      `1\\. a\\
\\# b\\
\\> c\\
\\- d\\
\\<e> {\\% f %} \\$\\$g\\$\\$ \\[h]\\(i) \\*j\\* \\_k\\_ \\~\\~l\\~\\~ | m & \\&amp; \\<\\!-- n
`,
    ],
    [
      'pictures',
      [
        para(
          inline('inline-image', { ref: url('a b.png'), alt: 'c', caption: 'd' }),
          text(' x '),
          inline('inline-image', { ref: url('e.png'), refDark: url('f.png') }),
          inline('inline-image', { ref: url('g.png'), size: 'line', caption: '' }),
        ),
      ],
      '![c](<a b.png> "d") x <picture><source srcset="f.png" media="(prefers-color-scheme: dark)"><img src="e.png" alt=""></picture><img src="g.png" alt="" data-size="line">\n',
    ],
    [
      'a picture alone in its paragraph',
      [
        para(
          inline('inline-image', { ref: url('a.png') }),
          text(' '),
          inline('inline-image', { ref: url('b.png'), size: 'original' }),
        ),
      ],
      '<img src="a.png" alt="" data-size="original"> <img src="b.png" alt="" data-size="original">\n',
    ],
    [
      'icons, emoji, formulas and expressions',
      [
        para(
          inline('icon', { icon: 'a', color: '' }),
          inline('emoji', { code: '1f600' }),
          inline('emoji', { code: 'd800' }),
          inline('emoji', { code: '110000-41' }),
          inline('inline-math', { formula: 'a\n b' }),
          inline('expression', { expression: 'a < b' }),
        ),
      ],
      '<i class="fa-a">:a:</i><span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span><span data-gb-custom-inline data-tag="emoji" data-code="d800"></span><span data-gb-custom-inline data-tag="emoji" data-code="110000-41"></span>$$a b$$<code class="expression">a &#x3C; b</code>\n',
    ],
    [
      'mentions by the names of their targets',
      [
        para(
          inline('mention', { ref: url('../a/b.md#c') }),
          inline('mention', { ref: url('..') }),
          inline('mention', { ref: url('../') }),
          inline('mention', { ref: url('a/b/?c') }),
        ),
      ],
      '[b.md](../a/b.md#c "mention")[..](.. "mention")[../](../ "mention")[b](a/b/?c "mention")\n',
    ],
    [
      'references of every kind',
      [
        para(
          ...[
            { kind: 'url', url: 'a' },
            { kind: 'anchor', anchor: 'b' },
            { kind: 'anchor', anchor: 'c', page: 'd' },
            { kind: 'anchor', anchor: 'c', page: 'd', space: 'e' },
            { kind: 'page', page: 'f' },
            { kind: 'page', page: 'f', space: 'g' },
            { kind: 'space', space: 'h' },
            { kind: 'file', file: 'i' },
            { kind: 'reusable-content', reusableContent: 'j' },
            { kind: 'user', user: 'k' },
            { kind: 'url' },
          ].map((ref) => inline('link', { ref }, text('x'))),
        ),
      ],
      '[x](a)[x](#b)[x](/broken/pages/d#c)[x](/broken/spaces/e/pages/d#c)[x](/broken/pages/f)[x](/broken/spaces/g/pages/f)[x](/broken/spaces/h)[x](i)[x](j)[x](/broken/user)[x]()\n',
    ],
    [
      'buttons without data',
      [
        para(
          inline('button', { label: 'a & "b"' }),
          inline('button', {
            label: 'c',
            kind: 'secondary',
            size: 'large',
            action: { action: 'ask', query: 'd' },
            icon: 'e',
          }),
        ),
      ],
      '<button type="button" class="button primary" data-action="search">a &#x26; "b"</button><button type="button" class="button secondary" data-size="large" data-action="ask" data-query="d" data-icon="e">c</button>\n',
    ],
    [
      'notes: the same one twice, and one in another',
      [
        block('paragraph', {
          nodes: [
            note('d', para(text('e'))),
            text(' '),
            note('f', para(text('e'))),
            text(' '),
            note('g', para(note('h', para(text('i'))))),
          ],
        }),
      ],
      `d[^1] f[^1] g[^2]

[^1]: e

[^2]: h[^3]

[^3]: i
`,
    ],
    [
      'headings',
      [
        block('heading-1', { data: { id: 'a' }, nodes: [text('b\nc')] }),
        block('heading-2', { data: { id: 'd', align: 'end' }, nodes: [text('e', 'bold')] }),
        block('heading-3', { data: { align: 'center' }, nodes: [text('f')] }),
        block('heading-3', { data: { id: 'g' }, nodes: [] }),
      ],
      `## b<br>c <a href="#a" id="a"></a>

<h3 align="right"><strong>e</strong> <a href="#d" id="d"></a></h3>

<h4 align="center">f</h4>

#### &#x20;<a href="#g" id="g"></a>
`,
    ],
    [
      'paragraphs with an alignment',
      [
        block('paragraph', { data: { align: 'center' }, nodes: [text('a\n', 'bold'), text('b <c>')] }),
        block('paragraph', { data: { align: 'start' }, nodes: [text('d')] }),
        block('paragraph', { data: { align: 'other' }, nodes: [text('e')] }),
      ],
      `<p align="center"><strong>a</strong><br>b &#x3C;c&#x3E;</p>

<p align="left">d</p>

e
`,
    ],
    [
      'lists',
      [
        list(
          'list-ordered',
          { start: 3 },
          item({}, para(text('a')), para(text('b'))),
          item({}, list('list-unordered', {}, item({}, para(text('c'))))),
        ),
        list('list-ordered', { start: -1 }, item({}, para(text('d')))),
        list('list-unordered', {}),
        list(
          'list-tasks',
          {},
          item({ checked: true }, para(text('e')), list('list-tasks', {}, item({}, para(text('f'))))),
          item({ checked: false }, block('divider')),
        ),
      ],
      `3. a

   b
4. * c

1) d

* [x] e
  * [ ] f
* [ ] <!---->

  ***
`,
    ],
    [
      'parts without their block',
      [
        item({}, para(text('a'))),
        block('image', { data: { ref: url('b.png') } }),
        block('code-line', { nodes: [text('c')] }),
      ],
      `* a

<figure><img src="b.png" alt=""><figcaption></figcaption></figure>

\`\`\`
c
\`\`\`
`,
    ],
    [
      'blocks of text in a list that are no items',
      [block('list-unordered', { nodes: [para(text('a'))] })],
      '* a\n',
    ],
    [
      'code',
      [
        code({ syntax: 'js x' }, [text('a')], [], [text('```')]),
        code({ syntax: '', title: '"b"', lineNumbers: true }, [text('c')]),
        code({ collapsedLineCount: 4, syntax: 'x' }, [text('d')]),
        code({}),
      ],
      `\`\`\`\`js
a

\`\`\`
\`\`\`\`

{% code title="\\"b\\"" lineNumbers="true" %}
\`\`\`
c
\`\`\`
{% endcode %}

{% code collapsedLineCount="4" %}
\`\`\`x
d
\`\`\`
{% endcode %}

\`\`\`
\`\`\`
`,
    ],
    [
      'code with marks',
      [
        code(
          {
            syntax: 'js',
            title: 't',
            overflow: 'wrap',
            lineNumbers: false,
            expandable: true,
            fullWidth: true,
          },
          [text('a '), text('b', 'bold', 'italic', 'superscript'), text('<c>')],
        ),
        code(
          {},
          [text('d', 'strikethrough')],
          [inline('expression', { expression: 'e' }), note('f', para(text('g')))],
        ),
      ],
      `<pre class="language-js" data-title="t" data-overflow="wrap" data-line-numbers="false" data-expandable="true" data-full-width="true"><code class="lang-js">a <strong><em>b</em></strong>&#x3C;c&#x3E;</code></pre>

<pre><code><del>d</del>
<code class="expression">e</code><a data-footnote-ref href="#user-content-fn-1">f</a>
</code></pre>

[^1]: g
`,
    ],
    [
      'highlighted lines',
      [
        block('code', {
          nodes: [
            block('code-line', { data: { highlighted: true }, nodes: [text('a')] }),
            block('code-line', { nodes: [text('b')] }),
            block('code-line', { data: { highlighted: true }, nodes: [text('c')] }),
          ],
        }),
      ],
      `<pre><code><strong>a
</strong>b
<strong>c</strong>
</code></pre>
`,
    ],
    [
      'formulas',
      [block('math', { data: { formula: 'a\n\n \nb' } }), block('math', { data: {} })],
      `$$
a
b
$$

$$

$$
`,
    ],
    [
      'pictures with captions and sizes',
      [
        block('images', {
          data: { align: 'left', fullWidth: true },
          nodes: [
            block('image', {
              data: { ref: url('a.png'), width: 10, height: { unit: '%', value: 50 }, caption: 'no' },
              fragments: [caption(para(text('b', 'bold')), para(text('')), para(text('c')))],
            }),
          ],
        }),
        block('images', {
          nodes: [
            block('image', {
              data: { ref: url('d.png'), refDark: url('e.png'), width: 'x', height: { value: 1 } },
            }),
          ],
        }),
        block('images', { data: { withFrame: false }, nodes: [] }),
      ],
      `<div align="left" data-full-width="true"><figure><img src="a.png" alt="" width="10" height="50%"><figcaption><p><strong>b</strong><br>c</p></figcaption></figure></div>

<figure><picture><source srcset="e.png" media="(prefers-color-scheme: dark)"><img src="d.png" alt=""></picture><figcaption></figcaption></figure>

<div data-with-frame="false"></div>
`,
    ],
    [
      'drawings',
      [block('drawing', { data: {} }), block('drawing', { data: { ref: { kind: 'file', file: 'a.svg' } } })],
      `<img src="" alt="" class="gitbook-drawing">

<img src="a.svg" alt="" class="gitbook-drawing">
`,
    ],
    [
      'expandables',
      [
        block('expandable', {
          data: { defaultExpanded: true },
          fragments: [
            part('expandable-title', para(text('a', 'italic')), para(text('b'))),
            part('expandable-body', para(text('c'))),
          ],
        }),
        block('expandable', { data: { defaultExpanded: false } }),
      ],
      `<details open>

<summary><em>a</em><br>b</summary>

c

</details>

<details>

<summary></summary>

</details>
`,
    ],
    [
      'conditions and includes',
      [
        block('if', { data: { expression: 'a &&\n  b' }, nodes: [para(text('c'))] }),
        block('reusable-content', {
          data: { ref: { kind: 'reusable-content', reusableContent: 'a "b".md' } },
        }),
      ],
      `{% if a && b %}
c
{% endif %}

{% include 'a "b".md' %}
`,
    ],
    [
      'integrations',
      [
        block('integration', {
          data: {
            integration: 'a',
            block: 'b',
            props: { text: 'c "d" \\ &amp;', list: [1, 'e\nf'], gone: null },
            url: 'g',
            fullWidth: false,
          },
        }),
        block('integration', { data: { integration: 'h', block: 'i' } }),
      ],
      `{% @a/b text="c \\"d\\" \\\\ &#x26;amp;" list="[1,\\"e\\\\nf\\"]" url="g" fullWidth="false" %}

{% @h/i %}
`,
    ],
    [
      'tags',
      [
        block('hint', { data: { style: 'info', icon: 'a\nb' }, nodes: [para(text('c'))] }),
        block('update', { data: { date: '2026-01-01T00:00:00Z', tags: [] }, nodes: [] }),
        block('column', { data: { width: { unit: '%', value: 5 } }, nodes: [] }),
        block('openapi-schemas', { data: { ref: { kind: 'openapi' }, schemas: [], grouped: 'yes' } }),
        block('embed', { data: { url: 'd' }, fragments: [caption(para(text('e')))] }),
        block('content-ref', { data: { ref: url('../f/#g') } }),
      ],
      `{% hint style="info" icon="a b" %}
c
{% endhint %}

{% update date="2026-01-01" %}
{% endupdate %}

{% column width="5%" %}
{% endcolumn %}

{% openapi-schemas spec="" %}
{% endopenapi-schemas %}

{% embed url="d" %}
e
{% endembed %}

{% content-ref url="../f/#g" %}
[f](../f/#g)
{% endcontent-ref %}
`,
    ],
    [
      'quotes',
      [
        block('blockquote', {
          nodes: [para(text('a')), block('blockquote', { nodes: [para(text('b'))] }), para(text(''))],
        }),
      ],
      `> a
>
> > b
`,
    ],
    ['empty paragraphs', [para(text('')), para(text(' ')), para(text('a')), block('paragraph', {})], 'a\n'],
  ])('%s', (_, nodes, expected) => {
    expect(written(...nodes)).toBe(expected);
  });
});

describe('a table is written', () => {
  it.each<readonly [string, Block, string]>([
    [
      'plain',
      table(
        {},
        [
          { id: 'a', title: 'A|B', type: 'text', textAlignment: 'center' },
          { id: 'b', title: '', type: 'text', textAlignment: 'right' },
        ],
        [
          { a: [para(text('c|d'))], b: [para(text('e\nf', 'code'))] },
          { a: [para(text('g\nh'))], b: [] },
        ],
      ),
      `|  A\\|B  |       |
| :----: | ----: |
|  c\\|d  | \`e f\` |
| g<br>h |       |
`,
    ],
    [
      'with rows in the order of their index',
      table(
        { order: ['000002', '000001', '000001'] },
        [text1],
        [{ a: [para(text('a'))] }, { a: [para(text('b'))] }, { a: [para(text('c'))] }],
      ),
      `| A |
| - |
| b |
| c |
| a |
`,
    ],
    [
      'with several blocks in a cell',
      table({}, [text1], [{ a: [para(text('a')), para(text('b'))] }]),
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p>a</p><p>b</p></td></tr></tbody></table>\n',
    ],
    [
      'with a block that needs lines of its own',
      table(
        {},
        [text1, text2],
        [{ a: [block('hint', { data: { style: 'info' }, nodes: [para(text('a'))] })], b: [para(text('b'))] }],
      ),
      `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>

{% hint style="info" %}
a
{% endhint %}

</td><td>b</td></tr></tbody></table>
`,
    ],
    [
      'with a formula, an expression or a button',
      table({}, [text1], [{ a: [para(inline('inline-math', { formula: 'a|b' }))] }]),
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>$$a|b$$</td></tr></tbody></table>\n',
    ],
    [
      'with an aligned paragraph',
      table({}, [text1], [{ a: [block('paragraph', { data: { align: 'center' }, nodes: [text('a')] })] }]),
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><p align="center">a</p></td></tr></tbody></table>\n',
    ],
    [
      'with lists, quotes, headings, code and pictures',
      table(
        {},
        [text1],
        [
          {
            a: [
              list(
                'list-ordered',
                { start: 2 },
                item({}, para(text('a'))),
                item({}, para(text('b')), block('divider')),
              ),
            ],
          },
          {
            a: [list('list-tasks', {}, item({ checked: true }, para(text('c'))), item({}, para(text('d'))))],
          },
          {
            a: [
              block('blockquote', { nodes: [para(text('e'))] }),
              block('heading-2', { data: { id: 'f' }, nodes: [text('g')] }),
            ],
          },
          { a: [code({ syntax: 'js' }, [text('h')])] },
          { a: [block('images', { nodes: [block('image', { data: { ref: url('i.png') } })] })] },
          { a: [code({}, [text('j')], [text('k')])] },
        ],
      ),
      `<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><ol start="2"><li>a</li><li><p>b</p><hr></li></ol></td></tr><tr><td><ul><li><input type="checkbox" checked>c</li><li><input type="checkbox">d</li></ul></td></tr><tr><td><blockquote>e</blockquote><h3>g <a href="#f" id="f"></a></h3></td></tr><tr><td><pre class="language-js"><code class="lang-js">h</code></pre></td></tr><tr><td><figure><img src="i.png" alt=""><figcaption></figcaption></figure></td></tr><tr><td>

\`\`\`
j
k
\`\`\`

</td></tr></tbody></table>
`,
    ],
    [
      'with a hidden head',
      table({ view: { hideHeader: true } }, [text1], [{ a: [para(text('a'))] }]),
      '<table data-header-hidden><thead><tr><th>A</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table>\n',
    ],
    [
      'with a head that is not hidden',
      table({ view: { hideHeader: false, wrap: undefined } }, [text1], [{ a: [para(text('a'))] }]),
      `| A |
| - |
| a |
`,
    ],
    [
      'over the full width',
      table({ data: { fullWidth: true } }, [text1], [{ a: [] }]),
      '<table data-full-width="true"><thead><tr><th>A</th></tr></thead><tbody><tr><td></td></tr></tbody></table>\n',
    ],
    [
      'without a search',
      table({ data: { search: false } }, [text1], [{ a: [] }]),
      '<table data-search="false"><thead><tr><th>A</th></tr></thead><tbody><tr><td></td></tr></tbody></table>\n',
    ],
    [
      'with hidden columns in their places',
      table(
        { columns: ['c', 'a'] },
        [text1, { id: 'b', title: 'B', type: 'text' }, { id: 'c', title: 'C', type: 'text' }],
        [{ a: [para(text('x'))], b: [para(text('y'))], c: [para(text('z'))] }],
      ),
      '<table><thead><tr><th>C</th><th data-hidden>B</th><th>A</th></tr></thead><tbody><tr><td>z</td><td>y</td><td>x</td></tr></tbody></table>\n',
    ],
    [
      'with vertical alignment',
      table({}, [{ ...text1, verticalAlignment: 'top' }], [{ a: [] }]),
      '<table><thead><tr><th valign="top">A</th></tr></thead><tbody><tr><td></td></tr></tbody></table>\n',
    ],
    [
      'with merged cells',
      table(
        {
          data: {
            cellMerges: [
              { anchor: { record: 'r1', column: 'a' }, rowSpan: 2, colSpan: 1 },
              { anchor: { record: 'r3', column: 'a' }, rowSpan: 1, colSpan: 2 },
            ],
          },
        },
        [text1, text2],
        [{ a: [para(text('a'))], b: [para(text('b'))] }, { b: [para(text('c'))] }, { a: [para(text('d'))] }],
      ),
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td colspan="2">d</td></tr></tbody></table>\n',
    ],
    [
      'with values of every type',
      table(
        {},
        ['checkbox', 'number', 'rating', 'users', 'select', 'files', 'content-ref', 'image'].map((type) => ({
          id: type,
          title: type,
          type,
        })),
        [
          {
            checkbox: true,
            number: 0,
            rating: 5,
            users: ['a', 'b'],
            select: ['c<d'],
            files: ['e.pdf', 'f.pdf'],
            'content-ref': url('../g/h.md'),
            image: url('i.png'),
          },
          {
            checkbox: false,
            number: null,
            rating: 'x',
            users: null,
            select: null,
            files: null,
            'content-ref': null,
            image: null,
          },
          { checkbox: null, image: { ref: url('j.png'), objectFit: 'cover' } },
          { image: { ref: url('k.png'), alt: 'l', objectFit: 'contain' } },
          { image: { alt: 'm' } },
        ],
      ),
      '<table><thead><tr><th data-type="checkbox">checkbox</th><th data-type="number">number</th><th data-type="rating">rating</th><th data-type="users">users</th><th data-type="select" data-options="[]">select</th><th data-type="files">files</th><th data-type="content-ref">content-ref</th><th data-type="image">image</th></tr></thead><tbody><tr><td>true</td><td>0</td><td>5</td><td>a,b</td><td>c&#x3C;d</td><td><a href="e.pdf">e.pdf</a><a href="f.pdf">f.pdf</a></td><td><a href="../g/h.md">h.md</a></td><td><a href="i.png">i.png</a></td></tr><tr><td>false</td><td></td><td></td><td></td><td></td><td></td><td></td><td></td></tr><tr><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td data-object-fit="cover"><a href="j.png">j.png</a></td></tr><tr><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td data-object-fit="contain"><img src="k.png" alt="l"></td></tr><tr><td></td><td></td><td></td><td></td><td></td><td></td><td></td><td></td></tr></tbody></table>\n',
    ],
    [
      'of cards',
      table(
        {
          view: {
            type: 'cards',
            cardSize: 'large',
            targetDefinition: 'b',
            coverDefinition: 'c',
            coverDefinitionDark: 'd',
            hideHeader: true,
            hideColumnTitle: false,
            wrap: true,
          },
        },
        [
          text1,
          { id: 'b', title: '', type: 'content-ref' },
          { id: 'c', title: '', type: 'image' },
          { id: 'd', title: '', type: 'image' },
        ],
        [{ a: [para(text('a'))], b: url('b.md'), c: url('c.png'), d: null }],
      ),
      '<table data-view="cards" data-card-size="large" data-card-wrap="true" data-column-title-hidden="false"><thead><tr><th>A</th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th><th data-card-cover-dark data-type="image"></th></tr></thead><tbody><tr><td>a</td><td><a href="b.md">b.md</a></td><td><a href="c.png">c.png</a></td><td></td></tr></tbody></table>\n',
    ],
    [
      'with widths in percent',
      table({ view: { columnWidths: { a: 40, b: 'x' }, useNewSizing: false } }, [text1, text2], [{ a: [] }]),
      '<table><thead><tr><th width="40%">A</th><th>B</th></tr></thead><tbody><tr><td></td><td></td></tr></tbody></table>\n',
    ],
    [
      'with widths in pixels',
      table(
        {
          view: { columnWidths: { a: 40 }, useNewSizing: true, stickyHeader: true, stickyFirstColumn: false },
        },
        [text1],
        [{ a: [] }],
      ),
      '<table data-sticky-header="true" data-sticky-first-column="false"><thead><tr><th width="40">A</th></tr></thead><tbody><tr><td></td></tr></tbody></table>\n',
    ],
    [
      'with options',
      table(
        {},
        [
          {
            id: 's',
            title: 'S',
            type: 'select',
            multiple: true,
            options: [{ value: 'a', label: 'A', color: '' }],
          },
          { id: 'r', title: 'R', type: 'rating', max: 3 },
        ],
        [{ s: ['a'], r: 2 }],
      ),
      '<table><thead><tr><th data-type="select" data-multiple="true" data-options="[{&#x22;value&#x22;:&#x22;a&#x22;,&#x22;label&#x22;:&#x22;A&#x22;,&#x22;color&#x22;:&#x22;&#x22;}]">S</th><th data-type="rating" data-max="3">R</th></tr></thead><tbody><tr><td>a</td><td>2</td></tr></tbody></table>\n',
    ],
  ])('%s', (_, block, expected) => {
    expect(written(block)).toBe(expected);
  });
});
