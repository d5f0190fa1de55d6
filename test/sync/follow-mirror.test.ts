import { describe, expect, it } from 'vitest';
import type { Oid } from '../../src/git/index.ts';
import type { Accepted } from '../../src/sync/branch/accepted.ts';
import { findConflicts, followMirror } from '../../src/sync/branch/follow.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

/** The branch is brought to the mirror's commit. */

const page = pageWithId('1', 'one', 'two', 'three');
const theirs = pageWithId('1', 'one', 'two', 'three, theirs');
const mine = pageWithId('1', 'one, mine', 'two', 'three');
const joined = pageWithId('1', 'one, mine', 'two', 'three, theirs');
const other = pageWithId('2', 'five', 'six', 'seven');
const fresh = pageOf('one', 'two', 'three');
const against = pageWithId('1', 'one', 'two', 'three, mine');

interface Given {
  /** The files of the commit that branch and mirror have in common; null: there is none. */
  readonly base?: Texts | null;
  /** The files of the branch's newest commit; by default the branch is at the common one; null: there is no branch. */
  readonly branch?: Texts | null;
  /** The files of the mirror's newest commit; by default the mirror is at the common one; null: there is no mirror. */
  readonly mirror?: Texts | null;
  readonly saved?: Readonly<Record<string, string | null>>;
  readonly accepted?: Partial<Accepted>;
  readonly spaces?: readonly SpaceRecord[];
  readonly isDetached?: boolean;
  readonly isShallow?: boolean;
}

async function placed({ base = { 'a.md': page }, saved = {}, accepted = {}, ...given }: Given) {
  const place = aWorkplace();
  const { git } = place;
  const common = base === null ? null : await place.commit(base);
  const on = async (texts: Texts | null | undefined): Promise<Oid | null> => {
    if (texts === undefined) return common;
    return texts === null ? null : place.commit(texts, ...(common === null ? [] : [common]));
  };
  const [at, mirror] = [await on(given.branch), await on(given.mirror)];
  if (at !== null) await place.checkOut(at);
  place.saveAll(saved);
  if (given.isDetached) git.checkOut(at!);
  git.isShallow = async () => given.isShallow === true;
  const options = {
    ...{ branch: 'main', mirror, now: 0, journal: new Journal() },
    accepted: { pages: [], files: [], removed: [], ...accepted },
    ...(given.spaces ? { spaces: given.spaces } : {}),
  };
  return { place, at, mirror, options };
}

async function follows(given: Given) {
  const { place, at, mirror, options } = await placed(given);
  const before = place.texts();
  const conflicts = await findConflicts(place, options);
  expect([place.texts(), await place.git.resolveRef('refs/heads/main')]).toEqual([before, at]);
  const report = await followMirror(place, options);
  expect(conflicts.map(({ path, kind }) => ({ path, kind }))).toEqual(
    report.conflicts.map(({ path, kind }) => ({ path, kind })),
  );
  const to = await place.git.resolveRef('refs/heads/main');
  return { place, report, files: place.texts(), at, mirror, to };
}

describe('the branch', () => {
  it('stays where nothing is mirrored, or nothing is new', async () => {
    expect((await follows({ mirror: null })).report).toMatchObject({ state: 'absent' });
    expect((await follows({ branch: { 'a.md': mine } })).report).toMatchObject({ state: 'up-to-date' });
    expect((await follows({ isDetached: true })).report).toMatchObject({ state: 'detached' });
  });

  it('is made, and gets its files', async () => {
    const { report, files, to, mirror } = await follows({ branch: null, mirror: { 'a.md': theirs } });
    expect([report.state, files, to]).toEqual(['created', { 'a.md': theirs }, mirror]);
  });

  it('goes forward, and what was saved is joined', async () => {
    const given = { mirror: { 'a.md': theirs }, saved: { 'a.md': mine } };
    const { report, files, to, mirror } = await follows(given);
    expect([report.state, files, to]).toEqual(['fast-forwarded', { 'a.md': joined }, mirror]);
  });

  it('goes forward while HEAD is detached, and no file changes', async () => {
    const { report, files, to, mirror } = await follows({ mirror: { 'a.md': theirs }, isDetached: true });
    expect([report.state, files, to]).toEqual(['detached', { 'a.md': page }, mirror]);
    expect(report).toHaveProperty('reason');
  });

  it('gets a merge commit on both, with what was saved on top', async () => {
    const { place, report, files, at, mirror, to } = await follows({
      branch: { 'a.md': mine, 'b.md': pageOf('b') },
      mirror: { 'a.md': theirs },
      saved: { 'b.md': pageOf('b', 'saved') },
    });
    expect([report.state, files]).toEqual(['merged', { 'a.md': joined, 'b.md': pageOf('b', 'saved') }]);
    const { parents, message, author } = await place.git.readCommit(to!);
    expect([parents, message]).toEqual([[at, mirror], 'Merge the documentation into main\n']);
    expect(author.name).toBe('Tidemark');
    expect(await place.textsIn(to!)).toEqual({ 'a.md': joined, 'b.md': pageOf('b') });
  });

  it('gets back what it deleted and the service changed, and says so', async () => {
    const { report, files } = await follows({ branch: { 'b.md': pageOf('b') }, mirror: { 'a.md': theirs } });
    expect(report).toMatchObject({ state: 'merged', back: ['a.md'] });
    expect(files).toEqual({ 'a.md': theirs, 'b.md': pageOf('b') });
  });

  it.each<[string, Given, string]>([
    [
      'a commit changed the same line',
      { branch: { 'a.md': against }, mirror: { 'a.md': theirs } },
      'main and the service changed the same lines.',
    ],
    [
      'it has nothing in common with the mirror',
      { base: null, branch: { 'a.md': against }, mirror: { 'a.md': theirs } },
      'The histories of main and the mirror are unrelated, and both have files of the same names with different content.',
    ],
    [
      'its history is cut short',
      { base: null, branch: { 'a.md': against }, mirror: { 'a.md': theirs }, isShallow: true },
      'This clone is shallow: what main and the mirror have in common is not here. Run git fetch --unshallow.',
    ],
    [
      'a commit changed the same line, and the history is cut short before that',
      { branch: { 'a.md': against }, mirror: { 'a.md': theirs }, isShallow: true },
      'main and the service changed the same lines.',
    ],
  ])('stays where %s, and says why', async (_what, given, reason) => {
    const { report, files, at, to } = await follows(given);
    expect(report).toMatchObject({ state: 'left', reason, conflicts: [{ path: 'a.md', kind: 'text' }] });
    expect(files).toEqual({ 'a.md': against });
    expect(to).toBe(at);
  });

  it.each<[string, Given]>([
    ['goes forward', {}],
    ['gets a merge commit', { branch: { 'a.md': page, 'b.md': pageOf('b') } }],
    ['is made', { branch: null }],
  ])('stays where it %s, and a save changed the same line', async (_what, given) => {
    const { report, files, at, to } = await follows({
      ...{ mirror: { 'a.md': theirs }, saved: { 'a.md': against } },
      ...given,
    });
    expect(report).toMatchObject({ state: 'left', conflicts: [{ path: 'a.md', kind: 'text' }] });
    expect([files['a.md'], to]).toEqual([against, at]);
  });

  it('has no conflict of files while another one is checked out', async () => {
    const { place, options } = await placed({ mirror: { 'a.md': theirs }, saved: { 'a.md': against } });
    place.git.force('refs/heads/idea', await place.git.resolveRef('refs/heads/main'));
    place.git.checkOut('refs/heads/idea');
    expect(await findConflicts(place, options)).toEqual([]);
  });

  it('loses a page whose deletion was sent, unless somebody has put the page back', async () => {
    const given = async (saved: Readonly<Record<string, string | null>>): Promise<Texts> => {
      const { place, options } = await placed({
        ...{ base: { 'b.md': pageOf('b') }, branch: { 'a.md': page }, saved },
        mirror: { 'b.md': pageOf('b, theirs') },
      });
      const sentAt = await place.git.resolveRef('refs/heads/main');
      const accepted = { ...options.accepted, removed: [{ path: 'a.md', sentAt: sentAt! }] };
      await followMirror(place, { ...options, accepted });
      return place.textsIn((await place.git.resolveRef('refs/heads/main'))!);
    };
    expect(Object.keys(await given({ 'a.md': null }))).toEqual(['b.md']);
    expect(Object.keys(await given({}))).toEqual(['a.md', 'b.md']);
  });
});

describe('what was saved while the branch goes to the mirror’s commit', () => {
  const sent = (path: string, target: string, text: string, sentAt: Oid | null = null) => ({
    ...{ pages: [{ id: '1', path, target, text, sentAt }] },
  });

  it.each<[string, Given, Texts]>([
    [
      'goes along with a page that the service moved',
      { mirror: { 'b.md': theirs }, saved: { 'a.md': mine } },
      { 'b.md': joined },
    ],
    [
      'stays at the path to which somebody moved its page',
      { mirror: { 'a.md': theirs }, saved: { 'a.md': null, 'm.md': mine } },
      { 'm.md': joined },
    ],
    [
      'stays, where another page is in the place of one that the service deleted',
      { mirror: { 'b.md': pageOf('b') }, saved: { 'a.md': other } },
      { 'a.md': other, 'b.md': pageOf('b') },
    ],
    [
      'is a page that the service has by now as it was sent',
      { base: {}, mirror: { 'a.md': page }, saved: { 'a.md': fresh }, accepted: sent('a.md', 'a.md', fresh) },
      { 'a.md': page },
    ],
    [
      'is a page that the service has by now, and that was edited since',
      {
        ...{ base: {}, mirror: { 'a.md': theirs }, accepted: sent('a.md', 'a.md', fresh) },
        saved: { 'a.md': pageOf('one, mine', 'two', 'three') },
      },
      { 'a.md': joined },
    ],
    [
      'goes to the path that the service gave the page that was sent',
      { base: {}, mirror: { 'y.md': page }, saved: { 'x.md': fresh }, accepted: sent('x.md', 'y.md', fresh) },
      { 'y.md': page },
    ],
    [
      'gives way to another page at its path where the service gave the page another path',
      {
        ...{ base: {}, mirror: { 'x.md': other, 'y.md': page } },
        ...{ saved: { 'x.md': fresh }, accepted: sent('x.md', 'y.md', fresh) },
      },
      { 'x.md': other, 'y.md': page },
    ],
  ])('%s', async (_what, given, files) => {
    const { report, files: now, to, mirror } = await follows(given);
    expect([report.state, now, to]).toEqual(['fast-forwarded', files, mirror]);
  });

  it('is a page that comes back, or stays, where the other side deleted it', async () => {
    const back = await follows({ mirror: { 'a.md': theirs }, saved: { 'a.md': null } });
    expect([back.report.kept, back.report.back, back.files]).toEqual([
      ['a.md'],
      ['a.md'],
      { 'a.md': theirs },
    ]);
    const kept = await follows({ mirror: { 'b.md': other }, saved: { 'a.md': mine } });
    expect([kept.report.kept, kept.report.back]).toEqual([['a.md'], undefined]);
    expect(kept.files).toEqual({ 'a.md': mine, 'b.md': other });
    const plain = await follows({ mirror: { 'a.md': theirs } });
    expect(plain.report).not.toHaveProperty('kept');
    expect(plain.report).not.toHaveProperty('back');
  });

  it('is an edit of a picture that was sent', async () => {
    const { place, options } = await placed({
      ...{ base: { 'p.png': '1\0' }, mirror: { 'p.png': '2\0' }, saved: { 'p.png': '3\0' } },
    });
    expect((await followMirror(place, options)).state).toBe('left');
    const file = { path: 'p.png', oid: await place.blob('2\0'), sentAt: null };
    const accepted = { ...options.accepted, files: [file] };
    expect((await followMirror(place, { ...options, accepted })).state).toBe('fast-forwarded');
    expect(place.texts()).toEqual({ 'p.png': '3\0' });
  });

  it.each<[string, Given, string]>([
    [
      'a page was moved by hand',
      { mirror: { 'a.md': theirs }, saved: { 'a.md': null, 'm.md': against } },
      'm.md',
    ],
    ['another page is at its path', { mirror: { 'a.md': theirs }, saved: { 'a.md': other } }, 'a.md'],
  ])('waits for a person where %s', async (_what, given, path) => {
    const { report, files, to, at } = await follows(given);
    expect([report.state, report.conflicts.map((each) => each.path), to]).toEqual(['left', [path], at]);
    expect(files[path]).toBe(given.saved![path]);
  });

  it('is where it was when the page that the service moved cannot be joined with it', async () => {
    const { place, at, options } = await placed({ mirror: { 'b.md': theirs }, saved: { 'a.md': against } });
    expect(await findConflicts(place, options)).toEqual([{ path: 'b.md', kind: 'text' }]);
    const report = await followMirror(place, options);
    expect([report.state, place.texts()]).toEqual(['left', { 'a.md': against }]);
    expect(await place.git.resolveRef('refs/heads/main')).toBe(at);
    expect(options.journal.carries).toEqual([]);
  });

  it('is no conflict of files where something that is no file is in the place of a page', async () => {
    for (const there of [theirs, other, pageOf('plain')]) {
      const { place, options } = await placed({ mirror: { 'a.md': there } });
      place.disk.personRemoves('a.md');
      place.disk.personPlaces('a.md', 'symlink');
      expect(await findConflicts(place, options)).toEqual([]);
      expect(await followMirror(place, options)).toMatchObject({ state: 'left' });
    }
  });

  it('waits while git is at work, and where this user may not write', async () => {
    const given = { mirror: { 'a.md': theirs } };
    const busy = await placed(given);
    busy.place.git.inProgress = ['rebase'];
    expect(await followMirror(busy.place, busy.options)).toMatchObject({
      ...{ state: 'busy', reason: 'git is at work here (rebase); the next cycle goes on.' },
    });
    const locked = await placed(given);
    locked.place.disk.personLocks('');
    const report = await followMirror(locked.place, locked.options);
    expect(report).toMatchObject({ state: 'left', notWritable: ['a.md'] });
    for (const { place, at } of [busy, locked]) {
      expect(place.texts()).toEqual({ 'a.md': page });
      expect(await place.git.resolveRef('refs/heads/main')).toBe(at);
    }
  });
});
