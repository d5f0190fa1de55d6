import { describe, expect, it } from 'vitest';
import { withPageId } from '../../src/content/index.ts';
import { contentId } from '../../src/files/index.ts';
import { MemoryRepository } from '../../src/git/index.ts';
import type { Oid } from '../../src/git/index.ts';
import type { CycleContext } from '../../src/sync/mirror/context.ts';
import { editsInMirror } from '../../src/sync/proposals/said-by-mirror.ts';
import { nothingSent } from '../../src/sync/state/proposals.ts';
import type { ProposalRecord, SentPage } from '../../src/sync/state/proposals.ts';
import type { SpaceRecord } from '../../src/sync/state/records.ts';
import { commitFiles } from '../git/repository.contract.ts';

type Files = Readonly<Record<string, string>>;

interface Given {
  /** The folder's files in the mirror's commit from which the edits were sent, and in the mirror's newest commit. */
  readonly base?: Files;
  readonly mirror?: Files;
  /** What this clone has besides: contents that were sent. */
  readonly here?: Files;
  readonly record?: Partial<ProposalRecord>;
  /** Where the branch was when the edits were sent; absent: one commit after the base. */
  readonly sentAt?: Oid | null;
  readonly tip?: null;
}

const oidOf = (text: string): Oid => contentId(new TextEncoder().encode(text));
const idIn = (text: string): string | undefined => /^---\nid: (\S+)$/mu.exec(text)?.[1];
const inFolder = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`docs/${path}`, text]));

/** Which of the edits with these names the mirror has. */
async function said(names: readonly string[], given: Given): Promise<readonly string[]> {
  const { base: before = {}, mirror = {}, here = {}, record = {} } = given;
  const git = new MemoryRepository();
  const base = await commitFiles(git, null, { 'other.md': 'Other\n', ...inFolder(before) });
  const gone = Object.fromEntries(Object.keys(inFolder(before)).map((path) => [path, null]));
  const tip = await commitFiles(git, base, { ...gone, 'more.md': 'More\n', ...inFolder(mirror) });
  const branch = await commitFiles(git, base, { 'mine.md': 'Mine\n', ...here });
  const records = new Map(
    Object.entries(mirror).map(([path, text]) => [idIn(text), { path, mark: '', oid: oidOf(text) }]),
  );
  const table = { get: async (kind: string, id: string) => (kind === 'page' ? records.get(id) : undefined) };
  const context = { git, state: { table: () => table }, tip: { commit: given.tip === null ? null : tip } };
  const sentAt = given.sentAt === undefined ? branch : given.sentAt;
  const pages = Object.entries(record.pages ?? {}).map(([key, page]) => [key, { ...page, sentAt }]);
  const found = await editsInMirror(
    context as unknown as CycleContext,
    { id: 's1', path: 'docs' } as unknown as SpaceRecord,
    {
      ...nothingSent,
      ...{ filesSentAt: sentAt, wishes: Object.fromEntries(names.map((name) => [name, 'asked'])) },
      ...record,
      pages: Object.fromEntries(pages) as ProposalRecord['pages'],
    } as unknown as ProposalRecord,
  );
  return [...found];
}

const lines = (...each: readonly string[]): string => `# Page\n\n${each.join('\n\n')}\n`;
const start = lines('one', 'two', 'three', 'four');
const ours = lines('one, ours', 'two', 'three', 'four');
const both = lines('one, ours', 'two', 'three', 'four, theirs');
const sent = (path: string, text = ours, id = 'p'): SentPage => ({ id, path, text, mark: '', sentAt: null });

describe('[SYNC-55] an edit of a page that a deleted branch sent', () => {
  const base = { 'p.md': withPageId(start, 'p') };
  const record = { pages: { p: sent('p.md') } };
  const isSaid = async (mirror: Files, given: Given = {}): Promise<boolean> =>
    (await said(['page p'], { base, mirror, record, ...given })).length === 1;

  it.each<[string, string, boolean]>([
    ['as it was sent', ours, true],
    ['with what others wrote there', both, true],
    ['with another text', lines('one, theirs', 'two', 'three', 'four'), false],
    ['as it was before', start, false],
    ['with what others wrote alone', lines('one', 'two', 'three', 'four, theirs'), false],
  ])('is in the mirror, or not, where that has the page %s', async (_, text, is) => {
    expect(await isSaid({ 'p.md': withPageId(text, 'p') })).toBe(is);
    expect(await isSaid({ 'new/p.md': withPageId(text, 'p') })).toBe(is);
  });

  it('is not there where the mirror has no such page, or nothing was noted of what was sent', async () => {
    expect(await isSaid({})).toBe(false);
    expect(await isSaid({ 'p.md': withPageId(ours, 'q') })).toBe(false);
    expect(await isSaid({ 'p.md': withPageId(ours, 'p') }, { record: {} })).toBe(false);
  });

  it('is there with its move only where the page is at its new path', async () => {
    const mirror = { 'new/p.md': withPageId(ours, 'p') };
    const moved = (moves: Files) => isSaid(mirror, { record: { ...record, moved: moves } });
    expect(await moved({ p: 'new/p.md' })).toBe(true);
    expect(await moved({ p: 'else/p.md' })).toBe(false);
    expect(await moved({ q: 'else/p.md' })).toBe(true);
  });

  it('is there only as it was sent where nobody knows what it started from', async () => {
    expect(await isSaid({ 'p.md': withPageId(ours, 'p') }, { base: {} })).toBe(true);
    expect(await isSaid({ 'p.md': withPageId(both, 'p') }, { base: {} })).toBe(false);
  });
});

describe('[SYNC-55] other edits that a deleted branch sent', () => {
  it('are in the mirror where a page that they delete is gone', async () => {
    const mirror = { 'p.md': withPageId(start, 'p') };
    expect(await said(['delete p', 'delete q'], { mirror })).toEqual(['delete q']);
  });

  it('are in the mirror where a page that they make is at its path with its text', async () => {
    const of = (path: string, text: string, pages: ProposalRecord['pages']) =>
      said(['new n.md'], { mirror: { [path]: withPageId(text, 'p') }, record: { pages } });
    const pages = { 'new:o.md': sent('o.md'), 'new:n.md': sent('n.md') };
    expect(await of('n.md', ours, pages)).toEqual(['new n.md']);
    expect(await of('n.md', both, pages)).toEqual([]);
    expect(await of('o.md', ours, pages)).toEqual([]);
    // The proposal has only edited the page at that path.
    expect(await of('n.md', ours, { p: sent('n.md') })).toEqual([]);
  });

  it('are in the mirror where it has the very file, or has it no more', async () => {
    const of = (mirror: Files, files: Files) =>
      said(['file notes.txt'], { base: { 'notes.txt': 'a\nb\n' }, mirror, record: { files } });
    const files = { 'notes.txt': oidOf('a, ours\nb\n') };
    expect(await of({ 'notes.txt': 'a, ours\nb\n' }, files)).toEqual(['file notes.txt']);
    expect(await of({ 'notes.txt': 'a\nb\n' }, files)).toEqual([]);
    expect(await of({}, files)).toEqual([]);
    expect(await of({}, {})).toEqual(['file notes.txt']);
    expect(await of({ 'notes.txt': 'a\nb\n' }, {})).toEqual([]);
  });

  it('are never known of a file that others changed, too, unless it is the table of contents', async () => {
    const list = (...names: readonly string[]): string =>
      `# Table of contents\n\n${names.map((name) => `* [${name}](${name}.md)\n`).join('')}`;
    const of = (path: string, mirror: string, given: Given = {}) =>
      said([`file ${path}`], {
        ...{ base: { [path]: list('A', 'B', 'C', 'D') }, mirror: { [path]: mirror } },
        ...{ here: { [path]: list('A', 'X', 'B', 'C', 'D') } },
        record: { files: { [path]: oidOf(list('A', 'X', 'B', 'C', 'D')) } },
        ...given,
      });
    const joined = list('A', 'X', 'B', 'C', 'D', 'Y');
    expect(await of('SUMMARY.md', joined)).toEqual(['file SUMMARY.md']);
    expect(await of('notes.txt', joined)).toEqual([]);
    expect(await of('SUMMARY.md', list('A', 'B', 'C', 'D', 'Y'))).toEqual([]);
    expect(await of('SUMMARY.md', list('A', 'Z', 'B', 'C', 'D'))).toEqual([]);
    const config = { '.gitbook.yaml': 'structure:\n  summary: contents.md\n' };
    expect(await of('contents.md', joined, { mirror: { ...config, 'contents.md': joined } })).toEqual([
      'file contents.md',
    ]);
    expect(await of('contents.md', joined)).toEqual([]);
    // The place is ours, and the title theirs: a merge by lines finds a conflict in that.
    const moved = list('B', 'A', 'C');
    const named = (mirror: string): Given => ({
      ...{ base: { 'contents.md': list('A', 'B', 'C') }, mirror: { ...config, 'contents.md': mirror } },
      ...{ here: { 'contents.md': moved }, record: { files: { 'contents.md': oidOf(moved) } } },
    });
    expect(await of('contents.md', '', named(moved.replace('[A]', '[Theirs]')))).toEqual([
      'file contents.md',
    ]);
    expect(await of('contents.md', '', named(list('A', 'B', 'C')))).toEqual([]);
    // There was none before: the mirror's table has all of our entries.
    expect(await of('SUMMARY.md', joined, { base: {} })).toEqual(['file SUMMARY.md']);
    // The content that was sent is gone here.
    expect(await of('SUMMARY.md', joined, { here: {} })).toEqual([]);
  });

  it('are not known where it is a change of places, or where nothing was asked', async () => {
    expect(await said(['place p'], { record: { pages: { p: sent('p.md') } } })).toEqual([]);
    expect(await said([], { record: { wishes: undefined } as unknown as Partial<ProposalRecord> })).toEqual(
      [],
    );
  });

  it('are not known without a mirror, or without the commit from which they were sent', async () => {
    const record = { pages: { p: sent('p.md') } };
    expect(await said(['delete q'], { record })).toEqual(['delete q']);
    expect(await said(['delete q'], { record: { ...record, filesSentAt: null } })).toEqual(['delete q']);
    expect(await said(['delete q'], { record: {} })).toEqual(['delete q']);
    expect(await said(['delete q'], { record, tip: null })).toEqual([]);
    expect(await said(['delete q'], { record, sentAt: null })).toEqual([]);
    expect(await said(['delete q'], { record, sentAt: 'f'.repeat(40) })).toEqual([]);
  });
});
