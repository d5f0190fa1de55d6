import { describe, expect, it } from 'vitest';
import { listedFile } from '../../src/content/listed-file.ts';

/** The file that a line means where these files are there, and the anchor in it. */
function found(written: string, ...files: readonly string[]): readonly (string | null)[] {
  const { file, fragment } = listedFile(
    { target: written.replaceAll('%20', ' ').replaceAll('%23', '#'), written },
    { summaryPath: 'SUMMARY.md', has: (path) => files.includes(path) },
  );
  return [file, fragment];
}

describe('the file that a line of a table of contents means', () => {
  it('is the one with the decoded name before the one with percent signs in its name', () => {
    expect(found('a%20b.md', 'a b.md', 'a%20b.md')).toEqual(['a b.md', null]);
    expect(found('a%20b.md', 'a%20b.md')).toEqual(['a%20b.md', null]);
  });

  it('is the one with the longest name, and what follows the name is an anchor', () => {
    expect(found('a.md#b.md#part', 'a.md', 'a.md#b.md')).toEqual(['a.md#b.md', 'part']);
    expect(found('a.md#b.md#part', 'a.md')).toEqual(['a.md', 'b.md#part']);
    expect(found('C#.md', 'C', 'C#.md')).toEqual(['C#.md', null]);
    expect(found('C%23.md', 'C#.md')).toEqual(['C#.md', null]);
  });

  it('is none where no reading of the line is there', () => {
    expect(found('a.md#part')).toEqual([null, 'part']);
    expect(found('C%23.md', 'C')).toEqual([null, null]);
    expect(found('https://example.com/a.md', 'a.md')).toEqual([null, null]);
  });
});
