import { describe, expect, it } from 'vitest';
import { carry, carryNewFiles, followMoves } from '../../src/sync/branch/follow-moves.ts';
import type { CarryNoted } from '../../src/sync/branch/follow-moves.ts';
import { PagesHere, pagesAtPaths } from '../../src/sync/versions/places.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts, Workplace } from './workplace.ts';

/** Files go to other paths before the branch moves. */

const page = pageWithId('1', 'one', 'two', 'three');
const mine = pageWithId('1', 'one, mine', 'two', 'three');
const other = pageWithId('2', 'five', 'six', 'seven');

/** Carries, and writes down what was noted. */
function noting(place: Workplace): { carryNoted: CarryNoted; noted: unknown[] } {
  const noted: unknown[] = [];
  const carryNoted: CarryNoted = async (move) => {
    noted.push(move);
    return carry(place, move.from, move.to);
  };
  return { carryNoted, noted };
}

describe('a file that is carried to another path', () => {
  const given = (): Workplace => {
    const place = aWorkplace();
    place.save('a.md', page);
    return place;
  };

  it('is there, as executable as it was', async () => {
    const place = given();
    expect(await carry(place, 'a.md', 'x/b.md')).toBe(true);
    expect(place.texts()).toEqual({ 'x/b.md': page });
    await place.files.create('run.sh', new TextEncoder().encode('run'), { executable: true });
    expect(await carry(place, 'run.sh', 'x/run.sh')).toBe(true);
    const carried = await place.files.read('x/run.sh');
    expect(carried).toMatchObject({ outcome: 'file', stamp: { executable: true } });
  });

  it('stays where it is when something else is there, or comes there at that moment', async () => {
    const place = given();
    place.save('b.md', other);
    expect(await carry(place, 'a.md', 'b.md')).toBe(false);
    place.saveBefore('place', 'c.md', other);
    expect(await carry(place, 'a.md', 'c.md')).toBe(false);
    expect(place.texts()).toEqual({ 'a.md': page, 'b.md': other, 'c.md': other });
  });

  it('stays where it is when somebody saves it at that moment', async () => {
    const place = given();
    place.saveBefore('take-aside', 'a.md', mine);
    expect(await carry(place, 'a.md', 'b.md')).toBe(false);
    expect(place.texts()).toEqual({ 'a.md': mine });
  });

  it('stays where it is, and there alone, where this user may not take it away', async () => {
    const place = given();
    place.save('x/a.md', mine);
    place.disk.personLocks('x');
    expect(await carry(place, 'x/a.md', 'b.md')).toBe(false);
    expect(place.texts()).toEqual({ 'a.md': page, 'x/a.md': mine });
  });

  it('is carried although somebody removes it at that moment', async () => {
    const place = given();
    place.disk.onStep = ({ step, when }) => {
      if (step === 'take-aside' && when === 'before') place.disk.personRemoves('a.md');
    };
    expect(await carry(place, 'a.md', 'b.md')).toBe(true);
    expect(place.texts()).toEqual({ 'b.md': page });
  });

  it('is nothing where there is no file', async () => {
    const place = given();
    expect(await carry(place, 'no.md', 'b.md')).toBe(false);
    place.disk.personPlaces('link.md', 'symlink');
    expect(await carry(place, 'link.md', 'b.md')).toBe(false);
    expect(place.texts()).toEqual({ 'a.md': page });
  });
});

describe('an edit of a page that the service moved', () => {
  async function follows(from: Texts, to: Texts, saved: Readonly<Record<string, string | null>>) {
    const place = aWorkplace();
    const [old, next] = [await place.commit(from), await place.commit(to)];
    await place.checkOut(old);
    place.saveAll(saved);
    const known = { sent: [], mirror: async () => null };
    const here = await pagesAtPaths(place, old, known);
    const { carryNoted, noted } = noting(place);
    const followed = await followMoves(place, { from: old, to: next, here }, carryNoted);
    return { place, noted, old, ...followed };
  }

  it('goes to the page’s new path, and comes back', async () => {
    const { place, noted, left, undo } = await follows(
      { 'a.md': page, 'x/b.md': other },
      { 'c.md': page, 'y/b.md': other },
      { 'a.md': mine, 'x/b.md': `${other}\nmine\n` },
    );
    const base = await place.blob(page);
    expect(noted).toEqual([
      { from: 'a.md', to: 'c.md', base },
      { from: 'x/b.md', to: 'y/b.md', base: await place.blob(other) },
    ]);
    expect([...left.moves]).toEqual(['a.md', 'x/b.md']);
    expect(place.texts()).toEqual({ 'c.md': mine, 'y/b.md': `${other}\nmine\n` });
    await undo();
    expect(place.texts()).toEqual({ 'a.md': mine, 'x/b.md': `${other}\nmine\n` });
  });

  it.each<[string, Readonly<Record<string, string | null>>]>([
    ['nobody edited it', {}],
    ['it is deleted here', { 'a.md': null }],
    ['another page is in its place here', { 'a.md': other, 'm.md': mine }],
  ])('goes nowhere when %s', async (_what, saved) => {
    const { place, noted, left } = await follows({ 'a.md': page }, { 'c.md': page }, saved);
    expect(noted).toEqual([]);
    expect([...left.moves]).toEqual(['a.md']);
    expect(Object.keys(place.texts())).not.toContain('c.md');
  });

  it('goes nowhere when the service moved nothing, or the branch is new', async () => {
    const { noted, left } = await follows({ 'a.md': page }, { 'a.md': page }, { 'a.md': mine });
    expect([noted, [...left.moves]]).toEqual([[], []]);
    const place = aWorkplace();
    const to = await place.commit({ 'a.md': page });
    const { carryNoted } = noting(place);
    const first = await followMoves(place, { from: null, to, here: new PagesHere() }, carryNoted);
    expect([...first.left.moves]).toEqual([]);
  });

  it('comes back to its path when its page went to a place that another edit left', async () => {
    const { place, undo } = await follows(
      { 'b.md': page, 'c.md': other },
      { 'a.md': page, 'b.md': other },
      { 'b.md': mine, 'c.md': `${other}\nmine\n` },
    );
    expect(place.texts()).toEqual({ 'a.md': mine, 'b.md': `${other}\nmine\n` });
    await undo();
    expect(place.texts()).toEqual({ 'b.md': mine, 'c.md': `${other}\nmine\n` });
  });
});

describe('when a space gets another folder', () => {
  const folders = [{ from: 'old', to: 'new', others: ['new'] }];

  it('files go along that are new here, committed or not, and come back', async () => {
    const place = aWorkplace();
    const ancestor = await place.commit({ 'old/a.md': page });
    const from = await place.commit({
      'old/a.md': page,
      'old/mine.md': pageOf('mine'),
      'old/gone.md': other,
    });
    const to = await place.commit({ 'new/a.md': page, 'new/mine.md': pageOf('mine'), 'new/gone.md': other });
    await place.checkOut(from);
    const saved = {
      ...{ 'old/a.md': mine, 'old/mine.md': pageOf('mine', 'more') },
      ...{ 'old/draft.md': pageOf('draft'), 'elsewhere.md': pageOf('elsewhere') },
    };
    place.saveAll({ ...saved, 'old/gone.md': null });
    place.disk.personPlaces('old/link.md', 'symlink');
    const { carryNoted, noted } = noting(place);
    const undo = await carryNewFiles(place, { from, to, ancestor, folders }, carryNoted);

    expect(noted).toEqual([
      { from: 'old/draft.md', to: 'new/draft.md', base: null },
      { from: 'old/mine.md', to: 'new/mine.md', base: await place.blob(pageOf('mine')) },
    ]);
    expect(Object.keys(place.texts())).toEqual([
      ...['elsewhere.md', 'new/draft.md', 'new/mine.md', 'old/a.md'],
    ]);
    await undo();
    expect(place.texts()).toEqual(saved);
  });

  it('files stay that the service has, or that the branch has as the mirror had them', async () => {
    const place = aWorkplace();
    const from = await place.commit({ 'old/a.md': page, 'old/b.md': other });
    const to = await place.commit({ 'old/a.md': page, 'new/b.md': other });
    await place.checkOut(from);
    place.saveAll({ 'old/a.md': mine, 'old/b.md': `${other}\nmine\n` });
    const { carryNoted, noted } = noting(place);
    await carryNewFiles(place, { from, to, folders }, carryNoted);
    await carryNewFiles(place, { from, to, ancestor: from, folders }, carryNoted);
    const older = await place.commit({ 'old/b.md': other });
    await carryNewFiles(place, { from, to, ancestor: older, folders }, carryNoted);
    await carryNewFiles(place, { from, to, ancestor: older }, carryNoted);
    expect(noted).toEqual([]);
  });

  it('files come back one after the other where one took the place of another one', async () => {
    const place = aWorkplace();
    const from = await place.commit({});
    const saved = { 'a/a/x.md': pageOf('below'), 'a/x.md': pageOf('above') };
    place.saveAll(saved);
    const { carryNoted } = noting(place);
    const nested = [{ from: 'a', to: 'a/a', others: [] }];
    const undo = await carryNewFiles(place, { from, to: from, folders: nested }, carryNoted);
    expect(place.texts()).toEqual({ 'a/a/a/x.md': pageOf('below'), 'a/a/x.md': pageOf('above') });
    await undo();
    expect(place.texts()).toEqual(saved);
  });
});
