import { describe, expect, it } from 'vitest';
import type { Oid } from '../../src/git/index.ts';
import { joinStaleEdits, noteLateSaves } from '../../src/sync/branch/late-saves.ts';
import type { ConflictReport } from '../../src/sync/report.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import type { StaleEdit } from '../../src/sync/state/journal.ts';
import { aWorkplace, contentsOf, namesContents, pageOf, pageWithId } from './workplace.ts';
import type { Texts, Workplace } from './workplace.ts';

/** Somebody saved a file, starting from the old text, while the file was being replaced by a newer one. */

const start = pageWithId('1', 'one', 'two', 'three');
const theirs = pageWithId('1', 'one', 'two', 'three, theirs');
const newest = pageWithId('1', 'one', 'two', 'three, newest');
const mine = pageWithId('1', 'one, mine', 'two', 'three');
const joined = pageWithId('1', 'one, mine', 'two', 'three, theirs');
const against = pageWithId('1', 'one', 'two', 'three, mine');
const byHand = pageWithId('1', 'one', 'two', 'three, theirs', 'three, mine');
const other = pageWithId('2', 'five', 'six', 'seven');

/** What is noted of a save, with texts in place of their names in git. */
type Noted = Omit<StaleEdit, 'base' | 'remote'> & {
  readonly base?: string | null;
  readonly remote?: string | null;
  /** The repository has no object for what the save started from. */
  readonly isLost?: true;
};

interface Given {
  readonly noted: Readonly<Record<string, Noted>>;
  /** The files of the branch's newest commit, which the folder has as well. */
  readonly committed?: Texts;
  /** What was saved or removed (null) after that. */
  readonly saved?: Readonly<Record<string, string | null>>;
  /** The files of the mirror; by default those of the branch. */
  readonly mirror?: Texts | null;
  /** What else happens, before the edits are joined or while they are. */
  readonly then?: (place: Workplace) => void;
}

interface Joined {
  readonly conflicts: readonly ConflictReport[];
  readonly files: Texts;
  /** What is noted still. */
  readonly left: Readonly<Record<string, StaleEdit>>;
}

async function join({ noted, committed = {}, saved = {}, mirror = committed, then }: Given): Promise<Joined> {
  const place = aWorkplace();
  await place.checkOut(await place.commit(committed));
  if (mirror !== null) place.git.force('refs/remotes/docs/main', await place.commit(mirror));
  const oidOf = async (text: string | null): Promise<Oid | null> => (text === null ? null : place.blob(text));
  const stale: Record<string, StaleEdit> = {};
  for (const [path, { base = start, remote = theirs, isLost, ...rest }] of Object.entries(noted)) {
    const started = isLost ? await aWorkplace().blob(base!) : await oidOf(base);
    stale[path] = { base: started, remote: await oidOf(remote), ...rest };
  }
  place.saveAll(saved);
  then?.(place);
  const journal = new Journal({ stale });
  const conflicts = await joinStaleEdits(place, journal);
  const left = Object.fromEntries(journal.stale.paths().map((path) => [path, journal.stale.get(path)!]));
  return { conflicts, files: place.texts(), left };
}

/** The branch has the service's page, and its file is the save. */
const saved = (text: string | null): Given => ({
  noted: { 'a.md': {} },
  committed: { 'a.md': theirs },
  saved: { 'a.md': text },
});

describe('[SYNC-18] a save that started from the old text', () => {
  it('of a table of contents that the space calls contents.md is joined by its entries', async () => {
    const older = contentsOf('a', 'b');
    const { conflicts, files } = await join({
      noted: { 'contents.md': { base: older, remote: contentsOf('a', 'b', 'theirs') } },
      committed: { ...namesContents, 'contents.md': contentsOf('a', 'b', 'theirs') },
      saved: { 'contents.md': contentsOf('a', 'b', 'mine') },
    });
    expect(conflicts).toEqual([]);
    expect(files['contents.md']).toBe(contentsOf('a', 'b', 'theirs', 'mine'));
  });

  it.each<[string, Given, Texts]>([
    ['is joined with what the service changed elsewhere in the page', saved(mine), { 'a.md': joined }],
    ['is left as it is when it says what the service says', saved(theirs), { 'a.md': theirs }],
    ['is left as it is when somebody joined the two by hand', saved(byHand), { 'a.md': byHand }],
    [
      'is left as it is when somebody joined it with what the service says by now',
      {
        ...saved(pageWithId('1', 'one', 'two', 'three, newest', 'three, mine')),
        mirror: { 'a.md': newest },
      },
      { 'a.md': pageWithId('1', 'one', 'two', 'three, newest', 'three, mine') },
    ],
    [
      'is left as it is when the service says by now what it says',
      { ...saved(pageWithId('1', 'one', 'two')), mirror: { 'a.md': pageWithId('1', 'one', 'two') } },
      { 'a.md': pageWithId('1', 'one', 'two') },
    ],
    [
      'is left as it is when the service says by now what it says, at another path',
      { ...saved(newest), mirror: { 'b.md': newest } },
      { 'a.md': newest },
    ],
    [
      'is joined although the service has changed the page once more',
      { ...saved(mine), mirror: { 'a.md': newest } },
      { 'a.md': joined },
    ],
    ['is joined although nothing has been mirrored', { ...saved(mine), mirror: null }, { 'a.md': joined }],
    [
      'is joined from the text that was sent, where it started from that',
      { ...saved(mine), noted: { 'a.md': { base: null, sent: start } } },
      { 'a.md': joined },
    ],
    [
      'stays when the service has deleted the page',
      { noted: { 'a.md': { remote: null } }, saved: { 'a.md': mine } },
      { 'a.md': mine },
    ],
    [
      'goes with the page that the service deleted when it changed nothing but the identity',
      {
        noted: { 'a.md': { base: pageOf('one'), remote: null } },
        saved: { 'a.md': pageWithId('1', 'one') },
      },
      {},
    ],
    [
      'stays when nothing was there before, and the service has nothing',
      { noted: { 'a.md': { base: null, remote: null } }, saved: { 'a.md': mine } },
      { 'a.md': mine },
    ],
  ])('%s', async (_what, given, files) => {
    expect(await join(given)).toEqual({ conflicts: [], files, left: {} });
  });

  it.each<[string, Given, Texts]>([
    ['whose page the service changed gives the page back', saved(null), { 'a.md': theirs }],
    [
      'whose page the service changed and moved gives the page back',
      { noted: { 'a.md': {} }, mirror: { 'b.md': theirs } },
      { 'a.md': theirs },
    ],
    ['whose page the service has no longer stays deleted', { noted: { 'a.md': {} } }, {}],
    ['whose page the service deleted as well stays deleted', { noted: { 'a.md': { remote: null } } }, {}],
    [
      'whose page only got its identity from the service stays deleted',
      {
        noted: { 'a.md': { base: pageOf('one'), remote: pageWithId('1', 'one') } },
        mirror: { 'a.md': pageWithId('1', 'one') },
      },
      {},
    ],
    [
      'whose page has no identity stays deleted where the mirror has no such file',
      {
        noted: { 'a.md': { remote: pageOf('one, theirs') } },
        saved: { 'mine.md': pageOf('five') },
        mirror: { 'b.md': pageOf('one, theirs') },
      },
      { 'mine.md': pageOf('five') },
    ],
  ])('and was a deletion, %s', async (_what, given, files) => {
    expect(await join(given)).toEqual({ conflicts: [], files, left: {} });
  });

  it.each<[string, string, Given]>([
    ['text', 'changes the line that the service changed', saved(against)],
    [
      'text',
      'started from nobody knows what',
      { ...saved(against), noted: { 'a.md': { base: null } }, mirror: null },
    ],
    [
      'binary',
      'is a picture',
      {
        noted: { 'a.md': { base: 'GIF\0 1', remote: 'GIF\0 2' } },
        committed: { 'a.md': 'GIF\0 2' },
        saved: { 'a.md': 'GIF\0 3' },
      },
    ],
    [
      'text',
      'is saved again while it is being joined',
      { ...saved(mine), then: ({ saveBefore }) => saveBefore('take-aside', 'a.md', against) },
    ],
    [
      'text',
      'is saved again while the deleted page is being given back',
      { ...saved(null), then: ({ saveBefore }) => saveBefore('place', 'a.md', against) },
    ],
    [
      'text',
      'is saved again while the page is being deleted',
      {
        noted: { 'a.md': { base: pageOf('one'), remote: null } },
        saved: { 'a.md': pageWithId('1', 'one') },
        then: ({ saveBefore }) => saveBefore('take-aside', 'a.md', against),
      },
    ],
  ])('waits for a person, as a conflict of kind %s, when it %s', async (kind, _what, given) => {
    const { conflicts, left, files } = await join(given);
    expect(conflicts).toEqual([{ path: 'a.md', kind }]);
    expect(Object.keys(left)).toEqual(['a.md']);
    expect([against, 'GIF\0 3']).toContain(files['a.md']);
  });

  it('waits, and is no conflict, while something that nobody reads is at its path', async () => {
    const then = ({ disk }: Workplace): void => disk.personPlaces('a.md', 'symlink');
    const { conflicts, left } = await join({ ...saved(mine), then });
    expect([conflicts, Object.keys(left)]).toEqual([[], ['a.md']]);
  });

  it('waits for a person together with others, in the order of their paths', async () => {
    const { conflicts, files } = await join({
      noted: { 'c.md': {}, 'b.md': {}, 'a.md': {} },
      saved: { 'a.md': against, 'b.md': mine, 'c.md': against },
    });
    expect(conflicts.map(({ path }) => path)).toEqual(['a.md', 'c.md']);
    expect(files['b.md']).toBe(joined);
  });
});

describe('[SYNC-18] a save that started from the old text, and that somebody moved by hand', () => {
  it('is brought back to its path, and joined there', async () => {
    const given = { ...saved(null), saved: { 'a.md': null, 'moved.md': mine } };
    expect(await join(given)).toEqual({ conflicts: [], files: { 'a.md': joined }, left: {} });
  });

  it('is brought back also when it started from what was sent, and nobody had committed it', async () => {
    const given = {
      noted: { 'a.md': { base: null, sent: start } },
      committed: { 'a.md': theirs },
      saved: { 'a.md': null, 'moved.md': mine },
    };
    expect(await join(given)).toEqual({ conflicts: [], files: { 'a.md': joined }, left: {} });
  });

  it('is joined where it is when the move was committed', async () => {
    const given = { noted: { 'a.md': {} }, committed: { 'moved.md': theirs }, saved: { 'moved.md': mine } };
    expect(await join(given)).toEqual({ conflicts: [], files: { 'moved.md': joined }, left: {} });
  });

  it('is joined where it is when it is saved once more while it is brought back', async () => {
    const more = pageWithId('1', 'one, mine', 'more', 'two', 'three');
    const { conflicts, files, left } = await join({
      ...saved(null),
      saved: { 'a.md': null, 'moved.md': mine },
      then: ({ saveBefore }) => saveBefore('take-aside', 'moved.md', more),
    });
    expect([conflicts, left]).toEqual([[], {}]);
    expect(files).toEqual({
      'moved.md': pageWithId('1', 'one, mine', 'more', 'two', 'three, theirs'),
    });
  });

  it('is one file again where a kill left it at both paths', async () => {
    const both = { 'a.md': against, 'moved.md': against };
    const { conflicts, files, left } = await join({ noted: { 'a.md': { back: 'moved.md' } }, saved: both });
    expect(files).toEqual({ 'a.md': against });
    expect(conflicts).toEqual([{ path: 'a.md', kind: 'text' }]);
    expect(Object.keys(left['a.md']!)).toEqual(['base', 'remote']);
  });

  it('stays two files where the one that it came from says something else by now', async () => {
    const both = { 'a.md': mine, 'moved.md': pageWithId('1', 'more') };
    const { files } = await join({ noted: { 'a.md': { back: 'moved.md' } }, saved: both });
    expect(files).toEqual({ 'a.md': joined, 'moved.md': pageWithId('1', 'more') });
  });

  it('is looked for by the identity that the page had before the service deleted it', async () => {
    const { files, left } = await join({
      noted: { 'a.md': { remote: null, at: 'b.md' } },
      committed: { 'b.md': theirs },
      saved: { 'moved.md': mine },
    });
    expect([files, left]).toEqual([{ 'b.md': joined }, {}]);
  });
});

describe('[SYNC-32] a save that started from the old text of a page which changed places with another one', () => {
  const exchanged = { 'a.md': other, 'b.md': mine };

  it('is joined with its page at the new path', async () => {
    expect(await join({ noted: { 'a.md': {} }, committed: { 'b.md': theirs }, saved: exchanged })).toEqual({
      ...{ conflicts: [], left: {} },
      files: { 'a.md': other, 'b.md': joined },
    });
  });

  it('is joined with its page there also when the service has deleted the page', async () => {
    const { conflicts, files, left } = await join({ noted: { 'a.md': { remote: null } }, saved: exchanged });
    expect([conflicts, files, left]).toEqual([[], exchanged, {}]);
  });

  it('waits where an edit of the other page waits, too', async () => {
    const noted = { 'a.md': {}, 'b.md': { base: other, remote: pageWithId('2', 'five', 'six') } };
    const { conflicts, files, left } = await join({ noted, saved: exchanged });
    expect(conflicts).toEqual([
      { path: 'a.md', kind: 'place' },
      { path: 'b.md', kind: 'place' },
    ]);
    expect([files, Object.keys(left)]).toEqual([exchanged, ['a.md', 'b.md']]);
  });

  it('is over where the page is nowhere', async () => {
    expect(await join({ noted: { 'a.md': {} }, saved: { 'a.md': other } })).toEqual({
      ...{ conflicts: [], left: {} },
      files: { 'a.md': other },
    });
  });
});

describe('[SYNC-18] a save that started from the old text of a page which the service moved', () => {
  const moved = (text: string, change: Partial<Given> = {}): Given => ({
    noted: { 'a.md': { remote: null, at: 'b.md' } },
    committed: { 'b.md': theirs },
    saved: { 'a.md': text },
    ...change,
  });

  it.each<[string, Given, Texts]>([
    ['is joined into the page there', moved(mine), { 'b.md': joined }],
    [
      'is joined into the page where a person moved it on to',
      moved(mine, { saved: { 'a.md': mine, 'b.md': null, 'c.md': theirs } }),
      { 'c.md': joined },
    ],
    [
      'is joined into the page there, although the repository has lost what it started from',
      moved(mine, { noted: { 'a.md': { remote: null, at: 'b.md', sent: start, isLost: true } } }),
      { 'b.md': joined },
    ],
    ['is a file by itself where the page is gone', moved(mine, { committed: {} }), { 'a.md': mine }],
    [
      'is a file by itself where the page is gone, and nothing says which page it is',
      moved(pageOf('one, mine'), { committed: { 'c.md': pageOf('one, mine') } }),
      { 'a.md': pageOf('one, mine'), 'c.md': pageOf('one, mine') },
    ],
    ['is over when its file is gone', moved(mine, { saved: {} }), { 'b.md': theirs }],
    [
      'is over when its file is gone, although somebody committed a copy of the page',
      moved(mine, { saved: {}, committed: { 'b.md': theirs, 'c.md': mine } }),
      { 'b.md': theirs, 'c.md': mine },
    ],
    [
      'is over when another page is at its path',
      moved(other, { committed: { 'b.md': start } }),
      { 'a.md': other, 'b.md': start },
    ],
    [
      'is over when its file is gone, although nobody has committed the page at its new path',
      moved(mine, { committed: {}, saved: { 'b.md': theirs } }),
      { 'b.md': theirs },
    ],
    [
      'is over when another page is at its path, and nobody has committed the page at its new path',
      moved(mine, { committed: {}, saved: { 'a.md': other, 'b.md': theirs } }),
      { 'a.md': other, 'b.md': theirs },
    ],
    [
      'is over when another page is at its path, although somebody committed a copy of the page',
      moved(other, { committed: { 'b.md': start, 'c.md': mine } }),
      { 'a.md': other, 'b.md': start, 'c.md': mine },
    ],
    [
      'is joined into the page there from where it was moved, also when another page is at its path',
      moved(other, { saved: { 'a.md': other, 'c.md': mine } }),
      { 'a.md': other, 'b.md': joined },
    ],
  ])('%s', async (_what, given, files) => {
    expect(await join(given)).toEqual({ conflicts: [], files, left: {} });
  });

  it.each<[string, Given]>([
    ['both changed a line', moved(against)],
    [
      'something that nobody reads is at the new path',
      moved(against, {
        committed: {},
        then: ({ disk }) => disk.personPlaces('b.md', 'symlink'),
      }),
    ],
    [
      'the page is saved while the two are being joined',
      moved(mine, { then: ({ saveBefore }) => saveBefore('take-aside', 'b.md', newest) }),
    ],
  ])('waits for a person where %s', async (_what, given) => {
    const { conflicts, files, left } = await join(given);
    expect(conflicts).toEqual([{ path: 'a.md', kind: 'text' }]);
    expect(files['a.md']).toBe(given.saved!['a.md']);
    expect(Object.keys(left)).toEqual(['a.md']);
  });

  it('waits for a person where it was moved by hand, and both changed a line', async () => {
    const { conflicts, files } = await join(moved(against, { saved: { 'c.md': against } }));
    expect(conflicts).toEqual([{ path: 'c.md', kind: 'text' }]);
    expect(files).toEqual({ 'b.md': theirs, 'c.md': against });
  });

  it('waits for a person where it is saved once more after it was joined', async () => {
    let taken = 0;
    const then = ({ disk, save }: Workplace): void => {
      disk.onStep = ({ step, path, when }) => {
        if (step === 'take-aside' && path === 'a.md' && when === 'before' && taken++ === 0)
          save('a.md', against);
      };
    };
    const { conflicts, files } = await join(moved(mine, { then }));
    expect(conflicts).toEqual([{ path: 'a.md', kind: 'text' }]);
    expect(files).toEqual({ 'a.md': against, 'b.md': joined });
  });
});

describe('the note of a save that came in while its file was replaced', () => {
  it('says what the save started from, what the service has, and where the page is now', async () => {
    const place = aWorkplace();
    const from = await place.commit({ 'a.md': start, 'b.md': other, 'gone.md': pageWithId('3', 'x') });
    const to = await place.commit({ 'c.md': theirs, 'b.md': pageWithId('2', 'five'), 'new.md': mine });
    const oid = (text: string): Promise<Oid> => place.blob(text);
    let kept = 0;
    const journal = new Journal({}, { keep: async () => void kept++ });
    const picture = await place.blob('as it was sent');
    const accepted = {
      pages: [{ id: '2', path: 'x.md', target: 'b.md', text: 'as sent', sentAt: null }],
      files: [
        { path: 'a.png', oid: picture, sentAt: null },
        { path: 'b.png', oid: 'f'.repeat(40), sentAt: null },
      ],
    };
    const paths = ['a.md', 'b.md', 'gone.md', 'a.png', 'b.png'];
    await noteLateSaves(place, { from, to, journal, accepted, paths });
    await noteLateSaves(place, { ...{ from: null, to, journal, accepted }, paths: ['new.md'] });

    expect(journal.stale.get('a.md')).toStrictEqual({ base: await oid(start), remote: null, at: 'c.md' });
    expect(journal.stale.get('b.md')).toStrictEqual({
      ...{ base: await oid(other), remote: await oid(pageWithId('2', 'five')) },
      sent: 'as sent',
    });
    expect(journal.stale.get('gone.md')).toStrictEqual({
      base: await oid(pageWithId('3', 'x')),
      remote: null,
    });
    expect(journal.stale.get('new.md')).toStrictEqual({ base: null, remote: await oid(mine) });
    expect(journal.stale.get('a.png')).toStrictEqual({ base: picture, remote: null });
    expect(journal.stale.get('b.png')).toStrictEqual({ base: null, remote: null });
    expect(kept).toBe(2);
  });

  it('says nothing of another path when another page took the page’s place', async () => {
    const place = aWorkplace();
    const from = await place.commit({ 'a.md': start, 'b.md': other });
    const to = await place.commit({ 'a.md': other, 'b.md': start });
    const journal = new Journal();
    const accepted = { pages: [], files: [] };
    await noteLateSaves(place, { from, to, journal, accepted, paths: ['a.md'] });
    expect(journal.stale.get('a.md')).toStrictEqual({
      base: await place.blob(start),
      remote: await place.blob(other),
    });
  });
});
