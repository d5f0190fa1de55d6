import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { noteRequest } from '../../src/sync/proposals/announce.ts';
import { archiveOfDeletedBranches } from '../../src/sync/proposals/deleted-branches.ts';
import { followSubject } from '../../src/sync/proposals/follow-subject.ts';
import type { FolderEdits, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import type { ProposalContext } from '../../src/sync/proposals/proposal-context.ts';
import type { ProposalTarget, ProposingPorts } from '../../src/sync/proposals/propose.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { requestedChangesOf } from '../../src/sync/proposals/requested-changes.ts';
import { archiveMergedByHand, takeOverChangeRequest } from '../../src/sync/proposals/take-over.ts';
import { readProposal, saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
let ports: ProposingPorts;

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  ports = { context: world.context } as unknown as ProposingPorts;
  world.git.force('refs/heads/main', world.context.tip.commit);
});

const edit: TextEdit = {
  ...{ key: 'p1', path: 'a.md', from: 'a.md', text: 'mine\n', baseText: 'old\n', title: null, slug: null },
};
const edits: FolderEdits = { ...noEdits, texts: [edit], deletes: [{ key: 'p3', path: 'c.md' }] };
const wishes = requestedChangesOf(edits);
const update = { key: 'p1', page: { id: 'p1', path: 'a.md', text: '', mark: '' }, text: '', previous: '' };
const unanswered = { unanswered: { before: 'r0', updates: [update], placed: [], deleted: [] } };

/** A proposal of another branch whose change request nobody else wrote into. */
const proposed = async (branch: string, change: Partial<ProposalRecord> = {}): Promise<ProposalRecord> => {
  const request = await world.request('Mine');
  const record = world.proposal(request, { branch, wishes, own: request.revision, ...change });
  saveProposal(world.state, record);
  return record;
};
const statusOf = async ({ changeRequest }: ProposalRecord): Promise<string | undefined> =>
  (await world.service.changeRequest(world.space, changeRequest!.id))?.status;
const targetOf = (change: Partial<ProposalTarget> = {}): ProposalTarget => ({
  ...{ branch: 'main', space: world.state.spaces().get(world.space)!, changeRequest: null, commit: null },
  ...{ base: world.context.tip.commit!, sentElsewhere: [], others: [], beside: [] },
  ...change,
});
/** A branch gets a commit of its own. */
const commits = async (branch: string, parent = world.context.tip.commit): Promise<string> => {
  const commit = await commitFiles(world.git, parent, { [`guides/${branch}.md`]: `# ${branch}\n` });
  world.git.force(`refs/heads/${branch}`, commit);
  return commit;
};

describe('[SYNC-55] the change request of another branch', () => {
  const taken = async (change: Partial<ProposalTarget> = {}, said = edits): Promise<ProposalRecord | null> =>
    takeOverChangeRequest(ports, targetOf(change), said);

  it('becomes this branch’s where this branch has all of its edits and the other one has none', async () => {
    const record = await proposed('idea');
    expect(await taken()).toEqual({ ...record, branch: 'main' });
    expect(await readProposal(world.state, 'main', world.space)).toEqual({ ...record, branch: 'main' });
    expect(await readProposal(world.state, 'idea', world.space)).toBeNull();
  });

  it('is only looked at in a dry run', async () => {
    const record = await proposed('idea');
    Object.assign(world.context, { options: { dryRun: true } });
    expect(await taken()).toEqual({ ...record, branch: 'main' });
    expect(await readProposal(world.state, 'idea', world.space)).toEqual(record);
    expect(await readProposal(world.state, 'main', world.space)).toBeNull();
  });

  it.each<[string, Partial<ProposalRecord>]>([
    ['has edits that this branch lacks', { wishes: { ...wishes, 'page p9': 'other' } }],
    ['has none', { wishes: {} }],
    ['is of an older version that noted none', { wishes: undefined } as unknown as Partial<ProposalRecord>],
    ['is being archived', { leaving: true }],
    ['is somebody else’s', { ours: false }],
    ['was merged', { state: 'merged' }],
    ['waits for an answer', unanswered],
    ['has no change request yet', { changeRequest: null }],
    ['is in another space', { space: 'other' }],
  ])('stays where it is if it %s', async (_, change) => {
    await proposed('idea', change);
    expect(await taken()).toBeNull();
  });

  it('stays where it is while its branch has commits, is in another working tree, or is this one', async () => {
    const record = await proposed('idea');
    expect(await taken({ branch: 'idea' })).toBeNull();
    expect(await taken({ changeRequest: { id: 'cr', number: 9 } })).toBeNull();
    expect(await taken({}, noEdits)).toBeNull();
    world.git.checkedOutElsewhere = async () => new Set(['refs/heads/idea']);
    expect(await taken()).toBeNull();
    world.git.checkedOutElsewhere = async () => new Set(['refs/heads/other']);
    await commits('idea');
    expect(await taken()).toBeNull();
    world.git.force('refs/heads/idea', world.context.tip.commit);
    expect(await taken()).toMatchObject({ changeRequest: record.changeRequest });
  });

  it('becomes the configured branch’s with the commits, whatever it says', async () => {
    await proposed('idea', { wishes: { 'page p9': 'other' } });
    const head = await commits('idea');
    world.git.force('refs/heads/main', await commitFiles(world.git, head, { 'guides/more.md': '# More\n' }));
    expect(await taken({ branch: 'other' })).toBeNull();
    expect(await taken()).not.toBeNull();
  });

  it('stays with a branch whose files another working tree has, where something was saved there', async () => {
    const other = { wishes: { 'page p9': 'other' } };
    world.git.force('refs/heads/main', await commits('idea'));
    world.git.checkedOutElsewhere = async () => new Set(['refs/heads/idea']);
    await proposed('idea', { ...other, saved: true });
    expect(await taken()).toBeNull();
    await proposed('idea', other);
    expect(await taken()).not.toBeNull();
  });

  it('does not come with commits that the mirror has as well', async () => {
    await proposed('idea', { wishes: { 'page p9': 'other' } });
    world.git.force('refs/heads/idea', world.context.tip.commit);
    expect(await taken()).toBeNull();
  });

  it('comes with the commits from which its pages were sent, once the branch is deleted', async () => {
    const [head, other] = [await commits('idea'), await commits('other')];
    const page = (id: string, sentAt: string | null): SentPage => ({
      id,
      path: `${id}.md`,
      text: '',
      mark: '',
      sentAt,
    });
    const pages = (...at: readonly (string | null)[]) => ({
      ...{ wishes: { 'page p9': 'other' }, branch: 'gone' },
      pages: Object.fromEntries(at.map((each, number) => [`p${number}`, page(`p${number}`, each)])),
    });
    world.git.force('refs/heads/main', head);
    const takenWith = async (...at: readonly (string | null)[]): Promise<boolean> => {
      await proposed('gone', pages(...at));
      return (await taken()) !== null;
    };
    expect(await takenWith(null)).toBe(false);
    expect(await takenWith(head, other)).toBe(false);
    expect(await takenWith('0'.repeat(40))).toBe(false);
    expect(await takenWith(world.context.tip.commit)).toBe(false);
    world.git.force('refs/heads/main', null);
    expect(await takenWith(head)).toBe(false);
    world.git.force('refs/heads/main', head);
    expect(await takenWith(head, null, world.context.tip.commit)).toBe(true);
  });

  it('is archived where this branch has its edits in a change request of its own', async () => {
    const own = world.proposal(await world.request('Own'), { wishes });
    const archives = async (
      record: ProposalRecord | null,
      change: Partial<ProposalTarget> = {},
    ): Promise<void> => archiveMergedByHand(ports, targetOf(change), record);
    const said = await proposed('gone');
    const more = await proposed('more', { wishes: { ...wishes, 'page p9': 'other' } });
    const none = await proposed('none', { wishes: {} });
    const there = await proposed('there');
    const written = await proposed('written');
    await commits('there');
    world.service.editChangeRequest(written.changeRequest!.id, (pages) => pages.slice(1));
    await archives(null);
    await archives({ ...own, ...unanswered });
    Object.assign(world.context, { options: { dryRun: true } });
    await archives(own);
    Object.assign(world.context, { options: {} });
    await archives({ ...own, wishes: {} });
    await archives(own, { changeRequest: { id: 'cr', number: 9 } });
    expect(await statusOf(said)).toBe('draft');
    await archives(own);
    expect(await Promise.all([said, more, none, there, written].map(statusOf))).toEqual([
      ...['archived', 'draft', 'draft', 'draft', 'draft'],
    ]);
    expect(await readProposal(world.state, 'gone', world.space)).toBeNull();
    expect(await readProposal(world.state, 'written', world.space)).not.toBeNull();
  });
});

describe('[SYNC-55] the change request of a branch that was deleted', () => {
  const archived = async (isReadable = true) => archiveOfDeletedBranches(ports, () => isReadable);
  const home = async (change: Partial<ProposalRecord> = {}): Promise<void> =>
    saveProposal(world.state, world.proposal(await world.request('Home'), { wishes, ...change }));

  it('is archived where the configured branch’s change request has its edits', async () => {
    await home();
    const record = await proposed('gone');
    const report = { branch: 'gone', space: world.space, number: record.changeRequest!.number, edits: [] };
    Object.assign(world.context, { options: { dryRun: true } });
    expect(await archived()).toMatchObject([{ ...report, state: 'planned' }]);
    expect(await statusOf(record)).toBe('draft');
    Object.assign(world.context, { options: {} });
    expect(await archived()).toMatchObject([{ ...report, state: 'archived' }]);
    expect(await statusOf(record)).toBe('archived');
    expect(await readProposal(world.state, 'gone', world.space)).toBeNull();
  });

  it.each<[string, Partial<ProposalRecord>]>([
    ['has an edit that is nowhere else', { wishes: { ...wishes, 'page p9': 'other' } }],
    ['has another version of an edit', { wishes: { ...wishes, 'page p1': 'other' } }],
    ['has no edit', { wishes: {} }],
    ['is somebody else’s', { ours: false }],
    ['was merged', { state: 'merged' }],
    ['is none yet', { changeRequest: null }],
    ['waits for an answer', unanswered],
    ['was written into by somebody', { own: undefined } as unknown as Partial<ProposalRecord>],
    ['is in a space that is no longer mirrored', { space: 'other' }],
    ['is that of a change request’s own branch', { branch: 'cr/guides/1' }],
    ['is that of the configured branch', { branch: 'main' }],
  ])('stays open where it %s', async (_, change) => {
    if (change.branch !== 'main') await home();
    await proposed('gone', change);
    world.git.force('refs/heads/main', null);
    world.git.checkOut('refs/heads/other');
    expect(await archived()).toEqual([]);
  });

  it.each<[string, () => void | Promise<void>]>([
    ['its branch is there', async () => void (await commits('gone'))],
    ['its branch is checked out and has no commit yet', () => world.git.checkOut('refs/heads/gone')],
    [
      'somebody wrote into it since, as the mirror knows',
      () => {
        const record = world.state.spaces().get(world.space)!;
        const request = [...world.service.requestsById.values()].find(({ subject }) => subject === 'Mine')!;
        const { id, number } = request;
        const mirrored = { id, number, revision: 'later', status: 'draft' } as never;
        world.state.setSpace({ ...record, changeRequests: [mirrored] });
      },
    ],
    [
      'somebody writes into it just now',
      () => {
        const request = [...world.service.requestsById.values()].find(({ subject }) => subject === 'Mine')!;
        world.service.editChangeRequest(request.id, (pages) => pages.slice(1));
      },
    ],
  ])('stays open where %s', async (_, change) => {
    await home();
    await proposed('gone');
    await change();
    expect(await archived()).toEqual([]);
    expect(await readProposal(world.state, 'gone', world.space)).not.toBeNull();
  });

  it('stays open while its space cannot be read, and while the home branch’s waits for an answer, or is gone', async () => {
    await home();
    await proposed('gone');
    expect(await archived(false)).toEqual([]);
    for (const change of [unanswered, { state: 'archived' as const }, { changeRequest: null }]) {
      await home(change);
      expect(await archived()).toEqual([]);
    }
    await home();
    expect(await archived()).toHaveLength(1);
  });

  it('is archived where the mirror knows no other revision than ours', async () => {
    await home();
    const record = await proposed('gone');
    const { id, number } = record.changeRequest!;
    const mirrored = [
      { id: 'other', revision: 'later', subject: '' },
      { id, number, revision: record.own, status: 'draft', subject: '' },
    ];
    world.state.setSpace({ ...world.state.spaces().get(world.space)!, changeRequests: mirrored as never });
    expect(await archived()).toMatchObject([{ state: 'archived' }]);
  });
});

describe('[SYNC-69] the subject of a draft', () => {
  const followed = async (
    change: Partial<ProposalRecord> = {},
    { said = edits, subject = 'Mine [0123456789]' }: { said?: FolderEdits; subject?: string } = {},
  ) => {
    const request = await world.request(subject);
    const record = world.proposal(request, change);
    const gathered = { comparison: { local: { files: new Map() } } };
    const proposal = { ports, target: targetOf(), gathered } as unknown as ProposalContext;
    return { record, request, after: await followSubject(proposal, record, said) };
  };
  const subjectOf = async (id: string) => (await world.service.changeRequest(world.space, id))?.subject;

  it('names the edits that the draft has by now, and keeps its mark', async () => {
    const { record, request, after } = await followed();
    expect(after).toEqual({ ...record, subject: 'Edit a.md' });
    expect(await subjectOf(request.id)).toBe('Edit a.md [0123456789]');
  });

  it('names no deletion of a page that the draft itself had made', async () => {
    const id = world.service.pagesOf(world.space)[0]!.id;
    const deletes = [{ key: id, path: 'usage.md' }, ...edits.deletes];
    const { after } = await followed({}, { said: { ...edits, deletes } });
    expect(after.subject).toContain('usage.md');
    expect(after.subject).not.toContain('c.md');
  });

  it.each<[string, Partial<ProposalRecord>, Parameters<typeof followed>[1]]>([
    ['that is somebody else’s', { ours: false }, {}],
    ['whose edits are all gone', {}, { said: { ...noEdits, deletes: edits.deletes } }],
    ['that somebody else has named since', {}, { subject: 'Theirs' }],
  ])('stays as it is in a draft %s', async (_, change, of) => {
    const { record, request, after } = await followed(change, of);
    expect(after).toBe(record);
    expect(await subjectOf(request.id)).toBe(of?.subject ?? 'Mine [0123456789]');
  });

  it('is not asked for where there is no change request, nor where it is the same', async () => {
    const { service } = world;
    const asked: string[] = [];
    service.onStep = ({ operation, when }) => void (when === 'before' && asked.push(operation));
    const same = await followed({ subject: 'Edit a.md' });
    const none = await followed({ changeRequest: null });
    expect([same.after, none.after]).toEqual([same.record, none.record]);
    // Each time, the test has made and read a change request.
    const made = ['createChangeRequest', 'changeRequest'];
    expect(asked).toEqual([...made, ...made]);
  });

  it.each<[string, (world: ProposingWorld) => void]>([
    ['is gone', ({ service }) => void (service.changeRequest = async () => null)],
    [
      'was opened for review',
      ({ service }) => {
        const answer = service.changeRequest.bind(service);
        service.changeRequest = async (...of) => ({ ...(await answer(...of))!, status: 'open' });
      },
    ],
    [
      'cannot be renamed',
      ({ service }) =>
        void (service.setChangeRequest = () => Promise.reject(new AppError('FORBIDDEN', 'No'))),
    ],
    [
      'cannot be asked',
      ({ service }) => void (service.changeRequest = () => Promise.reject(new AppError('FORBIDDEN', 'No'))),
    ],
    [
      'is shown too late',
      ({ service }) =>
        void (service.changeRequest = () => Promise.reject(new AppError('NOT_SHOWN_YET', 'Late'))),
    ],
  ])('stays as it is where the draft %s', async (_, change) => {
    const request = await world.request('Mine [0123456789]');
    const record = world.proposal(request);
    const gathered = { comparison: { local: { files: new Map() } } };
    const proposal = { ports, target: targetOf(), gathered } as unknown as ProposalContext;
    change(world);
    expect(await followSubject(proposal, record, edits)).toBe(record);
    expect(world.service.requestsById.get(request.id)!.subject).toBe('Mine [0123456789]');
  });

  it('hides no fault of the program', async () => {
    world.service.changeRequest = () => Promise.reject(new TypeError('a fault'));
    await expect(followed()).rejects.toThrow('a fault');
  });
});

describe('[SYNC-50] the note about a request', () => {
  it.each<[string, readonly number[], number]>([
    ['is written once where it arrives in time', [5000], 1],
    ['is written again where it took longer than others may wait', [5001, 5000], 2],
    ['is written as often as that happens', [9000, 9000, 10], 3],
  ])('%s', async (_, durations, times) => {
    const { clock, context } = world;
    const [written, left, signals]: [number[], number[], unknown[]] = [[], [...durations], []];
    const { signal } = new AbortController();
    Object.assign(context, { options: { signal } });
    const announce = async (space: string, options: object): Promise<void> => {
      signals.push([space, options]);
      clock.jump(left.shift()!);
    };
    await noteRequest({ announce, context }, 'space1', async (at) => void written.push(at - clock.now()));
    expect(written).toEqual(Array.from({ length: times }, () => 0));
    expect(signals).toEqual(Array.from({ length: times }, () => ['space1', { signal }]));
  });

  it('is written once where nobody else needs it, however long that takes', async () => {
    let written = 0;
    await noteRequest({ context: world.context }, 'space1', async () => {
      written += 1;
      world.clock.jump(60_000);
    });
    expect(written).toBe(1);
    const given: unknown[] = [];
    await noteRequest(
      { context: world.context, announce: async (...of) => void given.push(of) },
      'space1',
      async () => undefined,
    );
    expect(given).toEqual([['space1', {}]]);
  });
});
