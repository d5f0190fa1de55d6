import { beforeEach, describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import {
  hasPagesOfOtherBranches,
  makerOf,
  sharedPageMessages,
  sharedPages,
  withPagesOfOtherBranches,
} from '../../src/sync/proposals/shared-pages.ts';
import type { FoundShared, SharedPage } from '../../src/sync/proposals/shared-pages.ts';
import { markOfClone } from '../../src/sync/state/clone.ts';
import { saveProposal } from '../../src/sync/state/proposals.ts';
import type { MadePage, ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
const text = '# New\n\nNew here.\n';
const page = (id: string, path: string, change: Partial<SentPage> = {}): SentPage => ({
  ...{ id, path, text, mark: '' },
  ...change,
});

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  world.git.force('refs/heads/main', world.context.tip.commit);
});

const shared = async (branch = 'main', mirror = world.context.tip.commit): Promise<readonly SharedPage[]> =>
  sharedPages(world, {
    ...{ branch, space: world.space, folder: 'guides', base: world.context.tip.commit!, mirror },
  });
/** Another branch of this clone proposes new pages. */
const proposed = (change: Partial<ProposalRecord> = {}): void =>
  saveProposal(
    world.state,
    world.proposal(null, {
      branch: 'idea',
      changeRequest: { id: 'cr1', number: 1, url: '' },
      pages: { 'new:new.md': page('p1', 'new.md') },
      ...change,
    }),
  );
const commitOn = async (
  branch: string,
  files: Record<string, string | null>,
  parent?: string,
): Promise<string> => {
  const commit = await commitFiles(world.git, parent ?? world.context.tip.commit, files);
  world.git.force(`refs/heads/${branch}`, commit);
  return commit;
};
const found = (change: Partial<SharedPage> = {}): SharedPage => ({
  ...{ id: 'p1', path: 'new.md', madeAt: 'new.md', base: null, text, branch: 'idea', number: 1 },
  ...change,
});

describe('[SYNC-57] the pages that another branch may share', () => {
  it('are the new ones that its change request makes, where the branch has commits of its own', async () => {
    proposed();
    expect(await shared()).toEqual([]);
    await commitOn('idea', { 'guides/new.md': text });
    expect(await shared()).toEqual([found()]);
    expect(await shared('idea')).toEqual([]);
  });

  it.each<[string, Partial<ProposalRecord>, readonly SharedPage[]]>([
    ['none of a proposal without a change request', { changeRequest: null }, []],
    ['none of a proposal that was merged', { state: 'merged' }, []],
    ['none of another space', { space: 'other' }, []],
    [
      'those whose creation has no answer yet',
      { pages: {}, pending: [{ key: 'new:new.md', title: 'New', text, known: [] }] },
      [found({ id: null })],
    ],
    [
      'those that the service deleted since',
      { pages: { gone: page('gone', 'gone.md') } },
      [found({ id: 'gone', path: 'gone.md', madeAt: 'gone.md' })],
    ],
    [
      'those that moved since they were made',
      { pages: { 'new:new.md': page('p1', 'moved.md') } },
      [found({ path: 'moved.md' })],
    ],
    [
      'new ones before deleted ones',
      { pages: { gone: page('gone', 'new.md'), 'new:new.md': page('p1', 'new.md') } },
      [found(), found({ id: 'gone' })],
    ],
  ])('are %s', async (_, change, expected) => {
    await commitOn('idea', { 'guides/other.md': '# Other\n' });
    proposed(change);
    expect(await shared()).toEqual(expected);
  });

  it('are no pages that the space has, and none that the branch’s own proposal makes', async () => {
    await commitOn('idea', { 'guides/new.md': text });
    const usage = world.service.pagesOf(world.space)[0]!.id;
    proposed({ pages: { [usage]: page(usage, 'usage.md'), 'new:new.md': page('p1', 'new.md') } });
    expect(await shared()).toEqual([found()]);
    saveProposal(world.state, world.proposal(null, { pages: { 'new:new.md': page('p2', 'new.md') } }));
    expect(await shared()).toEqual([]);
  });

  it('have the text and the path of the newest commit of both branches', async () => {
    proposed({ pages: { 'new:new.md': page('p1', 'later.md', { text: `${text}\nLater.\n` }) } });
    const fork = await commitOn('idea', {
      'guides/new.md': text,
      'other/new.md': '# Elsewhere\n',
      'guides/b.png': '',
    });
    await commitOn('idea', { 'guides/new.md': null, 'guides/later.md': `${text}\nLater.\n` }, fork);
    await commitOn('main', { 'guides/mine.md': '# Mine\n' }, fork);
    expect(await shared()).toEqual([found({ base: text, text: `${text}\nLater.\n` })]);
  });

  it('are found by their text where the other branch had moved them before they were sent', async () => {
    proposed({ pages: { 'new:sent.md': page('p1', 'sent.md') } });
    const fork = await commitOn('idea', { 'guides/before.md': text });
    await commitOn('main', { 'guides/mine.md': '# Mine\n' }, fork);
    expect(await shared()).toEqual([found({ path: 'before.md', madeAt: 'sent.md', base: text })]);
  });

  it('have no text that both branches had where one of them has no commit, or only the mirror’s are common', async () => {
    await commitOn('idea', { 'guides/new.md': text });
    proposed();
    await commitOn('main', { 'guides/new.md': '# New\n\nOther.\n' });
    expect(await shared()).toEqual([found()]);
    world.git.force('refs/heads/main', null);
    expect(await shared()).toEqual([found()]);
  });
});

describe('[SYNC-75] the new pages in open change requests of other clones', () => {
  const mark = `0123456789-${markOfClone('another clone')}`;
  const theirs = async (change: object = {}, files: Record<string, string> = {}): Promise<void> => {
    const commit = await commitFiles(world.git, world.context.tip.commit, {
      'guides/new.md': withPageId(text, 'p1'),
      ...files,
    });
    const record = world.state.spaces().get(world.space)!;
    world.state.setSpace({
      ...record,
      changeRequests: [{ id: 'cr7', number: 7, status: 'draft', mark, commit, ...change }] as never,
    });
  };
  const theirPage = (change: Partial<SharedPage> = {}): SharedPage =>
    found({ branch: null, number: 7, ...change });

  it.each<[string, object, boolean]>([
    ['are shared', {}, true],
    ['are shared while it is open for review', { status: 'open' }, true],
    ['are not after its merge', { status: 'merged' }, false],
    ['are not after it was archived', { status: 'archived' }, false],
    ['are not where it has no mark', { mark: undefined }, false],
    ['are not where an older version made it, which tells no clone', { mark: '0123456789' }, false],
    ['are not where this clone made it', { mark: `0123456789-${markOfClone('this clone')}` }, false],
    ['are not where its commit is not here', { commit: '0'.repeat(40) }, false],
  ])('%s', async (_, change, isShared) => {
    await theirs(change);
    expect(await shared()).toEqual(isShared ? [theirPage()] : []);
  });

  it('are no pages of the space that are at another path there, no files without an identity, and none elsewhere', async () => {
    const { id } = world.service.pagesOf(world.space)[0]!;
    await theirs(
      {},
      {
        'guides/moved.md': withPageId('# Usage\n', id),
        'guides/nameless.md': '# A\n',
        'other/b.md': withPageId('# B\n', 'p9'),
      },
    );
    expect(await shared()).toEqual([theirPage()]);
  });

  it('stay the same pages that the branch has adopted', async () => {
    await theirs();
    const adopted = {
      'mine.md': { id: 'p1', text: '# Old\n', shared: true as const },
      'other.md': { id: 'p2', text: '' },
    };
    saveProposal(world.state, world.proposal(null, { state: 'merged', adopted }));
    expect(await shared()).toEqual([theirPage({ path: 'mine.md', base: '# Old\n' })]);
  });

  it.each<[string, Partial<ProposalRecord>, boolean]>([
    ['an earlier change request of this branch makes', {}, false],
    [
      'a later change request of this branch makes',
      { changeRequest: { id: 'cr8', number: 8, url: '' } },
      true,
    ],
    ['this branch is about to send', { changeRequest: null }, true],
    ['this branch makes at another path', { pages: { 'new:new.md': page('m', 'moved.md') } }, true],
    ['this branch edits and does not make', { pages: { m: page('m', 'new.md') } }, true],
  ])('are shared or not where it is a page that %s', async (_, change, isShared) => {
    await theirs();
    const own = {
      changeRequest: { id: 'cr6', number: 6, url: '' },
      pages: { 'new:new.md': page('m', 'new.md') },
    };
    saveProposal(world.state, world.proposal(null, { ...own, ...change }));
    expect((await shared()).filter(({ branch }) => branch === null)).toEqual(isShared ? [theirPage()] : []);
  });

  it('are none for a clone that has no name yet', async () => {
    await theirs();
    Object.defineProperty(world.state, 'clone', { value: '' });
    expect(await shared()).toEqual([]);
  });
});

describe('[SYNC-57] what a proposal knows of the pages of other branches', () => {
  const where = () => ({ branch: 'main', space: world.space });
  const here = (change: Partial<FoundShared> = {}): FoundShared => ({
    ...found(change),
    here: text,
    ...change,
  });
  const noted = async (
    before: ProposalRecord | null,
    of: {
      found?: Record<string, FoundShared>;
      twice?: Record<string, MadePage>;
      hasFollowed?: boolean;
    } = {},
  ): Promise<ProposalRecord | null> =>
    withPagesOfOtherBranches(world.state, where(), {
      before,
      found: new Map(Object.entries(of.found ?? {})),
      twice: new Map(Object.entries(of.twice ?? {})),
      hasFollowed: of.hasFollowed ?? false,
    });

  it('is nothing where there are none', async () => {
    expect(await noted(null)).toBeNull();
    const record = world.proposal(null, { adopted: { 'a.md': { id: 'a', text: '' } } });
    expect(await noted(record)).toBe(record);
  });

  it('is a proposal that has sent nothing where there was none', async () => {
    expect(await noted(null, { found: { 'mine.md': here() } })).toEqual(
      world.proposal(null, {
        marker: '',
        subject: '',
        state: 'merged',
        adopted: { 'mine.md': { id: 'p1', text, shared: true } },
      }),
    );
  });

  it.each<[string, Partial<FoundShared>, string]>([
    ['the text that both branches had', { base: '# Base\n' }, '# Base\n'],
    ['theirs where this branch has all of it', { here: `${text}\nMore.\n` }, text],
    ['this branch’s where theirs has all of it', { text: `${text}\nMore.\n` }, text],
    ['nothing where each has lines of its own', { here: '# Mine\n' }, ''],
  ])('is each page with its start: %s', async (_, change, start) => {
    const record = await noted(world.proposal(null), {
      found: { 'a.md': here(change), 'b.md': here({ id: null }) },
    });
    expect(record!.adopted).toEqual({ 'a.md': { id: 'p1', text: start, shared: true } });
  });

  it('has no page twice that is so no longer, and no shared page that never came or was followed', async () => {
    const { id } = world.service.pagesOf(world.space)[0]!;
    const adopted: Record<string, MadePage> = {
      'own.md': { id: 'own', text: '' },
      'twice.md': { id: 'twice', text: '', twice: true },
      'merged.md': { id, text: '', shared: true },
      'dropped.md': { id: 'dropped', text: '', shared: true },
    };
    const record = world.proposal(null, { adopted });
    const { 'own.md': own, 'merged.md': merged } = adopted;
    expect((await noted(record))!.adopted).toEqual({ 'own.md': own, 'merged.md': merged });
    expect((await noted(record, { hasFollowed: true }))!.adopted).toEqual({ 'own.md': own });
    const { adopted: _, ...rest } = record;
    const twice = { 'twice.md': adopted['twice.md']! };
    expect(await noted(world.proposal(null, { adopted: twice }))).toEqual(rest);
    const more = { 'b.md': { id: 'b', text: 'B', sentAt: 'c', twice: true } } as const;
    expect((await noted(record, { twice: more, hasFollowed: true }))!.adopted).toEqual({
      ...{ 'own.md': own, 'b.md': { id: 'b', text: 'B', twice: true } },
    });
  });

  it('keeps a proposal while a page is shared or there twice', () => {
    const has = (change: Partial<MadePage>): boolean =>
      hasPagesOfOtherBranches(
        world.proposal(null, { adopted: { 'a.md': { id: 'a', text: '', ...change } } }),
      );
    expect([has({}), has({ shared: true }), has({ twice: true })]).toEqual([false, true, true]);
    expect(hasPagesOfOtherBranches(world.proposal(null))).toBe(false);
  });

  it('is told of pages that say more here, and of those of other clones', () => {
    const told = (change: Partial<FoundShared>): string[] =>
      sharedPageMessages(new Map([['mine.md', here(change)]]));
    const more = { here: `${text}\nMine.\n` };
    expect(told({})).toEqual([]);
    expect(told({ branch: null })).toEqual(['mine.md is new in #1 of another clone: it is not sent again']);
    expect(told(more)).toEqual([
      'mine.md is new in #1 of idea: what this branch adds to the page is sent when #1 is merged',
    ]);
    expect(told({ ...more, branch: null })).toEqual([
      'mine.md is new in #1 of another clone: what this branch adds to the page is sent when #1 is merged',
    ]);
    expect(makerOf({ branch: null, number: 3 })).toBe('#3 of another clone');
  });
});
