import { describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { compareTrees, isEmpty } from '../../src/sync/proposals/folder-edits.ts';
import type { FolderComparison, FolderEdits, FolderSide } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';

type Texts = Readonly<Record<string, string | null>>;

function side(texts: Texts): FolderSide {
  const there = Object.entries(texts).flatMap(([path, text]) =>
    text === null ? [] : [[path, text] as const],
  );
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return {
    files: new Map(there.map(([path, text]) => [path, contentId(bytes(text))])),
    text: (path) => texts[path] ?? null,
  };
}

const pages = ['README.md', 'a.md', 'b/README.md', 'b/c.md', 'd.md'];
const words: Readonly<Record<string, string>> = {
  'README.md': 'Hello to all who read this.\n\nThis is the first page.',
  'a.md': 'Tides come and go.\n\nTwice a day, as a rule.',
  'b/README.md': 'Boats are built of wood.\n\nSome are of steel.',
  'b/c.md': 'Cables hold the boats.\n\nThey are long.',
  'd.md': 'Docks are where boats lie.\n\nThey are full.',
};
const pageAt = (path: string, change: (text: string) => string = (text) => text): string =>
  withPageId(change(`# Page ${path}\n\n${words[path]!}\n`), `id-${path}`);
const list = (...lines: readonly string[]): string => `# Table of contents\n\n${lines.join('\n')}\n`;
const lines = {
  home: '* [Page README.md](README.md)',
  a: '* [Page a.md](a.md)',
  b: '* [Page b/README.md](b/README.md)',
  c: '  * [Page b/c.md](b/c.md)',
  d: '* [Page d.md](d.md)',
};
const base: Texts = {
  'SUMMARY.md': list(lines.home, lines.a, lines.b, lines.c, lines.d),
  '.gitbook/assets/x.svg': '<svg/>',
  ...Object.fromEntries(pages.map((path) => [path, pageAt(path)])),
};

const compared = (
  local: Texts,
  before: Texts = {},
  made: FolderComparison['made'] = new Map(),
): FolderEdits => {
  const first = { ...base, ...before };
  const ids = new Map(pages.filter((path) => first[path] !== null).map((path) => [path, `id-${path}`]));
  return compareTrees({ base: side(first), local: side({ ...first, ...local }), ids, made });
};
const summary = (...entries: readonly string[]): Texts => ({ 'SUMMARY.md': list(...entries) });

describe('the places of pages that a table of contents changed', () => {
  const places = (...entries: readonly string[]) =>
    compared(summary(...entries)).places.map(({ key, parent, after, next }) => ({
      key: key.slice(3),
      parent,
      after,
      next,
    }));
  const id = (path: string): string => `id-${path}`;

  it('are none where the order is the same', () => {
    expect(compared({}).places).toEqual([]);
  });

  it.each<[string, string[], unknown[]]>([
    [
      'a page that went to the front',
      [lines.d, lines.home, lines.a, lines.b, lines.c],
      [{ key: 'd.md', parent: null, after: [], next: id('README.md') }],
    ],
    [
      'a page that went to the end',
      [lines.home, lines.b, lines.c, lines.d, lines.a],
      [{ key: 'a.md', parent: null, after: [id('d.md'), id('b/README.md'), id('README.md')], next: null }],
    ],
    [
      'a page that went below another one',
      [lines.home, lines.a, lines.b, lines.c, `  ${lines.d}`],
      [{ key: 'd.md', parent: id('b/README.md'), after: [id('b/c.md')], next: null }],
    ],
    [
      'a page that came to the top',
      [lines.home, lines.a, lines.b, '* [Page b/c.md](b/c.md)', lines.d],
      [
        {
          key: 'b/c.md',
          parent: null,
          after: [id('b/README.md'), id('a.md'), id('README.md')],
          next: id('d.md'),
        },
      ],
    ],
  ])('are told of %s alone', (_, entries, moved) => {
    expect(places(...entries)).toEqual(moved);
  });

  it('follow the folder of a file that moved while its entry stayed', () => {
    const { places: moved, texts } = compared({ 'd.md': null, 'b/d.md': pageAt('d.md') });
    expect(moved).toEqual([
      {
        ...{ key: 'id-d.md', path: 'b/d.md', from: 'd.md', parent: 'id-b/README.md' },
        ...{ after: ['id-b/c.md'], byFolder: true },
      },
    ]);
    expect(texts).toMatchObject([
      { key: 'id-d.md', path: 'b/d.md', from: 'd.md', title: null, keepsEntry: true },
    ]);
  });

  it('come one behind the other where several files moved to one folder', () => {
    const { places: moved } = compared({
      ...{ 'a.md': null, 'b/a.md': pageAt('a.md'), 'd.md': null, 'b/d.md': pageAt('d.md') },
    });
    expect(moved.map(({ key, after }) => [key, after])).toEqual([
      ['id-a.md', ['id-b/c.md']],
      ['id-d.md', ['id-a.md', 'id-b/c.md']],
    ]);
  });

  it('stay where a file only got another name, or moved to a folder without a page', () => {
    expect(compared({ 'd.md': null, 'e.md': pageAt('d.md') }).places).toEqual([]);
    expect(compared({ 'd.md': null, 'x/d.md': pageAt('d.md') }).places).toEqual([]);
    const renamed = compared({
      'd.md': null,
      'e.md': pageAt('d.md'),
      ...summary(lines.home, lines.a, lines.b, lines.c, '* [Page d.md](e.md)'),
    });
    expect(renamed.texts).toMatchObject([{ path: 'e.md', from: 'd.md' }]);
    expect(renamed.texts[0]).not.toHaveProperty('keepsEntry');
  });
});

describe('new pages that the table of contents does not list', () => {
  const cable = '* [Page b/c.md](b/c.md)';
  const grouped: Texts = {
    ...summary(lines.home, '', '## Boats', '', cable, '', '## Other', '', lines.a, lines.b, lines.d),
  };
  const onlyGroups = summary('## Boats', '', cable, '', '## Other', '', lines.home, lines.a);
  const withoutPage = { 'b/README.md': null };

  it.each<[string, string, Texts, { parent: string | null; behind: string | null }]>([
    ['below the page of the folder', 'b/new.md', grouped, { parent: 'id-b/README.md', behind: null }],
    ['there, too, in a folder below', 'b/deep/er.md', grouped, { parent: 'id-b/README.md', behind: null }],
    [
      'behind the last page of a folder that has no page of its own',
      'b/new.md',
      { ...grouped, ...withoutPage },
      { parent: 'group:boats', behind: 'id-b/c.md' },
    ],
    [
      'there, too, in a folder below it',
      'b/deep/er.md',
      { ...grouped, ...withoutPage },
      { parent: 'group:boats', behind: 'id-b/c.md' },
    ],
    [
      'in the group of the folder’s name',
      'boats/new.md',
      grouped,
      { parent: 'group:boats', behind: 'id-b/c.md' },
    ],
    ['before the first group at the top', 'new.md', grouped, { parent: null, behind: 'id-README.md' }],
    [
      'before the first group in a new folder',
      'new/one.md',
      grouped,
      { parent: null, behind: 'id-README.md' },
    ],
    [
      'at the end where no page is before the first group',
      'new.md',
      onlyGroups,
      { parent: null, behind: 'group:other' },
    ],
    ['at the end where there are no groups', 'new.md', {}, { parent: null, behind: 'id-d.md' }],
  ])('come %s', (_where, path, before, wanted) => {
    const { places } = compared({ [path]: '# New\n\nNobody listed this.\n' }, before);
    expect(places.map(({ key, parent, after }) => ({ key, parent, behind: after[0] ?? null }))).toEqual([
      { key: `new:${path}`, ...wanted },
    ]);
  });

  it('come one behind the other', () => {
    const { places } = compared({ 'one.md': '# One\n', 'two.md': '# Two\n' }, grouped);
    expect(places.map(({ key, after }) => [key, after[0]])).toEqual([
      ['new:one.md', 'id-README.md'],
      ['new:two.md', 'new:one.md'],
    ]);
  });
});

describe('new pages beside a group that only the table of contents has', () => {
  const withGroup = (...entries: readonly string[]) =>
    compared({
      'new.md': '# New\n\nNew here.\n',
      ...summary(lines.home, lines.a, lines.b, lines.c, '', '## Group', '', ...entries),
    });

  it('go to the place of the page of the service next to them', () => {
    const { places, texts, unsaid } = withGroup(lines.d, '* [New](new.md)');
    expect(places).toEqual([
      {
        ...{ key: 'new:new.md', path: 'new.md', from: null, parent: null },
        after: ['id-d.md', 'id-b/README.md', 'id-a.md', 'id-README.md'],
      },
    ]);
    expect(texts).toMatchObject([{ key: 'new:new.md', isUnplaced: true }]);
    expect(unsaid).toEqual([
      'The group “Group” is new in SUMMARY.md, and only the service can create groups: its pages keep their places there, and new ones go beside the page next to them',
    ]);
  });

  it('go before the first page of the service behind them', () => {
    expect(withGroup('* [New](new.md)', lines.d).places).toMatchObject([
      { key: 'new:new.md', parent: null, after: ['id-b/README.md', 'id-a.md', 'id-README.md'] },
    ]);
  });

  it('go to the place of the group where it has no page of the service', () => {
    const { places } = compared({
      'new.md': '# New\n\nNew here.\n',
      ...summary(lines.home, lines.a, lines.b, lines.c, lines.d, '', '## Group', '', '* [New](new.md)'),
    });
    expect(places).toMatchObject([
      { key: 'new:new.md', parent: null, after: ['id-d.md', 'id-b/README.md', 'id-a.md', 'id-README.md'] },
    ]);
  });

  it('are none in an empty group, which stays here', () => {
    const { unsaid, places } = compared(
      summary(lines.home, lines.a, lines.b, lines.c, lines.d, '', '## Group', ''),
    );
    expect(places).toEqual([]);
    expect(unsaid).toEqual([
      'The group “Group” is new in SUMMARY.md, and only the service can create groups: make it there, or it stays local',
    ]);
  });
});

describe('entries of the table of contents that only the service can make', () => {
  const link = '* [Site](https://example.com/)';
  const all = [lines.home, lines.a, lines.b, lines.c, lines.d];
  const gone = (name: string): string =>
    `SUMMARY.md: ${name} is gone here, and only the service can remove it: remove it there, or it stays there`;

  it('are told where a link is new, and where one is gone', () => {
    expect(compared(summary(...all, link)).unsaid).toEqual([
      'SUMMARY.md: the link “Site” is new here, and only the service can create links: make it there, or it stays local',
    ]);
    const before = summary(...all, link);
    expect(compared(summary(...all), before).unsaid).toEqual([gone('the link “Site”')]);
    expect(compared({}, before).unsaid).toEqual([]);
    expect(compared(summary(...all, link.replace('example.com', 'example.org')), before).unsaid).toHaveLength(
      2,
    );
  });

  it('are told where a link to a part of a page is new', () => {
    const { unsaid } = compared(summary(...all, '* [Part](a.md#part)'));
    expect(unsaid).toContainEqual(expect.stringContaining('the link “Part” is new here'));
  });

  it.each<[string, string, readonly string[]]>([
    ['“openapi”', 'openapi', []],
    ['“openapi” of pets', 'openapi', ['spec:', '  ref:', '    kind: openapi', '    spec: pets']],
    ['“openapi”', 'openapi', ['spec:', '  ref: null']],
    ['“openapi”', 'openapi', ['spec: null']],
    ['“openapi”', 'openapi', ['spec:', '  ref:', '    spec: 1']],
    ['with computed pages', '1', []],
  ])('are told where an entry %s is new, and where it is gone', (name, type, dependencies) => {
    const below =
      dependencies.length === 0 ? [] : ['dependencies:', ...dependencies.map((line) => `  ${line}`)];
    const entry = [
      '* ```yaml',
      ...['props: {}', `type: ${type}`, ...below, '```'].map((line) => `  ${line}`),
    ];
    const having = summary(...all, ...entry);
    expect(compared(having).unsaid).toEqual([
      `SUMMARY.md: the entry ${name} is new here, and only the service can create such entries: make it there, or it stays local`,
    ]);
    expect(compared(summary(...all), having).unsaid).toEqual([gone(`the entry ${name}`)]);
    expect(compared({}, having).unsaid).toEqual([]);
    expect(
      compared(summary(...all, ...entry.map((line) => line.replace('{}', '{ a: b }'))), having).unsaid,
    ).toHaveLength(2);
  });

  it('are told where a group is gone, and not where it only has other pages', () => {
    const before = summary(lines.home, lines.a, lines.b, lines.c, '', '## Group', '', lines.d);
    expect(compared(summary(...all), before).unsaid).toEqual([gone('the group “Group”')]);
    const moved = summary(lines.home, lines.b, lines.c, '', '## Group', '', lines.d, lines.a);
    expect(compared(moved, before).unsaid).toEqual([]);
  });

  it('are not told of a page that is deleted and still listed, but the deletion is', () => {
    const { deletes, unsaid } = compared({ 'd.md': null });
    expect(deletes).toEqual([{ key: 'id-d.md', path: 'd.md' }]);
    expect(unsaid.filter((line) => line.includes('link'))).toEqual([]);
  });
});

describe('pages that are no longer listed', () => {
  const rest = summary(lines.home, lines.a, lines.b, lines.c);
  it('are deleted where their files are gone, and told where these are still there', () => {
    expect(compared({ ...rest, 'd.md': null })).toMatchObject({
      deletes: [{ key: 'id-d.md', path: 'd.md' }],
      unsaid: [],
    });
    const { deletes, unsaid, texts } = compared(rest);
    expect([deletes, texts]).toEqual([[], []]);
    expect(unsaid).toEqual([
      'd.md is no longer in SUMMARY.md, and its file is still there: remove the file to delete the page, or put its line back to keep it',
    ]);
  });

  it('get the text of their files until these are removed', () => {
    const { texts } = compared({ ...rest, 'd.md': pageAt('d.md', (text) => text.replace('full', 'empty')) });
    expect(texts).toMatchObject([{ key: 'id-d.md', path: 'd.md', from: 'd.md', title: null }]);
    expect(texts[0]!.text).toContain('empty');
  });

  it('are deleted where only a change request has them, and counted as that', () => {
    const made = new Map([['made.md', { id: 'made', text: '# Made\n' }]]);
    const edits = compared({}, {}, made);
    expect(edits.deletes).toEqual([{ key: 'made', path: 'made.md' }]);
    expect([edits.pages, edits.unpublished]).toEqual([6, 1]);
    const both = compared({ 'd.md': null }, {}, new Map([['d.md', { id: 'id-d.md', text: '# D\n' }]]));
    expect(both.deletes).toEqual([{ key: 'id-d.md', path: 'd.md' }]);
    expect([both.pages, both.unpublished]).toEqual([5, 0]);
  });
});

describe('files that are no pages', () => {
  const naming = (text: string): Texts => ({ 'a.md': pageAt('a.md', (old) => `${old}\n${text}\n`) });
  const sent = (local: Texts): string[] => compared(local).files.map(({ path }) => path);

  it.each<[string, string, boolean]>([
    ['as a link', '[plan](plan.png)', true],
    ['with a folder', '![](files/plan.png)', true],
    ['percent-encoded', '![](%70lan.png)', true],
    ['at the end of a sentence', 'The plan: plan.png.', true],
    ['in quotes', 'See "plan.png", please.', true],
    ['behind another name that ends like it, and then on its own', 'my-plan.png, plan.png', true],
    ['as a part of a longer name', '![](old-plan.png)', false],
    ['as a part of a longer name with a space', '![](old plan.png)', false],
    ['as a part of a longer name with a bracket', '![](v[2] plan.png)', false],
    ['as the beginning of a longer name', '![](plan.png.old)', false],
    ['as the beginning of a word', '![](plan.pngs)', false],
    ['not at all', 'Nothing.', false],
  ])('are sent where a page names them as a whole: %s', (_, text, isSent) => {
    const edits = compared({ ...naming(text), 'plan.png': 'P' });
    expect(edits.files.map(({ path, isNew }) => [path, isNew])).toEqual(isSent ? [['plan.png', true]] : []);
    expect(edits.unsaid).toEqual(
      isSent ? [] : ['plan.png is not a page, and no page uses it: it stays local until a page names it'],
    );
  });

  it('are sent where a page begins with their name', () => {
    expect(sent({ 'a.md': withPageId('plan.png is the plan.\n', 'id-a.md'), 'plan.png': 'P' })).toEqual([
      'plan.png',
    ]);
  });

  it('are sent where they belong to the format, or the service has another version', () => {
    expect(sent({ '.gitbook/assets/new.svg': '<svg/>', '.gitbook/assets/x.svg': '<svg></svg>' })).toEqual([
      '.gitbook/assets/x.svg',
      '.gitbook/assets/new.svg',
    ]);
    expect(sent(summary(lines.a, lines.home, lines.b, lines.c, lines.d))).toEqual(['SUMMARY.md']);
    expect(sent({ '.gitbook.yaml': 'root: ./\n' })).toEqual(['.gitbook.yaml']);
  });

  it('are not told where they are hidden', () => {
    expect(compared({ '.hidden': 'H', 'x/.hidden/file': 'H' })).toMatchObject({ files: [], unsaid: [] });
    expect(compared({ 'file.hidden': 'H' }).unsaid).toHaveLength(1);
  });

  it('are told where they are gone, but not pages, nor the table of contents', () => {
    expect(compared({ '.gitbook/assets/x.svg': null, 'd.md': null }).unsaid).toContain(
      '.gitbook/assets/x.svg is gone here; the interface cannot delete files: delete it in the service, or put the file back',
    );
    expect(compared({ 'SUMMARY.md': null }).unsaid.filter((line) => line.includes('is gone here;'))).toEqual(
      [],
    );
    expect(compared({ 'd.md': null }).unsaid.filter((line) => line.includes('is gone here;'))).toEqual([]);
  });

  it('stay no pages where they moved and nothing listed them before', () => {
    const before: Texts = { 'notes/a.md': '# Notes\n\nOnly for us.\n' };
    const edits = compared({ 'notes/a.md': null, 'notes/b.md': before['notes/a.md']! }, before);
    expect(edits.texts).toEqual([]);
    expect(edits.unsaid).toEqual([
      'notes/b.md stays local: it was notes/a.md, and the interface cannot move a file that SUMMARY.md does not list; list it to make it a page',
    ]);
  });
});

describe('the title of a page', () => {
  it('is that of its entry, where the entry changed', () => {
    const retitled = compared(summary(lines.home, lines.a, lines.b, lines.c, '* [Docks](d.md)'));
    expect(retitled.texts).toMatchObject([{ key: 'id-d.md', title: 'Docks' }]);
    expect(retitled.byContents).toEqual(['id-d.md']);
  });

  it('is not that of an entry that stayed while another page came to its path', () => {
    const { texts } = compared({ 'a.md': pageAt('d.md'), 'd.md': pageAt('a.md') });
    expect(texts.map(({ key, path, from }) => [key, path, from])).toEqual(
      expect.arrayContaining([
        ['id-d.md', 'a.md', 'd.md'],
        ['id-a.md', 'd.md', 'a.md'],
      ]),
    );
    expect(texts.map(({ title }) => title)).toEqual([null, null]);
  });
});

describe('edits of a folder', () => {
  it('are empty without texts, places, deletions and files, whatever is told', () => {
    expect(isEmpty({ ...noEdits, unsaid: ['told'], byContents: ['a'], untold: ['b'] })).toBe(true);
    for (const kind of ['texts', 'places', 'deletes', 'files'])
      expect(isEmpty({ ...noEdits, [kind]: [{}] })).toBe(false);
    expect(isEmpty(compared({}))).toBe(true);
  });
});
