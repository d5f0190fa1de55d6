import { describe, expect, it } from 'vitest';
import {
  documentOfMarkdown,
  markdownOfDocument,
  problemsOfDocument,
  withKeys,
} from '../../../src/content/document/index.ts';
import { examples } from './examples.ts';

interface Node {
  readonly key?: string;
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
}

/** The keys of all nodes below one, in order; undefined for a node without a key. */
function keysBelow({ nodes = [], fragments = [] }: Node): (string | undefined)[] {
  return [...nodes, ...fragments].flatMap((node) => [node.key, ...keysBelow(node)]);
}

describe('the keys of a document', () => {
  const text = examples.map((example) => example.text).join('\n\n');
  const document = withKeys(documentOfMarkdown(text));

  it('name each node, and no two nodes', () => {
    const keys = keysBelow(document as Node);

    expect(keys.length).toBeGreaterThan(200);
    expect(keys.filter((key) => key === undefined)).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are the same for the same text', () => {
    expect(withKeys(documentOfMarkdown(text))).toEqual(document);
  });

  it('change nothing when the document is sent back', () => {
    expect(problemsOfDocument(document)).toEqual([]);
    expect(markdownOfDocument(document)).toBe(markdownOfDocument(documentOfMarkdown(text)));
    expect(document.nodes.length).toBe(documentOfMarkdown(text).nodes.length);
  });
});
