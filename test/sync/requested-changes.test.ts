import { describe, expect, it } from 'vitest';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/plan/edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { keyOfSent, withIdKeys, withMoves, withPaths } from '../../src/sync/proposals/sent-keys.ts';
import { fingerprintOf, requestedChangesOf } from '../../src/sync/proposals/requested-changes.ts';
import type { ProposalRecord } from '../../src/sync/state/proposals.ts';

const base = 'one\ntwo\nthree\nfour\nfive\n';
const edit: TextEdit = {
  ...{ key: 'p1', path: 'a.md', from: 'a.md', baseText: base, title: null, slug: null },
  text: base.replace('three', 'mine'),
};
const place: PlaceEdit = { key: 'p1', path: 'a.md', from: 'a.md', parent: 'p2', after: ['p3', 'p4'] };
const none: FolderEdits = { ...noEdits, pages: 3 };

describe('what an edit of a text asks for', () => {
  const requested = (change: Partial<TextEdit> = {}): string | undefined =>
    requestedChangesOf({ ...none, texts: [{ ...edit, ...change }] })['page p1'];

  it.each<[string, Partial<TextEdit>, boolean]>([
    [
      'is the same when others changed lines further away on both sides',
      { baseText: base.replace('five', 'theirs'), text: edit.text.replace('five', 'theirs') },
      true,
    ],
    [
      'is another thing when others changed the next line',
      { baseText: base.replace('four', 'theirs'), text: edit.text.replace('four', 'theirs') },
      false,
    ],
    [
      'is another thing when others changed the line before',
      { baseText: base.replace('two', 'theirs'), text: edit.text.replace('two', 'theirs') },
      false,
    ],
    ['is another thing with other words', { text: base.replace('three', 'other') }, false],
    ['is another thing in another line', { text: base.replace('one', 'mine') }, false],
    ['is another thing with a title', { title: 'A' }, false],
    ['is another thing with a slug', { slug: 'a' }, false],
    ['is another thing when the file moved', { path: 'b.md' }, false],
  ])('%s', (_what, change, isSame) => {
    expect(requested(change) === requested()).toBe(isSame);
  });

  it('is the same at another path, as long as the file stays there', () => {
    expect(requested({ path: 'b.md', from: 'b.md' })).toBe(requested());
    expect(requested({ path: 'b.md', from: 'c.md' })).not.toBe(requested({ path: 'c.md', from: 'b.md' }));
  });
});

describe('what edits ask for', () => {
  const keys = (edits: Partial<FolderEdits>): string[] =>
    Object.keys(requestedChangesOf({ ...none, ...edits }));
  const fresh = { ...edit, key: 'new:a.md', from: null, baseText: null };

  it('is named by page, and by path for what has no page yet', () => {
    expect(
      keys({
        texts: [edit, { ...fresh, key: 'new:b.md', path: 'b.md' }],
        places: [place],
        deletes: [{ key: 'p9', path: 'gone.md' }],
        files: [{ path: 'a.png', oid: 'o1', isNew: true }],
      }),
    ).toEqual(['page p1', 'new b.md', 'place p1', 'delete p9', 'file a.png']);
  });

  it('is one thing for a new page and its place', () => {
    expect(keys({ texts: [fresh], places: [{ ...place, key: 'new:a.md' }] })).toEqual(['new a.md']);
  });

  it('of a new page is all of its text', () => {
    const of = (text: string) => requestedChangesOf({ ...none, texts: [{ ...fresh, text }] })['new a.md'];
    expect(of('one\ntwo\n')).not.toBe(of('one\n'));
    expect(of('one\n')).toBe(of('one\n'));
  });

  it('of a file is its content', () => {
    const of = (oid: string) =>
      requestedChangesOf({ ...none, files: [{ path: 'a.png', oid, isNew: true }] })['file a.png'];
    expect([of('o1'), of('o2')]).toEqual(['o1', 'o2']);
  });

  it.each<[string, Partial<PlaceEdit>, boolean]>([
    ['another one below another page', { parent: 'p9' }, false],
    ['another one at the top', { parent: null }, false],
    ['another one after another page', { after: ['p9', 'p4'] }, false],
    ['another one as the first', { after: [] }, false],
    ['the same whatever is further up', { after: ['p3'] }, true],
    ['another one when nobody chose its place', { byFolder: true }, false],
  ])('of a place is %s', (_what, change, isSame) => {
    const of = (each: PlaceEdit) => requestedChangesOf({ ...none, places: [each] })['place p1'];
    expect(of({ ...place, ...change }) === of(place)).toBe(isSame);
    const byFolder = { ...place, byFolder: true } as const;
    expect(of({ ...byFolder, after: [] })).toBe(of(byFolder));
    expect(of({ ...byFolder, parent: 'p9' })).not.toBe(of(byFolder));
  });
});

describe('the fingerprint of edits', () => {
  const all: FolderEdits = {
    ...{ ...none, texts: [edit], places: [place], deletes: [{ key: 'p9', path: 'gone.md' }] },
    files: [{ path: 'a.png', oid: 'o1', isNew: true }],
  };

  it.each<[string, Partial<FolderEdits>]>([
    ['page', { texts: [{ ...edit, key: 'p2' }] }],
    ['path', { texts: [{ ...edit, path: 'b.md' }] }],
    ['text', { texts: [{ ...edit, text: 'other' }] }],
    ['title', { texts: [{ ...edit, title: 'A' }] }],
    ['slug', { texts: [{ ...edit, slug: 'a' }] }],
    ['parent', { places: [{ ...place, parent: null }] }],
    ['place', { places: [{ ...place, after: ['p3'] }] }],
    ['deletion', { deletes: [{ key: 'p8', path: 'gone.md' }] }],
    ['file', { files: [{ path: 'b.png', oid: 'o1', isNew: true }] }],
    ['content of a file', { files: [{ path: 'a.png', oid: 'o2', isNew: true }] }],
  ])('is another one with another %s', (_what, change) => {
    expect(fingerprintOf({ ...all, ...change })).not.toBe(fingerprintOf(all));
  });

  it('is the same on another base', () => {
    const texts = [{ ...edit, baseText: 'other', from: 'other.md' }];
    expect(fingerprintOf({ ...all, texts, pages: 9, unsaid: ['x'] })).toBe(fingerprintOf(all));
  });
});

describe('the pages of a proposal', () => {
  const sent = (id: string, path: string) => ({ id, path, text: '', mark: '' });
  const record = {
    pages: { 'new:a.md': sent('p1', 'a.md'), p2: sent('p2', 'b.md') },
    moved: { p8: 'old.md' },
  } as unknown as ProposalRecord;
  const at = (key: string, path: string, from: string | null = path): TextEdit => ({
    ...edit,
    key,
    path,
    from,
  });

  it('have the paths that they have now', () => {
    const { pages } = withPaths(record, { ...none, texts: [at('p1', 'c.md'), at('p2', 'd.md')] });
    expect(pages).toMatchObject({ 'new:a.md': { path: 'c.md' }, p2: { path: 'd.md' } });
  });

  it('keep their paths where nothing is told of them', () => {
    expect(withPaths(record, none).pages).toEqual(record.pages);
  });

  it('are named by their ids once another new page has their old path', () => {
    const { pages } = withPaths(record, { ...none, texts: [at('p1', 'c.md'), at('new:a.md', 'a.md', null)] });
    expect(Object.keys(pages)).toEqual(['new:p1', 'p2']);
    expect(pages['new:p1']).toMatchObject({ id: 'p1', path: 'c.md' });
  });

  it('are found by the key from before they had an id', () => {
    expect(keyOfSent(record, 'p1')).toBe('new:a.md');
    expect(keyOfSent(record, 'p2')).toBe('p2');
    expect(keyOfSent(record, 'p3')).toBe('p3');
  });

  it('are told by their ids in all that is said of them', () => {
    const told = withIdKeys(
      {
        ...none,
        texts: [at('new:a.md', 'a.md')],
        places: [
          { ...place, key: 'new:a.md', parent: 'new:a.md', after: ['new:a.md', 'new:x.md'] },
          { ...place, key: 'p2', parent: null, after: [] },
        ],
        deletes: [{ key: 'new:a.md', path: 'a.md' }],
      },
      record,
    );
    expect(told).toMatchObject({
      texts: [{ key: 'p1' }],
      places: [
        { key: 'p1', parent: 'p1', after: ['p1', 'new:x.md'] },
        { key: 'p2', parent: null, after: [] },
      ],
      deletes: [{ key: 'p1' }],
    });
  });

  it('keep the key at whose path another page is by now', () => {
    const texts = [at('p1', 'c.md'), at('new:a.md', 'a.md', null)];
    expect(withIdKeys({ ...none, texts }, record).texts.map(({ key }) => key)).toEqual(['p1', 'new:a.md']);
  });

  it('that moved are noted with where they are', () => {
    const texts = [at('p1', 'c.md', 'a.md'), at('p2', 'b.md'), at('new:n.md', 'n.md', null)];
    expect(withMoves(record, { ...none, texts }, true).moved).toEqual({ p1: 'c.md' });
    expect(withMoves(record, { ...none, texts: texts.slice(1) }, true)).not.toHaveProperty('moved');
  });

  it('that moved are noted for a service that is told no moves only where another page takes their path', () => {
    const texts = [at('p1', 'c.md', 'a.md')];
    expect(withMoves(record, { ...none, texts }, false)).not.toHaveProperty('moved');
    const taken = [...texts, at('p2', 'a.md', 'b.md')];
    expect(withMoves(record, { ...none, texts: taken }, false).moved).toEqual({ p1: 'c.md' });
  });
});
