import { describe, expect, it } from 'vitest';
import {
  documentOfMarkdown,
  markdownOfDocument,
  splicedMarkdown,
  type Block,
} from '../../../src/content/document/index.ts';
import { findTitle, splitFrontMatter } from '../../../src/content/index.ts';
import { corpusSpaces, hasCorpora } from '../../support/corpora.ts';

const text = [
  '<!-- kept -->\n\n',
  'One *word* and __another__.\n\n',
  '* a\n- b\n\n',
  '```js\nfirst\n\nsecond\n```\n\n\n',
  'See [the guide][g].\n\n',
  '{% hint style="info" %}\nHint\n\nMore\n{% endhint %}\n\n',
  'Last\n========\n\n',
  '[g]: https://guide.example "Guide"\n',
].join('');

const paragraph = (words: string): Block => ({
  object: 'block',
  type: 'paragraph',
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
});

/** The text after somebody changed its blocks. */
function changed(change: (blocks: Block[]) => readonly Block[], before = text): string {
  const document = documentOfMarkdown(before);
  return splicedMarkdown(before, { ...document, nodes: change([...document.nodes]) });
}

const at = (kind: string): number => documentOfMarkdown(text).nodes.findIndex(({ type }) => type === kind);

describe('a text that a document replaces', () => {
  it('stays byte for byte where the document says the same', () => {
    expect(changed((blocks) => blocks)).toBe(text);
    expect(changed((blocks) => blocks.map((block) => ({ ...block, key: 'k', meta: { id: 'x' } })))).toBe(
      text,
    );
  });

  it('has new bytes only where a block is another one', () => {
    expect(changed((blocks) => blocks.with(at('code'), paragraph('New')))).toBe(
      text.replace('```js\nfirst\n\nsecond\n```\n\n\n', 'New\n\n'),
    );
    expect(changed((blocks) => blocks.with(0, paragraph('New')))).toBe(
      text.replace('One *word* and __another__.', 'New'),
    );
  });

  it('loses the bytes of a block that is gone, and no other', () => {
    expect(changed((blocks) => blocks.toSpliced(at('hint'), 1))).toBe(
      text.replace(/\{% hint[^]*endhint %\}\n\n/u, ''),
    );
    expect(changed((blocks) => blocks.slice(0, 1))).toBe(
      '<!-- kept -->\n\nOne *word* and __another__.\n\n[g]: https://guide.example "Guide"\n',
    );
  });

  it('gets a new block between two others', () => {
    expect(changed((blocks) => blocks.toSpliced(1, 0, paragraph('New')))).toBe(
      text.replace('* a\n', 'New\n\n* a\n'),
    );
    expect(changed((blocks) => [...blocks, paragraph('End')], 'One  \ntwo\n\n* x')).toBe(
      'One  \ntwo\n\n* x\n\nEnd\n',
    );
  });

  it('has its blocks moved with their bytes', () => {
    expect(changed(([first, second, ...others]) => [second!, first!, ...others])).toContain('* a\n');
    expect(changed((blocks) => [blocks.at(-1)!, ...blocks.slice(0, -1)])).toContain('__another__');
  });

  it('keeps its line endings', () => {
    const windows = text.replaceAll('\n', '\r\n');

    const made = changed((blocks) => blocks.with(at('hint'), paragraph('New')), windows);

    expect(made).toBe(windows.replace(/\{% hint[^]*endhint %\}/u, 'New'));
  });

  it('is written anew where its pieces would be read as something else', () => {
    const before = '* a\n\nbetween\n\n* b\n';

    const made = changed((blocks) => [blocks[0]!, blocks[2]!], before);

    expect(documentOfMarkdown(made)).toEqual(
      documentOfMarkdown(
        markdownOfDocument({
          ...documentOfMarkdown(before),
          nodes: [0, 2].map((each) => documentOfMarkdown(before).nodes[each]!),
        }),
      ),
    );
    expect(splicedMarkdown('', { object: 'document', data: {}, nodes: [paragraph('x')] })).toBe('x\n');
  });

  it.skipIf(!hasCorpora)(
    'keeps all bytes, or nine tenths of its lines beside one new block, on every page of real documentation',
    { timeout: 300_000, tags: ['long'] },
    () => {
      const wrong: string[] = [];
      let [kept, all] = [0, 0];
      for (const space of corpusSpaces())
        for (const path of space.paths) {
          if (!path.endsWith('.md') || path.endsWith('SUMMARY.md')) continue;
          const whole = space.text(path) ?? '';
          const before = whole.slice(findTitle(whole)?.lineEnd ?? splitFrontMatter(whole).bodyStart);
          const document = documentOfMarkdown(before);
          const middle = document.nodes.length >> 1;
          const nodes = document.nodes.with(middle, paragraph('Something new'));
          const made = splicedMarkdown(before, { ...document, nodes });
          if (splicedMarkdown(before, document) !== before) wrong.push(`${space.name}/${path}`);
          const lines = new Set(made.split('\n'));
          const old = before.split('\n').filter((line) => line.trim() !== '');
          kept += old.filter((line) => lines.has(line)).length;
          all += old.length;
        }

      expect(wrong).toEqual([]);
      expect(kept / all).toBeGreaterThan(0.9);
    },
  );
});
