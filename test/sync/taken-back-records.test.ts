import { beforeEach, describe, expect, it } from 'vitest';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import type { ProposalContext } from '../../src/sync/proposals/proposal-context.ts';
import {
  afterTakeBack,
  findTakenBack,
  isNothing,
  planTakeBack,
  settledByOthers,
  withTakeBack,
  withoutTakeBack,
} from '../../src/sync/proposals/take-back.ts';
import type { HeldThere, TakeBack } from '../../src/sync/proposals/take-back.ts';
import type { ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import { mapPages } from '../simulation/memory-content.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

const sent = (id: string, path: string, text = ''): SentPage => ({ id, path, text, mark: '' });
const edit = (key: string, path: string, text = ''): TextEdit => ({
  ...{ key, path, from: path, text, baseText: text, title: null, slug: null },
});
const place = (key: string, path: string): PlaceEdit => ({ key, path, from: path, parent: null, after: [] });
const file = (path: string) => ({ path, oid: `oid of ${path}`, isNew: false });
const held = (paths: readonly string[] = [], pages: readonly string[] = []): HeldThere => ({
  paths: new Set(paths),
  pages: new Set(pages),
  places: false,
});

describe('[SYNC-81] what its writer took back of a change request', () => {
  const record = {
    pages: { p1: sent('p1', 'a.md'), 'new:n.md': sent('p9', 'n.md') },
    placed: ['p1', 'p2'],
    deleted: ['p3'],
    files: { 'a.png': '1', 'b.png': '2' },
  } as unknown as ProposalRecord;
  const all = { texts: ['p1', 'new:n.md'], places: ['p1', 'p2'], deletes: ['p3'], files: ['a.png', 'b.png'] };

  it.each<[string, Partial<FolderEdits>, HeldThere, Partial<typeof all>]>([
    ['everything that is no longer among the edits', {}, held(), {}],
    ['no text that is still edited', { texts: [edit('p1', 'a.md')] }, held(), { texts: ['new:n.md'] }],
    ['no new page that is still here', { texts: [edit('new:n.md', 'n.md')] }, held(), { texts: ['p1'] }],
    ['no new page that is named by its id', { texts: [edit('p9', 'n.md')] }, held(), { texts: ['p1'] }],
    ['no place that is still wanted', { places: [place('p2', 'b.md')] }, held(), { places: ['p1'] }],
    ['no deletion that is still wanted', { deletes: [{ key: 'p3', path: 'c.md' }] }, held(), { deletes: [] }],
    ['no file that is still changed', { files: [file('a.png')] }, held(), { files: ['b.png'] }],
    [
      'neither text nor place of a page that is deleted now',
      { deletes: [{ key: 'p1', path: 'a.md' }] },
      held(),
      { texts: ['new:n.md'], places: ['p2'] },
    ],
    ['no text that is held back', {}, held(['a.md']), { texts: ['new:n.md'] }],
    ['no file that is held back', {}, held(['b.png']), { files: ['a.png'] }],
    ['no place of a page that is held back', {}, held([], ['p1']), { places: ['p2'] }],
  ])('is %s', (_, edits, heldThere, rest) => {
    expect(findTakenBack(record, { ...noEdits, ...edits }, heldThere)).toEqual({ ...all, ...rest });
  });

  it('is nothing only where no text, place, deletion or file was taken back', () => {
    const nothing = { texts: [], places: [], deletes: [], files: [] };
    expect(isNothing(nothing)).toBe(true);
    for (const kind of ['texts', 'places', 'deletes', 'files'])
      expect(isNothing({ ...nothing, [kind]: ['1'] })).toBe(false);
  });
});

describe('[SYNC-81] a withdrawal from a change request', () => {
  let world: ProposingWorld;
  let ids: Readonly<Record<string, string>>;
  const picture = '.gitbook/assets/a.png';

  beforeEach(async () => {
    world = await proposingWorld((service) => [
      service.newPage('Welcome', 'Hello.'),
      service.newPage('Usage', 'First.'),
      service.newPage('Install', 'Run it.', [
        service.newPage('Linux', 'With a shell.'),
        service.newPage('Windows', 'With a click.'),
      ]),
    ]);
    const { service, space } = world;
    service.editFiles(space, () => [service.file(picture, 'theirs')]);
    await world.mirrors();
    ids = Object.fromEntries(service.pagesOf(space).map(({ title, id }) => [title, id]));
  });

  /** Plans a withdrawal from a change request in which a page has another title, another one is new, and a third one is gone. */
  const planned = async (change: Partial<ProposalRecord>): Promise<TakeBack & { made: string }> => {
    const { context, state, space, service } = world;
    const fresh = service.newPage('Fresh', 'New.');
    const request = await world.request('Mine', (pages) => [
      ...mapPages(pages, (page) =>
        page.title === 'Usage' ? { ...page, title: 'Use' } : page.title === 'Welcome' ? null : page,
      ),
      fresh,
    ]);
    const record = world.proposal(request, {
      pages: { 'new:fresh.md': sent(fresh.id, 'fresh.md') },
      ...change,
    });
    const target = { space: state.spaces().get(space)! };
    const proposal = { ports: { context }, target, edits: noEdits } as unknown as ProposalContext;
    return { ...(await planTakeBack(proposal, record, held())), made: fresh.id };
  };

  it('gives pages their text and title in the mirror, and deletes new ones', async () => {
    const { texts, deletes } = await planned({
      pages: {
        [ids['Usage']!]: sent(ids['Usage']!, 'usage.md'),
        [ids['Linux']!]: sent(ids['Linux']!, 'moved/linux.md'),
        [ids['Welcome']!]: sent(ids['Welcome']!, 'welcome.md'),
      },
    });
    const usage = edit(ids['Usage']!, 'usage.md', '# Usage\n\nFirst.\n');
    expect(texts).toEqual([
      { ...usage, title: 'Usage' },
      edit(ids['Linux']!, 'linux.md', '# Linux\n\nWith a shell.\n'),
    ]);
    expect(deletes).toEqual([]);
  });

  it('deletes the pages that the change request had made', async () => {
    const { texts, deletes, made } = await planned({});
    expect([texts, deletes]).toEqual([[], [{ key: made, path: 'fresh.md' }]]);
  });

  it('puts pages, and no others, where the mirror has them', async () => {
    const { places } = await planned({ placed: [ids['Windows']!, ids['Install']!] });
    expect(places).toEqual([
      { ...place(ids['Install']!, 'install.md'), after: [ids['Usage']!, ids['Welcome']!] },
      { ...place(ids['Windows']!, 'windows.md'), parent: ids['Install']!, after: [ids['Linux']!] },
    ]);
  });

  it('reads the primary content for places alone, and puts nothing anywhere where that cannot be read', async () => {
    const { service } = world;
    const requests = async (change: Partial<ProposalRecord>): Promise<number> => {
      const before = service.requests;
      expect((await planned(change)).places).toEqual([]);
      return service.requests - before;
    };
    const none = await requests({});
    service.readsRevisions = async () => false;
    expect(await requests({ placed: [ids['Windows']!] })).toBe(none);
    service.readsRevisions = async () => true;
    expect(await requests({ placed: ['not there'] })).toBe(none + 1);
  });

  it('puts files back that the mirror has, and names those that nobody can delete', async () => {
    const files = { [picture]: '1', '.gitbook/assets/mine.png': '2', 'SUMMARY.md': '3' };
    const plan = await planned({ files });
    expect(plan.files).toEqual([
      {
        path: picture,
        oid: (await world.git.entryAt(world.context.tip.commit!, `guides/${picture}`))!.oid,
        isNew: false,
      },
    ]);
    expect([...plan.bytes]).toEqual([[picture, new TextEncoder().encode('theirs')]]);
    expect(plan.stayThere).toEqual(['.gitbook/assets/mine.png']);
    world.context.tip = { commit: null, tree: null };
    expect((await planned({ files })).files).toEqual([]);
  });

  it('names the pages that stay deleted: those that the mirror has and the change request has not', async () => {
    const { stayDeleted } = await planned({ deleted: [ids['Welcome']!, ids['Usage']!, 'never there'] });
    expect(stayDeleted).toEqual([{ id: ids['Welcome'], path: 'welcome.md' }]);
  });

  it('is over for a page in which others have replaced every word that was sent', async () => {
    const request = await world.request('Mine', (pages) =>
      mapPages(pages, (page) => (page.title === 'Usage' ? { ...page, text: '# Usage\n\nTheirs.\n' } : page)),
    );
    const id = ids['Usage']!;
    const withdrawal = {
      texts: [edit(id, 'usage.md', '# Usage\n\nFirst.\n'), edit('not sent', 'other.md')],
    } as unknown as TakeBack;
    const settled = async (page: Partial<SentPage>, inConflict = ['usage.md', 'other.md']) => [
      ...(await settledByOthers(
        world.service,
        world.proposal(request, {
          pages: { other: sent('other', 'o.md'), [id]: { ...sent(id, 'usage.md'), ...page } },
        }),
        { withdrawal, inConflict: new Set(inConflict) },
      )),
    ];
    expect(await settled({ text: '# Usage\n\nMine.\n' })).toEqual(['usage.md']);
    expect(await settled({ text: '# Usage\n\nTheirs.\n' })).toEqual([]);
    expect(await settled({ text: '# Usage\n\nTheirs.\n', wish: '# Usage\n\nMine.\n' })).toEqual(['usage.md']);
    expect(await settled({ text: '# Usage\n\nMine.\n' }, [])).toEqual([]);
  });

  it('is sent with the other edits, and is no part of what was sent', () => {
    const parts = (name: string) => ({
      texts: [edit(name, `${name}.md`)],
      places: [place(name, `${name}.md`)],
      deletes: [{ key: name, path: `${name}.md` }],
      files: [file(`${name}.png`)],
    });
    const own = { ...noEdits, ...parts('own'), unsaid: ['said'] };
    const withdrawal = { ...parts('back'), bytes: new Map([['back.png', new Uint8Array([1])]]) };
    const whole = withTakeBack(
      { edits: own, bytes: new Map([['own.png', new Uint8Array([2])]]) },
      withdrawal as unknown as TakeBack,
    );
    const names = (list: readonly { readonly path: string }[]): string[] =>
      list.map(({ path }) => path).sort();
    for (const kind of ['texts', 'places', 'deletes'] as const)
      expect(names(whole.edits[kind])).toEqual(['back.md', 'own.md']);
    expect(names(whole.edits.files)).toEqual(['back.png', 'own.png']);
    expect([...whole.bytes]).toEqual([
      ['own.png', new Uint8Array([2])],
      ['back.png', new Uint8Array([1])],
    ]);
    expect(withoutTakeBack(whole.edits, withdrawal as unknown as TakeBack)).toEqual(own);
  });
});

describe('[SYNC-81] the record after a withdrawal', () => {
  const record = {
    pages: {
      p1: sent('p1', 'a.md', 'mine'),
      p2: sent('p2', 'b.md', 'mine'),
      'new:n.md': sent('p9', 'n.md', 'new'),
    },
    placed: ['p1', 'p2'],
    deleted: ['p3', 'p4', 'p5'],
    files: { 'a.png': '1', 'b.png': '2' },
    notWithdrawn: [{ path: 'old.md', what: 'text' }],
  } as unknown as ProposalRecord;
  const nothing: TakeBack = {
    ...{ record, texts: [], places: [], deletes: [], files: [], bytes: new Map() },
    takenBack: { texts: [], places: [], deletes: [], files: [] },
    ...{ stayDeleted: [], stayThere: [] },
  };
  const after = (
    withdrawal: Partial<TakeBack>,
    takenBack: Partial<TakeBack['takenBack']>,
    { inConflict = [], settled = [] }: { inConflict?: readonly string[]; settled?: readonly string[] } = {},
  ): ProposalRecord =>
    afterTakeBack(
      record,
      { ...nothing, ...withdrawal, takenBack: { ...nothing.takenBack, ...takenBack } },
      { inConflict: new Set(inConflict), settled: new Set(settled) },
    );

  it('keeps what was not taken back, and forgets what stayed of an earlier withdrawal', () => {
    const { notWithdrawn: _, ...rest } = record;
    expect(after({}, {})).toEqual(rest);
  });

  it('has no longer the places, deletions and files that were taken back', () => {
    const { placed, deleted, files } = after({}, { places: ['p2'], deletes: ['p4'], files: ['a.png'] });
    expect({ placed, deleted, files }).toEqual({
      ...{ placed: ['p1'], deleted: ['p3', 'p5'], files: { 'b.png': '2' } },
    });
  });

  it('still has a deletion that nobody can undo, and names it', () => {
    const { deleted, notWithdrawn } = after(
      { stayDeleted: [{ id: 'p4', path: 'd.md' }] },
      { deletes: ['p4', 'p5'] },
    );
    expect(deleted).toEqual(['p3', 'p4']);
    expect(notWithdrawn).toEqual([{ path: 'd.md', what: 'deletion' }]);
  });

  it.each<[string, Partial<TakeBack>, Parameters<typeof after>[2], string[], unknown]>([
    [
      'has no page any more that says what the mirror says',
      { texts: [edit('p1', 'a.md', 'mine')] },
      {},
      ['p2', 'new:n.md'],
      undefined,
    ],
    [
      'names a text that is not as the mirror has it',
      { texts: [edit('p1', 'a.md', 'theirs')] },
      {},
      ['p1', 'p2', 'new:n.md'],
      [{ path: 'a.md', what: 'text' }],
    ],
    [
      'names a text in whose lines somebody else wrote',
      { texts: [edit('p1', 'a.md', 'mine')] },
      { inConflict: ['a.md'] },
      ['p1', 'p2', 'new:n.md'],
      [{ path: 'a.md', what: 'text' }],
    ],
    [
      'names no text of which others have left nothing',
      { texts: [edit('p1', 'a.md', 'theirs')] },
      { inConflict: ['a.md'], settled: ['a.md'] },
      ['p2', 'new:n.md'],
      undefined,
    ],
    ['has no page any more that the change request lacks', {}, {}, ['p2', 'new:n.md'], undefined],
  ])('%s', (_, withdrawal, outcome, kept, left) => {
    const { pages, notWithdrawn } = after(
      { ...withdrawal, texts: [...(withdrawal.texts ?? []), edit('p2', 'b.md', 'other')] },
      { texts: ['p1', 'not known'] },
      outcome,
    );
    expect(Object.keys(pages)).toEqual(kept);
    expect(notWithdrawn).toEqual(left);
  });

  it('names a new page as long as the change request has it', () => {
    const other = { key: 'p1', path: 'a.md' };
    const { pages, notWithdrawn } = after(
      { deletes: [other, { key: 'p9', path: 'n.md' }] },
      { texts: ['new:n.md'] },
    );
    expect(Object.keys(pages)).toContain('new:n.md');
    expect(notWithdrawn).toEqual([{ path: 'n.md', what: 'page' }]);
    expect(Object.keys(after({ deletes: [other] }, { texts: ['new:n.md'] }).pages)).toEqual(['p1', 'p2']);
  });
});
