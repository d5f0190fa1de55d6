import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import type { Page, Revision, Space } from '../../src/contract/index.ts';
import { pageMark } from '../../src/sync/mirror/marks.ts';
import { PagesAhead } from '../../src/sync/read-ahead.ts';
import type { ContentPlace, Remote } from '../../src/sync/remote/port.ts';
import type { StateStore } from '../../src/sync/state/store.ts';

const page = (id: string, change: object = {}): Page =>
  ({ type: 'document', id, title: id, documentId: `d-${id}`, pages: [], ...change }) as unknown as Page;

/** A service with spaces of pages, each at a revision of the same name, and what was asked of it. */
function aLibrary(spaces: Readonly<Record<string, readonly Page[]>>) {
  const heads = new Map(Object.keys(spaces).map((id) => [id, `${id}-1`]));
  const trees = new Map(Object.entries(spaces).map(([id, pages]) => [`${id}-1`, pages]));
  const asked: string[] = [];
  const hooks: { page?: (id: string) => void | Promise<void>; isStrict?: boolean; text?: string } = {};
  const inner = {
    space: async (id: string) => {
      asked.push(`space ${id}`);
      const revision = heads.get(id);
      return revision === undefined ? null : ({ id, revision } as Space);
    },
    readsRevisions: async () => hooks.isStrict !== true,
    content: async ({ revision }: Extract<ContentPlace, { kind: 'revision' }>) => {
      asked.push(`content ${revision}`);
      return { id: revision, pages: trees.get(revision)! } as unknown as Revision;
    },
    page: async (place: ContentPlace, id: string) => {
      asked.push(`page ${id}`);
      await hooks.page?.(id);
      const found =
        place.kind === 'revision' ? trees.get(place.revision)!.find((each) => each.id === id) : page(id);
      return { ...found!, markdown: hooks.text ?? `# ${id}\n` };
    },
  } as unknown as Remote;
  const records = new Map<string, { revision: string }>();
  const marks = new Map<string, string | null>();
  const state = {
    spaces: () => records,
    table: () => ({
      get: async (_kind: string, id: string) => (marks.has(id) ? { mark: marks.get(id) } : undefined),
    }),
  } as unknown as StateStore;
  const ahead = new PagesAhead(inner, state);
  const moves = (id: string, revision: string, pages: readonly Page[]): void => {
    heads.set(id, revision);
    trees.set(revision, pages);
  };
  const heard = (): string[] => asked.splice(0);
  const place = (id: string, revision = heads.get(id)!): ContentPlace => ({
    kind: 'revision',
    space: id,
    revision,
  });
  return { ahead, heard, hooks, moves, records, marks, place };
}

const pages = (count: number): Page[] => Array.from({ length: count }, (_, at) => page(`p${at}`));

describe('what is read ahead of a space', () => {
  it('is its revision with the pages that the mirror lacks, which a cycle then does not ask for', async () => {
    const { ahead, heard, marks, place } = aLibrary({
      a: [page('new'), page('same'), page('changed'), page('timeless', { documentId: undefined })],
    });
    marks.set('same', pageMark(page('same')));
    marks.set('changed', 'another');
    marks.set('timeless', null);

    expect(await ahead.read({ spaces: ['a'] })).toEqual({ ready: ['a'], large: [], rest: [] });
    expect(heard()).toEqual(['space a', 'content a-1', 'page new', 'page changed', 'page timeless']);
    expect((await ahead.remote.content(place('a'))).id).toBe('a-1');
    expect((await ahead.remote.page(place('a'), 'new')).markdown).toBe('# new\n');
    expect(heard()).toEqual([]);
  });

  it('is not given for another revision, nor for a change request', async () => {
    const { ahead, heard, moves, place } = aLibrary({ a: pages(1) });
    await ahead.read({ spaces: ['a'] });
    moves('a', 'a-2', pages(1));
    heard();

    await ahead.remote.content(place('a'));
    await ahead.remote.page(place('a'), 'p0');
    await ahead.remote.page({ kind: 'change-request', space: 'a', id: 'a-1' }, 'p0');
    await ahead.remote.page(place('b', 'a-1'), 'p0');
    expect(heard()).toEqual(['content a-2', 'page p0', 'page p0', 'page p0']);
  });

  it('is nothing where the mirror has the revision, the space is gone, or revisions cannot be read', async () => {
    const { ahead, heard, records, hooks } = aLibrary({ a: pages(1), b: pages(1) });
    records.set('a', { revision: 'a-1' });
    expect(await ahead.read({ spaces: ['a', 'gone'] })).toEqual({
      ready: ['a', 'gone'],
      large: [],
      rest: [],
    });
    expect(heard()).toEqual(['space a', 'space gone']);
    hooks.isStrict = true;
    expect((await ahead.read({ spaces: ['b'] })).ready).toEqual(['b']);
    expect(heard()).toEqual(['space b']);
  });

  it('comes from a look where that has seen the space, and from nowhere else where only that is wanted', async () => {
    const { ahead, heard } = aLibrary({ a: pages(1), b: pages(1) });
    ahead.saw([{ id: 'a', revision: 'a-1' } as Space]);
    await ahead.read({ spaces: ['a', 'b'], onlySeen: true });

    expect(heard()).toEqual(['content a-1', 'page p0']);
  });

  it('is not read again while it is there, and again from the beginning once it is done', async () => {
    const { ahead, heard, records } = aLibrary({ a: pages(2), b: pages(1) });
    await ahead.read({ spaces: ['a', 'b'] });
    heard();
    expect(await ahead.read({ spaces: ['a'], most: 1 })).toEqual({ ready: ['a'], large: [], rest: [] });
    expect(heard()).toEqual(['space a']);
    ahead.done(['a']);
    await ahead.read({ spaces: ['a', 'b'] });
    expect(heard()).toEqual(['space a', 'space b', 'content a-1', 'page p0', 'page p1']);

    records.set('b', { revision: 'b-1' });
    ahead.done();
    await ahead.read({ spaces: ['a', 'b'] });
    expect(heard()).toEqual(['space a', 'space b']);
    records.delete('b');
    await ahead.read({ spaces: ['b'] });
    expect(heard()).toEqual(['space b', 'content b-1', 'page p0']);
  });

  it('keeps the pages that did not change when the space moves on', async () => {
    const timeless = { documentId: undefined };
    const { ahead, heard, moves, place } = aLibrary({
      a: [page('same'), page('edited'), page('renamed', { slug: 'a' }), page('timeless', timeless)],
    });
    await ahead.read({ spaces: ['a'] });
    moves('a', 'a-2', [
      ...[page('same'), page('edited', { documentId: 'other' }), page('renamed', { slug: 'b' })],
      ...[page('timeless', timeless), page('added')],
    ]);
    heard();
    await ahead.read({ spaces: ['a'] });

    expect(heard()).toEqual([
      'space a',
      'content a-2',
      'page edited',
      'page renamed',
      'page timeless',
      'page added',
    ]);
    await ahead.remote.page(place('a'), 'same');
    expect(heard()).toEqual([]);
  });

  it('is asked for again after a cycle failed with it, except the pages that are named as before', async () => {
    const { ahead, heard, place } = aLibrary({ a: pages(2) });
    await ahead.read({ spaces: ['a'] });
    ahead.doubt('a');
    ahead.doubt('never read');
    heard();

    await ahead.remote.content(place('a'));
    await ahead.remote.page(place('a'), 'p0');
    expect(heard()).toEqual(['content a-1']);
    await ahead.read({ spaces: ['a'] });
    expect(heard()).toEqual(['space a', 'content a-1']);
    await ahead.remote.content(place('a'));
    expect(heard()).toEqual([]);
  });
});

describe('how much is read ahead in one call', () => {
  it('is at most as many pages as are wanted, and a few spaces more', async () => {
    const { ahead } = aLibrary({
      a: pages(3),
      b: pages(4),
      c: pages(1),
      d: pages(0),
      e: pages(1),
      f: pages(0),
    });

    expect(await ahead.read({ spaces: ['a', 'b', 'c', 'd', 'e', 'f'], most: 3 })).toEqual({
      ...{ ready: ['a', 'c', 'd'], large: ['b'], rest: ['e', 'f'] },
    });
    expect(await ahead.read({ spaces: ['f', 'e'], most: 1 })).toEqual({
      ready: ['f', 'e'],
      large: [],
      rest: [],
    });
  });

  it('is no more than two hundred spaces', async () => {
    const ids = Array.from({ length: 205 }, (_, at) => `s${at}`);
    const { ahead } = aLibrary(Object.fromEntries(ids.map((id) => [id, []])));
    const { ready, large, rest } = await ahead.read({ spaces: ids });

    expect([ready, large, rest]).toEqual([ids.slice(0, 200), [], ids.slice(200)]);
  });

  it('is no more text than 128 Mi characters, until some of it is done', async () => {
    const { ahead, heard, hooks } = aLibrary({ a: pages(40), b: pages(3) });
    hooks.text = 'x'.repeat(8 * 1024 * 1024);
    await ahead.read({ spaces: ['a', 'b'] });
    const read = heard().filter((each) => each.startsWith('page'));
    expect(read.length).toBeGreaterThanOrEqual(16);
    expect(read.length).toBeLessThan(32);

    ahead.done(['a']);
    await ahead.read({ spaces: ['b'] });
    expect(heard()).toEqual(['space b', 'page p0', 'page p1', 'page p2']);
    const small = aLibrary({ a: pages(40) });
    await small.ahead.read({ spaces: ['a'] });
    expect(small.heard()).toHaveLength(42);
  });

  it('leaves a space that another call is reading', async () => {
    const { ahead, heard, hooks } = aLibrary({ a: pages(1) });
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const begun = new Promise<void>((resolve) => {
      hooks.page = async () => {
        resolve();
        await gate;
      };
    });
    const first = ahead.read({ spaces: ['a'] });
    await begun;
    expect(await ahead.read({ spaces: ['a'] })).toEqual({ ready: ['a'], large: [], rest: [] });
    expect(await ahead.read({ spaces: ['a'], most: 100 })).toEqual({ ready: [], large: ['a'], rest: [] });
    expect(heard()).toEqual(['space a', 'content a-1', 'page p0']);
    open();
    expect((await first).ready).toEqual(['a']);
    expect((await ahead.read({ spaces: ['a'], most: 100 })).ready).toEqual(['a']);
  });

  it('is dropped where it is done while it is read', async () => {
    const { ahead, heard, hooks, place } = aLibrary({ a: pages(20) });
    hooks.page = async () => {
      await Promise.resolve();
      ahead.done(['a']);
    };
    await ahead.read({ spaces: ['a'] });
    expect(heard()).toHaveLength(2 + 16);
    delete hooks.page;
    await ahead.remote.page(place('a'), 'p0');
    expect(heard()).toEqual(['page p0']);
  });
});

describe('a failure while something is read ahead', () => {
  it('is left to the cycle, and what was read stays', async () => {
    const { ahead, heard, hooks, place } = aLibrary({ a: pages(2), b: pages(1) });
    hooks.page = (id) => {
      if (id === 'p1') throw new AppError('NOT_FOUND', 'No');
    };
    expect((await ahead.read({ spaces: ['a', 'b'] })).ready).toEqual(['a', 'b']);
    heard();
    await ahead.remote.page(place('a'), 'p0');
    await ahead.remote.page(place('b'), 'p0');
    expect(heard()).toEqual([]);
    delete hooks.page;
    await ahead.read({ spaces: ['a'] });
    expect(heard()).toEqual(['space a', 'page p1']);
  });

  it('is thrown where it is a fault of ours, or where somebody wants to stop', async () => {
    const { ahead, hooks } = aLibrary({ a: pages(1) });
    hooks.page = () => {
      throw new TypeError('A fault');
    };
    await expect(ahead.read({ spaces: ['a'] })).rejects.toThrow('A fault');
    const stop = new AbortController();
    const reason = new AppError('CANCELLED', 'Enough');
    hooks.page = () => {
      stop.abort(reason);
      throw reason;
    };
    await expect(ahead.read({ spaces: ['a'], signal: stop.signal })).rejects.toBe(reason);
    delete hooks.page;
    await expect(ahead.read({ spaces: ['a'], signal: stop.signal })).rejects.toBe(reason);
    expect((await ahead.read({ spaces: ['a'] })).ready).toEqual(['a']);
  });
});
