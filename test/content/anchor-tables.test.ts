import { describe, expect, it } from 'vitest';
import { headingAnchors } from '../../src/content/index.ts';

/** Each anchor with its id, its kind, its level and its words. */
type Row = readonly [
  text: string,
  anchors: readonly string[],
  unanchored: readonly string[],
  shown: readonly string[],
];

describe('the anchors of a page', () => {
  it.each<Row>([
    [
      '# T\n\n## A\n\n### B\n\n#### C\n\n##### D',
      ['a heading2 A', 'b heading3 B', 'c heading4 C'],
      ['t heading1', 'd heading5'],
      [],
    ],
    ['## A <a href="#b" id="b"></a>\n\n## B\n', ['b explicit2 A'], [], []],
    ['<a id="x"></a>\n\n## X', ['x heading2 X'], [], []],
    ['## \n\n## <a id="q"></a>', ['q explicit2'], [], []],
    ['<details>\n<summary>S t</summary>\n</details>', ['s-t summary S t'], [], []],
    [
      '{% openapi-operation spec="s" path="/x/{id}" method="post" %}\n{% endopenapi-operation %}',
      ['post-x-id operation post /x/{id}'],
      [],
      ['api'],
    ],
    [
      '{% openapi-schemas spec="s" schemas="Pet,Cat Dog" grouped="true" %}\n{% endopenapi-schemas %}',
      [
        'the-pet-object operation The Pet object',
        'pet operation Pet',
        'the-cat-dog-object operation The Cat Dog object',
        'cat-dog operation Cat Dog',
      ],
      [],
      ['api'],
    ],
    [
      '{% openapi-webhook spec="s" name="n" method="put" %}\n{% endopenapi-webhook %}',
      ['put-n operation put n', 'n operation n'],
      [],
      ['api'],
    ],
    [
      '{% swagger src="a.yaml" path="/y" method="get" %}\n{% endswagger %}',
      ['get-y operation get /y'],
      [],
      ['api'],
    ],
    [
      '{% swagger method="get" path="/y" summary="Get y" %}\n{% endswagger %}',
      ['get-y operation get /y', 'get-y-1 operation Get y'],
      [],
      ['api'],
    ],
    [
      '{% updates %}\n{% update date="2026-01-29" %}\n## U\n{% endupdate %}\n{% update %}\n## V\n{% endupdate %}\n{% endupdates %}',
      ['u heading2 U', 'v heading2 V', 'update-2026-01-29 update 2026-01-29', 'update-1 update'],
      [],
      ['updates'],
    ],
    [
      'a[^1]\n\n[^1]: b',
      [
        'user-content-fn-1 footnote 1',
        'user-content-fnref-1 footnote 1',
        'fn-1 footnote 1',
        'fnref-1 footnote 1',
      ],
      [],
      [],
    ],
    ['<h2>H</h2>', [], [], []],
    ['## 🎉', ['tada heading2 🎉'], [], []],
    ['## Ünï', ['ueni heading2 Ünï', 'ünï heading2 Ünï'], [], []],
    ['## 1. One\n\n## 2', ['id-1.-one heading2 1. One', 'id-2 heading2 2'], [], []],
    ['{% tabs %}\n{% tab title="T" %}\n## In\n{% endtab %}\n{% endtabs %}', ['in heading2 In'], [], []],
    ['# T\n\n# U\n\n## T', ['u heading1 U', 't heading2 T'], ['t heading1'], []],
  ])('%j', (text, anchors, unanchored, parts) => {
    const page = headingAnchors(text);

    const told = [...page.anchors.values()].map(({ id, kind, level, text: words }) =>
      `${id} ${kind}${level ?? ''} ${words}`.trim(),
    );
    expect(told).toEqual(anchors);
    expect([...page.unanchored.values()].map(({ id, kind, level }) => `${id} ${kind}${level ?? ''}`)).toEqual(
      unanchored,
    );
    expect([
      ...(page.hasApiBlock ? ['api'] : []),
      ...(page.hasUpdates ? ['updates'] : []),
      ...(page.openEnded ? ['open'] : []),
    ]).toEqual(parts);
  });
});
