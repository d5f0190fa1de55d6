import { describe, expect, it } from 'vitest';
import { subjectFor } from '../../src/sync/plan/subject.ts';
import type { FolderEdits, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';

const page = (title: string, from: string | null = 'a.md'): TextEdit => ({
  ...{ key: title, path: `${title}.md`, from, text: `# ${title}\n`, baseText: null, title: null, slug: null },
});
const moved = (title: string, change: Partial<TextEdit> = {}): TextEdit => ({
  ...{ ...page(title, 'old.md'), baseText: `# ${title}\n`, ...change },
});
const untitled = (text: string): TextEdit => ({ ...page('untitled', null), text });

describe('[SYNC-29] the subject of a change request', () => {
  it.each<[string, Partial<FolderEdits>, readonly string[], string]>([
    ['one commit', { texts: [page('A')] }, ['Mend A'], 'Mend A'],
    ['several commits', { texts: [page('A')] }, ['Mend A', 'Begin', 'Before'], 'Mend A and 2 more'],
    ['no commit that touches the space', { texts: [page('A')] }, [], 'Edit A'],
    ['two pages', { texts: [page('A'), page('B')] }, [], 'Edit A and B'],
    ['many pages', { texts: ['A', 'B', 'C', 'D'].map((title) => page(title)) }, [], 'Edit A, B and 2 more'],
    ['new and edited pages', { texts: [page('N', null), page('A')] }, [], 'Add N; Edit A'],
    ['a page whose file moved', { texts: [moved('A')] }, [], 'Move A'],
    [
      'several moved pages',
      { texts: ['A', 'B', 'C'].map((title) => moved(title)) },
      [],
      'Move A, B and 1 more',
    ],
    ['a moved page whose text changed', { texts: [moved('A', { baseText: '# A\n\nOld.\n' })] }, [], 'Edit A'],
    ['a moved page with another title', { texts: [moved('A', { title: 'B' })] }, [], 'Edit B'],
    [
      'a page of which only the address changed',
      { texts: [moved('A', { from: 'A.md', slug: 'b' })] },
      [],
      'Edit A',
    ],
    [
      'moved pages beside others',
      { texts: [page('N', null), moved('A'), page('E')], deletes: [{ key: '1', path: 'x.md' }] },
      [],
      'Add N; Edit E; Move A; Delete x.md',
    ],
    [
      'a page by the words of its heading',
      { texts: [page('[6.2.0](https://a.example/v6) **now**')] },
      [],
      'Edit 6.2.0 now',
    ],
    [
      'a page without a heading by its front matter',
      { texts: [untitled('---\ntitle: "Tides 🎉"\n---\n\nText.\n')] },
      [],
      'Add Tides 🎉',
    ],
    ['a page without a title by its path', { texts: [untitled('Text.\n')] }, [], 'Add untitled.md'],
    ['a deletion', { deletes: [{ key: '1', path: 'x.md' }] }, [], 'Delete x.md'],
    ['files', { files: [{ path: 'SUMMARY.md', oid: '1', isNew: false }] }, [], 'Change SUMMARY.md'],
  ])('names %s', (_, edits, commits, subject) => {
    expect(subjectFor({ ...noEdits, ...edits }, commits)).toBe(subject);
  });

  it('has at most 80 characters, also where it says how many more there are', () => {
    const long = 'word '.repeat(40).trim();

    expect([...subjectFor(noEdits, [long])]).toHaveLength(80);
    expect(subjectFor(noEdits, [long, 'x'])).toMatch(/^word .*… and 1 more$/u);
    expect([...subjectFor(noEdits, [long, 'x'])].length).toBeLessThanOrEqual(80);
    expect([...subjectFor({ ...noEdits, texts: [page(long)] }, [])]).toHaveLength(80);
  });
});
