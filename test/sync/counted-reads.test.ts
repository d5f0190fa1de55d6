import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { requestTimeLimitMs } from '../../src/contract/index.ts';
import type { ChangeRequest, Page, Revision, Space } from '../../src/contract/index.ts';
import { withCountedReads } from '../../src/sync/remote/late-reads.ts';
import type { ContentPlace, Remote } from '../../src/sync/remote/port.ts';
import type { WrittenContent } from '../../src/sync/remote/written.ts';
import { WrittenRevisions } from '../../src/sync/remote/written-revisions.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';

type Answers = Partial<Record<keyof Remote, (...asked: never[]) => unknown>>;

interface Given {
  readonly known?: Record<string, Partial<WrittenContent>>;
  readonly lagMs?: number;
  readonly isOurs?: boolean;
  readonly mirrored?: Record<string, Partial<SpaceRecord>>;
}

/** A service with these answers, its counted reads, and what was asked. */
function aService(answers: Answers, { known = {}, lagMs = 1000, isOurs = false, mirrored = {} }: Given = {}) {
  const clock = new SleeplessClock();
  const asked: string[] = [];
  const inner = { readsRevisions: async () => false } as Record<string, unknown>;
  for (const [name, answer] of Object.entries(answers))
    inner[name] = async (...input: never[]) => {
      asked.push(name);
      return answer(...input);
    };
  const base = { space: 's1', revision: 'r2', older: ['r1'], at: clock.now() };
  const entries = Object.entries(known).map(([id, each]) => [id, { ...base, ...each }] as const);
  const spaces = new Map(
    Object.entries(mirrored).map(([id, each]) => [
      id,
      { id, commits: [], ...each } as unknown as SpaceRecord,
    ]),
  );
  const state = { ownDocument: async () => null, setOwnDocument: () => undefined, spaces: () => spaces };
  const written = new WrittenRevisions(new Map(entries), { state, now: () => clock.now() });
  const keeps: number[] = [];
  const remote = withCountedReads({
    ...{ remote: inner as unknown as Remote, written, clock, lagMs },
    ...{ isOurs: () => isOurs, keep: async () => void keeps.push(asked.length) },
  });
  const start = clock.now();
  return { remote, written, clock, asked, keeps, waited: () => clock.now() - start };
}

/** Gives one answer after the other, and the last one again and again. */
function inTurn<Answer>(...answers: readonly Answer[]): () => Answer {
  let at = 0;
  return () => answers[Math.min(at++, answers.length - 1)]!;
}

const request = (change: Partial<ChangeRequest> = {}): ChangeRequest =>
  ({ id: 'cr', number: 1, revision: 'r2', status: 'draft', ...change }) as ChangeRequest;
const contentAt = (id: string, parents: readonly string[] = [], pages: readonly Page[] = []): Revision =>
  ({ id, parents, pages }) as unknown as Revision;
const gone = new AppError('NOT_FOUND', 'There is no such thing');
const failing = (error: unknown) => (): never => {
  throw error;
};
const notShown = (what: string) => ({
  code: 'NOT_SHOWN_YET',
  message: `The service does not show the last change to ${what} yet: Tidemark does not know what became of it`,
  hint: 'Tidemark plans nothing from the older answer. The next sync looks again; `push.lag` says how long one sync waits for that.',
  data: { space: 's1', revision: 'r2' },
});
/** A service that shows revisions by their ids, each on the one before it. */
const revisions =
  (...ids: readonly string[]) =>
  ({ kind, revision }: Extract<ContentPlace, { kind: 'revision' }>): Revision => {
    if (kind !== 'revision' || !revision) throw new Error('No revision is asked for.');
    const at = ids.indexOf(revision);
    if (at < 0) throw gone;
    return contentAt(revision, ids.slice(Math.max(0, at - 1), at));
  };
const reads = async (): Promise<boolean> => true;

describe('[SYNC-43] a change request that this clone wrote', () => {
  it('is asked for again, with longer and longer waits, until it shows the write', async () => {
    const old = request({ revision: 'r1' });
    const { remote, asked, waited } = aService(
      { changeRequest: inTurn(old, old, request()) },
      { known: { cr: {} } },
    );

    expect(await remote.changeRequest('s1', 'cr')).toEqual(request());
    expect([asked.length, waited()]).toEqual([3, 250 + 500]);
  });

  it('is not waited for longer than the setting says, counted from the write', async () => {
    const old = request({ revision: 'r1' });
    const { remote, waited, clock } = aService({ changeRequest: () => old }, { known: { cr: {} } });
    clock.jump(400);

    await expect(remote.changeRequest('s1', 'cr')).rejects.toMatchObject(notShown('the change request'));
    expect(waited()).toBe(1000);
    await expect(remote.changeRequest('s1', 'cr')).rejects.toThrow('does not show');
    expect(waited()).toBe(1000);
  });

  it('counts as it is where somebody else wrote it', async () => {
    const { remote, written } = aService({
      changeRequest: inTurn<ChangeRequest | null>(request({ revision: 'r7' }), null),
    });

    expect(await remote.changeRequest('s1', 'cr')).toEqual(request({ revision: 'r7' }));
    expect(await remote.changeRequest('s1', 'cr')).toBeNull();
    expect(written.of('cr')).toBeUndefined();
  });

  it('stays merged once it was shown as merged, and its space has to show that', async () => {
    const merged = request({ status: 'merged', revisionMerged: 'm1' });
    const { remote, asked, written } = aService(
      { changeRequest: inTurn(merged, request()) },
      { isOurs: true, mirrored: { s1: { revision: 'r0' } } },
    );
    await remote.changeRequest('s1', 'cr');

    expect(await remote.changeRequest('s1', 'cr')).toBe(merged);
    expect(asked).toHaveLength(1);
    expect(written.mergedInto('s1')).toMatchObject({ revision: 'm1' });
    expect(written.of('cr')).toBeUndefined();
  });

  it('of somebody else that is merged asks nothing of the space', async () => {
    const merged = request({ status: 'merged', revisionMerged: 'm1' });
    const { remote, written } = aService(
      { changeRequest: () => merged },
      { mirrored: { s1: { revision: 'r0' } } },
    );
    await remote.changeRequest('s1', 'cr');

    expect(written.mergedInto('s1')).toBeUndefined();
  });

  it('exists from the time at which it was first shown, where the answer to its creation was lost', async () => {
    const { remote, written, clock } = aService({ changeRequest: () => request() }, { isOurs: true });
    await remote.changeRequest('s1', 'cr');
    expect(written.of('cr')).toMatchObject({
      space: 's1',
      revision: 'r2',
      status: 'draft',
      madeAt: clock.now(),
    });
    const at = clock.now();
    clock.jump(10);
    await remote.changeRequest('s1', 'cr');
    expect(written.of('cr')?.madeAt).toBe(at);

    const closed = aService({ changeRequest: () => request({ status: 'archived' }) }, { isOurs: true });
    await closed.remote.changeRequest('s1', 'cr');
    expect(closed.written.of('cr')).toBeUndefined();
  });

  it('shows other statuses and revisions, which are noted', async () => {
    const { remote, written } = aService(
      { changeRequest: () => request({ status: 'open', updatedAt: '2026-01-01T00:00:00.000Z' }) },
      { known: { cr: { status: 'draft' } } },
    );
    await remote.changeRequest('s1', 'cr');

    expect(written.of('cr')).toMatchObject({ status: 'open', stamp: '2026-01-01T00:00:00.000Z' });
  });
});

describe('[SYNC-43] a revision that nobody here has seen', () => {
  const unknown = { changeRequest: () => request({ revision: 'r9' }) };
  const known = { cr: {} };

  it.each<[string, Revision, boolean]>([
    ['counts where its content stands on the write', contentAt('r9', ['r2']), true],
    ['is late where its content stands on what was there before', contentAt('r9', ['r1']), false],
    ['is late where its content stands on something unknown', contentAt('r9', ['r7']), false],
    ['is late where the content is another one by now', contentAt('r8', ['r2']), false],
  ])('%s, if only change requests can be read', async (_what, content, counts) => {
    const { remote, asked } = aService({ ...unknown, content: () => content }, { known, lagMs: 0 });
    const answer = remote.changeRequest('s1', 'cr');

    if (counts) expect(await answer).toEqual(request({ revision: 'r9' }));
    else await expect(answer).rejects.toMatchObject(notShown('the change request'));
    expect(asked).toEqual(['changeRequest', 'content']);
  });

  it('is late where the content cannot be found either', async () => {
    const { remote } = aService({ ...unknown, content: failing(gone) }, { known, lagMs: 0 });
    await expect(remote.changeRequest('s1', 'cr')).rejects.toMatchObject({ code: 'NOT_SHOWN_YET' });
    const refused = new AppError('FORBIDDEN', 'No');
    const other = aService({ ...unknown, content: failing(refused) }, { known, lagMs: 0 });
    await expect(other.remote.changeRequest('s1', 'cr')).rejects.toBe(refused);
  });

  it('is not asked for a second time where it is the content that was asked for', async () => {
    const { remote, asked } = aService({ content: () => contentAt('r9', ['r7']) }, { known, lagMs: 0 });
    await expect(remote.content({ kind: 'change-request', space: 's1', id: 'cr' })).rejects.toMatchObject(
      notShown('the content of the change request'),
    );
    expect(asked).toEqual(['content']);
  });

  const chain = (length: number): string[] => Array.from({ length }, (_, each) => `n${each}`);
  it.each<[string, readonly string[], boolean]>([
    ['counts where it comes from the write', ['r1', 'r2', 'n1', 'r9'], true],
    ['is late where it comes from what was there before', ['r1', 'n1', 'r9'], false],
    ['is late where the service does not have it', ['n1'], false],
    ['is late where it comes from nothing that is known', ['n1', 'r9'], false],
    ['counts where the write is twenty revisions back', ['r2', ...chain(19), 'r9'], true],
    ['is late where the write is further back', ['r2', ...chain(20), 'r9'], false],
  ])('%s, if revisions can be read', async (_what, ids, counts) => {
    const { remote } = aService(
      { ...unknown, readsRevisions: reads, content: revisions(...ids) },
      { known, lagMs: 0 },
    );
    const answer = remote.changeRequest('s1', 'cr');

    if (counts) expect(await answer).toEqual(request({ revision: 'r9' }));
    else await expect(answer).rejects.toMatchObject(notShown('the change request'));
  });

  it('is judged by its parent where the answer names it', async () => {
    const of = (parent: string) =>
      aService(
        { readsRevisions: reads, content: inTurn(contentAt('r9', [parent]), contentAt('r7', ['r2'])) },
        { known, lagMs: 0 },
      );
    const place = { kind: 'change-request', space: 's1', id: 'cr' } as const;
    const { remote, asked } = of('r7');
    expect((await remote.content(place)).id).toBe('r9');
    expect(asked).toEqual(['content', 'readsRevisions', 'content']);
  });
});

describe('[SYNC-44] a list of change requests', () => {
  it('has what it shows in an old state as it is now, and what it lacks', async () => {
    const listed = [request({ revision: 'r1' }), request({ id: 'theirs', revision: 'x' })];
    const now: Record<string, ChangeRequest> = {
      cr: request(),
      made: request({ id: 'made', revision: 'r5' }),
    };
    const { remote, asked } = aService(
      { changeRequests: () => listed, changeRequest: (_space: string, id: string) => now[id] },
      {
        known: {
          ...{ cr: { madeAt: 0 }, made: { revision: 'r5', status: 'draft', madeAt: Date.UTC(2026, 0, 1) } },
          other: { space: 's2', status: 'draft', madeAt: Date.UTC(2026, 0, 1) },
          opened: { status: 'open', madeAt: Date.UTC(2026, 0, 1) },
          before: { status: 'draft', madeAt: Date.UTC(2026, 0, 1) - requestTimeLimitMs },
        },
      },
    );

    expect((await remote.changeRequests('s1', 'draft')).map(({ id, revision }) => [id, revision])).toEqual([
      ...[
        ['cr', 'r2'],
        ['theirs', 'x'],
        ['made', 'r5'],
      ],
    ]);
    expect(asked).toEqual(['changeRequests', 'changeRequest', 'changeRequest']);
  });

  it('does not ask for what it has', async () => {
    const { remote, asked, written } = aService(
      { changeRequests: () => [request({ updatedAt: 'now' })] },
      { known: { cr: { status: 'draft', madeAt: Date.UTC(2026, 0, 1) } } },
    );

    expect(await remote.changeRequests('s1', 'draft')).toHaveLength(1);
    expect(asked).toEqual(['changeRequests']);
    expect(written.of('cr')?.stamp).toBe('now');
  });

  it('leaves out what has another status by now, or went away', async () => {
    const listed = [request({ revision: 'r1' }), request({ id: 'went', revision: 'r1' })];
    const { remote } = aService(
      {
        changeRequests: () => listed,
        changeRequest: (_space: string, id: string) =>
          id === 'went' ? null : request({ id, status: id === 'cr' ? 'open' : 'merged' }),
      },
      {
        known: {
          ...{ cr: {}, went: { madeAt: 0 } },
          made: { status: 'draft', madeAt: Date.UTC(2026, 0, 1) },
        },
      },
    );

    expect(await remote.changeRequests('s1', 'draft')).toEqual([]);
  });

  it('lacks what was made here and never shown, after the time limit of the service', async () => {
    const { remote, waited } = aService(
      { changeRequests: () => [], changeRequest: () => null },
      {
        known: { made: { status: 'draft', madeAt: Date.UTC(2026, 0, 1) } },
        lagMs: 2 * requestTimeLimitMs,
      },
    );

    expect(await remote.changeRequests('s1', 'draft')).toEqual([]);
    expect(waited()).toBeGreaterThanOrEqual(requestTimeLimitMs);
  });
});

describe('[SYNC-45] a space', () => {
  const merged = { 'space s1': { revision: 'r2', older: [] } };
  const mirrored = {
    s1: { revision: 'r1', commits: [{ revision: 'r0', commit: 'c' }], movedAt: Date.UTC(2026, 0, 1) },
  };
  const space = (revision: string, change: Partial<Space> = {}): Space =>
    ({ id: 's1', revision, ...change }) as Space;

  it('is waited for until it shows what the mirror has, and what was merged', async () => {
    for (const [first, last, given] of [
      ['r0', 'r1', {}],
      ['r0', 'r2', { known: merged }],
      ['r1', 'r2', { known: merged }],
    ] as const) {
      const { remote, asked } = aService(
        { space: inTurn(space(first), space(last)), content: failing(gone) },
        { ...given, mirrored },
      );
      expect(await remote.space('s1')).toEqual(space(last));
      expect(asked.filter((each) => each === 'space')).toHaveLength(2);
    }
  });

  it('counts at once where it is gone, or at a new revision', async () => {
    for (const answer of [null, space('r7')]) {
      const { remote, asked } = aService({ space: () => answer }, { mirrored });
      expect(await remote.space('s1')).toEqual(answer);
      expect(asked).toHaveLength(1);
    }
    const later = space('r7', { updatedAt: '2026-01-01T00:00:01.000Z' });
    const { remote } = aService(
      { space: () => later },
      { known: { 'space s1': { stamp: '2026-01-01T00:00:00.000Z' } }, mirrored },
    );
    expect(await remote.space('s1')).toEqual(later);
  });

  it('is late at a new revision that nobody can compare with the merge', async () => {
    const { remote } = aService({ space: () => space('r7') }, { known: merged, mirrored, lagMs: 0 });
    await expect(remote.space('s1')).rejects.toMatchObject(notShown('the space'));
  });

  it('went back where the service no longer has what it had, once it must know it', async () => {
    const went = async (afterMs: number, canRead: boolean, has: boolean): Promise<unknown> => {
      const { remote, clock } = aService(
        {
          space: () => space('r0'),
          readsRevisions: async () => canRead,
          content: revisions(...(has ? ['r1'] : [])),
        },
        { mirrored, lagMs: 0 },
      );
      clock.jump(afterMs);
      return remote.space('s1').catch((error: unknown) => error);
    };

    expect(await went(requestTimeLimitMs, true, false)).toMatchObject({
      code: 'NOT_SHOWN_YET',
      message:
        'The service has gone back to an older revision of the space, as after a restore from a backup: it no longer has r1',
      hint: expect.stringContaining('stays as it is until 2026-01-01 00:10:00 UTC.'),
      data: { space: 's1', revision: 'r1' },
    });
    const late = { message: expect.stringContaining('does not show the last change to the space yet') };
    expect(await went(requestTimeLimitMs - 1, true, false)).toMatchObject(late);
    expect(await went(requestTimeLimitMs, false, false)).toMatchObject(late);
    expect(await went(requestTimeLimitMs, true, true)).toMatchObject(late);
  });

  it('fails as the service fails', async () => {
    const refused = new AppError('FORBIDDEN', 'No');
    const { remote } = aService({ space: failing(refused) }, { mirrored });
    await expect(remote.space('s1')).rejects.toBe(refused);
  });

  const lists: readonly (readonly [keyof Remote, (remote: Remote) => Promise<readonly Space[] | null>])[] = [
    ['organizationSpaces', (remote) => remote.organizationSpaces('org')],
    ['collectionSpaces', (remote) => remote.collectionSpaces('col')],
    ['siteSpaces', (remote) => remote.siteSpaces('org', 'site')],
  ];
  it.each(lists)('is asked for by itself where %s shows it as it was', async (name, list) => {
    const { remote, asked } = aService(
      { [name]: () => [space('r0'), space('x', { id: 's2' })], space: inTurn(space('r1')) },
      { mirrored },
    );

    expect(await list(remote)).toEqual([space('r1'), space('x', { id: 's2' })]);
    expect(asked).toEqual([name, 'space']);
    expect(remote.takeUnreadable?.()).toEqual([]);
  });

  it.each(lists)(
    'is left out of %s and told while it is late, and left out where it went away',
    async (name, list) => {
      const given = { [name]: () => [space('r0'), space('x', { id: 's2' })] };
      const late = aService({ ...given, space: () => space('r0') }, { mirrored, lagMs: 0 });
      expect(await list(late.remote)).toEqual([space('x', { id: 's2' })]);
      expect(late.remote.takeUnreadable?.()).toMatchObject([{ id: 's1', reason: { code: 'NOT_SHOWN_YET' } }]);
      expect(late.remote.takeUnreadable?.()).toEqual([]);

      const went = aService({ ...given, space: () => null }, { mirrored, lagMs: 0 });
      expect(await list(went.remote)).toEqual([space('x', { id: 's2' })]);
      expect(went.remote.takeUnreadable?.()).toEqual([]);
      const refused = new AppError('FORBIDDEN', 'No');
      const failed = aService({ ...given, space: failing(refused) }, { mirrored, lagMs: 0 });
      await expect(list(failed.remote)).rejects.toBe(refused);
    },
  );

  it('is in no list where the service has no such list', async () => {
    const { remote } = aService({ organizationSpaces: () => null });
    expect(await remote.organizationSpaces('org')).toBeNull();
  });
});

describe('[SYNC-43] what is written', () => {
  it('is noted as made when it is created, and kept before anything else is asked', async () => {
    const { remote, written, keeps, clock } = aService({
      createChangeRequest: () => request({ revision: 'r0' }),
    });
    expect(await remote.createChangeRequest('s1', 'Mine')).toEqual(request({ revision: 'r0' }));

    expect(written.of('cr')).toMatchObject({
      space: 's1',
      revision: 'r0',
      madeAt: clock.now(),
      status: 'draft',
    });
    expect(keeps).toEqual([1]);
  });

  const writes: readonly (readonly [
    string,
    Answers,
    (remote: Remote) => Promise<unknown>,
    string | undefined,
  ])[] = [
    [
      'a status',
      { setChangeRequest: () => request({ revision: 'r3', status: 'open' }) },
      (remote) => remote.setChangeRequest('s1', 'cr', { status: 'open' }),
      'r3',
    ],
    [
      'an update',
      { update: () => ({ revision: 'r3', result: 'update' }) },
      (remote) => remote.update('s1', 'cr'),
      'r3',
    ],
    [
      'an update in conflict',
      { update: () => ({ revision: 'r3', result: 'conflicts' }) },
      (remote) => remote.update('s1', 'cr'),
      undefined,
    ],
    [
      'changes',
      { changeContent: () => ({ changeRequest: request({ revision: 'r3' }), changes: [] }) },
      (remote) => remote.changeContent('s1', 'cr', []),
      'r3',
    ],
    [
      'changes that it does not take',
      { changeContent: () => null },
      (remote) => remote.changeContent('s1', 'cr', []),
      undefined,
    ],
    [
      'an import',
      { importContent: () => ({ revision: 'r3' }) },
      (remote) => remote.importContent('s1', 'cr', { url: 'u', source: 'website' }),
      'r3',
    ],
    [
      'a question',
      { takesContentChanges: () => true },
      (remote) => remote.takesContentChanges('s1', 'cr'),
      undefined,
    ],
  ];
  it.each(writes)(
    'is noted, and reaches a change request that was just made: %s',
    async (_what, answers, write, revision) => {
      const [[name, answer]] = Object.entries(answers) as [[keyof Remote, () => unknown]];
      const plain = aService({ [name]: answer });
      const said = await write(plain.remote);
      expect(plain.written.of('cr')?.revision).toBe(revision);
      expect(plain.written.of('cr')?.madeAt).toBeUndefined();

      let tries = 0;
      const slow = aService(
        { [name]: () => (++tries < 3 ? failing(gone)() : answer()) },
        { known: { cr: { madeAt: Date.UTC(2026, 0, 1) } } },
      );
      expect(await write(slow.remote)).toEqual(said);
      expect(tries).toBe(3);
      const absent = aService({ [name]: failing(gone) }, { known: { cr: {} } });
      await expect(write(absent.remote)).rejects.toBe(gone);
      expect(absent.asked).toEqual([name]);
    },
  );
});

describe('[SYNC-43] the content of a change request', () => {
  const place = { kind: 'change-request', space: 's1', id: 'cr' } as const;

  it('notes the revision and the time that it shows', async () => {
    const content = { ...contentAt('r3', ['r2']), createdAt: '2026-01-01T00:00:00.000Z' };
    const { remote, written } = aService({ content: () => content }, { known: { cr: {} } });
    expect(await remote.content(place)).toEqual(content);

    expect(written.of('cr')).toMatchObject({ revision: 'r3', stamp: content.createdAt, older: ['r1', 'r2'] });
  });

  it('fails as the service fails, at once where nobody here wrote it', async () => {
    const { remote, waited } = aService({ content: failing(gone) });
    await expect(remote.content(place)).rejects.toBe(gone);
    expect(waited()).toBe(0);
    let tries = 0;
    const made = aService(
      { content: () => (++tries < 2 ? failing(gone)() : contentAt('r2')) },
      { known: { cr: { madeAt: Date.UTC(2026, 0, 1) } } },
    );
    expect((await made.remote.content(place)).id).toBe('r2');
  });

  /** A page as a service sends it, without the fields that it does not have. */
  const page = (change: object = {}): Page => {
    const whole = {
      type: 'document',
      id: 'p',
      documentId: 'd1',
      git: { oid: 'o1' },
      updatedAt: 't1',
      ...change,
    };
    return JSON.parse(JSON.stringify(whole)) as Page;
  };
  const lacks = { documentId: undefined, git: undefined, updatedAt: undefined };
  it.each<[string, object, object, boolean]>([
    ['has the document that the tree names', {}, { git: { oid: 'o2' }, updatedAt: 't2' }, true],
    ['has another document', {}, { documentId: 'd2' }, false],
    ['has the blob, where it names no document', {}, { documentId: undefined, updatedAt: 't2' }, true],
    [
      'has another blob, where it names no document',
      {},
      { documentId: undefined, git: { oid: 'o2' } },
      false,
    ],
    ['has the blob, where the tree names no document', { documentId: undefined }, { updatedAt: 't2' }, true],
    [
      'has another blob, where the tree names no document',
      { documentId: undefined },
      { git: { oid: 'o2' } },
      false,
    ],
    ['has the time, where nothing else is named', { ...lacks, updatedAt: 't1' }, {}, true],
    ['has another time, where nothing else is named', { ...lacks, updatedAt: 't2' }, {}, false],
    ['is a link, which names nothing', {}, { type: 'link' }, true],
    [
      'has another blob, where neither names a document',
      { documentId: undefined },
      { documentId: undefined, git: { oid: 'o2' } },
      false,
    ],
    [
      'names nothing that the tree names',
      { ...lacks, documentId: 'd1' },
      { ...lacks, updatedAt: 't1' },
      true,
    ],
  ])('counts for a page that %s', async (_what, inTree, found, counts) => {
    const { remote, asked } = aService(
      { content: () => contentAt('r2', [], [page(inTree)]), page: () => page(found) },
      { known: { cr: {} }, lagMs: 0 },
    );
    await remote.content(place);
    const answer = remote.page(place, 'p');

    if (counts) expect(await answer).toEqual(page(found));
    else await expect(answer).rejects.toMatchObject(notShown('the page'));
    expect(asked.filter((each) => each === 'content')).toHaveLength(counts ? 1 : 2);
  });

  it('tells that a page is there or not, also when the page is asked for first', async () => {
    const listed = aService(
      { content: () => contentAt('r2', [], [page()]), page: inTurn(page({ documentId: 'd0' }), page()) },
      { known: { cr: {} } },
    );
    expect(await listed.remote.page(place, 'p')).toEqual(page());
    const absent = aService({ content: () => contentAt('r2'), page: failing(gone) }, { known: { cr: {} } });
    await expect(absent.remote.page(place, 'p')).rejects.toBe(gone);
    const hidden = aService(
      { content: () => contentAt('r2', [], [page()]), page: failing(gone) },
      { known: { cr: {} }, lagMs: 0 },
    );
    await expect(hidden.remote.page(place, 'p')).rejects.toMatchObject(notShown('the page'));
  });

  it('is not asked for a page where nobody here wrote it, or long ago', async () => {
    for (const given of [{}, { known: { cr: { at: Date.UTC(2026, 0, 1) - requestTimeLimitMs } } }]) {
      const { remote, asked } = aService({ page: () => page() }, given);
      expect(await remote.page(place, 'p')).toEqual(page());
      expect(asked).toEqual(['page']);
    }
  });

  it('is asked for again after another write, and not after another status', async () => {
    const { remote, asked } = aService(
      {
        content: inTurn(contentAt('r2', [], [page()]), contentAt('r3', ['r2'], [page({ documentId: 'd2' })])),
        page: inTurn(page(), page(), page({ documentId: 'd2' })),
        setChangeRequest: () => request({ status: 'open' }),
        changeContent: () => ({ changeRequest: request({ revision: 'r3' }), changes: [] }),
      },
      { known: { cr: {} } },
    );
    await remote.content(place);
    await remote.setChangeRequest('s1', 'cr', { status: 'open' });
    await remote.page(place, 'p');
    expect(asked).toEqual(['content', 'setChangeRequest', 'page']);
    await remote.changeContent('s1', 'cr', []);
    expect(await remote.page(place, 'p')).toEqual(page({ documentId: 'd2' }));
  });
});

describe('[SYNC-43] a revision that was just written', () => {
  const place = { kind: 'revision', space: 's1', revision: 'r2' } as const;
  const page = { type: 'document', id: 'p' } as unknown as Page;

  it('is waited for until the service has it, with its pages and its changes', async () => {
    const late: readonly (readonly [Answers, (remote: Remote) => Promise<unknown>, string])[] = [
      [{ content: failing(gone) }, (remote) => remote.content(place), 'the space'],
      [{ changes: failing(gone) }, (remote) => remote.changes('s1', 'r2'), 'the space'],
      [
        { page: failing(gone), content: () => contentAt('r2', [], [page]) },
        (remote) => remote.page(place, 'p'),
        'the page',
      ],
    ];
    for (const [answers, ask, what] of late) {
      const fresh = aService(answers, { known: { cr: {} } });
      await expect(ask(fresh.remote)).rejects.toMatchObject(notShown(what));
      expect(fresh.waited()).toBe(1000);
      const old = aService(answers, { known: { cr: { at: Date.UTC(2026, 0, 1) - requestTimeLimitMs } } });
      await expect(ask(old.remote)).rejects.toBe(gone);
      const other = aService(answers, { known: { cr: { revision: 'r9' } } });
      await expect(ask(other.remote)).rejects.toBe(gone);
    }
  });

  it('counts as soon as it is there, and a page that it does not have is gone', async () => {
    const { remote, waited } = aService(
      {
        content: () => contentAt('r2', [], [{ ...page, id: 'another' }]),
        ...{ changes: () => null, page: failing(gone) },
      },
      { known: { cr: {} } },
    );

    expect((await remote.content(place)).id).toBe('r2');
    expect(await remote.changes('s1', 'r2')).toBeNull();
    await expect(remote.page(place, 'p')).rejects.toBe(gone);
    expect(waited()).toBe(0);
  });
});
