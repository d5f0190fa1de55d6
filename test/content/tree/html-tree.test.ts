import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../src/content/tree/document.ts';
import type { FlowNode } from '../../../src/content/tree/document.ts';
import { parseWithSatteri } from '../../../src/content/tree/parse.ts';
import { toHtmlTree } from '../../../src/content/tree/to-html-tree.ts';

/** The targets of the links that markdown makes in a text, with their words. */
function linksIn(source: string): [unknown, string][] {
  const document = readDocument(source, { parse: parseWithSatteri });
  const links: [unknown, string][] = [];
  const visit = (node: { tagName?: string; properties?: { href?: unknown }; children?: unknown[] }): void => {
    if (node.tagName === 'a') links.push([node.properties?.href, wordsIn(node)]);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  for (const node of toHtmlTree(document.children, document).nodes) visit(node as never);
  return links;
}

function wordsIn({ value = '', children = [] }: { value?: string; children?: unknown[] }): string {
  return value + children.map((child) => wordsIn(child as never)).join('');
}

describe('between the tags of a link in HTML', () => {
  it.each<[string, string, [string, string][]]>([
    ['an address is no link', '<a href="a.md">at https://b.example</a>', []],
    ['an address in brackets is none, either', '<a href="a.md">at <https://b.example></a>', []],
    ['a link with words of its own stays', '<a href="a.md">at [b](b.md)</a>', [['b.md', 'b']]],
    [
      'a link whose words are another address stays',
      '<a href="a.md">[https://c.example](https://b.example)</a>',
      [['https://b.example', 'https://c.example']],
    ],
    ['a link of several words stays', '<a href="a.md">[b **c**](b.md)</a>', [['b.md', 'b c']]],
  ])('%s', (_what, source, links) => {
    expect(linksIn(source)).toEqual(links);
  });

  it.each([
    ['after the end', '<a href="a.md">a</a> https://b.example'],
    ['where the link never ends', '<a href="a.md">a https://b.example'],
    ['in an anchor that leads nowhere', '<a name="a">a https://b.example</a>'],
    ['between two links', '<a href="a.md">a</a> https://b.example <a href="c.md">c</a>'],
  ])('there is nothing any more %s: an address is a link', (_what, source) => {
    expect(linksIn(source)).toEqual([['https://b.example', 'https://b.example']]);
  });
});

it('the end of a link in HTML is looked for once, however many links never end', () => {
  let reads = 0;
  const opening = {
    type: 'html',
    get value(): string {
      reads++;
      return '<a href="a.md">';
    },
  };
  const many = 300;
  toHtmlTree(
    Array.from({ length: many }, () => opening as FlowNode),
    readDocument('', { parse: parseWithSatteri }),
  );
  expect(reads).toBeLessThan(20 * many);
});
