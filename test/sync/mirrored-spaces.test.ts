import { beforeEach, describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import type { Oid } from '../../src/git/index.ts';
import { mirrorSpace } from '../../src/sync/mirror/mirror-space.ts';
import type { MirroredSpace } from '../../src/sync/mirror/mirror-space.ts';
import { readChangeRequest } from '../../src/sync/mirror/read-change-request.ts';
import { dropProposal, saveProposal } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import type { ChangeRequestRecord, SpaceRecord } from '../../src/sync/state/records.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;

const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'];

beforeEach(async () => {
  world = await proposingWorld((service) => titles.map((title) => service.newPage(title, `Of ${title}.`)));
  const kept = { read: () => null, keep: () => undefined, textsChanged: () => undefined };
  Object.assign(world.context, { kept });
});

const mirrored = async (): Promise<MirroredSpace> => {
  const space = (await world.service.space(world.space))!;
  return mirrorSpace(world.context, { space, folder: 'guides', token: 't' });
};
const idOf = (title: string): string =>
  world.service.pagesOf(world.space).find((page) => page.title === title)!.id;

describe('the guard of the mirror', () => {
  /** The service deletes six of eight pages, and this clone has a proposal. */
  const deletedWith = async (change: Partial<ProposalRecord>): Promise<MirroredSpace> => {
    saveProposal(world.state, world.proposal(null, change));
    world.service.edit(world.space, (pages) => pages.slice(6));
    Object.assign(world.context, { options: { dryRun: true } });
    return mirrored();
  };
  const removed = { path: '', text: '' } as unknown as NonNullable<ProposalRecord['removed']>[string];

  it.each<[string, (ids: readonly string[]) => Partial<ProposalRecord>]>([
    ['an open change request of ours deletes', (deleted) => ({ deleted })],
    ['a merged change request of ours deleted', (deleted) => ({ deleted, state: 'merged' })],
    [
      'a change request of ours deletes with the page above them',
      ([first]) => ({
        deleted: [first!],
        removed: Object.fromEntries(
          ['two', 'three', 'four', 'five', 'six'].map((path) => [`${path}.md`, removed]),
        ),
      }),
    ],
    ['a change request of ours deletes but for one', (ids) => ({ deleted: ids.slice(1) })],
  ])('[SYNC-97] lets the deletions pass that %s', async (_, change) => {
    const { changes, state } = await deletedWith(change(titles.slice(0, 6).map(idOf)));
    expect(state).toBe('changed');
    expect(changes.filter(({ kind }) => kind === 'deleted')).toHaveLength(6);
  });

  it.each<[string, (ids: readonly string[]) => Partial<ProposalRecord>]>([
    ['nobody proposed here', () => ({})],
    ['an archived change request proposed', (deleted) => ({ deleted, state: 'archived' })],
    ['a change request of another space proposes', (deleted) => ({ deleted, space: 'other' })],
  ])('stops deletions that %s', async (_, change) => {
    await expect(deletedWith(change(titles.slice(0, 6).map(idOf)))).rejects.toMatchObject({
      ...{ code: 'DELETION_GUARD', data: { deleted: 6, of: 8 } },
      message: expect.stringContaining('6 of 8 pages of Guides (guides) would be deleted') as string,
    });
  });

  it('lets deletions pass that a person confirms', async () => {
    world.service.edit(world.space, (pages) => pages.slice(6));
    Object.assign(world.context, { options: { dryRun: true, confirmDeletions: true } });
    expect((await mirrored()).changes.filter(({ kind }) => kind === 'deleted')).toHaveLength(6);
  });
});

describe('a dry run of the mirror', () => {
  it('tells what would change with paths of the repository, and changes nothing', async () => {
    const { state, service, space, context } = world;
    const record = { ...state.spaces().get(space)!, commits: [{ revision: 'r', commit: 'c' }] };
    state.setSpace(record);
    service.edit(space, ([first, second, ...others]) => [
      { ...first!, file: 'uno.md' },
      { ...second!, text: '# Two\n\nTheirs.\n' },
      ...others,
    ]);
    Object.assign(context, { options: { dryRun: true } });
    const before = context.tip;

    const { record: planned, changes } = await mirrored();

    expect(changes).toEqual(
      expect.arrayContaining([
        { kind: 'moved', path: 'guides/uno.md', from: 'guides/one.md' },
        { kind: 'changed', path: 'guides/two.md' },
      ]),
    );
    expect(changes.every(({ path }) => path.startsWith('guides/'))).toBe(true);
    expect(planned).toMatchObject({ commits: record.commits, changeRequests: [], token: '' });
    expect(planned.revision).toBe(service.headOf(space).id);
    expect([context.tip, state.spaces().get(space)]).toEqual([before, record]);
  });
});

describe('the mirror of a space after many revisions', () => {
  it('reads of the newest ones the texts alone, where nothing else changed', async () => {
    const { service, space, git, context } = world;
    for (let at = 1; at <= 54; at++)
      service.edit(space, ([first, ...others]) => [
        { ...first!, text: `# One\n\nLine ${at}.\n` },
        ...others,
        ...(at === 52 ? [service.newPage('Fresh', 'New.')] : []),
      ]);
    const asked: string[] = [];
    const content = service.content.bind(service);
    service.content = async (place) => {
      const found = await content(place);
      asked.push(found.id);
      return found;
    };
    const before = context.tip.commit;

    const { record, state } = await mirrored();

    expect(state).toBe('changed');
    expect(record.revision).toBe(service.headOf(space).id);
    // The walk back to the mirror's revision reads each revision, and one of the newest four has more than another text.
    expect(asked).toHaveLength(new Set(asked).size + 1);
    expect(await git.entryAt(context.tip.commit!, 'guides/fresh.md')).not.toBeNull();
    const texts: string[] = [];
    for await (const { oid } of git.log(context.tip.commit!, { exclude: [before!] })) {
      const entry = await git.entryAt(oid, 'guides/one.md');
      texts.push(new TextDecoder().decode(await git.readBlob(entry!.oid)));
    }
    expect(texts).toEqual(
      Array.from({ length: 54 }, (_, at) => withPageId(`# One\n\nLine ${54 - at}.\n`, idOf('One'))),
    );
  });
});

describe('the commit of a change request', () => {
  let theirs: string;
  const read = async (record: Partial<SpaceRecord> = {}, before?: ChangeRequestRecord, id = theirs) => {
    const { service, space, git, context, state } = world;
    const changeRequest = (await service.changeRequest(space, id))!;
    const known = {
      ...{ space: (await service.space(space))!, record: { ...state.spaces().get(space)!, ...record } },
      ...{ changeRequest, before, at: null },
    };
    const found = await git.write((writer) => readChangeRequest(context, writer, known));
    return { found, commit: await git.readCommit(found.commit) };
  };
  const pathsIn = async (commit: Oid): Promise<string[]> =>
    (await world.git.listTree(commit)).map(({ path }) => path);

  beforeEach(async () => {
    const request = await world.request('Theirs', ([first, ...others]) => [
      { ...first!, text: '# One\n\nTheirs.\n' },
      ...others.slice(1),
    ]);
    theirs = request.id;
  });

  it('follows the commit of the revision that the change request starts from', async () => {
    const { git, service, space, context } = world;
    const base = context.tip.commit!;
    const newer = await commitFiles(git, base, { 'other/late.md': 'Late\n' });
    context.tip = { commit: newer, tree: await git.treeOf(newer) };
    const { found, commit } = await read({
      commits: [{ revision: service.headOf(space).id, commit: base }],
    });
    expect(commit.parents).toEqual([base]);
    expect(Object.keys(found.objects)).toEqual([`page/${idOf('One')}`, 'file/:summary']);
    expect(await pathsIn(commit.oid)).not.toContain('other/late.md');
    expect(await pathsIn(commit.oid)).not.toContain('guides/two.md');
    expect(await pathsIn(commit.oid)).toContain('guides/three.md');
  });

  it('has none before it where the mirror lacks that revision, and the rest of the mirror around it', async () => {
    const { context } = world;
    const { found, commit } = await read();
    expect(commit.parents).toEqual([]);
    const around = await pathsIn(context.tip.commit!);
    expect((await pathsIn(commit.oid)).filter((path) => !path.startsWith('guides/'))).toEqual(
      around.filter((path) => !path.startsWith('guides/')),
    );
    context.tip = { commit: null, tree: null };
    const alone = await read();
    expect(alone.commit.parents).toEqual([]);
    expect(await pathsIn(alone.commit.oid)).toContain('guides/one.md');
    expect(alone.found.objects).toEqual(found.objects);
  });

  it('costs no text that this clone has already', async () => {
    const { service } = world;
    const asked: string[] = [];
    const page = service.page.bind(service);
    service.page = async (place, id) => {
      asked.push(id);
      return page(place, id);
    };
    const { found } = await read();
    expect(asked).toEqual([idOf('One')]);
    const again = await read({}, found);
    expect(asked).toEqual([idOf('One')]);
    expect(again.commit.tree).toBe((await world.git.readCommit(found.commit)).tree);
    // Somebody takes the edit back: the page is as in the space.
    service.editChangeRequest(theirs, ([first, ...others]) => [
      { ...first!, text: service.headOf(world.space).pages[0]!.text },
      ...others,
    ]);
    asked.length = 0;
    const back = await read({}, found);
    expect(asked).toEqual([]);
    expect(Object.keys(back.found.objects)).toEqual(['file/:summary']);
    service.editChangeRequest(theirs, ([first, ...others]) => [
      { ...first!, text: '# One\n\nOnce more.\n' },
      ...others,
    ]);
    const more = await read({}, found);
    expect(asked).toEqual([idOf('One')]);
    expect(Object.keys(more.found.objects)).toEqual([`page/${idOf('One')}`, 'file/:summary']);
  });

  it('follows the commit that it had before, and its base again only after an update', async () => {
    const base = world.context.tip.commit!;
    const commits = [{ revision: world.service.headOf(world.space).id, commit: base }];
    const { found } = await read({ commits });
    const again = await read({ commits }, found);
    expect(again.commit.parents).toEqual([found.commit]);
    const updated = await read({ commits }, { ...found, base: 'earlier' });
    expect(updated.commit.parents).toEqual([found.commit, base]);
    const lost = await read({ commits }, { ...found, commit: 'f'.repeat(40) });
    expect(lost.commit.parents).toEqual([base]);
  });

  it('has a page of this clone’s proposal at the path that it has here', async () => {
    const fresh = world.service.newPage('Fresh', 'New.');
    const pages = { 'new:my/own.md': { id: fresh.id, path: 'my/own.md', text: '', mark: '', sentAt: null } };
    const request = await world.request('Mine', (all) => [...all, fresh]);
    const other = await world.request('Other');
    const at = async (change: Partial<ProposalRecord>) => {
      const record = world.proposal(request, { pages, ...change });
      saveProposal(world.state, record);
      const { commit } = await read({}, undefined, request.id);
      dropProposal(world.state, record);
      return (await pathsIn(commit.oid)).find((path) => /own|fresh/u.test(path));
    };
    expect(await at({})).toBe('guides/my/own.md');
    expect(await at({ space: 'other' })).toBe('guides/fresh.md');
    expect(await at({ changeRequest: { id: other.id, number: 9, url: '' } })).toBe('guides/fresh.md');
    expect(await at({ changeRequest: null })).toBe('guides/fresh.md');
  });

  it('is not made of a change request that went away or changed each time', async () => {
    const { service } = world;
    const ask = service.changeRequest.bind(service);
    let asked = 0;
    service.changeRequest = async (...of) => (asked++ === 0 ? ask(...of) : null);
    await expect(read()).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'Change request #1 of Guides went away while it was read' },
    });
    let revision = 0;
    service.changeRequest = async (...of) => ({ ...(await ask(...of))!, revision: `${++revision}` });
    await expect(read()).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: 'Change request #1 of Guides changed each time while Tidemark read it',
      hint: 'Its reference keeps the last whole revision; the next cycle tries again.',
    });
    expect(revision).toBe(4);
  });
});
