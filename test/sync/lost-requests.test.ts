import { beforeEach, describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import type { ChangeRequest } from '../../src/contract/index.ts';
import {
  adoptLostChangeRequest,
  differsOnlyIn,
  lostChangeRequestsIn,
  withPagesFound,
} from '../../src/sync/proposals/adopt.ts';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import type { ProposalTarget, ProposingPorts } from '../../src/sync/proposals/propose.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { archiveRepeated, saysNothingNew } from '../../src/sync/proposals/repeated.ts';
import { markOfClone } from '../../src/sync/state/clone.ts';
import { proposalPath, saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import type { ChangeRequestRecord } from '../../src/sync/state/records.ts';
import { mapPages } from '../simulation/memory-content.ts';
import type { ModelPage } from '../simulation/memory-content.ts';
import { syncConfig } from './memory-world.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

const digits = (number: number): string => String(number).padStart(10, '0');
const mine = (number: number): string => `${digits(number)}-${markOfClone('this clone')}`;
const usage = '# Usage\n\nFirst.\n';

let world: ProposingWorld;
let ports: ProposingPorts;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  world = await proposingWorld((service) => [
    service.newPage('Welcome', 'Hello.'),
    service.newPage('Usage', 'First.'),
    service.newPage('Install', 'Run it.'),
  ]);
  const { service, space } = world;
  service.editFiles(space, () => [service.file('.gitbook/assets/a.png', 'A')]);
  await world.mirrors();
  ports = { context: world.context } as unknown as ProposingPorts;
  ids = Object.fromEntries(service.pagesOf(space).map(({ title, id }) => [title, id]));
});

/** A change of the pages: another text for the page of a title. */
const rewrite =
  (title: string, text: string) =>
  (pages: readonly ModelPage[]): readonly ModelPage[] =>
    mapPages(pages, (page) => (page.title === title ? { ...page, text } : page));
const adding =
  (...more: readonly ModelPage[]) =>
  (pages: readonly ModelPage[]): readonly ModelPage[] => [...pages, ...more];
const without =
  (title: string) =>
  (pages: readonly ModelPage[]): readonly ModelPage[] =>
    mapPages(pages, (page) => (page.title === title ? null : page));

type Change = (pages: readonly ModelPage[]) => readonly ModelPage[];

/** These changes one after the other; undefined: there are none. */
const together = (changes: readonly Change[]): Change | undefined =>
  changes.length === 0 ? undefined : (pages) => changes.reduce((all, change) => change(all), pages);

/** The mirror knows these change requests. */
const knows = (...requests: readonly Partial<ChangeRequestRecord>[]): void => {
  const record = world.state.spaces().get(world.space)!;
  world.state.setSpace({ ...record, changeRequests: requests as ChangeRequestRecord[] });
};
const known = ({ id, number, status }: ChangeRequest, mark: string): Partial<ChangeRequestRecord> => ({
  ...{ id, number, status, mark },
  subject: `Number ${number}`,
});
/** Another clone has a proposal in the shared state. */
const othersHave = (record: ProposalRecord): void =>
  world.state.setDocument(`clones/other/${proposalPath(record.branch, record.space)}`, record);

describe('[SYNC-52] the change requests that a clone has lost', () => {
  const found = async (): Promise<readonly (readonly [number, string])[]> =>
    (await lostChangeRequestsIn(ports, world.space)).map(({ number, subject }) => [number, subject]);
  const record = (number: number, change: Partial<ChangeRequestRecord>): Partial<ChangeRequestRecord> => ({
    ...{ id: `cr${number}`, number, subject: `Number ${number}`, status: 'draft', mark: mine(number) },
    ...change,
  });

  it('are the open ones with its mark, or with a mark that tells no clone, by their numbers', async () => {
    knows(
      record(5, { status: 'open' }),
      record(2, { mark: digits(2) }),
      record(1, {}),
      record(3, { mark: `${digits(3)}-abcdef` }),
      record(4, { status: 'archived' }),
      record(6, { status: 'merged' }),
      { ...record(7, {}), mark: undefined } as unknown as Partial<ChangeRequestRecord>,
    );
    expect(await found()).toEqual([
      [1, 'Number 1'],
      [2, 'Number 2'],
      [5, 'Number 5'],
    ]);
  });

  it('are none of those that a proposal is in, of this clone or of another, by id or by mark', async () => {
    knows(record(1, {}), record(2, {}), record(3, {}), record(4, {}), record(5, {}));
    const inRequest = (number: number): ProposalRecord['changeRequest'] => ({
      id: `cr${number}`,
      number,
      url: '',
    });
    saveProposal(world.state, world.proposal(null, { branch: 'a', changeRequest: inRequest(1) }));
    saveProposal(world.state, world.proposal(null, { branch: 'b', marker: mine(2) }));
    othersHave(world.proposal(null, { branch: 'c', changeRequest: inRequest(3) }));
    othersHave(world.proposal(null, { branch: 'd', marker: mine(4) }));
    expect(await found()).toEqual([[5, 'Number 5']]);
  });

  it('are asked of the service where none are mirrored, or not all could be read', async () => {
    const { service, space, state, context } = world;
    const first = await world.request(`Mine [${mine(1)}]`);
    await world.request(`Mine as well [${mine(2)}]`);
    await world.request('Somebody’s');
    const archived = await world.request(`Mine, archived [${mine(3)}]`);
    await service.setChangeRequest(space, archived.id, { status: 'archived' });
    await service.setChangeRequest(space, first.id, { status: 'open' });
    const all = [
      [1, 'Mine'],
      [2, 'Mine as well'],
    ];
    expect(await found()).toEqual([]);
    state.setSpace({ ...state.spaces().get(space)!, token: '' });
    expect(await found()).toEqual(all);
    state.setSpace({ ...state.spaces().get(space)!, token: 't' });
    const { mirror } = syncConfig();
    Object.assign(context, { config: syncConfig({ mirror: { ...mirror, changeRequests: 'none' } }) });
    expect(await found()).toEqual(all);
  });
});

const edit = (key: string, path: string, change: Partial<TextEdit>): TextEdit => ({
  ...{ key, path, from: path, text: usage, baseText: usage, title: null, slug: null },
  ...change,
});
const place = (key: string): PlaceEdit => ({ key, path: 'x.md', from: 'x.md', parent: null, after: [] });
const fresh = (path: string, text: string, title: string | null = null): TextEdit =>
  edit(`new:${path}`, path, { from: null, baseText: null, text, title });

describe('[SYNC-52] a lost change request', () => {
  const better = usage.replace('First.', 'First, mine.');
  const edits = (): FolderEdits => ({
    ...noEdits,
    texts: [edit(ids['Usage']!, 'usage.md', { text: better }), fresh('new.md', '# New\n\nNew here.\n')],
    places: [place(ids['Usage']!), place('new:new.md')],
    deletes: [{ key: ids['Install']!, path: 'install.md' }],
  });
  const adopted = async (change: Partial<ProposalTarget> = {}): Promise<ProposalRecord | null> => {
    const target = { branch: 'main', space: { id: world.space }, changeRequest: null, beside: [], ...change };
    return adoptLostChangeRequest(ports, target as unknown as ProposalTarget, edits());
  };
  const lost = async (
    ...changes: readonly ((pages: readonly ModelPage[]) => readonly ModelPage[])[]
  ): Promise<ChangeRequest> => {
    const request = await world.request('Mine', together(changes));
    const { changeRequests } = world.state.spaces().get(world.space)!;
    knows(...changeRequests, known(request, mine(request.number)));
    return request;
  };
  const ours = () => world.service.newPage('New', 'New here.');

  it('is taken up with everything that can be told of it', async () => {
    const made = ours();
    const request = await lost(rewrite('Usage', better), adding(made), without('Install'));
    saveProposal(
      world.state,
      world.proposal(null, { state: 'merged', adopted: { 'old.md': { id: 'o', text: 'O' } } }),
    );
    expect(await adopted()).toEqual(
      world.proposal(request, {
        ...{ marker: mine(1), subject: 'Number 1', foundAgain: true, own: request.revision },
        pages: {
          'new:new.md': { id: made.id, path: 'new.md', text: '# New\n\nNew here.\n', sentAt: null, mark: '' },
        },
        ...{
          placed: [ids['Usage']!],
          deleted: [ids['Install']!],
          adopted: { 'old.md': { id: 'o', text: 'O' } },
        },
      }),
    );
  });

  it('has no start for a new page that others changed, nor a revision of our own', async () => {
    const made = { ...ours(), text: '# New\n\nNew here, theirs.\n' };
    await lost(rewrite('Usage', better), adding(made));
    const record = await adopted();
    expect(record!.pages).toMatchObject({ 'new:new.md': { id: made.id, text: '' } });
    expect(record).not.toHaveProperty('own');
    expect(record!.deleted).toEqual([]);
  });

  it.each<[string, readonly ((pages: readonly ModelPage[]) => readonly ModelPage[])[], boolean]>([
    ['one that has an edit as it is now', [rewrite('Usage', better)], true],
    [
      'one that has an earlier version of an edit',
      [rewrite('Usage', usage.replace('First.', 'Once.'))],
      true,
    ],
    ['one that lacks a page that is deleted', [without('Install')], true],
    ['none that says only other things', [rewrite('Welcome', '# Welcome\n\nOther.\n')], false],
  ])('is %s', async (_, changes, isTaken) => {
    await lost(...changes);
    expect((await adopted())?.changeRequest?.number ?? null).toBe(isTaken ? 1 : null);
  });

  it('is the one that says most of it: the same text counts more than another version, and a blank one least', async () => {
    await lost();
    expect((await adopted())?.changeRequest?.number).toBe(1);
    await lost(rewrite('Usage', usage.replace('First.', 'Once.')));
    expect((await adopted())?.changeRequest?.number).toBe(1);
    await lost(rewrite('Usage', better));
    expect((await adopted())?.changeRequest?.number).toBe(3);
    await lost(without('Install'), rewrite('Usage', usage.replace('First.', 'Once.')));
    expect((await adopted())?.changeRequest?.number).toBe(4);
    await lost(without('Install'), rewrite('Usage', better));
    expect((await adopted())?.changeRequest?.number).toBe(5);
  });

  it('is none that lacks a new page with the title of a page of the space', async () => {
    await lost(rewrite('Welcome', '# Welcome\n\nOther.\n'));
    const target = { branch: 'main', space: { id: world.space }, changeRequest: null, beside: [] };
    const said = { ...noEdits, texts: [fresh('usage-2.md', '# Usage\n\nAnother.\n')] };
    expect(await adoptLostChangeRequest(ports, target as unknown as ProposalTarget, said)).toBeNull();
  });

  it('is none that was archived or deleted meanwhile, and none for a branch that edits another one', async () => {
    const archived = await lost(rewrite('Usage', better));
    const gone = await lost(rewrite('Usage', better));
    expect(await adopted({ changeRequest: { id: archived.id, number: 1 } })).toBeNull();
    await world.service.setChangeRequest(world.space, archived.id, { status: 'archived' });
    world.service.deleteChangeRequest(gone.id);
    expect(await adopted()).toBeNull();
  });
});

describe('[SYNC-52] the new pages that a change request has already', () => {
  const sent = (id: string, path: string): SentPage => ({ id, path, text: '', mark: '' });
  const found = async (
    made: readonly ModelPage[],
    texts: readonly TextEdit[],
    { pages = {}, bytes = {} }: { pages?: ProposalRecord['pages']; bytes?: Record<string, string> } = {},
  ): Promise<Record<string, readonly [string, string]>> => {
    const request = await world.request('Mine', adding(...made));
    const content = await world.service.content({
      kind: 'change-request',
      space: world.space,
      id: request.id,
    });
    const record = await withPagesFound(ports, {
      ...{ record: world.proposal(request, { pages }), edits: { ...noEdits, texts }, content },
      bytes: new Map(Object.entries(bytes).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    });
    return Object.fromEntries(Object.entries(record.pages).map(([key, { id, text }]) => [key, [id, text]]));
  };
  const text = '# New\n\nNew here.\n';
  const page = (change: Partial<ModelPage> = {}): ModelPage => ({
    ...world.service.newPage('New', 'New here.'),
    ...change,
  });

  it('are found by their titles where they say the same, each once', async () => {
    const [one, other] = [page(), page()];
    expect(await found([one, other], [fresh('new.md', text), fresh('b.md', text)])).toEqual({
      'new:new.md': [one.id, text],
      'new:b.md': [other.id, text],
    });
  });

  it('are found by a title that the table of contents gives', async () => {
    const untitled = page({ title: 'Listed', text: 'New here.\n' });
    expect(await found([untitled], [fresh('new.md', 'New here.\n', 'Listed')])).toEqual({
      'new:new.md': [untitled.id, 'New here.\n'],
    });
  });

  it('are found by their files, whatever they say', async () => {
    const [filed, other] = [page({ file: 'new.md', title: 'X', text: '# X\n' }), page({ file: 'other.md' })];
    expect(await found([other, filed], [fresh('new.md', text)])).toEqual({ 'new:new.md': [filed.id, ''] });
    expect(await found([other], [fresh('new.md', text)])).toEqual({});
  });

  it('are none with another title, and none with another text', async () => {
    expect(await found([page({ title: 'Renamed' })], [fresh('new.md', text)])).toEqual({});
    expect(await found([page({ text: '# New\n\nOther.\n' })], [fresh('new.md', text)])).toEqual({});
  });

  it('are none that the proposal knows, and none that the space has', async () => {
    const known = page();
    expect(
      await found([known], [fresh('new.md', text)], { pages: { 'new:x.md': sent(known.id, 'x.md') } }),
    ).toEqual({
      'new:x.md': [known.id, ''],
    });
    expect(await found([], [fresh('a.md', usage)])).toEqual({});
    const again = page();
    expect(
      await found([again], [fresh('a.md', text)], { pages: { 'new:a.md': sent('other', 'a.md') } }),
    ).toEqual({
      'new:a.md': ['other', ''],
    });
    expect(await found([page()], [edit('new', 'new.md', { text })])).toEqual({});
  });

  it.each<[string, string, string]>([
    ['what both have of it where the service has more', '# New\n\nNew here.\n\nTheirs.\n', text],
    ['what both have of it where the file has more', '# New\n', '# New\n'],
    ['nothing where each has lines of its own', '# New\n\nOther.\n', ''],
  ])('are found by the identity in the file, and start from %s', async (_, theirs, start) => {
    const kept = page({ title: 'Renamed', text: theirs });
    const bytes = { 'new.md': withPageId(text, kept.id) };
    expect(await found([page(), kept], [fresh('new.md', text)], { bytes })).toEqual({
      'new:new.md': [kept.id, start],
    });
  });
});

describe('a change request differs from its space', () => {
  const only = async (
    change: (pages: readonly ModelPage[]) => readonly ModelPage[],
    of: {
      same?: readonly string[];
      deleted?: readonly string[];
      files?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<boolean> => {
    const { service, space, state } = world;
    const request = await world.request('Mine', change);
    if (of.files)
      await service.changeContent(
        space,
        request.id,
        Object.entries(of.files).map(([name, text]) => ({
          type: 'insert_files' as const,
          files: [{ name, contentType: 'image/png', base64: btoa(text) }],
        })),
      );
    const content = await service.content({ kind: 'change-request', space, id: request.id });
    const { same = [], deleted = [] } = of;
    return differsOnlyIn({ state, space }, { content, same: new Set(same), deleted, contents: 'SUMMARY.md' });
  };

  it.each<[string, () => Promise<boolean>, boolean]>([
    ['in nothing', () => only((pages) => pages), true],
    [
      'in a page that was sent as it is',
      () => only(rewrite('Usage', '# Usage\n'), { same: [ids['Usage']!] }),
      true,
    ],
    ['in another page', () => only(rewrite('Usage', '# Usage\n'), { same: [ids['Welcome']!] }), false],
    ['in a deletion that was sent', () => only(without('Usage'), { deleted: [ids['Usage']!] }), true],
    ['in another deletion', () => only(without('Usage'), { deleted: [ids['Welcome']!] }), false],
    ['in a new page', () => only(adding(world.service.newPage('New', ''))), false],
    ['in a new file', () => only((pages) => pages, { files: { 'b.png': 'B' } }), false],
    ['in the table of contents', () => only((pages) => pages, { files: { 'SUMMARY.md': 'B' } }), true],
  ])('%s', async (_, differs, isOnly) => {
    expect(await differs()).toBe(isOnly);
  });
});

describe('[SYNC-54] a change request that no proposal is in', () => {
  const says = async (
    ...changes: readonly ((pages: readonly ModelPage[]) => readonly ModelPage[])[]
  ): Promise<ChangeRequest> => world.request('Mine', together(changes));
  const isNothing = (request: ChangeRequest): Promise<boolean> => saysNothingNew(ports, world.space, request);
  const theyDo = async (change: (pages: readonly ModelPage[]) => readonly ModelPage[]): Promise<void> => {
    world.service.edit(world.space, change);
    await world.mirrors();
  };
  const other = '# Usage\n\nOther.\n';

  it('says nothing new before anybody writes into it', async () => {
    expect(await isNothing(await world.request('Mine'))).toBe(true);
  });

  it.each<[string, (pages: readonly ModelPage[]) => readonly ModelPage[]]>([
    ['a text', (pages) => rewrite('Usage', other)(pages)],
    ['a deletion', (pages) => without('Usage')(pages)],
    ['a new page', (pages) => adding(world.service.newPage('New', 'New.'))(pages)],
  ])('repeats %s that the space has by now, and has it for itself until then', async (_, change) => {
    const request = await says(change);
    expect(await isNothing(request)).toBe(false);
    await theyDo(change);
    expect(await isNothing(request)).toBe(true);
    world.service.readsRevisions = async () => false;
    expect(await isNothing(request)).toBe(false);
  });

  it('repeats nothing where one of its changes is nowhere else', async () => {
    const request = await says(rewrite('Usage', other), rewrite('Welcome', '# Welcome\n'));
    await theyDo(rewrite('Usage', other));
    expect(await isNothing(request)).toBe(false);
  });

  it('repeats a new page only where another new page has its title and its text', async () => {
    const request = await says(adding(world.service.newPage('New', 'New.')));
    await theyDo(
      adding(world.service.newPage('New', 'Other.'), {
        ...world.service.newPage('Else', ''),
        text: '# New\n\nNew.\n',
      }),
    );
    expect(await isNothing(request)).toBe(false);
    const again = await says((pages) =>
      adding({ ...world.service.newPage('Usage', ''), text: usage })(pages),
    );
    expect(await isNothing(again)).toBe(false);
  });

  it.each<[string, Partial<ProposalRecord>, boolean]>([
    ['of an open proposal', {}, true],
    ['of a proposal that was merged', { state: 'merged' }, false],
    ['of a proposal of another space', { space: 'other' }, false],
    ['of a proposal that has none yet', { changeRequest: null }, false],
  ])('repeats what another change request says, if that is one %s', async (_, change, isRepeated) => {
    const request = await says(rewrite('Usage', other));
    const second = await says(rewrite('Usage', other));
    saveProposal(world.state, world.proposal(second, change));
    expect(await isNothing(request)).toBe(isRepeated);
  });

  it('does not repeat itself', async () => {
    const request = await says(rewrite('Usage', other));
    saveProposal(world.state, world.proposal(request));
    expect(await isNothing(request)).toBe(false);
  });

  it('has files of its own where neither its start nor the other one has them', async () => {
    const { service, space } = world;
    const request = await says(rewrite('Usage', other));
    await service.changeContent(space, request.id, [
      { type: 'insert_files', files: [{ name: 'b.png', contentType: 'image/png', base64: btoa('B') }] },
    ]);
    await theyDo(rewrite('Usage', other));
    expect(await isNothing((await service.changeRequest(space, request.id))!)).toBe(false);
  });

  it('is archived where it repeats what the service has, told only where nothing may be done, and else left alone', async () => {
    const { service, space, context } = world;
    const repeats = await says(rewrite('Usage', other));
    const own = await says(rewrite('Welcome', '# Welcome\n'));
    const gone = await says();
    await theyDo(rewrite('Usage', other));
    knows(...[repeats, own, gone].map((each) => known(each, mine(each.number))));
    service.deleteChangeRequest(gone.id);
    Object.assign(context, { seen: new Set() });
    expect(await archiveRepeated(ports, { isDry: false })).toEqual([]);
    context.seen.add(space);
    const earlier = (number: number): string =>
      `Change request #${number} of guides is an earlier one of this clone and`;
    const stays = `${earlier(2)} has changes of its own: it stays as it is`;
    expect(await archiveRepeated(ports, { isDry: true })).toEqual([
      `${earlier(1)} only repeats what the service has elsewhere: a repair archives it`,
      stays,
    ]);
    expect((await service.changeRequest(space, repeats.id))!.status).toBe('draft');
    expect(await archiveRepeated(ports, { isDry: false })).toEqual([
      `${earlier(1)} only repeats what the service has elsewhere: it is archived`,
      stays,
    ]);
    expect((await service.changeRequest(space, repeats.id))!.status).toBe('archived');
    // The list is from before that.
    expect(await archiveRepeated(ports, { isDry: false })).toEqual([stays]);
  });
});
