import { describe, expect, it } from 'vitest';
import type { File, Page, ReusableContent } from '../../src/contract/index.ts';
import { fileMark, includeMark, outlineOf, pageMark } from '../../src/sync/mirror/marks.ts';

const page = (change: Record<string, unknown> = {}): Page =>
  ({
    ...{ type: 'document', id: 'p1', title: 'Use', emoji: '1f600', icon: 'star', description: 'How to' },
    ...{ hidden: false, noIndex: false, noRobotsIndex: false, condition: 'c', linkTitle: 'U' },
    ...{ layout: { a: true, b: true }, cover: { ref: 'f1' }, variables: { x: '1' } },
    ...{ path: 'guide/use', slug: 'use', documentId: 'd1', updatedAt: '2026-01-01' },
    ...{ git: { oid: 'o1', path: 'guide/use.md' }, pages: [] },
    ...change,
  }) as unknown as Page;

describe('the mark of a page’s text', () => {
  it.each([
    ...['id', 'documentId', 'title', 'emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex'],
    ...['condition', 'layout', 'cover', 'variables'],
  ])('changes when its %s changes', (field) => {
    expect(pageMark(page({ [field]: 'another' }))).not.toBe(pageMark(page()));
  });

  it.each(['path', 'slug', 'updatedAt', 'git', 'pages', 'linkTitle'])(
    'is the same when its %s is another one',
    (field) => {
      expect(pageMark(page({ [field]: 'another' }))).toBe(pageMark(page()));
    },
  );

  it('is the same in whatever order a service writes it', () => {
    expect(pageMark(page({ layout: { b: true, a: true } }))).toBe(pageMark(page()));
    expect(pageMark(page({ layout: { a: true, b: false } }))).not.toBe(pageMark(page()));
    expect(pageMark(page({ variables: ['1', '2'] }))).not.toBe(pageMark(page({ variables: ['2', '1'] })));
  });

  it('comes from the blob, or else from the time, if a service tells no document', () => {
    const blob = page({ documentId: undefined });
    expect(pageMark(page({ documentId: undefined, updatedAt: 'later' }))).toBe(pageMark(blob));
    expect(pageMark(page({ documentId: undefined, git: { oid: 'o2' } }))).not.toBe(pageMark(blob));
    const timed = { documentId: undefined, git: undefined };
    expect(pageMark(page(timed))).not.toBe(pageMark(page({ ...timed, updatedAt: 'later' })));
    expect(pageMark(page({ ...timed, updatedAt: undefined }))).toBeNull();
  });

  it('does not exist for a group or a link, which have no text', () => {
    expect(pageMark(page({ type: 'group' }))).toBeNull();
    expect(pageMark(page({ type: 'link' }))).toBeNull();
  });
});

describe('the mark of a file', () => {
  const file = (change: Record<string, unknown> = {}): File =>
    ({ id: 'f1', size: 3, contentType: 'image/png', git: { oid: 'o1' }, name: 'a.png', ...change }) as never;

  it.each(['id', 'size', 'contentType'])('changes when its %s changes', (field) => {
    expect(fileMark(file({ [field]: 'another' }))).not.toBe(fileMark(file()));
  });

  it('changes when its blob changes, and not when its name does', () => {
    expect(fileMark(file({ git: { oid: 'o2' } }))).not.toBe(fileMark(file()));
    expect(fileMark(file({ name: 'b.png' }))).toBe(fileMark(file()));
    expect(fileMark(file({ git: undefined }))).not.toBe(fileMark(file()));
  });
});

describe('the mark of a reusable content', () => {
  const include = (change: Record<string, unknown> = {}): ReusableContent =>
    ({ id: 'i1', title: 'Note', document: 'd1', git: { oid: 'o1' }, ...change }) as never;

  it.each(['id', 'title', 'document'])('changes when its %s changes', (field) => {
    expect(includeMark(include({ [field]: 'another' }))).not.toBe(includeMark(include()));
  });

  it('comes from the blob if a service tells no document, and does not exist if it tells neither', () => {
    const blob = { document: undefined };
    expect(includeMark(include({ ...blob, git: { oid: 'o2' } }))).not.toBe(includeMark(include(blob)));
    expect(includeMark(include({ ...blob, git: undefined }))).toBeNull();
  });
});

describe('what the table of contents and the paths say of a page', () => {
  it.each(['title', 'emoji', 'linkTitle', 'path', 'slug', 'git'])(
    'is another thing when its %s is',
    (field) => {
      const other = field === 'git' ? { path: 'x.md' } : 'another';
      expect(outlineOf(page({ [field]: other }))).not.toBe(outlineOf(page()));
    },
  );

  it.each(['id', 'documentId', 'description', 'hidden', 'layout', 'updatedAt'])(
    'is the same when its %s is another one',
    (field) => {
      expect(outlineOf(page({ [field]: 'another' }))).toBe(outlineOf(page()));
    },
  );

  it('has the place and the name of a group, and only the name of a link', () => {
    const group = { type: 'group' };
    expect(outlineOf(page({ ...group, slug: 'x' }))).not.toBe(outlineOf(page(group)));
    expect(outlineOf(page({ ...group, linkTitle: 'x', git: { path: 'x' } }))).toBe(outlineOf(page(group)));
    const link = { type: 'link' };
    expect(outlineOf(page({ ...link, slug: 'x', path: 'x', git: { path: 'x' } }))).toBe(
      outlineOf(page(link)),
    );
    expect(outlineOf(page({ ...link, title: 'x' }))).not.toBe(outlineOf(page(link)));
    expect(outlineOf(page(link))).not.toBe(outlineOf(page(group)));
  });

  it('does not change for a service that tells no file', () => {
    expect(outlineOf(page({ git: undefined }))).toBe(outlineOf(page({ git: { oid: 'o1' } })));
    expect(outlineOf(page({ git: undefined }))).not.toBe(outlineOf(page()));
  });
});
