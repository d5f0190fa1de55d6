import { describe, expect, it } from 'vitest';
import { joinHeldSaves, joinWrittenOver } from '../../src/sync/branch/held-saves.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { aWorkplace, contentsOf, namesContents, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

const page = pageWithId('1', 'one', 'two', 'three');
const now = pageWithId('1', 'one', 'two', 'three, now');
const theirs = pageWithId('1', 'one, theirs', 'two', 'three');
const joined = pageWithId('1', 'one, theirs', 'two', 'three, now');
const against = pageWithId('1', 'one', 'two', 'three, theirs');

interface Given {
  readonly committed?: Texts;
  readonly saved?: Readonly<Record<string, string | null>>;
  readonly text?: string;
  readonly path?: string;
}

/** Joins a text of somebody else that our batch replaced, and that started from `page`. */
async function joins({ committed = { 'a.md': now }, saved = {}, text = theirs, path = 'a.md' }: Given) {
  const place = aWorkplace();
  await place.checkOut(await place.commit(committed));
  place.saveAll(saved);
  const journal = new Journal({ writtenOver: [{ path, base: page, text }] });
  const put = await joinWrittenOver(place, journal);
  return { put: put.map(({ path: at, kind }) => [at, kind]), files: place.texts(), journal, place };
}

describe('[SYNC-16] a text of somebody else that a batch of ours replaced', () => {
  it.each<[string, Given, Texts]>([
    ['is joined into its page', {}, { 'a.md': joined }],
    ['is there already', { committed: { 'a.md': joined } }, { 'a.md': joined }],
    ['makes the file anew where that is missing', { committed: {} }, { 'a.md': theirs }],
    [
      'is joined into its page where that is by now',
      { committed: { 'a.md': pageOf('other') }, saved: { 'm.md': now } },
      { 'a.md': pageOf('other'), 'm.md': joined },
    ],
    [
      'is joined into the file at its path where nothing says which page it is',
      {
        text: pageOf('one', 'more'),
        committed: { 'a.md': pageOf('one', 'more', 'two') },
        saved: { 'b.md': pageOf('five') },
      },
      { 'a.md': pageOf('one', 'more', 'two'), 'b.md': pageOf('five') },
    ],
    [
      'is joined into its page at its path, although somebody is making a copy of it',
      { saved: { 'b.md': now } },
      { 'a.md': joined, 'b.md': now },
    ],
  ])('%s', async (_what, given, files) => {
    const found = await joins(given);
    expect([found.put, found.files]).toEqual([[], files]);
    expect(found.journal.writtenOver).toEqual([]);
  });

  it.each(['a.md', 'x/y/a.md'])('lies beside its page, at %s, where it cannot be joined', async (path) => {
    const { put, files, place } = await joins({ path, text: against, committed: { [path]: now } });
    const [beside] = Object.keys(files).filter((each) => each !== path);
    const id = (await place.blob(against)).slice(0, 8);
    expect(beside).toBe(path.replace('a.md', `.a.md.saved-${id}`));
    expect(put).toEqual([[beside, 'text']]);
    expect(files).toEqual({ [path]: now, [beside!]: against });
  });
});

describe('[SYNC-18] a save into a file that had been replaced', () => {
  /** An editor opened the file when it was as `base`, and saves `text` into it after it was replaced by `now`. */
  async function saves(text: string, base = page) {
    const place = aWorkplace();
    await place.checkOut(await place.commit({ 'a.md': base }));
    const save = place.disk.personOpens('a.md')!;
    await place.files.replace('a.md', await place.blob(base), new TextEncoder().encode(now));
    save(new TextEncoder().encode(text));
    return place;
  }

  it('is joined into the file, once', async () => {
    const place = await saves(theirs);
    expect(await joinHeldSaves(place)).toEqual([]);
    expect(place.texts()).toEqual({ 'a.md': joined });
    place.save('a.md', now);
    expect(await joinHeldSaves(place)).toEqual([]);
    expect(place.texts()).toEqual({ 'a.md': now });
  });

  it('is joined by its entries into a table of contents that the space calls contents.md', async () => {
    const place = aWorkplace();
    const base = contentsOf('a', 'b');
    await place.checkOut(await place.commit({ ...namesContents, 'contents.md': base }));
    const save = place.disk.personOpens('contents.md')!;
    const theirs = new TextEncoder().encode(contentsOf('a', 'b', 'theirs'));
    await place.files.replace('contents.md', await place.blob(base), theirs);
    save(new TextEncoder().encode(contentsOf('a', 'b', 'mine')));
    expect(await joinHeldSaves(place)).toEqual([]);
    expect(place.texts()['contents.md']).toBe(contentsOf('a', 'b', 'theirs', 'mine'));
  });

  it('lies beside the file where it cannot be joined, and is told', async () => {
    const place = await saves(against);
    const [conflict] = await joinHeldSaves(place);
    expect(conflict).toMatchObject({ kind: 'text' });
    expect(place.texts()).toEqual({ 'a.md': now, [conflict!.path]: against });
  });

  it('lies beside the file where that is something else by now', async () => {
    const place = await saves(theirs);
    place.disk.personRemoves('a.md');
    place.disk.personPlaces('a.md', 'symlink');
    const [conflict] = await joinHeldSaves(place);
    expect(place.texts()).toEqual({ [conflict!.path]: theirs });
  });

  it('lies beside the file where that is saved at that moment', async () => {
    const place = await saves(theirs);
    place.saveBefore('take-aside', 'a.md', pageOf('newer'));
    const [conflict] = await joinHeldSaves(place);
    expect(place.texts()).toEqual({ 'a.md': pageOf('newer'), [conflict!.path]: theirs });
  });
});
