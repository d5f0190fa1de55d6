import { describe, expect, it } from 'vitest';
import type { Page, Revision, Space } from '../../src/contract/index.ts';
import { lookUntilFound } from '../../src/sync/look-again.ts';
import { KeptTrees } from '../../src/sync/mirror/kept-trees.ts';
import { pageMark } from '../../src/sync/mirror/marks.ts';
import { QuietList } from '../../src/sync/mirror/quiet-list.ts';
import { changeToken } from '../../src/sync/mirror/spaces.ts';
import type { FoundSpace } from '../../src/sync/mirror/spaces.ts';
import type { Remote, RevisionChanges } from '../../src/sync/remote/port.ts';
import { withRecentReads } from '../../src/sync/remote/recent-reads.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { SleeplessClock } from '../simulation/sleepless-clock.ts';

describe('what one cycle reads of revisions', () => {
  function aService(changes: () => RevisionChanges | null = () => ({ more: false }) as RevisionChanges) {
    const asked: string[] = [];
    const remote = withRecentReads({
      changes: async (space: string, revision: string) => {
        asked.push(`${space} ${revision}`);
        return changes();
      },
      page: async (place: object, id: string) => {
        asked.push(`${Object.values(place).join(' ')} ${id}`);
        return { id } as Page & { markdown: string };
      },
      space: async (id: string) => ({ id }) as Space,
    } as unknown as Remote);
    return { remote, asked };
  }

  it('is asked for once, for each space, revision and page', async () => {
    const { remote, asked } = aService();
    const place = (space: string, revision: string) => ({ kind: 'revision', space, revision }) as const;
    for (let time = 0; time < 2; time++) {
      for (const [space, revision] of [
        ['s1', 'r1'],
        ['s1', 'r2'],
        ['s2', 'r1'],
      ] as const) {
        expect(await remote.changes(space, revision)).toEqual({ more: false });
        expect(await remote.page(place(space, revision), 'p')).toEqual({ id: 'p' });
      }
      await remote.page(place('s1', 'r1'), 'q');
    }
    expect(asked).toHaveLength(7);
    expect(await remote.space('s1')).toEqual({ id: 's1' });
  });

  it('is asked for again where the service did not say it, and in a change request, which may change', async () => {
    const { remote, asked } = aService(() => null);
    const place = { kind: 'change-request', space: 's1', id: 'cr' } as const;
    for (let time = 0; time < 2; time++) {
      expect(await remote.changes('s1', 'r1')).toBeNull();
      await remote.page(place, 'p');
    }
    expect(asked).toHaveLength(4);
  });

  it('is kept for the last hundred of them', async () => {
    const { remote, asked } = aService();
    for (let at = 0; at < 101; at++) await remote.changes('s1', `r${at}`);
    asked.splice(0);
    await remote.changes('s1', 'r1');
    await remote.changes('s1', 'r0');
    expect(asked).toEqual(['s1 r0']);
  });
});

describe('something that is looked for', () => {
  const look = async (found: (at: number) => boolean, restMs: number) => {
    const clock = new SleeplessClock();
    const start = clock.now();
    const looks: number[] = [];
    const answer = await lookUntilFound({ clock, restMs }, async () => {
      looks.push(clock.now() - start);
      return found(looks.length) ? 'it' : null;
    });
    return { answer, looks };
  };

  it('is looked for until it is found, with longer and longer waits', async () => {
    expect(await look((at) => at === 4, 60_000)).toEqual({ answer: 'it', looks: [0, 250, 750, 1750] });
    expect(await look(() => true, 60_000)).toEqual({ answer: 'it', looks: [0] });
  });

  it('is looked for once more at the end of the time, and then no more', async () => {
    expect(await look(() => false, 1000)).toEqual({ answer: null, looks: [0, 250, 750, 1000] });
    for (const none of [0, -5]) expect(await look(() => false, none)).toEqual({ answer: null, looks: [0] });
  });
});

describe('a list of spaces that showed nothing new', () => {
  const space = { id: 's1', revision: 'r1' } as Space;
  const seen: FoundSpace = { seen: true, id: 's1', path: null, space };
  const records = new Map([['s1', { token: changeToken(space) } as SpaceRecord]]);
  const moment = { state: 'c1', at: 100 };

  it('is good for some time, while the state is the same', () => {
    const list = new QuietList();
    expect(list.recall(moment, 50)).toBeNull();
    list.note([seen], moment, records);
    expect(list.recall({ ...moment, at: 150 }, 50)).toEqual([seen]);
    expect(list.recall({ ...moment, at: 151 }, 50)).toBeNull();
    expect(list.recall({ state: 'c2', at: 100 }, 50)).toBeNull();
  });

  it('is forgotten for one that shows something new, or lacks a space', () => {
    const moved: FoundSpace = { ...seen, space: { ...space, revision: 'r2' } };
    const unseen = { seen: false, id: 's1', path: null } as FoundSpace;
    for (const other of [moved, unseen, { ...seen, id: 's2' } as FoundSpace]) {
      const list = new QuietList();
      list.note([seen], moment, records);
      list.note([seen, other], moment, records);
      expect(list.recall(moment, 50)).toBeNull();
    }
  });
});

describe('the trees that are kept from one process to the next', () => {
  const page = (id: string, change: object = {}): Page =>
    ({ type: 'document', id, title: id, documentId: `d-${id}`, pages: [], ...change }) as unknown as Page;
  const group = { type: 'group', id: 'g', title: 'G', pages: [page('b')] } as unknown as Page;
  const tree = (id: string, change: Partial<Revision> = {}): Revision =>
    ({
      ...{ id, parents: [], createdAt: 'then', pages: [page('a'), group] },
      files: [{ id: 'f', name: 'f.png', downloadURL: 'https://signed' }],
      ...change,
    }) as unknown as Revision;
  const marks = new Map(['a', 'b'].map((id) => [id, { mark: pageMark(page(id))! }]));
  function aCache() {
    const kept = new Map<string, Uint8Array>();
    const cache = {
      read: (name: string) => kept.get(name) ?? null,
      write: (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
    };
    return { kept, trees: () => new KeptTrees(cache) };
  }
  const withoutAddress = (each: Revision): Revision => ({
    ...each,
    files: each.files.map((file) => ({ ...file, downloadURL: '' })),
  });

  it('are the mirror’s and the one that was written last, of each space', () => {
    const { trees } = aCache();
    trees().keep('s1', tree('r1'));
    trees().keepWritten('s1', tree('w1'));
    trees().keep('s2', tree('r9'));

    expect(trees().read('s1', 'r1', marks)).toEqual(withoutAddress(tree('r1')));
    expect(trees().written('s1', 'w1')).toEqual(withoutAddress(tree('w1')));
    expect(trees().read('s2', 'r9', marks)?.id).toBe('r9');
    expect([
      trees().read('s1', 'w1', marks),
      trees().written('s1', 'r1'),
      trees().written('s2', 'w1'),
    ]).toEqual([...[null, null, null]]);
  });

  it('are those of one revision', () => {
    const { trees } = aCache();
    trees().keep('s1', tree('r1'));
    trees().keep('s1', tree('r2'));
    expect(trees().read('s1', 'r1', marks)).toBeNull();
    expect(trees().read('s1', 'r2', marks)?.id).toBe('r2');
  });

  it('are not read where the mirror may have been made from something else', () => {
    const { trees } = aCache();
    trees().keep('s1', tree('r1'));
    const others: readonly (readonly [string, ReadonlyMap<string, { mark: string }>])[] = [
      ['a page has another mark', new Map([...marks, ['b', { mark: 'x' }]])],
      ['a page is missing', new Map([...marks].slice(0, 1))],
      ['there is a page more', new Map([...marks, ['c', { mark: 'x' }]])],
    ];
    for (const [what, mirrored] of others) expect(trees().read('s1', 'r1', mirrored), what).toBeNull();
    trees().keep('s1', tree('r1', { pages: [page('a', { documentId: undefined })] }));
    expect(trees().read('s1', 'r1', new Map([['a', { mark: undefined as never }]]))).toBeNull();
  });

  it.each([
    '',
    '{',
    'null',
    '{}',
    '{"format":1,"space":"s1","tree":{"id":"r1"}}',
    '{"format":1,"space":"s1","tree":{"id":"r1","pages":[]}}',
  ])('are none where the cache has %j', (text) => {
    const { kept, trees } = aCache();
    kept.set('tree of s1', new TextEncoder().encode(text));
    expect(trees().read('s1', 'r1', new Map())).toBeNull();
  });

  it('are none of another format, or of another space, which may have the same place', () => {
    const { kept, trees } = aCache();
    const give = (change: object): void =>
      void kept.set(
        'tree of s1',
        new TextEncoder().encode(
          JSON.stringify({ format: 1, space: 's1', tree: { id: 'r1', pages: [], files: [] }, ...change }),
        ),
      );
    give({});
    expect(trees().read('s1', 'r1', new Map())?.id).toBe('r1');
    give({ format: 2 });
    expect(trees().read('s1', 'r1', new Map())).toBeNull();
    give({ space: 's2' });
    expect(trees().read('s1', 'r1', new Map())).toBeNull();
  });

  it('go on with the texts that a revision changed, wherever the pages are', () => {
    const { trees } = aCache();
    trees().keep('s1', tree('r1'));
    const now = page('b', { documentId: 'd2', title: 'B', markdown: '# B\n', pages: [page('stale')] });
    const revision = { id: 'r2', parents: ['r1'], createdAt: 'now', type: 'edits' };
    trees().textsChanged('s1', 'r1', { revision, pages: [now] });
    const marksNow = new Map([...marks, ['b', { mark: pageMark(now)! }]]);
    const found = trees().read('s1', 'r2', marksNow);

    expect(found).toMatchObject({ id: 'r2', parents: ['r1'], createdAt: 'now' });
    expect(found?.pages).toEqual([
      page('a'),
      { ...group, pages: [page('b', { documentId: 'd2', title: 'B', pages: [] })] },
    ]);
    trees().textsChanged('s1', 'r1', { revision: { ...revision, id: 'r3' }, pages: [] });
    expect(trees().read('s1', 'r3', marksNow)).toBeNull();
  });

  it('go on with what this clone wrote, from the mirror’s tree or from what it wrote before', () => {
    const { trees } = aCache();
    trees().textsWritten('s1', 'r1', { id: 'w1', parents: ['r1'], createdAt: 'now', pages: [] });
    expect(trees().written('s1', 'w1')).toBeNull();
    trees().keep('s1', tree('r1'));
    trees().textsWritten('s1', 'r1', {
      id: 'w1',
      parents: ['r1'],
      createdAt: 'now',
      pages: [page('a', { title: 'A' })],
    });
    trees().textsWritten('s1', 'w1', { id: 'w2', parents: ['w1'], createdAt: 'now', pages: [] });

    expect(trees().written('s1', 'w2')?.pages[0]).toEqual(page('a', { title: 'A' }));
    expect(trees().read('s1', 'r1', marks)?.id).toBe('r1');
  });

  it('are none without a cache', () => {
    const trees = new KeptTrees(undefined);
    trees.keep('s1', tree('r1'));
    expect(trees.read('s1', 'r1', marks)).toBeNull();
  });
});
