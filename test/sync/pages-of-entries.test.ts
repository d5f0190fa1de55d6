import { describe, expect, it } from 'vitest';
import type { Versions } from '../../src/content/index.ts';
import type { AcceptedPage } from '../../src/sync/branch/accepted.ts';
import { summaryPages } from '../../src/sync/branch/summary-pages.ts';

type Ids = Readonly<Record<string, string>>;

const list = (paths: readonly string[]): Uint8Array =>
  new TextEncoder().encode(`# Table of contents\n\n${paths.map((path) => `* [X](${path})\n`).join('')}`);

/** The identities of entries in the three versions of `docs/SUMMARY.md`, which list these paths and have these pages. */
async function identities(
  lists: Versions<readonly string[]>,
  ids: Versions<Ids>,
  {
    differing = [],
    deleted = [],
    accepted = [],
  }: {
    readonly differing?: readonly string[];
    readonly deleted?: readonly string[];
    readonly accepted?: readonly AcceptedPage[];
  } = {},
) {
  const at = (side: keyof Versions<Ids>) => async (path: string) =>
    ids[side][path.replace(/^docs\//u, '')] ?? null;
  const found = await summaryPages(
    'docs/SUMMARY.md',
    { base: list(lists.base), ours: list(lists.ours), theirs: list(lists.theirs) },
    {
      ...{ base: at('base'), ours: at('ours'), theirs: at('theirs') },
      differs: (path) => differing.includes(path),
      isDeleted: (path) => deleted.includes(path),
      isContents: (path) => path === 'docs/SUMMARY.md',
    },
    accepted,
  );
  const of = (side: keyof Versions<Ids>): string[] => lists[side].map((path) => found[side]!(path));
  return { ...found, base: of('base'), ours: of('ours'), theirs: of('theirs') };
}

const sent = (change: Partial<AcceptedPage>): AcceptedPage => ({
  ...{ id: 'p', path: 'docs/a.md', target: 'docs/a.md', text: '# A\n', sentAt: null },
  ...change,
});

describe('the entries of a table of contents', () => {
  const ids = { base: { 'a.md': 'p' }, ours: { 'a.md': 'p' }, theirs: { 'a.md': 'p' } };
  const lists = { base: ['a.md'], ours: ['a.md'], theirs: ['a.md'] };

  it('are those of their paths where all versions list the same file', async () => {
    expect(await identities(lists, ids)).toMatchObject({ base: ['a.md'], ours: ['a.md'], theirs: ['a.md'] });
  });

  it('are those of their pages where the file may be another one', async () => {
    const pages = { base: ['page p'], ours: ['page p'], theirs: ['page q'] };
    const others = { ...ids, theirs: { 'a.md': 'q' } };
    expect(await identities(lists, others, { differing: ['docs/a.md'] })).toMatchObject(pages);
  });

  it('are those of their pages where one version lists a page at another path, though no file differs', async () => {
    const moved = { ...lists, theirs: ['b.md'] };
    const there = { ...ids, theirs: { 'b.md': 'p' } };
    const one = { base: ['page p'], ours: ['page p'], theirs: ['page p'] };
    expect(await identities(moved, there)).toMatchObject(one);
    expect(await identities({ ...lists, ours: ['b.md'] }, { ...ids, ours: { 'b.md': 'p' } })).toMatchObject(
      one,
    );
    expect(await identities({ ...lists, base: ['b.md'] }, { ...ids, base: { 'b.md': 'p' } })).toMatchObject(
      one,
    );
  });

  it('are those of their paths where no page is known', async () => {
    const none = { base: {}, ours: {}, theirs: {} };
    expect(await identities({ ...lists, theirs: ['b.md'] }, none)).toMatchObject({
      ...{ base: ['a.md'], ours: ['a.md'], theirs: ['b.md'] },
    });
  });

  it('are still those of a page whose file is gone, unless the page has another line', async () => {
    const moved = { base: ['a.md'], ours: ['a.md'], theirs: ['b.md'] };
    const gone = { base: { 'a.md': 'p' }, ours: {}, theirs: { 'b.md': 'p' } };
    expect((await identities(moved, gone)).ours).toEqual(['page p']);
    const both = { ...moved, ours: ['a.md', 'b.md'] };
    expect((await identities(both, { ...gone, ours: { 'b.md': 'p' } })).ours).toEqual(['a.md', 'page p']);
  });

  it('are told where their pages are deleted there', async () => {
    const moved = { ...lists, theirs: [] };
    expect(await identities(moved, ids, { deleted: ['docs/a.md'] })).toMatchObject({
      deleted: new Set(['page p']),
    });
    expect((await identities(moved, ids)).deleted).toEqual(new Set());
  });

  it('are in the base those of pages that were sent from there', async () => {
    const moved = { base: ['a.md'], ours: ['a.md'], theirs: ['b.md'] };
    const there = { base: {}, ours: { 'a.md': 'p' }, theirs: { 'b.md': 'p' } };
    const accepted = [sent({}), sent({ id: null, path: 'docs/x.md' })];
    expect((await identities(moved, there, { accepted })).base).toEqual(['page p']);
    expect((await identities(moved, there)).base).toEqual(['page p']);
    expect((await identities(moved, { ...there, ours: {} }, { accepted })).base).toEqual(['page p']);
    expect((await identities(moved, { ...there, ours: {} })).base).toEqual(['a.md']);
  });

  it('are those of missing files at paths that their pages left', async () => {
    const moved = { base: ['a.md'], ours: ['a.md', 'b.md'], theirs: ['b.md'] };
    const there = { base: {}, ours: { 'a.md': 'p', 'b.md': 'p' }, theirs: { 'b.md': 'p' } };
    const found = await identities(moved, there, { accepted: [sent({ target: 'docs/b.md' })] });
    expect(found.ours).toEqual(['page p', 'b.md']);
    expect(found.theirs).toEqual(['page p']);
  });
});

describe('what was sent of the entries', () => {
  const lists = { base: ['a.md', 'b.md'], ours: ['a.md', 'b.md'], theirs: ['b.md', 'a.md'] };
  const side = { 'a.md': 'p', 'b.md': 'q' };
  const ids = { base: side, ours: side, theirs: side };

  it('are the titles of the pages, and what the service could not be told of the table and of its entries', async () => {
    const accepted = [
      sent({ isUnplaced: true }),
      sent({ id: 'q', path: 'docs/b.md', target: 'docs/b.md', text: '# B\n' }),
      sent({ id: 'r', path: 'docs/c.md', target: 'docs/c.md', text: 'No title.\n' }),
      sent({ id: null, path: 'x/SUMMARY.md', target: 'x/SUMMARY.md', text: '# Not\n', untold: ['x'] }),
      sent({ id: null, path: 'SUMMARY.md', target: 'docs/SUMMARY.md', text: '# No\n', untold: ['c.md'] }),
      sent({ id: 's', path: 'docs/d.md', target: 'docs/SUMMARY.md', text: '', untold: ['y'] }),
    ];
    const found = await identities(lists, ids, { accepted: accepted.toReversed() });
    expect(found).toMatchObject({
      untold: new Set(['c.md']),
      sentTitles: new Set(['A', 'B']),
      unplaced: new Set(['page p', 'a.md']),
    });
  });

  it('are the places of pages whose files lay in another folder than their lines said', async () => {
    const accepted = [
      sent({ path: 'docs/more/a.md', target: 'docs/a.md' }),
      sent({ id: 'q', path: 'docs/c.md', target: 'docs/b.md' }),
      sent({ id: 'r', path: 'docs/more/d.md', target: 'docs/d.md' }),
    ];
    const options = { accepted, differing: ['docs/a.md', 'docs/b.md'] };
    expect((await identities(lists, ids, options)).sentPlaces).toEqual(new Set(['page p']));
  });
});

it('a file that is no table of contents has no entries, and one that a version lacks has none', async () => {
  const versions = { base: list(['a.md']), ours: list(['a.md']), theirs: list(['b.md']) };
  const none = async (): Promise<null> => null;
  const isContents = (path: string): boolean => path === 'docs/contents.md';
  const pages = { base: none, ours: none, theirs: none, differs: () => true, isContents };
  expect(await summaryPages('docs/a.md', versions, pages)).toEqual({ isContents: false });
  for (const side of ['base', 'ours', 'theirs'] as const)
    expect(await summaryPages('docs/contents.md', { ...versions, [side]: null }, pages)).toEqual({
      isContents: true,
    });
  expect(await summaryPages('docs/contents.md', versions, pages)).toHaveProperty('unplaced');
});
