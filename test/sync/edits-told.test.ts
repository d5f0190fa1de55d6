import { describe, expect, it } from 'vitest';
import type { FolderEdits, PlaceEdit, TextEdit } from '../../src/sync/plan/edits.ts';
import { noEdits } from '../../src/sync/proposals/read-edits.ts';
import { editsOf } from '../../src/sync/proposals/edit-reports.ts';
import type { EditReport } from '../../src/sync/report.ts';

const edit: TextEdit = {
  ...{ key: 'p1', path: 'a.md', from: 'a.md', text: 'new', baseText: 'old', title: null, slug: null },
};
const place: PlaceEdit = { key: 'p1', path: 'a.md', from: 'a.md', parent: null, after: [] };
const nothing: FolderEdits = { ...noEdits, pages: 3 };
const same = { text: 'old' };
const filesAt = (...paths: readonly string[]): FolderEdits['files'] =>
  paths.map((path) => ({ path, oid: 'o', isNew: true }));

describe('an edit is told', () => {
  it.each<[string, Partial<FolderEdits>, EditReport[]]>([
    ['as nothing where nothing changed', {}, []],
    ['with its text', { texts: [edit] }, [{ kind: 'edit', path: 'a.md', page: 'p1', fields: ['text'] }]],
    [
      'with its title alone, which the table of contents gives',
      { texts: [{ ...edit, ...same, title: 'A' }] },
      [{ kind: 'edit', path: 'a.md', page: 'p1', fields: ['title'] }],
    ],
    ['not with its slug alone', { texts: [{ ...edit, ...same, slug: 'a' }] }, []],
    [
      'with all of its fields',
      { texts: [{ ...edit, title: 'A', slug: 'a' }] },
      [{ kind: 'edit', path: 'a.md', page: 'p1', fields: ['text', 'title', 'slug'] }],
    ],
    [
      'as a page that came into the mirror later, with its text alone',
      { texts: [{ ...edit, from: null, title: 'A', slug: 'a' }] },
      [{ kind: 'edit', path: 'a.md', page: 'p1', fields: ['text'] }],
    ],
    [
      'as a new page',
      { texts: [{ ...edit, key: 'new:a.md', from: null, baseText: null, title: 'A' }] },
      [{ kind: 'create', path: 'a.md' }],
    ],
    [
      'as a new page that the service had deleted',
      { texts: [{ ...edit, key: 'new:again.md', path: 'again.md', from: null, baseText: null }] },
      [{ kind: 'create', path: 'again.md', deletedInService: true }],
    ],
    [
      'as another name of its file',
      { texts: [{ ...edit, ...same, from: 'b.md' }] },
      [{ kind: 'rename', path: 'a.md', from: 'b.md', page: 'p1' }],
    ],
    [
      'as another name and another text',
      { texts: [{ ...edit, from: 'b.md' }] },
      [
        { kind: 'rename', path: 'a.md', from: 'b.md', page: 'p1' },
        { kind: 'edit', path: 'a.md', page: 'p1', fields: ['text'] },
      ],
    ],
    ['as another place', { places: [place] }, [{ kind: 'move', path: 'a.md', page: 'p1' }]],
    [
      'as another place of a page that the base does not have',
      { places: [{ ...place, from: null }] },
      [{ kind: 'move', path: 'a.md', page: 'p1' }],
    ],
    [
      'as another place with the path before',
      { places: [{ ...place, from: 'b.md' }] },
      [{ kind: 'move', path: 'a.md', page: 'p1', from: 'b.md' }],
    ],
    [
      'once, where a new page has a place',
      {
        texts: [{ ...edit, key: 'new:a.md', from: null, baseText: null }],
        places: [{ ...place, key: 'new:a.md' }],
      },
      [{ kind: 'create', path: 'a.md' }],
    ],
    [
      'as a deletion',
      { deletes: [{ key: 'p1', path: 'a.md' }] },
      [{ kind: 'delete', path: 'a.md', page: 'p1' }],
    ],
    [
      'as a file of one kind or another',
      { files: filesAt('.gitbook/assets/a.png', 'x/.gitbook/assets/b.png', 'SUMMARY.md', 'LICENSE') },
      [
        { kind: 'asset', path: '.gitbook/assets/a.png' },
        { kind: 'asset', path: 'x/.gitbook/assets/b.png' },
        { kind: 'order', path: 'SUMMARY.md' },
        { kind: 'file', path: 'LICENSE' },
      ],
    ],
    [
      'as an order only where the file is the table of contents',
      { contents: 'toc.md', files: filesAt('toc.md', 'unlisted.md', '.gitbook/includes/note.md') },
      [
        { kind: 'order', path: 'toc.md' },
        { kind: 'file', path: 'unlisted.md' },
        { kind: 'file', path: '.gitbook/includes/note.md' },
      ],
    ],
  ])('%s', (_what, edits, told) => {
    expect(editsOf({ ...nothing, ...edits }, new Set(['again.md']))).toEqual(told);
  });
});
