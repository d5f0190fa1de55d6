import { describe, expect, it } from 'vitest';
import { recoverFiles } from '../../src/sync/branch/recover.ts';
import { Journal } from '../../src/sync/state/journal.ts';
import { aWorkplace, pageOf, pageWithId, versions } from './workplace.ts';
import type { Texts } from './workplace.ts';

const { page, theirs, mine, joined, against, other } = versions;
const contents = (...lines: readonly string[]): string =>
  `# Table of contents\n\n${lines.map((line) => `* ${line}\n`).join('')}`;

interface Given {
  readonly from: Texts;
  readonly to: Texts;
  /** What was saved, removed (null) or written by the move before a kill interrupted it. */
  readonly files: Readonly<Record<string, string | null>>;
  readonly sent?: string;
  /** The table of contents as it was sent. */
  readonly sentContents?: string;
  /** The contents of assets as they were sent. */
  readonly sentFiles?: Texts;
  /** The text that an edit at a path started from, when the kill interrupted its way to that path. */
  readonly carried?: Texts;
}

/** Completes a move of the branch that a kill interrupted after the move had been noted. */
async function recovers({ from, to, files, sent, sentContents, sentFiles = {}, carried = {} }: Given) {
  const place = aWorkplace();
  const old = await place.commit(from);
  const next = await place.commit(to, old);
  await place.checkOut(old);
  place.saveAll(files);
  place.checkout.move = { branch: 'refs/heads/main', from: old, to: next };
  const ref = 'refs/heads/main';
  const carries = await Promise.all(
    Object.entries(carried).map(async ([path, text]) => ({
      ...{ from: 'earlier.md', to: path, ref, commit: next, id: await place.blob(files[path]!) },
      base: await place.blob(text),
    })),
  );
  const journal = new Journal({ carries });
  const pages = [
    ...(sent === undefined ? [] : [{ id: '1', path: 'a.md', text: sent }]),
    ...(sentContents === undefined ? [] : [{ id: null, path: 'SUMMARY.md', text: sentContents }]),
  ].map((each) => ({ ...each, target: each.path, sentAt: null }));
  const assets = await Promise.all(
    Object.entries(sentFiles).map(async ([path, text]) => ({
      path,
      oid: await place.blob(text),
      sentAt: null,
    })),
  );
  await recoverFiles(place, journal, async () => ({ pages, files: assets }));
  expect(await place.git.resolveRef('refs/heads/main')).toBe(next);
  const notes = journal.stale.paths().map((path) => ({ path, ...journal.stale.get(path)! }));
  // A later cycle reads what a note names.
  for (const { base } of notes) if (base !== null) expect(await place.git.has(base)).toBe(true);
  return { files: place.texts(), notes };
}

describe('[SYNC-18] a move of the branch that a kill interrupted', () => {
  it.each<[string, Given, Texts]>([
    ['is completed', { from: { 'a.md': page }, to: { 'a.md': theirs }, files: {} }, { 'a.md': theirs }],
    [
      'joins what was saved before the file was replaced',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, files: { 'a.md': mine } },
      { 'a.md': joined },
    ],
    [
      'leaves what was saved after the file was replaced',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, files: { 'a.md': joined } },
      { 'a.md': joined },
    ],
    [
      'brings what came of a page that was sent',
      { from: {}, to: { 'a.md': page }, files: { 'a.md': pageOf('x') }, sent: pageOf('x') },
      { 'a.md': page },
    ],
    [
      'gives back a page that was deleted here and changed in the service',
      { from: { 'a.md': page }, to: { 'a.md': theirs, 'b.md': pageOf('b') }, files: { 'a.md': null } },
      { 'a.md': theirs, 'b.md': pageOf('b') },
    ],
    [
      'leaves another page where one was deleted',
      { from: { 'a.md': page }, to: { 'b.md': pageOf('b') }, files: { 'a.md': other } },
      { 'a.md': other, 'b.md': pageOf('b') },
    ],
    [
      'brings what came to where somebody moved the page',
      { from: { 'a.md': page }, to: { 'a.md': theirs }, files: { 'a.md': other, 'm.md': mine } },
      { 'a.md': other, 'm.md': joined },
    ],
    [
      'leaves a page that the service deleted, and that has another title in the saved table of contents',
      {
        from: { 'SUMMARY.md': contents('[One](a.md)', '[B](b.md)'), 'a.md': page, 'b.md': other },
        to: { 'SUMMARY.md': contents('[B](b.md)'), 'b.md': other },
        files: { 'SUMMARY.md': contents('[Mine](a.md)', '[B](b.md)') },
      },
      { 'SUMMARY.md': contents('[Mine](a.md)', '[B](b.md)'), 'a.md': page, 'b.md': other },
    ],
    [
      'leaves what was saved below what came after the file was replaced',
      {
        ...{ from: { 'a.md': page }, to: { 'a.md': theirs } },
        files: { 'a.md': pageWithId('1', 'one', 'two', 'three, theirs, and mine', 'three, theirs') },
      },
      { 'a.md': pageWithId('1', 'one', 'two', 'three, theirs, and mine', 'three, theirs') },
    ],
    [
      'takes away a page that was sent and that the service deleted since',
      {
        from: { 'a.md': pageOf('x, before') },
        to: { 'b.md': pageOf('b') },
        ...{ files: { 'a.md': pageOf('x') }, sent: pageOf('x') },
      },
      { 'b.md': pageOf('b') },
    ],
    [
      'leaves out a page that its writer deleted after it was sent',
      {
        from: { 'SUMMARY.md': contents('[B](b.md)'), 'b.md': other },
        to: { 'SUMMARY.md': contents('[Mine](b.md)', '[One](a.md)'), 'a.md': page, 'b.md': other },
        files: { 'SUMMARY.md': contents('[Mine](b.md)') },
        ...{ sent: pageOf('x'), sentContents: contents('[Mine](b.md)', '[One](a.md)') },
      },
      { 'SUMMARY.md': contents('[Mine](b.md)'), 'b.md': other },
    ],
    [
      'brings a page that was sent, and whose file is missing together with all edits',
      {
        from: { 'SUMMARY.md': contents('[B](b.md)'), 'b.md': other },
        to: { 'SUMMARY.md': contents('[B](b.md)', '[One](a.md)'), 'a.md': page, 'b.md': other },
        ...{ files: {}, sent: pageOf('x'), sentContents: contents('[B](b.md)', '[One](a.md)') },
      },
      { 'SUMMARY.md': contents('[B](b.md)', '[One](a.md)'), 'a.md': page, 'b.md': other },
    ],
    [
      'keeps one line of a page that the service moved, with the title that was saved',
      {
        from: { 'SUMMARY.md': contents('[One](a.md)', '[B](b.md)'), 'a.md': page, 'b.md': other },
        to: { 'SUMMARY.md': contents('[One](c.md)', '[B](b.md)'), 'c.md': page, 'b.md': other },
        files: { 'SUMMARY.md': contents('[Mine](a.md)', '[B](b.md)') },
      },
      { 'SUMMARY.md': contents('[Mine](c.md)', '[B](b.md)'), 'b.md': other, 'c.md': page },
    ],
    [
      'brings what the service made of a text that was sent, whatever that text started from',
      {
        ...{
          from: { 'a.md': page },
          to: { 'a.md': pageWithId('1', 'one, mine and theirs', 'two', 'three') },
        },
        ...{ files: { 'a.md': mine }, sent: pageOf('one, mine', 'two', 'three'), carried: { 'a.md': page } },
      },
      { 'a.md': pageWithId('1', 'one, mine and theirs', 'two', 'three') },
    ],
    [
      'leaves a picture that was saved once more after it was sent',
      {
        ...{ from: { 'a.png': 'before' }, to: { 'a.png': 'as it was sent' } },
        ...{ files: { 'a.png': 'saved later' }, sentFiles: { 'a.png': 'as it was sent' } },
      },
      { 'a.png': 'saved later' },
    ],
    [
      'brings a page to where the service moved it, though it was deleted here',
      { from: { 'a.md': page }, to: { 'b.md': theirs }, files: { 'a.md': null } },
      { 'b.md': theirs },
    ],
    [
      'leaves a page that somebody moved to where the service deleted another one',
      {
        ...{ from: { 'a.md': page, 'c.md': other }, to: { 'c.md': other } },
        files: { 'a.md': other, 'c.md': null },
      },
      { 'a.md': other },
    ],
    [
      'joins an edit of a page that came to where another one left',
      {
        from: { 'a.md': page, 'c.md': other },
        to: { 'b.md': page, 'a.md': `${other}\nEight.\n` },
        files: { 'a.md': other.replace('five', 'five, mine'), 'c.md': null, 'b.md': page },
      },
      { 'a.md': `${other.replace('five', 'five, mine')}\nEight.\n`, 'b.md': page },
    ],
    [
      'joins an edit with what came since the version that it started from',
      {
        ...{ from: { 'a.md': page }, to: { 'a.md': theirs }, carried: { 'b.md': other, 'a.md': mine } },
        files: { 'a.md': mine, 'b.md': other },
      },
      { 'a.md': theirs, 'b.md': other },
    ],
  ])('%s', async (_what, given, files) => {
    expect(await recovers(given)).toEqual({ files, notes: [] });
  });

  it('notes what cannot be joined, with the versions and the path of its page now', async () => {
    const { blob } = aWorkplace();
    const [base, remote] = [await blob(page), await blob(theirs)];
    const given = { from: { 'a.md': page }, files: { 'a.md': against } };
    expect(await recovers({ ...given, to: { 'a.md': theirs } })).toStrictEqual({
      ...{ files: { 'a.md': against }, notes: [{ path: 'a.md', base, remote }] },
    });
    expect(await recovers({ ...given, to: { 'b.md': theirs } })).toStrictEqual({
      files: { 'a.md': against, 'b.md': theirs },
      notes: [{ path: 'a.md', base, remote: null, at: 'b.md' }],
    });
    const another = { ...given, files: { 'a.md': other }, to: { 'a.md': theirs } };
    expect(await recovers(another)).toStrictEqual({
      ...{ files: { 'a.md': other }, notes: [{ path: 'a.md', base: null, remote }] },
    });
    const sent = pageOf('one', 'two', 'three');
    const files = { 'a.md': pageOf('one', 'two', 'three, mine') };
    expect(await recovers({ from: {}, to: { 'a.md': theirs }, files, sent })).toStrictEqual({
      ...{ files, notes: [{ path: 'a.md', base: null, remote, sent }] },
    });
    // The note itself has a text that was sent and that nobody committed.
    const alone = pageOf('one, mine', 'two', 'three');
    const saved = { 'a.md': pageWithId('1', 'one, mine', 'two', 'three, mine') };
    const moved = { from: { 'a.md': page }, to: { 'b.md': theirs }, files: saved, sent: alone };
    expect(await recovers(moved)).toStrictEqual({
      files: { ...saved, 'b.md': theirs },
      notes: [{ path: 'a.md', base, remote: null, at: 'b.md', sent: expect.stringContaining('one, mine') }],
    });
  });
});
