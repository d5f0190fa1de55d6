import { describe, expect, it } from 'vitest';
import {
  acceptedBefore,
  acceptedFilesOf,
  acceptedTexts,
  carriedPages,
  dropProposal,
  isAnswered,
  isKeptAfterFollowing,
  isOnlyOurs,
  proposalPath,
  acceptedRemovalsOf,
  readOthersProposals,
  readProposal,
  readProposals,
  removeProposal,
  saveProposal,
  sentPaths,
  waitsForBranch,
} from '../../src/sync/state/proposals.ts';
import type { MadePage, ProposalRecord, SentFiles } from '../../src/sync/state/proposals.ts';

const open: ProposalRecord = {
  branch: 'main',
  space: 'space1',
  marker: 'abcde',
  subject: 'Mine',
  changeRequest: { id: 'cr1', number: 1, url: 'https://docs.example.com/cr/1' },
  state: 'open',
  ours: true,
  fingerprint: 'f',
  revision: 'r',
  pages: { 'new:own.md': { id: 'page9', path: 'own.md', text: '# Own\n', mark: 'm' } },
  placed: ['page2'],
  deleted: ['page3'],
  removed: { 'gone.md': { sentAt: 'commit' } },
  files: {},
  pending: [],
};

function dropped(record: ProposalRecord): ProposalRecord | null {
  const documents = new Map<string, unknown>();
  dropProposal({ setOwnDocument: (path, value) => void documents.set(path, value) }, record);
  expect([...documents.keys()]).toEqual([proposalPath('main', 'space1')]);
  return documents.get(proposalPath('main', 'space1')) as ProposalRecord | null;
}

describe('a proposal that is given up', () => {
  it('is forgotten where nothing came before it', () => {
    expect(dropped(open)).toBeNull();
  });

  it('leaves what the service took before it, and nothing of its own', () => {
    const taken = { 'taken.md': { id: 'page5', text: '# Taken\n' } };
    const left = dropped({
      ...open,
      adopted: taken,
      removed: { ...open.removed, 'older.md': { sentAt: 'commit', taken: true } },
    });

    expect(Object.fromEntries(acceptedTexts(left))).toEqual(taken);
    expect(Object.keys(acceptedRemovalsOf(left))).toEqual(['older.md']);
    expect(left).toEqual({
      ...{ branch: 'main', space: 'space1', marker: 'abcde', subject: 'Mine', ours: true },
      ...{ fingerprint: '', revision: '', pages: {}, placed: [], deleted: [], files: {}, pending: [] },
      ...{ changeRequest: null, state: 'merged', adopted: taken },
      removed: { 'older.md': { sentAt: 'commit', taken: true } },
    });
  });
});

describe('the files that the service took from here', () => {
  const older: SentFiles = { files: { 'SUMMARY.md': 'f1' }, filesSentAt: 'c1', untold: ['x'], deleted: [] };
  const sent: SentFiles = { files: { 'a.png': 'f2' }, filesSentAt: 'c2', untold: ['y'], deleted: ['page3'] };

  it.each<[string, Partial<ProposalRecord>, readonly SentFiles[]]>([
    ['are none where no file was sent', { state: 'merged' }, []],
    ['are none while their change request is open', sent, []],
    ['are those of a change request that was merged', { ...sent, state: 'merged' }, [sent]],
    ['are known before those of the next one are taken', { ...sent, adoptedFiles: [older] }, [older]],
    ['are told newest first', { ...sent, state: 'merged', adoptedFiles: [older] }, [sent, older]],
    ['are known when the next one had none', { state: 'merged', adoptedFiles: [older] }, [older]],
  ])('%s', (_what, change, files) => {
    const record = { ...open, ...change };

    expect(acceptedFilesOf(record)).toEqual(files);
    expect(acceptedBefore(record).adoptedFiles ?? []).toEqual(files);
    const accepted = {
      ...open,
      pages: {},
      removed: {},
      ...change,
      state: 'open' as const,
      adoptedFiles: files,
    };
    expect(waitsForBranch(accepted)).toBe(files.length > 0);
  });

  it('are remembered when the next change request is given up', () => {
    expect(acceptedFilesOf(dropped({ ...open, ...sent, adoptedFiles: [older] }))).toEqual([older]);
  });
});

describe('a change request is only ours', () => {
  const now = { revision: 'r1', revisionInitial: 'r0', revisionMergedAncestor: 'r2' };

  it.each<[string, Partial<ProposalRecord>, Partial<typeof now>, boolean]>([
    ['at the revision that we wrote', { own: 'r1' }, {}, true],
    ['before anybody writes into it', {}, { revision: 'r0' }, true],
    ['where only the service has updated it', {}, { revision: 'r2' }, true],
    ['not at another revision', { own: 'r9' }, {}, false],
    ['not where somebody may have written', {}, {}, false],
  ])('%s', (_what, change, seen, isOurs) => {
    expect(isOnlyOurs({ ...open, ...change }, { ...now, ...seen })).toBe(isOurs);
  });
});

describe('the record of a proposal', () => {
  const documents = (given: Readonly<Record<string, unknown>>) =>
    ({
      document: async (path: string) => given[path] ?? null,
      ownDocument: async (path: string) => given[path] ?? null,
      listOwn: (folder: string) => Object.keys(given).filter((path) => path.startsWith(folder)),
      listOthers: (folder: string) => Object.keys(given).filter((path) => path.includes(`/${folder}`)),
    }) as never;

  it('is found by its branch and its space, and counts only for these', async () => {
    const path = proposalPath('main', 'space1');
    expect(path).toBe('proposals/space1/main.json');
    expect(await readProposal(documents({ [path]: open }), 'main', 'space1')).toEqual(open);
    expect(await readProposal(documents({}), 'main', 'space1')).toBeNull();
    for (const change of [{ branch: 'other' }, { space: 'space2' }])
      expect(await readProposal(documents({ [path]: { ...open, ...change } }), 'main', 'space1')).toBeNull();
  });

  it('is left out of the list where it is damaged', async () => {
    const { marker: _, ...unmarked } = open;
    const { pages: __, ...without } = open;
    const inFolder = (folder: string) =>
      documents({
        [`${folder}proposals/a`]: open,
        [`${folder}proposals/b`]: unmarked,
        [`${folder}proposals/c`]: without,
        [`${folder}proposals/d`]: 'text',
        [`${folder}proposals/e`]: { ...open, marker: 7 },
        [`${folder}proposals/f`]: { ...open, space: 's' },
        [`${folder}elsewhere/g`]: { ...open, space: 'elsewhere' },
      });

    const spaces = ['space1', 's'];
    expect((await readProposals(inFolder(''))).map(({ space }) => space)).toEqual(spaces);
    expect((await readOthersProposals(inFolder('clones/x/'))).map(({ space }) => space)).toEqual(spaces);
  });

  it('is written and removed at its own path', () => {
    const written = new Map<string, unknown>();
    const state = { setOwnDocument: (path: string, value: unknown) => void written.set(path, value) };
    saveProposal(state, open);
    expect([...written]).toEqual([[proposalPath('main', 'space1'), open]]);
    removeProposal(state, open);
    expect([...written]).toEqual([[proposalPath('main', 'space1'), null]]);
  });

  it('is answered once nothing that was sent is open', () => {
    const unanswered = { before: 'r', updates: [], placed: [], deleted: [] };
    expect(isAnswered({})).toBe(true);
    expect(isAnswered({ unanswered })).toBe(false);
  });
});

describe('the pages that a proposal carries', () => {
  const sent = (id: string, path: string, more: object = {}) => ({
    id,
    path,
    text: `# ${id}\n`,
    mark: 'm',
    ...more,
  });
  const made = (id: string, more: object = {}): MadePage => ({ id, text: `# ${id}\n`, ...more });
  const plain = { sentAt: null, keepsPlace: false, isUnplaced: false };

  it('are those that it made and those that it edits, by their local paths', () => {
    const record = {
      ...open,
      pages: {
        'new:own.md': sent('p9', 'own.md', { sentAt: 'c1', keepsPlace: true, isUnplaced: true }),
        p1: sent('p1', 'usage.md'),
      },
    };
    expect(Object.fromEntries(carriedPages(record))).toEqual({
      'own.md': made('p9', { sentAt: 'c1', keepsPlace: true, isUnplaced: true }),
      'usage.md': made('p1', plain),
    });
    expect([...carriedPages(null)]).toEqual([]);
  });

  it('are those of earlier change requests, unless a newer one made a page at that path', () => {
    const record = {
      ...open,
      pages: {
        'new:a.md': sent('new-a', 'a.md'),
        'new:b.md': sent('new-b', 'b.md'),
        p3: sent('p3', 'c.md'),
      },
      adopted: {
        'a.md': made('old-a'),
        'b.md': made('old-b', { twice: true }),
        'c.md': made('old-c'),
        'd.md': made('old-d'),
      },
    };
    const carried = carriedPages(record);
    expect([...carried].map(([path, { id }]) => `${path} ${id}`)).toEqual([
      ...['a.md new-a', 'b.md old-b', 'c.md old-c', 'd.md old-d'],
    ]);
  });

  it('were accepted once they are merged, and before that those of earlier change requests were', () => {
    const record = { ...open, adopted: { 'd.md': made('old-d') } };
    expect([...acceptedTexts(record).keys()]).toEqual(['d.md']);
    expect([...acceptedTexts({ ...record, state: 'merged' }).keys()]).toEqual(['own.md', 'd.md']);
    expect([...acceptedTexts({ ...open, state: 'archived' })]).toEqual([]);
    expect([...acceptedTexts(null)]).toEqual([]);
  });

  it('are at the paths that their writer gave them', () => {
    const pages = { 'new:own.md': sent('p9', 'own.md'), p1: sent('p1', 'usage.md') };
    expect([...sentPaths({ ...open, pages, moved: { p1: 'use.md', p9: 'older.md' } })]).toEqual([
      ['p1', 'use.md'],
      ['p9', 'own.md'],
    ]);
    expect([...sentPaths({ ...open, pages })]).toEqual([['p9', 'own.md']]);
  });
});

describe('a branch waits', () => {
  const none = { pages: {}, removed: {}, placed: [], deleted: [] };
  const page: MadePage = { id: 'p', text: '' };

  it.each<[string, Partial<ProposalRecord>, boolean]>([
    ['for nothing, where nothing was accepted', {}, false],
    ['for a merged change request', { state: 'merged' }, true],
    ['for nothing, where nothing was ever sent', { state: 'merged', changeRequest: null }, false],
    ['for a page that was accepted', { adopted: { 'a.md': page } }, true],
    [
      'for nothing, where another branch makes the page',
      { adopted: { 'a.md': { ...page, shared: true } } },
      false,
    ],
    ['for nothing, where a person decides', { adopted: { 'a.md': { ...page, twice: true } } }, false],
    ['for one of two pages', { adopted: { 'a.md': page, 'b.md': { ...page, twice: true } } }, true],
    ['for a deletion that was accepted', { removed: { 'a.md': { sentAt: 'c', taken: true } } }, true],
    ['for nothing, where a deletion was only sent', { removed: { 'a.md': { sentAt: 'c' } } }, false],
  ])('%s', (_what, change, waits) => {
    expect(waitsForBranch({ ...open, ...none, ...change })).toBe(waits);
  });

  it('for no page that is kept after following', () => {
    expect(
      [page, { ...page, shared: true as const }, { ...page, twice: true as const }].map(isKeptAfterFollowing),
    ).toEqual([...[false, true, true]]);
  });

  it('for the deletions of a merged change request, all of them', () => {
    const removed = {
      'a.md': { sentAt: 'c1', unpublished: true as const },
      'b.md': { sentAt: 'c2', taken: true as const },
    };
    expect(acceptedRemovalsOf({ ...open, removed, state: 'merged' })).toEqual({
      'a.md': { sentAt: 'c1', unpublished: true, taken: true },
      'b.md': { sentAt: 'c2', taken: true },
    });
    expect(acceptedRemovalsOf({ ...open, removed })).toEqual({ 'b.md': { sentAt: 'c2', taken: true } });
    expect(acceptedRemovalsOf(null)).toEqual({});
    expect(acceptedBefore(null)).toEqual({});
    expect(acceptedBefore({ ...open, ...none })).toEqual({});
  });
});
