import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundsOf } from '../../rounds.ts';
import {
  documentOfMarkdown,
  markdownOfDocument,
  type Block,
  type JsonDocument,
} from '../../../src/content/document/index.ts';

/*
 * Documents from programs may have any text with any marks. Writing a document and reading it back gives the same words with
 * the same marks, and repeating that changes nothing more.
 */

const signs = fc.constantFrom(
  ...[
    '*',
    '_',
    '~',
    '`',
    '[',
    ']',
    '(',
    '<',
    '>',
    '#',
    '!',
    '|',
    '\\',
    '$',
    '$$',
    '{',
    '{%',
    '%}',
    '&amp;',
    '-',
    '+',
    '1.',
  ],
  ...[':', '"', "'", '=', '^', 'é', '中', '🐳', '{% hint %}', '</td>', '<!--', '1)'],
);
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'Z', '7'), minLength: 1, maxLength: 3 });
const text = fc
  .array(fc.oneof(word, signs, fc.constant(' ')), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));
const marks = fc.subarray(['bold', 'italic', 'strikethrough', 'superscript', 'keyboard', 'code'] as const, {
  maxLength: 2,
});
const leaf = fc.record({ text, marks }).map((made) => ({
  object: 'leaf' as const,
  text: made.text,
  marks: made.marks.map((type) => ({ object: 'mark' as const, type })),
}));
const words = fc
  .array(leaf, { minLength: 1, maxLength: 4 })
  .map((leaves) => ({ object: 'text' as const, leaves }));
const link = words.map((inner) => ({
  object: 'inline' as const,
  type: 'link' as const,
  data: { ref: { kind: 'url', url: 'https://e.example/a_b*c' } },
  nodes: [inner],
}));
const inlines = fc.array(fc.oneof({ weight: 3, arbitrary: words }, link), { minLength: 1, maxLength: 3 });
const paragraph = inlines.map((nodes): Block => ({ object: 'block', type: 'paragraph', nodes }));
const heading = inlines.map((nodes): Block => ({ object: 'block', type: 'heading-2', data: {}, nodes }));
const holder = (type: 'blockquote' | 'hint', data: object) =>
  fc
    .array(paragraph, { minLength: 1, maxLength: 2 })
    .map((nodes): Block => ({ object: 'block', type, data: { ...data }, nodes }));
const list = fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((nodes): Block => ({
  object: 'block',
  type: 'list-unordered',
  data: {},
  nodes: nodes.map((inner): Block => ({ object: 'block', type: 'list-item', data: {}, nodes: [inner] })),
}));
const table = fc.array(paragraph, { minLength: 1, maxLength: 3 }).map((cells): Block => ({
  object: 'block',
  type: 'table',
  isVoid: true,
  data: {
    view: { type: 'grid', columns: ['c'], hideHeader: false },
    definition: { c: { id: 'c', title: 'Head', type: 'text', textAlignment: 'left' } },
    records: Object.fromEntries(
      cells.map((_, at) => [`r${at}`, { orderIndex: `${at}`, values: { c: `f${at}` } }]),
    ),
  },
  fragments: cells.map((cell, at) => ({ object: 'fragment', fragment: `f${at}`, nodes: [cell] })),
}));
const block = fc.oneof(
  paragraph,
  heading,
  list,
  table,
  holder('blockquote', {}),
  holder('hint', { style: 'info' }),
);
const anyDocument = fc
  .array(block, { minLength: 1, maxLength: 3 })
  .map((nodes): JsonDocument => ({ object: 'document', data: {}, nodes }));

interface Node {
  readonly leaves?: readonly {
    readonly text: string;
    readonly marks: readonly { readonly type: string }[];
  }[];
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
}

/** Each letter and sign with its marks; blanks are left out. */
function said(node: Node): string[] {
  const own = (node.leaves ?? []).flatMap(({ text: letters, marks: around }) =>
    [...letters].flatMap((letter) =>
      /[ \n]/u.test(letter) ? [] : [[letter, ...around.map(({ type }) => type).sort()].join(' ')],
    ),
  );
  return [...own, ...[...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(said)];
}

describe('a document that a program made', () => {
  it('is written as a text that says the same words with the same marks, and is read the same from then on', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const written = markdownOfDocument(document);
        const read = documentOfMarkdown(written);

        expect(said(read), written).toEqual(said(document));
        expect(documentOfMarkdown(markdownOfDocument(read)), written).toEqual(read);
      }),
      {
        numRuns: Number(process.env['DOCUMENT_COUNT'] ?? roundsOf({ usual: 60, all: 300 })),
        seed: Number(process.env['DOCUMENT_SEED'] ?? 42),
      },
    );
  });
});
