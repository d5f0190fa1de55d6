import { describe, expect, it } from 'vitest';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/plan/edits.ts';
import { entriesOf, listText, listTitle } from '../../src/sync/todo-comment.ts';
import { todoOf } from '../../src/sync/todo.ts';
import type { Todo, WritingAbilities } from '../../src/sync/todo.ts';

const nothing: FolderEdits = {
  ...{ texts: [], places: [], deletes: [], files: [], unsaid: [], pages: 3, unpublished: 0, byContents: [] },
  ...{ contents: 'SUMMARY.md', untold: [] },
};
const text = (change: Partial<TextEdit>): TextEdit => ({
  ...{ key: 'usage', path: 'usage.md', from: 'usage.md', text: '# Usage\n', baseText: '# Usage\n' },
  ...{ title: null, slug: null },
  ...change,
});
const place = (change: Partial<PlaceEdit>): PlaceEdit => ({
  ...{ key: 'usage', path: 'usage.md', from: 'usage.md', parent: null, after: [] },
  ...change,
});

interface Given {
  readonly edits?: Partial<FolderEdits>;
  readonly unsent?: Partial<FolderEdits>;
  readonly unsaid?: readonly string[];
  readonly takes?: Partial<WritingAbilities>;
}

function todo({ edits = {}, unsent = {}, unsaid = [], takes = {} }: Given): Todo[] {
  return todoOf(
    { edits: { ...nothing, ...edits }, unsent: { ...nothing, ...unsent }, unsaid },
    { byImport: true, imports: true, ...takes },
    {
      nameOf: (key) => key.toUpperCase(),
      urlOf: (key) => (key === null ? 'https://space' : `https://page/${key}`),
      slugOf: (key) => (key === 'unknown' ? null : key),
    },
  );
}

const texts = (given: Given): string[] => todo(given).map((each) => each.text);

describe('[SYNC-47] the list of what is left to do by hand', () => {
  it('has a page to enter where an import makes copies, and none where it does not', () => {
    const unsent = { texts: [text({}), text({ key: 'new:a.md', path: 'a.md' })] };

    expect(todo({ unsent, takes: { imports: false } })).toEqual([
      {
        ...{ do: 'enter', path: 'usage.md', url: 'https://page/usage' },
        text: 'Paste the text of usage.md into *USAGE*',
      },
      {
        ...{ do: 'enter', path: 'a.md', url: 'https://page/new:a.md' },
        text: 'Make the page *NEW:A.MD*, and paste the text of a.md into it',
      },
    ]);
    expect(todo({ unsent })).toEqual([]);
  });

  it('has each page that moved, with where it goes', () => {
    const places = [
      place({}),
      place({ parent: 'install', after: ['linux', 'windows'] }),
      place({ key: 'b', path: 'b.md', parent: 'install' }),
    ];

    expect(texts({ edits: { places } })).toEqual([
      'Move *USAGE* to the top level, as the first one',
      'Move *USAGE* below *INSTALL*, behind *LINUX*',
      'Move *B* below *INSTALL*, as the first one',
    ]);
    expect(todo({ edits: { places } })[2]).toMatchObject({ do: 'move', path: 'b.md', url: 'https://page/b' });
  });

  it('has a new page that has to be moved only where the last sync could not say its place', () => {
    const edits = { places: [place({ key: 'new:a.md', path: 'a.md', parent: 'install' })] };
    const move = 'Move *NEW:A.MD* below *INSTALL*, as the first one';

    expect(texts({ edits })).toEqual([]);
    expect(texts({ edits, unsaid: ['b.md comes last', 'a.md comes last there'] })).toEqual([move]);
    expect(texts({ edits, unsaid: ['b.md stays where it is', 'a.md stays where it is'] })).toEqual([move]);
    expect(texts({ edits, unsaid: ['b.md comes last', 'a.md has no title', 'see a.md comes last'] })).toEqual(
      [],
    );
  });

  it.each<[string, Partial<TextEdit>, readonly string[]]>([
    ['nothing of a text alone', {}, []],
    ['an address that the file’s name gives', { slug: 'use' }, ['Set the address of *USAGE* to use']],
    ['no address that the page has', { slug: 'usage' }, []],
    [
      'an address where the service tells none',
      { key: 'unknown', slug: 'use' },
      ['Set the address of *UNKNOWN* to use'],
    ],
    ['no address of a page that the service does not have', { from: null, slug: 'use' }, []],
    ['a title that the heading does not say', { title: 'Use' }, ['Call *USAGE* “Use”']],
    ['no title that the heading says', { title: 'Usage' }, []],
    ['no title of a new page', { key: 'new:usage.md', title: 'Use' }, []],
    [
      'an address and a title',
      { slug: 'use', title: 'Use' },
      ['Set the address of *USAGE* to use', 'Call *USAGE* “Use”'],
    ],
  ])('has %s', (_what, change, list) => {
    expect(texts({ edits: { texts: [text(change)] } })).toEqual(list);
  });

  it('says what kind each entry is, and where the page is', () => {
    const edits = {
      texts: [text({ slug: 'use', title: 'Use' })],
      deletes: [{ key: 'linux', path: 'linux.md' }],
    };

    expect(todo({ edits }).map((each) => [each.do, each.path, each.url])).toEqual([
      ['address', 'usage.md', 'https://page/usage'],
      ['title', 'usage.md', 'https://page/usage'],
      ['delete', 'linux.md', 'https://page/linux'],
    ]);
    expect(texts({ edits }).at(-1)).toBe('Delete *LINUX*');
  });

  it('has the files that no import takes, except the table of contents', () => {
    const files = [
      { path: 'SUMMARY.md', oid: 'o', isNew: false },
      { path: '.gitbook/assets/a.png', oid: 'o', isNew: true },
      { path: 'program.exe', oid: 'o', isNew: true },
      { path: 'data.bin', oid: 'o', isNew: false },
    ];

    const all = texts({ unsent: { files }, takes: { imports: false } });
    expect(all).toEqual([
      ...['Add the file .gitbook/assets/a.png', 'Add the file program.exe', 'Replace the file data.bin'],
    ]);
    expect(texts({ unsent: { files } })).toEqual(all.filter((each) => !each.includes('a.png')));
    expect(todo({ unsent: { files } })[0]).toMatchObject({
      do: 'file',
      path: 'program.exe',
      url: 'https://space',
    });
  });

  it('ends with what cannot be said at all, and has nothing else where content changes go', () => {
    const edits = { unsaid: ['a group is gone'], deletes: [{ key: 'linux', path: 'linux.md' }] };
    const look = (said: string): Todo => ({ do: 'look', path: null, text: said, url: null });

    expect(todo({ edits })[1]).toEqual(look('a group is gone'));
    expect(todo({ edits, unsaid: ['x', 'y'], takes: { byImport: false } })).toEqual([look('x'), look('y')]);
  });
});

describe('[SYNC-61] the comment with the list', () => {
  const doThis = (said: string, url: string | null = null): Todo => ({
    do: 'delete',
    path: null,
    text: said,
    url,
  });

  it('keeps its entries, ticks off what is done, and gets new ones at its end', () => {
    const before = [
      { text: 'A', url: 'https://old', isDone: false },
      { text: 'B', url: null, isDone: false },
      { text: 'C', url: 'https://c', isDone: true },
    ];
    const now = [
      doThis('D', 'https://d'),
      doThis('A', 'https://new'),
      doThis('C'),
      { ...doThis('B'), do: 'look' as const },
      { ...doThis('E'), do: 'look' as const },
    ];

    expect(entriesOf(before, now)).toEqual([
      { text: 'A', url: 'https://new', isDone: false },
      { text: 'B', url: null, isDone: true },
      { text: 'C', url: 'https://c', isDone: false },
      { text: 'D', url: 'https://d', isDone: false },
    ]);
    expect(entriesOf([], [])).toEqual([]);
  });

  it('is a list of tasks', () => {
    const entries = [
      { text: 'A', url: 'https://a', isDone: false },
      { text: 'B', url: null, isDone: true },
    ];

    expect(listText(entries)).toBe(`${listTitle}\n\n* [ ] A ([open](https://a))\n* [x] B\n`);
  });
});
