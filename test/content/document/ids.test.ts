import { describe, expect, it } from 'vitest';
import { documentOfMarkdown } from '../../../src/content/document/index.ts';
import { headingAnchors } from '../../../src/content/index.ts';

interface Node {
  readonly meta?: { readonly id?: string };
  readonly nodes?: readonly Node[];
}

function idsIn({ meta, nodes = [] }: Node): string[] {
  return [...(meta?.id === undefined ? [] : [meta.id]), ...nodes.flatMap(idsIn)];
}

describe('the ids of the blocks of a document', () => {
  it('are anchors that the check of links finds on the page, in every script', () => {
    const text = '## Über uns\n\n## 日本語\n\n## :tada: Party\n\n## 🚀\n\n## Start\n\n## Start\n\n## ???\n';

    const ids = idsIn(documentOfMarkdown(text) as Node);

    expect(ids).toHaveLength(7);
    expect(ids.filter((id) => !headingAnchors(`# Page\n\n${text}`).anchors.has(id))).toEqual([]);
  });
});
