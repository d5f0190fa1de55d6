import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { blockNames } from '../../src/site/blocks/index.ts';
import { body } from './body-fixture.ts';

/** Every block form of the on-disk format, by the name of its golden file. */
const forms: Readonly<Record<string, string>> = {
  'hint-styles':
    '{% hint style="info" %}\nInfo with `code`.\n{% endhint %}\n\n{% hint style="success" icon="rocket" %}\n## Titled\n\nDone.\n{% endhint %}\n\n{% hint style="warning" %}\nCareful.\n{% endhint %}\n\n{% hint style="danger" %}\nStop.\n{% endhint %}',
  tabs: '{% tabs %}\n{% tab title="npm" icon="windows" %}\n```sh\nnpm install\n```\n{% endtab %}\n\n{% tab title="C++ & more" %}\nText\n{% endtab %}\n{% endtabs %}',
  'tabs-after-html':
    '{% tabs %}\n{% tab title="One" %}\n<figure><img src=".gitbook/assets/photo.png" alt="A"></figure>\n{% endtab %}\n{% tab title="Two" %}\n<p>Raw</p>\n{% endtab %}\n{% endtabs %}',
  code: '{% code title="a.js" overflow="wrap" lineNumbers="true" expandable="true" %}\n```javascript\nconst a = 1;\n\n\n\n\n\n\n\n\n\n\nconst b = `{% hint %}`;\n```\n{% endcode %}',
  'code-plain': '```\nplain <text>\n```\n\n    indented\n\n```unknown-language\nx\n```',
  'code-html':
    '<pre class="language-yaml" data-title="t.yaml" data-overflow="wrap"><code class="lang-yaml">a: <strong>1</strong>\n</code></pre>',
  'code-tabs':
    '{% code-tabs %}\n{% code-tabs-item title="a\\_b.js" %}\n```javascript\na = 1;\n```\n{% endcode-tabs-item %}\n\n{% code-tabs-item title="b.py" %}\n```python\nb = 2\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}\n\n{% code-tabs %}\n{% code-tabs-item title="only\\_one.sh" %}\n```bash\nls\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
  stepper:
    '{% stepper %}\n{% step %}\n### First\n\nDo it.\n{% endstep %}\n\n{% step %}\n### Second\n{% endstep %}\n{% endstepper %}',
  columns:
    '{% columns %}\n{% column width="66.66666666666666%" %}\nWide\n{% endcolumn %}\n\n{% column %}\nNarrow\n{% endcolumn %}\n{% endcolumns %}',
  embed:
    '{% embed url="https://www.youtube.com/watch?v=abc" %}\n\n{% embed url="https://example.com/x" %}\nA caption\n{% endembed %}',
  file: '{% file src=".gitbook/assets/manual.pdf" %}\n\n{% file src=".gitbook/assets/manual.pdf" %}\nThe manual\n{% endfile %}',
  'content-ref':
    '{% content-ref url="guide.md" %}\n[guide.md](guide.md)\n{% endcontent-ref %}\n\n{% content-ref url="https://example.com/a" %}\n[Elsewhere](https://example.com/a)\n{% endcontent-ref %}\n\n{% page-ref page="guide.md" %}',
  include: 'Before\n\n{% include ".gitbook/includes/note.md" %}\n\nAfter',
  if: '{% if visitor.claims.unsigned.isBeta %}\nSecret\n{% endif %}\n\n{% if !visitor.claims.unsigned.isBeta %}\nFor all\n{% endif %}\n\n{% if space.vars.version == "1" %}\nOld\n{% else %}\nNew\n{% endif %}',
  updates:
    '{% updates format="full" %}\n{% update date="2026-01-29" tags="api,other" %}\n## Faster\n\nMuch.\n{% endupdate %}\n\n{% update date="2026-01-01" %}\nQuiet.\n{% endupdate %}\n{% endupdates %}',
  prompt:
    '{% prompt description="Ask for help" icon="robot" defaultExpanded="full" %}\n```markdown\nYou are kind.\n```\n{% endprompt %}',
  'openapi-operation':
    '{% openapi-operation spec="pets" path="/pets/{id}" method="post" %}\n[OpenAPI pets](https://example.com/pets.yaml)\n{% endopenapi-operation %}',
  'openapi-schemas':
    '{% openapi-schemas spec="pets" schemas="Pet" grouped="false" %}\n[The Pet object](https://example.com/pets.yaml)\n{% endopenapi-schemas %}',
  'openapi-webhook':
    '{% openapi-webhook spec="pets" name="petAdopted" method="post" %}\n{% endopenapi-webhook %}',
  'operation-written':
    '{% swagger baseUrl="https://api.example.com" path="/pets/:id" method="get" summary="Get a pet" %}\n{% swagger-description %}\nGets **one** pet.\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="id" type="string" required="true" %}\nWhich _pet_\n{% endswagger-parameter %}\n\n{% swagger-parameter in="query" name="lang" required="false" %}\n\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="The pet" %}\n```json\n{ "name": "Rex" }\n```\n{% endswagger-response %}\n\n{% swagger-response status="404" description="No such pet" %}\n\n{% endswagger-response %}\n{% endswagger %}\n\n{% swagger-parameter name="alone" %}\nWords\n{% endswagger-parameter %}\n\n{% swagger-response status="500" %}\nWords\n{% endswagger-response %}',
  'operation-oldest':
    '{% api-method method="post" host="https://api.example.com" path="/pets/:pet\\_id" %}\n{% api-method-summary %}\nChange a pet\n{% endapi-method-summary %}\n\n{% api-method-description %}\nChanges it.\n{% endapi-method-description %}\n\n{% api-method-spec %}\n{% api-method-request %}\n{% api-method-path-parameters %}\n{% api-method-parameter name="pet\\_id" type="string" required=true %}\nWhich pet\n{% endapi-method-parameter %}\n{% endapi-method-path-parameters %}\n\n{% api-method-headers %}\n{% api-method-parameter name="Authorization" type="string" %}\nA token\n{% endapi-method-parameter %}\n{% endapi-method-headers %}\n\n{% api-method-query-parameters %}\n{% endapi-method-query-parameters %}\n\n{% api-method-body-parameters %}\n{% api-method-parameter name="name" type="string" %}\n{% endapi-method-parameter %}\n{% endapi-method-body-parameters %}\n\n{% api-method-form-data-parameters %}\n{% endapi-method-form-data-parameters %}\n\n{% api-method-cookie-parameters %}\n{% endapi-method-cookie-parameters %}\n{% endapi-method-request %}\n\n{% api-method-response %}\n{% api-method-response-example httpCode=200 %}\n{% api-method-response-example-description %}\nThe pet\n{% endapi-method-response-example-description %}\n\n```\n{ "name": "Rex" }\n```\n{% endapi-method-response-example %}\n{% endapi-method-response %}\n{% endapi-method-spec %}\n{% endapi-method %}\n\n{% api-method-parameter name="alone" %}\nWords\n{% endapi-method-parameter %}',
  'openapi-old':
    '{% openapi src="https://example.com/pets.yaml" path="/pets/{id}" method="post" %}\n[pets](https://example.com/pets.yaml)\n{% endopenapi %}\n\n{% swagger method="get" path="/old" baseUrl="https://api.example.com" summary="The old way" %}\n{% swagger-description %}\nWords\n{% endswagger-description %}\n{% endswagger %}',
  integration:
    '{% @mermaid/diagram content="graph TD\nA-->B" %}\n\n{% @github-files/github-code-block url="https://github.com/x/y" %}\n\n{% @owner/unknown %}',
  details:
    '<details open>\n\n<summary>More</summary>\n\nHidden **words**\n\n{% hint style="info" %}\nInside\n{% endhint %}\n\n</details>',
  math: 'Inline $$ a_b * c_d $$ and\n\n$$\n\\frac{a}{b}\n$$\n\nCode `$$x$$` stays, and $$\\bad{$$ is shown.',
  mermaid: '```mermaid\ngraph LR\n  A --> B\n```',
  figure:
    '<figure><img src=".gitbook/assets/photo.png" alt="A photo" width="375"><figcaption><p>The caption</p></figcaption></figure>\n\n<div align="left" data-full-width="false" data-with-frame="true"><figure><img src=".gitbook/assets/photo.png" alt=""><figcaption></figcaption></figure></div>',
  picture:
    '<figure><picture><source srcset=".gitbook/assets/dark.png" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/photo.png" alt="Both"></picture></figure>',
  images:
    '![A photo](<.gitbook/assets/photo.png>) <img src=".gitbook/assets/photo.png" alt="" data-size="line"> ![Elsewhere](https://other.example/t.png) ![Gone](gone.png)\n\n<img src=".gitbook/assets/photo.png" alt="" class="gitbook-drawing">',
  cards:
    '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td><h3><i class="fa-rocket" style="color:$primary;">:rocket:</i></h3></td><td><strong>Start</strong></td><td><a href="guide.md">guide.md</a></td><td><a href=".gitbook/assets/photo.png">photo.png</a></td></tr><tr><td>Plain</td><td><a href="https://example.com" class="button primary">Go</a></td><td></td><td></td></tr></tbody></table>',
  'table-html':
    '<table data-full-width="true" data-header-hidden data-search="false"><thead><tr><th width="228.1" valign="top" align="center">A</th><th data-type="checkbox">B</th><th data-type="rating">C</th></tr></thead><tbody><tr><td>x</td><td>true</td><td>3</td></tr></tbody></table>',
  'table-gfm': '| A | B |\n| :-: | --: |\n| `x|y` | **b**<br>c |\n| {% hint %} quoted | |',
  buttons:
    '<a href="guide.md" class="button primary" data-icon="github">Go</a> <button type="button" class="button secondary" data-action="ask" data-query="How?" data-icon="sparkle">Ask</button> <a class="button primary">Here</a>',
  inline:
    '<i class="fa-github">:github:</i> <i>em</i> <mark style="color:$info;background-color:purple;">x</mark> <mark>m</mark> <kbd>Ctrl</kbd> <code class="expression">space.vars.version</code> <span style="color:red" class="announcement">s</span> ~~gone~~ **b** _e_ <sup>2</sup>',
  links:
    '[page](guide.md#a) [b.md](guide.md "mention") [out](https://example.com) [broken](/broken/pages/x) [mail](mailto:a@example.com) [bad](javascript:alert(1)) <https://example.com/auto>\n\n[ref][r] ![img][i]\n\n[r]: guide.md "T"\n[i]: .gitbook/assets/photo.png',
  annotation: 'A word[^1] and another[^1], a third[^note].\n\n[^1]: Its _meaning_.\n[^note]: Second.',
  headings:
    '# Page\n\n## Title <a href="#custom" id="custom"></a>\n\n## Title\n\n#### Skipped\n\n# Another first',
  lists:
    '* one\n  * two\n\n    para\n* [x] done\n* [ ] open\n\n3. three\n4. four\n\n> quote\n>\n> {% hint style="info" %}\n> in quote\n> {% endhint %}\n\n* item\n\n  {% hint style="info" %}\n  in list\n  {% endhint %}',
  unknown:
    'Before\n\n{% carousel speed="3" %}\nInner **content**\n{% endcarousel %}\n\n{% endhint %}\n\n{% hint style="info" %}\nnot closed',
};

const folder = join(packageRoot(), 'test', 'golden', 'site');

describe('every block of the on-disk format', () => {
  for (const [name, markdown] of Object.entries(forms))
    it(`${name} looks like its golden file`, async () => {
      const { html } = await body(markdown);
      const path = join(folder, `${name}.html`);
      const shown = `${html.replace(/ d="[^"]*"/g, ' d="…"').replace(/(?<=<\/(?:p|li|h\d|div|figure|section|tr|ul|ol|table|details|summary|article|pre|figcaption)>)/g, '\n')}\n`;
      if (process.env['UPDATE_GOLDEN'] === '1') {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path, shown);
      }
      expect(existsSync(path), `no golden file ${name}.html: run with UPDATE_GOLDEN=1 and review it`).toBe(
        true,
      );

      expect(shown).toBe(readFileSync(path, 'utf8'));
    });

  it('has a golden file for each block that the renderer knows', () => {
    const all = Object.values(forms).join('\n');
    const oldEditorForms = ['raw', 'youtube', 'video'];

    const missing = blockNames.filter(
      (name) => !oldEditorForms.includes(name) && !all.includes(`{% ${name}`),
    );

    expect(missing).toEqual([]);
  });
});
