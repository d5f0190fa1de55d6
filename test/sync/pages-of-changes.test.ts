import { describe, expect, it } from 'vitest';
import { pagesOfChangedFiles, textsOfCopiedPages } from '../../src/sync/versions/places.ts';
import type { ChangedFile } from '../../src/sync/versions/places.ts';
import { aWorkplace, pageOf, pageWithId } from './workplace.ts';
import type { Texts } from './workplace.ts';

const plain = pageOf('one', 'two', 'three');
const more = pageOf('one', 'two', 'three', 'four');
const page = pageWithId('1', 'one', 'two', 'three');
const other = pageWithId('2', 'five', 'six', 'seven');
const far = pageOf('eight', 'nine', 'ten');

/** Files that differ, by their paths: what each had before, and what it has now (null: nothing). */
type Changes = Readonly<Record<string, readonly [before: string | null, after: string | null]>>;

function filesOf(changes: Changes): ChangedFile[] {
  const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
  return Object.entries(changes).map(([path, [before, after]]) => ({
    ...{ path, before: bytes(before), after: bytes(after) },
  }));
}

/** Pages that were sent, from texts by identity and path (`1 a.md`). */
const pagesOf = (sent: Texts) =>
  Object.entries(sent).map(([key, text]) => {
    const [id, path] = key.split(' ') as [string, string];
    return { id, path, text };
  });

interface Given {
  readonly changes: Changes;
  readonly sent?: Texts;
  readonly unmoved?: Texts;
  /** The mirror's texts of pages that may have been copied, by identity. */
  readonly said?: Texts;
}

function found({ changes, sent = {}, unmoved = {}, said = {} }: Given) {
  return pagesOfChangedFiles(filesOf(changes), {
    ...{ sent: pagesOf(sent), unmoved: new Map(Object.entries(unmoved)) },
    said: new Map(Object.entries(said)),
  });
}

describe('the pages that files are which differ between two versions', () => {
  it.each<[string, Given, Readonly<Record<string, string | undefined>>]>([
    [
      'stay at their paths without their identities, and files that carry these are copies',
      { changes: { 'a.md': [page, more], 'copy.md': [null, page] } },
      { 'a.md': '1', 'copy.md': undefined },
    ],
    [
      'are those that were sent from there, and files that carry their identities are copies',
      {
        changes: { 'a.md': [plain, more], 'copy.md': [null, pageWithId('3', 'one', 'two', 'three')] },
        sent: { '3 a.md': plain },
      },
      { 'a.md': '3', 'copy.md': undefined },
    ],
    ['are unknown where no version says them', { changes: { 'a.md': [plain, far] } }, { 'a.md': undefined }],
    [
      'have their old paths as names where they had no identity and their files are gone',
      { changes: { 'a.md': [plain, null], 'm.md': [null, plain] } },
      { 'm.md': 'at a.md' },
    ],
    [
      'changed places, also where one was rewritten without its identity',
      { changes: { 'a.md': [page, other], 'b.md': [other, far] } },
      { 'a.md': '2', 'b.md': '1' },
    ],
    [
      'were made anew in the service from files that carry old identities',
      { changes: { 'a.md': [null, pageWithId('7', 'one', 'two', 'three')] }, sent: { '3 b.md': plain } },
      { 'a.md': '3' },
    ],
    [
      'were not made anew where they have another file',
      {
        changes: { 'a.md': [null, pageWithId('7', 'one', 'two', 'three')] },
        ...{ sent: { '3 b.md': plain }, unmoved: { 'b.md': '3' } },
      },
      { 'a.md': '7', 'b.md': '3' },
    ],
    [
      'are copies that were sent as separate pages, and that still carry the identities of their sources',
      {
        changes: { 'copy.md': [page, pageWithId('1', 'one', 'two', 'three', 'four')] },
        ...{ sent: { '3 copy.md': plain }, said: { 1: far } },
      },
      { 'copy.md': '3' },
    ],
    [
      'are such copies also where the commit is older than the edit that was sent',
      {
        changes: { 'copy.md': [pageWithId('1', 'x', 'y', 'z'), page] },
        ...{ sent: { '3 copy.md': plain }, said: { 1: far } },
      },
      { 'copy.md': '3' },
    ],
    [
      'are no such copies where the edited file is another page',
      {
        changes: {
          'c.md': [pageWithId('1', 'x', 'y', 'z'), pageWithId('2', 'one', 'two', 'three')],
          'm.md': [null, pageOf('x', 'y', 'z')],
        },
        sent: { '3 c.md': plain, '2 d.md': far },
      },
      { 'c.md': '2', 'm.md': '1' },
    ],
    [
      'are such copies also without the identities of their sources',
      { changes: { 'copy.md': [page, more] }, sent: { '3 copy.md': plain } },
      { 'copy.md': '3' },
    ],
    [
      'are such copies also where somebody moved them after the sending',
      {
        changes: { 'moved.md': [page, more] },
        ...{ sent: { '3 copy.md': plain }, said: { 1: far } },
      },
      { 'moved.md': '3' },
    ],
    [
      'are their sources where the mirror says no text of these',
      { changes: { 'moved.md': [page, more] }, sent: { '3 copy.md': plain } },
      { 'moved.md': '1' },
    ],
    [
      'are, of two files with one identity, the one that is no copy which was sent as a separate page',
      {
        changes: {
          'a.md': [pageWithId('1', 'one', 'two', 'x', 'y'), null],
          'copy.md': [null, pageWithId('1', 'one', 'two', 'three')],
          'm.md': [null, pageWithId('1', 'one', 'x', 'q', 'r')],
        },
        sent: { '3 c.md': plain },
      },
      { 'm.md': '1', 'copy.md': '3' },
    ],
    [
      'are what they say, also where a file with another identity is nearer to the text of a page before',
      {
        changes: {
          'a.md': [page, null],
          'm.md': [null, pageWithId('1', 'one', 'x', 'y')],
          'b.md': [null, pageWithId('2', 'one', 'two', 'three')],
        },
      },
      { 'm.md': '1', 'b.md': '2' },
    ],
    [
      'are, of two files with one identity, the one at its path, and another page is not mistaken for it',
      {
        changes: { 'a.md': [page, page.replace('two', '2')], 'copy.md': [null, page], 'b.md': [null, other] },
      },
      { 'a.md': '1', 'copy.md': undefined, 'b.md': '2' },
    ],
  ])('%s', (_, given, pages) => {
    const here = found(given);
    expect(Object.fromEntries(Object.keys(pages).map((path) => [path, here.at(path)]))).toEqual(pages);
  });

  it('are known with the paths that differ, the copies, and what the old identities are now', () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const copied = found({ changes: { 'a.md': [page, more], 'copy.md': [null, page] } });
    expect(['a.md', 'copy.md', 'b.md'].map((path) => copied.differs(path))).toEqual([true, true, false]);
    expect(copied.pageOf('copy.md', bytes(page))).toBeNull();
    expect(copied.pageOf('b.md', bytes(page))).toBe('1');
    // The text that was sent of a page is no other page that its file could be.
    const moved = found({
      changes: { 'a.md': [pageWithId('1', 'x', 'y', 'z'), null], 'm.md': [null, page] },
      sent: { '1 a.md': plain },
    });
    expect(moved.withoutOld('m.md', bytes(page))).toEqual(bytes(page));
    const old = pageWithId('7', 'one', 'two', 'three');
    const renewed = found({ changes: { 'a.md': [null, old] }, sent: { '3 b.md': plain } });
    expect(renewed.pageOf('a.md', bytes(old))).toBe('3');
  });
});

describe('the mirror’s texts of pages that somebody may have copied', () => {
  const told = async ({
    changes,
    sent = {},
    unmoved = {},
    mirror = { 'a.md': pageWithId('1', 'now'), 'b.md': other },
  }: Omit<Given, 'said'> & { readonly mirror?: Texts | null }) => {
    const place = aWorkplace();
    let asked = 0;
    const texts = await textsOfCopiedPages(place.git, filesOf(changes), {
      ...{ sent: pagesOf(sent), unmoved: new Map(Object.entries(unmoved)) },
      mirror: async () => (asked++, mirror && place.commit(mirror)),
    });
    return { texts: Object.fromEntries(texts) as object, asked };
  };
  const sent = { '3 copy.md': plain };
  const now = { texts: { 1: pageOf('now') }, asked: 1 };
  const none = { texts: {}, asked: 1 };

  it('are those of the identities in files like a page that was sent and that is not found', async () => {
    expect(await told({ changes: { 'x.md': [null, page] }, sent })).toEqual(now);
    expect(await told({ changes: { 'x.md': [page, null], 'y.md': [null, far] }, sent })).toEqual(now);
    expect(await told({ changes: { 'x.md': [page, page], 'y.md': [null, page] }, sent })).toEqual(now);
  });

  it('are none where a file says nothing, is like no such page, or the mirror lacks its page', async () => {
    for (const text of [plain, other, pageWithId('9', 'one', 'two', 'three')])
      expect(await told({ changes: { 'x.md': [null, text] }, sent })).toEqual(none);
    expect(await told({ changes: { 'x.md': [null, page] }, sent, mirror: null })).toEqual(none);
  });

  it('are not asked for where all pages that were sent are found', async () => {
    const changes = { 'x.md': [null, page], 'y.md': [null, pageWithId('3', 'one')] } as const;
    expect(await told({ changes, sent })).toEqual({ texts: {}, asked: 0 });
    expect(await told({ changes: { 'x.md': [null, page] } })).toEqual({ texts: {}, asked: 0 });
    const unmoved = { 'copy.md': '3' };
    expect(await told({ changes: { 'x.md': [null, page] }, sent, unmoved })).toEqual({ texts: {}, asked: 0 });
  });
});
