import { describe, expect, it } from 'vitest';
import { onlyTextEdits, saysSame } from '../../src/sync/proposals/text-edits-alone.ts';

type Files = Readonly<Record<string, string>>;

function side(files: Files) {
  return {
    files: new Map(Object.entries(files).map(([path, text]) => [path, `oid of ${text}`])),
    text: (path: string) => (files[path] === undefined || files[path].startsWith('\0') ? null : files[path]),
  };
}

const before: Files = {
  'a.md': '---\nid: p1\n---\n\n# A\n\none\n',
  'b.md': '---\nid: p2\n---\n\n# B\n\ntwo\n',
  'c.png': 'picture',
  'notes.md': 'not listed\n',
  'SUMMARY.md': '# Table of contents\n',
  '.gitbook.yaml': 'root: ./\n',
};
const ids = new Map([
  ['a.md', 'p1'],
  ['b.md', 'p2'],
]);

/** The edits of a folder in which some files have other texts; undefined: the file is gone. */
function edits(
  change: Record<string, string | undefined>,
  made: [string, { id: string; text: string }][] = [],
) {
  const now = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  return onlyTextEdits({ base: side(before), local: side(now), ids, made: new Map(made) });
}

describe('edits of a folder in which only texts differ', () => {
  it('are none where nothing differs', () => {
    expect(edits({})).toMatchObject({ texts: [], files: [], unsaid: [], places: [], deletes: [], pages: 2 });
  });

  it.each<[string, Record<string, string | undefined>, unknown]>([
    [
      'have the text without the identity',
      { 'a.md': before['a.md']!.replace('one', 'mine') },
      {
        texts: [
          {
            key: 'p1',
            path: 'a.md',
            from: 'a.md',
            text: '# A\n\nmine\n',
            baseText: '# A\n\none\n',
            title: null,
            slug: null,
          },
        ],
        files: [],
      },
    ],
    [
      'have another title',
      { 'a.md': before['a.md']!.replace('# A', '# Other') },
      { texts: [{ key: 'p1', title: 'Other' }] },
    ],
    [
      'have a file that is no page',
      { 'c.png': 'other' },
      { texts: [], files: [{ path: 'c.png', oid: 'oid of other', isNew: false }] },
    ],
    [
      'tell a page that lost its identity alone, and send nothing of it',
      { 'a.md': '# A\n\none\n' },
      { texts: [], unsaid: [expect.stringContaining('a.md has lost the line “id: p1”')] },
    ],
    [
      'have a page that lost its identity and was edited',
      { 'a.md': '# A\n\nmine\n' },
      { texts: [{ key: 'p1', text: '# A\n\nmine\n' }], unsaid: [] },
    ],
    [
      'have a page with an identity that nobody has',
      { 'a.md': before['a.md']!.replace('p1', 'p9').replace('one', 'mine') },
      { texts: [{ key: 'p1' }] },
    ],
  ])('%s', (_what, change, found) => {
    expect(edits(change)).toMatchObject(found as object);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['a file is new', { 'd.md': '# D\n' }],
    ['a file is gone', { 'c.png': undefined }],
    ['a file moved', { 'c.png': undefined, 'd.png': 'picture' }],
    ['the table of contents differs', { 'SUMMARY.md': '# Table of contents\n\n* [A](a.md)\n' }],
    ['the configuration differs', { '.gitbook.yaml': 'root: ./docs\n' }],
    ['a markdown file that is no page differs', { 'notes.md': 'other\n' }],
    ['a page carries the identity of another', { 'a.md': before['b.md']!.replace('two', 'x') }],
    ['a page lost its heading', { 'a.md': '---\nid: p1\n---\n\none\n' }],
    ['a page is no text', { 'a.md': '\0' }],
  ])('cannot be told where %s', (_what, change) => {
    expect(edits(change)).toBeNull();
  });

  it('count the pages that a proposal carries where they are at their paths', () => {
    expect(edits({}, [['a.md', { id: 'p1', text: '' }]])).not.toBeNull();
    expect(edits({}, [['a.md', { id: 'p2', text: '' }]])).toBeNull();
    expect(edits({}, [['d.md', { id: 'p1', text: '' }]])).toBeNull();
  });
});

describe('two texts of a page', () => {
  it.each<[string, string | null, boolean]>([
    ['# A\n', '# A\n', true],
    ['---\n---\n\n# A\n', '# A\n', true],
    ['# A\n', '# B\n', false],
    ['# A\n', null, false],
  ])('%j and %j say the same: %s', (text, base, isSame) => {
    expect(saysSame(text, base)).toBe(isSame);
  });
});
