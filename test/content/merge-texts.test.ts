import { describe, expect, it } from 'vitest';
import {
  isSummary,
  mergeFile,
  mergePage,
  sameButId,
  withPageId,
  type PageMerge,
} from '../../src/content/index.ts';

const bytesOf = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text));

describe('a page', () => {
  it.each<readonly [base: string, ours: string, theirs: string, PageMerge]>([
    ['# T\n\na\n', '# U\n\na\n', '# T\n\nb\n', { outcome: 'merged', text: '# U\n\nb\n' }],
    [
      '# T\n\na\n',
      '# U\n\na\n',
      '# V\n\na\n',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\n# U\n||||||| base\n# T\n=======\n# V\n>>>>>>> service\n\na\n',
        conflicts: [{ part: 'title', base: '# T', ours: '# U', theirs: '# V' }],
      },
    ],
    [
      'a\n',
      '# T\n\na\n',
      '# U\n\na\n',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\n# T\n||||||| base\n=======\n# U\n>>>>>>> service\n\na\n',
        conflicts: [{ part: 'title', base: '', ours: '# T', theirs: '# U' }],
      },
    ],
    [
      '# T\n\na\n',
      'a\n',
      '# T\n\nb\n',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\na\n||||||| base\n\na\n=======\n\nb\n>>>>>>> service\n',
        conflicts: [{ part: 'body', base: '\na', ours: 'a', theirs: '\nb' }],
      },
    ],
    ['# T\n\na\n', '# T\n\n\na\n', '# T\n\na\nb', { outcome: 'merged', text: '# T\n\n\na\nb' }],
    [
      '---\na: 1\n---\nx\n',
      '---\na: 2\n---\nx\n',
      '---\na: 1\nb: 1\n---\nx\n',
      { outcome: 'merged', text: '---\na: 2\nb: 1\n---\nx\n' },
    ],
    [
      '---\na: 1\n---\nx\n',
      '---\na: 2\n---\nx\n',
      '---\na: 3\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\na: 2\n||||||| base\na: 1\n=======\na: 3\n>>>>>>> service\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: 'a: 1', ours: 'a: 2', theirs: 'a: 3' }],
      },
    ],
    [
      '---\na: 1\nb: 2\n---\nx\n',
      '---\nb: 2\n---\nx\n',
      '---\na: 3\nb: 2\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\n||||||| base\na: 1\n=======\na: 3\n>>>>>>> service\nb: 2\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: 'a: 1', ours: '', theirs: 'a: 3' }],
      },
    ],
    [
      'x\n',
      '---\na: 1\n---\nx\n',
      '---\nb: 1\n---\nx\n',
      { outcome: 'merged', text: '---\nb: 1\na: 1\n---\nx\n' },
    ],
    [
      'x\n',
      '---\na: 1\n---\nx\n',
      '---\na: 2\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\na: 1\n||||||| base\n=======\na: 2\n>>>>>>> service\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: '', ours: 'a: 1', theirs: 'a: 2' }],
      },
    ],
    [
      'x\n',
      '---\na: 1\nb: 1\na: 2\n---\nx\n',
      '---\nc: 1\n---\nx\n',
      { outcome: 'merged', text: '---\nc: 1\na: 1\na: 2\nb: 1\n---\nx\n' },
    ],
    [
      'x\n',
      '---\na: 1\na: 2\n---\nx\n',
      '---\na: 3\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\na: 1\na: 2\n||||||| base\n=======\na: 3\n>>>>>>> service\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: '', ours: 'a: 1\na: 2', theirs: 'a: 3' }],
      },
    ],
    ['---\na: 1\n---\nx\n', 'x\n', '---\na: 1\n---\ny\n', { outcome: 'merged', text: 'y\n' }],
    [
      '---\na: 1\n---\nx\n',
      'x\n',
      '---\na: 2\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\n||||||| base\na: 1\n=======\na: 2\n>>>>>>> service\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: 'a: 1', ours: '', theirs: 'a: 2' }],
      },
    ],
    [
      '---\na: [\n---\nx\n',
      '---\na: [1\n---\nx\n',
      '---\na: [2\n---\nx\n',
      {
        outcome: 'conflict',
        text: '---\n<<<<<<< local\na: [1\n||||||| base\na: [\n=======\na: [2\n>>>>>>> service\n---\nx\n',
        conflicts: [{ part: 'front-matter', key: 'a', base: 'a: [', ours: 'a: [1', theirs: 'a: [2' }],
      },
    ],
    [
      '---\na: [\n---\nx\n',
      '---\na: [1\n---\nx\n',
      '---\na: [\n---\ny\n',
      { outcome: 'merged', text: '---\na: [1\n---\ny\n' },
    ],
    [
      '---\na: 1\n# c\n---\nx\n',
      '---\na: 1\n# d\n---\nx\n',
      '---\na: 1\nb: 2\n# c\n---\nx\n',
      { outcome: 'merged', text: '---\na: 1\nb: 2\n# d\n---\nx\n' },
    ],
    [
      '---\na: 1\nc: 3\n---\n',
      '---\na: 1\nc: 4\n---\n',
      '---\na: 1\nb: 2\nc: 3\nd: 4\n---\n',
      { outcome: 'merged', text: '---\na: 1\nb: 2\nc: 4\nd: 4\n---\n' },
    ],
    [
      '---\nc: 3\n---\n',
      '---\nc: 4\n---\n',
      '---\nb: 2\nc: 3\n---\n',
      { outcome: 'merged', text: '---\nb: 2\nc: 4\n---\n' },
    ],
    [
      '---\r\na: 1\r\n---\r\nx\r\n',
      '---\r\na: 2\r\n---\r\nx\r\n',
      '---\r\na: 1\r\nb: 3\r\n---\r\nx\r\n',
      { outcome: 'merged', text: '---\r\na: 2\r\nb: 3\r\n---\r\nx\r\n' },
    ],
    ['\ufeff# T\n\na\n', '# T\n\na\nb\n', '\ufeff# U\n\na\n', { outcome: 'merged', text: '# U\n\na\nb\n' }],
    [
      'words\n\n# T\n\na\n',
      'words\n\n# U\n\na\n',
      'words\n\n# V\n\na\n',
      {
        outcome: 'conflict',
        text: 'words\n\n<<<<<<< local\n# U\n||||||| base\n# T\n=======\n# V\n>>>>>>> service\n\na\n',
        conflicts: [{ part: 'body', base: '# T', ours: '# U', theirs: '# V' }],
      },
    ],
    [
      '---\na: 1\n---\n\n# T\n\nx\n',
      '---\na: 1\n---\n# T\n\nx\n',
      '---\na: 1\n---\n\n# U\n\nx\n',
      { outcome: 'merged', text: '---\na: 1\n---\n# U\n\nx\n' },
    ],
    ['# T\na', '# T\nb', '# U\na', { outcome: 'merged', text: '# U\nb' }],
    [
      'a\nb\nc\n',
      'a\nx\nc\n',
      'a\ny\nc\n',
      {
        outcome: 'conflict',
        text: 'a\n<<<<<<< local\nx\n||||||| base\nb\n=======\ny\n>>>>>>> service\nc\n',
        conflicts: [{ part: 'body', base: 'b', ours: 'x', theirs: 'y' }],
      },
    ],
    [
      'a\r\nb\r\n',
      'a\r\nx\r\n',
      'a\r\ny\r\n',
      {
        outcome: 'conflict',
        text: 'a\r\n<<<<<<< local\r\nx\r\n||||||| base\r\nb\r\n=======\r\ny\r\n>>>>>>> service\r\n',
        conflicts: [{ part: 'body', base: 'b', ours: 'x', theirs: 'y' }],
      },
    ],
    ['a\nb\n', 'a\r\nb\r\nc\r\n', 'x\nb\n', { outcome: 'merged', text: 'x\r\nb\r\nc\r\n' }],
    ['a\nb', 'a\nb\n', 'x\nb', { outcome: 'merged', text: 'x\nb\n' }],
    ['a\nb\n', 'a\nb', 'x\nb\n', { outcome: 'merged', text: 'x\nb' }],
    ['a\nb\r\n', 'a\nb\r\nc\n', 'x\nb\r\n', { outcome: 'merged', text: 'x\nb\r\nc\n' }],
    [
      '',
      'a\n',
      'b\n',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\na\n||||||| base\n=======\nb\n>>>>>>> service\n',
        conflicts: [{ part: 'body', base: '', ours: 'a', theirs: 'b' }],
      },
    ],
    ['', 'a\n', 'a\nb\n', { outcome: 'merged', text: 'a\nb\n' }],
    ['a\n', 'a\nb\nc\n', 'a\nb\n', { outcome: 'merged', text: 'a\nb\nc\n' }],
    [
      'a\nb\n',
      'a\n',
      'a\nb\nc\n',
      {
        outcome: 'conflict',
        text: 'a\n<<<<<<< local\n||||||| base\nb\n=======\nb\nc\n>>>>>>> service\n',
        conflicts: [{ part: 'body', base: 'b', ours: '', theirs: 'b\nc' }],
      },
    ],
    [
      'a\n',
      '',
      'b\n',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\n||||||| base\na\n=======\nb\n>>>>>>> service',
        conflicts: [{ part: 'body', base: 'a', ours: '', theirs: 'b' }],
      },
    ],
    [
      'a\n',
      'b\n',
      '',
      {
        outcome: 'conflict',
        text: '<<<<<<< local\nb\n||||||| base\na\n=======\n>>>>>>> service',
        conflicts: [{ part: 'body', base: 'a', ours: 'b', theirs: '' }],
      },
    ],
  ])('%j that became %j and %j', (base, ours, theirs, merge) => {
    expect(mergePage({ base, ours, theirs })).toEqual(merge);
  });
});

describe('a title', () => {
  it('without a line ending gets one between the marks', () => {
    expect(mergePage({ base: '# T', ours: '# U', theirs: '# V' }).text).toBe(
      '<<<<<<< local\n# U\n||||||| base\n# T\n=======\n# V\n>>>>>>> service\n',
    );
  });
});

describe('a file', () => {
  it.each<
    readonly [path: string, base: string | null, ours: string | null, theirs: string | null, result: unknown]
  >([
    ['a.md', 'a', 'b', 'a', 'b'],
    ['a.md', 'a', 'a', 'b', 'b'],
    ['a.md', 'a', 'b', 'b', 'b'],
    ['a.md', null, 'b', null, 'b'],
    ['a.md', 'a', null, 'a', null],
    ['a.md', 'a', null, 'b', { kept: 'b' }],
    ['a.md', 'a', 'b', null, { kept: 'b' }],
    ['a.md', 'a\n', null, '---\nid: x\n---\n\na\n', null],
    ['a.txt', 'a\n', null, '---\nid: x\n---\n\na\n', { kept: '---\nid: x\n---\n\na\n' }],
    ['a.md', '---\nid: x\n---\n\na\n', "---\nid: 'y'\n---\n\na\n", null, null],
    ['a.md', null, 'a', 'b', { outcome: 'conflict', kind: 'text' }],
    ['a.md', null, 'a\n', '---\nid: x\n---\n\na\n', '---\nid: x\n---\n\na\n'],
    ['a.md', null, '---\nid: x\n---\n\na\n', 'a\n', '---\nid: x\n---\n\na\n'],
    ['a.md', 'a\nb\nc\n', 'x\nb\nc\n', 'a\nb\ny\n', 'x\nb\ny\n'],
    ['a.md', 'a\n', 'x\n', 'y\n', { outcome: 'conflict', kind: 'text' }],
    ['a.md', 'a\n', 'x\u0000', 'y\n', { outcome: 'conflict', kind: 'binary' }],
    ['a.md', 'a\n', 'x\u0000', '---\nid: i\n---\n\na\n', 'x\u0000'],
    ['a.md', 'a\u0000', 'x\n', 'y\n', { outcome: 'conflict', kind: 'binary' }],
    ['a.md', 'a\n', 'x\n', 'y\u0000', { outcome: 'conflict', kind: 'binary' }],
    ['a.png', null, 'x\u0000', 'y\u0000', { outcome: 'conflict', kind: 'binary' }],
    [
      'SUMMARY.md',
      '* [a](a.md)\n',
      '* [a](a.md)\n* [b](b.md)\n',
      '* [c](c.md)\n* [a](a.md)\n',
      '* [c](c.md)\n* [a](a.md)\n* [b](b.md)\n',
    ],
    [
      'x/SUMMARY.md',
      '* [a](a.md)\n',
      '* [b](a.md)\n',
      '* [c](a.md)\n',
      { outcome: 'conflict', kind: 'text' },
    ],
    ['XSUMMARY.md', 'a\n', 'b\n', 'c\n', { outcome: 'conflict', kind: 'text' }],
  ])('%s with %j, which became %j and %j', (path, base, ours, theirs, result) => {
    const merge = mergeFile(path, { base: bytesOf(base), ours: bytesOf(ours), theirs: bytesOf(theirs) });
    const text =
      merge.outcome === 'merged' && merge.bytes !== null ? Buffer.from(merge.bytes).toString() : null;

    if (merge.outcome === 'conflict') expect(merge).toEqual(result);
    else expect(merge.kept === true ? { kept: text } : text).toEqual(result);
  });

  it.each([
    ['SUMMARY.md', true],
    ['a/SUMMARY.md', true],
    ['aSUMMARY.md', false],
    ['summary.md', false],
    ['SUMMARY.md/a', false],
  ])('%s is a table of contents: %s', (path, wanted) => {
    expect(isSummary(path)).toBe(wanted);
  });

  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a\n', withPageId('a\n', 'x'), true],
    [withPageId('a\n', 'y'), withPageId('a\n', 'x'), true],
    ['a\0', 'a\0', false],
    ['a', 'a\0', false],
    ['a\0', 'a', false],
  ])('%j and %j are the same but for the id: %s', (one, other, wanted) => {
    expect(sameButId(Buffer.from(one), Buffer.from(other))).toBe(wanted);
  });
});
