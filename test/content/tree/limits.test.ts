import { describe, expect, it } from 'vitest';
import {
  checkParseLimits,
  depthOf,
  parseWithRemark,
  parseWithSatteri,
} from '../../../src/content/tree/parse.ts';

function refusal(text: string): string | undefined {
  try {
    checkParseLimits(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const nests = (levels: number): string => `the page nests ${levels} levels deep; at most 100 are rendered`;

describe('a page that is rendered', () => {
  it.each<readonly [string, string, string | undefined]>([
    ['a mebibyte', 'a'.repeat(1024 * 1024), undefined],
    [
      'more than a mebibyte',
      'a'.repeat(1024 * 1024 + 1),
      'the page has 1048577 characters; at most 1048576 are rendered',
    ],
    ['quotes', '>'.repeat(100), undefined],
    ['too many quotes', `x\n${'> '.repeat(101)}`, nests(101)],
    ['too many bullets', '- '.repeat(101), nests(101)],
    ['too many bullets of another kind', '\t* + '.repeat(51), nests(102)],
    ['too many numbers', '12. 3) '.repeat(51), nests(102)],
    ['a rule', '-'.repeat(150), undefined],
    ['a version', '1.'.repeat(150), undefined],
    ['quotes behind words', `a ${'> '.repeat(150)}`, undefined],
    ['an indented item', `${' '.repeat(200)}- a`, undefined],
    ['an item that is indented too deeply', `${' '.repeat(202)}- a`, nests(101)],
    ['a quote that is indented too deeply', `${' '.repeat(203)}> a`, nests(101)],
    ['a number that is indented too deeply', `${' '.repeat(202)}1) a`, nests(101)],
    ['words that are indented deeply', `${' '.repeat(300)}a`, undefined],
    ['open brackets', '['.repeat(100).padEnd(300, 'x'), undefined],
    ['too many open brackets', '['.repeat(101).padEnd(300, 'x'), nests(101)],
    ['brackets that close', '[]'.repeat(300), undefined],
    [
      'brackets behind others that close too often',
      `${']'.repeat(50)}${'['.repeat(101)}${']'.repeat(100)}`,
      nests(101),
    ],
    ['marks', '*a '.repeat(2000), undefined],
    ['too many marks', '*a '.repeat(2001), nests(2001)],
    ['too many marks of another kind', '__a '.repeat(2001), nests(2001)],
    ['marks that begin nothing', '* '.repeat(50).padStart(3000, 'a'), undefined],
    ['marks of two lines', `${'*a '.repeat(1500)}\n${'*a '.repeat(1500)}`, undefined],
    ['entities', '&amp;'.repeat(20_000), undefined],
    [
      'too many entities',
      '&amp;'.repeat(20_001),
      'a paragraph has 20001 entities; at most 20000 are rendered',
    ],
    ['entities of two blocks', `${'&amp;'.repeat(15_000)}\n \n${'&amp;'.repeat(15_000)}`, undefined],
    [
      'entities of two lines',
      `${'&amp;'.repeat(15_000)}\n${'&amp;'.repeat(15_000)}`,
      'a paragraph has 30000 entities; at most 20000 are rendered',
    ],
  ])('may have %s, or is refused', (_, text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it('has the limits of its caller', () => {
    expect(() => checkParseLimits('ab', { bytes: 1, nesting: 1 })).toThrow('2 characters');
    expect(() => checkParseLimits('> '.repeat(20), { bytes: 100, nesting: 19 })).toThrow('20 levels');
    expect(() => checkParseLimits('> '.repeat(20), { bytes: 100, nesting: 20 })).not.toThrow();
  });
});

describe('the depth of a tree', () => {
  const tree = parseWithRemark('> > a **b**\n\nc');

  it('is that of its deepest leaf, as far as the limit asks', () => {
    expect(depthOf(tree, 100)).toBe(6);
    expect(depthOf(tree, 6)).toBe(6);
    expect(depthOf(tree, 3)).toBe(4);
    expect(depthOf(parseWithRemark(''), 100)).toBe(1);
  });
});

describe('the native reader', () => {
  it('reads as remark does, and leaves it the texts with many entities', () => {
    const withoutPlaces = (tree: unknown): unknown =>
      JSON.parse(JSON.stringify(tree, (name, value: unknown) => (name === 'position' ? undefined : value)));

    for (const text of ['# a\n\n* [x] b\n\n| c |\n| - |\n| ~~d~~ |\n', 'a $b$ ^c^ :d: [[e]]'])
      expect(withoutPlaces(parseWithSatteri(text))).toEqual(withoutPlaces(parseWithRemark(text)));
    expect(parseWithSatteri('&amp;'.repeat(1000)).position).toBeUndefined();
    expect(parseWithSatteri('&amp;'.repeat(1001)).position).toBeDefined();
  });
});
