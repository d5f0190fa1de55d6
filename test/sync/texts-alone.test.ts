import { describe, expect, it } from 'vitest';
import { contentId } from '../../src/files/index.ts';
import type { FolderComparison } from '../../src/sync/proposals/folder-edits.ts';
import type { LocalFile } from '../../src/sync/proposals/gather.ts';
import { gatherTexts } from '../../src/sync/proposals/gather-texts.ts';
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

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fileOf = (text: string | Uint8Array): LocalFile => {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  return { oid: contentId(bytes), bytes };
};

interface Looked {
  /** The files of the base whose content is no text, or that are no plain files. */
  readonly odd?: Readonly<Record<string, Uint8Array | '040000' | '100755' | '120000'>>;
  /** The pages that the service has, by identity, with their paths. */
  readonly known?: Readonly<Record<string, string>>;
  readonly made?: readonly [string, { id: string; text: string }][];
  /** Gets the identities for which the state is asked. */
  readonly asked?: string[];
}

/** Looks at the pages alone that differ from the base, which is in the folder `docs`. */
async function lookedAt(
  change: Readonly<Record<string, string | Uint8Array | null>>,
  { odd = {}, known = { p1: 'a.md', p2: 'b.md' }, made = [], asked = [] }: Looked = {},
): Promise<FolderComparison | null> {
  const contents = new Map(Object.entries(before).map(([path, text]) => [path, fileOf(text)]));
  for (const [path, content] of Object.entries(odd))
    if (typeof content !== 'string') contents.set(path, fileOf(content));
  return gatherTexts({
    git: {
      entryAt: async (_commit, at) => {
        const path = at.slice('docs/'.length);
        const mode = odd[path];
        const found = at.startsWith('docs/') ? contents.get(path) : undefined;
        return found === undefined
          ? null
          : { name: path, mode: typeof mode === 'string' ? mode : '100644', oid: found.oid };
      },
      readBlob: async (oid) => [...contents.values()].find((each) => each.oid === oid)!.bytes,
    },
    table: {
      get: async (kind, id) => {
        asked.push(id);
        const path = kind === 'page' ? known[id] : undefined;
        return path === undefined ? undefined : { path, mark: '', oid: '' };
      },
    },
    ...{ folder: 'docs', base: 'base', made: new Map(made) },
    changed: new Map(
      Object.entries(change).map(([path, text]) => [path, text === null ? null : fileOf(text)]),
    ),
  });
}

describe('a look at the pages alone whose texts differ', () => {
  const mine = before['a.md']!.replace('one', 'mine');
  const notText = Uint8Array.of(0xff, 0xfe, 0);

  it('compares these pages, and those that a proposal carries, and no others', async () => {
    const found = await lookedAt({ 'a.md': mine }, { made: [['b.md', { id: 'p2', text: '# B\n\ntwo\n' }]] });
    expect(found?.ids).toEqual(ids);
    const bodies = new Map(Object.entries(before).map(([path, text]) => [path, fileOf(text).oid]));
    const same = { 'b.md': bodies.get('b.md')! };
    expect(Object.fromEntries(found!.base.files)).toEqual({ 'a.md': bodies.get('a.md'), ...same });
    expect(Object.fromEntries(found!.local.files)).toEqual({ 'a.md': fileOf(mine).oid, ...same });
    const texts = ['a.md', 'b.md', 'notes.md'].map((path) => [
      found!.base.text(path),
      found!.local.text(path),
    ]);
    expect(texts).toEqual([
      [before['a.md'], mine],
      [before['b.md'], before['b.md']],
      [null, null],
    ]);
    expect(found?.made).toEqual(new Map([['b.md', { id: 'p2', text: '# B\n\ntwo\n' }]]));
  });

  it('is enough where a page is an executable file, and where a page lost its identity', async () => {
    expect(await lookedAt({ 'a.md': mine }, { odd: { 'a.md': '100755' } })).not.toBeNull();
    expect(await lookedAt({ 'a.md': '# A\n\nmine\n' })).not.toBeNull();
  });

  it.each<[string, Readonly<Record<string, string | Uint8Array | null>>, Looked]>([
    ['a file is new', { 'd.md': mine }, {}],
    ['a file is gone', { 'a.md': null }, {}],
    ['another file of those that differ is gone', { 'a.md': mine, 'b.md': null }, {}],
    ['a file was a link', { 'a.md': mine }, { odd: { 'a.md': '120000' } }],
    ['a file was a folder', { 'a.md': mine }, { odd: { 'a.md': '040000' } }],
    ['a file was no text', { 'a.md': mine }, { odd: { 'a.md': notText } }],
    ['a file is no text now', { 'a.md': notText }, {}],
    ['a file was no page', { 'notes.md': 'other\n' }, {}],
    ['a page lost its heading', { 'a.md': '---\nid: p1\n---\n\none\n' }, {}],
    ['the service does not know the page', { 'a.md': mine }, { known: { p2: 'b.md' } }],
    ['the service has the page at another path', { 'a.md': mine }, { known: { p1: 'c.md' } }],
    ['a file has the identity of another page', { 'a.md': before['b.md']! }, {}],
    ['a page that a proposal carries is new', {}, { made: [['d.md', { id: 'p4', text: '# D\n' }]] }],
  ])('is not enough where %s', async (_what, change, given) => {
    expect(await lookedAt(change, given)).toBeNull();
  });

  it('looks for no page in the state where a file has no identity', async () => {
    const asked: string[] = [];
    await lookedAt({ 'notes.md': 'other\n' }, { asked });
    expect(asked).toEqual([]);
    await lookedAt({ 'a.md': mine }, { asked });
    expect(asked).toEqual(['p1']);
  });

  it('is not worth it with more than fifty pages', async () => {
    const carried = (count: number): NonNullable<Looked['made']> =>
      Array.from({ length: count }, (_, at) => [`${at}.md`, { id: `${at}`, text: '' }]);
    const asked: string[] = [];
    await lookedAt({ 'a.md': mine }, { made: carried(50), asked });
    expect(asked).toEqual([]);
    await lookedAt({ 'a.md': mine }, { made: carried(49), asked });
    expect(asked).toEqual(['p1']);
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
