import { describe, expect, it } from 'vitest';
import type { Page } from '../../src/contract/index.ts';
import { contentId } from '../../src/files/index.ts';
import { pageMark } from '../../src/sync/mirror/marks.ts';
import type { TextEdit } from '../../src/sync/proposals/folder-edits.ts';
import { carriedOut, pageMade, pageWritten, unansweredOf } from '../../src/sync/proposals/unanswered.ts';
import type { Step } from '../../src/sync/proposals/steps.ts';
import { nothingSent } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentPage, UnansweredBatch } from '../../src/sync/state/proposals.ts';
import { MemoryService } from '../simulation/memory-service.ts';

const proposal = (given: Partial<ProposalRecord> = {}): ProposalRecord => ({
  ...{ branch: 'main', space: 's', marker: '1', subject: 'Edit', state: 'open', ours: true },
  ...{ ...nothingSent, changeRequest: null },
  ...given,
});
const edited = (path: string, more: Partial<TextEdit> = {}): TextEdit => ({
  ...{
    key: path,
    path,
    from: path,
    text: `${path} now`,
    baseText: `${path} before`,
    title: null,
    slug: null,
  },
  ...more,
});
const update = (
  key: string,
  edit: TextEdit | null,
  into?: string | null,
): Extract<Step, { do: 'update' }> => ({
  ...{ do: 'update', key, edit, place: into === undefined ? null : { into, at: 0 } },
});
const sent = (id: string, more: Partial<SentPage> = {}): SentPage => ({
  ...{ id, path: `${id}.md`, text: `${id}.md before`, mark: 'm' },
  ...more,
});

/** A change request with the pages One, and below it Two. */
async function content() {
  const service = new MemoryService();
  const two = service.newPage('Two', 'Words.');
  const one = service.newPage('One', 'Words.', [two]);
  const space = service.addSpace('Guides', [one]);
  const { id } = await service.createChangeRequest(space, 'Edit');
  const before = await service.content({ kind: 'change-request', space, id });
  return { one: one.id, two: two.id, before };
}

describe('what is kept of a batch until its answer comes', () => {
  const kept = async (
    steps: (ids: { one: string; two: string }) => readonly Step[],
    record: (ids: { one: string; two: string }) => Partial<ProposalRecord> = () => ({}),
  ) => {
    const { before, ...ids } = await content();
    const of = { before, sentAt: 'commit', untold: ['an entry'], at: 7 };
    const batch = unansweredOf(steps(ids), { ...of, record: proposal(record(ids)) });
    const { at, before: revision, untold, ...rest } = batch;
    expect({ at, revision, untold }).toEqual({ at: 7, revision: before.id, untold: ['an entry'] });
    return { ...ids, batch: rest };
  };
  const nothing = { updates: [], files: {}, placed: [], deleted: [] };

  it('is nothing of a page that it makes: the proposal keeps that page', async () => {
    const made: Step = { do: 'insert', key: 'new:n.md', edit: edited('n.md'), into: null, at: 0 };
    expect((await kept(() => [made])).batch).toStrictEqual(nothing);
  });

  it('are its files by their contents, with the commit that they were sent at', async () => {
    const bytes = new TextEncoder().encode('<svg/>');
    const { batch } = await kept(() => [{ do: 'files', files: [{ path: 'x.svg', bytes }] }]);
    expect(batch).toStrictEqual({ ...nothing, files: { 'x.svg': contentId(bytes) }, filesSentAt: 'commit' });
  });

  it('are the pages that it deletes', async () => {
    const { batch } = await kept(() => [{ do: 'delete', key: 'p', path: 'p.md' }]);
    expect(batch).toStrictEqual({ ...nothing, deleted: ['p'] });
  });

  it('is a moved page, with the entry that it goes below', async () => {
    const up = await kept(({ two }) => [update(two, null, null)]);
    expect(up.batch).toStrictEqual({ ...nothing, placed: [up.two], moved: { [up.two]: null } });
    const down = await kept(({ one, two }) => [update(one, null, two)]);
    expect(down.batch).toStrictEqual({ ...nothing, placed: [down.one], moved: { [down.one]: down.two } });
  });

  it('is no move of a page that stays below its entry, or goes below a page without an id', async () => {
    const stays = await kept(({ one, two }) => [update(two, null, one)]);
    expect(stays.batch).toStrictEqual({ ...nothing, placed: [stays.two] });
    const unknown = await kept(({ two }) => [update(two, null, 'new:n.md')]);
    expect(unknown.batch).toStrictEqual({ ...nothing, placed: [unknown.two] });
  });

  it('is no chosen place of a page that the proposal made', async () => {
    const { batch } = await kept(
      ({ one, two }) => [update(one, null, two)],
      ({ one }) => ({ pages: { 'new:one.md': sent(one) } }),
    );
    expect(batch.placed).toEqual([]);
  });

  it('is an edited page, with its text now and before, and no mark', async () => {
    const { batch } = await kept(() => [update('p', edited('p.md'))]);
    const page = { id: 'p', path: 'p.md', text: 'p.md now', sentAt: 'commit', mark: '' };
    expect(batch).toStrictEqual({
      ...nothing,
      updates: [{ key: 'p', page, text: 'p.md now', previous: 'p.md before' }],
    });
    const first = await kept(() => [update('p', edited('p.md', { baseText: null }))]);
    expect(first.batch.updates).toMatchObject([{ previous: '' }]);
  });

  it('keeps what the service was told of a page before, but its missing place only until it gets one', async () => {
    const before = sent('p', { file: 'p.md', title: 'P', isUnplaced: true });
    const record = () => ({ pages: { 'new:p.md': before } });
    const { batch } = await kept(() => [update('p', edited('p.md'))], record);
    expect(batch.updates).toMatchObject([
      { key: 'new:p.md', page: { file: 'p.md', title: 'P', isUnplaced: true } },
    ]);
    const placed = await kept(() => [update('p', edited('p.md'), null)], record);
    expect(placed.batch.updates[0]!.page).not.toHaveProperty('isUnplaced');
    const never = await kept(
      () => [update('p', edited('p.md'))],
      () => ({ pages: { p: sent('p') } }),
    );
    expect(never.batch.updates[0]!.page).not.toHaveProperty('isUnplaced');
  });
});

describe('a page that a batch made', () => {
  const pending = { key: 'new:a/n.md', title: 'N', text: '# N\n', known: [] };

  it('is kept at its path, and has no mark until it is read', () => {
    const page = { id: 'n', path: 'a/n.md', text: '# N\n', sentAt: null, mark: '' };
    expect(pageMade(pending, 'n')).toStrictEqual(page);
    expect(pageMade({ ...pending, isUnplaced: false, sentAt: 'commit' }, 'n')).toStrictEqual({
      ...page,
      sentAt: 'commit',
    });
  });

  it('is kept with the file that the service was told, and with a place that it was not', () => {
    const told = { file: 'a/n.md', isUnplaced: true } as const;
    expect(pageMade({ ...pending, ...told }, 'n')).toMatchObject(told);
  });
});

describe('a page that a batch wrote', () => {
  const there: Page = {
    ...{ type: 'document', id: 'p', title: 'P', slug: 'p', path: 'p', documentId: 'd', pages: [] },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', urls: { app: '' } },
  } as unknown as Page;
  const now = new Map([['p', there]]);
  const mark = pageMark(there);
  const written = (page: Partial<SentPage>, text: string): string =>
    pageWritten({ page: sent('p', { text: 'mine', ...page }), text }, now).mark;

  it('has its present mark where it says what its writer wants it to say', () => {
    expect(mark).toMatch(/./u);
    expect(pageWritten({ page: sent('p', { text: 'mine' }), text: 'mine' }, now)).toStrictEqual(
      sent('p', { text: 'mine', mark: mark! }),
    );
    expect(written({ wish: 'joined' }, 'joined')).toBe(mark);
  });

  it('has no mark where it also has lines of somebody else, or is not there', () => {
    expect(written({}, 'mine and theirs')).toBe('');
    expect(written({ wish: 'joined' }, 'mine')).toBe('');
    expect(pageWritten({ page: sent('q', { text: 'mine' }), text: 'mine' }, now).mark).toBe('');
  });

  it('has no mark where the service says nothing that would change with its text', () => {
    const silent = new Map([
      ['p', { ...there, documentId: undefined, updatedAt: undefined } as unknown as Page],
    ]);
    expect(pageWritten({ page: sent('p', { text: 'mine' }), text: 'mine' }, silent).mark).toBe('');
  });
});

describe('what a proposal carries once its batch was carried out', () => {
  const batch = (given: Partial<UnansweredBatch> = {}): UnansweredBatch => ({
    ...{ before: 'r', updates: [], placed: [], deleted: [] },
    ...given,
  });
  const [p, q] = [sent('p'), sent('q')];
  const nothing = { pages: {}, files: {}, placed: [], deleted: [], pending: [] };

  it('is what it carried before, and the batch', () => {
    const before = proposal({
      ...{ pages: { p }, files: { 'x.svg': '1', 'y.svg': '2' }, placed: ['a', 'b'], deleted: ['c'] },
      ...{ filesSentAt: 'earlier', untold: ['an earlier entry'] },
      pending: [{ key: 'new:n.md', title: 'N', text: '', known: [] }],
      unanswered: batch({
        ...{ files: { 'y.svg': '3' }, placed: ['b', 'd'], deleted: ['e'] },
        ...{ filesSentAt: 'now', untold: ['an entry'] },
      }),
    });
    expect(carriedOut(before, new Map([['q', q]]))).toStrictEqual({
      pages: { p, q },
      files: { 'x.svg': '1', 'y.svg': '3' },
      ...{ placed: ['a', 'b', 'd'], deleted: ['c', 'e'], pending: [] },
      ...{ filesSentAt: 'now', untold: ['an entry'] },
    });
  });

  it('says nothing of files and entries where none were ever sent', () => {
    expect(carriedOut(proposal(), new Map())).toStrictEqual(nothing);
    expect(carriedOut(proposal({ unanswered: batch() }), new Map())).toStrictEqual(nothing);
    const earlier = { filesSentAt: null, untold: ['an entry'] };
    expect(carriedOut(proposal({ ...earlier, unanswered: batch() }), new Map())).toStrictEqual({
      ...{ ...nothing, ...earlier },
    });
  });

  it('has no page any more that it made and deleted again, and the deletion of any other', () => {
    const pages = { 'new:p.md': p, q };
    const record = proposal({ pages, unanswered: batch({ deleted: ['p', 'q'] }) });
    expect(carriedOut(record, new Map())).toMatchObject({ pages: { q }, deleted: ['q'] });
    expect(Object.keys(carriedOut(record, new Map()).pages)).toEqual(['q']);
  });
});
