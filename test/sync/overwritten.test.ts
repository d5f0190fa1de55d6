import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { requestTimeLimitMs, type Revision } from '../../src/contract/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import {
  findOverwritten,
  keepForNextCycle,
  restoreOverwritten,
  withoutOverwritten,
  type Overwritten,
} from '../../src/sync/proposals/overwritten.ts';
import type { ContentChange, ContentPlace, Remote } from '../../src/sync/remote/port.ts';
import type { ProposalRecord, SentPage, UnansweredBatch } from '../../src/sync/state/proposals.ts';

type Texts = Readonly<Record<string, string>>;

/** The revisions of a change request: each is made from the one before it. */
class Chain implements Pick<Remote, 'content' | 'page' | 'readsRevisions' | 'changeContent'> {
  readonly revisions: readonly Texts[];
  /** Revisions that the service does not show, by number. */
  readonly hidden = new Set<number>();
  /** Pages that the service does not show, although the tree of their revision has them. */
  readonly late = new Set<string>();
  readonly asked: string[] = [];
  readonly sent: (readonly ContentChange[])[] = [];
  isReadable = true;

  constructor(...revisions: readonly Texts[]) {
    this.revisions = revisions;
  }

  get head(): { id: string; parents: readonly string[] } {
    return this.#named(this.revisions.length - 1);
  }

  readsRevisions(): Promise<boolean> {
    return Promise.resolve(this.isReadable);
  }

  content(place: ContentPlace): Promise<Revision> {
    return this.#read(place, (at) => ({
      ...this.#named(at),
      pages: Object.entries(this.revisions[at]!).map(([id, text]) => ({
        ...{ type: 'document', id, slug: id, path: id, pages: [] },
        title: /^# (.*)$/mu.exec(text)?.[1] ?? id,
      })),
    })) as unknown as Promise<Revision>;
  }

  page(place: ContentPlace, id: string): ReturnType<Remote['page']> {
    return this.#read(place, (at) => {
      const markdown = this.late.has(id) ? undefined : this.revisions[at]![id];
      if (markdown === undefined) throw missing();
      return { id, markdown };
    }) as unknown as ReturnType<Remote['page']>;
  }

  changeContent(_space: string, _changeRequest: string, changes: readonly ContentChange[]): Promise<never> {
    this.sent.push(changes);
    return Promise.resolve({}) as Promise<never>;
  }

  #named(at: number): { id: string; parents: readonly string[] } {
    return { id: `r${at}`, parents: at === 0 ? [] : [`r${at - 1}`] };
  }

  async #read<Answer>(place: ContentPlace, answer: (at: number) => Answer): Promise<Answer> {
    this.asked.push(JSON.stringify(place));
    if (place.kind !== 'revision' && place.kind !== 'change-request') throw missing();
    const at = place.kind === 'revision' ? Number(place.revision.slice(1)) : this.revisions.length - 1;
    if (this.hidden.has(at)) throw missing();
    return Promise.resolve(answer(at));
  }
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'The service has no such page or revision');
}

const lagMs = 5000;

function found(
  chain: Chain,
  batch: { writes?: Texts; deletes?: readonly string[]; before?: string; at?: number },
  now = 1_000_000,
): Promise<Overwritten[]> {
  const sent: UnansweredBatch = {
    ...(batch.at === undefined ? {} : { at: batch.at }),
    before: batch.before ?? 'r0',
    updates: Object.entries(batch.writes ?? {}).map(([id, text]) => ({
      ...{ key: id, text, previous: '' },
      page: { id, path: `${id}.md`, text, mark: 'm' },
    })),
    ...{ placed: [], deleted: batch.deletes ?? [] },
  };
  const context = { remote: chain, clock: { now: () => now }, config: { push: { lagMs } } };
  return findOverwritten(context as unknown as CycleContext, 'space', { batch: sent, head: chain.head });
}

const lines = (...each: readonly string[]): string => `# Page\n\n${each.join('\n\n')}\n`;

const read = lines('one', 'two', 'three', 'four');
const ours = lines('one, ours', 'two', 'three', 'four');
const theirs = lines('one', 'two', 'three', 'four, theirs');
const both = lines('one, ours', 'two', 'three', 'four, theirs');
const clash = lines('one, theirs', 'two', 'three', 'four');

describe('a page that somebody wrote between our reading and our writing', () => {
  it('is joined with ours where the lines allow it', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, { p: ours });
    expect(await found(chain, { writes: { p: ours } })).toEqual([
      { id: 'p', base: read, theirs, how: 'joined', text: both, deleted: false },
    ]);
  });

  it('is restored where it changed the same line, with what others wrote since', async () => {
    const since = lines('one, ours', 'two', 'three', 'four, since');
    const chain = new Chain({ p: read }, { p: clash }, { p: ours }, { p: since });
    expect(await found(chain, { writes: { p: ours } })).toEqual([
      {
        ...{ id: 'p', base: read, theirs: clash, how: 'back', deleted: false },
        text: lines('one, theirs', 'two', 'three', 'four, since'),
      },
    ]);
  });

  it('comes here where others changed the same line once more, or deleted the page', async () => {
    const again = lines('one, a third', 'two', 'three', 'four');
    const changed = new Chain({ p: read }, { p: clash }, { p: ours }, { p: again });
    expect(await found(changed, { writes: { p: ours } })).toMatchObject([{ how: 'here', text: clash }]);

    const gone = new Chain({ p: read }, { p: clash }, { p: ours }, {});
    expect(await found(gone, { writes: { p: ours } })).toMatchObject([{ how: 'here', text: clash }]);
  });

  it('needs nothing where the page has both texts already', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, { p: ours }, { p: both });
    expect(await found(chain, { writes: { p: ours } })).toEqual([]);
  });

  it('is there again where somebody restored their text without ours', async () => {
    const chain = new Chain({ p: read }, { p: clash }, { p: ours }, { p: clash });
    expect(await found(chain, { writes: { p: ours } })).toMatchObject([{ how: 'there', text: clash }]);
  });

  it('is found only where somebody wrote another text of the same page', async () => {
    for (const revisions of [
      [{ p: read }, { p: ours }],
      [{ p: read }, { p: read }, { p: ours }],
      [{ p: read }, { p: ours }, { p: ours }],
      [
        { p: read, other: read },
        { p: read, other: theirs },
        { p: ours, other: theirs },
      ],
      // Somebody took our text back.
      [{ p: read }, { p: ours }, { p: read }],
      // Our write never arrived.
      [{ p: read }, { p: theirs }, { p: theirs }],
      // The page is new in the change request.
      [{}, { p: theirs }, { p: ours }],
    ] satisfies Texts[][])
      expect(await found(new Chain(...revisions), { writes: { p: ours } })).toEqual([]);
  });

  it('is found although our text is the text that we had read', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, { p: read });
    expect(await found(chain, { writes: { p: read } })).toMatchObject([{ how: 'joined', text: theirs }]);
  });

  it('is found among several pages', async () => {
    const chain = new Chain({ p: read, q: read }, { p: read, q: theirs }, { p: ours, q: ours });
    const all = await found(chain, { writes: { p: ours, q: ours } });
    expect(all.map(({ id, how }) => `${id} ${how}`)).toEqual(['q joined']);
  });
});

describe('a page that we deleted and that somebody had just edited', () => {
  it('is restored', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, {});
    expect(await found(chain, { deletes: ['p'] })).toEqual([
      { id: 'p', base: read, theirs, text: theirs, how: 'back', deleted: true },
    ]);
  });

  it('is not restored a second time', async () => {
    const restored = new Chain({ p: read }, { p: theirs }, {}, { again: theirs });
    expect(await found(restored, { deletes: ['p'] })).toMatchObject([{ how: 'there' }]);

    const alike = new Chain({ p: read }, { p: theirs }, {}, { again: read, other: `# Other\n\n${theirs}` });
    expect(await found(alike, { deletes: ['p'] })).toMatchObject([{ how: 'back' }]);
    alike.late.add('again');
    expect(await found(alike, { deletes: ['p'] })).toMatchObject([{ how: 'back' }]);
  });

  it('is restored also where somebody had only just made it', async () => {
    const chain = new Chain({}, { p: theirs }, {});
    expect(await found(chain, { deletes: ['p'] })).toMatchObject([{ base: '', text: theirs }]);
  });

  it('is left alone where nobody edited it, or it is there in the end', async () => {
    expect(await found(new Chain({ p: read }, { p: read }, {}), { deletes: ['p'] })).toEqual([]);
    expect(await found(new Chain({ p: read }, {}), { deletes: ['p'] })).toEqual([]);
    expect(await found(new Chain({ p: read }, { p: theirs }, {}, { p: theirs }), { deletes: ['p'] })).toEqual(
      [],
    );
    expect(await found(new Chain({ p: read, q: read }, { p: read }, {}), { deletes: ['p'] })).toEqual([]);
  });
});

describe('looking for what was overwritten', () => {
  it('asks nothing where our batch stands on what we had read, or revisions cannot be read', async () => {
    const none = new Chain({ p: read });
    expect(await found(none, { writes: { p: ours } })).toEqual([]);
    const same = new Chain({}, { p: theirs }, { p: read });
    expect(await found(same, { writes: { p: ours }, before: 'r2' })).toEqual([]);
    const next = new Chain({ p: read }, { p: ours });
    expect(await found(next, { writes: { p: ours } })).toEqual([]);
    const closed = new Chain({ p: read }, { p: theirs }, { p: ours });
    closed.isReadable = false;
    expect(await found(closed, { writes: { p: ours } })).toEqual([]);
    expect([none, same, next, closed].flatMap(({ asked }) => asked)).toEqual([]);
  });

  it('ends where the revision that we had read is not an earlier one', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, { p: ours });
    expect(await found(chain, { writes: { p: ours }, before: 'another' })).toEqual([]);
  });

  it('follows twenty revisions, and no more', async () => {
    const chainOf = (length: number): Chain =>
      new Chain({ p: read }, ...Array.from({ length: length - 1 }, () => ({ p: theirs })), { p: ours });
    expect(await found(chainOf(20), { writes: { p: ours } })).toMatchObject([{ how: 'joined' }]);
    expect(await found(chainOf(21), { writes: { p: ours } })).toEqual([]);
  });

  it('waits while a request may still be under way, and takes an answer as final after that', async () => {
    const revisions = [{ p: read }, { p: theirs }, { p: theirs }, { p: ours }];
    const at = 1_000_000;
    const end = at + requestTimeLimitMs + lagMs;
    const hidden = new Chain(...revisions);
    hidden.hidden.add(1);
    await expect(found(hidden, { writes: { p: ours }, at }, end - 1)).rejects.toMatchObject({
      code: 'NOT_SHOWN_YET',
      message: expect.stringContaining('the last change to a page that somebody else edited'),
    });
    expect(await found(hidden, { writes: { p: ours }, at }, end)).toEqual([]);
    expect(await found(hidden, { writes: { p: ours } }, end)).toEqual([]);

    const late = new Chain(...revisions);
    late.late.add('p');
    await expect(found(late, { writes: { p: ours }, at }, end - 1)).rejects.toMatchObject({
      code: 'NOT_SHOWN_YET',
      message: expect.stringContaining('the last change to a page that somebody else edited'),
    });
    expect(await found(late, { writes: { p: ours }, at }, end)).toEqual([]);
  });

  it('does not wait for a page that a revision certainly lacks', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, {});
    const at = 1_000_000;
    expect(await found(chain, { deletes: ['p'], at }, at)).toMatchObject([{ how: 'back' }]);
  });

  it('tells any other failure', async () => {
    const chain = new Chain({ p: read }, { p: theirs }, { p: ours });
    chain.page = () => Promise.reject(new AppError('NO_ANSWER', 'The line is cut'));
    await expect(found(chain, { writes: { p: ours } })).rejects.toMatchObject({ code: 'NO_ANSWER' });
    const middle = new Chain({ p: read }, { p: theirs }, { p: theirs }, { p: ours });
    middle.content = () => Promise.reject(new AppError('NO_ANSWER', 'The line is cut'));
    await expect(found(middle, { writes: { p: ours } })).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });
});

const place: ContentPlace = { kind: 'change-request', space: 'space', id: 'cr' };
const content = { id: 'r9', pages: [], parents: [] } as unknown as Revision;
const of = (given: Partial<Overwritten>): Overwritten => ({
  ...{ id: 'p', base: read, theirs, how: 'back', text: theirs, deleted: false },
  ...given,
});

describe('restoring what was overwritten', () => {
  it('writes a joined and a restored text, makes a deleted page anew, and notes that first', async () => {
    const chain = new Chain({ p: read }, { p: ours });
    const noted: [string, number][] = [];
    const after = await restoreOverwritten(chain as unknown as Remote, place, {
      content,
      found: [
        of({ id: 'a', how: 'joined', text: both }),
        of({ id: 'b' }),
        of({ id: 'c', deleted: true }),
        of({ id: 'd', how: 'there' }),
        of({ id: 'e', how: 'here' }),
      ],
      note: (before) => Promise.resolve(void noted.push([before, chain.sent.length])),
    });
    expect(noted).toEqual([['r9', 0]]);
    expect(chain.sent).toEqual([
      [
        { type: 'update_page', page: 'a', document: { markdown: both } },
        { type: 'update_page', page: 'b', document: { markdown: theirs } },
        { type: 'insert_page', document: { markdown: theirs }, into: null },
      ],
    ]);
    expect(after.id).toBe('r1');
  });

  it('writes nothing where nothing is to be restored, and never outside of a change request', async () => {
    const chain = new Chain({ p: read });
    const note = (): Promise<void> => Promise.reject(new Error('Nothing was to be noted.'));
    const remote = chain as unknown as Remote;
    const there = [of({ how: 'there' }), of({ how: 'here' })];
    expect(await restoreOverwritten(remote, place, { content, found: there, note })).toBe(content);
    const space: ContentPlace = { kind: 'revision', space: 'space', revision: 'r0' };
    expect(await restoreOverwritten(remote, space, { content, found: [of({})], note })).toBe(content);
    expect(chain.sent).toEqual([]);
  });
});

describe('the record of a change request in which we overwrote something', () => {
  const page = (id: string, text: string): SentPage => ({
    id,
    path: `${id}.md`,
    text,
    mark: `mark of ${id}`,
  });
  const record = (pages: Record<string, SentPage>, more: object = {}): ProposalRecord =>
    ({ branch: 'main', pages, ...more }) as unknown as ProposalRecord;

  it('counts what was sent before for a text that was restored, and reads joined texts again', () => {
    const before = record({ a: page('a', 'old a'), c: page('c', 'old c') });
    const now = record(
      { a: page('a', 'a'), b: page('b', 'b'), c: page('c', 'c'), d: page('d', 'd'), e: page('e', 'e') },
      { own: 'r5', subject: 'Edits' },
    );
    const kept = withoutOverwritten(now, {
      before,
      found: [
        of({ id: 'a', how: 'back' }),
        of({ id: 'b', how: 'back' }),
        of({ id: 'c', how: 'there' }),
        of({ id: 'd', how: 'joined' }),
      ],
    });
    expect(kept).toEqual({
      ...{ branch: 'main', subject: 'Edits' },
      pages: {
        a: { ...page('a', 'old a'), mark: '' },
        c: { ...page('c', 'old c'), mark: '' },
        d: { ...page('d', 'd'), mark: '' },
        e: page('e', 'e'),
      },
    });
  });

  it('stays as it is where we overwrote nothing', () => {
    const now = record({ a: page('a', 'a') }, { own: 'r5' });
    expect(withoutOverwritten(now, { before: record({}), found: [] })).toBe(now);
  });
});

describe('a text that cannot be restored in the change request', () => {
  function noted(
    found: readonly Overwritten[],
    { id = true, folder = 'docs' }: { id?: boolean; folder?: string | null } = {},
  ): Promise<unknown> {
    let all: unknown = null;
    const context = {
      state: { spaces: () => new Map(folder === null ? [] : [['space', { path: folder }]]) },
      config: { frontMatter: { id } },
      journal: { noteWrittenOver: (texts: unknown) => (all = texts) },
    };
    const updates = [{ key: 'p', text: ours, previous: read, page: { id: 'p', path: 'guide/page.md' } }];
    const record = { space: 'space', unanswered: { updates } } as unknown as ProposalRecord;
    return keepForNextCycle(context as unknown as CycleContext, { record, found }).then(() => all);
  }

  it('comes to the page’s file with the page’s identity', async () => {
    expect(await noted([of({ how: 'here' })])).toEqual([
      {
        path: 'docs/guide/page.md',
        base: `---\nid: p\n---\n\n${read}`,
        text: `---\nid: p\n---\n\n${theirs}`,
      },
    ]);
    expect(await noted([of({ how: 'here' })], { id: false, folder: null })).toEqual([
      { path: 'guide/page.md', base: read, text: theirs },
    ]);
  });

  it('comes to a new file, named after its title, where we deleted the page', async () => {
    expect(await noted([of({ id: 'gone', deleted: true })])).toEqual([
      { path: 'docs/Page.md', base: read, text: theirs },
    ]);
    expect(await noted([of({ id: 'Gone', deleted: true, theirs: 'No title\n' })])).toMatchObject([
      { path: 'docs/Gone.md' },
    ]);
  });
});
