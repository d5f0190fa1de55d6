import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Version } from '../../src/git/port.ts';
import { printJson } from '../../src/sync/state/json.ts';
import { stateName } from '../../src/sync/state/names.ts';
import { stateVersion } from '../../src/sync/state/records.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { StateStore, stateRef } from '../../src/sync/state/store.ts';
import { tidemarkAt } from '../../src/sync/tidemark.ts';

const spaceRecord = (id: string, change: Partial<SpaceRecord> = {}): SpaceRecord => ({
  ...{ id, title: 'Guides', path: 'guides', revision: 'r1', token: 't', organization: 'org1', pages: 1 },
  ...{ changeRequests: [], commits: [] },
  ...change,
});

const named = (name: string | null): ConstructorParameters<typeof StateStore>[1] => ({
  known: async () => name,
  drawn: async () => name ?? 'drawn',
});

let git: MemoryRepository;

/** What a process has of the state, after it has read it. */
async function aProcess(name: string | null = 'one'): Promise<StateStore> {
  const state = new StateStore(git, named(name));
  await state.refresh();
  return state;
}

/** Writes the state as a cycle does; false: there was nothing to write. */
async function keep(state: StateStore, at = 1000): Promise<boolean> {
  const move = await git.write((writer) => state.write(writer, at));
  if (move !== null) await git.updateRefs([{ ref: stateRef, ...move }]);
  return move !== null;
}

/** The state has exactly these files. */
async function given(files: Readonly<Record<string, unknown>>): Promise<void> {
  const next = await git.write(async (writer) => {
    const changes = new Map<string, Version>();
    for (const [path, value] of Object.entries(files)) {
      changes.set(path, { mode: '100644', oid: writer.addBlob(printJson(value)) });
    }
    const us = tidemarkAt(0);
    const tree = await writer.updateTree(null, changes);
    return writer.addCommit({ tree, parents: [], author: us, committer: us, message: 'State\n' });
  });
  git.force(stateRef, next);
}

const pathsOf = async (): Promise<string[]> => {
  const { tree } = await git.readCommit((await git.resolveRef(stateRef))!);
  const entries = await git.listTree(tree);
  expect(new Set(entries.map(({ mode }) => mode))).toEqual(new Set(['100644']));
  return entries.map(({ path }) => path).sort();
};

beforeEach(() => {
  git = new MemoryRepository();
});

describe('the state of a sync', () => {
  it('is empty where none was written, and writing nothing then makes it known', async () => {
    const state = await aProcess();

    expect([state.commit, state.dirty, [...state.spaces()], state.root.mirror]).toEqual([
      null,
      false,
      [],
      null,
    ]);
    expect(await keep(state)).toBe(true);
    expect(await pathsOf()).toEqual(['state.json']);
    expect(state.commit).toBe(await git.resolveRef(stateRef));
    expect(await keep(state)).toBe(false);
  });

  it('has in the next process what was set, in a commit on the last one, by the time of the cycle', async () => {
    const state = await aProcess();
    state.setSpace(spaceRecord('s2'));
    state.setSpace(spaceRecord('s1', { path: 'api' }));
    state.setRoot({ ...state.root, metadataAt: 7 });
    state.setDocument('notes/a.json', { a: 1 });
    const record = { path: 'a.md', mark: 'm', oid: 'o' };
    await state.table('s1').set('page', 'p', record);
    expect(await state.table('s1').get('page', 'p')).toEqual(record);
    await keep(state);
    const first = state.commit;
    const next = await aProcess();

    expect([...next.spaces().keys()]).toEqual(['s1', 's2']);
    expect(next.spaces().get('s1')).toEqual(spaceRecord('s1', { path: 'api' }));
    expect(next.root).toMatchObject({ metadataAt: 7, spaces: ['s1', 's2'], version: stateVersion });
    expect(await next.document('notes/a.json')).toEqual({ a: 1 });
    expect(await next.table('s1').get('page', 'p')).toEqual(record);
    expect(await next.table('s2').get('page', 'p')).toBeUndefined();
    next.setRoot({ ...next.root, metadataAt: 8 });
    await keep(next, 5000);
    const commit = await git.readCommit(next.commit!);
    expect(commit.parents).toEqual([first]);
    expect([commit.committer.at, commit.message]).toEqual([5000, 'State of the sync\n']);
  });

  it('is to be written where something is another, and not where the same is set again', async () => {
    const state = await aProcess();
    state.setSpace(spaceRecord('s1'));
    state.setRoot({ ...state.root, metadataAt: 7 });
    await keep(state);
    state.setSpace(spaceRecord('s1'));
    state.setRoot({ ...state.root });
    expect([state.dirty, await keep(state)]).toEqual([false, false]);

    const changes: Record<string, () => unknown> = {
      'the root': () => state.setRoot({ ...state.root, metadataAt: 8 }),
      'a space': () => state.setSpace(spaceRecord('s1', { token: 'u' })),
      'a document': () => state.setDocument('notes/a.json', 1),
      'no document any more': () => state.setDocument('notes/a.json', null),
      'a content': () => state.table('s1').set('page', 'p', { path: 'a.md', mark: 'm', oid: 'o' }),
      'no space any more': () => state.removeSpace('s1'),
    };
    for (const [what, change] of Object.entries(changes)) {
      await change();
      expect([state.dirty, await keep(state), state.dirty], what).toEqual([true, true, false]);
    }
    expect(await pathsOf()).toEqual(['state.json']);
    expect([...(await aProcess()).spaces()]).toEqual([]);
  });

  it('loses the files of a space that goes, and no other', async () => {
    const state = await aProcess();
    for (const id of ['s1', 's11']) {
      state.setSpace(spaceRecord(id));
      await state.table(id).set('page', 'p', { path: 'a.md', mark: 'm', oid: 'o' });
    }
    await keep(state);
    state.removeSpace('s1');
    await keep(state);

    expect((await pathsOf()).filter((path) => path.startsWith('spaces/s1/'))).toEqual([]);
    expect((await pathsOf()).filter((path) => path.startsWith('spaces/s11/'))).toHaveLength(2);
    expect(await state.table('s1').get('page', 'p')).toBeUndefined();
  });

  it('is read again when another process has moved it, or after a cycle that failed', async () => {
    const state = await aProcess();
    state.setSpace(spaceRecord('s1'));
    await keep(state);
    state.setSpace(spaceRecord('s2'));
    await state.refresh();
    expect([[...state.spaces().keys()], state.dirty]).toEqual([['s1', 's2'], true]);
    await state.refresh({ force: true });
    expect([[...state.spaces().keys()], state.dirty]).toEqual([['s1'], false]);

    const other = await aProcess();
    other.setSpace(spaceRecord('s3'));
    await keep(other);
    state.setDocument('notes/a.json', 1);
    state.setRoot({ ...state.root, metadataAt: 3 });
    await state.table('s1').set('page', 'p', { path: 'a.md', mark: 'm', oid: 'o' });
    await state.refresh();
    expect([[...state.spaces().keys()], state.dirty, state.root.metadataAt]).toEqual([
      ['s1', 's3'],
      false,
      0,
    ]);
    expect([await state.document('notes/a.json'), state.list('notes/')]).toEqual([null, []]);
    expect(await state.table('s1').get('page', 'p')).toBeUndefined();

    git.force(stateRef, null);
    await state.refresh();
    expect([[...state.spaces()], state.commit, state.list('')]).toEqual([[], null, []]);
  });
});

describe('the documents of clones that share a state', () => {
  it('are each clone’s own, and the other clones see them as those of others', async () => {
    const one = await aProcess('one');
    one.setOwnDocument('proposals/a.json', 'of one');
    one.setOwnDocument('journal.json', 'notes of one');
    await keep(one);
    const other = await aProcess('other');
    other.setOwnDocument('proposals/b.json', 'of the other');
    other.setOwnDocument('proposals/a.json', 'also of the other');
    await keep(other);
    await one.refresh();

    expect(one.listOwn('proposals/')).toEqual(['proposals/a.json']);
    expect(one.listOthers('proposals/')).toEqual([
      ...['clones/other/proposals/a.json', 'clones/other/proposals/b.json'],
    ]);
    expect(await one.ownDocument('proposals/a.json')).toBe('of one');
    expect(await one.ownDocument('proposals/b.json')).toBeNull();
    expect(await one.document(one.listOthers('proposals/')[1]!)).toBe('of the other');
    expect(other.listOthers('proposals/')).toEqual(['clones/one/proposals/a.json']);
    expect(other.listOwn('proposals/')).toEqual(['proposals/a.json', 'proposals/b.json']);
  });

  it('of an older version belong to the clone that writes them first', async () => {
    await given({
      'state.json': { version: stateVersion, spaces: [] },
      'proposals/a.json': 'older',
      'proposals/b.json': 'older, too',
    });
    const state = await aProcess('one');
    expect(state.listOwn('proposals/')).toEqual(['proposals/a.json', 'proposals/b.json']);
    expect(await state.ownDocument('proposals/a.json')).toBe('older');
    state.setOwnDocument('proposals/b.json', 'newer');
    expect(state.listOwn('proposals/')).toEqual(['proposals/a.json', 'proposals/b.json']);
    await keep(state);

    expect(await pathsOf()).toEqual(['clones/one/proposals/b.json', 'proposals/a.json', 'state.json']);
    expect(state.listOwn('proposals/')).toEqual(['proposals/a.json', 'proposals/b.json']);
    expect(await (await aProcess('one')).ownDocument('proposals/b.json')).toBe('newer');
    expect(await (await aProcess('other')).ownDocument('proposals/b.json')).toBeNull();
  });

  it('are listed before they are written, and not once they are to go', async () => {
    const state = await aProcess();
    state.setOwnDocument('proposals/b.json', 1);
    state.setOwnDocument('proposals/a.json', 1);
    state.setOwnDocument('other/c.json', 1);
    expect(state.listOwn('proposals/')).toEqual(['proposals/a.json', 'proposals/b.json']);
    expect(await state.ownDocument('proposals/a.json')).toBe(1);
    await keep(state);
    state.setOwnDocument('proposals/0.json', 1);
    expect(state.list('clones/one/proposals/')[0]).toBe('clones/one/proposals/0.json');
    state.setOwnDocument('proposals/0.json', null);
    state.setOwnDocument('proposals/a.json', null);
    expect(state.listOwn('proposals/')).toEqual(['proposals/b.json']);
    await keep(state);
    expect(state.listOwn('proposals/')).toEqual(['proposals/b.json']);
  });

  it('are below a name that every file system takes, and below another one while the clone has none', async () => {
    for (const [name, folder] of [
      ['one', 'one'],
      ['../up', stateName('../up')],
      [null, 'unnamed'],
    ] as const) {
      const state = await aProcess(name);
      expect(state.clone).toBe(name ?? '');
      state.setOwnDocument('a.json', 1);
      expect(state.list('')).toEqual([`clones/${folder}/a.json`]);
    }
    const state = await aProcess(null);
    await state.nameClone();
    expect(state.clone).toBe('drawn');
  });
});

describe('a state that cannot be used', () => {
  const damaged = {
    code: 'STATE_DAMAGED',
    hint: 'Run `tidemark repair`: it shows what it would do first, and rebuilds the state from both sides.',
  };

  it('is told as damaged each time, and never taken for an empty one', async () => {
    await given({ 'other.json': 1 });
    const state = new StateStore(git);
    for (let time = 0; time < 2; time++)
      await expect(state.refresh()).rejects.toMatchObject({
        ...damaged,
        message: 'refs/tidemark/state cannot be read: its state.json is missing or is not JSON',
      });
  });

  it('is told as damaged where the repository lacks a part of it', async () => {
    const nowhere = '1'.repeat(40);
    git.force(stateRef, nowhere);
    await expect(new StateStore(git).refresh()).rejects.toMatchObject({
      ...damaged,
      message: expect.stringMatching(/^refs\/tidemark\/state cannot be read: .*1111/u),
    });
    await given({ 'state.json': { version: stateVersion, spaces: [] }, 'a.json': 1 });
    const state = await aProcess();
    const failing = (error: AppError): void => void (git.readBlob = () => Promise.reject(error));
    failing(new AppError('NOT_FOUND', 'The repository has no such blob'));
    await expect(new StateStore(git).refresh()).rejects.toMatchObject(damaged);
    await expect(state.document('a.json')).rejects.toMatchObject({
      ...damaged,
      message: 'refs/tidemark/state cannot be read: The repository has no such blob',
    });
    const full = new AppError('FILE_SYSTEM', 'The disk does not answer');
    failing(full);
    await expect(new StateStore(git).refresh()).rejects.toBe(full);
    await expect(state.document('a.json')).rejects.toBe(full);
  });

  it('is told as newer where a newer version wrote it', async () => {
    await given({ 'state.json': { version: stateVersion + 1, spaces: ['s1'] } });

    await expect(new StateStore(git).refresh()).rejects.toMatchObject({
      code: 'STATE_NEWER',
      message: `refs/tidemark/state was written by a newer Tidemark (version ${stateVersion + 1} of the state, and this program knows ${stateVersion})`,
      hint: 'Use that version of Tidemark or a later one. To begin anew with this one: git update-ref -d refs/tidemark/state',
    });
  });

  it('is begun anew where it has no version, and each space without its record is read anew', async () => {
    for (const version of [undefined, 'x', String(stateVersion + 1)]) {
      await given({ 'state.json': { metadataAt: 5, spaces: ['s1'], version } });
      expect([(await aProcess()).root.metadataAt, [...(await aProcess()).spaces()]]).toEqual([0, []]);
    }

    await given({
      'state.json': { version: stateVersion, metadataAt: 5, spaces: ['s1', 's2', 's3'] },
      'spaces/s1/space.json': spaceRecord('s1'),
      'spaces/s2/space.json': spaceRecord('another'),
    });
    const { root, ...state } = { root: (await aProcess()).root, spaces: (await aProcess()).spaces() };
    expect([root.metadataAt, [...state.spaces.keys()]]).toEqual([5, ['s1']]);
  });
});
