import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { withPageId } from '../../src/content/index.ts';
import type { Page, Revision } from '../../src/contract/index.ts';
import { unzip } from '../../src/service/import/unzip.ts';
import {
  findImportedPages,
  findImportForm,
  importableEdits,
  importableSteps,
  importBatch,
  importSteps,
  isImportableFile,
  type ImportForm,
} from '../../src/sync/proposals/by-import.ts';
import type { PlaceEdit, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import type { Step } from '../../src/sync/proposals/steps.ts';
import type { Remote } from '../../src/sync/remote/port.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (from: Uint8Array | undefined): string => new TextDecoder().decode(from);

const document = (id: string, ...pages: readonly Page[]): Page =>
  ({ type: 'document', id, title: id.toUpperCase(), slug: id, path: id, pages }) as unknown as Page;
const group = (slug: string, ...pages: readonly Page[]): Page =>
  ({ type: 'group', id: `g-${slug}`, slug, title: `The ${slug}`, pages }) as unknown as Page;
const contentOf = (...pages: readonly Page[]): Revision => ({ id: 'r', pages }) as unknown as Revision;

const edit = (key: string, given: Partial<TextEdit> = {}): TextEdit => ({
  ...{ key, path: `${key}.md`, from: `${key}.md`, text: `# ${key.toUpperCase()}\n\nText.\n` },
  ...{ baseText: 'Old.\n', title: null, slug: null },
  ...given,
});
const newPage = (name: string, given: Partial<TextEdit> = {}): TextEdit =>
  edit(`new:${name}.md`, { path: `${name}.md`, from: null, text: `# ${name}\n`, baseText: null, ...given });
const insert = (one: TextEdit, into: string | null = null, at = 0): Step => ({
  ...{ do: 'insert', key: one.key, edit: one, into, at },
});
const update = (one: TextEdit): Step => ({ do: 'update', key: one.key, edit: one, place: null });

describe('the edits that an import can carry', () => {
  const content = contentOf(document('a', document('b')));
  const carried = (one: TextEdit): unknown => {
    const { edits, unsaid } = importableEdits({ ...noEdits, texts: [one] }, content);
    return [edits.texts[0], unsaid];
  };

  it('are texts with their headings; a new page gets its place from the service', () => {
    expect(carried(edit('b'))).toEqual([edit('b'), []]);
    expect(carried(newPage('n', { slug: 'n', title: 'N' }))).toEqual([
      newPage('n', { slug: 'n', title: 'N', isUnplaced: true }),
      [],
    ]);
  });

  it('leave out a new address', () => {
    expect(carried(edit('b', { slug: 'new' }))).toEqual([
      edit('b'),
      ['b.md keeps its address “b”: an import cannot rename pages'],
    ]);
    expect(carried(edit('b', { slug: 'b' }))).toEqual([edit('b'), []]);
    expect(carried(edit('b', { slug: 'new', from: null }))).toEqual([edit('b', { from: null }), []]);
  });

  it('leave out a title that is neither the heading nor the page’s own', () => {
    expect(carried(edit('b', { title: 'Other' }))).toEqual([
      edit('b'),
      ['b.md keeps its title “B”: an import takes titles from headings alone'],
    ]);
    const renamed = edit('b', { title: 'New', text: '# New\n' });
    expect(carried(renamed)).toEqual([renamed, []]);
    const own = edit('b', { title: 'B', text: 'No heading.\n' });
    expect(carried(own)).toEqual([own, []]);
  });

  it('leave out a new path', () => {
    expect(carried(edit('b', { path: 'c/b.md' }))).toEqual([
      edit('b', { path: 'c/b.md', keepsPlace: true }),
      ['c/b.md stays at b.md in the mirror: the service does not store file paths'],
    ]);
  });
});

describe('the steps that an import can carry', () => {
  const content = contentOf(document('a', document('b'), document('c')), group('more', document('d')));
  const carried = (
    step: Step | readonly Step[],
    form: ImportForm = 'archive',
    places: readonly PlaceEdit[] = [],
  ): unknown => {
    const edits = { ...noEdits, places };
    const steps = [step].flat();
    const { steps: left, unsaid } = importableSteps({ steps, unsaid: ['x'] }, { edits, content, form });
    expect(unsaid[0]).toBe('x');
    return [left, unsaid.slice(1)];
  };

  it('are new pages that come last at their level', () => {
    for (const [into, at] of [
      [null, 2],
      ['a', 2],
      ['b', 0],
      ['group:more', 1],
    ] as const)
      expect(carried(insert(newPage('n'), into, at))).toEqual([[insert(newPage('n'), into, at)], []]);
    for (const [into, at] of [
      [null, 1],
      ['a', 0],
      ['group:more', 0],
    ] as const)
      expect(carried(insert(newPage('n'), into, at))).toEqual([
        [insert(newPage('n'), into, at)],
        ['n.md comes last at its level: an import cannot set the order of pages'],
      ]);
  });

  it('count the new pages that come before', () => {
    const steps = [insert(newPage('n'), 'b', 0), insert(newPage('m'), 'b', 0), insert(newPage('o'), 'b', 2)];
    expect(carried(steps)).toEqual([
      steps,
      ['m.md comes last at its level: an import cannot set the order of pages'],
    ]);
  });

  it('put a page that is imported alone at the end of the space', () => {
    const below = insert(newPage('n'), 'a', 2);
    expect(carried(below, 'page')).toEqual([
      [below],
      ['n.md comes to the end of the space: this import cannot place pages'],
    ]);
    expect(carried(insert(newPage('n'), null, 2), 'page')).toEqual([[insert(newPage('n'), null, 2)], []]);
    expect(carried(insert(newPage('n'), null, 1), 'page')).toEqual([
      [insert(newPage('n'), null, 1)],
      ['n.md comes last at its level: an import cannot set the order of pages'],
    ]);
  });

  it('are texts without their places', () => {
    const moved: Step = { do: 'update', key: 'b', edit: edit('b'), place: { into: null, at: 0 } };
    const place: PlaceEdit = { key: 'b', path: 'x/b.md', from: 'b.md', parent: null, after: [] };
    expect(carried(moved, 'archive', [place])).toEqual([
      [update(edit('b'))],
      ['x/b.md stays where it was: an import cannot move pages'],
    ]);
    expect(carried({ ...moved, edit: null })).toEqual([
      [],
      ['b stays where it was: an import cannot move pages'],
    ]);
    expect(carried(update(edit('b')))).toEqual([[update(edit('b'))], []]);
  });

  it('are no deletions: each page is reported', () => {
    expect(carried({ do: 'delete', key: 'a', path: 'a.md', below: ['a/b.md'] })).toEqual([
      [],
      [
        'a.md is not deleted: an import cannot delete pages',
        'a/b.md is not deleted: an import cannot delete pages',
      ],
    ]);
    expect(carried({ do: 'delete', key: 'b', path: 'b.md' })).toEqual([
      [],
      ['b.md is not deleted: an import cannot delete pages'],
    ]);
  });

  it('are files that an archive can carry; the table of contents is not missed', () => {
    const file = (path: string): { path: string; bytes: Uint8Array } => ({ path, bytes: bytes('x') });
    const files = ['.gitbook/assets/a.png', 'notes.txt', 'SUMMARY.md'].map(file);
    expect(carried({ do: 'files', files })).toEqual([
      [{ do: 'files', files: [file('.gitbook/assets/a.png')] }],
      ['notes.txt is not sent: an import cannot carry it'],
    ]);
    expect(carried({ do: 'files', files }, 'page')).toEqual([
      [],
      [
        '.gitbook/assets/a.png is not sent: an import cannot carry it',
        'notes.txt is not sent: an import cannot carry it',
      ],
    ]);
  });

  it.each([
    ['.gitbook/assets/a.png', true],
    ['.gitbook/assets/b/a.png', true],
    ['a/.gitbook/assets/a.png', false],
    ['.gitbook/includes/a.md', true],
    ['.gitbook/includes/a.md.txt', false],
    ['.gitbook/includes/b/a.md', false],
    ['x.gitbook/includes/a.md', false],
    ['.gitbook/vars.yaml', true],
    ['.gitbook.yaml', false],
  ])('a file at %s: %s', (path, expected) => {
    expect(isImportableFile(path)).toBe(expected);
  });
});

describe('the steps of one import', () => {
  const mebibyte = 1024 * 1024;
  const files = (...sizes: readonly number[]): Step => ({
    ...{ do: 'files' as const },
    files: sizes.map((size, at) => ({ path: `${at}.png`, bytes: new Uint8Array(size * mebibyte) })),
  });
  const long = (megabytes: number): Step =>
    update(edit('a', { text: 'ä'.repeat((megabytes * mebibyte) / 2) }));

  it('are one page where pages are imported alone', () => {
    expect(importBatch([update(edit('a')), update(edit('b'))], 'page')).toEqual([update(edit('a'))]);
  });

  it('are what fits into sixteen megabytes', () => {
    const small = update(edit('b'));
    expect(importBatch([files(8, 8)], 'archive')).toHaveLength(1);
    expect(importBatch([files(8, 7), files(1), small], 'archive')).toHaveLength(2);
    expect(importBatch([files(9, 6), files(2), small], 'archive')).toHaveLength(1);
    expect(importBatch([files(17), small], 'archive')).toHaveLength(1);
    expect(importBatch([long(8), long(7), small], 'archive')).toHaveLength(3);
    expect(importBatch([long(8), long(8), small], 'archive')).toHaveLength(1);
    const place: Step = { do: 'update', key: 'c', edit: null, place: { into: null, at: 0 } };
    expect(importBatch([files(15), place, small], 'archive')).toHaveLength(3);
    const deletion: Step = { do: 'delete', key: 'c', path: 'c.md' };
    expect(importBatch([files(16), deletion, small], 'archive')).toHaveLength(2);
  });
});

describe('an import', () => {
  /** What the service is given, and asked. */
  async function imported(
    batch: readonly Step[],
    form: ImportForm,
    content = contentOf(document('a', document('b')), group('more', document('d'))),
  ): Promise<{ files: Record<string, string>; asked: unknown[]; fails?: unknown }> {
    let files: Record<string, string> = {};
    const asked: unknown[] = [];
    let isOpen = false;
    const host = {
      publish: (given: ReadonlyMap<string, Uint8Array>) => {
        isOpen = true;
        const zip = given.get('edits.zip');
        const all = zip === undefined ? given : new Map(unzip(zip));
        files = Object.fromEntries([...all].map(([path, value]) => [path, textOf(value)]));
        const urlOf = (name: string): string => `https://files/${name}`;
        const close = (): Promise<void> => Promise.resolve(void (isOpen = false));
        return Promise.resolve({ url: 'https://files/', urlOf, fetched: () => null, close });
      },
    };
    const importContent = (...given: unknown[]): Promise<{ revision: string }> => {
      expect(isOpen).toBe(true);
      asked.push(...given);
      return Promise.resolve({ revision: 'after' });
    };
    const answer = await importSteps(
      {
        remote: { importContent },
        ...{ host, form, space: 'space', changeRequest: 'cr' },
      },
      {
        ...{ batch, content, idOf: (key) => `id-${key}` },
        textOf: (page) => Promise.resolve(`# Now ${page}\n`),
      },
    );
    expect(answer).toEqual({ revision: 'after' });
    expect(isOpen).toBe(false);
    return { files, asked };
  }

  it('of one new page is its text, with a heading where the text has none', async () => {
    expect(await imported([insert(newPage('n'))], 'page')).toEqual({
      files: { 'page.md': '# n\n' },
      asked: ['space', 'cr', { url: 'https://files/page.md', source: 'website' }],
    });
    const bare = newPage('n', { text: 'Text.\n', title: 'Named' });
    expect((await imported([insert(bare)], 'page')).files).toEqual({ 'page.md': '# Named\n\nText.\n' });
    const headed = newPage('n', { title: 'Named' });
    expect((await imported([insert(headed)], 'page')).files).toEqual({ 'page.md': '# n\n' });
  });

  it('of one page of the service carries its id', async () => {
    const one = edit('a');
    expect((await imported([update(one)], 'page')).files).toEqual({
      'page.md': withPageId(one.text, 'id-a'),
    });
  });

  it('of an archive lists new pages where they go, with the pages above them', async () => {
    const steps = [
      insert(newPage('top')),
      insert(newPage('inner', { title: 'In [it]' }), 'new:top.md'),
      insert(newPage('deep', { text: 'No heading.\n' }), 'new:inner.md'),
      insert(newPage('beside'), 'b'),
      insert(newPage('grouped page'), 'group:more'),
      update(edit('a')),
      { do: 'files', files: [{ path: '.gitbook/assets/x.txt', bytes: bytes('x') }] } as const,
    ];
    const { files, asked } = await imported(steps, 'archive');
    expect(asked).toEqual(['space', 'cr', { url: 'https://files/edits.zip', source: 'zip' }]);
    expect(files).toEqual({
      'SUMMARY.md': [
        '# Table of contents',
        '',
        '* [top](top.md)',
        '  * [In \\[it\\]](inner.md)',
        '    * [deep.md](deep.md)',
        '* [Now id-b](there-already/id-b.md)',
        '  * [beside](beside.md)',
        '* [A](a.md)',
        '',
        '## The more',
        '',
        '* [grouped page](<grouped page.md>)',
        '',
      ].join('\n'),
      'top.md': '# top\n',
      'inner.md': '# inner\n',
      'deep.md': 'No heading.\n',
      'beside.md': '# beside\n',
      'grouped page.md': '# grouped page\n',
      'there-already/id-b.md': withPageId('# Now id-b\n', 'id-b'),
      'a.md': withPageId(edit('a').text, 'id-a'),
      '.gitbook/assets/x.txt': 'x',
    });
  });

  it('of files alone sends the first page along', async () => {
    const step: Step = { do: 'files', files: [{ path: '.gitbook/assets/x.txt', bytes: bytes('x') }] };
    expect((await imported([step], 'archive')).files).toEqual({
      'SUMMARY.md': '# Table of contents\n\n* [Now id-a](there-already/id-a.md)\n',
      'there-already/id-a.md': withPageId('# Now id-a\n', 'id-a'),
      '.gitbook/assets/x.txt': 'x',
    });
    expect((await imported([step], 'archive', contentOf())).files).toEqual({
      'SUMMARY.md': '# Table of contents\n\n\n',
      '.gitbook/assets/x.txt': 'x',
    });
  });
});

describe('the pages that an import made', () => {
  const at = (id: string, path: string): Page => ({ ...document(id), git: { path } }) as unknown as Page;
  const wanted = (...names: readonly string[]): { key: string; title: string }[] =>
    names.map((name) => ({ key: `new:${name}.md`, title: name.toUpperCase() }));

  it('are known by their files, then by their titles, each once', () => {
    const content = contentOf(at('1', 'b.md'), document('a'), document('b'), at('4', 'x.md'));
    expect(findImportedPages(wanted('a', 'b'), [], content)).toEqual(
      new Map([
        ['new:b.md', '1'],
        ['new:a.md', 'a'],
      ]),
    );
    const twice = contentOf(document('a'), { ...document('a'), id: 'a2' });
    expect(findImportedPages([...wanted('a'), { key: 'other', title: 'A' }], [], twice)).toEqual(
      new Map([
        ['new:a.md', 'a'],
        ['other', 'a2'],
      ]),
    );
  });

  it('are known in whatever order they come', () => {
    expect(findImportedPages(wanted('a', 'x'), [], contentOf(document('x'), document('a')))).toEqual(
      new Map([
        ['new:a.md', 'a'],
        ['new:x.md', 'x'],
      ]),
    );
  });

  it('are none that were there before', () => {
    expect(findImportedPages(wanted('a'), ['a'], contentOf(document('a')))).toEqual(new Map());
  });

  it('are the only new page, whatever its name, where nobody else wrote', () => {
    const content = contentOf(document('x'), document('z'));
    expect(findImportedPages(wanted('a'), ['z'], content, true)).toEqual(new Map([['new:a.md', 'x']]));
    const one = contentOf(document('x'), document('y'));
    expect(findImportedPages(wanted('a', 'x'), [], one, true)).toEqual(
      new Map([
        ['new:x.md', 'x'],
        ['new:a.md', 'y'],
      ]),
    );
    expect(findImportedPages(wanted('a'), ['z'], content)).toEqual(new Map());
    expect(findImportedPages(wanted('a'), [], content, true)).toEqual(new Map());
    expect(findImportedPages(wanted('a', 'b'), ['z'], content, true)).toEqual(new Map());
    expect(findImportedPages(wanted('a', 'x'), ['z'], content, true)).toEqual(new Map([['new:x.md', 'x']]));
  });
});

describe('finding out how a service imports', () => {
  interface World {
    /** What the service does with an address; by default, it fetches it and refuses what it finds. */
    readonly asked?: (name: string, fetch: () => void) => void;
    readonly known?: boolean;
    /** The host cannot see who comes. */
    readonly blind?: boolean;
  }

  async function form({ asked, known, blind = false }: World): Promise<unknown> {
    let fetched = 5;
    let closed = 0;
    const names: string[] = [];
    const remembered: unknown[] = [];
    const remote = {
      findings: () => (known === undefined ? {} : { archiveImports: known }),
      remember: (finding: unknown) => void remembered.push(finding),
      importContent: (space: string, changeRequest: string, given: { url: string; source: string }) => {
        names.push(`${space} ${changeRequest} ${given.url} ${given.source}`);
        (asked ?? (() => fail('BAD_REQUEST')))(given.source, () => fetched++);
        return Promise.resolve({ revision: 'x' });
      },
    };
    const host = {
      publish: () =>
        Promise.resolve({
          ...{ url: 'https://here:8080/x/', urlOf: (name: string) => `https://here:8080/x/${name}` },
          ...{ fetched: () => (blind ? null : fetched), close: () => Promise.resolve(void closed++) },
        }),
    };
    const found = await findImportForm(remote as unknown as Remote, host, {
      ...{ space: 'space', changeRequest: 'cr' },
    }).catch((error: unknown) => error);
    expect(closed).toBe(1);
    return found instanceof Error ? found : { found, names, remembered };
  }

  function fail(code: 'BAD_REQUEST' | 'FORBIDDEN'): never {
    throw new AppError(code, 'No such file');
  }

  const archive = 'space cr https://here:8080/x/nothing.zip zip';
  const page = 'space cr https://here:8080/x/nothing.md website';

  it('asks for an archive, and for a page where the service did not come for that', async () => {
    const always = (_: string, fetch: () => void): void => (fetch(), fail('BAD_REQUEST'));
    expect(await form({ asked: always })).toEqual({
      ...{ found: 'archive', names: [archive], remembered: [{ archiveImports: true }] },
    });
    expect(await form({ asked: () => undefined })).toMatchObject({ found: 'archive' });
    const pages = (source: string, fetch: () => void): void => {
      if (source === 'website') fetch();
      fail('BAD_REQUEST');
    };
    expect(await form({ asked: pages })).toEqual({
      ...{ found: 'page', names: [archive, page], remembered: [{ archiveImports: false }] },
    });
    expect(await form({ asked: pages, known: false })).toEqual({
      ...{ found: 'page', names: [page], remembered: [{ archiveImports: false }] },
    });
    expect(await form({ asked: always, known: true })).toMatchObject({ names: [archive] });
  });

  it('asks nothing where the host cannot see who comes', async () => {
    expect(await form({ blind: true })).toEqual({ found: 'archive', names: [], remembered: [] });
    expect(await form({ blind: true, known: true })).toMatchObject({ found: 'archive' });
    expect(await form({ blind: true, known: false })).toMatchObject({ found: 'page' });
  });

  it('says which address the service does not reach, and what it said', async () => {
    expect(await form({})).toMatchObject({
      code: 'NOT_SUPPORTED_BY_SERVICE',
      message: 'The service does not fetch imports from https://here:8080: No such file',
      hint: expect.stringContaining('An embedded service needs --import-allow here:8080.'),
    });
  });

  it('tells any other failure', async () => {
    expect(await form({ asked: () => fail('FORBIDDEN') })).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each([
    ...['BAD_REQUEST', 'UNPROCESSABLE', 'NOT_FOUND', 'CONFLICT', 'WRONG_STATE', 'NOT_AVAILABLE'],
    ...['NOT_SUPPORTED_BY_SERVICE', 'ADDRESS_REFUSED', 'TOO_LARGE'],
  ] as const)('takes %s as the refusal of a file that the service looked at', async (code) => {
    const refuses = (_: string, fetch: () => void): void => {
      fetch();
      throw new AppError(code, 'Refused');
    };
    expect(await form({ asked: refuses })).toMatchObject({ found: 'archive' });
  });
});
