import { describe, expect, it } from 'vitest';
import { contentsAmong } from '../../src/sync/proposals/contents-among.ts';
import type { StateStore } from '../../src/sync/state/store.ts';

/** The files of a mirror: its table of contents, and a file that no table lists. */
const mirrored = new Map([
  [':summary', { path: 'SUMMARY.md' }],
  ['f1', { path: 'a-note.md' }],
]);
const table = {
  get: (_kind: string, id: string) => Promise.resolve(mirrored.get(id)),
  all: () => Promise.resolve(mirrored),
};
const state = { table: () => table } as unknown as StateStore;

describe('the table of contents among the files of a change request', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['is the one of the mirror', ['a-note.md', 'SUMMARY.md', 'x.png'], 'SUMMARY.md'],
    ['may get another path', ['a-note.md', '.gitbook/includes/hint.md', 'toc.md'], 'toc.md'],
    ['is no other file that the mirror has', ['a-note.md'], undefined],
    ['is no reusable content', ['.gitbook/includes/new.md'], undefined],
    ['is no picture', ['x.png'], undefined],
  ])('%s', async (_what, paths, contents) => {
    const files = Object.fromEntries(paths.map((path) => [path, 'oid']));
    expect(await contentsAmong(state, 'space', files)).toBe(contents);
  });
});
