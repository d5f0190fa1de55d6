import { describe, expect, it } from 'vitest';
import {
  identityAt,
  isAnotherPage,
  localPages,
  pageBefore,
  pageHere,
  pageInCommit,
  pageIdsIn,
  PagesHere,
  pagesAtPaths,
} from '../../src/sync/versions/places.ts';
import type { LocalPage } from '../../src/sync/versions/places.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

/** Which page each file of the working tree is. */

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const plain = pageOf('one', 'two', 'three');
const page = pageWithId('1', 'one', 'two', 'three');
const mine = pageWithId('1', 'one, mine', 'two', 'three');
const other = pageWithId('2', 'five', 'six', 'seven');
const short = pageWithId('1', 'x', 'y', 'z');

interface Given {
  readonly committed?: Texts;
  readonly saved?: Readonly<Record<string, string | null>>;
  /** Texts of pages that were sent, by identity and path (`1 a.md`). */
  readonly sent?: Texts;
  readonly mirror?: Texts;
  /** The files of the commit that an interrupted move of the branch was bringing. */
  readonly next?: Texts;
}

async function found({ committed = {}, saved = {}, sent = {}, mirror, next }: Given) {
  const place = aWorkplace();
  const commit = await place.commit(committed);
  await place.checkOut(commit);
  place.saveAll(saved);
  const pages = Object.entries(sent).map(([key, text]) => {
    const [id, path] = key.split(' ') as [string, string];
    return { id, path, text };
  });
  let asked = 0;
  const known = {
    sent: pages,
    mirror: async () => {
      asked++;
      return mirror ? place.commit(mirror) : null;
    },
  };
  const here = await pagesAtPaths(place, commit, known, next ? await place.commit(next) : null);
  const at = Object.fromEntries(
    Object.keys(place.texts()).flatMap((path) => {
      const id = here.at(path);
      return id === undefined ? [] : [[path, id]];
    }),
  );
  return { here, at, asked };
}

describe('[SYNC-32] a file that differs from the commit', () => {
  it.each<[string, Given, Record<string, string>]>([
    ['is the page that it says', { committed: { 'a.md': page }, saved: { 'a.md': mine } }, { 'a.md': '1' }],
    [
      'is the page that it says at whatever path',
      { committed: { 'a.md': page }, saved: { 'a.md': null, 'm.md': mine } },
      { 'm.md': '1' },
    ],
    [
      'is the page that was at its path when it says nothing',
      { committed: { 'a.md': page }, saved: { 'a.md': pageOf('one, mine', 'two', 'three') } },
      { 'a.md': '1' },
    ],
    [
      'is the page that was sent from it',
      { saved: { 'a.md': pageOf('one, mine', 'two', 'three') }, sent: { '1 a.md': plain } },
      { 'a.md': '1' },
    ],
    [
      'is the page that was sent from another file, and is like that',
      { saved: { 'm.md': pageOf('one, mine', 'two', 'three') }, sent: { '1 a.md': plain } },
      { 'm.md': '1' },
    ],
    ['is no page that is known when it is new', { saved: { 'a.md': plain } }, {}],
    [
      'is no page when it is no markdown',
      { committed: { 'a.txt': page }, saved: { 'a.txt': mine, 'b.txt': page } },
      {},
    ],
    [
      'is a copy, and no page that is known, when the page that it says is at its path',
      { committed: { 'a.md': page }, saved: { 'a.md': mine, 'm.md': page } },
      { 'a.md': '1' },
    ],
    [
      'is a copy when another file is nearer to the page that it says',
      { committed: { 'a.md': page }, saved: { 'a.md': null, 'm.md': short, 'n.md': mine } },
      { 'n.md': '1' },
    ],
    [
      'is no copy when each file says another page',
      { committed: { 'a.md': page, 'b.md': other }, saved: { 'a.md': other, 'b.md': page } },
      { 'a.md': '2', 'b.md': '1' },
    ],
    [
      'is the page that it says when two changed places, however much they were edited',
      {
        committed: { 'a.md': page, 'b.md': other },
        saved: {
          'a.md': pageWithId('2', 'five', 'p', 'q', 'r'),
          'b.md': pageWithId('1', 'one', 'x', 'y', 'z'),
        },
      },
      { 'a.md': '2', 'b.md': '1' },
    ],
    [
      'is the page that was sent as a copy, when it is more like that than like its source',
      {
        committed: { 'a.md': page },
        saved: { 'm.md': pageWithId('1', 'one', 'six', 'seven', 'eight') },
        sent: { '3 copy.md': pageOf('one', 'six', 'seven', 'eight') },
        mirror: { 'a.md': page },
      },
      { 'm.md': '3' },
    ],
    [
      'is the page that was sent as a copy, also when it is as its source, which is at its path',
      {
        committed: { 'a.md': page },
        saved: { 'm.md': page },
        sent: { '3 copy.md': pageOf('one', 'two', 'three', 'four') },
        mirror: { 'x.md': page },
      },
      { 'm.md': '3' },
    ],
    [
      'is the page that it says when that is at its path no longer, although a copy of it was sent',
      {
        committed: { 'a.md': page },
        saved: { 'a.md': null, 'm.md': page },
        sent: { '3 copy.md': pageOf('one', 'two', 'three', 'four') },
        mirror: { 'x.md': page },
      },
      { 'm.md': '1' },
    ],
    [
      'is the page made anew, when the one that it says is gone from the service',
      { saved: { 'a.md': mine }, sent: { '5 q.md': plain } },
      { 'a.md': '5' },
    ],
    [
      'is the page of a sent file that nobody has changed since it was committed, beside which it is another one',
      { committed: { 'a.md': plain }, saved: { 'm.md': plain }, sent: { '1 a.md': plain } },
      { 'a.md': '1' },
    ],
    [
      'is the page that was sent, although the file at that path says by now that it is another one',
      { committed: { 'a.md': other }, saved: { 'm.md': plain }, sent: { '1 a.md': plain } },
      { 'm.md': '1' },
    ],
  ])('%s', async (_what, given, at) => {
    expect((await found(given)).at).toEqual(at);
  });

  it('needs the mirror only when a page that was sent is not found by what files say', async () => {
    const given = { committed: { 'a.md': page }, saved: { 'a.md': mine }, mirror: { 'a.md': page } };
    expect((await found(given)).asked).toBe(0);
    expect((await found({ ...given, sent: { '1 a.md': plain } })).asked).toBe(0);
    expect((await found({ ...given, sent: { '2 b.md': pageOf('five') } })).asked).toBe(1);
  });

  it('is left out where an interrupted move wrote it, and another file is the page', async () => {
    const given = { committed: { 'a.md': page }, next: { 'b.md': mine } };
    const wrote = await found({ ...given, saved: { 'a.md': null, 'b.md': mine, 'm.md': page } });
    expect([wrote.at, wrote.here.differs('b.md')]).toEqual([{ 'm.md': '1' }, false]);
    const edited = await found({ ...given, saved: { 'a.md': null, 'b.md': page, 'm.md': short } });
    expect(edited.here.differs('b.md')).toBe(true);
    const alone = await found({ ...given, saved: { 'a.md': null, 'b.md': mine } });
    expect([alone.at, alone.here.differs('b.md')]).toEqual([{ 'b.md': '1' }, true]);
    const beside = await found({ ...given, saved: { 'a.md': null, 'b.md': mine, 'm.md': short } });
    expect([beside.at, beside.here.differs('b.md')]).toEqual([{ 'b.md': '1' }, true]);
    const over = await found({
      ...{ committed: { 'a.md': page }, next: { 'a.md': short } },
      saved: { 'a.md': short, 'm.md': page },
    });
    expect([over.at, over.here.differs('a.md')]).toEqual([{ 'm.md': '1' }, false]);
  });
});

describe('what is known of the pages here', () => {
  const here = new PagesHere(
    new Map([
      ['a.md', '1'],
      ['b.md', '5'],
    ]),
    { differing: ['a.md', 'b.md', 'c.md', 'gone.md'], copies: ['c.md'], renewed: new Map([['2', '5']]) },
  );

  it('says whether another page is at a path', () => {
    const isAnother = (path: string, id: string): boolean => here.isAnother(path, id);
    expect(isAnother('a.md', '1')).toBe(false);
    expect(isAnother('a.md', '5')).toBe(true);
    expect(isAnother('gone.md', '1')).toBe(true);
    expect(isAnother('gone.md', '7')).toBe(false);
    expect(isAnother('same.md', '1')).toBe(false);
  });

  it('says which page a file is', () => {
    const pageAt = (path: string, text: string | null): string | null =>
      here.pageOf(path, text === null ? null : bytes(text));
    expect(pageAt('a.md', plain)).toBe('1');
    expect(pageAt('a.md', other)).toBe('5');
    expect(pageAt('x.md', page)).toBe('1');
    expect(pageAt('x.md', plain)).toBeNull();
    expect(pageAt('c.md', page)).toBeNull();
    expect(pageAt('a.md', null)).toBeNull();
  });

  it('leaves an identity out of a file that is not that page', () => {
    const text = (path: string, content: string): string =>
      new TextDecoder().decode(here.withoutOld(path, bytes(content)));
    expect(text('c.md', page)).toBe(plain);
    expect(text('a.md', page)).toBe(page);
    expect(text('b.md', other)).toBe(pageOf('five', 'six', 'seven'));
    expect(text('c.md', plain)).toBe(plain);
    const latin = Buffer.from(`${page}caf\xe9\n`, 'latin1');
    expect(here.withoutOld('c.md', latin)).toBe(latin);
  });

  it('says whether an edited file is another page than a version', () => {
    const isAnother = (version: string | null, path: string, ours: string | null): boolean =>
      here.isAnotherThan(version === null ? null : bytes(version), {
        path,
        ours: ours === null ? null : bytes(ours),
      });
    expect(isAnother(page, 'x.md', mine)).toBe(false);
    expect(isAnother(page, 'x.md', other)).toBe(true);
    expect(isAnother(page, 'a.md', plain)).toBe(false);
    expect(isAnother(other, 'a.md', plain)).toBe(true);
    expect(isAnother(page, 'c.md', page)).toBe(true);
    expect(isAnother(plain, 'x.md', other)).toBe(false);
    expect(isAnother(null, 'x.md', other)).toBe(false);
    expect(isAnother(page, 'x.md', null)).toBe(false);
  });

  it('goes along with a file', () => {
    const moved = new PagesHere(new Map([['a.md', '1']]), { copies: ['c.md'] });
    moved.carried('a.md', 'b.md');
    moved.carried('c.md', 'd.md');
    expect([moved.at('a.md'), moved.at('b.md'), moved.at('d.md')]).toEqual([undefined, '1', undefined]);
    expect(moved.pathsOf('1')).toEqual(['b.md']);
    expect(['a.md', 'b.md', 'c.md', 'd.md', 'e.md'].map((path) => moved.differs(path))).toEqual([
      ...[true, true, true, true, false],
    ]);
    expect([moved.pageOf('c.md', bytes(page)), moved.pageOf('d.md', bytes(page))]).toEqual(['1', null]);
  });
});

describe('the pages of the folder and of commits', () => {
  async function place() {
    const made = aWorkplace();
    const commit = await made.commit({
      ...{ 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'c'), 'd.txt': 'd', 'x/y.md': plain },
    });
    await made.checkOut(commit);
    made.saveAll({ 'b.md': `${other}\nmore\n`, 'c.md': null, 'z.md': pageWithId('4', 'z'), 'z.txt': 'z' });
    return { ...made, commit };
  }

  it('are told with those first that differ', async () => {
    const made = await place();
    const told = async (commit: string | null, kinds?: readonly LocalPage['kind'][]): Promise<string[]> => {
      const all: string[] = [];
      for await (const { path, kind } of localPages(made, commit, kinds)) all.push(`${kind} ${path}`);
      return all;
    };
    expect(await told(made.commit)).toEqual([
      ...['modified b.md', 'added z.md', 'committed a.md', 'committed x/y.md'],
    ]);
    expect(await told(made.commit, ['added'])).toEqual(['added z.md']);
    expect(await told(made.commit, ['committed'])).toEqual(['committed a.md', 'committed x/y.md']);
    expect(await told(null)).toEqual(['added a.md', 'added b.md', 'added x/y.md', 'added z.md']);
  });

  it('are found by their identities', async () => {
    const made = await place();
    expect(await pageHere(made, '1')).toEqual({ path: 'a.md', committed: true });
    expect(await pageHere(made, '2')).toEqual({ path: 'b.md', committed: true });
    expect(await pageHere(made, '4')).toEqual({ path: 'z.md', committed: false });
    expect(await pageHere(made, '4', { but: 'z.md' })).toBeNull();
    expect(await pageHere(made, '3')).toBeNull();
    expect(await identityAt(made.files, 'a.md')).toBe('1');
    expect(await identityAt(made.files, 'x/y.md')).toBeNull();
    expect(await identityAt(made.files, 'no.md')).toBeNull();
    const idAt = pageIdsIn(made.git, made.commit);
    const ids = await Promise.all(['a.md', 'x/y.md', 'd.txt', 'no.md', 'x'].map(idAt));
    expect(ids).toEqual(['1', null, null, null, null]);
    expect(await pageIdsIn(made.git, null)('a.md')).toBeNull();
    expect(await pageInCommit(made.git, made.commit, '3')).toBe(await made.blob(pageWithId('3', 'c')));
    expect(await pageInCommit(made.git, made.commit, '4')).toBeNull();
  });

  it('have an earlier version at their paths, or at the path that the page had', async () => {
    const made = await place();
    const before = async (
      id: string | null,
      committed: string | null,
      commit: string | null = made.commit,
    ) => {
      const version = committed === null ? null : bytes(committed);
      const known = await pageBefore(made.git, commit, { id, committed: version });
      return known && new TextDecoder().decode(known);
    };
    expect(await before('1', mine)).toBe(mine);
    expect(await before('2', page)).toBe(other);
    expect(await before('9', page)).toBeNull();
    expect(await before(null, page)).toBe(page);
    expect(await before('1', plain)).toBe(plain);
    expect(await before('1', null)).toBeNull();
    expect(await before('2', page, null)).toBe(page);
  });

  it('are two when both have an identity, and not the same', () => {
    const are = (one: string | null, two: string | null): boolean =>
      isAnotherPage(one === null ? null : bytes(one), two === null ? null : bytes(two));
    expect([are(page, other), are(page, mine), are(page, plain), are(plain, page)]).toEqual([
      ...[true, false, false, false],
    ]);
    expect([are(null, page), are(page, null)]).toEqual([false, false]);
  });
});
