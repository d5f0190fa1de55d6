import { describe, expect, it } from 'vitest';
import { titleOf } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { nothingSent } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, UnansweredBatch } from '../../src/sync/state/proposals.ts';
import { adoptUnanswered } from '../../src/sync/proposals/unanswered.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { MemoryService } from '../simulation/memory-service.ts';

/** What a batch of two deletions counts as, when its answer was lost and somebody else took pages out of the change request. */
async function adopted(
  takenOut: number,
  { also }: { /** A page that the batch was to make, and that is there. */ also?: string } = {},
): Promise<ProposalRecord> {
  const service = new MemoryService();
  const made = ['One', 'Two', 'Three'].map((title) => service.newPage(title, 'Words.'));
  const space = service.addSpace('Guides', made);
  const { id, number, urls, revision } = await service.createChangeRequest(space, 'Delete pages [1]');
  const deleted = made.slice(1).map((page) => page.id);
  const gone = new Set(deleted.slice(0, takenOut));
  service.editChangeRequest(id, (pages) => [
    ...mapPages(pages, (page) => (gone.has(page.id) ? null : page)),
    ...(also === undefined ? [] : [service.newPage(also, 'New.')]),
  ]);
  const record: ProposalRecord = {
    branch: 'main',
    space,
    marker: '1',
    subject: 'Delete pages',
    changeRequest: { id, number, url: urls.app },
    state: 'open',
    ours: true,
    ...nothingSent,
    pending:
      also === undefined ? [] : [{ key: 'new:new.md', title: also, text: `# ${also}\n\nNew.\n`, known: [] }],
    unanswered: { before: revision, updates: [], placed: [], deleted },
  };
  return adoptUnanswered(service, record, await service.content({ kind: 'change-request', space, id }));
}

describe('a batch of deletions whose answer was lost', () => {
  it('was not carried out while one of its pages is there: somebody else deleted the other', async () => {
    expect((await adopted(1)).deleted).toEqual([]);
  });

  it('[SYNC-15] was carried out when all of them are gone', async () => {
    expect((await adopted(2)).deleted).toHaveLength(2);
  });

  it('was carried out when a page is there that it made, whatever was brought back since', async () => {
    const { pages, deleted } = await adopted(1, { also: 'New' });
    expect(Object.keys(pages)).toEqual(['new:new.md']);
    expect(deleted).toHaveLength(2);
  });
});

describe('a new page whose answer was lost', () => {
  it.each([
    ['is found under the title that the service gave it', '# New (2)\n\nNew.\n', ['new:new.md']],
    ['is not the page that somebody brought over from the space', '# Other\n\nAnother text.\n', []],
  ])('%s', async (_, text, found) => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [service.newPage('One', 'Words.')]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Add New [1]');
    service.editChangeRequest(id, (pages) => [...pages, { ...service.newPage(titleOf(text)!, ''), text }]);
    const known = service.pagesOf(space).map((page) => page.id);
    const pending = [{ key: 'new:new.md', title: 'New', text: '# New\n\nNew.\n', known }];
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Add New', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      pending,
      unanswered: { before: revision, updates: [], placed: [], deleted: [] },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    expect(Object.keys((await adoptUnanswered(service, record, content)).pages)).toEqual(found);
  });
});

describe('pictures whose answer was lost', () => {
  const path = '.gitbook/assets/shot.png';
  it.each([
    ['were sent where the change request has their bytes', 'sent', [path]],
    ['were not sent where somebody else put another picture there', 'other', []],
  ])('[SYNC-15] %s', async (_, there, found) => {
    const service = new MemoryService();
    const space = service.addSpace('Guides', [service.newPage('One', 'Words.')]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Picture [1]');
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    await service.changeContent(space, id, [
      { type: 'insert_files', files: [{ name: 'shot.png', contentType: 'image/png', base64: btoa(there) }] },
    ]);
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Picture', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, updates: [], placed: [], deleted: [] },
        files: { [path]: contentId(bytes('sent')) },
      },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    expect(Object.keys((await adoptUnanswered(service, record, content)).files)).toEqual(found);
  });
});

describe('moves whose answer was lost', () => {
  it.each([
    ['were sent where a page lies below the other one', true],
    ['were not sent where somebody else wrote something else', false],
  ])('[SYNC-15] %s', async (_, isMoved) => {
    const service = new MemoryService();
    const [one, two] = ['One', 'Two'].map((title) => service.newPage(title, 'Words.'));
    const space = service.addSpace('Guides', [one!, two!]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Move Two [1]');
    service.editChangeRequest(id, (pages) =>
      isMoved ? [{ ...one!, pages: [two!] }] : [...pages, service.newPage('Three', 'Words.')],
    );
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Move Two', state: 'open', ours: true },
      ...nothingSent,
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, updates: [], placed: [two!.id], deleted: [] },
        files: { 'SUMMARY.md': contentId(new TextEncoder().encode('# Table of contents\n')) },
        moved: { [two!.id]: one!.id },
      },
    };
    const content = await service.content({ kind: 'change-request', space, id });

    const { placed, files } = await adoptUnanswered(service, record, content);
    expect(placed).toEqual(isMoved ? [two!.id] : []);
    expect(Object.keys(files)).toEqual(isMoved ? ['SUMMARY.md'] : []);
  });
});

describe('a renamed page whose answer was lost', () => {
  const contents = new TextEncoder().encode('# Table of contents\n');
  /** What the proposal says when the page's file was sent in a batch, and the change request shows another file or that one. */
  const adopted = async (there: string, toldBefore?: string): Promise<ProposalRecord> => {
    const service = new MemoryService();
    const one = service.newPage('One', 'Words.');
    const space = service.addSpace('Guides', [one]);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Rename One [1]');
    service.editChangeRequest(id, (pages) => [
      ...mapPages(pages, (page) => ({ ...page, file: there })),
      service.newPage('Two', 'Words.'),
    ]);
    const page = { id: one.id, path: 'uno.md', text: one.text, mark: '' };
    const record: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Rename One', state: 'open', ours: true },
      ...nothingSent,
      ...(toldBefore === undefined ? {} : { pages: { [one.id]: { ...page, file: toldBefore } } }),
      ...{ filesSentAt: 'earlier', untold: ['an earlier entry'] },
      changeRequest: { id, number, url: urls.app },
      unanswered: {
        ...{ before: revision, placed: [one.id], deleted: [] },
        updates: [{ key: one.id, page: { ...page, file: 'uno.md' }, text: page.text, previous: page.text }],
        ...{ files: { 'SUMMARY.md': contentId(contents) }, filesSentAt: 'now', untold: ['an entry'] },
      },
    };
    return adoptUnanswered(service, record, await service.content({ kind: 'change-request', space, id }));
  };

  it('[SYNC-15] was sent where the page has its new file', async () => {
    const { placed, filesSentAt, untold } = await adopted('uno.md');
    expect({ placed: placed.length, filesSentAt, untold }).toEqual({
      ...{ placed: 1, filesSentAt: 'now', untold: ['an entry'] },
    });
  });

  it.each([
    ['the page has its old file', ['one.md']],
    ['the page had its new file before the batch', ['uno.md', 'uno.md']],
  ] as const)('counts as not sent, and changes nothing in the record, where %s', async (_, [there, told]) => {
    const { placed, files, filesSentAt, untold } = await adopted(there, told);
    expect({ placed, files, filesSentAt, untold }).toEqual({
      ...{ placed: [], files: {}, filesSentAt: 'earlier', untold: ['an earlier entry'] },
    });
  });
});

describe('texts whose answer was lost', () => {
  const lines = (...all: readonly string[]): string => `# Page\n\n${all.join('\n\n')}\n`;
  const before = lines('One.', 'Two.', 'Three.');
  const text = lines('One, mine.', 'Two, mine.', 'Three.');
  const mixed = lines('One, mine.', 'Two, mine.', 'Three, theirs.');
  const others = lines('One.', 'Two.', 'Three, theirs.');

  interface Told {
    /** What the change request says of each page; null: somebody deleted it. */
    readonly there: readonly (string | null)[];
    /** The text that was sent for each page, and the one before. */
    readonly sent?: readonly (readonly [text: string, previous: string])[];
    /** What the proposal says besides. */
    readonly record?: (given: {
      readonly before: string;
      readonly ids: readonly string[];
    }) => Partial<ProposalRecord>;
    readonly batch?: (ids: readonly string[]) => Partial<UnansweredBatch>;
    /** Others write once more, so that the present content does not directly follow the one before the batch. */
    readonly isLater?: boolean;
    readonly isUnknown?: boolean;
  }

  /** What counts of a batch of updates, when the change request says this. */
  async function found({ there, sent, record, batch, isLater = false, isUnknown = false }: Told) {
    const service = new MemoryService();
    const pages = there.map((_, at) => service.newPage(`Page ${at}`, ''));
    const space = service.addSpace('Guides', pages);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Edit [1]');
    const ids = pages.map((page) => page.id);
    const edit = (): void =>
      service.editChangeRequest(id, (all) =>
        mapPages(all, (page) => {
          const now = there[ids.indexOf(page.id)]!;
          return now === null ? null : { ...page, text: now };
        }),
      );
    edit();
    if (isLater) edit();
    const all = sent ?? there.map(() => [text, before] as const);
    const content = await service.content({ kind: 'change-request', space, id });
    const given: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Edit', state: 'open', ours: true },
      ...{ ...nothingSent, own: 'ours', changeRequest: { id, number, url: urls.app } },
      ...record?.({ before: revision, ids }),
      unanswered: {
        ...{ before: revision, placed: [], deleted: [] },
        updates: all.map(([text, previous], at) => ({
          ...{ key: ids[at]!, text, previous },
          page: { id: ids[at]!, path: `${at}.md`, text, mark: '' },
        })),
        ...batch?.(ids),
      },
    };
    const request = isUnknown ? { ...given, changeRequest: null } : given;
    const adopted = await adoptUnanswered(service, request, content);
    return { adopted, pages: Object.values(adopted.pages), ids, content, revision };
  }

  it.each<[string, Told]>([
    ['a page says what was sent', { there: [text] }],
    ['a page says what was sent, whatever became of the others', { there: [others, text] }],
    ['somebody changed another line of what was sent', { there: [mixed] }],
    ['others deleted one of the pages', { there: [null, text] }],
    [
      'the other page was sent as it was',
      {
        there: [before, text],
        sent: [
          [before, before],
          [text, before],
        ],
      },
    ],
    [
      'most of what was sent is there',
      {
        there: [others, mixed],
        sent: [
          [lines('One, mine.', 'Two.', 'Three.'), before],
          [text, lines('Four.')],
        ],
      },
    ],
  ])('[SYNC-15] were sent where %s', async (_, given) => {
    const { pages, adopted, content } = await found(given);
    expect(pages.length).toBeGreaterThan(0);
    expect(adopted).toMatchObject({ revision: content.id, pending: [] });
    expect(adopted).not.toHaveProperty('unanswered');
  });

  it.each<[string, Told]>([
    ['each page says what it said before', { there: [before, before] }],
    [
      'a page says what it said before, though another has lines that were sent',
      {
        there: [before, mixed],
        sent: [
          [text, before],
          [text, ''],
        ],
      },
    ],
    ['somebody else changed another line of the text before', { there: [others] }],
    ['the texts tell nothing, as each was sent as it was', { there: [text], sent: [[text, text]] }],
    ['a page is as near to what was sent as to the text before', { there: [lines('Four.')] }],
    ['all pages are gone', { there: [null] }],
    ['the change request is not known', { there: [text], isUnknown: true }],
  ])('[SYNC-15] were not sent where %s', async (_, given) => {
    const { adopted } = await found(given);
    expect(adopted).toMatchObject({ pages: {}, revision: '', pending: [] });
    expect(adopted).not.toHaveProperty('unanswered');
  });

  it('decide for the deletions of the batch, unless a page that was to go is there', async () => {
    const gone = { batch: () => ({ deleted: ['gone'] }) };
    expect((await found({ there: [text], ...gone })).adopted.deleted).toEqual(['gone']);
    expect((await found({ there: [before], ...gone })).adopted.deleted).toEqual([]);
    expect((await found({ there: [], ...gone })).adopted.deleted).toEqual(['gone']);
    const still = {
      batch: (ids: readonly string[]) => ({ deleted: [ids[1]!] }),
      sent: [[text, before]],
    } as const;
    expect((await found({ there: [text, before], ...still })).adopted.deleted).toHaveLength(1);
    expect((await found({ there: [mixed, before], ...still })).adopted.deleted).toEqual([]);
    const same = { ...still, sent: [[text, text]] } as const;
    expect((await found({ there: [text, before], ...same })).adopted.deleted).toEqual([]);
  });

  it('are marked as read where a page says what was sent, and only there', async () => {
    const { pages } = await found({ there: [text, mixed] });
    expect(pages.map(({ mark }) => mark !== '')).toEqual([true, false]);
  });

  describe('leave the change request ours', () => {
    const isOurs = async (given: Told): Promise<boolean> => {
      const { adopted, content } = await found({ record: ({ before: own }) => ({ own }), ...given });
      expect([undefined, content.id]).toContain(adopted.own);
      return adopted.own === content.id;
    };
    const pending = (title: string, body: string, known: readonly string[] = []) =>
      ({ key: `new:${title}.md`, title, text: body, known }) as const;

    it('where it directly follows our own content, and each page says what was sent', async () => {
      expect(await isOurs({ there: [text, text] })).toBe(true);
    });

    it.each<[string, Told]>([
      ['it was not ours before', { there: [text], record: () => ({ own: 'another' }) }],
      ['nothing was known to be ours before', { there: [text], record: () => ({}) }],
      ['somebody wrote since', { there: [text], isLater: true }],
      ['a page says something else', { there: [text, mixed] }],
      ['a page is gone', { there: [text, null] }],
    ])('but not where %s', async (_, given) => {
      expect(await isOurs(given)).toBe(false);
    });

    it.each<[string, boolean, Told]>([
      ['says what was sent', true, { there: ['# New\n\nWords.\n'], sent: [] }],
      ['says something else', false, { there: ['# New\n\nOther words.\n'], sent: [] }],
      ['has lines besides the ones sent', false, { there: ['# New\n\nWords.\n\nMore.\n'], sent: [] }],
    ])('where a page that it made %s: %s', async (_, expected, given) => {
      const record = ({ before: own }: { before: string }): Partial<ProposalRecord> => ({
        ...{ own, pending: [pending('Page 0', '# New\n\nWords.\n')] },
      });
      expect(await isOurs({ ...given, record })).toBe(expected);
    });

    it('where the service put the title before a text without one', async () => {
      const made = (body: string) => ({
        ...{ there: [`# Page 0\n\nWords.\n`], sent: [] },
        record: ({ before: own }: { before: string }) => ({ own, pending: [pending('Page 0', body)] }),
      });
      expect(await isOurs(made('\nWords.\n\n'))).toBe(true);
      expect(await isOurs(made('Other.\n'))).toBe(false);
      expect(await isOurs(made('# Words.\n'))).toBe(false);
      const titled = made('# New\n\nWords.\n');
      expect(await isOurs({ ...titled, there: ['# Page 0\n\n# New\n\nWords.\n'] })).toBe(false);
    });

    it('but not where a page that it made is not there', async () => {
      const record = ({ before: own }: { before: string }): Partial<ProposalRecord> => ({
        ...{ own, pending: [pending('Missing', 'Words.\n')] },
      });
      expect(await isOurs({ there: [text], record })).toBe(false);
    });
  });

  it('are not looked at where the answer came, or nothing was sent', async () => {
    const record: ProposalRecord = {
      ...{ branch: 'main', space: 's', marker: '1', subject: 'Edit', state: 'open', ours: true },
      ...{ ...nothingSent, changeRequest: { id: 'c', number: 1, url: '' } },
    };
    const { content } = await found({ there: [] });
    expect(await adoptUnanswered(new MemoryService(), record, content)).toBe(record);
    const asked = { ...record, unanswered: { before: content.id, updates: [], placed: [], deleted: ['p'] } };
    expect(await adoptUnanswered(new MemoryService(), asked, content)).toStrictEqual(record);
  });
});

describe('what a change request shows of a batch without texts', () => {
  interface Shown {
    /** The texts of the pages that the change request had before, and the titles and texts of those that are new there. */
    readonly pages?: readonly string[];
    readonly fresh?: readonly (readonly [title: string, text: string])[];
    /** The titles and texts of the pages that the batch makes. */
    readonly made?: readonly (readonly [title: string, text: string])[];
    readonly batch?: (ids: readonly string[]) => Partial<UnansweredBatch>;
    readonly record?: (fresh: readonly string[]) => Partial<ProposalRecord>;
    readonly files?: Readonly<Record<string, string>>;
    readonly isLater?: boolean;
  }
  const oidOf = (text: string): string => contentId(new TextEncoder().encode(text));

  /** What the proposal carries afterwards: the new pages by their titles there, and all else of the batch. */
  async function shown({ pages = [], fresh = [], made = [], batch, record, files = {}, isLater }: Shown) {
    const service = new MemoryService();
    const old = pages.map((text, at) => ({ ...service.newPage(`Page ${at}`, ''), text }));
    const space = service.addSpace('Guides', old);
    const { id, number, urls, revision } = await service.createChangeRequest(space, 'Edit [1]');
    const come = fresh.map(([title, text]) => ({ ...service.newPage(title, ''), text }));
    service.editChangeRequest(id, (all) => [...all, ...come]);
    if (isLater === true) service.editChangeRequest(id, (all) => all);
    const ids = old.map((page) => page.id);
    const given: ProposalRecord = {
      ...{ branch: 'main', space, marker: '1', subject: 'Edit', state: 'open', ours: true },
      ...{ ...nothingSent, changeRequest: { id, number, url: urls.app } },
      ...record?.(come.map((page) => page.id)),
      pending: made.map(([title, text], at) => ({ key: `new:${at}.md`, title, text, known: ids })),
      unanswered: { before: revision, updates: [], placed: [], deleted: [], ...batch?.(ids) },
    };
    const content = await service.content({ kind: 'change-request', space, id });
    const there = Object.entries(files).map(([path, text]) => service.file(path, text));
    // Some services give a file no path, but its name alone.
    const revisionFiles = there.map(({ id, path }) =>
      path.includes('/') ? { id, name: `upload-${id}`, git: { path } } : { id, name: path },
    ) as unknown as typeof content.files;
    const remote = Object.assign(Object.create(service) as MemoryService, {
      content: service.content.bind(service),
      page: service.page.bind(service),
      download: async (file: { id: string }) => there.find((each) => each.id === file.id)!.bytes,
    });
    const adopted = await adoptUnanswered(remote, given, { ...content, files: revisionFiles });
    const titleOfId = new Map(come.map((page) => [page.id, page.title]));
    const found = Object.entries(adopted.pages).map(([key, page]) => [key, titleOfId.get(page.id)]);
    return { found: Object.fromEntries(found) as object, adopted, isDone: adopted.revision === content.id };
  }

  const words = 'One.\n\nTwo.\n\nThree.\n';
  const [one, two] = [`# One\n\n${words}`, '# Two\n\nFour.\n\nFive.\n\nSix.\n'];

  it.each<[string, Shown, object]>([
    [
      'are those with their titles, whoever else wrote',
      {
        made: [
          ['Two', two],
          ['One', one],
        ],
        fresh: [
          ['One', one],
          ['Two', two],
        ],
        isLater: true,
      },
      { 'new:0.md': 'Two', 'new:1.md': 'One' },
    ],
    [
      'are as many as are there',
      {
        made: [
          ['Two', two],
          ['One', one],
        ],
        fresh: [['One', one]],
      },
      { 'new:1.md': 'One' },
    ],
    ['are none where no page is new', { made: [['One', one]], pages: [one] }, {}],
    [
      'are found once each',
      {
        made: [
          ['One', one],
          ['One', one],
        ],
        fresh: [
          ['One', one],
          ['One', two],
        ],
      },
      { 'new:0.md': 'One', 'new:1.md': 'One' },
    ],
    [
      'are not a page that was made before and that somebody brought back',
      {
        ...{ made: [['One', one]], fresh: [['One', one]] },
        record: ([id]) => ({ pages: { 'new:old.md': { id: id!, path: 'old.md', text: one, mark: '' } } }),
      },
      { 'new:old.md': 'One' },
    ],
    [
      'are the only new page under another title, with the same text',
      { made: [['One', '# One\n']], fresh: [['One (2)', '\n# One (2)\n']] },
      { 'new:0.md': 'One (2)' },
    ],
    [
      'are no page under another title where somebody else wrote',
      { made: [['One', one]], fresh: [['Uno', one]], isLater: true },
      {},
    ],
    [
      'are no page under another title beside another new one',
      {
        made: [['One', one]],
        fresh: [
          ['Uno', one],
          ['Due', two],
        ],
      },
      {},
    ],
    [
      'are no page under another title where several were sent',
      {
        made: [
          ['One', one],
          ['Two', two],
        ],
        fresh: [['Uno', one]],
      },
      {},
    ],
  ])('[SYNC-15] the pages that it made %s', async (_, given, found) => {
    expect((await shown(given)).found).toEqual(found);
  });

  const picture = '.gitbook/assets/a.png';
  it.each<[string, boolean, Shown]>([
    ['a file has its path and bytes', true, { files: { [picture]: 'bytes' } }],
    ['one of two files with its name has its bytes', true, { files: { 'x/a.png': 'x', 'y/a.png': 'bytes' } }],
    ['its bytes are in a file with another name', false, { files: { 'x/b.png': 'bytes' } }],
    ['there is no file', false, {}],
  ])('[SYNC-15] its picture tells where %s: %s', async (_, expected, given) => {
    const batch = () => ({ files: { [picture]: oidOf('bytes'), 'SUMMARY.md': oidOf('# Contents\n') } });
    expect((await shown({ ...given, batch })).isDone).toBe(expected);
  });

  it('[SYNC-15] all its pictures have to be there', async () => {
    const batch = () => ({ files: { [picture]: oidOf('bytes'), 'b.png': oidOf('more') } });
    expect((await shown({ files: { [picture]: 'bytes' }, batch })).isDone).toBe(false);
    expect((await shown({ files: { [picture]: 'bytes', 'b.png': 'more' }, batch })).isDone).toBe(true);
    const contents = () => ({ files: { 'SUMMARY.md': oidOf('# Contents\n') } });
    expect((await shown({ batch: contents })).isDone).toBe(false);
    expect((await shown({})).isDone).toBe(false);
  });

  it.each<[string, boolean, (ids: readonly string[]) => Partial<UnansweredBatch>]>([
    ['one of two pages lies where it was to be put', true, ([a, b]) => ({ moved: { [a!]: b!, [b!]: null } })],
    [
      'a page lies there, and somebody brought a deleted one back',
      true,
      ([a, b]) => ({ moved: { [a!]: null }, deleted: [b!] }),
    ],
    ['no page lies there', false, ([a, b]) => ({ moved: { [a!]: b! } })],
    [
      'the moved page is gone, and so is a deleted one',
      true,
      ([a]) => ({ moved: { gone: a! }, deleted: ['other'] }),
    ],
    ['the moved page is gone', false, ([a]) => ({ moved: { gone: a! } })],
  ])('[SYNC-15] its moves tell where %s: %s', async (_, expected, batch) => {
    expect((await shown({ pages: [one, two], batch })).isDone).toBe(expected);
  });

  it('[SYNC-15] a new file of a page tells nothing where the service says no file of the page', async () => {
    const batch = ([id]: readonly string[]): Partial<UnansweredBatch> => ({
      updates: [
        {
          key: id!,
          text: one,
          previous: one,
          page: { id: id!, path: 'a.md', text: one, mark: '', file: 'a.md' },
        },
      ],
    });
    expect((await shown({ pages: [one], batch })).isDone).toBe(false);
  });
});
