import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  blockKinds,
  documentOfMarkdown,
  inlineKinds,
  markdownOfDocument,
  type Block,
  type Inline,
} from '../../../src/content/document/index.ts';
import { findTitle, splitFrontMatter } from '../../../src/content/index.ts';
import { corpusSpaces, hasCorpora } from '../../support/corpora.ts';
import { examples } from './examples.ts';

type Node = {
  readonly object: string;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
};

/** The kinds of blocks and inlines of a tree, from the outermost to the innermost. */
function kindsOf(node: Node): string[] {
  const inner = [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(kindsOf);
  return node.object === 'block' || node.object === 'inline'
    ? [(node as Block | Inline).type, ...inner]
    : inner;
}

describe('a document says what a text says', () => {
  for (const { name, text, kinds } of examples)
    it(`${name} is read into its kinds and written as it was`, () => {
      const document = documentOfMarkdown(text);

      expect(kindsOf(document as Node)).toEqual(kinds);
      expect(markdownOfDocument(document)).toBe(`${text}\n`);
    });

  it('with other line endings just the same', () => {
    for (const { text } of examples)
      expect(documentOfMarkdown(text.replaceAll('\n', '\r\n'))).toEqual(documentOfMarkdown(text));
  });

  it('there is an example of every kind', () => {
    const shown = new Set<string>(examples.flatMap(({ kinds }) => kinds));

    expect(
      [...Object.keys(blockKinds), ...Object.keys(inlineKinds)].filter((kind) => !shown.has(kind)),
    ).toEqual([]);
  });

  it('the kinds are those of the newest published document', () => {
    const { components } = JSON.parse(
      readFileSync(
        new URL('../../../node_modules/gitbook-api-0-202/spec/openapi.json', import.meta.url),
        'utf8',
      ),
    ) as { components: { schemas: Record<string, { properties?: { type?: { enum?: string[] } } }> } };
    const published = (prefix: string): string[] =>
      Object.entries(components.schemas)
        .filter(([name]) => name.startsWith(prefix))
        .flatMap(([, { properties }]) => properties?.type?.enum ?? [])
        .sort();

    expect(Object.keys(blockKinds).sort()).toEqual(published('DocumentBlock'));
    expect(Object.keys(inlineKinds).sort()).toEqual(published('DocumentInline'));
  });

  it.skipIf(!hasCorpora)(
    'text, document, text, document: both documents of every page of real documentation are the same',
    { timeout: 120_000, tags: ['long'] },
    () => {
      const different: string[] = [];
      for (const space of corpusSpaces())
        for (const path of space.paths) {
          if (!path.endsWith('.md') || path.endsWith('SUMMARY.md')) continue;
          const text = space.text(path) ?? '';
          const body = text.slice(findTitle(text)?.lineEnd ?? splitFrontMatter(text).bodyStart);
          const document = documentOfMarkdown(body);
          const again = documentOfMarkdown(markdownOfDocument(document));
          if (JSON.stringify(again) !== JSON.stringify(document)) different.push(`${space.name}/${path}`);
        }

      expect(different).toEqual([]);
    },
  );
});
