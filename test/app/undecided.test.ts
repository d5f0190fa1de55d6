import { describe, expect, it } from 'vitest';
import { undecidedBody, undecidedParts } from '../../src/app/diff/undecided.ts';

const paragraphs = (...words: string[]): string => words.map((each) => `<p>${each}</p>`).join('');
const partsOf = (before: string, ours: string, theirs: string): string[] =>
  undecidedParts(before, { ours, theirs }, new Set()).map(({ html }) => html);
const sides = (html: string): (string | undefined)[] => [
  ...(/The space’s text<\/p>(.*?)<\/div>.*This change request’s text<\/p>(.*?)<\/div>/s
    .exec(html)
    ?.slice(1) ?? []),
];

describe('a body with texts that wait for a decision', () => {
  it('has each open place with the names of both sides, among the blocks that both have', () => {
    const html = undecidedBody({ ours: paragraphs('a', 'b', 'd'), theirs: paragraphs('a', 'c', 'd') });
    expect(html).toMatch(/^<p>a<\/p><section class="open-place".*<\/section><p>d<\/p>$/s);
    expect(sides(html)).toEqual(['<p>b</p>', '<p>c</p>']);
  });

  it('shows the whole table or list in which the sides differ', () => {
    const list = (item: string): string => `<ul><li>one</li><li>${item}</li></ul>`;
    expect(sides(undecidedBody({ ours: list('two'), theirs: list('three') }))).toEqual([
      list('two'),
      list('three'),
    ]);
  });

  it('shows the other changes as a difference, and the text of the space not as removed', () => {
    const parts = partsOf(
      paragraphs('one here', 'b', 'two here'),
      paragraphs('one A here', 'b', 'two D here'),
      paragraphs('one A here', 'c', 'two D here'),
    );
    expect(parts.filter((part) => part.includes('open-place'))).toHaveLength(1);
    expect(parts.join('').match(/<p>b<\/p>/g)).toHaveLength(1);
    expect(parts.at(0)).toMatch(/<ins>A ?<\/ins>/);
    expect(parts.at(-1)).toMatch(/<ins>D ?<\/ins>/);
  });

  it.each([
    ['the space deleted the place', paragraphs('a', 'b'), paragraphs('a'), paragraphs('a', 'c')],
    ['the text before is another', paragraphs('x'), paragraphs('a', 'b'), paragraphs('a', 'c')],
    ['both differ from the beginning', paragraphs('x', 'b'), paragraphs('b', 'e'), paragraphs('c', 'e')],
    ['both differ to the end', paragraphs('b', 'x'), paragraphs('b'), paragraphs('c')],
  ])('keeps both texts where %s', (_name, before, ours, theirs) => {
    const html = partsOf(before, ours, theirs).join('');
    expect(html).toContain('open-place');
    for (const text of [ours, theirs].join('').match(/<p>[b-d]<\/p>/g) ?? []) expect(html).toContain(text);
  });

  it('names a block once, since names are addresses', () => {
    const [before, ours, theirs] = [
      paragraphs('a', 'b', 'a'),
      paragraphs('a', 'b', 'a'),
      paragraphs('a', 'c', 'a'),
    ];
    const names = undecidedParts(before, { ours, theirs }, new Set()).flatMap(({ node }) => node ?? []);
    expect(names).toHaveLength(1);
  });
});
