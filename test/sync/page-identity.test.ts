import { describe, expect, it } from 'vitest';
import type { PathChange } from '../../src/git/index.ts';
import {
  identifyPages,
  isLikeOneOf,
  isSimilarPage,
  mostSimilar,
  originalOf,
  ratherAnother,
} from '../../src/sync/versions/identity.ts';
import { copiesIn, movesIn } from '../../src/sync/versions/moves.ts';

/** A page with so many lines that its title alone decides nothing. */
const page = (title: string, ...lines: string[]): string => `# ${title}\n\n${lines.join('\n\n')}\n`;
const use = page('Use', 'one', 'two', 'three', 'four');
const install = page('Install', 'five', 'six', 'seven', 'eight');

describe('a text is a page', () => {
  it.each<[string, string, boolean]>([
    ['when it says the same', use, true],
    ['when three of five lines are there', page('Use', 'one', 'two', 'x', 'y'), true],
    ['not when two of five lines are there', page('Use', 'one', 'x', 'y', 'z'), false],
    ['when all of it is there, however much was added', `${use}${'\nmore\n'.repeat(50)}`, true],
    ['not when it has nothing of it', install, false],
    ['not when it is empty', '', false],
  ])('%s', (_what, text, isPage) => {
    expect(isSimilarPage(use, text)).toBe(isPage);
  });

  it('not because of its title alone, when that is all that the page says', () => {
    expect(isSimilarPage('# Use\n', page('Use', 'x', 'y', 'z'))).toBe(false);
    expect(isSimilarPage('# Use\n', '# Use\n')).toBe(true);
  });

  it('when it is like one of its versions, whatever identity these carry', () => {
    const [text, other] = [use, install].map((each) => new TextEncoder().encode(each)) as [
      Uint8Array,
      Uint8Array,
    ];
    const mirrored = new TextEncoder().encode(`---\nid: page1\n---\n\n${use}`);
    expect(isLikeOneOf(text, [null, other, mirrored])).toBe(true);
    expect(isLikeOneOf(text, [null, other])).toBe(false);
    expect(isLikeOneOf(text, [])).toBe(false);
  });
});

describe('of several pages', () => {
  const near = { id: 'near', text: page('Use', 'one', 'two', 'three', 'x') };
  const nearer = { id: 'nearer', text: use };

  it.each<[string, readonly { id: string; text: string }[], string | undefined]>([
    ['a text is the one that it has most of', [near, nearer], 'nearer'],
    ['a text is the one that it has most of, in whatever order', [nearer, near], 'nearer'],
    ['a text is the first of equal ones', [near, { ...near, id: 'second' }], 'near'],
    [
      'a text is rather the very same one than one with other blank lines',
      [{ id: 'loose', text: `${use}\n` }, nearer],
      'nearer',
    ],
    ['a blank text is none', [{ id: 'blank', text: '\n' }], undefined],
    ['a text is none when it has most of none', [{ id: 'other', text: install }], undefined],
    ['a text is none of none', [], undefined],
    [
      'a text is one that it has just enough of',
      [{ id: 'edge', text: page('Use', 'one', 'two', 'x', 'y') }],
      'edge',
    ],
  ])('%s', (_what, pages, id) => {
    expect(mostSimilar(use, pages)?.id).toBe(id);
  });

  it('a text that carries an identity is rather another one when that is nearer', () => {
    const others = [{ id: 'other', text: use }];
    expect(ratherAnother(use, install, others)?.id).toBe('other');
    expect(ratherAnother(use, near.text, others)?.id).toBe('other');
    expect(ratherAnother(use, use, others)).toBeUndefined();
    expect(ratherAnother(use, near.text, [near])).toBeUndefined();
    expect(ratherAnother(near.text, use, [{ id: 'other', text: install }])).toBeUndefined();
  });
});

describe('of several files with one identity, the page is', () => {
  const files = [
    { path: 'a.md', text: install },
    { path: 'b.md', text: page('Use', 'one', 'two', 'three', 'x') },
    { path: 'c.md', text: use },
  ];

  it.each<[string, string | undefined, readonly { text: string }[], string | undefined]>([
    ['the first, when its earlier text is not known', undefined, [], 'a.md'],
    ['the one nearest to its earlier text', use, [], 'c.md'],
    [
      'none that is nearer to another page',
      page('Use', 'one', 'two', 'three', 'x', 'y'),
      [{ text: use }],
      'b.md',
    ],
  ])('%s', (_what, earlier, others, path) => {
    expect(originalOf(files, earlier, others)?.path).toBe(path);
  });

  it('nowhere, when each is another page', () => {
    expect(originalOf(files.slice(2), install, [{ text: use }])).toBeUndefined();
  });
});

describe('files without an identity are', () => {
  const at = (path: string, text: string) => ({ path, text });
  const known = (id: string, path: string, text: string) => ({ id, path, text });

  it.each<
    [
      string,
      ReturnType<typeof at>[],
      ReturnType<typeof known>[],
      Record<string, string>,
      Record<string, string>?,
    ]
  >([
    ['the pages at their paths', [at('a', use)], [known('1', 'a', use)], { a: '1' }],
    [
      'the page at the path, also when another page is nearer',
      [at('a', use)],
      [known('1', 'a', page('Use', 'one', 'two', 'three', 'x')), known('2', 'b', use)],
      { a: '1' },
    ],
    [
      'pages that changed places',
      [at('a', install), at('b', use)],
      [known('1', 'a', use), known('2', 'b', install)],
      { a: '2', b: '1' },
    ],
    ['pages that moved', [at('c', use)], [known('1', 'a', use), known('2', 'b', install)], { c: '1' }],
    ['no page when they have most of none', [at('c', 'New.\n')], [known('1', 'a', use)], {}],
    [
      'the page that was at the path when nothing else tells',
      [at('a', 'New.\n')],
      [known('1', 'a', use)],
      { a: '1' },
    ],
    [
      'the page whose place was taken, when its page took that place',
      [at('a', install), at('b', 'New.\n')],
      [known('1', 'a', use), known('2', 'b', install)],
      { a: '2', b: '1' },
    ],
    [
      'the page at the end of a chain of places',
      [at('a', install), at('b', page('Third', 'p', 'q')), at('c', 'New.\n')],
      [known('1', 'a', use), known('2', 'b', install), known('3', 'c', page('Third', 'p', 'q'))],
      { a: '2', b: '3', c: '1' },
    ],
    [
      'the page whose place was taken by one whose file is known',
      [at('b', 'New.\n')],
      [known('1', 'a', use)],
      { b: '1' },
      { a: 'b' },
    ],
    [
      'the page that got another title',
      [at('c', '# Other\n\none\n')],
      [known('1', 'a', '# Use\n\none\n')],
      { c: '1' },
    ],
    [
      'no page that got another title while a file is at its path',
      [at('c', '# Other\n\none\n'), at('a', 'Something else.\n')],
      [known('1', 'a', '# Use\n\none\n')],
      { a: '1' },
    ],
    [
      'no page with another title that is all it says',
      [at('c', '# Other\n')],
      [known('1', 'a', '# Use\n')],
      {},
    ],
    [
      'no page with another title and another line',
      [at('c', '# Other\n\ntwo\n')],
      [known('1', 'a', '# Use\n\none\n')],
      {},
    ],
    [
      'no page of which the first line is no title',
      [at('c', 'Other\n\none\n')],
      [known('1', 'a', 'Use\n\none\n')],
      {},
    ],
    [
      'a page once, by whichever of its texts',
      [at('b', use), at('c', install)],
      [known('1', 'a', use), known('1', 'a', install)],
      { b: '1' },
    ],
    [
      'the newer of two pages that were at one path',
      [at('a', 'New.\n')],
      [known('2', 'a', install), known('1', 'a', use)],
      { a: '2' },
    ],
  ])('%s', (_what, files, pages, found, elsewhere = {}) => {
    const pageOf = identifyPages(files, pages, new Map(Object.entries(elsewhere)));
    expect(Object.fromEntries(pageOf)).toEqual(found);
  });

  it('found although pages went around in a circle', () => {
    const elsewhere = new Map([
      ['x', 'y'],
      ['y', 'x'],
    ]);
    expect(identifyPages([at('a', 'New.\n')], [known('1', 'x', use)], elsewhere).size).toBe(0);
  });
});

describe('between two versions', () => {
  const withId = (id: string, text: string): string => `---\nid: ${id}\n---\n\n${text}`;
  const blobs = new Map<string, string>();
  const git = { readBlob: async (oid: string) => new TextEncoder().encode(blobs.get(oid)) } as never;
  const version = (text: string | null): PathChange['before'] => {
    if (text === null) return null;
    blobs.set(text, text);
    return { mode: '100644', oid: text };
  };
  const change = (path: string, before: string | null, after: string | null): PathChange => ({
    ...{ path, before: version(before), after: version(after) },
  });
  const [one, two] = [withId('1', use), withId('2', install)];
  const edited = page('Use', 'one', 'two', 'three', 'x');

  it.each<[string, PathChange[], string[]]>([
    ['a page that is edited does not move', [change('a.md', one, withId('1', edited))], []],
    [
      'a page moves with its identity',
      [change('a.md', one, null), change('b.md', null, one)],
      ['a.md → b.md'],
    ],
    [
      'pages change places',
      [change('a.md', one, two), change('b.md', two, one)],
      ['b.md → a.md', 'a.md → b.md'],
    ],
    [
      'a page moves that lost its identity',
      [change('a.md', one, null), change('b.md', null, edited)],
      ['a.md → b.md'],
    ],
    [
      'a page moves that had no identity before either',
      [change('a.md', use, null), change('b.md', null, edited)],
      ['a.md → b.md'],
    ],
    [
      'of several pages without an identity, each moves to the file that has most of it',
      [
        ...[change('a.md', use, null), change('b.md', install, null)],
        ...[change('c.md', null, install), change('d.md', null, edited)],
      ],
      ['b.md → c.md', 'a.md → d.md'],
    ],
    [
      'a new page is no page without an identity that is gone',
      [change('a.md', use, null), change('b.md', null, install)],
      [],
    ],
    [
      'a page with an identity is no page without one that is gone',
      [change('a.md', use, null), change('b.md', null, one)],
      [],
    ],
    [
      'a page without an identity does not move from where a file is',
      [change('a.md', use, install), change('b.md', null, use)],
      [],
    ],
    ['a page that is copied stays', [change('b.md', null, one)], []],
    ['a new page is no page that is gone', [change('a.md', one, null), change('b.md', null, install)], []],
    [
      'a page moves without its identity, also where another page is in its place',
      [change('a.md', one, install), change('b.md', null, use)],
      ['a.md → b.md'],
    ],
    [
      'a page that is copied moves to the nearest file',
      [change('a.md', one, null), change('b.md', null, withId('1', edited)), change('c.md', null, one)],
      ['a.md → c.md'],
    ],
    [
      'a page moves from the file that is nearest, where it was copied before',
      [change('a.md', withId('1', install), null), change('b.md', one, null), change('c.md', null, one)],
      ['b.md → c.md'],
    ],
    ['other files are not pages', [change('a.png', one, null), change('b.png', null, one)], []],
  ])('%s', async (_what, changes, moves) => {
    expect((await movesIn(git, changes)).map(({ from, to }) => `${from} → ${to}`)).toEqual(moves);
  });

  it.each<[string, PathChange[], string[]]>([
    ['a file is a copy when its page is elsewhere', [change('b.md', null, one)], ['b.md']],
    [
      'a file is no copy when its page came there',
      [change('a.md', one, null), change('b.md', null, one)],
      [],
    ],
    [
      'the file that is less like the page is the copy',
      [change('a.md', one, null), change('b.md', null, withId('1', edited)), change('c.md', null, one)],
      ['b.md'],
    ],
    ['a file with its own identity is no copy', [change('b.md', one, withId('1', edited))], []],
    ['a file without an identity is no copy', [change('b.md', null, use)], []],
  ])('%s', async (_what, changes, copies) => {
    expect(await copiesIn(git, changes)).toEqual(copies);
  });
});
