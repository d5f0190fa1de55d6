import { beforeEach, describe, expect, it } from 'vitest';
import {
  rememberAsDeclined,
  rememberDeclinedEdits,
  withoutDeclinedEdits,
} from '../../src/sync/proposals/declined.ts';
import type { FolderEdits, TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { fingerprintOf, requestedChangesOf } from '../../src/sync/proposals/requested-changes.ts';
import { proposalPath } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';
import { commitFiles } from '../git/repository.contract.ts';
import { proposingWorld } from './proposing-world.ts';
import type { ProposingWorld } from './proposing-world.ts';

let world: ProposingWorld;
const where = { branch: 'main', space: '' };

beforeEach(async () => {
  world = await proposingWorld((service) => [service.newPage('Usage', 'First.')]);
  where.space = world.space;
});

const edit: TextEdit = {
  ...{ key: 'p1', path: 'a.md', from: 'a.md', text: 'mine\n', baseText: 'old\n', title: null, slug: null },
};
const fresh: TextEdit = { ...edit, key: 'new:n.md', path: 'n.md', from: null, baseText: null };
const place = { key: 'p2', path: 'b.md', from: 'b.md', parent: null, after: ['p1'] };
const all: FolderEdits = {
  ...{ ...noEdits, texts: [edit, fresh], places: [place, { ...place, key: 'new:n.md', path: 'n.md' }] },
  deletes: [{ key: 'p3', path: 'c.md' }],
  files: [{ path: 'a.png', oid: 'o1', isNew: true }],
  ...{ unsaid: ['said'], byContents: ['p1', 'new:n.md'] },
};
const left = async (
  edits: FolderEdits,
  before: Partial<ProposalRecord> | null = null,
  isWhole = true,
): Promise<FolderEdits> =>
  withoutDeclinedEdits(world.state, {
    where,
    before: before && world.proposal(null, before),
    edits,
    isWhole,
    files: { git: world.git, folder: '.', bytes: new Map() },
  });
const turnedDown = (path: string): string =>
  `${path} was turned down with its change request: it is not sent again until it changes`;
const isElsewhere = (path: string): string =>
  `${path} is in a change request of another clone, and is not sent again from here`;

describe('[SYNC-12] edits that were turned down', () => {
  it('are all edits of a change request that was archived or deleted, and none of another', async () => {
    const wishes = requestedChangesOf(all);
    for (const state of ['archived', 'deleted'] as const)
      expect(await left(all, { state, wishes })).toEqual({
        ...{ ...all, texts: [], places: [], deletes: [], files: [], byContents: [] },
        unsaid: ['said', ...['a.md', 'a.png', 'b.md', 'c.md', 'n.md'].map(turnedDown)],
      });
    world.state.setOwnDocument(`declined/${world.space}/main.json`, null);
    for (const state of ['open', 'merged'] as const)
      expect(await left(all, { state, wishes }, false)).toBe(all);
    expect(await left(all, null)).toBe(all);
  });

  it.each<[string, Partial<FolderEdits>, Partial<FolderEdits>, string[]]>([
    ['a text', { texts: [edit] }, { texts: [fresh], byContents: ['new:n.md'] }, ['a.md']],
    [
      'a new page, with its place',
      { texts: [fresh] },
      { texts: [edit], places: [place], byContents: ['p1'] },
      ['n.md'],
    ],
    ['a place', { places: [place] }, { places: [all.places[1]!] }, ['b.md']],
    ['a deletion', { deletes: all.deletes }, { deletes: [] }, ['c.md']],
    ['a file', { files: all.files }, { files: [] }, ['a.png']],
  ])('are %s alone where that was turned down', async (_, declined, kept, told) => {
    const wishes = requestedChangesOf({ ...noEdits, ...declined });
    expect(await left(all, { state: 'archived', wishes })).toEqual({
      ...{ ...all, ...kept },
      unsaid: ['said', ...told.map(turnedDown)],
    });
  });

  it('are named once, also where the place of their page is sent', async () => {
    const edits: FolderEdits = { ...noEdits, texts: [edit], places: [{ ...place, key: 'p1', path: 'a.md' }] };
    const text = requestedChangesOf({ ...noEdits, texts: [edit] });
    expect((await left(edits, { state: 'archived', wishes: text })).unsaid).toEqual([turnedDown('a.md')]);
    const whole = requestedChangesOf(edits);
    expect((await left(edits, { state: 'archived', wishes: whole })).unsaid).toEqual([turnedDown('a.md')]);
  });

  it('are sent once they are changed', async () => {
    const wishes = requestedChangesOf({ ...noEdits, texts: [edit] });
    const other = { ...noEdits, texts: [{ ...edit, text: 'other\n' }] };
    expect(await left(other, { state: 'archived', wishes })).toEqual(other);
  });

  it('are those of a record of an older version where nothing has changed since', async () => {
    const fingerprint = fingerprintOf(all);
    expect((await left(all, { state: 'archived', fingerprint }, false)).texts).toEqual([]);
    expect((await left(all, { state: 'archived', fingerprint: 'other' }, false)).texts).toEqual(all.texts);
  });

  it('are remembered when their change request is forgotten, until they are taken back', async () => {
    const wishes = requestedChangesOf({ ...noEdits, texts: [edit] });
    const before = world.proposal(null, { state: 'archived', wishes });
    await rememberDeclinedEdits(world.state, { before, edits: all });
    expect((await left(all)).texts).toEqual([fresh]);
    // Whatever is held back may not have been taken back.
    expect(await left(noEdits, null, false)).toEqual(noEdits);
    expect((await left(all)).texts).toEqual([fresh]);
    expect(await left(noEdits)).toEqual(noEdits);
    expect((await left(all)).texts).toEqual(all.texts);
  });

  it('are remembered one beside the other', async () => {
    for (const texts of [[edit], [fresh]])
      await rememberAsDeclined(world.state, where, requestedChangesOf({ ...noEdits, texts }));
    expect((await left(all)).texts).toEqual([]);
    const other = { branch: 'idea', space: world.space };
    const files = { git: world.git, folder: '.', bytes: new Map<string, Uint8Array>() };
    const elsewhere = { where: other, before: null, edits: all, isWhole: false, files };
    expect(await withoutDeclinedEdits(world.state, elsewhere)).toBe(all);
  });

  it('are written only where the state does not have them', async () => {
    const { state } = world;
    const written: string[] = [];
    const set = state.setOwnDocument.bind(state);
    state.setOwnDocument = (path, value) => {
      written.push(JSON.stringify(value));
      set(path, value);
    };
    const wishes = requestedChangesOf({ ...noEdits, texts: [edit] });
    expect(await left(all)).toBe(all);
    expect(written).toEqual([]);
    for (let cycle = 0; cycle < 2; cycle++) await left(all, { state: 'archived', wishes });
    expect(written).toEqual([JSON.stringify(wishes)]);
    const more = requestedChangesOf({ ...noEdits, texts: [edit, fresh] });
    await rememberAsDeclined(state, where, more);
    await rememberAsDeclined(state, where, { ...more, 'page p1': 'other' });
    await left(noEdits);
    expect(written.slice(1)).toEqual([
      JSON.stringify(more),
      JSON.stringify({ ...more, 'page p1': 'other' }),
      'null',
    ]);
  });
});

describe('edits that another clone has sent of the same branch', () => {
  const others = (change: Partial<ProposalRecord>): void => {
    const wishes = requestedChangesOf({ ...noEdits, texts: [edit] });
    const record = world.proposal(null, { wishes, ...change });
    world.state.setDocument(`clones/other/${proposalPath('main', world.space)}`, record);
  };

  it.each<[string, Partial<ProposalRecord>, boolean]>([
    ['are not sent again while its change request is open', {}, true],
    ['are not sent again after its change request was turned down', { state: 'archived' }, true],
    ['are sent after a merge, as far as they are still edits', { state: 'merged' }, false],
    ['are sent where the other branch is another one', { branch: 'idea' }, false],
    ['are sent where the other space is another one', { space: 'other' }, false],
  ])('%s', async (_, change, isTheirs) => {
    others(change);
    const { texts, unsaid } = await left(all);
    expect(texts).toEqual(isTheirs ? [fresh] : all.texts);
    expect(unsaid).toEqual(isTheirs ? ['said', isElsewhere('a.md')] : ['said']);
  });

  it('and that were turned down there are not sent again either, and are told before those of this clone', async () => {
    world.state.setDocument(
      `clones/other/declined/${world.space}/main.json`,
      requestedChangesOf({ ...noEdits, texts: [edit] }),
    );
    const wishes = requestedChangesOf({ ...noEdits, files: all.files });
    expect((await left(all, { state: 'archived', wishes })).unsaid).toEqual([
      ...['said', isElsewhere('a.md'), turnedDown('a.png')],
    ]);
  });
});

describe('edits that are a commit of another clone, over which that clone has sent a newer text', () => {
  const summary = '* [B](b.md)\n';
  const files = { 'a.md': 'mine\n', 'a.png': 'picture', 'SUMMARY.md': summary };
  const edits: FolderEdits = { ...all, contents: 'SUMMARY.md' };
  const newer = requestedChangesOf({ ...noEdits, texts: [{ ...edit, text: 'mine, and more\n' }] });
  const isHere = async (
    change: (sentAt: string) => Partial<ProposalRecord>,
    {
      before = null,
      here = files,
    }: { before?: Partial<ProposalRecord> | null; here?: Record<string, string> } = {},
  ): Promise<FolderEdits> => {
    const sentAt = await commitFiles(world.git, null, files);
    const record = world.proposal(null, { wishes: newer, ...change(sentAt) });
    world.state.setDocument(`clones/other/${proposalPath('main', world.space)}`, record);
    const bytes = new Map(Object.entries(here).map(([path, text]) => [path, new TextEncoder().encode(text)]));
    const known = before && world.proposal(null, before);
    const of = { git: world.git, folder: '.', bytes };
    return withoutDeclinedEdits(world.state, { where, before: known, edits, isWhole: true, files: of });
  };
  const page = (sentAt: string): Partial<ProposalRecord> => ({
    pages: { p1: { id: 'p1', path: 'a.md', text: 'mine, and more\n', sentAt, mark: '' } },
  });
  const table = (filesSentAt: string): Partial<ProposalRecord> => ({
    ...{ filesSentAt, files: { 'a.png': 'o2' }, placed: ['p2'] },
  });

  it('[SYNC-38] are not sent from here while its change request is open, and are sent once the file differs', async () => {
    const { texts, unsaid } = await isHere(page);
    expect(texts).toEqual([fresh]);
    expect(unsaid).toEqual(['said', isElsewhere('a.md')]);
    expect((await isHere(page, { here: { ...files, 'a.md': 'mine, too\n' } })).texts).toEqual(all.texts);
    for (const state of ['archived', 'deleted', 'merged'] as const)
      expect((await isHere((at) => ({ ...page(at), state }))).texts).toEqual(all.texts);
  });

  it('[SYNC-38] are sent from here as long as a change request of this clone has them', async () => {
    const wishes = requestedChangesOf({ ...noEdits, texts: [edit] });
    expect((await isHere(page, { before: { wishes } })).texts).toEqual(all.texts);
    expect((await isHere(page, { before: { wishes: {} } })).texts).toEqual([fresh]);
  });

  it('[SYNC-38] are a file and the places that it sent, where the file and the table of contents are as they were there', async () => {
    const alike = await isHere(table);
    expect(alike.files).toEqual([]);
    expect(alike.places).toEqual([all.places[1]]);
    const other = await isHere(table, {
      here: { ...files, 'a.png': 'another', 'SUMMARY.md': `${summary}\n` },
    });
    expect(other.files).toEqual(all.files);
    expect(other.places).toEqual(all.places);
    expect((await isHere((at) => ({ ...table(at), placed: [] }))).places).toEqual(all.places);
  });
});
