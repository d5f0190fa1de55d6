import { beforeEach, describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import type { CyclePorts } from '../../src/sync/proposals/ports.ts';
import { pagesMadeHere, pagesOfOtherProposals } from '../../src/sync/proposals/born-here.ts';
import type { SentElsewhere } from '../../src/sync/proposals/born-here.ts';
import { deletedPagesOf, lastCommitWithPages } from '../../src/sync/proposals/deleted-after-merge.ts';
import type { TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { renewedPages } from '../../src/sync/proposals/renewed-pages.ts';
import { saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
let base: string;
const text = '# Tides\n\nThey come and go.\n\nTwice a day.\n';
const edited = `${text}\nMine.\n`;

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  base = world.context.tip.commit!;
  world.git.force('refs/heads/main', base);
});

/** The mirror gets a commit with these changes. */
const mirrors = async (files: Record<string, string | null>): Promise<string> => {
  const commit = await commitFiles(world.git, world.context.tip.commit, files);
  world.context.tip = { commit, tree: await world.git.treeOf(commit) };
  return commit;
};
/** The branch gets a commit with these changes. */
const commits = async (files: Record<string, string | null>): Promise<string> => {
  const commit = await commitFiles(world.git, await world.git.resolveRef('refs/heads/main'), files);
  world.git.force('refs/heads/main', commit);
  return commit;
};
/** A change request with these changes is merged, and the mirror has the merge. */
const proposed = async (files: Record<string, string | null>): Promise<void> => {
  const message = 'Merged\n\nSpace: s1\nRevision: r1\nChange-Request: 4\n';
  const commit = await commitFiles(world.git, world.context.tip.commit, files, { message });
  world.context.tip = { commit, tree: await world.git.treeOf(commit) };
};
const sent = (id: string, path: string, change: Partial<SentPage> = {}): SentPage => ({
  ...{ id, path, text, mark: '', sentAt: null },
  ...change,
});

describe('[SYNC-68] a new page that is an edit of one that the service deleted', () => {
  const fresh = (path: string, change: Partial<TextEdit> = {}): TextEdit => ({
    ...{ key: `new:${path}`, path, from: null, text: edited, baseText: null, title: null, slug: null },
    ...change,
  });
  const renewed = async (
    texts: readonly TextEdit[],
    bytes: Readonly<Record<string, string>> = {},
    before: Pick<ProposalRecord, 'pages' | 'renewed' | 'state'> | null = null,
  ): Promise<string[]> => [
    ...(await renewedPages(world, {
      ...{ space: { id: world.space, path: 'guides' }, mirror: world.context.tip.commit, before },
      edits: { ...noEdits, texts },
      bytes: new Map(Object.entries(bytes).map(([path, each]) => [path, new TextEncoder().encode(each)])),
    })),
  ];
  const deletes = async (path: string, bytes: string): Promise<void> => {
    await mirrors({ [path]: bytes });
    await mirrors({ [path]: null });
  };

  it.each<[string, string, string, boolean]>([
    ['is known by its path and most of its text', text, edited, true],
    ['is none where it is the very same: somebody took the deletion back', text, text, false],
    ['is none where it says something else', text, '# Boats\n\nOf wood.\n\nOr of steel.\n', false],
  ])('%s', async (_, gone, here, is) => {
    await deletes('guides/tides.md', gone);
    const page = fresh('tides.md', { text: here });
    expect(await renewed([page], { 'tides.md': here })).toEqual(is ? ['tides.md'] : []);
    expect(await renewed([fresh('moved.md', { text: here })], { 'moved.md': here })).toEqual([]);
  });

  it('is known by its identity, wherever it is', async () => {
    await deletes('guides/tides.md', withPageId(text, 'p1'));
    const other = '# Other\n';
    const of = (id: string) =>
      renewed([fresh('moved.md', { text: other })], { 'moved.md': withPageId(other, id) });
    expect(await of('p1')).toEqual(['moved.md']);
    expect(await of('p2')).toEqual([]);
  });

  it('is none that only moved in the service, none of another folder, and none without a mirror', async () => {
    const { id } = world.service.pagesOf(world.space)[0]!;
    await deletes('guides/old.md', withPageId(text, id));
    await deletes('other/tides.md', text);
    const here = [fresh('old.md'), fresh('tides.md')];
    const bytes = { 'old.md': edited, 'tides.md': edited };
    expect(await renewed(here, bytes)).toEqual([]);
    await deletes('guides/tides.md', text);
    expect(await renewed(here, bytes)).toEqual(['tides.md']);
    world.context.tip = { commit: null, tree: null };
    expect(await renewed(here, bytes)).toEqual([]);
  });

  it('is known from the proposal as long as it is there', async () => {
    const before = { pages: {}, renewed: ['tides.md'], state: 'open' as const };
    expect(await renewed([fresh('tides.md'), fresh('other.md')], {}, before)).toEqual(['tides.md']);
    expect(await renewed([fresh('other.md')], {}, before)).toEqual([]);
  });

  it.each<[string, Partial<ProposalRecord>, boolean]>([
    ['a change request of ours edits', { pages: { gone: sent('gone', 'tides.md') } }, true],
    [
      'a merged change request of ours made',
      { state: 'merged', pages: { 'new:tides.md': sent('gone', 'tides.md') } },
      true,
    ],
    ['an open change request of ours makes', { pages: { 'new:tides.md': sent('gone', 'tides.md') } }, false],
    [
      'a merged change request of ours made beside another page',
      { state: 'merged', pages: { 'new:b.md': sent('b', 'b.md'), 'new:tides.md': sent('gone', 'tides.md') } },
      true,
    ],
    [
      'a merged change request did not make',
      { state: 'merged', pages: { 'new:b.md': sent('b', 'b.md') } },
      false,
    ],
    ['no change request knows', {}, false],
  ])('is one that the service deleted and %s', async (_, change, is) => {
    const before = { pages: {}, state: 'open' as const, ...change };
    expect(await renewed([fresh('tides.md', { key: 'gone' })], {}, before)).toEqual(is ? ['tides.md'] : []);
    const { id } = world.service.pagesOf(world.space)[0]!;
    const pages = { [id]: sent(id, 'usage.md') };
    expect(await renewed([fresh('usage.md', { key: id })], {}, { ...before, pages })).toEqual([]);
  });

  it('is not looked for again once it was sent, nor where the page is there', async () => {
    await deletes('guides/tides.md', text);
    const before = { state: 'open' as const, pages: { 'new:tides.md': sent('p1', 'tides.md') } };
    expect(await renewed([fresh('tides.md')], { 'tides.md': edited }, before)).toEqual([]);
    const { id } = world.service.pagesOf(world.space)[0]!;
    const bytes = { 'tides.md': withPageId(edited, id) };
    expect(await renewed([fresh('tides.md')], bytes)).toEqual([]);
    expect(await renewed([fresh('tides.md', { from: 'tides.md' })], { 'tides.md': edited })).toEqual([]);
  });
});

describe('the commit of the mirror before pages of ours were deleted', () => {
  const files = (read: Readonly<Record<string, string | null>> = {}): CyclePorts['files'] =>
    ({
      read: async (path: string) => {
        const words = read[path];
        return words === undefined || words === null
          ? { outcome: words === undefined ? 'missing' : 'refused' }
          : { outcome: 'file', bytes: new TextEncoder().encode(words) };
      },
    }) as unknown as CyclePorts['files'];
  const found = async (branch = 'main', read: Readonly<Record<string, string | null>> = {}) =>
    lastCommitWithPages({ files: files(read) }, world.context, branch);
  const merged = (change: Partial<ProposalRecord> = {}): void =>
    saveProposal(
      world.state,
      world.proposal(null, { state: 'merged', pages: { 'new:tides.md': sent('p1', 'tides.md') }, ...change }),
    );
  /** The branch sends a page, and the service deletes it after the merge. */
  const history = async (): Promise<string> => {
    await commits({ 'guides/tides.md': text });
    const withPage = await mirrors({ 'guides/new/tides.md': withPageId(text, 'p1') });
    await mirrors({ 'guides/new/tides.md': null });
    await mirrors({ 'guides/other.md': '# Other\n' });
    world.git.checkOut('refs/heads/other');
    return withPage;
  };

  it('is the last one that has them, at the paths of that commit', async () => {
    const commit = await history();
    merged();
    expect(await found()).toEqual({
      commit,
      accepted: [{ id: 'p1', path: 'guides/tides.md', text, sentAt: null, target: 'guides/new/tides.md' }],
    });
  });

  it.each<[string, Partial<ProposalRecord>]>([
    ['the proposal is open', { state: 'open' }],
    ['the page was only edited here', { pages: { p1: sent('p1', 'tides.md') } }],
    [
      'the branch has edited the page since',
      { pages: { 'new:tides.md': sent('p1', 'tides.md', { text: '# T\n' }) } },
    ],
    ['the proposal is of another space', { space: 'other' }],
    ['the service has the page', { pages: {} }],
    ['the mirror never had the page', { pages: { 'new:tides.md': sent('p9', 'tides.md') } }],
  ])('is none where %s', async (_, change) => {
    await history();
    merged(change);
    expect(await found()).toBeNull();
  });

  it('is none for a branch that has followed, that is gone, or that sent nothing', async () => {
    await history();
    merged();
    world.git.force('refs/heads/idea', base);
    expect(await found('idea')).toBeNull();
    expect(await found('gone')).toBeNull();
    world.git.force('refs/heads/main', world.context.tip.commit);
    expect(await found()).toBeNull();
    world.context.tip = { commit: null, tree: null };
    expect(await found()).toBeNull();
  });

  it('is none for a branch that has followed so far, and has such a file anew', async () => {
    const withPage = await history();
    const [afterDeletion] = (await world.git.readCommit(world.context.tip.commit!)).parents;
    merged();
    for (const followed of [afterDeletion!, withPage]) {
      world.git.force('refs/heads/main', followed);
      await commits({ 'guides/tides.md': text });
      expect(await found()).toBeNull();
    }
  });

  it('is looked for with the files of the branch where it is checked out', async () => {
    await history();
    merged();
    world.git.checkOut('refs/heads/main');
    expect(await found('main', { 'guides/tides.md': edited })).toBeNull();
    expect(await found('main', { 'guides/tides.md': null })).toBeNull();
    expect(await found('main', { 'guides/tides.md': text })).not.toBeNull();
  });

  it('is looked for among pages that the mirror has no more, which are told with their keys', async () => {
    const { id } = world.service.pagesOf(world.space)[0]!;
    const pages = {
      [id]: sent(id, 'usage.md'),
      'new:tides.md': sent('p1', 'tides.md'),
      p2: sent('p2', 'b.md'),
    };
    const gone = await deletedPagesOf(world.state, { space: world.space, pages });
    expect(gone.map(([key, page]) => [key, page.id])).toEqual([
      ['new:tides.md', 'p1'],
      ['p2', 'p2'],
    ]);
  });
});

describe('[SYNC-62] the pages that a branch made before they had an identity', () => {
  const made = async (others: readonly SentElsewhere[] = [], folder = 'guides') => [
    ...(await pagesMadeHere(
      world.git,
      { branch: 'main', folder, base, mirror: world.context.tip.commit },
      others,
    )),
  ];
  const page = { id: 'p1', text };

  it('are found at their path, with the nearest version of their text', async () => {
    await commits({ 'guides/tides.md': '# Tides\n' });
    await commits({ 'guides/tides.md': text });
    await commits({ 'guides/tides.md': `${text}\nOne.\n\nTwo.\n\nThree.\n` });
    await mirrors({ 'guides/tides.md': withPageId(`${text}\nTheirs.\n`, 'p1') });
    expect(await made()).toEqual([['tides.md', page]]);
    expect(await made([], '.')).toEqual([['guides/tides.md', page]]);
    expect(await made([], 'other')).toEqual([]);
  });

  it('are found at the path that they came to, or that another branch sent them from', async () => {
    await commits({ 'guides/tides.md': text });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    await mirrors({ 'guides/tides.md': null, 'guides/moved.md': withPageId(text, 'p1') });
    expect(await made()).toEqual([['tides.md', page]]);
    world.context.tip = { commit: base, tree: null };
    await mirrors({ 'guides/else.md': withPageId(text, 'p1') });
    const elsewhere = { id: 'p1', path: 'guides/tides.md', text, sentAt: null };
    expect(await made([elsewhere])).toEqual([['tides.md', page]]);
    expect(await made([{ ...elsewhere, id: 'p2' }])).toEqual([]);
  });

  it('are found where the mirror has nothing of them but a title, of whichever words', async () => {
    await commits({ 'guides/tides.md': text });
    await mirrors({ 'guides/tides.md': withPageId('# tides\n', 'p1') });
    expect(await made()).toEqual([['tides.md', { id: 'p1', text: '# tides\n' }]]);
  });

  it('are found in a copy that has the identity of its source', async () => {
    await commits({ 'guides/tides.md': withPageId(text, 'p2') });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    expect(await made()).toEqual([['tides.md', page]]);
  });

  it('are not found where another page has that path in the mirror by now', async () => {
    await commits({ 'guides/tides.md': text });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    await mirrors({
      'guides/tides.md': withPageId('# Other\n', 'p2'),
      'guides/moved.md': withPageId(text, 'p1'),
    });
    expect(await made()).toEqual([]);
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['say something else', { 'guides/tides.md': '# Boats\n\nOf wood.\n\nOr of steel.\n' }, {}],
    ['have an identity here', { 'guides/tides.md': withPageId(text, 'p1') }, {}],
    ['are a copy of another page, edited since', { 'guides/tides.md': withPageId(edited, 'p2') }, {}],
    ['have none in the mirror', { 'guides/tides.md': text }, { 'guides/tides.md': text }],
  ])('are none that %s', async (_, here, there) => {
    await commits(here);
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1'), ...there });
    expect(await made()).toEqual([]);
  });

  it('are found where another branch sent them, with another text or from another folder', async () => {
    const long = `${text}\nBoth of them.\n\nEvery day.\n`;
    await commits({ 'guides/tides.md': long, 'other/tides.md': long });
    await mirrors({ 'guides/else.md': withPageId('# Other\n', 'p1') });
    const changed = {
      id: 'p1',
      path: 'guides/tides.md',
      text: long.replace('Twice', 'Thrice'),
      sentAt: null,
    };
    expect(await made([changed])).toEqual([['tides.md', { id: 'p1', text: long }]]);
    expect(await made([{ ...changed, path: 'other/tides.md' }])).toEqual([]);
  });

  it('are found once where two pages came to one path after each other', async () => {
    await commits({ 'guides/tides.md': text });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    await mirrors({ 'guides/tides.md': null, 'guides/a.md': withPageId(text, 'p1') });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p2') });
    await mirrors({ 'guides/tides.md': null, 'guides/b.md': withPageId(text, 'p2') });
    expect(await made()).toEqual([['tides.md', page]]);
  });

  it('are found where only their present text is the one that the branch has', async () => {
    await commits({ 'guides/tides.md': text });
    await mirrors({ 'guides/tides.md': withPageId('# Boats\n\nOf wood.\n', 'p1') });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    expect(await made()).toEqual([['tides.md', page]]);
  });

  it('are not found where the branch has a folder at the path of the page', async () => {
    await commits({ 'guides/tides.md/x.md': text });
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    expect(await made()).toEqual([]);
  });

  it('are not found among the files that the branch began with', async () => {
    base = await mirrors({ 'guides/old.md': text, 'guides/stays.md': text });
    world.git.force('refs/heads/main', base);
    await commits({ 'guides/old.md': null });
    await proposed({ 'guides/old.md': null, 'guides/there.md': withPageId(text, 'p1') });
    expect(await made([{ id: 'p1', path: 'guides/old.md', text, sentAt: null }])).toEqual([]);
  });

  it('cost nothing where one side has nothing new', async () => {
    const { tip } = world.context;
    const unasked = {
      ...{ resolveRef: async (ref: string) => world.git.resolveRef(ref) },
      log: () => {
        throw new Error('Nobody has to read the history.');
      },
      diffTrees: () => Promise.reject(new Error('Nobody has to compare commits.')),
    } as unknown as typeof world.git;
    const side = { branch: 'main', folder: 'guides', base };
    expect((await pagesMadeHere(unasked, { ...side, mirror: await mirrors({ 'a.md': 'A' }) })).size).toBe(0);
    await commits({ 'guides/tides.md': text });
    expect((await pagesMadeHere(unasked, { ...side, mirror: tip.commit })).size).toBe(0);
    expect((await pagesMadeHere(unasked, { ...side, branch: 'gone', mirror: tip.commit })).size).toBe(0);
    const compared = { ...unasked, diffTrees: world.git.diffTrees.bind(world.git) } as typeof world.git;
    const mirror = await mirrors({ 'guides/map.svg': '<svg/>' });
    expect((await pagesMadeHere(compared, { ...side, mirror })).size).toBe(0);
  });

  it('are none of a branch that is gone', async () => {
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    world.git.force('refs/heads/main', null);
    expect(await made()).toEqual([]);
  });

  it('are none without a mirror, or where one side has nothing new', async () => {
    await mirrors({ 'guides/tides.md': withPageId(text, 'p1') });
    expect(await made()).toEqual([]);
    await commits({ 'guides/tides.md': text });
    expect(await made()).toHaveLength(1);
    world.context.tip = { commit: base, tree: null };
    expect(await made()).toEqual([]);
    world.context.tip = { commit: null, tree: null };
    expect(await made()).toEqual([]);
    world.git.force('refs/heads/main', null);
    expect(await made()).toEqual([]);
  });

  it('are told of the other branches’ proposals with their paths from the top', async () => {
    const { state } = world;
    saveProposal(state, world.proposal(null, { pages: { a: sent('a', 'a.md') } }));
    saveProposal(
      state,
      world.proposal(null, { branch: 'idea', pages: { b: { ...sent('b', 'b.md'), sentAt: base } } }),
    );
    saveProposal(
      state,
      world.proposal(null, { branch: 'far', space: 'other', pages: { c: sent('c', 'c.md') } }),
    );
    expect(await pagesOfOtherProposals(state, 'main')).toEqual([
      { id: 'b', path: 'guides/b.md', text, sentAt: base },
    ]);
  });
});

describe('[SYNC-62] a proposed page that a branch has at another path', () => {
  const found = async (others: readonly SentElsewhere[] = []) => [
    ...(await pagesMadeHere(
      world.git,
      { branch: 'main', folder: 'guides', base, mirror: world.context.tip.commit },
      others,
    )),
  ];
  const page = { id: 'p1', text };
  const there = { 'guides/there.md': withPageId(text, 'p1') };
  const elsewhere = { ...page, path: 'guides/there.md', sentAt: null };

  it('is the file of the branch’s commits that has the same lines', async () => {
    await commits({ 'guides/here.md': text });
    await proposed(there);
    expect(await found()).toEqual([['here.md', page]]);
  });

  it.each<[string, string, string | null]>([
    ['has more lines, and the page’s text is what both started from', `${text}\nMine.\n`, text],
    ['has some of the lines', '# Tides\n\nThey come and go.\n', '# Tides\n\nThey come and go.\n'],
    ['has no file that has more than the title', '# Tides\n', null],
    ['has the lines as others', text.replace('Twice', 'Thrice'), null],
  ])('is found or not where the branch %s', async (_, here, common) => {
    await commits({ 'guides/here.md': here });
    await proposed(there);
    expect(await found()).toEqual(common === null ? [] : [['here.md', { id: 'p1', text: common }]]);
  });

  it('is found as it came, and as another branch sent it', async () => {
    await commits({ 'guides/here.md': text });
    await proposed(there);
    await mirrors({ 'guides/there.md': withPageId('# Boats\n\nOf wood.\n', 'p1') });
    expect(await found()).toEqual([['here.md', page]]);
    world.context.tip = { commit: base, tree: null };
    await proposed({ 'guides/there.md': withPageId('# Boats\n\nOf wood.\n', 'p1') });
    expect(await found()).toEqual([]);
    const other = { ...elsewhere, id: 'p2', text: '# Boats\n\nOf wood.\n' };
    expect(await found([other, elsewhere])).toEqual([['there.md', page]]);
  });

  it('is none that came without a change request, whatever change requests brought besides', async () => {
    await commits({ 'guides/here.md': text });
    await mirrors({ ...there, 'guides/gone.md': withPageId('# Gone\n', 'p3') });
    await proposed({ 'guides/gone.md': null, 'guides/b.md': withPageId('# B\n', 'p2') });
    expect(await found()).toEqual([]);
  });

  it('is none that a change request brought before the branch began', async () => {
    await proposed(there);
    base = await mirrors({ 'guides/there.md': null });
    world.git.force('refs/heads/main', base);
    await commits({ 'guides/here.md': text });
    await mirrors(there);
    expect(await found()).toEqual([]);
  });

  it('is none of those that the branch has at their paths, nor a copy of one', async () => {
    await commits({ 'guides/copy.md': text });
    await commits({ 'guides/there.md': text });
    await proposed(there);
    expect(await found()).toEqual([['there.md', page]]);
  });

  it('is the oldest file of several, and each file is one page', async () => {
    await commits({ 'guides/second.md': text });
    await commits({ 'guides/first.md': text });
    await proposed({ 'guides/p1.md': withPageId(text, 'p1') });
    expect(await found()).toEqual([['second.md', page]]);
    await proposed({ 'guides/p2.md': withPageId(text, 'p2'), 'guides/p3.md': withPageId(text, 'p3') });
    expect(await found()).toEqual([
      ['second.md', page],
      ['first.md', { id: 'p2', text }],
    ]);
  });

  it('is no file with an identity, and none in another folder', async () => {
    await proposed(there);
    await commits({ 'guides/here.md': withPageId(text, 'p9') });
    expect(await found()).toEqual([]);
    await commits({ 'other/here.md': text });
    expect(await found()).toEqual([]);
  });

  it('is at the path that another branch moved it to, unless that branch moved it away from here', async () => {
    await commits({ 'guides/here.md': text });
    await proposed(there);
    const [without, withFile] = [base, (await world.git.resolveRef('refs/heads/main'))!];
    for (const sentAt of [null, without, 'f'.repeat(40)])
      expect(await found([{ ...elsewhere, sentAt }])).toEqual([['there.md', page]]);
    expect(await found([{ ...elsewhere, sentAt: withFile }])).toEqual([['here.md', page]]);
  });

  it('is not found where another page has its path by now', async () => {
    await commits({ 'guides/here.md': text });
    await proposed({ 'guides/else.md': withPageId(text, 'p1') });
    expect(await found([elsewhere])).toEqual([['there.md', page]]);
    await mirrors({ 'guides/there.md': withPageId('# Other\n', 'p2') });
    expect(await found([elsewhere])).toEqual([]);
    await mirrors({ 'guides/here.md': withPageId('# Other\n', 'p2') });
    expect(await found()).toEqual([]);
  });

  it('is not the file that is known as another page', async () => {
    await commits({ 'guides/here.md': text });
    await proposed({ 'guides/here.md': withPageId(text, 'p2'), ...there });
    await mirrors({ 'guides/here.md': null, 'guides/moved.md': withPageId(text, 'p2') });
    expect(await found()).toEqual([['here.md', { id: 'p2', text }]]);
  });
});
