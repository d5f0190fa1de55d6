import { describe, expect, it } from 'vitest';
import { blockKinds, inlineKinds, problemsOfDocument } from '../../../src/content/document/index.ts';
import { block, caption, code, inline, item, list, note, para, part, table, text, url } from './build.ts';

const documentOf = (...nodes: readonly unknown[]): unknown => ({ object: 'document', data: {}, nodes });
const said = (value: unknown): string[] =>
  problemsOfDocument(value).map(({ pointer, message }) => `${pointer}: ${message}`);

const column = { id: 'a', title: 'A', type: 'text' };
const leaf = (value: unknown): unknown => para({ object: 'text', leaves: [value] } as never);

describe('a document from outside', () => {
  it('has no problem with whatever a kind may hold', () => {
    const nodes = [
      para(
        text('a', 'bold', 'code'),
        inline('link', { ref: url('b') }, text('c')),
        note('d', para(text('e'))),
      ),
      list('list-ordered', { start: 2 }, item({ checked: true }, para(text('f')))),
      code({ syntax: 'js', overflow: 'wrap', lineNumbers: true, collapsedLineCount: 3 }, [text('g')]),
      block('images', {
        data: { align: 'left' },
        nodes: [
          block('image', { data: { ref: url('h'), width: 5, height: { value: 1, unit: '%' } } }),
          block('image', { data: { ref: url('i'), alt: null }, fragments: [caption(para(text('j')))] }),
        ],
      }),
      block('updates', {
        data: { format: 'full' },
        nodes: [block('update', { data: { date: 'k', tags: [{ kind: 'tag', tag: 'l' }] }, nodes: [] })],
      }),
      block('openapi-schemas', { data: { ref: { kind: 'openapi' }, schemas: ['m'] } }),
      block('integration', { data: { integration: 'n', block: 'o', props: [1] } }),
      block('expandable', { fragments: [part('expandable-body', block('divider'))] }),
      table({}, [column], [{ a: [] }]),
      table({ view: { type: 'cards' } }, [], []),
    ];

    expect(said(documentOf(...nodes))).toEqual([]);
  });

  it.each<readonly [unknown, ...string[]]>([
    [null, ': must be a document'],
    [[], ': must be a document'],
    ['document', ': must be a document'],
    [{ object: 'block' }, ': must be a document'],
    [{ object: 'document' }, '/nodes: must be a list of nodes'],
    [{ object: 'document', nodes: {} }, '/nodes: must be a list of nodes'],
    [documentOf(null, [], { object: 'inline' }), ...[0, 1, 2].map((at) => `/nodes/${at}: must be a block`)],
    [documentOf({ object: 'block' }), '/nodes/0/type: is not a kind of block that is known'],
    [
      documentOf({ object: 'block', type: 'toString' }),
      '/nodes/0/type: is not a kind of block that is known',
    ],
    [documentOf(item({})), '/nodes/0/type: list-item is a part of another block'],
    [
      documentOf(block('blockquote', { nodes: [block('column')] })),
      '/nodes/0/nodes/0/type: column is a part of another block, and not of this one',
    ],
    [documentOf(list('list-tasks', {}, para())), '/nodes/0/nodes/0/type: must be list-item'],
    [documentOf(block('paragraph')), '/nodes/0/nodes: must be a list of nodes'],
    [
      documentOf(block('divider', { nodes: [] }), block('divider', { data: [] as never })),
      '/nodes/1/data: must be an object',
    ],
    [documentOf(para('a' as never)), '/nodes/0/nodes/0: must be a text or an inline'],
    [
      documentOf(para(block('divider') as never)),
      '/nodes/0/nodes/0/type: is not a kind of inline that is known',
    ],
    [
      documentOf(para(inline('valueOf' as never, {}))),
      '/nodes/0/nodes/0/type: is not a kind of inline that is known',
    ],
    [
      documentOf(para(inline('link', { ref: url('a') }, null as never))),
      '/nodes/0/nodes/0/nodes/0: must be a text or an inline',
    ],
    [documentOf(para({ object: 'text' } as never)), '/nodes/0/nodes/0/leaves: must be a list of leaves'],
    ...[null, {}, { text: 1, marks: [] }].map(
      (value) => [documentOf(leaf(value)), '/nodes/0/nodes/0/leaves/0/text: must be a text'] as const,
    ),
    ...[{ text: 'a' }, { text: 'a', marks: [null] }, { text: 'a', marks: [{ type: 'underline' }] }].map(
      (value) =>
        [
          documentOf(leaf(value)),
          '/nodes/0/nodes/0/leaves/0/marks: must be a list of marks: color, bold, italic, strikethrough, superscript, subscript, keyboard, code',
        ] as const,
    ),
    [
      documentOf(block('embed', { data: { url: 'a' }, fragments: {} as never })),
      '/nodes/0/fragments: must be a list of fragments',
    ],
    [
      documentOf(block('embed', { data: { url: 'a' }, fragments: [null, para()] as never })),
      '/nodes/0/fragments/0: must be a fragment',
      '/nodes/0/fragments/1: must be a fragment',
    ],
    [
      documentOf(block('embed', { data: { url: 'a' }, fragments: [caption(item({}))] })),
      '/nodes/0/fragments/0/nodes/0/type: list-item is a part of another block, and not of this one',
    ],
    [
      documentOf(para({ ...note('a'), fragments: [{ object: 'fragment' }] } as never)),
      '/nodes/0/nodes/0/fragments/0/nodes: must be a list of nodes',
    ],
    [documentOf(block('math')), '/nodes/0/data/formula: is required'],
    [documentOf(block('math', { data: { formula: null } })), '/nodes/0/data/formula: is required'],
    [documentOf(block('math', { data: { formula: 1 } })), '/nodes/0/data/formula: must be a text'],
    [
      documentOf(block('expandable', { data: { defaultExpanded: 'x' } })),
      '/nodes/0/data/defaultExpanded: must be true or false',
    ],
    [documentOf(list('list-ordered', { start: '1' })), '/nodes/0/data/start: must be a number'],
    [
      documentOf(block('file', { data: { ref: 'a' } })),
      '/nodes/0/data/ref: must be a reference with its kind',
    ],
    [
      documentOf(block('file', { data: { ref: { kind: 1 } } })),
      '/nodes/0/data/ref: must be a reference with its kind',
    ],
    [
      documentOf(
        block('images', {
          nodes: [block('image', { data: { ref: url('a'), width: 'b', height: { value: 'c' } } })],
        }),
      ),
      '/nodes/0/nodes/0/data/width: must be a number, or one with its unit',
      '/nodes/0/nodes/0/data/height: must be a number, or one with its unit',
    ],
    [
      documentOf(
        block('updates', {
          data: { format: 'full' },
          nodes: [block('update', { data: { date: 'a', tags: [{}] }, nodes: [] })],
        }),
      ),
      '/nodes/0/nodes/0/data/tags: must be a list of references',
    ],
    [
      documentOf(block('openapi-schemas', { data: { ref: url('a'), schemas: [1] } })),
      '/nodes/0/data/schemas: must be a list of texts',
    ],
    [
      documentOf(block('hint', { data: { style: 'x' }, nodes: [] })),
      '/nodes/0/data/style: must be info or warning or danger or success',
    ],
    [documentOf(para(inline('mention', {}))), '/nodes/0/nodes/0/data/ref: is required'],
    [
      documentOf(block('table', { data: { view: [], records: 1, definition: 'a' } })),
      '/nodes/0/data/view: must be a view: grid or cards, with its columns',
      '/nodes/0/data/records: must be records, each with its orderIndex and values',
      '/nodes/0/data/definition: must be columns by their ids, each with its title and type',
    ],
    ...[{ type: 'list' }, { columns: [1] }, { columns: 'a' }].map(
      (view) =>
        [
          documentOf(table({ view }, [], [])),
          '/nodes/0/data/view: must be a view: grid or cards, with its columns',
        ] as const,
    ),
    ...[null, { orderIndex: 1, values: {} }, { orderIndex: 'a' }, { orderIndex: 'a', values: [] }].map(
      (record) =>
        [
          documentOf(table({ data: { records: { r: record } } }, [], [])),
          '/nodes/0/data/records: must be records, each with its orderIndex and values',
        ] as const,
    ),
    ...[null, { ...column, id: 'b' }, { id: 'a', type: 'text' }, { id: 'a', title: 'A' }].map(
      (definition) =>
        [
          documentOf(table({ data: { definition: { a: definition } } }, [], [])),
          '/nodes/0/data/definition: must be columns by their ids, each with its title and type',
        ] as const,
    ),
  ])('%j has the problem %s', (value, ...problems) => {
    expect(said(value)).toEqual(problems);
  });

  it('nests sixty deep, and no deeper', () => {
    const nested = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>(
        (inner) => block('blockquote', { nodes: [inner] as never }),
        block('divider'),
      );

    expect(said(documentOf(nested(60)))).toEqual([]);
    expect(said(documentOf(nested(61)))).toEqual([`${'/nodes/0'.repeat(61)}/nodes: nests more than 60 deep`]);
  });

  it('has twenty problems at most, so that an answer stays short', () => {
    expect(said(documentOf(...Array.from({ length: 30 }, () => null)))).toHaveLength(20);
  });

  it('needs the parts of each kind where the kind is named', () => {
    for (const [type, { holds }] of Object.entries(blockKinds as Record<string, { holds?: unknown }>))
      if (holds !== undefined)
        expect(said(documentOf({ object: 'block', type })).join(), type).toMatch(
          /nodes: must be a list|is a part/u,
        );
    for (const [type, { holds }] of Object.entries(inlineKinds as Record<string, { holds?: unknown }>))
      expect(
        said(documentOf(para({ object: 'inline', type } as never)))
          .join()
          .includes('a list of nodes'),
        type,
      ).toBe(holds !== undefined);
  });
});
