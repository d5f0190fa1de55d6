import type { BlockKind, InlineKind } from '../../../src/content/document/index.ts';

export interface Example {
  readonly name: string;
  /** The text in the exporter's form. */
  readonly text: string;
  /** The kinds in the text, from the outermost to the innermost, in order. */
  readonly kinds: readonly (BlockKind | InlineKind)[];
}

const example = (name: string, kinds: Example['kinds'], text: string): Example => ({ name, kinds, text });

/** Every form of the on-disk format's list of blocks. */
export const examples: readonly Example[] = [
  example('a paragraph', ['paragraph'], 'Some words.'),
  example('a paragraph in the middle', ['paragraph'], '<p align="center">Some <strong>words</strong></p>'),
  example(
    'headings',
    ['heading-1', 'heading-2', 'heading-3', 'paragraph'],
    '## One\n\n### Two\n\n#### Three\n\nText',
  ),
  example('a heading with an id', ['heading-1'], '## Title <a href="#own-id" id="own-id"></a>'),
  example('a heading in the middle', ['heading-2'], '<h3 align="center">Title</h3>'),
  example('a divider', ['paragraph', 'divider', 'paragraph'], 'a\n\n***\n\nb'),
  example(
    'lists',
    [
      'list-unordered',
      'list-item',
      'paragraph',
      'list-ordered',
      'list-item',
      'paragraph',
      'list-item',
      'paragraph',
    ],
    '* one\n  1. two\n  2. three',
  ),
  example('a list that begins at three', ['list-ordered', 'list-item', 'paragraph'], '3. three'),
  example(
    'tasks',
    ['list-tasks', 'list-item', 'paragraph', 'list-item', 'paragraph'],
    '* [ ] to do\n* [x] done',
  ),
  example(
    'an item of many blocks',
    ['list-unordered', 'list-item', 'paragraph', 'code', 'code-line'],
    '* one\n\n  ```js\n  a();\n  ```',
  ),
  example('a quote', ['blockquote', 'paragraph', 'blockquote', 'paragraph'], '> a\n>\n> > b'),
  example('a hint', ['hint', 'paragraph'], '{% hint style="info" %}\nCareful\n{% endhint %}'),
  example(
    'a hint with an icon',
    ['hint', 'paragraph', 'list-unordered', 'list-item', 'paragraph'],
    '{% hint style="danger" icon="books" %}\nCareful\n\n* a\n{% endhint %}',
  ),
  example(
    'tabs',
    ['tabs', 'tabs-item', 'paragraph', 'tabs-item', 'code', 'code-line'],
    '{% tabs %}\n{% tab title="One" icon="windows" %}\na\n{% endtab %}\n\n{% tab title="Two" %}\n```sh\nb\n```\n{% endtab %}\n{% endtabs %}',
  ),
  example('code', ['code', 'code-line', 'code-line', 'code-line'], '```js\na();\n\n  b();\n```'),
  example(
    'code with settings',
    ['code', 'code-line'],
    '{% code title="a.js" overflow="wrap" lineNumbers="true" expandable="true" fullWidth="false" %}\n```js\na();\n```\n{% endcode %}',
  ),
  example('a diagram', ['code', 'code-line'], '```mermaid\ngraph TD\n```'),
  example(
    'code with marks',
    ['code', 'code-line', 'code-line'],
    '<pre class="language-yaml" data-title="t" data-overflow="wrap"><code class="lang-yaml">a: 1\n<strong>b: 2</strong>\n</code></pre>',
  ),
  example(
    'steps',
    ['stepper', 'stepper-step', 'heading-2', 'paragraph', 'stepper-step', 'heading-2'],
    '{% stepper %}\n{% step %}\n### First\n\nDo this.\n{% endstep %}\n\n{% step %}\n### Second\n{% endstep %}\n{% endstepper %}',
  ),
  example(
    'columns',
    ['columns', 'column', 'paragraph', 'column', 'paragraph'],
    '{% columns %}\n{% column width="66.66666666666666%" %}\na\n{% endcolumn %}\n\n{% column valign="middle" %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  ),
  example('an embed', ['embed'], '{% embed url="https://e.example/x?a=1&b=2" fullWidth="false" %}'),
  example(
    'an embed with a caption',
    ['embed', 'paragraph'],
    '{% embed url="https://e.example/" %}\nA _caption_\n{% endembed %}',
  ),
  example('a file', ['file'], '{% file src="../.gitbook/assets/a (1).pdf" %}'),
  example('a file with a caption', ['file', 'paragraph'], '{% file src="a.pdf" %}\nRead it\n{% endfile %}'),
  example(
    'a reference to a page',
    ['content-ref'],
    '{% content-ref url="../a/b.md" %}\n[b.md](../a/b.md)\n{% endcontent-ref %}',
  ),
  example(
    'a reference to the page above',
    ['content-ref'],
    '{% content-ref url="./" %}\n[.](./)\n{% endcontent-ref %}',
  ),
  example('an include', ['reusable-content'], '{% include "../.gitbook/includes/setup (1).md" %}'),
  example(
    'a condition',
    ['if', 'paragraph'],
    '{% if visitor.claims.plan == "pro" && !(space.vars.x > 3) %}\nFor you\n{% endif %}',
  ),
  example(
    'updates',
    ['updates', 'update', 'heading-1', 'update', 'paragraph'],
    '{% updates format="full" %}\n{% update date="2026-01-29" tags="a,b" %}\n## News\n{% endupdate %}\n\n{% update date="2026-01-28T10:00:00.000Z" %}\nOld\n{% endupdate %}\n{% endupdates %}',
  ),
  example(
    'a prompt',
    ['prompt', 'code', 'code-line'],
    '{% prompt description="Say \\"hi\\"" icon="robot" openInAIProviders="true" defaultExpanded="full" %}\n```markdown\n# Do\n```\n{% endprompt %}',
  ),
  example(
    'an operation of an OpenAPI document',
    ['openapi-operation'],
    '{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}\n{% endopenapi-operation %}',
  ),
  example(
    'schemas of an OpenAPI document',
    ['openapi-schemas'],
    '{% openapi-schemas spec="pets" schemas="Pet,Owner" grouped="false" %}\n{% endopenapi-schemas %}',
  ),
  example(
    'a webhook of an OpenAPI document',
    ['openapi-webhook'],
    '{% openapi-webhook spec="pets" name="born" method="post" %}\n{% endopenapi-webhook %}',
  ),
  example(
    'an operation of a file',
    ['swagger'],
    '{% openapi src="../api.yaml" path="/x" method="get" expanded="true" %}\n{% endopenapi %}',
  ),
  example(
    'a block of an integration',
    ['integration'],
    '{% @mermaid/diagram content="graph TD&#xA;  a --> b" fullWidth="false" %}',
  ),
  example(
    'an expandable',
    ['expandable', 'paragraph', 'paragraph', 'code', 'code-line'],
    '<details>\n\n<summary>The <strong>title</strong></summary>\n\nThe **body**\n\n```\ncode\n```\n\n</details>',
  ),
  example(
    'an open expandable',
    ['expandable', 'paragraph', 'paragraph'],
    '<details open>\n\n<summary>T</summary>\n\nb\n\n</details>',
  ),
  example('a formula', ['math'], '$$\na_b + c_d \\\\\nx\n$$'),
  example('a formula in a line', ['paragraph', 'inline-math'], 'so $$a_b *c*$$ holds'),
  example(
    'a picture',
    ['images', 'image', 'paragraph'],
    '<figure><img src="../.gitbook/assets/image (1).png" alt="A &#x26; B" width="375"><figcaption><p>C</p></figcaption></figure>',
  ),
  example(
    'a picture in a division',
    ['images', 'image'],
    '<div align="left" data-full-width="false" data-with-frame="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ),
  example(
    'pictures side by side',
    ['images', 'image', 'image'],
    '<div><figure><img src="a.png" alt=""><figcaption></figcaption></figure> <figure><img src="b.png" alt=""><figcaption></figcaption></figure></div>',
  ),
  example(
    'a picture for the dark',
    ['images', 'image'],
    '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt=""></picture><figcaption></figcaption></figure>',
  ),
  example(
    'a picture in a line',
    ['paragraph', 'inline-image'],
    'an <img src="a.png" alt="" data-size="line"> icon',
  ),
  example('a drawing', ['drawing'], '<img src="../.gitbook/assets/d.svg" alt="" class="gitbook-drawing">'),
  example(
    'a table',
    ['table', 'paragraph', 'paragraph', 'paragraph', 'paragraph'],
    '| A     |   B |\n| ----- | --: |\n| **b** | `c` |\n| d \\|  |   e |',
  ),
  example(
    'a table with widths and types',
    ['table', 'paragraph'],
    '<table data-full-width="true" data-header-hidden data-search="false"><thead><tr><th width="228.1" valign="top" align="center">A</th><th data-type="checkbox">B</th><th data-type="number">C</th><th data-type="rating" data-max="5">D</th></tr></thead><tbody><tr><td>x<br>y</td><td>true</td><td>4.5</td><td>3</td></tr></tbody></table>',
  ),
  example(
    'a table with merged cells',
    ['table', 'paragraph', 'paragraph', 'paragraph'],
    '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td colspan="2">x</td></tr><tr><td>y</td><td>z</td></tr></tbody></table>',
  ),
  example(
    'a table with lists in it',
    ['table', 'list-unordered', 'list-item', 'paragraph', 'list-item', 'paragraph'],
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td><ul><li>x</li><li>y</li></ul></td></tr></tbody></table>',
  ),
  example(
    'cards',
    ['table', 'paragraph'],
    '<table data-view="cards" data-card-size="large"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th><th data-hidden data-type="files"></th></tr></thead><tbody><tr><td><strong>x</strong></td><td><a href="../b.md">b.md</a></td><td><a href="c.png">c.png</a></td><td><a href="d.pdf">d.pdf</a><a href="e.pdf">e.pdf</a></td></tr></tbody></table>',
  ),
  example(
    'a button',
    ['paragraph', 'button'],
    '<a href="a.md" class="button primary" data-icon="github">Go</a>',
  ),
  example(
    'a button that acts',
    ['paragraph', 'button'],
    '<button type="button" class="button secondary" data-action="ask" data-query="Why?" data-icon="star">Ask</button>',
  ),
  example(
    'an icon',
    ['paragraph', 'icon'],
    'see <i class="fa-github" style="color:$info;">:github:</i> there',
  ),
  example(
    'marks',
    ['paragraph'],
    'a **b** _c_ ~~d~~ `e` <kbd>f</kbd> <sup>g</sup> <sub>h</sub> <mark style="color:$info;background-color:purple;">i</mark> **_j_**',
  ),
  example(
    'an expression',
    ['paragraph', 'expression'],
    'at <code class="expression">space.vars.x</code> now',
  ),
  example(
    'an emoji',
    ['paragraph', 'emoji'],
    'a <span data-gb-custom-inline data-tag="emoji" data-code="1f4b0">💰</span> bag',
  ),
  example('a mention', ['paragraph', 'mention'], 'as [b.md](../a/b.md "mention") says'),
  example('links', ['paragraph', 'link', 'link', 'link'], '[a](../b.md) [**c** d](#e) [f](<g h.md>)'),
  example('a broken link', ['paragraph', 'link'], '[a](/broken/pages/aBc-1)'),
  example('an annotation', ['paragraph', 'annotation', 'paragraph'], 'a word[^1] more\n\n[^1]: The **note**'),
  example(
    'text that looks like something else',
    ['paragraph'],
    '\\# 1. \\[a] {\\% hint %} \\$\\$x\\$\\$ 5 \\* \\_a\\_ \\<b>',
  ),
];
