import { describe, expect, it } from 'vitest';
import type { AcceptedPage } from '../../src/sync/branch/accepted.ts';
import { sentPages } from '../../src/sync/branch/accepted.ts';
import { joinMovedPages, joinMovedPagesAfterCut, planJoins } from '../../src/sync/branch/moved-away.ts';
import { pagesHere } from '../../src/sync/branch/pages-here.ts';
import { pagesAtPaths } from '../../src/sync/versions/places.ts';
import { aWorkplace, pageOf, pageWithId, versions } from './workplace.ts';
import type { Texts, Workplace } from './workplace.ts';

/** Somebody moved a page by hand, and the branch goes to a commit that has the page, too. */

const { page, theirs, mine, joined, against, other } = versions;
const otherByThem = pageWithId('2', 'five', 'six', 'seven, theirs');

interface Given {
  /** The files of the commit that the branch is on. */
  readonly from: Texts;
  /** The files of the commit that the branch goes to. */
  readonly to: Texts;
  /** The files of the commit that the branch and the mirror have in common; by default those of `from`. */
  readonly ancestor?: Texts;
  /** What was saved or removed (null). */
  readonly saved: Readonly<Record<string, string | null>>;
  readonly sent?: readonly (Pick<AcceptedPage, 'path' | 'target' | 'text'> & Partial<AcceptedPage>)[];
  readonly then?: (place: Workplace) => void;
}

interface Found {
  /** Files that this user may not write; named where there are some. */
  readonly unwritable?: readonly string[];
  /** The paths of the new commit that get no file. */
  readonly away: readonly string[];
  readonly conflicts: readonly string[];
  readonly files: Texts;
}

async function placed({ from, to, ancestor, saved, sent = [] }: Given) {
  const place = aWorkplace();
  const [old, next] = [await place.commit(from), await place.commit(to)];
  const common = ancestor ? await place.commit(ancestor) : null;
  await place.checkOut(old);
  place.saveAll(saved);
  const accepted = sent.map((each) => ({ id: '1', sentAt: null, ...each }));
  return { place, move: { from: old, to: next, ancestor: common }, accepted };
}

async function joins(given: Given): Promise<Found> {
  const { place, move, accepted } = await placed(given);
  const here = await pagesAtPaths(place, move.from, sentPages(place.git, accepted));
  given.then?.(place);
  const { paths, conflicts, unwritable } = await joinMovedPages(place, move, { here, accepted });
  const found = { away: [...paths], conflicts, files: place.texts() };
  return unwritable.length > 0 ? { ...found, unwritable } : found;
}

describe('[SYNC-17] a page that somebody moved by hand', () => {
  it.each<[string, Given, readonly string[], Texts]>([
    [
      'gets what the service changed, where it is now',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': null, 'm.md': mine } },
      ['a.md'],
      { 'm.md': joined },
    ],
    [
      'gets what the service changed, and stays where it is although the service moved it',
      { from: { 'a.md': page }, to: { 'b.md': theirs }, saved: { 'a.md': null, 'm.md': mine } },
      ['b.md'],
      { 'm.md': joined },
    ],
    [
      'stays where it is and as it is when the service only moved it',
      { from: { 'a.md': page }, to: { 'b.md': page }, saved: { 'a.md': null, 'm.md': mine } },
      ['b.md'],
      { 'm.md': mine },
    ],
    [
      'is not put back when another page is at its old path',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': other, 'm.md': mine } },
      ['a.md'],
      { 'a.md': other, 'm.md': joined },
    ],
    [
      'gets what the service changed, where it changed places with another one that gets the like',
      {
        from: { 'a.md': page, 'b.md': other },
        to: { 'a.md': theirs, 'b.md': otherByThem },
        saved: { 'a.md': other, 'b.md': page },
      },
      ['a.md', 'b.md'],
      { 'a.md': otherByThem, 'b.md': theirs },
    ],
    [
      'is known although the branch has the deletion at its old path in a commit',
      {
        ancestor: { 'a.md': page },
        from: {},
        to: { 'a.md': theirs },
        saved: { 'm.md': mine },
      },
      ['a.md'],
      { 'm.md': joined },
    ],
    [
      'is known by what was sent of it, when it is new in the service',
      {
        from: {},
        to: { 'x.md': theirs },
        saved: { 'm.md': pageOf('one, mine', 'two', 'three') },
        sent: [{ path: 'x.md', target: 'x.md', text: pageOf('one', 'two', 'three') }],
      },
      ['x.md'],
      { 'm.md': joined },
    ],
    [
      'is known by what was sent of it from another path',
      {
        from: {},
        to: { 'a.md': theirs },
        saved: { 'm.md': pageOf('one, mine', 'two', 'three') },
        sent: [
          { id: '9', path: 'p.md', target: 'p.md', text: pageOf('nine') },
          { path: 'q.md', target: 'q.md', text: pageOf('one', 'two', 'three') },
        ],
      },
      ['a.md'],
      { 'm.md': joined },
    ],
    [
      'gets what the service changed, where the service put it in the place of another one',
      {
        from: { 'z.md': page, 'a.md': other },
        to: { 'a.md': theirs },
        saved: { 'z.md': null, 'm.md': mine },
      },
      ['a.md'],
      { 'a.md': other, 'm.md': joined },
    ],
    [
      'gets what the service changed, where the service made it of what was sent, in the place of another one',
      {
        from: { 'a.md': other },
        to: { 'a.md': theirs },
        saved: { 'm.md': pageOf('one, mine', 'two', 'three') },
        sent: [{ path: 'a.md', target: 'a.md', text: pageOf('one', 'two', 'three') }],
      },
      ['a.md'],
      { 'a.md': other, 'm.md': joined },
    ],
    [
      'stays where it is, which is where the service deleted another one',
      {
        from: { 'a.md': page, 'b.md': other },
        to: { 'a.md': theirs },
        saved: { 'a.md': null, 'b.md': mine },
      },
      ['a.md'],
      { 'b.md': joined },
    ],
    [
      'stays at the path that the service could not be told of',
      {
        from: {},
        to: { 'y.md': theirs },
        saved: { 'x.md': pageOf('one, mine', 'two', 'three') },
        sent: [{ path: 'x.md', target: 'y.md', text: pageOf('one', 'two', 'three'), keepsPlace: true }],
      },
      ['y.md'],
      { 'x.md': joined },
    ],
  ])('%s', async (_what, given, away, files) => {
    expect(await joins(given)).toEqual({ away, conflicts: [], files });
  });

  it.each<[string, Given]>([
    [
      'is only edited',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': mine, 'm.md': pageOf('five') } },
    ],
    ['is deleted', { from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': null } }],
    ['is copied', { from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'm.md': mine } }],
    [
      'is copied, and the service moved it',
      { from: { 'a.md': page }, to: { 'b.md': theirs }, saved: { 'm.md': mine } },
    ],
    [
      'is where the new commit has another page, whose page is where a third one is, which is nowhere else',
      {
        from: { 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'x', 'y') },
        to: { 'a.md': theirs, 'b.md': otherByThem, 'c.md': pageWithId('3', 'x', 'y', 'z') },
        saved: { 'a.md': null, 'b.md': page, 'c.md': other },
      },
    ],
    [
      'is new in the service, and nobody sent it',
      { from: {}, to: { 'a.md': theirs }, saved: { 'm.md': mine } },
    ],
    [
      'is where it was sent from, and the service gave it another path',
      {
        from: {},
        to: { 'y.md': theirs },
        saved: { 'x.md': pageOf('one', 'two', 'three') },
        sent: [{ path: 'x.md', target: 'y.md', text: pageOf('one', 'two', 'three') }],
      },
    ],
    [
      'is at the new path already',
      {
        from: { 'a.md': page },
        to: { 'b.md': theirs },
        saved: { 'a.md': null, 'm.md': mine, 'b.md': theirs },
      },
    ],
    [
      'is where the new commit has another page, which is nowhere else',
      {
        from: { 'a.md': page, 'b.md': other },
        to: { 'a.md': theirs, 'b.md': otherByThem },
        saved: { 'a.md': null, 'b.md': page },
      },
    ],
    [
      'is the table of contents',
      {
        from: { 'docs/SUMMARY.md': page },
        to: { 'docs/SUMMARY.md': theirs },
        saved: { 'docs/SUMMARY.md': null, 'm.md': mine },
      },
    ],
  ])('is looked for nowhere else when it %s', async (_what, given) => {
    const { place } = await placed(given);
    expect(await joins(given)).toEqual({ away: [], conflicts: [], files: place.texts() });
  });

  it('is left alone while something that nobody reads is at its old path', async () => {
    const found = await joins({
      ...{ from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': null, 'm.md': mine } },
      then: ({ disk }) => disk.personPlaces('a.md', 'symlink'),
    });
    expect(found).toEqual({ away: [], conflicts: [], files: { 'm.md': mine } });
  });

  it('waits for a person where both changed a line, and then no other is written either', async () => {
    const given = {
      from: { 'a.md': page, 'b.md': other },
      to: { 'a.md': theirs, 'b.md': otherByThem },
      saved: { 'a.md': null, 'b.md': null, 'm.md': against, 'n.md': other },
    };
    expect(await joins(given)).toEqual({
      ...{ away: [], conflicts: ['m.md'] },
      files: { 'm.md': against, 'n.md': other },
    });
    const { place, move } = await placed(given);
    const here = await pagesAtPaths(place, move.from, sentPages(place.git, []));
    const plan = await planJoins(place, move, { here, accepted: [] });
    expect(plan.conflicts).toEqual(['m.md']);
    expect(plan.writes.map(({ path }) => path)).toEqual(['n.md']);
  });

  it('waits for a person where it is saved while it is being joined', async () => {
    const { conflicts, files } = await joins({
      ...{ from: { 'a.md': page }, to: { 'a.md': theirs }, saved: { 'a.md': null, 'm.md': mine } },
      then: ({ saveBefore }) => saveBefore('take-aside', 'm.md', against),
    });
    expect([conflicts, files]).toEqual([['m.md'], { 'm.md': against }]);
  });

  it('is named where this user may not write its file, and no other page gets its new text', async () => {
    const { conflicts, unwritable, files } = await joins({
      from: { 'a.md': page, 'b.md': other },
      to: { 'a.md': theirs, 'b.md': otherByThem },
      saved: { 'a.md': null, 'b.md': null, 'm.md': mine, 'x/n.md': other },
      then: ({ disk }) => disk.personLocks('x'),
    });
    expect([conflicts, unwritable]).toEqual([[], ['x/n.md']]);
    expect(files).toEqual({ 'm.md': mine, 'x/n.md': other });
  });

  it('gets its text back where another page is saved while it is being joined', async () => {
    const { conflicts, files } = await joins({
      from: { 'a.md': page, 'b.md': other },
      to: { 'a.md': theirs, 'b.md': otherByThem },
      saved: { 'a.md': null, 'b.md': null, 'm.md': mine, 'n.md': other },
      then: ({ saveBefore }) => saveBefore('take-aside', 'n.md', `${other}\nSaved.\n`),
    });
    expect([conflicts, files]).toEqual([['n.md'], { 'm.md': mine, 'n.md': `${other}\nSaved.\n` }]);
  });
});

describe('[SYNC-17] a page that somebody moved by hand while a move of the branch was interrupted', () => {
  async function completes(given: Given): Promise<Omit<Found, 'conflicts'>> {
    const { place, move, accepted } = await placed(given);
    const here = await pagesAtPaths(place, move.from, sentPages(place.git, accepted), move.to);
    given.then?.(place);
    const away = await joinMovedPagesAfterCut(place, move, { here, accepted });
    return { away: [...away.paths], files: place.texts() };
  }

  const cut = (saved: Given['saved'], change: Partial<Given> = {}): Given => ({
    ...{ from: { 'a.md': page }, to: { 'a.md': theirs }, saved, ...change },
  });

  it.each<[string, Given, readonly string[], Texts]>([
    ['gets what came', cut({ 'a.md': null, 'm.md': mine }), ['a.md'], { 'm.md': joined }],
    [
      'is one file, where its new text had come to its old path',
      cut({ 'a.md': theirs, 'm.md': mine }),
      ['a.md'],
      { 'm.md': joined },
    ],
    [
      'is one file, where its old text had come back to its old path',
      cut({ 'a.md': page, 'm.md': mine }),
      ['a.md'],
      { 'm.md': joined },
    ],
    [
      'is as it is, where it has all that came',
      cut({ 'a.md': null, 'm.md': theirs }),
      ['a.md'],
      { 'm.md': theirs },
    ],
    [
      'gets what came, and its edit stays where it had been carried to',
      cut({ 'a.md': null, 'b.md': mine, 'm.md': page }, { to: { 'b.md': theirs } }),
      ['b.md'],
      { 'b.md': mine, 'm.md': theirs },
    ],
    [
      'comes to its path again, where what came cannot be joined with it',
      cut({ 'a.md': null, 'm.md': against }),
      [],
      { 'a.md': against },
    ],
    [
      'comes although it is new, when it was moved on at once',
      cut({ 'm.md': mine }, { from: {} }),
      ['a.md'],
      { 'm.md': mine },
    ],
  ])('%s', async (_what, given, away, files) => {
    expect(await completes(given)).toEqual({ away, files });
  });

  it.each<[string, Given]>([
    ['a copy of it says something else', cut({ 'a.md': theirs, 'm.md': pageWithId('1', 'x', 'y', 'z') })],
    [
      'nothing came yet, and a copy of it says something else',
      cut({ 'm.md': pageWithId('1', 'x', 'y', 'z') }),
    ],
    ['its file was edited', cut({ 'a.md': mine, 'm.md': page })],
  ])('is left as it is where %s', async (_what, given) => {
    const { place } = await placed(given);
    expect(await completes(given)).toEqual({ away: [], files: place.texts() });
  });

  it('is left as it is where somebody saves the file that came', async () => {
    const then = ({ saveBefore }: Workplace): void => saveBefore('take-aside', 'a.md', against);
    expect(await completes(cut({ 'a.md': theirs, 'm.md': mine }, { then }))).toEqual({
      ...{ away: [], files: { 'a.md': against, 'm.md': mine } },
    });
  });

  it('comes to its path again where somebody saves it while it is being joined', async () => {
    const then = ({ saveBefore }: Workplace): void => saveBefore('take-aside', 'm.md', against);
    expect(await completes(cut({ 'a.md': null, 'm.md': mine }, { then }))).toEqual({
      ...{ away: [], files: { 'a.md': against } },
    });
  });
});

describe('which page is at a path while the branch moves', () => {
  it('is told of the files, of both commits, and of what is carried', async () => {
    const { place, move } = await placed({
      from: {
        ...{ 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'x'), 'd.md': pageWithId('4', 'y') },
        'e.md': pageWithId('5', 'z'),
      },
      to: { 'b.md': otherByThem, 'new/a.md': page, 'd.md': pageWithId('4', 'y') },
      saved: {
        ...{ 'a.md': null, 'new/a.md': mine, 'fresh.md': pageOf('fresh') },
        'e.md': pageWithId('5', 'z, mine'),
      },
    });
    const here = await pagesAtPaths(place, move.from, sentPages(place.git, []));
    const carried = { from: 'a.md', to: 'new/a.md', id: '', base: null, ref: '', commit: move.to };
    const journal = { carries: [carried] };
    const pages = pagesHere(place, { ...move, here, journal });

    const told = async (tell: (path: string) => unknown): Promise<unknown[]> =>
      Promise.all(['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'new/a.md', 'fresh.md', 'no.md'].map(tell));
    expect(await told(pages.base)).toEqual(['1', '2', '3', '4', '5', null, null, null]);
    expect(await told(pages.theirs)).toEqual([null, '2', null, '4', null, '1', null, null]);
    expect(await told(pages.ours)).toEqual(['1', '2', '3', '4', '5', '1', null, null]);
    expect(await told(pages.differs)).toEqual([true, true, true, false, true, true, true, false]);
    expect(await told(pages.isDeleted!)).toEqual([false, false, true, false, false, false, false, false]);
  });

  it('is told of pages that the branch moved in commits of its own, at their paths before, if nothing else is there', async () => {
    const place = aWorkplace();
    const before = await place.commit({ 'a.md': page, 'b.md': other, 'c.md': pageWithId('3', 'x') });
    const files = { 'new/a.md': page, 'b.md': pageWithId('4', 'y'), 'new/b.md': other };
    const from = await place.commit(files, before);
    const mirror = await place.commit({ 'new/a.md': theirs, 'b.md': other }, before);
    const move = { from, to: await place.commit(files, from, mirror) };
    await place.checkOut(from);
    const here = await pagesAtPaths(place, from, sentPages(place.git, []));
    const pages = pagesHere(place, { ...move, here, journal: { carries: [] } });

    const paths = ['a.md', 'b.md', 'c.md', 'new/a.md', 'new/b.md', 'no.md'];
    expect(await Promise.all(paths.map(pages.base))).toEqual(['1', '4', '3', '1', '2', null]);
    expect(await Promise.all(paths.map(pages.ours))).toEqual([null, '4', null, '1', '2', null]);
  });

  it('is told of a page that is carried as the commit has it', async () => {
    const { place, move } = await placed({ from: { 'a.md': page, 'b.md': other }, to: {}, saved: {} });
    place.saveAll({ 'a.md': null });
    const carried = { from: 'a.md', to: 'b.md', id: '', base: null, ref: '', commit: move.to };
    const here = await pagesAtPaths(place, move.from, sentPages(place.git, []));
    const pages = pagesHere(place, { ...move, here, journal: { carries: [carried] } });
    expect(await pages.ours('a.md')).toBe('2');
    expect(await pages.isDeleted!('a.md')).toBe(true);
  });
});
