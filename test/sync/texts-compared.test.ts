import { describe, expect, it } from 'vitest';
import { containsAllLines, containsLines, hasWordsOf, partsOf } from '../../src/sync/compare-texts.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a text still has something of a change', () => {
  it.each<[string, string, string, string, boolean]>([
    ['with a word that it added', 'a cup of tea', 'a cup', 'a cup of coffee or tea', true],
    ['not with words that were there before', 'a cup', 'a cup', 'a cup of coffee', false],
    ['when it only took words away', 'anything', 'a cup of tea', 'a cup', true],
    ['not with a part of a word', 'teapot', '', 'tea', false],
    ['with a number', 'version 12', 'version 11', 'version 12', true],
    ['with a word of another script', 'Наш чай', '', 'чай', true],
    ['when it changed marks alone', '', 'a, b', 'a. b', true],
  ])('%s', (_what, text, from, to, has) => {
    expect(hasWordsOf(text, { from, to })).toBe(has);
  });
});

describe('the parts of a file', () => {
  it('are the lines of a page that say something', () => {
    expect(partsOf('# A\n\n  \none\n')).toEqual(['# A', 'one']);
  });

  it('are the titles of a table of contents, with the file where a title is there twice', () => {
    const text =
      '# Table of contents\n\n* [Home](README.md)\n* [Use](a/use.md)\n\n## Group\n\n* [Use](b/other.md)\n* [Group](c.md)\n\n***\n\n* [Last](d.md)\n';
    expect(partsOf(text, true)).toEqual([
      ...['Home', 'Use use.md', 'Group', 'Use other.md', 'Group c.md', 'Last'],
    ]);
  });
});

describe('a text is in another', () => {
  it.each<[string, string, string, readonly string[], boolean]>([
    ['with all of its lines, in whatever order', 'b\na\nc\n', 'a\n\nb\n', [], true],
    ['not without one of them', 'a\n', 'a\nb\n', [], false],
    ['without the lines that are known', 'a\n', 'a\nb\n', ['b'], true],
    ['when it is empty', 'a\n', '', [], true],
  ])('%s', (_what, whole, part, known, isIn) => {
    expect(containsLines(whole, part, new Set(known))).toBe(isIn);
    expect(containsAllLines(bytes(whole), bytes(part), new Set(known))).toBe(isIn);
  });

  it('only when they are equal, where either is no text', () => {
    const [picture, other] = [Uint8Array.of(0xff, 0xfe, 0), Uint8Array.of(0xff, 0xfe, 1)];
    expect(containsAllLines(picture, Uint8Array.from(picture))).toBe(true);
    expect(containsAllLines(picture, other)).toBe(false);
    expect(containsAllLines(bytes('a\n'), picture)).toBe(false);
    expect(containsAllLines(picture, bytes(''))).toBe(false);
  });
});
